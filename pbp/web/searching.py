"""Search: people, spells, duels, and the words of pages, posts and comments, as their readers see them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from flask import Blueprint, render_template, request, url_for

from pbp.adapters.local import FoundText
from pbp.web.explain import read_once
from pbp.web.published import Lineup
from pbp.web.rooms import rooms
from pbp.web.wikitext import anchor_of, page_path

pages = Blueprint("searching", __name__)
MOST = 20
"""Of each kind so many are shown."""
TEXTS = 60
"""Pages, posts and comments that are looked for."""
LONGEST = 200
"""Letters of a spell that are shown."""


@dataclass(frozen=True, slots=True)
class FoundThing:
    """Something that was found: what it is called, where it stands, and what is said of it."""

    title: str
    path: str
    about: str = ""


@pages.get("/search")
def search() -> str:
    """What has words that begin with all words of `q`, as people write them; great and small, accents or none."""
    words = request.args.get("q", "")[:200].split()[:8]
    parts = [part for word in words for part in re.findall(r"\w+", folded(word))]
    lineups = _lineups(parts)
    texts = rooms().site.find(words, TEXTS)
    hits = {kind: [hit for hit in texts if (hit.kind == "page") is (kind == "Wiki")] for kind in ("Wiki", "Blog")}
    found = {
        "People": _people(parts),
        "Spells": _spells(parts),
        "Duels": [_duel(each) for each in lineups[:MOST]],
        "Wiki": [FoundThing(hit.title, page_path(hit.title), hit.around) for hit in hits["Wiki"][:MOST]],
        "Blog": _blog(hits["Blog"][:MOST]),
    }
    counts = {kind: len(things) for kind, things in found.items()} | {"Duels": len(lineups)}
    counts |= {kind: len(each) for kind, each in hits.items()}
    return render_template(
        "web/search.html",
        words=words,
        count=sum(counts.values()),
        whole=len(texts) < TEXTS,
        found={kind: (things[:MOST], max(counts[kind] - MOST, 0)) for kind, things in found.items() if things},
    )


def folded(text: str) -> str:
    """A text as it is compared: in small letters, without accents."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in apart if not unicodedata.combining(letter))


def matches(parts: Sequence[str], text: str) -> bool:
    """Whether each part begins a word of the text; a number is that number."""
    words = _words(text)
    return all(any(word == part if part.isdigit() else word.startswith(part) for word in words) for part in parts)


@lru_cache(maxsize=10_000)
def _words(text: str) -> frozenset[str]:
    """The words of a text that is asked about again with every search: a name, or who is in a duel."""
    return frozenset(re.findall(r"\w+", folded(text)))


def _people(parts: Sequence[str]) -> list[FoundThing]:
    if not parts:
        return []
    return [
        FoundThing(each.name, url_for("duels.wizard", name=each.name), f"{each.stars} Stars{', idle' * each.idle}")
        for each in rooms().wizards()
        if matches(parts, each.name)
    ]


def _spells(parts: Sequence[str]) -> list[FoundThing]:
    """The spells of the ruleset page with these words in their names, then those with them in their Effect."""
    if not parts:
        return []
    title = rooms().house.ruleset
    page = rooms().site.wiki.read(title)
    attributes = frozenset(name for wizard in rooms().wizards() for name, _ in wizard.attributes)
    listed = read_once(page.text, attributes).spells.values() if page else ()
    named = [spell for spell in listed if matches(parts, spell.name)]
    said = [
        spell for spell in listed if spell not in named and matches(parts, f"{spell.name} {spell.text.get('Effect')}")
    ]
    return [
        FoundThing(spell.name, f"{page_path(title)}#{anchor_of(spell.name)}", _short(spell.text.get("Effect", "")))
        for spell in (*named, *said)
    ]


def _lineups(parts: Sequence[str]) -> list[Lineup]:
    """The duels with these words in what they are called, or who is in them."""
    none: Sequence[Lineup] = ()
    known = rooms().asked(rooms().service.lineups, none) if parts else none
    return [each for each in known if matches(parts, f"{each.title} {each.number} {' '.join(each.players)}")]


def _duel(found: Lineup) -> FoundThing:
    path = url_for("duels.duel" if found.ring else "contests.contest", number=found.number)
    return FoundThing(f"{found.title} {found.number}", path, f"{found.state}: {', '.join(found.players)}")


def _blog(hits: Sequence[FoundText]) -> list[FoundThing]:
    blog = rooms().site.blog
    remarks = blog.remarks([hit.ref for hit in hits if hit.kind == "comment"])
    titles = blog.titles({remark.post for remark in remarks.values()})
    things = []
    for hit in hits:
        if hit.kind == "post":
            things.append(FoundThing(hit.title, url_for("reading.post", number=hit.ref), hit.around))
        elif remark := remarks.get(hit.ref):
            path = url_for("reading.post", number=remark.post, _anchor=f"comment-{remark.id}")
            things.append(FoundThing(f"{hit.title} on {titles.get(remark.post, 'a post')}", path, hit.around))
    return things


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST].rsplit(' ', 1)[0]} …"

"""Two worlds that differ only in what one player does: everything that anybody else can see of them, to be compared."""

from __future__ import annotations

import difflib
import re
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import closing
from functools import lru_cache
from http.client import HTTPConnection, HTTPResponse
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any
from urllib.parse import urldefrag, urljoin

from pbp.operating.serving import Server
from pbp.store.states import TextState
from pbp.web import create_site
from pbp.web.front import Front
from service.contests import HALL, begin
from service.world import World

OTHERS = ("Ben", "Cleo", "Master")

_RANDOM = re.compile(
    r"/me/[\w-]+|letter-[0-9a-f]{12}|[0-9a-f](?<!\w.)[0-9a-f]{15,}|[a-z2-7](?<!\w.)[a-z2-7]{23}\b|wizard=[\w-]+|Expires=[^;]+"
)
"""Private links, salts, digests, signatures, marks of forms, reply tokens, cookies: they tell nothing, and differ."""
_SENT = re.compile(
    r"<div><dt>Order in</dt><dd>[^<]*</dd></div>\s*<div><dt>Owed</dt><dd>[^<]*</dd></div>"
    r'|<ul class="lines journal">.*?</ul>',
    re.S,
)
"""Whose orders are in, and the journal: the Battle Master's desk says that, and nothing of what the orders are."""
_PLACE = re.compile(r"(?:http://)?127\.0\.0\.1:\d+|webcal://127\.0\.0\.1:\d+")
_LINK = re.compile(r"""(?:href|src|action)="([^"]+)\"""")
_FILES = re.compile(r"/(?:static|help)/")
"""Files, and the papers about pbp: no page of the game."""
_HEADERS = {"date", "etag", "server"}
"""What of an answer is no secret and is never the same twice: an ETag is a digest of the body, which is compared."""


class Pair:
    """Two worlds on the same seeds, in which all but Ann do the same."""

    def __init__(self, folder: Path, settings: str = HALL, wizards: Iterable[str] = ("Ann", "Ben", "Cleo")):
        self.worlds: list[World] = []
        for name in ("one", "two"):
            (folder / name).mkdir()
            url = f"sqlite:///{folder / name / 'store.sqlite'}"
            self.worlds.append(World(folder / name, url, settings, tuple(wizards)))

    def begin(self, game: str, *players: str, **options: Any) -> None:
        """The same contest in both."""
        for world in self.worlds:
            begin(world, game, *players, **options)

    def ann(self, one: str, two: str) -> None:
        """What Ann writes in each world: letters apart by |."""
        for world, words in zip(self.worlds, (one, two), strict=True):
            for letter in filter(None, words.split("|")):
                world.say("Ann", letter)

    def all(self, name: str, words: str) -> None:
        """What another player writes in both."""
        for world in self.worlds:
            world.say(name, words)

    def tick(self, **later: float) -> None:
        """Time passes in both."""
        for world in self.worlds:
            world.tick(**later)

    def same(self) -> str:
        """All texts that others can read, which must be the same in both; gives them."""
        one, two = (seen(world) for world in self.worlds)
        assert one == two
        return one

    def all_the_same(self) -> int:
        """All that a player or a stranger can see of the site, and all that is sent to anybody but Ann, must be the
        same in both: pages, feeds, pictures, headers, identifiers, sizes, and the order of things. Gives how many
        answers of the site were compared.
        """
        self.same()
        assert sent(self.worlds[0]) == sent(self.worlds[1])
        one, two = (list(answers(world)) for world in self.worlds)
        assert [place for place, _ in one] == [place for place, _ in two]
        for (place, first), (_, second) in zip(one, two, strict=True):
            apart = "\n".join(difflib.unified_diff(first.splitlines(), second.splitlines(), lineterm="", n=1))
            assert not apart, f"{place}\n{apart}"
        return len(one)

    def close(self) -> None:
        """Lets go of both stores."""
        for world in self.worlds:
            world.app.store.close()


def without_random(text: str) -> str:
    """A text in which all that is random, and the port, is replaced by words of the same number."""
    return "\n".join(map(_line_without_random, text.split("\n")))


@lru_cache(maxsize=20_000)  # most lines of a page stand on all pages
def _line_without_random(line: str) -> str:
    return _PLACE.sub("(here)", _RANDOM.sub(lambda found: f"(random {len(found[0])})", line))


def seen(world: World) -> str:
    """All posts, comments and pages, and all letters to all but Ann, in order, without random numbers."""
    texts = [f"{post.title}\n{post.body}" for post in world.site.blog.posts(1000)] + world.comments()
    texts += [f"{title}\n{world.page(title)}" for title in sorted(world.site.wiki.titles())]
    for name in OTHERS:
        texts += [f"to {name}: {subject}\n{body}" for subject, body in world.letters(name)[::-1]]
    return without_random("\n".join(texts))


def sent(world: World) -> list[str]:
    """All that is queued or sent to anybody but Ann: keys, recipients and words, by whichever channel it went."""
    with world.app.store.tx() as tx:
        items = tx.all_outgoing(TextState.QUEUED, TextState.SENT, TextState.STUCK, TextState.DROPPED)
    return [
        without_random(f"{item.key} {item.kind} {item.site} {item.created} {sorted(item.payload.items())}")
        for item in items
        if item.payload.get("to") != "Ann"
    ]


def answers(world: World) -> Iterator[tuple[str, str]]:
    """Every answer of the embedded site that is not Ann's alone, as (who asks for what, what comes)."""
    server = Server(world.config, world.clock, port=0)
    server.start()
    try:
        known = _known_paths(world)
        for who in (None, *OTHERS):
            yield from _walk(world, server.url, who, known)
    finally:
        server.stop()
        server.app.store.close()


class Snoop:
    """One who asks a site for pages, and keeps its cookies: a client of the least effort, since thousands are asked."""

    def __init__(self, url: str):
        self._connection = HTTPConnection(url.removeprefix("http://"), timeout=30)
        self._cookies: dict[str, str] = {}

    def get(self, path: str) -> tuple[HTTPResponse, str]:
        """The answer, and its text; who is sent elsewhere does not go there."""
        cookies = "; ".join(f"{name}={value}" for name, value in self._cookies.items())
        self._connection.request("GET", path, headers={"Cookie": cookies} if cookies else {})
        answer = self._connection.getresponse()
        text = answer.read().decode("utf-8", "replace")
        for given in answer.headers.get_all("Set-Cookie", ()):
            self._cookies |= {name: morsel.value for name, morsel in SimpleCookie(given).items()}
        return answer, text

    def close(self) -> None:
        """Goes away."""
        self._connection.close()


def _walk(world: World, url: str, who: str | None, paths: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Every page that can be reached, by a stranger or by the owner of a private link.

    What is the same file for everybody is fetched by the stranger alone.
    """
    begin_at = [f"{url}{path}" for path in paths]
    if who:
        begin_at.insert(0, f"{url}/me/{world.site.people.token(who)}")
    waiting, known, links = deque(begin_at), set(begin_at), set[str]()
    with closing(Snoop(url)) as snoop:
        while waiting:
            place = waiting.popleft()
            answer, text = snoop.get(place.removeprefix(url))
            shown = without_random(_answer(answer, text, desk=who == "Master"))
            yield without_random(f"{who}: {place.removeprefix(url)}"), shown
            new = [link for link in dict.fromkeys(_LINK.findall(text)) if link not in links]
            links.update(link for link in new if link.startswith(("/", "http")))  # the same wherever they stand
            for link in new:
                there = urldefrag(urljoin(place, link.replace("&amp;", "&")))[0]
                if there.startswith(f"{url}/") and there not in known and not (who and _FILES.match(there, len(url))):
                    known.add(there)
                    waiting.append(there)


def _answer(answer: HTTPResponse, body: str, *, desk: bool) -> str:
    """Status, headers and text; of a `desk` without whose orders are in, and so without its size."""
    text = _SENT.sub("", body) if desk else body
    left_out = _HEADERS | ({"content-length"} if text != body else set())
    headers = sorted(f"{k}: {v}" for k, v in answer.getheaders() if k.casefold() not in left_out)
    return "\n".join([str(answer.status), *headers, text])


def _known_paths(world: World) -> list[str]:
    """The addresses that the site has in any case, and some that a snoop would try."""
    rules = create_site(world.site, Front(world.app)).url_map.iter_rules()
    fixed = {rule.rule for rule in rules if not rule.arguments and "GET" in (rule.methods or ())}
    api = [f"/api/1/{path}" for path in ("duels/1", "contests/1001", "players/Ann", "spells/Greed", "journal?page=2")]
    tried = [
        "/search?q=Greed",
        "/search?q=Ann",
        "/wizards/Ann",
        "/me/Ann",
        "/duels/1.json",
        "/audits/1",
        "/audits/1.json",
    ]
    return [*sorted(fixed), *api, *tried, "/audits/1.json", "/duels/1/replay/1", "/contests/1001/replay/0"]

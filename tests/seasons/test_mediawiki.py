"""Two seasons with real servers: all on MediaWiki, and with the blog on WordPress; letters by mail in both."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import pytest
import requests
from servers.dovecot import Dovecot
from servers.mediawiki import MediaWiki, Visitor
from servers.proxy import LOST_ANSWER, Fault, Proxy, Request
from servers.smtp import DROP_AFTER, Smtp
from servers.wordpress import WordPress

from pbp.adapters.mail.letter import message_id
from seasons.letters import TO, parsed, written
from seasons.people import SEEDS, WIKITEXT, People
from seasons.season import SPELLS, Season, each_differs, unlucky

ADDRESSES = {"Alice": "alice@example.test", "Bob": "bob@nobody-vouches.test", "Carol": "carol@example.test"}
SETTINGS = """
[wiki]
adapter = "mediawiki"
[blog]
adapter = "{blog}"
[letters]
channels = ["mail"]
[site]
enabled = false
[battle_master]
addresses = ["mail:dave@example.test"]
[mediawiki]
url = "{mediawiki}"
user = "{bot}"
password = "env:WIKI_PASSWORD"
contact = "battlemaster@bm.test"
{wordpress}
[mail]
address = "battlemaster@bm.test"
imap = "127.0.0.1:{imap}"
smtp = "127.0.0.1:{smtp}"
smtp_security = "starttls"
user = "battlemaster"
password = "file:mail.password"
authserv_id = "mx.bm.test"
ca_file = "{certificate}"
"""
WORDPRESS = '[wordpress]\nurl = "{url}"\nuser = "editor"\npassword = "env:BLOG_PASSWORD"'


class Unlucky:
    """The faults of the SMTP server, used up one a letter: two thirds of all letters are taken unheard."""

    def __init__(self, is_lost: Callable[[], bool]):
        self.popleft = lambda: DROP_AFTER if is_lost() else ""


@contextmanager
def losing(url: str, is_write: Callable[[Request], bool], seed: int, people: People | None = None) -> Iterator[Proxy]:
    """A way to a site on which two thirds of the answers to writes get lost, and people act between two calls."""
    proxy, is_lost = Proxy(url), unlucky(seed)

    def plan(request: Request) -> Fault | None:
        if people:
            people.before("POST" if is_write(request) else "GET")
        return LOST_ANSWER if is_write(request) and is_lost() else None

    proxy.plan = plan
    proxy.start()
    yield proxy
    proxy.stop()


def is_edit(request: Request) -> bool:
    return request.method == "POST" and b"action=edit" in request.body


def is_new_text(request: Request) -> bool:
    return request.method == "POST" and "wp%2Fv2" in request.path


def players(season: Season, dovecot: Dovecot) -> Callable[[str, str], None]:
    """How the players write: our server proves two of them; Bob answers to the address that bears his token."""
    number = count(1)

    def write(name: str, words: str) -> None:
        sender, head, to = ADDRESSES[name], "", TO
        if name == "Bob":
            to = parsed(dovecot.letters("bob")[-1])["Reply-To"].addresses[0].addr_spec
        else:
            head = "Authentication-Results: mx.bm.test; dmarc=pass header.from=example.test\r\n"
        letter = written(words, sender, f"<{next(number)}@mail.example.test>", to)
        dovecot.append("battlemaster", head.encode() + letter, season.clock.now)

    return write


def all_edits(wiki: MediaWiki, **question: Any) -> list[dict[str, Any]]:
    """What the wiki lists of our account's edits."""
    listed = Visitor(wiki).get(
        action="query", list="usercontribs", ucuser=wiki.bot.name, uclimit="max", ucprop="ids|title|comment", **question
    )
    assert "continue" not in listed
    edits: list[dict[str, Any]] = listed["query"]["usercontribs"]
    return edits


class Hands:
    """What people do on the wiki, and on its talk pages."""

    def __init__(self, wiki: MediaWiki):
        self._alice = Visitor(wiki, wiki.person)
        self._base = ""
        self._talk: set[str] = set()

    def read(self, title: str) -> str | None:
        (page,) = self._alice.get(
            action="query", titles=title, prop="revisions", rvprop="content|ids", rvslots="main"
        )["query"]["pages"]  # fmt: skip
        if "missing" in page:
            return None
        self._base = page["revisions"][0]["revid"]
        text: str = page["revisions"][0]["slots"]["main"]["content"]
        return text

    def edit(self, title: str, text: str) -> None:
        self._alice.edit(title, text, baserevid=self._base)

    def remark(self, post: str, words: str) -> None:
        (page,) = self._alice.get(action="query", pageids=post)["query"]["pages"]
        talk = f"Talk:{page['title']}"
        self._alice.do("edit", title=talk, section="new", sectiontitle="A remark", text=f"{words} ~~~~", summary="me")
        self._talk.add(talk)

    def remarks(self) -> str:
        return "\n".join(self.read(talk) or "" for talk in self._talk)


class HandsOnBoth(Hands):
    """What people do on the wiki, and under the posts of a WordPress."""

    def __init__(self, wiki: MediaWiki, blog: WordPress):
        super().__init__(wiki)
        self._blog = blog
        self._keys = ("administrator", blog.passwords["administrator"])

    def remark(self, post: str, words: str) -> None:
        where = {"rest_route": "/wp/v2/comments"}
        said = requests.post(
            f"{self._blog.url}/", params=where, json={"post": post, "content": words}, auth=self._keys, timeout=60
        )
        assert said.status_code == 201, said.text

    def remarks(self) -> str:
        where = {"rest_route": "/wp/v2/comments", "context": "edit", "per_page": "100"}
        answer = requests.get(f"{self._blog.url}/", params=where, auth=self._keys, timeout=60)
        assert answer.headers["x-wp-totalpages"] == "1"
        return "\n".join(comment["content"]["raw"] for comment in answer.json())


def pages_are_there_once(season: Season, wiki: MediaWiki) -> int:
    """Checks the history of each of our pages; gives how many edits of ours it took."""
    visitor, edits = Visitor(wiki), 0
    for title in season.titles():
        (page,) = visitor.get(
            action="query", titles=title, prop="revisions", rvlimit=500, rvprop="content|user", rvslots="main"
        )["query"]["pages"]
        texts = [revision["slots"]["main"]["content"] for revision in page["revisions"]]
        by = Counter(revision["user"] for revision in page["revisions"])
        assert by.keys() <= {wiki.bot.name, *([wiki.person.name] if season.people else [])}
        assert each_differs(texts), title
        edits += by[wiki.bot.name]
    return edits


def marks_on_wiki(wiki: MediaWiki) -> Counter[str]:
    """The keys that stand in the summaries of our edits."""
    return Counter(
        edit["comment"].rpartition("[pbp:")[2].rstrip("]") for edit in all_edits(wiki) if "[pbp:" in edit["comment"]
    )


def letters_are_there(season: Season, smtp: Smtp, dovecot: Dovecot) -> str:
    """Every letter came at least once, all copies the same to the byte; says how many there are."""
    copies: dict[str, set[tuple[bytes, tuple[str, ...]]]] = {}
    for taken in smtp.taken:
        copies.setdefault(parsed(taken.letter)["Message-ID"], set()).add((taken.letter, taken.recipients))
    assert all(len(same) == 1 for same in copies.values()), "copies differ"
    assert copies.keys() == {message_id(key, "bm.test") for key in season.sent("letter")}
    for user in ("alice", "bob", "carol"):
        told = " ".join(parsed(raw)["Subject"] for raw in dovecot.letters(user))
        assert all(f"Duel {number}" in told for number in (1, 2, 3, 4))
    return f"{len(copies)} letters, and {len(smtp.taken) - len(copies)} copies of them beyond the first"


@pytest.mark.parametrize("seed", SEEDS)
def test_a_season_on_mediawiki_with_mail(
    mediawiki: MediaWiki, dovecot: Dovecot, smtp: Smtp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    record_property, seed: int | None,
) -> None:  # fmt: skip
    secrets(tmp_path, monkeypatch, mediawiki, dovecot)
    Visitor(mediawiki, mediawiki.admin).edit("Ruleset", SPELLS)
    people = People(seed, [*ADDRESSES], Hands(mediawiki), WIKITEXT) if seed else None
    with losing(mediawiki.url, is_edit, 1, people) as way:
        season = Season(settings(dovecot, smtp, way, "mediawiki"), tmp_path, addresses(), people)
        smtp.faults = Unlucky(unlucky(2))  # type: ignore[assignment]
        season.play(players(season, dovecot))
        if people:
            season.check_people()
        edits = pages_are_there_once(season, mediawiki)
        marks = marks_on_wiki(mediawiki)
        posts, comments = season.sent("post"), season.sent("comment")
        assert marks == Counter([*posts, *comments])
        calls = sum(map(is_edit, way.seen))
        assert len(all_edits(mediawiki)) == edits + len(posts) + len(comments)
        assert people or calls == len(all_edits(mediawiki)), "no call was in vain"
        record_property(
            "figure",
            f"a season of three duels on MediaWiki with mail, two thirds of all answers to writes lost: {len(posts)} "
            f"posts, {len(comments)} comments and {edits} page edits, each exactly once; "
            f"{letters_are_there(season, smtp, dovecot)}; no order lost; {calls} writes, {len(way.seen) - calls} reads"
            + (f"; {people.told()}" if people else ""),
        )
        season.app.store.close()


@pytest.mark.parametrize("seed", SEEDS)
def test_a_season_on_mediawiki_and_wordpress_with_mail(
    mediawiki: MediaWiki, wordpress: WordPress, dovecot: Dovecot, smtp: Smtp,
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, record_property, seed: int | None,
) -> None:  # fmt: skip
    secrets(tmp_path, monkeypatch, mediawiki, dovecot)
    monkeypatch.setenv("BLOG_PASSWORD", wordpress.passwords["editor"])
    Visitor(mediawiki, mediawiki.admin).edit("Ruleset", SPELLS)
    people = People(seed, [*ADDRESSES], HandsOnBoth(mediawiki, wordpress), WIKITEXT) if seed else None
    with ExitStack() as ways:
        wiki = ways.enter_context(losing(mediawiki.url, is_edit, 3, people))
        blog = ways.enter_context(losing(wordpress.url, is_new_text, 4, people))
        blog_settings = WORDPRESS.format(url=blog.url)
        season = Season(settings(dovecot, smtp, wiki, "wordpress", blog_settings), tmp_path, addresses(), people)
        smtp.faults = Unlucky(unlucky(5))  # type: ignore[assignment]
        season.play(players(season, dovecot))
        if people:
            season.check_people()
        edits = pages_are_there_once(season, mediawiki)
        assert len(all_edits(mediawiki)) == edits
        assert people or sum(map(is_edit, wiki.seen)) == edits, "no call was in vain"
        posts, comments = season.sent("post"), season.sent("comment")
        assert marks_on_blog(wordpress, "posts") == Counter(posts)
        assert marks_on_blog(wordpress, "comments") == Counter(comments)
        assert sum(map(is_new_text, blog.seen)) == len(posts) + len(comments), "no call was in vain"
        record_property(
            "figure",
            "a season of three duels on MediaWiki and WordPress with mail, two thirds of all answers to writes lost: "
            f"{len(posts)} posts, {len(comments)} comments and {edits} page edits, each exactly once; "
            f"{letters_are_there(season, smtp, dovecot)}; no order lost" + (f"; {people.told()}" if people else ""),
        )
        season.app.store.close()


def marks_on_blog(wordpress: WordPress, kind: str) -> Counter[str]:
    """The keys of the posts or comments that an editor of the blog can see there."""
    answer = requests.get(
        f"{wordpress.url}/", params={"rest_route": f"/wp/v2/{kind}", "context": "edit", "per_page": "100"},
        auth=("editor", wordpress.passwords["editor"]), timeout=60,
    )  # fmt: skip
    assert answer.headers["x-wp-totalpages"] == "1"
    return Counter(re.findall(r"<!-- pbp:(\S+) -->", " ".join(text["content"]["raw"] for text in answer.json())))


def secrets(folder: Path, monkeypatch: pytest.MonkeyPatch, mediawiki: MediaWiki, dovecot: Dovecot) -> None:
    """Puts the passwords where the configuration says that they are."""
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.setenv("WIKI_PASSWORD", mediawiki.bot.password)
    (folder / "mail.password").write_text(f"{dovecot.password}\n")


def settings(dovecot: Dovecot, smtp: Smtp, wiki: Proxy, blog: str, wordpress: str = "") -> str:
    """config.toml."""
    return SETTINGS.format(
        blog=blog, mediawiki=wiki.url, bot=MediaWiki.bot.login, wordpress=wordpress, imap=dovecot.tls_port,
        smtp=smtp.port, certificate=dovecot.certificate,
    )  # fmt: skip


def addresses() -> dict[str, dict[str, str]]:
    return {name: {"mail": address} for name, address in ADDRESSES.items()}

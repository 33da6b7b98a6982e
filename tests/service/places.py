"""Places other than the embedded site at which a duel is played and told, for the runs that are killed there.

To add one, write its class, and add its fixture in conftest.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Any

import requests
from reddit_emulator import ACCOUNT, Emulator
from seasons.letters import parsed, written
from seasons.season import each_differs
from servers.channels import ROOM, Channels
from servers.dovecot import Dovecot
from servers.mediawiki import MediaWiki, Visitor
from servers.proxy import Proxy
from servers.push import PushService
from servers.smtp import DROP_AFTER, Smtp
from servers.wordpress import WordPress

from pbp.adapters.push import keep_new_key
from pbp.app import App
from pbp.service.publish import retry
from pbp.store import Outgoing
from pbp.store.states import TextState
from pbp.web.front import Front
from service.doom import go_on, say_on_site, told
from service.on_reddit import account
from service.world import SPELLS, START, WIZARDS, World

Shown = Mapping[str, Any]


class Place:
    """A place, and what stands there by the service's hand; what it does not have is on the embedded site.

    `covers` are the adapters as they are registered: the kind of port, and its name. `settings` lead the service there.
    """

    covers: frozenset[tuple[str, str]] = frozenset()
    settings = ""
    often: tuple[str, ...] = ("taken ", "before a file's commit in")
    """How the kinds of effects begin at one of which each it is always killed; at all points in the long run alone."""
    start = START

    def __init__(self) -> None:
        self.addresses: Mapping[str, Mapping[str, str]] = {}

    def begin(self, folder: Path) -> None:
        """Lays out what must be there before the service first starts."""

    def follow(self, world: World) -> None:
        """Has the place go by a world's clock from now on, where it has none of its own."""

    def first(self, world: World) -> None:
        """The first run, and what people do before or after it."""
        world.tick()

    def say(self, world: World, name: str, words: str) -> None:
        """A player's message."""
        say_on_site(world, name, words)

    def kept(self) -> Callable[[], None]:
        """Keeps what stands there now; what it gives puts it back to that, as often as it is called."""
        return lambda: None

    loses = True
    """Whether it can lose answers."""

    def lose_answers(self) -> None:
        """Has the place do the next writes, and lose the answers."""

    def live(self, app: App) -> None:
        """The run that is killed."""
        app.tick()

    def attend(self, app: App) -> None:
        """What people do there for the service."""

    def go_on(self, world: World) -> None:
        """What the service, and people, do after it was killed."""
        go_on(world)

    def shown(self, world: World) -> Shown:
        """All that stands there by the service's hand, in a form in which two runs can be compared."""
        return beside(world)

    def copies(self) -> int:
        """How many copies came of what may be sent again, beyond the first of each; all are the same to the byte."""
        return 0


class OnMediaWiki(Place):
    """The wiki and the blog on one MediaWiki."""

    covers = frozenset({("wiki", "mediawiki"), ("blog", "mediawiki")})

    def __init__(self, wiki: MediaWiki, way: Proxy):
        super().__init__()
        self._wiki, self._way = wiki, way
        self.settings = (
            '[wiki]\nadapter = "mediawiki"\n[blog]\nadapter = "mediawiki"\n'
            f'[mediawiki]\nurl = "{way.url}"\nuser = "{wiki.bot.login}"\npassword = "env:WIKI_PASSWORD"\n'
            'contact = "battlemaster@bm.test"\n'
        )

    def begin(self, folder: Path) -> None:
        Visitor(self._wiki, self._wiki.person).edit("Ruleset", SPELLS)

    def kept(self) -> Callable[[], None]:
        return self._wiki.kept()

    def lose_answers(self) -> None:
        self._way.lose_answers(lambda request: request.method == "POST" and b"action=edit" in request.body, 2)

    def shown(self, world: World) -> Shown:
        reader, every = Visitor(self._wiki), {"action": "query", "list": "usercontribs", "uclimit": "max"}
        edits = reader.get(**every, ucuser=self._wiki.bot.name, ucprop="title|comment")["query"]["usercontribs"]
        pages: dict[str, str] = {}
        for space in (0, 1):
            content = {"prop": "revisions", "rvprop": "content", "rvslots": "main"}
            found = reader.get(
                action="query", generator="allpages", gapnamespace=space, gaplimit="max", **content
            )["query"]["pages"]  # fmt: skip
            pages |= {page["title"]: page["revisions"][0]["slots"]["main"]["content"] for page in found}
        return {
            "texts": Counter(edit["comment"] for edit in edits if "[pbp:" in edit["comment"]),
            "pages": {title: lasting(text) for title, text in pages.items() if "Audit" not in title},
            "beside": beside(world),
        }


class OnWordPress(Place):
    """The blog on a WordPress."""

    covers = frozenset({("blog", "wordpress")})

    def __init__(self, blog: WordPress, way: Proxy):
        super().__init__()
        self._blog, self._way = blog, way
        self.settings = (
            '[blog]\nadapter = "wordpress"\n'
            f'[wordpress]\nurl = "{way.url}"\nuser = "editor"\npassword = "env:BLOG_PASSWORD"\n'
        )

    def kept(self) -> Callable[[], None]:
        return self._blog.kept()

    def lose_answers(self) -> None:
        self._way.lose_answers(lambda request: request.method == "POST", 2)

    def shown(self, world: World) -> Shown:
        return {"posts": self._texts("posts"), "comments": self._texts("comments"), "beside": beside(world)}

    def _texts(self, kind: str) -> Counter[str]:
        every = {"rest_route": f"/wp/v2/{kind}", "context": "edit", "per_page": "100"}
        who = ("editor", self._blog.passwords["editor"])
        answer = requests.get(f"{self._blog.url}/", params=every, auth=who, timeout=60)
        assert answer.headers["x-wp-totalpages"] == "1"
        return Counter(lasting(text["content"]["raw"]) for text in answer.json())


class OnReddit(Place):
    """Wiki, blog and letters on a subreddit."""

    covers = frozenset({("wiki", "reddit"), ("blog", "reddit"), ("mailbox", "reddit")})

    def __init__(self, reddit: Emulator):
        super().__init__()
        self._reddit = reddit
        self.addresses = {name: {"reddit": f"{name}_the_wise"} for name in WIZARDS}
        self.settings = (
            '[wiki]\nadapter = "reddit"\n[blog]\nadapter = "reddit"\n[letters]\nchannels = ["reddit"]\n'
            f'[battle_master]\naddresses = ["reddit:Merlin_the_Master"]\n{account(reddit)}'
        )

    def begin(self, folder: Path) -> None:
        self._reddit.world.edit("ruleset", SPELLS, "Moderator")

    def say(self, world: World, name: str, words: str) -> None:
        self._reddit.world.message(self.addresses[name]["reddit"], words)

    def kept(self) -> Callable[[], None]:
        return self._reddit.world.kept()

    def lose_answers(self) -> None:
        for where in ("POST /api/comment", "wiki/edit", "POST /api/compose"):
            self._reddit.fail("lost", where)

    def follow(self, world: World) -> None:
        self._reddit.world.clock = world.clock

    def shown(self, world: World) -> Shown:
        there = self._reddit.world
        ours = [comment for comment in there.comments if comment.author == ACCOUNT]
        return {
            "posts": [(post.title, lasting(post.body)) for post in there.posts if post.author == ACCOUNT],
            "comments": Counter(lasting(comment.body) for comment in ours),
            "letters": Counter((note.to, note.subject) for note in there.notes if note.author == ACCOUNT),
            "pages": {name: lasting(page[-1].text) for name, page in there.pages.items() if "audit" not in name},
            "edits": all(each_differs([one.text for one in page]) for page in there.pages.values()),
            "beside": beside(world),
        }


class ByMail(Place):
    """Letters by mail: with IMAP they are fetched, with SMTP sent."""

    covers = frozenset({("mailbox", "mail")})
    often = ("sending ", "taken ", "before a file's commit in", "after a file's commit in")

    def __init__(self, dovecot: Dovecot, smtp: Smtp):
        super().__init__()
        self._dovecot, self._smtp = dovecot, smtp
        self.addresses = {name: {"mail": f"{name.lower()}@example.test"} for name in WIZARDS}
        self._numbers = count(1)
        # The mail server stamps what it takes by its own clock, which is the machine's.
        self.start = datetime.now(UTC).replace(hour=9, minute=0, second=0, microsecond=0)
        self.settings = (
            '[letters]\nchannels = ["mail"]\n[battle_master]\naddresses = ["mail:nimue@example.test"]\n'
            f'[mail]\naddress = "battlemaster@bm.test"\nimap = "127.0.0.1:{dovecot.tls_port}"\n'
            f'smtp = "127.0.0.1:{smtp.port}"\nsmtp_security = "starttls"\nuser = "battlemaster"\n'
            'password = "file:mail.password"\nauthserv_id = "mx.bm.test"\n'
            f'ca_file = "{dovecot.certificate}"\n'
        )

    def begin(self, folder: Path) -> None:
        (folder / "mail.password").write_text(f"{self._dovecot.password}\n")

    def say(self, world: World, name: str, words: str) -> None:
        vouched = b"Authentication-Results: mx.bm.test; dmarc=pass header.from=example.test\r\n"
        letter = written(words, self.addresses[name]["mail"], f"<{next(self._numbers)}@mail.example.test>")
        self._dovecot.append("battlemaster", vouched + letter, world.clock.now)

    def kept(self) -> Callable[[], None]:
        mails, taken = self._dovecot.kept(), [*self._smtp.taken]

        def put_back() -> None:
            mails()
            self._smtp.taken = [*taken]
            self._smtp.faults.clear()

        return put_back

    def lose_answers(self) -> None:
        self._smtp.faults.append(DROP_AFTER)

    def shown(self, world: World) -> Shown:
        (mailbox,) = world.app.desk.mailboxes.values()
        letters = {parsed(taken.letter)["Message-ID"]: taken for taken in self._smtp.taken}
        return {
            "letters": {id: (taken.recipients, parsed(taken.letter)["Subject"]) for id, taken in letters.items()},
            "not taken in": [message.id for message in mailbox.fetch()],
            "beside": beside(world),
        }

    def copies(self) -> int:
        return beyond_the_first((parsed(one.letter)["Message-ID"], one.recipients, one.letter)
                                for one in self._smtp.taken)  # fmt: skip


class ByHand(Place):
    """A blog on which a person posts what is prepared: at once, and gives the address."""

    covers = frozenset({("blog", "draft")})
    often = ("before blog", "after blog")
    loses = False
    settings = '[blog]\nadapter = "draft"\n'

    def first(self, world: World) -> None:
        self.live(world.app)

    def live(self, app: App) -> None:
        for _ in range(3):
            app.tick()
            self.attend(app)
        app.tick()

    def go_on(self, world: World) -> None:
        go_on(world)
        self.live(world.app)
        go_on(world)

    def attend(self, app: App) -> None:
        draft = app.sites.draft
        for key in draft.waiting():
            draft.posted(key, f"https://blog.example/{key}")

    def shown(self, world: World) -> Shown:
        folder = world.folder / "drafts"
        return {
            "prepared": {path.name: lasting(path.read_text(encoding="utf-8")) for path in folder.iterdir()},
            "waiting": world.app.sites.draft.waiting(),
            "beside": beside(world),
        }


class Announced(Place):
    """Posts and comments told on Discord and Matrix too, and a player's browser that gets pushes."""

    covers = frozenset({("announcer", "discord"), ("announcer", "matrix"), ("pusher", "push")})
    often = ("sending discord", "taken ")

    def __init__(self, channels: Channels, way: Proxy, service: PushService):
        super().__init__()
        self._channels, self._way, self._service = channels, way, service
        self.settings = (
            f'[discord]\nwebhooks = ["env:DISCORD_WEBHOOK"]\n[matrix]\nserver = "{way.url}"\n'
            f'token = "env:MATRIX_TOKEN"\nrooms = ["{ROOM}"]\n'
            f'[push]\nkey = "file:push.pem"\ncontact = "mailto:merlin@example.org"\nservices = ["{service.netloc}"]\n'
        )

    def begin(self, folder: Path) -> None:
        keep_new_key(folder / "push.pem")

    def first(self, world: World) -> None:
        Front(world.app).subscribe("Alice", **self._service.subscribe())
        world.tick()

    def kept(self) -> Callable[[], None]:
        channels, pushed = self._channels.kept(), [*self._service.pushed]

        def put_back() -> None:
            channels()
            self._service.pushed = [*pushed]

        return put_back

    def lose_answers(self) -> None:
        self._way.lose_answers(lambda request: request.method in ("POST", "PUT"), 2)

    def go_on(self, world: World) -> None:
        """A person looks whether what is in doubt stands on Discord, and has it sent if it does not."""
        go_on(world)
        for item, link in self._in_doubt(world):
            if not any(link in message["content"] for message in self._channels.messages):
                world.app.carry_out(retry, item.key, world.clock())
        world.tick(minutes=1)

    def _in_doubt(self, world: World) -> list[tuple[Outgoing, str]]:
        with world.app.store.tx() as tx:
            stuck = tx.all_outgoing(TextState.STUCK)
            return [(item, tx.outgoing(item.payload["of"]).ref_url) for item in stuck]

    def shown(self, world: World) -> Shown:
        with world.app.store.tx() as tx:
            doubts = tx.count_entries("stuck")
        there = beside(world)
        return {
            "discord": Counter(lasting(message["content"]) for message in self._channels.messages),
            "matrix": Counter(lasting(event["body"]) for event in self._channels.events),
            "pushed": {pushed.topic: pushed.said for pushed in self._service.pushed},
            "told of what is in doubt": there["letters"]["Master"].pop("A text could not be sent", 0) == doubts,
            "beside": there,
        }

    def copies(self) -> int:
        return beyond_the_first((one.topic, repr(one.said)) for one in self._service.pushed)


def beside(world: World) -> dict[str, Any]:
    """What is on the embedded site. How often a page was edited may differ: each time it said something else."""
    found = told(world.site)
    return found | {"edits": sorted(found["edits"])}


def beyond_the_first(sent: Iterable[tuple[object, ...]]) -> int:
    """How much was sent again, under the names with which each begins; it must be the same then."""
    every = [*sent]
    assert len({name for name, *_ in every}) == len({*every}), "a copy is another text"
    return len(every) - len({*every})


def lasting(text: str) -> str:
    """A text without what no two runs have in common: what is drawn to blind a commitment, the moments at which a site
    says that we signed, and the ids by which it names texts, which follow the order of all its writes.
    """
    for changing in (
        r"\b[0-9a-f]{64}\b",
        r"\d{4}(-|&#45;)\d\d(-|&#45;)\d\dT([\d:.]|&#58;)+Z",
        r"\d\d:\d\d, \d+ \w+ \d{4} \(UTC\)",
        r"/comments/\w+|/_/\w+",
    ):
        text = re.sub(changing, "…", text)
    return text

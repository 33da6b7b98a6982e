"""The Battle Master's desk: all that the verbs of the service work with, put together once in app.py."""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from pbp import fair
from pbp.clock import Clock, OtherClocks, system_clock
from pbp.commands import LETTER_BEGIN, LETTER_END
from pbp.config import Config
from pbp.games.base import CONTEST
from pbp.ports import Adviser, Announcer, Blog, Mailbox, Message, Wiki
from pbp.service import preferences, pushes, tokens
from pbp.store import Duel, Store, Tx
from pbp.store.states import TextKind
from pbp.store.values import SeasonRow
from pbp.text import Texts

if TYPE_CHECKING:
    from pbp.service.format import Format
    from pbp.service.present import Played

INSTANT = timedelta(microseconds=1)
"""The smallest part of time that we keep: what counts as received before an instant is recorded this long before."""
_IN_ALL_LINES = re.compile(r"\.(?:post|(?:commence|result|ended)\d*(?:again\d+)?|cancelled)$")
"""The keys of the texts that make up a duel's life, and not a player's copy of them."""


@dataclass(frozen=True)
class Desk:
    """Settings, store, texts and sites. `private_link(wizard)` is where that player can write unseen, if anywhere."""

    config: Config
    store: Store
    texts: Texts
    clock: Clock
    wiki: Wiki
    blog: Blog
    mailboxes: Mapping[str, Mailbox]
    private_link: Callable[[str], str | None]
    renew_link: Callable[[str], None] = lambda _: None
    """Gives that player another private link in place of the one before."""
    follow_token: Callable[[str], str] = lambda _: ""
    """What the addresses of that player's own feed and calendar bear; empty if there are none."""
    renew_follow_token: Callable[[str], object] = lambda _: None
    """Gives that player other such addresses."""
    contest_page: Callable[[int], str | None] = lambda _: None
    """Where readers of the blog find a contest with its pictures, if anywhere."""
    rules_page: Callable[[str], str | None] = lambda _: None
    """Where they find the rules of a game ("simulacra") or variant ("wizards-duel/archwizard"), if anywhere."""
    tournament_page: Callable[[int], str | None] = lambda _: None
    """Where they find a tournament with its bracket or table, if anywhere but on the wiki."""
    open_pages: Callable[[], None] = lambda: None
    """Opens the private pages that players and deputies are to have."""
    progress: Callable[[str], None] = lambda _: None
    """Is told the key of each text that is about to be sent."""
    adviser: Adviser | None = None
    """Who is asked for more suggestions, if anybody."""
    others: OtherClocks = field(default_factory=lambda: OtherClocks(system_clock))
    """The clocks with which ours is compared."""
    announcers: Mapping[str, Announcer] = field(default_factory=dict)
    """Where posts and comments are told as well, by name."""
    pusher: Announcer | None = None
    """What tells players' browsers of letters, if anything."""
    owner: str = field(default_factory=lambda: secrets.token_hex(8))
    """The name of this process in leases."""
    formats: Mapping[str, Format] = field(default_factory=dict)
    """How each kind of duel goes, by its name."""
    played: dict[int, Played] = field(default_factory=dict)
    """How far this process has played duels again, by their numbers."""
    begun: datetime | None = None
    """When the tick began, within one: what was looked up since then need not be looked up again."""
    newest: dict[str, str | None] = field(default_factory=dict)
    """The newest revisions of pages, as this tick has seen or made them; None of one that has to be read."""

    def for_a_tick(self) -> Desk:
        """The desk of a tick that begins now."""
        return replace(self, begun=self.clock(), newest={})

    def format(self, duel: Duel) -> Format:
        """How that kind of duel goes."""
        return self.formats[duel.format]

    # ---- names of what goes out --------------------------------------------------------------------------------

    def key(self, duel: Duel | int | None, what: str, wizard: str | None = None) -> str:
        """The key of a text: season, duel, what it is, and a short hash in place of a player's name."""
        number = duel.number if isinstance(duel, Duel) else duel
        parts = [
            f"s{self.config.season.id}",
            f"d{number}" if number else "",
            what,
            short_hash(wizard) if wizard else "",
        ]
        return ".".join(part for part in parts if part)

    def season_key(self, season: str) -> str:
        """The key of the post with which a season begins."""
        return f"s{season}.season"

    def key_in_line(self, tx: Tx, key: str) -> str:
        """The key as it is in the present line of the books: what the lost part of an older one had sent is another.

        Of the texts that are looked for after a restore, there is one in all lines.
        """
        return key if tx.line == 1 or _IN_ALL_LINES.search(key) else f"{key}.line{tx.line}"

    def list_title(self, number: int) -> str:
        """The title of a duel's spell list page."""
        return self.config.wiki.list_title.format(number=number)

    def companion_title(self, number: int) -> str:
        """The title of the page beside the list page, which says what its spells do."""
        return f"{self.list_title(number)} explained"

    def audit_title(self, number: int) -> str:
        """The title of the page with a duel's bundle."""
        return self.config.wiki.audit_title.format(number=number)

    def season_title(self, season: str) -> str:
        """The title of the page that lists all duels of a season."""
        return self.config.wiki.season_title.format(season=season)

    def tournament_title(self, number: int) -> str:
        """The title of a tournament's page."""
        return self.config.wiki.tournament_title.format(number=number)

    def tournament_url(self, number: int) -> str:
        """Where readers find a tournament: on the site, or on the wiki."""
        return self.tournament_page(number) or self.wiki.url(self.tournament_title(number))

    def form(self, subject: str, text: str) -> str | None:
        """Where a reader can open a letter to us, filled in; None where no channel has such an address."""
        return next(filter(None, (mailbox.form(subject, text) for mailbox in self.mailboxes.values())), None)

    # ---- queueing ----------------------------------------------------------------------------------------------

    def comment(self, tx: Tx, duel: Duel, what: str, template: str, at: datetime, **facts: Any) -> str:
        """Queues a comment on a duel's post, rendered now; gives its key."""
        key = self.key_in_line(tx, self.key(duel, what))
        self.remark(tx, key, self.key(duel, "post"), template, at, number=duel.number, duel=duel, **facts)
        return key

    def remark(
        self, tx: Tx, key: str, post: str, template: str, at: datetime, /, *, number: int | None = None, **facts: Any
    ) -> None:
        """Queues a comment on the post of that key, of the duel of that number or of none, rendered now."""
        facts |= {"key": key, "desk": self}
        body = self.texts.render(f"comment/{template}", self.blog.markup, **facts)
        tx.queue(key, TextKind.COMMENT, "blog", at, {"on": post, "body": body}, after=[post], duel=number)
        above = tx.outgoing(post)
        title = above.payload.get("title", "") if above else ""
        self._announce(tx, key, title, f"comment/{template}", at, number, facts)

    def post(
        self,
        tx: Tx,
        key: str,
        title: str,
        template: str,
        at: datetime,
        /,
        *,
        after: Iterable[str] = (),
        number: int | None = None,
        **facts: Any,
    ) -> None:
        """Queues a post, of the duel of that number or of none, rendered now."""
        facts |= {"key": key, "desk": self}
        body = self.texts.render(f"blog/{template}", self.blog.markup, **facts)
        tx.queue(key, TextKind.POST, "blog", at, {"title": title, "body": body}, after=list(after), duel=number)
        self._announce(tx, key, title, f"blog/{template}", at, number, facts)

    def _announce(
        self, tx: Tx, key: str, title: str, template: str, at: datetime, number: int | None, facts: Mapping[str, Any]
    ) -> None:
        """Queues a text of the blog for every other place where it is told, as soon as it stands on the blog."""
        for name, announcer in self.announcers.items():
            plain, body = (self.texts.render(template, markup, **facts) for markup in ("plain", announcer.markup))
            payload = {"title": title, "body": body, "plain": plain, "of": key}
            own = f"{key}.to.{short_hash(name)}"
            tx.queue(own, TextKind.ANNOUNCEMENT, name, at, payload, after=[key], duel=number)

    def letter(
        self,
        tx: Tx,
        key: str,
        to: tuple[str, str],
        template: str,
        at: datetime,
        *,
        after: Iterable[str] = (),
        duel: Duel | None = None,
        thread: str = "",
        subject: str | None = None,
        public: bool = False,
        zone: str = "",
        **facts: Any,
    ) -> bool:
        """Queues a letter to (channel, address), rendered now; the template's first line is the subject.

        False, and nothing is rendered, if it has been queued before: a reminder is asked for at every tick.
        """
        if tx.outgoing(self.key_in_line(tx, key)):
            return False
        text = self.worded(template, at, duel=duel, zone=zone, **facts)
        return self.queue_letter(
            tx, key, to, text, at, after=after, duel=duel, thread=thread, subject=subject, public=public
        )

    def worded(self, template: str, at: datetime, *, duel: Duel | None = None, zone: str = "", **facts: Any) -> str:
        """The words of a letter, as they are now, to somebody in that zone; the first line is the subject."""
        return self.texts.render(f"mail/{template}", "plain", zone=zone, desk=self, at=at, duel=duel, **facts)

    def queue_letter(
        self,
        tx: Tx,
        key: str,
        to: tuple[str, str],
        text: str,
        at: datetime,
        *,
        after: Iterable[str] = (),
        duel: Duel | None = None,
        thread: str = "",
        subject: str | None = None,
        public: bool = False,
    ) -> bool:
        """Queues a letter in these words to (channel, address)."""
        channel, address = to
        first, _, body = text.partition("\n")
        framed = f"{LETTER_BEGIN}\n\n{body.strip()}\n\n{LETTER_END}\n"
        payload = {
            "to": address,
            "subject": subject or first,
            "body": body.strip() + "\n" if public else framed,
            "thread": thread,
            "token": "" if public else self._token_for(tx, channel, address, duel, at),
            "public": public,
        }
        key = self.key_in_line(tx, key)
        return tx.queue(
            key, TextKind.LETTER, channel, at, payload, after=list(after), duel=duel.number if duel else None
        )

    def _token_for(self, tx: Tx, channel: str, address: str, duel: Duel | None, at: datetime) -> str:
        """The reply token of a letter; none where it goes to an address that nobody has proven to be theirs."""
        known = tx.wizard_at(channel, address) or self.is_masters(channel, address)
        number = duel.number if duel and duel.ended is None else 0
        return self.reply_token(tx, channel, address, number, at) if known else ""

    def is_masters(self, channel: str, address: str) -> bool:
        """Whether an address is one of the Battle Master's."""
        return f"{channel}:{address}".casefold() in map(str.casefold, self.config.battle_master.addresses)

    def letter_to(self, tx: Tx, wizard: str, key: str, template: str, at: datetime, **facts: Any) -> bool:
        """Queues a letter to a player, where that player last wrote from; False if there is no address."""
        addresses = [pair for pair in tx.addresses(wizard) if pair[0] in self.mailboxes]
        if not addresses:
            return False
        link, zone = self.private_link(wizard), preferences.of(tx, wizard).zone
        if self.pusher:
            duel, after = facts.get("duel"), facts.get("after", ())
            page = self.contest_page(duel.number) if duel and duel.format == CONTEST else None
            pushes.queue(tx, wizard, self.key_in_line(tx, key), template, at, duel, page or "", after)
        return self.letter(tx, key, addresses[0], template, at, zone=zone, wizard=wizard, private_link=link, **facts)

    def announcer(self, name: str) -> Announcer | None:
        """The place of that name where something is told; None if it is no more in the settings."""
        return self.pusher if name == pushes.PUSH else self.announcers.get(name)

    def tell_master(self, tx: Tx, what: str, at: datetime, *, but: str = "", **facts: Any) -> list[str]:
        """Queues a letter to every address of the Battle Master, `but` one where it would not arrive; `what` is its key
        for ever and `facts` its words. Gives the keys under which they go out.
        """
        keys = []
        for place in self.config.battle_master.addresses:
            channel, _, address = place.partition(":")
            if channel in self.mailboxes and place.casefold() != but.casefold():
                key = f"{self.key(None, 'master')}.{short_hash(what)}.{short_hash(place)}"
                token = self._token_for(tx, channel, address, facts["duel"], at)
                self.letter(tx, key, (channel, address), "master", at, reply_token=token, **facts)
                keys.append(self.key_in_line(tx, key))
        return keys

    def reply_token(self, tx: Tx, channel: str, address: str, duel: int, at: datetime) -> str:
        """What a reply must bear to be believed where the site cannot prove its sender; `duel` is 0 for none."""
        return tokens.make(self.season(tx, at).signing_key, channel, address, duel, at)

    def is_reply_token(self, tx: Tx, token: str, channel: str, address: str, at: datetime) -> bool:
        """Whether a token is one that we sent to that address, and has not ended."""
        return bool(token) and tokens.is_good(tx, self.season(tx, at).signing_key, token, channel, address, at)

    def is_believed(self, tx: Tx, channel: str, message: Message, at: datetime) -> bool:
        """Whether a message is from whom it says: the site vouches for it, or it bears a reply token of ours."""
        return message.vouched or self.is_reply_token(tx, message.token, channel, message.sender, at)

    # ---- the season --------------------------------------------------------------------------------------------

    def season(self, tx: Tx, at: datetime) -> SeasonRow:
        """The present season; the first call begins it, with secrets drawn now."""
        row = tx.season(self.config.season.id)
        return row or self.begin_season(tx, at, secrets.token_bytes(32), secrets.token_bytes(32))

    def begin_season(self, tx: Tx, at: datetime, key: bytes, signing_key: bytes) -> SeasonRow:
        """Begins the season with these secrets, 32 bytes each: its anchor is journalled and posted."""
        id, public_key, dice = self.config.season.id, fair.public_key(signing_key), self.config.chance.source
        row = SeasonRow(
            id=id,
            key=key,
            signing_key=signing_key,
            anchor=fair.season_anchor(id, secret_season(key).root, public_key, dice).hex(),
            public_key=public_key.hex(),
            began=at,
            next_index=0,
            dice=dice,
        )
        tx.add_season(row)
        tx.journal(at, "season", id=id, anchor=row.anchor, public_key=row.public_key, dice=dice)
        title, list_url = f"Season {id} begins", self.wiki.url(self.season_title(id))
        facts: dict[str, Any] = {"season": row, "public_dice": dice == "rolls", "list_url": list_url}
        self.post(tx, self.season_key(id), title, "season", at, **facts)
        return row


@lru_cache(maxsize=4)
def secret_season(key: bytes) -> fair.Season:
    """The seeds and the tree of a season's key, built once a process."""
    return fair.Season(key)


def short_hash(words: str) -> str:
    """Twelve hexadecimal digits that stand for a text in a key."""
    return hashlib.sha256(words.encode()).hexdigest()[:12]

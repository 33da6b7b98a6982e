"""Letters over IMAP and SMTP: a Mailbox.

A sender is believed through the verdict of the operator's own mail server or a reply token. What comes in is read
without a change to the mailbox; what goes out is sent at least once, every copy byte for byte the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial

from pbp.adapters.mail import probe, verdict
from pbp.adapters.mail.arrival import Arrival, Skew, arrival, measured
from pbp.adapters.mail.faults import told_as_site_errors
from pbp.adapters.mail.imap import AT_ONCE, CommandRefused, Folder, Listed, opened
from pbp.adapters.mail.letter import compose, message_id
from pbp.adapters.mail.login import Credentials
from pbp.adapters.mail.read import read_letter, verdict_servers
from pbp.adapters.mail.settings import MailboxSettings, MailLogin, MailServer, OAuth, Password
from pbp.adapters.mail.smtp import connected, deliver
from pbp.adapters.mail.state import MailState
from pbp.adapters.mail.structure import FetchedWords
from pbp.clock import Clock, system_clock
from pbp.errors import SiteError
from pbp.ports import Letter, Message, Ref

__all__ = ["Mail", "MailLogin", "MailServer", "MailboxSettings", "OAuth", "Password"]

SENT_LAG = timedelta(minutes=1)
"""How long a provider may take to show in its folder what it sent."""


class Mail:
    """The Battle Master's mail. Every method raises SiteDown or SiteRefused and nothing else."""

    def __init__(self, settings: MailboxSettings, clock: Clock = system_clock, name: str = "mail"):
        self.name = name
        self.settings = settings
        self.late = timedelta(0)  # a second copy is the same letter to every mail program
        self.lag = SENT_LAG if settings.sent_folder else timedelta(0)
        self._clock = clock
        self._state = MailState(settings.state, clock)
        self._reader = Credentials(settings.imap_login, self._state, settings.timeout, clock)
        self._writer: Credentials | None = None
        if settings.smtp_login is not None:
            same = settings.smtp_login == settings.imap_login
            self._writer = (
                self._reader if same else Credentials(settings.smtp_login, self._state, settings.timeout, clock)
            )

    def fetch(self, *, thorough: bool = True) -> list[Message]:
        """Every letter in the folder that is not done, oldest first, by the time at which it came as far as we know."""
        with self._folder(self.settings.folder) as folder:
            above = self._state.read_up_to(folder.validity)
            waiting = self._waiting(folder, above)
            messages: dict[str, Message] = {}
            for start in range(0, len(waiting), AT_ONCE):
                for message in self._read(folder, waiting[start : start + AT_ONCE]):
                    messages.setdefault(message.id, message)  # of two copies the first counts
        return sorted(messages.values(), key=lambda message: message.received)

    def done(self, message: Message) -> None:
        """Marks a letter as taken in, with every copy of it, come or to come."""
        self._state.set_done(message.id)

    def newest_done(self) -> str | None:
        """The id of the letter that was last marked as taken in, by our own file."""
        return self._state.newest_done()

    def form(self, subject: str, text: str) -> None:
        """None: a mail address in a public text is soon full of other people's letters."""

    def find(self, key: str, since: datetime | None = None) -> Ref | None:
        """The letter that a server said it took, or that lies among what the provider sent; else nobody can tell."""
        ref = self._ref(key)
        if self._state.was_taken(key):
            return ref
        if self.settings.sent_folder:
            with self._folder(self.settings.sent_folder) as folder:
                if folder.holds(ref.id):
                    return ref
        return None

    def send(self, key: str, letter: Letter) -> Ref:
        """Sends a letter, unless a server has already taken one under this key. Its Date is that of the first try."""
        if not self._state.was_taken(key):
            raw = compose(key, letter, self.settings, self._state.first_tried(key))
            with self._at_smtp():
                deliver(self.settings, self._writer, letter.to, raw)
            self._state.set_taken(key)
        return self._ref(key)

    def check(self) -> tuple[str, ...]:
        """What keeps the mailbox from working, a sentence each, with what to do; nothing is changed or sent."""
        found = []
        parts = (("imap", self._check_reading), ("imap", self._check_sent), ("smtp", self._check_writing))
        for protocol, part in parts:
            try:
                found += part()
            except SiteError as error:
                found.append(self._other_security(protocol) or str(error))
        return tuple(dict.fromkeys(found))

    def _other_security(self, protocol: str) -> str:
        """What to set if a server that cannot be talked to speaks otherwise than configured; else empty."""
        server = self.settings.imap if protocol == "imap" else self.settings.smtp
        spoken = probe.spoken(server)
        if spoken in ("", server.security):
            return ""
        where = f"{server.host}:{server.port} ({protocol.upper()})"
        if spoken == "none":
            return f"the mail server {where} offers no TLS at all, but {protocol}_security is {server.security!r}"
        return f"{protocol}_security is {server.security!r}, but the mail server {where} speaks {spoken!r}: set that"

    def _check_reading(self) -> list[str]:
        pinned = self.settings.authserv_id
        with self._folder(self.settings.folder) as folder:
            seen = {server for letter in folder.newest(20) for server in verdict_servers(letter)}
        known = f"the newest letters bear those of {', '.join(sorted(seen)[:5])}" if seen else "the letters bear none"
        if not pinned:
            return [
                "authserv_id is not set, so that no sender is believed without a reply token: "
                f"set it to the name in the verdicts of your own mail server ({known})"
            ]
        if seen and not any(verdict.is_ours(server, pinned) for server in seen):
            return [f"authserv_id is {pinned}, but no letter bears a verdict of that server: {known}"]
        return []

    def _check_sent(self) -> list[str]:
        if self.settings.sent_folder:
            with self._folder(self.settings.sent_folder):
                pass
        return []

    def _check_writing(self) -> list[str]:
        with self._at_smtp(), connected(self.settings, self._writer):
            return []

    def _waiting(self, folder: Folder, above: int) -> list[tuple[int, Arrival]]:
        """The letters above a UID that are not done, each with when it came; of new ones that is kept from now on."""
        listed = folder.above(above)
        seen = self._clock()
        known = self._state.known(folder.validity, above)
        new = [letter for letter in listed if letter.uid not in known]
        skew = self._skew(folder, new)
        arrivals = {letter.uid: arrival(letter.stamped, seen, skew) for letter in new}
        self._state.add(folder.validity, arrivals, gone=known.keys() - {letter.uid for letter in listed})
        return [
            (letter.uid, arrivals.get(letter.uid) or known[letter.uid].arrival)
            for letter in listed
            if letter.uid not in known or not known[letter.uid].done
        ]

    def _skew(self, folder: Folder, new: list[Listed]) -> Skew | None:
        """How far the server's clock is ahead of ours in this session, as far as its new letters can show."""
        if not new:
            return None
        oldest = min(new, key=lambda letter: letter.stamped)
        try:
            if not folder.tells_ages():
                return None
            return measured(oldest.stamped, partial(folder.is_younger, oldest.uid), self._clock)
        except CommandRefused:
            return None

    def _read(self, folder: Folder, some: list[tuple[int, Arrival]]) -> Iterator[Message]:
        limit = self.settings.size_limit
        contents = folder.contents([uid for uid, _ in some], limit)
        letters = [
            (uid, read_letter(raw, came.latest, self.settings, cut, self._words(uid, folder.validity) if cut else None))
            for uid, came in some
            if (raw := contents.get(uid)) is not None  # else deleted by another program a moment ago
            for cut in (len(raw) >= limit,)
        ]
        arrivals = self._state.note(folder.validity, {uid: message.id for uid, message in letters})
        for uid, message in letters:
            if uid in arrivals:
                yield replace(message, received=arrivals[uid].latest, earliest=arrivals[uid].earliest)

    def _words(self, uid: int, validity: int) -> FetchedWords | None:
        """The words of a letter too long to be fetched; None if its beginning has to do.

        They are fetched in a connection of their own: if that breaks on the letter, the others are read all the same.
        """
        try:
            with self._folder(self.settings.folder) as folder:
                return folder.words(uid, self.settings.size_limit) if folder.validity == validity else None
        except SiteError:
            return None

    @contextmanager
    def _folder(self, name: str) -> Iterator[Folder]:
        server = self.settings.imap
        where = f"mailbox {name} on {server.host}:{server.port} (IMAP)"
        with told_as_site_errors(where, self._clock), opened(self.settings, self._reader, name) as folder:
            yield folder

    @contextmanager
    def _at_smtp(self) -> Iterator[None]:
        server = self.settings.smtp
        with told_as_site_errors(f"mail server {server.host}:{server.port} (SMTP)", self._clock):
            yield

    def _ref(self, key: str) -> Ref:
        id = message_id(key, self.settings.domain)
        return Ref(id, f"mid:{id[1:-1]}")

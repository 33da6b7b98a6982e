"""Letters over IMAP and SMTP: a Mailbox.

A sender is believed through the verdict of the operator's own mail server or a reply token. What comes in is read
without a change to the mailbox; what goes out is sent at least once, every copy byte for byte the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta

from pbp.adapters.mail import verdict
from pbp.adapters.mail.faults import told_as_site_errors
from pbp.adapters.mail.imap import AT_ONCE, Folder, Listed, opened
from pbp.adapters.mail.letter import compose, message_id
from pbp.adapters.mail.login import Credentials
from pbp.adapters.mail.read import read_letter, verdict_servers
from pbp.adapters.mail.settings import Login, OAuth, Password, Server, Settings
from pbp.adapters.mail.smtp import connected, deliver
from pbp.adapters.mail.state import Read, State
from pbp.clock import Clock, system_clock
from pbp.errors import SiteError
from pbp.ports import Letter, Message, Ref

__all__ = ["Login", "Mail", "OAuth", "Password", "Server", "Settings"]

OLD = timedelta(days=7)
"""A letter that came so long before the mailbox was first used is not answered."""
SENT_LAG = timedelta(minutes=1)
"""How long a provider may take to show in its folder what it sent."""


class Mail:
    """The Battle Master's mail. Every method raises SiteDown or SiteRefused and nothing else."""

    def __init__(self, settings: Settings, clock: Clock = system_clock, name: str = "mail"):
        self.name = name
        self.settings = settings
        self.late = timedelta(0)  # a second copy is the same letter to every mail program
        self.lag = SENT_LAG if settings.sent_folder else timedelta(0)
        self._clock = clock
        self._state = State(settings.state, clock)
        self._reader = Credentials(settings.imap_login, self._state, settings.timeout, clock)
        self._writer: Credentials | None = None
        if settings.smtp_login is not None:
            same = settings.smtp_login == settings.imap_login
            self._writer = (
                self._reader if same else Credentials(settings.smtp_login, self._state, settings.timeout, clock)
            )

    def fetch(self) -> list[Message]:
        """Every letter in the folder that is not done, oldest first, by the time at which our server took it."""
        with self._folder(self.settings.folder) as folder:
            above = self._state.read_up_to(folder.validity)
            done = self._state.done_among(folder.validity, above)
            waiting = [listed for listed in folder.above(above) if listed.uid not in done]
            messages: dict[str, Message] = {}
            for start in range(0, len(waiting), AT_ONCE):
                for message in self._read(folder, waiting[start : start + AT_ONCE]):
                    messages.setdefault(message.id, message)  # of two copies the first counts
        return sorted(messages.values(), key=lambda message: message.received)

    def done(self, message: Message) -> None:
        """Marks a letter as taken in, with every copy of it, come or to come."""
        self._state.set_done(message.id)

    def form(self, subject: str, text: str) -> None:
        """None: a mail address in a public text is soon full of other people's letters."""

    def find(self, key: str) -> Ref | None:
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
        for part in (self._check_reading, self._check_sent, self._check_writing):
            try:
                found += part()
            except SiteError as error:
                found.append(str(error))
        return tuple(dict.fromkeys(found))

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

    def _read(self, folder: Folder, some: list[Listed]) -> Iterator[Message]:
        limit = self.settings.size_limit
        contents = folder.contents([listed.uid for listed in some], limit)
        letters = [
            (listed.uid, read_letter(raw, listed.received, self.settings, cut=len(raw) >= limit))
            for listed in some
            if (raw := contents.get(listed.uid)) is not None  # else deleted by another program a moment ago
        ]
        # Letters under a name that nobody proved do not count against those that are believed.
        notes = [
            Read(uid, m.id, m.sender if m.vouched or m.token else f"? {m.sender}", m.received) for uid, m in letters
        ]
        too_old = self._state.born() - OLD
        for (_, message), before in zip(letters, self._state.note(folder.validity, notes), strict=True):
            if before is None:
                continue
            if not message.aside and before >= self.settings.hourly_limit:
                message = replace(message, aside=f"its sender wrote {before} letters in the hour before")
            if not message.aside and message.received < too_old:
                message = replace(message, aside="it came long before this mailbox was first used")
            yield message

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

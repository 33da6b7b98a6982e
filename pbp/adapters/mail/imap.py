"""Reading a mailbox over IMAP. Nothing on the server is changed, and no word of a sender goes into a command."""

from __future__ import annotations

import contextlib
import imaplib
import re
import ssl
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

from pbp.adapters.mail.login import MECHANISM, Credentials
from pbp.adapters.mail.settings import MailboxSettings
from pbp.adapters.mail.structure import MOST_PARTS, FetchedWords, Shape, fetched

AT_ONCE = 50
"""Letters for each FETCH command."""
_MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()
_INTERNALDATE = re.compile(rb'INTERNALDATE "([ \d]\d)-(\w{3})-(\d{4}) (\d\d):(\d\d):(\d\d) ([+-])(\d\d)(\d\d)"')
Answer = list[bytes | tuple[bytes, bytes] | None]
_UID = re.compile(rb"\bUID (\d+)")


class CommandRefused(imaplib.IMAP4.error):
    """The server said no to one command; the connection is good."""


@dataclass(frozen=True, slots=True)
class Listed:
    """One letter in the folder: `stamped` is when the server took it, by its own clock."""

    uid: int
    stamped: datetime


class Folder:
    """One folder, open for reading in one connection."""

    def __init__(self, connection: imaplib.IMAP4, name: str):
        self._connection = connection
        quoted = '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'
        self._answer("SELECT", connection.select(quoted, readonly=True))
        validity = connection.response("UIDVALIDITY")[1][-1]
        self.validity = int(validity) if isinstance(validity, bytes) else 0

    def above(self, uid: int) -> list[Listed]:
        """The letters with a greater UID, in its order. The cost grows with their number alone."""
        answer = self._ask("FETCH", f"{uid + 1}:*", "(UID INTERNALDATE)")
        found = {}
        for line in answer:
            number, date = _UID.search(_line(line)), _INTERNALDATE.search(_line(line))
            # The range n:* holds the last letter even if its UID is below n.
            if number and date and int(number[1]) > uid:
                found[int(number[1])] = Listed(int(number[1]), _moment(date))
        return [found[number] for number in sorted(found)]

    def newest(self, count: int) -> list[bytes]:
        """The beginnings of the newest letters."""
        answer = self._ask("SEARCH", f"UID {max(self._next() - count, 1)}:*")
        uids = [int(number) for number in _line(answer[0]).split()]
        return list(self.contents(uids[-count:], 65_536).values())

    def contents(self, uids: Sequence[int], limit: int) -> dict[int, bytes]:
        """UID -> the first `limit` bytes of each letter; one that is gone by now is left out."""
        contents: dict[int, bytes] = {}
        for start in range(0, len(uids), AT_ONCE):
            some = ",".join(map(str, uids[start : start + AT_ONCE]))
            answer = self._ask("FETCH", some, f"(UID BODY.PEEK[]<0.{limit}>)")
            for about, content in _literals(answer):
                uid = _UID.search(about)
                if uid:
                    contents[int(uid[1])] = content[:limit]
        return contents

    def words(self, uid: int, limit: int) -> FetchedWords | None:
        """The parts of a long letter that hold words, at most `limit` bytes of them in all; None if it is one text.

        Raises ValueError where the server's list of its parts cannot be read.
        """
        try:
            shape = Shape(fetched(self._ask("FETCH", str(uid), "(BODYSTRUCTURE)")).get("BODYSTRUCTURE"))
            if not shape.has_parts:
                return None
            asked, left = [], limit
            for part in shape.parts()[:MOST_PARTS]:
                asked += [part.asked(max(left, 1))]
                left -= min(part.size, left)
            answer = fetched(self._ask("FETCH", str(uid), f"({' '.join(asked)})")) if asked else {}
            return shape.words({name[5:-1]: value or b"" for name, value in answer.items() if name.startswith("BODY[")})
        except (TypeError, LookupError, AttributeError) as error:
            raise ValueError("a list of parts of no known form") from error

    def tells_ages(self) -> bool:
        """Whether the server can say how old a letter is, by its own clock (RFC 5032)."""
        # What it offers before and after signing in differs, and the library has asked before.
        return b"WITHIN" in _line(self._answer("CAPABILITY", self._connection.capability())[0]).upper().split()

    def is_younger(self, uid: int, seconds: int) -> bool:
        """Whether the server took a letter at most so many seconds ago, by its own clock."""
        return bool(_line(self._ask("SEARCH", f"UID {uid} YOUNGER {seconds}")[0]))

    def holds(self, message_id: str) -> bool:
        """Whether a letter bears this message id, which must be one of our own making."""
        assert re.fullmatch(r"<[A-Za-z0-9=.@-]+>", message_id)
        answer = self._ask("SEARCH", "HEADER", "Message-ID", f'"{message_id}"')
        return bool(answer[0])

    def _next(self) -> int:
        number = self._connection.response("UIDNEXT")[1][-1]
        return int(number) if isinstance(number, bytes) else 1

    def _ask(self, command: str, *words: str) -> Answer:
        try:
            told = self._connection.uid(command, *words)
        except (imaplib.IMAP4.abort, imaplib.IMAP4.readonly):
            raise
        except imaplib.IMAP4.error as error:  # the library's way to say BAD
            raise CommandRefused(*error.args) from error
        return self._answer(command, told)

    def _answer(self, command: str, told: tuple[str, Any]) -> Answer:
        status, answer = told
        if status != "OK":
            raise CommandRefused(f"{command} was refused", answer[-1] if answer else b"")
        return list(answer)


@contextmanager
def opened(settings: MailboxSettings, credentials: Credentials, folder: str) -> Iterator[Folder]:
    """Signs in and opens a folder for reading; closes the connection at the end, whatever happened."""
    connection = _connect(settings)
    try:
        _sign_in(connection, credentials)
        yield Folder(connection, folder)
        with contextlib.suppress(OSError, imaplib.IMAP4.error):
            connection.logout()
    finally:
        with contextlib.suppress(OSError):
            connection.shutdown()


def _connect(settings: MailboxSettings) -> imaplib.IMAP4:
    server = settings.imap
    context = ssl.create_default_context(cafile=str(settings.ca_file) if settings.ca_file else None)
    try:
        if server.security == "tls":
            return imaplib.IMAP4_SSL(server.host, server.port, ssl_context=context, timeout=settings.timeout)
        connection = imaplib.IMAP4(server.host, server.port, timeout=settings.timeout)
    except imaplib.IMAP4.error as error:
        # No greeting that we know: the server is busy, or it is none. It has refused us nothing yet.
        raise imaplib.IMAP4.abort(*error.args) from error
    if server.security == "starttls":
        try:
            if "STARTTLS" not in connection.capabilities:
                raise imaplib.IMAP4.error("the server offers no STARTTLS; check host, port and security")
            connection.starttls(context)
        except BaseException:
            connection.shutdown()
            raise
    return connection


def _sign_in(connection: imaplib.IMAP4, credentials: Credentials) -> None:
    if not credentials.renewable:
        connection.login(credentials.login.user, credentials.password())
        return
    for anew in (False, True):
        answers = [b"", credentials.xoauth2(anew).encode()]
        try:
            # A refusal comes as a challenge, which is answered with nothing; then the server says no.
            connection.authenticate(MECHANISM, _from_the_end(answers))
            return
        except imaplib.IMAP4.abort:
            credentials.forget()
            raise
        except imaplib.IMAP4.error:
            if anew:
                raise


def _from_the_end(answers: list[bytes]) -> Callable[[bytes], bytes]:
    return lambda challenge: answers.pop()


def _literals(answer: Answer) -> Iterator[tuple[bytes, bytes]]:
    """What was said about each literal, before and after it, and the literal."""
    about, content = b"", None
    for item in answer:
        if isinstance(item, tuple):
            if content is not None:
                yield about, content
            about, content = item
        elif item and content is not None and not re.match(rb"\d+ \(", item):
            about += b" " + item
    if content is not None:
        yield about, content


def _line(item: bytes | tuple[bytes, bytes] | None) -> bytes:
    return item if isinstance(item, bytes) else b""


def _moment(date: re.Match[bytes]) -> datetime:
    day, month, year, hour, minute, second, sign, hours, minutes = (part.decode() for part in date.groups())
    offset = timedelta(hours=int(hours), minutes=int(minutes))
    zone = timezone(-offset if sign == "-" else offset)
    number = _MONTHS.index(month.title()) + 1
    # A person may have put a letter there with any date: with those at the end of time nobody can reckon.
    known_year = min(max(int(year), 1900), 9000)
    leap = min(int(second), 59)  # a leap second is the one before
    return datetime(known_year, number, int(day), int(hour), int(minute), leap, tzinfo=zone).astimezone(UTC)

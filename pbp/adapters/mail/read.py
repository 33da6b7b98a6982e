"""One letter as it came -> a Message. Total: whatever the bytes are, something comes out, in bounded time."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from datetime import datetime
from email.message import Message as MimeMessage
from email.parser import BytesParser
from email.policy import compat32

from pbp.adapters.mail import headers
from pbp.adapters.mail.body import LONGEST_TEXT, shortened, text_of
from pbp.adapters.mail.quotes import mark_quotes
from pbp.adapters.mail.report import report
from pbp.adapters.mail.settings import MailboxSettings
from pbp.adapters.mail.structure import FetchedWords
from pbp.adapters.mail.verdict import NAME, Verdict, read, verdict
from pbp.ports import Message

LONGEST_HEADERS = 65_536
"""Bytes of headers that are read: the time that the parser takes grows with their square."""


@dataclass(frozen=True, slots=True)
class Envelope:
    """What stands on a letter's headers."""

    sender: str
    subject: str
    thread: str
    token: str
    verdict: Verdict
    aside: str
    tell: bool


def read_letter(
    raw: bytes, received: datetime, settings: MailboxSettings, cut: bool = False, words: FetchedWords | None = None
) -> Message:
    """The letter as a message; one that cannot be read comes with the reason in `aside`.

    `cut`: only the beginning of the letter is here; `words` is then what was fetched of its parts, if it was.
    """
    head, body = _parted(raw)
    if len(head) > LONGEST_HEADERS or (cut and len(head) == len(raw)):
        return _unread(raw, received, "its headers are too long to be read")
    try:
        # The old parser: with the newer one 20 kB of semicolons in a header take seconds, and it fails in more ways.
        mime = BytesParser(policy=compat32).parsebytes(raw)
        envelope = _envelope(mime, settings)
        if words is None:
            words = FetchedWords(mime, tuple(mime.walk())[-1:] if cut else ())
        text = text_of(words.letter, words.cut)
        short = mark_quotes(shortened(text), settings.address, settings.display_name)
    except Exception as error:  # words of a stranger must stop nothing: the letter is kept, and its reason told
        return _unread(raw, received, f"it cannot be read ({type(error).__name__})")
    vouched = envelope.verdict is Verdict.PASSED
    return Message(
        id=_id(head, body, vouched),
        sender=envelope.sender,
        received=received,
        text=short,
        subject=envelope.subject,
        thread=envelope.thread,
        # A server that calls the sender forged is believed more than a token, which may have been seen by others.
        token="" if envelope.verdict is Verdict.FAILED else envelope.token,
        vouched=vouched,
        aside=envelope.aside,
        tell=envelope.tell,
        report=report(mime, settings) if envelope.aside == headers.BOUNCE else None,
        cut=bool(words.cut) or len(text) > LONGEST_TEXT,
    )


def verdict_servers(raw: bytes) -> set[str]:
    """The names of the servers that wrote a verdict on the letter, or pretend to have."""
    head, _ = _parted(raw[:LONGEST_HEADERS])
    mime = BytesParser(policy=compat32).parsebytes(head + b"\n\n", headersonly=True)
    return {server for value in headers.values(headers.fields(mime), NAME) if (server := read(value)[0])}


def _envelope(mime: MimeMessage, settings: MailboxSettings) -> Envelope:
    fields = headers.fields(mime)
    sender = headers.sender(fields)
    aside = headers.written_by_no_person(fields, settings, sender)
    return Envelope(
        sender=sender,
        subject=headers.subject(fields),
        thread=headers.thread(fields),
        token=headers.token(fields, settings),
        verdict=verdict(fields, settings.authserv_id, sender) if sender else Verdict.NONE,
        aside=aside or ("" if sender else _doubt(fields)),
        tell=not aside and not sender,
    )


def _doubt(fields: headers.Fields) -> str:
    written = " and ".join(f"“{headers.in_words(value, 120)}”" for value in headers.values(fields, "from")[:3])
    return f"nobody can tell from which one address it comes: its From is {written or 'missing'}"


def _parted(raw: bytes) -> tuple[bytes, bytes]:
    end = re.search(rb"\r?\n\r?\n", raw)
    return (raw[: end.start()], raw[end.end() :]) if end else (raw, b"")


def _id(head: bytes, body: bytes, vouched: bool) -> str:
    """A name for the content: the same for a second copy of a letter, whatever servers wrote on its way.

    A copy that nobody vouches for is another letter, so that it cannot take the place of the true one.
    """
    digest = hashlib.sha256(b"vouched\n" if vouched else b"")
    # Those that a letter is signed over: whoever sends an old letter again cannot change them.
    for name in (b"from", b"date", b"message-id", b"subject"):
        for value in re.findall(rb"(?ims)^" + name + rb"[ \t]*:(.*?)(?=\r?\n[^ \t]|\Z)", head):
            digest.update(name + b":" + b" ".join(value.split()) + b"\n")
    digest.update(b"\n" + b"\n".join(line.rstrip() for line in body.rstrip().splitlines()))
    return digest.hexdigest()


def _unread(raw: bytes, received: datetime, reason: str) -> Message:
    head, body = _parted(raw)
    return Message(_id(head[:LONGEST_HEADERS], body, False), "", received, "", vouched=False, aside=reason, tell=True)

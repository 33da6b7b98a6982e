"""A letter of ours as the bytes that go out: the same key, letter and date give the same bytes, for ever.

The reply token travels in two places, since no one place comes back from every mail program: in Reply-To, behind
the delimiter in our address, and as a message id of our own among the References, where it also keeps the letters
of one step together. It stands in no subject, which phones show to bystanders.
"""

from __future__ import annotations

import hashlib
import re
from datetime import datetime
from email.header import Header
from email.quoprimime import body_encode
from email.utils import format_datetime, formataddr

from pbp.adapters.mail.body import clean
from pbp.adapters.mail.headers import LONGEST_THREAD, TOKEN, message_ids, plain_line
from pbp.adapters.mail.settings import ADDRESS, MailboxSettings
from pbp.errors import SiteRefused
from pbp.ports import Letter


def message_id(key: str, domain: str) -> str:
    """The Message-ID of the letter with this key: readable, and different for different keys."""
    local = key
    if not re.fullmatch(r"[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*", key):
        local = re.sub(r"[^A-Za-z0-9-]", lambda found: "".join(f"={byte:02X}" for byte in _bytes(found[0])), key)
    if not 0 < len(local) <= 180:
        local = f"={hashlib.sha256(_bytes(key)).hexdigest()}"
    return f"<pbp.{local}@{domain}>"


def compose(key: str, letter: Letter, settings: MailboxSettings, date: datetime) -> bytes:
    """The letter with all its headers, CRLF at each line's end, pure ASCII. Raises SiteRefused."""
    if not ADDRESS.match(letter.to):
        raise SiteRefused(f"{plain_line(letter.to, 80)!r} is not a mail address: register another for this player")
    local, _, domain = letter.to.lower().rpartition("@")
    if domain == settings.domain.lower() and _is_own(local, settings):
        raise SiteRefused(f"{letter.to} is the Battle Master's own mailbox: register another address for this player")
    if letter.token and not re.fullmatch(TOKEN, letter.token):
        raise SiteRefused("a reply token has 4 to 48 letters, digits, - or _")
    thread = message_ids(letter.thread)[-LONGEST_THREAD:]
    references = ([f"<token.{letter.token}@{settings.domain}>"] if letter.token else []) + thread
    headers = [
        ("From", formataddr((plain_line(settings.display_name, 60), settings.address))),
        ("To", letter.to),
        ("Subject", _subject(plain_line(letter.subject, 200))),
        ("Date", format_datetime(date)),
        ("Message-ID", message_id(key, settings.domain)),
        ("Auto-Submitted", "auto-replied" if thread else "auto-generated"),
        ("X-Auto-Response-Suppress", "All"),
        ("X-Loop", settings.address),
        ("MIME-Version", "1.0"),
        ("Content-Type", "text/plain; charset=utf-8"),
        ("Content-Transfer-Encoding", "quoted-printable"),
    ]
    if letter.token and settings.delimiter:
        own = f"{settings.local}{settings.delimiter}{letter.token}@{settings.domain}"
        headers.insert(2, ("Reply-To", formataddr((plain_line(settings.display_name, 60), own))))
    if thread:
        headers.append(("In-Reply-To", thread[-1]))
    if references:
        headers.append(("References", "\r\n ".join(references)))
    head = "".join(f"{name}: {value}\r\n" for name, value in headers)
    return (head + "\r\n" + _body(letter.body)).encode("ascii")


def _is_own(local: str, settings: MailboxSettings) -> bool:
    own = settings.local.lower()
    return local == own or bool(settings.delimiter and local.startswith(own + settings.delimiter))


def _subject(words: str) -> str:
    # What looks like an encoded word is encoded itself, so that it is read as it was written.
    plain = words.isascii() and "=?" not in words
    return Header(words, "us-ascii" if plain else "utf-8", 75, "Subject").encode(linesep="\r\n")


def _body(text: str) -> str:
    # quoprimime encodes characters that stand for bytes.
    octets = _bytes(clean(text).rstrip("\n") + "\n").decode("latin-1")
    return body_encode(octets, eol="\r\n")


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "replace")

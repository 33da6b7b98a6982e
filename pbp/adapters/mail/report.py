"""What mail servers report of letters of ours that did not arrive: bounces, in the form of RFC 3464 and in others.

Anybody can write a report: one counts only if it names a letter of ours by its Message-ID, which only those who got the
letter, and the servers on its way, know.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from email.message import Message as MimeMessage

from pbp.adapters.mail import headers
from pbp.adapters.mail.body import LONGEST_TEXT
from pbp.adapters.mail.settings import ADDRESS, MailboxSettings
from pbp.ports import DeliveryReport

LONGEST_REASON = 300
_DELAYED, _FAILED = "delayed", "failed"
_TYPED = re.compile(r"^\s*[\w-]+\s*;\s*")
"""What stands before an address or a reason in a status: "rfc822;" or "smtp;"."""
_CODE = re.compile(r"\b[45]\d\d[ -](?:[45]\.\d{1,3}\.\d{1,3}\b)?.*|\b[45]\.\d{1,3}\.\d{1,3}\b.*")
"""What servers say no with: "550 5.1.1 …", as it stands in a text."""


def report(mime: MimeMessage, settings: MailboxSettings) -> DeliveryReport | None:
    """The report that a bounce makes, if it is on a letter of ours that did not arrive, or not yet."""
    own_id = re.compile(rf"<pbp\.[^<>\s@]{{1,200}}@{re.escape(settings.domain)}>")
    found = next(iter(own_id.findall("\n".join(_texts(mime)))), "")
    if not found:
        return None
    for status in _statuses(mime):
        if (action := _field(status, "Action").lower()) in (_DELAYED, _FAILED):
            to = _field(status, "Original-Recipient") or _field(status, "Final-Recipient")
            words = _field(status, "Diagnostic-Code") or _field(status, "Status")
            return DeliveryReport(found, _address(to), _words(words), action == _DELAYED)
    if any(_field(status, "Action") for status in _statuses(mime)):
        return None  # it did arrive, or went on to where nothing is reported
    failed = headers.first(headers.fields(mime), "x-failed-recipients")
    said = next((line for text in _texts(mime) for line in text.splitlines() if _CODE.search(line)), "")
    return DeliveryReport(found, _address(failed), _words(said))


def _statuses(mime: MimeMessage) -> Iterator[MimeMessage]:
    """What a report says of each recipient (and, first, of the letter)."""
    for part in mime.walk():
        if part.get_content_type() == "message/delivery-status" and part.is_multipart():
            yield from (block for block in part.get_payload() if isinstance(block, MimeMessage))


def _texts(mime: MimeMessage) -> Iterator[str]:
    """The words of a report, part by part, with the headers of what was sent back."""
    for part in mime.walk():
        yield "\n".join(f"{name}: {value}" for name, value in part.items())
        payload = None if part.is_multipart() else part.get_payload(decode=True)
        if isinstance(payload, bytes):
            yield payload[:LONGEST_TEXT].decode("utf-8", "replace")


def _field(status: MimeMessage, name: str) -> str:
    return _TYPED.sub("", " ".join(str(status.get(name, "")).split()))


def _address(words: str) -> str:
    words = words.strip().strip("<>")
    return words if ADDRESS.match(words) else ""


def _words(said: str) -> str:
    return headers.plain_line(said, LONGEST_REASON) or "the mail server gives no reason"

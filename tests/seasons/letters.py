"""Letters as players write and get them."""

from __future__ import annotations

import email
import email.policy
from email.message import EmailMessage

TO = "battlemaster@bm.test"


def written(words: str, sender: str, id: str, to: str = TO) -> bytes:
    """A plain letter, without what a mail server adds."""
    return (
        f"From: {sender}\r\nTo: {to}\r\nSubject: my orders\r\nDate: Sat, 28 Feb 2026 12:00:00 +0000\r\n"
        f"Message-ID: {id}\r\n\r\n{words}\r\n"
    ).encode()


def parsed(raw: bytes) -> EmailMessage:
    """A letter as the player's mail program reads it."""
    return email.message_from_bytes(raw, policy=email.policy.default)

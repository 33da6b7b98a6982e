"""The Battle Master's mailbox on a real Dovecot, and letters as players write them."""

from __future__ import annotations

import email
import email.policy
import smtplib
from collections.abc import Callable
from datetime import UTC, datetime
from email.message import EmailMessage
from itertools import count
from pathlib import Path
from typing import Any

import hypothesis
import pytest
from servers.dovecot import Dovecot
from servers.smtp import Smtp

from pbp.adapters.mail import Mail, MailboxSettings, MailServer, Password
from pbp.ports import Letter

OURS = "battlemaster@bm.test"
ALICE = "alice@example.test"
MX = "mx.bm.test"
VOUCHED = f"Authentication-Results: {MX}; dmarc=pass header.from=example.test\n"
NOON = datetime(2026, 2, 28, 12, tzinfo=UTC)
unhurried = hypothesis.settings(deadline=None)
_number = count(1)


def settings(dovecot: Dovecot, smtp_port: int, state: Path, **changes: Any) -> MailboxSettings:
    """The settings of a mailbox that works."""
    login = Password("battlemaster", dovecot.password)
    known: dict[str, Any] = {
        "address": OURS,
        "imap": MailServer("127.0.0.1", dovecot.tls_port),
        "imap_login": login,
        "smtp": MailServer("127.0.0.1", smtp_port, "starttls"),
        "smtp_login": login,
        "state": state,
        "authserv_id": MX,
        "ca_file": dovecot.certificate,
        "timeout": 30.0,
    }
    return MailboxSettings(**(known | changes))


def written(text: str, sender: str = ALICE, head: str = VOUCHED, subject: str = "my orders") -> bytes:
    """A plain letter to us, each with a Message-ID of its own; `head` are headers that stand above the rest."""
    return (
        f"{head}From: {sender}\nTo: {OURS}\nSubject: {subject}\nDate: Sat, 28 Feb 2026 12:00:00 +0000\n"
        f"Message-ID: <{next(_number)}@mail.example.test>\n\n{text}\n"
    ).encode()


def parsed(raw: bytes) -> EmailMessage:
    """A letter as the player's mail program reads it."""
    return email.message_from_bytes(raw, policy=email.policy.default)


def post(smtp: Smtp, raw: bytes, sender: str = ALICE, to: str = OURS) -> None:
    """Sends a letter by the mail exchanger, from outside."""
    with smtplib.SMTP("127.0.0.1", smtp.port, local_hostname="client.test", timeout=30) as client:
        client.sendmail(sender, [to], raw)


def as_letter(raw: bytes) -> Letter:
    """What a letter of ours says to its reader."""
    mime = parsed(raw)
    return Letter(
        str(mime["To"]), str(mime["Subject"]), mime.get_content().replace("\r\n", "\n"), str(mime["In-Reply-To"] or "")
    )


@pytest.fixture
def mail(dovecot: Dovecot, smtp: Smtp, tmp_path: Path) -> Mail:
    """The Battle Master's mailbox, empty."""
    return Mail(settings(dovecot, smtp.port, tmp_path / "mail.sqlite"))


@pytest.fixture
def deliver(dovecot: Dovecot) -> Callable[[bytes], None]:
    """Puts a letter into our mailbox as it is, below any mail exchanger."""
    return lambda raw: dovecot.deliver(OURS, raw, ALICE)


def settings_without_servers(**changes: Any) -> MailboxSettings:
    """Settings for reading and writing letters that go nowhere."""
    nowhere = MailServer("127.0.0.1", 9)
    login = Password("battlemaster", "s3cret")
    known: dict[str, Any] = {"address": OURS, "imap": nowhere, "imap_login": login, "smtp": nowhere}
    known |= {"smtp_login": login, "state": Path("unused.sqlite"), "authserv_id": MX}
    return MailboxSettings(**(known | changes))

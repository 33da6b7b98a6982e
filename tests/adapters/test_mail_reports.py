"""Bounces as mail servers write them, and what is read in them of a letter of ours."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from adapters.mail_case import settings_without_servers

from pbp.adapters.mail.letter import message_id
from pbp.adapters.mail.read import read_letter
from pbp.adapters.mail.settings import MailboxSettings

NOW = datetime(2026, 2, 28, 12, tzinfo=UTC)
OURS = message_id("s1.d7.open.0a1b", "bm.test")
RETURNED = f"From: battlemaster@bm.test\nTo: bob@example.test\nSubject: Duel 7\nMessage-ID: {OURS}\n"


@pytest.fixture
def own() -> MailboxSettings:
    return settings_without_servers()


def dsn(status: str, returned: str = RETURNED, kind: str = "text/rfc822-headers") -> str:
    """A report in the form of RFC 3464."""
    return (
        "Return-Path: <>\nFrom: MAILER-DAEMON@mx.example.test\nTo: battlemaster@bm.test\nSubject: Undelivered\n"
        'MIME-Version: 1.0\nContent-Type: multipart/report; report-type=delivery-status; boundary="=b"\n\n'
        "--=b\nContent-Type: text/plain\n\nI am sorry.\n\n"
        "--=b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx.example.test\n\n"
        f"{status}\n\n--=b\nContent-Type: {kind}\n\n{returned}\nCAST nothing\n\n--=b--\n"
    )


FAILED = "Final-Recipient: rfc822; bob@example.test\nAction: failed\nStatus: 5.1.1\n"
FAILED += "Diagnostic-Code: smtp; 550 5.1.1 <bob@example.test>:\n    no such user here"


@pytest.mark.parametrize(
    ("raw", "to", "words", "delayed"),
    [
        (dsn(FAILED), "bob@example.test", "550 5.1.1 <bob@example.test>: no such user here", False),
        (dsn(FAILED, kind="message/rfc822"), "bob@example.test", "<bob@example.test>: no such user here", False),
        (
            dsn("Original-Recipient: rfc822;bob@example.test\nFinal-Recipient: rfc822;x@y.test\nAction: FAILED\n"
                "Status: 5.2.2 (mailbox full)"),
            "bob@example.test", "5.2.2 (mailbox full)", False,
        ),
        (
            dsn("Final-Recipient: rfc822; bob@example.test\nAction: delayed\nStatus: 4.4.1\n"
                "Diagnostic-Code: smtp; no route to host"),
            "bob@example.test", "no route to host", True,
        ),
        (dsn("Final-Recipient: unknown\nAction: failed"), "", "the mail server gives no reason", False),
        (
            "Return-Path: <>\nFrom: Mail Delivery System <Mailer-Daemon@mx.example.test>\n"
            "X-Failed-Recipients: bob@example.test\nAuto-Submitted: auto-replied\nSubject: Mail delivery failed\n\n"
            "A message that you sent could not be delivered.\n\n  bob@example.test\n"
            f"    550 Unrouteable address\n\n------ This is a copy of your message. ------\n\n{RETURNED}\nhello\n",
            "bob@example.test", "550 Unrouteable address", False,
        ),
        (
            "Return-Path: <>\nFrom: MAILER-DAEMON@mx.example.test\nSubject: failure notice\n\n"
            "Hi. This is the qmail-send program at mx.example.test.\n\n<bob@example.test>:\n"
            f"Sorry, no mailbox here by that name. (#5.1.1)\n\n--- Below this line is a copy.\n\n{RETURNED}\nhello\n",
            "", "5.1.1)", False,
        ),
    ],
)  # fmt: skip
def test_what_a_bounce_says_is_read(own: MailboxSettings, raw: str, to: str, words: str, delayed: bool) -> None:
    for ends in ("\n", "\r\n"):
        message = read_letter(raw.replace("\n", ends).encode(), NOW, own)
        assert message.aside and message.report
        assert (message.report.of, message.report.to, message.report.delayed) == (OURS, to, delayed)
        assert message.report.words.endswith(words)


@pytest.mark.parametrize(
    "raw",
    [
        dsn(FAILED, RETURNED.replace(OURS, "<other@bm.test>")),
        dsn(FAILED, RETURNED.replace("@bm.test>", "@elsewhere.test>")),
        dsn("Final-Recipient: rfc822; bob@example.test\nAction: delivered\nStatus: 2.0.0"),
        dsn("Final-Recipient: rfc822; bob@example.test\nAction: relayed\nStatus: 2.0.0"),
        f"From: bob@example.test\nSubject: Re: Duel 7\nReferences: {OURS}\n\n550 5.1.1 no such user\n",
    ],
)
def test_what_is_no_bounce_of_a_letter_of_ours_reports_nothing(own: MailboxSettings, raw: str) -> None:
    assert read_letter(raw.encode(), NOW, own).report is None


def test_whatever_a_bounce_holds_it_is_read(own: MailboxSettings) -> None:
    raw = dsn(FAILED).encode()
    for at in range(0, len(raw), 7):
        read_letter(raw[:at], NOW, own)
        read_letter(raw[:at] + b"\x00\xff\n--=b\n;" + raw[at:], NOW, own)

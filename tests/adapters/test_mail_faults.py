"""Each call to the mail servers with each fault: every one ends as SiteDown or SiteRefused, and nothing is lost by it.

The tables say what must become of it; how often which came out is printed.
"""

from __future__ import annotations

import random
import socket
import sqlite3
import ssl
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from functools import partial

import pytest
from adapters.mail_case import ALICE, NOON, parsed, settings, settings_without_servers, written
from servers.mail import DROP, HANG, SLOW, FailingSmtp, ScriptedImap

from pbp.adapters.mail import Mail, MailServer
from pbp.errors import SiteDown, SiteError, SiteRefused
from pbp.ports import Letter, Message

LETTER = Letter(ALICE, "Wizard Duel 7", "Understood: Burn 3.")
MESSAGE = Message("some-id", ALICE, NOON, "PASS")
DOWN, REFUSED, FINE = "down", "refused", "fine"


def outcome(call: Callable[[], object]) -> str:
    """What came of a call. Anything but our own errors is a failure of the test itself."""
    try:
        call()
    except SiteDown as error:
        return DOWN if str(error) else "down without a word"
    except SiteRefused as error:
        return REFUSED if str(error) else "refused without a word"
    return FINE


# ---- IMAP ----

RAW = written("CAST Burn 3").replace(b"\n", b"\r\n")
GREETING = "* OK [CAPABILITY IMAP4rev1] ready\r\n"


def healthy(command: str, words: str) -> bytes | str:
    """A server with one letter in each folder."""
    if command == "greeting":
        return GREETING
    if command == "EXAMINE":
        return "* 1 EXISTS\r\n* OK [UIDVALIDITY 7] x\r\n* OK [UIDNEXT 2] x\r\n%t OK [READ-ONLY] done\r\n"
    if words.startswith("FETCH") and "BODY" in words:
        return b"* 1 FETCH (UID 1 BODY[]<0> {%d}\r\n%b)\r\n%%t OK done\r\n" % (len(RAW), RAW)
    if words.startswith("FETCH"):
        return '* 1 FETCH (UID 1 INTERNALDATE "28-Feb-2026 12:00:00 +0000")\r\n%t OK done\r\n'
    if words.startswith("SEARCH"):
        return "* SEARCH 1\r\n%t OK done\r\n"
    return "%t OK done\r\n"


IMAP_ANSWERS: dict[str, bytes | str | None] = {
    "drops": DROP,
    "hangs": None,
    "says goodbye": "* BYE too busy\r\n",
    "says no": "%t NO not for you\r\n",
    "says bad": "%t BAD what?\r\n",
    "is overloaded": "%t NO [UNAVAILABLE] try again later\r\n",
    "has a limit": "%t NO [LIMIT] too many connections, wait 5 minutes\r\n",
    "speaks HTTP": "HTTP/1.1 200 OK\r\n\r\n<html>\r\n",
    "speaks noise": b"\x00\xff\xfe\x80\r\n" * 3,
    "ends in the middle": "* 1 FETCH (UID 1 BODY[]<0> {9000}\r\nFrom: al",
    "sends an endless line": b"* " + b"x" * 1_100_000 + b"\r\n",
    "answers another": "%t9 OK done\r\n",
}
REFUSALS = {"says no", "says bad"}
# A greeting bears no tag: there these two are no refusals, and no greeting either.
STAGES = ["greeting", "LOGIN", "EXAMINE", "UID"]
BY_IMAP = {"fetch": lambda mail: mail.fetch(), "find": lambda mail: mail.find("receipt.1")}


def test_every_imap_fault_becomes_down_or_refused(tmp_path, capsys):
    counts: Counter[str] = Counter()
    wrong: dict[tuple[str, ...], str] = {}
    for call, act in BY_IMAP.items():
        for stage in STAGES:
            for fault, answer in IMAP_ANSWERS.items():
                wanted = REFUSED if fault in REFUSALS and stage != "greeting" else DOWN
                # Many of the faults end only with our patience.
                patience = 30.0 if wanted == REFUSED else 0.2
                mail, server = _on(tmp_path, lambda c, w, s=stage, a=answer: a if c == s else healthy(c, w), patience)
                got = outcome(partial(act, mail))
                server.stop()
                counts[got] += 1
                if got != wanted:
                    wrong[call, stage, fault] = got
    with capsys.disabled():
        print(f"\nIMAP: {len(BY_IMAP)} calls x {len(STAGES)} stages x {len(IMAP_ANSWERS)} faults: {dict(counts)}")
    assert wrong == {}
    assert counts.total() == 2 * 4 * 12


def _on(tmp_path, answer, patience: float = 30.0) -> tuple[Mail, ScriptedImap]:
    server = ScriptedImap(answer)
    server.start()
    known = settings_without_servers(
        imap=MailServer("127.0.0.1", server.port, "none"),
        state=tmp_path / "mail.sqlite",
        sent_folder="Sent",
        timeout=patience,
    )
    return Mail(known), server


def test_the_scripted_server_works_without_a_fault(tmp_path):
    mail, server = _on(tmp_path, healthy)
    (message,) = mail.fetch()
    assert message.text == "CAST Burn 3" and message.received > NOON and message.earliest is None
    assert mail.find("receipt.1") is not None
    server.stop()


@pytest.mark.parametrize(
    "answer",
    ["%t NO not for you\r\n", "%t BAD what?\r\n", "* SEARCH\r\n%t OK done\r\n", "* SEARCH 1\r\n%t OK done\r\n"],
)
def test_a_server_that_does_not_tell_ages_though_it_says_so_loses_no_letter(tmp_path, answer):
    def answered(command: str, words: str) -> bytes | str:
        if "YOUNGER" in words:
            return answer
        if command == "CAPABILITY":
            return "* CAPABILITY IMAP4rev1 WITHIN\r\n%t OK done\r\n"
        return healthy(command, words)

    mail, server = _on(tmp_path, answered)
    (message,) = mail.fetch()
    assert message.text == "CAST Burn 3" and message.received > NOON and message.earliest is None
    server.stop()


def test_after_a_fault_the_same_letters_come(tmp_path):
    broken = iter([DROP])
    mail, server = _on(
        tmp_path, lambda c, w: next(broken, None) or healthy(c, w) if w.startswith("FETCH") else healthy(c, w)
    )
    assert outcome(mail.fetch) == DOWN
    assert [message.text for message in mail.fetch()] == ["CAST Burn 3"]
    server.stop()


@pytest.mark.parametrize(
    ("answer", "seconds"),
    [
        ("%t NO [LIMIT] too many connections, wait 5 minutes\r\n", 300),
        ("%t NO [UNAVAILABLE] try again in 90 seconds\r\n", 90),
        ("%t NO [UNAVAILABLE] later\r\n", None),
    ],
)
def test_a_server_s_hint_is_kept(tmp_path, answer, seconds):
    mail, server = _on(tmp_path, lambda c, w: answer if c == "LOGIN" else healthy(c, w))
    with pytest.raises(SiteDown) as caught:
        Mail(mail.settings, lambda: NOON).fetch()
    assert caught.value.retry_at == (seconds and NOON + timedelta(seconds=seconds))
    server.stop()


# ---- what keeps us from any word with the server, on the real ones ----


def test_a_certificate_that_nobody_vouches_for_is_refused(mail_case, dovecot, smtp):
    mail = mail_case(ca_file=None)
    for call in (mail.fetch, lambda: mail.send("receipt.1", LETTER)):
        with pytest.raises(SiteRefused, match="certificate is not valid"):
            call()
    assert smtp.taken == [] and len(mail.check()) == 2


def test_a_certificate_for_another_name_is_refused(mail_case, dovecot, smtp):
    # Another way to write 127.0.0.1, which the certificate does not name.
    mail = mail_case(imap=MailServer("127.1", dovecot.tls_port), smtp=MailServer("127.1", smtp.port, "starttls"))
    for call in (mail.fetch, lambda: mail.send("receipt.1", LETTER)):
        with pytest.raises(SiteRefused, match="certificate is not valid"):
            call()


def test_a_server_that_offers_no_tls_gets_no_password(tmp_path, mail_case):
    seen = []

    def noted(command, words):
        seen.append(command)
        return healthy(command, words)

    server = ScriptedImap(noted)
    server.start()
    mail = mail_case(imap=MailServer("127.0.0.1", server.port, "starttls"))
    assert outcome(mail.fetch) == REFUSED
    assert "LOGIN" not in seen and "AUTHENTICATE" not in seen
    server.stop()


def test_starttls_reads_like_tls(mail_case, dovecot, deliver):
    deliver(written("CAST Burn 3"))
    (message,) = mail_case(imap=MailServer("127.0.0.1", dovecot.port, "starttls")).fetch()
    assert message.text == "CAST Burn 3"


def test_nobody_listening_is_down(mail_case):
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        nowhere = MailServer("127.0.0.1", closed.getsockname()[1])
        mail = mail_case(imap=nowhere, smtp=nowhere)
        assert outcome(mail.fetch) == outcome(lambda: mail.send("receipt.1", LETTER)) == DOWN


def test_a_host_without_an_address_is_down(mail_case):
    mail = mail_case(imap=MailServer("mail.invalid", 993), smtp=MailServer("mail.invalid", 465))
    assert outcome(mail.fetch) == outcome(lambda: mail.send("receipt.1", LETTER)) == DOWN


def test_our_own_file_out_of_order_is_down(mail_case, deliver):
    mail = mail_case()
    deliver(written("CAST Burn 3"))
    mail.settings.state.write_bytes(b"no database, " * 1000)
    calls = [mail.fetch, lambda: mail.done(MESSAGE), lambda: mail.find("k"), lambda: mail.send("k", LETTER)]
    assert [outcome(call) for call in calls] == [DOWN] * 4


def test_our_own_file_locked_is_down_and_later_fine(mail_case, smtp, monkeypatch):
    mail = mail_case()
    connect = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda path, timeout: connect(path, timeout=0))
    holder = connect(mail.settings.state, isolation_level=None)
    holder.execute("BEGIN EXCLUSIVE")
    assert outcome(lambda: mail.send("receipt.1", LETTER)) == DOWN and smtp.taken == []
    holder.execute("ROLLBACK")
    holder.close()
    assert outcome(lambda: mail.send("receipt.1", LETTER)) == FINE


@pytest.fixture
def mail_case(dovecot, smtp, tmp_path) -> Callable[..., Mail]:
    """The mailbox on the real servers, with some settings changed."""
    return lambda **changes: Mail(settings(dovecot, smtp.port, tmp_path / "mail.sqlite", **changes))


# ---- SMTP ----

SMTP_STAGES = ["connect", "ehlo", "auth", "mail", "rcpt", "data", "taken"]
SMTP_FAULTS = {
    "451 4.3.0 try again later": DOWN,
    "421 4.7.0 too many connections": DOWN,
    "554 5.7.1 not from you": REFUSED,
    "550 5.4.5 daily user sending quota exceeded": DOWN,
    DROP: DOWN,
    HANG: DOWN,
}


@pytest.fixture
def failing(dovecot) -> Iterator[FailingSmtp]:
    server = FailingSmtp((dovecot.certificate, dovecot.key))
    server.start()
    yield server
    server.stop()


@pytest.fixture
def sender(failing, dovecot, tmp_path) -> Mail:
    known = settings(dovecot, failing.port, tmp_path / "mail.sqlite", smtp=MailServer("127.0.0.1", failing.port))
    return Mail(known)


def test_every_smtp_fault_becomes_down_or_refused_and_the_letter_still_arrives(failing, dovecot, tmp_path, capsys):
    counts: Counter[str] = Counter()
    wrong: dict[tuple[str, ...], str] = {}
    letters = copies = 0
    for stage in SMTP_STAGES:
        for fault, wanted in SMTP_FAULTS.items():
            if fault == HANG and stage == "auth":
                continue  # signing in is checked at once
            failing.reset()
            smtp = MailServer("127.0.0.1", failing.port)
            known = settings(dovecot, 0, tmp_path / f"{letters}.sqlite", smtp=smtp, timeout=30.0)
            mail = Mail(replace(known, timeout=0.4) if fault == HANG else known)
            # Signing in is tried in two ways.
            failing.fail(stage, *[fault] * (2 if stage == "auth" else 1))
            got = outcome(partial(mail.send, "receipt.1", LETTER))
            counts[got] += 1
            if got != wanted or mail.find("receipt.1") is not None:
                wrong[stage, fault] = got
            reached = Counter(failing.begun)
            if max(reached.values()) > (2 if stage == "auth" else 1):
                wrong[stage, fault, "was repeated"] = str(reached)
            failing.reset_faults()
            Mail(known).send("receipt.1", LETTER)
            letters += 1
            copies += len(failing.taken) - 1
            if len({taken.raw for taken in failing.taken}) != 1 or len(failing.taken) > 1 + (stage == "taken"):
                wrong[stage, fault, "copies"] = str(len(failing.taken))
    with capsys.disabled():
        print(
            f"\nSMTP: send x {len(SMTP_STAGES)} stages x {len(SMTP_FAULTS)} faults: {dict(counts)}; "
            f"{letters} letters, each there; {copies} copies beyond the first, all byte-identical"
        )
    assert wrong == {}


def test_with_two_thirds_of_all_answers_lost_every_letter_is_there(failing, sender, capsys):
    chance = random.Random(7)
    letters = [Letter(ALICE, f"Duel {number}", f"Understood: Burn {number}.") for number in range(60)]
    for number, letter in enumerate(letters):
        while sender.find(f"receipt.{number}") is None:
            failing.reset_faults()
            if chance.random() < 2 / 3:
                failing.fail(*chance.choice([("taken", DROP), ("taken", "451 4.3.0 later"), ("data", DROP)]))
            outcome(partial(sender.send, f"receipt.{number}", letter))
    copies: dict[str, set[bytes]] = {}
    for taken in failing.taken:
        copies.setdefault(parsed(taken.raw)["Message-ID"], set()).add(taken.raw)
    with capsys.disabled():
        extra = len(failing.taken) - len(copies)
        print(f"\n{len(copies)} letters, two thirds of the answers lost: {extra} copies beyond the first")
    assert len(copies) == 60 and all(len(same) == 1 for same in copies.values())


def test_an_address_that_does_not_exist_is_told_to_the_operator(failing, sender):
    failing.fail("rcpt", "550 5.1.1 no such user here")
    with pytest.raises(SiteRefused, match=r"550 5\.1\.1 no such user here"):
        sender.send("receipt.1", LETTER)


@pytest.mark.parametrize(
    ("words", "wait"),
    [
        ("450 4.2.0 greylisted, try again in 300 seconds", timedelta(seconds=300)),
        ("451 4.7.1 please retry after 5 minutes", timedelta(minutes=5)),
        ("421 4.7.28 rate limited, wait 2 hours", timedelta(hours=2)),
        ("451 come back in 99999 days", timedelta(days=1)),
        ("550 5.4.5 daily sending quota exceeded", timedelta(hours=1)),
        ("451 4.3.0 later", None),
    ],
)
def test_a_mail_server_s_hint_is_kept(failing, sender, words, wait):
    failing.fail("rcpt", words)
    with pytest.raises(SiteDown) as caught:
        Mail(sender.settings, lambda: NOON).send("receipt.1", LETTER)
    assert caught.value.retry_at == (wait and NOON + wait)


def test_a_letter_that_begins_too_late_is_not_sent(failing, sender):
    for stage in ("ehlo", "mail", "rcpt"):
        failing.fail(stage, SLOW)
    assert outcome(lambda: Mail(replace(sender.settings, timeout=0.7)).send("receipt.1", LETTER)) == DOWN
    assert "data" not in failing.begun
    assert outcome(lambda: sender.send("receipt.1", LETTER)) == FINE


def test_a_letter_is_taken_even_if_the_farewell_fails(failing, sender, monkeypatch):
    import smtplib

    def quit_badly(connection):
        connection.close()
        raise smtplib.SMTPServerDisconnected("gone")

    monkeypatch.setattr(smtplib.SMTP, "quit", quit_badly)
    assert outcome(lambda: sender.send("receipt.1", LETTER)) == FINE
    assert sender.find("receipt.1") is not None and len(failing.taken) == 1


def test_a_server_without_starttls_gets_no_password_and_no_letter(dovecot, tmp_path):
    plain = FailingSmtp((dovecot.certificate, dovecot.key), "none")
    plain.start()
    known = settings(dovecot, 0, tmp_path / "x.sqlite", smtp=MailServer("127.0.0.1", plain.port, "starttls"))
    assert outcome(lambda: Mail(known).send("receipt.1", LETTER)) == REFUSED
    assert "auth" not in plain.begun and plain.taken == []
    plain.stop()


def test_tls_is_spoken_before_the_password(failing, sender, dovecot):
    sender.send("receipt.1", LETTER)
    assert failing.begun == ["connect", "ehlo", "auth", "mail", "rcpt", "data", "taken"]
    with pytest.raises((ssl.SSLError, OSError, SiteError)):
        Mail(
            settings(dovecot, 0, sender.settings.state, smtp=MailServer("localhost", failing.port, "none"), timeout=0.5)
        ).send("receipt.2", LETTER)


def test_the_check_tells_faults_and_does_not_raise(failing, sender):
    failing.fail("connect", DROP)
    (told,) = sender.check()
    assert "SMTP" in told and failing.taken == []

"""The mailbox on a real Dovecot and an SMTP server: what is fetched, once, by whose clock; what is sent, and found."""

from __future__ import annotations

import imaplib
import ssl
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from adapters.mail_case import ALICE, MX, NOON, OURS, VOUCHED, parsed, post, settings, written
from servers.smtp import DROP_AFTER, DROP_BEFORE

from pbp.adapters.mail import Mail, MailboxSettings, MailServer
from pbp.errors import ConfigError, SiteDown, SiteRefused
from pbp.ports import Letter

LETTER = Letter(ALICE, "Wizard Duel 7", "Understood: Burn 3.")


def changed(mail: Mail, **changes) -> Mail:
    """The same mailbox with other settings."""
    kept = {name: getattr(mail.settings, name) for name in MailboxSettings.__dataclass_fields__}
    return Mail(MailboxSettings(**(kept | changes)))


# ---- fetching ----


def test_a_letter_comes_with_its_sender_its_time_and_our_server_s_word(mail, smtp):
    before = datetime.now(UTC).replace(microsecond=0)
    post(smtp, written("CAST Burn 3", head="", subject="#7"))
    (message,) = mail.fetch()
    assert (message.sender, message.text, message.subject) == (ALICE, "CAST Burn 3", "#7")
    assert message.vouched and not message.aside and message.token == ""
    assert before <= message.received <= datetime.now(UTC)


def test_the_time_is_that_of_our_server_whatever_the_letter_says(mail, dovecot):
    at = datetime.now(UTC).replace(microsecond=0) - timedelta(days=1)
    dovecot.append("battlemaster", written("CAST Burn 3"), at.astimezone(ZoneInfo("Asia/Kathmandu")))
    (message,) = mail.fetch()
    assert message.earliest <= at <= message.received <= message.earliest + timedelta(seconds=4)


def test_letters_come_in_the_order_in_which_our_server_took_them(mail, dovecot):
    now = datetime.now(UTC).replace(microsecond=0)
    for hours in (3, 1, 2):
        dovecot.append("battlemaster", written(f"CAST Burn {hours}"), now - timedelta(hours=hours))
    assert [message.text for message in mail.fetch()] == ["CAST Burn 3", "CAST Burn 2", "CAST Burn 1"]


def test_a_spoofed_letter_is_nobody_s_word(mail, smtp, deliver):
    smtp.verdict = "dmarc=none"
    post(smtp, VOUCHED.encode() + written("CAST Burn 3", head=""))
    deliver(written("CAST Burn 3", head=VOUCHED.replace(MX, "mx.evil.test")))
    deliver(written("CAST Burn 3", head=""))
    assert [message.vouched for message in mail.fetch()] == [False, False, False]


def test_a_sender_is_read_as_people_s_programs_write_it(mail, deliver):
    names = ["K. E. Van", "Van, Kevin", "Zoë", "=?utf-8?q?Zo=C3=AB?= K."]
    for name in names:
        deliver(written("CAST Burn 3", f"{name} <{ALICE}>"))
    deliver(written("CAST Burn 3", f"{ALICE} <mallory@evil.test>"))
    *read, doubtful = mail.fetch()
    assert [(m.sender, m.vouched, m.aside) for m in read] == [(ALICE, True, "")] * len(names)
    assert doubtful.tell and f"“{ALICE} <mallory@evil.test>”" in doubtful.aside


def test_fetching_changes_nothing_in_the_mailbox(mail, dovecot, deliver):
    deliver(written("CAST Burn 3"))
    mail.done(mail.fetch()[0])
    with imaplib.IMAP4_SSL(
        "127.0.0.1", dovecot.tls_port, ssl_context=ssl.create_default_context(cafile=dovecot.certificate)
    ) as client:
        client.login("battlemaster", dovecot.password)
        client.select(readonly=True)
        assert client.search(None, "UNSEEN")[1] == [b"1"]


def test_two_deliveries_of_one_letter_are_one_message(mail, deliver):
    raw = written("CAST Burn 3")
    deliver(raw)
    deliver(b"X-Spam: no\n" + raw)
    (message,) = mail.fetch()
    mail.done(message)
    deliver(raw)
    assert mail.fetch() == []


def test_an_unproven_copy_does_not_take_the_place_of_the_true_letter(mail, deliver):
    raw = written("CAST Burn 3", head="")
    deliver(raw)
    mail.done(mail.fetch()[0])
    deliver(VOUCHED.encode() + raw)
    (message,) = mail.fetch()
    assert message.vouched


def test_letters_with_one_message_id_and_other_words_both_come(mail, deliver):
    raw = written("CAST Burn 3")
    deliver(raw)
    deliver(raw.replace(b"Burn 3", b"Burn 4"))
    assert [message.text for message in mail.fetch()] == ["CAST Burn 3", "CAST Burn 4"]


def test_letters_that_were_done_stay_done_when_the_server_numbers_them_anew(mail, dovecot, deliver):
    now = datetime.now(UTC).replace(microsecond=0)
    for number in (1, 2):
        dovecot.append("battlemaster", written(f"CAST Burn {number}"), now - timedelta(hours=3 - number))
    mail.done(mail.fetch()[0])
    dovecot.renumber("battlemaster")
    deliver(written("CAST Burn 3"))
    assert [message.text for message in mail.fetch()] == ["CAST Burn 2", "CAST Burn 3"]


def test_without_our_file_all_letters_come_again_under_the_same_ids(mail, deliver, tmp_path):
    for number in range(3):
        deliver(written(f"CAST Burn {number}"))
    messages = mail.fetch()
    for message in messages:
        mail.done(message)
    again = changed(mail, state=tmp_path / "another.sqlite").fetch()
    assert [(m.id, m.sender, m.text) for m in again] == [(m.id, m.sender, m.text) for m in messages]


def test_a_message_may_be_done_before_it_was_fetched_here(mail, deliver, tmp_path):
    deliver(written("CAST Burn 3"))
    (message,) = mail.fetch()
    other = changed(mail, state=tmp_path / "another.sqlite")
    other.done(message)
    assert other.fetch() == []


def test_the_cost_of_a_fetch_grows_with_the_new_letters_alone(mail, deliver, monkeypatch):
    for number in range(120):
        deliver(written(f"CAST Burn {number}"))
    for message in mail.fetch():
        mail.done(message)
    deliver(written("PASS"))
    lines = []
    readline = imaplib.IMAP4_SSL.readline

    def noted(self):
        lines.append(readline(self))
        return lines[-1]

    monkeypatch.setattr(imaplib.IMAP4_SSL, "readline", noted)
    (message,) = mail.fetch()
    mail.done(message)
    assert sum(b"FETCH" in line for line in lines) <= 2 * 2 + 2  # two commands of one letter each, and their answers
    lines.clear()
    assert mail.fetch() == [] and len(lines) < 25


def test_an_old_letter_not_done_holds_back_none_behind_it(mail, deliver):
    for number in range(60):
        deliver(written(f"CAST Burn {number}"))
    first, *others = mail.fetch()
    for message in others:
        mail.done(message)
    deliver(written("PASS"))
    assert [message.text for message in mail.fetch()] == [first.text, "PASS"]


def test_a_letter_beyond_the_size_limit_is_read_from_its_beginning(mail, deliver):
    head = f"{VOUCHED}Content-Type: multipart/mixed; boundary=b\nFrom: {ALICE}\n\n--b\n\nCAST Burn 3\n--b\n"
    deliver(f"{head}Content-Type: image/x\n\n".encode() + b"A" * 70 * 10 + b"\n" + (b"A" * 70 + b"\n") * 5000)
    (message,) = mail.fetch()
    assert message.text.strip() == "CAST Burn 3"


def test_letters_that_no_person_wrote_are_kept_aside_and_hold_back_none(mail, deliver):
    deliver(written("I am away", head=f"Auto-Submitted: auto-replied\n{VOUCHED}"))
    deliver(b"\xff\xfe no letter at all\n")
    deliver(written("CAST Burn 3"))
    away, broken, order = mail.fetch()
    assert "automatic" in away.aside and broken.aside and not order.aside


def test_a_letter_that_another_program_deletes_meanwhile_is_left_out(mail, dovecot, deliver, monkeypatch):
    deliver(written("CAST Burn 1"))
    deliver(written("CAST Burn 2"))
    from pbp.adapters.mail.imap import Folder

    above = Folder.above

    def then_delete(folder, uid):
        listed = above(folder, uid)
        next((dovecot.folder / "mail/battlemaster/Maildir").glob("new/*")).unlink()
        return listed

    monkeypatch.setattr(Folder, "above", then_delete)
    assert len(mail.fetch()) == 1
    monkeypatch.undo()
    assert len(mail.fetch()) == 1


# ---- sending ----


def test_a_letter_bears_its_key_and_is_found_by_it(mail, smtp, dovecot):
    assert mail.find("receipt.1") is None
    ref = mail.send("receipt.1", LETTER)
    assert mail.find("receipt.1") == ref == Mail(mail.settings).find("receipt.1")
    (raw,) = dovecot.letters("alice")
    assert parsed(raw)["Message-ID"] == ref.id == "<pbp.receipt.1@bm.test>"
    assert ref.url == "mid:pbp.receipt.1@bm.test"
    assert [taken.sender for taken in smtp.taken] == [OURS]


def test_a_letter_that_was_taken_is_not_sent_again(mail, smtp):
    assert mail.send("receipt.1", LETTER) == mail.send("receipt.1", LETTER)
    assert len(smtp.taken) == 1


def test_copies_of_a_letter_whose_answers_were_lost_are_the_same_bytes(mail, smtp):
    clock = iter(NOON + timedelta(hours=n, microseconds=7) for n in range(100))
    smtp.faults.extend([DROP_BEFORE, DROP_AFTER, "451 later", DROP_AFTER])
    letter = Letter(ALICE, "Duel 7 ★", "Zoë", "<a@b.test>", "tok12345")
    for _ in range(4):
        with pytest.raises(SiteDown):
            Mail(mail.settings, lambda: next(clock)).send("receipt.1", letter)
        assert mail.find("receipt.1") is None
    Mail(mail.settings, lambda: next(clock)).send("receipt.1", letter)
    assert len(smtp.taken) == 3 and len({taken.letter for taken in smtp.taken}) == 1
    assert parsed(smtp.taken[0].letter)["Date"].datetime >= NOON


def test_one_send_is_one_try(mail, smtp):
    smtp.faults.append(DROP_AFTER)
    with pytest.raises(SiteDown):
        mail.send("receipt.1", LETTER)
    assert len(smtp.taken) == 1


def test_where_the_provider_keeps_what_was_sent_a_lost_answer_is_looked_up(mail, smtp, dovecot):
    mail = changed(mail, sent_folder="Sent Mail")
    with imaplib.IMAP4_SSL(
        "127.0.0.1", dovecot.tls_port, ssl_context=ssl.create_default_context(cafile=dovecot.certificate)
    ) as client:
        client.login("battlemaster", dovecot.password)
        client.create('"Sent Mail"')
        smtp.faults.append(DROP_AFTER)
        with pytest.raises(SiteDown):
            mail.send("receipt.1", LETTER)
        assert mail.find("receipt.1") is None and mail.lag > timedelta(0)
        client.append('"Sent Mail"', "", imaplib.Time2Internaldate(datetime.now(UTC)), smtp.taken[0].letter)
        assert mail.find("receipt.1").id == "<pbp.receipt.1@bm.test>"
        assert mail.find("receipt.2") is None


def test_a_player_s_answer_comes_back_with_the_token_and_the_thread(mail, smtp, dovecot):
    mail.send("prompt.1", Letter(ALICE, "Your move", "What do you do?", token="tok12345"))
    (raw,) = dovecot.letters("alice")
    ours = parsed(raw)
    smtp.verdict = "dmarc=none"
    head = f"In-Reply-To: {ours['Message-ID']}\nReferences: {ours['References']} {ours['Message-ID']}\n"
    post(smtp, written("CAST Burn 3", head=head), to=ours["Reply-To"].addresses[0].addr_spec)
    (message,) = mail.fetch()
    assert (message.token, message.vouched) == ("tok12345", False)
    mail.send("receipt.1", Letter(message.sender, "Understood", "Burn 3.", message.thread))
    answer = parsed(dovecot.letters("alice")[1])
    assert answer["In-Reply-To"] == message.thread.split()[-1]
    assert ours["Message-ID"] in answer["References"].split()


def test_a_letter_to_no_address_is_refused_before_anything_is_sent(mail, smtp):
    with pytest.raises(SiteRefused, match="not a mail address"):
        mail.send("receipt.1", Letter("alice@example.test\nRCPT TO:<eve@evil.test>", "s", "b"))
    assert smtp.taken == []


# ---- settings and the operator's check ----


def test_a_mailbox_that_works_has_nothing_to_say(mail, smtp):
    post(smtp, written("CAST Burn 3", head=""))
    assert mail.check() == () and smtp.taken[1:] == []


def test_the_check_names_everything_that_is_wrong(mail, smtp, dovecot):
    post(smtp, written("CAST Burn 3", head=""))
    (told,) = changed(mail, authserv_id="").check()
    assert "authserv_id is not set" in told and MX in told
    (told,) = changed(mail, authserv_id="mx.other.test").check()
    assert "mx.other.test" in told and MX in told
    all_told = changed(
        mail, folder="Nowhere", sent_folder="Nothing", smtp=MailServer("127.0.0.1", 9, "starttls")
    ).check()
    assert len(all_told) == 3 and "Nowhere" in all_told[0] and "Nothing" in all_told[1] and "SMTP" in all_told[2]


def test_the_check_says_which_security_a_server_speaks(mail, smtp, dovecot):
    post(smtp, written("CAST Burn 3", head=""))
    wrong = {"imap": MailServer("127.0.0.1", dovecot.port, "tls"), "smtp": MailServer("127.0.0.1", smtp.port, "tls")}
    imap, smtp_ = changed(mail, **wrong).check()
    assert "imap_security is 'tls', but the mail server" in imap and "speaks 'starttls': set that" in imap
    assert "smtp_security is 'tls', but the mail server" in smtp_ and "speaks 'starttls': set that" in smtp_
    (told,) = changed(mail, imap=MailServer("127.0.0.1", dovecot.tls_port, "starttls"), timeout=1).check()
    assert "imap_security is 'starttls'" in told and "speaks 'tls': set that" in told
    (told,) = changed(mail, imap=MailServer("localhost.example", dovecot.tls_port)).check()
    assert "security" not in told


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"ca_file": Path("no/such.pem")}, r"ca_file is 'no/such.pem', which cannot be used: No such file"),
        ({"ca_file": Path(__file__)}, "it holds no certificate in PEM form"),
        ({"imap": MailServer("mail.example.org", 143, "none")}, "without TLS"),
        ({"smtp": MailServer("mail.example.org", 25, "ssl")}, "security"),
        ({"address": "Battle Master <x@y.test>"}, "plain mail address"),
        ({"folder": "Entwürfe"}, "ASCII"),
        ({"delimiter": "++"}, "delimiter"),
    ],
)
def test_wrong_settings_are_told(dovecot, tmp_path, changes, words):
    with pytest.raises(ConfigError, match=words):
        settings(dovecot, 25, tmp_path / "x.sqlite", **changes)

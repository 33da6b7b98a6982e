"""Who wrote a letter, who vouches for it, which token it bears, and whether it may ever be answered."""

from __future__ import annotations

import random

import pytest
from adapters.mail_case import ALICE, MX, NOON, OURS, VOUCHED, settings_without_servers, unhurried, written
from hypothesis import given
from hypothesis import strategies as st

from pbp.adapters.mail.read import read_letter
from pbp.adapters.mail.verdict import read as read_verdict
from pbp.adapters.mail.verdict import verdict


def read(raw: bytes, **changes):
    return read_letter(raw, NOON, settings_without_servers(**changes))


def judged(value: str, *more: str, pinned: str = MX) -> str:
    of = [("authentication-results", " ".join(part.split())) for part in (value, *more)]
    return verdict([("return-path", "<x@y>"), *of, ("from", ALICE)], pinned, ALICE).value


# ---- From ----


@pytest.mark.parametrize(
    "value",
    [
        "alice@example.test",
        "Alice <alice@example.test>",
        '"Wizard, Alice" <Alice@Example.test>',
        "=?utf-8?q?Al=C3=AFce?= <alice@example.test>",
        "alice@example.test (Alice)",
        "\n Alice of the Long Name\n <alice@example.test>",
        "K. E. Van <alice@example.test>",
        "Wizard, Alice <alice@example.test>",
        "Van, K. E. <alice@example.test>",
        "Zoë <alice@example.test>",
        "Zoë\u00a0K. <alice@example.test>",
        "=?utf-8?q?Zo=C3=AB?= K. <alice@example.test>",
        '"=?utf-8?q?Zo=C3=AB?=" <alice@example.test>',
        'Zo"=?utf-8?b?w6s=?="<alice@example.test>',
        "=?utf-8?Q?Al_@_work?= <alice@example.test>",
        "=?utf-8?q?Alice_=3Calice=40example=2Etest=3E?=",
        "=?utf-8?b?QWxpY2UgPGFsaWNlQGV4YW1wbGUudGVzdD4=?=",
        "=?utf-8?q?broken <alice@example.test>",
        "wizards: alice@example.test;",
        "Dr: Alice <alice@example.test>",
        "Alice <alice@example.test> (at home)",
        "(the (great) wizard) Alice <alice@example.test>",
        "Alice [away] <alice@example.test>",
        "Alice :-) <alice@example.test>",
        'Alice "the wizard <alice@example.test>',
        "O'Neil; Alice <alice@example.test>",
        "Alice <alice@example.test>,",
        "Alice < alice@example.test >",
        "Alice <mailto:alice@example.test>",
        "Alice alice@example.test",
        "alice@example.test <alice@example.test>",
        '"alice@example.test" <Alice@example.test>',
        '"bob@example.test via Wizards" <alice@example.test>',
        "alice@example.test (formerly bob@example.test)",
        "Alice <alice@example.test",
    ],
)
def test_one_plain_address_is_the_sender(value):
    assert read(f"From: {value}\n\nCAST Burn 3\n".encode()).sender == ALICE


@pytest.mark.parametrize(
    "value",
    [
        "alice@example.test, bob@example.test",
        "alice@example.test <mallory@evil.test>",
        "<alice@example.test> <mallory@evil.test>",
        "wizards:;",
        "wizards: alice@example.test, bob@example.test;",
        "alice@example.test <mallory@evil.test",
        'Alice "the wizard alice@example.test <mallory@evil.test>',
        'x" alice@example.test "y" <mallory@evil.test>',
        ":-) alice@example.test <mallory@evil.test>",
        "Alice @ home <alice@example.test>",
        "=?utf-8?q?alice=40example.test=2C_bob=40example.test?=",
        '"alice@example.test"@evil.test',
        "alice@example.test\\@evil.test",
        "alіce@example.test",  # a Cyrillic і
        "alice@exämple.test",
        "<@relay.test:alice@example.test>",
        "alice@[127.0.0.1]",
        "alice",
        '"',
        "(",
        "",
        "<>",
        "a" * 2000 + "@example.test",
        "alice@example.test\nFrom: mallory@evil.test",
    ],
)
def test_a_doubtful_sender_is_none_and_the_letter_is_kept_aside(value):
    message = read(f"{VOUCHED}From: {value}\n\nCAST Burn 3\n".encode())
    assert message.sender == "" and message.aside and not message.vouched
    assert message.tell and "its From is" in message.aside and len(message.aside) < 600


def test_a_letter_without_from_is_kept_aside():
    message = read(b"Subject: hi\n\nCAST Burn 3\n")
    assert message.tell and "its From is missing" in message.aside


# ---- the verdict of our own server ----


@pytest.mark.parametrize(
    "value",
    [
        f"{MX}; dmarc=pass header.from=example.test",
        f"{MX}; dmarc=pass (p=reject; dis=none) header.from=Example.test",
        f"{MX} 1; spf=fail smtp.mailfrom=x.test; dkim=none; dmarc=pass header.from=example.test",
        f"{MX}; dkim=pass header.d=example.test header.s=k",
        f"{MX}; dkim=pass header.i=@example.test; dmarc=none header.from=example.test",
        f"{MX}; spf=pass smtp.mailfrom=alice@example.test",
        f"{MX}; spf=pass smtp.mailfrom=example.test; dkim=fail header.d=example.test",
        f"{MX.upper()}; dmarc=pass header.from=example.test",
        f'{MX}; dmarc=pass reason="a; b" header.from=example.test',
    ],
)
def test_our_server_vouches(value):
    assert judged(value) == "passed"


@pytest.mark.parametrize(
    "value",
    [
        "mx.evil.test; dmarc=pass header.from=example.test",
        f"{MX}.evil.test; dmarc=pass header.from=example.test",
        f"x{MX}; dmarc=pass header.from=example.test",
        f"{MX}; dmarc=pass header.from=evil.test",
        f"{MX}; dmarc=pass",
        f"{MX}; dmarc=none header.from=example.test",
        f"{MX}; dmarc=temperror header.from=example.test",
        f"{MX}; dmarc=bestguesspass header.from=example.test",
        f"{MX}; dmarc=passable header.from=example.test",
        f"{MX}; dkim=pass header.d=evil.test",
        f"{MX}; dkim=pass header.d=web.example.test",
        f"{MX}; dkim=pass header.d=test",
        f"{MX}; spf=pass smtp.mailfrom=alice@evil.test",
        f"{MX}; spf=pass smtp.helo=example.test",
        f"{MX}; spf=softfail smtp.mailfrom=alice@example.test",
        f"{MX}; none",
        f"{MX}; (dmarc=pass header.from=example.test)",
        f'{MX}; reason="; dmarc=pass header.from=example.test"',
        f"{MX}; x=y (; dmarc=pass header.from=example.test",
        f'{MX}; x="; dmarc=pass header.from=example.test',
        f"(a({MX}); dmarc=pass header.from=example.test",
        f"{MX}; dmarc=pass header.from=evil.test header.from=example.test",
        f"{MX}; xdmarc=pass header.from=example.test",
        "; dmarc=pass header.from=example.test",
        "",
    ],
)
def test_nobody_vouches(value):
    assert judged(value) == "none"


@pytest.mark.parametrize(
    "value",
    [
        f"{MX}; dmarc=fail header.from=example.test",
        f"{MX}; dmarc=fail (p=none) header.from=example.test; spf=pass smtp.mailfrom=example.test",
        f"{MX}; dmarc=pass header.from=example.test; dmarc=fail header.from=example.test",
    ],
)
def test_our_server_calls_it_forged(value):
    assert judged(value) == "failed"


GOOD = f"{MX}; dmarc=pass header.from=example.test"


def test_only_the_topmost_verdict_counts():
    assert judged(f"{MX}; dmarc=none header.from=example.test", GOOD) == "none"
    assert judged(f"{MX}; spf=none; dkim=none", GOOD) == "none"
    assert judged("mx.evil.test; dmarc=pass header.from=example.test", GOOD) == "none"
    assert judged(GOOD, f"{MX}; dmarc=fail header.from=example.test") == "passed"


def test_headers_of_our_server_without_a_verdict_are_passed_over():
    assert judged(f"{MX}; arc=none", f"{MX}; bimi=skipped", GOOD) == "passed"


def test_a_verdict_below_other_headers_than_verdicts_does_not_count():
    of = [("authentication-results", f"{MX}; arc=none"), ("received", "from evil"), ("authentication-results", GOOD)]
    assert verdict(of, MX, ALICE).value == "none"


def test_verdicts_as_large_providers_write_them():
    gmail = (
        "mx.google.com; dkim=pass header.i=@example.test header.s=20230601 header.b=AbC=1;"
        " spf=pass (google.com: domain of alice@example.test designates 192.0.2.1 as permitted sender)"
        " smtp.mailfrom=alice@example.test;"
        " dmarc=pass (p=NONE sp=QUARANTINE dis=NONE) header.from=example.test; dara=pass header.i=@gmail.com"
    )
    assert judged(gmail, pinned="mx.google.com") == "passed"
    fastmail = [
        "phl-mx-04.messagingengine.com; arc=none (no signatures found)",
        "phl-mx-04.messagingengine.com; bimi=skipped (DMARC did not pass)",
        "phl-mx-04.messagingengine.com; x-csa=none",
        "phl-mx-04.messagingengine.com; dkim=pass (2048-bit rsa key) header.d=example.test header.i=@example.test"
        " header.b=x; dmarc=pass policy.published-domain-policy=reject policy.applied-disposition=none"
        " policy.evaluated-disposition=none (p=reject,d=none,d.eval=none) policy.policy-from=p"
        " header.from=example.test; spf=pass smtp.mailfrom=alice@example.test smtp.helo=mail.example.test",
    ]
    assert judged(*fastmail, pinned="*.messagingengine.com") == "passed"
    # This one does not say which server it is, so that anybody could have written it.
    microsoft = (
        "spf=pass (sender IP is 192.0.2.1) smtp.mailfrom=example.test; dkim=pass (signature was verified)"
        " header.d=example.test;dmarc=pass action=none header.from=example.test;compauth=pass reason=100"
    )
    assert judged(microsoft) == judged(microsoft, pinned="mx.microsoft.com") == "none"


def test_any_host_of_a_pinned_domain_may_vouch_and_no_other():
    assert judged("mx7.bm.test; dmarc=pass header.from=example.test", pinned="*.bm.test") == "passed"
    for other in ("evilbm.test", "bm.test.evil", "bm.test"):
        assert judged(f"{other}; dmarc=pass header.from=example.test", pinned="*.bm.test") == "none"


def test_without_a_pinned_server_nobody_is_believed():
    for value in (GOOD, "; dmarc=pass header.from=example.test", '""; dmarc=pass header.from=example.test'):
        assert judged(value, pinned="") == "none"


@unhurried
@given(st.text(st.sampled_from('mx.b;=()"\\ dmarcpas/1'), max_size=60))
def test_no_words_before_a_verdict_make_another_server_ours(words):
    server, _ = read_verdict(f"evil.test {words}; dmarc=pass header.from=example.test")
    assert server in ("", "evil.test")


# ---- reply tokens ----


@pytest.mark.parametrize(
    "head",
    [
        "To: battlemaster+tok12345@bm.test",
        "To: Battle Master <battlemaster+tok12345@bm.test>, x@y.test",
        "Delivered-To: BattleMaster+tok12345@BM.test\nTo: undisclosed",
        "Cc: <battlemaster+tok12345@bm.test>",
        "References: <a@b> <token.tok12345@bm.test>\n <pbp.x@bm.test>",
        "In-Reply-To: <token.tok12345@bm.test>",
        "References: <token.tok12345@bm.test>\nTo: battlemaster+other123@bm.test",
    ],
)
def test_a_reply_token_comes_back(head):
    assert read(f"{head}\nFrom: {ALICE}\n\nPASS\n".encode()).token == "tok12345"


@pytest.mark.parametrize(
    "head",
    [
        "To: battlemaster@bm.test",
        "To: xbattlemaster+tok12345@bm.test",
        "To: battlemaster+tok12345@bm.test.evil",
        "To: battlemaster+tok12345@evil.test",
        "To: battlemaster+tok12345@bm.test, battlemaster+tok54321@bm.test",
        "References: <token.tok12345@evil.test>",
        "Subject: battlemaster+tok12345@bm.test",
    ],
)
def test_what_is_no_token_of_ours_is_none(head):
    assert read(f"{head}\nFrom: {ALICE}\n\nPASS\n".encode()).token == ""


def test_a_server_without_such_addresses_still_gives_tokens_back():
    raw = f"References: <token.tok12345@bm.test>\nTo: battlemaster+x12345@bm.test\nFrom: {ALICE}\n\nPASS\n".encode()
    assert read(raw, delimiter="").token == "tok12345"


def test_a_letter_called_forged_loses_its_token():
    forged = VOUCHED.replace("pass", "fail") + "To: battlemaster+tok12345@bm.test\n"
    message = read(f"{forged}From: {ALICE}\n\nPASS\n".encode())
    assert (message.token, message.vouched, message.sender) == ("", False, ALICE)


# ---- letters that no person wrote ----


@pytest.mark.parametrize(
    ("head", "reason"),
    [
        ("Auto-Submitted: auto-replied", "automatic"),
        ("Auto-Submitted: auto-generated; type=x", "automatic"),
        ("Precedence: auto_reply", "automatic"),
        ("X-Autoreply: yes", "automatic"),
        ("X-Autorespond: gone fishing", "automatic"),
        ("List-Id: <wizards.example.test>", "list"),
        ("List-Unsubscribe: <mailto:x@y.test>", "list"),
        ("Precedence: bulk", "list"),
        ("Precedence: List", "list"),
        ("Return-Path: <>", "bounce"),
        ("Content-Type: multipart/report; report-type=delivery-status; boundary=b", "bounce"),
        ("X-Failed-Recipients: x@y.test", "bounce"),
        (f"X-Loop: {OURS}", "our own"),
    ],
)
def test_a_letter_that_no_person_wrote_is_kept_aside(head, reason):
    message = read(written("CAST Burn 3", head=f"{head}\n{VOUCHED}"))
    assert reason in message.aside and message.sender == ALICE


@pytest.mark.parametrize(
    ("sender", "reason"),
    [
        ("MAILER-DAEMON@example.test", "bounce"),
        ("postmaster@example.test", "bounce"),
        (OURS, "our own"),
        ("battlemaster+tok12345@bm.test", "our own"),
    ],
)
def test_letters_of_servers_and_our_own_are_kept_aside(sender, reason):
    assert reason in read(written("CAST Burn 3", sender)).aside


@pytest.mark.parametrize("head", ["Auto-Submitted: no", "Return-Path: <alice@example.test>", "Precedence: first-class"])
def test_a_person_s_letter_is_not_kept_aside(head):
    assert read(written("CAST Burn 3", head=f"{head}\n")).aside == ""


# ---- threads, subjects, ids ----


def test_a_thread_keeps_long_message_ids_whole():
    long = f"<{'PR01MB' * 140}@outlook.test>"
    raw = f"From: {ALICE}\nReferences: <a@b.test>\n {long}\nMessage-ID: {long[:-1]}x>\n\nPASS\n".encode()
    assert read(raw).thread.split() == ["<a@b.test>", long, f"{long[:-1]}x>"]


def test_a_long_thread_keeps_its_first_and_its_newest_ids():
    ids = [f"<{n}@b.test>" for n in range(50)]
    raw = f"From: {ALICE}\nReferences: {' '.join(ids)}\nMessage-ID: <own@b.test>\n\nPASS\n".encode()
    assert read(raw).thread.split() == [ids[0], *ids[-8:], "<own@b.test>"]


@pytest.mark.parametrize("id", ["<[x]>", "nothing", "<a b@c>", "<@>\x00", "<a@b\x7f>", f"<{'a' * 1000}@b.test>"])
def test_a_broken_message_id_is_no_thread(id):
    assert " " not in read(f"From: {ALICE}\nMessage-ID: {id}\n\nPASS\n".encode()).thread
    assert "\x00" not in read(f"From: {ALICE}\nMessage-ID: {id}\n\nPASS\n".encode()).thread


@pytest.mark.parametrize(
    ("value", "wanted"),
    [
        ("=?utf-8?q?Duel_=237=0D=0ABcc:_x?=", "Duel #7 Bcc: x"),
        ("=?iso-8859-1?q?Br=FBl=E9e?= and\n more", "Brûlée and more"),
        ("=?x-none?q?abc?=", "=?x-none?q?abc?="),
        ("=?utf-8?b?!!!?=", ""),
        ("a" * 5000, "a" * 200),
        ("x\u202ey\u200bz", "x y z"),
    ],
)
def test_a_subject_is_one_plain_line(value, wanted):
    assert read(f"From: {ALICE}\nSubject: {value}\n\nPASS\n".encode()).subject == wanted


def test_a_second_copy_has_the_same_id_whatever_servers_wrote_on_it():
    raw = written("CAST Burn 3  \n\nAlice")
    other = (
        b"Received: from x\nDelivered-To: battlemaster@bm.test\nX-Spam: no\n" + raw.replace(b"\n", b"\r\n") + b"\r\n"
    )
    assert read(raw).id == read(other).id


def test_other_letters_have_other_ids():
    raw = written("CAST Burn 3")
    others = [
        raw.replace(b"Burn 3", b"Burn 4"),
        raw.replace(b"my orders", b"#7"),
        raw.replace(b"12:00:00", b"12:00:01"),
        raw.replace(b"Message-ID: <", b"Message-ID: <x"),
        raw.replace(b"alice@", b"bob@"),
        raw.replace(VOUCHED.encode(), b""),
    ]
    assert len({read(each).id for each in [raw, *others]}) == 7


# ---- anything at all ----


def _bombs() -> dict[str, bytes]:
    size = 100_000
    start = b"From: alice@example.test\nContent-Type: multipart/mixed; boundary=x"
    return {
        "semicolons": b"From: alice@example.test\nContent-Type: text/plain" + b";" * 60_000 + b"\n\nx",
        "semicolons in a part": start + b"\n\n--x\nContent-Type: text/plain" + b";" * size + b"\n\nx\n--x--\n",
        "quotes": start + b';"' * 30_000 + b"\n\nx",
        "parts": start + b"\n\n" + b"--x\n\na\n" * (size // 7),
        "nested": b"From: a@b.test\n"
        + b"".join(b"Content-Type: multipart/mixed; boundary=x%d\n\n--x%d\n" % (n, n) for n in range(1500)),
        "nested letters": b"From: a@b.test\n" + b"Content-Type: message/rfc822\n\n" * 3000,
        "headers": b"".join(b"X-%d: a\n" % n for n in range(size // 8)) + b"\nx",
        "encoded words": b"From: a@b.test\nSubject: " + b"=?utf-8?q?a?= " * 5000 + b"\n\nx",
        "html": b"From: a@b.test\nContent-Type: text/html\n\n" + b"<div>" * (size // 5),
        "html comments": b"From: a@b.test\nContent-Type: text/html\n\n" + b"<!--" * (size // 4),
        "addresses": b"From: " + b"a@b.test, " * 5000 + b"\n\nx",
        "brackets": b"From: a@b.test\nReferences: " + b"<" * 60_000 + b"\n\nx",
        "comments": b"Authentication-Results: mx.bm.test; " + b"(" * 60_000 + b"\nFrom: a@b.test\n\nx",
        "attributions": b"From: a@b.test\n\n" + b"On a battlemaster@bm.test 1 " * 4000 + b"\n" + b"Label: x\n" * 2000,
        "labels": b"From: a@b.test\n\n" + b"a" * 20_000 + b"\n" + (b"b " * 50 + b"\n") * 300,
        "lines": b"From: a@b.test\n\n" + b"\n" * size,
        "no headers": b"\x00\xff" * 1000,
        "nothing": b"",
    }


@pytest.mark.parametrize("name", _bombs())
def test_a_hostile_letter_is_read_or_kept_aside(name):
    message = read(_bombs()[name])
    assert message.tell or message.sender or "bounce" in message.aside
    assert len(message.id) == 64 and len(message.text) <= 20_000 and len(message.subject) <= 200


def test_whatever_becomes_of_a_letter_on_the_way_it_is_a_message():
    chance = random.Random(4)
    whole = [path.encode() for path in _samples()]
    for _ in range(400):
        raw = bytearray(chance.choice(whole))
        for _ in range(chance.randrange(1, 12)):
            at = chance.randrange(len(raw))
            raw[at : at + chance.randrange(4)] = bytes(chance.randrange(256) for _ in range(chance.randrange(4)))
        message = read(bytes(raw))
        assert len(message.id) == 64 and "\r" not in message.text and "\n" not in message.subject


def _samples() -> list[str]:
    from adapters.test_mail_words import LETTERS

    return [VOUCHED + path.read_text(encoding="utf-8") for path in LETTERS]


@unhurried
@given(st.binary(max_size=300))
def test_any_bytes_are_a_message(raw):
    assert len(read(raw).id) == 64
    assert len(read(b"From: a@b.test\nContent-Type: " + raw).id) == 64

"""Our letters as they go out: nobody's words change their headers, and the same letter is always the same bytes."""

from __future__ import annotations

import re

import pytest
from adapters.mail_case import ALICE, NOON, OURS, parsed, settings_without_servers, unhurried
from hypothesis import given
from hypothesis import strategies as st

from pbp.adapters.mail.body import clean
from pbp.adapters.mail.headers import LONGEST_ID
from pbp.adapters.mail.letter import compose, message_id
from pbp.adapters.mail.read import read_letter
from pbp.errors import SiteRefused
from pbp.ports import Letter

SETTINGS = settings_without_servers()
PLAIN = ["From", "To", "Subject", "Date", "Message-ID", "Auto-Submitted", "X-Auto-Response-Suppress", "X-Loop"]
PLAIN += ["MIME-Version", "Content-Type", "Content-Transfer-Encoding"]
HOSTILE = [
    "Duel 7\r\nBcc: eve@evil.test",
    "Duel 7\nContent-Type: text/html\n\n<b>",
    "x\r\n\r\nnew body",
    "=?utf-8?q?=0D=0ABcc:_eve@evil.test?=",
    "\u2028Bcc: eve@evil.test",
    "\x85\x0b\x0c\x1c\x00",
    "\ud800 lone",
    "Zoë ★ " * 100,
    "a" * 5000,
    "\u202egnp.exe",
    ".\r\n.\r\nQUIT\r\n",
    "",
]
ANY = st.text(max_size=120) | st.sampled_from(HOSTILE)


def names(raw: bytes) -> list[str]:
    """The names of the headers, as they stand in the bytes."""
    head = raw.partition(b"\r\n\r\n")[0].decode("ascii")
    return re.findall(r"^([^\s:]+):", head, re.MULTILINE)


@unhurried
@given(subject=ANY, body=ANY, thread=ANY, key=st.text(min_size=1, max_size=60) | st.sampled_from(HOSTILE))
def test_no_words_change_the_headers(subject, body, thread, key):
    raw = compose(key, Letter(ALICE, subject, body, thread), SETTINGS, NOON)
    mime = parsed(raw)
    extra = ["In-Reply-To", "References"] if mime["In-Reply-To"] else []
    assert names(raw) == PLAIN + extra
    assert (mime["To"], mime["Date"].datetime, mime.get_content_type()) == (ALICE, NOON, "text/plain")
    assert mime["From"].addresses[0].addr_spec == OURS
    assert not mime.defects and all(len(line) <= 998 for line in raw.split(b"\r\n"))
    assert b"\r" not in raw.replace(b"\r\n", b"") and b"\n" not in raw.replace(b"\r\n", b"")


@unhurried
@given(ANY)
def test_the_body_arrives_as_it_was_written(body):
    mime = parsed(compose("k", Letter(ALICE, "s", body), SETTINGS, NOON))
    assert mime.get_content().replace("\r\n", "\n") == clean(body).rstrip("\n") + "\n"


@unhurried
@given(
    st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), min_size=1, max_size=40)
    | st.just("=?utf-8?q?a?=")
)
def test_a_subject_arrives_as_it_was_written(subject):
    assert parsed(compose("k", Letter(ALICE, subject, ""), SETTINGS, NOON))["Subject"] == subject


@unhurried
@given(st.text(max_size=40))
def test_a_display_name_is_a_name_and_no_address(name):
    raw = compose("k", Letter(ALICE, "s", "b"), settings_without_servers(display_name=name), NOON)
    (group,) = parsed(raw)["From"].groups
    assert [address.addr_spec for address in group.addresses] == [OURS] and names(raw) == PLAIN


@pytest.mark.parametrize(
    "to",
    [
        "alice@example.test, eve@evil.test",
        "alice@example.test\r\nBcc: eve@evil.test",
        "alice@example.test> RCPT TO:<eve@evil.test",
        "Alice <alice@example.test>",
        '"alice"@example.test',
        "alicë@example.test",
        "alice",
        "@example.test",
        "",
        "a" * 300 + "@example.test",
        OURS,
        "BattleMaster+x@bm.test",
    ],
)
def test_what_is_no_address_of_a_player_is_refused(to):
    with pytest.raises(SiteRefused, match="register another"):
        compose("k", Letter(to, "s", "b"), SETTINGS, NOON)


@pytest.mark.parametrize("token", ["a", "a b c d", "tok\r\nBcc: x", "x" * 49, "tok@evil.test"])
def test_a_token_that_would_not_come_back_is_refused(token):
    with pytest.raises(SiteRefused, match="token"):
        compose("k", Letter(ALICE, "s", "b", token=token), SETTINGS, NOON)


def test_the_same_letter_is_the_same_bytes():
    letter = Letter(ALICE, "Duel 7 ★", "Zoë\nCAST", "<a@b.test> <c@d.test>", "tok12345")
    assert compose("receipt.1", letter, SETTINGS, NOON) == compose("receipt.1", letter, SETTINGS, NOON)


@unhurried
@given(st.lists(st.text(max_size=300), unique=True, min_size=2, max_size=5))
def test_different_keys_have_different_message_ids(keys):
    # Half a surrogate pair cannot be written at all; keys are ours and hold none.
    ids = [message_id(key, "bm.test") for key in keys if not re.search("[\ud800-\udfff]", key)]
    assert len(set(ids)) == len(ids)
    assert all(re.fullmatch(r"<pbp\.[A-Za-z0-9=.-]{1,180}@bm\.test>", id) for id in ids)


def test_a_message_id_shows_its_key():
    assert message_id("duel.7.receipt.1", "bm.test") == "<pbp.duel.7.receipt.1@bm.test>"
    assert message_id("duel:7/é", "bm.test") == "<pbp.duel=3A7=2F=C3=A9@bm.test>"


def test_an_answer_refers_to_the_letter_and_its_thread_with_ids_of_any_length():
    outlook = f"<{'PR01MB' * 140}@outlook.test>"
    assert 840 < len(outlook) < LONGEST_ID
    raw = compose("k", Letter(ALICE, "s", "b", f"<root@b.test> {outlook}"), SETTINGS, NOON)
    mime = parsed(raw)
    assert mime["In-Reply-To"] == outlook and mime["References"].split() == ["<root@b.test>", outlook]
    assert mime["Auto-Submitted"] == "auto-replied"
    assert f"In-Reply-To: {outlook}\r\n".encode() in raw


def test_a_reply_to_our_letter_brings_its_token_back_either_way():
    sent = parsed(compose("k", Letter(ALICE, "s", "b", "<a@b.test>", token="tok12345"), SETTINGS, NOON))
    references = f"{sent['References']} {sent['Message-ID']}"
    by_address = f"From: {ALICE}\nTo: {sent['Reply-To']}\n\nPASS\n"
    by_thread = f"From: {ALICE}\nTo: {OURS}\nReferences: {references}\n\nPASS\n"
    for raw in (by_address, by_thread):
        assert read_letter(raw.encode(), NOON, SETTINGS).token == "tok12345"
    assert "tok12345" not in sent["Subject"]


def test_a_letter_of_ours_that_comes_back_is_kept_aside():
    raw = compose("k", Letter(ALICE, "s", "CAST Greed"), SETTINGS, NOON)
    assert "our own" in read_letter(raw, NOON, SETTINGS).aside


def test_where_the_server_knows_no_tokens_in_addresses_reply_to_is_left_out():
    raw = compose("k", Letter(ALICE, "s", "b", token="tok12345"), settings_without_servers(delimiter=""), NOON)
    assert "Reply-To" not in names(raw) and b"References: <token.tok12345@bm.test>\r\n" in raw

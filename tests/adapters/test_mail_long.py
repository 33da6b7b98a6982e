"""Letters too long to be fetched: the words in them are found wherever they stand, or it is said that they are cut."""

from __future__ import annotations

import base64
import contextlib
import imaplib
from email.message import EmailMessage
from typing import Any

import pytest
from adapters.mail_case import ALICE, NOON, OURS, VOUCHED, settings_without_servers, unhurried, written
from hypothesis import given
from hypothesis import strategies as st

from pbp.adapters.mail.imap import Folder
from pbp.adapters.mail.read import read_letter
from pbp.adapters.mail.structure import Shape, fetched

MEGABYTE = 1_000_000
ANY_BYTES = st.one_of(
    st.binary(max_size=20), st.sampled_from([b"1 (BODYSTRUCTURE (", b'"a" ', b"NIL ", b"(", b")", b"7 "])
)


def letter(*parts: tuple[str, bytes | str, dict[str, str]], kind: str = "mixed") -> bytes:
    """A letter of several parts: (content type, content, headers)."""
    pieces = []
    for type_, content, headers in parts:
        more = "".join(f"{name}: {value}\n" for name, value in headers.items())
        raw = content.encode() if isinstance(content, str) else base64.encodebytes(content)
        encoding = "" if isinstance(content, str) else "Content-Transfer-Encoding: base64\n"
        pieces.append(f"Content-Type: {type_}\n{encoding}{more}\n".encode() + raw + b"\n")
    head = f"{VOUCHED}From: {ALICE}\nTo: {OURS}\nSubject: my orders\nMessage-ID: <{id(pieces)}@x.test>\n"
    head += f"MIME-Version: 1.0\nContent-Type: multipart/{kind}; boundary=bb\n\n"
    return head.encode() + b"".join(b"--bb\n" + piece for piece in pieces) + b"--bb--\n"


def picture(size: int) -> tuple[str, bytes, dict[str, str]]:
    return "image/jpeg", bytes(size), {"Content-Disposition": 'attachment; filename="cat.jpg"'}


def text(words: str) -> tuple[str, str, dict[str, str]]:
    return 'text/plain; charset="utf-8"', words, {}


def test_an_order_behind_twenty_megabytes_is_found_and_little_of_them_is_fetched(mail, deliver, monkeypatch):
    deliver(letter(picture(20 * MEGABYTE), text("CAST Burn 3")))
    sizes = []
    for name in ("read", "readline"):
        real = getattr(imaplib.IMAP4_SSL, name)

        def counted(*words, real=real):
            data = real(*words)
            sizes.append(len(data))
            return data

        monkeypatch.setattr(imaplib.IMAP4_SSL, name, counted)
    (message,) = mail.fetch()
    assert sum(sizes) < 2 * mail.settings.size_limit, "bytes that came, and so were ever held"
    assert (message.text, message.sender, message.vouched, message.cut) == ("CAST Burn 3", ALICE, True, False)
    assert mail.fetch() == [message]
    mail.done(message)
    assert mail.fetch() == []


def test_the_words_of_a_long_letter_are_those_of_a_short_one(mail, deliver):
    inner = EmailMessage()
    inner.set_content("Hällo ★\nCAST Burn 3\n", charset="utf-8", cte="base64")
    inner.add_alternative("<p>CAST Burn 4</p>", subtype="html")
    whole = EmailMessage()
    whole["From"], whole["To"], whole["Subject"] = ALICE, OURS, "#7"
    whole.set_content("first")
    whole.make_mixed()
    whole.attach(inner)
    whole.add_attachment("CAST Burn 5\n", filename="note.txt")
    whole.add_attachment(inner)
    short = read_letter(VOUCHED.encode() + whole.as_bytes(), NOON, settings_without_servers())
    whole.add_attachment(bytes(MEGABYTE), "image", "png", filename="cat.png")
    parts: Any = whole.get_payload()
    parts.insert(0, parts.pop())
    deliver(VOUCHED.encode() + whole.as_bytes())
    (message,) = mail.fetch()
    assert message.text == short.text == "first\n\nHällo ★\nCAST Burn 3"
    assert (message.subject, message.cut) == ("#7", False)


@pytest.mark.parametrize(
    "raw",
    [
        written("Dear me\n" * 20_000 + "CAST Burn 3"),
        letter(picture(MEGABYTE), text("Dear me\n" * 20_000 + "CAST Burn 3")),
        letter(picture(MEGABYTE), *[text("Dear me")] * 25, text("CAST Burn 3")),
        written("Dear me\n" * 5_000 + "CAST Burn 3"),
    ],
    ids=["one text", "a long part", "many parts", "many words"],
)
def test_what_is_cut_off_is_said_to_be(mail, deliver, raw):
    deliver(raw)
    (message,) = mail.fetch()
    assert message.cut and "CAST" not in message.text and "Dear me" in message.text


@pytest.mark.parametrize(
    "raw",
    [
        letter(picture(MEGABYTE), kind="weird"),
        letter(("multipart/mixed; boundary=bb", "x" * MEGABYTE, {})),
        letter(*[("text/plain", "x" * 200, {})] * 3000),
        f"{VOUCHED}From: {ALICE}\n".encode()
        + b"".join(b"Content-Type: multipart/mixed; boundary=x%d\n\n--x%d\n" % (n, n) for n in range(1500))
        + bytes(MEGABYTE),
        f"{VOUCHED}From: {ALICE}\nContent-Type: multipart/mixed; boundary=b\n\n".encode() + b"--b\n\nx\n" * 60_000,
    ],
    ids=["weird", "itself", "many", "deep", "more parts than a line holds"],
)
def test_whatever_the_parts_are_the_letter_comes_and_those_beside_it(mail, deliver, raw):
    deliver(raw)
    deliver(written("CAST Burn 3"))
    first, second = mail.fetch()
    assert (first.sender == ALICE or first.tell) and second.text == "CAST Burn 3"


def test_a_server_that_tells_no_parts_has_the_letter_cut(mail, deliver, monkeypatch):
    deliver(letter(text("CAST Burn 3"), picture(MEGABYTE)))
    for wrong in (
        b"1 (UID 1 BODYSTRUCTURE (1 2",
        b"1 (UID 1 BODYSTRUCTURE NIL)",
        b"1 (UID 1)",
        b"",
        b'1 (BODYSTRUCTURE ((("a")) "b"))',
    ):
        monkeypatch.setattr(Folder, "_ask", asked_instead(Folder._ask, wrong))
        (message,) = mail.fetch()
        monkeypatch.undo()
        assert message.text == "CAST Burn 3" and message.cut


def asked_instead(ask, answer: bytes):
    return lambda folder, command, *words: [answer] if "(BODYSTRUCTURE)" in words else ask(folder, command, *words)


@unhurried
@given(
    st.lists(st.one_of(st.binary(max_size=40), st.tuples(st.binary(max_size=20), st.binary(max_size=20))), max_size=6)
)
def test_any_answer_is_parts_or_a_refusal(answer):
    with contextlib.suppress(ValueError, TypeError, LookupError, AttributeError):
        Shape(fetched(answer).get("BODYSTRUCTURE")).parts()

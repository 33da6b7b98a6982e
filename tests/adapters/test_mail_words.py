"""What a player wrote is read from whatever a mail program made of it. The letters lie in letters/, each with what it
reads as; quotations are marked with "> ", for the reader of commands to leave out."""

from __future__ import annotations

from pathlib import Path

import pytest
from adapters.mail_case import ALICE, NOON, OURS, settings_without_servers, unhurried
from hypothesis import given
from hypothesis import strategies as st

from pbp.adapters.mail.body import LONGEST_TEXT, clean, unwrapped
from pbp.adapters.mail.html import plain_text
from pbp.adapters.mail.quotes import mark_quotes
from pbp.adapters.mail.read import read_letter
from pbp.commands import read_letter as read_commands

LETTERS = sorted((Path(__file__).parent / "letters").glob("*.txt"))
ANY_TEXT = st.text(st.characters(codec="utf-8"), max_size=300)


def read(raw: bytes):
    return read_letter(raw, NOON, settings_without_servers())


@pytest.mark.parametrize("path", LETTERS, ids=lambda path: path.stem)
def test_a_letter_reads_as_its_case_file_says(path):
    letter, _, wanted = path.read_text(encoding="utf-8").partition("=== reads ===\n")
    message = read(letter.encode())
    assert message.aside == ""
    assert message.text.strip("\n") == wanted.strip("\n")


@pytest.mark.parametrize("path", LETTERS, ids=lambda path: path.stem)
def test_only_what_is_not_quoted_is_an_order(path):
    letter, _, wanted = path.read_text(encoding="utf-8").partition("=== reads ===\n")
    orders = [" ".join(line.split()) for line in wanted.split("\n") if line.lstrip().startswith("CAST ")]
    commands = read_commands(read(letter.encode()).text, frozenset({"CAST"})).commands
    assert [" ".join(command.words.split()) for command in commands] == orders


def test_a_long_letter_is_cut_between_lines():
    text = read(b"From: a@b.test\n\n" + b"CAST Burn 13\n" * 5000).text
    assert len(text) <= LONGEST_TEXT and set(text.split("\n")) == {"CAST Burn 13"}


def test_a_single_endless_line_is_not_read_in_part():
    assert read(b"From: a@b.test\n\n" + b"CAST " + b"9" * 50_000).text == ""


@pytest.mark.parametrize("path", LETTERS, ids=lambda path: path.stem)
def test_wherever_a_letter_is_cut_off_no_order_is_read_that_it_does_not_hold(path):
    raw = path.read_text(encoding="utf-8").partition("=== reads ===\n")[0].encode()
    orders = {line for line in read(raw).text.split("\n") if "CAST" in line}
    for end in range(len(raw)):
        message = read_letter(raw[:end], NOON, settings_without_servers(), cut=True)
        assert {line for line in message.text.split("\n") if "CAST" in line} <= orders
        assert message.sender == ALICE or message.aside


def test_a_letter_cut_off_inside_its_picture_still_reads():
    raw = (
        b"From: a@b.test\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nCAST Burn 3\n--b\nContent-Type: image/x\n"
    )
    message = read_letter(raw + b"\n" + b"A" * 1000, NOON, settings_without_servers(), cut=True)
    assert message.text == "CAST Burn 3"


@unhurried
@given(ANY_TEXT)
def test_every_html_gives_a_text(text):
    plain_text(text)
    plain_text(f"<p>{text}<blockquote>{text}</p><pre>{text}<div>")


@unhurried
@given(ANY_TEXT)
def test_marking_quotes_only_adds_marks(text):
    text = f"{text}\nwords\n{OURS} 28:\n{text}"
    marked = mark_quotes(text, OURS, "Battle Master").split("\n")
    for new, line in zip(marked, text.split("\n"), strict=True):
        assert new in (line, f"> {line}".rstrip())


@unhurried
@given(ANY_TEXT)
def test_a_clean_text_stays_as_it_is(text):
    assert clean(clean(text)) == clean(text)
    assert not set(clean(text)) & set("\r\x00\x0b\x1b\u200b\u202e\u2028\ufeff\xa0")


@unhurried
@given(st.lists(st.sampled_from(["CAST Burn 3", "a ", "> b ", ">> c", "-- ", "", " d"]), max_size=8))
def test_unwrapping_loses_no_words(lines):
    text = "\n".join(lines)
    assert unwrapped(text, False).replace(">", "").split() == text.replace(">", "").split()

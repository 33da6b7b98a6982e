"""A letter as people write it -> the commands in it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbp.commands import LETTER_BEGIN, LETTER_END, read_letter

RING = frozenset({"CAST", "PASS", "WITHDRAW"})
BOARD = frozenset({"ATTACK", "MOVE", "IDLE", "PASS", "UNIT", "ADVANCE", "SKILL"})


def words(text: str, verbs: frozenset[str] = RING, subject: str = "") -> list[str]:
    return [command.words for command in read_letter(text, verbs, subject).commands]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("CAST Burn 3", ["CAST Burn 3"]),
        ("cast burn carol", ["cast burn carol"]),
        ("Please cast Burn 3", ["cast Burn 3"]),
        ("I'd like to cast Burn 3, please.", ["cast Burn 3, please."]),
        ("I’d like to cast Burn 3", ["cast Burn 3"]),
        ("Hello Battle Master, CAST Burn 3!", ["CAST Burn 3!"]),
        ("**CAST Burn 3**", ["CAST Burn 3"]),
        ("* CAST Burn 3", ["CAST Burn 3"]),
        ("My order: cast Burn 3", ["cast Burn 3"]),
        ("Hi!\n\nCAST Burn 3\n\nCheers\n-- \nCAST Gain", ["CAST Burn 3"]),
        ("CAST Burn 3\n\nOn Monday the Battle Master wrote:\n> CAST Gain", ["CAST Burn 3"]),
        ("> CAST Gain\nCAST Burn 3", ["CAST Burn 3"]),
        ("CAST Burn 3\n-----Original Message-----\nCAST Gain", ["CAST Burn 3"]),
        (f"CAST Burn 3\n{LETTER_BEGIN}\nCAST Gain\n{LETTER_END}\n", ["CAST Burn 3"]),
        ("-----BEGIN RECEIPT-----\nOrder: CAST Gain\nCAST Gain\n-----END RECEIPT-----\nPASS", ["PASS"]),
        ("status?", ["STATUS?"]),
        ("help", ["HELP"]),
        ("notify none", ["NOTIFY none"]),
        ("join Merlin", ["JOIN Merlin"]),
        ("Sent from my telephone", []),
    ],
)
def test_commands_are_found_among_what_people_write(text: str, found: list[str]) -> None:
    assert words(text) == found


@pytest.mark.parametrize(
    "text",
    [
        "please don't CAST Burn 3",
        "I will not cast Burn",
        "Should I CAST Burn 3?",
        "Cast burn?",
        "Pass the salt",
        "Help me understand Burn",
        "Active players are rare.",
        "I wonder whether to CAST Burn 3?",
        "I would rather CAST Gain, perhaps",
        "I want no CAST this time",
        "",
    ],
)
def test_talk_about_commands_is_no_command(text: str) -> None:
    assert words(text) == []


def test_a_unit_named_before_its_verb_is_kept_in_the_line() -> None:
    assert words("Rex ATTACK 7,2\nMia MOVE up\nTom idle", BOARD) == ["Rex ATTACK 7,2", "Mia MOVE up", "Tom idle"]


@pytest.mark.parametrize(
    ("text", "subject", "duel"),
    [
        ("#7 CAST Burn 3", "", 7),
        ("duel #7: CAST Burn 3", "", 7),
        ("#7\nCAST Burn 3", "", 7),
        ("CAST Burn 3", "Re: #7 is open", 7),
        ("#8 CAST Burn 3", "Re: #7 is open", 8),
        ("CAST Burn 3", "Re: duel 7", None),
    ],
)
def test_a_number_names_the_duel(text: str, subject: str, duel: int | None) -> None:
    assert [command.duel for command in read_letter(text, RING, subject).commands] == [duel]


@given(st.text(), st.text(max_size=60))
def test_no_text_makes_it_raise(text: str, subject: str) -> None:
    letter = read_letter(text, RING | BOARD, subject)
    assert all(command.words for command in letter.commands)


@given(
    st.sampled_from(["CAST Burn 3", "PASS", "WITHDRAW"]), st.text(st.characters(categories=["Ll", "Zs"]), max_size=80)
)
def test_small_chatter_on_other_lines_changes_nothing(command: str, chatter: str) -> None:
    around = "\n".join(f"so {line}x" for line in chatter.splitlines())
    assert command in words(f"{around}\n{command}\n{around}")


@pytest.mark.parametrize(
    ("subject", "words", "duel"),
    [
        ("CAST Burn 3", "CAST Burn 3", None),
        ("#7 CAST Burn 3", "CAST Burn 3", 7),
        ("cast burn 3", "cast burn 3", None),
        ("My order: CAST Burn 3", "CAST Burn 3", None),
        ("CAST: Burn 3", "CAST: Burn 3", None),
        ("JOIN Merlin", "JOIN Merlin", None),
    ],
)
@pytest.mark.parametrize("text", ["", "Best wishes,\nAnn", "-- \nAnn", "> CAST Greed"])
def test_a_subject_is_read_where_the_text_holds_no_command(
    subject: str, words: str, duel: int | None, text: str
) -> None:
    (command,) = read_letter(text, RING, subject).commands
    assert (command.words, command.duel) == (words, duel)


@pytest.mark.parametrize(
    ("text", "subject", "words"),
    [
        ("CAST Greed", "CAST Burn 3", ["CAST Greed"]),
        ("thanks!", "Re: CAST Burn 3", []),
        ("thanks!", "AW: Re: CAST Burn 3", []),
        ("thanks!", "RE[2]: CAST Burn 3", []),
        ("thanks!", "回复：CAST Burn 3", []),
        ("", "Fwd: CAST Burn 3", []),
        ("", "Should I CAST Burn 3?", []),
        ("", "my orders", []),
        ("I am back on Monday.", "Away", []),  # as machines answer for people
        ("", "AWAY until Friday", ["AWAY until Friday"]),
        ("", "", []),
    ],
)
def test_a_subject_of_an_answer_or_beside_a_command_is_none(text: str, subject: str, words: list[str]) -> None:
    assert [command.words for command in read_letter(text, RING, subject).commands] == words

"""Orders as people type them: forgiving where one meaning is possible, and only there."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbp.games.wizards_duel.variants import COMMON_NAMES
from pbp.games.wording import before_chatter, distance, meanings, order_lines, polished, quoted

NAMES = {name: spell for spell, name in COMMON_NAMES.items()}
VERBS = frozenset({"CAST", "BAN", "DAYBREAK"})
letters = st.text("abcxyz", max_size=7)


@given(letters, letters)
def test_a_distance_is_symmetrical_and_nothing_only_for_the_same_word(one: str, other: str) -> None:
    assert distance(one, other) == distance(other, one)
    assert (distance(one, other) == 0) == (one == other)
    assert abs(len(one) - len(other)) <= distance(one, other) <= max(len(one), len(other))


@given(letters.filter(bool), st.data())
def test_one_slip_is_a_distance_of_one_at_most(word: str, data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(word) - 1))
    letter = data.draw(st.sampled_from("abcxyz"))
    swapped = word[:place] + word[place : place + 2][::-1] + word[place + 2 :]
    for slip in (word[:place] + word[place + 1 :], word[:place] + letter + word[place:], swapped):
        assert distance(word, slip) <= 1


@pytest.mark.parametrize(
    ("phrase", "meant"),
    [
        ("Fog Cloud", ["3"]),
        ("fog", ["3"]),
        ("cloud", ["3"]),
        ("the FOG-cloud!", ["3"]),
        ("spell Fog", ["3"]),
        ("gr", ["1"]),
        ("counterspel", ["2"]),
        ("cuonterspell", ["2"]),
        ("Fierbolt", ["6"]),
        ("blss", ["5"]),
        ("kill", ["0", "X"]),
        ("c", ["2", "3", "4", "8"]),
        ("Fire bolt of doom", []),
        ("bls", []),
        ("", []),
        ("...", []),
        ("10", []),
    ],
)
def test_what_a_phrase_can_mean(phrase: str, meant: list[str]) -> None:
    assert meanings(phrase, NAMES) == meant


@given(st.sampled_from(sorted(NAMES)), st.data())
def test_no_single_slip_in_a_name_is_read_as_another_spell(name: str, data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(name) - 1))
    letter = data.draw(st.sampled_from("abcdefghijklmnopqrstuvwxyz"))
    slipped = name[:place] + letter + name[place + data.draw(st.integers(0, 1)) :]
    assert set(meanings(slipped, NAMES)) <= {NAMES[name]}


@pytest.mark.parametrize(
    ("words", "lines"),
    [
        ("CAST 3", [("CAST", "3")]),
        ("cast 3, please!", [("CAST", "3")]),
        ("I cast 3", [("CAST", "3")]),
        ("Hello\nCAST 3\nCheers", [("CAST", "3")]),
        ("CATS 3", [("CAST", "3")]),
        ("CATS 3\nCAST 4", [("CAST", "4")]),
        ("DAYBRAEK", [("DAYBREAK", "")]),
        ("Ann CAST 3", [("CAST", "3")]),
        ("please cast 3", [("CAST", "3")]),
        ("Maybe cast 3", []),
        ("maybe cast 3?", []),
        ("cast 3?", []),
        ("CAST 3?", [("CAST", "3?")]),
        ("no DAYBREAK", []),
        ("never cast 3", []),
        ("BNA 3", []),
        ("FAST 3", []),
        ("", []),
    ],
)
def test_which_lines_are_orders(words: str, lines: list[tuple[str, str]]) -> None:
    assert [(line.verb, line.rest) for line in order_lines(words, VERBS)] == lines


@pytest.mark.parametrize(
    ("rest", "order"),
    [
        ("3", "3"),
        ("3. Good luck!", "3"),
        ("3 -- take that", "3"),
        ("Bless on Ben", "Bless"),
        ("Bless against BEN", "Bless"),
        ("3. No, 5", "3. No, 5"),
        ("3. Or should I wait", "3. Or should I wait"),
        ("Ray of Frost", "Ray of Frost"),
    ],
)
def test_chatter_after_an_order_is_left_out_unless_it_casts_doubt(rest: str, order: str) -> None:
    assert before_chatter(rest, "Ben") == order


@given(st.text())
def test_no_text_raises(text: str) -> None:
    assert isinstance(meanings(text, NAMES), list)
    assert isinstance(order_lines(text, VERBS), list)
    assert isinstance(before_chatter(polished(text), text), str)
    assert len(quoted(text)) <= 80 and "\n" not in quoted(text)

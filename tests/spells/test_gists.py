"""What is said beside the point: no word that a gist may have changes what it says; any other word makes it none."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pbp.spells import tree as t
from pbp.spells.english.gists import GISTS, Gist, sets
from pbp.spells.words import Names, tokens

NAMES = Names.of(T_THING=["Stars", "Crystals"], T_ATTR=["Hat", "Robes"])
SAID = {
    "T_TIE": ("if several are tied each of them loses it", "beside_tie"),
    "T_FEW": ("of several the one in the lowest position counts", "beside_tie"),
    "T_FLOOR": ("this loss can not bring them below 0", "beside_floor"),
    "T_COUNTED": ("the caster counts too", "beside_you"),
    "T_ROUND": ("it is rounded up where needed", "beside_rounding"),
    "T_LASTS": ("this holds for the rest of the duel", "beside_left"),
    "T_WHATEVER": ("whatever hat they had before", "beside_whatever"),
    "T_WHOLE": ("with no exception", "beside_excepted"),
    "T_HEAD": ("both of these happen at the same time", "beside_head"),
    "T_FREE": ("whichever you like", "beside_choosing"),
    "T_ONCE": ("counting nobody twice", "beside_once"),
    "T_DENIED": ("another spell or none", "beside_denied"),
    "_O": ("here is how it works", "beside_lead"),
}
"""A gist of each kind, and the set of the words that may stand in it."""
TURNED = {
    "beside_rounding": {"down", "downwards", "downward"},
    "beside_you": sets()["maybe"],
    "beside_head": sets()["flows"],
}
"""Words that say another thing than the gist above: the other way, and that it is only possible."""
NEVER = "3 unless except double twice second next above instead burn becomes".split()
"""Words that no gist has."""


def said(terminal: str, text: str) -> Any:
    """What the gist says; None if it is none."""
    return next(gist for name, _, gist in GISTS if name == terminal)(Gist(tokens(text), NAMES))


def plain(value: Any) -> Any:
    """The value without what is only checked: of neighbours, of one alone, of everybody, of the caster."""
    match value:
        case t.TieRule():
            return replace(value, near=False, one=False)
        case t.FloorRule():
            return replace(value, near=False, whole=False, you=False)
    return value


def test_there_is_a_gist_of_each_kind() -> None:
    assert set(SAID) == {terminal for terminal, _, _ in GISTS}
    assert all(said(terminal, text) is not None for terminal, (text, _) in SAID.items())


@pytest.mark.parametrize("terminal", SAID)
def test_a_word_put_in_anywhere_leaves_what_is_said_or_leaves_no_gist(terminal: str) -> None:
    text, beside = SAID[terminal]
    meant, words, read = plain(said(terminal, text)), text.split(), 0
    for word in sorted(sets()[beside] - TURNED.get(beside, set())):
        for at in range(len(words) + 1):
            found = plain(said(terminal, " ".join([*words[:at], word, *words[at:]])))
            assert found in (None, meant), (word, at)
            read += found is not None
    assert read > len(words)


@pytest.mark.parametrize("terminal", SAID)
@pytest.mark.parametrize("word", NEVER)
def test_a_number_or_a_word_of_weight_leaves_no_gist(terminal: str, word: str) -> None:
    words = SAID[terminal][0].split()
    for at in range(len(words) + 1):
        assert said(terminal, " ".join([*words[:at], word, *words[at:]])) is None, at

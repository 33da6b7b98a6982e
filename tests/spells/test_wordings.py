"""Wordings as players write them: what each reads as, and which are refused."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from spells.lists import spell

from pbp.spells import say

WORDINGS = tomllib.loads(Path(__file__).with_name("wordings.toml").read_text())["wording"]
READABLE = [entry for entry in WORDINGS if not entry.get("refused")]
REFUSED = [entry for entry in WORDINGS if entry.get("refused")]


@pytest.mark.parametrize("entry", READABLE, ids=lambda entry: entry["effect"][:60])
def test_a_wording_reads_as_its_canonical_sentence(entry: dict[str, Any]) -> None:
    inputs = entry.get("inputs", "")
    found = spell(entry["effect"], inputs)
    assert found.program is not None, found.unclear
    assert say(found) == entry.get("reads_as", entry["effect"])
    assert spell(say(found), inputs).program == found.program


@pytest.mark.parametrize("entry", REFUSED, ids=lambda entry: entry["effect"][:60])
def test_a_wording_that_leaves_something_open_is_refused_with_its_sentence(entry: dict[str, Any]) -> None:
    found = spell(entry["effect"], entry.get("inputs", ""))
    assert found.program is None
    (unclear,) = found.unclear
    assert unclear.spell == "Self"
    assert unclear.sentence in entry["effect"]
    assert unclear.reason

"""Sentences chosen to mislead: read as they say, or refused; never read otherwise."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from spells.lists import spell

from pbp.spells import say

WORDINGS = tomllib.loads(Path(__file__).with_name("misleading.toml").read_text())["wording"]


@pytest.mark.parametrize("entry", WORDINGS, ids=lambda entry: entry["effect"][:60])
def test_a_sentence_that_misleads_is_read_as_it_says_or_refused(entry: dict[str, Any]) -> None:
    found = spell(entry["effect"], entry.get("inputs", ""))
    if entry.get("refused"):
        assert found.program is None, say(found)
        assert found.unclear
    else:
        assert found.program is not None, found.unclear
        assert say(found) == entry.get("reads_as", entry["effect"])

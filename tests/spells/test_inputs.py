"""Inputs lines as players write them: what they ask for, or that they cannot be read."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from spells.lists import spell

LINES = tomllib.loads(Path(__file__).with_name("inputs.toml").read_text("utf-8"))["line"]


@pytest.mark.parametrize("line", LINES, ids=[line["inputs"][:60] for line in LINES])
def test_an_inputs_line_asks_for_what_it_says(line: dict[str, Any]) -> None:
    found = spell("Gain 1 Star.", line["inputs"])
    if line.get("refused"):
        assert found.program is None
        assert line["inputs"].split()[0].lower() in found.unclear[0].sentence.lower()
    else:
        assert found.program is not None, found.unclear
        assert [asked.label for asked in found.program.inputs] == line["asks"]

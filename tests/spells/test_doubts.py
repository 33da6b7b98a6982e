"""Each turn of phrase that leaves something open is needed: there is a text that it alone refuses."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from spells.lists import spell

from pbp.spells import read
from pbp.spells.cutting import checks
from pbp.spells.cutting.doubts import DOUBTS
from pbp.spells.cutting.doubts.doubt import LeftOpen

HERE = Path(__file__).parent
MOST = 60
"""How many of the texts that have its words are tried for one."""


@cache
def refused() -> tuple[tuple[str, str, str], ...]:
    """The texts that are kept as refused: Effect, Inputs and Cost."""
    kept: list[dict[str, Any]] = []
    for name in ("wordings", "misleading"):
        for rows in tomllib.loads((HERE / f"{name}.toml").read_text("utf-8")).values():
            kept += [row for row in rows if row.get("refused")]
    found = [(row["effect"], row.get("inputs", ""), row.get("cost", "")) for row in kept if "effect" in row]
    costs = tomllib.loads((HERE / "costs.toml").read_text("utf-8"))["refused"]
    return (*found, *(("Gain 1 Star.", "", cost) for cost in costs))


def check_of(doubt: LeftOpen) -> Callable[[str], None]:
    """What asks this of a text."""
    return checks.CHECKS[checks.CHECKS.index(checks.check_told) + 1 + DOUBTS.index(doubt)]


@pytest.mark.parametrize("doubt", DOUBTS, ids=lambda doubt: f"{doubt.reason} {doubt.pattern.pattern[-24:]}")
def test_a_text_is_refused_by_it_alone(doubt: LeftOpen, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = [text for text in refused() if any(map(doubt.pattern.search, (text[0], text[2])))]
    assert texts, "no refused text has these words"
    assert spell(texts[0][0], texts[0][1], f"Cost: {texts[0][2]}").program is None
    without = tuple(check for check in checks.CHECKS if check is not check_of(doubt))
    monkeypatch.setattr(read, "CHECKS", without)
    read._read_once.cache_clear()
    alone = any(spell(effect, inputs, f"Cost: {cost}").program is not None for effect, inputs, cost in texts[:MOST])
    read._read_once.cache_clear()
    assert alone, "each text with these words is refused by something else, too"

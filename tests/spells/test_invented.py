"""Spells of players' own invention say what they were compared to say; none is read that nobody has compared."""

from __future__ import annotations

from pathlib import Path

import pytest
from spells.unseen import invented

from pbp.spells import say


@pytest.mark.parametrize("path", invented.writers(), ids=lambda path: path.stem)
def test_each_is_read_as_it_was_compared_with_its_meaning(path: Path) -> None:
    told = invented.spells(path)
    assert len(told) >= 40
    for one in told:
        spell = invented.read(one)
        assert one["meaning"]
        assert (None if spell.program is None else say(spell)) == one.get("says"), one["effect"]


def test_most_that_have_been_learnt_from_are_read(capsys: pytest.CaptureFixture[str]) -> None:
    invented.main("--refused")
    printed = capsys.readouterr().out
    counts = [line for line in printed.splitlines() if line.endswith("when they were new")]
    assert len(counts) == len(invented.writers()) > 5
    assert "to be compared" not in printed
    assert "means:" in printed

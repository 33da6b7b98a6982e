"""Spells that players invented and wrote in their own English: `python tests/spells/unseen/invented.py` counts them.

They are no rewordings of what was drawn, as those of `batches` are: each has what its author meant, in plain words
(`meaning`). Which were read when they were new stands in `first`. `says` is what the reader makes of one now, compared
with its meaning by a person; those without it are refused, and wait to be read. `--refused` lists these with reasons.
A spell is new once: whoever reads the refused ones writes others for the next measure.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[3]))

from spells.unseen.setting import ATTRIBUTES, OTHERS, Setting

from pbp.spells import Spell, read_list, say

HERE = Path(__file__).with_suffix("")
OWN = "Own Spell"
LIST = Setting(OWN, tuple(OTHERS))


def writers() -> list[Path]:
    """The file of each writer."""
    return sorted(HERE.glob("*.json"))


def spells(path: Path) -> list[dict[str, Any]]:
    """What one of them wrote."""
    found: list[dict[str, Any]] = json.loads(path.read_text("utf-8"))["spells"]
    return found


def read(told: dict[str, Any]) -> Spell:
    """A spell as the reader reads it on a list of others."""
    page = LIST.wikitext(told["inputs"], told["effect"], told["cost"], told["speed"])
    found = read_list(page, frozenset(ATTRIBUTES)).find(OWN)
    assert found is not None
    return found


def main(*options: str) -> None:
    """Counts what is read, and what was when it was new."""
    for path in writers():
        told = spells(path)
        now = [read(one) for one in told]
        count = sum(one.program is not None for one in now)
        first = sum(one["first"] for one in told)
        print(f"{path.stem}: {count} of {len(told)} are read, {first} when they were new")
        for one, spell in zip(told, now, strict=True):
            if "--refused" in options and spell.program is None:
                print(f"  {one['inputs']} | {one['cost']} | {one['effect']}\n    means: {one['meaning']}")
                print(*(f"    {unclear.reason} [{unclear.sentence}]" for unclear in spell.unclear), sep="\n")
            elif spell.program is not None and say(spell) != one.get("says"):
                print(f"  to be compared: {one['effect']}\n    means: {one['meaning']}\n    says: {say(spell)}")


if __name__ == "__main__":
    main(*sys.argv[1:])

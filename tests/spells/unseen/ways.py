"""Forty ways of saying each of forty plain sentences, and how many of them are read as it.

`python tests/spells/unseen/ways.py [WORDS]` reads those of each meaning that has the words in it (of all, if none are
given): the number that is read with the same program as the sentence, then the ways that are read with another (often
the same duel in other terms, which is for a person to judge), then those that are refused, each with its first reason.
The ways were written by people who saw neither the syntax nor what it refuses, each as unlike the others as English
allows: they show what is missing from the plain words, and are for learning.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[3]))

from spells.lists import spell

from pbp.spells import say

WAYS = Path(__file__).with_name("ways.json")


def meanings(words: str = "") -> list[dict[str, Any]]:
    """Each sentence that has the words in it, with its Inputs line and its ways."""
    told: list[dict[str, Any]] = json.loads(WAYS.read_text("utf-8"))
    return [one for one in told if words in one["meaning"]]


def judged(one: dict[str, Any]) -> Iterator[tuple[str, str, str]]:
    """For each way: "as meant", "other" or "refused"; the way; and what it is read as, or why it is refused."""
    meant = spell(one["meaning"], one["inputs"]).program
    assert meant is not None, one["meaning"]
    for way in one["ways"]:
        found = spell(way, one["inputs"])
        if found.program is None:
            yield "refused", way, found.unclear[0].reason
        else:
            yield ("as meant" if found.program == meant else "other"), way, say(found)


def main() -> None:
    """Prints what the command promises."""
    for one in meanings(" ".join(sys.argv[1:])):
        told = list(judged(one))
        print(f"{sum(said == 'as meant' for said, *_ in told)} of {len(told)}: {one['meaning']}")
        for kind in ("other", "refused"):
            for said, way, why in told:
                if said == kind:
                    print(f"  {kind}: {way}\n    {why}")


if __name__ == "__main__":
    main()

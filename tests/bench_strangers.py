"""The worst that a stranger's text costs: processor time of whoever waits for it, and of the process that reads it.

    PYTHONPATH=.:tests python tests/bench_strangers.py [--texts 200] [--seed 1]

Whole pages of 100,000 characters that are one hostile piece again and again (those of tests/spells/test_budget.py), and
texts of such pieces at random: shown as a page, read as a list, and played in the sandbox. No part of the test run.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any

from spells.lists import ATTRIBUTES
from spells.test_budget import HOSTILE, PIECES, filled

from pbp.errors import BeingRead
from pbp.spells import read_list
from pbp.spells.elsewhere import read_by, worked_out
from pbp.spells.read import _read_once
from pbp.web.set_ups import LIMITS
from pbp.web.trials import played
from pbp.web.wikitext import _rendered, render


class Later:
    """Reads nothing: what is costly is known some other time."""

    def kept(self, function: Callable[..., Any], args: tuple[Any, ...]) -> None:
        return None

    def ask(self, function: Callable[..., Any], args: tuple[Any, ...]) -> Any:
        raise BeingRead


def seconds(work: Callable[[], object]) -> float:
    """Processor time, with nothing known from before."""
    _read_once.cache_clear()
    _rendered.cache_clear()
    began = time.process_time()
    with suppress(BeingRead):
        work()
    return time.process_time() - began


def set_up(text: str) -> dict[str, Any]:
    """A ring of two in the sandbox with these spells."""
    wizards = [{"name": name, "stars": 20} for name in ("Ann", "Ben")]
    spells = text[: LIMITS["characters"]]
    return {"game": "wizard-ring", "seed": "1", "wizards": wizards, "spells": spells, "orders": {"Ann": "CAST S0"}}


def measured(text: str) -> dict[str, float]:
    """What one text costs."""
    with read_by(Later()):
        found = {
            "page": seconds(lambda: render(text)),
            "list, who waits": seconds(lambda: read_list(text, ATTRIBUTES)),
            "sandbox, who waits": seconds(lambda: worked_out(played, set_up(text))),
        }
    return found | {
        "list, the process of its own": seconds(lambda: read_list(text, ATTRIBUTES)),
        "sandbox, the process of its own": seconds(lambda: played(set_up(text))),
    }


def main() -> None:
    """Prints the worst of each, and by which text."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--texts", type=int, default=200, help="how many texts at random")
    asked.add_argument("--seed", type=int, default=1)
    args = asked.parse_args()
    chance = Random(args.seed)
    texts = {name: filled(unit) for name, unit in HOSTILE.items()}
    for number in range(args.texts):
        unit = "".join(chance.choices(PIECES, k=chance.randint(1, 8)))
        texts[f"at random {number}: {unit!r}"] = filled(unit, chance.choice([1_000, 12_000, 100_000]))
    read_list("== Gain ==\nEffect: Gain 1 Star.\n")  # the grammar is read once a process
    worst: dict[str, tuple[float, str]] = {}
    for name, text in texts.items():
        for what, took in measured(text).items():
            worst[what] = max(worst.get(what, (0.0, "")), (took, name))
    for what, (took, name) in worst.items():
        print(f"{what}: {took:.2f} s ({name})")


if __name__ == "__main__":
    main()

"""The worst that a stranger's text costs: processor time of whoever waits for it, and of the process that reads it.

    PYTHONPATH=.:tests python tests/bench_strangers.py [--texts 200] [--seconds 60] [--seed 1]

Whole pages of 100,000 characters that are one hostile piece again and again (those of tests/spells/test_budget.py), and
texts of such pieces at random: shown as a page, read as a list, and played in the sandbox. Then, for so many seconds
each, a search for pages, letters and orders that cost more: what was the worst so far is changed a little, again and
again. No part of the test run.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any

from games.random_play import play_randomly, setups
from spells.lists import ATTRIBUTES
from spells.test_budget import HOSTILE, PIECES, filled

from pbp.commands import read_letter
from pbp.commands.words import DESK, ORDERS
from pbp.errors import BeingRead
from pbp.games import GAMES
from pbp.games.reading import LONGEST_ORDER, read_order
from pbp.games.replay import seats
from pbp.parsing import wikicode
from pbp.spells import read_list
from pbp.spells.elsewhere import read_by, worked_out
from pbp.spells.page.wikitext import _passages
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
    _passages.cache_clear()
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


Found = tuple[tuple[tuple[str, ...], ...], int]
"""Rows of pieces, each row again and again, and of how many characters the text is."""


def text_of(found: Found) -> str:
    """The text of what a search has found."""
    rows, size = found
    return "".join(filled("".join(row), size // len(rows)) for row in rows)


def changed(found: Found, pieces: list[str], sizes: list[int], chance: Random) -> Found:
    """A little of it changed: a piece put in, left out or exchanged, a row more, or another size."""
    rows, size = [list(row) for row in found[0]], found[1]
    row = chance.choice(rows)
    match chance.choice(["exchange", "put in", "put in", "leave out", "row", "size"]):
        case "exchange":
            row[chance.randrange(len(row))] = chance.choice(pieces)
        case "put in":
            row.insert(chance.randrange(len(row) + 1), chance.choice(pieces))
        case "leave out" if len(row) > 1:
            del row[chance.randrange(len(row))]
        case "row" if len(rows) < 4:
            rows.append(chance.choices(pieces, k=chance.randint(1, 6)))
        case _:
            size = chance.choice(sizes)
    return tuple(map(tuple, rows)), size


def search(
    work: Callable[[str], object], pieces: list[str], sizes: list[int], limit: float, chance: Random
) -> tuple[float, str]:
    """The worst that a search of so many seconds has found: its processor time, and a text."""

    def new() -> Found:
        return (tuple(chance.choices(pieces, k=chance.randint(1, 6))),), chance.choice(sizes)

    def cost(found: Found) -> tuple[float, Found]:
        text = text_of(found)
        return seconds(lambda: work(text)), found

    best = [cost(new()) for _ in range(20)]
    until = time.monotonic() + limit
    while time.monotonic() < until:
        best = sorted(best, reverse=True)[:20]
        begun = chance.choice(best)[1] if chance.random() < 0.85 else new()
        best.append(cost(changed(begun, pieces, sizes, chance)))
    took, found = max(best)
    return took, text_of(found)


def orders_of_all(text: str) -> None:
    """One order, read in the first state of a contest of each game."""
    for game in GAMES:
        setup = setups(game)[0]
        if game not in FIRST_STATES:
            FIRST_STATES[game] = play_randomly(game, setup, Random(0)).states[0]
        read_order(game, FIRST_STATES[game], seats(setup)[0], text)


FIRST_STATES: dict[Any, Any] = {}


def searches(limit: float, chance: Random) -> None:
    """Prints what each search has found."""
    verbs = frozenset(ORDERS) | frozenset(DESK)
    words = [*verbs, *(verb for game in GAMES for verb in game.verbs), *", : ; # 1 7 > - \n {".split(" "), "\n", "#7 "]
    kinds: dict[str, tuple[Callable[[str], object], list[str], list[int]]] = {
        "page": (wikicode.parse, PIECES, [6_000, 20_000, 100_000]),
        "letter": (lambda text: read_letter(text, verbs, text[:300]), [*words, *PIECES], [10_000, 100_000]),
        "order in all games": (orders_of_all, words, [300, LONGEST_ORDER]),
    }
    for name, (work, pieces, sizes) in kinds.items():
        took, text = search(work, pieces, sizes, limit, chance)
        print(f"searched for, {name}: {took:.2f} s ({text[:80]!r})")


def main() -> None:
    """Prints the worst of each, and by which text."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--texts", type=int, default=200, help="how many texts at random")
    asked.add_argument("--seconds", type=float, default=60, help="how long each search takes")
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
    searches(args.seconds, chance)


if __name__ == "__main__":
    main()

"""How long a ring duel of 10^3 to 10^6 Wizards takes to cast, with how much memory, and how long a list takes to read.

    python tests/bench_spells.py [--most 1000000]

Every Wizard casts a spell at a position drawn at random, first one of several; then all cast the same, for each spell.
Every figure is of a process of its own: seconds of processor time, MB of memory at the peak beyond what the process
held before the cast (the ring, the orders and the program itself). No part of the test run.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import time
import tomllib
from pathlib import Path
from random import Random
from typing import Any

SPELLS = """
== Burn ==
Inputs: A position in the Wizard Ring
Effect: The Wizard at the chosen position loses 3 Stars. Each of their neighbours loses 1 Star.
Traits: Belligerent

== Gift ==
Inputs: A position in the Wizard Ring
Effect: 3 Stars are gained by the Wizard in that position.
Speed: 2

== Envy ==
Inputs: A position in the Wizard Ring
Effect: If the Wizard in the chosen position has more Stars than the caster, that Wizard loses 2 Stars.

== Siphon ==
Inputs: A position in the Wizard Ring
Effect: The caster steals up to 3 Stars from the Wizard in the chosen position.

== Greed ==
Effect: If no other Wizard cast Greed this Duel, gain 5 Stars.

== Dye ==
Inputs: A position in the Wizard Ring
Effect: The Robes of the Wizard in that position become Plain. The caster gains 1 Crystal.

== Ward ==
Inputs: A position in the Wizard Ring
Effect: That Wizard does not lose Stars from Burn spells for the rest of this Duel. The caster loses 1 Star.
Speed: 3

== Wager ==
Inputs: A position in the Wizard Ring
Effect: Roll DICE6. The Wizard in that position loses that many Stars.

== Balm ==
Inputs: A position in the Wizard Ring
Effect: The Wizard in that position gains as many Stars as they lost this Duel.
Speed: 0

== Crowd ==
Inputs: A position in the Wizard Ring
Effect: If more than 5 Wizards cast Crowd this Duel, the Wizard in that position gains 1 Star.

== Rally ==
Inputs: A position in the Wizard Ring
Effect: The Wizard in that position gains 1 Star for each Wizard who has fewer than 10 Stars.
"""
MIXED = ("Burn", "Gift", "Envy", "Siphon")
ATTRIBUTES: dict[str, str | int] = {"Robes": "Red", "Crystals": 0}
LISTED = 200
SIZES = (10**3, 10**4, 10**5, 10**6)


def duel(size: int, names: tuple[str, ...], attributes: bool) -> dict[str, float]:
    """Casts a duel of so many Wizards who cast these spells; seconds and MB."""
    from pbp.fair.dice import Dice
    from pbp.games.wizard_ring import WIZARD_RING
    from pbp.games.wizard_ring.orders import RingOrder
    from pbp.games.wizard_ring.setup import State
    from pbp.spells import RingWizard, read_list

    spells = read_list(SPELLS, frozenset(ATTRIBUTES))
    for name in names:
        assert spells.spells[name].program is not None, spells.spells[name].unclear
    rng = Random("bench")
    wizards = tuple(RingWizard(f"Wizard {n}", 20, dict(ATTRIBUTES) if attributes else {}) for n in range(1, size + 1))
    orders = {}
    for wizard in wizards:
        name, place = rng.choice(names), rng.randrange(size)
        inputs = (place,) if spells.spells[name].inputs else ()
        orders[wizard.name] = RingOrder(name, inputs, f"CAST {name} {place + 1}", f"{name} at position {place + 1}")
    state = State(wizards, 1, {}, spells, (), None)
    before, start = peak(), time.process_time()
    after, events = WIZARD_RING.resolve(state, orders, Dice(b"bench"))
    assert after.stars is not None
    total = sum(after.stars)
    cast, cast_peak = time.process_time() - start, peak()
    start, count = time.process_time(), 0
    for _ in events:
        count += 1
    told = time.process_time() - start
    return {
        "before": before, "cast": cast, "cast_mb": cast_peak - before, "peak": cast_peak,
        "told": told, "told_mb": peak() - cast_peak, "events": count, "total": total,
    }  # fmt: skip


def reading() -> dict[str, float]:
    """Reads a list of spells in words that players write, after loading what that needs; seconds."""
    wordings = tomllib.loads((Path(__file__).parent / "spells" / "wordings.toml").read_text("utf-8"))["wording"]
    words = [entry for entry in wordings if not entry.get("refused")][:LISTED]
    names = [f"Spell {'abcdefghij'[n % 10]}{'abcdefghijklmnopqrst'[n // 10]}" for n in range(LISTED)]
    page = "".join(
        f"== {name} ==\nInputs: {entry.get('inputs', '')}\nEffect: {entry['effect'].replace('Self', name)}\n\n"
        for name, entry in zip(names, words, strict=True)
    )
    others = "".join(f"== {name} ==\nEffect: Gain 1 Star.\n\n" for name in ("Burn", "Jolt", "Gift", "Greed", "Fizzle"))
    start = time.process_time()
    from pbp.spells import read_list
    from pbp.spells.english.reading import grammar

    loaded = time.process_time()
    grammar()
    compiled = time.process_time()
    found = read_list(others + page, frozenset({"Hat", "Robes", "Staff", "Beard", "Crystals"}))
    return {
        "modules": loaded - start, "grammar": compiled - loaded, "reading": time.process_time() - compiled,
        "all": time.process_time(), "readable": sum(found.spells[name].program is not None for name in names),
    }  # fmt: skip


def peak() -> float:
    """The most memory that this process has had so far, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1 << 20 if sys.platform == "darwin" else 1 << 10)


def apart(*arguments: str) -> dict[str, Any]:
    """What a process of its own measures."""
    done = subprocess.run([sys.executable, __file__, *arguments], capture_output=True, text=True, check=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def growth(now: float, before: float | None) -> str:
    """How many times the figure of the size before."""
    return f"{now / before:6.1f}x" if before else "       "


def main() -> None:
    """Measures and prints the tables."""
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("--most", type=int, default=1_000_000, help="the most Wizards (1000000)")
    arguments.add_argument("--measure", nargs="*", help=argparse.SUPPRESS)
    wanted = arguments.parse_args()
    if wanted.measure is not None:
        match wanted.measure:
            case [str(size), str(names)]:
                print(json.dumps(duel(int(size), tuple(names.split(",")), "Dye" in names)))
            case _:
                print(json.dumps(reading()))
        return
    show_reading()
    sizes = [size for size in SIZES if size <= wanted.most]
    print(f"\nEach casts one of {', '.join(MIXED)} at a position", flush=True)
    show_duels(",".join(MIXED), sizes)
    print("\nAll cast the same", flush=True)
    for name in [line.strip("= ") for line in SPELLS.splitlines() if line.startswith("==")]:
        print(name)
        show_duels(name, [size for size in sizes if size < SIZES[-1]])
    print(f"\nload of the machine at the end: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")


def show_reading() -> None:
    """The time to read a list, with all that comes before it."""
    found = apart("--measure", "reading")
    print(f"Reading a list of {LISTED} spells ({found['readable']:.0f} readable)")
    for what, key in (
        ("loading the modules", "modules"), ("loading the grammar", "grammar"), ("reading the list", "reading"),
        ("the whole process", "all"),
    ):  # fmt: skip
        print(f"  {what:<28}{found[key]:8.2f} s", flush=True)


def show_duels(names: str, sizes: list[int]) -> None:
    """A table of growing duels."""
    print(f"  {'wizards':>9}  {'new state and sums':^34}  {'events on demand':^45}  {'whole process':>13}")
    last: dict[str, float] = {}
    for size in sizes:
        now = apart("--measure", str(size), names)
        cast = f"{now['cast']:8.2f} s {growth(now['cast'], last.get('cast'))} {now['cast_mb']:8.0f} MB"
        told = f"{now['told']:8.2f} s {growth(now['told'], last.get('told'))} {now['told_mb']:8.0f} MB"
        print(f"  {size:>9,}  {cast:<34}  {told} {now['events']:>10,} events  {now['peak']:>10.0f} MB", flush=True)
        last = now


if __name__ == "__main__":
    main()

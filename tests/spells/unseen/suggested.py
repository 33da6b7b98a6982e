"""Whether a refused spell is offered what its author meant.

`python tests/spells/unseen/suggested.py [FIRST [LAST]] [--every N] [--keep WHY]` asks for suggestions for each (or each
Nth) spell of the kept batches that is clear and that the present reader refuses, and judges each of them, Inputs, Cost
and Effect together, as the score judges a spell: a line for each spell, and the share of each batch. `--keep` adds the
shares to suggested.json, with the date and with WHY: "honest" of batches that nobody had looked at for the sake of
suggestions, "learnt" of others. `--curve` shows what was kept.
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[3]))

from spells.unseen.draw import Drawn, loaded
from spells.unseen.score import AS_MEANT, BATCHES, FIELDS, HERE, SLIP, judge

from pbp.spells.suggest import suggest

KEPT = HERE / "suggested.json"


@dataclass(frozen=True)
class Asked:
    """A refused spell: its number, what each suggestion rewords, and how each was judged."""

    number: int
    offered: tuple[dict[str, str], ...]
    said: tuple[str, ...]

    @property
    def meant(self) -> bool:
        """Whether one of them means what its author meant."""
        return AS_MEANT in self.said


def ask(drawn: Drawn, written: dict[str, Any], number: int = 0) -> Asked | None:
    """What is suggested for a spell in a writer's words; None if it is read."""
    name, inputs, cost, speed, effect = (str(written.get(key) or "").strip() for key in FIELDS)
    spell = drawn.read(inputs, cost, speed, effect, name)
    if spell.program is not None:
        return None
    offered = tuple(dict(suggestion.reworded) for suggestion in suggest(spell))
    said = tuple(judge(drawn, {**written, **fields}).said for fields in offered)
    return Asked(number, offered, said)


def ask_batch(batch: dict[str, Any], every: int = 1) -> Iterator[Asked]:
    """What is suggested for each (or each Nth) spell of a batch that is clear and refused."""
    for spell in batch["spells"]:
        if spell["verdict"] != SLIP and spell["n"] % every == 0:
            asked = ask(loaded(spell), spell["written"], spell["n"])
            if asked is not None:
                yield asked


def told(batch: dict[str, Any], asked: Asked) -> str:
    """A spell as it was written and meant, and what was offered."""
    spell = next(each for each in batch["spells"] if each["n"] == asked.number)
    lines = [f"  {asked.number} {spell['name']}: {'offered' if asked.meant else 'missed'}"]
    for title, words in (("written", spell["written"]), ("meant", spell)):
        lines.append(f"    {title:9} " + " | ".join(str(words.get(key, "")) for key in FIELDS[1:]))
    for fields, said in zip(asked.offered, asked.said, strict=True):
        lines.append(f"    {said:9} " + " | ".join(f"{field}: {words}" for field, words in fields.items()))
    return "\n".join(lines)


def keep(shares: list[dict[str, Any]]) -> None:
    """Adds shares to what is kept."""
    known = json.loads(KEPT.read_text("utf-8")) if KEPT.exists() else []
    KEPT.write_text("[\n" + ",\n".join(map(json.dumps, [*known, *shares])) + "\n]\n", "utf-8")


def curve() -> str:
    """The kept shares, a line each."""
    lines = ["day        batch  offered  refused  share"]
    for entry in json.loads(KEPT.read_text("utf-8")) if KEPT.exists() else []:
        refused, offered = entry["refused"], entry["offered"]
        share = f"{100 * offered / max(1, refused):.0f}%"
        lines.append(f"{entry['day']} {entry['batch']:5} {offered:8} {refused:8} {share:>6}  {entry['why']}")
    return "\n".join(lines)


def main(words: list[str]) -> None:
    """The command."""
    wanted = ArgumentParser(description="Judges what is suggested for the refused spells of the kept batches.")
    wanted.add_argument("first", type=int, nargs="?", default=1)
    wanted.add_argument("last", type=int, nargs="?")
    wanted.add_argument("--every", type=int, default=1)
    wanted.add_argument("--keep", metavar="WHY", default="")
    wanted.add_argument("--curve", action="store_true")
    given = wanted.parse_args(words)
    if given.curve:
        print(curve())
        return
    shares: list[dict[str, Any]] = []
    for path in sorted(BATCHES.glob("*.json")):
        number = int(path.stem)
        if not given.first <= number <= (given.last or number):
            continue
        batch = json.loads(path.read_text("utf-8"))
        found = []
        for asked in ask_batch(batch, given.every):
            found.append(asked)
            print(told(batch, asked), flush=True)
        offered = sum(asked.meant for asked in found)
        print(f"{number:3} {batch['manner']}: offered {offered} of {len(found)}", flush=True)
        day = datetime.now(UTC).date().isoformat()
        shares.append({"day": day, "batch": number, "refused": len(found), "offered": offered, "why": given.keep})
    if given.keep:
        keep(shares)


if __name__ == "__main__":
    main(sys.argv[1:])

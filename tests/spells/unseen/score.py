"""Whether a writer's spells are read as they were meant.

`python tests/spells/unseen/score.py DRAWN.json WRITTEN.jsonl MANNER [--slips 3,7] [--keep]` says of each spell whether
it is read as meant, read otherwise (with a duel that shows it), or refused (with the reason); `--keep` adds the batch
to batches/ and to curve.json. `--slips`: these spells the writer, not the reader, got wrong (or left unclear); they are
kept as such and not counted. `python tests/spells/unseen/score.py --curve` draws the curve; `--again` reads all kept
batches anew, as the present reader reads them, and says what has changed since they were scored.
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[3]))

from spells.unseen.curve import add, drawing
from spells.unseen.draw import Drawn, loaded, same_keys
from spells.unseen.duels import compare

from pbp.spells import tree as t
from pbp.spells.walk import mapped

HERE = Path(__file__).resolve().parent
BATCHES = HERE / "batches"
FIELDS = ("name", "inputs", "cost", "speed", "effect")
AS_MEANT, OTHERWISE, REFUSED, SLIP = "as meant", "otherwise", "refused", "slip"


@dataclass(frozen=True)
class Verdict:
    """What became of a spell in a writer's words; `why` is the reason or the duel that shows the difference."""

    said: str
    why: str = ""
    casts: int = 0
    telling: int = 0


def bare(program: t.Program) -> t.Program:
    """The program without what only names its inputs, and with its draws numbered in order."""
    asked = tuple(replace(one, label="", noun="") for one in program.inputs)
    return same_keys(replace(program, inputs=asked))


def renamed(program: t.Program, old: str, new: str) -> t.Program:
    """The program of a spell that bears another name."""

    def change(node: Any) -> Any:
        if isinstance(node, t.CastIs | t.CastAgain):
            names: tuple[Any, ...] = node.names
            return replace(node, names=tuple(new if name == old else name for name in names))
        return replace(node, spell=new) if isinstance(node, t.Replace) and node.spell == old else node

    asked = tuple(replace(one, but=tuple(new if name == old else name for name in one.but)) for one in program.inputs)
    return replace(program, inputs=asked, acts=mapped(program.acts, change))


def judge(drawn: Drawn, written: dict[str, Any], seed: int = 0) -> Verdict:
    """Reads a spell in other words and compares its meaning with the one that was drawn."""
    name, inputs, cost, speed, effect = (str(written.get(key) or "").strip() for key in FIELDS)
    name = name or drawn.setting.own
    spell = drawn.read(inputs, cost, speed, effect, name)
    if spell.program is None:
        reasons = [f"{item.reason} [{item.sentence}]" for item in spell.unclear]
        return Verdict(REFUSED, "; ".join(reasons) or "no spell is found in these words")
    meant, read = bare(drawn.program), bare(renamed(spell.program, name, drawn.setting.own))
    if read == meant:
        return Verdict(AS_MEANT)
    if (read.speed, read.traits) != (meant.speed, meant.traits):
        return Verdict(OTHERWISE, f"Speed {read.speed}, Traits {read.traits}")
    try:
        found = compare(drawn.setting, meant, read, Random(f"{drawn.setting.own} {seed}"))
    except Exception as error:  # a spell that cannot be cast must not lose the rest of its batch
        return Verdict(OTHERWISE, f"casting it fails: {error!r}")
    why = "" if found.difference is None else str(found.difference)
    return Verdict(OTHERWISE if why else AS_MEANT, why, found.casts, found.telling)


def written_lines(text: str) -> tuple[dict[int, dict[str, Any]], list[str]]:
    """A writer's spells by number, and the lines that should be spells and cannot be used.

    A line that does not begin as JSON does (a fence, a remark) is passed over.
    """
    found: dict[int, dict[str, Any]] = {}
    lost = []
    for line in text.splitlines():
        line = line.strip().rstrip(",")
        if line.startswith("{"):
            try:
                entry = json.loads(line)
                found[int(entry["n"])] = entry
            except (ValueError, KeyError, TypeError):
                lost.append(line)
    return found, lost


def score(
    batch: dict[str, Any], written: dict[int, dict[str, Any]], slips: frozenset[int] = frozenset()
) -> list[dict[str, Any]]:
    """The batch with each spell's other words and the verdict on them; a spell left out by the writer is left out."""
    scored = []
    for data in batch["spells"]:
        mine = written.get(data["n"])
        if mine is not None:
            verdict = judge(loaded(data), mine, batch["seed"])
            said = SLIP if data["n"] in slips else verdict.said
            words = {key: mine.get(key, "") for key in FIELDS}
            scored.append({**data, "written": words, "verdict": said, "why": verdict.why})
    return scored


def keep(seed: int, manner: str, scored: list[dict[str, Any]]) -> str:
    """Adds a scored batch to batches/ and to the curve's data; gives the name of its file."""
    counts = Counter(spell["verdict"] for spell in scored)
    number = add(HERE / "curve.json", manner, counts[AS_MEANT], counts[OTHERWISE], counts[REFUSED])
    lines = ",\n".join(json.dumps(spell, ensure_ascii=False) for spell in scored)
    kept = BATCHES / f"{number:03}.json"
    kept.parent.mkdir(exist_ok=True)
    head = f'{{"seed": {seed}, "manner": {json.dumps(manner)}, "spells": [\n'
    kept.write_text(f"{head}{lines}\n]}}\n", "utf-8")
    return kept.name


def again(folder: Path) -> Iterator[str]:
    """What the present reader makes of the kept batches: a line for each, and one for each verdict that has changed."""
    for path in sorted(folder.glob("*.json")):
        batch = json.loads(path.read_text("utf-8"))
        spells = [spell for spell in batch["spells"] if spell["verdict"] != SLIP]
        found = [judge(loaded(spell), spell["written"], batch["seed"]) for spell in spells]
        counts = Counter(verdict.said for verdict in found)
        told = ", ".join(f"{said} {counts[said]}" for said in (AS_MEANT, OTHERWISE, REFUSED))
        yield f"{path.stem} {batch['manner']}: {told}"
        for spell, verdict in zip(spells, found, strict=True):
            if verdict.said != spell["verdict"] or verdict.said == OTHERWISE:
                yield f"  {spell['n']} {spell['name']}: {spell['verdict']}, now {verdict.said}"
                yield f"    {spell['written']['effect']}\n    {verdict.why}"


def main(words: list[str]) -> None:
    """The command."""
    asked = ArgumentParser(description="Scores one writer's spells.")
    asked.add_argument("drawn", type=Path, nargs="?")
    asked.add_argument("written", type=Path, nargs="?")
    asked.add_argument("manner", nargs="?", default="")
    asked.add_argument("--slips", default="", help="numbers of the spells that the writer got wrong")
    asked.add_argument("--keep", action="store_true")
    asked.add_argument("--curve", action="store_true")
    asked.add_argument("--again", action="store_true")
    given = asked.parse_args(words)
    if given.curve:
        print(drawing(HERE / "curve.json"))
        return
    if given.again:
        for line in again(BATCHES):
            print(line)
        return
    if given.written is None:
        asked.error("a batch and a writer's spells are needed")
    batch = json.loads(given.drawn.read_text("utf-8"))
    written, lost = written_lines(given.written.read_text("utf-8"))
    for line in lost:
        print(f"cannot be used: {line}")
    scored = score(batch, written, frozenset(map(int, filter(None, given.slips.split(",")))))
    for spell in scored:
        said = " | ".join(str(spell["written"][key]) for key in ("inputs", "cost", "speed", "effect"))
        print(f"{spell['n']:3} {spell['verdict']:9} {spell['name']}: {said}")
        if spell["verdict"] != AS_MEANT:
            meant = " | ".join(spell[key] for key in ("inputs", "cost", "speed", "effect"))
            print(f"    was meant: {meant}\n    {spell['why']}")
    counts = Counter(spell["verdict"] for spell in scored)
    told = ", ".join(f"{said} {counts[said]}" for said in (AS_MEANT, OTHERWISE, REFUSED, SLIP))
    print(f"{given.manner}: {told}; left out {len(batch['spells']) - len(scored)}")
    if given.keep:
        print(f"kept as {keep(batch['seed'], given.manner, scored)}")


if __name__ == "__main__":
    main(sys.argv[1:])

"""Whether a writer's spells are read as they were meant.

`python tests/spells/unseen/score.py DRAWN.json WRITTEN.jsonl MANNER [--keep]` says of each spell whether it is read as
meant, read otherwise (with a duel that shows it), or refused (with the reason); `--keep` adds the batch to batches/
and to curve.json. `python tests/spells/unseen/score.py --curve` draws the curve.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
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
FIELDS = ("name", "inputs", "cost", "speed", "effect")
AS_MEANT, OTHERWISE, REFUSED = "as meant", "otherwise", "refused"


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
            return replace(node, names=tuple(new if name == old else name for name in node.names))
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
    found = compare(drawn.setting, meant, read, Random(f"{drawn.setting.own} {seed}"))
    why = "" if found.difference is None else str(found.difference)
    return Verdict(OTHERWISE if why else AS_MEANT, why, found.casts, found.telling)


def written_lines(text: str) -> dict[int, dict[str, Any]]:
    """A writer's spells by number; what is no JSON line (a fence, a remark) is passed over."""
    found: dict[int, dict[str, Any]] = {}
    for line in text.splitlines():
        line = line.strip().rstrip(",")
        if line.startswith("{"):
            entry = json.loads(line)
            found[int(entry["n"])] = entry
    return found


def score(batch: dict[str, Any], written: dict[int, dict[str, Any]]) -> list[dict[str, Any]]:
    """The batch with each spell's other words and the verdict on them; a spell left out by the writer is left out."""
    scored = []
    for data in batch["spells"]:
        mine = written.get(data["n"])
        if mine is not None:
            verdict = judge(loaded(data), mine, batch["seed"])
            words = {key: mine.get(key, "") for key in FIELDS}
            scored.append({**data, "written": words, "verdict": verdict.said, "why": verdict.why})
    return scored


def main(drawn: str, written: str, manner: str, *more: str) -> None:
    """Scores one writer's spells."""
    batch = json.loads(Path(drawn).read_text("utf-8"))
    scored = score(batch, written_lines(Path(written).read_text("utf-8")))
    for spell in scored:
        print(f"{spell['n']:3} {spell['verdict']:9} {spell['name']}: {spell['written']['effect']}")
        if spell["verdict"] != AS_MEANT:
            print(f"    meant: {spell['inputs']} | {spell['cost']} | {spell['effect']}\n    {spell['why']}")
    counts = Counter(spell["verdict"] for spell in scored)
    figures = {"as meant": counts[AS_MEANT], "otherwise": counts[OTHERWISE], "refused": counts[REFUSED]}
    print(f"{manner}: {figures} of {len(scored)} (left out: {len(batch['spells']) - len(scored)})")
    if "--keep" in more:
        number = add(HERE / "curve.json", manner, counts[AS_MEANT], counts[OTHERWISE], counts[REFUSED])
        lines = ",\n".join(json.dumps(spell, ensure_ascii=False) for spell in scored)
        kept = HERE / "batches" / f"{number:03}.json"
        head = f'{{"seed": {batch["seed"]}, "manner": {json.dumps(manner)}, "spells": [\n'
        kept.write_text(f"{head}{lines}\n]}}\n", "utf-8")
        print(f"kept as {kept.name}")


if __name__ == "__main__":
    if sys.argv[1:] == ["--curve"]:
        print(drawing(HERE / "curve.json"))
    else:
        main(*sys.argv[1:])

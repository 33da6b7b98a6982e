"""Which rules and turns read nothing that anybody wrote: `python tests/spells/unused.py [MOST]`, in ten minutes.

Lists each line of english.lark and turns.txt that at most MOST (none) of the texts of the tests use: those that are
read and those that are refused, for a line may be there to make a text doubtful. What nothing uses costs the reader
time and its keeper attention. It may still be wanted, as the mirror of another: a person decides, takes it out, and
runs the tests.
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib.resources import files
from multiprocessing import Pool
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from spells.lists import spell
from spells.unseen import invented

from pbp.spells.chart import Grammar, OtherWords
from pbp.spells.english import reading, turns
from pbp.spells.page.wikitext import passages
from pbp.spells.read import _read_once
from pbp.spells.readings import _asked
from pbp.spells.syntax import Syntax, made

HERE = Path(__file__).parent
Text = tuple[str, ...]
"""Inputs, Cost, Effect; of an invented or reworded spell its Speed as well."""
used: set[str] = set()
"""The lines that the text at hand has used."""


class _Noted(OtherWords):
    """A turn that notes its line."""

    def __init__(self, turn: OtherWords, line: str):
        self.turn, self.line = turn, line

    def readings(self, grammar: Grammar, values: tuple[Any, ...], end: int) -> Iterable[Any]:
        found = list(self.turn.readings(grammar, values, end))
        used.update([self.line] if found else [])
        return found


def _noted(make: Callable[..., Any] | None, line: str) -> Callable[..., Any]:
    def noted(*values: Any) -> Any:
        value = make(*values) if make is not None else values[0] if len(values) == 1 else values
        used.add(line)
        return value

    return noted


def _alternatives(line: str) -> int:
    """How many alternatives stand side by side in a line of the grammar."""
    depth, found = 0, 1
    for sign in re.sub(r'"[^"]*"', "", re.sub(r"^\s*\|", "", line)):
        depth += (sign == "(") - (sign == ")")
        found += sign == "|" and not depth
    return found


def named(text: str) -> tuple[str, dict[str, tuple[str, str]]]:
    """The grammar with a name for each line that is one alternative with a value; name -> (meaning, line)."""
    told: dict[str, tuple[str, str]] = {}
    out, rule = [], ""
    for number, line in enumerate(text.split("\n")):
        rule = begun[1] if (begun := re.match(r"(\w+):", line)) else rule
        alternative = begun or line.lstrip().startswith("|")
        if alternative and rule[:1] != "_" and _alternatives(line) == 1:
            words, _, meaning = (part.strip(" ") for part in line.partition("->"))
            told[f"line_{number}"] = meaning, f"{rule}: {words.removeprefix(f'{rule}: ').lstrip('| ')}"
            line = f"{line.partition('->')[0]} -> line_{number}"
        out.append(line)
    return "\n".join(out), told


def counting() -> list[str]:
    """Lets the reader note which lines it uses; gives all lines."""
    text, told = named(files("pbp.spells.english").joinpath("english.lark").read_text("utf-8"))
    while True:
        try:
            packed = made(text + turns.rules(turns.named(reading.edges, turns.kept())))
            break
        except ValueError as fault:  # two lines that can say the same words, with the same meaning: not told apart
            name = str(fault).split()[-1]
            rule, meaning = told[name][1].split(":")[0], told[name][0]
            for other in [one for one in told if (told[one][0], told[one][1].split(":")[0]) == (meaning, rule)]:
                text = re.sub(rf"-> {other}\b", f"-> {meaning}" if meaning else "", text)
                del told[other]
    written = files("pbp.spells.english").joinpath("turns.txt").read_text("utf-8").splitlines()
    whole = {form: line for line in written for form in turns.lines(line)}
    lines = {f"turn_{number}": whole[form] for number, form in enumerate(turns.kept())}
    meanings: dict[str, Any] = dict(reading.meanings())
    meanings |= {name: _noted(meanings.get(meaning), line) for name, (meaning, line) in told.items()}

    class Counted(Grammar):
        def __init__(self, syntax: Syntax, known: Mapping[str, Any]):
            mine = {name: _Noted(known[name], line) for name, line in lines.items()}
            super().__init__(syntax, {**known, **meanings, **mine})

    vars(reading).update(Grammar=Counted, syntax=lambda *_: Syntax(packed))
    return [*(line for _, line in told.values()), *lines.values()]


def texts() -> Iterator[Text]:
    """All that the tests have of what can be read."""
    for name in ("wordings", "misleading"):
        for case in tomllib.loads((HERE / f"{name}.toml").read_text("utf-8"))["wording"]:
            yield case.get("inputs", ""), "", case["effect"]
    for meaning in tomllib.loads((HERE / "manners.toml").read_text("utf-8"))["meaning"]:
        yield from ((meaning.get("inputs", ""), "", effect) for effect in meaning["wordings"])
    for table in tomllib.loads((HERE / "tables.toml").read_text("utf-8"))["table"]:
        yield table.get("inputs", ""), "", table["effect"]
    for meaning in tomllib.loads((HERE / "asked.toml").read_text("utf-8"))["meaning"]:
        yield from ((line, "", "Gain 2 Stars.") for line in meaning["lines"])
    for meaning in tomllib.loads((HERE / "costing.toml").read_text("utf-8"))["meaning"]:
        yield from ((meaning.get("inputs", ""), cost, "Gain 2 Stars.") for cost in meaning["costs"])
    for line in tomllib.loads((HERE / "inputs.toml").read_text("utf-8"))["line"]:
        yield line["inputs"], "", "Gain 2 Stars."
    for path in sorted((HERE / "scenarios").rglob("*.toml")):
        for passage in passages(tomllib.loads(path.read_text("utf-8"))["spell_list"]["wikitext"]):
            yield tuple(passage.get(label) for label in ("Inputs", "Cost", "Effect"))
    for path in (*sorted((HERE / "unseen" / "batches").glob("*.json")), *invented.writers()):
        for one in json.loads(path.read_text("utf-8"))["spells"]:
            told = one.get("written", one)
            yield tuple(told.get(label, "") for label in ("inputs", "cost", "effect", "speed"))


def _read(text: Text) -> None:
    if len(text) == 3:
        spell(text[2], text[0], f"Cost: {text[1]}\n" if text[1] else "")
    else:
        invented.read(dict(zip(("inputs", "cost", "effect", "speed"), text, strict=True)))


def lines_of(text: Text) -> frozenset[str]:
    """The lines that one text uses."""
    used.clear()
    _read_once.cache_clear()
    _asked.cache_clear()
    _read(text)
    return frozenset(used)


def main(most: str = "0") -> None:
    every = counting()
    count: Counter[str] = Counter()
    tried = [*texts()]
    with Pool() as pool:
        for number, lines in enumerate(pool.imap_unordered(lines_of, tried, chunksize=50), 1):
            count.update(lines)
            if sys.stderr.isatty():
                print(f"\r{number} of {len(tried)} texts", end="", file=sys.stderr)
    found = sorted((count[line], line) for line in set(every) if count[line] <= int(most))
    print(*(f"{number} {line}" for number, line in found), sep="\n")
    print(f"{len(found)} of {len(set(every))} lines are used by at most {most} of {len(tried)} texts")


if __name__ == "__main__":
    main(*sys.argv[1:])

"""Writes the bank of readable wordings anew from the tests' own lists and the guide.

    python tests/spells/make_bank.py

Run it when wordings were added; `test_suggest.py` keeps the bank readable.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent), str(HERE.parent.parent)]

from spells.lists import listed, spell  # noqa: E402

from pbp.spells import read_list  # noqa: E402
from pbp.spells.guide import chapters  # noqa: E402
from pbp.spells.suggest.bank import ATTRIBUTES, SPELLS, Wording  # noqa: E402

BANK = HERE.parents[1] / "pbp" / "spells" / "suggest" / "bank.txt"


def found() -> Iterator[Wording]:
    """Every wording of the tests, with the names of the bank's own list."""
    for entry in tomllib.loads((HERE / "wordings.toml").read_text())["wording"]:
        if not entry.get("refused"):
            for words in dict.fromkeys((entry.get("reads_as", entry["effect"]), entry["effect"])):
                yield Wording("Effect", words, entry.get("inputs", ""))
    for line in tomllib.loads((HERE / "inputs.toml").read_text())["line"]:
        yield Wording("Inputs", line["inputs"])
    costs = tomllib.loads((HERE / "costs.toml").read_text())
    for cost in (*costs["stars"], *costs["crystals"]):
        yield Wording("Cost", cost, "A position in the Wizard Ring, and a number from 1 to 5")
    for chapter in chapters():
        for example in chapter.examples:
            lines = {label: _renamed(words, {"Swap": "Jolt"}) for label, words in example.lines}
            yield from _of(lines)
    for path in sorted((HERE / "scenarios").rglob("*.toml")):
        scenario = tomllib.loads(path.read_text())
        tracked = {name for wizard in scenario["wizards"] for name in wizard.get("attributes", {})}
        read = read_list(scenario["spell_list"]["wikitext"], frozenset(tracked))
        for own in read.spells.values():
            if own.program is None:
                continue
            words = " ".join(own.text.values())
            others = [name for name in read.spells if name != own.name and re.search(rf"\b{re.escape(name)}\b", words)]
            kept = set(others) & set(SPELLS)
            free = iter([name for name in SPELLS[:-1] if name not in kept])
            names = {name: next(free, name) for name in others if name not in kept} | {own.name: "Self"}
            mine = [name for name in tracked if name not in ATTRIBUTES and re.search(rf"\b{name}\b", words)]
            unused = iter([name for name in ("Staff", "Beard", "Crystals", "Robes") if name not in tracked])
            names |= {name: next(unused, name) for name in mine}
            yield from _of({label: _renamed(text, names) for label, text in own.text.items()})


def _renamed(text: str, names: dict[str, str]) -> str:
    if not names:
        return text
    pattern = "|".join(sorted(map(re.escape, names), key=len, reverse=True))
    return re.sub(rf"\b(?:{pattern})\b", lambda match: names[match[0]], text)


def _of(lines: dict[str, str]) -> Iterator[Wording]:
    if lines.get("Inputs"):
        yield Wording("Inputs", lines["Inputs"])
    if lines.get("Cost"):
        yield Wording("Cost", lines["Cost"], lines.get("Inputs", ""))
    yield Wording("Effect", lines["Effect"], lines.get("Inputs", ""))


def reads(wording: Wording) -> bool:
    """Whether the reader reads it where it stands."""
    if wording.label == "Effect":
        return spell(wording.text, wording.inputs).program is not None
    inputs = wording.text if wording.label == "Inputs" else wording.inputs
    more = f"Cost: {wording.text}" if wording.label == "Cost" else ""
    own = listed("Gain 1 Star.", inputs, more).find("Self")
    return own is not None and own.program is not None


def main() -> None:
    """Writes the file."""
    kept: dict[tuple[str, ...], Wording] = {}
    for wording in found():
        text = " ".join(wording.text.split())
        plain = Wording(wording.label, text, " ".join(wording.inputs.split()))
        said = re.sub(r"[\d]+", "#", " ".join(re.findall(r"[\w']+", text.lower())))
        if (plain.label, said) not in kept and text.lower() != "none" and reads(plain):
            kept[plain.label, said] = plain
    lines = [f"{wording.label}\t{wording.text}\t{wording.inputs}" for wording in kept.values()]
    head = "// Readable wordings, each with its label and the Inputs that it needs; made by tests/spells/make_bank.py."
    BANK.write_text("\n".join([head, *lines]) + "\n")
    print(len(lines), "wordings")


if __name__ == "__main__":
    main()

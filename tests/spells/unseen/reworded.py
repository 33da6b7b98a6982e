"""Whether what is read is still read, and as meant, when it is put a little otherwise.

`python tests/spells/unseen/reworded.py [SEED [COUNT]]` draws COUNT (60) of the kept batches' spells that are read as
meant, rewords each by every rule below that can be applied to it, and judges what comes out as the score judges a
spell. It prints how often each rule was applied, and with how many it is refused or read otherwise; then these, each
with its reason. What is read otherwise is a wrong reading, or a rule that does change what is meant: look at it. No
part of the test run.
"""

from __future__ import annotations

import json
import re
import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[3]))

from spells.unseen.draw import Drawn, loaded
from spells.unseen.score import AS_MEANT, BATCHES, judge

_IF = re.compile(r"(?:(?<=^)|(?<=\. ))If (?!not\b|so\b|none\b)([^,.:;?]+), (?:then )?([^.:;?]+)\.")
"""A sentence of one condition and what then happens."""
_LEANS = re.compile(r"(?m)^(?:Otherwise|If not|If so|If there is a tie|In a tie|In that case|Then|That|They|This|It)\b")
"""How a sentence begins that hangs on the one before."""
_HERS = re.compile(r"\b(caster|Wizard|position) (gain|lose|pay)s\b")
_NAME = re.compile(r"(?:DICE|[A-Z]\w*'s|I\b|Stars|Crystals|Hat|Robes|Staff|Beard|\W)")


def _sentences(effect: str) -> list[str]:
    """The sentences of an Effect in one paragraph; none of one that is set out in lines."""
    return [] if "\n" in effect else re.split(r"(?<=[.!])\s+(?=[A-Z])", effect)


def _small(sentence: str) -> str:
    return sentence if _NAME.match(sentence) else sentence[0].lower() + sentence[1:]


def _large(sentence: str) -> str:
    return sentence[0].upper() + sentence[1:]


def _listed(effect: str, mark: str) -> str:
    """Each sentence as an item of a list; `mark` has {n} for its number, {letter} for its letter."""
    parts = _sentences(effect)
    if not 1 < len(parts) < 9:
        return effect
    return "\n".join(mark.format(n=n, letter="abcdefghi"[n - 1]) + part for n, part in enumerate(parts, 1))


def _led(effect: str, lead: str) -> str:
    """The later sentences behind a word that only joins them, where none hangs on the one before."""
    first, *rest = _sentences(effect) or [effect]
    if not rest or any(map(_LEANS.match, rest)):
        return effect
    return " ".join([first, *(f"{lead}, {_small(part)}" for part in rest)])


def _joined(effect: str) -> str:
    """All sentences as one, cut by semicolons."""
    first, *rest = _sentences(effect) or [effect]
    return "; ".join([first, *map(_small, rest)]).replace(".;", ";")


def _put(old: str, new: str) -> Callable[[str], str]:
    """The rule that puts other words for these."""
    return lambda effect: re.sub(rf"(?i)\b{old}", lambda found: _large(new) if found[0][0].isupper() else new, effect)


RULES: dict[str, Callable[[str], str]] = {
    "if ..., then": lambda effect: re.sub(r"\b(If (?!not\b)[^,.:;?]+,) (?!then)", r"\1 then ", effect),
    "if not, then": _put("if not, (?!then)", "if not, then "),
    "... if ...": lambda effect: _IF.sub(lambda found: f"{_large(found[2])} if {found[1]}.", effect),
    "provided that": lambda effect: _IF.sub(r"Provided that \1, \2.", effect),
    "in case": lambda effect: _IF.sub(r"In case \1, \2.", effect),
    "if not": _put("otherwise,", "if not,"),
    "otherwise": _put("if not,", "otherwise,"),
    "1. 2. 3.": lambda effect: _listed(effect, "{n}. "),
    "a) b) c)": lambda effect: _listed(effect, "{letter}) "),
    "Step 1:": lambda effect: _listed(effect, "Step {n}: "),
    "items": lambda effect: _listed(effect, "* "),
    "semicolons": _joined,
    "also": lambda effect: _led(effect, "Also"),
    "in addition": lambda effect: _led(effect, "In addition"),
    "at the same time": lambda effect: _led(effect, "At the same time"),
    "when cast": lambda effect: f"When cast, {_small(effect)}" if _sentences(effect) else effect,
    "shall": lambda effect: _HERS.sub(r"\1 shall \2", effect),
    "will": lambda effect: _HERS.sub(r"\1 will \2", effect),
    "until the end": _put("for the (?:rest|remainder) of (?:this|the) Duel", "until the end of this Duel"),
    "the target": _put("the Wizard in the chosen position", "the target"),
    "the chosen Wizard": _put("the Wizard in the chosen position", "the chosen Wizard"),
    "!": lambda effect: re.sub(r"\.$", "!", effect),
}
"""Ways to say the same; each gives the Effect as it is where it cannot be applied."""


def kept() -> list[tuple[Drawn, dict[str, Any]]]:
    """The spells of the kept batches, with their writers' words."""
    batches = [json.loads(path.read_text("utf-8")) for path in sorted(BATCHES.glob("*.json"))]
    return [(loaded(spell), spell["written"]) for batch in batches for spell in batch["spells"]]


def main() -> None:
    """Draws, rewords, judges and prints."""
    arguments = ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("seed", nargs="?", default="1", help="draws other spells (1)")
    arguments.add_argument("count", nargs="?", type=int, default=60, help="how many spells are reworded (60)")
    wanted = arguments.parse_args()
    spells = kept()
    Random(wanted.seed).shuffle(spells)
    found: Counter[tuple[str, str]] = Counter()
    told: list[str] = []
    left = wanted.count
    for drawn, words in spells:
        if not left:
            break
        if judge(drawn, words).said != AS_MEANT:
            continue
        left -= 1
        for name, rule in RULES.items():
            effect = rule(words["effect"])
            if effect == words["effect"]:
                continue
            verdict = judge(drawn, {**words, "effect": effect})
            found[name, verdict.said] += 1
            if verdict.said != AS_MEANT:
                told.append(f"{name}: {verdict.said}\n  {words['effect']}\n  {effect}\n  {verdict.why}")
    for name in RULES:
        counts = {said: number for (rule, said), number in found.items() if rule == name}
        print(f"{name:20}" + ", ".join(f"{said} {counts[said]}" for said in sorted(counts)))
    print("\n" + "\n\n".join(told))


if __name__ == "__main__":
    main()

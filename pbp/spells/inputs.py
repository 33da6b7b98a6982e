"""The Speed and the Traits of a spell; and which input an effect speaks of."""

from __future__ import annotations

import re

from pbp.spells import tree as t


class Puzzle(Exception):
    """The words can be meant in two ways (`double`), or in none. `sentence` is the number of the sentence."""

    def __init__(self, reason: str, hint: str = "", *, double: bool = False, sentence: int = 0):
        super().__init__(reason)
        self.reason, self.hint, self.double, self.sentence = reason, hint, double, sentence


ANY_TARGET, PLACE, FIRST = -1, -10, -2
"""How the reader marks an input not yet found: a Wizard or position; a position; the first, second (-3), third."""


def find_input(inputs: tuple[t.Input, ...], what: int | str) -> int:
    """The number of the input that is spoken of. Raises Puzzle."""
    kinds = {"NumberInput": ("number",), "WordInput": ("word",), "SpellInput": ("spell",)}
    if isinstance(what, str):
        found = [index for index, asked in enumerate(inputs) if asked.kind in kinds[what]]
    else:
        targets = [index for index, asked in enumerate(inputs) if asked.kind in ("position", "wizard")]
        if what in (PLACE, ANY_TARGET):
            wanted = "position" if what == PLACE else "wizard"
            found = [index for index in targets if inputs[index].kind == wanted] or ([] if what == PLACE else targets)
        else:
            number = FIRST - what
            found = targets[number : number + 1] if len(targets) > 1 else []
    if len(found) == 1:
        return found[0]
    if not found:
        raise Puzzle("the Inputs line offers no such choice", "say in the Inputs line what is chosen")
    raise Puzzle("the Inputs line offers two of these", "say which: the first or the second")


def read_speed(text: str) -> int:
    """The Speed; 1 if nothing is said. Raises Puzzle."""
    text = text.strip().rstrip(".")
    if not text:
        return 1
    if not re.fullmatch(r"\d{1,6}", text):
        raise Puzzle(f'the Speed "{text}" is not a whole number')
    return int(text)


def read_traits(text: str) -> tuple[str, ...]:
    """The traits, separated by commas."""
    return tuple(part for part in (p.strip(" .•") for p in re.split(r"[,;/•\n]|\band\b", text)) if part)

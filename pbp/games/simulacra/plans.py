"""What a line of Mind may hang on: the value that a Body die shows when the line's turn comes.

A sealed plan cannot react to a re-roll otherwise: "MIND REROLL 1", then "MIND +1 1 IF 3 OR 4".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pbp.games.wording import listed

_TEST = re.compile(
    r"(?:(?:it|(?:my\s+)?(?:body\s+)?die\s*#?\s*(?P<die>\d{1,3}))\b)?\s*(?:then\s+)?(?:(?:is|shows|equals)\b|=)?\s*(?:then\s+)?"
    r"(?:(?P<than><=|>=|<|>|below|under|less than|above|over|more than|at most|at least)\s*)?"
    r"(?P<values>-?\d{1,3}(?:(?:\s*,\s*or\s+|\s*[,/]\s*|\s+or\s+|\s+)-?\d{1,3}){0,29})"
)
_BELOW = {"<": 0, "below": 0, "under": 0, "less than": 0, "<=": 1, "at most": 1}
_ABOVE = {">": 0, "above": 0, "over": 0, "more than": 0, ">=": -1, "at least": -1}


@dataclass(frozen=True, slots=True)
class Condition:
    """Whether a Body die (counted from 1) shows one of `values`, or less or more than the one there is."""

    die: int
    than: str
    values: tuple[int, ...]

    def holds(self, shown: Sequence[int]) -> bool:
        """Whether it is so with the Body dice showing these values."""
        value = shown[self.die - 1]
        if self.than:
            return value < self.values[0] if self.than == "below" else value > self.values[0]
        return value in self.values

    def words(self, own: int) -> str:
        """In canonical words, in a line about the die `own`."""
        test = f"{self.than.upper()} {self.values[0]}" if self.than else " OR ".join(map(str, self.values))
        if self.die == own:
            return f"IF {test}"
        return f"IF DIE {self.die} {'' if self.than else 'IS '}{test}"

    def said(self, own: int) -> str:
        """As it is told back, in a line about the die `own`."""
        what = f"{self.than} {self.values[0]}" if self.than else listed(map(str, self.values), "or")
        return f"if {'it' if self.die == own else f'Body die {self.die}'} then shows {what}"


def read_condition(text: str, own: int) -> Condition | None:
    """What follows IF in a line about the die `own`; None if it cannot be read."""
    found = _TEST.fullmatch(" ".join(text.lower().split()).strip(" .,;:!()"))
    if found is None:
        return None
    die = int(found["die"]) if found["die"] else own
    values = tuple(sorted({int(value) for value in re.findall(r"-?\d+", found["values"])}))
    than = found["than"]
    if than is None:
        return Condition(die, "", values)
    if len(values) > 1:
        return None
    if than in _BELOW:
        return Condition(die, "below", (values[0] + _BELOW[than],))
    return Condition(die, "above", (values[0] + _ABOVE[than],))

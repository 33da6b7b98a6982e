"""The strict reader as the search asks it: a spell with other words, on its own list, counting the steps."""

from __future__ import annotations

from collections.abc import Mapping

from pbp.errors import Unclear
from pbp.spells import steps as counted
from pbp.spells.read import FIELDS, ReadBefore, Spell, read_again


class Spent(Exception):
    """The search has asked as often as it may."""


class Strict:
    """Reads rewordings of one spell; `steps` are left. The same words, and the same sentences, are read once."""

    def __init__(self, spell: Spell, steps: int):
        self.spell, self.steps = spell, steps
        self._read: dict[tuple[tuple[str, str], ...], Spell] = {}
        self._sentences: ReadBefore = {}

    def read(self, fields: Mapping[str, str]) -> Spell:
        """The spell with the new text of some fields. Raises Spent."""
        key = tuple(sorted(fields.items()))
        if key not in self._read:
            if not self.steps or not counted.left():
                raise Spent
            self.steps -= 1
            self._read[key] = reworded(self.spell, fields, self._sentences)
        return self._read[key]

    def fault(self, fields: Mapping[str, str], part: str) -> Unclear | None:
        """The fault that is found in a part of a reworded text, if any. Raises Spent."""
        return next((item for item in self.read(fields).unclear if item.sentence and item.sentence in part), None)


def reworded(spell: Spell, fields: Mapping[str, str], known: ReadBefore | None = None) -> Spell:
    """A spell of a list with the whole new text of some fields (inputs, cost, effect), read anew among its names."""
    return read_again(spell, {FIELDS[field]: words for field, words in fields.items()}, known)

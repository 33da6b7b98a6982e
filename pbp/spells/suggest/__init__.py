"""What an author probably meant by a spell that cannot be read: rewordings that the strict reader reads.

Nothing here is ever executed: a suggestion is an offer to a person.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from pbp.spells.around import Around
from pbp.spells.elsewhere import worked_out_within
from pbp.spells.read import FIELDS, Spell
from pbp.spells.steps import SUGGESTING
from pbp.spells.suggest.marks import KEPT, LEFT_OUT, PUT_IN, Mark, marks, plain
from pbp.spells.suggest.meant import MOST, best
from pbp.spells.suggest.strict import reworded

__all__ = ["KEPT", "LEFT_OUT", "MOST", "PUT_IN", "Mark", "Suggestion", "marks", "plain", "reworded", "suggest"]


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A rewording that reads: of each field that changes (inputs, cost, effect) the whole new text, as pairs.

    `by` says where it comes from if the reader's own search did not find it.
    """

    fields: tuple[tuple[str, str], ...]
    by: str = ""

    @property
    def reworded(self) -> Mapping[str, str]:
        """The fields as a ruling has them."""
        return dict(self.fields)


def suggest(spell: Spell) -> tuple[Suggestion, ...]:
    """At most three rewordings of a spell that cannot be read, best first; none if there is no good one.

    They are looked for once for the same words among the same names.
    """
    return suggest_all([spell])[spell.name]


def suggest_all(spells: Iterable[Spell]) -> Mapping[str, tuple[Suggestion, ...]]:
    """The rewordings of several spells of a list, by name. Raises BeingRead where they are looked for elsewhere."""
    asked = {spell.name: _Asked((spell.name, *spell.text.items()), spell.around, spell) for spell in spells}
    unclear = {name: each for name, each in asked.items() if each.spell.program is None}
    new = tuple(each for each in unclear.values() if each not in _FOUND)
    known = {each: _FOUND[each] for each in unclear.values() if each not in new}
    if new:
        known |= zip(new, worked_out_within(SUGGESTING, _all_suggested, new), strict=True)
    _FOUND.update(known)
    while len(_FOUND) > _REMEMBERED:
        _FOUND.pop(next(iter(_FOUND)), None)
    return {name: known[asked[name]] if name in unclear else () for name in asked}


@dataclass(frozen=True, slots=True)
class _Asked:
    """A spell as a key: its words and the names of its list."""

    words: tuple[object, ...]
    around: Around
    spell: Spell = field(compare=False)


_FOUND: dict[_Asked, tuple[Suggestion, ...]] = {}
"""What was found of late, here or elsewhere."""
_REMEMBERED = 1024


def _all_suggested(asked: tuple[_Asked, ...]) -> tuple[tuple[Suggestion, ...], ...]:
    return tuple(map(_suggested, asked))


@lru_cache(maxsize=1024)
def _suggested(asked: _Asked) -> tuple[Suggestion, ...]:
    found = best(asked.spell)
    return tuple(Suggestion(tuple((f, one[f]) for f in FIELDS if f in one)) for one in found)

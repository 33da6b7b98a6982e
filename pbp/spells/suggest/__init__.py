"""What an author probably meant by a spell that cannot be read: rewordings that the strict reader reads.

Nothing here is ever executed: a suggestion is an offer to a person.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from pbp.spells.read import FIELDS, Around, Spell
from pbp.spells.suggest.marks import KEPT, LEFT_OUT, PUT_IN, Mark, marks, plain
from pbp.spells.suggest.meant import best
from pbp.spells.suggest.search import MOST
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
    if spell.program is not None:
        return ()
    return _suggested(_Asked((spell.name, *spell.text.items()), spell.around, spell))


@dataclass(frozen=True, slots=True)
class _Asked:
    """A spell as a key: its words and the names of its list."""

    words: tuple[object, ...]
    around: Around
    spell: Spell = field(compare=False)


@lru_cache(maxsize=1024)
def _suggested(asked: _Asked) -> tuple[Suggestion, ...]:
    found = best(asked.spell)
    return tuple(Suggestion(tuple((f, one[f]) for f in FIELDS if f in one)) for one in found)

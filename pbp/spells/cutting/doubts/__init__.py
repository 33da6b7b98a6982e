"""Turns of phrase that leave something open, or deny what they stand beside, wherever they stand in a text.

Each is a pattern of the text with what is asked back and what can be said instead; `checks.CHECKS` takes them. What
only a tree can tell is asked in `refer`.
"""

from pbp.spells.cutting.doubts.amounts import AMOUNTS
from pbp.spells.cutting.doubts.conditions import CONDITIONS
from pbp.spells.cutting.doubts.deeds import DEEDS
from pbp.spells.cutting.doubts.doubt import LeftOpen
from pbp.spells.cutting.doubts.people import PEOPLE

DOUBTS: tuple[LeftOpen, ...] = (*PEOPLE, *CONDITIONS, *AMOUNTS, *DEEDS)
"""All of them."""

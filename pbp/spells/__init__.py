"""The spell language: English that players write on a wiki page, executed as written or put to the Battle Master."""

from pbp.spells.casting.board import RingWizard
from pbp.spells.casting.casting import PlayedDuel, play
from pbp.spells.casting.duel import ListedSpell
from pbp.spells.casting.told import Happening
from pbp.spells.changes import Changes, compare
from pbp.spells.earlier import looks_back
from pbp.spells.read import FIELDS, Spell, SpellList, fixed_outcomes, read_list, say
from pbp.spells.tree import Input
from pbp.spells.words import straight

__all__ = [
    "FIELDS",
    "Changes",
    "Happening",
    "Input",
    "ListedSpell",
    "PlayedDuel",
    "RingWizard",
    "Spell",
    "SpellList",
    "compare",
    "fixed_outcomes",
    "looks_back",
    "play",
    "read_list",
    "say",
    "straight",
]

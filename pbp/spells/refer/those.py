"""Of whom "those who did" is said: of those of whom it was asked, or who were spoken of, right before."""

from __future__ import annotations

from typing import Any

from pbp.spells import tree as t
from pbp.spells.english.phrases import OF_KIND
from pbp.spells.inputs import Puzzle
from pbp.spells.refer import kinds, recent
from pbp.spells.walk import mapped, parts, replaced


def spelt_out(sentence: t.Act, near: tuple[t.Act, ...], *, those: bool, anyone: bool) -> t.Act:
    """ "(If all your neighbours cast a spell, gain 4. Otherwise,) each of those who didn't gains 3": of the neighbours.

    `those`: it says "those who"; `anyone`: "everyone who", which could be all Wizards. What is left out of such a group
    is left out of nobody else's. Raises Puzzle.
    """
    found: t.Act = mapped(sentence, _of_kind)
    remarks: dict[t.Node, t.Node] = {
        mapped(one, _of_kind): one for one in parts(sentence) if isinstance(one, t.Unmoved)
    }
    found = replaced(found, remarks)  # "(those who did not gain nothing)" is checked by itself
    if found == sentence or not (those or anyone):
        return sentence
    told = (*near[:-1], found)
    groups = {kinds.unaddressed_in(who) for who in kinds.told(told)}
    two = kinds.some_asked(told)  # "if either of you cast Burn, whoever did"
    if not two and groups <= {t.All()}:
        return sentence
    if not those and anyone and not two and groups <= _EVERYBODY:
        return sentence  # "if nobody else cast Burn, gain 4; otherwise, everyone who did loses 2": you too, if you did
    if those and not anyone:
        return found
    hint = "say: each of you who did" if t.They("of you") in two else "say: each Wizard who ..."
    raise Puzzle("all who did, or those of whom it was asked?", hint, double=True)


_EVERYBODY = {t.All(), t.Others(), *recent.EVERYBODY}


def leaning(who: t.Who) -> bool:
    """Whether these are told by what was asked before: "those who did", "those with none"."""
    return isinstance(who, t.Those) and any(map(kinds.leans, parts(who.test)))


def _of_kind(node: Any) -> Any:
    match node:
        case t.Those(t.All(), test) if leaning(node):
            return t.Those(OF_KIND, test)
    return node

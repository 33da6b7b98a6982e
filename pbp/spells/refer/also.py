"""Who "also" cast this spell, or targeted what it targets: the caster did so first, and is none of those."""

from __future__ import annotations

from dataclasses import replace

from pbp.spells import tree as t
from pbp.spells.inputs import Puzzle
from pbp.spells.refer.context import CASTER
from pbp.spells.refer.telling import Marks
from pbp.spells.sense.members import all_of
from pbp.spells.walk import conjuncts, parts, replaced

BUT_CASTER = t.Without(t.All(), CASTER)


def beside_caster(sentences: list[t.Act], marks: Marks) -> list[t.Act]:
    """Sentences in which "anyone who also cast this spell" is anyone but the caster. Raises Puzzle."""
    return [
        _beside_caster(sentence, sentences[: number + 1]) if number in marks["also_did"] else sentence
        for number, sentence in enumerate(sentences)
    ]


def _beside_caster(sentence: t.Act, so_far: list[t.Act]) -> t.Act:
    said = [(part, test) for part in _of_all(sentence) for test in conjuncts(part.test) if _as_the_caster(test)]
    if not said:
        return sentence
    [(part, test), *more] = said
    if more or list(parts(tuple(so_far))).count(test) > 1 or conjuncts(part.test) != (test,) or part.group != t.All():
        reason = '"also" could be besides you, or besides what was said before'
        raise Puzzle(reason, "say: each other Wizard who; or leave it out", double=True)
    told: t.Act = replaced(sentence, {part: replace(part, group=BUT_CASTER)})
    return told


def _of_all(sentence: t.Act) -> list[t.Those | t.Holds]:
    """Where it is said what must be so of some of all Wizards."""
    found = [part for part in parts(sentence) if isinstance(part, t.Those | t.Holds)]
    return [
        part for part in found if part.group == t.All() or (isinstance(part, t.Holds) and all_of(part.group) == t.All())
    ]


def _as_the_caster(test: t.Cond) -> bool:
    """Whether the caster did this by casting the spell."""
    match test:
        case t.CastIs(t.Member(0), (t.OwnName(other=False, that=False),)):
            return True
        case t.Targets(t.Member(0), t.Chosen() | t.They("that place")):
            return True
    return False

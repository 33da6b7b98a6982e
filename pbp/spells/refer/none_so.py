""" "If none does", "if nobody is": after a sentence about those who have or are something, that there are none such."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from pbp.spells import tree as t
from pbp.spells.inputs import Puzzle
from pbp.spells.refer.recent import EVERYBODY
from pbp.spells.walk import conjuncts, has_member, is_one, mapped, parts

_SO = ("does", "has", "is")
_EVERYBODY_ELSE = (t.Others(), EVERYBODY[1])


def spelt_out(before: list[t.Act], sentence: t.Act) -> t.Act:
    """ "(Each neighbour who has more Crystals than you loses 1.) If none does, ...": none has more Crystals than you.

    Only where the sentence before is of one such group and has no condition. Raises Puzzle.
    """
    told = _told(before)
    aimed = _aimed(before)
    if aimed is not None:
        sentence = mapped(sentence, partial(_no_spell_does, aimed))
    if told is None:
        _check_asked(before, sentence)
        return sentence

    def known(node: Any) -> Any:
        match node:
            case t.Holds(group, "=", t.Int(0), t.Did(verb)) if verb in _SO:
                if verb not in _said_of(told.test) or not _alike(before[-1], verb):
                    raise Puzzle(f'it is not clear what "{verb}" means', "say the condition again", double=True)
                if not _is_of(group, told):
                    reason = "nobody at all, or none of those of whom it was said?"
                    raise Puzzle(reason, "say the condition again", double=True)
                return replace(node, group=told.group, test=told.test)
        return node

    found: t.Act = mapped(sentence, known)
    return found


def _told(before: list[t.Act]) -> t.Those | None:
    """The one group of which the sentence before spoke by what they have or are."""
    match before[-1:]:
        case [t.Clause() as act]:
            found = {part for part in parts(act) if isinstance(part, t.Those)}
            asked = any(isinstance(part, t.If | t.Holds | t.Trail) for part in parts(act))
            if len(found) == 1 and not asked:
                (those,) = found
                return those if _said_of(those.test) and not has_member(those.group) else None
    return None


def _aimed(before: list[t.Act]) -> t.Count | None:
    """ "Gain 1 Star for each spell of another Wizard that targets you": the spells that were counted, and no others."""
    match before[-1:]:
        case [t.Clause(None | t.Caster(), acts) as act] if all(isinstance(done, t.Change) for done in acts):
            counts = {part for part in parts(act) if isinstance(part, t.Count)}
            if len(counts) == 1 and not any(isinstance(part, t.Holds | t.Those) for part in parts(act)):
                match counts.pop():
                    case t.Count(t.Casters(t.All(), t.And() as kind, False)) as count:
                        aims = sum(isinstance(part, t.Targets) for part in conjuncts(kind))
                        return count if aims == 1 else None
    return None


def _no_spell_does(count: t.Count, node: Any) -> Any:
    """ "(... for each spell that targets you.) If none does", "if no spell does": targets you."""
    match node:
        case t.Holds(t.They("askees"), "=", t.Int(0), t.Did("does")):
            return t.Compare(count, "=", t.Int(0))
        case t.Holds(t.Casters(t.All(), t.CastIs(names=())), "=", t.Int(0), t.Did("spell does")):
            plain = isinstance(count.who, t.Casters) and len(conjuncts(count.who.kind)) == 2  # any spell that does
            return t.Compare(count, "=", t.Int(0)) if plain else node
    return node


def _check_asked(before: list[t.Act], sentence: t.Act) -> None:
    """ "If you have a Red Hat, each Wizard who targets you loses 1 Star. If nobody does": has one, or targets you?

    Nor is it clear after what several do under a condition of theirs: "..., or 2 if they are idle". Raises Puzzle.
    """
    asked = [part.test for part in parts(sentence) if isinstance(part, t.Holds) and part.number == t.Int(0)]
    if not any(isinstance(test, t.Did) and test.verb in _SO for test in asked):
        return
    for part in parts(tuple(before[-1:])):
        done = part.act if isinstance(part, t.Trail) else part.then if isinstance(part, t.If) else None
        clauses = [one for one in parts(done) if isinstance(one, t.Clause)]
        several = any(isinstance(one.subject, t.Who) and not is_one(one.subject) for one in clauses)
        if any(isinstance(one, t.Those) for one in parts(done)) or (several and isinstance(part, t.Trail)):
            raise Puzzle("of those who were asked about, or of those of whom it was said?", "say it again", double=True)


def _said_of(test: t.Cond) -> tuple[str, ...]:
    """With which verbs it is said that somebody is one of those; of nobody is it said who lacks something."""
    match tuple(part for part in conjuncts(test) if part != t.CastIs(t.Member(), ())):
        case (t.Compare(t.Stat(t.Member(), str(), False), ">" | "<" | ">=" | "=", t.Int() | t.Stat(t.Caster())),):
            return ("has", "does")
        case (t.Compare(t.Position(t.Member()), ">" | "<" | ">=" | "=", t.Int() | t.Position(t.Caster())),) | (
            t.IsIdle(),
        ):
            return ("is",)
        case (t.Targets(t.Member()),):
            return ("does",)
        case (t.Is(t.Member(), str(), t.Text(word)),) if word != "None":
            return _SO
        case (t.Not(t.Is(t.Member(), str(), t.Text("None"))),):
            return ("has", "does")
    return ()


def _alike(act: t.Act, verb: str) -> bool:
    """Whether a verb can mean nothing else: "does" not what is done, but where whoever is so loses 1 Star, and nobody
    else; "is" not what a thing becomes.
    """
    match act:
        case t.Clause(None | t.Caster(), acts):
            return all(isinstance(done, t.Change | t.Pay) for done in acts)
        case t.Clause(t.Those() | t.Pick(among=t.Those()), acts) if verb == "does":
            return all(map(_is_sure, acts))
        case t.Clause(t.Those() | t.Pick(among=t.Those()), acts):
            return all(isinstance(done, t.Change | t.Pay) for done in acts)
    return False


def _is_sure(done: t.Act) -> bool:
    match done:
        case t.Change(amount=t.Int(), floor=None):
            return True
    return False


def _is_of(group: t.Who, told: t.Those) -> bool:
    """Whether "none", "neither", "nobody" or "nobody else" is said of those among whom the group was."""
    match group, told:
        case t.They("askees"), _:
            return True
        case t.They("neither"), t.Those(t.Neighbours()):
            return True
        case t.All(), t.Those(t.Others(), t.Compare(t.Stat(t.Member(), attr), "<" | ">", t.Stat(t.Caster(), same))):
            return attr == same  # "each other Wizard with more Stars than you": nor has the caster
        case t.All(), t.Those(among):
            return among == group
        case t.Others() | t.Without(t.All(), t.Caster()), t.Those(among):
            return among in _EVERYBODY_ELSE
    return False

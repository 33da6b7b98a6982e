"""Who is left out, said before the rest of a sentence. One function for each name after "->"."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.lexicon import Said
from pbp.spells.english.phrases import Own, Phrase, Some
from pbp.spells.english.sentences import act_except
from pbp.spells.sense.members import contains
from pbp.spells.sense.sentences import joined
from pbp.spells.walk import is_one, parts, replaced


def leaving(*said: Any) -> Phrase:
    """ "Leaving the caster out of it", "not counting yourself"."""
    *verb, who = said
    if any(word.sense not in ("take", "look") or word.word.form != "VG" for word in verb if isinstance(word, Said)):
        raise NoSense
    if isinstance(who, Own) and who.owner.how == "one" and not verb:
        return who  # "except for your own, (each Wizard's Hat becomes Red)"
    if not isinstance(who, Some) or who.how not in ("one", "each", "plural") or who.place:
        raise NoSense
    if any(isinstance(part, t.They) for part in parts(who.who)):
        raise NoSense  # "leaving them out": those before, or those who are told after?
    return who


def left_out_act(out: Some | Own, act: t.Act) -> t.Act:
    """ "Leaving the caster out of it, the Wizard with the most Stars gains 2 Stars": of all that is said."""
    if isinstance(out, Own):
        if not isinstance(act, t.Clause) or act.subject is None or not _may_hold(act.subject, out.owner.who):
            raise NoSense
        return act_except(act, out)
    made = _without(act, out.who)
    if made == act:
        raise NoSense  # "leaving yourself out, gain 2 Stars"
    return made


def joined_left_out(before: t.Act, out: Some, act: t.Act) -> t.Act:
    """ "Gain 2 Stars, and leaving yourself out, the Wizard with the most Stars loses 1 Star"."""
    return joined(before, left_out_act(out, act))


def _without(act: t.Act, who: t.Who) -> t.Act:
    match act:
        case t.Seq(acts):
            return replace(act, acts=tuple(_without(part, who) for part in acts))
        case t.Trail(inner, cond, otherwise=None) if not _several(cond):
            return replace(act, act=_without(inner, who))
        case t.TieRule():
            return act
        case t.Clause(t.Who() as subject) if not is_one(subject) and not isinstance(subject, t.Top | t.Pick):
            if _chosen_of(act) or isinstance(subject, t.Join | t.They | t.Casters) or not _may_hold(subject, who):
                raise NoSense  # "leaving you out, each Wizard pays the one with the most Stars": who is left out?
            return replace(act, subject=t.Without(subject, who))
        case t.Clause(None, (t.Replace() as made,)) if not is_one(made.who) and not _chosen_of(act):
            if isinstance(made.who, t.Join | t.They | t.Casters) or not _may_hold(made.who, who):
                raise NoSense
            return replace(act, acts=(replace(made, who=t.Without(made.who, who)),))
        case t.Clause():
            found = _chosen_of(act)
            if len(found) > 1:
                raise NoSense
            return replaced(act, {part: _rest(part, who) for part in found}) if found else act
    raise NoSense


def _chosen_of(act: t.Act) -> set[t.Node]:
    """What is found out of several Wizards: the highest of them, those drawn, or how many they are."""
    return {part for part in parts(act) if isinstance(part, t.Top | t.Pick | t.Count)}


def _several(cond: t.Cond) -> bool:
    return any(isinstance(part, t.All | t.Neighbours | t.Others | t.Casters) for part in parts(cond))


def _rest(found: t.Node, who: t.Who) -> t.Node:
    match found:
        case t.Top(among) if found.ties != "sole" and _may_hold(among, who):
            return replace(found, among=t.Without(among, who))
        case t.Pick(among=among) if _may_hold(among, who):
            return replace(found, among=t.Without(among, who))
        case t.Count(group) if not isinstance(group, t.Casters) and _may_hold(group, who):
            return replace(found, who=t.Without(group, who))
    raise NoSense


def _may_hold(group: t.Who, who: t.Who) -> bool:
    """Whether somebody may be one of a group, of whom it says something to leave them out."""
    return not isinstance(group, t.Others) and contains(group, who) is not False

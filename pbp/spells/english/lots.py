"""Dice rolled and Wizards drawn. A function for each verb, by its sense."""

from __future__ import annotations

from dataclasses import replace

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.groups import drawn_from
from pbp.spells.english.outcomes import happens
from pbp.spells.english.phrases import Amount, Casts, Number, Numbers, Phrase, Pointer, Roles, Some


@happens("roll", "passive roll")
def _roll(roles: Roles) -> t.Act:
    if roles.verb.passive:
        what = roles.subject
        if roles.maybe("by") is not None:
            raise NoSense
    else:
        what = roles.take("object")
        if roles.subject not in (None, Some(t.Caster()), Some(t.Caster(you=True))):
            raise NoSense
    if isinstance(what, Numbers):
        return t.Clause(None, tuple(map(t.Rolls, what.rolls)), "b")
    if not isinstance(what, Number) or not isinstance(what.number, t.Roll):
        raise NoSense
    roles.says("once")
    roles.says("again")
    rolls = [t.Rolls(what.number)]
    if roles.says("twice"):
        rolls.append(t.Rolls(t.Roll(what.number.key + 1, what.number.sides)))
    who = roles.subject if not roles.verb.passive else None
    return t.Clause(None if who is None else t.Caster(), tuple(rolls), "b" if who is None else roles.form)


@happens("choose")
def choose_by_lot(roles: Roles) -> t.Act:
    """ "Choose a neighbour of the caster at random"."""
    if roles.subject not in (None, Some(t.Caster()), Some(t.Caster(you=True))):
        raise NoSense
    return _picked(roles, roles.take("object"))


@happens("passive choose", "passive select")
def _chosen(roles: Roles) -> t.Act:
    if roles.maybe("by") is not None or roles.subject is None:
        raise NoSense
    return _picked(roles, roles.subject)


def _among(what: Phrase, group: t.Who) -> Phrase:
    """ "Pick a Wizard at random from among those who cast Burn"."""
    match what:
        case Some(t.Pick(_, t.All()) as pick):
            return replace(what, who=replace(pick, among=group))
        case Some(t.All(), "some" | "count"):
            return replace(what, who=group)
        case Some(t.Pick(_, t.Without(t.All(), but)) as pick):
            return replace(what, who=replace(pick, among=t.Without(group, but)))
        case Some(t.Without(t.All(), but), "some" | "count"):
            return replace(what, who=t.Without(group, but))
        case Number(t.Int(1)) | Amount("==", t.Int(1), "", "", None, None):
            return Some(group, "some")
    raise NoSense


def _picked(roles: Roles, what: Phrase) -> t.Act:
    random, secret = roles.says("random"), roles.says("secretly") is not None
    among = drawn_from(roles)
    if among is not None:
        what = _among(what, among)
    if (
        what in (Casts(t.They("spell")), Pointer("it"))
        and random is None
        and roles.verb.passive
        and not secret
        and among is None
    ):
        return t.Clause(None, (t.SelectsIt(),))  # "that spell is selected"
    match what:
        case Some(t.Pick() as pick, "one") | Casts(who=t.Pick() as pick) if random is None:
            pass
        case Some(t.Pick() as pick, "each") if random is None and pick.count > 1:
            pass
        case Some(who, "some") if random is not None:
            pick = t.Pick(random.at, who)
        case Some(who, "count", "=" | "==", t.Int(count)) if random is not None and count > 0:
            pick = t.Pick(random.at, who, count)
        case Casts(None, kind, among, "some") if random is not None and kind is not None:
            pick = t.Pick(random.at, t.Casters(among, kind))
        case Casts(None, kind, among, "count", "=", t.Int(1)) if random is not None and kind is not None:
            pick = t.Pick(random.at, t.Casters(among, kind))
        case Casts(t.They("such" | "those spells"), None, how="some" | "each") if random is not None:
            pick = t.Pick(random.at, t.They("those spells"))  # "randomly select one of those spells"
        case _:
            raise NoSense
    return t.Clause(None, (t.Picks(replace(pick, secret=pick.secret or secret)),), "b")

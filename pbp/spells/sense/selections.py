"""What the rules of spell.lark mean: replaced selections. One function for each name after "->"."""

from __future__ import annotations

from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.sense.wizards import chosen
from pbp.spells.walk import is_one

Given = tuple[Any, tuple[t.Node, ...], bool]
"""A spell, its inputs, and whether they are those of the selection that it replaces."""


def considered(who: t.Who, given: Given, gone: t.Who | None = None) -> t.Act:
    """ "Instead of Burn": of those who selected Burn; "instead of their spell" says no more than "instead"."""
    if isinstance(gone, t.Casters):
        if gone.group != t.All():
            raise NoSense
        if is_one(who):
            return t.If(t.Holds(who, ">=", t.Int(1), gone.kind), (t.Clause(None, (t.Replace(who, *given),)),))
        who = t.Casters(who, gone.kind)
    elif gone == t.Owner(t.They("that Wizard")) and is_one(who) and who != t.Caster():
        pass
    elif gone not in (None, t.Owner(who), t.Owner(t.They())):
        raise NoSense
    return t.Clause(None, (t.Replace(who, *given),))


def considered_at(who: t.Who, name: str, to: t.Who) -> t.Act:
    return considered(who, given_at(name, to))


def considered_none(who: t.Who) -> t.Act:
    return t.Clause(None, (t.Replace(who, None),))


def given_spell(name: str) -> Given:
    return name, (), False


def given_input() -> Given:
    return t.SpellInput(-1), (), False


def given_kept(name: str) -> Given:
    return name, (), True


def given_input_kept() -> Given:
    return t.SpellInput(-1), (), True


def given_at(name: str, who: t.Who) -> Given:
    return name, (who,), False


def given_same(who: t.Who) -> Given:
    return t.SpellOf(who), (), False


def given_same_at(who: t.Who, to: t.Who) -> Given:
    """ "The same spell as the chosen Wizard, targeting the caster"."""
    return t.SpellOf(who), (to,), False


def given_theirs_kept(given: Given, *whose: t.Who) -> Given:
    """ "The spell that the chosen Wizard selected, with the same inputs": with those of that Wizard."""
    spell, inputs, _ = given
    assert isinstance(spell, t.SpellOf)
    same = (spell.who, t.They("that Wizard")) if spell.who == chosen() else (spell.who,)
    if any(who not in same for who in whose):
        raise NoSense
    return spell, inputs, True


def considered_theirs(who: t.Who, given: Given, *whose: t.Who) -> t.Act:
    return considered(who, given_theirs_kept(given, *whose))


def considered_theirs_for(who: t.Who, given: Given, gone: t.Who) -> t.Act:
    """ "... the same spell as the chosen Wizard instead of this spell, with the same inputs"."""
    return considered(who, given_theirs_kept(given), gone)


def given_own() -> Given:
    return t.OwnName(), (), False

"""What the rules of spell.lark mean: replaced selections. One function for each name after "->"."""

from __future__ import annotations

from typing import Any

from pbp.spells import tree as t

Given = tuple[Any, tuple[t.Node, ...], bool]
"""A spell, its inputs, and whether they are those of the selection that it replaces."""


def considered(who: t.Who, given: Given, *_gone: t.Who) -> t.Act:
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

"""What the rules of spell.lark mean: statuses that are said of what is lost. One function for each name after "->"."""

from __future__ import annotations

from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.sense.lasting import status_fewer, status_more, status_times, watch, way
from pbp.spells.sense.triggers import (
    Alteration,
    Trigger,
    alter_less,
    alter_more,
    alter_part,
    alter_that_instead,
    alter_times,
)
from pbp.spells.sense.wizards import THEY

FLIPS = ("lost", "gained")


def _verb(words: tuple[Any, ...]) -> str:
    """Whether something is lost or gained."""
    return "lost" if "lost" in words else "gained"


def _rest(words: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(word for word in words if word not in FLIPS)


def alter_times_it(factor: int, *more: str) -> Alteration:
    """ "Twice as many Stars are lost instead", by whoever would lose them."""
    return alter_times(THEY, _verb(more), factor, *_rest(more))


def alter_part_it(divisor: int, *more: str) -> Alteration:
    return alter_part(THEY, _verb(more), divisor, *_rest(more))


def alter_fewer_it(number: t.Num, *more: Any) -> Alteration:
    return alter_less(THEY, _verb(more), number, *_rest(more))


def alter_more_it(number: t.Num, *more: Any) -> Alteration:
    return alter_more(THEY, _verb(more), number, *_rest(more))


def alter_turn_it(*more: str) -> Alteration:
    """ "That many Stars are gained instead"."""
    return alter_that_instead(THEY, _verb(more), *_rest(more))


def alter_none_it(*more: str) -> Alteration:
    return alter_none(THEY, _verb(more), *_rest(more))


def alter_none(who: t.Who, verb: str, *attr: str) -> Alteration:
    """ "Whenever ..., they lose no Stars instead"."""
    return "cancel", who, way(verb), None, *attr


def none_are(attr: str, *more: Any) -> t.Act:
    """ "No Stars are gained from Gift by any Wizard"."""
    flips = [word for word in more if isinstance(word, str)]
    who = next((part for part in more if isinstance(part, t.Who)), t.All())
    source = next((part for part in more if isinstance(part, t.Cond)), None)
    if len(flips) == 2 and flips[0] == flips[1]:
        raise NoSense
    return watch(who, "any" if len(flips) == 2 else way(flips[0]), attr, source, "cancel")


def trigger_anyone(attr: str, flip: str, source: t.Cond) -> Trigger:
    """ "Whenever Stars would be lost because of Burn": by anyone."""
    return t.All(), way(flip), attr, source


def passive_times(factor: int, attr: str, flip: str, who: t.Who, source: t.Cond) -> t.Act:
    return status_times(who, flip, factor, attr, source)


def passive_fewer(number: t.Num, attr: str, flip: str, who: t.Who, source: t.Cond) -> t.Act:
    return status_fewer(who, flip, number, attr, source)


def passive_more(number: t.Num, attr: str, flip: str, who: t.Who, source: t.Cond) -> t.Act:
    return status_more(who, flip, number, attr, source)

"""What the rules of spell.lark mean: earlier Duels. One function for each name after "->"."""

from __future__ import annotations

from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.sense.conditions import ME, both_duels, conj, disj, grouped
from pbp.spells.sense.wizards import THEY

Back = tuple[Any, ...]
"""Which earlier Duels: how many ago, whether each of them, and their numbers (all empty: all there were)."""


def _names(kind: t.Cond) -> tuple[Any, ...]:
    """The names of the spells of which it is asked whether they were cast then."""
    if not isinstance(kind, t.CastIs) or any(isinstance(name, t.SpellOf) for name in kind.names):
        raise NoSense
    return kind.names


def cast_back(kind: t.Cond, back: Back) -> t.Cond:
    if kind == t.Not(t.CastIs(ME)):  # "cast no spell in the previous Duel"
        if len(back[0]) != 1:
            raise NoSense
        return t.Not(t.CastAgain(ME, (), *back))
    return t.CastAgain(ME, _names(kind), *back)


def cast_same_back(back: Back) -> t.Cond:
    """ "Cast the same spell as in the previous Duel"."""
    return t.CastAgain(ME, (t.SpellOf(ME),), *back)


def was_cast_back(kind: t.Cond, back: Back) -> t.Cond:
    """ "If Burn was cast in the previous Duel": by anyone."""
    return t.Holds(t.All(), ">=", t.Int(1), cast_back(kind, back))


def was_not_cast_back(kind: t.Cond, back: Back) -> t.Cond:
    return t.Holds(t.All(), "=", t.Int(0), cast_back(kind, back))


def cast_never(kind: t.Cond, back: Back) -> t.Cond:
    """ "Has never cast this spell before"."""
    return t.Not(cast_back(kind, back))


def cast_back_count(kind: t.Cond, op: tuple[str, int]) -> t.Cond:
    """ "Cast Burn in at least two earlier Duels"."""
    return t.Compare(t.Duels(t.CastAgain(ME, _names(kind), ())), op[0], t.Int(op[1]))


def cast_back_of(kind: t.Cond, op: tuple[str, int], number: int) -> t.Cond:
    """ "Cast Burn in at least two of the last three Duels"."""
    return t.Compare(t.Duels(t.CastAgain(ME, _names(kind), *back_any(number))), op[0], t.Int(op[1]))


def first_time(who: t.Who, *_: str) -> t.Cond:
    """ "If this is the first time the caster cast this spell"."""
    if who != t.Caster():
        raise NoSense
    return t.Holds(who, ">=", t.Int(1), t.Not(t.CastAgain(ME, (t.OwnName(),), ())))


def back_one() -> tuple[tuple[int, ...], bool]:
    return (1,), False


def _last(number: int) -> tuple[int, ...]:
    """The Duels so many back; of more than 50 no history is asked."""
    if not 1 <= number <= 50:
        raise NoSense
    return tuple(range(1, number + 1))


def back_any(number: int) -> tuple[tuple[int, ...], bool]:
    return _last(number), False


def back_all(number: int) -> tuple[tuple[int, ...], bool]:
    return _last(number), True


def back_ever() -> tuple[tuple[int, ...], bool]:
    return (), False


def back_x(number: int) -> tuple[tuple[int, ...], bool]:
    return (number,), False


def back_number(number: int) -> tuple[tuple[int, ...], bool, tuple[int, ...]]:
    return (), False, (number,)


def cast_back_none(kind: t.Cond, number: int) -> t.Cond:
    """ "Cast Burn in neither of the two previous Duels"."""
    return t.Not(cast_back(kind, back_any(number)))


def count_duels(number: int, who: t.Who, kind: t.Cond) -> t.Num:
    """ "For each of the three previous Duels in which the caster cast Greed"."""
    return t.Truths(tuple(t.CastAgain(who, _names(kind), (back,)) for back in _last(number)))


def count_earlier(who: t.Who, kind: t.Cond) -> t.Num:
    """ "For each earlier Duel in which the caster cast Greed"."""
    return t.Duels(t.CastAgain(who, _names(kind), ()))


def cast_same_last() -> t.Cond:
    return cast_same_back(back_one())


def cast_same_then(who: t.Who, back: Back) -> t.Cond:
    """ "Cast the same spell as the chosen Wizard did in the previous Duel"."""
    return t.CastAgain(t.They("themselves") if who == THEY else who, (t.SpellOf(ME),), *back)


def _now_and_then(kind: t.Cond, back: Back) -> tuple[t.Cond, t.Cond]:
    """What is said of this Duel, and of another; of "a spell", or of one of two, it might be the same one or not."""
    if not isinstance(kind, t.CastIs) or len(kind.names) != 1:
        raise NoSense
    return kind, cast_back(kind, back)


def cast_both_back(kind: t.Cond, back: Back) -> t.Cond:
    """ "Cast Burn both in this Duel and in the previous Duel"."""
    return grouped(conj(*_now_and_then(kind, back)))


def cast_both_last(kind: t.Cond) -> t.Cond:
    return cast_both_back(kind, back_one())


def cast_and_back(kind: t.Cond, back: Back) -> t.Cond:
    """Without "both", "no Wizard cast Burn in this Duel and in the previous one" leaves open what is denied."""
    return both_duels(cast_both_back(kind, back))


def cast_or_back(kind: t.Cond, back: Back) -> t.Cond:
    return grouped(disj(kind, cast_back(kind, back)))


def cast_not_back(kind: t.Cond, back: Back) -> t.Cond:
    """ "Cast Burn in this Duel but not in the previous Duel"."""
    now, then = _now_and_then(kind, back)
    return both_duels(conj(now, t.Not(then)))


def cast_back_not_now(kind: t.Cond, back: Back) -> t.Cond:
    now, then = _now_and_then(kind, back)
    return both_duels(conj(t.Not(now), then))


def cast_nor_back(kind: t.Cond, back: Back) -> t.Cond:
    return both_duels(conj(t.Not(kind), t.Not(cast_back(kind, back))))


def cast_nor_last(kind: t.Cond) -> t.Cond:
    return cast_nor_back(kind, back_one())

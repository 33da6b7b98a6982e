"""Choices filled in at random, as the data of a move allow it, as a person with a form might."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from pbp.games.choices import Field, Filled, Move, check, in_words, is_asked

TRIES = 5000


def random_words(moves: Sequence[Move], rng: Random) -> str:
    """The words of one of the moves, filled in."""
    move = any_move(moves, rng)
    return in_words(move, filled_in(move, rng))


def any_move(moves: Sequence[Move], rng: Random) -> Move:
    """One of the moves; seldom one that asks for nothing, such as PASS."""
    asking = [move for move in moves if move.fields]
    return rng.choice(asking if asking and rng.random() < 0.8 else moves)


def filled_in(move: Move, rng: Random) -> Filled:
    """A filling that passes the checks of the data; there must be one."""
    for _ in range(TRIES):
        filled: dict[str, Sequence[str]] = {}
        for field in move.fields:
            if is_asked(field, filled) and not (field.optional and rng.random() < 0.6):
                filled[field.name] = _values(field, rng)
        if not check(move, filled):
            return filled
    raise AssertionError(f"no filling of {move.label!r} was found")


def _values(field: Field, rng: Random) -> Sequence[str]:
    if field.kind == "line":
        return ["".join(rng.choices("AbceKlmorstuvw3", k=rng.randint(1, field.high)))]
    if field.kind == "number":
        if field.default and rng.random() < 0.9:
            return [field.default]
        return [str(rng.randint(field.low, min(field.high, field.low + 8)))]
    return rng.sample(field.offered, min(rng.randint(field.least, field.most), len(field.values)))

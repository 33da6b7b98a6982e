"""What a simple game need not say: a game of two players without variants, options, or spells that need a ruling."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from pbp.errors import Unclear
from pbp.games.base import CONTEST, Facts, Option, Picture, Plan, Prompt, Rows, Setup, Table, Variant
from pbp.games.choices import Move
from pbp.games.drawn import WIDTH, told_in_lines


class PlainGame:
    """The parts of Game that have a plain answer; a game that knows better says so itself."""

    format = CONTEST
    variants: tuple[Variant, ...] = ()
    options: tuple[Option, ...] = ()
    extended_time = False

    @property
    def module(self) -> str:
        """The module that defines the game."""
        return type(self).__module__

    def choices(self, state: Any, player: str) -> tuple[Move, ...]:
        """What the game has to say itself."""
        raise NotImplementedError

    def prompt(self, state: Any, player: str, what: str) -> Prompt:
        """What a player owes, in a sentence, with the choices of this moment."""
        return Prompt(what, partial(self.choices, state, player))

    def known(self, setup: Setup, steps: Sequence[tuple[Facts, Sequence[Facts]]]) -> Facts:
        """Nothing beside the view."""
        return {}

    def table(self, view: Facts) -> Table:
        """Each value of the view by its name, and those that are given by player as one table."""
        columns = {key: value for key, value in view.items() if isinstance(value, Mapping)}
        told = [f"{_title(key)}: {_shown(value)}." for key, value in view.items() if key not in columns]
        names = list(dict.fromkeys(name for column in columns.values() for name in column))
        rows = tuple((name, *(_shown(column.get(name)) for column in columns.values())) for name in names)
        return [*told, Rows(("Player", *map(_title, columns)), rows)] if columns else told

    def picture(self, view: Facts) -> Picture:
        """The table, drawn line by line."""
        said = [line for part in self.table(view) for line in _lines(part)]
        parts, height = told_in_lines(said)
        return Picture(parts, WIDTH, height, said)

    def spell_of(self, variant: str | None, words: str) -> str:
        """It has no spells."""
        return ""

    def unclear(self, state: Any) -> Sequence[Unclear]:
        """Nothing ever needs a ruling."""
        return ()

    def rewordings(self, state: Any, spell: str) -> Sequence[Mapping[str, str]]:
        """There are none."""
        return ()


def _title(key: str) -> str:
    return key.replace("_", " ").capitalize()


def _shown(value: object) -> str:
    if value is None:
        return "none"
    if isinstance(value, list | tuple):
        return ", ".join(map(_shown, value)) or "none"
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _lines(part: str | Rows | Plan) -> list[str]:
    if isinstance(part, str):
        return [part]
    if isinstance(part, Plan):
        return list(part.lines)
    return [
        f"{row[0]}: {', '.join(f'{head.lower()} {cell}' for head, cell in zip(part.head[1:], row[1:], strict=True))}."
        for row in part.rows
    ]

"""What a seat may choose, as data; and a choice filled in, checked by the same data and put into words.

From these data come the forms on the pages, their checks, and the examples in letters.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain

from pbp.errors import Problem

KINDS = frozenset("card spell person place cell arrow word number line flag".split())
"""What a field asks: a card or spell of the hand or list, a wizard, a place in the ring, a cell of a board, an arrow
between two things, a word, a whole number, a line of the player's own, or whether at all."""

Filled = Mapping[str, Sequence[str]]
"""The values given to the fields of a move, by their names; a field that is left out has none."""

_MOST_EXAMPLES = 12


@dataclass(frozen=True, slots=True)
class FieldValue:
    """One value that a field can take: its words in the order, what people call it, and what it means.

    `at`: column and row (from 1) on a board, or from and to of an arrow. `group`: the heading under which it stands.
    `only`: a field and the values of it that this one goes with.
    """

    words: str
    label: str = ""
    note: str = ""
    at: tuple[int, int] | None = None
    group: str = ""
    only: tuple[str, frozenset[str]] | None = None


@dataclass(frozen=True, slots=True)
class Field:
    """One thing that a move asks for.

    `says`: how it stands in the order, with {} for its values, joined by `joined`. `least`, `most`: how many values
    it takes; none will do if it is `optional`. A number lies from `low` to `high`; a line is at most `high`
    characters long and fits `pattern`. `differs`: fields that must have other values. `needs`: a field without which
    it is not asked, and the values of that with which it is (none: any). `default`: the value of an untouched form;
    `quiet`: the value that need not be said. `group`: fields with the same heading belong together. `heads`: the
    columns and the rows of the board on which its values lie, or the things, at most 26, between which its arrows go;
    `marks`: what stands there already.
    """

    name: str
    kind: str
    label: str
    values: tuple[FieldValue, ...] = ()
    says: str = " {}"
    joined: str = " "
    optional: bool = False
    least: int = 1
    most: int = 1
    low: int = 0
    high: int = 0
    pattern: str = ""
    differs: tuple[str, ...] = ()
    needs: tuple[str, frozenset[str]] | None = None
    default: str = ""
    quiet: str | None = None
    group: str = ""
    note: str = ""
    heads: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    marks: tuple[tuple[tuple[int, int], str], ...] = ()

    @property
    def called(self) -> str:
        """The field as problems name it: its label, after the heading that it shares with others."""
        return f"{self.group}: {self.label}" if self.group else self.label

    @property
    def offered(self) -> tuple[str, ...]:
        """The words of its values."""
        return tuple(value.words for value in self.values)


@dataclass(frozen=True, slots=True)
class Sum:
    """A sum of fields, each number (or count of values) times its weight, that must lie from `low` to `high`.

    `of`: what is counted, in words; `why`: the sentence for who goes beyond.
    """

    weights: tuple[tuple[str, int], ...]
    low: int
    high: int
    of: str
    why: str


@dataclass(frozen=True, slots=True)
class Move:
    """One of the alternatives: its name, the label of its button, the words it begins with, what it asks for.

    `least`: how many of its fields must be filled in at all, where all are optional. `shown`: fillings for examples,
    where the first values will not do.
    """

    name: str
    label: str
    says: str
    fields: tuple[Field, ...] = ()
    sums: tuple[Sum, ...] = ()
    note: str = ""
    least: int = 0
    shown: tuple[tuple[tuple[str, tuple[str, ...]], ...], ...] = ()


# ---- in words --------------------------------------------------------------------------------------------------------


def in_words(move: Move, filled: Filled) -> str:
    """A move filled in, as the words of an order."""
    said = [move.says]
    for field in move.fields:
        values = _given(field, filled)
        if values and is_asked(field, filled) and tuple(values) != (field.quiet,):
            said.append(field.says.format(field.joined.join(values)))
    return "".join(said).strip()


def is_asked(field: Field, filled: Filled) -> bool:
    """Whether the field is asked for, as the others are filled in."""
    if field.needs is None:
        return True
    name, values = field.needs
    given = [value for value in filled.get(name, ()) if value]
    return bool(set(given) & values) if values else bool(given)


def _given(field: Field, filled: Filled) -> list[str]:
    """The values of a field; of one that is left out its default."""
    given = [value for value in filled.get(field.name, ()) if value]
    return given or ([field.default] if field.default else [])


# ---- checked ---------------------------------------------------------------------------------------------------------


def check(move: Move, filled: Filled) -> tuple[Problem, ...]:
    """Why a move is not filled in as its data allow; each problem quotes the field that it is about by its label."""
    fields = {field.name: field for field in move.fields}
    found = [Problem("not-asked", name, "This is not asked for.") for name in filled if name not in fields]
    for field in move.fields:
        found += _field_problems(move, fields, field, filled)
    if not found and move.least > sum(_says_something(field, filled) for field in move.fields):
        found.append(Problem("missing", move.label, "Nothing is chosen yet."))
    return tuple(found) or tuple(chain.from_iterable(_sum_problems(each, fields, filled) for each in move.sums))


def _field_problems(move: Move, fields: Mapping[str, Field], field: Field, filled: Filled) -> Iterator[Problem]:
    values = _given(field, filled)
    if not is_asked(field, filled):
        if field.needs and values and values != [field.default]:
            lead = fields[field.needs[0]].called
            yield Problem("goes-with", field.called, f"This goes with “{lead}”, which is not so chosen.")
        return
    if len(values) < field.least and (values or not field.optional):
        what = f"{field.least} are to be chosen, not {len(values)}." if field.least > 1 else "Nothing is chosen here."
        yield Problem("missing", field.called, what)
    if len(values) > field.most or len(set(values)) < len(values):
        yield Problem("too-many", field.called, f"At most {field.most} may be chosen, each once.")
    for value in values:
        yield from _value_problems(fields, field, value, filled)


def _value_problems(fields: Mapping[str, Field], field: Field, value: str, filled: Filled) -> Iterator[Problem]:
    if field.kind == "number":
        if not (value.isascii() and value.removeprefix("-").isdigit() and field.low <= int(value) <= field.high):
            yield Problem("out-of-bounds", field.called, f"This is a whole number from {field.low} to {field.high}.")
    elif field.kind == "line":
        if len(value) > field.high or not value.isprintable() or not _fits(field.pattern, value):
            yield Problem(
                "not-understood", field.called, field.note or f"This is at most {field.high} characters long."
            )
    elif (found := next((each for each in field.values if each.words == value), None)) is None:
        yield Problem("not-offered", field.called, "That cannot be chosen now.")
    elif not _goes(found, filled) and found.only:
        yield Problem(
            "goes-with", field.called, f"{value} does not go with this choice of “{fields[found.only[0]].called}”."
        )
    for other in field.differs:
        if is_asked(fields[other], filled) and value.casefold() in (each.casefold() for each in filled.get(other, ())):
            yield Problem("same", field.called, f"This must not be the same as “{fields[other].called}”.")


def _fits(pattern: str, value: str) -> bool:
    return not pattern or re.fullmatch(pattern, value) is not None


def _says_something(field: Field, filled: Filled) -> bool:
    return bool({value for value in filled.get(field.name, ()) if value} - {field.quiet, field.default})


def _sum_problems(each: Sum, fields: Mapping[str, Field], filled: Filled) -> Iterator[Problem]:
    asked = [(fields[name], weight) for name, weight in each.weights if is_asked(fields[name], filled)]
    total = sum(
        weight * (int(value) if field.kind == "number" else 1)
        for field, weight in asked
        for value in _given(field, filled)
    )
    if not each.low <= total <= each.high:
        yield Problem("wrong-sum", each.of, each.why)


# ---- examples --------------------------------------------------------------------------------------------------------


def examples(moves: Sequence[Move]) -> tuple[str, ...]:
    """Orders that the moves allow: some values of what each asks for first, and each further choice once."""
    return tuple(dict.fromkeys(chain.from_iterable(map(_examples, moves))))


@lru_cache(maxsize=512)
def _examples(move: Move) -> tuple[str, ...]:
    """Those of one move: the same moves are offered step after step, and to both sides."""
    return tuple(in_words(move, filled) for filled in _fillings(move))


def _fillings(move: Move) -> Iterator[Filled]:
    if move.shown:
        yield from (dict(filling) for filling in move.shown)
        return
    simplest = _completed(move, {})
    if simplest is None:
        return
    yield simplest
    lead = next((field for field in move.fields if not field.optional and field.values), None)
    for picked in _spread(lead) if lead else ():
        if filled := _completed(move, {lead.name: picked} if lead else {}):
            yield filled
    for field in move.fields:
        if field.optional and field.needs is None and field.values:
            further = replace(field, optional=False)
            changed = tuple(further if each is field else each for each in move.fields)
            if filled := _completed(replace(move, fields=changed), {}):
                yield filled


def _spread(field: Field) -> list[tuple[str, ...]]:
    """Some of the ways to fill in a field with the fewest values that it takes, evenly among all."""
    words, size = field.offered, field.least
    windows = [words[first : first + size] for first in range(len(words) - size + 1)]
    most = 3 if size > 1 or len(windows) > 2 * _MOST_EXAMPLES else _MOST_EXAMPLES
    if len(windows) <= most:
        return windows
    return [windows[round(nth * (len(windows) - 1) / (most - 1))] for nth in range(most)]


def _completed(move: Move, picked: Mapping[str, tuple[str, ...]]) -> Filled | None:
    """The fewest and first values that the data allow, with those picked; None if there are none."""
    filled: dict[str, Sequence[str]] = dict(picked)
    for field in move.fields:
        if field.name not in filled and not field.optional and is_asked(field, filled):
            barred = {value for name in field.differs for value in filled.get(name, ())}
            free = [v.words for v in field.values if v.words not in barred and _goes(v, filled)]
            number = [field.default or str(field.low)] if field.kind == "number" else []
            filled[field.name] = (free or number)[: field.least]
    return None if check(move, filled) else filled


def _goes(value: FieldValue, filled: Filled) -> bool:
    return value.only is None or bool(set(filled.get(value.only[0], ())) & value.only[1])

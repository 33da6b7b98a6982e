"""What every part of a tree is."""

from __future__ import annotations

from dataclasses import Field, dataclass, field, fields
from operator import attrgetter
from typing import Any, ClassVar, TypeVar, dataclass_transform

LARGEST = 999_999_999
"""No number of a duel goes beyond this, or below its negative: nine digits are what pages, orders and stores take."""


T = TypeVar("T", bound="Hashed")


class Hashed:
    """What a `record` is: compared, hashed, shown and kept by its fields.

    Its hash is worked out once: the reader asks for those of deep trees at each of their parts. It is in no field, so
    that no copy, no text and no file has it.
    """

    __slots__ = ("_hashed",)
    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]
    _compared: ClassVar[Any]
    _hashed: int

    def __hash__(self) -> int:
        found: int | None = getattr(self, "_hashed", None)
        if found is None:
            found = self._hashed = hash((self.__class__, self._compared(self)))
        return found

    def __repr__(self) -> str:
        shown = ", ".join(f"{item.name}={getattr(self, item.name)!r}" for item in fields(self) if item.repr)
        return f"{type(self).__qualname__}({shown})"

    def __getstate__(self) -> list[Any]:
        return [getattr(self, item.name) for item in fields(self)]

    def __setstate__(self, state: list[Any]) -> None:
        for item, found in zip(fields(self), state, strict=True):
            setattr(self, item.name, found)


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def record(kind: type[T]) -> type[T]:
    """A dataclass whose values nobody changes, of the methods that all have in common.

    That nobody does is checked by mypy alone. A frozen dataclass has eight methods compiled each time the program
    starts, and for two hundred kinds of nodes that took longer than all else that the reader loads.
    """
    made = dataclass(slots=True, eq=False, repr=False)(kind)
    names = [item.name for item in fields(made) if item.compare]
    made._compared = attrgetter(*names or ("__class__",))
    made.__eq__ = _equal  # type: ignore[method-assign,assignment]
    return made


def _equal(one: Hashed, other: object) -> bool:
    """Whether both are of one class, and each field of the one is as that of the other."""
    return one.__class__ is other.__class__ and (one is other or bool(one._compared(one) == one._compared(other)))


class Node(Hashed):
    """Anything in a spell's tree."""

    __slots__ = ()


class Who(Node):
    """Some Wizards of the ring: none, one or many, in ring order."""

    __slots__ = ()


class Num(Node):
    """A whole number."""

    __slots__ = ()


class Cond(Node):
    """True or false."""

    __slots__ = ()


class Value(Node):
    """What an attribute can be set to, or compared with: a word."""

    __slots__ = ()


class Act(Node):
    """An outcome, or several under conditions."""

    __slots__ = ()

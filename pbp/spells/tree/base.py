"""What every part of a tree is."""

from __future__ import annotations

LARGEST = 999_999_999
"""No number of a duel goes beyond this, or below its negative: nine digits are what pages, orders and stores take."""


class Node:
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

"""What an Inputs line says beside what it asks for: "(not your own)", "(0 is allowed too)". As asides, it is checked.

One function for each name after "->".
"""

from __future__ import annotations

from pbp.spells.english.limits import Note


def remark_allowed(number: int) -> Note:
    """ "(0 is allowed too)"."""
    return Note("number", number, "number")


def remark_both_allowed(low: int, high: int) -> Note:
    """ "(1 and 3 are allowed)"."""
    return Note("both numbers", (low, high), "number")


def remark_ends_allowed() -> Note:
    """ "A number between 1 and 5 (both allowed)"."""
    return Note("ends", None, "number")


def remark_one() -> Note:
    """ "(Pick one)"."""
    return Note("one", 1, "last")


def remark_one_of(*number: int) -> Note:
    """ "(One of the three)": of the words offered."""
    return Note("words offered", number, "last")


def remark_either() -> Note:
    """ "(Hat or Robes,) either of them": of two."""
    return remark_one_of(2)

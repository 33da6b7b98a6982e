"""What a text says beside what happens: labels, headings and confirmations. No finished tree has any of these."""

from __future__ import annotations

from dataclasses import dataclass

from pbp.spells.tree.base import Act


@dataclass(frozen=True, slots=True)
class Confirmed(Act):
    """Reader only: says again what the rest of the Effect says; it does nothing, and is refused where it is not so."""


@dataclass(frozen=True, slots=True)
class Heading(Confirmed):
    """Reader only: all of this happens at once, as so many `count` things (0: it is not said how many).

    `kind`: "" for any, "change", "payment", "status", or "case" of conditions.
    """

    count: int = 0
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Labelled(Act):
    """Reader only: an outcome with its subject as a label: "Chosen Wizard: gain 3 Stars"."""

    act: Act


@dataclass(frozen=True, slots=True)
class Begun(Act):
    """Reader only: "So, ...", which at the beginning says nothing and later could say again what was said."""

    act: Act

"""How to write a spell that is executed as it stands: chapters of examples, which are data (guide.toml)."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

LABELS = ("Inputs", "Cost", "Speed", "Traits", "Effect")


@dataclass(frozen=True, slots=True)
class Example:
    """The lines of one spell, each a label with its words."""

    lines: tuple[tuple[str, str], ...]

    @property
    def text(self) -> str:
        """The lines as they stand below the spell's heading."""
        return "\n".join(f"* {label}: {words}" for label, words in self.lines)


@dataclass(frozen=True, slots=True)
class Chapter:
    """What one kind of sentence means, with spells that are read, or that need a ruling (`unclear`)."""

    title: str
    says: str
    examples: tuple[Example, ...]
    unclear: tuple[Example, ...]


@cache
def chapters() -> tuple[Chapter, ...]:
    """The guide, in its order."""
    text = files("pbp.spells").joinpath("guide.toml").read_text("utf-8")
    return tuple(
        Chapter(
            found["title"],
            found["says"],
            tuple(map(_example, found.get("examples", ()))),
            tuple(map(_example, found.get("unclear", ()))),
        )
        for found in tomllib.loads(text)["chapter"]
    )


def _example(lines: dict[str, str]) -> Example:
    return Example(tuple((label, lines[label.lower()]) for label in LABELS if label.lower() in lines))

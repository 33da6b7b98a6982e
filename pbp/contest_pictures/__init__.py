"""Pictures of two-player contests as SVG: pure functions from what everybody may see to text.

Each picture shows the public view after a step, by the keys that the adjudication contract gives, and nothing else;
its description says the same in words.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from pbp.contest_pictures import goofspiel, reality_benders, simulacra, tactical_genius, wizards_duel
from pbp.contest_pictures.parts import WIDTH, Drawn
from pbp.drawing import document
from pbp.games.base import Facts

PICTURES: Mapping[str, tuple[Callable[[Facts], Drawn], Callable[[Facts], list[str]]]] = {
    "wizards-duel": (wizards_duel.picture, wizards_duel.in_words),
    "reality-benders": (reality_benders.picture, reality_benders.in_words),
    "tactical-genius": (tactical_genius.picture, tactical_genius.in_words),
    "simulacra": (simulacra.picture, simulacra.in_words),
    "goofspiel": (goofspiel.picture, goofspiel.in_words),
}
"""By the names of their rules, what draws a view and what says it in sentences."""


def contest_svg(game: str, view: Facts, title: str) -> str:
    """The picture of a contest after a step.

    `game` is the name of its rules ("reality-benders"), `view` the public view; in a Wizard's Duel the view may also
    have `hands`, as known_hands() gives them. Raises KeyError for a game that has no picture.
    """
    parts, height = PICTURES[game][0](view)
    return document(title, contest_in_words(game, view), WIDTH, math.ceil(height), parts)


def contest_in_words(game: str, view: Facts) -> str:
    """All that the picture of a contest shows. Raises KeyError for a game that has no picture."""
    return " ".join(sentence for sentence in PICTURES[game][1](view) if sentence)

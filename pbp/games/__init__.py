"""The games we know. Adding one: a module that satisfies Game, a line here, its cases, a playthrough."""

from __future__ import annotations

from pbp.games.base import Game
from pbp.games.goofspiel import GOOFSPIEL
from pbp.games.reality_benders import REALITY_BENDERS
from pbp.games.simulacra import SIMULACRA
from pbp.games.tactical_genius import TACTICAL_GENIUS
from pbp.games.wizard_ring import WIZARD_RING
from pbp.games.wizards_duel import WIZARDS_DUEL

GAMES: tuple[Game, ...] = (WIZARD_RING, WIZARDS_DUEL, REALITY_BENDERS, SIMULACRA, TACTICAL_GENIUS, GOOFSPIEL)


def find_game(name: str) -> Game | None:
    """The game of that name, with its version ("wizards-duel/1") or without."""
    return next((game for game in GAMES if name in (game.name, game.name.split("/")[0])), None)

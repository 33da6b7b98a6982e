"""How many rounds a second of processor time each game plays, beside boardgame.io and OpenSpiel.

    python tests/bench_games.py [--seconds 3] [--peers [FOLDER]]

With --peers, what is missing of boardgame.io (by npm, where node is) and of OpenSpiel (by pip) is installed into
FOLDER, or into a temporary one. boardgame.io plays the same Wizard's Duel, written for it in wizards_duel.js; OpenSpiel
ships none, and is measured at the simultaneous game that both have, goofspiel with 13 cards and prizes by lot. All play
to the end at random. No part of the test run.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parent))

from games.random_orders import simulacra_order, tactical_genius_order
from games.random_play import play_randomly, setups

from pbp.fair.dice import Dice
from pbp.games import GAMES
from pbp.games.base import Game
from pbp.games.goofspiel import GOOFSPIEL, Bid
from pbp.games.simulacra import SIMULACRA
from pbp.games.tactical_genius import TACTICAL_GENIUS
from pbp.games.wizards_duel import WIZARDS_DUEL
from pbp.games.wizards_duel.orders import DuelOrder, ban_order, cast_order
from pbp.games.wizards_duel.state import CASTING, Wizards

PLAYERS = ("Ann", "Ben")
SETUP = {"players": list(PLAYERS)}
BOARDGAME_IO = "boardgame.io@0.50.2"
OPEN_SPIEL = "open_spiel"
Play = Callable[[Random], int]
"""Plays a contest at random, and says how many rounds it had."""


# ---- ours ------------------------------------------------------------------------------------------------------------


def _wizards_order(state: Wizards, seat: int, rng: Random) -> DuelOrder:
    if state.phase == CASTING:
        return cast_order(state.rules, rng.choice(state.castable(seat)))
    return ban_order(state.rules, rng.choice((None, "1", "3", "4", "5", "6", "7", "8")))


def wizards_by_orders(rng: Random) -> int:
    """A Wizard's Duel of the variant that is played if none is named, given orders; a ban is no round of its own."""
    dice, rounds = Dice(rng.randbytes(8)), 0
    state = WIZARDS_DUEL.begin(SETUP, dice)
    while state.outcome is None:
        casting = state.phase == CASTING
        rounds += casting
        seats = (0, 1) if casting else state.askers
        orders = {PLAYERS[seat]: _wizards_order(state, seat, rng) for seat in seats}
        state, _ = WIZARDS_DUEL.resolve(state, orders, dice)
    return rounds


def wizards_by_words(rng: Random) -> int:
    """The same, given words, as players send them."""
    dice, rounds = Dice(rng.randbytes(8)), 0
    state = WIZARDS_DUEL.begin(SETUP, dice)
    while state.outcome is None:
        casting = state.phase == CASTING
        rounds += casting
        orders = {}
        for seat in (0, 1) if casting else state.askers:
            order = WIZARDS_DUEL.read(state, PLAYERS[seat], _wizards_order(state, seat, rng).words).order
            assert order is not None
            orders[PLAYERS[seat]] = order
        state, _ = WIZARDS_DUEL.resolve(state, orders, dice)
    return rounds


def goofspiel(rng: Random) -> int:
    """Goofspiel, given orders."""
    dice, rounds = Dice(rng.randbytes(8)), 0
    state = GOOFSPIEL.begin(SETUP, dice)
    while not state.ended:
        orders = {name: Bid(rng.choice(hand)) for name, hand in zip(PLAYERS, state.hands, strict=True)}
        state, _ = GOOFSPIEL.resolve(state, orders, dice)
        rounds += 1
    return rounds


def simulacra(rng: Random) -> int:
    """Any legal orders."""
    dice, rounds = Dice(rng.randbytes(8)), 0
    state = SIMULACRA.begin(SETUP, dice)
    while not state.ended:
        orders = {PLAYERS[seat]: simulacra_order(state, seat, rng) for seat in state.owing}
        state, _ = SIMULACRA.resolve(state, orders, dice)
        rounds += 1
    return rounds


def tactical_genius(rng: Random) -> int:
    """Any legal orders."""
    dice, rounds = Dice(rng.randbytes(8)), 0
    state = TACTICAL_GENIUS.begin(SETUP, dice)
    while not state.ended:
        orders = {player: tactical_genius_order(state, seat, rng) for seat, player in enumerate(PLAYERS)}
        state, _ = TACTICAL_GENIUS.resolve(state, orders, dice)
        rounds += 1
    return rounds


def by_examples(game: Game) -> Play:
    """A game played by the examples in its prompts, read from words."""
    known = setups(game)

    def play(rng: Random) -> int:
        return len(play_randomly(game, rng.choice(known), rng, late=0).orders)

    return play


def a_second(play: Play, seconds: float) -> float:
    """Rounds a second of processor time: in the best of ten parts of the time, since machines have other work too."""
    rng = Random("bench")
    play(rng)
    return max(_part(play, rng, seconds / 10) for _ in range(10))


def _part(play: Play, rng: Random, seconds: float) -> float:
    start, rounds = time.process_time(), 0
    while (spent := time.process_time() - start) < seconds:
        rounds += play(rng)
    return rounds / spent


# ---- the peers -------------------------------------------------------------------------------------------------------


def boardgame_io(folder: Path, seconds: float) -> dict[str, float] | str:
    """Rounds a second of boardgame.io, by its reducer alone and by its client; or why it could not be measured."""
    if not shutil.which("node") or not shutil.which("npm"):
        return "there is no node with npm here"
    npm = ["npm", "install", "--no-audit", "--no-fund", "--prefix", str(folder), BOARDGAME_IO]
    if not (folder / "node_modules" / "boardgame.io").is_dir() and (why := _installed(npm)):
        return why
    script = Path(__file__).parent / "wizards_duel.js"
    done = subprocess.run(["node", script, str(seconds)], cwd=folder, capture_output=True, text=True, check=True)
    return {name: float(figure) for name, figure in (line.split() for line in done.stdout.splitlines())}


def open_spiel(folder: Path, seconds: float) -> float | str:
    """Rounds a second of OpenSpiel's goofspiel, driven from Python as its users drive it; or why not."""
    packages = folder / "packages"
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--only-binary", ":all:", "--target", str(packages)]
    if not packages.is_dir() and (why := _installed([*pip, OPEN_SPIEL])):
        return why
    sys.path.insert(0, str(packages))
    import pyspiel

    game = pyspiel.load_game("goofspiel(num_cards=13,points_order=random)")

    def play(rng: Random) -> int:
        state, rounds = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(rng.choice(state.legal_actions()))
            else:
                state.apply_actions([rng.choice(state.legal_actions(seat)) for seat in (0, 1)])
                rounds += 1
        return rounds

    return a_second(play, seconds)


def _installed(command: list[str]) -> str:
    """Runs an installation; gives why it failed, if it did."""
    done = subprocess.run(command, capture_output=True, text=True)
    said = (done.stderr or done.stdout).strip().splitlines()
    return "" if done.returncode == 0 else f"it could not be installed here: {said[-1] if said else command[0]}"


# ---- printed ---------------------------------------------------------------------------------------------------------


def main() -> None:
    """Measures and prints."""
    arguments = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    arguments.add_argument("--seconds", type=float, default=3.0, help="how long to play each (3)")
    arguments.add_argument("--peers", nargs="?", const="", help="measure the peers, installed into this folder")
    wanted = arguments.parse_args()
    print("Rounds a second of processor time:")
    ours = show("Wizard's Duel, by orders", a_second(wizards_by_orders, wanted.seconds))
    show("Wizard's Duel, by words", a_second(wizards_by_words, wanted.seconds))
    goofs = show("Goofspiel, by orders", a_second(goofspiel, wanted.seconds))
    show("Shapeshifting Simulacra, by orders", a_second(simulacra, wanted.seconds))
    show("Tactical Genius, by orders", a_second(tactical_genius, wanted.seconds))
    for game in GAMES:
        if setups(game):
            show(f"{game.title}, the setups of its cases, by words", a_second(by_examples(game), wanted.seconds))
    if wanted.peers is not None:
        with tempfile.TemporaryDirectory() as folder:
            peers(Path(wanted.peers or folder).resolve(), wanted.seconds, ours, goofs)


def peers(folder: Path, seconds: float, ours: float, goofs: float) -> None:
    """The same games of others, and how many rounds of ours one of theirs takes."""
    folder.mkdir(parents=True, exist_ok=True)
    found = boardgame_io(folder, seconds)
    if isinstance(found, str):
        print(f"boardgame.io: {found}.")
    else:
        for name, figure in found.items():
            show(f"Wizard's Duel, {BOARDGAME_IO}, by its {name}", figure, ours)
    spiel = open_spiel(folder, seconds)
    if isinstance(spiel, str):
        print(f"OpenSpiel: {spiel}.")
    else:
        print("OpenSpiel has no Wizard's Duel; of what it has, goofspiel is nearest: two sealed choices a round.")
        show(f"Goofspiel, OpenSpiel {version(OPEN_SPIEL)}, from Python", spiel, goofs)


def show(what: str, figure: float, ours: float = 0) -> float:
    """One line of the table; of a peer with how many times as many rounds we play."""
    print(f"  {what:<60}{figure:12,.0f}" + (f"   ours: {ours / figure:.1f} times" if ours else ""), flush=True)
    return figure


if __name__ == "__main__":
    main()

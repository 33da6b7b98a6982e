"""How many complete random games a second each game plays on one core, beside other implementations of goofspiel.

    python tests/bench_games.py [--seconds 3] [--boardgame-io FOLDER]

OpenSpiel is measured if it is installed (pip install 'pbp[openspiel]'), driven from Python as its users drive it;
boardgame.io if node is there and FOLDER is one in which `npm install boardgame.io` has been run.
All play goofspiel with 13 cards and prizes by lot, to the end, with random bids. No part of the test run.
"""

from __future__ import annotations

import argparse
import importlib.util
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).parent / "games"))

from random_orders import simulacra_order, tactical_genius_order
from random_play import play_randomly, setups

from pbp.fair.dice import Dice
from pbp.games import GAMES
from pbp.games.base import Game
from pbp.games.goofspiel import GOOFSPIEL, Bid
from pbp.games.simulacra import SIMULACRA
from pbp.games.tactical_genius import TACTICAL_GENIUS

PLAYERS = ("Ann", "Ben")
SETUP = {"players": list(PLAYERS)}

BOARDGAME_IO = """
const { Client } = require('boardgame.io/client');
const suit = Array.from({ length: 13 }, (_, i) => i + 1);
const pick = (cards) => cards[Math.floor(Math.random() * cards.length)];
const settle = (G) => {
  const [a, b] = [G.bids[0], G.bids[1]];
  if (a !== b) G.points[a > b ? 0 : 1] += G.prize;
  [0, 1].forEach((seat) => { G.hands[seat] = G.hands[seat].filter((card) => card !== G.bids[seat]); });
  G.bids = {};
  G.prize = G.prizes.pop();
};
const game = {
  name: 'goofspiel',
  setup: ({ random }) => {
    const prizes = random.Shuffle(suit);
    const prize = prizes.pop();
    return { hands: [suit.slice(), suit.slice()], prizes, prize, points: [0, 0], bids: {} };
  },
  turn: { activePlayers: { all: 'bid' }, stages: { bid: { moves: { bid: ({ G, playerID }, card) => {
    G.bids[playerID] = card;
    if (Object.keys(G.bids).length === 2) settle(G);
  } } } } },
  endIf: ({ G }) => (G.prize === undefined ? { points: G.points } : undefined),
};
const play = () => {
  const client = Client({ game, numPlayers: 2, debug: false });
  client.start();
  while (!client.getState().ctx.gameover) {
    for (const seat of ['0', '1']) {
      client.updatePlayerID(seat);
      client.moves.bid(pick(client.getState().G.hands[seat]));
    }
  }
  client.stop();
};
const seconds = Number(process.argv[1]);
play();
const start = process.hrtime.bigint();
let games = 0, spent = 0;
while (spent < seconds) { play(); games += 1; spent = Number(process.hrtime.bigint() - start) / 1e9; }
console.log(games / spent);
"""


def goofspiel_by_orders(rng: Random) -> None:
    """Our engine, given orders."""
    dice = Dice(rng.randbytes(8))
    state = GOOFSPIEL.begin(SETUP, dice)
    while not state.ended:
        orders = {name: Bid(rng.choice(hand)) for name, hand in zip(PLAYERS, state.hands, strict=True)}
        state, _ = GOOFSPIEL.resolve(state, orders, dice)


def goofspiel_by_words(rng: Random) -> None:
    """Our engine, given words, as players send them."""
    dice = Dice(rng.randbytes(8))
    state = GOOFSPIEL.begin(SETUP, dice)
    while not state.ended:
        orders = {}
        for name, hand in zip(PLAYERS, state.hands, strict=True):
            order = GOOFSPIEL.read(state, name, f"BID {rng.choice(hand)}").order
            assert order is not None
            orders[name] = order
        state, _ = GOOFSPIEL.resolve(state, orders, dice)


def openspiel(rng: Random) -> None:
    """OpenSpiel's state, driven from Python."""
    state = _openspiel_game().new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(rng.choice(state.legal_actions()))
        else:
            state.apply_actions([rng.choice(state.legal_actions(seat)) for seat in (0, 1)])


def _openspiel_game(loaded: list[Any] = []) -> Any:  # noqa: B006  (loaded once)
    if not loaded:
        import pyspiel

        loaded.append(pyspiel.load_game("goofspiel(num_cards=13,points_order=random)"))
    return loaded[0]


def simulacra(rng: Random) -> None:
    """Any legal orders."""
    dice = Dice(rng.randbytes(8))
    state = SIMULACRA.begin(SETUP, dice)
    while not state.ended:
        orders = {PLAYERS[seat]: simulacra_order(state, seat, rng) for seat in state.owing}
        state, _ = SIMULACRA.resolve(state, orders, dice)


def tactical_genius(rng: Random) -> None:
    """Any legal orders."""
    dice = Dice(rng.randbytes(8))
    state = TACTICAL_GENIUS.begin(SETUP, dice)
    while not state.ended:
        orders = {player: tactical_genius_order(state, seat, rng) for seat, player in enumerate(PLAYERS)}
        state, _ = TACTICAL_GENIUS.resolve(state, orders, dice)


def by_examples(game: Game) -> Callable[[Random], None]:
    """A game played by the examples in its prompts, read from words."""
    known = setups(game)

    def play(rng: Random) -> None:
        play_randomly(game, rng.choice(known), rng, late=0)

    return play


def a_second(play: Callable[[Random], None], seconds: float) -> float:
    """Games a second of processor time."""
    rng = Random("bench")
    play(rng)
    start, games = time.process_time(), 0
    while (spent := time.process_time() - start) < seconds:
        play(rng)
        games += 1
    return games / spent


def boardgame_io(folder: str, seconds: float) -> float | None:
    """Games a second of boardgame.io's client, without a server; None if it is not there."""
    if not shutil.which("node") or not (Path(folder) / "node_modules" / "boardgame.io").is_dir():
        return None
    done = subprocess.run(
        ["node", "-e", BOARDGAME_IO, str(seconds)], cwd=folder, capture_output=True, text=True, check=True
    )
    return float(done.stdout)


def main() -> None:
    """Measures and prints a table."""
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("--seconds", type=float, default=3.0, help="how long to play each (3)")
    arguments.add_argument("--boardgame-io", default=".", help="a folder with node_modules/boardgame.io")
    wanted = arguments.parse_args()
    show("goofspiel, pbp, by orders", a_second(goofspiel_by_orders, wanted.seconds))
    show("goofspiel, pbp, by words", a_second(goofspiel_by_words, wanted.seconds))
    has_openspiel = importlib.util.find_spec("pyspiel") is not None
    show("goofspiel, OpenSpiel from Python", a_second(openspiel, wanted.seconds) if has_openspiel else None)
    show("goofspiel, boardgame.io", boardgame_io(wanted.boardgame_io, wanted.seconds))
    show("simulacra, by orders", a_second(simulacra, wanted.seconds))
    show("tactical-genius, by orders", a_second(tactical_genius, wanted.seconds))
    for game in GAMES:
        if game is not GOOFSPIEL and setups(game):
            name = f"{game.name.split('/')[0]}, the setups of its cases, by words"
            show(name, a_second(by_examples(game), wanted.seconds))


def show(what: str, figure: float | None) -> None:
    """One line of the table."""
    print(f"{what:<55} {'not installed' if figure is None else f'{figure:12,.1f} games a second'}", flush=True)


if __name__ == "__main__":
    main()

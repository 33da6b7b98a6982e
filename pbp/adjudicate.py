"""A scenario file, played: the rules without database, network or clock, by the path that the service uses."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from pbp.commands import read_letter
from pbp.commands.courtesy import said_alone
from pbp.errors import Fault, FileFaults, NeedsRuling, Unclear
from pbp.fair.dice import Dice, step_key
from pbp.games import find_game
from pbp.games.bare import all_with_verb
from pbp.games.base import Event, Game, Order
from pbp.games.reading import read_order
from pbp.games.replay import seats
from pbp.text import sentence

_KEYS = frozenset("game variant seed rolls options wizards duel spell_list rulings players steps".split())

PLAYED, SCENARIO_WRONG, RULING_NEEDED = 0, 2, 3
"""The exit statuses of `pbp adjudicate`."""


@dataclass
class PlayedScenario:
    """The result as the contract gives it, the exit status, every event of every step, and the state it ended in."""

    result: dict[str, Any]
    status: int = PLAYED
    events: list[Sequence[Event]] = field(default_factory=list)
    state: Any = None


def play(
    scenario: Mapping[str, Any], *, reader: str | None = None, suggestions: bool = True, rules: Game | None = None
) -> PlayedScenario:
    """Plays a scenario (the keys of the contract) to the end of its steps, as `reader` (None: the public) sees it.

    `suggestions`: whether rewordings are looked for, for each spell that needs a ruling; `rules`: by which it is
    played, if not by the newest of its game.
    Raises FileFaults with every fault that can be seen before play, or the first that play itself meets.
    """
    newest = _checked(scenario)
    game = rules or newest
    seed = str(scenario.get("seed", "0")).encode()
    number = scenario.get("duel", {}).get("number", 1) if isinstance(scenario.get("duel", {}), Mapping) else 1
    rolls = _Rolls(scenario.get("rolls", []))
    dice = rolls.dice(step_key(seed, number, 0, []))
    state = game.begin(scenario, dice)
    _check_orders(scenario, game, state, reader)
    rolls.took(dice)

    unclear: list[Unclear] = list(game.unclear(state))
    played = PlayedScenario({"game": scenario["game"], "variant": scenario.get("variant"), "steps": []})
    for index, step in enumerate(scenario.get("steps", [])):
        awaited = game.awaits(state)
        if not awaited:
            raise FileFaults([Fault(("steps", index), "the contest is over before this step")])
        phase = game.phase(state)
        standing, refused = _read(game, state, seats(scenario), step.get("orders", {}))
        dice = rolls.dice(step_key(seed, number, index + 1, [(p, o.words) for p, o in standing.items()]))
        try:
            state, events = game.resolve(state, standing, dice)
        except NeedsRuling as error:
            unclear += [item for item in error.unclear if item not in unclear]
            played.status = RULING_NEEDED
            break
        rolls.took(dice)
        played.events.append(events)
        played.result["steps"].append(
            {
                "phase": phase,
                "refused": refused,
                "late": [player for player in awaited if player not in standing],
                "events": [{"kind": e.kind, **e.facts, "text": sentence(game.name, e)} for e in events],
                "state": game.view(state, reader),
            }
        )
    played.state, outcome = state, game.outcome(state)
    played.result["outcome"] = outcome and {"winner": outcome.winner, "draw": outcome.draw, "reason": outcome.reason}
    find = partial(game.rewordings, state) if suggestions else None
    played.result["needs_ruling"] = _needs_ruling(unclear, find)
    played.result["rolls_left"] = rolls.left
    return played


def _needs_ruling(unclear: Sequence[Unclear], find: Callable[[str], Sequence[Any]] | None) -> list[dict[str, Any]]:
    """An entry for each spell: its first fault, all of them, and rewordings that can be read, if they are wanted."""
    by_spell: dict[str, list[Unclear]] = {}
    for item in unclear:
        by_spell.setdefault(item.spell, []).append(item)
    entries = []
    for spell, items in by_spell.items():
        faults = [{"sentence": item.sentence, "reason": item.reason, "hint": item.hint} for item in items]
        entry = {"spell": spell, **faults[0], "faults": faults}
        if find is not None:
            entry["suggestions"] = [dict(fields) for fields in find(spell)]
        entries.append(entry)
    return entries


def read_orders(game: Game, state: Any, player: str, text: str) -> tuple[Order | None, list[dict[str, str]]]:
    """What the game makes of a player's letter: the order that stands, and the problems as JSON."""
    letter = read_letter(text, game.verbs)
    lines = [command.words for command in letter.commands if command.verb in game.verbs]
    lines = lines or all_with_verb(game, state, player, said_alone([line.words for line in letter.chatter]))
    reading = read_order(game, state, player, "\n".join(lines) if lines else text)
    return reading.order, [
        {"code": p.code, "quote": p.quote, "reason": p.reason, "hint": p.hint} for p in reading.problems
    ]


class _Rolls:
    """The scenario's rolls, used up one step after another."""

    def __init__(self, rolls: Sequence[int]):
        self._rolls = list(rolls)
        self._used = 0

    @property
    def left(self) -> list[int]:
        return self._rolls[self._used :]

    def dice(self, key: bytes) -> Dice:
        return Dice(key, self._rolls, self._used)

    def took(self, dice: Dice) -> None:
        self._used = dice.used


def _read(
    game: Game, state: Any, people: Sequence[str], letters: Mapping[str, str]
) -> tuple[dict[str, Order], dict[str, list[dict[str, str]]]]:
    """The standing orders by seat, and the refusals."""
    read = {player: read_orders(game, state, player, text) for player, text in letters.items()}
    # an order that the rules accept stands, also of one who is not awaited: a sealed one may be replaced
    standing = {player: order for player in people if player in read and (order := read[player][0]) is not None}
    return standing, {player: problems for player, (_, problems) in read.items() if problems}


def _checked(scenario: Mapping[str, Any]) -> Game:
    """The game of a scenario whose frame is right. Raises FileFaults with every fault of the frame."""
    faults = [Fault((key,), f"there is no `{key}` in a scenario") for key in scenario if key not in _KEYS]
    name = scenario.get("game")
    game = find_game(name) if isinstance(name, str) else None
    if game is None:
        faults.append(Fault(("game",), f"there is no game {name!r}" if name else "`game` is missing"))
    if "players" in scenario and "wizards" in scenario:
        faults.append(Fault(("wizards",), "a scenario has `players`, or `wizards` in a ring, and not both"))
    rolls = scenario.get("rolls", [])
    if not isinstance(rolls, list) or any(type(roll) is not int for roll in rolls):
        faults.append(Fault(("rolls",), "`rolls` is a list of whole numbers"))
    steps = scenario.get("steps", [])
    if not isinstance(steps, list):
        faults.append(Fault(("steps",), "write each step as [[steps]] with [steps.orders]"))
        steps = []
    for index, step in enumerate(steps):
        orders = step.get("orders", {}) if isinstance(step, dict) else None
        if orders is None or not isinstance(orders, dict) or set(step) - {"orders"}:
            faults.append(Fault(("steps", index), "a step has one table, [steps.orders], and nothing else"))
            continue
        faults += [
            Fault(("steps", index, "orders", player), "an order is a text in quotation marks")
            for player, words in orders.items()
            if not isinstance(words, str)
        ]
    if faults or game is None:
        raise FileFaults(faults)
    return game


def _check_orders(scenario: Mapping[str, Any], game: Game, state: Any, reader: str | None) -> None:
    """Raises FileFaults for names that nobody bears, in orders or as the reader."""
    people = scenario.get("players") or [wizard.get("name") for wizard in scenario.get("wizards", [])]
    faults = [
        Fault(("steps", index, "orders", player), f"nobody here is called {player!r}")
        for index, step in enumerate(scenario.get("steps", []))
        for player in step.get("orders", {})
        if player not in people
    ]
    if reader is not None and reader not in people:
        faults.append(Fault((), f"nobody here is called {reader!r}"))
    if faults:
        raise FileFaults(faults)

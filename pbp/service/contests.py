"""Two-player contests: how one is made, what its clock says, and where its players stand.

A contest is a row of the duel table like a ring duel, with another setup: its seats, and every option written out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from pbp import fair
from pbp.bundle.facts import SEED
from pbp.errors import FileFaults, Refused
from pbp.fair.dice import Dice, step_key
from pbp.games import GAMES as EVERY_GAME
from pbp.games import find_game
from pbp.games.base import CONTEST, Game, bare_name
from pbp.service import people, plans
from pbp.service.desk import Desk, secret_season
from pbp.service.present import Present
from pbp.store import Duel, Tx
from pbp.store.setups import ContestSetup
from pbp.store.states import DuelState, Trigger

GAMES = tuple(game for game in EVERY_GAME if game.format == CONTEST)
"""The games of contests, the one that is played if nothing else is said first."""

_RESERVE = {"reserve_days": 5, "reserve_bonus_days": 5}
"""What holds in a game with reserve days where the host says nothing."""

_LIMITS = {"step_hours": (0.01, 1440), "settle": (-1, 1440), "reserve_days": (0, 1000), "reserve_bonus_days": (0, 1000)}


def setup_of(duel: Duel) -> ContestSetup:
    """What a contest began with."""
    assert isinstance(duel.setup, ContestSetup), f"duel {duel.number} is no contest"
    return duel.setup


def title(duel: Duel) -> str:
    """A contest's game, as people read it, with its variant."""
    return titled(duel.game, setup_of(duel).variant)


def titled(game: str, variant: str | None) -> str:
    """A game, as people read it, with a variant."""
    found = find_game(game)
    name = found.title if found else game
    return f"{name} ({variant})" if variant else name


def rules_of(duel: Duel) -> str:
    """Under which name the rules of a contest's game and variant are found: "wizards-duel/archwizard"."""
    return "/".join(filter(None, (duel.game.split("/")[0], setup_of(duel).variant)))


def game_called(words: str) -> tuple[Game, str | None]:
    """The contest, and the variant, that words name: "simulacra", "wizard's duel", "archwizard". Raises Refused."""
    wanted = _letters(words)
    for game in GAMES:
        if wanted in (_letters(bare_name(game)), _letters(game.title)):
            return game, None
        for variant in game.variants:
            if wanted in (_letters(variant.name), _letters(variant.title)):
                return game, variant.name
    raise Refused(f"there is no contest {words!r}; the contests are {', '.join(map(bare_name, GAMES))}")


def _letters(words: str) -> str:
    return "".join(c for c in words.casefold() if c.isalnum())


def make(
    desk: Desk,
    tx: Tx,
    game: Game,
    players: Sequence[str],
    at: datetime,
    *,
    variant: str | None = None,
    options: Mapping[str, Any] | None = None,
) -> Duel:
    """Makes a contest, open at its first step, and journals it; nobody is told yet. Raises Refused, NotFound.

    The first player has the first seat, unless the option `first_seat` names another or is "coin": then it is drawn
    as a ring of two is, from the contest's own seed.
    """
    season = desk.season(tx, at)
    number = (tx.last_number(desk.config.contests.first_number, 10**9) or desk.config.contests.first_number - 1) + 1
    index = tx.take_seed(season.id)
    seed = secret_season(season.key).seed(index)
    setup = check(
        desk, game, [people.known(tx, player).name for player in players], variant, options or {}, seed, number
    )
    duel = Duel(
        number=number,
        game=game.name,
        state=DuelState.OPEN,
        step=1,
        scheduled=at,
        opened=at,
        battle_time=at + timedelta(hours=setup.options["step_hours"]),
        trigger=Trigger.EITHER,
        setup=setup,
        season=season.id,
        seed_index=index,
        list_title=None,
        list_text=None,
        held=None,
        held_why=None,
        held_at=None,
        settles=None,
        summary=None,
        ended=None,
        dice=SEED,
    )
    tx.add_duel(duel)
    tx.journal(at, "contest", number, game=game.name, players=setup.seats, index=index)
    return duel


def check(
    desk: Desk,
    game: Game,
    players: Sequence[str],
    variant: str | None,
    options: Mapping[str, Any],
    seed: bytes = b"",
    number: int = 0,
) -> ContestSetup:
    """The setup of a contest, with every option written out. Raises Refused if it cannot be played so."""
    seats, chosen = list(players), _written_out(desk, game, options)
    first = chosen.get("first_seat")
    if first == "coin":
        seats = list(fair.draw_ring(seed, number, seats)[0])
        chosen["first_seat"] = seats[0]
    elif first is not None:
        if first not in seats:
            raise Refused(f"first_seat is {first!r}: name one of {' and '.join(seats)}, or coin")
        seats.sort(key=lambda player: player != first)
    setup = ContestSetup(tuple(seats), chosen, variant or (game.variants[0].name if game.variants else None))
    try:
        game.begin({"game": bare_name(game), **setup.scenario}, Dice(step_key(seed, number, 0, [])))
    except FileFaults as error:
        raise Refused(f"this contest cannot be played: {error}") from None
    return setup


def _written_out(desk: Desk, game: Game, options: Mapping[str, Any]) -> dict[str, Any]:
    """Every option of a contest: what the host says, else what the rules page and the settings say. Raises Refused."""
    contests = desk.config.contests
    chosen = {
        **{option.name: option.default for option in game.options if option.default is not None},
        **(_RESERVE if any(phase.reserve for phase in game.phases.values()) else {}),
        "step_hours": contests.step_hours,
        "settle": contests.settle_minutes,
        **{key: value for key, value in options.items() if value is not None},
    }
    if chosen.pop("early_close", True) is False:
        chosen["settle"] = -1
    for key, (low, high) in _LIMITS.items():
        value = chosen.get(key, low)
        if type(value) not in (int, float) or not low <= value <= high:
            raise Refused(f"{key} is {value!r}; it is a number from {low} to {high}")
    return chosen


def options_in_words(duel: Duel) -> list[str]:
    """The options of a contest, one a line; those of its clock are told apart from them."""
    said = []
    for name, value in setup_of(duel).options.items():
        if name in ("step_hours", "settle", "first_seat", "table"):
            continue
        words = {True: "yes", False: "no"}.get(value, value) if isinstance(value, bool) else value
        if isinstance(value, Mapping):
            words = "; ".join(f"{key}: {', '.join(map(str, item)) or 'none'}" for key, item in value.items())
        said.append(f"{name.replace('_', ' ')}: {words}")
    return said


# ---- the clock of a step ---------------------------------------------------------------------------------------------


def step_length(duel: Duel) -> timedelta:
    """How long a step is open if nothing shortens or lengthens it."""
    return timedelta(hours=setup_of(duel).options["step_hours"])


def is_due(duel: Duel, at: datetime) -> bool:
    """Whether the present step of an open contest is to be closed: its deadline has passed, or it has settled."""
    late = duel.battle_time is not None and at > duel.battle_time
    return (
        duel.state == DuelState.OPEN and not duel.held and (late or (duel.settles is not None and at >= duel.settles))
    )


def all_in(desk: Desk, tx: Tx, duel: Duel, now: Present) -> bool:
    """Whether every order that the present step asks for is there, or waits."""
    return bool(now.awaits) and now.awaits.keys() <= plans.seats_in(desk, tx, duel, now)


def settle(desk: Desk, tx: Tx, duel: Duel, now: Present, at: datetime) -> None:
    """Says anew when the present step closes early: `settle` minutes from now, if all are in and nobody waits."""
    minutes = setup_of(duel).options["settle"]
    waiting = any(order.wait for name, order in tx.standing(duel.number, duel.step).items() if name in now.awaits)
    early = minutes >= 0 and all_in(desk, tx, duel, now) and not waiting
    tx.change_duel(duel.number, settles=at + timedelta(minutes=minutes) if early else None)


# ---- reserve days ----------------------------------------------------------------------------------------------------


def reserve_left(tx: Tx, duel: Duel, now: Present) -> dict[str, int]:
    """The reserve days that each seat has left; empty in a game without."""
    options, view = setup_of(duel).options, now.game.view(now.state, None)
    if not any(phase.reserve for phase in now.game.phases.values()):
        return {}
    bout = view["bout"] + (1 if view["bout_over"] else 0)
    given = int(options["reserve_days"] + options["reserve_bonus_days"] * (min(bout, 3) - 1))
    spent, back = (
        [entry.values["seat"] for entry in tx.entries(duel.number, kind)] for kind in ("reserve", "reserve-back")
    )
    return {seat: given - spent.count(seat) + back.count(seat) for seat in duel.seats}

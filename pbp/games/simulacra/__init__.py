"""Shapeshifting Simulacra: split the chips into Body, Mind and Spirit, buy dice, and match the enemy's Spirit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbp.fair.dice import Dice
from pbp.games.base import Event, Facts, Option, Order, Outcome, Phase, Picture, Prompt, Reading, Rows, Setup, Table
from pbp.games.choices import Move
from pbp.games.contest import SetupReader
from pbp.games.plain import PlainGame
from pbp.games.simulacra.choices import choices
from pbp.games.simulacra.orders import VERBS, read
from pbp.games.simulacra.picture import picture
from pbp.games.simulacra.play import play_step
from pbp.games.simulacra.state import POOLS, START_LIFE, Options, Side, State, ready


class Simulacra(PlainGame):
    """The game. Nothing is hidden between steps: only the orders of an open step are, and the service keeps those."""

    name = "simulacra/1"
    title = "Shapeshifting Simulacra"
    verbs = VERBS
    options = (
        Option("keep_em_guessing", "flag", "dice are chosen in secret with the split, or later for a chip", False),
        Option("spiritual_strength", "flag", "Spirit dice all lower than each enemy Body die gain a chip", False),
        Option("loss_per_match", "flag", "one chip is lost for each matched Spirit die", False),
        Option("sealed_purchase", "flag", "the dice are always chosen in secret with the split", False),
        Option("best_of", "number", "how many matches; half of them and one more decide", 1, 1, None, 2),
        Option("life_cap", "number", "the most chips that a side can have", START_LIFE, START_LIFE, 100),
    )
    phases: Mapping[str, Phase] = {
        "form": Phase(
            "a split of all chips into Body, Mind and Spirit",
            "your chips are split by lot; two late splits in a row lose the match",
            "FORM",
        ),
        "buy": Phase("dice for the Body and Spirit chips", "the largest die that each pool can buy is bought", "BUY"),
        "mind": Phase("what the Mind chips change", "your Mind is used by the safe rule (AUTO)", "MIND"),
    }

    def begin(self, setup: Setup, dice: Dice) -> State:
        """The first state. Raises FileFaults with every fault of the setup."""
        reader = SetupReader(setup, self)
        options = {option.name: reader.value(option.name) for option in self.options}
        reader.done()
        return State(reader.players, Options(**options))

    def phase(self, state: State) -> str:
        """`form`, `buy` or `mind`."""
        return state.phase

    def awaits(self, state: State) -> Mapping[str, Prompt]:
        """Who owes what; nobody when the contest is over."""
        names = state.players
        return {names[seat]: self.prompt(state, names[seat], _what(state, seat)) for seat in state.owing}

    def choices(self, state: State, player: str) -> tuple[Move, ...]:
        """A split, a purchase, or lines of Mind."""
        seat = state.players.index(player) if player in state.players else None
        return choices(state, seat) if seat in state.owing and seat is not None and not state.ended else ()

    def read(self, state: State, player: str, words: str) -> Reading:
        """What the player's words mean in this step."""
        return read(state, player, words)

    def resolve(self, state: State, orders: Mapping[str, Order], dice: Dice) -> tuple[State, Sequence[Event]]:
        """Plays the step. Late: a random split, the largest dice, AUTO."""
        return play_step(state, orders, dice)

    def outcome(self, state: State) -> Outcome | None:
        """How the contest ended; neither winner nor draw if both lost."""
        return state.ended

    def view(self, state: State, player: str | None) -> Facts:
        """The contract's `state`; the same for everybody."""
        sides = dict(zip(state.players, state.sides, strict=True))
        return {
            "round": state.round,
            "life": {name: side.life for name, side in sides.items()},
            "forms": {
                name: dict(zip(POOLS, side.form, strict=True)) if side.form else None for name, side in sides.items()
            },
            "dice": {
                name: {"body": _shown(side, "body"), "spirit": _shown(side, "spirit")} for name, side in sides.items()
            },
            "lost": {name: side.lost for name, side in sides.items()},
        }

    def table(self, view: Facts) -> Table:
        """Chips by pool, and the dice."""
        head = ("Player", "Life", "Lost", "Body", "Mind", "Spirit", "Body dice", "Spirit dice")
        rows = tuple((name, life, view["lost"][name], *_pools(view, name)) for name, life in view["life"].items())
        return [f"Round {view['round']}.", Rows(head, rows)]

    def picture(self, view: Facts) -> Picture:
        """The same, drawn."""
        return picture(view)


def _pools(view: Facts, name: str) -> tuple[object, ...]:
    form, dice = view["forms"][name], view["dice"][name]
    chips = tuple(form[pool] if form else "" for pool in POOLS)
    return *chips, *(" ".join(map(str, dice[pool])) for pool in ("body", "spirit"))


def _shown(side: Side, pool: str) -> list[int]:
    """What the dice of a pool show; nothing before the roll."""
    return [die.shows for die in getattr(side, pool) if die.shows is not None]


def _what(state: State, seat: int) -> str:
    side = state.sides[seat]
    if state.phase == "mind":
        enemy = state.sides[1 - seat]
        return (
            f"Use Mind: your Body dice show {_list(side, 'body')}, the enemy's Spirit dice {_list(enemy, 'spirit')}, "
            f"and you have {side.chips('mind')} Mind."
        )
    if state.phase == "buy":
        return f"Buy dice: {side.chips('body')} chips for Body dice, {side.chips('spirit')} for Spirit dice."
    more = ", and choose your dice" if state.options.sealed else ""
    return f"Split your {ready(state).sides[seat].life} chips into Body, Mind and Spirit{more}."


def _list(side: Side, pool: str) -> str:
    return ", ".join(map(str, _shown(side, pool)))


SIMULACRA = Simulacra()

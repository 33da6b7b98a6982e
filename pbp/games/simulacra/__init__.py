"""Shapeshifting Simulacra: split the chips into Body, Mind and Spirit, buy dice, and match the enemy's Spirit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbp.dice import Dice
from pbp.errors import Unclear
from pbp.games.base import Event, Facts, Order, Outcome, Prompt, Reading, Setup
from pbp.games.contest import SetupReader
from pbp.games.simulacra.orders import VERBS, Form, largest_dice, read
from pbp.games.simulacra.play import auto_examples, play_step
from pbp.games.simulacra.state import POOLS, START_LIFE, Options, Side, State, ready

_FLAGS = ("keep_em_guessing", "spiritual_strength", "loss_per_match", "sealed_purchase")


class Simulacra:
    """The game. Nothing is hidden between steps: only the orders of an open step are, and the service keeps those."""

    name = "simulacra/1"
    verbs = VERBS
    bare: Mapping[str, str] = {"form": "FORM", "buy": "BUY", "mind": "MIND"}

    def begin(self, setup: Setup, dice: Dice) -> State:
        """The first state. Raises FileFaults with every fault of the setup."""
        reader = SetupReader(setup, {*_FLAGS, "best_of", "life_cap"})
        reader.variant((), "")
        flags = {name: reader.options.get(name, False) for name in _FLAGS}
        for name, value in flags.items():
            if not isinstance(value, bool):
                reader.fault(("options", name), f"`{name}` is true or false")
        best_of = reader.number("best_of", 1)
        if best_of % 2 == 0:
            reader.fault(("options", "best_of"), "`best_of` is an odd number of matches: 1, 3, 5 …")
        life_cap = reader.number("life_cap", START_LIFE)
        if not START_LIFE <= life_cap <= 100:
            reader.fault(("options", "life_cap"), f"`life_cap` is a whole number from {START_LIFE} to 100")
        reader.done()
        return State(reader.players, Options(**flags, best_of=best_of, life_cap=life_cap))

    def phase(self, state: State) -> str:
        """`form`, `buy` or `mind`."""
        return state.phase

    def awaits(self, state: State) -> Mapping[str, Prompt]:
        """Who owes what; nobody when the contest is over."""
        return {state.players[seat]: _prompt(state, seat) for seat in state.owing}

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

    def unclear(self, state: State) -> Sequence[Unclear]:
        """Nothing here needs a ruling."""
        return ()

    def rewordings(self, state: State, spell: str) -> Sequence[Mapping[str, str]]:
        """There are none."""
        return ()


def _shown(side: Side, pool: str) -> list[int]:
    """What the dice of a pool show; nothing before the roll."""
    return [die.shows for die in getattr(side, pool) if die.shows is not None]


def _prompt(state: State, seat: int) -> Prompt:
    options = state.options
    side = state.sides[seat]
    if state.phase == "mind":
        enemy = state.sides[1 - seat]
        what = (
            f"Use Mind: your Body dice show {_list(side, 'body')}, the enemy's Spirit dice {_list(enemy, 'spirit')}, "
            f"and you have {side.chips('mind')} Mind."
        )
        return Prompt(what, tuple(auto_examples(len(side.body))))
    if state.phase == "buy":
        what = f"Buy dice: {side.chips('body')} chips for Body dice, {side.chips('spirit')} for Spirit dice."
        return Prompt(what, tuple(dict.fromkeys((largest_dice(side).words, "BUY"))))
    life = ready(state).sides[seat].life
    mind = (life - 1) // 3
    form = Form(1, mind, life - 1 - mind)
    if options.sealed:
        with_dice = f"{form.words}\n{largest_dice(Side(life=life, form=(form.body, form.mind, form.spirit))).words}"
        examples = (with_dice, f"{form.words}\nDELAY BODY") if options.keep_em_guessing else (with_dice,)
        return Prompt(f"Split your {life} chips into Body, Mind and Spirit, and choose your dice.", examples)
    return Prompt(f"Split your {life} chips into Body, Mind and Spirit.", (form.words, f"FORM {life} 0 0"))


def _list(side: Side, pool: str) -> str:
    return ", ".join(map(str, _shown(side, pool)))


SIMULACRA = Simulacra()

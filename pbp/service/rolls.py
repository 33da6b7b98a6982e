"""Numbers of a public roller (`[chance] source = "rolls"`): which dice a duel needs, waited for, kept and cited.

Ring duels alone ask for them: their rules page lets a host feed chance from outside. Dice are asked for in the order
in which they are used: before scheduling, those that draw the ring (a choice among all, then among those not yet
placed), and before resolving, those that the spells throw. "Secretly random" stays with the seed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime
from itertools import groupby, takewhile

from pbp.bundle.facts import SEED
from pbp.errors import NeedsRuling, PbpError, Refused
from pbp.fair.dice import Dice, Draw
from pbp.service import audit, lifecycle
from pbp.service.desk import Desk
from pbp.store import AskedRoll, Duel, Tx
from pbp.store.states import RUNNING, Hold

RING = 0
"""The step under which the dice that draw a ring are kept."""

Guess = Callable[[int, int], int]
MakeDice = Callable[[bytes], Dice]

_GUESSES: Sequence[Guess] = (
    lambda sides, nth: 1,
    lambda sides, nth: sides,
    lambda sides, nth: nth * 7 % sides + 1,
    lambda sides, nth: (nth * nth + 3) % sides + 1,
)
"""What dice might show, by their sides and place: those that follow in every case can be asked for at once."""


class RollsAwaited(Refused):
    """Nothing goes on before a public roller's numbers are given; the text says which, and how."""


class NeedsRolls(PbpError):
    """The next number has to come from a public roller; `used` of those given served before."""

    def __init__(self, used: int):
        super().__init__("numbers of a public roller are needed")
        self.used = used


class PublicDice(Dice):
    """Dice that a public roller decides; only secret draws come from the key.

    A given number serves for the kind of die that it was asked for and no other. Where the numbers end, `guess` goes
    on, noting the sides of each die in `guessed`; without it, NeedsRolls is raised.
    """

    def __init__(self, key: bytes, given: Sequence[AskedRoll], guess: Guess | None = None):
        super().__init__(key, secret_rolled=False)
        self._given, self._guess = given, guess
        self.guessed: list[int] = []

    def _rolled(self, sides: int, why: str) -> int | None:
        roll = self._given[self.used] if self.used < len(self._given) and not self.guessed else None
        if roll is not None and roll.value is not None and roll.sides == sides:
            self.used += 1
            return roll.value
        if self._guess is None:
            raise NeedsRolls(self.used)
        self.guessed.append(sides)
        return self._guess(sides, len(self.guessed))


def in_words(dice: Sequence[int]) -> str:
    """Dice as a public roller is asked for them: "DICE6, DICE8 x7"."""
    runs = [(sides, len(list(run))) for sides, run in groupby(dice)]
    return ", ".join(f"DICE{sides}" + (f" x{count}" if count > 1 else "") for sides, count in runs)


def dice_of(tx: Tx, duel: Duel) -> MakeDice | None:
    """What makes the dice of a duel's present step, where a public roller decides; else None."""
    if audit.dice_of(tx, duel) == SEED:
        return None
    given = tx.rolls(duel.number, duel.step)
    return lambda key: PublicDice(key, given)


def keep_used(tx: Tx, duel: Duel, draws: Sequence[Draw]) -> None:
    """Takes back the numbers that no draw of the resolved step has used; the journal keeps that they were given."""
    tx.cut_rolls(duel.number, duel.step, sum(not draw.secret for draw in draws))


# ---- asking ----------------------------------------------------------------------------------------------------------


def source(desk: Desk, tx: Tx, at: datetime) -> str:
    """Where the dice of ring duels come from, as the season's anchor says for all of it.

    A season of the first version does not say: there the setting decides, for each duel.
    """
    return desk.season(tx, at).dice or desk.config.chance.source


def ask_for_ring(desk: Desk, tx: Tx, number: int, active: Sequence[str], at: datetime) -> str | None:
    """Asks, once, for the dice that draw the ring of a new duel; gives what it waits for, None if for nothing."""
    asked = tx.rolls(number, RING)
    if source(desk, tx, at) == SEED:
        if asked:  # in a season before, whose dice a public roller gave
            tx.cut_rolls(number, RING, 0)
        return None
    if not asked:
        dice = range(len(active), 1, -1)
        tx.ask_rolls(number, RING, dice)
        tx.journal(at, "rolls-asked", number, step=RING, dice=in_words(dice), names=sorted(active))
        desk.tell_master(tx, f"rolls.d{number}", at, about="rolls", duel=None, number=number, why=waits(tx, number))
    return waits(tx, number) if number in tx.rolls_wanted() else None


def names_in_ring(tx: Tx, number: int, active: Sequence[str]) -> list[str]:
    """Those among whom the ring of a new duel is drawn: with public dice, who was active when they were asked for.

    So nobody chooses, once the numbers are known, who counts.
    """
    asked = tx.entries(number, "rolls-asked") if tx.rolls(number, RING) else []
    return list(asked[-1].values["names"] if asked else active)


def ask(desk: Desk, tx: Tx, duel: Duel, used: int, play: Callable[[MakeDice], object], at: datetime) -> None:
    """Asks for the dice that the spells of a pending duel are sure to throw next; the duel is held until they come.

    `used`: how many of the given numbers still serve; `play` plays the duel with dice made so.
    """
    kept = tx.rolls(duel.number, duel.step)[:used]
    dice = _sure(play, kept)
    tx.cut_rolls(duel.number, duel.step, used)
    tx.ask_rolls(duel.number, duel.step, dice)
    tx.journal(at, "rolls-asked", duel.number, step=duel.step, dice=in_words(dice))
    nth = len(tx.entries(duel.number, "rolls-asked"))
    desk.comment(tx, duel, f"rolls{nth}", "rolls", at, dice=in_words(dice), again=used > 0)
    lifecycle.hold(desk, tx, duel, Hold.ROLLS, waits(tx, duel.number), at, public=False)


def _sure(play: Callable[[MakeDice], object], kept: Sequence[AskedRoll]) -> list[int]:
    """The sides of the dice that are thrown next whatever they show, as far as a few guesses tell; at least one."""
    courses: list[list[int]] = []
    for guess in _GUESSES:

        def make(key: bytes, guess: Guess = guess) -> Dice:
            dice = PublicDice(key, kept, guess)
            courses.append(dice.guessed)
            return dice

        with suppress(NeedsRuling):  # what came before it is still needed
            play(make)
    return [sides[0] for sides in takewhile(lambda sides: len(set(sides)) == 1, zip(*courses, strict=False))]


def waits(tx: Tx, number: int) -> str:
    """What a duel, or the drawing of its ring, waits for, and the command that gives it."""
    dice = [roll.sides for roll in _lacking(tx, number)[1]]
    numbers = " ".join(["N"] * len(dice)) if len(dice) < 4 else "N N …"
    return f"a public roller's {in_words(dice)}: `pbp duel rolls {number} {numbers} --url ADDRESS`"


def rings_waiting(tx: Tx) -> list[tuple[int, str]]:
    """The duels that cannot be scheduled before their rings are drawn, each with what it waits for."""
    return [(number, waits(tx, number)) for number in tx.rolls_wanted() if tx.find_duel(number) is None]


def _lacking(tx: Tx, number: int) -> tuple[int, list[AskedRoll]]:
    """The dice that lack a number, and the step that needs them."""
    for step in (RING, *(duel.step for duel in tx.duels(*RUNNING) if duel.number == number)):
        if lacking := [roll for roll in tx.rolls(number, step) if roll.value is None]:
            return step, lacking
    return RING, []


# ---- giving ----------------------------------------------------------------------------------------------------------


def give(desk: Desk, tx: Tx, number: int, values: Sequence[int], url: str, at: datetime) -> None:
    """Takes the numbers that a duel waits for, in the order of its dice, with the address where they can be seen.

    Raises Refused if none are waited for, or these are not they.
    """
    step, lacking = _lacking(tx, number)
    if not lacking:
        raise Refused(f"duel {number} waits for no numbers of a public roller")
    asked = in_words([roll.sides for roll in lacking])
    if len(values) != len(lacking):
        raise Refused(f"duel {number} waits for {asked}: {len(lacking)} numbers, and these are {len(values)}")
    for nth, (roll, value) in enumerate(zip(lacking, values, strict=True), 1):
        if not 1 <= value <= roll.sides:
            raise Refused(f"number {nth} is {value}, but DICE{roll.sides} shows 1 to {roll.sides}")
    if not url.startswith(("https://", "http://")) or len(url.split()) != 1:
        raise Refused("give the address where everybody can see these rolls: --url https://…")
    tx.give_rolls(number, step, values, url)
    tx.journal(at, "rolled", number, step=step, dice=asked, values=list(values), url=url)
    if step != RING and tx.duel(number, lock=True).held == Hold.ROLLS:
        lifecycle.release(tx, number)

"""A step of Shapeshifting Simulacra: split, purchase, dice, Mind, and what the round costs.

Events and their facts (`player` is a name; `late` says that nothing was ordered):
form: player, body, mind, spirit, late. delay: player, pool. buys-first: player, why (less-mind, drawn).
buy: player, body and spirit (lists of "d4"), late. roll: player, body and spirit (lists of numbers).
auto: player (late with Mind). mind: player, how (+1, -1, re-roll), die, sides, before, after, left.
loss: player, by, lost, life, why (match, no-spirit), values. gain: player, by, gained, life, spirit, body.
no-change: round. absent: player. match-over: match, winner, reason, wins, both_lose.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from pbp.fair.dice import Dice
from pbp.games.base import Event, Order, Outcome
from pbp.games.simulacra.orders import Buy, FormOrder, Mind, Nudge, largest_dice
from pbp.games.simulacra.state import (
    POOLS,
    ROUNDS,
    Die,
    Side,
    State,
    can_engage,
    matches,
    ready,
    splits,
)


class StepInPlay:
    """One step being played: the state so far, the dice, and what happened."""

    def __init__(self, state: State, dice: Dice):
        self.state = state
        self.dice = dice
        self.events: list[Event] = []

    def play(self, orders: Mapping[str, Order]) -> None:
        """Plays the step that the state awaits."""
        by_seat = {seat: orders.get(self.state.players[seat]) for seat in self.state.owing}
        if self.state.phase == "form":
            self._form(by_seat)
        elif self.state.phase == "buy":
            self._buy(by_seat)
        else:
            self._mind(by_seat)

    def _happened(self, kind: str, **facts: object) -> None:
        self.events.append(Event(kind, facts))

    def _name(self, seat: int) -> str:
        return self.state.players[seat]

    def _change(self, seat: int, **values: object) -> Side:
        side = replace(self.state.sides[seat], **values)  # type: ignore[arg-type]
        self.state = self.state.with_side(seat, side)
        return side

    # -- Establish and reveal

    def _form(self, orders: Mapping[int, Order | None]) -> None:
        self.state = ready(self.state)
        late = [seat for seat in orders if orders[seat] is None]
        for seat in orders:
            self._change(seat, late_forms=self.state.sides[seat].late_forms + 1 if seat in late else 0)
        absent = [seat for seat in late if self.state.sides[seat].late_forms >= 2]
        if absent:
            self._end_by_absence(absent)
            return
        for seat, order in orders.items():
            self._reveal(seat, order)
        options = self.state.options
        if options.keep_em_guessing:
            buyers = [seat for seat in (0, 1) if self.state.sides[seat].given_up]
        else:
            buyers = [] if options.sealed_purchase else [0, 1]
        self._ask_buyers(buyers)

    def _reveal(self, seat: int, order: Order | None) -> None:
        life = self.state.sides[seat].life
        late = order is None
        if order is None:
            body, mind, spirit = self.dice.choice(splits(life), f"the split of {self._name(seat)}, who is late")
            order = FormOrder(body, mind, spirit)
        assert isinstance(order, FormOrder)
        split = (order.body, order.mind, order.spirit)
        side = self._change(seat, form=split, given_up=order.delay)
        self._happened("form", player=self._name(seat), **dict(zip(POOLS, split, strict=True)), late=late)
        if order.delay:
            self._happened("delay", player=self._name(seat), pool=order.delay)
        elif order.buy:
            self._purchase(seat, order.buy, late=False)
        elif self.state.options.sealed:
            self._purchase(seat, largest_dice(side), late=True)

    def _ask_buyers(self, buyers: Sequence[int]) -> None:
        """Less Mind buys first; with equal Mind a draw decides: 1 the first seat, 2 the second."""
        if not buyers:
            self._roll()
            return
        if len(buyers) == 2:
            mind = [self.state.sides[seat].chips("mind") for seat in buyers]
            if mind[0] == mind[1]:
                first = self.dice.choice(buyers, "who buys dice first")
            else:
                first = buyers[mind.index(min(mind))]
            self._happened("buys-first", player=self._name(first), why="drawn" if mind[0] == mind[1] else "less-mind")
            buyers = [first, 1 - first]
        self.state = replace(self.state, phase="buy", owing=(buyers[0],), queue=tuple(buyers[1:]))

    # -- Purchase and roll

    def _buy(self, orders: Mapping[int, Order | None]) -> None:
        for seat, order in orders.items():
            assert order is None or isinstance(order, Buy)
            self._purchase(seat, order or largest_dice(self.state.sides[seat]), late=order is None)
        if self.state.queue:
            self.state = replace(self.state, owing=self.state.queue[:1], queue=self.state.queue[1:])
        else:
            self._roll()

    def _purchase(self, seat: int, buy: Buy, *, late: bool) -> None:
        self._change(seat, body=tuple(map(Die, buy.body)), spirit=tuple(map(Die, buy.spirit)))
        dice = {pool: [f"d{sides}" for sides in getattr(buy, pool)] for pool in ("body", "spirit")}
        self._happened("buy", player=self._name(seat), **dice, late=late)

    def _roll(self) -> None:
        for seat in (0, 1):
            name, side = self._name(seat), self.state.sides[seat]
            body = [self._rolled(die, f"Body die {i} of {name}") for i, die in enumerate(side.body, 1)]
            spirit = [self._rolled(die, f"Spirit die {i} of {name}") for i, die in enumerate(side.spirit, 1)]
            self._change(seat, body=tuple(body), spirit=tuple(spirit))
            if body or spirit:
                shows = {"body": [die.shows for die in body], "spirit": [die.shows for die in spirit]}
                self._happened("roll", player=name, **shows)
        owing = tuple(seat for seat in (0, 1) if can_engage(self.state, seat))
        if owing:
            self.state = replace(self.state, phase="mind", owing=owing)
        else:
            self._resolve()

    def _rolled(self, die: Die, why: str) -> Die:
        return Die(die.sides, self.dice.draw(die.sides, why))

    # -- Mind

    def _mind(self, orders: Mapping[int, Order | None]) -> None:
        for seat, order in orders.items():
            assert order is None or isinstance(order, Mind)
            self._engage(seat, order or Mind(auto=True), late=order is None)
        self._resolve()

    def _engage(self, seat: int, order: Mind, *, late: bool) -> None:
        """Carries the lines out until there is a match, or the chips or the lines end; then AUTO, if it was said."""
        if late:
            self._happened("auto", player=self._name(seat))
        for nudge in order.nudges:
            if not can_engage(self.state, seat):
                return
            shown = [die.value for die in self.state.sides[seat].body]
            if nudge.when is None or nudge.when.holds(shown):
                self._nudge(seat, nudge)
        while order.auto and can_engage(self.state, seat) and (step := self._safe_step(seat)):
            self._nudge(seat, step)

    def _nudge(self, seat: int, nudge: Nudge) -> None:
        side = self.state.sides[seat]
        die = side.body[nudge.die - 1]
        if nudge.change:
            after = Die(die.sides, die.value + nudge.change)
        else:
            after = self._rolled(die, f"Body die {nudge.die} of {self._name(seat)}, rolled again")
        body = (*side.body[: nudge.die - 1], after, *side.body[nudge.die :])
        side = self._change(seat, body=body, mind_used=side.mind_used + 1)
        facts = {"die": nudge.die, "sides": die.sides, "before": die.value, "after": after.value}
        how = f"{nudge.change:+d}" if nudge.change else "re-roll"
        self._happened("mind", player=self._name(seat), how=how, **facts, left=side.chips("mind"))

    def _safe_step(self, seat: int) -> Nudge | None:
        """AUTO (rules 4.2 and 4.3): walk to a match within the chips left, else re-roll the die with the best chance.

        A chance counts as the chance of coming within reach; with Spiritual Strength, less that of leaving
        every Body die above the enemy's Spirit, out of reach. None if no re-roll makes anything better.
        """
        side = self.state.sides[seat]
        chips = side.chips("mind")
        body = [die.value for die in side.body]
        spirit = [die.value for die in self.state.sides[1 - seat].spirit]
        away, index, target = min((abs(value - aim), index, aim) for index, value in enumerate(body) for aim in spirit)
        if away <= chips:
            return Nudge(1 if target > body[index] else -1, index + 1)
        best, chosen = Fraction(self._worth(body, spirit, chips)), None
        for index, die in enumerate(side.body):
            outcomes = [[*body[:index], face, *body[index + 1 :]] for face in range(1, die.sides + 1)]
            chance = Fraction(sum(self._worth(values, spirit, chips - 1) for values in outcomes), die.sides)
            if chance > best:
                best, chosen = chance, Nudge(0, index + 1)
        return chosen

    def _worth(self, body: Sequence[int], spirit: Sequence[int], chips: int) -> int:
        """1 if a match is within so many chips; with Spiritual Strength -1 if the enemy would gain; else 0."""
        if min(abs(value - aim) for value in body for aim in spirit) <= chips:
            return 1
        return -1 if self.state.options.spiritual_strength and max(spirit) < min(body) else 0

    # -- Resolve

    def _resolve(self) -> None:
        losses = [self._loss(seat) for seat in (0, 1)]
        gains = [self._gain(seat) for seat in (0, 1)]
        for seat in (0, 1):
            side = self.state.sides[seat]
            life = min(side.life - losses[seat] + gains[seat], max(side.life, self.state.options.life_cap))
            self._change(seat, life=life, lost=losses[seat])
            if gains[seat]:
                self._happened(
                    "gain", player=self._name(seat), gained=life - side.life, life=life, **self._compared(seat)
                )
        if not any(losses) and not any(gains):
            self._happened("no-change", round=self.state.round)
        self.state = replace(self.state, phase="form", owing=(0, 1), queue=())
        self._end_of_match()

    def _loss(self, seat: int) -> int:
        own, enemy = self.state.sides[seat], self.state.sides[1 - seat]
        facts = {"player": self._name(seat), "by": self._name(1 - seat)}
        if matches(enemy.body, own.spirit):
            struck = [die.value for die in own.spirit if die.value in {other.value for other in enemy.body}]
            lost = len(struck) if self.state.options.loss_per_match else 1
            self._happened("loss", **facts, lost=lost, life=own.life - lost, why="match", values=sorted(set(struck)))
            return lost
        if enemy.body and not own.spirit:
            self._happened("loss", **facts, lost=1, life=own.life - 1, why="no-spirit", values=[])
            return 1
        return 0

    def _gain(self, seat: int) -> int:
        """Spiritual Strength: every own Spirit die lower than every enemy Body die, at least one of each."""
        own, enemy = self.state.sides[seat].spirit, self.state.sides[1 - seat].body
        if not self.state.options.spiritual_strength or not own or not enemy:
            return 0
        return int(max(die.value for die in own) < min(die.value for die in enemy))

    def _compared(self, seat: int) -> Mapping[str, object]:
        own, enemy = self.state.sides[seat].spirit, self.state.sides[1 - seat].body
        by = self._name(1 - seat)
        return {"by": by, "spirit": max(die.value for die in own), "body": min(die.value for die in enemy)}

    # -- The end

    def _end_by_absence(self, absent: Sequence[int]) -> None:
        for seat in absent:
            self._happened("absent", player=self._name(seat))
        if len(absent) == 2:
            self._match_over(None, "both sides missed two splits in a row")
        else:
            self._match_over(1 - absent[0], f"{self._name(absent[0])} missed two splits in a row")

    def _end_of_match(self) -> None:
        first, second = (side.life for side in self.state.sides)
        leader = None if first == second else 0 if first > second else 1
        score = f"{max(first, second)} to {min(first, second)}"
        if min(first, second) < 2:
            if leader is not None:
                self._match_over(leader, f"life chips {score}")
            elif first == 1:
                self._match_over(None, "one life chip each")
            else:
                self._match_over(None, "no life chips on either side: both lose", both_lose=True)
        elif self.state.round >= ROUNDS:
            self._match_over(leader, f"after {ROUNDS} rounds, life chips {score}")

    def _match_over(self, winner: int | None, why: str, *, both_lose: bool = False) -> None:
        if winner is not None:
            self._change(winner, wins=self.state.sides[winner].wins + 1)
        name = None if winner is None else self._name(winner)
        wins = {player: side.wins for player, side in zip(self.state.players, self.state.sides, strict=True)}
        self._happened("match-over", match=self.state.match, winner=name, reason=why, wins=wins, both_lose=both_lose)
        self.state = replace(self.state, match_over=True, phase="form", owing=(0, 1), queue=())
        options = self.state.options
        if options.best_of == 1:
            ended = Outcome(name, draw=winner is None and not both_lose, reason=f"{why[0].upper()}{why[1:]}.")
        elif winner is not None and self.state.sides[winner].wins >= options.wins_needed:
            ended = Outcome(name, draw=False, reason=f"{name} won {options.wins_needed} matches.")
        elif self.state.match >= options.matches:
            ended = Outcome(None, draw=True, reason=f"Nobody won {options.wins_needed} of {options.matches} matches.")
        else:
            return
        self.state = replace(self.state, ended=ended, owing=())


def play_step(state: State, orders: Mapping[str, Order], dice: Dice) -> tuple[State, list[Event]]:
    """The state after a step, and what happened."""
    table = StepInPlay(state, dice)
    table.play(orders)
    return table.state, table.events


def auto_examples(dice: int) -> Iterator[str]:
    """Legal orders of Mind for so many Body dice."""
    yield "MIND +1 1"
    yield f"MIND REROLL {dice}\nMIND -1 {dice} IF ABOVE 2"
    yield "AUTO"
    yield "STOP"

"""What a format of duels is: the hooks by which a duel's life differs between a ring and a contest of two."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Protocol

from pbp.errors import Refused
from pbp.games.base import Order
from pbp.ports import Message
from pbp.store import Duel, Tx

if TYPE_CHECKING:
    from pbp.service.desk import Desk
    from pbp.service.lifecycle import Transition
    from pbp.service.present import Present

Told = Sequence[Mapping[str, Any]]
"""Events with their sentences."""


class NotDue(Refused):
    """A step cannot be closed: what came in while its inboxes were polled has put that off."""


@dataclass(frozen=True, slots=True)
class TakenBack:
    """What was taken back of a duel: the move that this is, the step to which it goes back, and `what`, in words."""

    move: Transition
    step: int
    what: str


@dataclass(frozen=True, slots=True)
class Reminded:
    """When a step's reminders go out: half-way from `begun` to its end, and `final` before it.

    `nth` stands in their keys: a step that is open longer has others.
    """

    begun: datetime
    final: timedelta
    nth: str = ""


class Format(Protocol):
    """How one kind of duel begins, closes, is told and ends. No other part of the service asks which kind a duel is."""

    closed_template: str
    """The template of the comment that closes a step."""

    def title(self, duel: Duel) -> str:
        """What tells such duels apart beside their numbers: a contest's game and variant; empty for a ring duel."""

    def end_called(self, duel: Duel) -> str:
        """What people call the present step's end: "battle time", "end of step 2"."""

    def scenario(self, tx: Tx, duel: Duel) -> dict[str, Any]:
        """The setup of a duel with the values that hold now: a scenario's keys, without orders."""

    def closes_by_itself(self, desk: Desk) -> bool:
        """Whether a duel that is due is closed without the Battle Master's hand."""

    def resolves_by_itself(self, desk: Desk) -> bool:
        """Whether a closed one is resolved without."""

    def is_due(self, desk: Desk, tx: Tx, duel: Duel, at: datetime) -> bool:
        """Whether an open duel's step is to be closed: its time has passed, or nothing more is waited for."""

    def check_due(self, duel: Duel, at: datetime) -> None:
        """Raises NotDue if the step cannot be closed now, not even by the Battle Master's hand."""

    def instead_of_closing(
        self, desk: Desk, tx: Tx, duel: Duel, now: Present, missing: Collection[str], closing: datetime, at: datetime
    ) -> bool:
        """Does what the rules have for a step whose orders are `missing`, in place of closing it; False if nothing.

        Raises NotDue.
        """

    def previous(self, tx: Tx, duel: Duel, setup: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """Where the duel's values come from: that of the same format before it, if they are carried on."""

    def decided(self, tx: Tx, duel: Duel) -> dict[str, Any]:
        """The keys of its scenario that decisions made since it closed have changed, as they stand now."""

    def result_key(self, tx: Tx, duel: Duel) -> str:
        """What the comment with the result of the present step is called in its key."""

    def after_step(self, desk: Desk, tx: Tx, duel: Duel, now: Present, events: Told, at: datetime) -> None:
        """What follows a resolved step: it is told, and the next one opened or the duel ended. `duel` is pending."""

    def take_back(self, desk: Desk, tx: Tx, duel: Duel, at: datetime) -> TakenBack:
        """Takes back what a duel's newest result had changed elsewhere. Raises Refused where that cannot be done."""

    def order_taken(self, desk: Desk, tx: Tx, duel: Duel, now: Present, at: datetime) -> None:
        """What an order that came in changes of the step's end."""

    def does(self, tx: Tx, duel: Duel, order: Order | None) -> str:
        """What an order will do, in words, with its terms; empty where that is not said."""

    def asks(self, desk: Desk, tx: Tx, duel: Duel, seat: str) -> bool:
        """Whether an order of that seat counts in the present step."""

    def orders_end(self, desk: Desk, duel: Duel) -> datetime | None:
        """The instant until which orders count; None where they count until the duel is closed."""

    def is_of_a_step_before(self, duel: Duel, message: Message) -> bool:
        """Whether an order was written before the present step opened."""

    def reminded(self, desk: Desk, duel: Duel) -> Reminded:
        """When the reminders of a step with a battle time go out."""

    def moved_to(self, desk: Desk, battle_time: datetime, at: datetime) -> datetime:
        """The battle time of an open duel that would now close at that time."""

    def opened_again_until(self, desk: Desk, duel: Duel, at: datetime) -> datetime:
        """The battle time of a step that is opened again now."""

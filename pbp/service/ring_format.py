"""The format of ring duels: all cast at one battle time, and what a duel leaves is carried on to the next."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from pbp import spells
from pbp.errors import Refused
from pbp.games.base import RING, Order
from pbp.ports import Message
from pbp.service import audit, joining, lifecycle, plans, rulings
from pbp.service.desk import Desk
from pbp.service.format import Reminded, TakenBack, Told
from pbp.service.present import Present, history, present, rolled, spells_of
from pbp.service.ring import summary
from pbp.spells.tree.base import LARGEST
from pbp.store import Duel, Tx
from pbp.store.setups import RingSetup
from pbp.store.states import DuelState, Notify, Trigger


class RingFormat:
    """Ring duels. As Format."""

    closed_template = "commence"

    def title(self, duel: Duel) -> str:
        return ""

    def end_called(self, duel: Duel) -> str:
        return "battle time"

    def scenario(self, tx: Tx, duel: Duel) -> dict[str, Any]:
        assert isinstance(duel.setup, RingSetup)
        people = {wizard.name: wizard for wizard in tx.wizards()}
        own = tx.page(duel.list_title or "")
        return {
            "options": dict(duel.setup.options),
            "wizards": [
                {
                    "name": name,
                    "stars": people[name].stars,
                    "idle": not people[name].active,
                    "attributes": dict(people[name].attributes),
                }
                for name in duel.setup.ring
            ],
            "duel": {"number": duel.number, "history": history(tx, duel)},
            "spell_list": {
                "wikitext": duel.list_text or "",
                "title": duel.list_title or "",
                "revision": (own.revision if own else None) or "",
                "url": (own.url if own else None) or "",
            },
            "rulings": tx.rulings(duel.number),
        }

    def closes_by_itself(self, desk: Desk) -> bool:
        return desk.config.ring.auto_commence

    def resolves_by_itself(self, desk: Desk) -> bool:
        return desk.config.ring.auto_resolve

    def is_due(self, desk: Desk, tx: Tx, duel: Duel, at: datetime) -> bool:
        """Strictly after its battle time, or all in, as its trigger says."""
        if duel.state != DuelState.OPEN or duel.held:
            return False
        if duel.trigger != Trigger.ALL_IN and duel.battle_time is not None and at > duel.battle_time:
            return True
        if duel.trigger == Trigger.DEADLINE:
            return False
        now = present(desk, tx, duel)
        is_asked_to_wait = any(order.wait for order in tx.standing(duel.number, duel.step).values())
        return bool(now.awaits) and now.awaits.keys() <= plans.seats_in(desk, tx, duel, now) and not is_asked_to_wait

    def check_due(self, duel: Duel, at: datetime) -> None:
        """The Battle Master may close it at any time."""

    def instead_of_closing(
        self, desk: Desk, tx: Tx, duel: Duel, now: Present, missing: Collection[str], closing: datetime, at: datetime
    ) -> bool:
        return False

    def previous(self, tx: Tx, duel: Duel, setup: Mapping[str, Any]) -> Mapping[str, Any] | None:
        return joining.previous(tx, duel, setup["wizards"])

    def decided(self, tx: Tx, duel: Duel) -> dict[str, Any]:
        """The rulings as they stand now, and the earlier casts: a ruling may look further back."""
        return {"rulings": tx.rulings(duel.number), "duel": {"number": duel.number, "history": history(tx, duel)}}

    def result_key(self, tx: Tx, duel: Duel) -> str:
        return audit.result_key(tx, duel)

    def after_step(self, desk: Desk, tx: Tx, duel: Duel, now: Present, events: Told, at: datetime) -> None:
        """Gives the wizards what the duel changed; the duel has ended."""
        view = now.game.view(now.state, None)
        before = {wizard["name"]: wizard for wizard in now.setup["wizards"]}
        for name, wizard in view["wizards"].items():
            _change_wizard(tx, name, before[name], wizard, at)
        state = lifecycle.moved(duel, lifecycle.Transition.RESOLVE)
        tx.change_duel(duel.number, state=state, summary=summary(view), ended=at)
        _publish_result(desk, tx, tx.duel(duel.number), now, events, view, at)

    def take_back(self, desk: Desk, tx: Tx, duel: Duel, at: datetime) -> TakenBack:
        """Takes from the wizards what the result had changed. Raises Refused if a later duel already builds on it."""
        lifecycle.moved(duel, lifecycle.Transition.VOID)
        since = [tx.duel(number) for number in tx.recent_duels(duel.scheduled) if number > duel.number]
        closed = (DuelState.PENDING, DuelState.RESOLVED)
        if later := [other.number for other in since if other.format == RING and other.state in closed]:
            raise Refused(
                f"duel {later[0]} builds on the result of duel {duel.number} already: adjust the wizards instead"
            )
        row = tx.steps(duel.number)[-1]
        before = {wizard["name"]: wizard.get("attributes") or {} for wizard in row.setup["wizards"]}
        for name, after in ((row.view or {}).get("wizards") or {}).items():
            wizard = tx.wizard(name)
            assert wizard
            kept = {
                key: before[name].get(key) if after["attributes"].get(key) == value else value
                for key, value in wizard.attributes.items()
            }
            kept = {key: value for key, value in kept.items() if value is not None}
            tx.change_wizard(name, stars=wizard.stars - after["change"], attributes=kept)
        return TakenBack(lifecycle.Transition.VOID, duel.step, "the result")

    def order_taken(self, desk: Desk, tx: Tx, duel: Duel, now: Present, at: datetime) -> None:
        """Nothing: its trigger is looked at when it is due."""

    def does(self, tx: Tx, duel: Duel, order: Order | None) -> str:
        """What the cast spell does, in canonical English."""
        name = getattr(order, "spell", None)
        spell = next((spell for spell in spells_of(tx, duel) if spell.name == name), None) if name else None
        if spell is None or spell.unclear:
            return ""
        return " ".join([spells.say(spell), *(f"{label}: {term.rstrip('.')}." for label, term in spell.terms)])

    def asks(self, desk: Desk, tx: Tx, duel: Duel, seat: str) -> bool:
        return True

    def orders_end(self, desk: Desk, duel: Duel) -> datetime | None:
        return duel.battle_time if desk.config.ring.orders_until == "battle-time" else None

    def is_of_a_step_before(self, duel: Duel, message: Message) -> bool:
        return False

    def reminded(self, desk: Desk, duel: Duel) -> Reminded:
        return Reminded(duel.opened, timedelta(hours=desk.config.ring.final_reminder_hours))

    def moved_to(self, desk: Desk, battle_time: datetime, at: datetime) -> datetime:
        """On its hour of the day, and not in the past."""
        return lifecycle.next_battle_time(max(battle_time, at), desk.config.ring.battle_hour, 0)

    def opened_again_until(self, desk: Desk, duel: Duel, at: datetime) -> datetime:
        return lifecycle.next_battle_time(at, desk.config.ring.battle_hour, desk.config.ring.notice_hours)


def _change_wizard(tx: Tx, name: str, before: Mapping[str, Any], after: Mapping[str, Any], at: datetime) -> None:
    """Gives a wizard what the duel changed; what else was changed since it closed stays."""
    wizard = tx.wizard(name)
    assert wizard
    old = before.get("attributes") or {}
    changed = {key: value for key, value in after["attributes"].items() if old.get(key) != value}
    stars = wizard.stars + after["change"]
    within = max(-LARGEST, min(stars, LARGEST))
    tx.change_wizard(name, stars=within, attributes={**wizard.attributes, **changed})
    if within != stars:  # of what was given since the duel closed
        why = f"no number goes beyond {LARGEST:,} or below {-LARGEST:,}"
        tx.journal(at, "adjusted", wizard=name, changed={"stars": [stars, within]}, why=why, source="the rules")


def _publish_result(
    desk: Desk, tx: Tx, duel: Duel, now: Present, events: Sequence[Mapping[str, Any]], view: Mapping[str, Any],
    at: datetime,
) -> None:  # fmt: skip
    """Queues the result comment, the audit page with the bundle, and the letters."""
    audit_url = audit.publish(desk, tx, duel, audit.make_bundle(desk, tx, duel), at)
    facts = {
        "events": events,
        "view": view,
        "rolled": rolled(tx, duel.number, duel.step),
        "rulings": rulings.in_words(tx, duel.number, now.setup.get("rulings", [])),
        "audit_url": audit_url,
        "list_url": desk.wiki.url(duel.list_title or ""),
        "revealed": sorted({entry.values["why"] for entry in tx.entries(duel.number, "revealed")}),
    }
    what = audit.result_key(tx, duel)
    result = desk.comment(tx, duel, what, "result", at, **facts)
    for name in duel.participants:
        wizard = tx.wizard(name)
        if wizard and wizard.notify == Notify.ALL:
            key = desk.key(duel, what, name)
            own = [event for event in events if event.get("wizard") == name]
            desk.letter_to(tx, name, key, "result", at, after=[result], duel=duel, own=own, **facts)

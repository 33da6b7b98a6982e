"""Battle time: the step closes, its orders are fixed and committed to, then played, told and recorded."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from pbp import bundle, fair
from pbp.bundle.facts import FIRST, NEWEST, digests_readings
from pbp.errors import NeedsRuling, Refused, ReplayMismatch
from pbp.games.base import Event
from pbp.games.replay import Replayed, replay, state_digest
from pbp.service import audit, further, lifecycle, offers, older, rolls, waiting
from pbp.service.desk import INSTANT, Desk
from pbp.service.present import Present, game_of, present, replay_step, seed_of, words_of
from pbp.store import Duel, StepRow, Submission, Tx
from pbp.store.states import DuelState, Hold, TextState, Trigger

# ---- commence --------------------------------------------------------------------------------------------------------


def may_close(desk: Desk, duel: Duel, at: datetime) -> None:
    """Whether the Battle Master may close a duel now. Raises Refused, NotDue."""
    if duel.state != DuelState.OPEN or duel.held:
        raise Refused(f"duel {duel.number} is {'held' if duel.held else duel.state}: it cannot be closed now")
    desk.format(duel).check_due(duel, at)
    if duel.battle_time and at <= duel.battle_time and duel.trigger == Trigger.DEADLINE:
        raise Refused(f"duel {duel.number} closes after its battle time, {duel.battle_time:%Y-%m-%d %H:%M} UTC")


def standing_orders(tx: Tx, duel: Duel, now: Present) -> dict[str, Submission]:
    """The orders that count when the step closes, by seat: of those who are awaited.

    Whether an order came in time was decided when it was taken, and its receipt says so: no clock is asked again.
    """
    standing = tx.standing(duel.number, duel.step)
    return {name: standing[name] for name in now.awaits if name in standing and _still_reads(now, name, standing[name])}


def _still_reads(now: Present, name: str, standing: Submission) -> bool:
    """Whether an order means what it meant when it was taken: a list edited since may have changed that."""
    order = now.game.read(now.state, name, standing.words or "").order
    return order is not None and order.words == standing.words


def commence(desk: Desk, tx: Tx, number: int, closing: datetime, at: datetime, *, without: Sequence[str] = ()) -> None:
    """Closes the present step as of `closing`: its orders are fixed, the comment with their commitment queued.

    A contest in which a late player spends a reserve day stays open; without one it ends.

    Every inbox has been polled since `closing`, but those in `without`. Raises Refused.
    """
    duel = tx.duel(number, lock=True)
    if duel.held:
        raise Refused(f"duel {number} is held: {duel.held_why}")
    state = lifecycle.moved(duel, lifecycle.Transition.COMMENCE)
    now = present(desk, tx, duel)
    waiting.enter(desk, tx, duel, now, closing, at)
    orders = standing_orders(tx, duel, now)
    format, missing = desk.format(duel), set(now.awaits) - set(orders)
    if format.instead_of_closing(desk, tx, duel, now, missing, closing, at):
        return
    # Our own clock may have been set back a little since an order came: the step closes after each that counts.
    closing = max([closing, *(order.received + INSTANT for order in orders.values())])
    closed = _closed(desk, tx, duel, now, orders, closing)
    commitment = closed.commitment
    tx.add_step(closed)
    tx.change_duel(number, state=state)
    tx.journal(
        at, "commenced", number, step=duel.step, closed=closing.isoformat(), commitment=commitment,
        without=list(without),
    )  # fmt: skip
    what, first = audit.commence_key(tx, duel), closed.version == FIRST
    facts = {"commitment": commitment, "closed": closing, "without": without, "first": first}
    desk.comment(tx, duel, what, format.closed_template, at, **facts)


def _closed(
    desk: Desk, tx: Tx, duel: Duel, now: Present, orders: Mapping[str, Submission], closing: datetime
) -> StepRow:
    """The present step as it closes, with the commitment to all that its result hangs on.

    A duel goes on in the version in which its first step was closed.
    """
    before = [row for row in tx.steps(duel.number) if row.step < duel.step]
    sheet, own_list = tx.page(desk.config.wiki.sheet), tx.page(duel.list_title or "")
    row = StepRow(
        duel=duel.number,
        step=duel.step,
        closed=closing,
        orders=[[n, o.serial, o.words, o.salt, fair.stamp(o.received)] for n, o in orders.items()],
        blind=secrets.token_bytes(32).hex(),
        commitment="",
        seed_index=further.index_of(tx, duel),
        setup=before[0].setup if before else now.setup,
        sheet_revision=sheet.revision if sheet else None,
        list_revision=own_list.revision if own_list else None,
        state_digest=None,
        events=None,
        draws=None,
        view=None,
        resolved=None,
        version=before[0].version if before else NEWEST,
        previous=desk.format(duel).previous(tx, duel, now.setup),
        amended=None,
    )
    seed = audit.revealed_seed(tx, duel)
    facts = audit.duel_facts(desk, tx, duel, [*before, row], row.setup, seed)
    state = state_digest(now.game, now.state, readings=digests_readings(row.version))
    commitment = bundle.step_commitment(facts, duel.step, state)
    return replace(row, commitment=commitment.hex())


# ---- resolve ---------------------------------------------------------------------------------------------------------


def may_resolve(desk: Desk, tx: Tx, duel: Duel) -> str | None:
    """Why a duel cannot be resolved now; None if it can. Never before its commence comment is on the site."""
    if duel.state != DuelState.PENDING:
        return f"duel {duel.number} is {duel.state}"
    if duel.held:
        return f"duel {duel.number} is held: {duel.held_why}"
    comment = tx.outgoing(desk.key(duel, audit.commence_key(tx, duel)))
    if comment is None or comment.state != TextState.SENT:
        return f"the comment that closes duel {duel.number} is not on the site yet"
    return None


def resolve(desk: Desk, number: int, at: datetime) -> bool:
    """Casts the fixed orders of a pending duel and queues the result; False if it is now held for the Battle Master.

    He has to rule on a spell, or to give a public roller's numbers.

    Raises Refused, OlderStore, SiteError.
    """
    with desk.store.tx() as tx:
        duel = tx.duel(number)
        result = desk.format(duel).result_key(tx, duel)
        if why := may_resolve(desk, tx, duel):
            raise Refused(why)
    older.look(desk, duel, result)
    try:
        with desk.store.tx() as tx:
            duel = tx.duel(number, lock=True)
            if why := may_resolve(desk, tx, duel):
                raise Refused(why)
            _resolve(desk, tx, duel, at)
            return True
    except NeedsRuling as error:
        with desk.store.tx() as tx:
            _hold_for_ruling(desk, tx, tx.duel(number, lock=True), error, at)
        return False
    except rolls.NeedsRolls as error:
        with desk.store.tx() as tx:
            duel = tx.duel(number, lock=True)
            rolls.ask(desk, tx, duel, error.used, lambda make_dice: preview(desk, tx, duel, make_dice), at)
        return False


def preview(desk: Desk, tx: Tx, duel: Duel, make_dice: rolls.MakeDice | None = None) -> tuple[Replayed, Present]:
    """A pending duel, resolved but not recorded, with other dice than its own if `make_dice` makes some.

    Raises NeedsRuling, NeedsRolls, ReplayMismatch.
    """
    game = game_of(duel)
    rows = [row for row in tx.steps(duel.number) if row.step <= duel.step]
    setup = {**rows[0].setup, **desk.format(duel).decided(tx, duel)}
    steps = [replay_step(tx, duel, row) for row in rows]
    steps[-1] = replace(steps[-1], make_dice=make_dice or rolls.dice_of(tx, duel))
    replayed = replay(
        game, bundle.playable(setup), seed_of(tx, duel), duel.number, steps, readings=digests_readings(rows[0].version)
    )
    for row, digest in zip(rows[:-1], replayed.digests[1:], strict=False):
        if row.state_digest != digest:
            raise ReplayMismatch(f"duel {duel.number}, step {row.step}: the inputs no longer give the stored state")
    return replayed, Present(game, setup, replayed.state, game.awaits(replayed.state))


def _resolve(desk: Desk, tx: Tx, duel: Duel, at: datetime) -> None:
    replayed, now = preview(desk, tx, duel)
    events = [_told(desk, now, event) for event in replayed.events[-1]]
    view = dict(now.game.view(now.state, None))
    closed = tx.steps(duel.number)[-1].setup
    decided = desk.format(duel).decided(tx, duel)
    amended = {key: value for key, value in decided.items() if bundle.plain(closed[key]) != bundle.plain(value)}
    if amended:
        amended["rulings"] = decided["rulings"]
    tx.change_step(
        duel.number,
        duel.step,
        amended=amended or None,
        events=events,
        draws=bundle.draw_entries(replayed.draws[-1]),
        state_digest=replayed.digests[-1],
        view=view,
        resolved=at,
    )
    rolls.keep_used(tx, duel, replayed.draws[-1])
    tx.journal(at, "resolved", duel.number, step=duel.step, state_digest=replayed.digests[-1])
    desk.format(duel).after_step(desk, tx, duel, now, events, at)


def void(desk: Desk, tx: Tx, number: int, why: str, at: datetime) -> None:
    """Takes back what was published last of a duel: a ring duel's result, a contest's newest step, or how it ended.

    A step is resolved again, from the same orders and by the same dice, once the duel is resumed. Nothing is deleted:
    what stands on the site stays there, and a comment says that it does not count. Raises Refused if it is held, or
    if later things already build on it.
    """
    duel = tx.duel(number, lock=True)
    if duel.held:
        raise Refused(f"duel {number} is held: {duel.held_why}")
    back = desk.format(duel).take_back(desk, tx, duel, at)
    state, digest = lifecycle.moved(duel, back.move), None
    if state == DuelState.PENDING:
        digest = next(row.state_digest for row in tx.steps(number) if row.step == back.step)
        nothing = dict.fromkeys(("resolved", "state_digest", "events", "draws", "view", "amended"))
        tx.change_step(number, back.step, **nothing)
    tx.change_duel(
        number, state=state, step=back.step, summary=None, ended=None, settles=None,
        held=Hold.VOIDED, held_why=why, held_at=at,
    )  # fmt: skip
    published = duel.state == DuelState.RESOLVED
    tx.journal(at, "voided", number, why=why, step=back.step, state_digest=digest, published=published, what=back.what)
    duel = tx.duel(number)
    nth = len(tx.entries(number, "voided"))
    seed = further.take_if_published(tx, duel, at) if state == DuelState.OPEN else None
    audit.list_again(desk, tx, duel.season)
    desk.comment(tx, duel, f"voided{nth}", "voided", at, why=why, undone=back.what, seed=seed)
    lifecycle.tell_players(desk, tx, duel, f"voided{nth}", at, template="voided", why=why, undone=back.what)


def _told(desk: Desk, now: Present, event: Event) -> dict[str, Any]:
    return {"kind": event.kind, **event.facts, "text": desk.texts.sentence(now.game.name, event)}


def _hold_for_ruling(desk: Desk, tx: Tx, duel: Duel, error: NeedsRuling, at: datetime) -> None:
    names = sorted({item.spell for item in error.unclear})
    lifecycle.hold(desk, tx, duel, Hold.RULING, f"a ruling is needed on {', '.join(names)}", at)
    nth = len(tx.entries(duel.number, "ruled")) + 1
    casts = [
        (wizard, words) for wizard, words in words_of(tx.steps(duel.number)[-1]).items()
        if any(name.casefold() in words.casefold() for name in names)
    ]  # fmt: skip
    desk.tell_master(
        tx,
        f"ruling{nth}.d{duel.number}",
        at,
        about="ruling",
        duel=duel,
        unclear=error.unclear,
        casts=casts,
        offers=offers.all_offers(desk, tx, duel, names),
    )

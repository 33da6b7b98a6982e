"""The steps of a contest: opened with letters to its players, told when they are resolved, until it has ended."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from pbp.errors import Refused
from pbp.games.base import CONTEST, Outcome
from pbp.service import absence, audit, contests, further, lifecycle, orders, people, plans
from pbp.service.desk import Desk
from pbp.service.format import Told
from pbp.service.present import Present, present
from pbp.service.shown import shown_steps
from pbp.store import Duel, Tx
from pbp.store.setups import ContestSetup
from pbp.store.states import RUNNING, DuelState, Notify


def announce(desk: Desk, tx: Tx, duel: Duel, now: Present, at: datetime) -> None:
    """Queues a new contest's post, and the letters that open its first step."""
    post = desk.key(duel, "post")
    facts = _facts(desk, tx, duel, now, at)
    title = f"{contests.title(duel)} {duel.number}: {' against '.join(duel.participants)}"
    facts["part_of"] = tx.meeting_of(duel.number)
    facts["rules_page"] = desk.rules_page(contests.rules_of(duel))
    desk.post(tx, post, title, "contest", at, number=duel.number, duel=duel, **facts)
    _letters(desk, tx, duel, now, [], post, at)


def after_step(desk: Desk, tx: Tx, duel: Duel, now: Present, events: Told, at: datetime) -> None:
    """What follows a resolved step: its comment, and the next step or the end of the contest. `duel` is pending."""
    outcome = now.game.outcome(now.state)
    if outcome:
        duel = _close(tx, duel, lifecycle.moved(duel, lifecycle.Transition.RESOLVE), outcome, at)
        url = audit.publish(desk, tx, duel, audit.make_bundle(desk, tx, duel), at)
        _tell(desk, tx, duel, now, events, at, step=duel.step, outcome=outcome, audit_url=url)
        return
    told = duel.step
    battle_time = at + contests.step_length(duel)
    state = lifecycle.moved(duel, lifecycle.Transition.NEXT_STEP)
    tx.change_duel(duel.number, state=state, step=told + 1, opened=at, battle_time=battle_time, settles=None)
    duel = tx.duel(duel.number)
    if (seed := further.take_if_published(tx, duel, at)) is not None:
        audit.list_again(desk, tx, duel.season)
    answer_for_absent(desk, tx, duel, now, at)
    _tell(desk, tx, duel, now, events, at, step=told, outcome=None, audit_url="", seed=seed)


def standing_answer_note(duel: Duel, words: str) -> str:
    """The name of the note that says which seat has left a standing answer; `words`: the answer in canonical words."""
    return f"{words.lower().replace(' ', '-')}:{duel.number}"


def answer_for_absent(desk: Desk, tx: Tx, duel: Duel, now: Present, at: datetime) -> None:
    """Gives the standing answer of the seat that has left one, if the step asks that seat for it.

    With it, or with orders that wait, a step may close early.
    """
    words = now.phase.standing
    seat = tx.note(standing_answer_note(duel, words)) if words else None
    if duel.state != DuelState.OPEN:
        return
    if seat and seat in now.awaits and (order := now.game.read(now.state, seat, words).order):
        orders.record(desk, tx, duel, seat, order, at, at, wait=False)
    contests.settle(desk, tx, duel, now, at)


def end(desk: Desk, tx: Tx, duel: Duel, now: Present, outcome: Outcome, at: datetime) -> None:
    """Ends an open contest otherwise than by its rules: resigned, agreed or forfeited. The caller journals why.

    The orders of the open step are never published.
    """
    duel = _close(tx, duel, lifecycle.moved(duel, lifecycle.Transition.END), outcome, at)
    facts = {"winner": outcome.winner, "draw": outcome.draw, "reason": outcome.reason}
    url = audit.publish(desk, tx, duel, audit.make_bundle(desk, tx, duel, facts), at)
    _tell(desk, tx, duel, now, [], at, step=duel.step, outcome=outcome, audit_url=url)


def resign(desk: Desk, tx: Tx, duel: Duel, seat: str, at: datetime) -> None:
    """Ends an open contest because a seat gives it up. Raises Refused."""
    winner = next(name for name in duel.seats if name != seat)
    now = present(desk, tx, duel)
    tx.journal(at, "resigned", duel.number, seat=seat)
    end(desk, tx, duel, now, Outcome(winner, False, f"{seat} resigns."), at)


def substitute(desk: Desk, tx: Tx, number: int, old: str, new: str, why: str, at: datetime) -> None:
    """Lets another wizard play on in a participant's seat: its standing order stays. Raises Refused, NotFound."""
    duel = tx.duel(number, lock=True)
    leaving, coming = people.known(tx, old).name, people.known(tx, new).name
    if not isinstance(duel.setup, ContestSetup) or duel.state not in RUNNING:
        raise Refused(f"duel {number} is no contest that goes on: nobody can be substituted in it")
    if leaving not in duel.participants:
        raise Refused(f"{leaving} is not in duel {number}; its players are {' and '.join(duel.participants)}")
    if coming in duel.participants:
        raise Refused(f"{coming} plays in duel {number} already")
    seat = duel.seat_of(leaving)
    tx.change_duel(number, setup=replace(duel.setup, played_by={**duel.setup.played_by, seat: coming}))
    tx.journal(at, "substituted", number, seat=seat, old=leaving, new=coming, why=why)
    duel = tx.duel(number)
    nth = len(tx.entries(number, "substituted"))
    desk.comment(tx, duel, f"substituted{nth}", "substituted", at, old=leaving, new=coming, seat=seat, why=why)
    for name in (leaving, *duel.participants):
        key = desk.key(duel, f"substituted{nth}", name)
        about = f"{coming} takes over from {leaving}: {why}"
        desk.letter_to(tx, name, key, "notice", at, about="substituted", duel=duel, why=about)
    send_prompt(desk, tx, duel, present(desk, tx, duel), coming, f"taken-over{nth}", at)


def resign_for(desk: Desk, tx: Tx, number: int, name: str, at: datetime) -> None:
    """Gives a contest up for a player who has asked the Battle Master for it. Raises Refused, NotFound."""
    duel, player = tx.duel(number, lock=True), people.known(tx, name).name
    if duel.format != CONTEST or player not in duel.participants:
        raise Refused(f"{player} plays in no contest {number}")
    resign(desk, tx, duel, duel.seat_of(player), at)


def send_prompt(desk: Desk, tx: Tx, duel: Duel, now: Present, wizard: str, what: str, at: datetime) -> None:
    """Queues a letter to one participant on how the contest stands; `what` makes its key."""
    _letter(desk, tx, duel, now, wizard, desk.key(duel, what, wizard), at, events=[], outcome=None, after=[])


# ---- reserve days ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Lapse:
    """What a deadline missed in a game with reserve days led to."""

    out: tuple[str, ...]
    spent: tuple[str, ...]


def lapse(desk: Desk, tx: Tx, duel: Duel, now: Present, missing: Collection[str], at: datetime) -> bool:
    """Spends a reserve day of each who is late, and the step stays open a day more; without one the contest is lost.

    False in a game, a phase or a step to which this does not apply: it is then closed.
    """
    if not missing or not now.phase.reserve:
        return False
    left = contests.reserve_left(tx, duel, now)
    out = [seat for seat in duel.seats if seat in missing and left[seat] < 1]
    if out:
        tx.journal(at, "forfeit", duel.number, seats=out)
        end(desk, tx, duel, now, _without_reserve(duel, out), at)
        return True
    assert duel.battle_time
    until = duel.battle_time + timedelta(days=1)
    until += timedelta(days=max(0, (at - until).days + (at > until)))
    for seat in duel.seats:
        if seat in missing:
            tx.journal(at, "reserve", duel.number, seat=seat)
    tx.change_duel(duel.number, battle_time=until)
    what = f"reserve{duel.step}until{until:%m%d%H%M}"  # a number of days spent would tell whose they were
    duel = tx.duel(duel.number)
    desk.comment(tx, duel, what, "reserve", at)
    for seat, name in zip(duel.seats, duel.participants, strict=True):
        wizard = tx.wizard(name)
        if seat in missing and wizard and wizard.notify != Notify.NONE:
            key = desk.key(duel, what, name)
            desk.letter_to(tx, name, key, "reserve", at, duel=duel, left=left[seat] - 1, prompt=now.awaits[seat])
    return True


def _without_reserve(duel: Duel, out: Sequence[str]) -> Outcome:
    if len(out) == 2:
        return Outcome(None, True, "Neither side sent an order in time, and neither has a reserve day left.")
    winner = next(seat for seat in duel.seats if seat not in out)
    return Outcome(winner, False, f"{out[0]} sent no order in time and has no reserve day left.")


# ---- telling ---------------------------------------------------------------------------------------------------------


def _close(tx: Tx, duel: Duel, state: str, outcome: Outcome, at: datetime) -> Duel:
    told = {"winner": outcome.winner, "draw": outcome.draw, "reason": outcome.reason}
    summary = {**(duel.summary or {}), "outcome": told}
    tx.change_duel(duel.number, state=state, summary=summary, ended=at, settles=None)
    return tx.duel(duel.number)


def _tell(
    desk: Desk, tx: Tx, duel: Duel, now: Present, events: Told, at: datetime, *, step: int, outcome: Outcome | None,
    audit_url: str, seed: int | None = None,
) -> None:  # fmt: skip
    """Queues the comment that tells of a step, and a letter to each participant."""
    facts = _facts(desk, tx, duel, now, at) | {
        "events": events,
        "outcome": outcome,
        "audit_url": audit_url,
        "step": step,
        "seed": seed,
    }
    resolved = shown_steps(tx, duel) if events else []
    if resolved:
        facts["table"] = now.game.table(resolved[-1].view)
    # a step that was ended before it closed has no result of its own
    closed = tx.outgoing(desk.key(duel, audit.commence_key(tx, duel, step)))
    what = audit.step_result_key(tx, duel, step) if closed else audit.end_key(tx, duel, step)
    key = desk.comment(tx, duel, what, "step", at, **facts)
    _letters(desk, tx, duel, now, events, key, at, outcome=outcome, audit_url=audit_url)


def _letters(
    desk: Desk, tx: Tx, duel: Duel, now: Present, events: Told, after: str, at: datetime, **facts: Any
) -> None:
    for name in duel.participants:
        wizard = tx.wizard(name)
        if wizard and wizard.notify == Notify.ALL:
            key = desk.key(duel, f"step{duel.step}{duel.state}{audit.again(tx, duel, duel.step)}", name)
            _letter(desk, tx, duel, now, name, key, at, events=events, after=[after], **{"outcome": None, **facts})


def _letter(desk: Desk, tx: Tx, duel: Duel, now: Present, wizard: str, key: str, at: datetime, **facts: Any) -> None:
    """A letter with what one participant may see and is asked for."""
    seat = duel.seat_of(wizard)
    known = _facts(desk, tx, duel, now, at) | {"table": now.game.table(now.game.view(now.state, seat))}
    desk.letter_to(
        tx, wizard, key, "step", at, duel=duel, seat=seat, prompt=now.awaits.get(seat), reserve=known.pop("reserve"),
        waits=plans.told(desk, tx, duel, now, wizard), **known, **facts,
    )  # fmt: skip


def _facts(desk: Desk, tx: Tx, duel: Duel, now: Present, at: datetime) -> dict[str, Any]:
    """What every reader may know of a contest as it stands."""
    over = now.game.outcome(now.state) is not None or duel.state == DuelState.RESOLVED
    away = {name: found.ends for name in duel.participants if (found := absence.of(tx, name)) and found.is_at(at)}
    return {
        "away": {} if over else away,
        "title": contests.title(duel),
        "silence": "" if over else now.silence,
        "table": now.game.table(now.game.view(now.state, None)),
        "reserve": None if over else contests.reserve_left(tx, duel, now),
        "options": contests.options_in_words(duel),
        "conduct": desk.config.contests.conduct,
        "season": tx.season(duel.season),
        "revealed": sorted({entry.values["why"] for entry in tx.entries(duel.number, "revealed")}),
    }

"""What one player has open, from the store: for that player's eyes alone."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from pbp import pictures
from pbp.app import App
from pbp.games.base import CONTEST, RING, Facts, Table, bare_name
from pbp.games.drawn import drawn
from pbp.honours.forms import TournamentForm
from pbp.honours.ladders import why_not_climb
from pbp.service import absence, brackets, challenges, contests, extension, plans, preferences, pushes, tournaments
from pbp.service.present import Present, present
from pbp.service.shown import shown_steps
from pbp.store import Duel, Submission, Tx
from pbp.store.states import RUNNING, DuelState, OrderWaits, TournamentState
from pbp.text import in_zone, utc
from pbp.web import facts as d
from pbp.web.lobby import HowTold, KeptOrder, Lobby, OpenTournament, Rematch, Waiting

_MORE = (12, 24, 48, 72)
"""The hours that a form for more time offers."""

REMATCH = timedelta(days=30)
"""How long after its end a contest offers a rematch."""


def tasks(app: App, tx: Tx, name: str) -> list[d.Task]:
    """Every open duel of a player: first what is owed, the soonest before the others."""
    found = [
        _task(app, tx, duel, name) for duel in tx.duels(*RUNNING) if duel.format == RING or name in duel.participants
    ]
    far = datetime.max.replace(tzinfo=app.now().tzinfo)
    return sorted(found, key=lambda task: (not task.owes, not task.moves, task.closes or far, task.number))


def lobby(app: App, tx: Tx, name: str) -> Lobby:
    """Whom a player can challenge to what, the challenges and orders that wait, and what could be played again."""
    kept, open_now = tuple(_kept(tx, name)), tuple(_tournaments(tx, name))
    told = _told(app, tx, name)
    if not app.config.contests.open_challenges:
        return Lobby(kept=kept, told=told, tournaments=open_now)
    others = tuple((wizard.name, _absent(tx, wizard.name)) for wizard in tx.wizards() if wizard.name != name)
    waiting = tuple(
        Waiting(made["from"], made["to"], challenges.in_words(made), made["from"] == name)
        for made in challenges.waiting(tx)
        if name in (made["from"], made["to"]) or not made["to"]
    )
    return Lobby(others, contests.GAMES, waiting, tuple(_rematches(app, tx, name)), kept, told, open_now)


def _told(app: App, tx: Tx, name: str) -> HowTold:
    wizard, said, away = tx.wizard(name), preferences.of(tx, name), absence.of(tx, name)
    assert wizard
    remind = "USUAL" if said.remind is None else preferences.times_in_words(said.remind) or "OFF"
    browsers = tuple((each.id, each.service) for each in pushes.of(tx, name))
    push_key = app.sites.pusher.public_key if app.sites.pusher else ""
    told = HowTold(wizard.notify, remind, said.zone, push_key=push_key, browsers=browsers)
    return replace(told, begins=away.begins, ends=away.ends, idle=away.idle) if away else told


def _absent(tx: Tx, name: str) -> str:
    """When somebody is away, in a few words for a list; empty if no absence is known."""
    away = absence.of(tx, name)
    return f"away from {away.begins:%Y-%m-%d} to {away.ends:%Y-%m-%d}" if away else ""


def away(tx: Tx, names: Iterable[str]) -> tuple[tuple[str, d.Away], ...]:
    """Who of these is, or will be, away, and when."""
    found = ((name, absence.of(tx, name)) for name in names)
    return tuple((name, d.Away(each.begins, each.ends)) for name, each in found if each)


def _kept(tx: Tx, name: str) -> Iterator[KeptOrder]:
    running = {duel.number for duel in tx.duels(*RUNNING)}
    for order in tx.waiting_orders(name):
        verb = plans.VERBS[order.waits]
        once = order.waits is OrderWaits.ONCE
        where = f"#{order.duel} " if order.duel else ""
        if order.duel is None or order.duel in running:
            words = f"{where}{'' if once else verb + ' '}{order.words}"
            yield KeptOrder(words, f"{where}WITHDRAW" if once else f"{where}WITHDRAW {verb}")


def _tournaments(tx: Tx, name: str) -> Iterator[OpenTournament]:
    """The tournaments that a player can enter or leave; on a ladder, who can be challenged."""
    for each in tx.tournaments(*tournaments.GOING):
        now = brackets.standing(tx, each)
        inside = name in now.drawn and name not in now.gone
        is_ladder = now.form == TournamentForm.LADDER
        if not inside and (name in now.gone or not (is_ladder or each.state == TournamentState.ENTRY)):
            continue
        busy = {who for row in now.open for who in (row.home, row.away)}
        rungs = tuple(
            other for other in now.ladder
            if inside and name not in busy and other not in busy
            and not why_not_climb(now.ladder, name, other, now.terms.reach)
        )  # fmt: skip
        told = f"{now.called} of {now.game}"
        if each.state == TournamentState.ENTRY and each.closes:
            told += f"; entry closes {utc(each.closes)}"
        yield OpenTournament(
            each.number, each.title, told, f"{'LEAVE' if inside else 'ENTER'} {each.number}", inside, rungs
        )


def _rematches(app: App, tx: Tx, name: str) -> Iterator[Rematch]:
    for number in reversed(tx.recent_duels(app.now() - REMATCH)):
        duel = tx.duel(number)
        if duel.state == DuelState.RESOLVED and duel.format == CONTEST and name in duel.participants:
            other = next(each for each in duel.participants if each != name)
            yield Rematch(duel.number, other, contests.title(duel), challenges.again(duel, other))


def _task(app: App, tx: Tx, duel: Duel, name: str) -> d.Task:
    now, seat = present(app.desk, tx, duel), duel.seat_of(name) if name in duel.participants else name
    order = tx.standing(duel.number, duel.step).get(seat)
    ring = duel.format == RING
    counts_now = duel.state == DuelState.OPEN and (duel.battle_time is None or app.now() <= duel.battle_time)
    steps = [] if ring else shown_steps(tx, duel)
    prompt = now.awaits.get(seat)
    would = plans.would(app.desk, tx, duel, now, seat) if order is None else None
    waits = f"{would.order.said} (by your {plans.VERBS[would.waiting.waits]})" if would else ""
    return d.Task(
        number=duel.number,
        step=duel.step,
        title=f"Wizard Duel {duel.number}" if ring else f"{contests.title(duel)} {duel.number}",
        rules=bare_name(now.game) if ring else contests.rules_of(duel),
        ring=ring,
        against="" if ring else next(each for each in duel.participants if each != name),
        owes=prompt is not None and order is None and not waits and duel.state == DuelState.OPEN,
        waits=waits,
        what="" if ring or prompt is None else prompt.what,
        silence=now.silence,
        closes=duel.battle_time,
        held=bool(duel.held),
        counts=_counts(app.config.ring.orders_until, duel, ring, preferences.of(tx, name).zone),
        order=order.said if order else "",
        received=order.received if order else None,
        note=_note(tx, duel, now, name) if ring else "",
        picture=_picture(tx, duel, now, seat, steps[-1].view if steps else {}),
        hidden=_hidden(now, seat),
        last=tuple(event["text"] for event in steps[-1].events) if steps else (),
        moves=now.game.choices(now.state, seat) if counts_now and seat in (*duel.seats, *duel.participants) else (),
        deeds=tuple(_deeds(tx, duel, now, seat, order)) if counts_now else (),
        reserve=contests.reserve_left(tx, duel, now).get(seat) if not ring else None,
        list_title=duel.list_title or "",
        away=() if ring else away(tx, (each for each in duel.participants if each != name)),
        more_time=_more_time(app, tx, duel) if counts_now and not ring and seat in now.awaits else (),
    )


def _more_time(app: App, tx: Tx, duel: Duel) -> tuple[int, ...]:
    """The hours that may still be asked for in a contest, as a form offers them."""
    left = extension.hours_left(app.desk, tx, duel)
    return tuple(hours for hours in _MORE if hours <= left)


def _picture(tx: Tx, duel: Duel, now: Present, seat: str, published: Facts) -> d.Drawn:
    """How the duel stands, as the seat may see it."""
    if duel.format == RING:
        people = {wizard.name: wizard for wizard in tx.wizards()}
        seats = [
            pictures.Seat(place, name, not people[name].active, people[name].stars)
            for place, name in enumerate(duel.participants, 1)
        ]
        return d.Drawn(pictures.ring(f"Wizard Duel {duel.number}", seats))
    picture = now.game.picture({**published, **now.game.view(now.state, seat)})
    return d.Drawn(drawn(f"{contests.title(duel)} {duel.number}, as you see it", picture), picture.wide)


def _hidden(now: Present, seat: str) -> Table:
    """How things stand for the seat, where that is more than everybody may see."""
    own = now.game.view(now.state, seat)
    return now.game.table(own) if own != now.game.view(now.state, None) else ()


def _note(tx: Tx, duel: Duel, now: Present, name: str) -> str:
    if name not in duel.participants:
        wizard = tx.wizard(name)
        way = "" if wizard and wizard.active else " if you send ACTIVE before it is drawn"
        return f"You are not in this duel: its ring was drawn without you. You will be in the next one{way}."
    return "" if name in now.awaits else "You are idle: ACTIVE lets you cast again."


def _counts(orders_until: str, duel: Duel, ring: bool, zone: str) -> str:
    if duel.held:
        return (
            "The duel is held until the Battle Master has decided a question, and its clock stands still. Your order"
            " stands, and you can still change it. The post of the duel says when it goes on."
        )
    if duel.battle_time is None:
        return "Orders count until everybody's is in."
    end = in_zone(duel.battle_time, zone) if zone not in ("", "UTC") else utc(duel.battle_time)
    if not ring:
        return f"Orders count until the step closes, {end} at the latest."
    if orders_until == "battle-time":
        return f"Orders count until the battle time, {end}."
    return f"Orders count until the Battle Master closes the duel, at or shortly after {end}."


def _deeds(tx: Tx, duel: Duel, now: Present, seat: str, order: Submission | None) -> Iterator[d.Deed]:
    """What can be done beside an order, each as the words that do it; grave ones with what they lead to."""
    number = f"#{duel.number}"
    if order is not None:
        yield d.Deed("Take my order back", f"{number} WITHDRAW", f"Your order, {order.said}, will not count.")
    if duel.format == RING:
        if seat in duel.participants and seat not in now.awaits:
            yield d.Deed("Be active again", "ACTIVE")
        return
    if order is not None and order.wait:
        yield d.Deed("Ready: the step may close early", f"{number} READY")
    elif order is not None:
        yield d.Deed("Wait: do not close the step early", f"{number} WAIT")
    if (wish := extension.asked_for(tx, duel)) and duel.seat_of(wish.by) != seat:
        told = f"The step closes {wish.hours} hours later."
        yield d.Deed(f"Grant {wish.by} {wish.hours} hours more", f"{number} GRANT", told)
    called = {entry.values["seat"] for entry in tx.entries(duel.number, "extended-time")}
    if now.game.extended_time and seat not in called:
        told = "The time of this step is doubled, for both. You can do this once in the game."
        yield d.Deed("Extended time", f"{number} EXTENDED TIME", told)
    offered = json.loads(tx.note(f"draw:{duel.number}") or "{}")
    if offered.get("step") == duel.step and offered.get("seat") not in (None, seat):
        yield d.Deed("Accept the draw", f"{number} DRAW", "The contest ends now, and nobody wins it.")
        yield d.Deed("Decline the draw", f"{number} DECLINE DRAW")
    elif offered.get("step") != duel.step or offered.get("seat") != seat:
        yield d.Deed("Offer a draw", f"{number} DRAW", "If your opponent agrees in this step, the contest is drawn.")
    yield d.Deed("Resign", f"{number} RESIGN", "You lose this contest now. This cannot be taken back.")


def known(tasks_: Sequence[d.Task], number: int | None) -> d.Task | None:
    """The task of that duel."""
    return next((task for task in tasks_ if task.number == number), None)

"""`pbp status`: what runs, what waits for the Battle Master, what is on its way out."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from pbp.app import App
from pbp.cli.common import HELD, open_app, print_json, with_config, with_json
from pbp.cli.completing import a_duel
from pbp.service import hidden, outages, reach, report, rhythm, ring, rolls, sheet_edits, templates
from pbp.store import Duel, Tx
from pbp.store.states import RUNNING, DuelState, PageState, TextKind, TextState
from pbp.text import time_left, utc

LETTERS_SHOWN = 5
"""How many of the letters that are kept aside are named, the last ones."""


@dataclass(frozen=True)
class StatusReport:
    """How things stand: `facts` for a script, `lines` for people, and whether anything `waits` for a word."""

    facts: dict[str, Any]
    lines: tuple[str, ...]
    waits: bool


@click.command()
@with_config
@with_json
@a_duel(required=False)
@click.option("--reveal", metavar="WHY", help="Show the orders of an open duel; journalled, and shown with the result.")
def status(config: Path, as_json: bool, number: int | None, reveal: str | None) -> None:
    """Say what runs, what waits for you, and what is on its way out. With NUMBER, of that duel alone."""
    app = open_app(config)
    if reveal is not None:
        if number is None:
            raise click.UsageError("--reveal needs the NUMBER of a duel")
        for name, said in app.orders(number, reveal):
            click.echo(f"{name}: {said}")
        return
    with app.store.tx() as tx:
        standing = of_duel(app, tx, tx.duel(number)) if number is not None else of_all(app, tx)
    if as_json:
        print_json(standing.facts)
    else:
        for line in standing.lines:
            click.echo(line)
    if standing.waits:
        sys.exit(HELD)


def of_duel(app: App, tx: Tx, duel: Duel) -> StatusReport:
    """How one duel stands, whether it runs or has ended."""
    return StatusReport(_facts(duel), (_said(app, duel),), bool(duel.held))


def of_all(app: App, tx: Tx) -> StatusReport:
    """How everything stands."""
    running = tx.duels(*RUNNING)
    rings = rolls.rings_waiting(tx)
    stuck = tx.all_outgoing(TextState.STUCK)
    pages = tx.pages_unset()
    edits = sheet_edits.waiting(tx)
    aside = tx.messages_aside()
    failing = templates.failing(app.desk, tx)
    unsent = outages.waiting(tx, app.now())
    unseen = hidden.hidden(tx)
    unreached = reach.unreached(tx)
    ran = rhythm.last_run(tx)
    first = ring.waits_for_a_word(app.desk, tx) if app.config.ring.auto_schedule else None
    facts = {
        "duels": [_facts(duel) for duel in running],
        "rings": [{"number": wanted, "waits": waits} for wanted, waits in rings],
        "queued": [item.key for item in tx.all_outgoing(TextState.QUEUED) if item.kind != TextKind.LETTER],
        "waits": unsent,
        "stuck": [{"key": item.key, "why": item.why} for item in stuck],
        "pages": [{"title": page.title, "state": page.state, "why": page.why} for page in pages],
        "sheet_edits": [{"revision": edit.revision, "author": edit.author, "changes": edit.changes} for edit in edits],
        "aside": [{"channel": row.channel, "why": row.why} for row in aside],
        "templates": [{"name": name, "why": why} for name, why in failing.items()],
        "unreached": unreached,
        "hidden": unseen,
        "last_tick": ran.isoformat() if ran else None,
    }

    def lines() -> Iterator[str]:
        yield from (_said(app, duel) for duel in running)
        if not running:
            yield "no duel is open or pending" + (f": {first}" if first else "")
        for wanted, waits in rings:
            yield _waits(f"duel {wanted} waits, before it is scheduled, for {waits}")
        for item in stuck:
            yield _fails(f"stuck: {item.key}: {item.why}")
        for page in pages:
            if page.state != PageState.QUEUED:
                yield _waits(f"page {page.title}: {page.state} {page.why or ''}".rstrip())
        for edit in edits:
            said = "; ".join(edit.sentences)
            yield _waits(f"revision {edit.revision} of the sheet, by {edit.author}, waits: {said}")
        for row in aside[-LETTERS_SHOWN:]:
            yield _waits(f"kept aside: a letter by {row.channel}, {utc(row.received)}: {row.why}")
        if aside:
            yield _waits(f"letters kept aside: {len(aside)}; see `pbp letters list`")
        for name, why in failing.items():
            yield _fails(f"your template {name} fails, the shipped one is used: {why}")
        for line in unsent:
            yield _waits(f"waits: {line}")
        for key, said in unseen.items():
            yield _fails(f"readers do not see {key}: {said}")
        for lost in unreached:
            yield _fails(f"cannot be reached: {lost['channel']}:{lost['address']}: {lost['why']}")
        yield f"last tick: {utc(ran) if ran else 'never'}"

    return StatusReport(facts, tuple(lines()), bool(rings or report.waits_for_a_word(app.desk, tx)))


def _facts(duel: Duel) -> dict[str, Any]:
    return {
        "number": duel.number,
        "state": duel.state,
        "held": duel.held,
        "why": duel.held_why,
        "battle_time": duel.battle_time,
    }


def _said(app: App, duel: Duel) -> str:
    when = ""
    if duel.battle_time and duel.state == DuelState.OPEN:
        left = time_left((duel.battle_time - app.now()).total_seconds())
        when = f"; {app.desk.format(duel).end_called(duel)} {utc(duel.battle_time)}, in {left}"
    held = f"; {click.style(f'held ({duel.held})', fg='yellow')}: {duel.held_why}" if duel.held else ""
    return f"duel {duel.number} is {duel.state}{when}{held}"


def _waits(line: str) -> str:
    return click.style(line, fg="yellow")


def _fails(line: str) -> str:
    return click.style(line, fg="red")


COMMANDS = (status,)

"""What is published of a duel that has ended: its bundle, made from the stored inputs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbp import bundle, fair
from pbp.service.desk import secret_season
from pbp.service.position import game_of, rolled, setup_now
from pbp.store import Duel, StepRow, Tx


def make_bundle(tx: Tx, duel: Duel, ended: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """The signed bundle of a resolved duel; `ended`: its outcome, where the rules alone give none."""
    season = tx.season(duel.season)
    assert season
    rows = tx.steps(duel.number)
    facts = bundle.DuelFacts(
        season=season.id,
        anchor=bytes.fromhex(season.anchor),
        duel=duel.number,
        game=game_of(duel),
        seed=secret_season(season.key).reveal(duel.seed_index),
        setup=rows[0].setup if rows else setup_now(tx, duel),
        sheet_revision=rows[0].sheet_revision if rows else None,
        steps=tuple(_closed_step(tx, row) for row in rows),
        ring_rolls=rolled(tx, duel.number, 0),
        ended=ended,
    )
    return bundle.make_bundle(facts, season.signing_key)


def _closed_step(tx: Tx, row: StepRow) -> bundle.ClosedStep:
    orders = tuple(
        bundle.StandingOrder(player, serial, words, bytes.fromhex(salt), fair.read_stamp(received))
        for player, serial, words, salt, received in row.orders
    )
    rolls = rolled(tx, row.duel, row.step)
    return bundle.ClosedStep(row.closed, bytes.fromhex(row.blind), orders, rolls=rolls)


def result_key(tx: Tx, duel: Duel) -> str:
    """What the comment with a duel's result is called in its key; after a voided result, a new one."""
    voided = len(tx.entries(duel.number, "voided"))
    return f"result{voided + 1}" if voided else "result"

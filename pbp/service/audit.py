"""What is published of a duel that has ended: its bundle, made from the stored inputs, and the list of its season."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from pbp import bundle, fair
from pbp.bundle.facts import (
    CANCELLED,
    FIRST,
    NEWEST,
    RESOLVED,
    RUNNING,
    SEED,
    Amended,
    Anchored,
    CancelledFacts,
    ClosedStep,
    DuelFacts,
    ListedDuel,
    SeasonList,
    StandingOrder,
)
from pbp.errors import ReplayMismatch
from pbp.fair import RevealedSeed
from pbp.games.base import Setup
from pbp.service import further
from pbp.service.desk import Desk, secret_season
from pbp.service.present import game_of, rolled, setup_now
from pbp.store import Duel, StepRow, Tx
from pbp.store.setups import RingSetup
from pbp.store.states import PageKind
from pbp.store.values import SeasonRow
from pbp.version import this_pbp

_LIST = "season-list:"


def make_bundle(desk: Desk, tx: Tx, duel: Duel, ended: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """The signed bundle of a resolved duel; `ended`: its outcome, where the rules alone give none.

    Raises ReplayMismatch where it would not hold against the commitments that were published.
    """
    rows = tx.steps(duel.number)
    setup = rows[0].setup if rows else setup_now(desk, tx, duel)
    season, seed = _season_of(tx, duel), revealed_seed(tx, duel)
    made = bundle.make_bundle(duel_facts(desk, tx, duel, rows, setup, seed, ended), season.signing_key)
    for row, step in zip(rows, made["steps"], strict=True):
        if row.commitment and row.commitment != step["commitment"]:
            raise ReplayMismatch(
                f"duel {duel.number}, step {row.step}: what is stored now is not what its commitment was made over."
                " Its spells may have been read otherwise when it closed, by another version of pbp: end it with"
                " that one, or cancel it"
            )
    return made


def make_cancelled(tx: Tx, duel: Duel) -> dict[str, Any]:
    """The signed bundle of a cancelled duel, in the version that its steps began with."""
    season, rows = _season_of(tx, duel), tx.steps(duel.number)
    version = rows[0].version if rows else NEWEST
    facts = CancelledFacts(
        season=season.id,
        anchor=bytes.fromhex(season.anchor),
        duel=duel.number,
        game=duel.game,
        seed=revealed_seed(tx, duel),
        names=tuple(duel.setup.ring) if isinstance(duel.setup, RingSetup) else None,
        ring_rolls=rolled(tx, duel.number, 0),
        anchored=anchored(season) if version != FIRST else None,
        dice=dice_of(tx, duel) if version != FIRST else SEED,
        version=version,
        made_by=this_pbp(),
    )
    return bundle.make_cancelled(facts, season.signing_key)


def duel_facts(
    desk: Desk,
    tx: Tx,
    duel: Duel,
    rows: Sequence[StepRow],
    setup: Setup,
    seed: RevealedSeed,
    ended: Mapping[str, Any] | None = None,
) -> DuelFacts:
    """The facts of a duel with these closed steps, in the version of the first of them."""
    season, first = _season_of(tx, duel), rows[0] if rows else None
    version = first.version if first else NEWEST
    second = version != FIRST
    amended = first.amended if first else None
    if amended and not second:
        setup = {**setup, **amended}
    return DuelFacts(
        season=season.id,
        anchor=bytes.fromhex(season.anchor),
        duel=duel.number,
        game=game_of(duel),
        seed=seed,
        setup=setup,
        sheet_revision=first.sheet_revision if first else None,
        steps=tuple(_closed_step(desk, tx, duel, row) for row in rows),
        ring_rolls=rolled(tx, duel.number, 0),
        ended=ended,
        anchored=anchored(season) if second else None,
        dice=dice_of(tx, duel) if second else SEED,
        previous=first.previous if first and second else None,
        amended=Amended(amended, _reasons(tx, duel)) if amended and second else None,
        voided=_taken_back(tx, duel) if second else (),
        version=version,
        made_by=this_pbp(),
    )


def _closed_step(desk: Desk, tx: Tx, duel: Duel, row: StepRow) -> ClosedStep:
    orders = tuple(
        StandingOrder(player, serial, words, bytes.fromhex(salt), fair.read_stamp(received))
        for player, serial, words, salt, received in row.orders
    )
    kept = row.version == FIRST
    comment = None if kept else tx.outgoing(desk.key(duel, _commence_key(tx, duel, row.step, kept=kept)))
    rolls = rolled(tx, row.duel, row.step)
    where = comment.ref_url if comment else None
    own = None if row.seed_index == duel.seed_index else revealed_seed(tx, duel, row.seed_index)
    return ClosedStep(row.closed, bytes.fromhex(row.blind), orders, own, rolls=rolls, comment=where)


def _taken_back(tx: Tx, duel: Duel) -> tuple[dict[str, Any], ...]:
    """Every result of a duel that was taken back, and every closing after which it was opened again."""
    found, closing = [], ""
    for entry in tx.entries(duel.number):
        if entry.kind == "commenced":
            closing = entry.values["commitment"]
        elif entry.kind == "voided":
            digest = entry.values.get("state_digest")
            found.append({"at": entry.at, "why": entry.values["why"], "state_digest": digest})
        elif entry.kind == "reopened":
            of = f"with the commitment {closing}" if closing else "of which the Battle Master's books were lost"
            why = entry.values.get("why") or f"The duel was opened again after a closing {of}."
            found.append({"at": entry.at, "why": why, "state_digest": None})
        elif entry.kind == "put-back":
            found.append({"at": entry.at, "why": entry.values["why"], "state_digest": None})
    return tuple(found)


def _reasons(tx: Tx, duel: Duel) -> tuple[dict[str, Any], ...]:
    """Why the Battle Master ruled as he did, each time."""
    return tuple(
        {"spell": e.values["spell"], "wizard": e.values["wizard"], "why": e.values["why"], "at": e.at}
        for e in tx.entries(duel.number, "ruled")
    )


def dice_of(tx: Tx, duel: Duel) -> str:
    """Where a duel's dice come from; of one scheduled by the first version, its ring tells."""
    return duel.dice or ("rolls" if tx.rolls(duel.number, 0) else SEED)


def revealed_seed(tx: Tx, duel: Duel, index: int | None = None) -> RevealedSeed:
    """A duel's seed with its path, which is published when it has ended; with an index, that further one of it."""
    return secret_season(_season_of(tx, duel).key).reveal(duel.seed_index if index is None else index)


def anchored(season: SeasonRow) -> Anchored | None:
    """What a season's anchor fixes beside the operator's key; None for one that is the root alone."""
    return Anchored(secret_season(season.key).root, season.dice) if season.dice else None


def _season_of(tx: Tx, duel: Duel) -> SeasonRow:
    season = tx.season(duel.season)
    assert season
    return season


def list_due(season: str) -> str:
    """The name of the note that says whether the list of a season has to be written anew."""
    return f"{_LIST}{season}"


def lists_due(tx: Tx) -> list[str]:
    """The seasons whose lists have to be written anew."""
    return sorted(name.removeprefix(_LIST) for name, due in tx.notes(_LIST).items() if due == "due")


def list_again(desk: Desk, tx: Tx, season: str) -> None:
    """Has the list of a season written anew if there is one, since another duel runs: whenever that began."""
    if tx.page(desk.season_title(season)):
        tx.set_note(list_due(season), "due")


def season_page(desk: Desk, tx: Tx, id: str) -> str:
    """The page with the signed list of all duels of a season."""
    listed = bundle.bundle_text(_season_list(desk, tx, id))
    return desk.texts.render("wiki/season", desk.wiki.markup, listed=listed, season=id)


def _season_list(desk: Desk, tx: Tx, id: str) -> dict[str, Any]:
    season = tx.season(id)
    assert season
    states = {"resolved": RESOLVED, "cancelled": CANCELLED}
    duels, own = [], tx.duels_of_season(id)
    of = {number: (game, state) for _, number, game, state in own}
    more = [(index, number, *of[number]) for index, number in further.of_season(tx, id)]
    for index, number, game, state in sorted([*own, *more]):
        ended = states.get(state)
        audit = desk.wiki.url(desk.audit_title(number)) if ended else None
        duels.append(ListedDuel(index, number, game, ended or RUNNING, audit))
    anchor, key = bytes.fromhex(season.anchor), bytes.fromhex(season.public_key)
    return bundle.make_season(SeasonList(id, anchor, anchored(season), key, tuple(duels)), season.signing_key)


def commence_key(tx: Tx, duel: Duel, step: int | None = None) -> str:
    """What the comment that closes a step (the present one) is called in its key; of a duel opened again, a new one.

    The first version kept the old one.
    """
    step = step or duel.step
    kept = any(row.step == step and row.version == FIRST for row in tx.steps(duel.number))
    return _commence_key(tx, duel, step, kept=kept)


def _commence_key(tx: Tx, duel: Duel, step: int, *, kept: bool) -> str:
    again = 0 if kept else _reopened(tx, duel, step)
    return f"commence{step}" + (f"again{again}" if again else "")


def result_key(tx: Tx, duel: Duel) -> str:
    """What the comment with a ring duel's result is called in its key; after a voided result, a new one."""
    voided = len(tx.entries(duel.number, "voided"))
    return f"result{voided + 1}" if voided else "result"


def step_result_key(tx: Tx, duel: Duel, step: int) -> str:
    """What the comment with the result of a contest's step is called in its key; of one played again, a new one."""
    return f"result{step}{again(tx, duel, step)}"


def end_key(tx: Tx, duel: Duel, step: int) -> str:
    """What the comment is called that tells of a contest's end in an open step; of one that ends anew, a new one."""
    return f"ended{step}{again(tx, duel, step)}"


def again(tx: Tx, duel: Duel, step: int) -> str:
    """What tells the texts on a step apart that was opened or resolved again, or one before it; else nothing."""
    undone = sum(entry.values.get("step", 1) <= step for entry in tx.entries(duel.number, "voided"))
    times = _reopened(tx, duel, step) + undone
    return f"again{times}" if times else ""


def _reopened(tx: Tx, duel: Duel, step: int) -> int:
    """How often a step was opened again, or one before it."""
    return sum(entry.values.get("step", 1) <= step for entry in tx.entries(duel.number, "reopened"))


def publish(desk: Desk, tx: Tx, duel: Duel, published: Mapping[str, Any], at: datetime) -> str:
    """Queues the audit page of a duel that has ended, with its bundle; gives its address.

    The list of its season is written anew before the next texts go out, once for all duels that ended.
    """
    title = desk.audit_title(duel.number)
    listed = desk.wiki.url(desk.season_title(duel.season))
    whole = bundle.bundle_text(published)
    text = desk.texts.render("wiki/audit", desk.wiki.markup, audit=published, bundle=whole, season_url=listed)
    tx.want_page(title, PageKind.AUDIT, text, f"All that it takes to check duel {duel.number}", at, duel=duel.number)
    tx.set_note(list_due(duel.season), "due")
    return desk.wiki.url(title)

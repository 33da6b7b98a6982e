"""After the store was put back from a backup: what the sites already show is found and adopted, never done again.

Every running duel is held until its keys have been looked up. A published result is adopted from its bundle; a duel
that was closed on the site, but whose orders the backup lacks, waits for a decision; a duel that the store does not
know at all counts as cancelled. Seeds of whatever is found count as used, so that none serves twice. The books go on in
a new line: with serials, and keys of texts, that the lost part of the line before cannot have used.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from pbp import fair
from pbp.bundle import draw_entries, plain, replay_facts, result_entry
from pbp.bundle.facts import PUT_BACK, CancelledFacts, DuelFacts, Rolled
from pbp.bundle.form import find_bundle, read_bundle
from pbp.errors import FileFaults
from pbp.games import ring_game
from pbp.games.replay import Replayed, seats
from pbp.ports import Ref
from pbp.service import audit, lifecycle, older, rhythm, sheet
from pbp.service.desk import Desk
from pbp.service.ring import summary
from pbp.store import Duel, StepRow, Tx
from pbp.store.setups import ContestSetup, RingSetup, Setup, read
from pbp.store.states import RUNNING, DuelState, Hold, TextKind, TextState, Trigger
from pbp.text import utc
from pbp.verify import Seen, check_bundle

_SURE = 5
"""How many steps of a contest beyond the last that is found are looked for: none is left out in between."""


def after_restore(desk: Desk, at: datetime) -> list[str]:
    """Looks every key up on the sites; gives what was found, a sentence each. Raises SiteDown, SiteRefused."""
    with desk.store.tx() as tx:
        tx.set_note("line", str(tx.line + 1))
        backup = older.backup_of(tx, at)
        running = tx.duels(*RUNNING)
        for duel in running:
            lifecycle.hold(desk, tx, tx.duel(duel.number, lock=True), Hold.RESTORED, "the store was restored", at,
                           public=False)  # fmt: skip
    found = [_look_up(desk, duel, backup, at) for duel in running]
    for first in (1, desk.config.contests.first_number):
        found += _unknown_duels(desk, first, at)
    found += [
        f"tournament {number} was begun on the site, and all of it is lost: announce another, which has a new number"
        for number in older.find_lost_tournaments(desk)
    ]
    older.take_edits_as_tried(desk)
    found += _other_values(desk, at)
    with desk.store.tx() as tx:
        older.reconciled(desk, tx)
        for item in tx.all_outgoing(TextState.QUEUED):  # the lost part of the books may have sent it
            tx.change_outgoing(item.key, tried=item.tried or at, first_tried=item.first_tried or at)
        _ask_again(desk, tx, backup, at)
        tx.journal(at, "restored", found=found, backup=backup.isoformat(), line=tx.line)
        rhythm.begin_anew(tx, at)
    return found


def _look_up(desk: Desk, duel: Duel, backup: datetime, at: datetime) -> str:
    """What the sites show of a duel that the store has as running, and what follows."""
    number, post = duel.number, desk.blog.find(desk.key(duel, "post"))
    published = _published(desk, number) if post else None
    if isinstance(published, CancelledFacts):
        _adopt_cancelled(desk, number, at)
        return f"duel {number} was cancelled on the site, and is here"
    if published:
        with desk.store.tx() as tx:
            _adopt(desk, tx, published, at)
        return f"duel {number} was resolved on the site: its result is adopted"
    if post and (last := _closed_on_site(desk, duel, post)):
        with desk.store.tx() as tx:
            lost = older.note_lost_steps(tx, number, duel.step, last)
        return (
            f"{lost.lower()} of duel {number} went on on the site, and its orders are lost:"
            f" `pbp duel resume {number}` has it played again, `pbp duel cancel {number}` ends it"
        )
    with desk.store.tx() as tx:
        tx.journal(at, "put-back", number, why=f"The Battle Master's {PUT_BACK} to how they were at"
                   f" {utc(backup)}: orders that came after it had to be sent again.")  # fmt: skip
        if tx.duel(number).held == Hold.RESTORED:
            battle_time, settles = lifecycle.later_by(desk, duel, max(at - backup, timedelta(0)), at)
            lifecycle.release(tx, number, battle_time=battle_time, settles=settles)
    return f"duel {number} goes on: the site shows no more of it than the store"


def _closed_on_site(desk: Desk, duel: Duel, post: Ref) -> int:
    """The last step that the site shows as closed, if the store has its orders not; 0 if there is none."""
    last = 0
    for step in range(duel.step, duel.step + _SURE):
        with desk.store.tx() as tx:
            key, knows = (
                desk.key(duel, audit.commence_key(tx, duel, step)),
                step < duel.step + (duel.state == DuelState.PENDING),
            )
        if not knows and desk.blog.find(key, post):
            last = step
    return last


def _ask_again(desk: Desk, tx: Tx, backup: datetime, at: datetime) -> None:
    """Asks every player to send again what was lost, and says so under each running duel."""
    running = tx.duels(DuelState.OPEN)
    for duel in running:
        desk.comment(tx, duel, "books", "books", at, backup=backup)
    for wizard in tx.wizards():
        own = [duel for duel in running if wizard.name in duel.participants]
        if not own and not wizard.active:
            continue
        stands = [(duel, _said(tx, duel, wizard.name)) for duel in own]
        key = desk.key(None, "books", wizard.name)
        desk.letter_to(tx, wizard.name, key, "books", at, backup=backup, duels=stands)


def _said(tx: Tx, duel: Duel, wizard: str) -> str:
    standing = tx.standing(duel.number, duel.step).get(duel.seat_of(wizard))
    return standing.said if standing else ""


def _other_values(desk: Desk, at: datetime) -> list[str]:
    """What the sheet shows otherwise than the store: a decision, or a wizard, that is lost. What people wrote there is
    booked first.
    """
    with desk.store.tx() as tx:
        page = tx.page(desk.config.wiki.sheet)
    there = desk.wiki.read(page.title) if page and page.revision else None
    if page is None or there is None:
        return []
    sheet.read_back(desk, page, at)
    with desk.store.tx() as tx:
        wizards = {wizard.name.casefold(): wizard for wizard in tx.wizards()}
    found = []
    for row in sheet.read_sheet(there.text) or ():
        wizard = wizards.get(row.name.casefold())
        if wizard is None:
            found.append(f"the sheet names {row.name}, whom the store does not know: `pbp player add {row.name}`")
        elif row.stars is not None and row.stars != wizard.stars:
            found.append(
                f"the sheet shows {row.name} with {row.stars} Stars, the store has {wizard.stars}: if a decision is"
                f" lost, `pbp duel adjust {row.name} --stars {row.stars} --why …`"
            )
    return found


def _unknown_duels(desk: Desk, first: int, at: datetime) -> list[str]:
    """Duels that the site shows and the store does not know: adopted from their bundles, or cancelled."""
    contests = desk.config.contests.first_number
    found: list[str] = []
    while True:
        with desk.store.tx() as tx:
            last = tx.last_number(first, contests if first < contests else 10**9)
        number = (last or max(first, desk.config.season.first_number if first < contests else first) - 1) + 1
        below = first < contests <= number  # all numbers below those of contests are used
        post = None if below else desk.blog.find(desk.key(number, "post"))
        if post is None:
            return found
        published = _published(desk, number)
        with desk.store.tx() as tx:
            if isinstance(published, DuelFacts):
                _adopt(desk, tx, published, at)
                found.append(f"duel {number} was resolved on the site: its result is adopted")
            else:
                index = published.seed.index if published else None
                tx.add_duel(_lost(desk, tx, number, at, index=index))
                tx.journal(at, "lost", number)
            key = desk.key(number, "post")
            tx.queue(key, TextKind.POST, "blog", at, {}, duel=number)
            tx.record_sent(key, post, at)
        if isinstance(published, CancelledFacts):
            _adopt_cancelled(desk, number, at)
            found.append(f"duel {number} was cancelled on the site, and is here")
        elif published is None:
            with desk.store.tx() as tx:
                lifecycle.cancel(desk, tx, number, "The Battle Master's books were restored from a backup.", at)
            found.append(f"duel {number} was open on the site, and all of it is lost: it counts as cancelled")


def _adopt_cancelled(desk: Desk, number: int, at: datetime) -> None:
    """Records that a duel was cancelled, which the site tells already."""
    with desk.store.tx() as tx:
        duel = tx.duel(number, lock=True)
        tx.change_duel(
            number,
            state=lifecycle.moved(duel, lifecycle.Transition.CANCEL),
            ended=at,
            held=None,
            held_why=None,
            held_at=None,
        )
        _use_index(tx, desk.config.season.id, duel.seed_index)
        tx.set_note(audit.list_due(duel.season), "due")
        tx.journal(at, "cancelled", number, why="as the site shows", index=duel.seed_index)


def _published(desk: Desk, number: int) -> DuelFacts | CancelledFacts | None:
    """The facts of a duel's published bundle, if it is ours and holds."""
    page = desk.wiki.read(desk.audit_title(number))
    if page is None:
        return None
    with desk.store.tx() as tx:
        season = tx.season(desk.config.season.id)
    assert season
    try:
        value = find_bundle(page.text)
        facts = read_bundle(value)
    except FileFaults:
        return None
    checks = check_bundle(value, Seen(anchor=season.anchor, public_key=season.public_key))
    if facts.duel != number or not all(check.ok for check in checks):
        return None
    return facts


def _adopt(desk: Desk, tx: Tx, facts: DuelFacts, at: datetime) -> None:
    """Records a published duel as resolved, and gives its changes to the wizards."""
    replayed = replay_facts(facts)
    known = tx.find_duel(facts.duel)
    view = plain(facts.game.view(replayed.state, None))
    values: dict[str, Any] = {
        "state": DuelState.RESOLVED, "ended": facts.steps[-1].closed_at if facts.steps else at,
        "step": max(1, len(facts.steps)), "seed_index": facts.seed.index, "settles": None,
        "held": None, "held_why": None, "held_at": None,
    }  # fmt: skip
    if "wizards" in facts.setup:
        values["summary"] = summary(view)
        for name, wizard in view["wizards"].items():
            present = tx.wizard(name)
            if present:
                stars = present.stars + wizard["change"]
                tx.change_wizard(name, stars=stars, attributes={**present.attributes, **wizard["attributes"]})
    else:
        values["summary"] = {"outcome": facts.ended or result_entry(facts, replayed)["outcome"]}
    if known is None:
        tx.add_duel(_lost(desk, tx, facts.duel, at, facts))
    tx.change_duel(facts.duel, **values)
    for seed in (facts.seed, *(step.seed for step in facts.steps if step.seed)):
        _use_index(tx, desk.config.season.id, seed.index)
    for row in tx.steps(facts.duel):
        tx.remove_step(facts.duel, row.step)
    kept = {row.step for row in tx.steps(facts.duel)}
    for number in range(1, len(facts.steps) + 1):
        if number not in kept:
            tx.add_step(_row(desk, facts, replayed, number, at))
    _keep_rolls(tx, facts, replayed)
    tx.set_note(audit.list_due(desk.config.season.id), "due")
    tx.journal(at, "adopted", facts.duel, state_digest=replayed.digests[-1])


def _keep_rolls(tx: Tx, facts: DuelFacts, replayed: Replayed) -> None:
    """Puts the published numbers of a public roller back among the duel's inputs."""
    given: list[tuple[Rolled | None, Sequence[int]]] = [(facts.ring_rolls, range(len(seats(facts.setup)), 1, -1))]
    for step, draws in zip(facts.steps, replayed.draws, strict=True):
        given.append((step.rolls, [draw.sides for draw in draws if not draw.secret]))
    for number, (rolled, sides) in enumerate(given):
        tx.cut_rolls(facts.duel, number, 0)
        if rolled:
            tx.ask_rolls(facts.duel, number, sides[: len(rolled.values)])
            tx.give_rolls(facts.duel, number, rolled.values, " ".join(rolled.urls))


def _row(desk: Desk, facts: DuelFacts, replayed: Replayed, number: int, at: datetime) -> StepRow:
    step = facts.steps[number - 1]
    events = replayed.events[number - 1]
    return StepRow(
        duel=facts.duel,
        step=number,
        closed=step.closed_at,
        orders=[[o.player, o.serial, o.order, o.salt.hex(), fair.stamp(o.received)] for o in step.orders],
        blind=step.blind.hex(),
        commitment="",
        seed_index=(step.seed or facts.seed).index,
        setup=plain(facts.setup),
        sheet_revision=facts.sheet_revision,
        list_revision=None,
        state_digest=replayed.digests[number],
        events=[{"kind": e.kind, **e.facts, "text": desk.texts.sentence(facts.game.name, e)} for e in events],
        draws=draw_entries(replayed.draws[number - 1]),
        view=plain(facts.game.view(replayed.states[number], None)),
        resolved=at,
        version=facts.version,
        previous=facts.previous,
        amended=plain(facts.amended.setup) if facts.amended else None,
    )


def _lost(
    desk: Desk, tx: Tx, number: int, at: datetime, facts: DuelFacts | None = None, *, index: int | None = None
) -> Duel:
    """A duel that the store did not know, with a seed's index that nothing else will use."""
    season = desk.season(tx, at)
    index = facts.seed.index if facts else index
    index = tx.take_seed(season.id) if index is None else index
    ring = [wizard["name"] for wizard in facts.setup["wizards"]] if facts and "wizards" in facts.setup else []
    setup: Setup = RingSetup(ring)
    if number >= desk.config.contests.first_number and not ring:
        setup = read(plain(facts.setup)) if facts else ContestSetup((), {})
    listed = facts.setup.get("spell_list", {}) if facts else {}
    return Duel(
        number=number, game=facts.game.name if facts else ring_game().name, state=DuelState.OPEN, step=1, scheduled=at,
        opened=at, battle_time=None, trigger=Trigger.DEADLINE, setup=setup, season=season.id, seed_index=index,
        list_title=listed.get("title"), list_text=listed.get("wikitext"), held=None, held_why=None, held_at=None,
        settles=None, summary=None, ended=None, dice=facts.dice if facts else season.dice,
    )  # fmt: skip


def _use_index(tx: Tx, season: str, index: int) -> None:
    """Makes sure that a seed's index is never taken again."""
    row = tx.season(season)
    while row and row.next_index <= index:
        tx.take_seed(season)
        row = tx.season(season)

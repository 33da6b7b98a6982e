"""After the store was put back from a backup: what the sites already show is found and adopted, never done again.

Every running duel is held until its keys have been looked up. A published result is adopted from its bundle; a duel
that was closed on the site, but whose orders the backup lacks, waits to be cancelled; a duel that the store does not
know at all counts as cancelled. Seeds of whatever is found count as used, so that none serves twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from pbp import fair
from pbp.bundle import draw_entries, plain, replay_facts
from pbp.bundle_facts import DuelFacts, Rolled
from pbp.bundle_form import find_bundle, read_bundle
from pbp.errors import FileFaults
from pbp.games.replay import Replayed, seats
from pbp.service import contests, lifecycle, rhythm
from pbp.service.audit import commence_key
from pbp.service.desk import Desk
from pbp.service.ring import summary
from pbp.store import Duel, StepRow, Tx
from pbp.store.states import RUNNING, DuelState, Hold, TextKind, Trigger
from pbp.verify import Seen, check_bundle


def after_restore(desk: Desk, at: datetime) -> list[str]:
    """Looks every key up on the sites; gives what was found, a sentence each. Raises SiteDown, SiteRefused."""
    with desk.store.tx() as tx:
        running = tx.duels(*RUNNING)
        for duel in running:
            lifecycle.hold(desk, tx, tx.duel(duel.number, lock=True), Hold.RESTORED, "the store was restored", at,
                           public=False)  # fmt: skip
    found = [_look_up(desk, duel, at) for duel in running]
    for first in (1, desk.config.contests.first_number):
        found += _unknown_duels(desk, first, at)
    with desk.store.tx() as tx:
        tx.journal(at, "restored", found=found)
        rhythm.begin_anew(tx, at)
    return found


def _look_up(desk: Desk, duel: Duel, at: datetime) -> str:
    """What the sites show of a duel that the store has as running, and what follows."""
    post = desk.blog.find(desk.key(duel, "post"))
    result = desk.blog.find(desk.key(duel, "result"), post) if post else None
    if result and (facts := _published(desk, duel.number)):
        with desk.store.tx() as tx:
            _adopt(desk, tx, facts, at)
        return f"duel {duel.number} was resolved on the site: its result is adopted"
    if result:
        return f"duel {duel.number} was resolved on the site, but its bundle is gone: cancel the duel"
    told = desk.blog.find(desk.key(duel, f"result{duel.step}"), post) if post else None
    if told and contests.is_contest(duel):
        return f"contest {duel.number} went on, on the site, beyond what the store knows: cancel it, or start it anew"
    with desk.store.tx() as tx:
        closing = desk.key(duel, commence_key(tx, duel))
    closed = desk.blog.find(closing, post) if post else None
    if closed and duel.state == DuelState.OPEN:
        return f"duel {duel.number} was closed on the site, and its orders are lost: `pbp duel cancel {duel.number}`"
    with desk.store.tx() as tx:
        lifecycle.release(tx, duel.number)
    return f"duel {duel.number} goes on: the site shows no more of it than the store"


def _unknown_duels(desk: Desk, first: int, at: datetime) -> list[str]:
    """Duels that the site shows and the store does not know: adopted from their bundles, or cancelled."""
    contests = desk.config.contests.first_number
    found: list[str] = []
    while True:
        with desk.store.tx() as tx:
            last = tx.last_number(first, contests if first < contests else 10**9)
        number = (last or max(first, desk.config.season.first_number if first < contests else first) - 1) + 1
        post = desk.blog.find(desk.key(number, "post"))
        if post is None:
            return found
        facts = _published(desk, number)
        with desk.store.tx() as tx:
            if facts:
                _adopt(desk, tx, facts, at)
                found.append(f"duel {number} was resolved on the site: its result is adopted")
            else:
                tx.add_duel(_lost(desk, tx, number, at))
                tx.journal(at, "lost", number)
                found.append(f"duel {number} was open on the site, and all of it is lost: it counts as cancelled")
            key = desk.key(number, "post")
            tx.queue(key, TextKind.POST, "blog", at, {}, duel=number)
            tx.record_sent(key, post, at)
        if not facts:
            lifecycle.cancel(desk, number, "The Battle Master's books were restored from a backup.", at)


def _published(desk: Desk, number: int) -> DuelFacts | None:
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
    if not isinstance(facts, DuelFacts) or facts.duel != number or not all(check.ok for check in checks):
        return None
    return facts


def _adopt(desk: Desk, tx: Tx, facts: DuelFacts, at: datetime) -> None:
    """Records a published duel as resolved, and gives its changes to the wizards."""
    replayed = replay_facts(facts)
    known = {duel.number: duel for duel in tx.duels()}.get(facts.duel)
    view = plain(facts.game.view(replayed.state, None))
    values: dict[str, Any] = {
        "state": DuelState.RESOLVED, "ended": facts.steps[-1].closed_at, "step": len(facts.steps),
        "seed_index": facts.seed.index, "held": None, "held_why": None, "held_at": None,
    }  # fmt: skip
    if "wizards" in facts.setup:
        values["summary"] = summary(view)
        for name, wizard in view["wizards"].items():
            present = tx.wizard(name)
            if present:
                stars = present.stars + wizard["change"]
                tx.change_wizard(name, stars=stars, attributes={**present.attributes, **wizard["attributes"]})
    if known is None:
        tx.add_duel(_lost(desk, tx, facts.duel, at, facts))
    tx.change_duel(facts.duel, **values)
    _use_index(tx, desk.config.season.id, facts.seed.index)
    for row in tx.steps(facts.duel):
        tx.remove_step(facts.duel, row.step)
    for number in range(1, len(facts.steps) + 1):
        tx.add_step(_row(desk, facts, replayed, number, at))
    _keep_rolls(tx, facts, replayed)
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
        seed_index=facts.seed.index,
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


def _lost(desk: Desk, tx: Tx, number: int, at: datetime, facts: DuelFacts | None = None) -> Duel:
    """A duel that the store did not know, with a seed's index that nothing else will use."""
    season = desk.season(tx, at)
    index = facts.seed.index if facts else tx.take_seed(season.id)
    ring = [wizard["name"] for wizard in facts.setup["wizards"]] if facts and "wizards" in facts.setup else []
    setup = {"ring": ring, "options": {}} if number < desk.config.contests.first_number else {"players": []}
    listed = facts.setup.get("spell_list", {}) if facts else {}
    return Duel(
        number=number, game=facts.game.name if facts else "wizard-ring/1", state=DuelState.OPEN, step=1, scheduled=at,
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

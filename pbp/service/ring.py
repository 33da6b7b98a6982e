"""Ring duels: scheduled from the wiki's spells, watched while they are open, played from what all can read."""

from __future__ import annotations

import difflib
import json
from collections.abc import Mapping
from dataclasses import fields
from datetime import datetime, timedelta
from typing import Any

from pbp import fair, spells
from pbp.bundle.facts import ROLLS
from pbp.errors import Refused
from pbp.games import ring_game
from pbp.games.base import RING
from pbp.ports import Page
from pbp.service import audit, leaks, lifecycle, offers, older, plans, rolls, said
from pbp.service.desk import Desk, secret_season
from pbp.service.kept import same
from pbp.service.lists import spells_alone
from pbp.service.present import present, rolled, tracked_attributes
from pbp.spells.changes import compare
from pbp.spells.page.wikitext import section_text
from pbp.store import Duel, Tx
from pbp.store.setups import RingSetup
from pbp.store.states import RUNNING, DuelState, Hold, Notify, PageKind, PageState, Trigger

LAST_NUMBER = "last-number"
"""The note that keeps the number of the last ring duel of a dynasty that played before the service came."""

_RULESET = "ruleset"
"""The note that keeps the ruleset page as it was last read."""

LONGEST_LIST, MOST_EFFECTS = 200_000, 600
"""What a ruleset page may hold at the most: reading it takes seconds, not minutes."""


def spell_source(desk: Desk) -> tuple[str, Page]:
    """The present spells of the ruleset page and nothing else, with the page. Raises Refused if there are none."""
    wiki = desk.config.wiki
    page = _ruleset(desk)
    if page is None:
        raise Refused(f"the wiki has no page {wiki.ruleset!r} with the spells")
    text = section_text(page.text, wiki.section)
    if text is None:
        raise Refused(f"the page {wiki.ruleset!r} has no section {wiki.section!r}")
    if len(text) > LONGEST_LIST or text.casefold().count("effect") > MOST_EFFECTS:
        raise Refused(
            f"the spells of {wiki.ruleset!r} are more than {LONGEST_LIST} characters or {MOST_EFFECTS} effects"
        )
    alone = spells_alone(text)
    if not alone:
        where = f"the section {wiki.section!r} of the page" if wiki.section else "the page"
        raise Refused(
            f"{where} {wiki.ruleset!r} has no spell: each is a heading with an Effect below it, or a table's row"
        )
    return alone, page


def _ruleset(desk: Desk) -> Page | None:
    """The ruleset page; as it was read before, if this tick has seen that nobody has changed it since."""
    title = desk.config.wiki.ruleset
    with desk.store.tx() as tx:
        before = json.loads(tx.note(_RULESET) or "{}")
    if before.get("title") == title and before["revision"] == desk.newest.get(title):
        return Page(**{**before, "at": datetime.fromisoformat(before["at"])})
    page = desk.wiki.read(title)
    if page and desk.begun:
        kept = {item.name: getattr(page, item.name) for item in fields(page)}
        with desk.store.tx() as tx:
            tx.set_note(_RULESET, json.dumps({**kept, "at": page.at.isoformat()}))
    return page


def may_schedule(tx: Tx) -> str | None:
    """Why no ring duel can be scheduled now; None if one can."""
    for duel in tx.duels(*RUNNING, format=RING):
        return f"duel {duel.number} is {duel.state}: at most one ring duel is open or pending"
    if sum(wizard.active for wizard in tx.wizards()) < 2:
        return "fewer than two wizards are active: the next duel waits for them"
    return None


def waits_for_a_word(desk: Desk, tx: Tx) -> str | None:
    """Why the first ring duel is not scheduled by itself yet; None once it may be, and for ever after.

    A new world is looked at and filled before it begins: the Battle Master says so once, or enough have joined.
    """
    wanted = desk.config.schedule.players
    joined = sum(wizard.active for wizard in tx.wizards())
    begun = tx.newest_duels(1, format=RING) or said.has_begun(tx) or rolls.rings_waiting(tx)
    if begun or tx.note(LAST_NUMBER) is not None or (wanted and joined >= wanted):
        return None
    enough = f", or until {wanted} wizards have joined" if wanted else ""
    return f"the first duel waits until you say so (SCHEDULE at your desk, or `pbp schedule`){enough}"


def schedule(desk: Desk, at: datetime) -> int:
    """Schedules the next ring duel, all or nothing; gives its number. Raises Refused, Awaited, OlderStore.

    Number, battle time, ring, the frozen spell list and the post are those of the rules page.
    """
    source, page = spell_source(desk)
    ring = desk.config.ring
    with desk.store.tx() as tx:
        if why := may_schedule(tx):
            raise Refused(why)
        number = next_number(desk, tx)
        waits = rolls.ask_for_ring(desk, tx, number, _eligible(desk, tx), at)
        attributes = tracked_attributes(tx)
    older.look(desk, number, "post")
    if waits:
        raise rolls.RollsAwaited(f"duel {number} waits for {waits}")
    offers.look(desk, source, attributes)
    with desk.store.tx() as tx:
        if (why := may_schedule(tx)) or next_number(desk, tx) != number:
            raise Refused(why or f"another duel has taken the number {number}")
        leaks.end(desk, tx, source, at)
        order, index = _draw_ring(desk, tx, number, at)
        title = desk.list_title(number)
        battle_time = lifecycle.next_battle_time(at, ring.battle_hour, ring.notice_hours)
        duel = Duel(
            number=number,
            game=ring_game().name,
            state=DuelState.OPEN,
            step=1,
            scheduled=at,
            opened=at,
            battle_time=None if ring.trigger == Trigger.ALL_IN else battle_time,
            trigger=Trigger(ring.trigger),
            setup=RingSetup(tuple(order), {} if ring.stars_floor is None else {"stars_floor": ring.stars_floor}),
            season=desk.config.season.id,
            seed_index=index,
            list_title=title,
            list_text=source,
            held=None,
            held_why=None,
            held_at=None,
            settles=None,
            summary=None,
            ended=None,
            dice=rolls.source(desk, tx, at),
        )
        tx.add_duel(duel)
        audit.list_again(desk, tx, duel.season)
        tx.journal(
            at,
            "scheduled",
            number,
            battle_time=duel.battle_time and duel.battle_time.isoformat(),
            ring=order,
            index=index,
            ruleset_revision=page.revision,
        )
        tx.want_page(title, PageKind.LIST, source, f"Spell list of duel {number}, frozen", at, duel=number)
        _announce(desk, tx, duel, at)
    return number


def next_number(desk: Desk, tx: Tx) -> int:
    """One more than that of the last ring duel; a running dynasty goes on from its own.

    When the numbers below those of contests are used up, after years, ring duels go on among them.
    """
    contests = desk.config.contests.first_number
    before = max(desk.config.season.first_number - 1, int(tx.note(LAST_NUMBER) or 0))
    number = (tx.last_number(1, contests) or before) + 1
    return number if number < contests else (tx.last_number(contests, 10**9) or contests - 1) + 1


def _eligible(desk: Desk, tx: Tx) -> list[str]:
    """Who stands in a ring that is drawn now: the active wizards, or by setting all."""
    return [wizard.name for wizard in tx.wizards() if wizard.active or desk.config.ring.ring_includes_idle]


def _draw_ring(desk: Desk, tx: Tx, number: int, at: datetime) -> tuple[list[str], int]:
    """Takes the next seed and draws the ring of a new duel from it, or from what a public roller showed.

    Gives the ring and the seed's index.
    """
    season = desk.season(tx, at)
    index = tx.take_seed(season.id)
    names = rolls.names_in_ring(tx, number, _eligible(desk, tx))
    given = rolled(tx, number, rolls.RING)
    ring, _ = fair.draw_ring(secret_season(season.key).seed(index), number, names, given.values if given else ())
    return list(ring), index


def _announce(desk: Desk, tx: Tx, duel: Duel, at: datetime) -> None:
    """Queues the post, the letters to the participants, and what the Battle Master should know."""
    attributes = tracked_attributes(tx)
    new = spells.read_list(duel.list_text or "", attributes)
    earlier = [other for other in tx.newest_duels(2, format=RING) if other.number < duel.number]
    changes = compare(spells.read_list(earlier[0].list_text or "", attributes), new) if earlier else None
    facts: dict[str, Any] = {
        "duel": duel,
        "spells": list(new.spells.values()),
        "changes": changes,
        "list_url": desk.wiki.url(duel.list_title or ""),
        "companion_url": desk.wiki.url(desk.companion_title(duel.number)),
        "wizards": {wizard.name: wizard for wizard in tx.wizards()},
        "season": tx.season(duel.season),
        "rolled": rolled(tx, duel.number, rolls.RING),
        "public_dice": duel.dice == ROLLS,
    }
    explain(desk, tx, duel, at)
    post = desk.key(duel, "post")
    title = desk.config.blog.title.format(number=duel.number)
    desk.post(tx, post, title, "duel", at, after=[f"page:{duel.list_title}"], number=duel.number, **facts)
    now = present(desk, tx, duel)
    for name, prompt in now.awaits.items():
        wizard = tx.wizard(name)
        if wizard and wizard.notify == Notify.ALL:
            key = desk.key(duel, "open", name)
            waits = plans.told(desk, tx, duel, now, name)
            desk.letter_to(tx, name, key, "open", at, after=[post], prompt=prompt, waits=waits, **facts)
    if unclear := list(now.game.unclear(now.state)):
        found = offers.all_offers(desk, tx, duel, list(dict.fromkeys(item.spell for item in unclear)))
        desk.tell_master(tx, f"unclear.d{duel.number}", at, about="unclear", duel=duel, unclear=unclear, offers=found)


def explain(desk: Desk, tx: Tx, duel: Duel, at: datetime) -> None:
    """Says on the page beside the list page what each spell asks for and does, in canonical English."""
    listed = spells.read_list(duel.list_text or "", tracked_attributes(tx))
    said = [(spell, "" if spell.unclear else spells.say(spell)) for spell in listed.spells.values()]
    found = offers.all_offers(desk, tx, duel, [spell.name for spell in listed.spells.values() if spell.unclear])
    text = desk.texts.render(
        "wiki/explained",
        desk.wiki.markup,
        said=said,
        offers=found,
        duel=duel,
        list_url=desk.wiki.url(duel.list_title or ""),
    )
    tx.want_page(
        desk.companion_title(duel.number), PageKind.COMPANION, text, "What the spells do", at, duel=duel.number
    )


# ---- the list page while the duel is open --------------------------------------------------------------------------


def watch_list(desk: Desk, duel: Duel, at: datetime) -> bool:
    """Looks at the list page of an open or pending duel; False if it was changed by another's hand.

    What follows from a change is the setting `list_page_edits`: the duel is held, or the new text used.
    """
    assert duel.list_title
    page = desk.wiki.read(duel.list_title)
    with desk.store.tx() as tx:
        own = tx.page(duel.list_title)
        if own is None or own.seen is None:
            return False  # not yet published
        if page is not None and same(page.text, own.seen):
            tx.change_page(duel.list_title, revision=page.revision)
            return True
        duel = tx.duel(duel.number, lock=True)
        if duel.held == Hold.LIST_PAGE:
            return False
        text, author = (page.text, page.author) if page else ("", "somebody")
        tx.journal(
            at, "list-page-changed", duel.number, author=author, revision=page.revision if page else None,
            difference=difference(own.seen, text),
        )  # fmt: skip
        if desk.config.ring.list_page_edits == "use" and duel.state == DuelState.OPEN and page:
            _adopt(desk, tx, duel, page, at)
            return True
        why = f"the list page {duel.list_title!r} was changed by {author}"
        if lifecycle.hold(desk, tx, duel, Hold.LIST_PAGE, why, at):
            _tell_of_change(desk, tx, duel, "list-changed", at, author=author, difference=difference(own.seen, text))
    return False


def difference(old: str, new: str) -> str:
    """The lines by which two texts differ, marked - and +."""
    lines = difflib.unified_diff(old.splitlines(), new.splitlines(), lineterm="", n=1)
    return "\n".join(line for line in lines if not line.startswith(("---", "+++")))


def edited_page(desk: Desk, number: int) -> Page:
    """The list page of a duel that is held for it, as it now stands. Raises Refused, NotFound, SiteError."""
    with desk.store.tx() as tx:
        duel = tx.duel(number)
    if duel.held != Hold.LIST_PAGE:
        raise Refused(f"duel {number} is not held for its list page")
    page = desk.wiki.read(duel.list_title or "")
    if page is None:
        raise Refused(f"the list page {duel.list_title!r} is gone: restore it, or cancel the duel")
    return page


def accept_edit(
    desk: Desk, tx: Tx, number: int, page: Page, at: datetime, *, extend: timedelta | None = None, reopen: bool = False
) -> None:
    """Adopts the list page as it was read; standing orders are read again. Raises Refused.

    `reopen` takes a duel that was closed already back to open, with a new battle time.
    """
    duel = tx.duel(number, lock=True)
    if duel.held != Hold.LIST_PAGE:
        raise Refused(f"duel {number} is not held for its list page")
    battle_time = duel.battle_time
    if duel.state == DuelState.PENDING:
        if not reopen:
            raise Refused(f"duel {number} is closed already: accept the edit with --reopen, or restore the page")
        ring = desk.config.ring
        tx.remove_step(number, duel.step)
        battle_time = lifecycle.next_battle_time(at, ring.battle_hour, ring.notice_hours)
        tx.journal(at, "reopened", number, until=battle_time.isoformat())
    elif extend and battle_time:
        battle_time = max(battle_time, at) + extend
    lifecycle.release(tx, number, state=DuelState.OPEN, battle_time=battle_time)
    _adopt(desk, tx, tx.duel(number), page, at)


def restore_page(desk: Desk, tx: Tx, number: int, at: datetime) -> None:
    """Puts the list page back to the frozen text; the duel goes on. Raises Refused."""
    duel = tx.duel(number, lock=True)
    if duel.held != Hold.LIST_PAGE or not duel.list_title or duel.list_text is None:
        raise Refused(f"duel {number} is not held for its list page")
    page = desk.config.wiki  # the title alone matters here; the newest revision is read when it is written
    tx.journal(at, "page-restored", number, title=duel.list_title, wiki=page.adapter)
    tx.want_page(
        duel.list_title, PageKind.LIST, duel.list_text, f"Spell list of duel {number}, restored", at, duel=number
    )
    tx.change_page(duel.list_title, seen=None)
    lifecycle.release(tx, number)
    nth = len(tx.entries(number, "page-restored"))
    desk.comment(tx, duel, f"restored{nth}", "restored", at)


def _adopt(desk: Desk, tx: Tx, duel: Duel, page: Page, at: datetime) -> None:
    """Takes the page's text as the duel's list; tells whoever's order no longer reads or whose spell changed."""
    leaks.end(desk, tx, page.text, at)
    attributes = tracked_attributes(tx)
    old, new = spells.read_list(duel.list_text or "", attributes), spells.read_list(page.text, attributes)
    changed = {*(changes := compare(old, new)).changed, *changes.gone}
    nth = len(tx.entries(duel.number, "list-adopted")) + 1
    tx.change_duel(duel.number, list_text=page.text)
    tx.want_page(page.title, PageKind.LIST, page.text, "adopted", at, duel=duel.number)
    tx.change_page(page.title, seen=page.text, revision=page.revision, state=PageState.SET)
    tx.journal(at, "list-adopted", duel.number, revision=page.revision, author=page.author, changed=sorted(changed))
    duel = tx.duel(duel.number)
    explain(desk, tx, duel, at)
    now = present(desk, tx, duel)
    desk.comment(tx, duel, f"adopted{nth}", "adopted", at, changes=changes, page=page)
    for name, standing in tx.standing(duel.number, duel.step).items():
        reading = now.game.read(now.state, name, standing.words or "")
        spell = str(getattr(reading.order, "spell", "") or "")
        if reading.order is None or reading.order.words != standing.words or spell in changed:
            key = desk.key(duel, f"adopted{nth}", name)
            desk.letter_to(tx, name, key, "notice", at, about="order-touched", duel=duel, why=standing.said,
                           problems=reading.problems)  # fmt: skip


def _tell_of_change(desk: Desk, tx: Tx, duel: Duel, about: str, at: datetime, *, author: str, difference: str) -> None:
    nth = len(tx.entries(duel.number, "list-page-changed"))
    for name in duel.participants:
        key = desk.key(duel, f"{about}{nth}", name)
        desk.letter_to(tx, name, key, "notice", at, about=about, duel=duel, why=author, difference=difference)


def summary(view: Mapping[str, Any]) -> dict[str, Any]:
    """What the overview shows of a resolved duel: casts by spell, and who gained most."""
    casts: dict[str, int] = {}
    for cast in view["casts"].values():
        casts[cast["spell"]] = casts.get(cast["spell"], 0) + 1
    gains = {name: wizard["change"] for name, wizard in view["wizards"].items()}
    most = max(gains.values(), default=0)
    return {
        "casts": dict(sorted(casts.items())),
        "cast_by": {name: cast["spell"] for name, cast in view["casts"].items()},
        "gained_most": [name for name, gain in gains.items() if gain == most and most > 0],
        "most": most,
        "changes": gains,
    }

"""Whether the service is well: for those who look (health, figures), and a letter each week to the Battle Master."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from pbp.service import rhythm
from pbp.service.desk import Desk
from pbp.service.report import waits_for_a_word
from pbp.store import Tx
from pbp.store.states import DuelState, TextState

PATIENCE = timedelta(minutes=10)
"""A time without a run that is never called late; a longer one is, if it breaks the rhythm."""

WEEK = timedelta(days=7)
MOST_LINES = 40
"""Lines of the journal in the weekly letter, the newest ones."""

TROUBLES = (
    *("held", "stuck", "aside", "waits", "doubled", "slow-site", "template", "sheet-unreadable", "sheet-strangers"),
    *("list-page-changed", "older-store", "credited", "voided", "clock-right", "clock-trusted", "lost"),
)
"""The kinds of journal entries that tell of something held, failed or put aside, or of what was done about it."""

_TOLD = "weekly-letter"


@dataclass(frozen=True)
class Health:
    """Whether runs come as they should; `why` says what is wrong."""

    well: bool
    last_run: datetime | None
    why: str = ""


@dataclass(frozen=True)
class Figure:
    """A number of the service now, under a name and labels as Prometheus has them."""

    name: str
    about: str
    value: float
    labels: dict[str, str] = field(default_factory=dict)


def health(tx: Tx, at: datetime) -> Health:
    """Whether runs come in their rhythm, minutely or weekly; a world in which none ran yet is well."""
    last = rhythm.last_run(tx)
    if last is None or at - last <= PATIENCE or rhythm.is_usual(tx, at - last):
        return Health(True, last)
    return Health(False, last, "nothing has run for longer than usual")


def figures(desk: Desk, tx: Tx, at: datetime) -> Iterator[Figure]:
    """What there is to count: it tells who can read it how many letters came, so it is nothing for players."""
    states = tx.count_duels()
    for state in DuelState:
        yield Figure("pbp_duels", "Duels and contests by state.", states.get(state, 0), {"state": state})
    texts = tx.all_outgoing(TextState.QUEUED, TextState.STUCK)
    for wanted in (TextState.QUEUED, TextState.STUCK):
        found = sum(text.state == wanted for text in texts)
        yield Figure("pbp_texts_unsent", "Texts that are not out yet, by state.", found, {"state": wanted})
    oldest = min((text.created for text in texts), default=at)
    yield Figure("pbp_oldest_text_seconds", "How long the oldest of them has waited.", (at - oldest).total_seconds())
    unset = len(tx.pages_unset())
    yield Figure("pbp_pages_unset", "Pages that are not as they should be.", unset)
    yield Figure("pbp_letters_aside", "Letters kept aside.", len(tx.messages_aside()))
    yield Figure("pbp_waits", "What waits for the Battle Master's word.", len(waits_for_a_word(desk, tx)))
    activity = Counter(wizard.active for wizard in tx.wizards())
    for active, name in ((True, "active"), (False, "idle")):
        yield Figure("pbp_wizards", "Wizards, active and idle.", activity[active], {"state": name})
    yield Figure("pbp_journal_entries", "Entries of the journal.", tx.last_entry())
    if last := rhythm.last_run(tx):
        yield Figure("pbp_last_run_timestamp_seconds", "When the last run ended, in Unix time.", last.timestamp())


def tell_weekly(desk: Desk, tx: Tx, at: datetime) -> None:
    """Once a week, a letter on what was held, failed or put aside since the last; none if there was nothing."""
    told = tx.note(_TOLD)
    if told is None:
        tx.set_note(_TOLD, f"{tx.last_entry()} {at.isoformat()}")
        return
    after, _, moment = told.partition(" ")
    since = datetime.fromisoformat(moment)
    if at - since < WEEK or not desk.config.watch.weekly_letter:
        return
    tx.set_note(_TOLD, f"{tx.last_entry()} {at.isoformat()}")
    found = [entry for entry in tx.entries(after=int(after)) if entry.kind in TROUBLES]
    waits = waits_for_a_word(desk, tx)
    if not (found or waits):
        return
    lines = [(datetime.fromisoformat(entry.at), desk.texts.journal_line(entry)) for entry in found[-MOST_LINES:]]
    desk.tell_master(
        tx, f"weekly.{at.date().isoformat()}", at, about="weekly", duel=None,
        since=since, lines=lines, more=len(found) - len(lines), waits=waits,
    )  # fmt: skip

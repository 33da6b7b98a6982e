"""The store: every question we ask the database, in our words. SQLite and PostgreSQL, the same code."""

from pbp.store.copying import copy_all
from pbp.store.faults import passing, patiently
from pbp.store.store import Store, file_of
from pbp.store.tx import Tx
from pbp.store.values import (
    AskedRoll,
    Duel,
    Entrant,
    MeetingRow,
    Outgoing,
    StepRow,
    Submission,
    Tournament,
    WaitingOrder,
    Wish,
    Wizard,
)

__all__ = [
    "AskedRoll",
    "Duel",
    "Entrant",
    "MeetingRow",
    "Outgoing",
    "StepRow",
    "Store",
    "Submission",
    "Tournament",
    "Tx",
    "WaitingOrder",
    "Wish",
    "Wizard",
    "copy_all",
    "file_of",
    "passing",
    "patiently",
]

"""The store: every question we ask the database, in our words. SQLite and PostgreSQL, the same code."""

from pbp.store.faults import passing, patiently
from pbp.store.store import Store
from pbp.store.tx import Tx
from pbp.store.values import Duel, Outgoing, Roll, StepRow, Submission, Wizard

__all__ = ["Duel", "Outgoing", "Roll", "StepRow", "Store", "Submission", "Tx", "Wizard", "passing", "patiently"]

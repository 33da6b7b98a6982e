"""The store: every question we ask the database, in our words. SQLite and PostgreSQL, the same code."""

from pbp.store.store import Store
from pbp.store.tx import Tx
from pbp.store.values import Duel, Outgoing, StepRow, Submission, Wizard

__all__ = ["Duel", "Outgoing", "StepRow", "Store", "Submission", "Tx", "Wizard"]

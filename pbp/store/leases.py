"""Who does what, where several are at work on one store: what a transaction holds until its end, and leases.

A lease is for work that goes on over several transactions and calls of sites. It ends by itself: who was killed, or
stands still, keeps others waiting no longer than that.
"""

from __future__ import annotations

import json
from datetime import datetime, timedelta

import sqlalchemy as sa

from pbp.store.notes import Notes


class Leases(Notes):
    """The part of a transaction that is about who does what. On SQLite there is one writer: it holds everything."""

    def hold(self, what: str) -> None:
        """Waits until no other transaction holds this, and holds it to the end of this one."""
        if self._is_postgresql:
            self._c.execute(sa.select(sa.func.pg_advisory_xact_lock(_named(what))))

    def hold_if_free(self, what: str) -> bool:
        """Holds this to the end of the transaction; False, at once, if another holds it."""
        return not self._is_postgresql or bool(
            self._c.scalar(sa.select(sa.func.pg_try_advisory_xact_lock(_named(what))))
        )

    def lease(self, what: str, owner: str, seconds: float) -> bool:
        """Takes a piece of work on for so long, or goes on with it; False if another has it."""
        now, held = self._now(), self._held(what)
        if held and held[0] != owner and held[1] > now:
            return False
        self.set_note(_note(what), json.dumps([owner, (now + timedelta(seconds=seconds)).isoformat()]))
        return True

    def leased_by(self, what: str) -> str | None:
        """Who took a piece of work on last and has not left it; nobody else has since, even if the time is over."""
        held = self._held(what)
        return held[0] if held else None

    def end_lease(self, what: str, owner: str) -> None:
        """Leaves a piece of work, unless another has it by now."""
        if self.leased_by(what) == owner:
            self.end_note(_note(what))

    def _held(self, what: str) -> tuple[str, datetime] | None:
        noted = json.loads(self.note(_note(what)) or "null")
        return (noted[0], datetime.fromisoformat(noted[1])) if noted else None

    def _number_rows(self) -> None:
        """Lets no other transaction number rows of the journal, or texts, before this one ends.

        One hold for both: two that are taken in either order would wait for each other.
        """
        self.hold("numbers")


def _note(what: str) -> str:
    return f"lease:{what}"


def _named(what: str) -> sa.ColumnElement[int]:
    return sa.func.hashtextextended(f"pbp:{what}", 0)

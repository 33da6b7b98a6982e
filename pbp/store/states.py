"""The words that columns of the store hold: each column knows its own, and the database takes no other."""

from __future__ import annotations

from enum import StrEnum


class DuelState(StrEnum):
    """Where a duel is in its life."""

    OPEN = "open"
    PENDING = "pending"
    RESOLVED = "resolved"
    CANCELLED = "cancelled"


RUNNING = (DuelState.OPEN, DuelState.PENDING)
"""A duel that has no result yet."""


class Trigger(StrEnum):
    """When an open duel closes."""

    DEADLINE = "deadline"
    ALL_IN = "all-in"
    EITHER = "either"


class Hold(StrEnum):
    """Why a duel waits for the Battle Master."""

    RULING = "ruling"
    ROLLS = "rolls"
    LIST_PAGE = "list-page"
    OUTAGE = "outage"
    CLOCK = "clock"
    PAUSED = "paused"
    REPLAY = "replay"
    RESTORED = "restored"
    VOIDED = "voided"


class Notify(StrEnum):
    """What a player is told without asking. Answers are always sent."""

    ALL = "ALL"
    REMINDERS = "REMINDERS"
    NONE = "NONE"


class Intent(StrEnum):
    """What somebody asks for an address that is nobody's yet."""

    JOIN = "join"
    ADDRESS = "address"
    """That a wizard may write from there too."""


class OrderWaits(StrEnum):
    """How long an order waits, the one that goes before the others first."""

    ONCE = "once"
    """For the open duel, or step."""
    NEXT = "next"
    """For the one after it."""
    ALWAYS = "always"
    """For each, until it is withdrawn."""


class MessageState(StrEnum):
    """What became of a message that was taken in."""

    DONE = "done"
    ASIDE = "aside"
    REJECTED = "rejected"
    PASSED = "passed"
    """It lay there before we came."""


class TextKind(StrEnum):
    """What a queued text is to be on its site."""

    POST = "post"
    COMMENT = "comment"
    LETTER = "letter"
    ANNOUNCEMENT = "announcement"


ON_BLOG = (TextKind.POST, TextKind.COMMENT)
"""What stands on the blog."""


class TextState(StrEnum):
    """How far a queued text is."""

    QUEUED = "queued"
    SENT = "sent"
    STUCK = "stuck"
    DROPPED = "dropped"


class PageKind(StrEnum):
    """What a page of ours is for."""

    LIST = "list"
    COMPANION = "companion"
    SHEET = "sheet"
    OVERVIEW = "overview"
    AUDIT = "audit"
    SEASON = "season"


class PageState(StrEnum):
    """Whether a page of ours says what it should."""

    QUEUED = "queued"
    SET = "set"
    HELD = "held"
    """Others made it, and the Battle Master has not said that we may write there."""
    STUCK = "stuck"


class Taken(StrEnum):
    """The Battle Master's word on a page that others made."""

    WRITE = "write"
    READ = "read"
    """Its values come first."""


class TournamentState(StrEnum):
    """Where a tournament is in its life."""

    ENTRY = "entry"
    RUNNING = "running"
    ENDED = "ended"
    CANCELLED = "cancelled"

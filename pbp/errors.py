"""What can go wrong, in two kinds: a Problem is a value for a player, an exception is for the operator.

Nobody gets a traceback: the command line prints a PbpError's text, a player gets the Problem in an answer.
"""

from __future__ import annotations

import traceback
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a player's words, or a spell's, were not accepted.

    `code` is a fixed name that has a help paragraph; `quote` the words meant; `reason` a sentence;
    `hint` what would be accepted instead, or empty.
    """

    code: str
    quote: str
    reason: str
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault of a file that a person wrote: where (a path of keys and indexes into it) and why."""

    path: tuple[str | int, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Unclear:
    """A spell that needs the Battle Master's ruling: the sentence in question, why, and what would be readable."""

    spell: str
    sentence: str
    reason: str
    hint: str = ""


class PbpError(Exception):
    """The root of all that we raise on purpose."""


class FileFaults(PbpError):
    """A configuration or scenario file is wrong; carries every fault in it."""

    def __init__(self, faults: Sequence[Fault]):
        self.faults = tuple(faults)
        super().__init__("; ".join(fault.reason for fault in self.faults))


class ConfigError(PbpError):
    """config.toml is wrong; the text lists every fault with its line."""


class NotFound(PbpError):
    """There is no such duel, wizard, game, page or spell."""


class Refused(PbpError):
    """The life of a duel forbids this now; the text says why."""


class Held(PbpError):
    """Something waits for the Battle Master; the text says for what."""


class BeingRead(PbpError):
    """A stranger's text is being read by a process of its own: ask again in a moment."""


class NotRead(PbpError):
    """A text could not be read within the limits of time and memory: only that which needs it waits."""


class ReplayMismatch(PbpError):
    """The rules no longer give, from the same inputs, what was stored or published."""


class StoreDown(PbpError):
    """The store cannot be used just now (its disk is full, it is locked, the connection was cut): do the same later."""


class StoreRefused(PbpError):
    """The store does not take what it was given, now or later; the text has no more than the database's code."""


class SiteError(PbpError):
    """A site did not do what was asked."""


class SiteDown(SiteError):
    """No answer, a fault of the site, or a rate limit: try again, not before `retry_at` if it is given.

    The outcome of a write is unknown: look before sending again. Unless `undone`: then the site did nothing for sure
    (it said so, or was never reached).
    """

    def __init__(self, reason: str, retry_at: datetime | None = None, *, undone: bool = False):
        super().__init__(reason)
        self.retry_at = retry_at
        self.undone = undone


class ByHand(SiteDown):
    """A person has to post the text: where, and which; it counts as sent once its address was given."""

    def __init__(self, reason: str, where: str, text: str):
        super().__init__(reason, undone=True)
        self.where, self.text = where, text


class SiteRefused(SiteError):
    """The site answered no (banned, protected, too long, wrong password): the operator must act.

    `cause` names what it refuses other texts for as well (the account is blocked); empty: it is this one's alone.
    """

    def __init__(self, reason: str, cause: str = ""):
        super().__init__(reason)
        self.cause = cause


class Unreachable(SiteRefused):
    """Whoever was written to gets no letters there any more: the account or mailbox is gone, or blocks us."""


class EditConflict(SiteError):
    """The page was changed by another since its `base` revision: read again."""


class NeedsRuling(PbpError):
    """The step cannot be resolved before the Battle Master has ruled on these spells; nothing was changed."""

    def __init__(self, unclear: Sequence[Unclear]):
        self.unclear = tuple(unclear)
        super().__init__("; ".join(f"{item.spell}: {item.reason}" for item in self.unclear))


def whereabouts(error: BaseException) -> str:
    """What kind of exception it is and which calls led to it, without its words: a player may have written them."""
    frames = traceback.extract_tb(error.__traceback__)[-6:]
    return f"{type(error).__name__} in {' > '.join(f'{Path(f.filename).stem}.{f.name}:{f.lineno}' for f in frames)}"

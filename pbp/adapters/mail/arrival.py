"""When a letter came, by our own clock.

The server stamps each letter by its own clock (INTERNALDATE), which may be wrong and tells us nothing by itself. What
we know is that a letter was here when our poll saw it. Where the server can say how old a letter is (RFC 5032, WITHIN),
its clock is measured against ours in the same session, and the stamp then counts as far as the measure is exact.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from pbp.clock import Clock

SECOND = timedelta(seconds=1)
LONGEST_AGE = 2**31 - 1
"""Seconds; servers read an interval as a number of 32 bits."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """At `latest` the letter was here; before `earliest` it was not, or None where nobody can tell."""

    latest: datetime
    earliest: datetime | None = None


@dataclass(frozen=True, slots=True)
class Skew:
    """How far the server's clock is ahead of ours: at least `low`, at most `high`."""

    low: timedelta
    high: timedelta


def arrival(stamped: datetime, seen: datetime, skew: Skew | None) -> Arrival:
    """When a letter came that bears this stamp of the server's and was first seen by us at `seen`."""
    if skew is None or stamped - skew.high > seen:
        return Arrival(seen)  # nobody can tell, or it was another clock that wrote the stamp
    return Arrival(min(seen, stamped + SECOND - skew.low), stamped - skew.high)


def measured(stamped: datetime, is_younger: Callable[[int], bool], clock: Clock) -> Skew | None:
    """How far the server's clock is ahead, by the age of a letter that it stamped; None if its answers do not tell.

    `is_younger(n)` asks the server whether the letter is at most n seconds old. Each answer came about between the
    moment of its question and that in which it was here, and so bounds what the server's clock showed meanwhile.
    Only where it says no to one age and yes to the next is it believed: to say the same to all is to know nothing.
    """
    low: timedelta | None = None
    high: timedelta | None = None
    below, above = 0, LONGEST_AGE + 1  # the letter is older than `below` seconds, and not older than `above`
    asked, step = int((clock() - stamped).total_seconds()), 2
    while above - below > 1:
        asked = min(max(asked, below + 1), above - 1)
        sent = clock()
        younger = is_younger(asked)
        turns = stamped + asked * SECOND  # servers count whole seconds: the answer turns at this one, or at the next
        if younger:
            above = asked
            high = turns + SECOND - sent
            asked -= step
        else:
            below = asked
            low = turns - clock()
            asked += step
        if low is not None and high is not None:
            asked = (below + above) // 2
        step *= 4
    return Skew(low, high) if low is not None and high is not None and low <= high else None

"""Days and times as people write them -> when a span begins and ends: "3 to 12 December", "until Friday 18:00".

Days are those of the writer's zone; a span of days lasts to the end of its last one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from pbp.clock import zone_called
from pbp.errors import Refused

_MONTHS = "january february march april may june july august september october november december".split()
_DAYS = "monday tuesday wednesday thursday friday saturday sunday".split()
_ZONE = re.compile(
    r"\s*\(?\b(?P<zone>[A-Z][A-Za-z]+(?:/[A-Za-z_+-]+){1,2}|(?:UTC|GMT)(?P<off>[+-]\d{1,2}(?::?\d\d)?)?)\)?\s*$"
)
_LENGTH = re.compile(r"(?:for\s+)?(?P<number>\d{1,3}|an?|one)\s+(?P<unit>hour|day|week)s?", re.I)
_TIME = re.compile(r"\s*(?:,|at)?\s*\b(?P<hour>\d{1,2}):(?P<minute>\d\d)\s*$", re.I)
_ISO = re.compile(r"(?P<year>\d{4})-(?P<month>\d{1,2})-(?P<day>\d{1,2})")
_DOTTED = re.compile(r"(?P<day>\d{1,2})\.\s?(?P<month>\d{1,2})\.?(?:\s?(?P<year>\d{4}))?")
_NAMED = re.compile(
    r"(?:(?P<day>\d{1,2})(?:st|nd|rd|th|\.)?(?:\s+of)?\s+(?P<month>[a-z]{3,9})\.?|(?P<month2>[a-z]{3,9})\.?\s+(?P<day2>\d{1,2})(?:st|nd|rd|th)?)"
    r"(?:,?\s+(?P<year>\d{4}))?",
    re.I,
)
_BARE = re.compile(r"(?P<day>\d{1,2})(?:st|nd|rd|th|\.)?")
_BETWEEN = re.compile(r"(.+?)(?:\s+(?:to|until|till|through|-)\s+|\s*–\s*)(.+)", re.I)
_HINT = "write for example 3 to 12 December, 2026-12-03 18:00 to 2026-12-12, until Friday, or for 5 days"


@dataclass(frozen=True, slots=True)
class TimeSpan:
    """From when until when, and the zone in which that was said: "UTC", "UTC+2", "Europe/Berlin"."""

    begins: datetime
    ends: datetime
    zone: str


def read_span(words: str, now: datetime, zone: str) -> TimeSpan:
    """The span that words say, in their zone or else in `zone`. Raises Refused with the reason."""
    words = " ".join(words.split()).strip(" .!")
    if found := _ZONE.search(words):
        zone, words = found["zone"], words[: found.start()]
    here = now.astimezone(zone_called(zone))
    if length := _LENGTH.fullmatch(words):
        number = int(length["number"]) if length["number"].isdigit() else 1
        begins, ends = here, here + timedelta(**{f"{length['unit'].lower()}s": number})
    else:
        begins, ends = _between(words, here)
    if ends <= begins or ends <= here:
        raise Refused(f"that ends before it begins, or has ended: {_HINT}")
    return TimeSpan(begins.astimezone(UTC), ends.astimezone(UTC), zone)


def _between(words: str, here: datetime) -> tuple[datetime, datetime]:
    first, last = _parts(words)
    if first and _BARE.fullmatch(first):
        first = _with_month(first, last)
    ends, is_day = _moment(last, here, here)
    begins = here
    if first:
        begins, _ = _moment(first, here, here)
    elif is_day and not re.match(r"(?:until|till|to)\b", words, re.I):
        begins = ends  # one day alone
    if ends < begins and not re.search(r"\d{4}", last):
        ends, is_day = _moment(last, here, begins)
    return begins, ends + timedelta(days=1) if is_day else ends


def _parts(words: str) -> tuple[str, str]:
    """What stands before and after "to"; the first is empty where only an end, or one day, is named."""
    bare = re.sub(r"^(?:from|on)\s+", "", words, flags=re.I)
    if found := re.match(r"(?:until|till|to)\s+(.+)", bare, re.I):
        return "", found[1]
    found = _BETWEEN.fullmatch(bare) or re.fullmatch(r"(\d{1,2}\.?)-(\d{1,2}\D.*)", bare)
    return (found[1], found[2]) if found else ("", bare)


def _with_month(first: str, last: str) -> str:
    """A bare day with the month and year that follow later: the 3 of "3 to 12 December"."""
    named = _NAMED.search(last) or _DOTTED.search(last)
    if named is None:
        raise Refused(f"which day {first} is remains open: {_HINT}")
    found = named.groupdict()
    month = found["month"] or found.get("month2") or ""
    year = f" {found['year']}" if found["year"] else ""
    return f"{first.rstrip('.')}.{month}.{year.strip()}" if month.isdigit() else f"{first.rstrip('.')} {month}{year}"


def _moment(words: str, here: datetime, after: datetime) -> tuple[datetime, bool]:
    """The moment that words name, not before the day of `after` where they leave the year open; and if it is a day."""
    time = _TIME.search(words)
    day = _day(words[: time.start()] if time else words, here, after)
    if time is None:
        return day, True
    hour, minute = int(time["hour"]), int(time["minute"])
    if hour > 23 or minute > 59:
        raise Refused(f"{time[0].strip()} is no time of the day")
    return day.replace(hour=hour, minute=minute), False


def _day(words: str, here: datetime, after: datetime) -> datetime:
    """The beginning of the day that words name."""
    bare = words.strip(" ,").casefold()
    today = here.replace(hour=0, minute=0, second=0, microsecond=0)
    if bare in ("today", "tomorrow"):
        return today + timedelta(days=bare == "tomorrow")
    if bare in _DAYS:
        start = max(today, after.replace(hour=0, minute=0, second=0, microsecond=0))
        return start + timedelta(days=(_DAYS.index(bare) - start.weekday()) % 7)
    found = _ISO.fullmatch(bare) or _DOTTED.fullmatch(bare) or _NAMED.fullmatch(bare)
    if found is None:
        raise Refused(f'"{words.strip()}" is no day that could be read: {_HINT}')
    parts = found.groupdict()
    month, day = _month(parts["month"] or parts["month2"]), int(parts["day"] or parts["day2"])
    try:
        if parts["year"] and abs(int(parts["year"]) - here.year) > 1:
            raise Refused(f"{parts['year']} is too far away")
        if parts["year"]:
            return today.replace(year=int(parts["year"]), month=month, day=day)
        made = today.replace(month=month, day=day)
        first = max(today, after.replace(hour=0, minute=0, second=0, microsecond=0))
        return made if made >= first else made.replace(year=first.year + (made.replace(year=first.year) < first))
    except ValueError:
        raise Refused(f'"{words.strip()}" is no day of the calendar') from None


def _month(word: str) -> int:
    if word.isdigit():
        return int(word)
    found = [place for place, name in enumerate(_MONTHS, 1) if name.startswith(word) and len(word) > 2]
    if not found:
        raise Refused(f'"{word}" is no month: {_HINT}')
    return found[0]

"""Days and times as people write them."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbp.errors import Refused
from pbp.service.dates import read_span

NOW = datetime(2026, 12, 1, 10, 0, tzinfo=UTC)  # a Tuesday


@pytest.mark.parametrize(
    ("words", "begins", "ends"),
    [
        ("3 to 12 December", "2026-12-03 00:00", "2026-12-13 00:00"),
        ("from 3 to 12 December", "2026-12-03 00:00", "2026-12-13 00:00"),
        ("3-12 Dec", "2026-12-03 00:00", "2026-12-13 00:00"),
        ("3rd until 12th of December 2026", "2026-12-03 00:00", "2026-12-13 00:00"),
        ("December 3 to December 12", "2026-12-03 00:00", "2026-12-13 00:00"),
        ("3. to 12.12.", "2026-12-03 00:00", "2026-12-13 00:00"),
        ("3.12. - 12.12.2026", "2026-12-03 00:00", "2026-12-13 00:00"),
        ("2026-12-03 to 2026-12-12", "2026-12-03 00:00", "2026-12-13 00:00"),
        ("2026-12-03 18:00 to 2026-12-12 08:30", "2026-12-03 18:00", "2026-12-12 08:30"),
        ("28 December to 2 January", "2026-12-28 00:00", "2027-01-03 00:00"),
        ("5 January", "2027-01-05 00:00", "2027-01-06 00:00"),
        ("until 12 December", "2026-12-01 10:00", "2026-12-13 00:00"),
        ("until Friday 18:00", "2026-12-01 10:00", "2026-12-04 18:00"),
        ("tomorrow", "2026-12-02 00:00", "2026-12-03 00:00"),
        ("tomorrow to Sunday", "2026-12-02 00:00", "2026-12-07 00:00"),
        ("for 5 days", "2026-12-01 10:00", "2026-12-06 10:00"),
        ("a week", "2026-12-01 10:00", "2026-12-08 10:00"),
        ("3 to 12 December Europe/Berlin", "2026-12-02 23:00", "2026-12-12 23:00"),
        ("3 December 18:00 to 4 December 9:00 UTC+2", "2026-12-03 16:00", "2026-12-04 07:00"),
    ],
)
def test_a_span_is_read_in_its_zone(words: str, begins: str, ends: str) -> None:
    span = read_span(words, NOW, "UTC")
    assert (f"{span.begins:%Y-%m-%d %H:%M}", f"{span.ends:%Y-%m-%d %H:%M}") == (begins, ends)


def test_without_a_zone_that_of_the_writer_holds() -> None:
    span = read_span("tomorrow", NOW, "Europe/Berlin")
    assert (span.zone, f"{span.begins:%d %H:%M}") == ("Europe/Berlin", "01 23:00")


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("", "no day that could be read"),
        ("soon", "no day that could be read"),
        ("03/12/2026", "no day that could be read"),
        ("3 to 12", "remains open"),
        ("31 February", "no day of the calendar"),
        ("3 Foobar", "no month"),
        ("2025-12-03 to 2025-12-12", "has ended"),
        ("2026-12-12 to 2026-12-03", "ends before it begins"),
        ("3 December 25:00", "no time of the day"),
        ("until 9999-12-31", "too far away"),
        ("0000-01-01", "too far away"),
        ("tomorrow Middle/Earth", "no time zone"),
        ("tomorrow UTC+99", "no time zone"),
    ],
)
def test_what_is_no_span_is_refused_with_the_reason(words: str, why: str) -> None:
    with pytest.raises(Refused, match=why):
        read_span(words, NOW, "UTC")


@given(st.text(alphabet="0123456789 -.:/+tountilforDecemberFriday", max_size=40))
def test_no_words_make_reading_a_span_fail_otherwise(words: str) -> None:
    try:
        span = read_span(words, NOW, "UTC")
    except Refused:
        return
    assert span.begins < span.ends

"""The clocks of sites, by the Date of their answers; a leap second is no fault."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
import requests

from pbp.adapters.answers import date_of, hear_date, http_date, retry_at
from pbp.clock import OtherClocks

NOW = datetime(2016, 12, 31, 23, 59, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("Sat, 31 Dec 2016 23:59:59 GMT", datetime(2016, 12, 31, 23, 59, 59, tzinfo=UTC)),
        ("Sat, 31 Dec 2016 23:59:60 GMT", datetime(2017, 1, 1, tzinfo=UTC)),
        ("Sat, 31 Dec 2016 23:59:60 +0000", datetime(2017, 1, 1, tzinfo=UTC)),
        ("Saturday, 31-Dec-16 23:59:60 GMT", datetime(2017, 1, 1, tzinfo=UTC)),
        ("Sat, 31 Dec 2016 23:59:61 GMT", None),
        ("", None),
        ("soon", None),
        ("Sat, 99 Dec 2016 23:59:59 GMT", None),
        ("Sat, 31 Dec 99999999 23:59:59 GMT", None),
    ],
)
def test_a_date_in_a_header(said: str, meant: datetime | None) -> None:
    assert http_date(said) == meant
    answer = requests.Response()
    answer.headers["retry-after"] = said
    assert retry_at(answer, NOW) == meant


def test_an_answer_from_a_cache_tells_the_time_by_its_age() -> None:
    assert date_of({"date": "Sat, 31 Dec 2016 23:59:00 GMT", "age": "45"}) == NOW + timedelta(seconds=15)
    assert date_of({"date": "Sat, 31 Dec 2016 23:59:00 GMT", "age": "old"}) is None
    assert date_of({}) is None


def test_what_a_header_says_is_kept_for_this_run() -> None:
    others = OtherClocks(lambda: NOW)
    hear_date(others.hear, "a wiki", {"date": "Sat, 31 Dec 2016 23:59:60 GMT"})
    assert others.ahead() == {"a wiki": timedelta(seconds=30)}
    hear_date(others.hear, "another", {"date": "never"})
    assert others.ahead() == {"a wiki": timedelta(seconds=30)}
    others.begin()
    assert others.ahead() == {}

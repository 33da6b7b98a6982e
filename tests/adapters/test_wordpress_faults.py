"""Every call of the WordPress adapter x every fault: down or refused, and a write never sent twice."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from urllib.parse import parse_qs, urlsplit

import pytest
import requests
import responses

from pbp.adapters.wordpress import WordPressBlog
from pbp.errors import PbpError, SiteDown, SiteRefused
from pbp.ports import Ref

NOW = datetime(2026, 2, 28, 12, tzinfo=UTC)
POST = Ref("7", "https://blog.example/wizard-duel-7/")
HTML = "<!DOCTYPE html><html><body>Just a moment...</body></html>"


def error(status, code, message="no"):
    return status, {}, json.dumps({"code": code, "message": message, "data": {"status": status}})


DOWN = {
    "answer lost": requests.ConnectionError("Connection aborted"),
    "answer broken off": requests.exceptions.ChunkedEncodingError("broken"),
    "no answer in time": requests.ReadTimeout("timed out"),
    "429": (429, {"retry-after": "120"}, HTML),
    "429 until a date": (429, {"retry-after": "Sat, 28 Feb 2026 12:02:00 GMT"}, HTML),
    "500": (500, {}, HTML),
    "500 in JSON": error(500, "internal_server_error", "<p>There has been a critical error on this website.</p>"),
    "502": (502, {}, ""),
    "503": (503, {"retry-after": "120"}, HTML),
    "HTML for JSON": (200, {}, HTML),
    "a warning before the JSON": (200, {}, '<br />\n<b>Warning</b>: ...{"id": 7}'),
    "truncated JSON": (200, {}, '{"id":7,"link":"https://blog.exam'),
    "nothing": (200, {}, ""),
    "null": (200, {}, "null"),
    "another shape": (200, {}, "[1, 2]"),
    "an empty object": (200, {}, "{}"),
}
HINTED = {"429", "429 until a date", "503"}
REFUSED = {
    "401": error(401, "incorrect_password", "The provided password is an invalid application password."),
    "403": error(403, "rest_cannot_create", "Sorry, you are not allowed."),
    "403 of a wall": (403, {}, HTML),
    "404": error(404, "rest_no_route", "No route was found."),
    "404 of a web server": (404, {}, HTML),
    "413": (413, {}, HTML),
    "moved": (301, {"location": "https://elsewhere.example/"}, ""),
    "never heard of": error(400, "some_plugins_own_code", "No."),
}
OPERATIONS = {
    "find a post": lambda blog: blog.find("duel-7"),
    "find a comment": lambda blog: blog.find("duel-7-result", POST),
    "post": lambda blog: blog.post("duel-8", "Wizard Duel 8", "story"),
    "comment": lambda blog: blog.comment("duel-7-result", POST, "result"),
    "look for copies": lambda blog: blog.copies("duel-7-result", POST),
    "take a comment back": lambda blog: blog.take_back(Ref("8", "https://blog.example/x/"), POST),
}


class Blog:
    """A blog on which one kind of call has a fault; `calls` are the kinds that came."""

    def __init__(self, faulty="", fault=None):
        self.calls = []
        self._faulty, self._fault = faulty, fault

    def outcome(self, operation):
        """What an operation raised, or None."""
        blog = WordPressBlog("https://blog.example", "battlemaster", "the secret", clock=lambda: NOW)
        with responses.RequestsMock(assert_all_requests_are_fired=False) as mock:
            for method in (responses.GET, responses.POST, responses.DELETE):
                mock.add_callback(method, "https://blog.example/", self._answer)
            try:
                OPERATIONS[operation](blog)
            except PbpError as caught:
                return caught
            return None

    def _answer(self, call):
        asked = parse_qs(urlsplit(call.url).query)
        kind = f"{call.method} {asked['rest_route'][0].removeprefix('/wp/v2/')}"
        self.calls.append(kind)
        if kind == self._faulty:
            if isinstance(self._fault, Exception):
                raise self._fault
            return self._fault
        text = {"id": 8, "link": "https://blog.example/x/", "status": "publish", "content": {"raw": "x"}}
        text["_links"] = {"wp:action-unfiltered-html": []}
        listing = 200, {"x-wp-totalpages": "1"}, json.dumps([] if "parent" in asked else [text])
        return {"GET users/me": (200, {}, '{"id": 3}'), "GET posts": listing, "GET comments": listing}.get(
            kind, (201, {}, json.dumps(text))
        )


def calls_of(operation):
    blog = Blog()
    assert blog.outcome(operation) is None
    assert len(set(blog.calls)) == len(blog.calls)
    return blog.calls


@pytest.mark.parametrize("operation", OPERATIONS)
def test_every_passing_fault_of_every_call_is_down_and_no_write_is_repeated(operation, record_property):
    cells = [(call, fault) for call in calls_of(operation) for fault in DOWN]
    wrong = []
    for call, fault in cells:
        blog = Blog(call, DOWN[fault])
        caught = blog.outcome(operation)
        late = isinstance(caught, SiteDown) and caught.retry_at == NOW + timedelta(seconds=120)
        if type(caught) is not SiteDown or blog.calls.count(call) != 1 or (fault in HINTED) != late:
            wrong.append((call, fault, repr(caught)))
        assert "the secret" not in str(caught)
    record_property("figure", f"WordPress, {operation}: {len(cells)} passing faults, {len(cells) - len(wrong)} down")
    assert wrong == []


@pytest.mark.parametrize("operation", OPERATIONS)
def test_every_lasting_fault_of_every_call_is_refused(operation, record_property):
    cells = [(call, fault) for call in calls_of(operation) for fault in REFUSED]
    wrong = []
    for call, fault in cells:
        caught = Blog(call, REFUSED[fault]).outcome(operation)
        if type(caught) is not SiteRefused:
            wrong.append((call, fault, repr(caught)))
        assert "the secret" not in str(caught)
    record_property("figure", f"WordPress, {operation}: {len(cells)} lasting faults, {len(cells) - len(wrong)} refused")
    assert wrong == []


def test_a_flood_is_down_for_a_minute():
    caught = Blog("POST comments", error(400, "comment_flood", "Slow down.")).outcome("comment")
    assert type(caught) is SiteDown and caught.retry_at == NOW + timedelta(minutes=1)


def test_a_duplicate_that_is_not_ours_is_refused():
    blog = Blog("POST comments", error(409, "comment_duplicate", "Duplicate comment detected"))
    assert type(blog.outcome("comment")) is SiteRefused
    assert blog.calls == ["GET posts/7", "POST comments", "GET users/me", "GET comments"]

"""Every call of the MediaWiki adapter x every fault: down, refused or a conflict, and a write never sent twice."""

from __future__ import annotations

import json
from collections import Counter
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
import requests
import responses
from adapters.mediawiki_case import mediawiki_site

from pbp.errors import EditConflict, PbpError, SiteDown, SiteRefused
from pbp.ports import Ref

NOW = datetime(2026, 2, 28, 12, tzinfo=UTC)
API = "https://wiki.example/w/api.php"
POST = Ref("7", "https://wiki.example/w/index.php?title=Wizard_Duel_7")
HTML = "<!DOCTYPE html><html><body>Just a moment...</body></html>"


def error(code, info="no"):
    return 200, {}, json.dumps({"error": {"code": code, "info": info, "docref": ""}})


DOWN = {
    "answer lost": requests.ConnectionError("Connection aborted"),
    "answer broken off": requests.exceptions.ChunkedEncodingError("broken"),
    "no answer in time": requests.ReadTimeout("timed out"),
    "429": (429, {"retry-after": "120"}, HTML),
    "429 until a date": (429, {"retry-after": "Sat, 28 Feb 2026 12:02:00 GMT"}, HTML),
    "500": (500, {}, HTML),
    "502": (502, {}, ""),
    "503": (503, {"retry-after": "120"}, HTML),
    "HTML for JSON": (200, {}, HTML),
    "truncated JSON": (200, {}, '{"batchcomplete":true,"query":{"pages":[{"pageid":7,"ns'),
    "nothing": (200, {}, ""),
    "null": (200, {}, "null"),
    "another shape": (200, {}, "[1, 2]"),
    "an empty object": (200, {}, "{}"),
    "an empty query": (200, {}, '{"query": {}, "edit": {}, "login": {}}'),
    "lagging replicas": (200, {"x-database-lag": "9", "retry-after": "120"}, error("maxlag", "Waiting for db2")[2]),
    "lag without a hint": error("maxlag"),
    "read-only": error("readonly", "The wiki is currently in read-only mode."),
    "rate limit": error("ratelimited", "You've exceeded your rate limit."),
    "database error": error("internal_api_error_DBQueryError"),
    "exception": error("internal_api_error_Exception"),
}
HINTED = {"429", "429 until a date", "503", "lagging replicas"}
REFUSED = {
    "403": (403, {}, HTML),
    "404": (404, {}, HTML),
    "moved": (301, {"location": "https://elsewhere.example/w/api.php"}, ""),
    "blocked": error("blocked", "You have been blocked from editing."),
    "not permitted": error("permissiondenied", "The action is limited to users."),
    "OAuth revoked": error("mwoauth-invalid-authorization", "The authorization headers are not valid."),
    "blocked, in another form": error("blocked", {"code": "blocked", "html": "You have been <b>blocked</b>."}),
    "never heard of": error("some-extensions-own-code", "No."),
    "taken for another": error("assertnameduserfailed", "You are no longer logged in as BattleMaster."),
}
SAVING = {
    "edit conflict": (error("editconflict"), EditConflict),
    "protected": (error("protectedpage", "This page has been protected."), SiteRefused),
    "too long": (error("contenttoobig", "The content exceeds the limit."), SiteRefused),
    "captcha": ((200, {}, '{"edit": {"result": "Failure", "captcha": {"type": "math"}}}'), SiteRefused),
    "stale token": (error("badtoken", "Invalid CSRF token."), SiteDown),
    "session lost for ever": (error("assertnameduserfailed"), SiteDown),
}

OPERATIONS = {
    "read": lambda site: site.wiki.read("Duel Sheet"),
    "read a section": lambda site: site.wiki.read("Duel Sheet#Wizards"),
    "newest of several": lambda site: site.wiki.newest(["Duel Sheet", "Wizard Duels"]),
    "which are there": lambda site: site.wiki.existing(["Duel Sheet", "Wizard Duels"]),
    "which may not be written": lambda site: site.wiki.barred(["Duel Sheet", "Wizard Duels"]),
    "history": lambda site: site.wiki.history("Duel Sheet", "5"),
    "replace": lambda site: site.wiki.write("Duel Sheet", "new", base="5", summary=""),
    "make": lambda site: site.wiki.write("New page", "new", base=None, summary=""),
    "replace a section": lambda site: site.wiki.write("Duel Sheet#Wizards", "new", base="4", summary=""),
    "find a post": lambda site: site.blog.find("duel-7"),
    "find a comment": lambda site: site.blog.find("duel-7-result", POST),
    "post": lambda site: site.blog.post("duel-8", "New page", "story"),
    "comment": lambda site: site.blog.comment("duel-7-result", POST, "result"),
    "look for copies": lambda site: site.blog.copies("duel-7-result", POST),
    "take a comment back": lambda site: site.blog.take_back(Ref("6", POST.url), POST),
}


def kind(call):
    """What a call asks for."""
    asked = {**parse_qs(urlsplit(call.url).query), **parse_qs(call.body or "")}
    action = asked["action"][0]
    if action != "query":
        return action
    for name in ("list", "type"):
        if name in asked:
            return f"{asked[name][0]} {name}" + (" and page" if "pageids" in asked else "")
    if "revids" in asked:
        return "old revision" if asked["revids"] == ["4"] else f"revision {asked['revids'][0]}"
    if "pageids" in asked:
        return "page by id"
    return "page" if "titles" in asked else asked["meta"][0].split("|")[0]


def good(call):
    """What a wiki in good health answers, in its own words."""
    asked = {**parse_qs(urlsplit(call.url).query), **parse_qs(call.body or "")}
    revision = {
        "revid": 5,
        "parentid": 4,
        "timestamp": "2026-02-28T11:00:00Z",
        "user": "Alice",
        "slots": {"main": {"contentmodel": "wikitext", "content": "== Wizards ==\nold"}},
    }
    page = {"pageid": 7, "ns": 0, "title": asked.get("titles", ["Duel Sheet"])[0].strip("\x1f")}
    longer = "== Wizards ==\nold\n\n== now ==\nresult"
    added = {**revision, "revid": 6, "parentid": 5, "slots": {"main": {"contentmodel": "wikitext", "content": longer}}}
    if page["title"].startswith("Talk:"):
        revision = added
    known = page if page["title"] == "New page" else {**page, "revisions": [revision]}
    namespaces = {"0": {"id": 0, "*": ""}, "1": {"id": 1, "*": "Talk"}}
    saved = {"result": "Success", "pageid": 7, "title": asked.get("title", [""])[0], "newrevid": 6}
    answers: dict[str, Any] = {
        "login type": {"query": {"tokens": {"logintoken": "t+\\"}}},
        "login": {"login": {"result": "Success", "lgusername": "BattleMaster"}},
        "siteinfo": {"query": {"general": {"generator": "MediaWiki 1.39.17"}, "namespaces": namespaces}},
        "tokens": {"query": {"tokens": {"csrftoken": "c+\\"}}},
        "page": {"query": {"pages": [{**known, **({"missing": True} if known is page else {})}]}},
        "old revision": {"query": {"pages": [{**known, "revisions": [{**revision, "revid": 4}]}]}},
        "revision 6": {"query": {"pages": [{**known, "revisions": [added]}]}},
        "revision 5": {"query": {"pages": [{**known, "revisions": [revision]}]}},
        "page by id": {"query": {"pages": [page]}},
        "usercontribs list and page": {"query": {"usercontribs": [], "pages": [page]}},
        "usercontribs list": {"query": {"usercontribs": []}},
        "edit": {
            "edit": {
                **saved,
                "oldrevid": 5 if "baserevid" in asked else 0,
                "newtimestamp": "2026-02-28T12:00:00Z",
            }
        },
    }
    answer = answers[kind(call)]
    if "query" in answer:
        answer["query"]["userinfo"] = {"id": 2, "name": "BattleMaster"}
    return 200, {}, json.dumps(answer)


class Wiki:
    """A wiki on which one kind of call has a fault; `calls` are the kinds that came."""

    def __init__(self, faulty="", fault=None):
        self.calls = []
        self._faulty, self._fault = faulty, fault

    def __enter__(self):
        self._mock = responses.RequestsMock(assert_all_requests_are_fired=False)
        self._mock.start()
        for method in (responses.GET, responses.POST):
            self._mock.add_callback(method, API, self._answer)
        return self

    def __exit__(self, *exception):
        self._mock.stop(allow_assert=False)
        self._mock.reset()

    def _answer(self, call):
        self.calls.append(kind(call))
        if self.calls[-1] != self._faulty:
            return good(call)
        if isinstance(self._fault, Exception):
            raise self._fault
        return self._fault


def outcome(operation, wiki):
    """What an operation raised, or None; and the wiki's calls."""
    site = mediawiki_site("https://wiki.example/w/", clock=lambda: NOW)
    with wiki:
        try:
            OPERATIONS[operation](site)
        except PbpError as caught:
            return caught
        return None


def calls_of(operation):
    """The kinds of call that an operation makes."""
    wiki = Wiki()
    assert outcome(operation, wiki) is None
    return list(dict.fromkeys(wiki.calls))


@pytest.mark.parametrize("operation", OPERATIONS)
def test_every_call_of_a_healthy_wiki_is_made_once(operation):
    wiki = Wiki()
    assert outcome(operation, wiki) is None
    assert max(Counter(wiki.calls).values()) == 1


@pytest.mark.parametrize("operation", OPERATIONS)
def test_every_passing_fault_of_every_call_is_down_and_no_write_is_repeated(operation, record_property):
    cells = [(call, fault) for call in calls_of(operation) for fault in DOWN]
    wrong = []
    for call, fault in cells:
        wiki = Wiki(call, DOWN[fault])
        caught = outcome(operation, wiki)
        late = isinstance(caught, SiteDown) and caught.retry_at == NOW + timedelta(seconds=120)
        if type(caught) is not SiteDown or wiki.calls.count(call) != 1 or (fault in HINTED) != late:
            wrong.append((call, fault, repr(caught), wiki.calls))
    record_property("figure", f"MediaWiki, {operation}: {len(cells)} passing faults, {len(cells) - len(wrong)} down")
    assert wrong == []


@pytest.mark.parametrize("operation", OPERATIONS)
def test_every_lasting_fault_of_every_call_is_refused(operation, record_property):
    """But an edit is down when the wiki has forgotten us between two calls."""
    cells = [(call, fault) for call in calls_of(operation) for fault in REFUSED]
    wrong = []
    for call, fault in cells:
        caught = outcome(operation, wiki := Wiki(call, REFUSED[fault]))
        wanted = SiteDown if fault == "taken for another" and call == "edit" else SiteRefused
        if type(caught) is not wanted:
            wrong.append((call, fault, repr(caught), wiki.calls))
    record_property("figure", f"MediaWiki, {operation}: {len(cells)} lasting faults, {len(cells) - len(wrong)} refused")
    assert wrong == []


@pytest.mark.parametrize("fault", SAVING)
def test_what_only_saving_can_fail_with(fault):
    answer, wanted = SAVING[fault]
    caught = outcome("replace", wiki := Wiki("edit", answer))
    assert type(caught) is wanted, repr(caught)
    again = 2 if fault in ("stale token", "session lost for ever") else 1
    assert wiki.calls.count("edit") == again, "only an edit that the wiki has refused for its session is sent again"


def test_the_client_would_repeat_writes_unless_told_not_to():
    """If this fails, the library has changed how often it tries: look again at how it is told not to."""
    import mwclient

    with Wiki("edit", DOWN["answer lost"]) as wiki:
        site = mwclient.Site("wiki.example", max_retries=1, retry_timeout=0)
        with pytest.raises(requests.ConnectionError):
            site.post("edit", title="x", text="y", token="z")
    assert wiki.calls.count("edit") == 2


@pytest.mark.parametrize("oauth", [("a", "b", "c", "d"), ("only",)], ids=["OAuth 1", "OAuth 2"])
def test_oauth_signs_every_call_and_signs_in_by_none(oauth):
    from pbp.adapters.mediawiki import MediaWikiSite

    site = MediaWikiSite("https://wiki.example/w/api.php", "battle Master", oauth=oauth)
    with Wiki() as wiki:
        assert site.wiki.read("Duel Sheet").author == "Alice"
        sent = [call.request for call in wiki._mock.calls]
    assert "login" not in wiki.calls
    scheme = "OAuth " if len(oauth) == 4 else "Bearer only"
    for request in sent:
        signature = request.headers["Authorization"]
        assert (signature if isinstance(signature, str) else signature.decode()).startswith(scheme)
    assert site.wiki.account == "Battle Master"


def test_a_fault_is_raised_and_not_logged_besides(caplog):
    for fault in DOWN.values():
        outcome("read", Wiki("page", fault))
    assert caplog.records == []


def test_secrets_are_in_no_words_of_a_fault():
    for call in ("login", "login type"):
        for fault in (*DOWN.values(), *REFUSED.values()):
            assert "b" * 32 not in str(outcome("read", Wiki(call, fault)))


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({"captcha": {"type": "math", "mime": "text/plain"}}, "it wants a captcha solved"),
        ({"spamblacklist": "evil.example|worse.example"}, "it takes the text for spam (because of evil.example"),
        ({"code": "abusefilter-disallowed", "info": "Hit AbuseFilter: <b>shouting</b>"}, "(Hit AbuseFilter: shouting)"),
        ({"info": {"code": "x", "text": "Not here."}}, "(Not here.)"),
        ({}, "gives no reason"),
    ],
)
def test_why_an_edit_was_not_saved_is_a_sentence(said, words):
    caught = outcome("replace", Wiki("edit", (200, {}, json.dumps({"edit": {"result": "Failure", **said}}))))
    assert type(caught) is SiteRefused and words in str(caught)
    assert "did not save 'Duel Sheet': " in str(caught) and "{" not in str(caught) and "OrderedDict" not in str(caught)


def test_no_sign_of_the_protocol_is_in_the_words_of_a_fault():
    for operation in OPERATIONS:
        for call in calls_of(operation):
            for fault in (*DOWN.values(), *REFUSED.values()):
                words = str(outcome(operation, Wiki(call, fault)))
                assert words.isprintable() and not any(sign in words for sign in ("OrderedDict", "{", "<"))

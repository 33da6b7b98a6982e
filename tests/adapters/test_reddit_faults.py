"""Whatever Reddit does, a call ends in one of our exceptions, and what was to be published is there once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import partial
from types import SimpleNamespace
from typing import Any

import praw
import pytest
import requests
import responses
from adapters.reddit_case import BOB, site_on
from reddit_emulator import LOGIN, SUBREDDIT, Emulator, World
from reddit_emulator.server import FAULTS

from pbp.adapters.reddit import RedditSite
from pbp.adapters.reddit.faults import wait_said
from pbp.adapters.reddit.texts import names
from pbp.clock import system_clock
from pbp.errors import EditConflict, SiteDown, SiteRefused
from pbp.ports import Letter, Ref

DOWN = {"lost", "dropped", "cut", "slow", "truncated", "html", "null", "408", "429", "500", "502", "503", "504 late"}
HARMLESS = {"expired", "401"}
"""Faults after which prawcore rightly asks again, with a new token."""


@dataclass(frozen=True)
class Call:
    """One call of a port: what must be there before, the call, and how many copies of its text are there."""

    name: str
    act: Callable[[RedditSite, Any], object]
    copies: Callable[[World], int] | None = None
    prepare: Callable[[World], Any] = lambda world: None
    look: Callable[[RedditSite, Any], object] = lambda site, before: None


def _post(world: World) -> Ref:
    post = world.submit(LOGIN.account, "Wizard Duel 7", "Battle time [](#pbp-duel-7)")
    return Ref(post.name, f"https://www.reddit.com/r/{SUBREDDIT}/comments/{post.id}/")


def _messages(world: World) -> None:
    post = _post(world)
    world.message(BOB, "CAST Greed")
    world.remark(BOB, "HELP", post.id)
    world.mail(BOB, "STATUS")


def _page(world: World) -> str:
    world.write_page(LOGIN.account, "duel_sheet", "one", "", None)
    return world.pages["duel_sheet"][-1].id


def _copies_of(body: str) -> Callable[[World], int]:
    def count(world: World) -> int:
        mails = [mail.body for one in world.conversations for mail in one.mails]
        notes = [note.body for note in world.notes]
        bodies = [*(one.body for one in world.posts), *(one.body for one in world.comments), *notes, *mails]
        return sum(body in text for text in bodies)

    return count


def _revisions(world: World) -> int:
    return sum(revision.text == "two" for revision in world.pages.get("duel_sheet", []))


def _letter(thread: str = "", public: bool = False) -> Letter:
    return Letter(BOB, "Wizard Duel 7", "Understood: Greed", thread, public=public)


def _write(site: RedditSite, base: str | None) -> object:
    page = site.wiki.read("Duel Sheet")
    return site.wiki.write("Duel Sheet", "two", base=page.revision if page else None, summary="")


CALLS = [
    Call("wiki.read", lambda site, _: site.wiki.read("Duel Sheet"), prepare=_page),
    Call("wiki.history", lambda site, _: site.wiki.history("Duel Sheet"), prepare=_page),
    Call("wiki.write, a new page", _write, _revisions),
    Call("wiki.write, an old page", _write, _revisions, _page),
    Call("blog.find, a post", lambda site, _: site.blog.find("duel-7"), prepare=_post),
    Call("blog.find, a comment", lambda site, post: site.blog.find("commence", post), prepare=_post),
    Call(
        "blog.post",
        lambda site, _: site.blog.post("duel-8", "Wizard Duel 8", "Eight [](#pbp-duel-8)"),
        _copies_of("Eight"),
        look=lambda site, _: site.blog.find("duel-8"),
    ),
    Call(
        "blog.comment",
        lambda site, post: site.blog.comment("result", post, "Result [](#pbp-result)"),
        _copies_of("Result"),
        _post,
        lambda site, post: site.blog.find("result", post),
    ),
    Call("mailbox.fetch", lambda site, _: site.mailbox.fetch(), prepare=_messages),
    Call("mailbox.find", lambda site, _: site.mailbox.find("receipt-1"), prepare=_messages),
    Call(
        "mailbox.send, a new message",
        lambda site, _: site.mailbox.send("receipt-1", _letter()),
        _copies_of("Understood"),
        look=lambda site, _: site.mailbox.find("receipt-1"),
    ),
    Call(
        "mailbox.send, an answer",
        lambda site, note: site.mailbox.send("receipt-1", _letter(note.name)),
        _copies_of("Understood"),
        lambda world: world.message(BOB, "CAST Greed"),
        lambda site, _: site.mailbox.find("receipt-1"),
    ),
    Call(
        "mailbox.send, a public answer",
        lambda site, comment: site.mailbox.send("receipt-1", _letter(comment.name, public=True)),
        _copies_of("Understood"),
        lambda world: world.remark(BOB, "CAST Greed", _post(world).id),
        lambda site, _: site.mailbox.find("receipt-1"),
    ),
    Call(
        "mailbox.send, mail to the moderators",
        lambda site, mail: site.mailbox.send("receipt-1", _letter(f"modmail/{mail.id}")),
        _copies_of("Understood"),
        lambda world: world.mail(BOB, "CAST Greed"),
        lambda site, _: site.mailbox.find("receipt-1"),
    ),
]


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """prawcore waits up to two seconds before it comes again with a new token; here it does not."""
    monkeypatch.setattr("prawcore.sessions.random", SimpleNamespace(random=lambda: 0.0))


def _begin(reddit: Emulator, call: Call, tmp_path, timeout: float = 10) -> tuple[RedditSite, Any]:
    reddit.world = World(LOGIN.account, SUBREDDIT, system_clock)
    reddit.heal()
    reddit.requests.clear()
    reddit.forms.clear()
    (tmp_path / "reddit.db.token").unlink(missing_ok=True)
    return site_on(reddit, tmp_path, timeout=timeout), call.prepare(reddit.world)


@pytest.mark.parametrize("call", CALLS, ids=lambda call: call.name)
def test_each_fault_of_each_request_of_a_call(call, reddit, tmp_path, at_once, capsys):
    site, before = _begin(reddit, call, tmp_path)
    call.act(site, before)
    asked = [(request, reddit.requests[:at].count(request)) for at, request in enumerate(reddit.requests)]
    counts: Counter[str] = Counter()
    for request, nth in asked:
        for fault in FAULTS:
            if fault in _not_for(request):
                continue
            site, before = _begin(reddit, call, tmp_path, timeout=0.5 if fault == "slow" else 10)
            reddit.fail(fault, request, spare=nth)
            counts[_outcome(reddit, call, site, before, request, fault)] += 1
    with capsys.disabled():
        told = ", ".join(f"{count} {outcome}" for outcome, count in sorted(counts.items()))
        print(f"\n{call.name}: {sum(counts.values())} faults at {len(asked)} requests: {told}")


def _not_for(request: str) -> set[str]:
    """Faults that cannot be: signing in needs no token, and only who writes can write too often."""
    signing_in = {"expired", "ratelimit"} if "access_token" in request else set()
    return signing_in | ({"ratelimit"} if request.startswith("GET") else set())


def _outcome(reddit: Emulator, call: Call, site: RedditSite, before: Any, request: str, fault: str) -> str:
    case = f"{call.name}: {fault} at {request}"
    try:
        call.act(site, before)
        outcome = "as if nothing had been"
    except SiteDown as error:
        outcome = "down"
        assert fault not in ("429", "ratelimit") or error.retry_at, case
    except SiteRefused:
        outcome = "refused"
    except EditConflict:
        outcome = "conflict"
    writes = [one for one in reddit.requests if one.startswith("POST") and "access_token" not in one]
    assert len(writes) <= (2 if fault in HARMLESS else 1), case
    _check(request, fault, outcome, case)
    reddit.heal()
    if call.copies:
        assert call.copies(reddit.world) <= 1, case
        if outcome != "as if nothing had been" and not call.look(site, before):
            call.act(site, before)
        assert call.copies(reddit.world) == 1, case
    else:
        call.act(site, before)
    return outcome


def _check(request: str, fault: str, outcome: str, case: str) -> None:
    if (fault in HARMLESS and "access_token" not in request) or (
        fault == "redirect" and request == "GET /message/messages"
    ):
        assert outcome == "as if nothing had been", case
    elif fault in ("404", "truncated") and request.startswith("GET /r/") and "/wiki/" in request:
        # There is no such page, says Reddit (with half a text, where there is none): it is made, or not to be read.
        assert outcome in ("as if nothing had been", "conflict", "down"), case
    elif fault == "null" and request.endswith("/api/wiki/edit"):
        assert outcome == "as if nothing had been", case  # what became of the page is looked at anyway
    elif fault in DOWN or fault == "ratelimit":
        assert outcome == "down", case
    else:
        assert outcome == "refused", case


LATE = timedelta(seconds=45)


class Hands:
    """A clock that stands until it is moved."""

    def __init__(self) -> None:
        self.now = datetime(2026, 11, 20, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now


def _publish(find: Callable[[], Ref | None], send: Callable[[], Ref], wait: Callable[[], None]) -> int:
    """As the service does it: look, send if it is not there, look again when the site may be late. Gives the tries."""
    for tries in range(1, 100):
        try:
            if not find():
                send()
            return tries
        except SiteDown:
            wait()
    raise AssertionError("never published")


def test_with_two_thirds_of_all_answers_lost_and_late_listings_everything_is_there_once(reddit, tmp_path, capsys):
    hands = Hands()
    reddit.world.clock = hands
    reddit.world.lag = LATE
    site = site_on(reddit, tmp_path, clock=hands)
    reddit.lose_answers(2 / 3)

    def wait() -> None:
        hands.now += LATE

    tries = 0
    for number in range(12):
        key = f"duel-{number}"
        post = [f"Wizard Duel {number}", f"Battle time [](#pbp-{key})"]
        tries += _publish(partial(site.blog.find, key), partial(site.blog.post, key, *post), wait)
        wait()
        ref = site.blog.find(key)
        assert ref
        for kind in ("commence", "result"):
            own = f"{key}-{kind}"
            text = f"{kind} [](#pbp-{own})" + "\n\nAnd so on." * 1000 * (kind == "result")
            tries += _publish(
                partial(site.blog.find, own, ref),
                partial(site.blog.comment, own, ref, text),
                wait,
            )
        letter = Letter(BOB, f"Wizard Duel {number}", "Your ring is ready")
        tries += _publish(
            partial(site.mailbox.find, key),
            partial(site.mailbox.send, key, letter),
            wait,
        )
    world = reddit.world
    marks = Counter(name for one in (*world.posts, *world.comments) for name in names(one.body))
    assert len(marks) == 12 * 5 and set(marks.values()) == {1}
    assert len(world.posts) == 12 and len(world.comments) == 12 * 3 and len(world.letters(BOB)) == 12
    with capsys.disabled():
        print(f"\n48 texts in 60 parts, each there once after {tries} tries; {reddit.count('POST /api')} writes")


@responses.activate
@pytest.mark.parametrize(
    "answer",
    [
        {"body": requests.ConnectionError("the answer was lost")},
        {"body": requests.ReadTimeout("no answer in time")},
        {"body": requests.exceptions.ChunkedEncodingError("the answer broke off")},
        {"status": 500},
        {"status": 502},
        {"status": 503},
        {"status": 504},
        {"status": 520},
        {"status": 408},
        {"status": 429},
        {"body": "<html>Our CDN was unable to reach our servers</html>"},
        {"body": '{"json": {"errors": [], "data": {"things": [{"kind"'},
        {"json": {"json": {"errors": [["RATELIMIT", "try again in 1 second", "ratelimit"]]}}},
        {"json": {"json": {"errors": [["RATELIMIT", "try again in 0 seconds", "ratelimit"]]}}},
    ],
    ids=str,
)
def test_praw_sends_a_write_once_whatever_comes_back(answer, tmp_path):
    site = _site_on_reddit(tmp_path)
    write = responses.post("https://oauth.reddit.com/api/comment/", **answer)
    with pytest.raises(SiteDown):
        site.blog.comment("result", Ref("t3_abc", ""), "Result [](#pbp-result)")
    assert write.call_count == 1


@responses.activate
def test_praw_left_to_itself_would_send_a_write_twice(monkeypatch):
    """Why OneTry is there. If this fails, PRAW no longer repeats writes, or repeats them by another way than ours."""
    monkeypatch.setattr("prawcore.sessions.FiniteRetryStrategy.sleep", lambda self: None)
    _sign_in()
    write = responses.post("https://oauth.reddit.com/api/comment/", status=503)
    reddit = praw.Reddit(
        client_id=LOGIN.client_id,
        client_secret=LOGIN.client_secret,
        username=LOGIN.account,
        password=LOGIN.password,
        user_agent="a test of what PRAW does",
        check_for_updates=False,
    )
    with pytest.raises(Exception, match="503"):
        reddit.submission("abc").reply("Result")
    assert write.call_count == 3


@responses.activate
def test_a_used_up_limit_is_waited_for_outside(tmp_path):
    hands = Hands()
    site = _site_on_reddit(tmp_path, hands)
    read = responses.get(
        f"https://oauth.reddit.com/r/{SUBREDDIT}/wiki/ruleset",
        status=404,
        json={"reason": "PAGE_NOT_FOUND"},
        headers={"x-ratelimit-remaining": "0.0", "x-ratelimit-used": "1000", "x-ratelimit-reset": "300"},
    )
    assert site.wiki.read("Ruleset") is None
    with pytest.raises(SiteDown) as refused:
        site.wiki.read("Ruleset")
    assert refused.value.retry_at == hands.now + timedelta(seconds=300)
    assert read.call_count == 1
    hands.now += timedelta(seconds=301)
    assert site.wiki.read("Ruleset") is None


@responses.activate
@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"Retry-After": "7"}, 7),
        ({"Retry-After": "Fri, 20 Nov 2026 12:01:00 GMT"}, 60),
        ({"x-ratelimit-reset": "42"}, 42),
        ({"Retry-After": "soon"}, None),
        ({}, None),
    ],
)
def test_the_hint_of_a_refusal_by_number_is_kept(headers, seconds, tmp_path):
    hands = Hands()
    site = _site_on_reddit(tmp_path, hands)
    responses.get(f"https://oauth.reddit.com/r/{SUBREDDIT}/wiki/ruleset", status=429, headers=headers)
    with pytest.raises(SiteDown) as refused:
        site.wiki.read("Ruleset")
    assert refused.value.retry_at == (None if seconds is None else hands.now + timedelta(seconds=seconds))


@pytest.mark.parametrize(
    ("message", "seconds"),
    [
        ("Looks like you've been doing that a lot. Take a break for 9 minutes before trying again.", 540),
        ("Take a break for 1 hour before trying again.", 3600),
        ("try again in 9m30s", 570),
        ("you are doing that too much. try again in 47 seconds.", 47),
        ("Take a break for 700 milliseconds before trying again.", 0.7),
        ("Faites une pause.", 600),
        ("", 600),
    ],
)
def test_how_long_reddit_says_to_wait_is_understood(message, seconds):
    assert wait_said(message).total_seconds() == seconds


@responses.activate
@pytest.mark.parametrize("answer", [{"status": 204}, {"body": ""}, {"body": "null"}], ids=str)
def test_an_inbox_that_was_not_read_is_not_an_empty_inbox(answer, tmp_path):
    site = _site_on_reddit(tmp_path)
    responses.get("https://oauth.reddit.com/message/inbox/", **answer)
    with pytest.raises(SiteDown):
        site.mailbox.fetch()


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"password": "wrong"}, "password or token"),
        ({"client_secret": "wrong"}, "client id and secret"),
    ],
)
def test_a_wrong_login_is_refused_in_words(wrong, words, reddit, tmp_path):
    site = RedditSite(replace(LOGIN, **wrong), SUBREDDIT, tmp_path / "r.db", system_clock, **reddit.way())
    with pytest.raises(SiteRefused, match=words):
        site.mailbox.fetch()


def test_an_account_can_sign_in_with_a_refresh_token(reddit, tmp_path):
    login = replace(LOGIN, password=None, refresh_token="refresh-token")
    site = RedditSite(login, SUBREDDIT, tmp_path / "r.db", system_clock, **reddit.way())
    assert site.mailbox.fetch() == []


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda world: setattr(world, "banned", True), "banned from the subreddit"),
        (lambda world: setattr(world.posts[0], "locked", True), "the post is locked"),
    ],
)
def test_a_refusal_tells_the_operator_what_to_do(change, words, reddit, reddit_site):
    ref = reddit_site.blog.post("duel-7", "Wizard Duel 7", "[](#pbp-duel-7)")
    change(reddit.world)
    with pytest.raises(SiteRefused, match=words):
        reddit_site.blog.comment("result", ref, "Result")


def test_a_player_who_cannot_be_written_to_is_named(reddit, reddit_site):
    reddit.world.blocks.add("Carol")
    reddit.world.deleted.add("Dave")
    with pytest.raises(SiteRefused, match=r"u/Carol: the player takes messages only from chosen accounts"):
        reddit_site.mailbox.send("k1", Letter("Carol", "s", "b"))
    with pytest.raises(SiteRefused, match=r"u/Dave: there is no account of this name"):
        reddit_site.mailbox.send("k2", Letter("Dave", "s", "b"))


def _sign_in() -> None:
    token = {"access_token": "t", "token_type": "bearer", "expires_in": 3600, "scope": "*"}
    responses.post("https://www.reddit.com/api/v1/access_token", json=token)


def _site_on_reddit(folder, clock=system_clock) -> RedditSite:
    _sign_in()
    return RedditSite(LOGIN, SUBREDDIT, folder / "reddit.db", clock)

"""What Reddit's refusals mean: every exception of PRAW and prawcore becomes one of ours, in words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime, timedelta

import prawcore.exceptions as core
from praw.exceptions import RedditAPIException

from pbp.adapters.answers import http_date
from pbp.errors import EditConflict, SiteDown, SiteError, SiteRefused, Unreachable

WORDS = {
    "BANNED_FROM_SUBREDDIT": "our account is banned from the subreddit; ask its moderators",
    "COMMENT_UNREPLIABLE": "the comment takes no replies",
    "CONTENT_LENGTH_ERROR": "the page is longer than Reddit's wiki allows",
    "DELETED_COMMENT": "what we answer was deleted",
    "INVALID_PAGE_NAME": "Reddit's wiki does not take this page title",
    "IN_TIMEOUT": "our account is suspended",
    "NOT_WHITELISTED_BY_USER_MESSAGE": "the player takes messages only from chosen accounts, and must add ours",
    "NO_TEXT": "the text is empty",
    "PM_MODERATOR_RESTRICTION": "moderators of this subreddit may not send this message",
    "SUBREDDIT_NOEXIST": "there is no such subreddit",
    "SUBREDDIT_NOTALLOWED": "our account may not post in the subreddit; ask its moderators to approve it",
    "THREAD_LOCKED": "the post is locked; ask a moderator to unlock it",
    "TOO_LONG": "the text is longer than Reddit allows",
    "TOO_OLD": "the post is archived and takes no more comments",
    "USER_BLOCKED": "the player has blocked our account",
    "USER_BLOCKED_MESSAGE": "the player has blocked our account",
    "USER_DOESNT_EXIST": "there is no account of this name",
    "WIKI_DISABLED": "the subreddit's wiki is switched off; a moderator can switch it on",
}
"""Reddit's error codes, as an operator would want them said."""

UNREACHABLE = {"NOT_WHITELISTED_BY_USER_MESSAGE", "USER_BLOCKED", "USER_BLOCKED_MESSAGE", "USER_DOESNT_EXIST"}
"""Codes that are about whoever was written to, and hold for every letter to that account."""

FOR_ALL = {"BANNED_FROM_SUBREDDIT", "IN_TIMEOUT", "SUBREDDIT_NOEXIST", "SUBREDDIT_NOTALLOWED", "WIKI_DISABLED"}
"""Codes that meet every text of ours alike."""

PASSING = {"SOMETHING_IS_BROKEN", "SERVER_ERROR", "INTERNAL_ERROR", "TRY_AGAIN_LATER"}
"""Codes of faults that pass by themselves."""

_SPAN = re.compile(r"(\d+)\s*(milliseconds?|ms|seconds?|secs?|s|minutes?|mins?|m|hours?|h|days?|d)(?![a-z])", re.I)
_SECONDS = {"m": 60, "h": 3600, "d": 86400, "s": 1}
_UNSAID = timedelta(minutes=10)


def retry_after(headers: Mapping[str, str], now: datetime) -> datetime | None:
    """When to try again by an answer's headers: Retry-After (seconds or a date), else the end of the limit's window."""
    said = headers.get("retry-after") or headers.get("x-ratelimit-reset")
    if not said:
        return None
    try:
        return now + timedelta(seconds=max(0.0, float(said)))
    except (ValueError, OverflowError):
        pass
    return http_date(said)


def wait_said(message: str) -> timedelta:
    """How long a RATELIMIT message asks us to wait: "9 minutes", "1 hour", "9m30s"; ten minutes if it does not say."""
    spans = [
        timedelta(milliseconds=int(number))
        if unit.lower().startswith(("ms", "milli"))
        else timedelta(seconds=int(number) * _SECONDS[unit[0].lower()])
        for number, unit in _SPAN.findall(message)
        if len(number) < 6
    ]
    return sum(spans, timedelta()) or _UNSAID


def translated(error: Exception, doing: str, now: datetime) -> SiteError:
    """Our exception for one of PRAW's. What cannot be told apart is SiteDown: the outcome is unknown."""
    match error:
        case RedditAPIException():
            return _refusal(error, doing, now)
        case core.OAuthException():
            words = f"{doing}: Reddit does not accept the account's password or token ({error.error})"
            return SiteRefused(words, "sign-in")
        case core.BadJSON():
            return SiteDown(f"{doing}: Reddit's answer was not what it should be")
        case core.Conflict():
            return EditConflict(f"{doing}: it was changed meanwhile")
        case core.Redirect():
            return SiteRefused(f"{doing}: {_redirected(error.path)}")
        case core.ResponseException():
            return _status(error, doing)
    return SiteDown(f"{doing}: Reddit's answer cannot be read ({type(error).__name__})")


def _refusal(error: RedditAPIException, doing: str, now: datetime) -> SiteError:
    item = error.items[0]
    if item.error_type == "RATELIMIT":
        later = now + wait_said(item.message or "")
        return SiteDown(f"{doing}: Reddit asks us to wait ({item.message})", later, undone=True)
    if item.error_type in PASSING:
        return SiteDown(f"{doing}: {item.message or item.error_type}")
    if item.error_type == "EDIT_CONFLICT":
        return EditConflict(f"{doing}: it was changed meanwhile")
    said = WORDS.get(item.error_type) or item.message or "Reddit gives no reason"
    kind = Unreachable if item.error_type in UNREACHABLE else SiteRefused
    return kind(f"{doing}: {said} ({item.error_type})", _cause(item.error_type))


def _redirected(path: str) -> str:
    if "login" in path:
        return "Reddit wants our account to sign in for this; check that it and the application may do it"
    if "search" in path:
        return "there is no such subreddit"
    return f"Reddit sends us elsewhere ({path})"


def _status(error: core.ResponseException, doing: str) -> SiteError:
    code = _reason(error)
    if code in WORDS:
        return SiteRefused(f"{doing}: {WORDS[code]} ({code})", _cause(code))
    said = {
        400: "Reddit does not understand the request",
        401: "Reddit does not accept the application's client id and secret",
        403: "our account may not do this here (banned, locked, archived, or a permission is missing)",
        404: "there is no such thing",
        413: "the text is longer than Reddit allows",
        414: "the address is longer than Reddit allows",
        451: "Reddit shows this not at all, for legal reasons",
    }.get(error.response.status_code, f"Reddit answered {error.response.status_code}")
    if isinstance(error, core.InsufficientScope):
        said = "the account's token lacks a permission for this; make one with more scopes"
    cause = "401" if error.response.status_code == 401 else ""
    return SiteRefused(f"{doing}: {said}" + (f" ({code})" if code else ""), cause)


def _cause(code: str) -> str:
    return code if code in FOR_ALL else ""


def _reason(error: core.ResponseException) -> str:
    try:
        said = error.response.json()
    except ValueError:
        return ""
    return str(said.get("reason", "")) if isinstance(said, dict) else ""

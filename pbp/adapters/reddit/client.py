"""PRAW as we use it: every request sent once, nothing slept through, every failure one of our own exceptions."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import praw
import prawcore
import requests
from requests import Response

from pbp.adapters.answers import hear_date, never_left
from pbp.adapters.reddit.faults import retry_after, translated
from pbp.adapters.session import Session
from pbp.clock import Clock, Hear, nobody_hears
from pbp.errors import PbpError, SiteDown

_TOKEN_PATH = "api/v1/access_token"  # noqa: S105
_MARGIN = timedelta(minutes=1)
"""How long before its end a token counts as used up."""
USER_AGENT = "server:pbp (the Battle Master, a play-by-post bot) for u/{account}"


@dataclass(frozen=True, slots=True)
class RedditLogin:
    """The account that we use and the application it is used through, both made on Reddit beforehand.

    Either `password` (an application of the kind "script") or `refresh_token` (any other) is given.
    """

    account: str
    client_id: str
    client_secret: str
    password: str | None = None
    refresh_token: str | None = None


class OneTry(prawcore.Requestor):
    """Sends each request once, and never waits: the queue decides when to try again.

    prawcore would send a request again after a lost answer or a fault of the server, and so publish twice, but only
    after a RequestException or an answer that it knows: SiteDown, raised here, is neither. It would also sleep, for
    up to ten minutes, by the x-ratelimit headers, which are taken out of the answer for that reason.
    What is still repeated is a request answered 401, with a new token: Reddit did not carry it out.
    """

    def __init__(self, *, clock: Clock, seconds: float, kept: Session, hear: Hear, **settings: Any):
        """`kept` keeps the access token for the next process."""
        super().__init__(**settings)
        self._clock, self._hear = clock, hear
        self._seconds = seconds
        self._kept = kept
        self._closed_until: datetime | None = None

    def request(self, *args: Any, timeout: float | None = None, **settings: Any) -> Response:
        """The answer to one request. Raises SiteDown, after which the outcome is unknown."""
        signing_in = str(args[1]).endswith(_TOKEN_PATH)
        if signing_in and (kept := self._kept_token()):
            return kept
        if self._closed_until and self._clock() < self._closed_until:
            raise SiteDown("Reddit's limit of requests is used up", self._closed_until, undone=True)
        settings["allow_redirects"] = False  # nor is the password carried on to another address
        try:
            # prawcore hands its own time-out with each call; ours is the one that counts.
            response = super().request(*args, timeout=self._seconds, **settings)
        except prawcore.exceptions.RequestException as lost:
            reason = type(lost.original_exception).__name__
            undone = never_left(lost.original_exception)
            raise SiteDown(f"Reddit gave no answer ({reason})", undone=undone) from lost
        now = self._clock()
        hear_date(self._hear, "Reddit", response.headers)
        if signing_in and response.ok:
            self._keep_token(response, now)
        elif response.status_code == 401:
            self._kept.keep({})  # Reddit no longer takes the token
        if response.status_code == 429:
            later = retry_after(response.headers, now)
            raise SiteDown("Reddit asks us to send fewer requests", later, undone=True)
        if response.status_code == 408 or response.status_code >= 500:
            raise SiteDown(f"Reddit answered with a fault ({response.status_code})", retry_after(response.headers, now))
        nothing = response.status_code in (200, 204) and response.content.strip() in (b"", b"null")
        if nothing and args[0].upper() == "GET":
            # PRAW would take it for an empty listing, and an inbox that was not read for one without a message.
            raise SiteDown("Reddit answered with nothing")
        self._note_limit(response, now)
        return response

    def _keep_token(self, response: Response, now: datetime) -> None:
        with suppress(ValueError, KeyError, TypeError, AttributeError, OverflowError):
            token = response.json()
            until = now + timedelta(seconds=token["expires_in"]) - _MARGIN
            self._kept.keep({"until": until.isoformat(), "token": token})

    def _kept_token(self) -> Response | None:
        """The answer to a request for a token, from the token that is kept while it is good."""
        with suppress(ValueError, KeyError, TypeError, AttributeError):
            kept = self._kept.load()
            left = datetime.fromisoformat(kept["until"]) - self._clock()
            if left > timedelta(0):
                answer = Response()
                answer.status_code = 200
                answer._content = json.dumps({**kept["token"], "expires_in": int(left.total_seconds())}).encode()
                return answer
        return None

    def _note_limit(self, response: Response, now: datetime) -> None:
        limits = {name: response.headers.pop(f"x-ratelimit-{name}", "") for name in ("remaining", "used", "reset")}
        try:
            if limits["remaining"] and float(limits["remaining"]) < 1:
                self._closed_until = now + timedelta(seconds=float(limits["reset"] or 60))
        except (ValueError, OverflowError):
            self._closed_until = None  # a limit that is no number limits nothing


class RedditClient:
    """An account signed in on Reddit, working in one subreddit."""

    def __init__(
        self,
        login: RedditLogin,
        subreddit: str,
        clock: Clock,
        *,
        timeout: float = 16,
        urls: Mapping[str, str] | None = None,
        session: requests.Session | None = None,
        state: Path | None = None,
        hear: Hear = nobody_hears,
    ):
        urls = urls or {"reddit_url": "https://www.reddit.com", "oauth_url": "https://oauth.reddit.com"}
        self.account = login.account
        self.clock = clock
        self.base = urls["reddit_url"].rstrip("/")
        secrets = (login.account, login.client_id, login.client_secret, login.password or "", login.refresh_token or "")
        self._kept = Session(state, self.base, *secrets)
        self.praw = praw.Reddit(
            client_id=login.client_id,
            client_secret=login.client_secret,
            username=login.account if login.password else None,
            password=login.password,
            refresh_token=login.refresh_token,
            user_agent=USER_AGENT.format(account=login.account),
            check_for_updates=False,
            check_for_async=False,
            ratelimit_seconds=-1,  # PRAW would sleep through a short RATELIMIT answer and send again
            requestor_class=OneTry,
            requestor_kwargs={
                "clock": clock,
                "seconds": timeout,
                "session": session,
                "kept": self._kept,
                "hear": hear,
            },
            **urls,
        )
        self.subreddit = self.praw.subreddit(subreddit)

    def token_is_old(self) -> bool:
        """Whether three quarters of the life of the token that is kept are over; True if none is."""
        kept = self._kept.load()
        with suppress(KeyError, TypeError, ValueError):
            left = datetime.fromisoformat(kept["until"]) - self.clock()
            return left < timedelta(seconds=kept["token"]["expires_in"] / 4)
        return True

    def sign_in(self) -> None:
        """Gets another token, in place of the one that is kept."""
        self._kept.keep({})
        with self.calling("signing in"):
            # PRAW has no name of its own for this where the account signs in with a password.
            session: Any = self.praw._core
            session._authorizer.refresh()

    @property
    def me(self) -> praw.models.Redditor:
        """Our own account, without asking Reddit for it."""
        return self.praw.redditor(self.account)

    def is_me(self, author: object) -> bool:
        """Whether an author, as PRAW gives it, is our own account."""
        return author is not None and str(author).lower() == self.account.lower()

    @contextmanager
    def calling(self, doing: str) -> Iterator[None]:
        """Whatever PRAW raises inside becomes SiteDown, SiteRefused or EditConflict; `doing` says what we did.

        Nothing but calls of PRAW belongs inside: any other exception is taken for an answer that cannot be read.
        """
        try:
            yield
        except PbpError:
            raise
        except Exception as error:
            raise translated(error, doing, self.clock()) from error

    def reply(self, thing: str, text: str, doing: str) -> tuple[str, str]:
        """Puts a text under a post, comment or message, named by its full name.

        Gives the new one's id, and the full name of the post under which it stands, where Reddit says it.
        """
        with self.calling(doing):
            # The same call as PRAW's `reply`, for a thing of which we know no more than the name.
            things = self.praw.post("api/comment/", data={"text": text, "thing_id": thing})
        if not things:
            raise SiteDown(f"{doing}: Reddit did not say whether it was done")
        with self.calling(doing):
            # Through vars(), because an attribute that is missing makes PRAW ask Reddit.
            return str(vars(things[0])["id"]), str(vars(things[0]).get("link_id", ""))

    def compose(self, to: str, subject: str, text: str) -> None:
        """Sends a private message. Reddit does not say under which id."""
        with self.calling(f"writing to u/{to}"):
            answer = self.praw.post("api/compose/", data={"to": to, "subject": subject, "text": text})
        if not isinstance(answer, dict):
            raise SiteDown(f"writing to u/{to}: Reddit did not say whether it was done")

    def delete(self, thing: str) -> None:
        """Deletes a post or comment of ours, named by its full name."""
        with self.calling("deleting a post or comment of ours"):
            self.praw.post("api/del/", data={"id": thing})

    def page_url(self, *path: str) -> str:
        """The address of something in our subreddit, for readers."""
        return "/".join([self.base, "r", str(self.subreddit), *path]) + "/"


def is_redirect(error: BaseException | None, path: str) -> bool:
    """Whether Reddit sent us elsewhere (to its login page) when we asked for `path`."""
    return isinstance(error, prawcore.exceptions.Redirect) and urlsplit(error.response.url).path.startswith(path)

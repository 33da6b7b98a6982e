"""Calls of MediaWiki's API: each is sent once, and every failure is down, refused or a conflict."""

from __future__ import annotations

import contextlib
import html
import logging
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

import mwclient
import requests
from mwclient import errors

from pbp.adapters.answers import PASSING, brief, hear_date, never_left, retry_at
from pbp.adapters.session import Session
from pbp.clock import Clock, Hear, nobody_hears
from pbp.errors import ConfigError, EditConflict, SiteDown, SiteRefused

MAXLAG = 5
"""Seconds by which the wiki's replicas may be behind before it asks us to come later."""

# The library warns that it will try again, which it must not do here.
logging.getLogger("mwclient").setLevel(logging.ERROR)

_CONFLICTS = {"editconflict", "articleexists", "missingtitle", "pagedeleted"}
_PASSING = {"maxlag", "readonly", "ratelimited", "actionthrottledtext", "unknownerror", "login-throttled", "throttled"}
_UNDONE = _PASSING - {"unknownerror"}
_SESSION_LOST = {"assertuserfailed", "assertnameduserfailed", "badtoken"}
_ADVICE = {
    "blocked": "The account is blocked: ask an administrator of the wiki.",
    "autoblocked": "The account is blocked: ask an administrator of the wiki.",
    "protectedpage": "The page is protected: ask for the right to edit it, or for other protection.",
    "cascadeprotected": "The page is protected: ask for the right to edit it, or for other protection.",
    "protectedtitle": "The title is protected: ask for the right to create it, or choose another.",
    "protectednamespace": "Its namespace is closed to this account: choose another title.",
    "permissiondenied": "The account or its bot password lacks this right: add the grant.",
    "readapidenied": "The account or its bot password lacks the right to read: add the grant.",
    "writeapidenied": "The account may not use the API for writing: ask an administrator of the wiki.",
    "cantcreate": "The account may not create pages: ask for the right, or create the page by hand.",
    "spamblacklist": "It takes the text for spam: an address in it is on the wiki's list.",
    "abusefilter-disallowed": "An edit filter of the wiki stands before it: ask an administrator.",
    "contenttoobig": "The text is longer than the wiki allows.",
    "mwoauth-invalid-authorization": "The OAuth keys are wrong or were revoked: make new ones.",
}
_FOR_ALL = {"blocked", "autoblocked", "readapidenied", "writeapidenied", "mwoauth-invalid-authorization"}
"""Refusals that meet every text of ours alike."""
_SIGNING_IN = (
    'With a bot password, `user` is the account and the label ("Battle Master@pbp") and `password` what '
    "Special:BotPasswords showed when it was made: make a new one there."
)
_NOT_THERE = {404: "Is the address that of the folder with api.php?", 410: "The wiki is gone from this address."}


@dataclass(frozen=True, slots=True)
class Stored:
    """The text of a page at one revision; `parent` is the revision before it, or 0."""

    text: str
    revision: int
    parent: int


class MediaWikiClient:
    """One session of one account, begun at the first call and again when the wiki has forgotten it."""

    def __init__(
        self,
        url: str,
        user: str,
        password: str,
        oauth: Sequence[str],
        contact: str,
        timeout: float,
        clock: Clock,
        state: Path | None = None,
        hear: Hear = nobody_hears,
    ):
        address = urlsplit(url.removesuffix("api.php"))
        if address.scheme not in ("http", "https") or not address.netloc:
            raise ConfigError(f"{url!r} is no address of a wiki; it looks like https://wiki.example/w/")
        if bool(password) == bool(oauth) or len(oauth) not in (0, 1, 4) or not user:
            raise ConfigError("a wiki needs an account with either a bot password or OAuth's one or four values")
        self.host = address.netloc
        self.base = f"{address.scheme}://{address.netloc}{address.path.rstrip('/')}/"
        self.account = _account(user.rpartition("@")[0] if password and "@" in user else user)
        self._login = (user, password) if password else None
        self._clock, self._hear = clock, hear
        self._hint: datetime | None = None
        self._signed_in = False
        self._token = ""
        self._refused = False
        self._session = Session(state, self.base, user, password, oauth)
        keys = ("consumer_token", "consumer_secret", "access_token", "access_secret")
        self._site = mwclient.Site(
            self.host,
            path=f"{address.path.rstrip('/')}/",
            scheme=address.scheme,
            clients_useragent=f"pbp ({contact or self.account})",
            # A write whose answer was lost must not be sent again, and reads can wait for the next tick.
            max_retries=0,
            do_init=False,
            connection_options={"timeout": timeout, "allow_redirects": False},
            custom_headers={"Authorization": f"Bearer {oauth[0]}"} if len(oauth) == 1 else None,
            **(dict(zip(keys, oauth, strict=True)) if len(oauth) == 4 else {}),
        )
        self._site.connection.hooks["response"].append(self._look_at)

    @property
    def version(self) -> tuple[int, int]:
        """The wiki's version, known once a call has been made."""
        major, minor = self._site.version[:2]
        return int(major), int(minor)

    def namespace(self, number: int) -> str:
        """The name of a namespace in the wiki's own language, known once a call has been made."""
        return str(self._site.namespaces[number])

    def beside(self, title: str) -> str:
        """The title of a page's talk page, whether either is there, known once a call has been made."""
        space, colon, rest = title.partition(":")
        names = self._site.namespaces
        number = next((n for n, name in names.items() if colon and n > 0 and n % 2 == 0 and name == space), 0)
        return f"{names[number + 1]}:{rest if number else title}"

    def address(self, title: str, anchor: str = "") -> str:
        """Where a reader opens a page."""
        name = quote(tidy(title).replace(" ", "_"), safe="/:()!*,;@")
        return f"{self.base}index.php?title={name}" + (f"#{anchor}" if anchor else "")

    def query(self, **question: Any) -> dict[str, Any]:
        """The answer to a question: what stands under `query`, and what it takes to go on under `continue`."""
        answer = self._call("GET", "query", question)
        return {**answer.get("query", {}), "continue": answer.get("continue")}

    def walk(self, **question: Any) -> Iterator[dict[str, Any]]:
        """The answers to a question that takes several calls."""
        more: dict[str, Any] | None = {}
        while more is not None:
            answer = self.query(**question, **more)
            yield answer
            more = answer["continue"]

    def stored(self, **which: Any) -> Stored:
        """A page as it is (titles=...) or was (revids=...). Raises SiteDown, SiteRefused."""
        answer = self.query(**which, prop="revisions", rvprop="ids|content", rvslots="main")
        with self.faults("a question about a page"):
            (page,) = answer["pages"]
            if "missing" in page:
                raise SiteRefused(f"{self.host} no longer has the page {page['title']!r}")
            (revision,) = page["revisions"]
            return Stored(revision["slots"]["main"]["content"], int(revision["revid"]), int(revision["parentid"]))

    def edit(self, title: str, text: str, summary: str, **how: Any) -> dict[str, Any]:
        """Saves an edit and returns what the wiki says of it. Raises SiteDown, SiteRefused, EditConflict."""
        for again in (True, False):
            token = self._edit_token()
            what = {"title": title, "text": text, "summary": summary, "bot": 1, "token": token, **how}
            try:
                answer = self._call("POST", "edit", what)
            except _SessionLost:
                # The wiki has refused before doing anything.
                if not again:
                    raise SiteDown(f"{self.host} forgets our session at once") from None
                continue
            with self.faults(f"save {title!r}"):
                edit: dict[str, Any] = answer["edit"]
                if edit["result"] != "Success":
                    raise SiteRefused(f"{self.host} did not save {title!r}: {_not_saved(edit)}")
                return edit
        raise AssertionError("unreachable")

    def _edit_token(self) -> str:
        """The token of this session; one that is no longer good is refused before anything is done."""
        with self.faults("signing in"):
            self._sign_in()
        if not self._token:
            answer = self.query(meta="tokens")
            with self.faults("a question for a token"):
                self._token = str(answer["tokens"]["csrftoken"])
            self._keep_session()
        return self._token

    def _call(self, method: str, action: str, what: dict[str, Any]) -> dict[str, Any]:
        """One call, signed in; a session that the wiki has forgotten is begun again for a question."""
        for again in (True, False):
            with self.faults(_doing(action, str(what.get("title") or what.get("titles") or ""))):
                self._sign_in()
                try:
                    answer: dict[str, Any] = self._site.api(
                        action, method, formatversion=2, maxlag=MAXLAG, assertuser=self.account, **what
                    )
                    return answer
                except errors.APIError as error:
                    if error.code not in _SESSION_LOST:
                        raise
                    self._forget_session()
                    if method == "POST":
                        raise _SessionLost from None
                    if not again:
                        raise SiteRefused(
                            f"{self.host} does not take us for {self.account!r}: {_words(error.info)} "
                            "Is the account's name spelt as the wiki spells it?"
                        ) from None
        raise AssertionError("unreachable")

    def _sign_in(self) -> None:
        if self._signed_in or self._take_up_session():
            return
        self._site.connection.cookies.clear()
        if self._login:
            token = self._site.get_token("login", force=True)
            name, password = self._login
            said = self._site.post("login", lgname=name, lgpassword=password, lgtoken=token)["login"]
            if said["result"] == "Throttled":
                raise SiteDown(
                    f"{self.host} lets nobody sign in just now", self._clock() + timedelta(seconds=said["wait"])
                )
            if said["result"] != "Success":
                reason = _words(said["reason"]).rstrip(".")
                raise SiteRefused(f"{self.host} does not let {self.account!r} in: {reason}. {_SIGNING_IN}", "sign-in")
        if self._site.version is None:
            self._site.site_init()
        self._signed_in = True
        self._keep_session()

    def _take_up_session(self) -> bool:
        """Goes on with the session of the process before, if one was kept and has not been refused."""
        kept = {} if self._refused else self._session.load()
        try:
            version, token = tuple(map(int, kept["version"])), str(kept["token"])
            spaces = {int(number): str(name) for number, name in kept["namespaces"].items()}
            for cookie in kept["cookies"]:
                self._site.connection.cookies.set(**cookie)
        except (LookupError, TypeError, ValueError, AttributeError):
            return False
        self._site.version, self._site.namespaces = version, spaces
        self._token, self._signed_in = token, True
        return True

    def _keep_session(self) -> None:
        cookies = [
            {
                "name": cookie.name,
                "value": cookie.value,
                "domain": cookie.domain,
                "path": cookie.path,
                "secure": cookie.secure,
            }
            for cookie in self._site.connection.cookies
        ]
        version, spaces = list(self._site.version[:2]), dict(self._site.namespaces)
        self._session.keep({"version": version, "namespaces": spaces, "cookies": cookies, "token": self._token})

    def _forget_session(self) -> None:
        """The wiki no longer knows the session: the next call begins another."""
        self._signed_in, self._token, self._refused = False, "", True

    @contextlib.contextmanager
    def faults(self, doing: str) -> Iterator[None]:
        """Turns every way in which a call, or reading its answer, can fail into one of our three."""
        self._hint = None
        try:
            yield
        except (SiteDown, SiteRefused, EditConflict, _SessionLost):
            raise
        except errors.APIError as error:
            raise self._said_no(error, doing) from error
        except errors.APIDisabledError as error:
            raise SiteRefused(f"{self.host} has its API switched off") from error
        except requests.HTTPError as error:
            raise self._status(error.response, doing) from error
        except (requests.exceptions.InvalidURL, requests.exceptions.InvalidSchema) as error:
            raise SiteRefused(f"{self.host} cannot be called: {error}") from error
        except requests.RequestException as error:
            words = f"no answer from {self.host} ({doing}): {brief(error)}"
            raise SiteDown(words, self._hint, undone=never_left(error)) from error
        except errors.InvalidResponse as error:
            raise SiteDown(f"{self.host} answered {doing} with something else than JSON", self._hint) from error
        except errors.MaximumRetriesExceeded as error:
            raise SiteDown(f"{self.host} asks us to come later ({doing})", self._hint) from error
        except (LookupError, TypeError, ValueError, AttributeError) as error:
            # JSON, but not MediaWiki's: a proxy's page, half an answer.
            raise SiteDown(
                f"{self.host} answered {doing} with something unknown: {brief(error)}", self._hint
            ) from error

    def _said_no(self, error: Any, doing: str) -> SiteDown | SiteRefused | EditConflict:
        code, words = str(error.code), f"{self.host} refused {doing}: {_words(error.info)} ({error.code})"
        if code in _CONFLICTS:
            return EditConflict(words)
        if code in _PASSING or code.startswith("internal_api_error"):
            later = self._clock() + timedelta(minutes=1) if "limited" in code or "throttled" in code else None
            return SiteDown(words, self._hint or later, undone=code in _UNDONE)
        return SiteRefused(f"{words}. {_ADVICE.get(code, '')}".strip(), code if code in _FOR_ALL else "")

    def _status(self, response: requests.Response, doing: str) -> SiteDown | SiteRefused:
        words = f"{self.host} answered {doing} with status {response.status_code}"
        if response.status_code in PASSING:
            return SiteDown(words, self._hint, undone=response.status_code == 429)
        return SiteRefused(f"{words}. {_NOT_THERE.get(response.status_code, '')}".strip())

    def _look_at(self, response: requests.Response, *_: Any, **__: Any) -> None:
        """Keeps the hint when to come again, and refuses to be sent elsewhere: a redirected write loses its text."""
        self._hint = retry_at(response, self._clock())
        hear_date(self._hear, self.host, response.headers)
        if response.is_redirect:
            raise SiteRefused(f"{self.base} has moved to {response.headers['location']}: configure that address")


def _doing(action: str, titles: str) -> str:
    """What a call does, for the sentence that says how it failed; `titles` are parted as in a question for several."""
    verb = {"query": "a question about", "edit": "saving"}.get(action, action)
    names = [repr(title) for title in titles.split("\x1f") if title]
    return f"{verb} {', '.join(names)}" if names else verb.removesuffix(" about")


def _words(said: Any) -> str:
    """What the wiki gives as a reason, in words: some give a structure with its message inside."""
    while isinstance(said, Mapping):
        said = next((said[name] for name in ("text", "info", "html", "message", "code") if name in said), "")
    words = " ".join(re.sub(r"<[^>]*>", "", html.unescape(str(said))).split())
    return words or "it gives no reason"


def _not_saved(edit: dict[str, Any]) -> str:
    """Why the wiki did not save an edit that it took, as a sentence."""
    if "captcha" in edit:
        return "it wants a captcha solved: ask an administrator for the right 'skipcaptcha'."
    if "spamblacklist" in edit or "spam" in str(edit.get("code", "")):
        found = edit.get("spamblacklist", "")
        return f"it takes the text for spam{f' (because of {found})' if isinstance(found, str) and found else ''}."
    reason = next((edit[name] for name in ("info", "message", "code") if edit.get(name)), "")
    return f"a filter stands before it ({_words(reason)})."


class _SessionLost(Exception):
    """The wiki no longer knows who we are, and has done nothing."""


def tidy(title: str) -> str:
    """A title with spaces as the wiki counts them."""
    return " ".join(title.replace("_", " ").split())


def one(title: str) -> str:
    """A title as a question names one page, whatever bars it holds."""
    return f"\x1f{tidy(title)}"


def moves(answer: dict[str, Any]) -> Callable[[str], str]:
    """What the wiki calls a page that was asked for under a name, by its answer: spelt its way, redirects followed."""
    steps = [{move["from"]: move["to"] for move in answer.get(kind, ())} for kind in ("normalized", "redirects")]
    return lambda name: steps[1].get(spelt := steps[0].get(name, name), spelt)


def _account(name: str) -> str:
    name = tidy(name)
    return name[:1].upper() + name[1:]

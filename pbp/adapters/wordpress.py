"""A WordPress as a Blog, by its REST interface and an application password."""

from __future__ import annotations

import html
import re
import xmlrpc.client
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, TypeVar
from urllib.parse import urlsplit

import requests
from requests.auth import HTTPBasicAuth

from pbp.adapters.answers import PASSING, brief, hear_date, never_left, retry_at
from pbp.adapters.filtered import survivable
from pbp.clock import Clock, Hear, nobody_hears, system_clock
from pbp.errors import ConfigError, SiteDown, SiteRefused
from pbp.ports import Ref

T = TypeVar("T")

PAGE = 100
"""Texts a call: the most that WordPress gives."""

_FIELDS = "id,link,status,content"
_STATES = "publish,future,draft,pending,private"
_SHOWN = {"publish", "private", "approved"}
_FLOODS = {"comment_flood", "rest_too_many_requests"}
_KEY = re.compile(r"<!--\s*pbp:(\S+)\s*-->")
_TAG = re.compile(r"(<!--.*?-->|<[^>]*>)", re.S)
_MEANT = re.compile(r"[\[\]():@]|(?<=www)\.|8(?=-?O)", re.I)
"""What WordPress makes shortcodes, embedded players, links and smileys of."""
_CAPABILITIES = {
    "publish_posts": "publish posts",
    "moderate_comments": "see its own comments in full",
}
_FOR_ALL = {"rest_not_logged_in", "incorrect_password", "invalid_username", "rest_cannot_publish", "rest_no_route"}
"""Refusals that meet every text of ours alike."""
_ADVICE = {
    "rest_cannot_publish": "Give the account the role Editor.",
    "rest_cannot_create": "Give the account the role Editor.",
    "rest_forbidden_context": "Give the account the role Editor.",
    "rest_forbidden_param": "Give the account the role Editor.",
    "rest_comment_closed": "Open the comments of this post.",
    "comment_closed": "Open the comments of this post.",
    "rest_comment_draft_post": "Somebody has taken the post back to a draft: publish it again.",
    "rest_comment_invalid_post_id": "The post is gone.",
    "incorrect_password": "Is it an application password, made under Users, Profile?",
    "invalid_username": "Is it the name that the account signs in with?",
    "rest_not_logged_in": "The user or its application password is wrong, or the web server drops the Authorization "
    "header: `pbp doctor` tells which.",
    "rest_trash_not_supported": "Delete it there by hand: this blog has no trash.",
    "rest_cannot_delete": "Delete it there by hand, or give the account the role Editor.",
    "rest_no_route": "A plugin may have switched the REST interface off.",
    "comment_content_column_length": "The text is longer than WordPress allows.",
}


@dataclass(frozen=True, slots=True)
class _Text:
    """A post or comment; `raw` is its HTML as we sent it."""

    id: int
    url: str
    status: str
    raw: str


class WordPressBlog:
    """Posts and comments of one account. Nothing is sent before the first call.

    The account's role must be Editor: WordPress makes lesser roles wait between two comments. Where it takes tables
    and lists out of an account's comments, they are written there as lines.
    """

    name = "wordpress"
    markup = "html"
    lag = timedelta(seconds=5)

    def __init__(
        self,
        url: str,
        user: str,
        password: str,
        *,
        timeout: float = 30,
        late: timedelta = timedelta(minutes=5),
        clock: Clock = system_clock,
        hear: Hear = nobody_hears,
    ):
        """`url` is the blog's front page, `password` an application password, `timeout` seconds a call, `late` how long
        the blog may be at work on one that it does not answer; `hear` is told what its clock shows.

        Raises ConfigError if the address or the account cannot be right.
        """
        address = urlsplit(url)
        if address.scheme not in ("http", "https") or not address.netloc:
            raise ConfigError(f"{url!r} is no address of a blog; it looks like https://blog.example")
        if not user or not password:
            raise ConfigError("WordPress needs an account and an application password of it")
        self.host = address.netloc
        self._url = f"{url.rstrip('/')}/"
        self.late = late
        self._timeout = timeout
        self._clock, self._hear = clock, hear
        self._account: int | None = None
        self._unfiltered: bool | None = None
        self._login = (user, password)
        self._session = requests.Session()
        self._session.auth = HTTPBasicAuth(user.encode(), password.encode())
        self._session.headers["user-agent"] = "pbp"

    def find(self, key: str, on: Ref | None = None, since: datetime | None = None) -> Ref | None:
        """The post (or, with `on`, the comment on that post) that bears this key. Raises SiteDown, SiteRefused.

        Only texts of our own account count, whatever others copy. One that WordPress holds back is refused,
        so that the operator lets it through.
        """
        return next((self._ref(text) for text in self._bearing(key, on)), None)

    def copies(self, key: str, on: Ref | None = None) -> list[Ref]:
        """The posts or comments of our account that bear this key, oldest first. Raises SiteDown, SiteRefused."""
        texts = sorted(self._bearing(key, on), key=lambda text: text.id)
        return [self._ref(text) for text in texts if text.status in _SHOWN]

    def take_back(self, copy: Ref, on: Ref | None = None) -> None:
        """Puts one of our posts or comments into the trash. Raises SiteDown, SiteRefused."""
        under = {"post": _number(copy)} if on is None else {"parent": _number(copy)}
        if self._call("GET", "comments", _texts, params={**under, "_fields": _FIELDS, "context": "edit"})[0]:
            raise SiteRefused(f"somebody has written under {copy.url}: decide by hand which one stays")
        self._call("DELETE", f"{'posts' if on is None else 'comments'}/{_number(copy)}", _number_of)

    def post(self, key: str, title: str, body: str) -> Ref:
        """Publishes a post; the title is plain text. Raises SiteDown, SiteRefused."""
        what = {"title": html.escape(title), "content": as_sent(body), "status": "publish", "comment_status": "open"}
        return self._ref(self._call("POST", "posts", _one_text, json=what))

    def comment(self, key: str, on: Ref, body: str) -> Ref:
        """Publishes a comment. Raises SiteDown, SiteRefused."""
        body = body if self._may_write_all(_number(on)) else survivable(body)
        what = {"post": _number(on), "content": as_sent(body)}
        try:
            return self._ref(self._call("POST", "comments", _one_text, json=what))
        except _Duplicate as error:
            # WordPress takes the same words once; they bear our key, so ours may be there from before.
            if ours := self.find(key, on):
                return ours
            raise SiteRefused(str(error)) from None

    def hidden(self, posts: Sequence[Ref], comments: Sequence[Ref]) -> dict[Ref, str]:
        """Those of at most a hundred posts and a hundred comments that readers do not see, a call each.

        Raises SiteDown, SiteRefused.
        """
        found: dict[Ref, str] = {}
        for kind, refs, every in (("posts", posts, f"{_STATES},trash"), ("comments", comments, "any")):
            if not refs:
                continue
            asked = {"include": ",".join(str(_number(ref)) for ref in refs), "status": every, "per_page": PAGE}
            texts, _ = self._call("GET", kind, _texts, params={**asked, "context": "edit", "_fields": _FIELDS})
            state = {str(text.id): text for text in texts}
            for ref in refs:
                if ref.id not in state:
                    found[ref] = "was deleted"
                elif state[ref.id].status not in _SHOWN:
                    found[ref] = _not_shown(state[ref.id].status)
        return found

    def check(self) -> list[str]:
        """What keeps our account from working there, with what to do; changes nothing. Raises SiteDown, SiteRefused."""
        try:
            can = self._call("GET", "users/me", _capabilities, params={"context": "edit", "_fields": "capabilities"})
        except SiteRefused as error:
            return [self._not_let_in() if "rest_not_logged_in" in str(error) else str(error)]
        lacking = [deed for capability, deed in _CAPABILITIES.items() if not can.get(capability)]
        return [f"the account may not {', '.join(lacking)}: give it the role Editor"] if lacking else []

    def remarks(self) -> list[str]:
        """What works less well there than it could, and why; changes nothing. Raises SiteDown, SiteRefused."""
        some = {"context": "edit", "per_page": 1, "_fields": "id,_links"}
        posts = self._call("GET", "posts", lambda answer: list(answer.json()), params=some)
        if not posts or _unfiltered(posts[0]):
            return []
        return [
            "WordPress takes tables and lists out of this account's comments (its role is less than Editor, or "
            "wp-config.php sets DISALLOW_UNFILTERED_HTML, or the blog is one of several): results stand there as lines"
        ]

    def _not_let_in(self) -> str:
        """Why the account is not let in: asked of XML-RPC, which takes user and password in the body."""
        index = self._call("GET", "", lambda answer: dict(answer.json()), params={"rest_route": "/"})
        if not index.get("authentication"):
            return (
                f"{self.host} has application passwords switched off: they need https, and no security plugin "
                "that forbids them"
            )
        user, password = self._login
        try:
            answer = self._session.post(
                f"{self._url}xmlrpc.php",
                data=xmlrpc.client.dumps((user, password), "wp.getUsersBlogs", encoding="utf-8").encode(),
                headers={"content-type": "text/xml"},
                auth=_NoHeader(),
                timeout=self._timeout,
                allow_redirects=False,
            )
        except requests.RequestException as error:
            raise SiteDown(f"no answer from {self.host} (XML-RPC): {brief(error)}") from error
        if answer.ok and "<methodResponse>" in answer.text:
            if "<fault>" not in answer.text:
                return (
                    f"the web server of {self.host} drops the Authorization header, user and password are right: let "
                    'it through (Apache: "CGIPassAuth On", or in .htaccess: SetEnvIf Authorization "(.*)" '
                    "HTTP_AUTHORIZATION=$1)"
                )
            if "<int>403</int>" in answer.text:
                return (
                    f"{self.host} does not know this user with this password: is `user` the name that the account "
                    "signs in with, and `password` an application password of it, made under Users, Profile?"
                )
        return (
            f"{self.host} does not let {user!r} in: the user or its application password is wrong, or the web server "
            "drops the Authorization header"
        )

    def _may_write_all(self, post: int) -> bool:
        """Whether WordPress leaves our comments as they are, as it says of a post."""
        if self._unfiltered is None:
            asked = {"context": "edit", "_fields": "id,_links"}
            self._unfiltered = self._call("GET", f"posts/{post}", lambda a: _unfiltered(a.json()), params=asked)
        return self._unfiltered

    def _bearing(self, key: str, on: Ref | None) -> Iterator[_Text]:
        """Our account's posts, or comments on a post, that bear a key, newest first."""
        if on is None:
            own = self._own("posts", status=_STATES)
        else:
            own = self._own("comments", status="all", post=_number(on))
        return (text for text in own if _bears(text, key))

    def _own(self, kind: str, **where: Any) -> Iterator[_Text]:
        """Our account's texts, newest first."""
        if self._account is None:
            self._account = self._call("GET", "users/me", _number_of, params={"_fields": "id"})
        fields = {"context": "edit", "_fields": _FIELDS, "author": self._account, **where}
        # By date, texts of one second could change places between two pages of answers.
        fields |= {"orderby": "id", "order": "desc", "per_page": PAGE}
        page, pages = 0, 1
        while page < pages:
            page += 1
            texts, pages = self._call("GET", kind, _texts, params={**fields, "page": page})
            yield from texts

    def _call(self, method: str, what: str, read: Callable[[requests.Response], T], **more: Any) -> T:
        """What `read` makes of the answer to one call, which is sent once."""
        # This address of the interface works whatever form the blog's permalinks have.
        more["params"] = {"rest_route": f"/wp/v2/{what}", **more.get("params", {})}
        try:
            answer = self._session.request(method, self._url, timeout=self._timeout, allow_redirects=False, **more)
        except (requests.exceptions.InvalidURL, requests.exceptions.InvalidSchema) as error:
            raise SiteRefused(f"{self.host} cannot be called: {error}") from error
        except requests.RequestException as error:
            words = f"no answer from {self.host} ({method} {what}): {brief(error)}"
            raise SiteDown(words, undone=never_left(error)) from error
        hear_date(self._hear, self.host, answer.headers)
        if answer.is_redirect:
            raise SiteRefused(f"{self._url} has moved to {answer.headers['location']}: configure that address")
        if not answer.ok:
            raise self._said_no(answer, f"{method} {what}")
        try:
            return read(answer)
        except (ValueError, LookupError, TypeError) as error:
            raise SiteDown(f"{self.host} answered {method} {what} with something else than its JSON") from error

    def _said_no(self, answer: requests.Response, doing: str) -> Exception:
        code, reason = _reason(answer)
        words = f"{self.host} refused {doing}: {reason} ({answer.status_code} {code})"
        if code == "comment_duplicate":
            return _Duplicate(words)
        if answer.status_code in PASSING or code in _FLOODS:
            later = self._clock() + timedelta(minutes=1) if code in _FLOODS else None
            undone = code in _FLOODS or answer.status_code == 429
            return SiteDown(words, retry_at(answer, self._clock()) or later, undone=undone)
        return SiteRefused(f"{words}. {_ADVICE.get(code, '')}".strip(), code if code in _FOR_ALL else "")

    def _ref(self, text: _Text) -> Ref:
        if text.status not in _SHOWN:
            raise SiteRefused(f"{text.url} {_not_shown(text.status)}")
        return Ref(str(text.id), text.url)


class _Duplicate(Exception):
    """WordPress has these words of this account already."""


def as_sent(body: str) -> str:
    """A text whose words WordPress shows as they stand: no shortcode, player, link or smiley is made of them."""
    parts = _TAG.split(body)
    for i, part in enumerate(parts):
        meant = re.compile(r"[\[\]]") if i % 2 else _MEANT
        if not part.startswith("<!--"):
            parts[i] = meant.sub(lambda found: f"&#{ord(found[0])};", part)
    return "".join(parts)


_NOT_SHOWN = {
    "spam": "is taken for spam: mark it there as no spam",
    "trash": "was put into the trash: take it out of there",
    "hold": "waits for approval: approve it there",
    "pending": "waits for review: publish it there",
    "draft": "was taken back to a draft: publish it again",
}


def _not_shown(status: str) -> str:
    """Why readers do not see a text of a status, and what to do."""
    return _NOT_SHOWN.get(status, f"is held back ({status}): approve it there")


def _bears(text: _Text, key: str) -> bool:
    """Whether a text bears a key; WordPress makes one dash of several for accounts whose HTML it filters."""
    return not {key, re.sub(r"-{2,}", "-", key)}.isdisjoint(_KEY.findall(text.raw))


def _number(on: Ref) -> int:
    if not on.id.isdecimal():
        raise SiteRefused(f"{on.id!r} is no post of WordPress")
    return int(on.id)


class _NoHeader(requests.auth.AuthBase):
    """Keeps the session from sending the Authorization header."""

    def __call__(self, request: requests.PreparedRequest) -> requests.PreparedRequest:
        return request


def _unfiltered(post: dict[str, Any]) -> bool:
    """Whether WordPress says of a post that we may put any HTML into it."""
    return "wp:action-unfiltered-html" in post["_links"]


def _capabilities(answer: requests.Response) -> dict[str, bool]:
    return dict(answer.json()["capabilities"])


def _number_of(answer: requests.Response) -> int:
    return int(answer.json()["id"])


def _one_text(answer: requests.Response) -> _Text:
    """What WordPress says of a text that it has just taken."""
    text = answer.json()
    return _Text(int(text["id"]), str(text["link"]), str(text["status"]), "")


def _texts(answer: requests.Response) -> tuple[list[_Text], int]:
    """One page of a listing, and of how many pages it is."""
    texts = [
        _Text(int(text["id"]), str(text["link"]), str(text["status"]), str(text["content"]["raw"]))
        for text in answer.json()
    ]
    return texts, int(answer.headers["x-wp-totalpages"])


def _reason(answer: requests.Response) -> tuple[str, str]:
    """The code and the words with which WordPress, or what stands before it, says no."""
    try:
        said = answer.json()
        return str(said["code"]), html.unescape(re.sub(r"<[^>]*>", "", str(said["message"])))
    except (ValueError, LookupError, TypeError):
        return "", answer.reason or "no reason given"

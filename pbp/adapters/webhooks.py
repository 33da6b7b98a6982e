"""Channels to which posts are announced: a webhook of Discord, and a room of Matrix.

Matrix takes a text again under the same transaction id for the same, so that it can be sent until it is answered.
Discord knows no such id for webhooks, and cannot be searched through one: what was sent there and not answered is not
sent again but by a person's word.
"""

from __future__ import annotations

import html
import re
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import quote, urlsplit

import requests

from pbp.adapters.answers import PASSING, hear_date, never_left, retry_at
from pbp.clock import Clock, Hear, nobody_hears
from pbp.errors import SiteDown, SiteRefused
from pbp.ports import Announcement, Ref

LONGEST = 2000
"""Characters of a message that Discord takes."""

_MEANT = re.compile(r"https?://[^\s<>]+|(?:(?<=\n)|^)[ ]*[#>-]|[\\*_~`|<>\[\]@]")
"""What could have a meaning on Discord; and addresses, which mean what they should."""

_NO_WEBHOOK = "what [discord] webhooks names is not the address of a webhook: copy it from the channel's settings"
_WEBHOOK = re.compile(r"/api/(?:v\d+/)?webhooks/(\d+)/[\w-]+/?")


class _Channel:
    """What both have in common: one call, sent once, and what its answer means. No address is ever told: it, or what
    goes with it, is a secret."""

    late = timedelta(0)
    lag = timedelta(0)

    def __init__(self, host: str, timeout: float, clock: Clock, hear: Hear):
        self._host, self._timeout, self._clock, self._hear = host, timeout, clock, hear

    def _call(self, method: str, url: str, doing: str, **more: Any) -> dict[str, Any]:
        """The JSON of the answer. Raises SiteDown, SiteRefused."""
        try:
            answer = requests.request(
                method, url, timeout=self._timeout, allow_redirects=False, auth=_unchanged, **more
            )
        except requests.RequestException as error:
            why = f"{self._host} gave no answer while {doing}: {type(error).__name__}"
            raise SiteDown(why, undone=never_left(error)) from None
        hear_date(self._hear, self._host, answer.headers)
        said = _json(answer)
        if answer.ok and said is not None:
            return said
        reason = str((said or {}).get("message") or (said or {}).get("error") or answer.reason or "no reason given")
        words = f"{self._host} refused {doing}: {' '.join(reason.split())[:200]} ({answer.status_code})"
        if answer.ok or answer.status_code in PASSING:
            raise SiteDown(words, self._when(answer, said or {}), undone=answer.status_code == 429)
        raise SiteRefused(words, "" if answer.status_code in (400, 413) else f"{answer.status_code}")

    def _when(self, answer: requests.Response, said: dict[str, Any]) -> datetime | None:
        """When to ask again, if the site says it: in its header, or in the seconds or milliseconds of its answer."""
        for name, unit in (("retry_after", 1.0), ("retry_after_ms", 0.001)):
            if isinstance(wait := said.get(name), int | float) and 0 <= wait * unit <= 86_400:
                return self._clock() + timedelta(seconds=wait * unit)
        return retry_at(answer, self._clock())


class DiscordWebhook(_Channel):
    """One webhook; its address is its key."""

    markup = "plain"
    repeatable = False

    def __init__(self, url: str, *, timeout: float = 30, clock: Clock, hear: Hear = nobody_hears):
        parts = urlsplit(url)
        found = _WEBHOOK.fullmatch(parts.path) if parts.scheme in ("http", "https") else None
        super().__init__(parts.hostname or "", timeout, clock, hear)
        self.name = f"discord-{found[1]}" if found else "discord"
        self._url = url if found else ""

    def announce(self, key: str, text: Announcement) -> Ref:
        """Posts it. No name or role in it is notified, whoever wrote it."""
        body = {"content": in_discord(text), "allowed_mentions": {"parse": []}}
        if not self._url:
            raise SiteRefused(_NO_WEBHOOK, "address")
        said = self._call("POST", self._url, "a message", params={"wait": "true"}, json=body)
        return Ref(str(said.get("id", "")), "")

    def check(self) -> list[str]:
        """Why nothing could be posted. Raises SiteDown."""
        if not self._url:
            return [_NO_WEBHOOK]
        try:
            self._call("GET", self._url, "to be asked of the webhook")
        except SiteRefused as error:
            return [f"{error}: make another webhook, and name its address in [discord] webhooks"]
        return []


class MatrixRoom(_Channel):
    """One room, written to by an account with an access token."""

    markup = "html"
    repeatable = True

    def __init__(
        self, server: str, room: str, token: str, *, timeout: float = 30, clock: Clock, hear: Hear = nobody_hears
    ):
        super().__init__(urlsplit(server).hostname or "", timeout, clock, hear)
        self.name = f"matrix-{room}"
        self._room = room
        self._api = f"{server.rstrip('/')}/_matrix/client/v3"
        self._headers = {"Authorization": f"Bearer {token}"}

    def announce(self, key: str, text: Announcement) -> Ref:
        """Sends it under its key as the transaction id: sent again, it is the same event."""
        link = html.escape(text.link)
        below = f'<p><a href="{link}">{link}</a></p>' if link else ""
        body = {
            "msgtype": "m.notice",
            "body": _with_link(f"{text.title}\n\n{text.plain.strip()}", text.link),
            "format": "org.matrix.custom.html",
            "formatted_body": f"<h4>{html.escape(text.title)}</h4>\n{text.body}{below}",
        }
        place = f"rooms/{quote(self._room, safe='')}/send/m.room.message/{quote(key, safe='')}"
        said = self._call("PUT", f"{self._api}/{place}", "a message", json=body, headers=self._headers)
        event = str(said.get("event_id", ""))
        return Ref(event, f"https://matrix.to/#/{quote(self._room, safe='!:')}/{quote(event, safe='$:')}")

    def check(self) -> list[str]:
        """Why nothing could be sent. Raises SiteDown."""
        try:
            joined = self._call("GET", f"{self._api}/joined_rooms", "to name its rooms", headers=self._headers)
        except SiteRefused as error:
            return [f"{error}: look at [matrix] token"]
        there = self._room in joined.get("joined_rooms", [])
        return [] if there else [f"the account has not joined {self._room}: invite it, and let it join"]


def in_discord(text: Announcement) -> str:
    """A text as Discord shows it word for word, with its title and link, cut where it is too long."""

    def meant_as_written(words: str) -> str:
        return _MEANT.sub(lambda found: found[0] if "://" in found[0] else f"{found[0][:-1]}\\{found[0][-1]}", words)

    head, tail = f"**{meant_as_written(text.title)}**\n", f"\n<{text.link}>" if text.link else ""
    room = LONGEST - len(head) - len(tail)
    body = meant_as_written(text.plain.strip())
    if len(body) > room:
        body = body[: room - 2].rstrip("\\").rpartition("\n")[0].rstrip() or body[: room - 2].rstrip("\\")
        body += "\n…"
    return f"{head}{body}{tail}"


def _with_link(words: str, link: str) -> str:
    return f"{words}\n\n{link}" if link else words


def _json(answer: requests.Response) -> dict[str, Any] | None:
    try:
        said = answer.json()
    except ValueError:
        return None
    return said if isinstance(said, dict) else None


def _unchanged(request: requests.PreparedRequest) -> requests.PreparedRequest:
    """Keeps requests from putting the machine's own passwords for that host in the place of ours."""
    return request

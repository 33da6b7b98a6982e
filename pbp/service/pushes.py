"""Browsers that are told of letters, too: who asked for that, and the few words that each gets. No order is in them."""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from urllib.parse import urlsplit

from pbp.config import Config
from pbp.errors import Refused
from pbp.store import Duel, Tx
from pbp.store.states import TextKind

PUSH = "push"
"""The site to which pushes go."""

MOST = 5
"""Browsers of one player."""

_WORDS = {
    "open": "It is open.",
    "step": "There is news of a step.",
    "reminder": "It closes soon.",
    "reserve": "It stays open by a reserve day.",
    "result": "Its result is out.",
    "entered": "It has closed.",
    "challenge": "You are challenged, or answered.",
}
"""What is said of a letter, by its template: nothing that a passer-by may not read on a screen."""


@dataclass(frozen=True, slots=True)
class Subscription:
    """A browser of a player: where its pushes go, and the two keys with which they are encrypted for it."""

    wizard: str
    endpoint: str
    p256dh: str
    auth: str

    @property
    def id(self) -> str:
        """A short name for it, which tells nothing of it."""
        return hashlib.sha256(self.endpoint.encode()).hexdigest()[:12]

    @property
    def service(self) -> str:
        """The host of its push service."""
        return urlsplit(self.endpoint).hostname or ""


def of(tx: Tx, wizard: str) -> list[Subscription]:
    """The browsers of a wizard."""
    kept = (Subscription(**json.loads(value)) for value in tx.notes(_note("")).values() if value)
    return [each for each in kept if each.wizard == wizard]


def subscribe(config: Config, tx: Tx, wizard: str, endpoint: str, p256dh: str, auth: str) -> None:
    """Remembers a browser. Raises Refused for what no known push service gave: we would write to whatever it names."""
    parts = urlsplit(endpoint)
    if not any(_is_of(parts.netloc, service) for service in config.push.services):
        raise Refused("the push service of this browser is not among those that are written to here")
    if parts.scheme != "https" and parts.hostname != "127.0.0.1":
        raise Refused("a push service is reached by https")
    if len(endpoint) > 1000 or len(_decoded(p256dh)) != 65 or len(_decoded(auth)) != 16:
        raise Refused("that is no subscription")
    found = Subscription(wizard, endpoint, p256dh, auth)
    others = [each for each in of(tx, wizard) if each.id != found.id]
    for each in others[: max(0, len(others) + 1 - MOST)]:
        forget(tx, each.id)
    tx.set_note(_note(found.id), json.dumps(asdict(found)))


def forget(tx: Tx, id: str) -> None:
    """Forgets a browser: it is gone, or its player wants no more pushes there."""
    if tx.note(_note(id)):
        tx.set_note(_note(id), "")


def queue(
    tx: Tx, wizard: str, key: str, template: str, at: datetime, duel: Duel | None, link: str, after: Iterable[str]
) -> None:
    """Queues a push of a letter to every browser of its player, each once."""
    title = f"Duel {duel.number}" if duel else "The Battle Master writes"
    plain = _WORDS.get(template, "There is a letter for you.")
    for each in of(tx, wizard):
        body = json.dumps({"endpoint": each.endpoint, "keys": {"p256dh": each.p256dh, "auth": each.auth}})
        payload = {"title": title, "plain": plain, "body": body, "link": link}
        number = duel.number if duel else None
        tx.queue(f"{key}.push.{each.id}", TextKind.ANNOUNCEMENT, PUSH, at, payload, after=list(after), duel=number)


def id_of(payload: Mapping[str, str]) -> str:
    """The id of the browser that a queued push is for."""
    return Subscription("", json.loads(payload["body"])["endpoint"], "", "").id


def _is_of(netloc: str, service: str) -> bool:
    return netloc == service or netloc.endswith(f".{service}")


def _decoded(value: str) -> bytes:
    try:
        return base64.urlsafe_b64decode(value + "=" * (-len(value) % 4))
    except (binascii.Error, ValueError):
        return b""


def _note(id: str) -> str:
    return f"push:{id}"

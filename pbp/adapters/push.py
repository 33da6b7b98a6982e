"""Web push: a few words to a browser that asked for them, encrypted for it, through its maker's push service.

What is sent again under one key shows as one notification: it takes the place of the first.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
from contextlib import suppress
from datetime import timedelta
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

from pbp.clock import Clock, Hear, nobody_hears
from pbp.errors import ConfigError, SiteDown, SiteRefused, Unreachable
from pbp.ports import Announcement, Ref

if TYPE_CHECKING:
    import requests

KEPT = 24 * 3600
"""Seconds for which a push service keeps what it cannot deliver yet."""


class WebPush:
    """Sends pushes signed with our key; `body` of an announcement is the browser's subscription as JSON."""

    name = "push"
    markup = "plain"
    repeatable = True
    late = lag = timedelta(0)

    def __init__(self, key: str, contact: str, *, timeout: float = 30, clock: Clock, hear: Hear = nobody_hears):
        """`key` is a private key on the curve P-256, as PEM. Raises ConfigError."""
        try:
            private = serialization.load_pem_private_key(key.encode(), None)
        except (ValueError, TypeError):
            private = None
        if not isinstance(private, ec.EllipticCurvePrivateKey) or not isinstance(private.curve, ec.SECP256R1):
            raise ConfigError("[push] key: it is no private key on the curve P-256, as PEM")
        self._pem, self._contact = key.encode(), contact
        self._timeout, self._clock, self._hear = timeout, clock, hear
        point = private.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        self.public_key = base64.urlsafe_b64encode(point).rstrip(b"=").decode()

    def announce(self, key: str, text: Announcement) -> Ref:
        """Sends the title and the plain words to the browser whose subscription the body is."""
        import requests  # these wait until something is pushed
        from py_vapid import Vapid
        from pywebpush import WebPushException, webpush

        from pbp.adapters.answers import hear_date, never_left

        tag = hashlib.sha256(key.encode()).hexdigest()[:32]
        said = {"title": text.title, "body": text.plain, "url": text.link, "tag": tag}
        subscription = json.loads(text.body)
        host = urlsplit(subscription["endpoint"]).hostname or ""
        session = requests.Session()
        session.max_redirects, session.trust_env = 0, False
        claims: dict[str, Any] = {"sub": self._contact, "exp": int(self._clock().timestamp()) + KEPT // 2}
        try:
            answer = webpush(
                subscription, json.dumps(said), Vapid.from_pem(self._pem), claims, ttl=KEPT, timeout=self._timeout,
                headers={"topic": tag}, requests_session=session,
            )  # fmt: skip
        except requests.RequestException as error:
            why = f"{host} gave no answer to a push: {type(error).__name__}"
            raise SiteDown(why, undone=never_left(error)) from None
        except WebPushException as error:
            raise self._fault(host, error.response) from None
        assert isinstance(answer, requests.Response)
        hear_date(self._hear, host, answer.headers)
        return Ref(tag, "")

    def check(self) -> list[str]:
        """Why nothing could be pushed: nobody can be asked without pushing something."""
        return [] if is_installed() else ["pywebpush is not installed: pip install pywebpush"]

    def _fault(self, host: str, answer: requests.Response | None) -> SiteDown | SiteRefused:
        from pbp.adapters.answers import PASSING, retry_at

        if answer is None:
            return SiteRefused(f"a push for {host} could not be made")
        words = f"{host} refused a push: {answer.reason or 'no reason given'} ({answer.status_code})"
        if answer.status_code in (404, 410):
            return Unreachable(words)
        if answer.status_code in PASSING:
            return SiteDown(words, retry_at(answer, self._clock()), undone=answer.status_code == 429)
        return SiteRefused(words, f"push-{host}-{answer.status_code}")


def is_installed() -> bool:
    """Whether there is the library that pushes are made with."""
    return find_spec("pywebpush") is not None


def keep_new_key(path: Path) -> None:
    """Writes a new private key, readable to its owner alone; one that is there already stays."""
    key = ec.generate_private_key(ec.SECP256R1())
    form = serialization.PrivateFormat.PKCS8
    with suppress(FileExistsError), os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(key.private_bytes(serialization.Encoding.PEM, form, serialization.NoEncryption()))

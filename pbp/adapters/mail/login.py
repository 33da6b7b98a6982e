"""Signing in, with a password or with XOAUTH2 (a refresh token buys access tokens that live an hour)."""

from __future__ import annotations

import time
from datetime import timedelta

import requests

from pbp.adapters.mail.settings import MailLogin, OAuth, Password
from pbp.adapters.mail.state import MailState
from pbp.clock import Clock
from pbp.errors import SiteDown, SiteRefused

MECHANISM = "XOAUTH2"
ENDS_EARLY = 60
"""Seconds by which an access token is thought to end before it does."""


class Credentials:
    """What a server is shown: `login.user` with a password or a fresh access token."""

    def __init__(self, login: MailLogin, state: MailState, timeout: float, clock: Clock):
        self.login = login
        self._state = state
        self._timeout = timeout
        self._clock = clock
        self._access = ""
        self._ends = 0.0

    @property
    def renewable(self) -> bool:
        """Whether a refused sign-in is worth one more try with new credentials."""
        return isinstance(self.login, OAuth)

    def password(self) -> str:
        """The password."""
        assert isinstance(self.login, Password)
        return self.login.password

    def xoauth2(self, anew: bool) -> str:
        """The words of the XOAUTH2 mechanism; with `anew`, the access token in hand is thrown away."""
        assert isinstance(self.login, OAuth)
        if anew or time.monotonic() >= self._ends:
            self._refresh(self.login)
        return f"user={self.login.user}\x01auth=Bearer {self._access}\x01\x01"

    def forget(self) -> None:
        """Throws the access token in hand away."""
        self._ends = 0.0

    def _refresh(self, login: OAuth) -> None:
        where = "the token server of the mailbox"
        data = {
            "grant_type": "refresh_token",
            "client_id": login.client_id,
            "refresh_token": self._state.refresh_token(login.refresh_token),
        }
        data |= {"client_secret": login.client_secret} if login.client_secret else {}
        data |= {"scope": login.scope} if login.scope else {}
        asked = time.monotonic()
        try:
            answer = requests.post(login.token_url, data=data, timeout=self._timeout, allow_redirects=False)
            told = answer.json()
        except requests.exceptions.SSLError as error:
            raise SiteRefused(f"{where}: its certificate is not valid") from error
        except requests.RequestException as error:  # an answer that is no JSON is one too
            raise SiteDown(f"{where}: {type(error).__name__}") from error
        if not isinstance(told, dict):
            raise SiteDown(f"{where}: an answer that cannot be read")
        if answer.status_code in (400, 401, 403):
            # The answer's words could hold secrets; its fixed code cannot.
            raise SiteRefused(
                f"{where} refused ({str(told.get('error', answer.status_code))[:40]}): "
                "give the Battle Master's account consent anew and put the new refresh token into the settings"
            )
        access, lives = told.get("access_token"), told.get("expires_in", 3600)
        if answer.status_code != 200 or not isinstance(access, str) or not access.isascii() or not access.isprintable():
            retry = answer.headers.get("Retry-After", "")
            at = self._clock() + timedelta(seconds=min(int(retry), 86400)) if retry.isdecimal() else None
            raise SiteDown(f"{where}: it answered with status {answer.status_code} and no token", at)
        self._access = access
        self._ends = asked + (float(lives) if isinstance(lives, int | float) else 3600) - ENDS_EARLY
        newest = told.get("refresh_token")
        if isinstance(newest, str) and newest and newest != data["refresh_token"]:
            self._state.set_refresh_token(login.refresh_token, newest)

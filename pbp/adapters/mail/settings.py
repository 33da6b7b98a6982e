"""What the operator says about the mailbox: two servers, how to sign in, and what to believe."""

from __future__ import annotations

import re
import ssl
from dataclasses import dataclass
from pathlib import Path

from pbp.errors import ConfigError

LOOPBACK = ("127.0.0.1", "::1", "localhost")
ADDRESS = re.compile(
    r"(?=.{3,254}\Z)[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*"
    r"@[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?)*\Z"
)
"""A mail address as we accept it: plain ASCII, nothing quoted, so that no two readers can differ about it."""


@dataclass(frozen=True, slots=True)
class MailServer:
    """Where a server listens, and when TLS begins: `tls` at once, `starttls` by command, `none` on loopback only."""

    host: str
    port: int
    security: str = "tls"

    def faults(self) -> list[str]:
        """What is wrong with it, a sentence each."""
        if self.security not in ("tls", "starttls", "none"):
            return [f"{self.host}: security is {self.security!r}; it can be tls, starttls or none"]
        if self.security == "none" and self.host not in LOOPBACK:
            return [f"{self.host}: without TLS only a server on this machine may be used (127.0.0.1)"]
        return []


@dataclass(frozen=True, slots=True)
class Password:
    """Signing in with a password."""

    user: str
    password: str

    def faults(self) -> list[str]:
        """What is wrong with it, a sentence each."""
        plain = all(part.isascii() and part.isprintable() for part in (self.user, self.password))
        return [] if plain and self.user else ["user and password of a mailbox are printable ASCII characters"]


@dataclass(frozen=True, slots=True)
class OAuth:
    """Signing in with XOAUTH2, as Gmail and Microsoft demand: access tokens are drawn with a refresh token."""

    user: str
    token_url: str
    client_id: str
    refresh_token: str
    client_secret: str = ""
    scope: str = ""

    def faults(self) -> list[str]:
        """What is wrong with it, a sentence each."""
        safe = re.match(rf"https://|http://({'|'.join(map(re.escape, LOOPBACK))})[:/]", self.token_url)
        return [] if safe else [f"token_url is {self.token_url!r}; it must begin with https://"]


MailLogin = Password | OAuth


@dataclass(frozen=True, slots=True)
class MailboxSettings:
    """The mailbox of the Battle Master. Raises ConfigError with every fault.

    `authserv_id` is the name under which the operator's own server writes its Authentication-Results
    (`*.example.org` for any host of that domain); empty: no verdict is believed, and only reply tokens count.
    `delimiter` parts the local part of our address from a reply token; empty if the server knows no such addresses.
    `sent_folder` is where the provider itself keeps what was sent (Gmail and Microsoft do), for looking letters up.
    `state` is our own small file, one for each store: losing it loses no letter, as everything is read again under the
    same ids; keeping it for a new store would leave out letters whose keys it has seen.
    `size_limit` is in bytes, `timeout` in seconds.
    """

    address: str
    imap: MailServer
    imap_login: MailLogin
    smtp: MailServer
    smtp_login: MailLogin | None
    state: Path
    display_name: str = "Battle Master"
    authserv_id: str = ""
    folder: str = "INBOX"
    sent_folder: str = ""
    delimiter: str = "+"
    ca_file: Path | None = None
    size_limit: int = 100_000
    timeout: float = 30

    def __post_init__(self) -> None:
        faults = [*self.imap.faults(), *self.smtp.faults(), *self.imap_login.faults()]
        if self.smtp_login is not None and self.smtp_login != self.imap_login:
            faults += self.smtp_login.faults()
        if not ADDRESS.match(self.address):
            faults.append(f"{self.address!r} is not a plain mail address")
        if not all(folder.isascii() and folder.isprintable() for folder in (self.folder, self.sent_folder)):
            faults.append("folders are named in printable ASCII characters, as the server itself names them")
        if self.delimiter not in ("", "+", "-", "_", "=", "."):
            faults.append(f"delimiter is {self.delimiter!r}; it can be + - _ = . or empty")
        if self.ca_file is not None:
            try:
                ssl.create_default_context(cafile=str(self.ca_file))
            except OSError as error:
                why = error.strerror if isinstance(error, FileNotFoundError) else "it holds no certificate in PEM form"
                faults.append(f"ca_file is {str(self.ca_file)!r}, which cannot be used: {why}")
        if faults:
            raise ConfigError("; ".join(faults))

    @property
    def local(self) -> str:
        """What stands before the @ of our address."""
        return self.address.rpartition("@")[0]

    @property
    def domain(self) -> str:
        """What stands behind the @ of our address."""
        return self.address.rpartition("@")[2]

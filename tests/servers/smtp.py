"""An SMTP server that delivers to a Dovecot and fails on command."""

from __future__ import annotations

import asyncio
import ssl
from collections import deque
from dataclasses import dataclass

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, Session

from servers.dovecot import DOMAIN, Dovecot
from servers.process import free_port

DROP_BEFORE = "drop-before"
"""The connection breaks before the letter is taken."""
DROP_AFTER = "drop-after"
"""The letter is taken, and the connection breaks before the answer: the sender cannot know."""


@dataclass(frozen=True)
class Taken:
    """A letter that the server took."""

    sender: str
    recipients: tuple[str, ...]
    letter: bytes


class Smtp:
    """The mail exchanger of bm.test, with STARTTLS and passwords.

    `faults` are used up one a letter: an SMTP answer such as "451 try later", DROP_BEFORE, DROP_AFTER, or "" for none.
    `verdict` is what it writes into Authentication-Results of letters without a signed-in sender.
    """

    user, password = "battlemaster", "s3cret"
    host = f"mx.{DOMAIN}"

    def __init__(self, dovecot: Dovecot):
        self.port = free_port()
        self._dovecot = dovecot
        self.reset()

    def reset(self) -> None:
        """No faults, nothing taken, senders vouched for."""
        self.faults: deque[str] = deque()
        self.taken: list[Taken] = []
        self.verdict = "dmarc=pass"

    def start(self) -> None:
        """Serves from a thread of the tests."""
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(self._dovecot.certificate, self._dovecot.key)
        self._controller = Controller(
            self,
            hostname="127.0.0.1",
            port=self.port,
            server_hostname=self.host,
            tls_context=context,
            authenticator=self._check,
            data_size_limit=50_000_000,
        )
        self._controller.start()

    def stop(self) -> None:
        """Ends the server."""
        self._controller.stop()

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        """Takes a letter, or fails as commanded; called by aiosmtpd."""
        fault = self.faults.popleft() if self.faults else ""
        if fault == DROP_BEFORE:
            _drop(server)
            return "421 gone"
        if fault and fault != DROP_AFTER:
            return fault
        letter = envelope.original_content or b""
        self.taken.append(Taken(envelope.mail_from or "", tuple(envelope.rcpt_tos), letter))
        domain = (envelope.mail_from or "").rpartition("@")[2] or self.host
        stamp = f"Authentication-Results: {self.host}; {self.verdict} header.from={domain}\r\n"
        for recipient in envelope.rcpt_tos:
            own = session.authenticated or not self.verdict
            self._dovecot.deliver(recipient, (b"" if own else stamp.encode()) + letter, envelope.mail_from or "")
        if fault == DROP_AFTER:
            _drop(server)
        return "250 taken"

    def _check(self, server: SMTP, session: Session, envelope: Envelope, mechanism: str, data: object) -> AuthResult:
        given = (getattr(data, "login", b""), getattr(data, "password", b""))
        return AuthResult(success=given == (self.user.encode(), self.password.encode()))


def _drop(server: SMTP) -> None:
    assert isinstance(server.transport, asyncio.Transport)
    server.transport.abort()

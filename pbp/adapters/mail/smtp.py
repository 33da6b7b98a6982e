"""Handing one letter to a mail server, once. The library repeats nothing by itself, and neither do we."""

from __future__ import annotations

import contextlib
import smtplib
import ssl
import time
from collections.abc import Iterator
from contextlib import contextmanager

from pbp.adapters.mail.login import MECHANISM, Credentials
from pbp.adapters.mail.settings import MailboxSettings

GOODBYE = 3
"""Seconds to wait for an answer to QUIT, which changes nothing any more."""


def deliver(settings: MailboxSettings, credentials: Credentials | None, to: str, letter: bytes) -> None:
    """Sends the letter to one recipient; returns when the server has said that it took it.

    The letter itself is handed over within `timeout` seconds or not at all: who sends it later may have lost the
    right to, as another process took over.
    """
    begun = time.monotonic()
    with connected(settings, credentials) as connection:
        _expect(connection.mail(settings.address))
        code, words = connection.rcpt(to)
        if not 200 <= code < 300:
            raise smtplib.SMTPRecipientsRefused({to: (code, words)})
        if time.monotonic() - begun > settings.timeout:
            raise TimeoutError("too slow to begin a letter")
        _expect(connection.data(letter))


def _expect(answer: tuple[int, bytes]) -> None:
    code, words = answer
    if not 200 <= code < 300:
        raise smtplib.SMTPResponseException(code, words)


@contextmanager
def connected(settings: MailboxSettings, credentials: Credentials | None) -> Iterator[smtplib.SMTP]:
    """A connection under TLS, signed in, and closed at the end, whatever happened."""
    server = settings.smtp
    context = ssl.create_default_context(cafile=str(settings.ca_file) if settings.ca_file else None)
    # Our own name is given: the library would ask the name service for it, and may wait long.
    own, timeout = settings.domain, settings.timeout
    connection: smtplib.SMTP
    if server.security == "tls":
        connection = smtplib.SMTP_SSL(server.host, server.port, own, timeout=timeout, context=context)
    else:
        connection = smtplib.SMTP(server.host, server.port, own, timeout)
    try:
        _greet(connection)
        if server.security == "starttls":
            connection.starttls(context=context)
            _greet(connection)
        if credentials is not None:
            _sign_in(connection, credentials)
        yield connection
        # From here on the letter is taken: no failure of the farewell may hide that.
        with contextlib.suppress(OSError, smtplib.SMTPException):
            if connection.sock is not None:
                connection.sock.settimeout(GOODBYE)
            connection.quit()
    finally:
        connection.close()


def _greet(connection: smtplib.SMTP) -> None:
    # The library would try the old HELO next, and then miss what we need.
    code, words = connection.ehlo()
    if code != 250:
        raise smtplib.SMTPHeloError(code, words)


def _sign_in(connection: smtplib.SMTP, credentials: Credentials) -> None:
    if not credentials.renewable:
        connection.login(credentials.login.user, credentials.password())
        return
    for anew in (False, True):
        answers = ["", credentials.xoauth2(anew)]
        try:
            # A refusal comes as a challenge, which is answered with nothing; then the server says no.
            connection.auth(MECHANISM, lambda _=None, answers=answers: answers.pop())
            return
        except smtplib.SMTPAuthenticationError:
            if anew:
                raise

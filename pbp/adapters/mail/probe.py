"""How a mail server speaks, found out when it cannot be talked to as configured. Nothing secret is sent."""

from __future__ import annotations

import socket
import ssl

from pbp.adapters.mail.settings import MailServer

_PATIENCE = 5.0
"""Seconds to wait for each word: a server that speaks TLS says nothing first."""
_LONGEST = 4096


def spoken(server: MailServer) -> str:
    """The security that the server speaks: tls, starttls or none; empty if there is no telling."""
    try:
        with socket.create_connection((server.host, server.port), _PATIENCE) as plain:
            greeting = plain.recv(_LONGEST)
            if greeting.startswith(b"* "):
                plain.sendall(b"a CAPABILITY\r\n")
                return _offered(plain, b"a OK")
            if greeting.startswith(b"220"):
                plain.sendall(b"EHLO localhost\r\n")
                return _offered(plain, b"250 ")
            return ""
    except TimeoutError:
        return "tls" if _speaks_tls(server) else ""
    except OSError:
        return ""


def _offered(plain: socket.socket, last: bytes) -> str:
    """Whether a server offers STARTTLS, in an answer that ends with this line."""
    answer = b""
    while b"\n" + last not in b"\n" + answer and len(answer) < _LONGEST and (more := plain.recv(_LONGEST)):
        answer += more
    return "starttls" if b"STARTTLS" in answer.upper() else "none"


def _speaks_tls(server: MailServer) -> bool:
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE  # only whether, not with whom
    try:
        with (
            socket.create_connection((server.host, server.port), _PATIENCE) as plain,
            context.wrap_socket(plain),
        ):
            return True
    except OSError:
        return False

"""Mail servers for what rarely happens: an SMTP server that fails at any stage, a server that talks broken IMAP,
and a server of access tokens with a Dovecot that asks it."""

from __future__ import annotations

import asyncio
import base64
import json
import re
import socket
import ssl
import subprocess
import threading
import urllib.parse
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, LoginPassword

from servers.dovecot import DOMAIN, Dovecot
from servers.process import free_port

HOST = "127.0.0.1"
DROP = "drop"
HANG = "hang"
SLOW = "slow"


class DovecotWithTokens(Dovecot):
    """A Dovecot that also takes the access tokens of a token server (XOAUTH2)."""

    def __init__(self, tokens: TokenServer):
        super().__init__()
        self._tokens = tokens

    def start(self) -> None:
        """Serves, first with passwords, then with tokens too."""
        super().start()
        (self.folder / "oauth2.conf").write_text(
            f"tokeninfo_url = {self._tokens.url}/info?access_token=\n"
            "introspection_mode = auth\nusername_attribute = email\nusername_format = %n\n"
        )
        conf = self.folder / "dovecot.conf"
        conf.write_text(
            conf.read_text()
            + "auth_mechanisms = plain login xoauth2\nauth_failure_delay = 0\n"
            # Else a wrong password makes the next sign-ins slow.
            + "service anvil {\n  unix_listener anvil-auth-penalty {\n    mode = 0\n  }\n}\n"
            + f"passdb {{\n  driver = oauth2\n  mechanisms = xoauth2\n  args = {self.folder}/oauth2.conf\n}}\n"
        )
        subprocess.run(["doveadm", "-c", str(conf), "reload"], check=True, capture_output=True)


@dataclass(frozen=True)
class Taken:
    """A letter that the server took."""

    sender: str
    to: str
    raw: bytes


@dataclass
class _Hooks:
    """What the SMTP server does at each stage of a letter; see FailingSmtp."""

    taken: list[Taken] = field(default_factory=list)
    faults: dict[str, deque[str]] = field(default_factory=dict)
    begun: list[str] = field(default_factory=list)
    valid_token: Callable[[str, str], bool] = lambda user, token: False

    def next_fault(self, stage: str) -> str | None:
        self.begun.append(stage)
        waiting = self.faults.get(stage)
        return waiting.popleft() if waiting else None

    async def at(self, stage: str, server: SMTP, ok: str) -> str:
        fault = self.next_fault(stage)
        if fault == DROP:
            if isinstance(server.transport, asyncio.Transport):
                server.transport.abort()
            return "421 gone"
        if fault == HANG:
            await asyncio.sleep(3600)
        if fault == SLOW:
            await asyncio.sleep(0.4)
            return ok
        return fault or ok

    async def handle_EHLO(self, server, session, envelope, hostname, responses):  # noqa: N802
        session.host_name = hostname
        told = await self.at("ehlo", server, "")
        return [told] if told else responses

    async def handle_MAIL(self, server, session, envelope, address, options):  # noqa: N802
        told = await self.at("mail", server, "250 OK")
        if told.startswith("250"):
            envelope.mail_from = address
        return told

    async def handle_RCPT(self, server, session, envelope, address, options):  # noqa: N802
        told = await self.at("rcpt", server, "250 OK")
        if told.startswith("250"):
            envelope.rcpt_tos.append(address)
        return told

    async def handle_DATA(self, server, session, envelope):  # noqa: N802
        told = await self.at("data", server, "250 OK")
        if not told.startswith("250"):
            return told
        for to in envelope.rcpt_tos:
            self.taken.append(Taken(envelope.mail_from, to, envelope.original_content))
        return await self.at("taken", server, "250 OK, taken")

    async def auth_XOAUTH2(self, server, args):  # noqa: N802
        words = await server.challenge_auth("") if len(args) < 2 else base64.b64decode(args[1])
        found = re.fullmatch(rb"user=([^\x01]+)\x01auth=Bearer ([^\x01]+)\x01\x01", words or b"")
        if found and self.valid_token(found[1].decode(), found[2].decode()):
            return AuthResult(success=True)
        await server.challenge_auth('{"status":"400"}')
        return AuthResult(success=False, handled=False)


class _Session(SMTP):
    """One connection, which may fail before the first word."""

    def __init__(self, hooks: _Hooks, *args, **options):
        self.hooks = hooks
        super().__init__(*args, **options)

    def connection_made(self, transport):
        # With STARTTLS a connection is made twice.
        fault = self.hooks.next_fault("connect") if self.transport is None else None
        if fault == DROP:
            transport.abort()
            return
        super().connection_made(transport)
        if fault == HANG:
            self._handler_coroutine.cancel()
        elif fault:
            self._handler_coroutine.cancel()
            transport.write(f"{fault}\r\n".encode())
            transport.close()


class FailingSmtp:
    """An SMTP server that keeps what it takes in `taken`, and fails on command at any stage.

    Stages: connect, ehlo, auth, mail, rcpt, data (the letter is here, but not taken), taken (it is taken; only the
    answer is missing). A fault is an answer ("451 4.3.0 later"), DROP, HANG or SLOW (0.4 s), each for one time.
    """

    user, password = "battlemaster", "s3cret"

    def __init__(self, certificate: tuple[Path, Path], security: str = "tls", tokens: TokenServer | None = None):
        self.port = free_port()
        self._hooks = hooks = _Hooks(valid_token=tokens.is_valid if tokens else lambda user, token: False)
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(*certificate)
        options: dict[str, Any] = {
            "server_hostname": "mx.bm.test",
            "ident": "test",
            "authenticator": self._authenticate,
            "auth_required": False,
            "auth_require_tls": security == "starttls",
            "data_size_limit": 1_000_000,
            "timeout": 3600,
        }
        if security == "starttls":
            options |= {"tls_context": context, "require_starttls": True}

        class OurController(Controller):
            def factory(self) -> SMTP:
                return _Session(hooks, self.handler, **self.SMTP_kwargs)

        self._controller = OurController(
            hooks, hostname=HOST, port=self.port, ssl_context=context if security == "tls" else None, **options
        )

    @property
    def taken(self) -> list[Taken]:
        """The letters that it took, in order."""
        return self._hooks.taken

    @property
    def begun(self) -> list[str]:
        """The stages that were reached, in order."""
        return self._hooks.begun

    def start(self) -> None:
        """Starts it."""
        self._controller.start()
        # Starting it knocks once at its own door.
        self.begun.clear()

    def stop(self) -> None:
        """Stops it."""
        self._controller.stop(no_assert=True)

    def fail(self, stage: str, *faults: str) -> None:
        """The next times that the stage is reached, these happen, one each."""
        self._hooks.faults.setdefault(stage, deque()).extend(faults)

    def reset_faults(self) -> None:
        """No more faults."""
        self._hooks.faults.clear()

    def reset(self) -> None:
        """Forgets letters and faults."""
        self.taken.clear()
        self.begun.clear()
        self.reset_faults()

    def _authenticate(self, server, session, envelope, mechanism, data) -> AuthResult:
        fault = self._hooks.next_fault("auth")
        if fault == DROP:
            server.transport.abort()
        if fault:
            return AuthResult(success=False, handled=False, message=fault)
        good = isinstance(data, LoginPassword) and data.password == self.password.encode()
        return AuthResult(success=good, handled=False)


class TokenServer:
    """Hands out access tokens for a refresh token, and tells Dovecot whose they are.

    `answers` holds (status, body, headers) to be given instead, one each; `rotates` hands out a new refresh token too.
    """

    def __init__(self, email: str = f"battlemaster@{DOMAIN}", refresh_token: str = "refresh-1"):
        self._known = (email, refresh_token)
        self.valid: set[str] = set()
        self.asked: list[dict[str, str]] = []
        self.answers: deque[tuple[int, bytes, dict[str, str]]] = deque()
        self.reset()
        self._server = ThreadingHTTPServer((HOST, 0), self._handler())
        self.url = f"http://{HOST}:{self._server.server_port}"

    def start(self) -> None:
        """Starts it."""
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()

    def stop(self) -> None:
        """Stops it."""
        self._server.shutdown()
        self._server.server_close()

    def reset(self) -> None:
        """Nothing was given yet, and nothing fails."""
        self.email, self.refresh_token = self._known
        self.lives = 3600
        self.rotates = False
        self.valid.clear()
        self.asked.clear()
        self.answers.clear()

    def is_valid(self, user: str, token: str) -> bool:
        """Whether an access token is good for a user."""
        return user == self.email and token in self.valid

    def _token(self, form: dict[str, str]) -> tuple[int, bytes, dict[str, str]]:
        self.asked.append(form)
        if self.answers:
            return self.answers.popleft()
        if form.get("refresh_token") != self.refresh_token:
            return 400, b'{"error": "invalid_grant"}', {}
        token = f"access-{len(self.asked)}"
        self.valid.add(token)
        told: dict[str, object] = {"access_token": token, "expires_in": self.lives, "token_type": "Bearer"}
        if self.rotates:
            self.refresh_token = f"refresh-after-{len(self.asked)}"
            told["refresh_token"] = self.refresh_token
        return 200, json.dumps(told).encode(), {}

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        tokens = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                length = int(self.headers.get("Content-Length", "0"))
                form = dict(urllib.parse.parse_qsl(self.rfile.read(length).decode()))
                self.answer(*tokens._token(form))

            def do_GET(self) -> None:
                query = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(self.path).query))
                good = query.get("access_token", "") in tokens.valid
                self.answer(200 if good else 400, json.dumps({"email": tokens.email} if good else {}).encode(), {})

            def answer(self, status: int, body: bytes, headers: dict[str, str]) -> None:
                self.send_response(status)
                for name, value in {"Content-Type": "application/json", **headers}.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, format: str, *args: object) -> None:
                pass

        return Handler


class ScriptedImap:
    """A server that talks like a broken IMAP server: `answer(command, words)` gives the bytes to send, or None to hang.

    The tag of the command stands for `%t` in them; an answer of DROP ends the connection.
    """

    def __init__(self, answer: Callable[[str, str], bytes | str | None]):
        self.answer = answer
        self._listener = socket.create_server((HOST, 0))
        self.port = self._listener.getsockname()[1]
        self._open: list[socket.socket] = []

    def start(self) -> None:
        """Starts it."""
        threading.Thread(target=self._serve, daemon=True).start()

    def stop(self) -> None:
        """Stops it, with every connection."""
        self._listener.close()
        for connection in self._open:
            connection.close()

    def _serve(self) -> None:
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            self._open.append(connection)
            threading.Thread(target=self._talk, args=(connection,), daemon=True).start()

    def _talk(self, connection: socket.socket) -> None:
        try:
            if not self._say(connection, self.answer("greeting", ""), ""):
                return
            with connection.makefile("rb") as lines:
                for line in lines:
                    tag, _, rest = line.decode("latin-1").strip().partition(" ")
                    command, _, words = rest.partition(" ")
                    if not self._say(connection, self.answer(command.upper(), words), tag):
                        return
        except (OSError, ValueError):
            return

    def _say(self, connection: socket.socket, answer: bytes | str | None, tag: str) -> bool:
        if answer == DROP:
            connection.shutdown(socket.SHUT_RDWR)
            connection.close()
            return False
        if answer is not None:
            connection.sendall((answer.encode() if isinstance(answer, str) else answer).replace(b"%t", tag.encode()))
        return True

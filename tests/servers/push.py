"""A push service: it takes what those of browsers take, checks who signed it, and decrypts it as a browser does."""

from __future__ import annotations

import base64
import json
import os
import threading
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import http_ece
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature

from servers.process import free_port


def urlsafe(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _bytes(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


@dataclass(frozen=True)
class Pushed:
    """What a browser was pushed: under which topic, for how long it is kept, signed by whom, and what it says."""

    topic: str
    ttl: int
    claims: dict[str, Any]
    signed_by: str
    said: dict[str, str]


class PushService:
    """A push service with the browsers that it has subscribed; `answers` are used up one a call."""

    def __init__(self) -> None:
        self.port = free_port()
        self.netloc = f"127.0.0.1:{self.port}"
        self.pushed: list[Pushed] = []
        self.answers: list[int] = []
        self._browsers: dict[str, tuple[ec.EllipticCurvePrivateKey, bytes]] = {}

    def subscribe(self) -> dict[str, str]:
        """A browser's new subscription, as a page sends it."""
        key, auth = ec.generate_private_key(ec.SECP256R1()), os.urandom(16)
        path = f"/push/{urlsafe(os.urandom(9))}"
        self._browsers[path] = key, auth
        form = serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        point = key.public_key().public_bytes(*form)
        return {"endpoint": f"http://{self.netloc}{path}", "p256dh": urlsafe(point), "auth": urlsafe(auth)}

    def start(self) -> None:
        """Serves from threads of the tests."""
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers.get("content-length", 0)))
                self.send_response(service.take(self.path, dict(self.headers.items()), body))
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, format: str, *args: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", self.port), Handler)
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        """Ends the server."""
        self._server.shutdown()
        self._server.server_close()

    def take(self, path: str, headers: dict[str, str], body: bytes) -> int:
        """What a push is answered; one whose signature or encryption is wrong is refused."""
        given = {name.lower(): value for name, value in headers.items()}
        if self.answers:
            return self.answers.pop(0)
        if path not in self._browsers:
            return 410
        token, key = (part.split("=", 1)[1] for part in given["authorization"].removeprefix("vapid ").split(","))
        claims = self._claims(token, key)
        if claims is None or claims["aud"] != f"http://{self.netloc}" or given["content-encoding"] != "aes128gcm":
            return 403
        private, auth = self._browsers[path]
        said = json.loads(http_ece.decrypt(body, private_key=private, auth_secret=auth, version="aes128gcm"))
        self.pushed.append(Pushed(given["topic"], int(given["ttl"]), claims, key, said))
        return 201

    def _claims(self, token: str, key: str) -> dict[str, Any] | None:
        """What a JSON Web Token says, if it is signed by that key."""
        signed, _, signature = token.rpartition(".")
        raw = _bytes(signature)
        point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _bytes(key))
        pair = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
        try:
            point.verify(pair, signed.encode(), ec.ECDSA(hashes.SHA256()))
        except InvalidSignature:
            return None
        claims: dict[str, Any] = json.loads(_bytes(signed.split(".")[1]))
        return claims

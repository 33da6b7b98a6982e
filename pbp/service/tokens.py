"""Reply tokens: what a reply must bear to be believed where the site cannot prove its sender.

A token belongs to one address, and ends: with its duel, or, where a letter was about none, with its days. For what the
Battle Master decides it counts once. No two letters bear the same.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import re
import secrets
from datetime import datetime, timedelta

from pbp.store import Tx

_LATE = timedelta(days=1)
"""How long a token is good after the end of its duel."""
_DAYS = 14
"""For how many days that of a letter is good which is about no duel, or about one that has ended."""
_ONCE, _MARK, _PROOF = 4, 3, 8
"""The bytes of a token: what no other has, what shows that it is one of ours, and what proves whose."""
IN_TEXT = re.compile(r"(?<![A-Za-z2-7])[A-Za-z2-7]{24}(?![A-Za-z2-7])")
_SAID = re.compile(r"\s*\bTOKEN\b:?\s+[A-Za-z2-7]{24}\b", re.I)


def make(secret: bytes, channel: str, address: str, duel: int, at: datetime) -> str:
    """A new token for an address: for a duel's life, or, of duel 0, for some days."""
    once = secrets.token_bytes(_ONCE)
    life = f"duel {duel}" if duel else _day(at)
    return base64.b32encode(once + _mark(secret, once) + _proof(secret, once, channel, address, life)).decode().lower()


def is_ours(secret: bytes, token: str) -> bool:
    """Whether a text of 24 letters is a token that we made, for whomever, good or not."""
    parts = _parts(token)
    return parts is not None and hmac.compare_digest(parts[1], _mark(secret, parts[0]))


def is_good(tx: Tx, secret: bytes, token: str, channel: str, address: str, at: datetime) -> bool:
    """Whether a token was made for that address, and has not ended."""
    parts = _parts(token)
    if parts is None or not is_ours(secret, token) or is_spent(tx, token):
        return False
    return any(
        hmac.compare_digest(parts[2], _proof(secret, parts[0], channel, address, life)) for life in _lives(tx, at)
    )


def spend(tx: Tx, token: str, at: datetime) -> None:
    """Ends a token."""
    tx.set_note(_note(token), at.isoformat())


def is_spent(tx: Tx, token: str) -> bool:
    """Whether a token was ended before its time."""
    return tx.note(_note(token)) is not None


def said(text: str) -> list[str]:
    """The tokens that somebody wrote into a letter, after the word TOKEN."""
    return [found.split()[-1] for found in _SAID.findall(text)]


def unsaid(text: str) -> str:
    """The text without them: what is said beside a token may be published."""
    return _SAID.sub("", text)


def _lives(tx: Tx, at: datetime) -> list[str]:
    """Of what a token may be that is good now."""
    days = [_day(at - timedelta(days=back)) for back in range(_DAYS)]
    return [*days, *(f"duel {number}" for number in tx.recent_duels(at - _LATE))]


def _day(at: datetime) -> str:
    return f"day {at:%Y-%m-%d}"


def _mark(secret: bytes, once: bytes) -> bytes:
    return hmac.digest(secret, b"reply token\n" + once, "sha256")[:_MARK]


def _proof(secret: bytes, once: bytes, channel: str, address: str, life: str) -> bytes:
    about = "\n".join(("whose reply token", once.hex(), channel, address.lower(), life))
    return hmac.digest(secret, about.encode(), "sha256")[:_PROOF]


def _parts(token: str) -> tuple[bytes, bytes, bytes] | None:
    """What a token is made of; None if a text is none."""
    try:
        whole = base64.b32decode(token.upper().encode())
    except (binascii.Error, UnicodeEncodeError):
        return None
    if len(whole) != _ONCE + _MARK + _PROOF:
        return None
    return whole[:_ONCE], whole[_ONCE : _ONCE + _MARK], whole[_ONCE + _MARK :]


def _note(token: str) -> str:
    return f"token-ended:{hashlib.sha256(token.lower().encode()).hexdigest()[:32]}"

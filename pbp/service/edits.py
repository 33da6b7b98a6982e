"""Our edits of wiki pages: each bears a key in its summary, by which it is known as ours for ever.

A revision is ours if our account made it and its summary ends with a key that our secrets have made. Everything else
is a person's, whoever signs in with our account. That a key is a message authentication code and no mere name lets a
store that was put back from a backup still know what it wrote after the backup was made.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re

from pbp.ports import Revision
from pbp.service.desk import Desk
from pbp.store import Tx

_MARK = re.compile(r"\(pbp:([0-9a-f]{16})\.([0-9a-f]{16})\)$")
_KEPT = 50
"""How many of the last edits of a page are known as tried: a late write is one of these."""
_LONGEST = 200
"""Characters of a summary before its key: Reddit keeps 256 in all."""


def edit_key(tx: Tx, title: str, base: str | None, text: str) -> str:
    """The key of one edit: the same for the same text on the same revision of the page."""
    said = hashlib.sha256(f"{title}\n{base or ''}\n{text}".encode()).hexdigest()[:16]
    return f"{said}.{_proof(tx.seasons()[0].signing_key, title, said)}"


def remember(tx: Tx, title: str, *keys: str) -> None:
    """Keeps that edits of a page were tried."""
    tx.set_note(_note(title), json.dumps([*(tried(tx, title) or ()), *keys][-_KEPT:]))


def tried(tx: Tx, title: str) -> list[str] | None:
    """The keys of the edits of a page that were tried last; None in a store that never kept any."""
    noted = tx.note(_note(title))
    return None if noted is None else list(json.loads(noted))


def _note(title: str) -> str:
    return f"edits:{title}"


def summary_with(summary: str, key: str) -> str:
    """A summary that bears the key."""
    return f"{summary[:_LONGEST].strip()} (pbp:{key})"


def without_key(summary: str) -> str:
    """A summary as people are to see it."""
    return _MARK.sub("", summary.strip()).strip()


def key_of(desk: Desk, tx: Tx, title: str, revision: Revision) -> str | None:
    """The key of a revision of ours; None if a person made it."""
    found = _MARK.search(revision.summary.strip())
    if found is None or revision.author.casefold() != desk.wiki.account.casefold():
        return None
    proofs = [_proof(season.signing_key, title, found[1]) for season in tx.seasons()]
    return f"{found[1]}.{found[2]}" if any(hmac.compare_digest(found[2], one) for one in proofs) else None


def _proof(secret: bytes, title: str, said: str) -> str:
    return hmac.digest(secret, f"page edit\n{title}\n{said}".encode(), "sha256").hex()[:16]

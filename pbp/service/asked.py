"""What a letter asks, and what it is answered: the values that every command's handler works with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from pbp.ports import Message
from pbp.service.desk import Desk
from pbp.store import Tx


@dataclass(frozen=True)
class Part:
    """One part of an answer: the macro of that kind in templates/mail/parts.j2 words the facts."""

    kind: str
    facts: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Asked:
    """All that a command's handler works with."""

    desk: Desk
    tx: Tx
    channel: str
    message: Message
    wizard: str
    at: datetime

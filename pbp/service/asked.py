"""What a letter asks, and what it is answered: the values that every word's handler works with."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Any

from pbp.commands import Command, Written
from pbp.commands.answers import Kind
from pbp.commands.decisions import Decision
from pbp.commands.words import ORDERS, PUBLIC
from pbp.ports import Message
from pbp.service.desk import Desk
from pbp.store import Tx

_DECLARED = frozenset({"BAN", "DAYBREAK"})
"""The orders that the rules of the Wizard's Duel let a player declare in public, too."""


@dataclass(frozen=True)
class HeardMessage:
    """A message, read once: what its sender wrote, and, from the Battle Master, the decisions in it and the rest."""

    channel: str
    message: Message
    whole: Written
    decisions: tuple[Decision, ...]
    rest: Written

    @cached_property
    def commands(self) -> tuple[Command, ...]:
        """The commands in it, as a comment is read that everybody can see."""
        return self.whole.said(ORDERS.keys() | _DECLARED).commands

    @property
    def declared(self) -> tuple[Command, ...]:
        """Those that may be said in public: challenges, and what the games let be declared."""
        return tuple(command for command in self.commands if command.verb in PUBLIC | _DECLARED)


@dataclass(frozen=True)
class Answer:
    """One thing that a letter is answered: the macro of that kind in templates/mail/parts.j2 words the facts."""

    kind: Kind
    facts: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Asked:
    """All that a word's handler works with; `wizard` is empty for somebody who is no player."""

    desk: Desk
    tx: Tx
    channel: str
    message: Message
    wizard: str
    at: datetime


Handler = Callable[[Asked, Command], Answer]
"""Does what a word asks, and answers."""

"""What the setups of two-player contests share: two names, and options that each must mean something."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from pbp.errors import Fault, FileFaults
from pbp.games.base import Setup

SERVICE_SETTINGS = frozenset(
    "settle step_hours reserve_days reserve_bonus_days early_close first_seat conduct reminders".split()
)
"""Options that concern the service (clocks, letters), not the rules: a game passes them over."""

_FOREIGN = ("wizards", "spell_list", "rulings")


class SetupReader:
    """Reads a setup value by value and collects every fault; `done` raises them together."""

    def __init__(self, setup: Setup, options: Collection[str]):
        self.faults: list[Fault] = []
        self._setup = setup
        self.players = self._players()
        self.options = self._options(options)
        for key in _FOREIGN:
            if setup.get(key):
                self.fault((key,), f"`{key}` belongs to wizard-ring; this game has `players` instead")

    def fault(self, path: tuple[str | int, ...], reason: str) -> None:
        """Notes a fault at a place of the setup."""
        self.faults.append(Fault(path, reason))

    def done(self) -> None:
        """Raises FileFaults if any fault was noted."""
        if self.faults:
            raise FileFaults(self.faults)

    def seat(self, name: str) -> int | None:
        """An option that names a player: the seat 0 or 1, or None if it is not set. Also 1 and 2 name the seats."""
        value = self.options.get(name)
        if value is None:
            return None
        if isinstance(value, str) and value in self.players:
            return self.players.index(value)
        if type(value) is int and value in (1, 2):
            return value - 1
        if value in ("1", "2"):
            return int(value) - 1
        self.fault(("options", name), f"`{name}` is a player's name, or 1 or 2 for the first or second seat")
        return None

    def number(self, name: str, default: int) -> int:
        """An option that is a whole number from 1 on."""
        value = self.options.get(name, default)
        if type(value) is int and value >= 1:
            return value
        self.fault(("options", name), f"`{name}` is a whole number from 1 on")
        return default

    def word(self, name: str, choices: Collection[str], default: str) -> str:
        """An option that is one of a few words."""
        value = self.options.get(name, default)
        if isinstance(value, str) and value in choices:
            return value
        self.fault(("options", name), f"`{name}` is one of: {', '.join(choices)}")
        return default

    def variant(self, variants: Collection[str], default: str) -> str:
        """The setup's variant."""
        value = self._setup.get("variant")
        if value is None:
            return default
        if isinstance(value, str) and value in variants:
            return value
        among = f"the variants are {', '.join(variants)}" if variants else "this game has no variants"
        self.fault(("variant",), f"there is no variant {value!r}: {among}")
        return default

    def _players(self) -> tuple[str, str]:
        value = self._setup.get("players")
        names = value if isinstance(value, list | tuple) else ()
        if len(names) != 2 or any(not isinstance(name, str) or not name.strip() for name in names):
            self.fault(("players",), "`players` is a list of two names: first seat, second seat")
        elif names[0].casefold() == names[1].casefold():
            self.fault(("players",), "the two players need different names")
        else:
            return names[0], names[1]
        return "first seat", "second seat"

    def _options(self, known: Collection[str]) -> Mapping[str, Any]:
        value = self._setup.get("options", {})
        if not isinstance(value, Mapping):
            self.fault(("options",), "`options` is a table")
            return {}
        for name in value:
            if name not in known and name not in SERVICE_SETTINGS:
                self.fault(("options", name), f"there is no option `{name}`: this game has {', '.join(sorted(known))}")
        return value

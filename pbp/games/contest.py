"""What the setups of two-player contests share: two names, and options that each must mean something."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbp.errors import Fault, FileFaults
from pbp.games.base import Game, Option, Setup

SERVICE_SETTINGS = frozenset(
    "settle step_hours reserve_days reserve_bonus_days early_close first_seat conduct reminders".split()
)
"""Options that concern the service (clocks, letters), not the rules: a game passes them over."""

_FOREIGN = ("wizards", "spell_list", "rulings")


class SetupReader:
    """Reads the setup of a contest by its game's own data, and collects every fault; `done` raises them together.

    `variant` is the one that is named, or the default; "" in a game without. `value` gives each option.
    """

    def __init__(self, setup: Setup, game: Game):
        self.faults: list[Fault] = []
        self._setup = setup
        self._game = game
        self._known = {option.name: option for option in game.options}
        self.players = self._players()
        self._options = self._checked_options()
        for key in _FOREIGN:
            if setup.get(key):
                self.fault((key,), f"`{key}` belongs to ring duels; this game has `players` instead")
        self.variant = self._variant()

    def fault(self, path: tuple[str | int, ...], reason: str) -> None:
        """Notes a fault at a place of the setup."""
        self.faults.append(Fault(path, reason))

    def done(self) -> None:
        """Raises FileFaults if any fault was noted."""
        if self.faults:
            raise FileFaults(self.faults)

    def has(self, name: str) -> bool:
        """Whether the setup says anything of an option."""
        return name in self._options

    def value(self, name: str) -> Any:
        """An option, checked by its kind: a number, True or False, a word; of a player the seat 0 or 1, or None.

        Of a table whatever is there.
        """
        option = self._known[name]
        if not self.has(name):
            return option.default
        given = self._options[name]
        if option.kind == "table":
            return given
        if option.variants and self.variant not in option.variants:
            self.fault(("options", name), f"the variant {self.variant} has no option `{name}`")
        try:
            return checked(option, given, self.players)
        except ValueError as error:
            self.fault(("options", name), str(error))
            return None if option.kind == "seat" else option.default

    def _variant(self) -> str:
        value, variants = self._setup.get("variant"), [variant.name for variant in self._game.variants]
        default = variants[0] if variants else ""
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

    def _checked_options(self) -> Mapping[str, Any]:
        value = self._setup.get("options", {})
        if not isinstance(value, Mapping):
            self.fault(("options",), "`options` is a table")
            return {}
        for name in value:
            if name not in self._known and name not in SERVICE_SETTINGS:
                among = f"this game has {', '.join(sorted(self._known)) or 'none'}"
                self.fault(("options", name), f"there is no option `{name}`: {among}")
        return value


def checked(option: Option, value: Any, players: Sequence[str]) -> Any:
    """The value of an option of a kind other than "table", as the game takes it. Raises ValueError with the reason."""
    name = option.name
    if option.kind == "flag":
        if isinstance(value, bool):
            return value
        raise ValueError(f"`{name}` is true or false")
    if option.kind == "word":
        if isinstance(value, str) and value in option.choices:
            return value
        raise ValueError(f"`{name}` is one of: {', '.join(option.choices)}")
    if option.kind == "seat":
        if isinstance(value, str) and value in players:
            return players.index(value)
        if str(value) in ("1", "2") and not isinstance(value, bool):
            return int(value) - 1
        raise ValueError(f"`{name}` is a player's name, or 1 or 2 for the first or second seat")
    low, high, step = option.low or 0, option.high, option.step
    if type(value) is int and low <= value and (high is None or value <= high) and (value - low) % step == 0:
        return value
    kind = "an odd number" if (step, low % 2) == (2, 1) else "a whole number"
    raise ValueError(f"`{name}` is {kind} from {low} {'on' if high is None else f'to {high}'}")

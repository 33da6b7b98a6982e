"""The state of Reality Benders, and its orders: immutable values, seats 0 and 1 in the order of `players`."""

from __future__ import annotations

from dataclasses import dataclass

from pbp.games.base import Outcome
from pbp.games.reality_benders.graph import EVERY_ARROW, LETTERS, Graph
from pbp.games.wording import listed

RULES, CASTING, OFFER, PICK = "rules", "casting", "offer", "pick"
NAMES = {
    "A": "Armageddon",
    "B": "Build",
    "C": "Combo",
    "D": "Dizzy",
    "E": "Explosion",
    "F": "Foresight",
    "G": "Greed",
    "H": "Hellfire",
    "I": "Imagination",
}
TEXTS = {
    "A": "If the duel is a tie, gain 1 point; both spells are trashed.",
    "B": "Connects two spells both ways.",
    "C": "Names a spell: cast it in your next duel and do not lose, and gain 1 extra point.",
    "D": "Every arrow to and from a spell turns round.",
    "E": "Every arrow to and from a spell is destroyed.",
    "F": "If your opponent casts the spell you name in this duel, you win it.",
    "G": "The points gained in this duel are doubled, the opponent's too.",
    "H": "Destroys every shortest way from one spell to another.",
    "I": "After the duel your opponent offers you three spells; take one.",
}
"""What each spell does, in short (rules page, 2.5)."""
INPUTS = {letter: {"B": 2, "H": 2, "C": 1, "D": 1, "E": 1, "F": 1}.get(letter, 0) for letter in LETTERS}
"""How many spells each spell's ability asks for."""
ITEMS = ("Bonus", "Break", "Bridge")
OFFERED = LETTERS[:-1]
"""What Imagination can bring: every spell but itself."""


@dataclass(frozen=True, slots=True)
class RuleOrder:
    """A rule for the graph, with Bridge a second one, with Break an arrow to take away."""

    rule: str
    bridge: str | None = None
    broken: str | None = None

    @property
    def words(self) -> str:
        """The order in canonical words."""
        lines = [f"RULE {self.rule}"]
        if self.bridge:
            lines.append(f"BRIDGE {self.bridge}")
        if self.broken:
            lines.append(f"BREAK {self.broken}")
        return "\n".join(lines)

    @property
    def said(self) -> str:
        """What was understood."""
        bridge = f", with Bridge also {self.bridge}" if self.bridge else ""
        return f"add {self.rule}{bridge}{f', with Break destroy {self.broken}' if self.broken else ''}"


@dataclass(frozen=True, slots=True)
class CastOrder:
    """A spell, what its ability asks for, whether Bonus is used, and the offer that stands ready for Imagination."""

    spell: str
    inputs: tuple[str, ...] = ()
    bonus: bool = False
    offer: tuple[str, ...] = ()

    @property
    def words(self) -> str:
        """The order in canonical words."""
        lines = [" ".join(("CAST", self.spell, *self.inputs))]
        if self.bonus:
            lines.append("BONUS")
        if self.offer:
            lines.append(OfferOrder(self.offer).words)
        return "\n".join(lines)

    @property
    def said(self) -> str:
        """What was understood."""
        aim = {
            "B": "a two-way connection between {0} and {1}",
            "C": "named {0}",
            "D": "on {0}",
            "E": "on {0}",
            "F": "guessing {0}",
            "H": "from {0} to {1}",
        }.get(self.spell, "")
        words = f"cast {title(self.spell)} {aim.format(*self.inputs)}".strip()
        bonus = ", with Bonus" if self.bonus else ""
        return f"{words}{bonus}{f'; {OfferOrder(self.offer).said}, if asked' if self.offer else ''}"


@dataclass(frozen=True, slots=True)
class OfferOrder:
    """Three spells for the other's Imagination, in alphabetical order."""

    spells: tuple[str, ...]

    @property
    def words(self) -> str:
        """The order in canonical words."""
        return f"OFFER {' '.join(self.spells)}"

    @property
    def said(self) -> str:
        """What was understood."""
        return f"offer {listed([title(spell) for spell in self.spells])}"


@dataclass(frozen=True, slots=True)
class PickOrder:
    """One of the three spells that were offered."""

    spell: str

    @property
    def words(self) -> str:
        """The order in canonical words."""
        return f"PICK {self.spell}"

    @property
    def said(self) -> str:
        """What was understood."""
        return f"take {title(self.spell)}"


BendersOrder = RuleOrder | CastOrder | OfferOrder | PickOrder


@dataclass(frozen=True, slots=True)
class Side:
    """One player's side of a bout: hand (sorted, letters may repeat), points, last spell, pending Combo letter."""

    hand: tuple[str, ...] = tuple(LETTERS)
    points: int = 0
    previous: str | None = None
    combo: str | None = None

    @property
    def castable(self) -> tuple[str, ...]:
        """The letters that may be cast next, each once."""
        return tuple(letter for letter in LETTERS if letter in self.hand and letter != self.previous)


@dataclass(frozen=True, slots=True)
class Ended:
    """A bout that the last step ended, with what was then on the table."""

    winner: int | None
    reason: str
    sides: tuple[Side, Side]


@dataclass(frozen=True, slots=True)
class Shown:
    """The record of the last step, beside the state itself."""

    bout: int = 1
    round: int = 1
    gained: tuple[int, int] = (0, 0)
    winner: int | None = None
    ended: Ended | None = None


@dataclass(frozen=True, slots=True)
class Benders:
    """The state between two steps.

    `late_from`, `late_bouts`: from which duel of a bout ties trash both spells, and in which bouts (None: all).
    `stock`: the items left; `totals`: points of the bouts that are over; `imagining`: whose Imagination is being
    resolved; `offers`: what was offered to each seat; `sealed`: orders that stand while a step waits for the other.
    """

    players: tuple[str, str]
    stock: tuple[tuple[str, ...], tuple[str, ...]]
    late_from: int = 16
    late_bouts: tuple[int, ...] | None = None
    tiebreak_seat: int | None = None
    graph: Graph = frozenset()
    sides: tuple[Side, Side] = (Side(), Side())
    bout: int = 1
    round: int = 1
    phase: str = RULES
    won: tuple[int, int] = (0, 0)
    totals: tuple[int, int] = (0, 0)
    imagining: tuple[int, ...] = ()
    offers: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    sealed: tuple[BendersOrder | None, BendersOrder | None] = (None, None)
    shown: Shown = Shown()
    outcome: Outcome | None = None

    @property
    def asked(self) -> tuple[int, ...]:
        """The seats that the present step asks."""
        if self.outcome is not None:
            return ()
        if self.phase == OFFER:
            return tuple(sorted(1 - seat for seat in self.imagining if not self.offers[seat]))
        return self.imagining if self.phase == PICK else (0, 1)


def first_phase(graph: Graph) -> str:
    """The phase in which a round begins: rules, unless every arrow exists already."""
    return CASTING if graph == EVERY_ARROW else RULES


def title(spell: str) -> str:
    """A spell as players read it: "Build (B)"."""
    return f"{NAMES[spell]} ({spell})"

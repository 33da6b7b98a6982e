"""What a row of the table of words is: how a word is written, who may say it, how gravely, and what its form asks."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, Flag, auto

from pbp.commands.answers import Kind


class Takes(Enum):
    """What may stand after a word."""

    NOTHING = auto()
    """Nothing but courtesies: in small letters it counts only if it stands alone."""
    CAPITALS = auto()
    """Words of its own; but sentences begin with it, too: in small letters it counts only if it stands alone."""
    WORDS = auto()
    """Words of its own."""
    LINES = auto()
    """Words, which may go on in the lines right below, up to a blank one."""


class Grave(Enum):
    """What is asked back instead of done, since it cannot be undone or was meant for another time."""

    NEVER = auto()
    QUESTION = auto()
    """A question; "maybe later" is a polite no."""
    DOUBT = auto()
    """Words of doubt after it."""
    WORDS = auto()
    """Any words after it but courtesies: it needs none."""


class By(Flag):
    """Who may say a word, and where."""

    PLAYER = auto()
    STRANGER = auto()
    """From an address that is no player's."""
    MASTER = auto()
    """The Battle Master, at the beginning of a line and in capitals."""
    PUBLIC = auto()
    """A player, also in a public comment."""


@dataclass(frozen=True, slots=True)
class Ask:
    """What a form on the Battle Master's desk asks for a word: a part of its line, behind `lead` if it has one.

    `kind` is line, long (a line that may be), text (several lines), wizard (one of them), choice (one of a few, named
    by the desk), or flag (the lead stands alone).
    """

    name: str
    label: str
    lead: str = ""
    kind: str = "line"
    optional: bool = False
    note: str = ""


@dataclass(frozen=True, slots=True)
class CommandWord:
    """One word: what HELP says of it, the answers that may come, how it is written, who may say it, and how gravely.

    `form` is an example of its whole line. `needs` are the things that a decision of the Battle Master names: the
    duel; its step, if it has had several; the reason WHY. `orders` are words that every letter is read for as orders,
    whatever is played; `contests` those that mean something in contests only.

    Of a decision, `label` is what its button says, `asks` what its form asks for, in the order of the line; one that
    is done only when it was said `twice` cannot be taken back.
    """

    verb: str
    help: str
    answers: tuple[Kind, ...] = ()
    form: str = ""
    takes: Takes = Takes.NOTHING
    grave: Grave = Grave.NEVER
    by: By = By.PLAYER
    needs: frozenset[str] = frozenset()
    orders: bool = False
    contests: bool = False
    label: str = ""
    asks: tuple[Ask, ...] = ()
    twice: bool = False

    @property
    def kinds(self) -> frozenset[Kind]:
        """The kinds of answer that may come: a grave word may also be asked back."""
        return frozenset(self.answers) | ({Kind.ASKED_BACK} if self.grave is not Grave.NEVER else frozenset())

    @property
    def shown(self) -> str:
        """How HELP shows it."""
        return self.form or self.verb


DUEL, STEP, WHY = "duel", "step", "why"
"""What a decision may have to name."""

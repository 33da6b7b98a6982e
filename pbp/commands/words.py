"""Every word that letters are read for, beside the orders of games: one row each, from which all else is made.

The parser, HELP, the hints at slips, what is asked back, what counts in public and which answers may come all follow
from these rows; what a word does is the handler of its name in pbp/service.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, Flag, auto

from pbp.commands.answers import Kind

K = Kind
"""The rows below are long."""


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
class Word:
    """One word: what HELP says of it, the answers that may come, how it is written, who may say it, and how gravely.

    `form` is an example of its whole line. `needs` are the things that a decision of the Battle Master names: the
    duel; its step, if it has had several; the reason WHY. `orders` are words that every letter is read for as orders,
    whatever is played; `contests` those that mean something in contests only.
    """

    verb: str
    help: str
    answers: tuple[K, ...] = ()
    form: str = ""
    takes: Takes = Takes.NOTHING
    grave: Grave = Grave.NEVER
    by: By = By.PLAYER
    needs: frozenset[str] = frozenset()
    orders: bool = False
    contests: bool = False

    @property
    def kinds(self) -> frozenset[K]:
        """The kinds of answer that may come: a grave word may also be asked back."""
        return frozenset(self.answers) | ({K.ASKED_BACK} if self.grave is not Grave.NEVER else frozenset())

    @property
    def shown(self) -> str:
        """How HELP shows it."""
        return self.form or self.verb


DUEL, STEP, WHY = "duel", "step", "why"
"""What a decision may have to name."""

_TAKEN = (K.RECEIPT, K.REFUSED, K.TOO_LATE, K.OVER, K.WHICH, K.NOT_IN_RING, K.NO_DUEL)
_CONTEST = (K.NO_CONTEST, K.WHICH, K.BETWEEN)
_DONE = (K.MASTER_DONE, K.MASTER_REFUSED, K.MASTER_UNPROVEN)
_ALL = frozenset({DUEL, STEP, WHY})
_STEP = frozenset({DUEL, STEP})

WORDS: tuple[Word, ...] = (
    # ---- orders that every letter is read for ----
    Word("CAST", "cast a spell: a position, or the wizard's name", _TAKEN, "CAST Burn 3", Takes.WORDS, orders=True),
    Word("PASS", "cast nothing, and let that be your order", _TAKEN, orders=True),
    Word("WITHDRAW", "take your order back", (*_TAKEN, K.WITHDRAWN), grave=Grave.DOUBT, orders=True),
    # ---- a player's questions ----
    Word("STATUS", "what you have cast, and the battle time", (K.STATUS,)),
    Word("SPELLS", "the spells of the duel", (K.SPELLS, K.NO_DUEL)),
    Word("RING", "who stands where", (K.RING, K.NO_DUEL)),
    Word("HISTORY", "what you cast in earlier duels; HISTORY 3 in one", (K.HISTORY,), takes=Takes.WORDS),
    Word("HELP", "these words", (K.HELP,)),
    # ---- a player's own affairs ----
    Word(
        "NOTIFY", "what you are told without asking: ALL, REMINDERS or NONE", (K.NOTIFY,), "NOTIFY REMINDERS",
        Takes.WORDS,
    ),
    Word("IDLE", "take no part in duels to come", (K.ACTIVITY,), grave=Grave.WORDS),
    Word("ACTIVE", "take part again", (K.ACTIVITY,), grave=Grave.WORDS),
    Word(
        "ADDRESS", "write from another address or channel too; you are told where you last wrote from",
        (K.ADDRESS_SENT, K.ADDRESS_REFUSED), "ADDRESS mail:ann@example.org",
        Takes.CAPITALS,
    ),
    Word(
        "JOIN", "take part under that name", (K.JOIN_CONFIRM, K.JOIN_REFUSED, K.ALREADY), "JOIN Merlin",
        Takes.WORDS, by=By.PLAYER | By.STRANGER,
    ),
    Word(
        "CONFIRM", "prove that an address is yours, by the code sent to it",
        (K.CONFIRMED, K.JOINED, K.WAITING, K.CONFIRM_REFUSED), "CONFIRM 1A2B3C4D", Takes.WORDS,
        by=By.PLAYER | By.STRANGER,
    ),
    # ---- contests ----
    Word(
        "CHALLENGE", "ask a player, or ANYBODY, for a contest: the name, then the game or variant",
        (K.CHALLENGED, K.CHALLENGE_REFUSED), "CHALLENGE Ben archwizard", Takes.LINES, by=By.PLAYER | By.PUBLIC,
        contests=True,
    ),
    Word(
        "ACCEPT", "take up a challenge, or the offer of a draw",
        (K.ACCEPTED, K.CHALLENGE_REFUSED, K.WHICH_CHALLENGE, K.DRAW_AGREED, K.DRAW_OFFERED, *_CONTEST),
        takes=Takes.WORDS, grave=Grave.DOUBT, by=By.PLAYER | By.PUBLIC, contests=True,
    ),
    Word(
        "DECLINE", "turn one down, or take your own challenge back",
        (K.DECLINED, K.WHICH_CHALLENGE, K.DRAW_DECLINED), takes=Takes.WORDS, grave=Grave.QUESTION,
        by=By.PLAYER | By.PUBLIC, contests=True,
    ),
    Word("HAND", "how your contest stands, what you hold, what is asked of you", (K.HAND, *_CONTEST), contests=True),
    Word("WAIT", "keep a step from closing early", (K.WAIT, *_CONTEST), contests=True),
    Word("READY", "let it close early again", (K.WAIT, *_CONTEST), contests=True),
    Word("RESIGN", "give a contest up", (K.RESIGNED, *_CONTEST), grave=Grave.WORDS, contests=True),
    Word(
        "DRAW", "offer a draw, or agree to one", (K.DRAW_OFFERED, K.DRAW_AGREED, *_CONTEST), grave=Grave.WORDS,
        contests=True,
    ),
    Word(
        "EXTENDED TIME", "double the time of a phase, once a game, where its rules let you",
        (K.EXTENDED_TIME, K.NOT_HERE, *_CONTEST), takes=Takes.WORDS, grave=Grave.WORDS, contests=True,
    ),
    Word(
        "SUBSTITUTE", "let somebody play on for you: the Battle Master decides", (K.SUBSTITUTE, *_CONTEST),
        "SUBSTITUTE Cleo", Takes.CAPITALS, contests=True,
    ),
    Word(
        "RULES", "the rules of your contest, or of the game named", (K.RULES, K.RULES_WHICH, K.HELP), "RULES simulacra",
        Takes.CAPITALS,
    ),
    # ---- decisions of the Battle Master ----
    Word(
        "EXTEND", "move the battle time later", _DONE, "#7 EXTEND 24h WHY the wiki was down", by=By.MASTER, needs=_ALL,
    ),
    Word("PAUSE", "stop a duel's clock", _DONE, "#7 PAUSE WHY a holiday", by=By.MASTER, needs=_ALL),
    Word("RESUME", "let it go on", _DONE, "#7 RESUME WHY it is over", by=By.MASTER, needs=_ALL),
    Word("CANCEL", "end a duel without result", _DONE, "#7 CANCEL WHY nobody is here", by=By.MASTER, needs=_ALL),
    Word(
        "RULE", "decide what a spell does: by new words, by a suggestion's number, or by what one cast comes to"
        " (RULE Jest WIZARD Ann OUTCOME Ann=+2, Ben=-1 WHY …)", _DONE,
        "#7 RULE Jest EFFECT The caster gains 2 stars. WHY as meant", by=By.MASTER, needs=_ALL,
    ),
    Word(
        "ACCEPT-EDIT", "let the edited list count; EXTEND 24h moves the battle time, too, and REOPEN opens a"
        " closed duel again", _DONE, "#7 ACCEPT-EDIT", by=By.MASTER, needs=_STEP,
    ),
    Word("RESTORE-PAGE", "put the list back as it was", _DONE, "#7 RESTORE-PAGE", by=By.MASTER, needs=_STEP),
    Word(
        "ROLLS", "give a public roller's numbers, in their order, and where they stand", _DONE,
        "#7 ROLLS 3 1 4 https://rolls.example.org/4711", by=By.MASTER, needs=frozenset({DUEL}),
    ),
    Word(
        "APPROVE", "let in who asked to join, or make a wizard of an unknown row of the sheet", _DONE, "APPROVE Cleo",
        by=By.MASTER,
    ),
    Word(
        "TAKE-PAGE", "let the service write on a page that others made", _DONE, "TAKE-PAGE Duel Sheet", by=By.MASTER,
    ),
    Word("READ-PAGE", "the same, but the values of a sheet come first", _DONE, "READ-PAGE Duel Sheet", by=By.MASTER),
    Word(
        "ACCEPT-SHEET", "let what was changed on the sheet in that revision count", _DONE, "ACCEPT-SHEET 42",
        by=By.MASTER,
    ),
    Word("REFUSE-SHEET", "put that back", _DONE, "REFUSE-SHEET 42", by=By.MASTER),
    Word("STATUS", "what runs and what waits", (K.MASTER_STATUS, K.MASTER_UNPROVEN), by=By.MASTER),
)  # fmt: skip
"""Every word, in the order in which HELP shows them."""

DESK: Mapping[str, Word] = {word.verb: word for word in WORDS if word.by & By.PLAYER and not word.orders}
"""What the service answers itself, whatever the game."""

ORDERS: Mapping[str, Word] = {word.verb: word for word in WORDS if word.orders}
"""What every letter is read for as an order."""

DECISIONS: Mapping[str, Word] = {word.verb: word for word in WORDS if word.by & By.MASTER}
"""What the Battle Master decides by letter."""

PUBLIC = frozenset(word.verb for word in WORDS if word.by & By.PUBLIC)
"""What counts in a public comment of a player; it is answered privately."""


def said_by(who: By) -> tuple[Word, ...]:
    """The words that somebody may say, in the order of HELP."""
    return tuple(word for word in WORDS if word.by & who)

"""Every word that letters are read for, beside the orders of games: one row each, from which all else is made.

The parser, HELP, the hints at slips, what is asked back, what counts in public and which answers may come all follow
from these rows; what a word does is the handler of its name in pbp/service.
"""

from __future__ import annotations

from collections.abc import Mapping

from pbp.commands.answers import Kind
from pbp.commands.masters import MASTERS
from pbp.commands.word import By, CommandWord, Grave, Takes

K = Kind
"""The rows below are long."""


_TAKEN = (K.RECEIPT, K.REFUSED, K.TOO_LATE, K.OVER, K.WHICH, K.NOT_IN_RING, K.NO_DUEL)
_WAITING = (
    K.WAITS, K.WAITS_NO_MORE, K.WAITS_REFUSED, K.TOO_LATE, K.OVER, K.WHICH, K.NOT_IN_RING, K.NO_DUEL,
)  # fmt: skip
_CONTEST = (K.NO_CONTEST, K.WHICH, K.BETWEEN)

WORDS: tuple[CommandWord, ...] = (
    # ---- orders that every letter is read for ----
    CommandWord(
        "CAST", "cast a spell: a position, or the wizard's name", _TAKEN, "CAST Burn 3", Takes.WORDS, orders=True,
    ),
    CommandWord("PASS", "cast nothing, and let that be your order", _TAKEN, orders=True),
    CommandWord("WITHDRAW", "take your order back", (*_TAKEN, K.WITHDRAWN), grave=Grave.DOUBT, orders=True),
    # ---- orders that wait ----
    CommandWord(
        "ALWAYS", "an order for every ring duel in which you send none, until you WITHDRAW ALWAYS",
        _WAITING, "ALWAYS Burn 3 ELSE Greed", Takes.CAPITALS,
    ),
    CommandWord(
        "NEXT", "an order for the next ring duel; #1001 NEXT for the next step of a contest",
        _WAITING, "NEXT CAST Greed", Takes.CAPITALS,
    ),
    CommandWord(
        "IF", "an order on a condition that all can see, also after ALWAYS and NEXT",
        _WAITING, "IF I stand next to Ann CAST Burn Ann ELSE Greed", Takes.CAPITALS,
    ),
    # ---- a player's questions ----
    CommandWord("STATUS", "what you have cast, and the battle time", (K.STATUS,)),
    CommandWord("SPELLS", "the spells of the duel", (K.SPELLS, K.NO_DUEL)),
    CommandWord("RING", "who stands where", (K.RING, K.NO_DUEL)),
    CommandWord("HISTORY", "what you cast in earlier duels; HISTORY 3 in one", (K.HISTORY,), takes=Takes.WORDS),
    CommandWord("HELP", "these words", (K.HELP,)),
    # ---- a player's own affairs ----
    CommandWord(
        "NOTIFY", "what you are told without asking: ALL, REMINDERS or NONE", (K.NOTIFY,), "NOTIFY REMINDERS",
        Takes.WORDS,
    ),
    CommandWord(
        "REMIND", "when you are reminded, before the end: REMIND OFF never, REMIND USUAL as before",
        (K.REMIND,), "REMIND 24h 2h", Takes.CAPITALS,
    ),
    CommandWord(
        "TIMEZONE", "the zone in which you are told times, beside UTC", (K.TIMEZONE,), "TIMEZONE Europe/Berlin",
        Takes.WORDS,
    ),
    CommandWord("IDLE", "take no part in duels to come", (K.ACTIVITY,), grave=Grave.WORDS),
    CommandWord("ACTIVE", "take part again", (K.ACTIVITY,), grave=Grave.WORDS),
    CommandWord(
        "AWAY", "be away: idle in ring duels (with ACTIVE: what waits counts), contests put off; ACTIVE ends it",
        (K.AWAY,), "AWAY 3 to 12 December", Takes.CAPITALS,
    ),
    CommandWord(
        "ADDRESS", "write from another address or channel too; you are told where you last wrote from",
        (K.ADDRESS_SENT, K.ADDRESS_REFUSED), "ADDRESS mail:ann@example.org",
        Takes.CAPITALS,
    ),
    CommandWord(
        "JOIN", "take part under that name", (K.JOIN_CONFIRM, K.JOIN_REFUSED, K.ALREADY), "JOIN Merlin",
        Takes.WORDS, by=By.PLAYER | By.STRANGER,
    ),
    CommandWord(
        "CONFIRM", "prove that an address is yours, by the code sent to it",
        (K.CONFIRMED, K.JOINED, K.WAITING, K.CONFIRM_REFUSED), "CONFIRM 1A2B3C4D", Takes.WORDS,
        by=By.PLAYER | By.STRANGER,
    ),
    # ---- contests ----
    CommandWord(
        "CHALLENGE",
        "ask a player, or ANYBODY, for a contest: the name, then the game or variant; or a player, then LADDER and its"
        " number",
        (K.CHALLENGED, K.CHALLENGE_REFUSED, K.CLIMBING), "CHALLENGE Ben archwizard", Takes.LINES,
        by=By.PLAYER | By.PUBLIC, contests=True,
    ),
    CommandWord(
        "ACCEPT", "take up a challenge, or the offer of a draw",
        (K.ACCEPTED, K.CHALLENGE_REFUSED, K.WHICH_CHALLENGE, K.DRAW_AGREED, K.DRAW_OFFERED, *_CONTEST),
        takes=Takes.WORDS, grave=Grave.DOUBT, by=By.PLAYER | By.PUBLIC, contests=True,
    ),
    CommandWord(
        "DECLINE", "turn one down, or take your own challenge back",
        (K.DECLINED, K.WHICH_CHALLENGE, K.DRAW_DECLINED), takes=Takes.WORDS, grave=Grave.QUESTION,
        by=By.PLAYER | By.PUBLIC, contests=True,
    ),
    CommandWord(
        "ENTER", "take part in a tournament", (K.ENTERED, K.ENTRY_REFUSED), "ENTER 3", Takes.WORDS,
        grave=Grave.QUESTION, by=By.PLAYER | By.PUBLIC, contests=True,
    ),
    CommandWord(
        "LEAVE", "take part in it no more: your contest goes on, and is your last", (K.LEFT, K.ENTRY_REFUSED),
        "LEAVE 3", Takes.WORDS, grave=Grave.QUESTION, by=By.PLAYER | By.PUBLIC, contests=True,
    ),
    CommandWord(
        "HAND", "how your contest stands, what you hold, what is asked of you", (K.HAND, *_CONTEST), contests=True,
    ),
    CommandWord("WAIT", "keep a step from closing early", (K.WAIT, *_CONTEST), contests=True),
    CommandWord("READY", "let it close early again", (K.WAIT, *_CONTEST), contests=True),
    CommandWord("RESIGN", "give a contest up", (K.RESIGNED, *_CONTEST), grave=Grave.WORDS, contests=True),
    CommandWord(
        "DRAW", "offer a draw, or agree to one", (K.DRAW_OFFERED, K.DRAW_AGREED, *_CONTEST), grave=Grave.WORDS,
        contests=True,
    ),
    CommandWord(
        "EXTENDED TIME", "double the time of a phase, once a game, where its rules let you",
        (K.EXTENDED_TIME, K.NOT_HERE, *_CONTEST), takes=Takes.WORDS, grave=Grave.WORDS, contests=True,
    ),
    CommandWord(
        "EXTENSION", "ask for a later end of the step: your opponent or the Battle Master grants it",
        (K.EXTENSION, *_CONTEST), "EXTENSION 1 day", Takes.WORDS, contests=True,
    ),
    CommandWord(
        "GRANT", "give your opponent the time that was asked for", (K.EXTENSION, *_CONTEST), grave=Grave.DOUBT,
        contests=True,
    ),
    CommandWord(
        "SUBSTITUTE", "let somebody play on for you: the Battle Master decides", (K.SUBSTITUTE, *_CONTEST),
        "SUBSTITUTE Cleo", Takes.CAPITALS, contests=True,
    ),
    CommandWord(
        "RULES", "the rules of your contest, or of the game named", (K.RULES, K.RULES_WHICH, K.HELP), "RULES simulacra",
        Takes.CAPITALS,
    ),
    *MASTERS,
)  # fmt: skip
"""Every word, in the order in which HELP shows them."""

DESK: Mapping[str, CommandWord] = {word.verb: word for word in WORDS if word.by & By.PLAYER and not word.orders}
"""What the service answers itself, whatever the game."""

ORDERS: Mapping[str, CommandWord] = {word.verb: word for word in WORDS if word.orders}
"""What every letter is read for as an order."""

DECISIONS: Mapping[str, CommandWord] = {word.verb: word for word in WORDS if word.by & By.MASTER}
"""What the Battle Master decides by letter."""

PUBLIC = frozenset(word.verb for word in WORDS if word.by & By.PUBLIC)
"""What counts in a public comment of a player; it is answered privately."""


def said_by(who: By) -> tuple[CommandWord, ...]:
    """The words that somebody may say, in the order of HELP."""
    return tuple(word for word in WORDS if word.by & who)

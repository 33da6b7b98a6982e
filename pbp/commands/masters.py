"""The Battle Master's decisions: a row for each, from which letters are read and the desk's forms are made."""

from __future__ import annotations

from pbp.commands.answers import Kind
from pbp.commands.word import DUEL, STEP, WHY, Ask, By, CommandWord

_DONE = (Kind.MASTER_DONE, Kind.MASTER_REFUSED, Kind.MASTER_UNPROVEN)
_ALL = frozenset({DUEL, STEP, WHY})
_STEP = frozenset({DUEL, STEP})
_SPAN = "such as 24h, 90m or 2d"
_PAGE = Ask("title", "The page")
_REVISION = Ask("revision", "The revision")
_LETTER = Ask("letter", "The letter")
_TOURNAMENT = Ask("tournament", "The tournament")
_NAME = Ask("wizard", "The wizard", kind="wizard")


def _decision(
    verb: str, help: str, form: str, label: str, *asks: Ask, needs: frozenset[str] = frozenset(), twice: bool = False
) -> CommandWord:
    return CommandWord(verb, help, _DONE, form, by=By.MASTER, needs=needs, label=label, asks=asks, twice=twice)


MASTERS: tuple[CommandWord, ...] = (
    # ---- a duel ----
    _decision(
        "EXTEND", "move the battle time later", "#7 EXTEND 24h WHY the wiki was down", "Move the battle time later",
        Ask("span", "By how much", note=_SPAN), needs=_ALL,
    ),
    _decision("PAUSE", "stop a duel's clock", "#7 PAUSE WHY a holiday", "Stop the clock", needs=_ALL),
    _decision("RESUME", "let it go on", "#7 RESUME WHY it is over", "Let it go on", needs=_ALL),
    _decision(
        "CANCEL", "end a duel without result", "#7 CANCEL WHY nobody is here", "Cancel the duel", needs=_ALL, twice=True
    ),
    _decision(
        "VOID", "take back a mistaken result, a contest's newest step or how it ended; RESUME then goes on from there",
        "#7 VOID WHY a spell was misread", "Take the result back", needs=_ALL, twice=True,
    ),
    _decision(
        "CLOSE", "close a duel whose time has come; WITHOUT names an inbox that cannot be read",
        "#7 CLOSE WITHOUT mail WHY the server is gone", "Close it now",
        Ask("without", "Without this inbox, which cannot be read", "WITHOUT", optional=True), needs=_ALL, twice=True,
    ),
    _decision("RESOLVE", "work out the result of a closed duel", "#7 RESOLVE", "Work the result out", needs=_STEP),
    _decision(
        "RULE", "decide what a spell does: by new words, by a suggestion's number, or by what one cast comes to"
        " (RULE Jest WIZARD Ann OUTCOME Ann=+2, Ben=-1 WHY …)",
        "#7 RULE Jest EFFECT The caster gains 2 stars. WHY as meant", "Rule on a spell",
        Ask("spell", "The spell", kind="choice"),
        Ask("suggestion", "The number of a suggestion", optional=True),
        Ask("inputs", "Its new Inputs", "INPUTS", optional=True),
        Ask("cost", "Its new Cost", "COST", optional=True),
        Ask("effect", "Its new Effect", "EFFECT", "long", optional=True),
        Ask("wizard", "Or: of one cast, by", "WIZARD", "wizard", optional=True),
        Ask("outcomes", "what it comes to", "OUTCOME", optional=True, note="such as Ann=+2, Ben=-1, Ann.Hat=Red"),
        needs=_ALL,
    ),
    _decision(
        "ACCEPT-EDIT", "let the edited list count; EXTEND 24h moves the battle time, too, and REOPEN opens a"
        " closed duel again", "#7 ACCEPT-EDIT", "Let the edited list count",
        Ask("span", "Move the battle time later, too, by", "EXTEND", optional=True, note=_SPAN),
        Ask("reopen", "Open the duel again, if it was closed", "REOPEN", "flag", optional=True), needs=_STEP,
    ),
    _decision("RESTORE-PAGE", "put the list back as it was", "#7 RESTORE-PAGE", "Put the list back", needs=_STEP),
    _decision(
        "ROLLS", "give a public roller's numbers, in their order, and where they stand",
        "#7 ROLLS 3 1 4 https://rolls.example.org/4711", "Give the public dice",
        Ask("values", "The numbers, in their order", note="such as 3 1 4"),
        Ask("url", "Where everybody can see them", note="https://…"), needs=frozenset({DUEL}),
    ),
    _decision(
        "SCHEDULE", "let ring duels begin: the next one is scheduled at once", "SCHEDULE", "Schedule a ring duel"
    ),
    # ---- contests ----
    _decision(
        "CONTEST", "begin a contest of two players: the first, the second, then the game or variant and its options",
        "CONTEST Ann AGAINST Ben goofspiel", "Begin a contest",
        Ask("first", "The first player", kind="wizard"), Ask("second", "The second player", "AGAINST", "wizard"),
        Ask("game", "The game", kind="choice"), Ask("options", "Its options", optional=True, note="name=value"),
    ),
    _decision(
        "REPLACE", "let somebody else play on in a contest", "#1001 REPLACE Ann BY Cleo WHY Ann is away",
        "Put somebody else in", Ask("old", "Who leaves", kind="choice"), Ask("new", "Who plays on", "BY", "wizard"),
        needs=_ALL, twice=True,
    ),
    _decision(
        "RESIGN-FOR", "give a contest up for a player who has asked for it", "#1001 RESIGN-FOR Ann",
        "Give it up for a player", Ask("old", "Who gives up", kind="choice"), needs=_STEP, twice=True,
    ),
    # ---- tournaments ----
    _decision(
        "TOURNAMENT", "announce a tournament: its form, what is played, its options and terms; WITHIN says how long"
        " entry is open", "TOURNAMENT knock-out OF goofspiel third=yes WITHIN 3d CALLED Spring Cup",
        "Announce a tournament", Ask("form", "Its form", kind="choice"),
        Ask("game", "The game of its contests", "OF", "choice"),
        Ask("options", "Options of the contests and terms of the tournament", optional=True, note="name=value"),
        Ask("span", "How long entry is open", "WITHIN", optional=True, note=_SPAN),
        Ask("title", "What it is called", "CALLED", optional=True),
    ),
    _decision(
        "START-TOURNAMENT", "close its entry, draw, and open the first round", "START-TOURNAMENT 3",
        "Close the entry and begin", _TOURNAMENT,
    ),
    _decision(
        "END-TOURNAMENT", "end a ladder, or any but a knock-out, with the table as it stands",
        "END-TOURNAMENT 3 WHY the year is over", "End it with the table as it stands", _TOURNAMENT,
        needs=frozenset({WHY}), twice=True,
    ),
    _decision(
        "CANCEL-TOURNAMENT", "end a tournament without result", "CANCEL-TOURNAMENT 3 WHY nobody comes",
        "Cancel the tournament", _TOURNAMENT, needs=frozenset({WHY}), twice=True,
    ),
    _decision(
        "REPLACE-ENTRANT", "let somebody else play on in an entrant's place",
        "REPLACE-ENTRANT 3 Ann BY Cleo WHY Ann is away", "Put somebody else in", _TOURNAMENT,
        Ask("old", "Who leaves", kind="choice"), Ask("new", "Who plays on", "BY", "wizard"),
        needs=frozenset({WHY}), twice=True,
    ),
    # ---- people ----
    _decision(
        "APPROVE", "let in who asked to join, or make a wizard of an unknown row of the sheet",
        "APPROVE Cleo AT mail:cleo@example.org", "Let in", Ask("name", "The name"),
        Ask("place", "From this address", "AT", optional=True, note="as channel:address; none for a row of the sheet"),
    ),
    _decision(
        "REFUSE-PLAYER", "let in nobody who asked so; a WHY is told to them",
        "REFUSE-PLAYER Cleo AT mail:cleo@example.org", "Do not let in",
        Ask("name", "The name"), Ask("place", "From this address", "AT", note="as channel:address"),
        Ask("why", "What they are told, if anything", "WHY", optional=True), twice=True,
    ),
    _decision(
        "TAKE-ON", "take a new player on, or one who is idle again", "TAKE-ON Dora", "Take on", Ask("name", "The name")
    ),
    _decision("LET-GO", "let a wizard take no part in duels to come", "LET-GO Ann", "Let go", _NAME),
    _decision(
        "ADJUST", "set a wizard's Stars or other values", "ADJUST Ann Stars=12, Hat=Red WHY a slip on the sheet",
        "Set values", _NAME, Ask("values", "The values", note="such as Stars=12, Hat=Red"), needs=frozenset({WHY}),
        twice=True,
    ),
    _decision(
        "BIND", "confirm, on your word, that a wizard writes from an address", "BIND Ann mail:ann@example.org",
        "Confirm an address", _NAME, Ask("address", "The address", note="such as mail:ann@example.org"),
    ),
    _decision(
        "DEPUTY", "give a deputy a private page that decides as yours does", "DEPUTY Nimue", "Give a deputy a page",
        Ask("name", "The deputy's name"), twice=True,
    ),
    # ---- pages ----
    _decision(
        "TAKE-PAGE", "let the service write on a page that others made", "TAKE-PAGE Duel Sheet", "Write on it", _PAGE
    ),
    _decision(
        "READ-PAGE", "the same, but the values of a sheet come first", "READ-PAGE Duel Sheet",
        "Write on it; its values count first", _PAGE,
    ),
    _decision(
        "ACCEPT-SHEET", "let what was changed on the sheet in that revision count", "ACCEPT-SHEET 42", "Let it count",
        _REVISION,
    ),
    _decision("REFUSE-SHEET", "put that back", "REFUSE-SHEET 42", "Put it back", _REVISION),
    # ---- letters and texts ----
    _decision(
        "READ-LETTER", "show a letter that was kept aside; a WHY, which is published, if its sender's duel runs",
        "READ-LETTER 1a2b3c4d", "Read it", _LETTER,
        Ask("why", "Why, if its sender's duel runs: this is shown with the result", "WHY", optional=True),
    ),
    _decision(
        "RETRY-LETTER", "handle it as if nothing had kept it aside", "RETRY-LETTER 1a2b3c4d", "Try it again", _LETTER
    ),
    _decision(
        "ANSWER-LETTER", "answer it in your own words", "ANSWER-LETTER 1a2b3c4d Thank you, …", "Answer it",
        _LETTER, Ask("text", "Your answer", kind="text"),
    ),
    _decision(
        "REJECT-LETTER", "put it away for good; a WHY is told to its sender", "REJECT-LETTER 1a2b3c4d",
        "Put it away", _LETTER, Ask("why", "What its sender is told, if anything", "WHY", optional=True), twice=True,
    ),
    _decision(
        "RETRY", "send what a site refused once more: one text, one page, or ALL", "RETRY ALL", "Send it again",
        Ask("key", "Which"),
    ),
    _decision(
        "POSTED", "say where a text stands that you posted by hand", "POSTED s1.d7.post https://example.org/7",
        "It is posted", Ask("key", "Which"), Ask("url", "Where it stands", note="https://…"),
    ),
    # ---- the house ----
    _decision(
        "TRUST-CLOCK", "say that our clock is right, whatever others show", "TRUST-CLOCK WHY I have looked",
        "Our clock is right", needs=frozenset({WHY}), twice=True,
    ),
    CommandWord(
        "STATUS", "what runs and what waits", (Kind.MASTER_STATUS, Kind.MASTER_UNPROVEN), by=By.MASTER,
        label="Say what runs and what waits",
    ),
)  # fmt: skip
"""Every decision, in the order in which the Battle Master's help shows them."""

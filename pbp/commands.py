"""A player's letter -> the commands in it.

A letter is taken as people write it: a greeting, chatter, quotes of what we wrote, a signature.
A command is a line that begins with a known word in any case ("cast burn 3", "I'd like to CAST Burn 3"),
or contains one in capitals ("Hi, CAST Burn 3."). What it means is for the game or the service to say.
"""

from __future__ import annotations

import re
from collections.abc import Set
from dataclasses import dataclass, replace

DESK_VERBS = frozenset(
    (
        "STATUS SPELLS RING HELP RULES HISTORY JOIN IDLE ACTIVE NOTIFY CONFIRM HAND CHALLENGE ACCEPT DECLINE"
        " WAIT READY RESIGN DRAW EXTENDED SUBSTITUTE ADDRESS"
    ).split()
)
"""The commands that the service answers itself, whatever the game."""

LETTER_BEGIN = "==== The Battle Master writes ===="
LETTER_END = "==== end of the Battle Master's letter ===="
"""The lines round every letter of ours: quoted back without marks, what lies between them is no order."""

LIMIT = 20_000
"""Characters of a letter that are read; an order is never longer."""


@dataclass(frozen=True, slots=True)
class Command:
    """One line addressed to us: its verb in capitals, the line from the verb (or the name before it) on, and #duel.

    A line without a command has no verb. `below`: the lines right below it, of a command that may have some.
    """

    verb: str
    words: str
    duel: int | None = None
    below: tuple[str, ...] = ()

    @property
    def rest(self) -> str:
        """What follows the verb."""
        return self.words[len(self.verb) :].strip(" :,.!")


@dataclass(frozen=True, slots=True)
class Letter:
    """What a letter holds for us: its commands in order, the lines that are none, and a subject to read as a line."""

    commands: tuple[Command, ...]
    chatter: tuple[Command, ...]
    subject: Command | None = None


_QUOTE = re.compile(r"^\s*(?:>|\|\s)")
_ATTRIBUTION = re.compile(
    r"^\s*(?:On|Am|Le|El|Il|Op|Den)\b.{0,200}\b(?:wrote|schrieb|écrit|escribió|scritto|schreef|skrev)\s*:\s*$", re.I
)
_CUT = re.compile(
    r"^\s*(?:-{2,}\s*(?:Original Message|Forwarded message|Ursprüngliche Nachricht)\b.*|_{20,}\s*)$", re.I
)
_SIGNATURE = re.compile(r"^(?:-- ?|—|Sent from my .*|Get Outlook for .*)$")
_RECEIPT_BEGIN = re.compile(r"^-+BEGIN RECEIPT-+$")
_RECEIPT_END = re.compile(r"^-+END RECEIPT-+$")
_ANSWER = re.compile(
    r"^\s*(?:re|aw|antw|antwort|sv|vs|vá|odp|r|rif|rv|res|enc|tr|wg|fwd?|doorst|vl|ynt|i?lt|bls|ref|ang|ответ|отв"
    r"|回复|回覆|答复|转发|轉寄)\s*(?:[\[(]\d+[\])])?\s*[:：]",
    re.I,
)
"""The subject of an answer, in any language: it is that of an earlier letter, and no command."""
_DUEL = re.compile(r"^(?:duel\s*)?#(\d{1,9})\b[\s:,.]*", re.I)
_POLITE = re.compile(
    r"^(?:(?:please|pls|ok|okay|so|then|now|and|also|well|hi|hello|hey"
    r"|my (?:order|orders|spell|move|command) (?:is|are)"
    r"|(?:order|orders|spell|move|command|my order|my spell)(?=\s*:)"
    r"|i(?:'d| would) like to|i(?:'ll| will)|i want to|i wish to"
    r"|i am going to|i'm going to|i|let me|let's)\b[\s,:;.!-]*)+",
    re.I,
)
_PLAIN = frozenset({"CAST", "PASS", "WITHDRAW"})  # words of talk too: after a name they must be in capitals
_WORD = re.compile(r"[^\W\d_]+")
_DOUBT = re.compile(
    r"\b(?:no|not|never|don't|dont|won't|wont|can't|cannot|instead of|rather than|if|unless|should|would|could"
    r"|maybe|perhaps|or)\b|\?",
    re.I,
)
_WITH_WORDS = frozenset(
    {"NOTIFY", "HISTORY", "JOIN", "CONFIRM", "CHALLENGE", "ACCEPT", "DECLINE"}
)  # take words after them
_WITH_LINES = frozenset({"CHALLENGE"})
_TAIL = re.compile(r"^(?:\s|[.!?,;:)-]|please|pls|thanks|thank you|thx|cheers|me|now|for me)*$", re.I)


def read_letter(text: str, verbs: Set[str] = frozenset(), subject: str = "") -> Letter:
    """The commands of a letter, for the desk and for games whose order lines bear one of `verbs`.

    Total: no text makes it raise. `#7` before a command, on a line of its own or in the subject names the duel.
    What stands right below a CHALLENGE belongs to it, up to a blank line.
    Where the text holds no command, the subject is read as a line, unless it is that of an answer.
    """
    commands: list[Command] = []
    chatter: list[Command] = []
    named = re.search(r"#(\d{1,9})\b", subject)
    duel = int(named[1]) if named else None
    inside = False
    for line in own_lines(text):
        line = _undecorated(line)
        if found := _DUEL.match(line):
            line = line[found.end() :]
            here: int | None = int(found[1])
            if not line:
                duel = here
                continue
        else:
            here = duel
        command = _command(line, verbs)
        if command:
            commands.append(Command(command[0], command[1], here))
            inside = command[0] in _WITH_LINES
        elif line and inside:
            commands[-1] = replace(commands[-1], below=(*commands[-1].below, line))
        elif line:
            chatter.append(Command("", line, here))
        inside = inside and bool(line)
    if not commands and not _ANSWER.match(subject) and (read := _read_subject(subject, verbs)):
        return Letter((read,), tuple(chatter)) if read.verb else Letter((), tuple(chatter), read)
    return Letter(tuple(commands), tuple(chatter))


def _read_subject(subject: str, verbs: Set[str]) -> Command | None:
    """The subject of a letter whose text holds no command, as a line of it; None if it says nothing."""
    line = _undecorated(subject)
    found = _DUEL.match(line)
    duel = int(found[1]) if found else None
    line = line[found.end() :] if found else line
    verb, words = _command(line, verbs) or ("", line)
    return Command(verb, words, duel) if words else None


def own_lines(text: str) -> list[str]:
    """The lines that the sender wrote, blank ones too: no quotes, no letters of ours, no signature."""
    text = text[:LIMIT]
    lines = []
    inside = ""
    for line in re.sub("[​‌‍⁠\ufeff]", "", text).replace("\xa0", " ").splitlines():
        bare = line.strip()
        if inside:
            if bare == LETTER_END or (inside == "receipt" and _RECEIPT_END.match(bare)):
                inside = ""
        elif bare.startswith(LETTER_BEGIN):
            inside = "letter"
        elif _RECEIPT_BEGIN.match(bare):
            inside = "receipt"
        elif _CUT.match(bare) or _SIGNATURE.match(line.rstrip("\r\n")):
            break
        elif not _QUOTE.match(line) and not _ATTRIBUTION.match(bare):
            lines.append(bare)
    return lines


def _undecorated(line: str) -> str:
    """A line without bullets, marks of emphasis and quotation marks round the whole."""
    line = line.strip().replace("’", "'").replace("‘", "'").replace("“", '"').replace("”", '"')
    line = re.sub(r"^(?:[*•+-]\s+|\d+[.)]\s+)", "", line)
    for mark in ("**", "__", "`", "*", '"'):
        if len(line) > 2 * len(mark) and line.startswith(mark) and line.endswith(mark):
            line = line[len(mark) : -len(mark)].strip()
    return line


def _command(line: str, verbs: Set[str]) -> tuple[str, str] | None:
    """The verb of a line and the line from there on (from the name before it, for orders such as "Rex MOVE UP")."""
    start = _POLITE.match(line)
    body = line[start.end() :] if start else line
    words = _WORD.findall(body)
    if not words:
        return None
    first = words[0].upper()
    if body.upper().startswith(first):
        if first in verbs and not _is_talk(first, body):
            return first, body
        plain = _TAIL.match(body[len(first) :]) or body.upper().startswith("EXTENDED TIME")
        if first in DESK_VERBS and (words[0].isupper() or plain or first in _WITH_WORDS):
            return first, first + body[len(first) :]
    tokens = body.split(None, 2)
    second = tokens[1].strip(":,") if len(tokens) > 1 and len(words) > 1 else ""
    if (
        second.upper() in verbs
        and re.fullmatch(r"[\w-]+[:,]?", tokens[0])  # a name ("R2D2", "T-1"), and no "don't"
        and not start
        and (second.isupper() or second.upper() not in _PLAIN)
    ):
        return second.upper(), body
    for found in re.finditer(r"\b[A-Z]{3,}\b", line):
        if found[0] in verbs | DESK_VERBS:
            if _DOUBT.search(line[: found.start()]) or line.rstrip().endswith("?"):
                return None
            return found[0], line[found.start() :]
    return None


def _is_talk(verb: str, body: str) -> bool:
    """Whether a line that begins with an order's verb in small letters is a sentence about something else."""
    rest = body[len(verb) :]
    if body.startswith(verb):
        return False
    return rest.rstrip().endswith("?") or (verb in ("PASS", "WITHDRAW", "IDLE") and not _TAIL.match(rest))

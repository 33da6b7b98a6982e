"""A player's letter -> the commands in it.

A letter is taken as people write it: a greeting, chatter, quotes of what we wrote, a signature.
A command is a line that begins with a known word in any case ("cast burn 3", "I'd like to CAST Burn 3"),
or contains one in capitals ("Hi, CAST Burn 3."). What it means is for the game or the service to say.
"""

from __future__ import annotations

import re
from collections.abc import Set
from dataclasses import dataclass, replace

from pbp.commands.courtesy import is_courtesy, is_doubted, is_hedged, is_wavering, opened
from pbp.commands.word import Grave, Takes
from pbp.commands.words import DESK, ORDERS

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

    @property
    def is_doubtful(self) -> bool:
        """Whether it is grave, and the line leaves open if it is meant, or when: then it is to be asked back."""
        word = DESK.get(self.verb) or ORDERS.get(self.verb)
        if word is None or not self.words.upper().startswith(self.verb):  # an order with a name before it
            return False
        rest = self.words[len(self.verb) :]
        doubts = {Grave.QUESTION: "?" in rest, Grave.DOUBT: is_hedged(rest), Grave.WORDS: is_wavering(rest)}
        return doubts.get(word.grave, False)


@dataclass(frozen=True, slots=True)
class ReadLetter:
    """What a letter holds for us: its commands in order, the lines that are none, and a subject to read as a line."""

    commands: tuple[Command, ...]
    chatter: tuple[Command, ...] = ()
    subject: Command | None = None


@dataclass(frozen=True, slots=True)
class Written:
    """What a sender wrote: the lines without quotes, letters of ours and signature, blank ones too; and the subject."""

    lines: tuple[str, ...]
    subject: str = ""

    def said(self, verbs: Set[str] = frozenset()) -> ReadLetter:
        """The commands in it, for the desk and for games whose order lines bear one of `verbs`.

        Total: no text makes it raise. `#7` before a command, on a line of its own or in the subject names the duel.
        What stands right below a CHALLENGE belongs to it, up to a blank line.
        Where the text holds no command, the subject is read as a line, unless it is that of an answer.
        """
        commands: list[Command] = []
        chatter: list[Command] = []
        named = re.search(r"#(\d{1,9})\b", self.subject)
        duel = int(named[1]) if named else None
        inside = False
        for line in map(_undecorated, self.lines):
            here, line = _numbered(line, duel)
            if not line:
                duel, inside = here, False
                continue
            command = _command(line, verbs)
            if command:
                commands.append(Command(command[0], command[1], here))
                inside = command[0] in _WITH_LINES
            elif inside:
                commands[-1] = replace(commands[-1], below=(*commands[-1].below, line))
            else:
                chatter.append(Command("", line, here))
        if not commands and not _ANSWER.match(self.subject) and (read := _read_subject(self.subject, verbs)):
            return ReadLetter((read,), tuple(chatter)) if read.verb else ReadLetter((), tuple(chatter), read)
        return ReadLetter(tuple(commands), tuple(chatter))


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
_WORD = re.compile(r"[^\W\d_]+")
_PHRASES = sorted((verb for verb in DESK if " " in verb), key=len, reverse=True)
_CAPITALS = re.compile(rf"\b(?:{'|'.join([*_PHRASES, '[A-Z]{3,}'])})\b")
_WITH_LINES = frozenset(verb for verb, word in DESK.items() if word.takes is Takes.LINES)


def read_letter(text: str, verbs: Set[str] = frozenset(), subject: str = "") -> ReadLetter:
    """The commands of a text and its subject; see Written."""
    return written(text, subject).said(verbs)


def written(text: str, subject: str = "") -> Written:
    """The lines that the sender of a text wrote."""
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
    return Written(tuple(lines), subject)


def _read_subject(subject: str, verbs: Set[str]) -> Command | None:
    """The subject of a letter whose text holds no command, as a line of it; None if it says nothing."""
    duel, line = _numbered(_undecorated(subject), None)
    verb, words = _command(line, verbs) or ("", line)
    word = DESK.get(verb)
    if word is not None and word.takes is Takes.CAPITALS and verb not in line:
        verb, words = "", line  # "Away": answering machines have such subjects
    return Command(verb, words, duel) if words else None


def _numbered(line: str, duel: int | None) -> tuple[int | None, str]:
    """The duel that a line names before anything else, or else `duel`; and the line without that."""
    found = _DUEL.match(line)
    return (int(found[1]), line[found.end() :]) if found else (duel, line)


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
    body = opened(line)
    words = _WORD.findall(body)
    if not words:
        return None
    first = words[0].upper()
    if body.upper().startswith(first):
        if first in verbs and not _is_talk(first, body):
            return first, body
        if command := _of_the_desk(body, first):
            return command
    tokens = body.split(None, 2)
    second = tokens[1].strip(":,") if len(tokens) > 1 and len(words) > 1 else ""
    if (
        second.upper() in verbs
        and re.fullmatch(r"[\w-]+[:,]?", tokens[0])  # a name ("R2D2", "T-1"), and no "don't"
        and body == line
        and (second.isupper() or second.upper() not in ORDERS)  # words of talk too
    ):
        return second.upper(), body
    for found in _CAPITALS.finditer(line):
        if found[0] in verbs or found[0] in DESK or found[0] in ORDERS:
            if is_doubted(line[: found.start()]) or line.rstrip().endswith("?"):
                return None
            return found[0], line[found.start() :]
    return None


def _of_the_desk(body: str, first: str) -> tuple[str, str] | None:
    """The word of the desk with which a line begins, and the line; None if it is a sentence about something else."""
    bare = " ".join(body.split())
    verb = next((phrase for phrase in _PHRASES if bare.upper().startswith(phrase)), first)
    word = DESK.get(verb)
    if word is None:
        return None
    body = bare if " " in verb else body
    rest = body[len(verb) :]
    shouted = body.startswith(verb)
    return (verb, verb + rest) if shouted or word.takes in (Takes.WORDS, Takes.LINES) or is_courtesy(rest) else None


def _is_talk(verb: str, body: str) -> bool:
    """Whether a line that begins with an order's verb in small letters is a sentence about something else."""
    rest = body[len(verb) :]
    if body.startswith(verb):
        return False
    word = ORDERS.get(verb) or DESK.get(verb)
    takes_none = word is not None and word.takes is Takes.NOTHING
    return rest.rstrip().endswith("?") or (takes_none and not is_courtesy(rest))

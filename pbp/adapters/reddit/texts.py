"""Texts as Reddit takes them: hidden keys, lengths, letters in Markdown; and what people wrote, as they meant it."""

from __future__ import annotations

import hashlib
import html
import re
from collections import deque
from urllib.parse import quote, unquote

LONGEST_POST = 40_000
LONGEST_COMMENT = 10_000
"""Characters that Reddit takes in a post, and in a comment or message."""
LONGEST_SUBJECT = 100
LONGEST_TITLE = 300

_ROOM = 500
"""Characters left free in each part of a long text, for its keys and its heading."""
_MARK = re.compile(r"\[\]\(#pbp-([^\s()]+)\)")
_REFERENCE = re.compile(r"^ref ([0-9a-f]{16}(?:\.\d+of\d+)?)\s*$", re.M)
_DELIMITERS = re.compile(r"\|?[ :-]*-[ :|-]*\|[ :|-]*")
_RULED = re.compile(r" *-+(?: +-+)+ *")
_ALIVE = re.compile(r"[\\*_\[\]~^`|<>@]|&(?=#?\w+;)|(?<![^\W_])/?[ur]/(?=[\w-])|www(?=\.)|:(?=//)", re.I)
"""Signs that mean something wherever they stand in a line of Markdown, on old Reddit or on new."""
_AT_START = re.compile(r"^(?:#|[-+](?= |$)|[-=](?=[-= ]*$)|\d+(?=[.)]))")
"""Signs that mean something at the start of a line."""
_URL = re.compile(r"(https?://[^\s<>]*[^\s<>.,;:!?)\]'\"])")
_REFERENCES = re.compile(r"&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z]{1,31}\d{0,2});", re.I)
_INVISIBLE = re.compile("[\u200b-\u200f\u2060\ufeff\u00ad]")


def mark(name: str) -> str:
    """The empty link that carries a key in a post or comment."""
    return f"[](#pbp-{quote(name, safe='/:')})"


def names(text: str) -> set[str]:
    """The names in the empty links of a text."""
    return {unquote(name) for name in _MARK.findall(text)}


def short(key: str) -> str:
    """A key as a private message carries it, in its last line: short, and saying nothing of what we do."""
    return hashlib.sha256(key.encode()).hexdigest()[:16]


def reference(name: str) -> str:
    """The line that carries a short key."""
    return f"ref {name}"


def references(text: str) -> set[str]:
    """The short keys in the last lines of a private message."""
    return set(_REFERENCE.findall(text))


def part_name(name: str, number: int, parts: int) -> str:
    """The name of one part of a long text, which is carried beside (in the first) or instead of the text's own."""
    return f"{name}.{number}of{parts}"


def parts_of(name: str, seen: set[str]) -> int:
    """In how many parts a text was published, by the names that its first part bears; 1 if it was not divided."""
    counts = [re.fullmatch(rf"{re.escape(name)}\.1of(\d+)", other) for other in seen]
    return next((int(found[1]) for found in counts if found), 1)


def unmarked(text: str) -> str:
    """A text without its empty links."""
    return _MARK.sub("", text).strip()


def divided(text: str, first: int, rest: int) -> list[str]:
    """A Markdown text in parts that keep to Reddit's lengths, cut between blocks where that is possible.

    A table that must be cut has its head in every part.
    """
    if len(text) <= first:
        return [text]
    parts: list[str] = []
    blocks = deque(re.split(r"\n{2,}", text.strip()))
    part: list[str] = []
    while blocks:
        block = blocks.popleft()
        room = (rest if parts else first) - _ROOM
        if len("\n\n".join([*part, block])) <= room:
            part.append(block)
        elif part:
            parts.append("\n\n".join(part))
            part = []
            blocks.appendleft(block)
        else:
            head, tail = _cut(block, room)
            parts.append(head)
            blocks.appendleft(tail)
    return [*parts, "\n\n".join(part)] if part else parts


def letter_markdown(plain: str) -> str:
    """A plain text as Markdown that reads the same: nothing in it has a meaning but web addresses.

    What was lined up (indented, or a table with a ruled head) stays so, in a fixed width.
    """
    blocks = re.split(r"\n(?:[ \t]*\n)+", plain.strip("\n"))
    return "\n\n".join(_block(block.rstrip().split("\n")) for block in blocks if block.strip())


def written(body: str) -> str:
    """What a person meant by a text in Reddit's Markdown: its editor's escapes and invisible signs taken out."""
    body = body.replace("\r\n", "\n").replace("\r", "\n")
    body = _REFERENCES.sub(lambda found: html.unescape(found[0]), body)
    body = re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", body)
    return _INVISIBLE.sub("", body.replace("\u00a0", " "))


def _cut(block: str, room: int) -> tuple[str, str]:
    lines = block.split("\n")
    if len(lines) > 2 and _DELIMITERS.fullmatch(lines[1].strip()):
        head = "\n".join(lines[:2])
        if len(head) + len(lines[2]) + 1 <= room:
            end = block.rfind("\n", len(head) + 1, room + 1)
            return block[:end], f"{head}{block[end:]}"
    end = block.rfind("\n", 1, room + 1)
    if end < 0:
        end = block.rfind(" ", 1, room + 1)
    if end < 0:
        # A sign written as &#124; must not be cut in two.
        end = block.rfind("&", room - 10, room) if ";" in block[room : room + 10] else -1
        return (block[:end], block[end:]) if end > 0 else (block[:room], block[room:])
    return block[:end], block[end + 1 :]


def _block(lines: list[str]) -> str:
    lined_up = any(_RULED.fullmatch(line) or line.startswith("-----BEGIN ") for line in lines)
    if lined_up or all(line.startswith("    ") for line in lines):
        return "\n".join("    " + line for line in lines)
    if len(lines) == 2 and re.fullmatch(r"=+|-+", lines[1]) and len(lines[1]) == len(lines[0]):
        return f"**{_line(lines[0])}**"
    return "  \n".join(_line(line) for line in lines)


def _line(line: str) -> str:
    """One line in which nothing has a meaning but web addresses.

    No more is escaped than must be: where Reddit shows a message as a chat, the escapes may be seen.
    """
    pieces = _URL.split(re.sub(r"^\* ", "• ", " ".join(line.split()) if line.strip() else ""))
    for index, piece in enumerate(pieces):
        if index % 2:
            pieces[index] = "<" + re.sub(r"[\\^|`\"{}]", lambda found: f"%{ord(found[0]):02X}", piece) + ">"
        else:
            pieces[index] = _ALIVE.sub(_dead, piece)
    return _AT_START.sub(_dead, "".join(pieces))


def _dead(found: re.Match[str]) -> str:
    sign = found[0]
    return f"\\{sign}" if sign in tuple("*_[]~^\\") else "".join(f"&#{ord(c)};" for c in sign)

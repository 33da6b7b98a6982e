"""The words of a letter that is too long to be fetched: its parts as the server lists them, and only those with words.

What the server sends is read in full, whatever it is, within bounds; a letter that goes beyond them is cut off.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from email.message import Message as MimeMessage
from email.parser import BytesParser
from email.policy import compat32
from typing import Any

MOST_PARTS = 20
"""Parts with words that are fetched of one letter."""
MOST_NODES = 20_000
LONGEST_HEAD = 8192
_DEEPEST = 50
_TOKEN = re.compile(rb'\s*(?:([()])|"((?:[^"\\]|\\.)*)"|([^\s()"]+))', re.DOTALL)
_LITERAL = re.compile(rb"\{\d+\+?\}\Z")

Node = Any
"""A word (bytes), nothing (None), or a list of these."""


@dataclass(frozen=True, slots=True)
class MimePart:
    """A part with words: where it stands ("1.2"), and how many bytes it has on its way."""

    place: str
    size: int

    def asked(self, limit: int) -> str:
        """What a FETCH asks for, to get the part with its headers and at most so many bytes of it."""
        return f"BODY.PEEK[{self.place}.MIME]<0.{LONGEST_HEAD}> BODY.PEEK[{self.place}]<0.{limit}>"


@dataclass(frozen=True, slots=True)
class FetchedWords:
    """What was fetched of a long letter: its parts, without attachments, and those of them that are cut off."""

    letter: MimeMessage
    cut: tuple[MimeMessage, ...]


@dataclass(frozen=True, slots=True)
class Shape:
    """The parts of a letter as the server lists them. Raises ValueError where it cannot be read."""

    root: Node

    def parts(self) -> list[MimePart]:
        """The parts with words, in order; of attachments and of letters inside the letter there are none."""
        found: list[MimePart] = []
        waiting = [("", self.root)]
        while waiting:
            place, node = waiting.pop()
            if _is_multipart(node):
                waiting += reversed(list(_children(place, node)))
            elif _has_words(node):
                found.append(MimePart(place, int(node[6])))
        return found

    @property
    def has_parts(self) -> bool:
        """Whether the letter is more than one text."""
        return _is_multipart(self.root)

    def words(self, fetched: Mapping[str, bytes]) -> FetchedWords:
        """The letter made of what was fetched: "1.2" and "1.2.MIME" -> bytes."""
        cut: list[MimeMessage] = []
        sizes = {part.place: part.size for part in self.parts()}

        def made(place: str, node: Node) -> MimeMessage:
            if _is_multipart(node):
                whole = MimeMessage(compat32)
                whole["Content-Type"] = f"multipart/{_word(node[_count_children(node)])}"
                for child in _children(place, node):
                    whole.attach(made(*child))
                return whole
            if place not in fetched:
                left_out = MimeMessage(compat32)
                left_out["Content-Disposition"] = "attachment"
                if place in sizes:
                    cut.append(left_out)
                return left_out
            raw = fetched.get(f"{place}.MIME", b"").rstrip() + b"\r\n\r\n" + fetched[place]
            part = BytesParser(policy=compat32).parsebytes(raw)
            if len(fetched[place]) < sizes[place]:
                cut.append(part)
            return part

        return FetchedWords(made("", self.root), tuple(cut))


def fetched(answer: Iterable[Any]) -> dict[str, Node]:
    """What a FETCH of one letter answered: name -> value. Raises ValueError."""
    found: dict[str, Node] = {}
    for data in _trees(answer):
        pairs = data if isinstance(data, list) else []
        for name, value in zip(pairs[::2], pairs[1::2], strict=False):
            if isinstance(name, bytes):
                found[re.sub(r"<\d+>\Z", "", name.decode("latin-1").upper())] = value
    return found


def _trees(answer: Iterable[Any]) -> Iterator[Node]:
    stack: list[list[Node]] = [[]]
    for count, (kind, word) in enumerate(_tokens(answer)):
        if count > MOST_NODES or len(stack) > _DEEPEST:
            raise ValueError("a letter of too many parts")
        if kind == "(":
            stack.append([])
        elif kind == ")":
            closed = stack.pop()
            if not stack:
                raise ValueError("an answer that ends too often")
            stack[-1].append(closed)
        else:
            stack[-1].append(None if kind == "atom" and word.upper() == b"NIL" else word)
    if len(stack) != 1:
        raise ValueError("an answer that does not end")
    yield from stack[0]


def _tokens(answer: Iterable[Any]) -> Iterator[tuple[str, bytes]]:
    for item in answer:
        text, literal = item if isinstance(item, tuple) else (item, None)
        if literal is not None:
            text = _LITERAL.sub(b"", text)
        for mark, quoted, atom in _TOKEN.findall(text or b""):
            if mark:
                yield mark.decode(), b""
            elif atom:
                yield "atom", atom
            else:
                yield "words", re.sub(rb"\\(.)", rb"\1", quoted, flags=re.DOTALL)
        if literal is not None:
            yield "words", literal


def _is_multipart(node: Node) -> bool:
    if not isinstance(node, list) or not node:
        raise ValueError("a part without a kind")
    return isinstance(node[0], list)


def _children(place: str, node: list[Node]) -> Iterator[tuple[str, Node]]:
    for number, child in enumerate(node[: _count_children(node)], 1):
        yield f"{place}.{number}".lstrip("."), child


def _count_children(node: list[Node]) -> int:
    count = next((at for at, child in enumerate(node) if not isinstance(child, list)), len(node))
    if count == len(node):
        raise ValueError("a part without a kind")
    return count


def _has_words(node: list[Node]) -> bool:
    if len(node) < 7:
        raise ValueError("a part of which too little is told")
    if f"{_word(node[0])}/{_word(node[1])}" not in ("text/plain", "text/html"):
        return False
    disposition = node[9] if len(node) > 9 and isinstance(node[9], list) else [None, None]
    names = [_word(name).partition("*")[0] for params in (node[2], *disposition[1:2]) for name in (params or [])[::2]]
    return _word(disposition[0]) != "attachment" and not {"name", "filename"} & set(names)


def _word(node: Node) -> str:
    return node.decode("latin-1").lower() if isinstance(node, bytes) else ""

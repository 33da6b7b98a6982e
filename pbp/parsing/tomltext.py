"""TOML that people write: parsed, with the line of everything in it, so that a fault can say where it is."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from typing import Any

from pbp.errors import Fault, FileFaults

_HEADER = re.compile(r"^\s*(\[\[?)\s*([^\]]+?)\s*\]")
_KEY = re.compile(r"""^\s*((?:[\w-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"]*"|'[^']*'))*)\s*=""")
_PART = re.compile(r"""[\w-]+|"[^"]*"|'[^']*'""")

Path = tuple[str | int, ...]


def parse(text: str) -> tuple[dict[str, Any], dict[Path, int]]:
    """The values of a TOML text, and the line (from 1) on which each table and key begins.

    Raises FileFaults when the text is no TOML.
    """
    try:
        return tomllib.loads(text), _lines(text)
    except tomllib.TOMLDecodeError as error:
        raise FileFaults([Fault((), f"this is no TOML: {error}")]) from None


def line_of(path: Path, lines: dict[Path, int]) -> int | None:
    """The line of what a path names, or of the nearest thing around it that has one."""
    for length in range(len(path), 0, -1):
        if path[:length] in lines:
            return lines[path[:length]]
    return None


def describe(faults: Sequence[Fault], lines: dict[Path, int]) -> str:
    """The faults, a line each, in the order of the file, each with its place."""

    def place(fault: Fault) -> tuple[int, str]:
        line = line_of(fault.path, lines)
        name = ".".join(str(part + 1) if isinstance(part, int) else part for part in fault.path)
        where = ", ".join(part for part in (f"line {line}" if line else "", name) if part)
        return line or 0, f"{where}: {fault.reason}" if where else fault.reason

    return "\n".join(words for _, words in sorted(map(place, faults)))


def _lines(text: str) -> dict[Path, int]:
    lines: dict[Path, int] = {}
    counts: dict[Path, int] = {}
    table: Path = ()
    quote = ""
    for number, line in enumerate(text.splitlines(), 1):
        if quote:
            if quote in line:
                quote = ""
            continue
        if header := _HEADER.match(line):
            table = _resolve(tuple(_parts(header[2])), counts)
            if header[1] == "[[":
                counts[table] = counts.get(table, -1) + 1
                lines.setdefault(table, number)
                table = (*table, counts[table])
            lines.setdefault(table, number)
        elif key := _KEY.match(line):
            lines.setdefault(table + tuple(_parts(key[1])), number)
            for mark in ('"""', "'''"):
                if line[key.end() :].count(mark) == 1:
                    quote = mark
    return lines


def _parts(dotted: str) -> list[str]:
    return [part.strip("\"'") for part in _PART.findall(dotted)]


def _resolve(path: tuple[str, ...], counts: dict[Path, int]) -> Path:
    """The path of a header, with the index of the newest element of each array of tables that it goes through."""
    done: Path = ()
    for part in path[:-1]:
        done = (*done, part)
        if done in counts:
            done = (*done, counts[done])
    return (*done, path[-1])

"""How many unseen spells were read, batch by batch, and how large the language was then."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path
from typing import Any


def size() -> tuple[int, int]:
    """How large the language is: the entries of its lexicon and gists, and the lines of its rules and its turns.

    Blanks and comments apart; until batch 91 the words of gists were not counted, until batch 187 there were no turns.
    """
    words = len(_told("english/lexicon.txt", "#")) + len(_told("english/gists.txt", "#"))
    return words, len(_told("english/english.lark", "//")) + len(_told("english/turns.txt", "#"))


def _told(name: str, comment: str) -> list[str]:
    lines = files("pbp.spells").joinpath(name).read_text("utf-8").splitlines()
    return [line for line in lines if line.strip() and not line.lstrip().startswith(comment)]


def add(path: Path, manner: str, read: int, wrong: int, refused: int) -> int:
    """Adds a scored batch to the data; gives its number."""
    known: list[dict[str, Any]] = json.loads(path.read_text("utf-8")) if path.exists() else []
    lexicon, rules = size()
    number = len(known) + 1
    known.append(
        {"batch": number, "manner": manner, "read": read, "wrong": wrong, "refused": refused}
        | {"lexicon": lexicon, "rules": rules}
    )
    path.write_text("[\n" + ",\n".join(map(json.dumps, known)) + "\n]\n", "utf-8")
    return number


def drawing(path: Path) -> str:
    """The curve in plain text: a line for each batch; # as meant, ! otherwise than meant, . refused."""
    lines = ["batch  read  wrong  lexicon  rules  # as meant, ! otherwise, . refused"]
    for entry in json.loads(path.read_text("utf-8")) if path.exists() else []:
        read, wrong, refused = entry["read"], entry["wrong"], entry["refused"]
        total = max(1, read + wrong + refused)
        bar = "#" * round(50 * read / total) + "!" * -(-50 * wrong // total)
        lines.append(
            f"{entry['batch']:5} {100 * read / total:4.0f}% {100 * wrong / total:5.0f}% {entry['lexicon']:8}"
            f" {entry['rules']:6}  |{bar:.<50}| {entry['manner']}"
        )
    return "\n".join(lines)

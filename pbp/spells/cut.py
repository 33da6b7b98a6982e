"""An Effect cut into its sentences, and a sentence into its words."""

from __future__ import annotations

import re

from pbp.spells.inputs import Puzzle
from pbp.spells.words import Token, tokens

_MARK = re.compile(r"^\s*(?:\(?\d{1,2}[.)]|[-–—*#])\s+(?=\S)")
"""What stands before the lines of a list, beside the bullets of the page: "1.", "2)", a dash."""


def sentences(effect: str) -> list[str]:
    """An Effect cut into sentences: after full stops and semicolons; a list under a condition stays together."""
    found: list[str] = []
    listing = False
    for line in effect.split("\n"):
        line = _MARK.sub("• ", line)
        bullet = line.startswith("•")
        if not bullet:
            listing = False
        for part in re.split(r"(?<=[.;!])\s+(?![a-z]\))", line):
            part = part.strip()
            if not part.strip("•.; "):
                continue
            if found and not bullet and _continues(found[-1], part):
                found[-1] = f"{found[-1][:-1]}, {part}"
                continue
            if listing or (found and found[-1].rstrip().endswith(":")):
                found[-1] += (" " if part.startswith("•") or found[-1].endswith(":") else " • ") + part
                listing = True
            elif found and re.match(r"^\(?[b-h]\)\s", part) and re.search(r"\(?a\)\s", found[-1]):
                found[-1] += " " + part
            else:
                found.append(part)
    return [part.strip() for part in found]


def _continues(before: str, part: str) -> bool:
    """Whether "; and" only adds an outcome: where a condition stands, it might govern both or one."""
    return (
        before.endswith(";")
        and re.match(r"and\s", part, re.IGNORECASE) is not None
        and not re.search(
            r"\b(if|unless|otherwise|when|whenever|where|provided|as long as)\b", f"{before} {part}", re.I
        )
    )


def trimmed(text: str) -> list[Token]:
    """The words of a sentence, with list marks alone between its items."""
    kept: list[Token] = []
    for token in tokens(text):
        if token.word == "•":
            while kept and (kept[-1].word in ",.;" or (kept[-1].word in ("and", "or") and len(kept) > 1)):
                if kept[-1].word == "or":
                    raise Puzzle('nobody chooses between what "or" offers')
                kept.pop()
            if not kept or kept[-1].word in (":", "•"):
                continue
        if token.word == "own" and kept and kept[-1].word == "'s":
            continue  # "the caster's own Hat" is the caster's Hat
        kept.append(token)
    while kept and kept[-1].word in (".", ";", "!"):
        kept.pop()
    return kept

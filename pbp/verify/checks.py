"""One thing that was checked, what the reader saw before, and the report that is printed."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from pbp.bundle.form import find_bundle
from pbp.errors import FileFaults, PbpError
from pbp.fair.dice import canonical_json


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was checked, whether it holds, and what was found.

    `look`: it holds, and it is a decision of the operator at which a reader should look.
    """

    name: str
    ok: bool
    detail: str
    look: bool = False

    @property
    def word(self) -> str:
        """How its line begins."""
        return "FAILED" if not self.ok else "LOOK" if self.look else "ok"


@dataclass(frozen=True, slots=True)
class Seen:
    """What the reader saw published, in hexadecimal; what was not seen is left out.

    `texts`: all numbers of 64 hexadecimal digits in the pages on which the reader saw anchor and commitments.
    """

    anchor: str | None = None
    public_key: str | None = None
    seed_index: int | None = None
    commitments: tuple[str, ...] = ()
    texts: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Report:
    """What a reader is told, a line each, and whether every check holds."""

    ok: bool
    lines: tuple[str, ...]


class Broken(Exception):
    """A check does not hold; the text says why."""


def numbers_in(text: str) -> frozenset[str]:
    """The numbers of 64 hexadecimal digits that stand in a page; none of one that shows a bundle or a season's list.

    They would confirm themselves: what counts is where they stood before.
    """
    with suppress(FileFaults):
        shown = find_bundle(text)
        if isinstance(shown, dict) and str(shown.get("format", "")).startswith("pbp-"):
            return frozenset()
    return frozenset(re.findall(r"(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])", text.lower()))


def report(checks: Collection[Check], notes: Collection[str] = ()) -> Report:
    """Checks as lines to print, harmless in any terminal."""
    failed = sum(not check.ok for check in checks)
    looks = sum(check.ok and check.look for check in checks)
    lines = [f"{check.word:<8}{check.name}: {check.detail}" for check in checks]
    lines += [f"{'note':<8}{note}" for note in notes]
    if failed:
        lines.append(f"NOT verified: {failed} of {len(checks)} checks failed.")
    else:
        decided = f" LOOK at {looks}: they are the operator's decisions, or stand on the operator's word."
        lines.append(f"Verified: {len(checks)} checks hold.{decided if looks else ''}")
    return Report(not failed, tuple(map(printable, lines)))


def printable(text: str) -> str:
    """A text without what could steer a terminal."""
    return "".join(c if c.isprintable() else "\ufffd" for c in text)


def checked(name: str, test: Callable[..., str], *about: Any) -> Check:
    """A check by a function that tells what it found, or raises."""
    try:
        return Check(name, True, test(*about))
    except Exception as error:  # a bundle may come from anyone: whatever it breaks is a check that fails
        return Check(name, False, told(error))


def told(error: Exception) -> str:
    """What went wrong, in words; of a fault, where."""
    if isinstance(error, FileFaults):
        fault = error.faults[0]
        return f"{'.'.join(map(str, fault.path))}: {fault.reason}" if fault.path else fault.reason
    if isinstance(error, Broken | PbpError):
        return str(error)
    return f"cannot be checked ({type(error).__name__}: {error})"


def same(expected: Any, found: Any, what: str) -> None:
    """Compares as JSON, where true is not 1 and 1.0 is not 1. Raises Broken."""
    if canonical_json(expected) != canonical_json(found):
        raise Broken(f"{what} does not follow from the rest of the bundle")

"""Words exchanged for others, one pattern after another."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

Words = str | Callable[[re.Match[str]], str]
"""What is put in: words, or what makes them of those that were found."""
Exchanges = tuple[tuple[re.Pattern[str], Words], ...]


def exchanges(told: Iterable[tuple[str, Words]]) -> Exchanges:
    """Patterns, in capitals or small letters, with the words that are put in their place."""
    return tuple((re.compile(pattern, re.I), words) for pattern, words in told)


def exchanged(text: str, told: Exchanges) -> str:
    """A text with all of them put in, in their order."""
    for pattern, words in told:
        text = pattern.sub(words, text)
    return text

"""How much a parser of wikitext reads of a page: counted, the same on every machine.

mwparserfromhell has its tokenizer twice, in C and in Python, each doing what the other does; the one in Python can be
asked how often it looks at a piece of the page.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from mwparserfromhell import parser
from mwparserfromhell.parser.tokenizer import Tokenizer


class Reads:
    """How often a piece of a page was looked at."""

    taken = 0


@contextmanager
def counted(monkeypatch: pytest.MonkeyPatch) -> Iterator[Reads]:
    """Inside, pages are parsed by the tokenizer that counts. One that would call itself without end raises."""
    reads, read = Reads(), Tokenizer._read

    def counting(self: Tokenizer, *args: Any, **named: Any) -> Any:
        reads.taken += 1
        return read(self, *args, **named)

    with monkeypatch.context() as patched:
        patched.setattr(parser, "use_c", False)
        patched.setattr(Tokenizer, "_read", counting)
        yield reads

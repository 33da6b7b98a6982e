"""Python's search for values that hold each other, and what does better without it."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def uncollected() -> Iterator[None]:
    """Without the search for cycles, of which casting and reading make next to none, while they make many values.

    It would go through a large duel, or the grammar, again and again.
    """
    searching = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if searching:
            gc.enable()

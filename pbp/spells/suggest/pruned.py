"""An Effect without the parts that cannot be read and say nothing of what happens: its other words stay as they are.

The strict reader is asked of each sentence that cannot be read, among the others: without one of its parts, without
two, without all of it. What is left out may have mattered; a person sees it struck out and decides.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import reduce
from itertools import islice

from pbp.spells.suggest.faithful import lacks_what_is_said
from pbp.spells.suggest.loosened import Loosened
from pbp.spells.suggest.plainer import shorter
from pbp.spells.suggest.strict import Strict
from pbp.spells.tables.cases import beside, is_row
from pbp.spells.words import Names

PRICE = 0.3
"""What leaving out counts here, beside a search that puts other words in."""
DEAREST, TRIED, TWICE = 8.0, 60, 8
"""What it may cost to leave out a part, how many texts are tried for a sentence, and from how many of those with one
part less a second is left out."""
BRACKETED = 0.5
"""What less it costs to leave out a sentence in brackets."""
PASSES = 3
"""How often the whole is read: what its sentences mean together is asked when each of them can be read."""


def pruned(strict: Strict, lines: Mapping[str, str], names: Names) -> Iterator[tuple[float, dict[str, str]]]:
    """The Effect without what keeps it from being read, if so little says nothing of what happens. Raises Spent."""
    texts, cost = list(strict.read(lines).sentences), 0.0
    whole = _joined(texts)
    for _ in range(PASSES):
        read = strict.read({**lines, "effect": _joined(texts)})
        if read.program is not None:
            if not lacks_what_is_said(whole, _joined(texts)):
                yield PRICE * cost, {**lines, "effect": _joined(texts)}
            return
        for at, text in enumerate(texts):
            if any(item.sentence == text for item in read.unclear) and not is_row(text):
                for more, words in islice(_ways(text, names), TRIED):
                    less = _joined([*texts[:at], words, *texts[at + 1 :]])
                    if not words or strict.fault({**lines, "effect": less}, words) is None:
                        texts[at], cost = words, cost + more
                        break
                else:
                    return


_BRACKETS = re.compile(r"\([^()]*\)")


def _joined(texts: Iterable[str]) -> str:
    """Sentences as one text."""
    return reduce(beside, texts, "")


def _ways(text: str, names: Names) -> Iterator[tuple[float, str]]:
    """A sentence with less and less of it, each way with what is lost."""
    bare = _BRACKETS.sub("", text)
    inside = " ".join(_BRACKETS.findall(text))
    whole = Loosened(bare, names).left_out()
    whole += BRACKETED * Loosened(inside, names).left_out() if inside else 0.0
    once = shorter(text, DEAREST)
    twice = ((one + two, left) for one, less in once[:TWICE] for two, left in shorter(less, DEAREST - one))
    yield from sorted([*once, *twice, *([(whole, "")] if whole <= DEAREST else [])])

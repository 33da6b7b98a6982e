"""What a spell cost, where its Effect speaks of it: "twice as many Stars as this spell cost you"."""

from __future__ import annotations

from pbp.spells import tree as t
from pbp.spells.inputs import Puzzle
from pbp.spells.walk import parts, replaced

_KNOWN = (t.Int, t.NumberInput, t.Stat, t.Times, t.Part, t.Add, t.Minus, t.Caster)

_LATER = (t.Later, t.Waits, t.Awaited, t.Comes, t.Works, t.Watch)


def spelt_out(sentences: list[t.Act], price: t.Price | None) -> list[t.Act]:
    """The sentences, with what was paid as the Cost says it. Raises Puzzle where that is not the same any more."""
    if not any(isinstance(part, t.Paid) for part in parts(tuple(sentences))):
        return sentences
    if price is None or len(price.parts) != 1:
        raise Puzzle("the Cost does not say one number that is paid in any case", "say the number")
    ((test, number, thing),) = price.parts
    stats = [part for part in parts(number) if isinstance(part, t.Stat)]
    if test != t.Always() or thing != "Stars" or not all(isinstance(part, _KNOWN) for part in parts(number)):
        raise Puzzle("what was paid hangs on more than one number", "say the number")
    later = any(
        isinstance(part, t.Later | t.Waits | t.Awaited | t.Comes | t.Works | t.Watch)
        for part in parts(tuple(sentences))
    )
    if any(stat.attr == "Stars" for stat in stats) or (stats and later):
        raise Puzzle("what was paid for is not the same any more by then", "say the number")
    return [replaced(sentence, {t.Paid(): number}) for sentence in sentences]

"""All meanings together: for each name after "->" in spell.lark the function that makes the value."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pbp.spells.sense import (
    acts,
    amounts,
    bounds,
    casts,
    conditions,
    each,
    earlier,
    groups,
    it,
    lasting,
    named,
    numbers,
    other_amounts,
    passive,
    places,
    predicates,
    redirects,
    resized,
    riders,
    rolls,
    selections,
    sentences,
    speeds,
    swaps,
    targets,
    totals,
    triggers,
    values,
    wizards,
)

_MODULES = (
    wizards, numbers, amounts, conditions, predicates, values, casts, lasting, acts, it, places, selections,
    redirects, earlier, targets, triggers, swaps, speeds, passive, bounds, sentences, other_amounts, rolls, named,
    groups, each, resized, riders, totals,
)  # fmt: skip
MEANINGS: dict[str, Callable[..., Any]] = {
    name: value
    for module in _MODULES
    for name, value in vars(module).items()
    if callable(value) and value.__module__ == module.__name__
}

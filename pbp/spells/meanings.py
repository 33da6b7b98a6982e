"""All meanings together: for each name after "->" in spell.lark the function that makes the value."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pbp.spells import (
    sense,
    sense_acts,
    sense_amounts,
    sense_bounds,
    sense_casts,
    sense_cond,
    sense_costs,
    sense_each,
    sense_earlier,
    sense_groups,
    sense_it,
    sense_lasting,
    sense_named,
    sense_num,
    sense_other,
    sense_passive,
    sense_places,
    sense_preds,
    sense_redirects,
    sense_resized,
    sense_riders,
    sense_rolls,
    sense_selections,
    sense_speeds,
    sense_swaps,
    sense_targets,
    sense_totals,
    sense_triggers,
    sense_values,
    sense_who,
)

_MODULES = (
    sense_who, sense_num, sense_amounts, sense_cond, sense_preds, sense_values, sense_casts, sense_lasting, sense_acts,
    sense_costs, sense_it, sense_places, sense_selections, sense_redirects, sense_earlier, sense_targets,
    sense_triggers, sense_swaps, sense_speeds, sense_passive, sense_bounds, sense, sense_other, sense_rolls,
    sense_named, sense_groups, sense_each, sense_resized, sense_riders, sense_totals,
)  # fmt: skip
MEANINGS: dict[str, Callable[..., Any]] = {
    name: value
    for module in _MODULES
    for name, value in vars(module).items()
    if callable(value) and value.__module__ == module.__name__
}

"""All meanings together: for each name after "->" in spell.lark the function that makes the value."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pbp.spells import sense, sense_acts, sense_casts, sense_cond, sense_lasting, sense_num, sense_who

MEANINGS: dict[str, Callable[..., Any]] = {
    name: value
    for module in (sense_who, sense_num, sense_cond, sense_casts, sense_lasting, sense_acts, sense)
    for name, value in vars(module).items()
    if callable(value) and value.__module__ == module.__name__
}

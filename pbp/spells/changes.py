"""How one spell list differs from another, by what stands written."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass

from pbp.spells.read import Spell, SpellList


@dataclass(frozen=True, slots=True)
class Changes:
    """The names of the spells that a later list has new, worded otherwise, and no longer."""

    new: tuple[str, ...]
    changed: tuple[str, ...]
    gone: tuple[str, ...]


def compare(old: SpellList, new: SpellList) -> Changes:
    """What changed from `old` to `new`; white space alone is no change, a spell is known by its name."""
    before = {name.casefold(): spell for name, spell in old.spells.items()}
    after = {name.casefold(): spell for name, spell in new.spells.items()}
    return Changes(
        new=tuple(spell.name for key, spell in after.items() if key not in before),
        changed=tuple(
            spell.name for key, spell in after.items() if key in before and _words(spell) != _words(before[key])
        ),
        gone=tuple(spell.name for key, spell in before.items() if key not in after),
    )


def words_digest(spell: Spell) -> str:
    """A name for the words of a spell, without its own name: the same words elsewhere have the same."""
    return hashlib.sha256(json.dumps(_words(spell), sort_keys=True).encode("utf-8", "replace")).hexdigest()


def _words(spell: Spell) -> dict[str, str]:
    return {label: " ".join(text.split()) for label, text in spell.text.items()}

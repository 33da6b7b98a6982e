"""Nouns without an article, as in a headline: which of them nobody can take for another."""

from __future__ import annotations

from pbp.spells.english.lexicon import Said
from pbp.spells.english.phrases import Best, Nbar, Some

NAMED = ("wizard", "position", "spell", "item", "one")
"""What can be said to be the chosen, the first, the one with most."""
SINGLE = ("target", "gap", "sum", "average")
"""Of these there is only one wherever they are spoken of."""


def certain(nbar: Nbar) -> bool:
    """Whether it is said which one: "chosen Wizard", "target", "Wizard in chosen position", "one with most Stars"."""
    noun = nbar.noun
    if noun.word.form != "s":
        return False
    if noun.sense in SINGLE or (noun.sense == "number" and any(role == "of" for role, _ in nbar.mods)):
        return True
    if noun.sense not in NAMED:
        return False
    if noun.sense == "one" and any(role in ("of", "among") for role, _ in nbar.mods):
        return False  # "one of the Wizards with the most Stars": the one who has them, or one of those who do?
    for role, value in nbar.mods:
        match role, value:
            case "adj", Said() if value.sense in ("chosen", "ordinal"):
                return True
            case "in" | "at", Some(_, "one", place=True):
                return noun.sense == "wizard"
            case "with", Best():
                return noun.sense in ("wizard", "one")
            case "rel", ("subject", verb) if any(isinstance(part, Best) for _, part in getattr(verb, "parts", ())):
                return noun.sense in ("wizard", "one")
    return False

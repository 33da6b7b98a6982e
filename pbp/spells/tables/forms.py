"""A text that is filled in like a form: "Target: each neighbour. Stars: -2.", a table of one row."""

from __future__ import annotations

import re

from pbp.spells.tables.columns import named, plain

_FRAMED = re.compile(r"\s*\[(?P<inside>[^\[\]]+)\]\s*")
"""An Effect that stands in square brackets as a whole."""
_FIELD = re.compile(r"(?P<name>[A-Z][a-z]+(?: [a-z]+){0,3}): (?P<cell>[^:?|;]+?)[.;]?")
_APART = re.compile(r"(?<=[.;])\s+")
_DOES = re.compile(r"Gains|Loses|Pays|Receives|(?!What|Who|Note|Remark|Cost|Speed)[A-Z][a-z]+")
"""A field that is a verb, or the thing that becomes what stands in it."""
_NO_FIELD = frozenset(("label", "unsure", "never", "bare"))
"""For what a column can be that says nothing of what happens."""
_WHO = frozenset(("affects", "hits", "target", "targets", "victim", "victims", "beneficiary"))
"""What a field can be called that says only of whom it is."""
_WORD = re.compile(r"\"?[A-Z][a-z]+\"?")
_THE_REST = re.compile(r"^rest(?= of)")
_SEVERAL = re.compile(r"(?i)(?:all|each|every|both)\b")
_EACH = re.compile(r"(?<=\d) each$")
"""How an amount says again that it is of each of several."""
_SAYS_HOW_LONG = re.compile(r"(?i)(?:until|till|during|for|while|as|throughout)\b")
_ITSELF = re.compile(r"(?i)^(?:the )?(?P<name>[a-z]+) (?=(?:loses|gains|pays|becomes|cannot)\b)")
"""How a field tells again of whom it is: "Result: target loses 3 Stars"."""


def drawn(effect: str) -> str:
    """An Effect that is a form as a table of one row, or, if it has no Wizard of its own, as a sentence."""
    framed = _FRAMED.fullmatch(effect)
    text = framed["inside"].strip() if framed else effect
    parts = _APART.split(text.strip())
    found = [field for field in map(_FIELD.fullmatch, parts) if field is not None]
    names = [plain(field["name"]) for field in found]
    if len(found) < len(parts) or len({*names}) < max(2, len(names)):
        return text
    uses = [_uses(field["name"]) for field in found]
    cells = [field["cell"] for field in found]
    if len(uses) == len(("lasts", "does")) and {"lasts"} in uses:
        at = uses.index({"lasts"})
        if "does" in uses[1 - at]:
            return _lasting(cells[at], cells[1 - at])
    who = [name for name, use in zip(names, uses, strict=True) if use & {"who", "payer"}]
    if not all(uses) or not who:
        return text
    cells = [_ITSELF.sub(lambda said: "" if said["name"].casefold() in who else said[0], cell) for cell in cells]
    cells = [_THE_REST.sub("the rest", cell) for cell in cells]
    if any("who" in use and _SEVERAL.match(cell) for use, cell in zip(uses, cells, strict=True)):
        cells = [_EACH.sub("", cell) for cell in cells]
    heads = [_head(field["name"], cell) for field, cell in zip(found, cells, strict=True)]
    return f"| {' | '.join(heads)} |\n| {' | '.join(cells)} |"


def _head(name: str, cell: str) -> str:
    """A field as the name of a column: "Hat: Red" tells what the Hat becomes."""
    if plain(name) in _WHO:
        return "Who"
    return f"{name} becomes" if not _uses(name) - {"verb"} and _WORD.fullmatch(cell) else name


def _uses(name: str) -> set[str]:
    """For what a field of this name can be."""
    if plain(name) in _WHO:
        return {"who"}
    said = {use for use, names in named().items() if plain(name) in names}
    return (said or ({"verb"} if _DOES.fullmatch(name) else set())) - _NO_FIELD


def _lasting(long: str, does: str) -> str:
    """What holds, and how long, as a sentence."""
    if _SAYS_HOW_LONG.match(long):
        return f"{long[0].upper()}{long[1:]}, {does}."
    article = "" if re.match(r"(?i)(?:the|this)\b", long) else "the "
    return f"For {article}{long}, {does}."

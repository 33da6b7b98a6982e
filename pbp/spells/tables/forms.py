"""A text that is filled in like a form: "Target: each neighbour. Stars: -2.", a table of one row."""

from __future__ import annotations

import re

from pbp.spells.tables.columns import named, plain

_FRAMED = re.compile(r"\s*\[(?P<inside>[^\[\]]+)\]\s*")
"""A text that stands in square brackets as a whole."""
_FIELD = re.compile(r"(?P<name>[A-Z][a-z]+(?: [a-z]+){0,3}): (?P<cell>[^:?|;]+?)[.;]?")
_APART = re.compile(r"(?<=[.;]) +")
_VERB = re.compile(r"Gains|Loses|Pays|Receives")
_DOES = re.compile(rf"{_VERB.pattern}|(?!What|Who|Note|Remark|Cost|Speed)[A-Z][a-z]+")
"""A field that is a verb, or the thing that becomes what stands in it."""
_NO_FIELD = frozenset(("label", "unsure", "never", "bare"))
"""For what a column can be that says nothing of what happens."""
_WHO = frozenset(("affects", "hits", "target", "targets", "victim", "victims", "beneficiary"))
"""What a field can be called that says only of whom it is."""
_WORD = re.compile(r"\"?[A-Z][a-z]+\"?")
_THE_REST = re.compile(r"^rest(?= of)")
_SEVERAL = re.compile(r"(?i)(?:all|each|every|both)\b")
_EACH = re.compile(r"(?:(?<=\d)|(?<=Star)|(?<=Stars)) each$")
"""How an amount says again that it is of each of several."""
_SAYS_HOW_LONG = re.compile(r"(?i)(?:until|till|during|for|from|while|as|throughout)\b")
_ITSELF = re.compile(r"(?i)^(?:the )?(?P<name>[a-z]+) (?=(?:loses|gains|pays|becomes|cannot)\b)")
"""How a field tells again of whom it is: "Result: target loses 3 Stars"."""


_ASKED = re.compile(
    r"(?i)who (?P<does>loses|gains|suffers|is (?:hit|affected|struck))\? (?P<who>[^.?:;|\n]+)\. (?:and )?"
    r"(?:(?P<how>how (?:hard|badly|much))|what happens(?: to them)?"
    r"|(?:how much|how many stars|what) do(?:es)? (?:they|it) (?P<again>lose|gain|suffer|get))\?"
    r" (?P<told>[^.?:;|\n]+?)\.?"
)
"""Whom it is asked of, and how much it is: "Who loses? Each neighbour. What do they lose? 2 Stars."."""
_LASTING = (
    re.compile(
        r"(?i)what happens (?P<when>(?:if|when|whenever|each time) [^.?:;|\n]+)\? (?P<does>[^.?:;|\n]+)\. (?:and )?"
        r"(?:for how long|until when|till when|how long(?: does (?:this|it) last)?)\? (?P<long>[^.?:;,|\n]+?)\.?"
    ),
    re.compile(r"(?i)(?P<does>(?!effect:)[^.?;|\n]+)\. ?\(duration: (?P<long>[^.?:;,|()\n]+?)\.?\)"),
)
"""What happens, and, asked or in brackets, how long that lasts."""
_NO_NAME = re.compile(
    r"(?:The|Each|Every|All|Any|An?|You|Your|They|Their|Whenever|When|If|No|Nobody|That|Those|My|Spells)\b"
)
"""What begins a sentence and is no name."""
_GAINS = frozenset(("gains", "gain", "get"))
_TOLD = re.compile(r"(?i)(?:they|that wizard) \w")


def _answered(asked: re.Match[str]) -> str:
    """Two questions with their answers as a table of one row; as it was where they do not go together."""
    does, again = asked["does"].casefold(), (asked["again"] or "").casefold()
    told_so = _TOLD.match(asked["told"]) is not None
    if (told_so and not asked["how"]) or (does.startswith("is ") and not told_so):
        return asked[0]
    if again and (does in _GAINS) != (again in _GAINS):
        return asked[0]
    verb = "Effect" if told_so else "Gains" if does in _GAINS else "Loses"
    told = re.sub(rf"(?i)^a (?:{'gain' if verb == 'Gains' else 'loss'}) of ", "", asked["told"])
    return drawn(f"Who: {asked['who']}. {verb}: {told}.")


def unframed(text: str) -> str:
    """A text without the square brackets in which it stands as a whole."""
    framed = _FRAMED.fullmatch(text)
    return framed["inside"].strip() if framed else text


def drawn(effect: str) -> str:
    """An Effect that is a form as a table of one row, or, if it has no Wizard of its own, as a sentence."""
    text = unframed(effect)
    if asked := _ASKED.fullmatch(text.strip()):
        return _answered(asked)
    for lasts in filter(None, (shape.fullmatch(text.strip()) for shape in _LASTING)):
        told = lasts.groupdict()
        when = f"{told['when']}, " if told.get("when") else ""
        return _lasting(told["long"], f"{when}{_small(told['does'])}")
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
    if (
        not all(uses)
        or not who
        or any("who" in use and cell[0].isdigit() for use, cell in zip(uses, cells, strict=True))
    ):
        return text  # "Target: 2 Stars fewer. Caster: 2 Stars more."
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
    is_thing = _uses(name) == {"verb"} and not _VERB.fullmatch(name)
    return f"{name} becomes" if is_thing and _WORD.fullmatch(cell) else name


def _uses(name: str) -> set[str]:
    """For what a field of this name can be."""
    if plain(name) in _WHO:
        return {"who"}
    said = {use for use, names in named().items() if plain(name) in names}
    return (said or ({"verb"} if _DOES.fullmatch(name) else set())) - _NO_FIELD


def _small(told: str) -> str:
    """A sentence within another."""
    return f"{told[0].lower()}{told[1:]}" if _NO_NAME.match(told) else told


def _lasting(long: str, does: str) -> str:
    """What holds, and how long, as a sentence."""
    if _SAYS_HOW_LONG.match(long):
        return f"{long[0].upper()}{long[1:]}, {does}."
    article = "" if re.match(r"(?i)(?:the|this)\b", long) else "the "
    return f"For {article}{long}, {does}."

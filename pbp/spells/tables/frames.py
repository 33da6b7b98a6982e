"""Rows that make one clause: who, what they do, how much, for each of what, and to, from or with whom.

"| Wizard | Gains or loses | How many Stars |", "| Who | Loses | For each |", "| Who swaps | What | With whom |". What a
column is for follows from the words of its name, all of which must be of one closed set of frames.txt; a name with any
other word is no part of such a clause. What comes out is English, which the reader of sentences reads or refuses.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from itertools import product

from pbp.spells.tables import columns
from pbp.spells.tables.columns import WholeRow, articled, lowered, plain

_END = " .:…?"
_AGENTS = {"gainer": "gain", "loser": "lose", "payer": "pay", "stealer": "steal"}
_VERBS = ("gain", "lose", "pay", "steal", "swap")
_TAILS = ("when", "unless", "lasts")
_ASKS = frozenset(("how", "much", "many", "number", "amount"))
_OF_EACH = re.compile(r"(?i)(?P<much>.+?) (?:for each|for every|per) (?P<each>.+)")
"""A name that says for each of what: "Stars lost for each idle Wizard"."""
_PER_HEAD = re.compile(r"(?i)(?:wizard|player|person|head|one|of them|of these)(?: (?:hit|affected|concerned))?")
"""What says that each of those of whom a row speaks gains or loses so much: "Loss per Wizard"."""
_OPENS = re.compile(r"(?i)(?P<much>(?:.*\b)?)(?P<opens>as many (?:stars|crystals) as|(?:stars|crystals) equal to)")
_NUMBER = re.compile(r"(?P<number>\d+|DICE\d+|[B-Z]|one|two|three|four|five|six)(?P<more>(?!\w).*)")
_MANY = re.compile(r"(?i)(?P<many>(?:(?:twice|half|three times) )?as many) as (?P<more>.+)")
_MOVES = re.compile(
    r"(?i)(?P<way>[+−–-]|plus\b|minus\b|(?:(?:gain|lose|pay|steal|swap|receive|get)s?|loss)\b)\s?(?P<more>.*)"
)
_WAYS = {"+": "gain", "plus": "gain", "-": "lose", "−": "lose", "–": "lose", "minus": "lose"} | {
    "receive": "gain",
    "loss": "lose",
    "get": "gain",
}
_NOTHING = re.compile(r"(?i)(?:(?:gain|lose|pay)s? )?(?:nothing|none|no change|no stars|no crystals|0|–|—|-)")


@cache
def _words() -> dict[str, frozenset[str]]:
    """The sets of words of frames.txt."""
    found: dict[str, frozenset[str]] = {}
    for line in files("pbp.spells.tables").joinpath("frames.txt").read_text("utf-8").splitlines():
        name, mark, words = line.partition(" = ")
        if mark:
            found[name] = found.get(name, frozenset()).union(words.split())
    return found


@cache
def _every_word() -> frozenset[str]:
    return frozenset[str]().union(*_words().values())


@dataclass(frozen=True)
class Slot:
    """What a column is for: the part of the clause that its cells are, and which verbs and thing its name allows.

    `opens`: what stands before its cells: "as many Stars as"; `each`: for each of what so much of it is meant.
    """

    part: str
    verbs: frozenset[str] = frozenset()
    thing: str = ""
    opens: str = ""
    each: str = ""


def rows(names: Sequence[str], cells: Sequence[str]) -> Iterator[WholeRow]:
    """What a row can say as one clause."""
    pairs = [columns.plainer(*column) for column in zip(names, cells, strict=True)]
    names, cells = [name for name, _ in pairs], [cell for _, cell in pairs]
    can = [_slots(name, cell, at) for at, (name, cell) in enumerate(zip(names, cells, strict=True))]
    for slots in product(*can):
        parts = {slot.part: cell.strip(_END) for slot, cell in zip(slots, cells, strict=True)}
        if len(parts) == len(slots) and columns.can_be_who(parts.get("who", "")):
            said, idle = _clauses(slots, parts)
            if said:
                yield WholeRow(said, idle, numbered="label" in parts)


# ---- what a column is for


def _slots(name: str, cell: str, at: int) -> list[Slot]:
    """What a column of this name can be for."""
    if tails := [Slot(role) for role in _TAILS if plain(name) in columns.named()[role]]:
        return tails
    if not at and columns.is_label(name, cell):
        return [Slot("label")]
    if re.match(r"(?i)(?:once )?(?:for (?:each|every)|per)\b", cell) and _words()["counted"].issuperset(
        plain(name).split()
    ):
        return [Slot("each")]
    if of_each := _OF_EACH.fullmatch(name):
        if _PER_HEAD.fullmatch(of_each["each"]):
            return _slots(of_each["much"], cell, at)
        return [
            replace(slot, each=of_each["each"]) for slot in _slots(of_each["much"], cell, at) if slot.part == "much"
        ]
    if opened := _OPENS.fullmatch(name.strip(_END)):
        return [
            replace(slot, opens=opened["opens"]) for slot in _slots(opened["much"], cell, at) if slot.part == "much"
        ]
    words = re.findall(r"[a-z]+|[+±−-]", plain(name))
    things = [word for word in re.findall(r"[A-Za-z]+", name) if _is_thing(word)]
    told = [word for word in words if word not in {thing.casefold() for thing in things}]
    if len(things) > 1:
        return []
    thing = "".join(things)
    found = [Slot(part) for part in ("each", "to", "from", "with") if not thing and _is(part, told)]
    verbs = frozenset(verb for verb in _VERBS if _has(verb, told))
    verbs |= frozenset(verb for agent, verb in _AGENTS.items() if _has(agent, told))
    if _has("either", told):
        verbs = frozenset(("gain", "lose"))
    sets = ("who", "fill", "much", "either", *_VERBS, *_AGENTS)
    if not frozenset[str]().union(*(_words()[kind] for kind in sets)).issuperset(told):
        return found
    if len(verbs) == 1 and not at and columns.is_somebody(cell) and not _has("past", told):
        return [Slot("who", verbs, thing)]  # "Steals | From | How many Stars"
    if told[:2] == ["by", "whom"] or told == ["by", "who"] or (told[-1:] == ["by"] and len(verbs) == 1):
        return [Slot("who", verbs, thing)]
    if words[-1:] in (["of"], ["from"], ["to"], ["by"], ["in"]):
        return found  # "Gets the Hat of"
    if told and (told[0] in _words()["who"] or told[0] == "which" or any(_has(agent, told[:1]) for agent in _AGENTS)):
        who = _ASKS.isdisjoint(told) and not _has("past", told) and len(verbs) < 2
        return [*found, Slot("who", verbs, thing)] if who else found
    moves = _MOVES.fullmatch(cell)
    if moves and not moves["more"]:
        return [*found, Slot("verb", verbs)]
    return [*found, Slot("much", verbs, thing)]


def _has(kind: str, told: Sequence[str]) -> bool:
    return not _words()[kind].isdisjoint(told)


def _is(part: str, told: Sequence[str]) -> bool:
    """Whether a name says for each of what, or to, from or with whom; and not only who."""
    return _has(f"{part} first", told[:1]) and _words()[part].issuperset(told)


def _is_thing(word: str) -> bool:
    """Whether a word of a name is a thing that Wizards have."""
    return re.fullmatch(r"(?i)stars?|crystals?", word) is not None or (
        word[0].isupper() and word.casefold() not in _every_word()
    )


# ---- what a row says


def _clauses(slots: Sequence[Slot], parts: Mapping[str, str]) -> tuple[tuple[str, ...], bool]:
    """The sentences as which a row may be read, and whether nothing happens to those of whom it speaks."""
    things = {slot.thing for slot in slots if slot.thing}
    allowed = [slot.verbs for slot in slots if slot.verbs]
    verbs = frozenset(_VERBS).intersection(*allowed)
    opens = "".join(slot.opens for slot in slots)
    who, much = articled(lowered(parts["who"])), f"{opens} {parts.get('much', '')}".strip()
    each = parts.get("each", "") or "".join(slot.each for slot in slots)
    if len(things) > 1 or not verbs or not much:
        return (), False
    if _NOTHING.fullmatch(much):
        return tuple(f"{who} gain{ending} 0 Stars" for ending in ("s", "")), True
    moves = _MOVES.fullmatch(parts.get("verb", much))
    if moves:
        way = moves["way"].casefold()
        verbs &= {_WAYS.get(way) or _WAYS.get(way.removesuffix("s")) or way.removesuffix("s")}
        much = much if "verb" in parts else moves["more"]
        if way in "-−–" and allowed == [frozenset(("lose",))]:
            return (), False  # "-2" below "loses"
    elif "verb" in parts or not allowed:
        return (), False
    if len(verbs) != 1:
        return (), False
    (verb,) = verbs
    made = [
        f"{who} {verb}{ending} {amount}{tail}"
        for amount in (_amounts(much, "".join(things)) if verb != "swap" else [much])
        for tail in _behind(verb, each, parts)
        for ending in ("s", "")
    ]
    told = {part: cell for part, cell in parts.items() if part in _TAILS}
    return columns.with_tails(made, who, told, alone=False), False


_PLACES = {"pay": "to", "steal": "from", "swap": "with"}
"""By what word the other of two stands behind a verb."""


def _behind(verb: str, each: str, parts: Mapping[str, str]) -> list[str]:
    """What stands behind the amount: "to the caster for each idle Wizard"; none where a column has no place there."""
    place = _PLACES.get(verb, "")
    if verb == "swap" and "with" not in parts and " and " in parts["who"]:
        place = ""  # "the caster and the chosen Wizard | Stars"
    if {part for part in ("to", "from", "with") if part in parts} != ({place} if place else set()):
        return []
    other = f" {place} {articled(lowered(parts[place]))}" if place else ""
    each = re.sub(r"(?i)^(?:once )?(?:for )?(?:each|every|per) ", "", each)
    return [f"{other} for each {each}" if each and not _NOTHING.fullmatch(each) else other]


def _amounts(much: str, thing: str) -> list[str]:
    """What a cell can say of how much of a thing it is: "1 for each neighbour" as "1 Star for each neighbour"."""
    much = re.sub(r"(?i)^((?:\d+|DICE\d+)(?: \w+)?) each$", r"\1", much)
    if not thing:
        number = _NUMBER.fullmatch(much)
        return [] if number and not re.match(columns.THING, number["more"].strip()) else [much]
    of_thing = rf"(?i)\b{thing.rstrip('s')}s?\b"
    if re.search(of_thing, re.split(r"(?i)\b(?:for each|that|who)\b", much)[0]):
        return [much, f"{thing} equal to {much}"]
    if number := _NUMBER.fullmatch(much):
        return [f"{number['number']} {thing}{number['more']}"]
    if many := _MANY.fullmatch(much):
        return [f"{many['many']} {thing} as {many['more']}"]
    return [f"{thing} equal to {much}"]

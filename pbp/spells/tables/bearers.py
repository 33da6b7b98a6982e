"""Tables of what Wizards do by what each of them has or cast: "| Hat | Wizards with this Hat |".

"Each Wizard loses Stars according to their Hat:", or "| Spell | Each Wizard who cast it |": each row is of those
Wizards who have what stands in its first cell, and is written so.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pbp.spells.tables.columns import lowered, plain
from pbp.spells.tables.crossed import of_one_kind

Rows = Sequence[tuple[str, ...]]
"""The cells of a table's rows; the names of the columns first."""

_END = " .:…"
_WIZARDS = r"(?:wizards?|neighbou?rs?)"
_GROUP = rf"(?:(?:each|every|all|any)(?: of (?:the|your))? )?(?:other )?{_WIZARDS}"
_SPELL = re.compile(r"(?i)(?:(?:the )?spells?|spell cast|cast|selected spell|(?:the )?spell (?:they|that wizard) cast)")
_THING = re.compile(r"(?!Spell|Who|Wizard|Result|Roll|Case|Star|Number|Word|Chosen|Condition)[A-Z][a-z]+")
_COLOUR_OF = re.compile(r"(?i)(?<=\w)(?:'s)? colou?r$|^colou?r of (?:the )?(?=\w)")
_THIS = r"(?:it|(?:this|that|so)(?: many)?|such an?|this one|one)(?: (?P<noun>[A-Za-z]+))?"
_HAVING = re.compile(
    rf"(?i)(?:(?:the )?(?:effect (?:on|for)|what happens to) )?(?P<group>{_GROUP}|those|everyone|everybody|whoever) "
    rf"(?:with|wearing|having|(?:who |that )?(?P<verb>wears?|has|have|casts?|selected)) {_THIS}"
    r"(?: (?P<does>gains?|loses?))?"
)
"""Names of a second column that holds what those do who have what stands in the first."""
_THEIR = r"(?:their|that wizard's|his or her|its)(?: own)?"
_BY_WHAT = (
    rf"(?:(?:the )?(?:colou?r|kind) of )?{_THEIR} (?P<thing>[A-Za-z]+)"
    r"|(?:the spell|what|which spell)(?: that)? (?P<spell>they|that wizard|he or she) (?:cast|has cast|have cast)"
    r"|their (?P<own>spell)"
)
_BY = r"(?:depending on|according to|based on|by|as (?:given|shown|told) by)"
_FLOWS = re.compile(
    rf"(?i)(?P<group>{_GROUP}) (?P<verb>gains? or loses?|loses? or gains?|gains?|loses?) (?P<of>stars|crystals),? {_BY}"
    rf" (?:{_BY_WHAT})"
)
"""What leads to a table of what each gains or loses by what they have."""
_FOR_EACH = re.compile(
    rf"(?i)for (?P<group>{_GROUP}),? (?:look up|check|see|look at|find|consult|read)(?: here| below| in this table)?"
    rf" (?:{_BY_WHAT})"
)
_EACH_WHO = re.compile(rf"(?i)for (?P<group>{_GROUP})")
_THEY_DO = re.compile(r"(?i)(?:(?:if|when) )?(?:they|that wizard|he or she) (?P<does>have|has|cast|are|is|targeted)")
"""The name of a first column below "For each Wizard:"."""
_DOES = frozenset(
    (
        "effect", "result", "what happens", "outcome", "they", "that wizard", "then", "what they do", "does",
        "what happens to them", "effect on them", "consequence", "change",
    )
)  # fmt: skip
"""Names of a second column that holds what they do."""
_HOW_MUCH = frozenset(("amount", "how many", "how much", "number", "gain or loss", "loss or gain"))
_AMOUNTS = {"gain": "gain", "gains": "gain", "loss": "lose", "loses": "lose", "lose": "lose", "penalty": "lose"} | {
    f"{thing} {past}": verb for thing in ("stars", "crystals") for past, verb in (("gained", "gain"), ("lost", "lose"))
}
_NONE = re.compile(r"(?i)(?:nothing|none|no change|no effect|no stars|0|–|—|-)")
_SIGNED = re.compile(r"(?P<sign>[+−–-])\s?(?P<much>\d+)(?: (?P<of>\w+))?")
_NUMBER = re.compile(r"\d+|DICE\d+")
_VALUE = r"[A-Za-z]+"
_REST = re.compile(
    r"(?i)(?:(?:any|every|all|each|an|the) )?others?(?: (?:colou?r|hat|one|kind|value)s?)?"
    r"|(?:anything|everything) else|(?:all )?the rest"
)
_IDLE = re.compile(r"(?i)(?:nothing|none|no spell|idle|\(?idle\)?|nothing \((?:is )?idle\)|none \((?:is )?idle\))")
_OTHER_SPELL = re.compile(r"(?i)(?:any|every|an)? ?other spell|another spell|a different spell")


@dataclass(frozen=True)
class _Bearers:
    """Who has something: `group` of Wizards, and what of theirs is asked: a `thing`, or "" for what they cast."""

    group: str
    thing: str

    def who(self, cell: str, others: Sequence[str]) -> str:
        """Those of whom a row speaks; `others`: what the rows above it say. Empty where that is open."""
        return f"{self.group} {said}" if (said := self._said(cell, others)) else ""

    def _said(self, cell: str, others: Sequence[str]) -> str:
        above = [one for other in others for one in _values(other)]
        if not self.thing:
            if _IDLE.fullmatch(cell):
                return f"who {'are' if self._have() == 'have' else 'is'} idle"
            idle = any(map(_IDLE.fullmatch, others))
            named = [one for one in above if not _IDLE.fullmatch(one)]
            if named and (_OTHER_SPELL.fullmatch(cell) or (idle and _REST.fullmatch(cell))):
                return f"who cast a spell other than {_listed(named)}"
            if not _values(cell) or _REST.fullmatch(cell) or _OTHER_SPELL.fullmatch(cell):
                return ""
            return f"who cast {_listed(_values(cell))}"
        if re.fullmatch(r"(?i)stars|crystals", self.thing):
            thing = self.thing.rstrip("sS") if cell == "1" else self.thing
            return f"who {self._have()} {_so_many(cell)} {thing}" if _so_many(cell) else ""
        if _REST.fullmatch(cell):
            return f"whose {self.thing} is not {_listed(above)}" if above else ""
        values = _values(cell)
        return f"whose {self.thing} is {_listed(values)}" if values else ""

    def _have(self) -> str:
        return "have" if self.group.startswith("all") else "has"


_SO_MANY = re.compile(
    r"(?i)exactly \d+|\d+ or (?:more|fewer|less)|(?:fewer|less|more) than \d+|at (?:least|most) \d+|between \d+ and \d+"
)


def _so_many(cell: str) -> str:
    """ "2+", "3-5" as "2 or more", "between 3 and 5"; empty where it is no number."""
    cell = re.sub(r"^(\d+)\s*\+$", r"\1 or more", cell.strip(_END))
    cell = re.sub(r"(?i)^(?:from )?(\d+)\s*(?:to|-|–|—)\s*(\d+)$", r"between \1 and \2", cell)
    cell = f"exactly {cell}" if cell.isdigit() else cell
    return cell if _SO_MANY.fullmatch(cell) else ""


def _listed(values: Sequence[str]) -> str:
    """ "Red, Blue or Green"."""
    return " or ".join(filter(None, (", ".join(values[:-1]), values[-1])))


def _values(cell: str) -> list[str]:
    """ "Red, Blue or Green" as three; none where it is no list of words."""
    found = [one.strip(" \"“”'") for one in re.split(r"\s*(?:,? or |,|/)\s*", cell.strip(_END))]
    return (
        found if all(re.fullmatch(r"(?i)(?!and\b|not\b|the\b|any\b)[A-Za-z][A-Za-z' ]*", one) for one in found) else []
    )


def of_bearers(before: str, rows: Rows) -> Rows:
    """ "| Hat | Wizards with this Hat |" as what those do whose Hat it is; empty for another table.

    `before`: what stands above it, of which "those who wear it" could speak.
    """
    names, *_ = rows
    found = _HAVING.fullmatch(names[1].strip(_END)) if len(names) == 2 else None
    if found is None:
        return ()
    if before.strip() and found["group"].casefold() == "those":
        return ()
    spell = _SPELL.fullmatch(names[0].strip(_END)) is not None
    cast = (found["verb"] or "").startswith(("cast", "selected"))
    thing = "" if spell else _COLOUR_OF.sub("", names[0].strip(_END))
    nouns = ("", "spell") if spell else ("", thing.casefold(), "colour", "color", "kind")
    counted = re.fullmatch(r"(?i)stars|crystals", thing) and re.search(r"(?i) many\b", names[1])
    known = spell or counted or _THING.fullmatch(thing)
    if spell is not cast or not known or (found["noun"] or "").casefold() not in nouns:
        return ()
    group = "each Wizard" if re.match(r"(?i)those|every|whoever", found["group"]) else found["group"]
    does = f"{found['does'].casefold()}" if found["does"] else "what happens"
    return _told(_Bearers(_whole(group), thing), rows, does)


def by_what_each_has(lead: str, rows: Rows) -> Rows:
    """ "Each Wizard loses Stars according to their Hat:" above "| Hat | Loss |"; empty for another table."""
    found = _FLOWS.fullmatch(lead) or _FOR_EACH.fullmatch(lead)
    names, *told = rows
    if found is None or len(names) != 2:
        return ()
    thing = found["thing"] or ""
    bearers = _Bearers(_whole(found["group"]), "" if thing.casefold() == "spell" or not thing else names[0].strip(_END))
    known = _SPELL.fullmatch(names[0].strip(_END)) if not bearers.thing else thing.casefold() == names[0].casefold()
    if not known:
        return ()
    verb = (found.groupdict().get("verb") or "").casefold()
    cells = [_does(verb, found.groupdict().get("of") or "", names[1], cell) for _, cell in told]
    if "" in cells:
        return ()
    return _told(bearers, [names, *((row[0], cell) for row, cell in zip(told, cells, strict=True))], "what happens")


def of_each(lead: str, rows: Rows) -> Rows:
    """ "For each Wizard:" above "| If they have | They |"; empty for another table."""
    found = _EACH_WHO.fullmatch(lead)
    names, *told = rows
    asks = _THEY_DO.fullmatch(names[0].strip(_END)) if len(names) == 2 else None
    if found is None or asks is None or plain(names[1]) not in _DOES:
        return ()
    cells = [_does("", "", names[1], cell) for _, cell in told]
    one = {"have": "has", "are": "is"}.get(asks["does"].casefold(), asks["does"].casefold())
    group = re.sub("(?i)^(?:all|every)\\b", "each", _whole(found["group"]))
    asked = of_one_kind([f"{one} {cell.strip(_END)}" for cell, _ in told])
    whose = [f"{group} who {so}" for so in asked]
    return [("Who", "what happens"), *zip(whose, cells, strict=True)] if asked and "" not in cells else ()


def _whole(group: str) -> str:
    """ "Wizards" as "all Wizards", "any Wizard" as "each Wizard"."""
    group = re.sub(r"(?i)^any (?=.*[^s]$)", "each ", lowered(group.strip()))
    return group if re.match(r"(?i)(?:each|every|all)\b", group) else f"all {re.sub('(?i)^any ', '', group)}"


def _told(bearers: _Bearers, rows: Rows, does: str) -> Rows:
    _, *told = rows
    said = [bearers.who(cell, [row[0] for row in told[:at]]) for at, (cell, _) in enumerate(told)]
    values = [one.casefold() for cell, _ in told for one in _values(cell)]
    if "" in said or len(set(values)) < len(values):
        return ()
    return [("Who", does), *((who, cell) for who, (_, cell) in zip(said, told, strict=True))]


def _does(verb: str, of: str, name: str, cell: str) -> str:
    """What a cell says that each of them does; empty where it is not certain."""
    cell, known = cell.strip(_END), plain(name)
    things = {of.casefold()} if of else {"stars", "crystals"}
    if known not in _DOES | _HOW_MUCH | things and known not in _AMOUNTS:
        return ""  # "Stars left", "Crystals" below "loses Stars"
    if _NONE.fullmatch(cell):
        return "nothing"
    ways = {way[:4].rstrip("s") for way in re.findall(r"gain|lose", verb)}
    if signed := _SIGNED.fullmatch(cell):
        way = "gain" if signed["sign"] == "+" else "lose"
        thing = signed["of"] or of or (name if known in ("stars", "crystals") else "")
        agrees = way in ways if len(ways) == 2 else not ways
        return f"{way}s {signed['much']} {thing}" if thing and agrees else ""
    if does := re.match(r"(?i)(?:they |that wizard )?(gain|lose|pay)s?\b", cell):
        return cell if not ways or does[1].casefold() in ways else ""
    own = _AMOUNTS.get(known, "")
    if not ways and own:
        ways = {own}
    if len(ways) != 1 or (own and own not in ways):
        return cell if known in _DOES and not verb else ""
    thing = of or (known.split()[0].capitalize() if known.startswith(("stars", "crystals")) else "")
    if _NUMBER.fullmatch(cell):
        return f"{ways.copy().pop()}s {cell} {thing}" if thing else ""
    return f"{ways.copy().pop()}s {cell}" if not of or re.search(rf"(?i)\b{of.rstrip('s')}", cell) else ""

"""What a ring duel begins with: the keys of a scenario file, checked; every fault is found at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pbp.errors import Fault, FileFaults
from pbp.games.base import READING, TEXTS, Setup
from pbp.games.wizard_ring.orders import RingOrder, asks_unclear
from pbp.spells import FIELDS, RingWizard, SpellList, read_list

_WIZARD_KEYS = {"name", "stars", "idle", "attributes"}


@dataclass(frozen=True, slots=True)
class State:
    """A ring duel before or after its one step; `casts` are the orders by which spells were cast, by Wizard.

    `wikitext` is the spell list, and `rulings` those on it, as they were written; `spells` and `outcomes` are what was
    made of them. `asked_anew` names the spells whose Inputs, unreadable as written, were reworded by a ruling.
    """

    wizards: tuple[RingWizard, ...]
    number: int
    earlier: Mapping[int, Mapping[str, str]]
    spells: SpellList = field(metadata=READING)
    outcomes: tuple[Mapping[str, Any], ...] = field(metadata=READING)
    floor: int | None
    stars: tuple[int, ...] | None = None
    attributes: tuple[Mapping[str, str | int], ...] = ()
    casts: Mapping[str, RingOrder] = field(default_factory=dict)
    asked_anew: frozenset[str] = field(default=frozenset(), compare=False)
    wikitext: str = field(default="", metadata=TEXTS)
    rulings: tuple[Mapping[str, Any], ...] = field(default=(), metadata=TEXTS)


def read_setup(setup: Setup) -> State:
    """The first state. Raises FileFaults with every fault of the setup."""
    faults: list[Fault] = []
    wizards = _wizards(setup.get("wizards"), faults)
    number, earlier = _duel(setup.get("duel", {}), faults)
    wikitext = _wikitext(setup.get("spell_list"), faults)
    rulings = _rulings(setup.get("rulings", []), faults)
    floor = _floor(setup.get("options", {}), faults)
    if faults:
        raise FileFaults(faults)
    attributes = frozenset(name for wizard in wizards for name in wizard.attributes)
    rewordings = [ruling for ruling in rulings if "outcomes" not in ruling]
    spells = read_list(wikitext, attributes, rewordings)
    for index, ruling in enumerate(rulings):
        _check_ruling(index, ruling, spells, {wizard.name for wizard in wizards}, faults)
    if faults:
        raise FileFaults(faults)
    outcomes = tuple(ruling for ruling in rulings if "outcomes" in ruling)
    written = read_list(wikitext, attributes) if any("inputs" in ruling for ruling in rewordings) else spells
    asked_anew = frozenset(
        name for name, spell in written.spells.items() if asks_unclear(spell) and not asks_unclear(spells.spells[name])
    )
    return State(
        tuple(wizards), number, earlier, spells, outcomes, floor,
        asked_anew=asked_anew, wikitext=wikitext, rulings=tuple(rulings),
    )  # fmt: skip


def _whole(value: Any) -> bool:
    return type(value) is int


def _wizards(given: Any, faults: list[Fault]) -> list[RingWizard]:
    if not isinstance(given, list) or not given:
        faults.append(Fault(("wizards",), "a ring duel needs [[wizards]], in ring order"))
        return []
    found: list[RingWizard] = []
    names: set[str] = set()
    for index, entry in enumerate(given):
        here: tuple[str | int, ...] = ("wizards", index)
        if not isinstance(entry, Mapping):
            faults.append(Fault(here, "a Wizard is a table with `name` and `stars`"))
            continue
        faults += [Fault((*here, key), f"a Wizard has no `{key}`") for key in entry if key not in _WIZARD_KEYS]
        name, stars, idle = entry.get("name"), entry.get("stars", 20), entry.get("idle", False)
        if not isinstance(name, str) or not name.strip():
            faults.append(Fault((*here, "name"), "a Wizard needs a name"))
            continue
        if name.casefold() in names:
            faults.append(Fault((*here, "name"), f"there are two Wizards called {name}"))
        names.add(name.casefold())
        if not _whole(stars):
            faults.append(Fault((*here, "stars"), "`stars` is a whole number"))
        if not isinstance(idle, bool):
            faults.append(Fault((*here, "idle"), "`idle` is true or false"))
        attributes = entry.get("attributes", {})
        if not isinstance(attributes, Mapping) or any(
            not isinstance(value, str) and not _whole(value) for value in attributes.values()
        ):
            faults.append(Fault((*here, "attributes"), "`attributes` gives each name a text or a whole number"))
            attributes = {}
        found.append(RingWizard(name, stars, dict(attributes), bool(idle)))
    return found


def _duel(given: Any, faults: list[Fault]) -> tuple[int, dict[int, dict[str, str]]]:
    if not isinstance(given, Mapping):
        faults.append(Fault(("duel",), "`duel` is a table with `number` and `history`"))
        return 1, {}
    faults += [Fault(("duel", key), f"a duel has no `{key}`") for key in given if key not in ("number", "history")]
    number = given.get("number", 1)
    if not _whole(number):
        faults.append(Fault(("duel", "number"), "`number` is a whole number"))
        number = 1
    earlier: dict[int, dict[str, str]] = {}
    history = given.get("history", [])
    for index, entry in enumerate(history if isinstance(history, list) else [None]):
        right = (
            isinstance(entry, Mapping) and _whole(entry.get("number")) and isinstance(entry.get("casts", {}), Mapping)
        )
        if not right or any(not isinstance(spell, str) for spell in entry.get("casts", {}).values()):
            faults.append(Fault(("duel", "history", index), "an earlier duel has a `number`, and `casts` by Wizard"))
        else:
            earlier[entry["number"]] = dict(entry.get("casts", {}))
    return number, earlier


def _wikitext(given: Any, faults: list[Fault]) -> str:
    text = given.get("wikitext") if isinstance(given, Mapping) else None
    if not isinstance(text, str):
        faults.append(Fault(("spell_list",), "[spell_list] needs `wikitext`, the text of the list page"))
        return ""
    return text


def _rulings(given: Any, faults: list[Fault]) -> list[Mapping[str, Any]]:
    found: list[Mapping[str, Any]] = []
    for index, entry in enumerate(given if isinstance(given, list) else [None]):
        spell = entry.get("spell") if isinstance(entry, Mapping) else None
        if not isinstance(entry, Mapping) or not isinstance(spell, str):
            faults.append(Fault(("rulings", index), "a ruling needs `spell`"))
        elif any(field in entry for field in FIELDS) == ("outcomes" in entry):
            which = "a ruling has `effect`, `inputs` or `cost`, or `wizard` with `outcomes`"
            faults.append(Fault(("rulings", index), which))
        elif any(not isinstance(entry.get(field, ""), str) for field in FIELDS):
            faults.append(Fault(("rulings", index), "`effect`, `inputs` and `cost` are texts: the new words"))
        else:
            found.append(entry)
    return found


def _check_ruling(
    index: int, ruling: Mapping[str, Any], spells: SpellList, names: set[str], faults: list[Fault]
) -> None:
    here = ("rulings", index)
    if spells.find(ruling["spell"]) is None:
        faults.append(Fault((*here, "spell"), f"there is no spell {ruling['spell']} on the list"))
    if "outcomes" not in ruling:
        return
    if ruling.get("wizard") not in names:
        faults.append(Fault((*here, "wizard"), "`wizard` is the name of the Wizard whose cast it is"))
    outcomes = ruling["outcomes"]
    if not isinstance(outcomes, Mapping) or any(
        name not in names
        or not isinstance(changes, Mapping)
        or any(not _whole(value) and not isinstance(value, str) for value in changes.values())
        for name, changes in outcomes.items()
    ):
        faults.append(Fault((*here, "outcomes"), "`outcomes` gives Wizards their changes: { Alice = { stars = 2 } }"))


def _floor(given: Any, faults: list[Fault]) -> int | None:
    if not isinstance(given, Mapping):
        faults.append(Fault(("options",), "`options` is a table"))
        return None
    floor = given.get("stars_floor")
    if floor is not None and floor is not False and not _whole(floor):
        faults.append(Fault(("options", "stars_floor"), "`stars_floor` is a whole number"))
        return None
    return floor if _whole(floor) else None

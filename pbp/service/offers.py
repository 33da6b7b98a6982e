"""What is offered to the Battle Master for a spell that cannot be read: numbered once, and so for the duel's life."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from pbp.errors import Refused
from pbp.ports import Adviser
from pbp.service.desk import Desk
from pbp.spells import FIELDS, Spell, read_list
from pbp.spells.changes import words_digest
from pbp.spells.suggest import MOST, Mark, Suggestion, marks, plain, reworded, suggest, suggest_all
from pbp.store import Duel, Tx

MOST_LOOKS = 40
"""For how many unreadable spells of a list rewordings are looked for before anybody asks for one of them."""


@dataclass(frozen=True)
class Offer:
    """A rewording by its number: of each field that changes, the author's words and the new ones."""

    number: int
    spell: Spell
    suggestion: Suggestion

    @cached_property
    def fields(self) -> list[tuple[str, str, tuple[Mark, ...]]]:
        """Label, new text, and the new text with what differs from the author's marked."""
        return [
            (FIELDS[field], words, marks(self.spell.text.get(FIELDS[field], ""), words))
            for field, words in self.suggestion.fields
        ]

    @property
    def lines(self) -> list[str]:
        """The fields for a letter, a line each."""
        by = f" ({self.suggestion.by})" if self.suggestion.by else ""
        return [f"{label}: {plain(found)}{by}" for label, _, found in self.fields]


def written(tx: Tx, duel: Duel) -> Mapping[str, Spell]:
    """The spells of a ring duel's list as they stand written, as its own wizards' values let them be read."""
    ring = set(duel.seats)
    attributes = frozenset(name for wizard in tx.wizards() if wizard.name in ring for name in wizard.attributes)
    return read_list(duel.list_text or "", attributes).spells


def offers(desk: Desk, tx: Tx, duel: Duel, spell: Spell) -> list[Offer]:
    """At most three rewordings, best first: as they were ruled before, then as they were found.

    The first look settles them and their numbers. Nobody outside is asked here: that a question is put while a duel
    waits would tell what was cast.
    """
    words = words_digest(spell)
    kept = tx.offers(duel.number, spell.name, words)
    if not kept:
        found = [Suggestion(_pairs(fields), "as it was ruled before") for fields in tx.rewordings(words, duel.number)]
        asked = desk.adviser.known(spell) if desk.adviser else ()
        new = [(one.reworded, one.by) for one in distinct(spell, [*found, *suggest(spell), *asked])]
        tx.add_offers(duel.number, spell.name, words, new)
        kept = tx.offers(duel.number, spell.name, words)
    return [Offer(number, spell, Suggestion(_pairs(fields), by)) for number, (fields, by) in enumerate(kept, 1)]


def distinct(spell: Spell, found: Sequence[Suggestion]) -> list[Suggestion]:
    """Those that make the spell readable, each meaning something else: at most three, in their order."""
    programs: list[object] = []
    kept: list[Suggestion] = []
    for suggestion in found:
        program = reworded(spell, suggestion.reworded).program
        if program is not None and program not in programs and len(kept) < MOST:
            programs.append(program)
            kept.append(suggestion)
    return kept


def all_offers(desk: Desk, tx: Tx, duel: Duel, names: Sequence[str]) -> dict[str, list[Offer]]:
    """The offers for the first MOST_LOOKS of these spells of a duel, by name."""
    listed = written(tx, duel)
    unclear = [name for name in dict.fromkeys(names) if name in listed and listed[name].unclear][:MOST_LOOKS]
    suggest_all(listed[name] for name in unclear)
    return {name: offers(desk, tx, duel, listed[name]) for name in unclear}


def find(desk: Desk, tx: Tx, duel: Duel, name: str, number: int) -> Offer:
    """The offer of that number for a spell. Raises Refused."""
    spell = next((spell for known, spell in written(tx, duel).items() if known.casefold() == name.casefold()), None)
    if spell is None:
        raise Refused(f"there is no spell {name} on the list of duel {duel.number}")
    known = offers(desk, tx, duel, spell) if spell.unclear else []
    offer = next((offer for offer in known if offer.number == number), None)
    if offer is None:
        count = f"only {len(known)}" if known else "none"
        raise Refused(f"there is no suggestion {number} for {spell.name}: {count} could be made; reword it yourself")
    return offer


def look(desk: Desk, text: str, attributes: frozenset[str]) -> None:
    """Looks for rewordings of a list's unreadable spells before a transaction begins in which they are shown.

    Where fewer than three are found, the adviser is asked, of every such spell of the list, whoever may cast it.
    """
    unclear = (spell for spell in read_list(text, attributes).spells.values() if spell.unclear)
    looked = list(islice(unclear, MOST_LOOKS))
    suggest_all(looked)
    for spell in looked:
        look_once(desk.adviser, spell)


def look_once(adviser: Adviser | None, spell: Spell) -> tuple[Suggestion, ...]:
    """The rewordings of one spell, of the adviser too if there are not enough without."""
    found = suggest(spell)
    if adviser is None or not spell.unclear or len(found) == MOST:
        return found
    return tuple(distinct(spell, [*found, *adviser.ask(spell)]))


def _pairs(fields: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    return tuple((field, fields[field]) for field in FIELDS if field in fields)

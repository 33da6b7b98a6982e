"""What the spell reader understands of the spells on a page, for their readers and writers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

from pbp import spells
from pbp.errors import Unclear
from pbp.spells.changes import compare
from pbp.spells.elsewhere import worked_out
from pbp.spells.suggest import Suggestion, marks, suggest, suggest_all
from pbp.spells.suggest.put import put
from pbp.web.facts import Offered, PublicDuel
from pbp.web.records import NEVER, SpellRecord
from pbp.web.rooms import Rooms

LISTS = 25
"""How many lists back a change of wording is looked for."""


MOST_LOOKS = 8
"""For how many unclear spells of a page rewordings are looked for while somebody waits for it."""


@dataclass(frozen=True, slots=True)
class ExplainedSpell:
    """One spell, explained: its inputs, its terms (Cost, Speed, Traits) and what it does, or what is unclear.

    `suggestions` are numbered rewordings of an unclear one; `looked` is False where they were not looked for.
    `record` is what it did in duels so far; `reworded` the number of the duel in whose list its wording was last new,
    or None if that is not known.
    """

    name: str
    asks: tuple[str, ...]
    terms: tuple[tuple[str, str], ...]
    says: str
    unclear: tuple[Unclear, ...]
    record: SpellRecord | None = None
    reworded: int | None = None
    suggestions: tuple[Offered, ...] = ()
    looked: bool = True


def explained(rooms: Rooms, text: str, until: int | None = None) -> dict[str, ExplainedSpell]:
    """The notes on all spells of a page, by name in small letters; `until` is the duel whose list it is.

    None if the page has no spells, or they cannot be read now.
    """
    none: dict[str, ExplainedSpell] = {}
    return rooms.asked(lambda: dict(_explained(rooms, text, until)), none)


def touched(rooms: Rooms, old: str, new: str) -> tuple[list[ExplainedSpell], tuple[str, ...]]:
    """The notes on the spells that are new or worded otherwise in the new text, and the names of those gone."""
    nothing: tuple[list[ExplainedSpell], tuple[str, ...]] = [], ()
    return rooms.asked(lambda: _touched(rooms, old, new), nothing)


def _explained(rooms: Rooms, text: str, until: int | None) -> Iterator[tuple[str, ExplainedSpell]]:
    listed = read_once(text, _attributes(rooms))
    if not listed.spells:
        return
    records = rooms.spell_records()
    lists = (duel for duel in rooms.duels() if until is None or duel.number <= until)
    changed = _reworded(rooms, listed, lists)
    said = _said_once(text, _attributes(rooms))
    looked = _looked_for(listed.spells.values())
    suggest_all(listed.spells[name] for name in looked)
    for name, spell in listed.spells.items():
        note = _note(spell, said[name], records.get(name, NEVER), changed.get(name), look=name in looked)
        yield name.casefold(), note


def _reworded(rooms: Rooms, listed: spells.SpellList, duels: Iterable[PublicDuel]) -> dict[str, int]:
    """For each spell the newest duel whose list had it new or worded otherwise than the list before; newest first."""
    found: dict[str, int] = {}
    later: tuple[int, spells.SpellList] | None = None
    for duel in islice(duels, LISTS):
        page = rooms.site.wiki.read(duel.list_title) if duel.list_title else None
        if page is None:
            continue
        current = read_once(page.text, _attributes(rooms))
        if later:
            changes = compare(current, later[1])
            for name in (*changes.new, *changes.changed):
                found.setdefault(name, later[0])
        later = duel.number, current
        if all(name in found for name in listed.spells):
            return found
    if later and later[0] == 1:
        found = dict.fromkeys(later[1].spells, 1) | found
    return found


def _touched(rooms: Rooms, old: str, new: str) -> tuple[list[ExplainedSpell], tuple[str, ...]]:
    before, after = read_once(old, _attributes(rooms)), read_once(new, _attributes(rooms))
    changes = compare(before, after)
    # A spell may become unclear, or clear, by a change of another that it names.
    turned = [
        name
        for name, spell in after.spells.items()
        if (earlier := before.find(name)) and bool(earlier.unclear) != bool(spell.unclear)
    ]
    names = dict.fromkeys((*changes.new, *changes.changed, *turned))
    looked, said = _looked_for(after.spells[name] for name in names), _said_once(new, _attributes(rooms))
    suggest_all(after.spells[name] for name in looked)
    notes = [
        _note(after.spells[name], said[name], look=name in looked, find=rooms.service.suggestions) for name in names
    ]
    return notes, changes.gone


def of_draft(text: str, tracked: frozenset[str], most: int) -> list[ExplainedSpell]:
    """The notes on all spells of a text that is nobody's page; rewordings are looked for for so many, here alone."""
    found = spells.read_list(text, tracked).spells.values()
    looked = {spell.name for spell in islice((spell for spell in found if spell.unclear), most)}
    return [_note(spell, spells.say(spell), look=spell.name in looked) for spell in found]


def put_into_draft(text: str, tracked: frozenset[str], choice: str) -> str | None:
    """Such a text with a suggestion put into it; `choice` is its number, a space and the spell's name."""
    number, _, name = choice.partition(" ")
    spell = spells.read_list(text, tracked).spells.get(name)
    if spell is None or not number.isdigit():
        return None
    found = dict(enumerate(suggest(spell), 1)).get(int(number[:3]))
    return put(text, name, found.reworded, tracked) if found else None


def _looked_for(found: Iterable[spells.Spell]) -> set[str]:
    """The spells for which rewordings are looked for: a page full of unclear ones would keep its reader waiting."""
    return {spell.name for spell in islice((spell for spell in found if spell.unclear), MOST_LOOKS)}


def _note(
    spell: spells.Spell,
    said: str,
    record: SpellRecord | None = None,
    reworded: int | None = None,
    *,
    look: bool,
    find: Callable[[spells.Spell], Sequence[Suggestion]] = suggest,
) -> ExplainedSpell:
    asks = tuple(ask.label for ask in spell.inputs)
    offered = tuple(_offered(spell, *pair) for pair in enumerate(find(spell), 1)) if look else ()
    return ExplainedSpell(spell.name, asks, tuple(spell.terms), said, spell.unclear, record, reworded, offered, look)


def _offered(spell: spells.Spell, number: int, suggestion: Suggestion) -> Offered:
    fields = tuple(
        (spells.FIELDS[field], marks(spell.text.get(spells.FIELDS[field], ""), words))
        for field, words in suggestion.fields
    )
    return Offered(number, fields, suggestion.by)


def taken(rooms: Rooms, text: str, choice: str) -> str | None:
    """The text with a suggestion put into it; `choice` is its number, a space and the spell's name."""
    number, _, name = choice.partition(" ")
    attributes = _attributes(rooms)
    spell = read_once(text, attributes).spells.get(name)
    if spell is None or not number.isdigit():
        return None
    found = dict(enumerate(rooms.service.suggestions(spell), 1)).get(int(number[:3]))
    return put(text, name, found.reworded, attributes) if found else None


def _attributes(rooms: Rooms) -> frozenset[str]:
    return frozenset(name for wizard in rooms.wizards() for name, _ in wizard.attributes)


@lru_cache(maxsize=512)
def read_once(text: str, tracked: frozenset[str]) -> spells.SpellList:
    """The spells of a list, which is read once however often it is asked for: the same words mean the same for ever."""
    return spells.read_list(text, tracked)


@lru_cache(maxsize=64)
def _said_once(text: str, tracked: frozenset[str]) -> Mapping[str, str]:
    return worked_out(_said, text, tracked)


def _said(text: str, tracked: frozenset[str]) -> Mapping[str, str]:
    """What every spell of a list does, in canonical English, by name."""
    return {name: spells.say(spell) for name, spell in spells.read_list(text, tracked).spells.items()}

"""From the text of a list page to spells: programs where every word is understood, else what is unclear."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from itertools import islice, product
from typing import Any, TypeVar

from pbp.errors import Unclear
from pbp.spells import steps
from pbp.spells import tree as t
from pbp.spells.around import Around
from pbp.spells.cutting.checks import CHECKS
from pbp.spells.cutting.names import check_names, check_own_words, check_yours
from pbp.spells.cutting.person import check_person, is_you
from pbp.spells.cutting.sentences import sentences
from pbp.spells.cycles import uncollected
from pbp.spells.elsewhere import worked_out
from pbp.spells.english.ones import with_thing
from pbp.spells.inputs import Puzzle, read_speed, read_traits
from pbp.spells.normal import normal
from pbp.spells.page.wikitext import Passage, passages
from pbp.spells.problems import SEE_THE_GUIDE
from pbp.spells.readings import read_cost, read_inputs, read_sentence
from pbp.spells.refer.between import check_between
from pbp.spells.refer.check import check
from pbp.spells.refer.decided import is_denied
from pbp.spells.refer.paid import spelt_out
from pbp.spells.refer.sections import check_sections
from pbp.spells.refer.sentences import Resolver
from pbp.spells.refer.telling import NO_MARKS, PATTERNS, marks_of
from pbp.spells.steps import TooLong
from pbp.spells.tables import cases
from pbp.spells.terms import given_names
from pbp.spells.walk import parts
from pbp.spells.wording.sentences import Sayer, Unsaid
from pbp.spells.words import KindWord, Names, straight

T = TypeVar("T")

FAULT = "the reader has a fault here"
"""Why a sentence is refused on which the reader fails. No test of the project may meet it."""

FIELDS = {"inputs": "Inputs", "cost": "Cost", "effect": "Effect"}
"""What a ruling may reword, and the label under which it stands on the page."""

MOST_SENTENCES, MOST_SPELLS = 40, 250
"""What is read: of an Effect so many sentences, of a list so many spells."""
LONGEST_NAME, LONGEST_LINE = 60, 400
"""Characters of a spell's name, and of its Inputs, Cost, Speed or Traits."""


def _in_state(faults: Sequence[Unclear]) -> tuple[Unclear, ...]:
    """The faults of a spell as digests of states have had them up to the second version of bundles.

    It was the first of them, when no other was found, with the hint of that day: a duel that closed so is to go on.
    """
    hint = "readable here: Stars or a tracked value, a die such as DICE6, a number"
    return tuple(replace(fault, hint=hint) if fault.hint == SEE_THE_GUIDE else fault for fault in faults[:1])


@dataclass(frozen=True)
class Spell:
    """A spell of a list: as written, and as understood (`program` None: it needs a ruling).

    `text` has the words after each label; `sentences` are those of the Effect, for causes.
    """

    name: str
    text: Mapping[str, str]
    anchor: str = ""
    program: t.Program | None = None
    unclear: tuple[Unclear, ...] = field(default=(), metadata={"in_state": _in_state})
    sentences: tuple[str, ...] = ()
    inputs: tuple[t.Input, ...] = ()
    around: Around = field(default=Around(), repr=False, compare=False)

    @property
    def terms(self) -> list[tuple[str, str]]:
        """What the page says of it beside its Inputs and its Effect: Cost, Speed and Traits, as written."""
        return [(label, self.text[label]) for label in ("Cost", "Speed", "Traits") if self.text.get(label)]


@dataclass(frozen=True)
class SpellList:
    """The spells of a list in their order, by name."""

    spells: Mapping[str, Spell] = field(default_factory=dict)

    def find(self, name: str) -> Spell | None:
        """The spell of that name, regardless of case."""
        wanted = " ".join(name.casefold().split())
        return next((spell for known, spell in self.spells.items() if known.casefold() == wanted), None)

    def left_out(self, asked: t.Input) -> frozenset[str]:
        """The spells that an input excludes, by name or for their traits; in small letters."""
        unlike = (
            name
            for name, spell in self.spells.items()
            for trait, wanted in asked.traits
            if wanted != any(trait.casefold() == has.casefold() for has in read_traits(spell.text.get("Traits", "")))
        )
        return frozenset(name.casefold() for name in (*asked.but, *unlike))

    @property
    def unclear(self) -> tuple[Unclear, ...]:
        """What needs a ruling, spell by spell."""
        return tuple(item for spell in self.spells.values() for item in spell.unclear)


def read_list(
    wikitext: str, attributes: frozenset[str] = frozenset(), rulings: Sequence[Mapping[str, Any]] = ()
) -> SpellList:
    """The spells of a page. `attributes` are the tracked values that Wizards have beside Stars.

    `rulings`: the Battle Master's rewordings, as mappings with `spell` and the whole new text of one or more FIELDS.
    Never raises.
    """
    reworded: dict[str, dict[str, str]] = {}
    for ruling in rulings:
        new = {label: str(ruling[field]) for field, label in FIELDS.items() if field in ruling}
        reworded.setdefault(str(ruling["spell"]).casefold(), {}).update(new)
    found: dict[str, Passage] = {}
    known: dict[str, str] = {}
    twice: set[str] = set()
    for passage in passages(wikitext):
        new = reworded.get(passage.name.casefold(), {})
        if new:
            passage = replace(passage, text=passage.text | new, effects=1 if "Effect" in new else passage.effects)
        first = known.setdefault(passage.name.casefold(), passage.name)
        if first in found:
            twice.add(first)
        else:
            found[first] = passage
    traits = sorted({trait for passage in found.values() for trait in read_traits(passage.get("Traits"))})
    names = [name for name in islice(found, MOST_SPELLS) if len(name) <= LONGEST_NAME]
    around = Around(tuple(names), tuple(sorted(attributes)), tuple(traits))
    with uncollected():
        spells = dict(worked_out(_read_all, tuple(found.values()), around))
    for name in twice:
        unclear = Unclear(name, "", "two spells on the list have this name", "give each spell a name of its own")
        spells[name] = replace(spells[name], program=None, unclear=(unclear,))
    for name, passage in found.items():
        if passage.effects > 1 and name not in twice:
            unclear = Unclear(name, "", "the spell has two Effects", "write one Effect, or two spells")
            spells[name] = replace(spells[name], program=None, unclear=(unclear, *spells[name].unclear))
    return SpellList(spells)


def _read_all(found: Iterable[Passage], around: Around) -> dict[str, Spell]:
    """The spells of a list, one after the other, as far as the steps for a whole list go."""
    spells: dict[str, Spell] = {}
    taken = 0
    for passage in found:
        reason = _too_much(passage, len(spells))
        if not reason and taken < steps.LIST:
            spells[passage.name], more = _read_once(passage.name, tuple(passage.text.items()), passage.anchor, around)
            taken += more
            continue
        reason = reason or "the spells before it take all the steps in which a list is read"
        unclear = Unclear(passage.name, "", reason, "split it" if taken < steps.LIST else "make a shorter list")
        spells[passage.name] = Spell(passage.name, passage.text, passage.anchor, unclear=(unclear,), around=around)
    return spells


def _too_much(passage: Passage, before: int) -> str:
    """Which limit of size a spell goes beyond, of which that many stand before it on the list; empty if none."""
    if before >= MOST_SPELLS:
        return f"a list holds {MOST_SPELLS} spells"
    if len(passage.name) > LONGEST_NAME:
        return f"its name has more than {LONGEST_NAME} characters"
    for label, words in passage.text.items():
        if label != "Effect" and len(words) > LONGEST_LINE:
            return f"its {label} have more than {LONGEST_LINE} characters"
    if len(sentences(passage.get("Effect"))) > MOST_SENTENCES:
        return f"its Effect has more than {MOST_SENTENCES} sentences"
    return ""


@lru_cache(maxsize=4096)
def _read_once(name: str, text: tuple[tuple[str, str], ...], anchor: str, around: Around) -> tuple[Spell, int]:
    """A spell of a list, and the steps that reading it takes; the same words among the same names are read once."""
    with steps.within(steps.SPELL) as within:
        return _Reader(around).spell(Passage(name, dict(text), anchor)), within.taken


ReadBefore = dict[tuple[Any, ...], list[Any] | Puzzle]
"""The sentences of one spell that were read before, each with its readings or why it has none."""


class _Reader:
    """Reads the spells of one list, each with the names that its words may use."""

    def __init__(self, around: Around, known: ReadBefore | None = None):
        self.around, self.known = around, known
        self.you = False  # whether the caster is "you", or "I", in the Effect that is read
        self.marks = NO_MARKS  # of the Effect that is read

    def spell(self, passage: Passage) -> Spell:
        """One spell of the list, with all faults of its text: of each line, and of each sentence by itself.

        Whom the sentences mean is asked once each of them, and the Inputs line, can be read.
        """
        own, texts = passage.name, sentences(passage.get("Effect"))
        faults: list[Unclear] = []

        def part(place: str, read: Callable[[], T]) -> T | None:
            try:
                return read()
            except TooLong:
                faults.append(Unclear(own, place, "the spell is too involved to be read", "split it"))
                return None
            except Puzzle as puzzle:
                sentence = place or (texts[puzzle.sentence] if puzzle.sentence < len(texts) else "")
                faults.append(Unclear(own, sentence, puzzle.reason, puzzle.hint))
                return None
            except Exception as fault:  # no words of a player make anything raise
                faults.append(Unclear(own, place, f"{FAULT} ({type(fault).__name__})", "say it in other words"))
                return None

        asked, cost, swift = (passage.get(label) for label in ("Inputs", "Cost", "Speed"))
        inputs = part(asked, lambda: read_inputs(asked, self.around, own))
        part(asked, lambda: self._are_used(asked, inputs or (), f"{passage.get('Effect')} {cost}"))
        speed = part(swift, lambda: read_speed(swift))
        part("", lambda: check_person(passage.get("Effect")))
        for checked in CHECKS:
            part("", partial(checked, passage.get("Effect")))
            part(cost, partial(checked, cost))
        part("", lambda: check_yours(passage.get("Effect"), self.around.attributes))
        part("", lambda: check_names(passage.get("Effect"), cost, inputs or ()))
        self.you = is_you(passage.get("Effect"))
        self.price: t.Price | None = None
        known = self.around.names_of(own, inputs or (), passage.get("Effect"))
        called = (*known.tables["T_ROLE"].values(), *(kind.word for kind in known.kinds))
        part("", lambda: check_own_words({*called}.difference(one.noun for one in inputs or ())))
        price = part(cost, lambda: self._price(cost, known, inputs, own))
        self.price = price
        told = [with_thing(text, before, known) for text, before in zip(texts, ("", *texts), strict=False)]
        readings = [
            part(text, partial(self._sentence, plain, known)) or [] for text, plain in zip(texts, told, strict=True)
        ]
        acts = None
        part("", lambda: check_sections(readings, texts, passage.get("Effect")))
        if inputs is not None and all(readings):
            acts = part("", lambda: _steady(self._acts(readings, texts, inputs, own), known.kinds))
        program = None
        if not faults:
            assert inputs is not None and speed is not None and acts is not None
            program = t.Program(inputs, acts, price, speed, read_traits(passage.get("Traits")))
        return Spell(own, passage.text, passage.anchor, program, tuple(faults), texts, inputs or (), self.around)

    def _are_used(self, asked: str, inputs: tuple[t.Input, ...], text: str) -> None:
        """That a word alone that looks like a name says nothing of an input: "Optional: a position". Raises Puzzle."""
        for name in given_names(inputs, self.around.known):
            named = rf"(?i)\b(?:the|an?|called|named|as) \"?(?:the )?{re.escape(name)}\b"
            if not re.search(rf"(?i)\b{re.escape(name)}\b", text) and not re.search(named, straight(asked)):
                raise Puzzle(f'nothing is said of "{name}"', "speak of it in the Effect, or leave it out")

    def _price(self, text: str, names: Names, inputs: tuple[t.Input, ...] | None, own: str) -> t.Price | None:
        """The price; without known `inputs` it is only asked whether the words can be read."""
        if not text:
            return None
        found: list[t.Price] = []
        trouble: list[Puzzle] = []
        for reading in read_cost(text, names):
            if inputs is None:
                return None
            try:
                fixed = Resolver(inputs, own).price(reading)
            except Puzzle as puzzle:
                trouble.append(puzzle)
                continue
            if PATTERNS["if_not"].search(text) and any(is_denied(test) for test, _, _ in fixed.parts):
                raise Puzzle('"if not" could be the case named before, or the other', "say: otherwise")
            if fixed not in found:
                found.append(fixed)
        if not found:
            raise trouble[0]
        if len(found) > 1:
            raise Puzzle("the cost can be read in two ways")
        return found[0]

    def _acts(
        self, readings: list[list[t.Act]], texts: Sequence[str], inputs: tuple[t.Input, ...], own: str
    ) -> tuple[t.Act, ...]:
        """What the sentences do. Raises Puzzle."""
        if not readings:
            raise Puzzle("the Effect is empty")
        self.marks = marks_of(texts)
        check_between(readings, texts, inputs)
        return self._together(readings, inputs, own)

    def _sentence(self, text: str, names: Names) -> list[Any]:
        """All readings of a sentence; what was read before, or found unreadable, costs nothing. Raises Puzzle."""
        if any(text == kind.sentence for kind in names.kinds):
            return [t.Seq(())]
        if self.known is None:
            return read_sentence(text, names)
        key = text, names.kinds, *(tuple(names.tables[terminal]) for terminal in ("T_INPUTWORD", "T_ROLE"))
        if key not in self.known:
            try:
                self.known[key] = read_sentence(text, names)
            except Puzzle as puzzle:
                self.known[key] = puzzle
        found = self.known[key]
        if isinstance(found, Puzzle):
            raise found
        return found

    def _together(self, readings: list[list[t.Act]], inputs: tuple[t.Input, ...], own: str) -> tuple[t.Act, ...]:
        """What the sentences do together, each given in all its readings."""
        found: dict[Any, tuple[t.Act, ...]] = {}
        trouble: list[Puzzle] = []
        open_end: Puzzle | None = None
        for choice in islice(product(*readings), 256):
            steps.spend(steps.RESOLVING * len(choice))
            try:
                acts = Resolver(inputs, own, self.you, self.marks).effect(spelt_out(list(choice), self.price))
                if not acts:
                    raise Puzzle("nothing is said of what happens", "say what it does, for example: gain 2 Stars")
                check(acts, inputs, own, self.around.attributes)
                found.setdefault(normal(acts), acts)
                open_end = open_end or _reaches(choice, readings)
            except Puzzle as puzzle:
                trouble.append(puzzle)
        double = next((puzzle for puzzle in trouble if puzzle.double), None)
        if double is not None:
            raise double
        if not found:
            raise trouble[0]
        if len(found) > 1:
            first, second = islice(found.values(), 2)
            raise _two_ways(first, second, inputs, own)
        if open_end is not None:
            raise open_end
        return next(iter(found.values()))


def _reaches(choice: Sequence[t.Act], readings: Sequence[Sequence[t.Act]]) -> Puzzle | None:
    """ "You gain 1 Star, but your neighbours lose 1 each if they both cast Burn": if the condition is read as one of
    all that happens, or of what stands right before it, and could be the other, what tells against that is no reason.
    """
    for number, (said, known) in enumerate(zip(choice, readings, strict=True)):
        trails = {part: _of_last(part) for part in parts(said) if isinstance(part, t.Trail)}
        others = [part for one in known if one != said for part in parts(one) if isinstance(part, t.Trail)]
        if any(last in others or part in map(_of_last, others) for part, last in trails.items()):
            reason = "is this a condition of the whole, or of what is said last?"
            return Puzzle(reason, "say the condition first", double=True, sentence=number)
    return None


def _of_last(said: t.Trail) -> t.Trail | None:
    """The condition of all that happens as one of what happens last; None where that is all."""
    match said.act:
        case t.Seq((*_, last)) if not any(isinstance(part, t.Note | t.NotPaid) for part in parts(last)):
            # but for ", rounded down", "nothing is paid if ..."
            return replace(said, act=last)
    return None


def _joins(acts: tuple[t.Act, ...]) -> list[str]:
    """The groups that "and" makes of Wizards, in any order."""
    return sorted(str(part) for part in parts(acts) if isinstance(part, t.Join))


def _two_ways(first: tuple[t.Act, ...], second: tuple[t.Act, ...], inputs: tuple[t.Input, ...], own: str) -> Puzzle:
    """Says which sentence differs between two readings, and both in their own words."""
    puzzle = Puzzle("it can be read in two ways", "split the sentence, or name each Wizard")
    puzzle.double = _joins(first) != _joins(second)  # who goes with whom after "and": told before any other trouble
    try:
        said = [Sayer(inputs, own).effect(acts) for acts in (first, second)]
    except Unsaid:
        said = []
    if len(set(said)) == 2:
        puzzle.hint = f'say "{said[0]}" or "{said[1]}"'
    for one, other in zip(first, second, strict=False):
        if one != other:
            puzzle.sentence = getattr(one, "at", 0)
            break
    return puzzle


def _steady(acts: tuple[t.Act, ...], kinds: Sequence[KindWord]) -> tuple[t.Act, ...]:
    """The outcomes, if the text's own words mean the same throughout. Raises Puzzle."""
    later = any(getattr(part, "stage", 0) for part in parts(acts))
    for kind in kinds if later else ():
        if kind.changing:
            raise Puzzle(f'"{kind.word}" could mean others by then', "say it in full where it is meant")
    return acts


def fixed_outcomes(
    spell: Spell, outcomes: Mapping[str, Mapping[str, int | str]], places: Mapping[str, int]
) -> t.Program:
    """A program of the changes that the Battle Master ruled for one cast: Wizard -> "stars" or attribute -> change."""
    acts: list[t.Act] = []
    for name, changes in outcomes.items():
        who = t.At(t.Int(places[name] + 1))
        for attr, change in changes.items():
            if isinstance(change, str):
                acts.append(t.Assign(who, attr, t.Text(change)))
            else:
                named = "Stars" if attr.casefold() == "stars" else attr
                acts.append(t.Change(who, named, change > 0, t.Int(abs(change))))
    speed = spell.program.speed if spell.program else 1
    return t.Program(spell.inputs, tuple(acts), None, speed)


def say(spell: Spell) -> str:
    """The Effect of a readable spell in canonical English, which reads as the same spell again on its list.

    A spell for which there is no canonical wording is said in its own words; one that needs a ruling as written.
    """
    said = None if spell.program is None else canonical(spell)
    if said is None and any(map(cases.is_row, spell.sentences)):
        return spell.text["Effect"]
    return " ".join(spell.sentences) if said is None else said


def canonical(spell: Spell) -> str | None:
    """The canonical wording of a readable spell, made from its program alone; None where there is none."""
    assert spell.program is not None
    for explicit in (False, True):
        try:
            said = Sayer(spell.program.inputs, spell.name, explicit=explicit).effect(spell.program.acts)
        except Unsaid:
            return None
        if _reads_as(said, spell):
            return said
    return None


def _reads_as(said: str, spell: Spell) -> bool:
    again, _ = _read_once(spell.name, tuple({**spell.text, "Effect": said}.items()), spell.anchor, spell.around)
    return again.program == spell.program


def names_around(spell: Spell, inputs: tuple[t.Input, ...]) -> Names:
    """The names that the words of a spell of a list may use, if it asks for these inputs."""
    return spell.around.names_of(spell.name, inputs)


def read_again(spell: Spell, text: Mapping[str, str], known: ReadBefore | None = None) -> Spell:
    """A spell of a list with other words after some labels, read among the names of its list.

    `known` keeps the sentences that are read, for the next time.
    """
    with steps.within(steps.SPELL):
        return _Reader(spell.around, known).spell(Passage(spell.name, {**spell.text, **text}, spell.anchor))

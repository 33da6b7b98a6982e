"""From the text of a list page to spells: programs where every word is understood, else what is unclear."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from itertools import islice, pairwise, product
from typing import Any, TypeVar

from pbp.errors import Unclear
from pbp.spells import steps
from pbp.spells import tree as t
from pbp.spells.cutting.checks import CHECKS
from pbp.spells.cutting.marks import trimmed, undashed, unpointed
from pbp.spells.cutting.names import check_names, check_own_words, check_yours
from pbp.spells.cutting.sentences import sentences
from pbp.spells.cycles import uncollected
from pbp.spells.elsewhere import worked_out
from pbp.spells.english.decreed import decreed
from pbp.spells.english.reading import ONE_WORD, cost_words, grammar
from pbp.spells.english.reading import chart as english_chart
from pbp.spells.english.reading import inputs as english_inputs
from pbp.spells.english.reading import readings as english
from pbp.spells.inputs import Puzzle, read_speed, read_traits
from pbp.spells.normal import normal
from pbp.spells.page.wikitext import Passage, passages
from pbp.spells.problems import SEE_THE_GUIDE, unreadable
from pbp.spells.refer.check import check
from pbp.spells.refer.decided import is_denied
from pbp.spells.refer.sentences import Resolver
from pbp.spells.refer.telling import NO_MARKS, PATTERNS, marks_of
from pbp.spells.steps import TooLong
from pbp.spells.tables import across, cases, columns
from pbp.spells.terms import given_names, input_names, with_kinds
from pbp.spells.terms import roles as roles_of
from pbp.spells.walk import is_one, parts
from pbp.spells.wording.sentences import Sayer, Unsaid
from pbp.spells.words import KindWord, Names, Token, straight
from pbp.spells.words import key as words_of

T = TypeVar("T")

FAULT = "the reader has a fault here"
"""Why a sentence is refused on which the reader fails. No test of the project may meet it."""

FIELDS = {"inputs": "Inputs", "cost": "Cost", "effect": "Effect"}
"""What a ruling may reword, and the label under which it stands on the page."""

MOST_LISTED = 160
"""The most words of a sentence that lists points; each of them has at most MOST_WORDS."""
MOST_WORDS, MOST_SENTENCES, MOST_SPELLS = 80, 40, 250
"""What is read: of a sentence so many words, of an Effect so many sentences, of a list so many spells."""
LONGEST_NAME, LONGEST_LINE = 60, 400
"""Characters of a spell's name, and of its Inputs, Cost, Speed or Traits."""


@dataclass(frozen=True)
class Around:
    """The names that the words of a list's spells may use."""

    names: tuple[str, ...] = ()
    attributes: tuple[str, ...] = ()
    traits: tuple[str, ...] = ()


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
        self.names, self.attributes, self.traits = list(around.names), around.attributes, around.traits
        self._known = (*self.names, *self.attributes, *self.traits)
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
        part("", lambda: _one_person(passage.get("Effect")))
        for checked in CHECKS:
            part("", partial(checked, passage.get("Effect")))
        part("", lambda: check_yours(passage.get("Effect"), self.attributes))
        part("", lambda: check_names(passage.get("Effect"), cost, inputs or ()))
        self.you = _is_you(passage.get("Effect"))
        known = self.names_of(own, inputs or (), passage.get("Effect"))
        told = (*known.tables["T_ROLE"].values(), *(kind.word for kind in known.kinds))
        part("", lambda: check_own_words({*told}.difference(one.noun for one in inputs or ())))
        price = part(cost, lambda: self._price(cost, known, inputs, own))
        readings = [part(text, partial(self._sentence, text, known)) or [] for text in texts]
        acts = None
        if inputs is not None and all(readings):
            acts = part("", lambda: _steady(self._acts(readings, texts, inputs, own), known.kinds))
        program = None
        if not faults:
            assert inputs is not None and speed is not None and acts is not None
            program = t.Program(inputs, acts, price, speed, read_traits(passage.get("Traits")))
        return Spell(own, passage.text, passage.anchor, program, tuple(faults), texts, inputs or (), self.around)

    def names_of(self, own: str, inputs: tuple[t.Input, ...] = (), effect: str = "", asked: str = "") -> Names:
        """The names that the words of one spell of the list may use; `asked` is its Inputs line, where that is read."""
        others = [name for name in self.names if name != own]
        words = [word for one in inputs for word in one.words]
        known = (*self._known, *words)
        roles, several = roles_of(effect, known)
        given = given_names(inputs, self._known)
        roles = [*dict.fromkeys((*roles, *given, *input_names(asked, known)))]
        names = Names.of(
            T_SPELL=self.names,
            T_OWN=[own],
            T_OTHER=others,
            T_ATTR=self.attributes,
            T_THING=["Stars", *self.attributes],
            T_TRAIT=self.traits,
            T_INPUTWORD=words,
            T_ROLE=roles,
            T_ROLES=several,
        )
        return with_kinds(names, effect, given)

    def _are_used(self, asked: str, inputs: tuple[t.Input, ...], text: str) -> None:
        """That a word alone that looks like a name says nothing of an input: "Optional: a position". Raises Puzzle."""
        for name in given_names(inputs, self._known):
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
        _one_condition(readings, texts)
        _those_of_some(readings, texts)
        _signed_alone(readings, inputs)
        _two_meanings_of_x(readings, texts, inputs)
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
        for choice in islice(product(*readings), 256):
            steps.spend(steps.RESOLVING * len(choice))
            try:
                acts = Resolver(inputs, own, self.you, self.marks).effect(list(choice))
                if not acts:
                    raise Puzzle("nothing is said of what happens", "say what it does, for example: gain 2 Stars")
                check(acts, inputs, own, self.attributes)
                found.setdefault(normal(acts), acts)
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
        return next(iter(found.values()))


def _two_meanings_of_x(readings: list[list[t.Act]], texts: Sequence[str], inputs: tuple[t.Input, ...]) -> None:
    """ "Let X be 3. If you cast Burn in Duel X-1, ...": one letter, two numbers. Raises Puzzle."""
    for number, text in enumerate(texts):
        if not _DUEL_X.search(text):
            continue
        told = any(isinstance(part, t.Let) for found in readings for act in found for part in parts(act))
        if told or any(asked.noun == "x" for asked in inputs):
            puzzle = Puzzle("X is the number of a Duel here, and another number elsewhere", "use two letters")
            puzzle.sentence = number
            raise puzzle


_DUEL_X = re.compile(r"(?i)\bduels? x\b")


def _one_condition(readings: list[list[t.Act]], texts: Sequence[str]) -> None:
    """ "If your Hat is Red, gain 1 Star; your neighbours lose 1 Star": do they always? Raises Puzzle."""
    for number, (before, after) in enumerate(pairwise(readings), 1):
        listed = _LEADS.match(texts[number - 1]) and not _IN_ANY_CASE.match(texts[number])
        led = all(isinstance(_last(act), t.If | t.Else | t.IfSo) for act in before)
        marked = texts[number].lstrip().startswith("•")  # a list under its heading
        if listed and led and not marked and all(isinstance(act, _UNLED) for act in after):
            reason = "it is not clear whether what follows has this condition too"
            puzzle = Puzzle(reason, "put a full stop before it")
            puzzle.sentence = number
            raise puzzle


_LEADS = re.compile(r"(?i)(?!.*(?:, failing which|, provided|, unless|, but only) ).*;\s*$", re.DOTALL)
"""A sentence that goes on behind a semicolon, where its condition does not stand behind all that it governs."""
_UNLED = t.Clause | t.Seq | t.Labelled | t.Later | t.Trail | t.Lasting
"""What stands under no condition that comes before it."""
_IN_ANY_CASE = re.compile(
    r"(?i)\W*(?:(?:and|but) )?(?:in (?:any|either|each|every|both|all) (?:case|event)s?|either way|regardless|always"
    r"|at any rate|whatever|whether|no matter|independently|provided|save|except)\b"
)
"""How a sentence begins that hangs on no condition of the one before."""


def _those_of_some(readings: list[list[t.Act]], texts: Sequence[str]) -> None:
    """ "If two Wizards cast Burn, those with a Red Hat lose 1 Star": of these, or of all Wizards? Raises Puzzle."""
    for number, text in enumerate(texts):
        for told in readings[number] if _THOSE.search(text) else []:
            before = [part for one in readings[:number] for part in parts(tuple(one))]
            spoken = [*before, *parts(told)] if isinstance(told, t.If | t.Else) else before
            before += told.acts[:1] if isinstance(told, t.Seq) and "and those" in text else []
            groups = [part.group for part in spoken if isinstance(part, t.Holds)]
            groups += [part.subject for part in before if isinstance(part, t.Clause) and part.subject is not None]
            subjects = [part.subject for part in parts(told) if isinstance(part, t.Clause)]
            some = any(isinstance(who, t.Those | t.Neighbours | t.Pick) for who in subjects)
            if some and not all(map(is_one, groups)):
                reason = '"those" could be some of those spoken of before, or of all Wizards'
                puzzle = Puzzle(reason, "say: each Wizard who ...")
                puzzle.sentence = number
                raise puzzle


_THOSE = re.compile(r"(?i)\bthose (?:with|without|next|beside|adjacent|near|in|at|on)\b")


def _signed_alone(readings: list[list[t.Act]], inputs: tuple[t.Input, ...]) -> None:
    """ "If the chosen Wizard is idle, -2 Stars": theirs, or the caster's? Raises Puzzle."""
    for number, told in enumerate(readings):
        if any(isinstance(part, t.Signed) for part in parts(tuple(told))):
            conds = [part for one in readings for part in parts(tuple(one)) if isinstance(part, t.Cond)]
            named = any(asked.kind in ("position", "wizard") for asked in inputs)
            if named or any(isinstance(part, t.Who) and not isinstance(part, _NOBODY) for part in parts(tuple(conds))):
                puzzle = Puzzle("it is not said whose Stars these are", "say: the caster gains 2 Stars")
                puzzle.sentence = number
                raise puzzle
            again = [part.then for one in readings for part in parts(tuple(one)) if isinstance(part, t.If)]
            if any(isinstance(part, t.Clause) and part.form == "gap" for part in parts(tuple(again))):
                puzzle = Puzzle("is the other amount gained, or lost?", "say: the caster gains 2 Stars")
                puzzle.sentence = number
                raise puzzle


_NOBODY = t.Caster | t.Member | t.All | t.Others | t.Without | t.Those | t.Casters
"""Of whom a condition speaks without speaking of any one Wizard but the caster."""


def _last(act: t.Act) -> t.Act:
    return _last(act.acts[-1]) if isinstance(act, t.Seq) and act.acts else act


_FIRST, _SECOND = re.compile(r"\b(I|me|[Mm](?:y|ine|yself))\b"), re.compile(r"\b[Yy]ou(?:r|rs|rself)?\b")


_LETTER_I = re.compile(r"\b(?:[Ll]et I (?:be|equal)\b|I (?:is|be|being) (?:the|DICE)|I ?= ?(?:the|DICE))")
_AS_LETTER = re.compile(r"\bI(?= (?:is|be|being|equal|or|times)\b| ?[=+<>≥≤×.,:;)-]| [A-Z]|$)")
"""Where the text says what number I is, and where it speaks of that number: "I Stars", "3 times I"."""


_ASIDE_OF_I = re.compile(r"\bI(?: mean|['’]m afraid| am afraid)\b")
"""What says nothing of the caster."""


def _one_person(effect: str) -> None:
    """That a spell does not say both "I" and "you": it leaves open who of the two casts it. Raises Puzzle."""
    effect = _ASIDE_OF_I.sub("", effect)
    if _LETTER_I.search(effect):
        effect = _AS_LETTER.sub("", effect)
    if _FIRST.search(effect) and _SECOND.search(effect):
        raise Puzzle('"I" and "you" leave open which of them is the caster', "say: the caster")


def _is_you(effect: str) -> bool:
    """Whether an Effect speaks to its caster, or as its caster, and nowhere of "the caster"."""
    return bool(_FIRST.search(effect) or _SECOND.search(effect)) and "caster" not in effect.casefold()


_POINT = r"(?:•|\(?[1-9a-h][.)])\s+"
_LISTED = re.compile(
    rf"(?i)\b(of|these|following|words|items|options|things|one):((?: {_POINT}\"?\w+\"?[,;]?(?: or)?)+)(?=\.?$)"
)
"""Words to choose from as points: "one of the following: • Hat • Staff"."""


def _in_line(listed: re.Match[str]) -> str:
    words = re.split(rf"[,;]?(?: or)? {_POINT}", listed[2])
    return f"{listed[1]}: {', '.join(words[1:])}"


def read_inputs(text: str, around: Around, own: str) -> tuple[t.Input, ...]:
    """What the Inputs line of the spell `own` asks for. Raises Puzzle if it cannot be read, or in two ways."""
    text = _LISTED.sub(_in_line, " ".join(text.split()))
    if not text:
        return ()
    found, taken = _asked(text, around, "")
    if set(words_of(own)) <= set(words_of(text)) or any("" in one.but for asked in found for one in asked):
        found, taken = _asked(text, around, own)  # its own name is in it, or it speaks of "another spell"
    steps.spend(min(taken, steps.left()))
    if len(found) > 1:
        raise Puzzle(f'the input "{text}" can be read in two ways', "separate the inputs by semicolons")
    if not found:
        raise Puzzle(f'the input "{text}" cannot be read', "for example: A position in the Wizard Ring")
    return found[0]


@lru_cache(maxsize=4096)
def _asked(text: str, around: Around, own: str) -> tuple[list[tuple[t.Input, ...]], int]:
    """All that an Inputs line can ask for, and the steps that reading it takes: most spells of a list have the same."""
    with steps.apart(steps.SENTENCE) as apart:
        return list(dict.fromkeys(english_inputs(text, _Reader(around).names_of(own, asked=text)))), apart.taken


def read_cost(text: str, names: Names) -> list[t.Price]:
    """All that a Cost can mean. Raises Puzzle if there is nothing."""
    found = cost_words(text)
    chart = english_chart(found, names)
    try:
        with steps.within(steps.SENTENCE):
            readings = chart.readings("price") if found else []
            if not readings:
                chart.look("price")
    except TooLong:
        raise Puzzle("the Cost is too involved to be read") from None
    if not readings:
        raise Puzzle(*unreadable(found, chart, names))
    return readings


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


def read_sentence(text: str, names: Names) -> list[Any]:
    """All readings of a sentence. Raises Puzzle if there is none."""
    if cases.is_row(text):
        return _row(text, names)
    if cases.leads(text):
        return _lead(text, names)
    found = trimmed(text)
    if len(found) > MOST_LISTED or max(map(len, _points(found)), default=0) > MOST_WORDS:
        raise Puzzle(f"the sentence has more than {MOST_WORDS} words", "split it")
    with steps.within(steps.SENTENCE):
        chart = english_chart(found, names)
        try:
            if found and (readings := chart.readings("sentence")):
                return readings
            others = (*undashed(found), *unpointed(found), *decreed(found))
            told = list(dict.fromkeys(reading for again in others for reading in english(again, names)))
            if told:
                return told
            chart.look("sentence")
        except TooLong:
            raise Puzzle("the sentence is too involved to be read", "split it") from None
        raise Puzzle(*unreadable(found, chart, names))


def _steady(acts: tuple[t.Act, ...], kinds: Sequence[KindWord]) -> tuple[t.Act, ...]:
    """The outcomes, if the text's own words mean the same throughout. Raises Puzzle."""
    later = any(getattr(part, "stage", 0) for part in parts(acts))
    for kind in kinds if later else ():
        if kind.changing:
            raise Puzzle(f'"{kind.word}" could mean others by then', "say it in full where it is meant")
    return acts


def _points(found: list[Token]) -> list[list[Token]]:
    """The words of each point of a list; of a sentence that lists nothing, all its words."""
    told: list[list[Token]] = [[]]
    for token in found:
        if token.word == "•":
            told.append([])
        else:
            told[-1].append(token)
    return told


def _row(text: str, names: Names) -> list[t.Act]:
    """All readings of a row of a table, in every way in which it can be put as a sentence. Raises Puzzle."""
    if "\n" not in text and (die := cases.die(cases.names_of(text)[0])):
        return read_sentence(f"Roll {die}", names)
    told = cases.row(text)
    called = told.names
    if _is_choice(told, names):
        told = replace(told, names=("chosen word", *called[1:]))
    found: list[t.Act] = []
    trouble: list[Puzzle] = []
    means = partial(_means, names)
    sure = told.each is None and not told.rest and not told.asks and across.is_sure(told.names, told.cells, means)
    for said, idle in () if sure else cases.wordings(told):
        try:
            asked = read_sentence(f"{told.led}gain 0 Stars", names) if told.led and told.each is None else [None]
            for act, led in product(read_sentence(said, names), asked):
                if isinstance(act, t.Else) and act.than:
                    continue  # "you both have as many" is a case by itself there
                case = act.act if told.rest and isinstance(act, t.Else) and act == t.Else(act.act) else act
                case = replace(led, then=(case,)) if isinstance(led, t.If) else case
                row = t.Row(case, called, told.rest, told.also, idle=idle, led=led is not None, bare=told.bare)
                found.append(row if told.each is None else _of_each(row, told.each))
        except Puzzle as puzzle:
            trouble.append(puzzle)
    if not found and not told.rest:
        found = _across(told, names, means)
    if found:
        return list(dict.fromkeys(found))
    reason = f'the row "{told.shown()}" cannot be read as a case of "{told.names[0]}" and what happens'
    if len(trouble) == 1:
        reason = f'in the row "{told.shown()}", {trouble[0].reason}'
    raise Puzzle(reason, "say each case in a sentence: if the result is 1, gain 2 Stars")


_OF_CHOICE = frozenset(("element", "mode", "style", "stance", "type"))
"""Names above words that the caster can choose, which say nothing else there."""


def _is_choice(told: cases.CaseRow, names: Names) -> bool:
    """Whether a row is of a word that the Inputs line offers, below a name that means nothing by itself: "Element"."""
    name = told.names[0].casefold()
    bare = name.isalpha() and (name in _OF_CHOICE or not (_means(names, name) or columns.is_named(name)))
    return bare and names.has("T_INPUTWORD", told.cells[0].strip(" .").casefold())


def _across(told: cases.CaseRow, names: Names, means: Callable[[str], bool]) -> list[t.Act]:
    """All readings of a row that is a clause when it is read across, of the likeliest way that has any."""
    for wholes in across.rows(told.names, told.cells, means):
        found: list[t.Act] = []
        for whole, said in ((one, said) for one in wholes for said in one.said):
            with suppress(Puzzle):
                rows = [t.Row(act, told.names, idle=whole.idle) for act in read_sentence(f"{told.led}{said}", names)]
                found += [_of_each(row, whole) for row in rows]
        if found:
            return found
    return []


def _of_each(row: t.Row, each: columns.WholeRow) -> t.Row:
    """A row of a table whose rows all happen."""
    told = {name: getattr(each, name) for name in ("sure", "caster", "always", "numbered", "besides")}
    return replace(row, each=True, **told)


def _means(names: Names, word: str) -> bool:
    """Whether a word means something in a text, by itself or as a name."""
    named = any(word in told for table in names.tables.values() for told in table)
    return named or word in ONE_WORD or bool(grammar().fitting(word))


def _lead(text: str, names: Names) -> list[t.Act]:
    """All readings of what leads to a table. Raises Puzzle."""
    columns = cases.names_of(text)
    trouble: list[Puzzle] = []
    for lead in cases.lead(text):
        if not lead.act and not lead.like:
            return [t.LeadsTo(columns, alone=lead.alone, first=lead.first, then=lead.then)]
        try:
            acts: list[t.Act] = read_sentence(lead.act, names) if lead.act else []
            like: list[t.Act] = (
                [t.LeadsTo(columns, act) for act in read_sentence(lead.like, names)] if lead.like else []
            )
        except Puzzle as puzzle:
            trouble.append(puzzle)
            continue
        if acts and (lead.alone or lead.then):
            like = [t.LeadsTo(columns, alone=lead.alone, then=lead.then)]
        return [t.Seq(both) for both in product(acts, like)] if acts and like else acts or like
    raise trouble[-1]


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
    return _Reader(spell.around).names_of(spell.name, inputs)


def read_again(spell: Spell, text: Mapping[str, str], known: ReadBefore | None = None) -> Spell:
    """A spell of a list with other words after some labels, read among the names of its list.

    `known` keeps the sentences that are read, for the next time.
    """
    with steps.within(steps.SPELL):
        return _Reader(spell.around, known).spell(Passage(spell.name, {**spell.text, **text}, spell.anchor))

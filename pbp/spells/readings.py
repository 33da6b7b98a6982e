"""All that an Inputs line, a Cost, a sentence or a row of a table can mean."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache, partial
from itertools import product
from typing import Any

from pbp.spells import steps
from pbp.spells import tree as t
from pbp.spells.around import Around
from pbp.spells.cutting.marks import trimmed, undashed, unpointed
from pbp.spells.english.decreed import decreed
from pbp.spells.english.reading import ONE_WORD, cost_words, grammar
from pbp.spells.english.reading import chart as english_chart
from pbp.spells.english.reading import inputs as english_inputs
from pbp.spells.english.reading import readings as english
from pbp.spells.inputs import Puzzle
from pbp.spells.problems import unreadable
from pbp.spells.steps import TooLong
from pbp.spells.tables import across, cases, columns
from pbp.spells.words import Names, Token
from pbp.spells.words import key as words_of

MOST_LISTED = 160
"""The most words of a sentence that lists points; each of them has at most MOST_WORDS."""
MOST_WORDS = 80
"""The most words of a sentence."""

_POINT = r"(?:•|\(?[1-9a-h][.)])\s+"
_LISTED = re.compile(
    rf"(?i)\b(of|these|following|words|items|options|things|one):((?: {_POINT}\"?\w+\"?[,;]?(?: or)?)+)(?=\.?$)"
)
"""Words to choose from as points: "one of the following: • Hat • Staff"."""


def _in_line(listed: re.Match[str]) -> str:
    words = re.split(rf"[,;]?(?: or)? {_POINT}", listed[2])
    return f"{listed[1]}: {', '.join(words[1:])}"


def _in_any_order(asked: t.Input) -> t.Input:
    """ "Another spell, but not Burn": this one or Burn, Burn or this one."""
    return replace(asked, but=tuple(sorted(asked.but)), label="") if asked.but else asked


def read_inputs(text: str, around: Around, own: str) -> tuple[t.Input, ...]:
    """What the Inputs line of the spell `own` asks for. Raises Puzzle if it cannot be read, or in two ways."""
    text = _LISTED.sub(_in_line, " ".join(text.split()))
    if not text:
        return ()
    found, taken = _asked(text, around, "")
    if set(words_of(own)) <= set(words_of(text)) or any("" in one.but for asked in found for one in asked):
        found, taken = _asked(text, around, own)  # its own name is in it, or it speaks of "another spell"
    steps.spend(min(taken, steps.left()))
    if len({tuple(map(_in_any_order, one)) for one in found}) > 1:
        raise Puzzle(f'the input "{text}" can be read in two ways', "separate the inputs by semicolons")
    if not found:
        hint = next((hint for words, hint in _SAY if words.search(text)), "for example: A position in the Wizard Ring")
        raise Puzzle(f'the input "{text}" cannot be read', hint)
    if _AT_END.search(text) and ";" not in text and _of_last_alone(found[0]):
        raise Puzzle(
            "is this said of the last one, or of all of them?", "separate the inputs by semicolons", double=True
        )
    return found[0]


_SAY = (
    (re.compile(r"(?i)^two neighbou?rs\b"), "say: two different neighbours of yours"),
    (re.compile(r"(?i)^two\b.* not (?:neighbou?rs|adjacent)\b"), "say: two Wizards who are not next to you"),
)
"""What may be said instead of an input that leaves something open."""
_AT_END = re.compile(
    r"(?i)(?:,|\() ?(?:but )?(?:(?:which|who) (?:is|are|must be|may be) )?(?:not|never|neither|except|excepting"
    r"|excluding|other than|apart from|save|bar|different|adjacent|next|no)\b[^,;()]*\)?\.?$"
)
"""What is said at the end of an Inputs line, after a comma: "a first Wizard and a second Wizard, not you"."""


def _of_last_alone(asked: tuple[t.Input, ...]) -> bool:
    """Whether a Wizard or a position asked for last is limited in a way in which one asked for before is not."""
    *before, last = asked
    alike = [one for one in before if one.kind == last.kind in ("position", "wizard")]
    return any((one.not_self, one.adjacent) != (last.not_self, last.adjacent) for one in alike)


@lru_cache(maxsize=4096)
def _asked(text: str, around: Around, own: str) -> tuple[list[tuple[t.Input, ...]], int]:
    """All that an Inputs line can ask for, and the steps that reading it takes: most spells of a list have the same."""
    with steps.apart(steps.SENTENCE) as apart:
        return list(dict.fromkeys(english_inputs(text, around.names_of(own, asked=text)))), apart.taken


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
                return _under_label(text, readings)
            others = (*undashed(found), *unpointed(found), *decreed(found))
            told = list(dict.fromkeys(reading for again in others for reading in english(again, names)))
            if told:
                return told
            chart.look("sentence")
        except TooLong:
            raise Puzzle("the sentence is too involved to be read", "split it") from None
        raise Puzzle(*unreadable(found, chart, names))


_LABEL_ABOVE = re.compile(r"[^:•]*:\s(?:•|\(?(?:[1aA]|i)\)\s)")


def _under_label(text: str, readings: list[Any]) -> list[Any]:
    """ "Red: • Gain 2 Stars. • Your neighbours lose 1 Star.": all points that stand below a label are its own."""
    if not _LABEL_ABOVE.match(text) or not any(isinstance(act, t.If) for act in readings):
        return readings
    return [act for act in readings if not (isinstance(act, t.Seq) and isinstance(act.acts[0], t.If))]


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

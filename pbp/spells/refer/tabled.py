"""Tables: each row is a case, no two of them can apply at once, and what leads to the table agrees with them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import copy
from dataclasses import dataclass, field, replace
from itertools import permutations
from typing import TYPE_CHECKING, Any

from pbp.spells import tree as t
from pbp.spells.apart import apart
from pbp.spells.inputs import Puzzle
from pbp.spells.refer.clauses import denies, opposite
from pbp.spells.refer.context import CASTER, TOP
from pbp.spells.refer.remarked import within
from pbp.spells.sense.conditions import about_casting
from pbp.spells.sense.members import contains
from pbp.spells.tables import cases, columns
from pbp.spells.walk import is_one, parts

if TYPE_CHECKING:
    from pbp.spells.refer.sentences import Resolver


@dataclass
class CaseTable:
    """The rows of a table so far: their cases, between which sentences, and whether all other cases are told.

    `begun`: how many outcomes stand before them. `told`: rows that are no cases. `both`: the sentences of rows
    that could apply together with one above them. `alone`: it is said that one row applies, and no other;
    `in_order`: that this is the first whose case it is. `rolled`: whether anything was rolled before them. `above`: the
    sentence right above the first row.
    """

    names: tuple[str, ...]
    first: int
    last: int
    stage: int
    begun: int
    like: t.Change | None = None
    cases: list[t.If] = field(default_factory=list)
    closed: bool = False
    told: list[EachRow] = field(default_factory=list)
    both: list[int] = field(default_factory=list)
    alone: bool = False
    in_order: bool = False
    rolled: bool = False
    spoken: dict[str, Any] = field(default_factory=dict)
    above: int = 0


_SPOKEN = ("before", "crowd", "things_before", "sized_before", "here_before", "several_before", "around_before")
"""What was spoken of before a table: of that, not of an earlier row, each row's case can speak."""


@dataclass
class EachRow:
    """A row that is no case: in which sentence, to whom it does something; `idle`, ...: as in Row.

    `things`: the things that it changes, below a name that says only that something happens; none if not certain.
    """

    sentence: int
    whom: tuple[t.Who, ...]
    idle: bool
    sure: bool
    caster: bool
    always: bool
    besides: bool
    cond: t.Cond | None
    things: frozenset[str]


def leads_to(words: Resolver, act: t.LeadsTo, out: list[t.Act]) -> None:
    """What stands before a table. Raises Puzzle where it says another thing than what the rows can say."""
    like = None
    if act.like is not None:
        match words.acts((act.like,), TOP):
            case (t.Change(floor=None) as found,):
                like = found
            case _:
                raise Puzzle("it is not clear what the table says of this", "say: according to this table")
    if act.then and not all(isinstance(made, t.Rolls) for made in out):
        raise Puzzle("are the cases asked before what stands above the table, or after it?", "say it in sentences")
    words.table = CaseTable(
        act.names, words.sentence, words.sentence, words.stage, len(out), like, alone=act.alone, in_order=act.first
    )
    words.table.rolled, words.table.above = bool(words.rolls), words.sentence
    words.tables.append(words.table)


def row(words: Resolver, act: t.Row, out: list[t.Act]) -> None:
    """Adds the case of a row to `out`. Raises Puzzle."""
    table = words.table
    if table is None or (table.names, table.last) != (act.names, words.sentence - 1):
        table = words.table = CaseTable(act.names, words.sentence, words.sentence - 1, words.stage, len(out))
        table.rolled, table.above = bool(words.rolls), words.sentence - 1
        words.tables.append(table)
    table.last, words.in_case = words.sentence, False
    if act.each:
        _each(words, table, act, out)
        return
    if act.bare and any(asked.kind in ("wizard", "position") for asked in words.inputs):
        raise Puzzle("is this of the caster, or of the chosen Wizard?", "name them above the column")
    table.spoken = table.spoken or {name: copy(getattr(words, name)) for name in _SPOKEN}
    for name, spoken in table.spoken.items():
        setattr(words, name, copy(spoken))
    die = cases.die(act.names[0])
    if die and (not words.rolls or words.rolls[-1].sides != int(die[4:])):
        raise Puzzle(f"{die} is not what was rolled before this table", f"say: Roll {die}")
    if table.closed:
        raise Puzzle("a row above this one is for all other cases", "write that row last")
    before = tuple(out)
    if act.rest:
        if not table.cases:
            raise Puzzle("no row above this one tells of a case")
        conds = tuple(case.cond for case in table.cases)
        told = (part for cond in conds for part in (cond.parts if isinstance(cond, t.Or) else (cond,)))
        if act.also is not None and not all(apart(part, _just(part, act.also)) for part in told):
            raise Puzzle(f"it is not certain that {act.also} is in no row above this one", "leave it out")
        test = opposite(conds[0] if len(conds) == 1 else t.Or(conds))
        case = t.If(test, words.acts((act.act,), TOP), (), words.sentence)
        out += [] if act.idle else [case]
        table.closed = True
    else:
        words.acted(act.act, out)
        case = _case(before, out)
        case = _case((), [*case.then]) if act.led else case
        above = [other.cond for other in table.cases if not apart(case.cond, other.cond)]
        if above and table.in_order:
            first = replace(case, cond=t.And((*map(opposite, above), case.cond)))
            out[-1] = replace(out[-1], then=(first,)) if act.led else first
        elif above:
            table.both.append(words.sentence)
        out[-1:] = [] if act.idle else out[-1:]
    if words.stage != table.stage:
        raise Puzzle("a later row would be asked of what this one has changed", "say each case in a sentence")
    if table.like is not None and not act.idle:
        _check_like(table.like, case)
    table.cases.append(case)
    words.in_case = words.number is not None  # "that many" after the table: of which row?


def _each(words: Resolver, table: CaseTable, act: t.Row, out: list[t.Act]) -> None:
    """Adds what a row says of a table whose rows all happen."""
    begun = len(out)
    chosen = table.rolled or any(asked.kind in ("number", "word", "spell") for asked in words.inputs)
    words.acted(act.act, out)
    if words.stage != table.stage:
        raise Puzzle("a later row would be asked of what this one has changed", "say each in a sentence")
    whom = tuple(_whom(out[begun:]))
    cond = next((made.cond for made in out[begun:] if isinstance(made, t.If)), None)
    out[begun:] = [] if act.idle else out[begun:]
    sure = act.sure and not (act.numbered and chosen)  # "Roll DICE4." above a row 1 and a row 2
    deeds = columns.plain(act.names[-1]) in columns.named()["does"]
    things = _things(out[begun:]) if deeds else frozenset()
    table.told.append(EachRow(words.sentence, whom, act.idle, sure, act.caster, act.always, act.besides, cond, things))


def _things(acts: Iterable[t.Act]) -> frozenset[str]:
    """The things of Wizards that outcomes change; none where one of them is more than that, or comes later."""
    found: set[str] = set()
    for act in acts:
        match act:
            case t.If(_, then, otherwise) if then_things := _things((*then, *otherwise)):
                found |= then_things
            case t.Change(attr=str(attr)) | t.Assign(attr=str(attr)) | t.Pay(attr=str(attr)):
                found.add(attr)
            case _:
                return frozenset()
    return frozenset(found)


def _whom(acts: Iterable[t.Act]) -> Iterator[t.Who]:
    """To whom outcomes do something, whatever their condition."""
    for act in acts:
        match act:
            case t.If(_, then, otherwise):
                yield from _whom((*then, *otherwise))
            case t.Pay(payer):
                yield payer
            case t.Swap(left, right):
                yield from (left, right)
            case t.Watch(whom):
                yield whom
            case t.Change(who) | t.Assign(who) | t.Level(who) | t.Void(who) | t.Replace(who) | t.Redirect(who):
                yield who


def _check_each(words: Resolver) -> None:
    """That no row of a table whose rows all happen could be meant for those whom the others leave over. Raises Puzzle.

    "Each Wizard | 1 Star" above "the caster | 3 Stars": 4 of the caster's, or 3?
    """
    for table in words.tables:
        here = range(table.first - 1, table.last + 3)
        said = any(
            heading.kind.startswith("all") or heading.count > 1 or (sentence > table.last and not heading.kind)
            for sentence, _, heading in words.headings
            if sentence in here and "case" not in heading.kind
        )
        said = said or any(sentence in here for sentence in words.both)
        if table.both and not said:
            words.sentence = table.both[0]
            raise Puzzle("two rows of the table could both apply", "write rows of which at most one applies")
        if table.alone and len(table.told) > 1:
            words.sentence = table.first
            raise Puzzle("it says that one row applies, and all of them could", "say: all rows apply")
        unsure = next((row for row in table.told if not row.sure), None)
        if unsure is not None and not said:
            words.sentence = unsure.sentence
            raise Puzzle("are these rows cases, or do all of them happen?", "say: all rows apply")
        if table.cases and any(not row.always for row in table.told):
            words.sentence = table.first
            raise Puzzle("some rows of the table are cases, and others are none", "say it in sentences")
        for row, other in permutations((row for row in table.told if not row.always), 2):
            words.sentence = row.sentence
            pairs = [(one, two) for one in row.whom for two in other.whom]
            if row.idle and not all(disjoint(one, two) for one, two in pairs):
                raise Puzzle("nothing happens to some to whom another row does something", "say whom this leaves out")
            if row.besides or other.besides:
                continue
            if row.things and other.things and row.things.isdisjoint(other.things):
                continue  # "loses 3 Stars", "Hat becomes Red": neither is in place of the other
            if not said and any(_is_part(one, two) and not (other.caster and one == CASTER) for one, two in pairs):
                raise Puzzle("does one row apply to these Wizards, or both?", "say: all rows apply")
            if not said and row.cond and other.cond and row.whom == other.whom and not apart(row.cond, other.cond):
                raise Puzzle("two rows of the table could both apply", "write rows of which at most one applies")


def _is_part(one: t.Who, group: t.Who) -> bool:
    """Whether some Wizards are among a group, or could be where the group is all there are but some."""
    if one == group or is_one(group):
        return False
    match one, group:
        case t.Those(whole, test), t.Those(same, against) if whole == same and _asks_alike(test, against):
            return not disjoint(one, group)
    wide = group in (t.All(), t.Others()) or (isinstance(group, t.Without) and group.whole == t.All())
    return not disjoint(one, group) if wide else within(one, group)


def _asks_alike(test: t.Cond, other: t.Cond) -> bool:
    """Whether two tests ask the same of a Wizard: how many Stars they have, what they cast."""
    for either, against in ((test, other), (other, test)):
        match either:
            case t.Or(parts):  # "with a Red or a Blue Hat"
                return any(_asks_alike(part, against) for part in parts)
            case t.And((t.Compare() as least, t.Compare())):  # "with 5 to 10 Stars"
                return _asks_alike(least, against)
    match test.part if isinstance(test, t.Not) else test, other.part if isinstance(other, t.Not) else other:
        case (t.Compare(one), t.Compare(two)) | (t.Is(_, one), t.Is(_, two)):
            return bool(one == two)
        case t.CastIs(), t.CastIs():
            return True
    return False


def disjoint(one: t.Who, other: t.Who) -> bool:
    """Whether nobody can be among both, as far as their words alone tell."""
    match one, other:
        case (t.Join(some), who) | (who, t.Join(some)):
            return all(disjoint(part, who) for part in some)
        case t.Those(_, test), t.Those(_, against) if apart(test, against) or denies(test, against):
            return True
        case (t.Those(whole, _), who) | (who, t.Those(whole, _)) if disjoint(whole, who):
            return True
        case (t.Without(_, part), who) | (who, t.Without(_, part)) if is_one(who) and contains(part, who):
            return True
    return (is_one(one) and contains(other, one) is False) or (is_one(other) and contains(one, other) is False)


def _just(cond: t.Cond, number: int) -> t.Cond:
    """That what this condition counts is this number; the condition itself where it counts nothing."""
    match cond:
        case t.Compare(t.Count() as count):
            return t.Compare(count, "=", t.Int(number))
        case t.Holds(group, test=test) if not is_one(group):
            return t.Holds(group, "=", t.Int(number), test)
        case t.Holds(who, test=t.Is(one, attr)) if number == 0:  # "any other colour, or None"
            return t.Holds(who, ">=", t.Int(1), t.Is(one, attr, t.Text("None")))
        case t.Holds(who, test=test) if number == 0 and about_casting(test):
            return t.Holds(who, ">=", t.Int(1), t.IsIdle(t.Member(0)))  # "any other spell, or none"
    return cond


def just_told(words: Resolver) -> tuple[t.Cond, ...]:
    """The cases of the table that stands right before this sentence, if it has several rows."""
    table = words.table
    if table is None or table.last != words.sentence - 1 or len(table.cases) < 2:
        return ()
    return tuple(case.cond for case in table.cases)


def check_after(words: Resolver, act: t.Act) -> None:
    """That what stands below a table is not about one of its rows, or all: "instead", "if so". Raises Puzzle."""
    if just_told(words) and any(isinstance(part, t.Instead | t.IfSo) for part in parts(act)):
        raise Puzzle("it is not clear of which row of the table this is said", "say it in the table")


def _case(before: tuple[t.Act, ...], out: list[t.Act]) -> t.If:
    """The one case that a row has added. Raises Puzzle."""
    match out[len(before) :]:
        case [t.If(otherwise=()) as case] if tuple(out[: len(before)]) == before:
            return case
    raise Puzzle("this row is not a case and what happens in it", "say it in a sentence")


def _check_like(like: t.Change, case: t.If) -> None:
    """ "You gain Crystals according to this table": that a row gives them Crystals, or nothing. Raises Puzzle."""
    for act in case.then:
        match act:
            case t.Change(who, attr, gain) if (who, attr, gain) == (like.who, like.attr, like.gain):
                continue
            case t.Nothing():
                continue
        raise Puzzle("this row says another thing than what leads to the table", "leave out what leads to it")


def check(words: Resolver, acts: tuple[t.Act, ...], rows: dict[int, t.Row]) -> None:
    """ "Nothing happens" in a row: nothing of the table, or of the whole Effect? Raises Puzzle where that differs."""
    _check_each(words)
    told = [act for act in acts if isinstance(act, t.If) and act.at in rows]
    others = [act for act in acts if act not in told and not isinstance(act, t.Rolls)]
    tables = {(row.names, number - at) for at, (number, row) in enumerate(rows.items())}
    nothing = next((act for act in told if any(map(_is_nothing, act.then))), None)
    if nothing is not None and (others or len(tables) > 1):
        raise Puzzle(
            "nothing of this table happens, or nothing of the whole Effect?", "say: gain 0 Stars", sentence=nothing.at
        )


def _is_nothing(act: t.Act) -> bool:
    return isinstance(act, t.Nothing) or (isinstance(act, t.Void) and act.who == CASTER)

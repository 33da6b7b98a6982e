"""Tables: each row is a case, no two of them can apply at once, and what leads to the table agrees with them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pbp.spells import tables
from pbp.spells import tree as t
from pbp.spells.apart import apart
from pbp.spells.inputs import Puzzle
from pbp.spells.refer.clauses import opposite
from pbp.spells.refer.context import CASTER, TOP
from pbp.spells.walk import is_one, parts

if TYPE_CHECKING:
    from pbp.spells.refer.sentences import Resolver


@dataclass
class CaseTable:
    """The rows of a table so far: their cases, of which sentence the last was, and whether all other cases are told.

    `begun`: how many outcomes stand before them.
    """

    names: tuple[str, ...]
    last: int
    stage: int
    begun: int
    like: t.Change | None = None
    cases: list[t.If] = field(default_factory=list)
    closed: bool = False


def leads_to(words: Resolver, act: t.LeadsTo, out: list[t.Act]) -> None:
    """What stands before a table. Raises Puzzle where it says another thing than what the rows can say."""
    like = None
    if act.like is not None:
        match words.acts((act.like,), TOP):
            case (t.Change(floor=None) as found,):
                like = found
            case _:
                raise Puzzle("it is not clear what the table says of this", "say: according to this table")
    words.table = CaseTable(act.names, words.sentence, words.stage, len(out), like)


def row(words: Resolver, act: t.Row, out: list[t.Act]) -> None:
    """Adds the case of a row to `out`. Raises Puzzle."""
    table = words.table
    if table is None or (table.names, table.last) != (act.names, words.sentence - 1):
        table = words.table = CaseTable(act.names, words.sentence - 1, words.stage, len(out))
    table.last = words.sentence
    die = tables.die(act.names[0])
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
        out.append(case)
        table.closed = True
    else:
        words.acted(act.act, out)
        case = _case(before, out)
        if any(not apart(case.cond, other.cond) for other in table.cases):
            raise Puzzle("two rows of the table could both apply", "write rows of which at most one applies")
    if words.stage != table.stage:
        raise Puzzle("a later row would be asked of what this one has changed", "say each case in a sentence")
    if table.like is not None:
        _check_like(table.like, case)
    table.cases.append(case)


def _just(cond: t.Cond, number: int) -> t.Cond:
    """That what this condition counts is this number; the condition itself where it counts nothing."""
    match cond:
        case t.Compare(t.Count() as count):
            return t.Compare(count, "=", t.Int(number))
        case t.Holds(group, test=test) if not is_one(group):
            return t.Holds(group, "=", t.Int(number), test)
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


def check(acts: tuple[t.Act, ...], rows: dict[int, t.Row]) -> None:
    """ "Nothing happens" in a row: nothing of the table, or of the whole Effect? Raises Puzzle where that differs."""
    told = [act for act in acts if isinstance(act, t.If) and act.at in rows]
    others = [act for act in acts if act not in told and not isinstance(act, t.Rolls)]
    tables = {(row.names, number - at) for at, (number, row) in enumerate(rows.items())}
    nothing = next((act for act in told if any(map(_is_nothing, act.then))), None)
    if nothing is not None and (others or len(tables) > 1):
        puzzle = Puzzle("nothing of this table happens, or nothing of the whole Effect?", "say: gain 0 Stars")
        puzzle.sentence = nothing.at
        raise puzzle


def _is_nothing(act: t.Act) -> bool:
    return isinstance(act, t.Nothing) or (isinstance(act, t.Void) and act.who == CASTER)

"""How much something is of which the sentence before speaks, and who is left out of what it counts or draws."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from pbp.spells import tree as t
from pbp.spells.inputs import Puzzle
from pbp.spells.refer.context import TOP
from pbp.spells.refer.spared import left
from pbp.spells.sense.members import contains
from pbp.spells.walk import is_one, parts, replaced

if TYPE_CHECKING:
    from pbp.spells.refer.amend import Amends
    from pbp.spells.refer.meant import Meanings


def _open(out: list[t.Act]) -> tuple[int, t.Change] | None:
    """Where the outcome stands of which it is not said how much it is; None if there is none, or several."""
    changes = [(at, part) for at, act in enumerate(out) for part in parts(act) if isinstance(part, t.Change)]
    found = [(at, change) for at, change in changes if change.amount == t.Untold()]
    return found[0] if len(found) == 1 else None


def _includes_themselves(act: t.Includes, out: list[t.Act]) -> None:
    """ "Everyone who cast Burn loses 1 Star for each Wizard who cast it, themselves included": they certainly are."""
    match out[-1] if out else None:
        case t.Change(t.Those() as group) | t.If(then=(t.Change(t.Those() as group),), otherwise=()) as last:
            counts = {part.who for part in parts(last) if isinstance(part, t.Count)}
            if act.cond is None and not act.able and not act.perhaps and counts == {group}:
                return
    raise Puzzle("it is not so that this is said of them, or it is not certain", "leave it out")


def includes(words: Amends, act: t.Includes, out: list[t.Act]) -> None:
    """ "This includes the caster": of those to whom the sentence before does something, or whom it counts."""
    if act.who == t.They("self"):
        _includes_themselves(act, out)
        return
    who = words.fix(act.who, TOP)
    counted = words.noted if isinstance(words.noted, t.Count) and not words.noted_used else None
    last = out[-1] if out else None
    if isinstance(last, t.If) and len(last.otherwise or last.then) == 1:
        (last,) = last.otherwise or last.then
    several = last.then if isinstance(last, t.If) and not last.otherwise else ()
    hit = [one.who for one in several if isinstance(one, t.Change | t.Assign)]
    if len(hit) == len(several) > 1 and (widely := [one for one in hit if not is_one(one)]):
        if not all(_surely(words, one, who) for one in widely):  # "..., and all but you gain 4, X included"
            raise Puzzle("it is not so that this is said of them, or it is not certain", "leave it out")
        return
    groups = [counted.who] if counted is not None else [getattr(last, "who", None) or getattr(last, "whom", None)]
    if isinstance(last, t.Pay):
        groups = [one for one in (last.payer, last.receiver) if not is_one(one)]
    counts = {part for part in parts(last) if isinstance(part, t.Count)} if isinstance(last, t.Change) else set()
    told = counted is None and len(counts) > 0 and groups[0] is not None and is_one(groups[0])
    if told:  # "you gain 1 Star for each Wizard who has 8 Stars; you count too": who has 8
        groups = [count.who for count in counts]
    test = None if act.cond is None else words.tested(act.cond, TOP)
    if len(groups) == 1 and any(
        test == t.Holds(who, ">=", t.Int(1), t.In(t.Member(0), group)) and contains(group, who) is not False
        for group in (groups[0], _asked_of(groups[0]))
        if group is not None
    ):
        return  # "if the caster is one of these neighbours, the caster counts like any other"
    if test is not None and not (
        len(groups) == 1 and isinstance(groups[0], t.Those) and test == t.Holds(who, ">=", t.Int(1), groups[0].test)
    ):
        raise Puzzle("it is not so that this is said of them, or it is not certain", "leave it out")
    if act.perhaps and (several_said := _several(out[-1:], groups)):
        if any(contains(one, who) is False for one in several_said):
            raise Puzzle("it is not so that this is said of them, or it is not certain", "leave it out")
        return
    if len(groups) == 1 and (act.able or told):
        groups = [_asked_of(groups[0])]
    if len(groups) != 1 or groups[0] is None or not _surely(words, groups[0], who):
        raise Puzzle("it is not so that this is said of them, or it is not certain", "leave it out")


def _several(told: list[t.Act], groups: Sequence[t.Who | None]) -> list[t.Who]:
    """All groups of which an outcome speaks: to whom it happens, who is counted, and who is asked about."""
    found = [part.who for part in parts(tuple(told)) if isinstance(part, t.Count)]
    found += [part.group for part in parts(tuple(told)) if isinstance(part, t.Holds)]
    found += [one for one in groups if one is not None]
    return [one for one in found if not is_one(one)]


def _surely(words: Meanings, group: t.Who, who: t.Who) -> bool:
    """Whether a Wizard is one of a group: also "another Wizard" who was chosen, of all but the caster, and turned."""
    match group, who:
        case (t.Without(whole, t.Caster()), t.Chosen(index)) | (t.Without(whole, t.Chosen(index)), t.Caster()) if (
            index >= 0 and (words.inputs[index].not_self or words.inputs[index].adjacent)
        ):
            return _surely(words, whole, who)
    return contains(group, who) is True


def _asked_of(group: t.Who | None) -> t.Who | None:
    """Of whom it was asked whether they are such, or drawn."""
    while isinstance(group, t.Those | t.Top | t.Pick):
        group = group.group if isinstance(group, t.Those) else group.among
    return group


def likewise(words: Meanings, act: t.Likewise, out: list[t.Act], since: int) -> None:
    """ "The caster loses 2 Stars. So does the chosen Wizard." Raises Puzzle."""
    before = [told for told in out[since:] if getattr(told, "at", -1) == words.sentence] or out[since:]
    who = words.fix(act.who, TOP)
    stopped = {one.how if isinstance(one, t.Watch) and one.how in ("cancel", "shield") else "" for one in before}
    if (act.said == "neither" and "" in stopped) or (act.said == "so" and "cancel" in stopped):
        raise Puzzle("it is not clear what is said of them", "say the outcome again")
    match before:
        case [t.Change(old, attr, _, t.Int(), None) as made] if act.attr in ("", attr):
            apart = (is_one(old) and contains(who, old) is False) or (is_one(who) and contains(old, who) is False)
            apart = apart or (is_one(old) and is_one(who))
            named = all(isinstance(one, t.Caster | t.Chosen) for one in (old, who) if is_one(one))
            named = named or (isinstance(who, t.Pick) and is_one(who) and is_one(old))  # drawn by itself
            if not apart or old == who or not named:
                raise Puzzle("is this done once or twice to who is among both?", "say it in one sentence")
        case [t.Assign(old, attr, t.Text() | t.Int()) as made] if act.attr in ("", attr):
            pass
        case [t.Assign(_, _, t.Text()) as hung]:  # "your Hat turns Blue, and so does your Beard"
            made = replace(hung, attr=act.attr)
        case [t.Watch(whom=old) as made] if act.attr == "" and old != who:
            singly = all(isinstance(one, t.Caster | t.Chosen) for one in (old, who))
            if not (singly or (isinstance(old, t.Caster) and contains(who, old) is False)):
                raise Puzzle("is this done once or twice to who is among both?", "say it in one sentence")
            if made.how not in ("shield", "cancel", "invert", "move", "set"):  # twice on one who is both?
                raise Puzzle("is this done once or twice to who is among both?", "say it in one sentence")
            if {old, who} & {*parts(replace(made, whom=t.All()))}:  # "from spells of other Wizards": than whom?
                raise Puzzle("it is not clear what is said of them", "say the outcome again")
            out.append(replace(made, whom=who, at=words.sentence))
            return
        case _:
            raise Puzzle("it is not clear what is said of them", "say the outcome again")
    if made.stage != words.stage or replace(made, who=who) in before:
        raise Puzzle("it is not clear what is said of them", "say the outcome again")
    out.append(replace(made, who=who, at=words.sentence))
    if not is_one(who):
        words.group = who


def told(words: Meanings, act: t.ToldAmount, out: list[t.Act], since: int) -> None:
    """ "It is 6 for each of them": of the outcome before. Raises Puzzle."""
    found = _open(out)
    if found is None or found[0] < since:
        raise Puzzle("it is not clear of what this is the amount")
    at, change = found
    if act.attr not in ("", change.attr) or act.way not in ("", "gain" if change.gain else "lose"):
        raise Puzzle("the sentence before speaks of something else")
    number: t.Num = words.fix(act.number, TOP)
    match number:
        case t.Times(each, t.Count(who)) if who == change.who:
            number = each  # "6 for each of them": each of them gets 6
        case t.Times(_, t.Count()) if not is_one(change.who):
            raise Puzzle("so much for each of them, or for each of those?", "say it in one sentence")
    out[at] = replaced(out[at], {change: replace(change, amount=number)})
    words.number = None


def repeated(out: list[t.Act], made: tuple[t.Act, ...]) -> bool:
    """ "All others gain Stars. Each of them gets 5.": whether the second tells how much the first is; now it does."""
    found = _open(out)
    match made:
        case (t.Change() as change,) if found is not None and change.amount != t.Untold():
            at, before = found
            same = replace(change, amount=before.amount, at=before.at, floor=before.floor)
            if same == before and change.floor in (None, before.floor):
                out[at] = replaced(out[at], {before: replace(before, amount=change.amount)})
                return True
    return False


def check(acts: tuple[t.Act, ...]) -> None:
    """That of everything it is said how much it is. Raises Puzzle."""
    for act in acts:
        if any(isinstance(part, t.Untold) for part in parts(act)):
            raise Puzzle("it is not said how much this is", "say for example: 3 Stars")


def left_out(words: Meanings, act: t.LeftOut, out: list[t.Act]) -> t.Exempt | None:
    """ "Do not count the caster", "the caster is excluded from the draw". Raises Puzzle.

    Where nothing was counted or drawn, it is of what happens: "the caster is exempt".
    """
    who: t.Who = words.fix(act.who, TOP)
    drawn = [part for part in parts(tuple(out[-1:])) if isinstance(part, t.Pick)]
    counted = words.noted if isinstance(words.noted, t.Count) and not words.noted_used else None
    if not act.draw and counted is not None:
        words.noted = words.number = t.Count(_without(counted.who, who, only=act.only))
        return None
    if counted is None and len(set(drawn)) == 1 and (act.draw or not act.only):
        pick = drawn[0]
        if pick in parts(who):
            raise Puzzle("this takes back what was said before", "leave it out")
        if not act.draw and any(isinstance(part, t.Join) and pick in part.parts for part in parts(out[-1])):
            raise Puzzle("this could be said of the draw, or of all of them", "say: is not drawn", double=True)
        new = replace(pick, among=_without(pick.among, who, only=act.only))
        out[-1] = replaced(out[-1], {pick: new})
        words.pick = new if words.pick == pick else words.pick
        words.spell = new if words.spell == pick else words.spell
        words.here = [new if one == pick else one for one in words.here]
        words.before = [new if one == pick else one for one in words.before]
        return None
    match out[-1:]:
        case [t.Change(whom, _, _, amount) | t.Watch(whom, amount=amount)] if not (
            act.draw or act.only or counted or drawn or is_one(whom)
        ):
            if all(is_one(part) for part in parts(amount) if isinstance(part, t.Who)):
                return t.Exempt(who=act.who, whole=True)
    raise Puzzle("it is not clear of which count, or of which draw, this is said")


def _without(group: t.Who, who: t.Who, *, only: bool) -> t.Who:
    if not only:
        return left(group, who)
    match who:
        case t.Those(t.All(), test):
            return t.Those(group, test)
    raise Puzzle("it is not clear who is counted")

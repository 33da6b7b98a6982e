"""What "the result" means, of the last roll or of the last two, and "that many"."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pbp.spells import tree as t
from pbp.spells.inputs import Puzzle, find_input
from pbp.spells.walk import conjuncts, has_member, is_one, parts

if TYPE_CHECKING:
    from pbp.spells.refer.they import Spoken


def result_of(rolls: tuple[t.Roll, ...], which: str) -> t.Num:
    """The result of that kind of the rolls spoken of. Raises Puzzle."""
    if not rolls:
        raise Puzzle("nothing has been rolled before this", "say: Roll DICE6.")
    if len(rolls) == 1 and which in ("", "higher", "lower"):
        if which:
            raise Puzzle("there is only one result")
        return rolls[0]
    if len(rolls) == 2:
        match which:
            case "first":
                return rolls[0]
            case "second":
                return rolls[1]
            case "sum":
                return t.Add(rolls)
            case "gap":
                return t.Gap(*rolls)
            case "higher":
                return t.Greatest(rolls)
            case "lower":
                return t.Least(rolls)
    raise Puzzle("it is not clear which result is meant")


def rounded(number: t.Num, way: str) -> t.Num:
    """A quotient with its rounding. Raises Puzzle."""
    match number:
        case t.Part(_, _, ""):
            return replace(number, rounding=way)
        case t.Part(_, _, rounding) if rounding == way:
            return number
    raise Puzzle("there is nothing to be rounded here")


def that_many(spoken: Spoken) -> t.Num:
    """ "That many": the number just named, by an outcome, a roll or a condition after these. Raises Puzzle."""
    last = spoken.compared[-1:]
    if last and isinstance(last[0], t.NumberInput):
        return last[0]
    found: list[t.Num] = list(dict.fromkeys((*spoken.compared, *(() if spoken.number is None else (spoken.number,)))))
    noted = spoken.noted
    if noted is not None and noted in found and not spoken.noted_used and spoken.noted_sentence >= spoken.sentence - 1:
        return noted  # "Count the Wizards who cast Burn. Everyone with more than 5 Stars loses that many": why else?
    if len(found) > 1:
        raise Puzzle('"that many" could mean either of two numbers', "name the number", double=True)
    if found:
        if found[0] == spoken.level and isinstance(spoken.sentence_said, t.Else):
            raise Puzzle("as many as whom, where they have not as many?", "name the number", double=True)
        if _level(spoken) not in (None, *found):  # "if you have as many as they, gain 2 Stars and lose that many"
            raise Puzzle('"that many" could mean either of two numbers', "name the number", double=True)
        if spoken.in_case and found[0] == spoken.number:
            raise Puzzle('"that many" could be as many as in one case, or as in each', "name the number", double=True)
        if len(spoken.rolls) > 1 and found[0] == spoken.rolls[-1]:
            raise Puzzle('"that many" could mean one of the results, or their sum', "say which result", double=True)
        if spoken.rolls and isinstance(found[0], t.Int):
            raise Puzzle(
                '"that many" could mean the result, or what was gained or lost', "name the number", double=True
            )
        if spoken.chosen_asked == spoken.sentence and isinstance(found[0], t.Int):
            raise _chosen_or_moved()  # "if you have more than the chosen number, gain 2 Stars and lose that many"
        return found[0]
    asks_number = any(asked.kind == "number" for asked in spoken.inputs)
    at, moved = spoken.moved_asked
    if moved is not None and at == spoken.sentence:  # "if you lost Stars to Burn, you gain as many"
        if asks_number:
            raise _chosen_or_moved()
        return moved
    level = _level(spoken)
    if level is not None and asks_number:
        raise Puzzle('"that many" could mean either of two numbers', "name the number", double=True)
    if level is not None:
        return level
    if not asks_number:
        raise Puzzle("no number was named before that this could mean")
    chosen: t.Num = t.NumberInput(find_input(spoken.inputs, "NumberInput"))
    return chosen


def _level(spoken: Spoken) -> t.Num | None:
    """ "If both neighbours have the same number of Stars, your Stars become that number": as many as either has."""
    match spoken.sentence_said:
        case t.If(t.Holds(_, ">=", t.Int(1), t.Compare(t.Stat(attr=attr), "=", t.Stat(attr=same))), _, ()) if (
            attr == same
        ):
            now = spoken.sentence, spoken.stage
            told = [right for at, stage, _, right in spoken.two_compared if (at, stage) == now]
            spoken.level = told[0] if len(told) == 1 else None
            return spoken.level
    return None


def after_pair(spoken: Spoken, test: t.Cond) -> None:
    """ "If both rolls are the same, gain that many Stars. Otherwise, lose that many": either result by then."""
    match test:
        case t.Compare(t.Roll() as one, _, t.Roll() as other) if spoken.number in (one, other):
            spoken.compared = [one, other]
            spoken.asked_results += [(spoken.sentence, one), (spoken.sentence, other)]


def _chosen_or_moved() -> Puzzle:
    return Puzzle("as many as were lost or gained, or as was chosen?", "name the number", double=True)


def that_many_of_each(spoken: Spoken, clause: t.Who, each: t.Who | None) -> t.Num | None:
    """ "Each Wizard who lost Stars this Duel gains as many": as many as that one lost. Raises Puzzle."""
    if each is None or not isinstance(clause, t.Those):
        return None
    tests = conjuncts(clause.test)
    asked = [test.left for test in tests if isinstance(test, t.Compare) and isinstance(test.left, t.Moved)]
    if not asked or t.Compare(asked[0], ">=", t.Int(1)) not in tests or asked[0].who != t.Member(0):
        return None
    if len(asked) > 1 or any(isinstance(part, t.Stat | t.Total | t.Count) for part in parts(tests)):
        return None
    number = any(one.kind == "number" for one in spoken.inputs) or spoken.rolls or spoken.noted is not None
    if spoken.moved_asked[0] == spoken.sentence or number or spoken.number is not None or spoken.compared:
        raise _chosen_or_moved()
    return replace(asked[0], who=each)


def compares(spoken: Spoken, test: t.Compare, bound: tuple[tuple[t.Who, int], ...]) -> None:
    """Notes the number with which a condition compares something, where it is not the very same number."""
    if isinstance(test.left, t.Moved) and (test.op, test.right) == (">=", t.Int(1)) and not spoken.denied:
        who = bound[-1][0] if bound and test.left.who == t.Member() else test.left.who
        if is_one(who) and not has_member(who):
            moved: t.Moved | None = replace(test.left, who=who)
            at, other = spoken.moved_asked
            spoken.moved_asked = spoken.sentence, moved if at != spoken.sentence or other == moved else None
    spoken.counted = spoken.counted or isinstance(test.left, t.Stat | t.Total | t.Count | t.Moved)
    if isinstance(test.left, t.Moved | t.Count) or (test.op == "=" and test.left == spoken.number):
        return
    if isinstance(test.left, t.NumberInput | t.Roll):
        spoken.compared.append(test.left)
        if test.op == "=" and isinstance(test.right, t.Int) and not spoken.denied:
            return  # "if the chosen number is 1, 2 or 3": it is that many
    if isinstance(test.right, t.NumberInput | t.Roll) or (isinstance(test.right, t.Int) and test.right.value > 1):
        spoken.compared.append(test.right)
        if isinstance(test.left, t.Stat) and test.op != "=":
            whose = bound[-1][0] if bound and test.left.who == t.Member() else test.left.who
            spoken.bounds.append((whose, test.right))


_RECKONED = (t.Count, t.Stat, t.Total, t.Part, t.Times, t.Add, t.Minus, t.Gap, t.Least, t.Greatest)
"""Numbers that a text has named, of which "the result" can be said where no die is rolled."""


def rolled(spoken: Spoken) -> t.Num:
    """The result of the last roll, or what was made of it."""
    return result_of(spoken.rolls, "")


def compared_gap(spoken: Spoken) -> t.Num | None:
    """ "If the target has more Stars than you, you gain the difference": between the two just compared. Or Puzzle."""
    last = max((sentence for sentence, *_ in spoken.two_compared), default=-2)
    found = {told for told in spoken.two_compared if told[0] == last}
    asks = [part.left for part in parts(spoken.sentence_said) if isinstance(part, t.Compare)]
    before = last == spoken.sentence - 1 and not asks
    if not (last == spoken.sentence or before) or spoken.noted is not None or spoken.compared_last is not None:
        return None
    if {left_right for told in found for left_right in told[2:]} == set(spoken.rolls) and len(spoken.rolls) == 2:
        return t.Gap(*spoken.rolls)
    more = len({frozenset(numbers) for _, _, *numbers in found}) > 1 or sum(isinstance(n, t.Stat) for n in asks) > 1
    if more or len(spoken.rolls) > 1:
        raise Puzzle("the difference between which two numbers?", "name the two numbers", double=True)
    _, stage, left, right = found.pop()
    if stage != spoken.stage:
        raise Puzzle("the difference as it was, or as it is after that?", "name the two numbers")
    return t.Gap(left, right)


def result(spoken: Spoken, which: str) -> t.Num:
    if which.endswith(" number"):
        if any(one.kind == "number" for one in spoken.inputs):
            raise Puzzle(
                "the higher result, or of the numbers that were chosen?", "say: the higher result", double=True
            )
        which = which.removesuffix(" number")
    at, under = spoken.rolled_if
    if spoken.rolls and spoken.rolls == under and spoken.sentence != at:
        raise Puzzle("it is not clear whether what follows has this condition too", "say the condition again")
    if which == "it" and spoken.noted is not None and not spoken.counted:
        return spoken.noted
    if not spoken.rolls and which in ("", "it") and isinstance(spoken.noted, _RECKONED):
        return spoken.noted  # "Count all Wizards. Odd number: ...", "halve your Stars, rounded up: the result ..."
    asked = spoken.asked_count
    if asked is not None and spoken.asked_earlier is not None and asked == (spoken.sentence, spoken.asked_earlier[1]):
        asked = spoken.asked_earlier  # "if it is more or less than 6": twice the same
    other = spoken.rolls or spoken.noted is not None or any(one.kind == "number" for one in spoken.inputs)
    if which in ("", "it") and asked is not None and asked[0] == spoken.sentence - 1 and not other:
        return asked[1]  # "If the number of ... is odd, ...; if it is even, ..."
    if (
        which in ("", "it")
        and len(spoken.rolls) == 2
        and spoken.noted
        in (
            t.Greatest(spoken.rolls),
            t.Least(spoken.rolls),
        )
    ):
        return spoken.noted  # "Roll DICE8 twice and keep the higher result. 6 or more: ..."
    if spoken.stepped:
        raise Puzzle("the result of the roll, or what was made of it?", "say: that number", double=True)
    which, _, thing = which.partition(" in ")
    if thing and any(told[2].attr != thing for told in spoken.two_compared if isinstance(told[2], t.Stat)):
        raise Puzzle("the difference between which two numbers?", "name the two numbers", double=True)
    if which == "its gap" and (between := compared_gap(spoken)) is not None:
        return between
    of_them = which in ("its first", "its second", "its sum") and spoken.compared_last is not None
    if (which == "it" or which.startswith("its ")) and (spoken.counted or of_them):
        raise Puzzle('"it" could mean the result, or another number', "say: the result", double=True)
    if which in ("", "it") and len(spoken.rolls) == 2:
        last = max((sentence for sentence, _ in spoken.asked_results), default=-2)
        found = {number for sentence, number in spoken.asked_results if sentence == last}
        if len(found) == 1 and spoken.sentence - last <= 1:
            return found.pop()  # "If the higher result is 7 or more, ...; if it is less, ..."
    which = which.removeprefix("its ").removeprefix("it")
    if not spoken.rolls and not which and any(asked.kind == "number" for asked in spoken.inputs):
        return t.NumberInput(find_input(spoken.inputs, "NumberInput"))
    if which == "gap" and not spoken.rolls and isinstance(spoken.noted, t.Gap):
        return spoken.noted  # "Compare your number of Stars with 20: ... the difference"
    if which == "gap" and not spoken.rolls and spoken.noted is None and spoken.compared_last is not None:
        match spoken.compared_last:
            case t.Join((left, right)), attr if attr and is_one(left) and is_one(right):
                if spoken.mentioned and spoken.mentioned[-1][1] != spoken.stage:
                    raise Puzzle("the difference as it was, or as it is after that?", "name the two numbers")
                return t.Gap(t.Stat(left, attr), t.Stat(right, attr))  # "Compare your Stars with ...: the difference"
    if which == "gap" and not spoken.rolls:
        match spoken.noted:
            case t.Total(t.Join((left, right)), attr) if is_one(left) and is_one(right):
                if spoken.noted_stage != spoken.stage:
                    raise Puzzle("the difference as it was, or as it is after that?", "name the two numbers")
                spoken.noted_used = True  # "Count your Stars and the Stars of ...: the difference between the two"
                return t.Gap(t.Stat(left, attr), t.Stat(right, attr))
    if which in ("second", "new") and len(spoken.rolls) == 1:  # "roll DICE6. On a 6, roll again: ... this second roll"
        before = len(spoken.rolled) - 1
        if before and (which == "new" or before == 1):
            return spoken.rolls[0]
    if which == "third" and len(spoken.rolled) == 3 and spoken.rolls:
        return spoken.rolls[-1]
    return result_of(spoken.rolls, which)

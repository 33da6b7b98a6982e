"""A number that a sentence names for those after it: "Count the Wizards who cast Burn. Gain that many Stars."."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pbp.spells import tree as t
from pbp.spells.inputs import Puzzle, find_input
from pbp.spells.refer import near
from pbp.spells.refer.context import CASTER, TOP, Context
from pbp.spells.refer.lets import CHANGING
from pbp.spells.refer.results import rolled
from pbp.spells.sense.conditions import of_a_tie
from pbp.spells.sense.members import is_for
from pbp.spells.walk import conjuncts, has_member, is_one, parts, rounds

if TYPE_CHECKING:
    from pbp.spells.refer.meant import Meanings

_KINDS: dict[str, tuple[type[t.Num], ...]] = {
    "average": (t.Part,),
    "averaged": (t.Part,),
    "sum": (t.Add, t.Total),
    "count": (t.Count, t.Duels, t.Kinds),
    "there": (t.Count, t.Stat),
    "gap": (t.Gap,),
}
"""What a number can be called, by how it came about; "number" is any."""


def note(words: Meanings, act: t.Note) -> None:
    """Notes the number that is named; what is done with it is said by what follows. Raises Puzzle."""
    step = any(isinstance(part, t.Noted) for part in parts(act.number))
    if not (step or words.noted_used):
        raise Puzzle("nothing is said of the number named before this")
    number: t.Num = words.fix(act.number, TOP)
    if has_member(number):
        raise Puzzle("it is not clear which number this is")
    words.noted, words.noted_stage, words.noted_used = number, words.stage, False
    words.divided = act.divided or (words.divided if step else "")
    words.noted_awaiting, words.noted_sentence = len(words.awaited), words.sentence
    words.compared, words.counted = [], False
    if act.attr == "gap":
        return  # two numbers were compared: only of "the difference" is it clear what is meant
    words.number, words.in_case = number, False
    words.stepped = step and any(isinstance(part, t.Roll) for part in parts(number))
    words.attr = act.attr or words.attr
    if isinstance(number, t.Count):
        words.spoken_of(number.who)
    if isinstance(number, t.Stat) and is_one(number.who) and number.attr != "Stars" and not number.start:
        words.things = [(number.who, number.attr)]  # "look at the chosen Wizard's Hat. If it is Red, ..."


def rounding(words: Meanings, out: list[t.Act], since: int, kind: str) -> bool:
    """Whether "round down" is of the one amount of the sentence before, and not of a number that waits for its use."""
    if not words.noted_used or not rounds(tuple(out[since:]), kind):
        return False
    if any(isinstance(part, t.Part | t.Level) and not part.rounding for part in parts(tuple(out[:since]))):
        raise Puzzle("it is not clear which of these amounts is rounded", "say it beside each")
    return True


def mention(words: Meanings, act: t.Mention) -> None:
    """Speaks of Wizards, to whom something is done by what follows."""
    who = words.fix(act.who, TOP)
    theirs = isinstance(act.who, t.Casters) or (isinstance(act.who, t.Owner) and act.spells)
    words.announced = (words.sentence, who, words.spell) if theirs else None
    if act.spells:
        words.redirected.append((words.sentence, who, act.moved))
    if act.replaced:
        words.reselected.append((words.sentence, who))
    words.looked_at.add(who)
    if act.attr and words.compared_last is not None and words.compared_last[1] not in ("", act.attr):
        raise Puzzle("two things are compared, one after the other", "say each with what follows from it")
    words.compared_last = (who, act.attr)
    words.mentioned.append((words.sentence, words.stage, who))
    words.spoken_of(who)


def compared(words: Meanings) -> tuple[t.Who, str]:
    """Who, and what they have, was compared or looked at last. Raises Puzzle."""
    if words.compared_last is None and (two := near.of_two(words)) is not None:
        return two
    if words.compared_last is None:
        raise Puzzle("nothing was compared before this", "say what is compared")
    return words.compared_last


def looked_at(words: Meanings, op: str, number: t.Num, thing: str, value: t.Value) -> t.Cond:
    """ "(Look at the Hats of all Wizards.) If none of them is Red". Raises Puzzle."""
    who, attr = compared(words)
    since = [sentence for sentence, _, said in words.mentioned if said == who]
    if attr in ("", "Stars") or thing not in ("looked at", attr) or not since or words.sentence - since[-1] > 1:
        raise Puzzle("it is not clear which of them are meant", "say: if none of these Wizards has a Red Hat")
    if is_one(who) or (isinstance(who, t.Join) and op != "all"):
        raise Puzzle("it is not clear how many there are", "say: if none of these Wizards has a Red Hat")
    return t.Holds(who, op, number, t.Is(t.Member(), attr, words.fix(value, TOP)))


def alike(words: Meanings, act: t.Alike) -> t.Cond:
    """ "If they are the same": the two that were compared. Raises Puzzle."""
    if _of_rolls(words, act.same):
        kinds = [asked.kind for asked in words.inputs]
        if words.compared_last is not None or "number" in kinds or len(kinds) > len({*kinds}):
            raise Puzzle("the results, or two others?", "say: the results are the same", double=True)
        of_rolls: t.Cond = words.fix(t.Compare(t.Result("first"), "=" if act.same else "!=", t.Result("second")), TOP)
        return of_rolls
    match compared(words):
        case t.Join((one, other)), attr if attr and is_one(one) and is_one(other):
            pass
        case _:
            raise Puzzle("it is not clear which two are the same", "say: if the caster and the chosen Wizard have ...")
    if attr == "Stars":
        test: t.Cond = t.Compare(t.Stat(t.Member(), attr), "=", t.Stat(other, attr))
    else:
        test = t.Is(t.Member(), attr, t.ValueOf(other, attr))
    test = test if act.same else t.Not(test)
    words.alike = words.sentence, test
    return t.Holds(one, ">=", t.Int(1), test)


def _of_rolls(words: Meanings, same: bool) -> bool:
    """ "(Roll DICE6 twice.) If they are the same", "(If the rolls differ, ...) If they are equal": of these alone."""
    match words.rolls, words.finished[-1:]:
        case _, (act,) if _alike_made(act):
            return False
        case (one, other), (t.Rolls(at=at),):
            return at == words.sentence - 1 and other.key // 1000 == at == one.key // 1000
        case pair, (t.If(t.Compare(t.Roll() as one, op, t.Roll() as other), otherwise=(), at=at),):
            return at == words.sentence - 1 and pair == (one, other) and op == ("!=" if same else "=")
        case pair, (t.If(t.Not(t.Compare(t.Roll() as one, "=", t.Roll() as other)), otherwise=(), at=at),):
            return same and at == words.sentence - 1 and pair == (one, other)
    return False


def _alike_made(act: t.Act) -> bool:
    """ "(If the rolls differ,) swap Hats with them": two other things that could be the same then."""
    return any(isinstance(part, t.Swap | t.Assign) for part in parts(act))


def alike_or_not(words: Meanings, said: t.Cond) -> t.Cond:
    """ "(If they are the same, ...) If they are not, ...". Raises Puzzle."""
    match compared(words), words.alike[1]:
        case (t.Join((one, _)), _), t.Cond() as test:
            other = test.part if isinstance(test, t.Not) else t.Not(test)
            return t.Holds(one, ">=", t.Int(1), test if isinstance(said, t.Did) else other)
    raise Puzzle("it is not clear what is not so then", "say: if they are different")


def ahead(words: Meanings, node: t.Ahead, context: Context) -> t.Cond:
    """ "If you have more": than the other of the two that were compared. Raises Puzzle."""
    match _asked_ahead(words) or compared(words):
        case t.Join((one, other)), attr if attr and is_one(one) and is_one(other):
            who = words.fix(node.who, context)
        case _:
            raise Puzzle("it is not clear than who", "say: more than the caster")
    if _you(who) not in (_you(one), _you(other)):
        raise Puzzle("somebody else was compared before", "say than who")
    than = other if _you(who) == _you(one) else one
    test = t.Compare(t.Stat(t.Member(), attr), node.op, t.Stat(than, attr))
    return t.Holds(who, ">=", t.Int(1), test)


def _asked_ahead(words: Meanings) -> tuple[t.Who, str] | None:
    """Who was compared just before: "If you have more Stars than the target, ... If they have more, ..."."""
    match words.finished[-1:]:
        case (
            t.If(
                t.Holds(one, ">=", t.Int(1), t.Compare(t.Stat(t.Member(0), attr), _, t.Stat(other, same))), at=at
            ) as last,
        ):
            stages = {getattr(part, "stage", words.stage) for part in parts(last)}
            if at == words.sentence - 1 and attr == same and stages == {words.stage} and words.compared_last is None:
                return t.Join((one, other)), attr
    return None


def _you(who: t.Who) -> t.Who:
    return t.Caster() if isinstance(who, t.Caster) else who


def ranked(words: Meanings, top: t.Top) -> t.Top:
    """ "The one with the most", of what was compared. Raises Puzzle."""
    other = {part for part in parts(words.sentence_said) if isinstance(part, t.Top) and part != top}
    if not other and words.finished:  # "if you have the most Stars, ... If you are tied for the most, ..."
        match words.finished[-1]:
            case t.If(cond, at=at) if at == words.sentence - 1:
                other = {part for part in parts(cond) if isinstance(part, t.Top)}
            case t.Change(at=at) | t.Pay(at=at) as told if at == words.sentence - 1 and at in words.marks["semicolon"]:
                # "The Wizard with the most Crystals loses 1; the Wizard with the fewest gains 1"
                other = {part for part in parts(told) if isinstance(part, t.Top)}
                if any(isinstance(part, t.Top) for part in parts(told.amount)):
                    other = set()  # "1 for each Crystal of the Wizard with the most Stars": of what is it the fewest?
    if words.compared_last is None:  # "... pays the one with the fewest"
        among = t.All() if top.among == t.They("ones") else top.among
        same = (among, t.Others()) if among == t.Without(t.All(), CASTER) else (among,)
        things = {part.by.attr for part in other if part.among in same and isinstance(part.by, t.Stat)}
        if len(things) == len(other) == 1 and "looked at" not in things:
            assert isinstance(top.by, t.Stat)
            return replace(top, among=among, by=replace(top.by, attr=things.pop()))
    who, attr = compared(words)
    if not attr or attr == "looked at" or is_one(who):
        raise Puzzle("it is not clear of what this is the most", "name the thing")
    assert isinstance(top.by, t.Stat)
    among = who if top.among in (t.All(), t.They("ones")) else top.among
    return replace(top, among=among, by=replace(top.by, attr=attr))


def noted(words: Meanings, kind: str, context: Context) -> t.Num:
    """The number that was named. Raises Puzzle."""
    if kind == "averaged" and (words.rolls or not _is_last(words.number, words.noted)):
        raise Puzzle("this could mean the average, or another number", "say: the average", double=True)
    if words.noted is None and kind == "result" and words.rolls:
        return rolled(words)
    if words.noted is None and kind == "number":
        asked = any(one.kind == "number" for one in words.inputs)
        if asked and words.rolls:
            raise Puzzle('"the number" could mean the result, or the chosen number', "say: the result", double=True)
        if words.rolls:
            return rolled(words)
        if asked:
            return t.NumberInput(find_input(words.inputs, "NumberInput"))
    if words.noted is None and kind in ("count", "there") and words.there is not None:
        sentence, stage, those = words.there
        if words.sentence - sentence == 1 and stage == words.stage:  # "If there are 4 or more ...; if there are only 3"
            return those
    if words.noted is None and kind == "sum" and len(words.rolls) == 2:
        return t.Add(words.rolls)  # "Roll DICE6 twice. If the sum is 7, ..."
    if kind == "asked":
        if words.asked_equal is None or words.asked_equal[0] != words.sentence - 1:
            raise Puzzle("it is not clear which other number is meant", "say the number")
        return words.asked_equal[2]  # "If there are exactly 6 Wizards, ... If there is any other number"
    known = words.noted
    if isinstance(known, t.Least) and isinstance(known.parts[0], t.Count):
        known = known.parts[0]  # a count that goes no further than so many
    if known is None or words.noted is None or not isinstance(known, _KINDS.get(kind, (t.Num,))):
        raise Puzzle("no such number was named before this", "say: the number of Wizards who ...")
    return used(words, words.noted, context)


def _is_last(number: t.Num | None, noted: t.Num | None) -> bool:
    """Whether the number named last is the one that was noted, however it is rounded, or none was named since."""
    match number, noted:
        case t.Part(left, right), t.Part(whole, among):
            return (left, right) == (whole, among)
    return number in (None, noted)


def used(words: Meanings, number: t.Num, context: Context) -> t.Num:
    """A number that was found for words like "that many"; the one that was named may have changed. Raises Puzzle."""
    later = number == words.number and words.stage != words.number_stage
    if number == words.noted:
        later = words.stage != words.noted_stage or context.watch >= 0 or len(words.awaited) != words.noted_awaiting
    if later and any(isinstance(part, CHANGING) for part in parts(number)):
        raise Puzzle("this number may have changed by then", "say the number again")
    words.noted_used = words.noted_used or number == words.noted
    return number


def _is_early(act: t.Node) -> bool:
    """Whether this happens to other spells, before anything changes; this spell without effect only does nothing."""
    return isinstance(act, t.Replace | t.Redirect) or (isinstance(act, t.Void) and act.who != CASTER)


def check(words: Meanings, acts: tuple[t.Act, ...]) -> None:
    """That the number named last is used, and not by what happens in different phases. Raises Puzzle."""
    known = words.noted
    if not words.noted_used and not (isinstance(known, t.Count) and known in parts(acts)):
        raise Puzzle("nothing is said of the number named before this")  # nor is it said again, of whom they are
    if known is None or all(isinstance(part, t.Int | t.Roll | t.Add) for part in parts(known)):
        return
    early = [act for act in acts if any(map(_is_early, parts(act)))]
    uses = [act for act in acts if known in parts(act)]
    match early, uses:
        case [], _:
            return
        case _, [_, *_] if not any(act in uses or any(isinstance(part, t.If) for part in parts(act)) for act in early):
            return  # used by what happens later alone
        case [t.If(_, then, otherwise) as one], [used] if used is one and known not in parts((then, otherwise)):
            return  # a condition, asked once, whatever hangs on it
    raise Puzzle("it is not clear when this number is counted", "say the number itself")


def stopping(words: Meanings, rule: t.TieRule, out: list[t.Act]) -> t.Act | None:
    """ "Find the Wizard with the most Stars. If there is a tie, nothing happens.": before what is done to that one."""
    top = tied(words, replace(rule, way="first"), out) if rule.way == "nothing" else None
    if top is None or words.stage or (rule.best is not None and not is_for(top, *rule.best)) or rule.near:
        return None
    return t.If(t.Tied(top), (t.Nothing(words.sentence),), (), words.sentence)


def told_after(acts: list[t.Act]) -> list[t.Act]:
    """The outcomes with "if there is a tie, nothing happens" after those to which it matters: as it is mostly said."""
    for at, act in enumerate(acts):
        match act:
            case t.If(t.Tied(top), (t.Nothing(),) as stop, otherwise, told) if top not in parts(tuple(acts[:at])):
                rest = [*otherwise, *acts[at + 1 :]]
                last = max((place for place, part in enumerate(rest) if top in parts(part)), default=-1) + 1
                return [*acts[:at], *rest[:last], t.If(t.Tied(top), stop, (), told), *rest[last:]]
    return acts


def tied(words: Meanings, rule: t.TieRule, out: list[t.Act]) -> t.Top | None:
    """The one spoken of just before, for what follows, if a rule for a tie is about them."""
    sentence, _, who = words.mentioned[-1] if words.mentioned else (-2, 0, None)
    if sentence < words.sentence - 1 or not isinstance(who, t.Top) or who.ties != "ruling":
        return None
    if who in parts(tuple(out)):
        return None  # to whom something has been done already
    if rule.acts or rule.does or rule.letter or rule.either or rule.way not in ("first", "last", "random", "all"):
        return None
    return who


def settled(words: Meanings, old: t.Top, new: t.Top) -> None:
    """Who is meant by words for the one spoken of, once it is said who of several it is."""
    words.mentioned[-1] = (*words.mentioned[-1][:2], new)
    words.looked_at = {new if who == old else who for who in words.looked_at}
    words.here = [new if who == old else who for who in words.here]
    words.before = [new if who == old else who for who in words.before]
    if words.compared_last is not None and words.compared_last[0] == old:
        words.compared_last = (new, words.compared_last[1])
    if not is_one(new):  # "if there is a tie, pick all of them": "those", but "they" could still be the one
        words.here = [who for who in words.here if who != new]
        words.group = new
        words.groups.append(new)


def check_tie(asked: t.Those | t.Holds) -> None:
    """ "Your neighbours are tied for the most Stars": with each other, or with all Wizards? Raises Puzzle."""
    top = of_a_tie(asked.test)
    if is_one(asked.group) or asked.group == t.All() or top is None or top.among == asked.group:
        return
    if isinstance(asked, t.Those) or (asked.op, asked.number) != (">=", t.Int(1)):
        raise Puzzle("it is not clear among whom they are tied", "say: among the Wizards with the most Stars")


def _narrows(who: t.Who, casts: t.Who) -> bool:
    """Whether these are some of those spells: "those of them that have a Cost"."""
    match who, casts:
        case t.Those(group, t.And(tests)), t.Those(same, kind) if group == same:
            return {*conjuncts(kind)} <= {*tests}
    return False


def check_mentioned(words: Meanings, acts: tuple[t.Act, ...]) -> None:
    """That something is said of those at whom somebody looks: else "those who cast Burn" could be of them."""
    if not words.redirected and not words.mentioned:
        return
    moved = [part.who for part in parts(acts) if isinstance(part, t.Redirect | t.Void | t.Replace)]
    named = [part.who for part in parts(acts) if isinstance(part, t.SpellOf)]
    turned = [part.who for part in parts(acts) if isinstance(part, t.Redirect)]
    for sentence, who in words.reselected:
        if not any(isinstance(act, t.Replace) and act.who == who for act in acts):
            raise Puzzle("nothing is said of what is selected instead", "say which spell it is", sentence=sentence)
    for sentence, casts, redirected in words.redirected:
        told = turned if redirected else [*named, *moved, *words.asked_spells]
        if casts not in told and not any(casts in parts(who) or _narrows(who, casts) for who in told):
            words.sentence = sentence
            raise Puzzle("nothing is said of what happens to these spells", "say whom they target")
    for sentence, stage, who in words.mentioned:
        some = who.parts if isinstance(who, t.Join) else (who,)
        changing = any(isinstance(part, CHANGING) for part in parts(who))
        if changing and any(getattr(part, "stage", 0) > stage and who in parts(part) for part in parts(acts)):
            words.sentence = sentence
            raise Puzzle("who these are may have changed by then", "say who they are where it happens")
        if isinstance(who, t.Caster | t.Chosen) or who in named or all(_told(one, acts) for one in some):
            continue
        words.sentence = sentence
        raise Puzzle("nothing is said of those who are spoken of here", "say who these are where it happens")


def _told(who: t.Who, acts: tuple[t.Act, ...]) -> bool:
    """Whether outcomes are about somebody, whatever they say of a tie."""
    if isinstance(who, t.Top):
        tops = [part for part in parts(acts) if isinstance(part, t.Top)]
        return any(replace(top, ties=who.ties, key=who.key) == who for top in tops)
    return who in parts(acts) or any(isinstance(part, t.Who) and _narrows(part, who) for part in parts(acts))


def average(words: Meanings, act: t.Level) -> None:
    """An average that was reached can be spoken of."""
    words.noted = t.Part(t.Total(act.who, act.attr), t.Count(act.who), act.rounding)
    words.number, words.noted_stage, words.noted_used, words.attr = words.noted, words.stage, True, act.attr


def once(out: list[t.Act]) -> None:
    """ "The Stars of both are averaged, and both are left with that average, rounded up": one average."""
    match out[-2:]:
        case [t.Level() as first, t.Level() as again] if (
            _same(first.who, again.who) and first.attr == again.attr and first.stage == again.stage
        ):
            if first.rounding and again.rounding not in ("", first.rounding):
                raise Puzzle("the average is rounded in two ways")
            out[-2:] = [replace(first, rounding=again.rounding or first.rounding)]


def _same(one: t.Who, other: t.Who) -> bool:
    return one == other or (
        isinstance(one, t.Join) and isinstance(other, t.Join) and set(one.parts) == set(other.parts)
    )


def levelled(act: t.Act) -> t.Act:
    """All of some Wizards set to what they have on average: that is to average it."""
    match act:
        case t.Assign(t.Join(whose) as who, str() as attr, t.Part(total, count, rounding)) if count in (
            t.Int(len(whose)),
            t.Count(who),
        ) and len(set(whose)) == len(whose):
            sums = (t.Total(who, attr), t.Add(tuple(t.Stat(one, attr) for one in whose)))
            if total in sums or (isinstance(total, t.Total) and total.attr == attr and _same(total.who, who)):
                return t.Level(who, attr, rounding, act.stage, act.at)
    return act

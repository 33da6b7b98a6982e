"""What a text says again: whether it is so. Raises Puzzle where it is not, or where that is not certain."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pbp.spells import tree as t
from pbp.spells.apart import apart
from pbp.spells.inputs import Puzzle
from pbp.spells.refer import again, generally, lets
from pbp.spells.refer.clauses import denies, lasting, opposite
from pbp.spells.refer.context import TOP
from pbp.spells.sense.members import all_of, contains
from pbp.spells.walk import is_one, names, parts

if TYPE_CHECKING:
    from pbp.spells.refer.meant import Meanings

_KINDS: dict[str, tuple[type[t.Act], ...]] = {
    "all": (t.Act,),
    "": (t.Act,),
    "step": (t.Act,),
    "change": (t.Change, t.Assign, t.Swap, t.Level),
    "payment": (t.Pay,),
    "loss": (t.Change,),
    "gain": (t.Change,),
    "status": (t.Watch, t.Void, t.Redirect),
    "case": (t.If,),
    "one case": (t.If,),
}
"""What each word of a heading can speak of."""


def confirmed(words: Meanings, act: t.Confirmed, out: list[t.Act]) -> None:
    """Checks what says something of what stands before it; notes what says something of what follows."""
    match act:
        case t.Numbered(kind, number):
            if number != words.numbered.get(kind, 0) + 1:
                raise Puzzle("the numbers of the steps, or of the cases, do not stand in order")
            words.numbered[kind] = number
        case t.OtherNumbers(numbers):
            if not out or not isinstance(out[-1], t.If):
                raise Puzzle("this follows no condition", 'put it right after a sentence with "if"')
            again.others(words, out[-1].cond, numbers)
        case t.Keeps(keeper, attr):
            sets = [part.attr for part in parts(tuple(out)) if isinstance(part, t.Assign | t.Swap)]
            attr = attr or (str(sets[-1]) if sets else "")
            if not attr or not out:
                raise Puzzle("it is not clear what is kept", "leave it out")
            words.kept.append((words.sentence, words.fix(keeper, TOP), attr))
        case t.StillDoes():
            _left_out(words, act, out)
        case t.Generally():
            generally.check(act, out)
        case t.AllSaid(others):
            words.ended = words.sentence
            if others and not all(is_one(who) for act in parts(tuple(out)) if (who := getattr(act, "who", None))):
                raise Puzzle("it is not clear who the others are", "leave this out")
        case t.OneRoll() | t.NewRoll():
            last = tuple(one for one in out if getattr(one, "at", None) == getattr(out[-1], "at", None))
            rolls = {part for part in parts(last) if isinstance(part, t.Roll)}
            before = {part for part in parts(tuple(out[: -len(last)])) if isinstance(part, t.Roll)} if last else set()
            alone = all(is_one(one.who) for one in parts(last) if isinstance(one, t.Change))
            if isinstance(act, t.NewRoll):  # "on a 6, you lose DICE6 Stars (a new roll)": not the one that shows the 6
                before |= (
                    {roll for roll in words.rolled if roll.key < 1000 * getattr(out[-1], "at", 0)} if last else set()
                )
                rolls -= before
            if len(rolls) != 1 or (isinstance(act, t.NewRoll) and (not before or not alone)):
                raise Puzzle("it is not clear which roll is meant", "leave it out")
            whom = [one.who for one in parts(last) if isinstance(one, t.Change)]
            if (
                isinstance(act, t.OneRoll)
                and act.near
                and not (whom and all(isinstance(w, t.Neighbours) for w in whom))
            ):
                raise Puzzle("it is not so that this is said of them, or it is not certain", "leave it out")
            if isinstance(act, t.OneRoll) and act.shared and set(words.rolled) - rolls:
                raise Puzzle(
                    "the same roll for all of them, or the one before?", "say: that many Stars; or: one roll for all"
                )
        case t.Heading():
            words.headings.append((words.sentence, len(out), act))
        case t.BothMay():
            match out[-2:]:
                case [t.If(one, _, ()), t.If(other, _, ())] if not apart(one, other):
                    pass
                case _:
                    raise Puzzle("it is not so that both can happen, or it is not certain", "leave it out")
        case t.SkipsRest():
            words.skips.append(words.sentence)
        case t.RollFor(count):
            words.roll_for.append((words.sentence, count))


def no_matter(words: Meanings, cond: t.Cond, out: list[t.Act]) -> None:
    """That what stands before does not ask this of somebody: it asks nothing of the kind, or only of others."""
    match cond:
        case t.Holds(who, test=test) if is_one(who) and out:
            kinds = {type(part) for part in parts(test)} - _NO_QUESTIONS
            if not _asks(tuple(out), kinds, who):
                words.differ()
                return
    raise Puzzle("what was said before may ask this", "leave it out")


_NO_QUESTIONS = {t.Member, t.And, t.Or, t.Not, t.Always, t.Compare, t.Int, t.Text, t.Caster, t.All, t.Without}
"""What stands in a test beside what it asks."""


def _asks(node: Any, kinds: set[type], who: t.Who) -> bool:
    """Whether a part of a tree could ask one of these kinds of things of a Wizard."""
    if isinstance(node, tuple):
        return any(_asks(part, kinds, who) for part in node)
    if not isinstance(node, t.Node):
        return False
    others = isinstance(node, t.Holds | t.Those) and contains(node.group, who) is False
    return type(node) in kinds or any(
        _asks(getattr(node, name), kinds, who) for name in names(type(node)) if not (others and name == "test")
    )


def _left_out(words: Meanings, said: t.StillDoes, out: list[t.Act]) -> None:
    """That what stands last leaves these spells out, or this Wizard: "(Burn still does)". Raises Puzzle."""
    found = [part for part in parts(tuple(out[-1:])) if isinstance(part, t.Watch | t.Void | t.Redirect)]
    if len(found) != 1:
        raise Puzzle("it is not clear what this leaves as it is", "leave it out")
    (made,) = found
    if isinstance(made, t.Watch) and said.way not in ("", made.way):
        raise Puzzle("nothing was said of this before", "leave it out")
    if said.casts is not None:
        casts = words.fix(said.casts, TOP)
        source = made.source if isinstance(made, t.Watch) else _kind_of(made.who)
        kind = _kind_of(casts)
        if source is not None and kind is not None and _denied_in(source, kind):
            return
    elif said.who is not None and isinstance(made, t.Watch):
        who = words.fix(said.who, TOP)
        if is_one(who) and (contains(made.whom, who) is False or _not_among(made.whom, who)):
            return
    raise Puzzle("what was said before does not leave this out")


def _kind_of(casts: t.Who) -> t.Cond | None:
    match casts:
        case t.Casters(t.All(), kind) | t.Those(t.All(), kind):
            return kind
        case t.Owner(t.Caster()):
            return t.In(t.Member(0), casts)
    return None


def _conds(test: t.Cond) -> tuple[t.Cond, ...]:
    if isinstance(test, t.And):
        return tuple(part for inner in test.parts for part in _conds(inner))
    match test:
        case t.Not(t.In(t.Member(0), t.Those(t.All(), kind))):
            return (t.Not(kind),)
    return (test,)


def _denied_in(source: t.Cond, kind: t.Cond) -> bool:
    """Whether none of these spells is of that source."""
    told = _conds(source)
    mine = (t.In(t.Member(0), t.Caster()), t.In(t.Member(0), t.Owner(t.Caster())))
    for part in _conds(kind):
        denied = part.part if isinstance(part, t.Not) else t.Not(part)
        if denied in told:
            return True
        if part in mine and any(_by_others(test) for test in told):
            return True
    return False


def _by_others(test: t.Cond) -> bool:
    match test:
        case t.In(t.Member(0), t.Owner(group) | group):
            return contains(group, t.Caster()) is False or _not_among(group, t.Caster())
        case t.Not(t.Same(t.Member(0), t.Caster())):
            return True
    return False


def _not_among(group: t.Who, who: t.Who) -> bool:
    match group:
        case t.Others():
            return who == t.Caster()
        case t.Without(_, out):
            return who == out
    return False


def spared(words: Meanings, test: t.Cond, said: t.Spared, out: list[t.Act]) -> None:
    """ "If not, they lose nothing": after what happens under another condition. Raises Puzzle."""
    if _of_a_tie(test, out):
        raise Puzzle(_UNCLEAR, "say: if there is a tie, nobody loses anything")
    last = out[-1] if out else None
    before = [act for act in out if not isinstance(act, t.Rolls | t.Picks)]
    if said.whole and (not before or said.way == "step"):
        nothing = () if said.way else (t.Nothing(words.sentence),)  # "skip this step. Otherwise, ..."
        out.append(t.If(test, nothing, (), words.sentence))
        words.skipped.append(test)
        return
    if not out or all(isinstance(act, t.Rolls) for act in out):
        _spared_first(words, test, said, out)
        return
    if isinstance(last, t.Change | t.Pay | t.Assign | t.Swap) and not said.whole:
        _excepted(words, test, said, out)
        return
    if not isinstance(last, t.If) or last.otherwise or not (apart(test, last.cond) or denies(test, last.cond)):
        raise Puzzle(_UNCLEAR, "leave it out, or say: otherwise, nothing happens")
    _checked(words, said, last, out)


def _spared_first(words: Meanings, test: t.Cond, said: t.Spared, out: list[t.Act]) -> None:
    """ "On a 1, you gain nothing. On any other result, you gain 2 Stars": what follows is of the other case."""
    if said.way not in ("gain", "loss", "paid") or not (said.who is None or isinstance(said.who, t.Caster)):
        raise Puzzle(_UNCLEAR, "say: nothing happens")
    out.append(t.If(test, (), (), words.sentence))
    words.skipped.append(test)
    words.spared_first = words.sentence, said, test


def _check_spared_first(said: t.Spared, test: t.Cond, acts: tuple[t.Act, ...]) -> None:
    """That what did not happen in the first case happens in others, and only there. Raises Puzzle."""
    told = [act for act in acts if _of_this(said, act)]
    if not told or not all(isinstance(act, t.If) and _never_with(test, act) for act in told):
        raise Puzzle(_UNCLEAR, "say: nothing happens")


def _never_with(test: t.Cond, act: t.If) -> bool:
    """Whether nothing that is told under a condition happens under this one."""
    only = (act.cond == test and not act.then) or denies(test, act.cond) or apart(test, act.cond)
    return only and (not act.otherwise or act.cond == test)


def _of_a_tie(test: t.Cond, out: list[t.Act]) -> bool:
    """Whether it is asked if several are tied who were spoken of as one: then what is said is the rule for a tie."""
    match test:
        case t.Holds(_, ">=", t.Int(2), t.Cond() as tied):
            tops = {part for part in parts(tied) if isinstance(part, t.Top)}
            alone = (part for part in parts(tuple(out)) if isinstance(part, t.Top) and part.ties == "ruling")
            return any(replace(top, ties="all") in tops for top in alone)
    return False


_UNCLEAR = "it is not clear what does not happen then"


def _excepted(words: Meanings, test: t.Cond, said: t.Spared, out: list[t.Act]) -> None:
    """ "Each Wizard loses 1 Star. But if the caster cast Burn, nobody loses any": what the sentence before said,
    which has no condition, does not happen then. Raises Puzzle.
    """
    said = replace(said, who=None if said.who is None else words.fix(said.who, TOP))
    found = [index for index, act in enumerate(out) if _of_this(said, act)]
    both = said.who.parts if isinstance(said.who, t.Join) and not found else ()  # "neither of you gains any"
    each = [[index for index, act in enumerate(out) if _of_this(replace(said, who=who), act)] for who in both]
    found = sorted({index for of_one in each for index in of_one}) if all(each) and each else found
    here = any(getattr(act, "at", -1) == words.sentence for act in out)  # "..., but if they cast Burn, ..."
    told = words.sentence - (not here)
    begun = min((getattr(out[index], "at", told) for index in found), default=told) if both else told
    before = [index for index, act in enumerate(out) if begun <= getattr(act, "at", -1) <= told]
    plain = all(isinstance(out[index], t.Change | t.Pay | t.Assign | t.Swap) for index in found)
    known = {*parts(test), *(part for act in out if isinstance(act, t.Rolls) for part in parts(act))}
    drawn = {part for index in found for part in parts(out[index]) if isinstance(part, t.Roll | t.Pick)} - known
    if not found or not plain or drawn or words.stage or not set(found) <= set(before):
        raise Puzzle(_UNCLEAR, "say the condition with the outcome")
    if found != list(range(found[0], found[-1] + 1)) or (found != before and not said.way):
        raise Puzzle(_UNCLEAR, "say the condition with the outcome")
    if said.way == "gain" and any(isinstance(out[index], t.Pay) for index in found):
        raise Puzzle("it is not clear whether they are paid nothing, or nothing is paid", "say: nothing is paid")
    whole = isinstance(test, t.Holds) and test.group == said.who and test.op == "all"  # "if both of you cast Burn"
    if said.who is not None and not is_one(said.who) and said.who in parts(test) and not whole:
        raise Puzzle("it is not clear whether this is said of each of them, or of all", "say the condition first")
    made = t.If(opposite(test), tuple(out[found[0] : found[-1] + 1]), (), told)
    out[found[0] : found[-1] + 1] = [made]
    words.spared.append((words.sentence, said, made))


def without_spared(told: tuple[t.Act, ...]) -> tuple[t.Spared | None, tuple[t.Act, ...]]:
    """What "... and there is no swap" denies, and what happens beside it. Raises Puzzle."""
    denied = [act for act in told if isinstance(act, t.Spared) and act.way in ("swap", "loss", "gain", "paid")]
    rest = tuple(act for act in told if act not in denied)
    if len(denied) != 1 or denied[0].who not in (None, t.They("they"), t.Caster(you=True)) or not rest:
        return None, told
    if denied[0].who is not None and told[0] != denied[0]:
        return None, told
    they = denied[0].who == t.They("they")
    else_done = [act for act in rest if not they or getattr(act, "subject", None) != t.Caster(you=True)]
    said = replace(denied[0], who=None)
    if any(_of_this(said, part) for part in parts(tuple(else_done)) if isinstance(part, t.Change | t.Pay | t.Swap)):
        raise Puzzle("it happens, and yet it does not", "say what does not happen")
    return denied[0], rest


def spared_else(words: Meanings, said: t.Spared, out: list[t.Act]) -> None:
    """ "Otherwise, they lose nothing". Raises Puzzle."""
    last = out[-1] if out else None
    match last:
        case t.Pay(payer, _, attr, mode="able") if said.way in ("paid", "loss") and said.attr in ("", attr):
            if said.who in (None, t.They("they"), payer):
                return  # "if able (if not, they pay nothing)"
    if not isinstance(last, t.If) or last.otherwise:
        raise Puzzle("this follows no condition", 'put it right after a sentence with "if"')
    _checked(words, said, last, out)


def _checked(words: Meanings, said: t.Spared, last: t.If, out: list[t.Act]) -> None:
    said = replace(said, who=None if said.who is None else words.fix(said.who, TOP))
    told = list(last.then)
    if isinstance(said.who, t.Those) and not any(_of_this(said, act) for act in told):
        said = replace(said, who=said.who.group)  # "... none of them loses anything": some of those, or all
    if not any(_of_this(said, act) for act in told) or (said.whole and not all(_of_this(said, act) for act in told)):
        raise Puzzle("nothing like this happens in the other case", "leave it out, or say: otherwise, nothing happens")
    words.spared.append((words.sentence, said, last))


def spared_some(words: Meanings, said: t.Spared, out: list[t.Act]) -> t.Exempt | None:
    """ "Every other Wizard loses 3, but those who cast Burn lose nothing": of what the sentence says. Raises Puzzle."""
    last = out[-1] if out else None
    if (exempt := _spared_all(words, said, last)) is not None:
        return exempt
    group = _hit(last, said)
    if not isinstance(said.who, t.Those) or group is None or is_one(group) or said.whole:
        raise Puzzle(_WHEN, "leave it out")
    apart_said = (
        said.who.group == t.All() and words.sentence not in words.marks["those"]
    )  # "Wizards with a Hat pay ..."
    told = getattr(last, "at", -1)
    if told not in (words.sentence, words.sentence - apart_said) or any(
        isinstance(part, t.Who) and not is_one(part) for part in parts(getattr(last, "amount", None))
    ):
        raise Puzzle(_WHEN, "leave it out")  # "1 Star for each neighbour, but those who ..."
    if said.who.group != t.All() and words.fix(said.who.group, TOP) != group:
        raise Puzzle("it is not clear of which Wizards this is said", "say which Wizards these are")
    words.excused.append((words.sentence, said, group if told == words.sentence else t.All()))
    match last, said.who.test:
        case t.Pay(_, t.Caster(), attr, amount, mode="always"), (
            t.Compare(t.Stat(t.Member(0), what), "<", number) | t.Not(t.Compare(t.Stat(t.Member(0), what), "=", number))
        ) if what in ("", attr) and words.fix(number, TOP) == amount:
            out[-1] = replace(last, mode="able")  # "those with fewer than 5 pay nothing"
            return None
        case _, t.Not(t.Compare(op="=")):
            raise Puzzle(
                _WHEN, "say: those who have fewer"
            )  # "those who do not have that many": fewer, or not so many?
    return t.Exempt(who=replace(said.who, group=t.All()), paying=said.way == "paid")


def _spared_all(words: Meanings, said: t.Spared, last: t.Act | None) -> t.Exempt | None:
    """ "Everyone loses 2 Stars. The caster is spared.": one of those who lose, or some of them."""
    match last:
        case t.Change(hit, gain=False) | t.Pay(hit, mode="always") if hit != t.Caster():
            pass
        case _:
            return None
    if said.whole or said.who is None or last.at != words.sentence - 1:
        return None
    if words.fix(said.who, TOP) == hit:
        return None  # "they lose nothing"
    if said.way and (_hit(last, said) is None or (isinstance(said.who, t.Those) and not is_one(hit))):
        return None  # of some of a group: "but those who cast Burn lose nothing"
    if not all(is_one(part) for part in parts(last.amount) if isinstance(part, t.Who)):
        return None
    return t.Exempt(who=said.who, whole=True, paying=isinstance(last, t.Pay))


_WHEN = "it is not clear when this does not happen"


def _hit(act: t.Node | None, said: t.Spared) -> t.Who | None:
    """Who loses, gains or pays by an outcome, if it is said of some that they do not."""
    match act:
        case t.Change(who, attr, gain) if said.way == ("gain" if gain else "loss") and said.attr in ("", attr):
            return who
        case t.Pay(payer, receiver, attr=attr) if said.way == "paid" or (said.way, receiver) == ("loss", t.Caster()):
            return payer if said.attr in ("", attr) else None
        case t.Pay(t.Caster(), receiver, attr=attr) if said.way == "gain" and said.attr in ("", attr):
            return receiver
    return None


def exception_spares(words: Meanings, said: t.Spared, under: list[t.Act], before: list[t.Act]) -> None:
    """ "One exception: if ..., they gain nothing": of the one outcome of the sentence before. Raises Puzzle."""
    said = replace(said, who=None if said.who is None else words.fix(said.who, TOP))
    if len(under) != 1 or not _of_this(said, under[0]) or any(_of_this(said, act) for act in before):
        raise Puzzle("it is not clear what does not happen then", "say it with the outcome")


def _of_this(said: t.Spared, act: t.Act) -> bool:
    """Whether an outcome is of those of which it is said that they do not happen."""
    if said.way in ("", "step") and said.who is None:
        return True
    match act:
        case t.Assign(who, attr) | t.Level(who, attr) | t.Change(who, attr) if said.way == "change":
            return said.attr == attr and (said.who == who or (said.who is None and is_one(who)))
        case t.Pay() | t.Swap() if said.way == "change":
            return False  # of a swap: does the other one get theirs?
        case t.Change(who, attr, gain):
            ways = ("gain" if gain else "loss", "")
            return said.way in ways and said.attr in ("", attr) and said.who in (None, who)
        case t.Pay(payer, receiver, _, attr):
            if said.attr not in ("", attr) or said.way == "swap":
                return False
            if said.who is None or said.way == "":
                return said.who in (None, payer, receiver)
            return said.who == (receiver if said.way == "gain" else payer)
        case t.Swap(left, right, attr):
            return said.who in (None, left, right) and said.attr in ("", attr)
        case t.Assign(who) | t.Level(who):
            return said.way == "" and said.who == who
        case t.If(_, then, otherwise):
            return any(_of_this(said, part) for part in (*then, *otherwise))
    return False


def check(words: Meanings, acts: tuple[t.Act, ...]) -> None:
    """That what headings say of all that follows is so. Raises Puzzle."""
    for sentence, begin, heading in words.headings:
        words.sentence = sentence
        about = acts[begin:] or _told_otherwise(acts, sentence) or acts  # at the end it is about what was told
        told = [act for act in about if not isinstance(act, t.Rolls | t.Picks)]
        later = any(getattr(part, "stage", 0) or isinstance(part, t.After) for part in parts(acts))
        if later and heading.kind != "step":
            raise Puzzle("it says that all happens at once, and then that some happens later")
        kind = heading.kind.removeprefix("all ")
        if not all(any(isinstance(part, _KINDS[kind]) for part in parts(act)) for act in told):
            raise Puzzle("something else follows than what this says")
        changes = [part for part in parts(tuple(told)) if isinstance(part, t.Change)]
        ways = {part.gain for part in changes}
        if heading.attr and any(part.attr != heading.attr for part in changes):
            raise Puzzle("something else follows than what this says")
        if kind in ("loss", "gain") and ways != {kind == "gain"}:
            raise Puzzle("something else follows than what this says")
        many = {len(told), len({getattr(act, "at", 0) for act in told})}
        if len(told) == 1 and isinstance(told[0], t.Swap):
            many.add(2)  # what each of the two gets
        if heading.kind == "one case" and not _one_alone(told):
            raise Puzzle("it says that one of these cases applies, and perhaps both do, or neither")
        if heading.kind.endswith("case"):
            nothing = sum(number >= sentence for number, _, _ in words.spared)
            many = {len(told) + sum(bool(act.otherwise) for act in told if isinstance(act, t.If)) + nothing}
        if heading.count and heading.count not in (many if heading.count > 1 else {len(told)}):
            raise Puzzle("it says how many things happen, and others are told", "leave the number out")
        if heading.apart and _hang_together(told):
            raise Puzzle("it says that none of this hangs on another part of it, and some of it does")
        if heading.asks and not all(isinstance(act, t.If) for act in told):
            raise Puzzle("it says that each of these has a condition, and one has none")
    _check_rolls(words, acts)
    for sentence, said, last in words.spared:
        words.sentence = sentence
        others = [act for act in acts if not (isinstance(act, t.If) and act.cond == last.cond)]
        others = [act for act in others if not (isinstance(act, t.If) and apart(act.cond, opposite(last.cond)))]
        if (said.way not in ("", "step") or said.who is not None) and any(_of_this(said, act) for act in others):
            raise Puzzle("this could deny what the rest of the spell does", "leave it out")
    if words.spared_first is not None:
        words.sentence, said, test = words.spared_first
        _check_spared_first(said, test, acts)
    for sentence, said, group in words.excused:
        words.sentence = sentence
        hits = [who for part in parts(acts) if (who := _hit(part, said)) is not None]
        if len([who for who in hits if who != t.Caster() or contains(group, who) is not False]) > 1:
            raise Puzzle("this could deny what the rest of the spell does", "leave it out")
    for sentence, who, attr in words.kept:
        words.sentence = sentence
        if any(_changes(words, part, who, attr) for part in parts(acts)):
            raise Puzzle("it says that this is kept, and it is changed")
    checked = [part for part in parts(acts) if isinstance(part, t.If)] if words.skipped else []
    if any(part.cond in words.skipped and not part.then + part.otherwise for part in checked):
        raise Puzzle("nothing is said of what happens otherwise")
    if words.ended >= 0 and any(getattr(act, "at", 0) > words.ended for act in acts):
        words.sentence = words.ended
        raise Puzzle("it says that this is all, and then more follows")


def skipped(words: Meanings, out: list[t.Act]) -> list[t.Act]:
    """What a spell does that says "..., and point 2 does not apply": what follows happens otherwise. Raises Puzzle."""
    for sentence in words.skips:
        words.sentence = sentence
        here = [act for act in out if getattr(act, "at", -1) == sentence and not isinstance(act, t.Rolls | t.Picks)]
        rest = [act for act in out if getattr(act, "at", -1) > sentence]
        match here:
            case [t.If(otherwise=told)] if told and not rest:
                continue  # "2. Otherwise, lose 3 Stars"
            case [t.If(cond, _, ()) as led] if rest:
                pass
            case _:
                raise Puzzle("it is not clear when this does not happen", "say: otherwise")
        if all(isinstance(act, t.If) and (apart(act.cond, cond) or denies(act.cond, cond)) for act in rest):
            continue
        plain = all(isinstance(act, t.Change | t.Pay | t.Assign | t.Swap | t.Level | t.If) for act in rest)
        staged = any(getattr(part, "stage", 0) or isinstance(part, t.Pick | t.Roll) for part in parts(tuple(out)))
        if not plain or staged or out[-len(rest) - 1 :] != [led, *rest]:
            raise Puzzle("it is not clear when this does not happen", "say: otherwise")
        out = [*out[: -len(rest) - 1], replace(led, otherwise=tuple(rest))]
    return out


def _hang_together(told: list[t.Act]) -> bool:
    """Whether one of these outcomes happens where another does not, or by the same roll or draw."""
    at = [getattr(act, "at", 0) for act in told]
    for place, act in enumerate(told):
        other = [getattr(part, "at", at[place]) for part in act.otherwise] if isinstance(act, t.If) else []
        if other and (len(set(at)) < 2 or set(other) != {at[place]}):
            return True
    drawn = [{part for part in parts(act) if isinstance(part, t.Roll | t.Pick)} for act in told]
    return any(
        left & right
        for place, left in enumerate(drawn)
        for other, right in enumerate(drawn[:place])
        if at[place] != at[other] or len(set(at)) < 2
    )


def _check_rolls(words: Meanings, acts: tuple[t.Act, ...]) -> None:
    """That so many points ask what the one roll shows as is said, and that there is no other. Raises Puzzle."""
    for sentence, count in words.roll_for:
        words.sentence = sentence
        rolls = {part for part in parts(acts) if isinstance(part, t.Roll)}
        asking = [act for act in acts if not isinstance(act, t.Rolls) and not rolls.isdisjoint(parts(act))]
        if len(rolls) != 1 or len({getattr(act, "at", 0) for act in asking}) != count:
            raise Puzzle("it is not clear which points go by this roll", "leave this out")


def _told_otherwise(acts: tuple[t.Act, ...], sentence: int) -> tuple[t.Act, ...]:
    """What a sentence says that happens otherwise, with what the sentences before say."""
    other = (act.otherwise for act in reversed(acts) if isinstance(act, t.If))
    return next((told for told in other if any(getattr(act, "at", -1) == sentence for act in told)), ())


def whole(words: Meanings, act: t.Act, out: list[t.Act], since: int) -> None:
    """What is said of all that the sentence before does. Raises Puzzle."""
    if since >= len(out):
        raise Puzzle("there is no outcome before this that it could be about")
    if isinstance(act, t.Lasts):
        out[since:] = [lasting(part, True) for part in out[since:]]
        return
    last = out[-1]
    if not isinstance(last, t.Replace) or last.inputs or last.kept or last.spell is None:
        raise Puzzle("no spell is considered to have been selected before this")
    if isinstance(act, t.AimedAt):
        if not is_one(last.who):
            raise Puzzle("it is not clear which spell this is said of", "say: targeting ...")
        out[-1] = replace(last, inputs=(words.fix(act.whom, TOP),))
        return
    if isinstance(act, t.SameInputs) and act.whose is not None:
        they = act.whose in (t.They(), t.They("them"), t.They("subject"))
        they = they or (act.whose == t.They("that Wizard") and isinstance(last.who, t.Those))
        if isinstance(last.spell, t.SpellOf) or (they and last.who == t.Caster()):
            raise Puzzle("it is not clear whose inputs these are", "say: with the same inputs")
        if not they and words.fix(act.whose, TOP) != last.who:
            raise Puzzle("these are not the inputs of the selection that is replaced")
    out[-1] = replace(last, kept=True)


def asked(words: Meanings, test: t.Cond, out: list[t.Act]) -> None:
    """ "Check whether ...": what happens then is told by what follows."""
    out.append(t.If(test, (), (), words.sentence))
    words.skipped.append(test)


def kept_always(sentence: t.Act) -> None:
    """Under a condition "they keep theirs" could be an exception. Raises Puzzle."""
    all_parts = list(parts(sentence))
    if any(isinstance(part, t.Keeps) for part in all_parts) and any(
        isinstance(part, t.If | t.Trail | t.Else | t.IfSo | t.Anyway | t.Instead) for part in all_parts
    ):
        raise Puzzle("it is not clear whether something is kept that changes otherwise", "say what happens otherwise")


def _one_alone(told: list[t.Act]) -> bool:
    """Whether always one of these cases applies, and no other."""
    match told:
        case [t.If(otherwise=otherwise)]:
            return bool(otherwise)
        case [t.If(left, otherwise=()), t.If(right, otherwise=())]:
            return denies(left, right)
    return False


def _changes(words: Meanings, act: t.Node, who: t.Who, attr: str) -> bool:
    """Whether an outcome could change this thing of somebody."""
    match act:
        case t.Assign(_, str() as what, t.ValueOf(owner, same)) if owner == who and same == attr == what:
            return False  # theirs is what is given to somebody
        case t.Assign(whose, what) | t.Change(whose, what) | t.Level(whose, what):
            return attr == str(what) and not _apart(words, whose, who)
        case t.Swap(_, _, what):
            return attr == str(what)
        case t.Pay(_, _, what):
            return attr == what
    return False


def once_or_twice(words: Meanings, who: t.Who, acts: tuple[t.Act, ...], out: list[t.Act]) -> None:
    """ "3 Stars are lost by the caster and 3 by the chosen Wizard": who is both could lose 3 or 6. Raises Puzzle."""
    last = out[-1] if out else None
    if not isinstance(last, t.Change):
        return
    same = any(isinstance(act, t.Change) and not act.attr for act in acts)
    if same and not is_one(last.who) and not (_apart(words, last.who, who) or _apart(words, who, last.who)):
        raise Puzzle("is this done besides, or in its place?", "say it in two sentences", double=True)
    if same and isinstance(who, t.Those) and who.group == t.All() and all_of(last.who) != t.All():
        raise Puzzle("of all Wizards, or of those spoken of before?", "say: each Wizard who ...", double=True)
    much = last.amount, t.ThatMany()
    same = any(isinstance(act, t.Change) and not act.attr and act.amount in much for act in acts)
    if same and not (_apart(words, last.who, who) or _apart(words, who, last.who)):
        raise Puzzle("is this done once or twice to who is among both?", "say it in one sentence", double=True)


def paid_twice(acts: tuple[t.Act, ...], number: int) -> None:
    """ "Pay 2 Stars to the chosen Wizard, and they gain 2 Stars": the same 2, or others? Raises Puzzle."""
    for pay in acts:
        if not isinstance(pay, t.Pay):
            continue
        for act in acts:
            match act:
                case t.Change(who, attr, gain, amount) if (attr, amount) == (pay.attr, pay.amount):
                    if who == (pay.receiver if gain else pay.payer):
                        raise Puzzle(
                            "the Stars that are paid, or others?",
                            "say it in two sentences",
                            double=True,
                            sentence=number,
                        )


def beside_others(words: Meanings, acts: tuple[t.Act, ...], number: int) -> None:
    """ "If you have more Stars than they have, ... If they do, ...": than themselves? Raises Puzzle."""
    again = any(isinstance(part, t.Did) for part in parts(words.sentence_said))
    for part in parts(acts):
        match part:
            case t.Compare(t.Stat(one, attr, start), _, t.Stat(other, same, began)):
                alone = (one, attr, start) == (other, same, began)
            case t.Holds(one, test=t.Compare(t.Stat(t.Member(0), attr, start), _, t.Stat(other, same, began))):
                alone = is_one(one) and (one, attr, start) == (other, same, began)
            case t.Holds(one, test=t.Targets(t.Member(0), other)):
                alone = one == other and again
            case _:
                continue
        if alone:
            raise Puzzle("who is compared with themselves here?", "say who does what, again", sentence=number)


def still_the_best(sentence: t.Act, acts: tuple[t.Act, ...], number: int) -> None:
    """ "Swap Stars with the Wizard with the most, then you both lose 1": with the one who has them then?

    Raises Puzzle.
    """
    then = tuple(part for part in parts(sentence) if isinstance(part, t.Later))
    if any(isinstance(part, t.Top) for part in parts(then or sentence)):
        return
    later = tuple(act for act in parts(acts) if isinstance(act, t.Act) and getattr(act, "stage", 0) > 0)
    if any(isinstance(part, t.Top) and lets.may_be_others(part) for part in parts(later)):
        hint = "say it at once, or say who is meant then"
        raise Puzzle("who these are may have changed by then", hint, sentence=number)


def contrasted_in(acts: tuple[t.Act, ...], number: int) -> None:
    """What a sentence with a "but" sets against each other, also under a condition. Raises Puzzle."""
    try:
        contrasted(acts)
        for act in acts:
            if isinstance(act, t.If):
                contrasted(act.then)
                contrasted(act.otherwise)
    except Puzzle as puzzle:
        puzzle.sentence = number
        raise


def contrasted(acts: tuple[t.Act, ...]) -> None:
    """ "Each Wizard loses 1 Star, but the chosen Wizard loses 2": or 3? Raises Puzzle."""
    told = [act for act in acts if isinstance(act, t.Change)]
    for at, one in enumerate(told):
        for other in told[at + 1 :]:
            alike = one.attr == other.attr and (one.gain == other.gain or _of_all(one.who))
            if isinstance(one.who, t.Those) and isinstance(other.who, t.Those) and apart(one.who.test, other.who.test):
                continue
            among = isinstance(other.who, t.Top | t.Pick) and other.who.among == one.who
            if alike and not is_one(one.who) and (among or contains(one.who, other.who) is not False):
                raise Puzzle("is this done besides, or in its place?", "say: instead", double=True)


def _of_all(group: t.Who) -> bool:
    """Whether these are some of all Wizards, and not of somebody's neighbours."""
    while isinstance(group, t.Those | t.Without):
        group = group.group if isinstance(group, t.Those) else group.whole
    return group == t.All()


def _apart(words: Meanings, group: t.Who, who: t.Who) -> bool:
    """Whether somebody is none of these, whatever the order says."""
    match group, who:
        case (t.Caster(), t.Chosen(index)) | (t.Chosen(index), t.Caster()):
            return words.inputs[index].not_self or bool(words.inputs[index].adjacent)
        case t.Those(_, one), t.Those(_, other) if apart(one, other):
            return True
    return contains(group, who) is False


def answered(words: Meanings, out: list[t.Act]) -> None:
    """Drops what was only asked, where the answers have conditions of their own: "See whether you did. If you did"."""
    for act in tuple(out):
        if isinstance(act, t.If) and act.cond in words.skipped and not act.then + act.otherwise:
            again = (act.cond, opposite(act.cond))
            others = [one for one in out if one is not act and isinstance(one, t.If) and one.cond in again]
            if others:
                out.remove(act)
    if words.spared_first is not None:
        _turned(words.spared_first[2], out)


def _turned(test: t.Cond, out: list[t.Act]) -> None:
    """Says what a case without an outcome leaves to the others as their condition; of several others it is dropped."""
    for at, act in enumerate(out):
        if isinstance(act, t.If) and act.cond == test and not act.then:
            out[at : at + 1] = [t.If(opposite(test), act.otherwise, (), act.at)] if act.otherwise else []
            return


def also(words: Meanings, act: t.AlsoOrder) -> t.Act:
    """ "Also gain 2 Stars", after a label: of that one. Raises Puzzle."""
    inner = act.act
    if words.labelled is None or not isinstance(inner, t.Clause) or t.Subject() not in parts(inner.acts):
        return inner
    sentence, who = words.labelled
    if sentence != words.sentence - 1:
        raise Puzzle("it is not clear whether this is still said of the one before the colon", "name the Wizard")
    words.labelled = words.sentence, who
    return replace(inner, subject=who, form="s" if is_one(who) else "")


def ordered(words: Meanings, act: t.Clause) -> None:
    """ "Chosen Wizard: lose 2 Stars. Gain 1 Star.": who gains? Raises Puzzle."""
    if words.labelled is None or act.form != "b" or words.labelled[1] == t.Caster():
        return
    if t.Subject() in parts(act.acts) and words.labelled[0] < words.sentence:
        raise Puzzle("it is not clear whether this is still said of the one before the colon", "name the Wizard")

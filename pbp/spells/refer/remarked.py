"""What is said in brackets of an outcome: whether it is so. Raises Puzzle where it is not, or may not be."""

from __future__ import annotations

from copy import copy
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pbp.spells import tree as t
from pbp.spells.apart import apart
from pbp.spells.inputs import Puzzle
from pbp.spells.refer import again
from pbp.spells.refer.clauses import lasting
from pbp.spells.refer.context import TOP, Context, unaddressed
from pbp.spells.refer.plain import plain
from pbp.spells.walk import is_one, mapped, parts, replaced

if TYPE_CHECKING:
    from pbp.spells.refer.sentences import Resolver


NOT_PAID = t.Clause(None, (t.NotPaid(),))


def _before(out: list[t.Act]) -> t.Act:
    """The one outcome that was told last. Raises Puzzle."""
    told: Any = out[-1] if out else None
    while isinstance(told, t.If) and len(told.then) == 1 and not told.otherwise:
        told = told.then[0]
    if not isinstance(told, t.Change | t.Pay | t.Assign | t.Swap | t.Level):
        raise Puzzle("it is not clear of which outcome this is said", "leave it out")
    return told


def by_the_way(act: t.ByTheWay, told: list[t.Act]) -> None:
    """ "The chosen Wizard loses 3 Stars. Nobody gets them.": of the one outcome of the sentence before."""
    if act.kind == "always":
        if not told or any(isinstance(part, t.If) for part in parts(tuple(told))):
            raise Puzzle("what was said before has a condition", "leave this out")
        return
    if act.kind.startswith("swap"):
        swapped = _before(told)
        if len(told) != 1 or not isinstance(swapped, t.Swap) or act.kind not in ("swap", f"swap {swapped.attr}"):
            raise Puzzle("it is not a swap that was spoken of, or not of this alone", "leave it out")
        return
    moved = [part for part in parts(tuple(told)) if isinstance(part, t.Change | t.Pay)]
    true = {"lost": False, "unpaid": True}.get(act.kind)
    if len(moved) != 1 or len(told) != 1 or not isinstance(moved[0], t.Change) or moved[0].gain is not true:
        raise Puzzle("it is not clear of which outcome this is said, or it is not so", "leave it out")


def said_again(words: Resolver, act: t.SaidAgain, context: Context, out: list[t.Act]) -> None:
    """ "That Wizard loses their Hat (so their Hat becomes None)", "You get a Red Hat: your Hat becomes Red"."""
    if act.led and _tells_again(words, act.act, context, out):
        return
    told = _before(out)
    whose: dict[t.Node, t.Node] = {t.They(): told.who} if isinstance(told, t.Assign | t.Change) else {}
    made = _made(words, act.act, context)
    if made is None and act.led:  # "so their Hat becomes None": of those to whom it happens
        made = _made(words, replaced(act.act, whose), context)
    if made is None or _plainly(made) != _plainly(told) or not (act.led or isinstance(told, t.Assign)):
        raise Puzzle("this is not what was said before, or it is not certain", "leave it out")


def _tells_again(words: Resolver, act: t.Act, context: Context, out: list[t.Act]) -> bool:
    """Whether this is what was told last, all of it or its end, also under the condition that it has."""
    made = _all_made(words, act, context)
    told: list[t.Act] = list(out)
    while made and told:
        for ways in (made, [_for_long(one) for one in made]):
            if any(_alike(ways, told[begin:]) for begin in range(len(told))):
                return True
        match told[-1]:
            case t.If(_, then, ()):
                told = list(then)
            case t.If(_, _, otherwise):
                told = list(otherwise)
            case _:
                return False
    return False


def _for_long(act: t.Act) -> t.Act:
    """What lasts, as "for the rest of this Duel" makes it, which need not be said twice."""
    return lasting(act, True) if isinstance(act, t.Void | t.Redirect) else act


def _alike(some: list[t.Act], told: list[t.Act]) -> bool:
    """Whether the same happens, in whatever order it is told; of a payment, that one loses and the other gains."""
    plainly = sorted(map(str, _each_way(some)))
    return any(plainly == sorted(map(str, _each_way(told, paid=paid))) for paid in (False, True))


def _each_way(acts: list[t.Act], *, paid: bool = False) -> list[t.Act]:
    """Outcomes in their plain form, without when and where they are told; a swap as what it makes of both things.

    `paid`: and a payment as what it takes and gives.
    """
    found: list[t.Act] = []
    for act in map(_plainly, acts):
        match act:
            case t.Swap(left, right, attr) if is_one(left) and is_one(right):
                for one, other in ((left, right), (right, left)):
                    value = t.Stat(other, attr) if attr == "Stars" else t.ValueOf(other, attr)
                    found.append(t.Assign(one, attr, value))
            case t.Pay(payer, receiver, attr, t.Int() as amount, "always") if paid and is_one(payer):
                found += [t.Change(payer, attr, False, amount), t.Change(receiver, attr, True, amount)]
            case _:
                found.append(act)
    return found


def still_happens(words: Resolver, act: t.Act, beside: tuple[t.Act, ...], out: list[t.Act]) -> bool:
    """ "(If ..., nothing is paid, but) their Beard still becomes None": whether this says again what was said before.

    Without "still", only where something is said not to happen, and it is what a thing becomes. Raises Puzzle.
    """
    spared = any(isinstance(part, t.Spared | t.NotPaid) or part == NOT_PAID for part in beside)
    inner = act.act if isinstance(act, t.StillHappens) else act if spared and isinstance(act, t.Clause) else None
    if inner is None:
        return False
    made = _made(words, inner, TOP)
    told = made is not None and any(_plainly(made) == _plainly(one) for one in out)
    if not isinstance(act, t.StillHappens):
        return told and isinstance(made, t.Assign)
    if not told:
        raise Puzzle("this was not said before, or it is not certain", "leave out: still")
    return True


def _made(words: Resolver, act: t.Act, context: Context) -> t.Act | None:
    """The one outcome that is said again; None where it is unclear."""
    made = _all_made(words, act, context)
    return made[0] if len(made) == 1 else None


def _all_made(words: Resolver, act: t.Act, context: Context) -> list[t.Act]:
    """All outcomes that are said again; none where they are unclear."""
    state = {name: copy(value) for name, value in vars(words).items()}
    try:
        return list(words.acts((act,), context))
    except Puzzle:
        return []
    finally:
        vars(words).update(state)


def _plainly(act: t.Act) -> Any:
    def alike(node: Any) -> Any:
        when = {name: 0 for name in ("at", "stage") if isinstance(node, t.Act) and hasattr(node, name)}
        return replace(node, **when) if when else unaddressed(node)

    return mapped(plain(act), alike)


def paid_so(words: Resolver, act: t.PaidSo, out: list[t.Act]) -> None:
    """ "(They pay them to you)": who pays whom."""
    told = _before(out)
    who = [unaddressed(words.unspoken(one, TOP)) for one in (act.payer, act.receiver)]
    if not isinstance(told, t.Pay) or who != [unaddressed(told.payer), unaddressed(told.receiver)]:
        raise Puzzle("somebody else pays, or it is not certain", "leave it out")


def _two_cases(out: list[t.Act]) -> tuple[str, int] | None:
    """What "(so 2 Stars if both are)" is said of: two conditions, each with so much of one thing; what they come to."""
    match out[-2:]:
        case [
            t.If(first, (t.Change(who, attr, gain, t.Int(one), None),), (), at),
            t.If(second, (t.Change(same, thing, way, t.Int(other), None),), (), here),
        ] if (who, attr, gain, at) == (same, thing, way, here) and is_one(who) and not apart(first, second):
            return attr, one + other
    return None


def example(words: Resolver, act: t.ForExample, out: list[t.Act]) -> None:
    """ "(With 7 Stars, you gain 7)": whether it comes to so much."""
    if not act.attr and (two := _two_cases(out)) is not None:
        if act.thing not in ("", two[0]) or act.comes != two[1]:
            raise Puzzle("the example comes to something else than what was said", "leave it out")
        return
    told = _before(out)
    who = None if act.who is None else unaddressed(words.unspoken(act.who, TOP))
    match told:
        case t.Change(one, attr, gain, amount):
            true = act.way in ("", "gain" if gain else "lose")
        case t.Pay(one, _, attr, amount):
            true = act.way in ("", "pay")
        case _:
            raise Puzzle("it is not clear of what this is an example", "leave it out")
    if not act.attr:  # "2 Stars if both did": of neighbours, of whom there are never more than two
        both = {part for part in parts(amount) if isinstance(part, t.Count)}
        pair = next(iter(both)) if len(both) == 1 else None
        group = pair.who.group if pair is not None and isinstance(pair.who, t.Those) else None
        if pair is None or not isinstance(group, t.Neighbours) or act.thing not in ("", attr):
            raise Puzzle("it is not clear of what this is an example", "leave it out")
        if _comes_to(replaced(amount, {pair: t.Int(2)})) != act.comes:
            raise Puzzle("the example comes to something else than what was said", "leave it out")
        return
    of = {part for part in parts(amount) if isinstance(part, t.Stat)}
    stat = next(iter(of)) if len(of) == 1 and amount not in of else None  # "as many as you have": if that is below 0?
    if stat is None or stat.start or stat.attr != act.attr or act.thing != attr or who not in (None, unaddressed(one)):
        raise Puzzle("it is not clear of what this is an example", "leave it out")
    if not true or _comes_to(replaced(amount, {stat: t.Int(act.having)})) != act.comes:
        raise Puzzle("the example comes to something else than what was said", "leave it out")


def _comes_to(number: t.Num) -> int | None:
    match number:
        case t.Int(value):
            return value
        case t.Times(left, right):
            one, other = _comes_to(left), _comes_to(right)
            return None if one is None or other is None else one * other
        case t.Part(left, t.Int(by), way) if by:
            one = _comes_to(left)
            if one is None or (one % by and not way):
                return None
            return -(-one // by) if way == "up" else one // by
        case t.Gap(left, right):
            one, other = _comes_to(left), _comes_to(right)
            return None if one is None or other is None else abs(one - other)
        case t.Add(some):
            found = [_comes_to(part) for part in some]
            return None if None in found else sum(part for part in found if part is not None)
    return None


def takes_both(words: Resolver, act: t.TakesBoth, out: list[t.Act]) -> None:
    """ "So a neighbour who targeted you takes both losses": of the only two there are. Raises Puzzle."""
    moved = [one for one in parts(tuple(out)) if isinstance(one, t.Change) and _is_way(one, act.way)]
    last = out[-1] if out else None
    beside = last.then if isinstance(last, t.If) and not last.otherwise else tuple(out)
    if isinstance(last, t.If) and all(isinstance(part, t.Nothing) for part in last.then):
        beside = last.otherwise  # "if ..., nothing happens; otherwise ..."
    told = [one for one in beside if isinstance(one, t.Change) and _is_way(one, act.way)]
    if len(told) != 2 or len(moved) != 2 or any(isinstance(part, t.Pay) for part in parts(tuple(out))):
        raise Puzzle("it is not clear which two are meant", "leave it out")
    who = None if act.who is None else unaddressed(words.unspoken(act.who, TOP))
    both = [unaddressed(one.who) for one in told]
    so = act.whoever or all(is_one(one) if who is None else within(who, one) for one in both)
    if not so or both[0] == both[1] or told[0].gain != told[1].gain:
        raise Puzzle("it is not so that both are of them, or it is not certain", "leave it out")
    words.both.append(words.sentence)
    if act.total is None:
        return
    amounts = [one.amount.value for one in told if isinstance(one.amount, t.Int) and one.floor is None]
    things = {act.attr} if act.attr else _of_one(told)
    if len(amounts) != 2 or sum(amounts) != act.total or {one.attr for one in told} != things:
        raise Puzzle("it comes to something else", "leave it out")


def _is_way(change: t.Change, way: str) -> bool:
    return way in ("", "gain" if change.gain else "lose")


def _of_one(told: list[t.Change]) -> set[str]:
    return {one.attr for one in told} if len({one.attr for one in told}) == 1 else set()


def within(some: t.Who, group: t.Who) -> bool:
    """Whether all of some Wizards are among a group, whoever they are."""
    if some == group or group == t.All():
        return True
    match some, group:
        case t.Neighbours(of), t.Without(t.All(), who) if of == who and is_one(of):
            return True
        case t.Those(_, t.And(tests)), t.Those(whole, test) if test in tests:
            return within(some, whole)
        case t.Those(_, test), t.Those(whole, same) if test == same:
            return within(some, whole)
    return isinstance(some, t.Those) and within(some.group, group)


def unmoved(words: Resolver, act: t.Unmoved, out: list[t.Act]) -> bool:
    """ "(The other one gains nothing)": it is checked when all is told.

    True of some of those who have just been told: "each Wizard gains 2 Stars (those who targeted you gain nothing)".
    """
    told = _before(out)
    if not isinstance(told, t.Change) or act.way not in ("", "gain" if told.gain else "loss"):
        raise Puzzle("this could deny something else than what was said before it", "leave it out")
    who = None if act.who is None else words.unspoken(act.who, TOP)
    apart = who is None or again.among(words, told.who, who) is False or again.differ(words, told.who, who)
    if isinstance(who, t.Those) and told == out[-1] and told.floor is None and act.way and not apart:
        return True
    words.unmoved.append((words.sentence, who, replace(told, attr=act.attr or told.attr)))
    return False


def check(words: Resolver, acts: tuple[t.Act, ...]) -> None:
    """That nobody gains, or loses, of whom it is said that they do not. Raises Puzzle."""
    for sentence, who, told in words.unmoved:
        words.sentence = sentence
        for part in parts(_beside(told, acts) if who is None else acts):
            for one in _moved(part, told):
                if who is not None and again.among(words, one, who) is not False and not again.differ(words, one, who):
                    raise Puzzle("it says that they get nothing of it, and that is not so, or not certain")
                if who is None and one != told.who:
                    raise Puzzle("it says that this is so of nobody else, and of others it is said as well")


def _beside(told: t.Change, acts: tuple[t.Act, ...]) -> tuple[t.Act, ...]:
    """Beside what it is said that only they lose: "if ..., all lose 3; otherwise only you do" is not said of both."""
    for part in parts(acts):
        match part:
            case t.If(_, then, otherwise) if told in parts(then) and any(_moved(one, told) for one in parts(otherwise)):
                return then
            case t.If(_, then, otherwise) if told in parts(otherwise) and any(_moved(one, told) for one in parts(then)):
                return otherwise
    return acts


def _moved(act: t.Node, told: t.Change) -> tuple[t.Who, ...]:
    """Whom an outcome moves as the one told does."""
    match act:
        case t.Change(who, attr, gain) if (attr, gain) == (told.attr, told.gain):
            return (who,)
        case t.Pay(payer, receiver, attr) if attr == told.attr:
            return (receiver if told.gain else payer,)
        case t.Assign(who, attr) | t.Level(who, attr) if attr == told.attr:
            return (who,)
        case t.Swap(left, right, attr) if attr == told.attr:
            return left, right
    return ()

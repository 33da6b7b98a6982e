"""What is decided before any Duel: a condition on what nobody can choose or roll, or that is always so, or never.

Whoever wrote it meant something else, and the text does not say what.
"""

from __future__ import annotations

from pbp.spells import tree as t
from pbp.spells.inputs import Puzzle
from pbp.spells.sense.members import contains
from pbp.spells.walk import is_one, parts

SELF = t.Member(0)


def check(node: object, inputs: tuple[t.Input, ...], own: str) -> None:
    """Raises Puzzle for a condition that is decided. `own` is the name of the spell."""
    for part in parts(node):
        match part:
            case t.Word(index, word) if not _offered(word, inputs[index].words):
                raise Puzzle(f'the Inputs line does not offer "{word}"', "say a word that it offers", double=True)
            case t.SameWord(t.WordInput(index), t.Text(word)) | t.SameWord(t.Text(word), t.WordInput(index)):
                if not _offered(word, inputs[index].words):
                    raise Puzzle(f'the Inputs line does not offer "{word}"', "say a word that it offers", double=True)
            case t.Compare(number, op, t.Int(limit)) | t.Compare(t.Int(limit), op, number):
                _check_edge(number, op if part.right == t.Int(limit) else t.TURNED.get(op, op), limit, inputs)
            case t.In(who, t.Without(_, other)) | t.Holds(
                who, ">=", t.Int(1), t.In(t.Member(0), t.Without(_, other))
            ) if who == other:
                raise Puzzle("nobody is another than they are", "name the Wizard", double=True)
            case t.Holds(who, ">=", t.Int(1), t.In(t.Member(0), group)) if (
                is_one(who) and contains(group, who) is False
            ):
                raise Puzzle("they are none of those", "say: more Stars than each of them", double=True)
            case t.Same(who, other) | t.Holds(who, ">=", t.Int(1), t.Same(t.Member(0), other)) if (
                who == other and is_one(who)
            ):  # "where the debtor is the chosen Wizard"
                raise Puzzle("everybody is who they are", "name the Wizard")
            case t.Holds(t.Those(_, t.CastIs(_, names)), _, _, t.CastIs(t.Member(0), others)) if any(
                isinstance(name, t.SpellInput) for name in names
            ) and any(isinstance(name, str) for name in others):
                raise Puzzle(
                    "that the spell was chosen, or that somebody cast it?", "say who cast which spell", double=True
                )
            case t.Holds(t.Those(t.All(), t.CastIs(t.Member(0), (_, *_))), test=test) if _of_the_list(test):
                raise Puzzle("of the spell itself, or of those who cast it?", "say who cast which spell", double=True)
            case t.Holds(t.Those(_, test), "all", _, other) if test == other:
                raise Puzzle("all who are so are so", "say of whom it is asked", double=True)
            case t.Holds(group, op, t.Int(limit)) if op != "all":
                _check_edge(t.Count(group), op, limit, inputs)
            case t.And(tests):
                _check_bounds(tests)
                _check_words(tests)
        match part:
            case t.Holds(t.All(), op, number, test):
                _check_everybody(op, number, test)
                _check_caster(op, number, test, own)


def _offered(word: str, words: tuple[str, ...]) -> bool:
    return word.casefold() in {one.casefold() for one in words}


def _check_edge(number: t.Num, op: str, limit: int, inputs: tuple[t.Input, ...]) -> None:
    """ "If the number is more than 5", of one from 1 to 5. Raises Puzzle."""
    low, high = _range(number, inputs)
    edge = limit + _BEYOND.get(op, 0)
    if op in _EDGES and ((low is not None and edge < low) or (high is not None and edge > high)):
        raise Puzzle(f"no number here can be {edge}", "say a number that is possible", double=True)


def _check_bounds(tests: tuple[t.Cond, ...]) -> None:
    """ "Between 5 and 3 Stars". Raises Puzzle."""
    for one in tests:
        for other in tests:
            match one, other:
                case t.Compare(left, ">=", t.Int(least)), t.Compare(right, "<=", t.Int(most)):
                    if left == right and least > most:
                        raise Puzzle(f"nothing is at least {least} and at most {most}", "say the lower number first")


def _check_words(tests: tuple[t.Cond, ...]) -> None:
    """ "If your Hat is Red and Blue". Raises Puzzle."""
    for one in tests:
        for other in tests:
            match one, other:
                case t.Is(who, attr, t.Text(word)), t.Is(whose, same, t.Text(another)):
                    if (who, attr) == (whose, same) and word.casefold() != another.casefold():
                        raise Puzzle(f"nothing is {word} and {another}", 'say: "or", or name both things')


_EDGES = ("=", "!=", "<", "<=", ">", ">=")
_BEYOND = {"<": -1, ">": 1}
"""Of "more than 5" the number that has to be possible is 6."""


def _range(number: t.Node, inputs: tuple[t.Input, ...]) -> tuple[int | None, int | None]:
    """The lowest and the highest that a chosen number, or the result of dice, can be."""
    match number:
        case t.NumberInput(index) if 0 <= index < len(inputs):
            return inputs[index].low, inputs[index].high
        case t.Roll(_, sides):
            return 1, sides
        case t.Greatest(several) | t.Least(several) if all(isinstance(one, t.Roll) for one in several):
            return 1, max(one.sides for one in several if isinstance(one, t.Roll))
        case t.Position():
            return 1, None
        case t.Count(group):
            while isinstance(group, t.Those):
                group = group.group
            return 0, 2 if isinstance(group, t.Neighbours) else None
        case t.Add(several) if all(isinstance(one, t.Roll) for one in several):
            return len(several), sum(one.sides for one in several if isinstance(one, t.Roll))
    return None, None


def _check_everybody(op: str, number: t.Num, test: t.Cond) -> None:
    """ "If the caster has more Stars than everybody": more than the caster? Raises Puzzle."""
    others = (one for one in (test.parts if isinstance(test, t.And) else ()) if isinstance(one, t.In))
    if op == "all" and any(isinstance(one.group, t.Without) for one in others):
        raise Puzzle("not everybody is one of some", "say: if each other Wizard", double=True)  # "every one but you"
    of_itself = _of_itself(test)
    never = of_itself is False and op == "all"
    never = never or (of_itself is True and (op, number) == ("=", t.Int(0)))
    if never or (of_itself is True and (op, number) == (">=", t.Int(1))):
        raise Puzzle("everybody is compared, also with themselves", "say: each other Wizard", double=True)


def _check_caster(op: str, number: t.Num, test: t.Cond, own: str) -> None:
    """ "If anyone cast this spell", "if two Wizards cast the same spell as you": the caster did. Raises Puzzle."""
    match test:
        case t.CastIs(t.Member(0), names) if own and own.casefold() in {str(name).casefold() for name in names}:
            compared = False
        case t.Targets(t.Member(0), t.Chosen()):
            compared = False
        case t.CastIs(t.Member(0), (t.SpellOf(t.Caster()),)) | t.Targets(t.Member(0), t.TargetOf(t.Caster())):
            compared = True
        case _:
            return
    some = (op, number) in ((">=", t.Int(1)), ("=", t.Int(0)))
    if some or (compared and op != "all"):
        raise Puzzle("the caster is one of those", "say: another Wizard, or: any other Wizard", double=True)


def _of_itself(test: t.Cond) -> bool | None:
    """Whether a test that compares each Wizard with one of them is true of that one; None if it compares nothing."""
    match test:
        case t.Not(part):
            inner = _of_itself(part)
            return None if inner is None else not inner
        case t.Compare(t.Stat(left, attr, start), op, t.Stat(right, same, then)) if (attr, start) == (same, then):
            if left != right and SELF in (left, right):
                return op in ("=", "<=", ">=")
        case t.Is(who, attr, t.ValueOf(other, same)) if attr == same and who != other and SELF in (who, other):
            return True
    return None


def is_denied(cond: t.Cond) -> bool:
    """Whether a condition is that something is not so: "if not" after it could be that very case."""
    match cond:
        case t.Not(t.Is(value=t.Text("None"))):
            return False  # "if you have a Hat"
        case t.Not(part):
            return not isinstance(part, t.Odd)
        case t.Holds(_, "=", t.Int(0)) | t.Compare(_, "!="):
            return True
        case t.Holds(_, ">=", t.Int(1), test):
            return is_denied(test)
        case t.And(several) | t.Or(several):
            return all(map(is_denied, several))
    return False


def _of_the_list(test: t.Cond) -> bool:
    """Whether it is asked of a spell what the list says of it: "if Burn is Belligerent", "has a Cost", "is faster"."""
    asked = [part for part in parts(test) if isinstance(part, t.Cond) and not isinstance(part, t.And | t.Or | t.Not)]
    said = [part for part in asked if part != t.CastIs(SELF)]
    return bool(said) and all(
        isinstance(part, t.CastTrait | t.CastPriced) or any(isinstance(one, t.SpeedOf) for one in parts(part))
        for part in said
    )

"""What X is, where a sentence says so: "Let X be the number of Wizards who cast Burn"."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from pbp.spells import tree as t
from pbp.spells.inputs import Puzzle
from pbp.spells.refer.context import CASTER, TOP, Context
from pbp.spells.walk import has_member, parts, replaced

if TYPE_CHECKING:
    from pbp.spells.refer.meant import Meanings

_SAID = (t.They, t.ThatMany, t.ThisWay, t.Untimed, t.Result, t.Roll, t.Pick)
"""What can be read, or drawn, only where it stands."""
CHANGING = (t.Stat, t.Total, t.Moved, t.Is, t.Top)
"""What may be otherwise in a further stage."""


def may_be_others(who: t.Who) -> bool:
    """Whether others may be meant in a further stage: "the Wizard with the most Stars", "those with a Blue Hat".

    Who was drawn stays the one who was drawn, and who had something at the start of the Duel had it.
    """
    drawn: dict[t.Node, t.Node] = {part: CASTER for part in parts(who) if isinstance(part, t.Pick)}
    told = parts(replaced(who, drawn))
    return any(isinstance(part, CHANGING) and not isinstance(part, t.Top) and not _at_start(part) for part in told)


def _at_start(part: t.Node) -> bool:
    return isinstance(part, t.Stat) and part.start


def spread(words: Meanings, sentences: list[t.Act]) -> list[t.Act]:
    """The sentences with X said by cases in each outcome that has it: "X is 2 if you are idle, and 5 if not"."""
    for at, (one, other) in enumerate(pairwise(sentences)):
        match one, other:
            case t.Let(number, t.Cond() as cond, None, letter), t.Else(t.Let(against, None, None, same)) if (
                letter == same and other == t.Else(other.act)
            ):
                merged = [t.Let(number, cond, against, letter), t.Seq(())]  # "If ..., X is 2. Otherwise, X is 5."
                sentences = [*sentences[:at], *merged, *sentences[at + 2 :]]
    lets = [part for part in parts(tuple(sentences)) if isinstance(part, t.Let)]
    if all(let.cond is None and let.letter == "x" for let in lets):
        return sentences
    (let, *more), letter = lets, lets[0].letter
    named = any(isinstance(part, t.Named) and part.letter == letter for part in parts(tuple(sentences)))
    if more or named or any(asked.noun == letter for asked in words.inputs):
        raise Puzzle(f"{letter.upper()} is said to be two things", "use one of them alone")
    if let.cond is None or let.other is None:
        raise Puzzle(f"it is not said what {letter.upper()} is otherwise", "say: 2 if you are idle, and 5 if not")
    if any(isinstance(part, (*_SAID, t.Did)) for part in parts(let)):
        raise Puzzle(
            f"{letter.upper()} is said by cases of which something before is spoken of", "name whom or what is meant"
        )
    x: t.Num = t.NumberInput(-2) if letter == "x" else t.LetterNum(letter)
    if not any(x in parts(sentence) for sentence in sentences):
        raise Puzzle(f"nothing is said of {letter.upper()}")
    return [_by_cases(sentence, x, let.cond, (let.x, let.other)) for sentence in sentences]


def _by_cases(act: t.Act, x: t.Num, cond: t.Cond, numbers: tuple[t.Num, t.Num]) -> t.Act:
    """An outcome with the number that X is in each case. Raises Puzzle."""
    match act:
        case t.Let():
            return t.Seq(())
        case t.Seq(acts):
            return t.Seq(tuple(_by_cases(part, x, cond, numbers) for part in acts))
        case t.Clause() if x in parts(act):
            one, other = (replaced(act, {x: number}) for number in numbers)
            return t.Seq((t.If(cond, (one,)), t.Else(other)))
    if x in parts(act):
        raise Puzzle("this number is one in one case and another in another", "say the condition where it happens")
    return act


def find(words: Meanings, sentences: list[t.Act]) -> None:
    """Notes the one sentence that says what X is. Raises Puzzle."""
    found = [part for part in parts(tuple(sentences)) if isinstance(part, t.Let)]
    if len(found) > 1 or (found and any(asked.noun == "x" for asked in words.inputs)):
        raise Puzzle("X is said to be two things", "use one of them alone")
    if any(isinstance(part, t.NumberInput) and part.index == -2 for let in found for part in parts(let.x)):
        raise Puzzle("X is said to be so many as itself")
    words.let = found[0] if found else None


def let(words: Meanings, act: t.Let) -> list[t.Act]:
    """Reads what X is, in its place; dice are rolled there."""
    if words.x is None:
        _set(words, words.fix(act.x, TOP))
    drawn = [part for part in parts(act.x) if isinstance(part, t.Roll)]
    return [t.Rolls(part) for part in parts(words.x) if isinstance(part, t.Roll)] if drawn else []


def x(words: Meanings, context: Context) -> t.Num:
    """What X is, wherever it is spoken of. Raises Puzzle."""
    assert words.let is not None
    if words.x is None:
        if any(isinstance(part, _SAID) for part in parts(words.let.x)):
            raise Puzzle("X is spoken of before it is said what it is", "say first what X is")
        _set(words, words.unspoken(words.let.x, TOP))
    later = words.stage != words.x_stage or context.watch >= 0
    if later and any(isinstance(part, CHANGING) for part in parts(words.x)):
        raise Puzzle("X may have changed by then", "say the number again")
    assert words.x is not None
    words.x_used = True
    return words.x


def _set(words: Meanings, number: t.Num) -> None:
    if has_member(number) or any(isinstance(part, t.NumberInput) and part.index < 0 for part in parts(number)):
        raise Puzzle("it is not clear what X is", "say it in a sentence of its own")
    words.x, words.x_stage = number, words.stage


def check(words: Meanings, acts: tuple[t.Act, ...]) -> None:
    """That X is spoken of at all, and not by what happens in different phases. Raises Puzzle."""
    if words.let is None:
        return
    if not words.x_used:
        raise Puzzle("nothing is said of X")
    early = any(isinstance(part, t.Void | t.Replace | t.Redirect | t.After) for part in parts(acts))
    if early and not isinstance(words.x, t.Int | t.Roll):
        raise Puzzle("it is not clear when X is counted", "say the number itself instead of X")

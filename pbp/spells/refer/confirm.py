"""What a text says again: whether it is so. Raises Puzzle where it is not, or where that is not certain."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pbp.spells import tree as t
from pbp.spells.apart import apart
from pbp.spells.inputs import Puzzle
from pbp.spells.refer import again
from pbp.spells.refer.clauses import denies, lasting, opposite
from pbp.spells.refer.context import TOP
from pbp.spells.refer.shares import contains
from pbp.spells.walk import is_one, parts

if TYPE_CHECKING:
    from pbp.spells.refer.meant import Meanings

_KINDS: dict[str, tuple[type[t.Act], ...]] = {
    "": (t.Act,),
    "change": (t.Change, t.Assign, t.Swap, t.Level),
    "payment": (t.Pay,),
    "loss": (t.Change,),
    "gain": (t.Change,),
    "status": (t.Watch, t.Void, t.Redirect),
    "case": (t.If,),
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
        case t.AllSaid(others):
            words.ended = words.sentence
            if others and not all(is_one(who) for act in parts(tuple(out)) if (who := getattr(act, "who", None))):
                raise Puzzle("it is not clear who the others are", "leave this out")
        case t.Heading():
            words.headings.append((words.sentence, len(out), act))


def spared(words: Meanings, test: t.Cond, said: t.Spared, out: list[t.Act]) -> None:
    """ "If not, they lose nothing": after what happens under another condition. Raises Puzzle."""
    last = out[-1] if out else None
    before = [act for act in out if not isinstance(act, t.Rolls | t.Picks)]
    if said.whole and (not before or said.way == "step"):
        nothing = () if said.way else (t.Nothing(words.sentence),)  # "skip this step. Otherwise, ..."
        out.append(t.If(test, nothing, (), words.sentence))
        words.skipped.append(test)
        return
    if not isinstance(last, t.If) or last.otherwise or not (apart(test, last.cond) or denies(test, last.cond)):
        if _excepts(words, test, said, out):
            return
        raise Puzzle("it is not clear what does not happen then", "leave it out, or say: otherwise, nothing happens")
    _checked(words, said, last, out)


def _excepts(words: Meanings, test: t.Cond, said: t.Spared, out: list[t.Act]) -> bool:
    """ "The chosen Wizard gains 2 Stars. If they cast Burn, they gain nothing.": the one outcome just told."""
    if said.whole or said.way in ("", "step"):
        return False
    said = replace(said, who=None if said.who is None else words.fix(said.who, TOP))
    found = [at for at, act in enumerate(out) if _of_this(said, act)]
    if len(found) != 1 or said.who is None or not is_one(said.who):
        return False
    act = out[found[0]]
    if not isinstance(act, t.Change | t.Pay) or act.at < words.sentence - 1 or act.stage != words.stage:
        return False
    made = t.If(opposite(test), (act,), (), words.sentence)
    out[found[0]] = made
    words.spared.append((words.sentence, said, made))
    return True


def spared_else(words: Meanings, said: t.Spared, out: list[t.Act]) -> None:
    """ "Otherwise, they lose nothing". Raises Puzzle."""
    last = out[-1] if out else None
    if not isinstance(last, t.If) or last.otherwise:
        raise Puzzle("this follows no condition", 'put it right after a sentence with "if"')
    _checked(words, said, last, out)


def _checked(words: Meanings, said: t.Spared, last: t.If, out: list[t.Act]) -> None:
    said = replace(said, who=None if said.who is None else words.fix(said.who, TOP))
    told = list(last.then)
    if not any(_of_this(said, act) for act in told) or (said.whole and not all(_of_this(said, act) for act in told)):
        raise Puzzle("nothing like this happens in the other case", "leave it out, or say: otherwise, nothing happens")
    words.spared.append((words.sentence, said, last))


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
        case t.Change(who, attr, gain):
            ways = ("gain" if gain else "loss", "")
            return said.way in ways and said.attr in ("", attr) and said.who in (None, who)
        case t.Pay(payer, receiver, _, attr):
            if said.attr not in ("", attr):
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
        about = acts[begin:] or acts  # at the end it is about what was told
        told = [act for act in about if not isinstance(act, t.Rolls | t.Picks)]
        if any(getattr(part, "stage", 0) or isinstance(part, t.After) for part in parts(acts)):
            raise Puzzle("it says that all happens at once, and then that some happens later")
        if not all(any(isinstance(part, _KINDS[heading.kind]) for part in parts(act)) for act in told):
            raise Puzzle("something else follows than what this says")
        ways = {part.gain for part in parts(tuple(told)) if isinstance(part, t.Change)}
        if heading.kind in ("loss", "gain") and ways != {heading.kind == "gain"}:
            raise Puzzle("something else follows than what this says")
        many = {len(told), len({getattr(act, "at", 0) for act in told})}
        if heading.kind == "case":
            nothing = sum(number >= sentence for number, _, _ in words.spared)
            many = {len(told) + sum(bool(act.otherwise) for act in told if isinstance(act, t.If)) + nothing}
        if heading.count and heading.count not in (many if heading.count > 1 else {len(told)}):
            raise Puzzle("it says how many things happen, and others are told", "leave the number out")
    for sentence, said, last in words.spared:
        words.sentence = sentence
        others = [act for act in acts if not (isinstance(act, t.If) and act.cond == last.cond)]
        others = [act for act in others if not (isinstance(act, t.If) and apart(act.cond, opposite(last.cond)))]
        if (said.way not in ("", "step") or said.who is not None) and any(_of_this(said, act) for act in others):
            raise Puzzle("this could deny what the rest of the spell does", "leave it out")
    for sentence, who, attr in words.kept:
        words.sentence = sentence
        if any(_changes(words, part, who, attr) for part in parts(acts)):
            raise Puzzle("it says that this is kept, and it is changed")
    if any(isinstance(p, t.If) and p.cond in words.skipped and not p.then + p.otherwise for p in parts(acts)):
        raise Puzzle("nothing is said of what happens otherwise")
    if words.ended >= 0 and any(getattr(act, "at", 0) > words.ended for act in acts):
        words.sentence = words.ended
        raise Puzzle("it says that this is all, and then more follows")


def whole(words: Meanings, act: t.Act, out: list[t.Act], since: int) -> None:
    """What is said of all that the sentence before does. Raises Puzzle."""
    if since >= len(out):
        raise Puzzle("there is no outcome before this that it could be about")
    if isinstance(act, t.Lasts):
        out[since:] = [lasting(part, True) for part in out[since:]]
        return
    last = out[-1]
    if not isinstance(last, t.Replace) or last.inputs or last.spell is None:
        raise Puzzle("no spell is considered to have been selected before this")
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


def _apart(words: Meanings, group: t.Who, who: t.Who) -> bool:
    """Whether somebody is none of these, whatever the order says."""
    match group, who:
        case (t.Caster(), t.Chosen(index)) | (t.Chosen(index), t.Caster()):
            return words.inputs[index].not_self
    return contains(group, who) is False


def answered(words: Meanings, out: list[t.Act]) -> None:
    """Drops what was only asked, where the answers have conditions of their own: "See whether you did. If you did"."""
    for act in tuple(out):
        if isinstance(act, t.If) and act.cond in words.skipped and not act.then + act.otherwise:
            again = (act.cond, opposite(act.cond))
            others = [one for one in out if one is not act and isinstance(one, t.If) and one.cond in again]
            if others:
                out.remove(act)


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

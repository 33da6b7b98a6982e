"""What a text says again: whether it is so. Raises Puzzle where it is not, or where that is not certain."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbp.spells import tree as t
from pbp.spells.inputs import Puzzle
from pbp.spells.walk import parts

if TYPE_CHECKING:
    from pbp.spells.refer.meant import Words

_KINDS: dict[str, tuple[type[t.Act], ...]] = {
    "": (t.Act,),
    "change": (t.Change, t.Assign, t.Swap, t.Level),
    "payment": (t.Pay,),
    "status": (t.Watch, t.Void, t.Redirect),
    "case": (t.If,),
}
"""What each word of a heading can speak of."""


def confirmed(words: Words, act: t.Confirmed, out: list[t.Act]) -> None:
    """Checks what says something of what stands before it; notes what says something of what follows."""
    match act:
        case t.Heading():
            words.headings.append((words.sentence, len(out), act))


def check(words: Words, acts: tuple[t.Act, ...]) -> None:
    """That what headings say of all that follows is so. Raises Puzzle."""
    for sentence, begin, heading in words.headings:
        words.sentence = sentence
        about = acts[begin:] or acts  # at the end it is about what was told
        told = [act for act in about if not isinstance(act, t.Rolls | t.Picks)]
        if any(getattr(part, "stage", 0) or isinstance(part, t.After) for part in parts(acts)):
            raise Puzzle("it says that all happens at once, and then that some happens later")
        if not all(any(isinstance(part, _KINDS[heading.kind]) for part in parts(act)) for act in told):
            raise Puzzle("something else follows than what this says")
        many = len(told) + sum(bool(act.otherwise) for act in told if isinstance(act, t.If))
        if (heading.count == 1 and len(told) != 1) or (heading.kind != "case" and many < heading.count):
            raise Puzzle("it says how many things happen, and others are told", "leave the number out")


def ordered(words: Words, act: t.Clause) -> None:
    """ "Chosen Wizard: lose 2 Stars. Gain 1 Star.": who gains? Raises Puzzle."""
    if words.labelled is None or act.form != "b" or words.labelled[1] == t.Caster():
        return
    if t.Subject() in parts(act.acts) and words.labelled[0] < words.sentence:
        raise Puzzle("it is not clear whether this is still said of the one before the colon", "name the Wizard")

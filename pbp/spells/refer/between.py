"""What sentences leave open among them, though each can be read by itself."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from pbp.spells import tree as t
from pbp.spells.inputs import Puzzle
from pbp.spells.refer import those
from pbp.spells.walk import is_one, parts


def check_between(readings: list[list[t.Act]], texts: Sequence[str], inputs: tuple[t.Input, ...]) -> None:
    """That no sentence makes another doubtful. `readings` are those of each of the `texts`. Raises Puzzle."""
    _one_condition(readings, texts)
    _those_of_some(readings, texts)
    _signed_alone(readings, inputs)
    _one_of_chosen(readings, texts, inputs)
    _two_meanings_of_x(readings, texts, inputs)


def _two_meanings_of_x(readings: list[list[t.Act]], texts: Sequence[str], inputs: tuple[t.Input, ...]) -> None:
    """ "Let X be 3. If you cast Burn in Duel X-1, ...": one letter, two numbers. Raises Puzzle."""
    for number, text in enumerate(texts):
        if not _DUEL_X.search(text):
            continue
        told = any(isinstance(part, t.Let) for found in readings for act in found for part in parts(act))
        if told or any(asked.noun == "x" for asked in inputs):
            raise Puzzle(
                "X is the number of a Duel here, and another number elsewhere", "use two letters", sentence=number
            )


_DUEL_X = re.compile(r"(?i)\bduels? x\b")


def _one_condition(readings: list[list[t.Act]], texts: Sequence[str]) -> None:
    """ "If your Hat is Red, gain 1 Star; your neighbours lose 1 Star": do they always? Raises Puzzle."""
    for number, (before, after) in enumerate(pairwise(readings), 1):
        listed = _LEADS.match(texts[number - 1]) and not _IN_ANY_CASE.match(texts[number])
        each_time = before and _EACH_TIME.match(texts[number - 1]) is not None
        led = each_time or all(isinstance(_last(act), t.If | t.Else | t.IfSo) for act in before)
        marked = texts[number].lstrip().startswith("•")  # a list under its heading
        if listed and led and not marked and all(isinstance(act, _UNLED) for act in after):
            reason = "it is not clear whether what follows has this condition too"
            raise Puzzle(reason, "put a full stop before it", sentence=number)


_EACH_TIME = re.compile(r"(?i)^\W*(?:whenever|(?:each|every|any) time|if you would|if they would)\b")
"""What happens again and again, each time that something else does."""
_LEADS = re.compile(r"(?i)(?!.*(?:, failing which|, provided|, unless|, but only) ).*;\s*$", re.DOTALL)
"""A sentence that goes on behind a semicolon, where its condition does not stand behind all that it governs."""
_UNLED = t.Clause | t.Seq | t.Labelled | t.Later | t.Trail | t.Lasting
"""What stands under no condition that comes before it."""
_IN_ANY_CASE = re.compile(
    r"(?i)\W*(?:(?:and|but) )?(?:in (?:any|either|each|every|both|all) (?:case|event)s?|either way|regardless|always"
    r"|at any rate|whatever|whether|no matter|independently|provided|save|except)\b"
)
"""How a sentence begins that hangs on no condition of the one before."""


def _those_of_some(readings: list[list[t.Act]], texts: Sequence[str]) -> None:
    """ "If two Wizards cast Burn, those with a Red Hat lose 1 Star": of these, or of all Wizards? Raises Puzzle."""
    for number, text in enumerate(texts):
        for told in readings[number] if _THOSE.search(text) else []:
            before = [part for one in readings[:number] for part in parts(tuple(one))]
            spoken = [*before, *parts(told)] if isinstance(told, t.If | t.Else) else before
            before += told.acts[:1] if isinstance(told, t.Seq) and "and those" in text else []
            groups = [part.group for part in spoken if isinstance(part, t.Holds)]
            groups += [part.subject for part in before if isinstance(part, t.Clause) and part.subject is not None]
            subjects = [part.subject for part in parts(told) if isinstance(part, t.Clause)]
            some = any(isinstance(who, t.Those | t.Neighbours | t.Pick) and not those.leaning(who) for who in subjects)
            if some and not all(map(is_one, groups)):
                reason = '"those" could be some of those spoken of before, or of all Wizards'
                raise Puzzle(reason, "say: each Wizard who ...", sentence=number)


_THOSE = re.compile(r"(?i)\bthose (?:with|without|next|beside|adjacent|near|in|at|on)\b")


def _one_of_chosen(readings: list[list[t.Act]], texts: Sequence[str], inputs: tuple[t.Input, ...]) -> None:
    """ "(Inputs: two Wizards) A random one loses 2 Stars": one of these, or of all Wizards? Raises Puzzle."""
    if sum(asked.kind in ("position", "wizard") for asked in inputs) < 2:
        return
    for number, text in enumerate(texts):
        drawn = [part.among for part in parts(tuple(readings[number])) if isinstance(part, t.Pick)]
        if _ONE.search(text) and any(isinstance(among, t.All | t.Others) for among in drawn):
            raise Puzzle("one of what?", "say: a random one of the chosen Wizards", sentence=number)


_ONE = re.compile(
    r"(?i)\b(?:(?:a|any) (?:random|randomly (?:picked|chosen|drawn|selected)) one"
    r"|one (?:at random|randomly|(?:is )?(?:picked|chosen|drawn|selected))"
    r"|(?:pick|choose|select|draw) (?:randomly )?one)\b(?!(?: at random| randomly)? (?:of|out|from|among)\b)"
)
"""One who is drawn, of whom it is not said of whom."""


def _signed_alone(readings: list[list[t.Act]], inputs: tuple[t.Input, ...]) -> None:
    """ "If the chosen Wizard is idle, -2 Stars": theirs, or the caster's? Raises Puzzle."""
    for number, told in enumerate(readings):
        if any(isinstance(part, t.Signed) for part in parts(tuple(told))):
            conds = [part for one in readings for part in parts(tuple(one)) if isinstance(part, t.Cond)]
            named = any(asked.kind in ("position", "wizard") for asked in inputs)
            if named or any(isinstance(part, t.Who) and not isinstance(part, _NOBODY) for part in parts(tuple(conds))):
                raise Puzzle("it is not said whose Stars these are", "say: the caster gains 2 Stars", sentence=number)
            again = [part.then for one in readings for part in parts(tuple(one)) if isinstance(part, t.If)]
            if any(isinstance(part, t.Clause) and part.form == "gap" for part in parts(tuple(again))):
                raise Puzzle("is the other amount gained, or lost?", "say: the caster gains 2 Stars", sentence=number)


_NOBODY = t.Caster | t.Member | t.All | t.Others | t.Without | t.Those | t.Casters
"""Of whom a condition speaks without speaking of any one Wizard but the caster."""


def _last(act: t.Act) -> t.Act:
    return _last(act.acts[-1]) if isinstance(act, t.Seq) and act.acts else act

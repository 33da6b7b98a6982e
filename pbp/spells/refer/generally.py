"""What a sentence says of any one of several is said of each: "This goes for every such Wizard"."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.binding import EACH, for_each_in_turn, for_each_who, speaks_of_that_one, told_of_each
from pbp.spells.inputs import Puzzle
from pbp.spells.refer.context import CASTER
from pbp.spells.walk import conjuncts, is_one, parts, replaced

_OTHERS = (t.Others(), t.Without(t.All(), CASTER))
_OF_THAT_ONE = tuple(t.Owner(t.They(word)) for word in ("that Wizard", "they", "them", "that neighbour"))


def widened(sentences: list[t.Act], inputs: tuple[t.Input, ...]) -> list[t.Act]:
    """The sentences of an Effect, each that speaks of any one of several as of each of them. Raises Puzzle."""
    asked = any(each.kind in ("position", "wizard") for each in inputs)
    found: list[t.Act] = []
    for number, sentence in enumerate(sentences):
        after = sentences[number + 1] if number + 1 < len(sentences) else None
        goes_on = any(isinstance(part, t.Else | t.IfSo) for part in parts(after))
        try:
            _add(found, sentence, asked, goes_on)
        except Puzzle as puzzle:
            puzzle.sentence = number
            raise
    if found and isinstance(found[-1], t.InTurn):
        raise Puzzle("nothing is said of what is done in turn")
    return found


def _add(found: list[t.Act], sentence: t.Act, asked: bool, goes_on: bool) -> None:
    """`goes_on`: the sentence after it says what happens otherwise, or in that case."""
    match sentence:
        case t.Seq((*acts, t.Generally() as said)) if acts:
            made = _widened(acts[-1], said, found[-1] if found else None)
            found.append(t.Seq((*acts[:-1], made, replace(said, known=made != acts[-1]))))
        case t.Generally() as said if found:
            made = _widened(found[-1], said, found[-2] if len(found) > 1 else None)
            known = made != found[-1]
            found[-1:] = [made, replace(said, known=known)]
        case t.Seq((t.InTurn() as each, act)):
            found.append(t.Seq((each, _of_each(each, act))))
        case _ if found and isinstance(found[-1], t.InTurn):
            found.append(_of_each(found[-1], sentence))
        case _ if len(found) > 1 and isinstance(found[-2], t.InTurn) and found[-2].turns:
            raise Puzzle("it is not clear whether this, too, is done for each of them", "say it first")
        case _ if found and _speaks_on(found[-1], sentence):
            raise Puzzle("it is not clear whether this, too, is done for each of them", "name the Wizard")
        case t.Seq((first, *_, last)) if _looks_on(first, last):
            raise Puzzle("it is not clear which of them is meant", "say: each of them")
        case _ if found and _looks_on(found[-1], sentence):
            raise Puzzle("it is not clear which of them is meant", "say: each of them")
        case t.Lasting(t.If(t.Holds()), True):
            found.append(_lasting(sentence))
        case t.If(
            t.Holds(t.Owner() as spell, ">=", t.Int(1), t.Targets(t.Member(0), was)), (t.Instead(t.AimedAt(to)),)
        ) if goes_on:  # "if that Wizard's spell targets you, it targets the next Wizard instead. Otherwise, ..."
            found.append(replace(sentence, then=(t.Clause(None, (t.Redirect(spell, was, to),), ""),)))
        case t.If(t.Holds(of_any=True)):
            found.append(_of_any(sentence, found, asked))
        case t.If(t.Holds(group, ">=", t.Int(1)) as held, (t.Instead(),), ()) if (
            found and not goes_on and (whole := _told_each(found[-1], group)) is not None
        ):
            found.append(_of_any(replace(sentence, cond=replace(held, group=whole)), found, asked, sentence))
        case t.If(cond, (t.If(t.Holds(of_any=True)) as inner,), ()) if not goes_on and _of_the_caster(cond):
            found.append(replace(sentence, then=(_of_any(inner, found, asked),)))
        case t.If(t.And((*conds, t.Holds(of_any=True) as last)), _, ()) if not goes_on and all(
            map(_of_the_caster, conds)
        ):
            one = replace(sentence, cond=last)
            made = _of_any(one, found, asked)
            outer = conds[0] if len(conds) == 1 else t.And(tuple(conds))
            found.append(sentence if made == one else t.If(outer, (made,), (), sentence.at))
        case t.Seq((*first, t.If(t.Holds(of_any=True)) as last)) if all(isinstance(one, t.Confirmed) for one in first):
            found.append(t.Seq((*first, _of_any(last, found, asked))))
        case _:
            found.append(sentence)


def _of_the_caster(cond: t.Cond) -> bool:
    """Whether a condition speaks of nobody but the caster: who is meant after it, it does not change."""
    return all(isinstance(part, t.Caster | t.Member) for part in parts(cond) if isinstance(part, t.Who))


def _of_each(each: t.InTurn, act: t.Act) -> t.Act:
    """What is done for each of those who are looked at. Raises Puzzle."""
    try:
        if not each.turns and not told_of_each(act):
            raise NoSense
        return (for_each_in_turn if each.turns else for_each_who)(each.who, act)
    except NoSense:
        raise Puzzle("it is not clear what is done for each of them", "say: each Wizard who ...") from None


def _speaks_on(before: t.Act, sentence: t.Act) -> bool:
    """Whether a sentence speaks of "that Wizard", and of no other, after one that is said of each of a group."""
    counts = isinstance(before, t.CountsEach)  # "For each Wizard: count ... That Wizard loses that many"
    if counts or not any(isinstance(part, t.Called) and part.name == EACH for part in parts(before)):
        return False
    named = any(isinstance(part, t.Chosen | t.At | t.Top | t.Pick | t.Offset) for part in parts(sentence))
    return not named and speaks_of_that_one(sentence)


def _looks_on(before: t.Act, sentence: t.Act) -> bool:
    """Whether "that Wizard" is said first of all after several who are looked at together, which only one can be."""
    match before, sentence:
        case _, t.Clause(t.Who() as subject, form="s") if any(map(_of_those, parts(subject))):
            return False  # "each of these neighbours loses 1 Star for each Crystal of that neighbour"
        case t.Clause(None, (t.Mention(who),)), t.If() | t.Clause() if not is_one(who):
            return speaks_of_that_one(sentence.cond if isinstance(sentence, t.If) else sentence)
    return False


def _of_those(part: Any) -> bool:
    return isinstance(part, t.They) and part.word.startswith("those")


def _lasting(sentence: t.Lasting) -> t.Act:
    """ "For the rest of this Duel, if another Wizard casts a spell that targets you, it targets ...": each does."""
    try:
        return _widened(sentence, t.Generally("spell"), None)
    except Puzzle:
        return sentence


def _told_each(before: t.Act, group: t.Who) -> t.Who | None:
    """ "(Steal 2 Stars from each neighbour.) If a neighbour is idle, steal 4 from that one instead": of each."""
    if not isinstance(before, t.Clause):
        return None
    sides = [side for act in before.acts if isinstance(act, t.Pay) for side in (act.payer, act.receiver)]
    told = {who for who in (before.subject, *sides) if who is not None and not is_one(who)}
    each = told.pop() if len(told) == 1 else None
    return each if group in (each, t.They("those")) else None


def _of_any(sentence: t.If, before: list[t.Act], asked: bool, other: t.Act | None = None) -> t.Act:
    """ "If any Wizard cast Burn, that Wizard loses 2 Stars": each who did; `other`: what it is else."""
    other = sentence if other is None else other
    sentence = replace(sentence, then=replaced(sentence.then, {t.They("that one"): _THAT[0]}))
    words = {part for part in parts(sentence.then) if isinstance(part, t.They)}
    if not words or not words <= {*_THAT}:
        return other
    named = any(isinstance(part, t.Chosen | t.At | t.Top | t.Pick | t.Offset) for part in parts(tuple(before)))
    if t.They("that Wizard") in words and (asked or named):
        return other  # that one, or the one who was chosen, or named before?
    try:
        return _with_each(sentence) or _widened(sentence, t.Generally("wizard"), None)
    except Puzzle:
        return other


_THAT = (t.They("that Wizard"), t.They("that neighbour"))


def _with_each(sentence: t.If) -> t.Act | None:
    """ "If any neighbour cast Burn, steal 2 Stars from that neighbour": from each who did; none if they are no side."""
    match sentence:
        case t.If(
            t.Holds(group, _, _, test),
            ((t.Clause(subject, (t.Pay() as paid,)) | t.Instead(t.Clause(subject, (t.Pay() as paid,)))) as done,),
        ) if subject in (None, CASTER) and sum(part in _THAT for part in parts(done)) == 1:
            _only_one(group, test, (done,))
            sides: dict[t.Node, t.Node] = {
                side: t.Those(group, test) for side in (paid.payer, paid.receiver) if side in _THAT
            }
            found: t.Act = replaced(done, sides)
            return found if sides else None
    return None


def _widened(act: t.Act, said: t.Generally, before: t.Act | None) -> t.Act:
    match act:
        case t.Seq((*first, last)) if all(isinstance(one, t.Confirmed) for one in first):
            return t.Seq((*first, _widened(last, said, before)))
        case t.Later(inner):
            return replace(act, act=_widened(inner, said, before))
        case t.Lasting(inner, rest):
            return t.Lasting(_widened(inner, said, before), rest)
        case t.If(t.Holds(group, ">=", t.Int(1), test), then, ()):
            group = _looked_at(group, before)
            if not is_one(group):
                return _each(_without(group, said), test, then, said)
    if said.other or said.but is not None:
        raise Puzzle("the sentence before does not speak of any one of several", "say: each Wizard who ...")
    return act


def _looked_at(group: t.Who, before: t.Act | None) -> t.Who:
    """ "Look at your neighbours. Is one of them idle?": of those."""
    match group, before:
        case t.They("them" | "those"), t.Clause(None, (t.Mention(who, "", False, False),)) if not is_one(who):
            return who
    return group


def _without(group: t.Who, said: t.Generally) -> t.Who:
    """Of whom it is said: "everyone else" than another Wizard could be the caster. Raises Puzzle."""
    if said.kind == "neighbour" and not isinstance(_bare(group), t.Neighbours):
        raise Puzzle("the sentence before does not speak of neighbours")
    if said.but is None:
        if said.other and group != t.All():
            raise Puzzle("it is not clear whether this includes the caster", "say: each other Wizard who ...")
        return group
    if said.but != CASTER:
        raise Puzzle("it is not clear whom this leaves out")
    if group == t.All():
        return t.Without(t.All(), CASTER)
    if group not in _OTHERS:
        raise Puzzle("the sentence before does not speak of the caster", "leave this out")
    return group


def _bare(group: t.Who) -> t.Who:
    while isinstance(group, t.Those):
        group = group.group
    return group


def _each(group: t.Who, test: t.Cond, then: tuple[t.Act, ...], said: t.Generally) -> t.Act:
    cast = [part for part in parts(test) if isinstance(part, t.CastIs)]
    if said.cast and (len(cast) != 1 or len(cast[0].names) != 1):
        raise Puzzle("it is not clear which spell is meant", "name the spell")
    match then:
        case (t.Clause(None, (t.Void(who) | t.Redirect(who) as made,), form),):
            casts = _casts(who, group, test, made)
            if isinstance(made, t.Redirect):
                was = [part.whom for part in parts(casts) if isinstance(part, t.Targets) and part.whom is not None]
                if len(was) > 1 or made.was is not None:
                    raise Puzzle("it is not clear which spells are meant", "say: each spell that ...")
                made = replace(made, was=was[0] if was else None)
            return t.Clause(None, (replace(made, who=casts),), form)
    if said.kind == "spell":
        raise Puzzle("the sentence before does not say what becomes of a spell", "say: each spell that ...")
    if any(isinstance(part, t.Roll) for part in parts(then)):
        raise Puzzle("one roll for all of them, or one for each?", "say: each Wizard who ...")
    _only_one(group, test, then)
    near = {part for part in parts(then) if isinstance(part, t.They)} == {t.They("that neighbour")}
    asked = t.Holds(t.They("that neighbour" if near else "they"), ">=", t.Int(1), test)
    try:
        return for_each_who(group, t.If(asked, then))
    except NoSense:
        raise Puzzle("it is not clear what is done for each of them", "say: each Wizard who ...") from None


def _only_one(group: t.Who, test: t.Cond, then: tuple[t.Act, ...]) -> None:
    """That nobody else is spoken of: "if a Wizard has a neighbour who cast Burn, they ...". Raises Puzzle."""
    several = any(isinstance(p, t.Neighbours | t.Others | t.Without | t.Those | t.All | t.Join) for p in parts(test))
    named = any(isinstance(part, t.Chosen | t.At | t.Top | t.Pick | t.LetterWho) for part in parts(group))
    if several or (named and t.They("that Wizard") in parts(then)):
        raise Puzzle("it is not clear who is meant by this", "say: each Wizard who ...")


def _casts(who: t.Who, group: t.Who, test: t.Cond, made: t.Void | t.Redirect) -> t.Who:
    """All spells of which the sentence names any one."""
    unclear = Puzzle("it is not clear which spells are meant", "say: each spell that ...")
    if isinstance(made, t.Redirect) and any(
        isinstance(part, t.They) and part not in (t.They("spell"), t.They("its target"), t.They("targets it"))
        for part in parts(made.to)
    ):
        raise unclear
    asked = list(conjuncts(test))
    if isinstance(group, t.Casters):  # "if a spell targets you, it ..."
        if who != t.They("spell"):
            raise unclear
        kind = list(conjuncts(group.kind))
        return t.Casters(group.group, t.And((*kind, *asked)), True)
    if who == t.They("spell"):
        cast = [one for one in asked if isinstance(one, t.CastIs)]
        of_spell = [one for one in asked if isinstance(one, t.Targets | t.CastTrait)]
        if len(cast) != 1:
            raise unclear
    elif who in _OF_THAT_ONE:
        cast, of_spell = [t.CastIs(t.Member(0), ())], []
        _only_one(group, test, (made,))
        if any(isinstance(part, t.Chosen | t.Top | t.Pick | t.At) for part in parts(test)):
            raise unclear
    else:
        raise unclear
    rest = tuple(one for one in asked if one not in (*cast, *of_spell))
    whose = t.Those(group, rest[0] if len(rest) == 1 else t.And(rest)) if rest else group
    told: list[t.Cond] = [*cast]
    if whose != t.All():
        told.append(t.In(t.Member(0), whose if isinstance(whose, t.Others) else t.Owner(whose)))
    told += of_spell
    return t.Casters(t.All(), told[0] if len(told) == 1 else t.And(tuple(told)), True)


def check(said: t.Generally, out: list[t.Act]) -> None:
    """That the sentence before speaks of each of several already. Raises Puzzle."""
    last = out[-1] if out else None
    if (
        isinstance(last, t.If)
        and isinstance(last.cond, t.Holds)
        and last.cond.op == ">="
        and len(last.then) == 1
        and not last.otherwise
    ):
        last = last.then[0]
    match last:
        case _ if said.known:
            return
        case t.Void(t.Those() | t.Casters()) | t.Redirect(t.Those() | t.Casters()) if said.kind == "spell":
            return
        case t.Watch(whom) if said.kind != "spell" and not is_one(whom):
            return
    raise Puzzle("the sentence before does not speak of any one of several", "say: each Wizard who ...")

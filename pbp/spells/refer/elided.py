"""What a text leaves out of a group or of a comparison: "each who did", "any with fewer", "nobody has more".

Each is spelt out from what the same sentence or the one before it speaks of, where that is one thing alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from pbp.spells import tree as t
from pbp.spells.apart import apart
from pbp.spells.english.further import OF_THAT_KIND
from pbp.spells.english.outcomes import ITS_GAP
from pbp.spells.english.phrases import NUMBERED, OF_KIND, ONE_OF_KIND, SUCH, THEIRS
from pbp.spells.inputs import Puzzle
from pbp.spells.refer import around, changed, compared, kinds, none_so, ones, plainly, rest, then, those
from pbp.spells.refer.clauses import NO_THING, first_clause, named_in, things_in
from pbp.spells.refer.context import CASTER, unaddressed
from pbp.spells.refer.telling import Marks
from pbp.spells.walk import conjuncts, has_member, is_one, mapped, parts, replaced, tests_of

_OPPOSITE_OF_NUMBER = {(">=", "<"), ("<", ">="), ("<=", ">"), (">", "<="), ("=", "<"), ("=", ">")}
"""What may stand beside a comparison with a plain number: "at least 10 ..., those with fewer", who are all others."""


def spelt_out(sentences: list[t.Act], marks: Marks, *, asks_spell: bool) -> list[t.Act]:
    """The sentences of an Effect, with what is left out of groups and comparisons. Raises Puzzle.

    `asks_spell`: the Inputs ask for a spell, so "it" could be that one.
    """
    made: list[t.Act] = []
    for number, sentence in enumerate(sentences):
        sentence = around.spelt_out(made, then.spelt_out(made, rest.confirmed(made, sentence)))
        sentence = rest.asked_before(made, sentence)
        if number in marks["the_others"]:
            sentence = rest.than_drawn(made[-1:], sentence)
        if number in marks["the_rest"]:
            sentence = _with_one(sentence) if number in marks["one"] else sentence  # no thing of theirs
            sentence = rest.spelt_out(made, sentence)
        if number in marks["everyone_else"]:
            sentence = rest.none_else(sentence, made[-1:])
        sentence = none_so.spelt_out(made, sentence)
        sentence = mapped(plainly.spelt_out(made, sentence), _cast_by_whom_it_hits)
        if number - 1 in marks["whoever_cast"]:
            sentence = _cast_it(sentence, made[-1:])
        sentence = _more_of_them(sentence, made[-1:])
        near = (*made[-1:], sentence)
        sentence = those.spelt_out(sentence, near, those=number in marks["those"], anyone=number in marks["anyone"])
        sentence = _for_each_again(_for_each_lost(sentence, made[-1:]), made)
        near = (*made[-1:], sentence)
        if number in marks["parity"] and any(map(_of_parity, parts(near))) and any(map(_of_a_place, parts(sentence))):
            raise Puzzle("an even number of what?", "name the thing, or say: in an even position", double=True)
        sentence = _of_all_together(_than_them(sentence, near), near)
        if number in marks["out_of"] & marks["out_of_all"]:
            raise Puzzle("the Wizard of these, or of all Wizards?", "say: the one with the most Stars", double=True)
        sentence = _of_the_same(sentence, near, led=number in marks["out_of"])
        if any(map(_moved_of_none, parts(sentence))):
            sentence = _with_moved(sentence, near)
        if any(map(changed.is_so, parts(sentence))):
            sentence = changed.spelt_out(tuple(made), sentence)
        if any(map(_of_spells, parts(sentence))):
            sentence = _with_spells(sentence, near)
        if any(isinstance(part, t.CastTrait) and part.one for part in parts(sentence)):
            _check_trait_one(near)
        if any(map(_drawn_one, parts(sentence))):
            sentence = _drawn_of_them(sentence, near)
        if ONE_OF_KIND in parts(sentence):
            sentence = _one_of_them(sentence, near)
            near = (*near[:-1], sentence)
        _check_two_neighbours(made[-1:], sentence)
        sentence = mapped(_with_its_thing(sentence, made[-1:]), _with_two_neighbours)
        selected = partial(_with_selected, asks_spell=asks_spell)
        sentence = mapped(_those_casts(sentence, near), selected)
        kinds.check_counted((*near[:-1], sentence), number, those=number in marks["each_those"])
        if any(part == OF_KIND for part in parts(sentence)):
            if {number - 1, number} & marks["kinds"]:
                raise Puzzle("it is not clear of which Wizards this is said", "say: each Wizard who ...")
            sentence = kinds.with_kind(sentence, kinds.the_kind(near))
        if any(isinstance(part, t.AsBefore) for part in parts(sentence)):
            sentence = _with_bounds(sentence, near)
        if any(map(_is_such, parts(sentence))):
            sentence = _with_worn(sentence, near)
        if OF_THAT_KIND in parts(sentence):
            sentence = _of_that_kind(sentence, near)
        sentence = _of_the_pair(sentence, near)
        if any(map(_is_top_of_such, parts(sentence))):
            sentence = _with_rank(sentence, tuple(made[-1:]))
        if any(getattr(part, "attr", "") == SUCH or part == _HAS_NONE for part in parts(sentence)):
            sentence = _with_things(_with_own(sentence), near)
        if any(map(_is_theirs, parts(sentence))):
            raise Puzzle("it is not clear of what this is said", "name the thing", double=True)
        if ones.BOTH in parts(sentence):
            sentence = ones.both_had(sentence, (*made[-1:], sentence))
        if any(map(_is_set_of_none, parts(sentence))):
            sentence = _with_set(sentence)
        sentence = _with_none_of_it(_with_that_many(sentence), made[-1:])
        sentence = _fewer_than_lost(sentence, made[-1:], than_that=number in marks["than_that"])
        ones.one_of_two(sentence, made[-2:])
        sentence = ones.spelt_out(sentence, (*made[-1:], sentence))
        if ones.HAS in parts(sentence):
            sentence = _with_one_of(sentence, near)
        if number in marks["one"] - marks["the_rest"]:
            sentence = _with_one(sentence)
        if ITS_GAP in parts(sentence) and not any(isinstance(part, t.Note | t.Mention) for part in parts(tuple(made))):
            sentence = _with_gap_else(sentence, made) or _with_gap(
                sentence, rolls=sum(isinstance(part, t.Rolls) for part in parts(tuple(made)))
            )
        one_by_one = number - 1 in marks["semicolon"] and plainly.each_instead(made[-1], sentence)
        if one_by_one:
            made[-1], sentence = t.Seq(()), one_by_one
        made.append(plainly.done_instead(made, sentence))
    return made


def _check_trait_one(near: tuple[t.Act, ...]) -> None:
    """ "Your neighbours' spells have no effect. Each Wizard who cast a Belligerent one": of those? Raises Puzzle."""
    of_one: dict[t.Node, t.Node] = {
        part: t.Always() for part in parts(near) if isinstance(part, t.Holds) and part.group == t.They("spell")
    }
    about_one = replaced(near, of_one)  # "if it is a Belligerent one": that spell
    said = {part for part in parts(about_one) if isinstance(part, t.CastTrait) and part.one}
    other = {part for part in parts(near) if isinstance(part, t.CastTrait)} - said  # "Belligerent ..., Peaceful ones"
    told = [part.kind for part in parts(near) if isinstance(part, t.Casters)]
    told += [part.source for part in parts(near) if isinstance(part, t.Watch)]
    about = (
        kind for kind in told if not any(isinstance(p, t.CastTrait) and (p.one or p in other) for p in parts(kind))
    )
    if any(isinstance(part, t.In | t.Targets | t.SpeedOf | t.Not) for part in parts(tuple(about))) and said:
        raise Puzzle("one of these spells, or any?", "say: a Belligerent spell", double=True)


def _cast_it(sentence: t.Act, before: list[t.Act]) -> t.Act:
    """ "(Burn has no effect, whoever cast it.) If nobody did, ...": cast it."""
    match before:
        case [t.Clause(None, (t.Void(t.Casters(t.All(), t.CastIs(t.Member(0), (_,)) as kind)),))]:
            found: t.Act = replaced(sentence, {t.Did("did"): kind, t.Did("has"): kind})
            return found
    return sentence


def _with_selected(node: t.Node, *, asks_spell: bool) -> t.Node:
    """ "If nobody cast Burn, you are considered to have selected it instead": Burn, as nobody has cast it."""
    match node:
        case t.If(t.Holds(group, "=", t.Int(0), t.CastIs(t.Member(), (str() | t.SpellInput() as name,))), then) if (
            not is_one(group)
        ):
            made = [part for part in parts(then) if isinstance(part, t.Replace)]
            it = t.SpellOf(t.They("spell"))
            sole = len(made) == 1 and made[0].who == CASTER and made[0].spell == it
            if sole and isinstance(name, t.SpellInput) == asks_spell:
                return replace(node, then=replaced(then, {made[0]: replace(made[0], spell=name)}))
    return node


def _cast_by_whom_it_hits(node: t.Node) -> t.Node:
    """ "Every spell that targets you targets the next Wizard instead, unless that Wizard cast it": the next Wizard.

    No other Wizard is named in it than the caster, who is "you" or "the caster" there.
    """
    match node:
        case t.Trail(
            t.Clause(None, (t.Redirect(t.Casters(t.All() | t.Others(), kind), t.Caster(), to),))
            | t.Lasting(t.Clause(None, (t.Redirect(t.Casters(t.All() | t.Others(), kind), t.Caster(), to),))),
            t.Holds(t.They("that Wizard" | "spell"), ">=", t.Int(1), t.CastIs(t.Member(0), (t.OwnName(other=True),))),
        ) if is_one(to) and not (
            isinstance(to, t.Pick) or any(isinstance(part, t.Chosen | t.They) for part in parts(kind))
        ):
            return replace(node, cond=replace(node.cond, group=to))
    return node


def _of_parity(node: t.Node) -> bool:
    return isinstance(node, t.Odd) and isinstance(node.number, t.Stat)


def _of_a_place(node: t.Node) -> bool:
    """ "(Each Wizard with an odd number of Stars ...,) each who has an even number": of Stars, or is it a position?"""
    return isinstance(node, t.Odd) and isinstance(node.number, t.Position)


# ---- of what somebody lost "more than 3"


def _moved_of_none(node: t.Node) -> bool:
    match node:
        case t.Compare(t.Moved(attr=""), _, t.Int()):
            return True
    return False


def _with_moved(sentence: t.Act, near: tuple[t.Act, ...]) -> t.Act:
    """ "(Each Wizard who lost Stars gains 1, or 2 if) they lost more than 3": Stars, where nothing else is counted."""
    things = {getattr(part, "attr", "") for part in parts(near)} & {*NUMBERED}
    if things - {"Stars"}:
        raise Puzzle("it is not clear of what this number is", "name the thing", double=True)
    found: t.Act = mapped(
        sentence,
        lambda node: replace(node, left=replace(node.left, attr="Stars")) if _moved_of_none(node) else node,
    )
    return found


# ---- who of them has the most


_ONES = t.They("ones")


def _ranked(said: t.Node | tuple[t.Node, ...]) -> set[t.Who]:
    """Of whom it was said who has the most, or the fewest; not where it is of all."""
    return {part.among for part in parts(said) if isinstance(part, t.Top) and part.among not in (t.All(), _ONES)}


def _of_the_same(sentence: t.Act, near: tuple[t.Act, ...], *, led: bool) -> t.Act:
    """ "Of the other Wizards, the one with the most Stars loses 3 Stars, and the one with the fewest gains 3".

    `led`: it begins with whom it speaks of, for all of it. Raises Puzzle.
    """
    loose: tuple[t.Who, ...] = (t.All(), _ONES) if led else (_ONES,)
    of_all = {part.count for part in parts(near) if isinstance(part, t.Top) and part.among == t.All()}

    def as_many(node: Any) -> Any:
        """ "(The two Wizards with the most Stars lose 2, and) the two with the fewest Stars": not of those two."""
        as_many_of_all = isinstance(node, t.Top) and node.among == _ONES and of_all == {node.count} != {1}
        return replace(node, among=t.All()) if as_many_of_all else node

    sentence = mapped(sentence, as_many)
    if not any(isinstance(part, t.Top) and part.among in loose for part in parts(sentence)):
        return sentence
    here = _ranked(sentence)
    if len(here) > 1 or (not here and _ranked(near)):
        raise Puzzle("the one of these, or of all Wizards?", "say: the Wizard with the most Stars", double=True)
    if not here:
        return sentence
    among = t.Without(t.All(), CASTER) if here == {t.Others()} else next(iter(here))
    found: t.Act = mapped(
        sentence,
        lambda node: replace(node, among=among) if isinstance(node, t.Top) and node.among in loose else node,
    )
    return found


# ---- by how many spells somebody is targeted


def _of_spells(node: t.Node) -> bool:
    return isinstance(node, t.Casters) and node == t.Casters(OF_KIND, t.CastIs(t.Member(0)))


def _with_spells(sentence: t.Act, near: tuple[t.Act, ...]) -> t.Act:
    """ "(Each Wizard targeted by no spell, and each one) targeted by at least two": by spells of the kind named."""
    aimed = {
        part.group
        for part in parts(near)
        if isinstance(part, t.Holds) and isinstance(part.test, t.Targets) and not _of_spells(part.group)
    }
    spells = t.Casters(t.All(), t.CastIs(t.Member(0)))
    if aimed != {spells}:
        raise Puzzle("it is not clear by which spells", "say: by at least two spells", double=True)
    found: t.Act = mapped(sentence, lambda node: spells if _of_spells(node) else node)
    return found


# ---- of what somebody has "more"


def _is_top_of_such(node: t.Node) -> bool:
    return isinstance(node, t.Top) and isinstance(node.by, t.Stat) and node.by.attr == SUCH


def _with_rank(sentence: t.Act, before: tuple[t.Act, ...]) -> t.Act:
    """ "(You and the target swap Stars.) Then whichever of you has more ...": of the one thing spoken of until then."""
    told = list(parts(sentence))
    first = next(at for at, part in enumerate(told) if _is_top_of_such(part))
    things = {getattr(part, "attr", "") for part in (*parts(before), *told[:first])} - {"", SUCH}
    if len(things) != 1 or not things.issubset(NUMBERED):
        raise Puzzle("it is not clear more of what", "name the thing", double=True)
    (thing,) = things
    found: t.Act = mapped(
        sentence, lambda node: replace(node, by=replace(node.by, attr=thing)) if _is_top_of_such(node) else node
    )
    return found


def _is_such(node: t.Node) -> bool:
    return isinstance(node, t.Is) and node.attr == SUCH and node.value != _NONE


def _with_worn(sentence: t.Act, near: tuple[t.Act, ...]) -> t.Act:
    """ "(Swap Hats with the target. Then, if) yours is Red": the one thing of which was spoken until then."""
    told = list(parts(near))
    first = next(at for at, part in enumerate(told) if _is_such(part))
    said = [part.attr for part in told[:first] if isinstance(part, t.Is | t.Swap | t.Assign | t.ValueOf)]
    things = {attr for attr in said if attr not in NO_THING}
    if len(things) != 1 or things & {*NUMBERED} or not all(isinstance(attr, str) for attr in things):
        raise Puzzle("it is not clear which thing of theirs this is", "name the thing", double=True)
    found: t.Act = mapped(sentence, lambda node: replace(node, attr=next(iter(things))) if _is_such(node) else node)
    return found


def _of_that_kind(sentence: t.Act, near: tuple[t.Act, ...]) -> t.Act:
    """ "(Your Staff becomes Oak.) Each other Wizard who has such a Staff": an Oak Staff. Raises Puzzle."""
    told = list(parts(near))
    before = [part for part in told[: told.index(OF_THAT_KIND)] if OF_THAT_KIND not in parts(part)]

    def known(node: Any) -> Any:
        match node:
            case t.Is(_, attr, t.ValueOf(who)) if who == OF_THAT_KIND:
                had = {part.value for part in before if isinstance(part, t.Is | t.Assign) and part.attr == attr}
                told_of = [part for part in before if getattr(part, "attr", "") == attr]
                kinds_of = {value for value in had if isinstance(value, t.Text | t.WordInput) and value != _NONE}
                plain = all(isinstance(part, t.Is | t.Assign) for part in told_of)
                if len(had) != 1 or had != kinds_of or not plain or any(isinstance(part, t.Not) for part in before):
                    raise Puzzle("it is not clear of which kind this is", "say which", double=True)
                return replace(node, value=kinds_of.pop())
        return node

    found: t.Act = mapped(sentence, known)
    return found


_TWO = t.They("ones two")


def _of_the_pair(sentence: t.Act, near: tuple[t.Act, ...]) -> t.Act:
    """ "If your neighbours have different numbers of Stars, the one with more pays 3 to the other": of those two.

    So too where it is said of what is otherwise: "If they have the same number, ... Otherwise, the one with more ...".
    """
    otherwise = isinstance(sentence, t.Else)
    tops = [part for part in parts(sentence) if isinstance(part, t.Top) and part.among in (_TWO, _ONES)]
    asking = near[-2:-1] if otherwise else (sentence,)
    pairs = {pair for act in asking if isinstance(act, t.If) and (pair := _pair(act.cond, not otherwise))}
    compared = [act for act in near if isinstance(act, t.If) and (_pair(act.cond, True) or _pair(act.cond, False))]
    of_all = pairs and any(isinstance(part, t.Top) and part.among == t.All() for part in parts(sentence))
    if of_all or (compared and not pairs and any(top.among == _ONES for top in tops)):
        raise Puzzle("the one of these, or of all Wizards?", "say: the Wizard with the most Stars", double=True)
    if not tops or len(pairs) != 1:
        return sentence
    ((two, attr),) = pairs
    unlike = [top for top in tops if not isinstance(top.by, t.Stat) or top.by.attr not in ("looked at", SUCH, attr)]
    if unlike:
        raise Puzzle("it is not clear of what this is the most", "name the thing", double=True)
    found: t.Act = replaced(sentence, {top: replace(top, among=two, by=t.Stat(t.Member(0), attr)) for top in tops})
    return found


def _pair(cond: t.Cond, unlike: bool) -> tuple[t.Who, str] | None:
    """Which two Wizards are said to have `unlike` numbers, or the same, and of what."""
    match cond:
        case t.Holds(one, ">=", t.Int(1), t.Or((t.Compare(op=">") as test, t.Compare(op="<") as less))) if unlike:
            if replace(less, op=">") != test:
                return None
            test = replace(test, op="=")
        case t.Holds(one, ">=", t.Int(1), t.Not(t.Compare() as test)) if unlike:
            pass
        case t.Holds(one, ">=", t.Int(1), t.Compare() as test) if not unlike:
            pass
        case _:
            return None
    match test:
        case t.Compare(t.Stat(t.Member(0), attr, False), "=", t.Stat(other, same, False)) if attr == same:
            several = not (is_one(one) and is_one(other)) or t.They() in (one, other)
            return (
                None
                if several or not isinstance(attr, str) or attr in NO_THING
                else (t.Join((unaddressed(one), unaddressed(other))), attr)
            )
    return None


# ---- of what they lose "half of them", or "one"


_BOTH_SIDES: dict[t.Node, t.Node] = {
    t.They("both"): t.Neighbours(CASTER), t.They("those"): t.Neighbours(CASTER),
    t.They("both 1"): t.Offset(CASTER, t.Int(-1)), t.They("both 2"): t.Offset(CASTER, t.Int(1)),
}  # fmt: skip


def _with_two_neighbours(node: t.Node) -> t.Node:
    """ "If you have two neighbours and they both cast Burn, steal 1 Star from each of them": these two."""
    match node:
        case t.If(
            t.And((t.Holds(t.Caster(), ">=", t.Int(1), t.Holds(t.Neighbours(), "=", t.Int(2), t.Always())), asked))
        ):
            people = [part for part in parts((asked, node.then)) if isinstance(part, t.Who)]
            known = (*_BOTH_SIDES, t.Subject(), t.Member(), t.Caster())
            both = isinstance(asked, t.Holds) and (asked.op == "all" or asked.group == t.They("both 1"))
            if both and all(who in known for who in people) and any(part in _BOTH_SIDES for part in parts(asked)):
                found: t.Node = replaced(node, _BOTH_SIDES)
                return found
        case t.If(
            t.Holds(t.Caster(), ">=", t.Int(1), t.Holds(t.Neighbours(), "=", t.Int(2), t.Always())) as cond, then
        ):
            drawn = {part.among for part in parts(then) if isinstance(part, t.Pick)}
            plain = (*drawn, CASTER, t.Caster(True), t.Subject(), t.Member(), t.They("other one"))
            alone = all(who in plain for who in parts(then) if isinstance(who, t.Who) and not isinstance(who, t.Pick))
            if drawn and drawn <= {t.They("those"), t.They("them")} and alone:
                near: dict[t.Node, t.Node] = {who: t.Neighbours(CASTER) for who in drawn}
                return replace(node, cond=cond, then=replaced(then, near))  # "a random one of them"
    return node


_COUNTED_SO = t.They("counted so")


def _more_of_them(sentence: t.Act, before: list[t.Act]) -> t.Act:
    """ "(If more Wizards cast Burn than Jolt, ...) If more cast Jolt than Burn": Wizards, as before. Raises Puzzle."""
    if _COUNTED_SO not in parts(sentence):
        return sentence
    match before:
        case [t.If(t.Compare(t.Count(t.Those(group)), "<" | ">" | "=", t.Count(t.Those(same))))] if group == same:
            found: t.Act = replaced(sentence, {_COUNTED_SO: group})
            return found
    raise Puzzle("more of whom?", "say: if more Wizards ...")


def _check_two_neighbours(before: list[t.Act], sentence: t.Act) -> None:
    """ "(If you have two neighbours and both cast Burn, ...) Otherwise, they lose 1 Star": who? Raises Puzzle."""
    match before:
        case [t.If(t.And((t.Holds(test=t.Holds(t.Neighbours(), "=", t.Int(2), t.Always())), _)))]:
            if any(isinstance(part, t.They) and part.word != "owner" for part in parts(sentence)):
                raise Puzzle("it is not clear who they are", "say: your neighbours", double=True)


def _with_its_thing(sentence: t.Act, before: list[t.Act]) -> t.Act:
    """ "The Hat of every Wizard without one becomes Red", "... who has none": no Hat, where no thing was named before.

    Raises Puzzle.
    """
    match sentence:
        case t.Clause(t.Those(group, test) as those, (t.Assign(t.Subject(), str() as attr),), "") if (
            attr not in NUMBERED and test in _LACKS
        ):
            if any(getattr(part, "attr", "") for part in parts((*before, group))):
                raise Puzzle("it is not clear of what this is said", "name the thing", double=True)
            none = t.Is(t.Member(), attr, _NONE)
            return replace(sentence, subject=replace(those, test=t.Not(none) if test == ones.HAS else none))
    return sentence


def _is_set_of_none(node: t.Node) -> bool:
    return isinstance(node, t.Assign) and node.attr == THEIRS


def _with_set(sentence: t.Act) -> t.Act:
    """ "If your Hat is Red, theirs becomes Blue": their Hat, where no other thing is named. Raises Puzzle."""
    named = {part.attr for part in parts(sentence) if isinstance(part, t.Is | t.Assign | t.Swap)}
    asked = [attr for attr in named if isinstance(attr, str) and attr != THEIRS]
    counted = any(isinstance(part, t.Stat) for part in parts(sentence))
    if len(asked) != 1 or asked[0] in NO_THING or counted or not isinstance(sentence, t.If):
        raise Puzzle("it is not clear of what this is said", "name the thing")
    found: t.Act = mapped(sentence, lambda part: replace(part, attr=asked[0]) if _is_set_of_none(part) else part)
    return found


def _with_own(sentence: t.Act) -> t.Act:
    """ "If you have more than 20 Stars, lose half of them": of the Stars of which the condition asks. Raises Puzzle."""
    match sentence:
        case t.Later(act) | t.Else(act):
            return replace(sentence, act=_with_own(act))
        case t.If(cond, then) if (who := _asked_alone(cond)) is not None:
            things = things_in(cond)
            others = any(isinstance(part, t.Stat) and part.who != t.Member(0) for part in parts(cond))
            single = any(isinstance(part, t.Stat) and not isinstance(part.who, t.Member) for part in parts(cond))
            others = others or any(isinstance(part, t.Top) for part in parts(cond))
            if single:
                return sentence  # "if you have more Stars than the next Wizard, lose half of them": of whose?
            if len(things) == 1 and (not others or all(map(_only_lost, then))):
                return replace(sentence, then=tuple(_own(act, who, *things) for act in then))
    return sentence


def _asked_alone(cond: t.Cond) -> t.Who | None:
    """The one Wizard of whom alone a condition asks."""
    asked = {one.group if isinstance(one, t.Holds) and one.op == ">=" else None for one in conjuncts(cond)}
    who = asked.pop() if len(asked) == 1 else None
    return who if who is not None and is_one(who) and not isinstance(who, t.They) else None


def _only_lost(act: t.Act) -> bool:
    """ "(If you have more Stars than anyone else,) lose half of them": one's own, as nobody loses those of another."""
    such = [part for part in parts(act) if isinstance(part, t.Change | t.Pay | t.Assign) and part.attr == SUCH]
    return all(isinstance(part, t.Change) and not part.gain for part in such)


def _own(act: t.Act, who: t.Who, attr: str) -> t.Act:
    """What happens, where it is said of what is theirs. Raises Puzzle."""

    def known(node: Any) -> Any:
        match node:
            case t.Clause(subject, acts) if any(map(_is_theirs, parts(acts))):
                set_so = any(isinstance(part, t.Assign) for part in acts)
                they = subject == t.They() and unaddressed(who) != CASTER
                if not they and unaddressed(subject or (who if set_so else CASTER)) != unaddressed(who):
                    raise Puzzle("it is not clear whose they are", "name the Wizard", double=True)
                told = tuple(map(named, acts))
                if subject is None or isinstance(subject, t.Caster):
                    told = replaced(told, {t.They("subject"): unaddressed(who)})
                return replace(node, subject=who if set_so else subject, acts=told)
        return node

    def named(part: Any) -> Any:
        return mapped(part, lambda one: replace(one, attr=attr) if _is_theirs(one) else one)

    found: t.Act = mapped(act, known)
    return found


def _is_theirs(node: Any) -> bool:
    """Whether this is "half of them", or what is lost of them."""
    match node:
        case t.Change(attr="such") | t.Pay(attr="such") | t.Assign(attr="such") | t.Stat(t.They(), "such"):
            return True
    return False


def _with_one(sentence: t.Act) -> t.Act:
    """ "(If you have any Crystals,) lose one": of what the sentence has spoken of until then."""
    told: list[str] = []
    unnamed: dict[t.Node, t.Node] = {}
    for part in parts(sentence):
        match part:
            case t.Change(attr="", amount=t.Int(1)) | t.Pay(attr="", amount=t.Int(1)):
                if len(set(told)) > 1:
                    raise Puzzle("it is not clear one of what this is", "name the thing", double=True)
                if told and told[0] != "what is worn":
                    unnamed[part] = replace(part, attr=told[0])
            case t.Seq() | t.If() | t.Clause() | t.Trail():
                pass
            case t.Change(attr=attr) | t.Pay(attr=attr) | t.Stat(attr=attr):
                told += [attr] if attr not in NO_THING else []
            case t.Is(attr=str() as attr, value=value):
                told += [attr if value == _NONE and attr in NUMBERED else "what is worn"]
    found: t.Act = replaced(sentence, unnamed)
    return found


# ---- of what "the difference" is


def _with_gap(sentence: t.Act, rolls: int) -> t.Act:
    """ "If you have fewer Stars than the next Wizard, gain the difference": between the two that it compares.

    Where dice were rolled it could be the difference of two of them. Raises Puzzle.
    """
    match sentence:
        case t.Later(act) | t.Else(act):
            return replace(sentence, act=_with_gap(act, rolls))
        case t.Trail(act, cond) if not rolls and ITS_GAP in parts(cond) and (swapped := _swapped(act)) is not None:
            between: dict[t.Node, t.Node] = {ITS_GAP: swapped}
            return replace(sentence, cond=replaced(cond, between))
        case t.If(cond, then) if ITS_GAP in parts(then) and (gap := _gap(cond)) is not None:
            if rolls and not any(isinstance(part, t.Result | t.Roll) for part in parts(gap[0])):
                raise Puzzle("the difference of which numbers?", "name the two numbers", double=True)
            return replace(sentence, then=tuple(compared.by_gap(act, *gap) for act in then))
        case t.Trail(act, cond, True) if ITS_GAP in parts(act) and (gap := _gap(cond)) is not None:
            return replace(sentence, act=compared.by_gap(act, *gap))
    return sentence if rolls else _gaps_of_each(sentence)


def _swapped(act: t.Act) -> t.Gap | None:
    """ "Swap Stars with the target, unless the two differ by more than 5": by how much the two that it swaps do."""
    match [part for part in parts(act) if isinstance(part, t.Change | t.Pay | t.Swap | t.Assign | t.Level)]:
        case [t.Swap(left, right, str() as attr)] if is_one(left) and is_one(right):
            return t.Gap(t.Stat(left, attr), t.Stat(right, attr))
    return None


def _with_gap_else(sentence: t.Act, before: list[t.Act]) -> t.Act | None:
    """ "If exactly that many Wizards cast Burn, gain 2 Stars. Otherwise lose the difference": of the two numbers."""
    match sentence, before:
        case t.Else(act, every=False), [t.If(t.Compare(left, "=", t.NumberInput() as right))] if ITS_GAP in parts(act):
            return replace(sentence, act=compared.by_gap(act, t.Gap(left, right), ""))
        case (
            t.Else(act, every=False),
            [t.If(t.Holds(group, "=", t.NumberInput() | t.ThatMany() as number, test))],
        ) if ITS_GAP in parts(act) and not is_one(group) and not has_member(group):
            right = number if isinstance(number, t.NumberInput) else t.NumberInput(-1)  # nothing else was named
            return replace(sentence, act=compared.by_gap(act, t.Gap(t.Count(t.Those(group, test)), right), ""))
    return None


def _gaps_of_each(sentence: t.Act) -> t.Act:
    """ "If you have a Hat, each neighbour with more Stars than you pays you half the difference": of each of them."""
    match sentence:
        case t.Clause():
            return compared.with_gap(sentence)
        case t.Seq(acts):
            return replace(sentence, acts=tuple(map(_gaps_of_each, acts)))
        case t.If(cond, (then,), ()) if not any(map(_compares, parts(cond))):
            return replace(sentence, then=(_gaps_of_each(then),))
    return sentence


def _compares(node: t.Node) -> bool:
    return isinstance(node, t.Compare | t.Gap | t.Top)


def _gap(cond: t.Cond) -> tuple[t.Gap, str] | None:
    """The difference of the two numbers that a condition says to be unlike, and of what they are."""
    match cond:
        case t.Holds(who, ">=", t.Int(1), t.Compare(left, "<" | ">", right)) if is_one(who):
            gap = t.Gap(left, right)
        case t.Compare(left, "<" | ">", right):
            return t.Gap(left, right), ""
        case _:
            return None
    if not any(isinstance(part, t.Member) for part in parts(gap)) or isinstance(right, t.Int):
        return None
    if any(isinstance(part, t.Member) and part.up for part in parts(gap)) or isinstance(who, t.They):
        return None
    found: t.Gap = replaced(gap, {t.Member(0): who})
    things = {part.attr for part in parts(gap) if isinstance(part, t.Stat)}
    return found, _one_thing(things)


# ---- who is meant by "each who did", "a random one"


def _drawn_one(node: t.Node) -> bool:
    return isinstance(node, t.Pick) and node.one and t.All() in parts(node.among)


def _drawn_of_them(sentence: t.Act, near: tuple[t.Act, ...]) -> t.Act:
    """ "If both neighbours cast Burn, a random one loses 2 Stars": one of those who all did. Raises Puzzle."""
    match sentence:
        case t.If(t.Holds(t.Neighbours() as group, "all"), (t.Clause(t.Pick(among=t.All()) as one),)):
            return replace(sentence, then=replaced(sentence.then, {one: replace(one, among=group)}))
    drawn: dict[t.Node, t.Node] = {part: CASTER for part in parts(sentence) if _drawn_one(part)}
    near = replaced(near, drawn)
    if rest.names(near) or any(isinstance(getattr(part, "group", part), t.Others) for part in parts(near)):
        raise Puzzle("one of whom is drawn?", "say: a random neighbour; or: a random Wizard", double=True)
    return sentence


def _one_of_them(sentence: t.Act, near: tuple[t.Act, ...]) -> t.Act:
    """ "(Each neighbour loses 1 Star.) Each one with a Red Hat": of all of that kind, as in "each with a Red Hat".

    Where some of them were spoken of ("each neighbour who cast Burn"), only what none of those can be, or a word for
    what was said of those ("each one who did not"), is not of those alone. Raises Puzzle.
    """
    spells = _ones_that_target(sentence, near)
    if spells is not None:
        return spells
    told = [*parts(near)]
    inner = {part for one in told if isinstance(one, t.Those) for part in parts(one.test)}
    told = [part for part in told if part not in inner]
    tests = [part.test for part in told if isinstance(part, t.Those) and part.group == ONE_OF_KIND]
    if any(isinstance(part, t.Casters) for part in told):
        raise Puzzle('"one" could be a Wizard, or a spell', "say: each Wizard who ...", double=True)
    some = [part for part in told if isinstance(part, t.Those | t.Holds) and ONE_OF_KIND not in parts(part.group)]
    asked = [part.test for part in some if isinstance(part, t.Those) or not is_one(part.group)]
    for test in replaced(tuple(tests), {OF_KIND: t.All()}):
        if not any(isinstance(part, t.Did) for part in parts(test)) and not all(apart(test, one) for one in asked):
            raise Puzzle("each one of these, or of all?", "say: each Wizard who ...", double=True)
    found: t.Act = replaced(sentence, {ONE_OF_KIND: OF_KIND})
    return found


def _ones_that_target(sentence: t.Act, near: tuple[t.Act, ...]) -> t.Act | None:
    """ "(Lose 1 Star for every spell that targets you, and) gain 2 for every one that targets a neighbour": spell."""
    told = [part for part in parts(near) if isinstance(part, t.Casters | t.Those | t.Holds)]
    ones = [part for part in told if isinstance(part, t.Those)]
    spells = [part for part in told if isinstance(part, t.Casters)]
    if len(spells) != 1 or len(told) != len(ones) + 1 or spells[0] not in parts(sentence):
        return None
    match spells[0]:
        case t.Casters(t.All(), t.And((t.CastIs(t.Member(), ()), t.Targets(t.Member())))) as spell:
            known: dict[t.Node, t.Node] = {
                one: replace(spell, kind=_targeting(spell.kind, one.test)) for one in ones if _is_aimed(one)
            }
            return replaced(sentence, known) if len(known) == len({*ones}) else None
    return None


def _is_aimed(node: t.Those) -> bool:
    return node.group == ONE_OF_KIND and isinstance(node.test, t.Targets) and node.test.who == t.Member()


def _targeting(kind: t.Cond, aimed: t.Cond) -> t.Cond:
    return t.And((*conjuncts(kind)[:1], aimed))


def _those_casts(sentence: t.Act, near: tuple[t.Act, ...]) -> t.Act:
    """ "(If no other spell targets you, ...; otherwise lose 1 Star) for each that does": for each such spell."""
    groups = [asked.group for asked in kinds.asked_in(near)]
    casts = {group for group in groups if isinstance(group, t.Casters)}

    def known(node: t.Node) -> t.Node:
        match node:
            case t.Those(t.They("of kind"), t.Did() | t.Not(t.Did())):
                if len(casts) > 1 or any(group not in casts for group in groups):
                    raise Puzzle("it is not clear which spells are meant", "say: each spell that ...", double=True)
                return replace(node, group=next(iter(casts)))
        return node

    return mapped(sentence, known) if casts else sentence


def _than_them(sentence: t.Act, near: tuple[t.Act, ...]) -> t.Act:
    """ "(Each with more Stars than all of their neighbours ...,) any with fewer than each of them": than those."""
    groups = {bound.group for bound in _bounds(near, several=True) if isinstance(bound, t.Holds)} - {_THEM, _THEIRS}
    own = len(groups) == 1 and all(isinstance(one, t.Neighbours) and isinstance(one.of, t.They) for one in groups)
    if _THEIRS in parts(sentence) and not own:
        raise Puzzle("it is not clear whom they are compared with", "name them")

    def known(node: Any) -> Any:
        match node:
            case t.Those(group, t.Holds(t.They("those" | "theirs") as they, "all", number, t.Compare() as test)) if (
                groups
            ):
                if len(groups) != 1:
                    raise Puzzle("it is not clear whom they are compared with", "name them")
                if group != OF_KIND and they != _THEIRS:
                    raise Puzzle("than those, or than all who were spoken of?", "name them", double=True)
                return replace(node, test=t.Holds(groups.pop(), "all", number, test))
        return node

    found: t.Act = mapped(sentence, known)
    return found


_THEM, _THEIRS = t.They("those"), t.They("theirs")


# ---- of what somebody has none, or lost any


def _with_things(sentence: t.Act, near: tuple[t.Act, ...]) -> t.Act:
    """The sentence, with what "none" and "any" are said of. Raises Puzzle."""

    def trailed(node: Any) -> Any:
        match node:
            case t.Trail(act, cond, _, otherwise) if _HAS_NONE in parts(cond):
                told = (otherwise,) if _lacked(act, otherwise) else (act, otherwise)
                return replace(node, cond=_with_none(cond, told, near))
            case t.Trail(act, cond) if any(isinstance(part, t.Moved) and part.attr == SUCH for part in parts(cond)):
                attr = _one_thing(things_in((act, *near[:-1])))
                return replace(node, cond=mapped(cond, lambda part: _of_thing(part, attr)))
        return node

    def known(node: Any) -> Any:
        match node:
            case t.Not(t.Is(who, "such", t.Text("None"))):
                return _has_any(who, _had_before(near))
            case t.Moved(attr="such"):
                told = [*parts(near)]  # "you gain 1 Star for each Wizard who lost any to it"
                before = things_in(near[:-1]) or named_in(told[: told.index(node)]) - {SUCH}
                return _of_thing(node, _one_thing(_moved_things(near) or before))
            case t.Change(attr=attr, amount=amount) | t.Pay(attr=attr, amount=amount) if attr != SUCH:
                such = {part for part in parts(amount) if isinstance(part, t.Stat | t.Total) and part.attr == SUCH}
                if such:  # "lose all your Crystals and gain 2 Stars for each one your neighbours have"
                    thing = _one_thing(things_in(near) - {SUCH, attr or "Stars"}, double=False)
                    return replace(node, amount=replaced(amount, {one: replace(one, attr=thing) for one in such}))
            case t.Watch(attr="such"):  # "Wizards with more than 15 Stars cannot gain any for the rest of this Duel"
                return replace(node, attr=_one_thing(things_in(near) - {SUCH}))
        return node

    def counted(node: Any) -> Any:
        match node:
            case t.Change(attr="Stars", amount=t.Count() as count) if things_in(near) == {"Stars"}:
                return replace(node, amount=mapped(count, lambda part: _of_thing(part, "Stars")))
        return node  # "you gain 1 Star for each Wizard who lost any"

    def none(node: Any) -> Any:
        match node:
            case t.Is(who, "such", t.Text("None")):
                return _has_no(who, _had_before(near))
        return node

    untimed = [part for part in parts(sentence) if isinstance(part, t.Untimed)]
    as_before: dict[t.Node, t.Node] = {
        part: _moved_as_before(part.moved, near) for part in untimed if part.moved and part.moved.attr == SUCH
    }
    found: t.Act = mapped(mapped(mapped(mapped(replaced(sentence, as_before), trailed), counted), known), none)
    return found


def _of_thing(node: Any, attr: str) -> Any:
    return replace(node, attr=attr) if isinstance(node, t.Moved) and node.attr == SUCH else node


def _moved_things(near: tuple[t.Act, ...]) -> set[str]:
    """Of what it is said that it was lost or gained."""
    return {part.attr for part in parts(near) if isinstance(part, t.Moved) and part.attr not in NO_THING}


_NONE = t.Text("None")
_HAS_NONE = t.Is(t.They(), "", _NONE)
_LACKS = (ones.HAS, t.Not(ones.HAS), t.Is(t.Member(), SUCH, _NONE))
"""That somebody has one, or none, of a thing that is not named."""


def _has_any(who: t.Who, attr: str) -> t.Cond:
    if attr == "Stars":
        return t.Compare(t.Stat(who, attr), ">=", t.Int(1))
    return t.Not(t.Is(who, attr, _NONE))


def _has_no(who: t.Who, attr: str) -> t.Cond:
    return t.Compare(t.Stat(who, attr), "=", t.Int(0)) if attr == "Stars" else t.Is(who, attr, _NONE)


def _one_thing(things: Iterable[str], *, double: bool = True) -> str:
    """The one thing of these; `double`: words that can be read as nothing else. Raises Puzzle."""
    found = set(things)
    if len(found) != 1:
        raise Puzzle("it is not clear of what this is said", "name the thing", double=double)
    return found.pop()


def _had_before(near: tuple[t.Act, ...]) -> str:
    """Of what somebody has none, or any, by what stands before the words, or of what they get. Raises Puzzle."""
    told = [*parts(near)]
    said = [at for at, part in enumerate(told) if isinstance(part, t.Is) and part.attr == SUCH]
    any_at_all = any(isinstance(part, t.Not) and getattr(part.part, "attr", None) == SUCH for part in told)
    if len(near) == 1 and (any_at_all or not _loses(near[0])) and (moved := _moved_number(near[0])):
        return moved  # "each neighbour with none gains 1 Crystal", "each with any loses 1"
    found = _one_thing({_had(told[:at]) for at in said})
    asked = any(isinstance(part, t.Is) and part.attr == found for part in told)
    if not asked and things_in(near[-1]).difference({found, "Stars"}):  # "lose 2 Stars. Each with none gains 1 Crystal"
        return _one_thing(())
    return found


def _had(told: list[t.Node]) -> str:
    """Of what "each who has none" has none: of what others had, or else of the one thing spoken of. Raises Puzzle."""
    asked = {(part.attr, part.value) for part in told if isinstance(part, t.Is) and part.attr not in NO_THING}
    if any(value != _NONE for _, value in asked):
        raise Puzzle("none at all, or none of that kind?", "name the thing", double=True)  # "each with a Red Hat ..."
    things = named_in(told) | {part.attr for part in told if isinstance(part, t.Swap) and isinstance(part.attr, str)}
    return _one_thing(things.difference({"Stars"}) | {str(attr) for attr, _ in asked} if asked else things)


def _moved_as_before(moved: t.Moved, near: tuple[t.Act, ...]) -> t.Moved:
    """ "(Who gained Stars this Duel ...,) who lost none": this Duel. Raises Puzzle."""
    told = {part for part in parts(near) if isinstance(part, t.Moved) and part.attr not in NO_THING}
    told = {replace(part, who=moved.who, way=moved.way) for part in told}
    if len(told) != 1:
        raise Puzzle("it is not clear when, and of what", "say: lost no Stars this Duel", double=True)
    found = told.pop()
    if found.source != moved.source:
        raise Puzzle("from the same spells, or from any?", "say from which spells", double=True)
    return found


def _with_none(cond: t.Cond, told: tuple[t.Act | None, ...], near: tuple[t.Act, ...]) -> t.Cond:
    """ "(Each neighbour gains 1 Crystal) if they have none": of what they gain, if nothing else was asked."""
    if any(isinstance(part, t.Is) and part.attr not in NO_THING for part in parts(near)):
        return cond
    none = _has_none_of(t.They(), _one_thing(things_in(told)))
    found: t.Cond = replaced(cond, {_HAS_NONE: none})
    return found


def _for_each_again(sentence: t.Act, made: list[t.Act]) -> t.Act:
    """ "Gain 2 Stars for each idle Wizard, or 3 for each if ...": for each of those, if nothing else is counted."""
    if t.Noted("count") not in parts(sentence):
        return sentence
    said = made[-1:] if isinstance(sentence, t.Else) else [sentence]
    counts = {part for part in parts(tuple(said)) if isinstance(part, t.Count)}
    each = {part.right for part in parts(tuple(said)) if isinstance(part, t.Times)}
    of_whom = {part.subject for part in parts(sentence) if isinstance(part, t.Clause)} - {None, CASTER, t.Caster(True)}
    moved = [part for part in parts(tuple(said)) if isinstance(part, t.Change | t.Pay)]
    if len(moved) > (1 if isinstance(sentence, t.Else) else 2):
        return sentence  # "gain 2 Stars for each idle Wizard and lose 1 Crystal. Otherwise, gain 3 for each": of which?
    if len(counts) != 1 or each - {t.Noted("count")} != counts or of_whom:
        return sentence
    if any(isinstance(part, t.Note) for part in parts((*made, sentence))):
        raise Puzzle("for each of which of them?", "name them again")
    again: t.Act = replaced(sentence, {t.Noted("count"): counts.pop()})
    return again


_EACH_ONE = (t.Count(t.They("of them")), t.Count(t.They("those")), t.Noted("count"))


def _for_each_lost(sentence: t.Act, before: list[t.Act]) -> t.Act:
    """ "Lose all your Crystals, and gain 2 Stars for each (of them)": where no Wizards are spoken of, and one loss.

    So with "or 3 for each if you have a Red Hat" after it.
    """
    told = [part for part in parts((*before, sentence)) if isinstance(part, t.Clause)]
    match told:
        case [t.Clause(None | t.Caster(), (t.Change(gain=False, attr=str() as attr),)), gain, *other] if len(other) < 2:
            lost: dict[t.Node, t.Node] = {
                one: replaced(one, dict.fromkeys(_EACH_ONE, t.ThatMany())) for one in (gain, *other)
            }
            found: t.Act = replaced(sentence, lost)
            whom = {part for part in parts((*before, found)) if isinstance(part, t.Who)}
            two = any(isinstance(part, t.Trail) and [part.otherwise] == other for part in parts(sentence))
            if attr != "Stars" and (two or not other) and all(new != old for old, new in lost.items()):
                return found if whom <= {CASTER, t.Caster(True), t.Subject(), t.Member(0)} else sentence
    return sentence


def _with_that_many(sentence: t.Act) -> t.Act:
    """ "If you have at least that many Crystals, lose that many": of these, for a number that was named before."""
    match sentence:
        case t.If(t.Holds(who, ">=", t.Int(1), t.Compare(t.Stat(t.Member(0), attr), ">=", t.ThatMany())), (act,)) if (
            is_one(who)
        ):
            clause = first_clause(act)
            match clause:
                case t.Clause(subject, (t.Change(t.Subject(), "", False, t.ThatMany()) as loss,)) if subject in (
                    who,
                    t.They(),
                ) or (subject is None and isinstance(who, t.Caster)):
                    known = replace(clause, acts=(replace(loss, attr=attr),))
                    return replace(sentence, then=(replaced(act, {clause: known}),))
    return sentence


def _with_none_of_it(sentence: t.Act, before: list[t.Act]) -> t.Act:
    """ "You gain 2 Crystals. If you have none, you gain 3 instead", "gain 2 Crystals (, or 3) if you have none"."""
    match sentence, before:
        case t.If(t.Is(t.Caster() as who, "", value), (act,), ()) | t.Trail(
            act, t.Is(t.Caster() as who, "", value), True, None
        ), [] if value == _NONE and not _loses(act) and (attr := _own_change(act)):
            return replace(sentence, cond=_has_none_of(who, attr))
        case t.If(t.Is(t.Caster() | t.They() as who, "", value), (t.Instead(),), ()), [told] if value == _NONE and (
            attr := _own_change(told) if isinstance(who, t.Caster) else _moved_number(told)
        ):
            return replace(sentence, cond=_has_none_of(who, attr))
        case t.Trail(act, t.Is(t.Caster() as who, "", value), True, t.Act() as otherwise), _ if value == _NONE:
            attr = _own_change(act)
            if (attr and attr == _own_change(otherwise)) or (attr := _lacked(act, otherwise)):
                return replace(sentence, cond=_has_none_of(who, attr))
    return sentence


def _fewer_than_lost(sentence: t.Act, before: list[t.Act], *, than_that: bool) -> t.Act:
    """ "Lose 3 Crystals. If you have fewer (than that), lose 2 Stars instead": fewer than are to be lost.

    Where they are paid to another, "fewer" alone could be fewer than that one has.
    """
    match sentence, before:
        case (
            t.Else(t.Instead() as act, than="<", whose=who),
            [t.Clause(subject, (t.Change(gain=False, floor=None) | t.Pay(mode="always") as loss,), _)],
        ) if isinstance(loss.amount, t.Int | t.NumberInput) and isinstance(who, t.Caster | t.They):
            loser = loss.payer if isinstance(loss, t.Pay) else loss.who
            loser = subject or CASTER if loser == t.Subject() else loser
            if isinstance(loss, t.Pay) and not than_that:
                return sentence
            if is_one(loser) and isinstance(loser, t.Caster) is isinstance(who, t.Caster):
                fewer = t.Compare(t.Stat(t.Member(0), loss.attr), "<", loss.amount)
                return t.If(t.Holds(who, ">=", t.Int(1), fewer), (act,), ())
    return sentence


def _own_change(act: t.Act) -> str:
    """The number, other than Stars, that is all that this act changes, and of the caster alone; else ""."""
    match act:
        case t.Clause(None | t.Caster(), (t.Change(t.Subject()),)):
            return _moved_number(act)
    return ""


def _loses(act: t.Act) -> bool:
    """Whether this is a loss, of which nobody could have none."""
    return any(isinstance(part, t.Change) and not part.gain for part in parts(act))


def _lacked(act: t.Act, instead_of: t.Act | None) -> str:
    """ "Lose 1 Crystal, or 2 Stars if you have none": the number, other than Stars, that is lost first; else ""."""
    match act, instead_of:
        case t.Clause(_, (t.Change(attr="Stars") | t.Pay(attr="Stars"),)), t.Clause(
            _, (t.Change(gain=False) | t.Pay(),)
        ) as first:
            return _moved_number(first)
    return ""


def _moved_number(act: t.Act) -> str:
    """The number, other than Stars, that is all that this act changes; else ""."""
    match act:
        case t.Clause(_, (t.Change(attr=str() as attr) | t.Pay(attr=attr),)) if things_in(act) == {attr} != {"Stars"}:
            worn = any(isinstance(part, t.Is) and part.attr not in NO_THING for part in parts(act))
            return "" if worn else attr
    return ""


def _has_none_of(who: t.Who, attr: str) -> t.Cond:
    return t.Holds(who, ">=", t.Int(1), _has_no(t.Member(0), attr))


def _with_one_of(sentence: t.Act, near: tuple[t.Act, ...]) -> t.Act:
    """ "(Each Wizard without a Hat pays 1 Star to every neighbour) who has one": a Hat, whatever it is."""

    def known(node: Any) -> Any:
        match node:
            case t.Those(_, t.Did("has one")):
                return replace(node, test=_has_any(t.Member(0), _had([*parts(near)])))
        return node

    asked = [part for part in parts(near) if isinstance(part, t.Is)]
    if any(part.value != _NONE for part in asked):
        return sentence  # "each Wizard with a Red Hat pays 1 Star to everyone who has one": a Red one
    if len([part for part in parts(near) if isinstance(part, t.Not) and part.part in asked]) == len(asked):
        return sentence  # "each Wizard with a Hat pays 1 Star to every neighbour who has one": a Star?
    found: t.Act = mapped(sentence, known)
    return found


def _of_all_together(sentence: t.Act, near: tuple[t.Act, ...]) -> t.Act:
    """ "If your neighbours together have fewer Stars than you, pay each of them 2": of those neighbours."""
    match sentence:
        case t.If(cond, then) if _THEM in parts(then):
            groups = {part.who for part in parts(cond) if isinstance(part, t.Total)}
            if len(groups) == 1 and not set(kinds.told(near)) - groups and not any(map(_speaks_of_some, parts(cond))):
                return replace(sentence, then=replaced(then, {_THEM: groups.pop()}))
    return sentence


def _speaks_of_some(node: t.Node) -> bool:
    return isinstance(node, t.Those | t.Casters) or (isinstance(node, t.Holds) and not is_one(node.group))


# ---- with what somebody is compared by "with fewer"


def _with_bounds(sentence: t.Act, near: tuple[t.Act, ...]) -> t.Act:
    """The sentence, with what "more" and "fewer" are said of. Raises Puzzle."""
    told = {several: _bounds(near, several=several) for several in (True, False)}
    things = {part.attr for part in parts(near) if isinstance(part, t.Change | t.Pay) and part.attr not in NO_THING}
    unnamed = any(isinstance(part, t.Stat) and not part.attr for bounds in told.values() for part in parts((*bounds,)))
    if unnamed and len(things) > 1:  # "steal 1 Crystal from each with more than you; each with fewer pays you 1 Star"
        raise Puzzle("it is not clear fewer of what", "name the thing", double=True)

    again = _compared_again(sentence)

    def known(node: Any) -> Any:
        match node:
            case t.Holds(group, _, _, test) if again and group == again[0]:
                return replace(node, test=_beside(test, again[1]))
            case t.Those(_, test) if any(isinstance(part, t.AsBefore) for part in parts(test)):
                return replace(node, test=_beside(test, told[True]))
            case t.Holds(group, _, _, test) if any(isinstance(part, t.AsBefore) for part in parts(test)):
                return replace(node, test=_beside(test, told[not is_one(group)], one=is_one(group)))
        return node

    return _or_else(mapped(sentence, known)) if again else mapped(sentence, known)


def _or_else(sentence: t.Act) -> t.Act:
    """ "(Lose 3 Stars if you have at most 15,) and 6 if you have more": otherwise; but of each of several."""
    match sentence:
        case t.Seq(
            (
                t.Trail(cond=t.Holds(who, test=t.Compare(left, "<=" | ">=" as op, t.Int() as number))) as first,
                t.Trail(act, t.Holds(_, _, _, t.Compare(same, "<" | ">" as beyond, other))),
            )
        ) if who != t.They() and (left, number) == (same, other) and (op, beyond) in _OPPOSITE_OF_NUMBER:
            return replace(sentence, acts=(first, t.Else(act)))
    return sentence


def _compared_again(sentence: t.Act) -> tuple[t.Who, set[t.Cond]] | None:
    """ "Each Wizard gains 1 Star if they have fewer Crystals than you, and loses 2 if they have more": of each of them.

    Of whom both conditions speak, and with what the first one compares them: only where one subject does both.
    """
    match sentence:
        case t.Seq(
            (
                t.Trail(t.Clause(one), t.Holds(group, ">=", t.Int(1)) as first, True, None),
                t.Trail(t.Clause(other), t.Holds(same, ">=", t.Int(1), test), True, None),
            )
        ) if (one, group) == (other, same) and t.AsBefore() in parts(test):
            if group == t.They() or unaddressed(group) == CASTER:
                return group, set(filter(_with_one_number, _compared(first.test)))
    return None


def _with_one_number(bound: t.Cond) -> bool:
    """Whether it is one plain number with which somebody is compared: not those of several, nor "3 fewer than you"."""
    match bound:
        case t.Compare(_, _, t.Stat(who)):
            return is_one(who)
        case t.Compare(_, _, t.Int() | t.Result() | t.NumberInput()):
            return True
    return False


def _bounds(near: tuple[t.Act, ...], *, several: bool) -> set[t.Cond]:
    """The comparisons that are said of groups, or of single Wizards, each as one with "="."""
    found: set[t.Cond] = set()
    for part in parts(near):
        match part:
            case t.Those(_, test):
                of_several = True
            case t.Holds(group, _, _, test):
                of_several = not is_one(group)
            case _:
                continue
        if of_several == several:
            found |= {bound for bound in _compared(test) if t.AsBefore() not in parts(bound)}
    return found


def _compared(test: t.Cond) -> Iterator[t.Cond]:
    """The comparisons in what is said of somebody."""
    for one in tests_of(test):
        match one:
            case t.Compare(t.Stat(t.Member(0))) | t.Holds(
                _, _, _, t.Compare(t.Stat(t.Member(1)), _, t.Stat(t.Member(0)))
            ):
                yield one


def _beside(test: t.Cond, bounds: set[t.Cond], *, one: bool = False) -> t.Cond:
    """What is said of somebody, or of `one` Wizard, with the one thing that was compared before. Raises Puzzle."""
    unclear = Puzzle("it is not clear than what", "say: more Stars than ...", double=bool(bounds))

    def known(node: Any) -> Any:
        match node:
            case t.Compare(t.Stat(t.Member(0), ""), op, t.AsBefore()):
                pass
            case _:
                return node
        if len({_opened(bound) for bound in bounds}) != 1:
            raise unclear
        for bound in bounds:
            compared = bound.test if isinstance(bound, t.Holds) else bound
            assert isinstance(compared, t.Compare)
            if one and not (isinstance(compared.right, t.Stat) and unaddressed(compared.right.who) == CASTER):
                raise unclear  # "if you have more than the next Wizard, ...; if the previous Wizard has more, ..."
            if isinstance(compared.right, t.Int) and (compared.op, op) not in _OPPOSITE_OF_NUMBER:
                raise unclear  # "with more than 10 ..., with fewer": and with exactly 10?
        other = replace(compared, op=op)
        return replace(bound, test=other) if isinstance(bound, t.Holds) else other

    found: t.Cond = mapped(test, known)
    return found


def _opened(bound: t.Cond) -> t.Cond:
    """A comparison, whichever way it goes."""
    if isinstance(bound, t.Holds):
        return replace(bound, test=_opened(bound.test))
    return replace(bound, op="=") if isinstance(bound, t.Compare) else bound

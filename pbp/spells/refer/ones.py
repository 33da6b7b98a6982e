""" "One" for a spell of a kind, or a thing, that was spoken of: "If nobody cast one", "all who carry one".

Each is spelt out from what the sentence before it, or the same one, speaks of, where that is one kind alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

from pbp.spells import tree as t
from pbp.spells.english.phrases import NUMBERED
from pbp.spells.inputs import Puzzle
from pbp.spells.refer.context import CASTER, unaddressed
from pbp.spells.refer.recent import EVERYBODY, alike
from pbp.spells.sense.conditions import about_casting, conj, disj, names_of, only_who
from pbp.spells.sense.members import contains
from pbp.spells.walk import conjuncts, has_member, is_one, mapped, parts, replaced

CAST, HAS = t.Did("cast"), t.Did("has one")
CAST_SOME = t.Did("cast some")
"""Cast any, or none, of what was spoken of."""
_ANOTHER, _OF_TWO, _OF_SET = t.Did("cast another"), t.Did("cast of 2"), t.Did("cast of 0")
_IN_BOTH, _IN_NEITHER = t.Did("cast in both"), t.Did("cast in neither")
_ANY_CAST = t.CastIs(t.Member(0))


def spelt_out(sentence: t.Act, near: tuple[t.Act, ...]) -> t.Act:
    """The sentence, with what "one" is in it; `near`: those before it in which that was said, and itself."""
    told = [*parts(near)]
    if CAST_SOME in told and not any(_of_certain_spells(part) for part in told):
        sentence = replaced(sentence, {CAST_SOME: CAST})  # but not "each who cast Burn ..., each who cast none"
        told = [*parts((*near[:-1], sentence))]
    if CAST in told:
        sentence = _casting(sentence, told[: told.index(CAST)])
    if HAS in told or any(map(_has_none, told)):
        sentence = _any_at_all(sentence, told)
        told = [*parts((*near[:-1], sentence))]
    sentence = _theirs(sentence, near)
    sentence = _not_the_only(_who_did(sentence, near[:-1]), near[:-1])
    if {_OF_TWO, _OF_SET} & {*told}:
        sentence = _casting_of_two(sentence, told)
    if _ANOTHER in told:
        sentence = _casting_another(sentence, told)
    if _IN_BOTH in told or _IN_NEITHER in told:
        sentence = _in_those_duels(sentence, told)
    if HAS in told:
        without = any(isinstance(part, t.Those) and part.test == t.Not(HAS) for part in told)
        if without and any(isinstance(part, t.If | t.Trail) for part in parts(sentence)):
            raise Puzzle('it is not clear what "one" means', "say what they have")  # "if your Hat is Red, ..."
        around = [one.test for one in told if isinstance(one, t.Those) and HAS in parts(one.group)]
        sentence = _having(sentence, [*told[: told.index(HAS)], *parts(tuple(around))])
    return sentence


def _of_certain_spells(node: t.Node) -> bool:
    """Whether it is asked who cast this spell, or the same as in another Duel: "none" can be no spell at all."""
    match node:
        case t.CastIs(names=names):
            return bool(names)
        case t.CastAgain(names=names):
            return any(isinstance(name, t.SpellOf) for name in names)
    return False


# ---- whose "is" so


def _theirs(sentence: t.Act, near: tuple[t.Act, ...]) -> t.Act:
    """ "(Everyone whose Robes are Red gains 1 Star.) If nobody's are", "each neighbour whose Robes aren't": Red.

    Where nothing else is said of what anybody has, and nothing is denied. What a condition of the same sentence asks,
    the resolver knows.
    """
    told = [*parts(near)]
    said = {(part.attr, part.value) for part in told if isinstance(part, t.Is | t.Assign)}
    said = {(attr, value) for attr, value in said if attr != "" or {other for _, other in said} != {value}}
    denied = any(isinstance(part, t.Not) and isinstance(part.part, t.Is) for part in told)
    if len(said) > 1 and t.Did("theirs") in parts(sentence):
        raise Puzzle("whose what is so?", "say again what is asked", double=True)
    if len(said) != 1 or denied:
        return sentence
    ((attr, value),) = said
    if not isinstance(attr, str) or not isinstance(value, t.Text | t.WordInput) or value == t.Text("None"):
        return sentence
    so = t.Is(t.Member(0), attr, value)
    found: t.Act = replaced(sentence, {t.Did("theirs"): so, t.Did(f"theirs {attr}"): so})
    return found


def one_of_two(sentence: t.Act, before: Sequence[t.Act]) -> None:
    """ "If your Hat is Red, ... If your Hat is Blue, ... If nobody's is, ...": no Blue one, or neither? Puzzle."""
    if not any(isinstance(part, t.Did) and part.verb.startswith("theirs") for part in parts(sentence)):
        return
    asked = [act.cond.test for act in before if isinstance(act, t.If) and isinstance(act.cond, t.Holds)]
    if any(alike(one, other) and one != other for one, other in combinations(asked, 2)):
        raise Puzzle("which of the two that were asked?", "say the condition again", double=True)


# ---- who is "not" the only one


def _who_did(sentence: t.Act, before: tuple[t.Act, ...]) -> t.Act:
    """ "(If you are the only Wizard who cast Burn, ...) Otherwise, lose 1 Star for each who did": who cast it."""
    match before, sentence:
        case (t.If(t.Holds(_, ">=", t.Int(1), t.And((test, _)) as only), otherwise=()),), t.Else():
            pass
        case _, t.If(t.Holds(_, ">=", t.Int(1), t.And((test, _)) as only), _, (_, *_)):
            pass
        case _:
            return sentence
    if only != only_who(test):
        return sentence
    if any(isinstance(part, t.Those) and t.Did("is") in parts(part.test) for part in parts(sentence)):
        raise Puzzle("whoever is the only one, or is so at all?", "say the condition again", double=True)
    if not about_casting(test):
        return sentence
    groups = (t.All(), t.Others(), t.Others(True))
    cast: dict[t.Node, t.Node] = {t.Those(group, t.Did("did")): t.Those(group, test) for group in groups}
    found: t.Act = replaced(sentence, cast)
    return found


def _not_the_only(sentence: t.Act, before: tuple[t.Act, ...]) -> t.Act:
    """ "(If you are the only Wizard who cast Burn, ...) If you are not, ...": not the only one, whatever you cast."""
    match before:
        case (t.If(t.Holds(group, ">=", t.Int(1), t.And((test, _)) as only), otherwise=()),) if is_one(
            group
        ) and only == only_who(test):
            pass
        case _:
            return sentence

    def known(node: t.Node) -> t.Node:
        match node:
            case t.If(t.Holds(t.They("they") | t.Caster() as same, ">=", t.Int(1), t.Not(t.Did("is"))) as cond) if (
                isinstance(same, t.Caster) is isinstance(group, t.Caster)
            ):
                return replace(node, cond=replace(cond, group=group, test=t.Not(only)))
        return node

    found: t.Act = mapped(sentence, known)
    return found


# ---- who "cast one"


def _casting(sentence: t.Act, told: Sequence[t.Node]) -> t.Act:
    """ "(Belligerent spells have no effect. If nobody) cast one": a Belligerent spell. Raises Puzzle."""
    found = set(_spells(told))
    if not found or any(isinstance(part, t.Replace) for part in told):
        return sentence  # what Wizards cast was asked or said of them: `Spoken.done`
    asked = {test for test in _asked(told) if test != _ANY_CAST}
    kinds = {kind for kind, _ in found} | asked
    if len(kinds) > 1 or len(found) > 1 or any(map(_may_change, parts((*kinds,)))):
        raise Puzzle("it is not clear a spell of which kind is meant", "say what was cast", double=True)
    kind, whose = found.pop()
    outermost = {cond.group for cond in _conditions(sentence) if isinstance(cond, t.Holds)}

    def known(node: Any) -> Any:
        match node:
            case t.Holds(group, test=t.Did("cast") | t.Not(t.Did("cast"))):
                if whose is not None and not (group in outermost and _within(whose, group)):
                    reason = "one of these spells, or any of that kind?"
                    raise Puzzle(reason, "say what was cast, and by whom", double=True)
            case t.Those(group, t.Did("cast") | t.Not(t.Did("cast"))) if whose is None or _within(whose, group):
                pass
            case _:
                return node
        return replace(node, test=replaced(node.test, {CAST: kind}))

    found_so: t.Act = mapped(sentence, known)
    return found_so


def _casting_of_two(sentence: t.Act, told: Sequence[t.Node]) -> t.Act:
    """ "(If more Belligerent than Peaceful spells were cast,) each Wizard who cast neither kind": of these two.

    What is not said of two kinds apart is left: of "one of two spells" the resolver knows.
    """
    asked = [test for test in _asked(told) if not {_OF_TWO, _OF_SET} & {*parts(test)}]
    kinds = list(dict.fromkeys(conj(*(part for part in conjuncts(test) if part != _ANY_CAST)) for test in asked))
    if len(kinds) != 2 or not all(map(_is_a_kind, kinds)):
        return sentence
    neither, either = conj(*(t.Not(kind) for kind in kinds)), disj(*kinds)
    for of_two in (_OF_TWO, _OF_SET):
        sentence = replaced(replaced(sentence, {t.Not(of_two): neither}), {of_two: either})
    return sentence


def _is_a_kind(test: t.Cond) -> bool:
    """Whether this is to have cast one spell, by its name, or one of a trait."""
    match test:
        case t.CastIs(t.Member(0), (str() | t.SpellInput(),)) | t.CastTrait(t.Member(0)):
            return True
    return False


def _casting_another(sentence: t.Act, told: Sequence[t.Node]) -> t.Act:
    """ "(Wizards who cast the same spell as in the previous Duel ...) Those who cast a different one": than then.

    Raises Puzzle.
    """
    found = {test for test in _asked(told) if _ANOTHER not in parts(test)}
    same = found.pop() if len(found) == 1 else None
    match same:
        case t.CastAgain(t.Member(0), (t.SpellOf(t.Member(0)),), back, _, numbers) if len((*back, *numbers)) == 1:
            another = conj(_ANY_CAST, replace(same, names=()), t.Not(same))
        case t.CastIs(t.Member(0), (t.SpellOf(t.Caster()),)):  # who has cast one: another Wizard may have cast none
            another = conj(_ANY_CAST, t.Not(same))
        case _:
            raise Puzzle("it is not clear from which spell it differs", "say: a different spell from the caster")
    found_so: t.Act = replaced(sentence, {_ANOTHER: another})
    return found_so


def _in_those_duels(sentence: t.Act, told: Sequence[t.Node]) -> t.Act:
    """ "(Each Wizard who cast a spell in both of the 2 previous Duels ...) Each who cast one in neither": of these two.

    Raises Puzzle.
    """
    asked = {test for test in _asked(told) if not {_IN_BOTH, _IN_NEITHER} & {*parts(test)}}
    known = {_of_two_duels(test) for test in asked}
    found = known.pop() if len(known) == 1 else None
    if found is None:
        raise Puzzle("it is not clear what was cast, or in which Duels", "say which spell, and in which Duels")
    both, neither = found
    found_so: t.Act = replaced(sentence, {_IN_BOTH: both, _IN_NEITHER: neither})
    return found_so


def _of_two_duels(test: t.Cond) -> tuple[t.Cond, t.Cond] | None:
    """That a spell of the kind of which something is asked in two Duels was cast in both of them, and in neither."""
    asked = [
        part for part in parts(test) if isinstance(part, t.Cond) and not isinstance(part, t.And | t.Not | t.Grouped)
    ]
    if any(isinstance(part, t.CastTrait) for part in asked):
        asked = [part for part in asked if part != _ANY_CAST]
    match asked:
        case [t.CastAgain(t.Member(0), () | (t.Traited(),), (_, _)) as cast]:
            return replace(cast, every=True), t.Not(replace(cast, every=False))
        case [now, t.CastAgain(t.Member(0), () | (t.Traited(),) as names, (_,)) as then] if (
            isinstance(now, t.CastIs | t.CastTrait) and names_of(now) == names
        ):
            return conj(now, then), conj(t.Not(now), t.Not(then))
    return None


def _spells(told: Sequence[t.Node]) -> Iterator[tuple[t.Cond, t.Who | None]]:
    """The kinds of spells of which something is said, and whose they are, if they are not anybody's."""
    for part in told:
        match part:
            case t.Casters(t.All(), kind):
                yield _by_whom(kind)
            case t.Watch(source=source) if source != t.Always():
                yield _by_whom(source)


def _by_whom(kind: t.Cond) -> tuple[t.Cond, t.Who | None]:
    whose = [test for test in conjuncts(kind) if isinstance(test, t.In)]
    rest = [test for test in conjuncts(kind) if test != _ANY_CAST and test not in whose[:1]]
    if all(isinstance(test, t.Not) for test in rest):  # "spells other than Burn": whoever is idle cast none of these
        rest.insert(0, _ANY_CAST)
    group = whose[0].group if whose else None
    return conj(*rest), group.who if isinstance(group, t.Owner) else group


def _asked(told: Sequence[t.Node]) -> Iterator[t.Cond]:
    """What it was asked or said that Wizards cast."""
    for part in told:
        if isinstance(part, t.Those | t.Holds) and not isinstance(part.group, t.Casters) and about_casting(part.test):
            yield part.test


def _may_change(node: t.Node) -> bool:
    """Whether this is no plain kind of spells: what they target, and whose they are, is another thing."""
    if isinstance(node, t.OwnName | t.SpellOf):
        return True
    return isinstance(node, t.Cond) and not isinstance(node, t.CastIs | t.CastTrait | t.And | t.Or | t.Not | t.Grouped)


def _within(whole: t.Who, group: t.Who) -> bool:
    """Whether these are certainly all among those."""
    one, other = _known(whole), _known(group)
    return one == other or contains(one, other) is True or (one == EVERYBODY[1] and other == t.Neighbours(CASTER))


def _known(who: t.Who) -> t.Who:
    found: t.Who = mapped(replaced(who, {t.They("owner"): CASTER}), unaddressed)
    return t.Without(t.All(), CASTER) if found == t.Others() else found


def _conditions(act: t.Act) -> Iterator[t.Cond]:
    """The conditions of a sentence, one by one."""
    match act:
        case t.Later(inner) | t.Else(inner):
            yield from _conditions(inner)
        case t.If(cond) | t.Trail(cond=cond):
            yield from conjuncts(cond)


# ---- who "has one"


def _having(sentence: t.Act, told: Sequence[t.Node]) -> t.Act:
    """ "(If yours is the only Bone Staff, ...) All who carry one": a Bone Staff. Raises Puzzle."""
    had = {part for part in told if isinstance(part, t.Is)}
    kinds = {(part.attr, part.value) for part in had}
    if len(kinds) != 1 or not all(isinstance(part.value, t.Text) for part in had) or any(map(_of_one, told)):
        return sentence  # "... loses 1 Star. Everyone who has one": a Star?
    made = {(part.attr, part.value) for part in told if isinstance(part, t.Assign) and part.value != t.Text("None")}
    if made - kinds:  # "each Wizard with a Red Hat gains a Bone Staff. Each Wizard without one"
        raise Puzzle("which of the two things is this?", "say what they have", double=True)
    kind: t.Cond = t.Is(t.Member(0), *kinds.pop())
    denied = {part for part in told if isinstance(part, t.Not) and part.part in had}
    if denied and (t.Text("None") not in parts(kind) or any(isinstance(part.part, t.Not) for part in denied)):
        return sentence
    asked = kind
    if t.Text("None") in parts(kind):
        kind = t.Not(kind)  # "with a Hat" is that it is not None
        asked = kind if denied else asked  # "without a Hat"
    elif denied:
        return sentence
    several = [part.group for part in told if isinstance(part, t.Those | t.Holds) and asked in conjuncts(part.test)]
    several = [group for group in several if not is_one(group) and not has_member(group) and HAS not in parts(group)]

    def known(node: Any) -> Any:
        match node:
            case t.Those(group, t.Did("has one") | t.Not(t.Did("has one"))):
                pass
            case t.Holds(t.They("neither" | "those"), "=", t.Int(0), t.Did("has one")) if len({*several}) == 1:
                group = several[0]  # "each neighbour with a Red Hat loses 2 Stars. If neither of them has one"
                node = replace(node, group=group)
            case t.Holds(group, test=t.Did("has one") | t.Not(t.Did("has one"))) if not is_one(group):
                pass
            case _:
                return node
        if not all(_within(whole, group) for whole in several):
            raise Puzzle("one of theirs, or any?", "say what they have", double=True)
        return replace(node, test=replaced(node.test, {HAS: kind}))

    found: t.Act = mapped(sentence, known)
    return found


BOTH = t.Did("both")


def both_had(sentence: t.Act, near: tuple[t.Act, ...]) -> t.Act:
    """ "(Every Wizard with a Red Hat or Red Robes gains 2 Stars.) Whoever has both": of the two that were named."""
    told = [*parts(near)]
    either = {part for part in told[: told.index(BOTH)] if isinstance(part, t.Or)}
    tests = either.pop().parts if len(either) == 1 else ()
    had = [isinstance(test, t.Is | t.Compare) and t.Member(0) in parts(test) for test in tests]
    attrs = {getattr(test, "attr", "a number") for test in tests}
    if had != [True, True] or len(attrs) != 2 or any(isinstance(part, t.Not) for part in told):
        raise Puzzle('it is not clear what "both" are', "name the things", double=True)
    found: t.Act = replaced(sentence, {BOTH: t.And(tests)})
    return found


def _has_none(node: t.Node) -> bool:
    """ "If you have none": of what, it does not say."""
    match node:
        case t.Is(t.Caster() | t.Chosen() | t.They("they"), "", t.Text("None")):
            return True
    return False


def _any_at_all(sentence: t.Act, told: Sequence[t.Node]) -> t.Act:
    """ "If both wear the same Hat, or neither wears one", "swap Hats with the target; if neither has one": any Hat.

    Neither can wear the very Hat that the other one wears, and whoever swaps Hats has no Hat of one kind.
    """
    had = [part for part in told if isinstance(part, t.Is) and not _has_none(part)]
    swapped = {part.attr for part in told if isinstance(part, t.Swap)}
    set_so = any(isinstance(part, t.Assign | t.Level) for part in told)
    things = {part.attr for part in had} | swapped
    if len(things) != 1 or things & {*NUMBERED} or set_so or not all(isinstance(part.value, t.ValueOf) for part in had):
        return sentence
    (thing,) = things
    any_of_it = t.Not(t.Is(t.Member(0), thing, t.Text("None")))

    def known(node: Any) -> Any:
        match node:
            case t.Holds(t.They("neither" | "of you"), "=", t.Int(0), t.Did("has one")):
                return replace(node, test=any_of_it)
            case t.Holds(test=t.Did("has one") | t.Not(t.Did("has one"))) if not had:
                return replace(node, test=replaced(node.test, {HAS: any_of_it}))
            case t.Is(who, "", none) if _has_none(node) and not had:
                return t.Holds(who, ">=", t.Int(1), t.Is(t.Member(0), thing, none))
        return node

    found: t.Act = mapped(sentence, known)
    return found


def _of_one(node: t.Node) -> bool:
    """Whether this is of one of what is numbered, or of a thing of which no number is said."""
    match node:
        case t.Change(amount=t.Int(1)) | t.Pay(amount=t.Int(1)) | t.Stat(attr="") | t.Top():
            return True
    return isinstance(node, t.Stat) and node.attr != "Stars"

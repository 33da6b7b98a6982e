"""What every readable spell keeps to: one Wizard where one is meant, no part that denies another."""

from __future__ import annotations

from dataclasses import replace

from pbp.spells import tree as t
from pbp.spells.inputs import Puzzle
from pbp.spells.refer import decided
from pbp.spells.refer.clauses import NO_THING
from pbp.spells.walk import conjuncts, has_member, is_one, parts

CASTER = t.Caster()


def check(acts: tuple[t.Act, ...], inputs: tuple[t.Input, ...], own: str, attributes: tuple[str, ...]) -> None:
    """Raises Puzzle for an outcome that means nothing, or takes another back."""
    for act in acts:
        try:
            for part in parts(act):
                _one_each(part)
                _chosen_attribute(part, inputs, attributes)
            decided.check(act, inputs, own)
            if has_member(act):
                raise Puzzle('it is not clear whom "they" means')
        except Puzzle as puzzle:
            puzzle.sentence = getattr(act, "at", 0)
            raise
    _denials(acts, own)
    _set_twice(acts)
    _nothing_beside(acts)
    _drawn_in_some_cases(acts)
    _drawn_for_nothing(acts)
    _drawn_anew(acts)
    _nothing_more(acts)
    _on_itself(acts, own)


def _test_of(who: t.Who) -> t.Cond:
    return who.test if isinstance(who, t.Those) else t.Always()


def _one_each(part: t.Node) -> None:
    """One Wizard where the tree needs one."""
    match part:
        case t.Stat(who) | t.Position(who) | t.ValueOf(who) | t.SpeedOf(who):
            single: tuple[t.Who, ...] = (who,)
        case t.Neighbours(of) | t.Offset(of):
            single = (of,)
        case t.Assign(attr="Stars", value=t.Value()):
            raise Puzzle("Stars are a number, and this is a word")
        case t.Swap(left, right):
            if left == right:
                raise Puzzle("a Wizard cannot swap with themselves")
            single = (left, right)
        case t.Redirect(to=t.Caster()) if t.Targets(t.Member(0), CASTER) in conjuncts(_test_of(part.who)):
            raise Puzzle("to you, or to who cast it?", "say: targets the Wizard who cast that spell instead")
        case t.Redirect():
            single = (part.to,)
        case t.Pick(_, t.Caster() | t.Chosen()):
            raise Puzzle("it is not clear from whom this is drawn", "say: a random ...")
        case t.Holds(t.All(), "=", t.Int(0), t.CastIs(t.Member(0), (t.SpellOf(who),))):
            raise Puzzle("that Wizard cast it themselves", "say: if no other Wizard cast the same spell")
        case t.Holds(t.Those(_, told), test=test) if test in conjuncts(told):
            raise Puzzle("this is asked of those of whom it is so", "say of whom it is asked")
        case t.Compare(left, _, right) if left == right:
            raise Puzzle("this compares something with itself")
        case t.Change(t.Join() as both, attr, True, t.Part(t.Total(same, of))) if (both, attr) == (same, of):
            raise Puzzle("is it gained, or do they end up with it?", "say: end up with", double=True)
        case t.Change(who, floor=t.Stat(same)) if who == same:
            raise Puzzle("nobody can lose anything so", "name another number")  # "but not below your Stars": your own
        case t.Is(who, attr, t.ValueOf(other, same)) if (who, attr) == (other, same):
            raise Puzzle("this compares something with itself")
        case t.Is(attr="wizard" | "same spell") | t.ValueOf(attr="wizard" | "same spell"):
            raise Puzzle("it is not clear which one is meant", "name the thing")  # "if they have the same one"
        case t.In(t.Member() as who, group) if who == group:
            raise Puzzle("this compares something with itself")
        case t.In(who, t.Neighbours(of)) if who == of:
            raise Puzzle("nobody is their own neighbour", "name the Wizard")
        case t.CastIs(t.Member() as who, names) if t.SpellOf(who) in names:
            raise Puzzle("this compares something with itself")
        case t.Pick(_, among) if is_one(among):
            raise Puzzle("nobody is drawn from one Wizard alone", "say from whom one is drawn")
        case t.Targets(who, whom) if who == whom:
            raise Puzzle('it is not clear whom "them" means', "name the Wizard")
        case t.CastAgain(who):
            single = (who,)
        case _:
            return
    for who in single:
        if not is_one(who):
            raise Puzzle("one Wizard is needed here, and several are meant", "say whose, or: the total of")


def _chosen_attribute(part: t.Node, inputs: tuple[t.Input, ...], attributes: tuple[str, ...]) -> None:
    """ "The caster's chosen item" is a tracked value whatever is chosen; "Red" would be none."""
    attr = getattr(part, "attr", None)
    if not isinstance(attr, t.WordInput):
        return
    known = {name.casefold() for name in attributes}
    if not known.issuperset(word.casefold() for word in inputs[attr.index].words):
        raise Puzzle("not every word that can be chosen is a tracked value")


def _set_twice(acts: tuple[t.Act, ...]) -> None:
    """ "Share your Stars out evenly: you both end up with half of the total" of what was shared. Raises Puzzle."""
    sets = [act for act in acts if isinstance(act, t.Assign)]
    if any(isinstance(act, t.Assign | t.Level | t.Stat | t.Moved) and act.attr in NO_THING for act in parts(acts)):
        raise Puzzle(
            "it is not said of what this is", "name the thing"
        )  # "both end up with the average of what they have"
    for level in (act for act in acts if isinstance(act, t.Level)):
        same = [act for act in sets if (act.attr, act.stage) == (level.attr, level.stage)]
        if not _each(level.who).isdisjoint(who for act in same for who in _each(act.who)):
            raise Puzzle(f"the {level.attr} are shared out, and set to something else too", "say one of the two")


def _each(who: t.Who) -> frozenset[t.Who]:
    return frozenset(who.parts) if isinstance(who, t.Join) else frozenset((who,))


def _denials(acts: tuple[t.Act, ...], own: str) -> None:
    """A status of this spell that takes back, in every case, what this spell itself does."""
    for watch in acts:
        if not isinstance(watch, t.Watch) or watch.how not in ("cancel", "shield"):
            continue
        covers = watch.source == t.Always() or watch.source == t.Same(t.Member(), CASTER)
        if isinstance(watch.source, t.CastIs):
            covers = covers or own.casefold() in {str(name).casefold() for name in watch.source.names}
        for part in parts(acts) if covers else ():
            if isinstance(part, t.Change) and _stops(watch, part, own):
                raise Puzzle(
                    "this takes back what the spell itself does",
                    "name the other spells that are meant",
                    sentence=watch.at,
                )


def _stops(watch: t.Watch, change: t.Change, own: str) -> bool:
    if watch.attr not in ("", change.attr) or (watch.way != "any" and (watch.way == "gain") is not change.gain):
        return False
    match watch.whom:
        case t.Those(t.All(), t.CastIs(t.Member(0), names)) if change.who == CASTER and names:
            return not all(isinstance(name, str) and name.casefold() != own.casefold() for name in names)
    return watch.whom in (change.who, *_each(change.who)) or any(isinstance(part, t.All) for part in parts(watch.whom))


def _nothing_beside(acts: tuple[t.Act, ...]) -> None:
    """ "Nothing happens" in the same case as something that does happen."""
    silent = [act for act in acts if isinstance(act, t.Nothing) or (isinstance(act, t.Void) and act.who == CASTER)]
    if silent and not all(act in silent or isinstance(act, t.Rolls | t.Picks) for act in acts):
        raise Puzzle(
            '"nothing happens" denies what else the spell says', "say when nothing happens", sentence=silent[0].at
        )
    for act in acts:
        if isinstance(act, t.If):
            _nothing_beside(act.then)
            _nothing_beside(act.otherwise)


def _drawn_in_some_cases(acts: tuple[t.Act, ...]) -> None:
    """A lot that is drawn under a condition, and used where the condition is not asked: else nobody was drawn."""
    known: set[t.Pick] = set()
    for act in acts:
        if not isinstance(act, t.If):
            known |= _picks(act)
            continue
        known |= _picks(act.cond)
        drawn = {pick for made in (*act.then, *act.otherwise) for pick in _picks(made)} - known
        drawn -= {pick for pick in drawn if _asks_for_one(act.cond, pick)}
        for other in acts:
            asked = other is act or (isinstance(other, t.If) and other.cond == act.cond)
            if not asked and not drawn.isdisjoint(_picks(other)):
                raise Puzzle(
                    "nobody is drawn in the other case",
                    "say the condition again, or in one sentence",
                    sentence=getattr(other, "at", 0),
                )
        _drawn_in_some_cases(act.then)
        _drawn_in_some_cases(act.otherwise)


def _drawn_for_nothing(acts: tuple[t.Act, ...]) -> None:
    """One of several tied who is drawn, and of whom no more is said: "if several are tied, one of them is drawn".

    That is the rule for a tie, and no draw beside what happens.
    """
    told = [part for act in acts for part in parts(act)]
    for act in (part for part in told if isinstance(part, t.If)):
        for made in act.then:
            match made:
                case t.Picks(pick) if any(
                    isinstance(part, t.Top) and part.ties == "all" for part in parts(pick.among)
                ) and told.count(pick) == list(parts(made)).count(pick):
                    raise Puzzle(
                        "nothing is said of the one who is drawn",
                        "say what that Wizard does",
                        sentence=getattr(act, "at", 0),
                    )


def _drawn_anew(acts: tuple[t.Act, ...]) -> None:
    """ "A random neighbour loses 2 Stars. This does not apply to idle Wizards": is one of the others drawn then?"""
    for act in acts:
        if isinstance(act, t.If) and isinstance(act.cond, t.Not) and isinstance(act.cond.part, t.Holds):
            asked = {replace(pick, key=0): pick for pick in _picks(act.cond.part)}
            if any(asked.get(replace(pick, key=0), pick) != pick for made in act.then for pick in _picks(made)):
                reason = "is one of those drawn, or does nothing happen then?"
                raise Puzzle(reason, "say from whom one is drawn", double=True, sentence=act.at)


def _nothing_more(acts: tuple[t.Act, ...]) -> None:
    """ "Roll DICE6. Gain that many Stars. On a 1, nothing": nothing at all, or nothing more?"""
    for act in acts:
        if isinstance(act, t.If) and not (act.then or act.otherwise):
            rolls = {part for part in parts(act.cond) if isinstance(part, t.Roll)}
            if any(rolls & set(parts(one)) for one in acts if not isinstance(one, t.If | t.Rolls)):
                raise Puzzle("nothing at all, or nothing more?", "say: nothing happens", double=True, sentence=act.at)


def _picks(node: t.Node) -> set[t.Pick]:
    return {part for part in parts(node) if isinstance(part, t.Pick)}


def _asks_for_one(cond: t.Cond, pick: t.Pick) -> bool:
    """ "If any spell targets the caster, select one of those": without one, nobody can be drawn anyway."""
    if not isinstance(cond, t.Holds) or not isinstance(pick.among, t.Those):
        return False
    if (cond.op, cond.number) != (">=", t.Int(1)):
        return False  # "if two or more target you, select one of them": of one alone, none is
    asked = {cond.test, *(_conditions(cond.group.test) if isinstance(cond.group, t.Those) else ())}
    return _conditions(pick.among.test) <= asked


def _conditions(test: t.Cond) -> set[t.Cond]:
    return set(test.parts) if isinstance(test, t.And) else {test}


def _on_itself(acts: tuple[t.Act, ...], own: str) -> None:
    """What a spell does at once cannot depend on what it does: only a later stage can look back."""
    for act in acts:
        if _at_once(act) and any(
            isinstance(part, t.Moved | t.Watch) and _by_itself(part.source, own) for part in parts(act)
        ):
            raise Puzzle(
                "this depends on what the spell itself does", 'say "then" before it', sentence=getattr(act, "at", 0)
            )


def _at_once(act: t.Act) -> bool:
    if isinstance(act, t.If):
        return any(_at_once(part) for part in (*act.then, *act.otherwise))
    return getattr(act, "stage", 0) == 0


def _by_itself(source: t.Cond | None, own: str) -> bool:
    """Whether the changes meant are those of the present cast, or of a spell of its name, and no others."""
    if isinstance(source, t.CastIs):
        return {str(name).casefold() for name in source.names} == {own.casefold()}
    return source == t.Same(t.Member(), CASTER)

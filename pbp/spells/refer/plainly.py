"""What a sentence leaves to be seen from its own words, or the ones just before: spelt out before pronouns are found.

"Unless they are Peaceful", of the spells to which something is done; "unless it's Gift", of the spell by which a Wizard
is meant; "that many", of two rolls that are the same; "if you have none", of the one thing that is doubled.
"""

from __future__ import annotations

from dataclasses import replace

from pbp.spells import tree as t
from pbp.spells.english.phrases import NUMBERED
from pbp.spells.inputs import Puzzle
from pbp.spells.sense.conditions import conj, grouped, opposite
from pbp.spells.walk import conjuncts, has_member, is_one, parts, replaced

_NONE, _AS_SPELLS = t.Text("None"), t.They("they, as spells")
_KINDS = (t.CastIs, t.CastTrait, t.Not, t.Or, t.Grouped, t.Member)


def spelt_out(before: list[t.Act], sentence: t.Act) -> t.Act:
    """The sentence, with what these words stand for in it. Raises Puzzle."""
    match sentence:
        case t.Trail(t.Clause(None, acts), t.Holds(group) as cond) if (
            group == _AS_SPELLS and acts and all(isinstance(act, t.Void | t.Redirect) for act in acts)
        ):
            sentence = replace(sentence, cond=replace(cond, group=t.They("spell")))
        case t.Trail(t.Lasting(t.Clause(None, (t.Watch() as watch,)) as clause) as lasts, t.Holds(group, ">=") as cond):
            named = watch.source != t.Always() or watch.how == "shield" or clause.form == "from"
            if group == _AS_SPELLS and sentence.otherwise is None and named:
                kind = conj(watch.source, cond.test if sentence.wanted else opposite(cond.test))
                return replace(lasts, act=replace(clause, acts=(replace(watch, source=kind),)))
    if _AS_SPELLS in parts(sentence):
        raise Puzzle('it is not clear which spells "they" are', "say: spells that are not Peaceful", double=True)
    match sentence:
        case t.Trail(t.Clause(t.Those() as those) as clause, t.Holds(t.They("spell"), ">=", t.Int(1), kind), wanted):
            if sentence.otherwise is None and (some := _whose_spell(those, kind, clause, wanted=wanted)) is not None:
                return replace(clause, subject=some)
        case t.If(t.Compare(t.Result("first"), "=", t.Result("second")), then) if _of_that_alone(then):
            return replace(sentence, then=replaced(then, {t.ThatMany(): t.Result("first")}))
        case t.If(t.Is(t.Who() as whose, "", value)) if value == _NONE and before:
            if attr := _doubled(before[-1], whose):
                none = t.Compare(t.Stat(t.Member(0), attr), "=", t.Int(0)) if attr == "Stars" else None
                return replace(sentence, cond=t.Holds(whose, ">=", t.Int(1), none or t.Is(t.Member(0), attr, _NONE)))
    return sentence


def _whose_spell(those: t.Those, kind: t.Cond, clause: t.Clause, *, wanted: bool) -> t.Who | None:
    """ "(Each Wizard whose spell targets you pays you 2 Stars,) unless it's Gift": unless that spell is."""
    tests = conjuncts(those.test)
    aimed = [test for test in tests if isinstance(test, t.Targets) and test.who == t.Member(0)]
    cast = [test for test in tests if isinstance(test, t.CastIs | t.CastTrait)]
    others = [
        part for part in parts((those.group, clause.acts)) if isinstance(part, t.CastIs | t.CastTrait | t.Casters)
    ]
    if len(aimed) != 1 or len(aimed) + len(cast) != len(tests) or others:
        return None
    if not all(isinstance(part, _KINDS) for part in parts(kind)):
        return None
    return replace(those, test=conj(*tests, grouped(kind) if wanted else opposite(grouped(kind))))


def _of_that_alone(then: tuple[t.Act, ...]) -> bool:
    """Whether "that many" is the only number that is said: "If both rolls are the same, you lose that many Stars"."""
    scaled = [part for part in parts(then) if isinstance(part, t.Times | t.Part) and t.ThatMany() in parts(part)]
    said = [*parts(replaced(then, dict.fromkeys(scaled, t.ThatMany())))]  # "three times that number"
    return t.ThatMany() in said and not any(isinstance(part, t.Int | t.Count | t.Stat | t.Roll) for part in said)


def _doubled(act: t.Act, who: t.Who) -> str:
    """ "(Double your Crystals.) If you have none": the one thing of theirs that is spoken of, where it has a number."""
    match act:
        case t.Clause(subject, (t.Assign(t.Subject(), str() as attr, t.Num() as number),)) if subject == who:
            same = {part.attr for part in parts(number) if isinstance(part, t.Stat)} <= {attr}
            return attr if same and attr in NUMBERED and is_one(who) and not has_member(who) else ""
    return ""


def each_instead(before: t.Act, sentence: t.Act) -> t.Act | None:
    """ "Each Wizard who cast Burn loses 2 Stars; if they have a Hat, they lose 1 instead": of each of them, in one go.

    Only where nobody but these and the caster is spoken of, and all that they do is what happens otherwise.
    """
    match before, sentence:
        case t.Clause(t.Who() as several, (t.Change() | t.Pay() as done,), "s"), t.If(
            t.Holds(t.They("they"), ">=", t.Int(1)) as cond, (t.Instead(t.Clause(who, (act,))),), ()
        ) if not is_one(several):
            pass
        case _:
            return None
    if any(isinstance(part, t.AsBefore | t.ThatMany) or getattr(part, "attr", None) == "" for part in parts(cond)):
        return None  # "loses 2 Crystals; if they have fewer than 2, they lose 1 Star": fewer of what?
    case: t.Act
    match who, act, done:
        case t.They("they"), t.Change(), t.Change():
            case = act
        case None, t.Resize("paid", t.Num() as number, attr, 0, t.They("they"), None, False, "always"), t.Pay(
            mode="always", receiver=t.Caster()
        ) if attr in ("", done.attr):  # "..., they pay 1 instead": who pays is not the caster
            done = replace(done, receiver=t.Caster(you=True))
            case = replace(done, amount=number)
        case _:
            return None
    spoken_of = {one for one in parts((before, cond, case)) if isinstance(one, t.Who)}
    spoken_of.difference_update(one for one in parts(several) if isinstance(one, t.Who) and not is_one(one))
    if not all(isinstance(one, t.Caster | t.Member | t.Subject | t.They) for one in spoken_of):
        return None
    return t.Trail(replace(before, acts=(case,)), cond, True, replace(before, acts=(done,)))


def done_instead(before: list[t.Act], sentence: t.Act) -> t.Act:
    """ "(Each Wizard who cast Burn loses 3 Stars.) If nobody did, you do": lose 3 Stars, as nobody else then does."""
    match before[-1:], sentence:
        case [t.Clause(t.Those() | t.Pick(_, t.Those()) as subject, acts, form)], t.If(
            t.Holds() as cond, (t.Clause(t.Who(), (), "does") as done,)
        ):
            those = subject.among if isinstance(subject, t.Pick) else subject
            assert isinstance(those, t.Those)
            plain = all(isinstance(act, t.Change) and isinstance(act.amount, t.Int) and act.attr for act in acts)
            if plain and sentence.otherwise == () and _leaves_nobody(those, cond):
                return replace(sentence, then=(replace(done, acts=acts, form=form),))
    return sentence


def _leaves_nobody(those: t.Those, cond: t.Holds) -> bool:
    """Whether by this condition there are none of those: "Wizards who cast no spell", "if everybody cast one"."""
    denied = isinstance(those.test, t.Not)
    test = those.test.part if isinstance(those.test, t.Not) else those.test
    words = {t.Did("did"), t.Did("cast"), t.Did("has")} if isinstance(test, t.CastIs | t.CastTrait) else set()
    none = (cond.op, cond.number) == ("=", t.Int(0))
    same = cond.test == test or cond.test in words
    return cond.group == those.group == t.All() and same and (cond.op == "all" if denied else none)

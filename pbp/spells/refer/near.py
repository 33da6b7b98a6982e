"""Whom a word means by its place: "the one after that", "that position", "the other neighbour", "the same Hat"."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.english.phrases import NUMBERED
from pbp.spells.inputs import PLACE, Puzzle, find_input
from pbp.spells.refer import recent
from pbp.spells.refer.context import CASTER, Context, unaddressed
from pbp.spells.refer.they import Spoken
from pbp.spells.sense.conditions import opposite
from pbp.spells.sense.members import all_of
from pbp.spells.walk import conjuncts, has_member, is_one, parts, replaced, shift

EVERYBODY = t.Without(t.All(), CASTER)
"""Everybody but the caster."""

PAIRS = ("you both", "both", "both Wizards", "those two", "those places")
"""How two Wizards are spoken of together; followed by 1 or 2, one of them."""


def meant(spoken: Spoken, word: str, context: Context) -> t.Who | None:
    """The Wizard meant, or None if the word is none of these. Raises Puzzle."""
    match word:
        case "after that":
            spoken.that = _latest(_places(spoken))
            return spoken.that
        case "after that too":
            return spoken.that
        case "counted to":
            before = [act for act in spoken.finished if getattr(act, "at", -1) == spoken.sentence - 1]
            reached = {part for part in parts(tuple(before)) if isinstance(part, t.Offset) and part.of == CASTER}
            if len(reached) != 1:
                raise Puzzle("it is not said where the count ends", "say: if that Wizard is the caster")
            return reached.pop()
        case "unable" | "neighbours unable":
            return _unable(spoken, near=word != "unable")
        case "that place":
            return _that_place(spoken)
        case "those places":
            return _those_places(spoken)
        case "neither":
            return _neither(spoken, context)
        case "those two":
            return _those_two(spoken, context)
        case "other neighbour":
            one, owner = _neighbour(spoken)
            return sole(t.Without(t.Neighbours(owner), one))
        case "that neighbour":
            return that_neighbour(spoken, context)
        case "ones":
            return _ones(spoken)
        case "those who":
            if _first_group(spoken):
                return t.All()  # "those Wizards who cast Burn lose 2 Stars": no others were spoken of
            return _looked_at(spoken, near=False)
        case "those looked at" | "those neighbours":
            return _looked_at(spoken, near=word == "those neighbours")
        case "them looked at":
            return _looked_at(spoken, near=None)
        case "ones two":
            return _two_ones(spoken, context)
        case "such Wizard":
            return such_wizard(spoken)
        case "such neighbour":
            found = such_wizard(spoken)
            if not isinstance(_bare(found), t.Neighbours):
                raise Puzzle("no neighbours have been spoken of before", "say again who these are")
            return found
        case "either side":
            raise Puzzle('"they" could mean who pays or who is paid', "name the Wizard", double=True)
        case "reached":
            raise Puzzle("it is not said how one comes there", "say: the Wizard 2 positions after the caster")
        case "would target" | "moved from":
            raise Puzzle("it is not clear which target is meant", "say: the previous position")
        case "beside that one":  # "each spell that targets you targets the position before that one instead"
            asked = any(one.kind == "position" for one in spoken.inputs)
            if asked or _places(spoken) or any(who != t.Caster() for who in spoken.before):
                return spoken.whom(t.They("that Wizard"), context)
            return spoken.whom(t.They("its target"), context)
        case "that one":
            found = spoken.whom(t.They("that Wizard"), context)
            if isinstance(found, t.Offset):  # "the position after yours ...; the position before it"
                raise Puzzle("after which of these positions, or before which?", "name the position")
            return found
        case "counted" if not any(
            spoken.is_just_said(said) and any(isinstance(part, t.Count) for part in parts(number))
            for said, number in spoken.amounts
        ):
            return such_wizard(spoken)
        case "place" | "place of somebody" if context.cast < 0:
            return _named_place(spoken)
        case _ if word.startswith("spell "):
            return that_named(spoken, word, context)
        case "left out":
            return _left_out(context)
        case "told of":
            return _told_of(spoken)
        case "other one" if (two := _one_of_two(context.clause)) is not None:
            return sole(t.Without(two, context.clause))
        case "other one" if (rest := _other_than_alone(spoken, context.clause)) is not None:
            return rest
        case "same target":
            raise Puzzle("the same position as whose?", "say: the chosen position")
        case _ if word.removesuffix(" 1").removesuffix(" 2") in PAIRS and word not in PAIRS:
            return _of_both(spoken, word, context)
        case "asked":
            return _asked(spoken, context)
        case "the former" | "the latter":
            return _of_two(spoken, word)
        case "whose number":
            return sized(spoken)[0]
        case "whose":
            return thing(spoken)[0]
        case _ if word.startswith("swapped "):
            return swapped(spoken, *word.split(" ", 2)[1:])
        case _ if word.startswith("whose "):
            owner, attr = thing(spoken)
            if word != f"whose {attr}":
                raise Puzzle("no such thing has been spoken of just before", "name the thing")
            return owner
        case "other one":
            return other_of_two(spoken, context)
        case "position 1" | "position 2" | "position 3":
            return _nth(spoken, int(word[-1]))
    return None


def _ones(spoken: Spoken) -> t.Who:
    """ "Look at your neighbours. The one with the most Stars ...": of those; of all, if of none was spoken before."""
    found = {who for said, _, who in spoken.told if said >= spoken.sentence - 1 and who != t.All()}
    if not found:
        return t.All()
    if len(found) > 1 or not spoken.looked_at.issuperset(found) or has_member(tuple(found)):
        raise Puzzle("the one of these, or of all Wizards?", "say: the Wizard with the most Stars", double=True)
    return next(iter(found))


def _first_group(spoken: Spoken) -> bool:
    """Whether "those Wizards who cast Burn" are the first several of whom an Effect speaks.

    Then they are of no others: "The Wizard with the most Stars gains 1 Star. Those Wizards who cast Burn gain 2".
    """
    here = list(parts(spoken.sentence_said))
    told = [part.subject for part in here if isinstance(part, t.Clause)]
    told += [part.whom for part in here if isinstance(part, t.Watch)]
    told += [side for part in here if isinstance(part, t.Pay) for side in (part.payer, part.receiver)]
    told += [who.among for who in told if isinstance(who, t.Top)]
    those = {who for who in told if isinstance(who, t.Those) and who.group == t.They("those who")}
    others = [who for who in told if who is not None and who not in those and not is_one(who) and who != t.Subject()]
    asked = [
        part for part in here if isinstance(part, t.Holds | t.Count) and not any(part in parts(who) for who in those)
    ]
    none = isinstance(spoken.sentence_said, t.Else) and all(map(_nothing_if, spoken.finished))  # of whom that was asked
    before = () if none else spoken.finished
    several = [part for part in parts((*before, *others, *asked)) if isinstance(part, _SEVERAL) and not _of_one(part)]
    return len(those) == 1 and not several and (none or spoken.group is None)


def _nothing_if(act: t.Act) -> bool:
    """ "If two or more Wizards are tied, nothing happens. Otherwise, ...": there are no several such Wizards then."""
    match act:
        case t.If(t.Holds(_, ">=", t.Int(1 | 2)), (t.Nothing(),), ()):
            return True
    return False


_SEVERAL = (t.Those, t.Neighbours, t.Join, t.Without, t.Others, t.Casters, t.Holds, t.Count)


def _of_one(part: t.Node) -> bool:
    return isinstance(part, t.Holds) and is_one(part.group)


def _looked_at(spoken: Spoken, *, near: bool | None) -> t.Who:
    """ "Look at your neighbours. Each of those neighbours who cast Burn ...": of those. Raises Puzzle."""
    recent = [who for said, _, who in spoken.told if said >= spoken.sentence - 1]
    if near and recent and set(recent) == {t.Neighbours(CASTER)}:
        return recent[-1]  # "your neighbours lose 1 Star. Those neighbours who cast Burn ...": of no fewer of them
    if not recent or recent[-1] not in spoken.looked_at or has_member(recent[-1]):
        raise Puzzle("it is not clear whom this speaks of", "name them again", double=True)
    if near is not None and near != isinstance(_bare(recent[-1]), t.Neighbours):
        raise Puzzle("others were spoken of just before", "name them again", double=True)
    return recent[-1]


def _told_of(spoken: Spoken) -> t.Who:
    """ "(A random Wizard gains 3 Stars.) Everyone else, you included, loses 1": but the one, or those, just told of."""
    found = {who for who in (*spoken.here, *spoken.before) if is_one(who) and who != CASTER}
    among = {who.among for who in found if isinstance(who, t.Pick | t.Top)}
    found |= {who for said, _, who in spoken.told if said >= spoken.sentence - 1}.difference(among, {t.All()})
    acts = tuple(act for act in spoken.finished if getattr(act, "at", -1) == spoken.sentence - 1)
    beside = {part for part in parts(acts) if isinstance(part, t.Those | t.Neighbours | t.Join)}.difference(
        parts(tuple(found))
    )
    earlier = bool(acts) and found.isdisjoint((*spoken.here, *parts(acts)))  # others were told of since
    if len(found) != 1 or beside or earlier or has_member(tuple(found)) or EVERYBODY in found:
        raise Puzzle("everyone else than whom?", "say who is left out", double=True)
    (left_out,) = found
    spoken.same_still(left_out)
    return left_out


def _two_ones(spoken: Spoken, context: Context) -> t.Who:
    """ "The one with fewer Stars": of the two that were compared, else of the two spoken of. Raises Puzzle."""
    last = spoken.compared_last or of_two(spoken)
    found = last[0] if last is not None else None
    if isinstance(found, t.Neighbours) or (isinstance(found, t.Join) and len(found.parts) == 2):
        return found
    return spoken.whom(t.They("both"), context)


def of_two(spoken: Spoken) -> tuple[t.Who, str] | None:
    """The two whose numbers were just compared: "if they have different numbers of Stars, the one with more".

    Or what two have just swapped ("The two swap Crystals. Then whichever of them has fewer ...").
    """
    match spoken.two_compared[-1:]:
        case [(sentence, stage, t.Stat(one, attr), t.Stat(other, same))] if attr == same:
            if sentence >= spoken.sentence - 1 and stage == spoken.stage and is_one(one) and is_one(other):
                return t.Join((one, other)), attr
    match spoken.finished[-1:]:
        case (t.Swap(one, other, str() as attr, at=at),) if (
            at == spoken.sentence - 1
            and attr in NUMBERED
            and is_one(one)
            and is_one(other)
            and spoken.numbered_things <= {attr, "Stars"}
        ):
            return t.Join((one, other)), attr
    return None


def _unable(spoken: Spoken, *, near: bool) -> t.Who:
    """ "(Each neighbour pays you 2 Stars if able.) Those who can't": who has fewer. Raises Puzzle."""
    match spoken.finished[-1:]:
        case (t.Pay(payer, at=at) as paid,) if at == spoken.sentence - 1:
            found = too_poor(paid, spoken.stage)
            if found is not None and (not near or isinstance(_bare(payer), t.Neighbours)):
                return found
    raise Puzzle("it is not clear who cannot do what", "say: each Wizard with fewer than 2 Stars")


def too_poor(paid: t.Pay, stage: int) -> t.Who | None:
    """Those of several who cannot pay what each of them pays if able; None where that is not sure."""
    sure = isinstance(paid.amount, t.Int | t.NumberInput) and not has_member(paid.payer) and is_one(paid.receiver)
    if paid.mode != "able" or is_one(paid.payer) or paid.stage != stage or not sure:
        return None
    return t.Those(paid.payer, t.Compare(t.Stat(t.Member(), paid.attr), "<", paid.amount))


def same_thing(spoken: Spoken) -> Any:
    """ "(Each Wizard's Hat becomes Red.) If yours is Blue": the one thing of which the sentence before spoke."""
    before = [act for act in spoken.finished if getattr(act, "at", -1) == spoken.sentence - 1]
    told = {part.attr for part in parts(tuple(before)) if isinstance(part, t.Assign | t.Swap | t.Is)}
    if len(told) != 1 or told & {*NUMBERED}:
        raise Puzzle("it is not clear which thing is meant", "name the thing")
    return told.pop()


def that_neighbour(spoken: Spoken, context: Context) -> t.Who:
    """ "Each of your neighbours gains 2 Stars, or 3 if that neighbour cast Burn". Raises Puzzle."""
    if not isinstance(context.subject, t.Member):
        alone = spoken.alone
        if alone is not None and isinstance(_bare(alone), t.Neighbours):
            return alone
        return _neighbour(spoken)[0]
    if context.member_of is not None and isinstance(_bare(context.member_of), t.Neighbours) and context.watch < 0:
        same: t.Who = shift(context.subject, context.depth - context.subject_depth)
        return same
    each: t.Who = shift(context.subject, context.depth - context.subject_depth)
    group = _bare(spoken.group) if spoken.group is not None else None
    if context.outer is None and context.watch < 0 and isinstance(group, t.Neighbours):
        return each
    named = any(is_one(who) and _owner(spoken, who) is not None for who in (*spoken.here, *spoken.before))
    asked = any(one.kind in ("position", "wizard") and one.adjacent for one in spoken.inputs)
    near = [depth for group, depth in context.bound if isinstance(_whole(group), t.Neighbours)]
    told = [test for group, _ in context.bound for test in tests_of(group)]  # "each neighbour next to a neighbour ..."
    named = named or any(isinstance(part, t.Neighbours) for part in parts(tuple(told)))
    if not named and not asked and context.watch < 0 and len(near) == 1:
        return t.Member(context.depth - near[0])  # "... for each Wizard who targeted that neighbour"
    watched = context.outer is None and isinstance(_whole(spoken.group), t.Neighbours)
    beside = any(isinstance(part, t.Neighbours) for part in parts(spoken.source))
    if not named and not asked and context.watch >= 0 and watched and not beside:
        return each  # "each time a neighbour of yours loses Stars, that neighbour ..."
    raise Puzzle("it is not clear which neighbour this is", "say: each of your neighbours who ...")


def that_named(spoken: Spoken, word: str, context: Context) -> t.Who:
    """ "That Burn": the spell spoken of, which must be a Burn. Raises Puzzle."""
    how, _, name = word.removeprefix("spell ").partition(" ")
    field = "names" if how == "named" else "trait"
    if context.watch >= 0:  # "whenever you lose Stars from a Burn, the Wizard who cast that Burn ..."
        watched = conjuncts(spoken.source)
        if any(getattr(test, field, None) in (name, (name,)) for test in watched):
            return t.Member(context.depth - context.watch)
    kinds = [getattr(test, field, None) for test in spoken.spell_said]
    if context.watch >= 0 or context.cast >= 0 or spoken.spell is None or not {name, (name,)}.intersection(kinds):
        raise Puzzle(f"no {name} has been spoken of that this could mean", "say whose spell it is")
    return spoken.spell


def tests_of(group: t.Who) -> tuple[t.Cond, ...]:
    """What is said of the Wizards of a group, or of what they cast."""
    if not isinstance(group, t.Those):
        return ()
    told = conjuncts(group.test)
    return (*tests_of(group.group), *told)


def such_wizard(spoken: Spoken) -> t.Who:
    """ "If there is no such Wizard": those of whom the sentence before, or what stands before this, speaks."""
    found = {group for said, stage, group in spoken.told if spoken.is_just_said(said) and stage == spoken.stage}
    found |= {
        part.who
        for said, n in spoken.amounts
        if spoken.is_just_said(said)
        for part in parts(n)
        if isinstance(part, t.Count)
    }
    if not found:  # "steal 1 Star from each neighbour with a Hat. If there is no such neighbour, ..."
        acts = [act for act in recent.before(spoken) if getattr(act, "stage", spoken.stage) == spoken.stage]
        found = {group for group in recent.groups(tuple(acts)) if isinstance(group, t.Those)}
    if any(isinstance(act, t.Pay) and not (is_one(act.payer) or is_one(act.receiver)) for act in recent.before(spoken)):
        raise Puzzle("no such payer, or nobody who is paid?", "say again who these are", double=True)
    if len(found) != 1 or has_member(tuple(found)):
        raise Puzzle("it is not clear which Wizards are meant", "say again who these are")
    return next(iter(found))


def _of_both(spoken: Spoken, word: str, context: Context) -> t.Who:
    """One of two Wizards that are compared or swap: of those spoken of, or of two that are chosen."""
    base, place = word[:-2], int(word[-1]) - 1
    chosen = [asked for asked in spoken.inputs if asked.kind in ("position", "wizard")]
    if base == "both Wizards" and len(chosen) < 2:
        base = "both"
    asked = spoken.both_asked(place) if base in ("both", "those two") else None
    match asked or meant(spoken, base, context) or spoken.whom(t.They(base), context):
        case t.Join((_, _) as both):
            found: t.Who = both[place]
            return found
        case t.Neighbours(of):
            return t.Offset(of, t.Int(2 * place - 1))
        case t.Those() as two if two == spoken.exactly_two():  # "if exactly two Wizards cast Burn, they swap Hats"
            return t.Top(two, t.Int(0), True, ("first", "last")[place])
    raise Puzzle("it is not clear which two Wizards are meant", "name the two Wizards")


def other_neighbour(spoken: Spoken, whole: t.Who) -> t.Who:
    """ "The caster's other neighbour": without the one spoken of before. Raises Puzzle."""
    one, owner = _neighbour(spoken)
    if whole != t.Neighbours(owner):
        raise Puzzle("the neighbour spoken of before is another's", "name the Wizard")
    return sole(t.Without(whole, one))


def other_of_two(spoken: Spoken, context: Context) -> t.Who:
    """ "Whichever of you has more Stars pays 2 Stars to the other": without the one just spoken of. Raises Puzzle."""
    named = dict.fromkeys((*spoken.here, *spoken.before, *(() if context.clause is None else (context.clause,))))
    found = [(who, two) for who in named if (two := _one_of_two(who)) is not None]
    rest = [who for who in named if is_one(who) and who != CASTER]
    match spoken.alone:
        case t.Those(t.Join((first, second)) as pair) as alone if context.clause == alone and is_one(first):
            if is_one(second) and not [who for who in rest if who not in pair.parts] and context.watch < 0:
                return sole(t.Without(pair, alone))  # "if exactly one of you does, that one pays 2 Stars to the other"
    if len(found) != 1 or context.watch >= 0:
        raise Puzzle("it is not clear who the other one is", "name the Wizard")
    one, two = found[0]
    if any(who != one and not (isinstance(two, t.Join) and who in two.parts) for who in rest):
        raise Puzzle("it is not clear who the other one is", "name the Wizard", double=True)
    return sole(t.Without(two, one))


def _one_of_two(who: t.Who) -> t.Who | None:
    """Of which two Wizards this is one; None if it is not said of two."""
    match who:
        case t.Pick(_, among, 1) | t.Top(among, count=1):
            match among:
                case t.Join((one, other)) if is_one(one) and is_one(other) and not has_member(among):
                    return among
                case t.Neighbours(of) if not has_member(of):
                    return among
    return None


def asked_sole(spoken: Spoken) -> t.Holds | None:
    """ "If you're the only Wizard who cast Burn, ... If you're not": what the sentence before asked of one alone."""
    match recent.before(spoken) if spoken.finished else ():
        case (
            t.If(
                t.Holds(
                    who, ">=", t.Int(1), t.And((one, t.Holds(t.Without(t.All(), t.Member(0)), "=", t.Int(0), other)))
                ) as cond
            ),
        ) if is_one(who) and one == other:
            return cond
    return None


def _other_than_alone(spoken: Spoken, who: t.Who) -> t.Who | None:
    """ "(If exactly one of you wears a Hat, that one pays 2 Stars to) the other": the one of the two who does not."""
    match spoken.alone:
        case t.Those(t.Join((one, other)) as two, test) if is_one(one) and is_one(other):
            pass
        case t.Those(t.Neighbours(of) as two, test) if not has_member(of):
            pass
        case _:
            return None
    return t.Those(two, opposite(test)) if who == spoken.alone else None


def sole(group: t.Who) -> t.Who:
    """The only one of a group; where there are two, after a target was moved, the text does not say who is meant."""
    return t.Top(group, t.Int(0), True, "sole")


def thing(spoken: Spoken, form: str = "") -> tuple[t.Who, str]:
    """ "It", of an attribute: the one spoken of in this sentence. Raises Puzzle.

    Of what "it was already" it may be the one just set; where it is asked what "it is", the one asked about before.
    """
    if form == "already" and not spoken.things and len(spoken.turned) == 1:
        spoken.things = list(spoken.turned)  # "..., it becomes Bone instead"
    if form == "asked" and not spoken.things and not set(spoken.turned).difference(spoken.things_before):
        spoken.things = spoken.things_before
    if len(spoken.things) != 1:
        raise Puzzle('it is not clear what "it" means', "name the thing")
    match spoken.noted:
        case t.Stat(who, attr) if (who, attr) == spoken.things[0]:
            spoken.noted_used = True
    return spoken.things[0]


def thing_of_those(spoken: Spoken) -> str:
    """ "Each Wizard with a Staff loses 2 Stars, or 3 if it is Oak": the one thing that is said of those, or ""."""
    if any(asked.words for asked in spoken.inputs):
        return ""  # "or 3 if it is Red": the Hat, or the word that was chosen?
    match spoken.sentence_said:
        case (
            t.Trail(act=t.Clause(subject=t.Those() as those))
            | t.Trail(act=t.Clause(subject=t.Pick(among=t.Those() as those)))
        ):
            worn = {test.part if isinstance(test, t.Not) else test for test in tests_of(those)}
        case _:
            return ""
    told = {part.attr for part in parts(spoken.sentence_said) if isinstance(part, t.Is | t.Assign) and part.attr}
    return str(told.pop()) if len(told) == 1 and any(isinstance(one, t.Is) and one.attr in told for one in worn) else ""


def turned_thing(spoken: Spoken, act: t.Assign) -> str:
    """ "(If your Staff is Oak,) it becomes Bone"; "your Hat becomes Red, and it becomes Bone" raises Puzzle."""
    if spoken.attr and isinstance(act.value, t.Num):
        return spoken.attr
    found = thing(spoken)
    if set(spoken.turned[spoken.turned_before :]) - {found}:
        raise Puzzle('it is not clear what "it" means', "name the thing", double=True)
    return found[1]


def note_values(spoken: Spoken, fixed: t.Node) -> None:
    """Keeps what a thing is said to be, for "that Hat"."""
    match fixed:
        case t.Is(_, str() as attr, value) | t.Assign(_, str() as attr, t.Value() as value):
            spoken.values.append((spoken.sentence, attr, value))
        case t.Holds(
            who, _, _, t.Is(t.Member(0), str() as attr, value) | t.Not(t.Is(t.Member(0), str() as attr, value))
        ):
            if not is_one(who) or has_member(who):
                return
            if value == t.Text("None"):  # "unless your Hat is None": that is no Hat
                spoken.values = [told for told in spoken.values if told != (spoken.sentence, attr, value)]
            spoken.values.append((spoken.sentence, attr, t.ValueOf(who, attr)))


def that_value(spoken: Spoken, attr: str) -> t.Value:
    """ "No other Wizard has that Hat": the one value of it that was spoken of last. Raises Puzzle."""
    told = [(at, value) for at, name, value in spoken.values if name == attr]
    last = {value for at, value in told if at == told[-1][0]}
    if len(last) != 1 or has_member(found := last.pop()) or not isinstance(found, t.Value):
        raise Puzzle(f"it is not clear which {attr} is meant", "say what it is, or whose")
    return found


def continued(spoken: Spoken) -> None:
    """ "Otherwise, it becomes None": what "it" is in the condition before, unless another thing was set since."""
    if not spoken.things and not spoken.sized:
        if not set(spoken.turned).difference(spoken.things_before):
            spoken.things = spoken.things_before
        if not {attr for attr, _ in spoken.changed}.difference({"Stars", *(attr for _, attr in spoken.sized_before)}):
            spoken.sized = spoken.sized_before


def asked_number(spoken: Spoken) -> tuple[t.Who, str] | None:
    """The number about which was asked just before: "If their Freshness is 0, ... If it is at least 3, ..."."""
    found = spoken.sized or spoken.sized_before
    other = spoken.rolls or any(asked.kind == "number" for asked in spoken.inputs)
    if other or len(found) != 1 or {attr for attr, _ in spoken.changed}.difference({"Stars", found[0][1]}):
        return None
    return found[0]


def counted_thing(spoken: Spoken, who: t.Who, context: Context) -> str:
    """ "Count your Stars. If you have 25 or more": what was just counted of the one of whom it is asked, or ""."""
    asked = context.bound[-1][0] if isinstance(who, t.Member) and context.bound else who
    match spoken.noted:
        case t.Stat(owner, attr, False) if spoken.noted_sentence >= spoken.sentence - 1 and is_one(owner):
            others = {changed for changed, _ in spoken.changed}.difference({attr})
            if not others and unaddressed(asked) == unaddressed(owner):
                spoken.noted_used = True
                return attr
    return ""


def asked_place(spoken: Spoken) -> t.Who | None:
    """Whose position was asked about just before: "If your position is odd, ... If it is even, ..."."""
    if spoken.placed is None or spoken.sentence - spoken.placed[0] > 1 or spoken.noted is not None:
        return None
    if spoken.rolls or spoken.sized or spoken.sized_before or any(asked.kind == "number" for asked in spoken.inputs):
        raise Puzzle('it is not clear what "it" means', "name the number")
    if any(sentence >= spoken.placed[0] for sentence, _, _ in spoken.parity):
        raise Puzzle('"it" could mean the position, or another number', "name the number")
    return spoken.placed[1]


def asked_parity(spoken: Spoken) -> tuple[t.Who, str] | None:
    """Of whose number it was asked just before whether it is odd: "If it is even"; None if it could be another's."""
    if spoken.noted is not None or spoken.rolls or spoken.placed is not None:
        return None
    last = max((sentence for sentence, _, _ in spoken.parity), default=-2)
    found = {(whose, attr) for sentence, whose, attr in spoken.parity if sentence == last}
    if len(found) != 1 or spoken.sentence - last > 1 or any(asked.kind == "number" for asked in spoken.inputs):
        return None
    return found.pop()


def sized(spoken: Spoken) -> tuple[t.Who, str]:
    """The number that "it" means: the one about which this sentence has asked. Raises Puzzle."""
    if len(spoken.sized) != 1 or spoken.things or spoken.stars_at == spoken.sentence:
        raise Puzzle('it is not clear what "it" means', "name the thing")
    return spoken.sized[0]


def left_out(node: t.Those | t.Holds, group: t.Who, spoken: Spoken, context: Context) -> Context:
    """The context of a test, with the Wizard whom the group leaves out by "other", or whose neighbours it has."""
    said, found = _bare(node.group), _bare(group)
    single = not isinstance(node, t.Holds) or (node.op, node.number) in (("=", t.Int(0)), (">=", t.Int(1)))
    out: t.Who | None = None
    if single and said == t.Others() and isinstance(found, t.Without):
        out = found.part
    elif single and isinstance(found, t.Neighbours):
        named = {who for who in (*spoken.here, *spoken.before) if who not in (CASTER, found.of)}
        around = context.outer and shift(context.outer, context.depth - 1 - context.outer_depth)
        out = None if named or around not in (None, found.of) else found.of
    return replace(context, left_out=out, left_depth=context.depth - 1)  # the group stands outside its test


def distributed(spoken: Spoken) -> t.Who | None:
    """ "Each Wizard with a Red Hat loses 1 Star, and their Hat becomes Blue": the Hat of each. Raises Puzzle."""
    if spoken.each is None:
        return None
    group, stage = spoken.each
    if spoken.here or spoken.before or stage != spoken.stage:
        reason = '"their" could mean each of these Wizards, or the one spoken of before'
        raise Puzzle(reason, "name the Wizard", double=True)
    return group


def swapped(spoken: Spoken, which: str, attr: str) -> t.Who:
    """ "If the two Hats were the same": one of the two who swap them. Raises Puzzle."""
    found = [swap for swap in spoken.swaps if swap.attr == attr]
    if len(found) != 1 or not is_one(found[0].left) or not is_one(found[0].right):
        raise Puzzle(
            "it is not clear which two are meant", "say: if the caster and the chosen Wizard have the same Hat"
        )
    return found[0].left if which == "first" else found[0].right


def counted_last(spoken: Spoken, clause: t.Who) -> t.Who:
    """ "You lose 1 Star for each of them": of those in the clause before, if each of them got one. Raises Puzzle."""
    asked = _several_asked(spoken)
    now = spoken.noted_sentence >= spoken.sentence - 1 and not spoken.noted_used
    if isinstance(spoken.noted, t.Count) and (now or spoken.noted.who == spoken.group):
        if asked not in (None, spoken.noted.who):
            raise Puzzle('"each of them" could be those who were counted, or others', "say: for each Wizard who ...")
        spoken.noted_used = True
        return spoken.noted.who
    if asked is not None:
        return asked
    group, acts = spoken.said or (clause, ())
    if group == CASTER and acts and isinstance(acts[0], t.Watch):
        group = acts[0].whom  # "this Duel, your neighbours are not affected by spells"
    several = not is_one(group) and group != clause and not has_member(group)
    if several and acts and all(_speaks_of_wizards(act, group) for act in acts):
        spoken.same_still(group)
        return group
    raise Puzzle('it is not clear what "each of them" means', "say: for each Wizard who ...")


def counted_before(spoken: Spoken, clause: t.Who) -> t.Who:
    """ "Each neighbour gains 1 Star. Every Wizard in a Hat loses 1 for each of those": not of themselves. Puzzle."""
    found = counted_last(spoken, clause)
    if spoken.sentence in spoken.marks["those_near"] and not isinstance(all_of(found), t.Neighbours):
        raise Puzzle("others were spoken of just before", "name those neighbours again", double=True)
    return found


def _several_asked(spoken: Spoken) -> t.Who | None:
    """ "If more than one other Wizard cast Burn, (gain 1 for each of them)": nobody else is told of beside them."""
    match spoken.sentence_said:
        case t.If(t.Holds(group, ">" | ">=" | "=" | "all", number), otherwise=()) if number != t.Int(0) or isinstance(
            group, t.Neighbours
        ):
            told = [who for at, _, who in spoken.told if at == spoken.sentence]
            if len(told) != 1 or told[0] != spoken.group or told[0] == spoken.alone or has_member(told[0]):
                return None
            others = [who for who in parts(getattr(told[0], "test", ())) if isinstance(who, t.Who) and not is_one(who)]
            return None if others else told[0]
    return None


def _speaks_of_wizards(act: t.Act, group: t.Who) -> bool:
    """Whether "each of them", after this, is each of those who do it: of single Stars one says "that many"."""
    match act:
        case t.Change(amount=t.Int(1)) | t.Change(attr="Stars", amount=t.Int()):
            return True
        case t.Pay(payer, receiver, amount=t.Int(), attr="Stars"):
            return is_one(receiver if payer == group else payer)
        case t.Watch(whom, how="shield" | "cancel"):
            return whom == group
    return False


def is_counted(spoken: Spoken, test: t.Cond) -> bool:
    """Whether those of whom this is so were counted in the sentence before, and by this."""
    last = spoken.noted if spoken.noted_sentence >= spoken.sentence - 1 else None
    return isinstance(last, t.Count) and isinstance(last.who, t.Those) and last.who.test == test


def nobody_else(spoken: Spoken, word: str) -> None:
    """ "For each neighbour, they lose 1 Star": each of those, if nobody else could be meant. Raises Puzzle."""
    named = {who for who in (*spoken.here, *spoken.before) if is_one(who)}
    if named.difference((CASTER,) if word == "that Wizard" else ()):
        reason = f'"{word}" could mean each of those, or the one spoken of before'
        raise Puzzle(reason, "say: each Wizard who ...", double=True)


def turned(acts: tuple[t.Act, ...]) -> list[tuple[t.Who, str]]:
    """ "The caster's Hat becomes Red unless it is Blue": the attributes of single Wizards that outcomes set."""
    sets = [act for act in acts if isinstance(act, t.Assign) and is_one(act.who)]
    return [(act.who, act.attr) for act in sets if isinstance(act.attr, str)]


def _bare(group: t.Who) -> t.Who:
    while isinstance(group, t.Those):
        group = group.group
    return group


def _whole(group: t.Who | None) -> t.Who | None:
    """All of whom some are meant: the neighbours, of "each neighbour with the most Stars"."""
    while isinstance(group, t.Those | t.Top):
        group = group.group if isinstance(group, t.Those) else group.among
    return group


def _left_out(context: Context) -> t.Who:
    if context.left_out is None:
        raise Puzzle("the same as whose?", "say: the same as the caster's")
    whose: t.Who = shift(context.left_out, context.depth - context.left_depth)
    return whose


def _places(spoken: Spoken) -> list[t.Who]:
    """The positions spoken of: in this sentence, else before."""
    here = [who for who in spoken.here if _is_place(spoken, who)]
    return here or [who for who in spoken.before if _is_place(spoken, who)]


def _is_place(spoken: Spoken, who: t.Who) -> bool:
    if isinstance(who, t.Chosen):
        return spoken.inputs[who.index].kind == "position"
    return isinstance(who, t.At | t.Offset)


def _named_place(spoken: Spoken) -> t.Who | None:
    """The one position that this sentence names before "the next position"; else it is not for us to say."""
    match spoken.here:
        case [t.Chosen() | t.At() as who] if _is_place(spoken, who):
            return who
    return None


def _latest(places: list[t.Who]) -> t.Who:
    """The last of several positions that were each counted from the one before. Raises Puzzle."""
    if not places:
        raise Puzzle('no position has been spoken of that "that" could mean', "name the position")
    if any(place not in parts(places[-1]) for place in places):
        raise Puzzle('"that" could mean two positions', "name the position", double=True)
    return places[-1]


def _that_place(spoken: Spoken) -> t.Who:
    places = _places(spoken)
    asked = any(one.kind == "position" for one in spoken.inputs)
    if places and spoken.pick is not None and spoken.pick not in places:
        raise Puzzle('"that position" could mean the one picked, or another', "name the position", double=True)
    if asked and any(not isinstance(place, t.Chosen) for place in places):
        raise Puzzle('"that position" could mean the chosen one, or another', "name the position", double=True)
    if places and not asked:
        return _latest(places)
    if not asked and len(spoken.rolls) == 1:
        return t.At(spoken.rolls[0])
    return t.Chosen(PLACE)


def of_two_sides(clause: t.Clause) -> t.Clause:
    """ "The first Wizard pays the second 1 Star for each Crystal that the latter owns": who pays is named first."""
    match clause:
        case t.Clause(t.Who() as one, (t.Pay(t.Subject(), other) | t.Pay(other, t.Subject()),), "s" | "b") if (
            is_one(one) and is_one(other) and not any(isinstance(part, t.Who) for part in _within(one, other))
        ):
            sides: dict[t.Node, t.Node] = {t.They("the former"): one, t.They("the latter"): other}
            return replace(clause, acts=replaced(clause.acts, sides))
    return clause


def _within(*whom: t.Who) -> list[t.Node]:
    """What is named within a name: "(the neighbour of) the target"."""
    return [part for who in whom for part in parts(who) if part != who]


def _of_two(spoken: Spoken, word: str) -> t.Who:
    """ "The latter": of two Wizards just named together, and nobody beside them. Raises Puzzle."""
    pairs = [who for said, _, who in spoken.told if said >= spoken.sentence - 1 and isinstance(who, t.Join)]
    pairs += [
        t.Join((one.who, other.who))  # "if the previous Wizard has more Stars than the next, steal 3 from the former"
        for said, _, one, other in spoken.two_compared
        if said >= spoken.sentence - 1 and isinstance(one, t.Stat) and isinstance(other, t.Stat)
    ]
    beside = [who for who in (*spoken.here, *spoken.here_before) if who != CASTER]
    if len(set(pairs)) == 1 and len(pairs[0].parts) == 2:
        one, other = pairs[0].parts
        if is_one(one) and is_one(other) and all(who in (one, other) for who in beside):
            return one if word == "the former" else other
    raise Puzzle(f'it is not clear whom "{word}" means', "name the Wizard")


def _asked(spoken: Spoken, context: Context) -> t.Who:
    """ "If they are not": the one spoken of; or, where nobody was, whose thing was asked about just before.

    "If your Robes are Red, the chosen Wizard loses 2 Stars. If they are not, ...": your Robes, or that Wizard's? Nor is
    it certain where several were asked about, and one Wizard was named since. Raises Puzzle.
    """
    if not spoken.here and not spoken.before and len(spoken.things_before) == 1:
        (owner, attr), *_ = spoken.things_before
        if spoken.crowd is not None and not attr.endswith("s"):  # "your Hat ... Each neighbour ... If they are not"
            raise Puzzle('"they" is said of no one thing', 'say: "if not", or "otherwise"')
        return owner
    meant = spoken.whom(t.They("they"), context)
    if spoken.does_of not in (None, meant) and (
        isinstance(spoken.does, t.Is | t.Compare) or not (spoken.does_of is None or is_one(spoken.does_of))
    ):
        reason = '"they" could mean what was asked about, or whoever was named since'
        raise Puzzle(reason, 'say: "if not", or "otherwise"', double=True)
    return meant


def _those_places(spoken: Spoken) -> t.Who:
    """ "Those two positions": the chosen ones, if no others were spoken of. Raises Puzzle."""
    places = [who for who in (*spoken.here, *spoken.before) if _is_place(spoken, who)]
    asked = [t.Chosen(at) for at, one in enumerate(spoken.inputs) if one.kind == "position"]
    other = any(isinstance(part, t.Position) for group in spoken.groups for part in parts(group))
    if other or len(asked) != 2 or any(place not in asked for place in places):
        raise Puzzle("it is not clear which two positions are meant", "name the positions")
    return t.Join(tuple(asked))


def _neither(spoken: Spoken, context: Context) -> t.Who:
    """ "If neither did": of the two spoken of, or of the neighbours that were asked about."""
    group = _bare(spoken.group) if spoken.group is not None else None
    named = [who for who in (*spoken.here, *spoken.before) if is_one(who) and who != CASTER]
    if isinstance(group, t.Neighbours) and group.of == CASTER and not named:
        return group
    return spoken.whom(t.They("both"), context)


def _those_two(spoken: Spoken, context: Context) -> t.Who:
    """ "Those two Wizards": two that were drawn or are neighbours, or the two spoken of, or chosen. Raises Puzzle."""
    named = [who for who in (*spoken.here, *spoken.before) if is_one(who)]
    found: list[t.Who] = [t.Join((named[0], named[1]))] if len(named) == 2 else []
    if isinstance(spoken.group, t.Neighbours) or (isinstance(spoken.group, t.Pick) and spoken.group.count == 2):
        found.append(spoken.group)
    asked = [t.Chosen(at) for at, one in enumerate(spoken.inputs) if one.kind in ("position", "wizard")]
    if not found and not named and len(asked) == 2:
        found.append(t.Join(tuple(asked)))
    if not found and (two := spoken.exactly_two()) is not None:
        found.append(two)
    if len(found) != 1 or context.watch >= 0:
        raise Puzzle("it is not clear which two Wizards are meant", "name the two Wizards")
    return found[0]


def _nth(spoken: Spoken, number: int) -> t.Who:
    if spoken.asks_whom():
        return t.Chosen(find_input(spoken.inputs, -1 - number))
    return t.At(t.Int(number))


def _neighbour(spoken: Spoken) -> tuple[t.Who, t.Who]:
    """The one neighbour spoken of, and whose neighbour that is. Raises Puzzle."""
    named = [who for who in (*spoken.here, *spoken.before) if is_one(who)]
    found = [(who, owner) for who in dict.fromkeys(named) if (owner := _owner(spoken, who)) is not None]
    if len(found) != 1:
        raise Puzzle("it is not clear which neighbour is the other one", "name the Wizard")
    return found[0]


def _owner(spoken: Spoken, who: t.Who) -> t.Who | None:
    """Whose neighbour a Wizard is, whatever the ring; None if that is not certain."""
    owner: Any = None
    match who:
        case t.Pick(_, among) | t.Top(among):
            group = _bare(among)
            owner = group.of if isinstance(group, t.Neighbours) else None
        case t.Offset(of, t.Int(1 | -1)):
            owner = of
        case t.Chosen(index) if spoken.inputs[index].adjacent:
            owner = CASTER
    return None if owner is None or has_member(owner) else owner

"""Stars gained, lost, paid, stolen. A function for each verb, by its sense."""

from __future__ import annotations

from dataclasses import replace

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.articles import all_their
from pbp.spells.english.naming import added, added_to, note, subtracted, taken
from pbp.spells.english.outcomes import (
    ITS_GAP,
    SUBJECT,
    act_bare,
    amounts,
    changes,
    clause,
    gap_in,
    happens,
    in_total,
    limit_said,
)
from pbp.spells.english.phrases import (
    ME,
    NUMBERED,
    SUBJECT_OWN,
    SUCH,
    THEY,
    Amount,
    Amounts,
    Casts,
    Flow,
    Number,
    Own,
    Owns,
    Phrase,
    Pointer,
    Roles,
    Same,
    Some,
    Turn,
    Verb,
    Worn,
    group,
)
from pbp.spells.english.selecting import loses_effect, redirected, redirects, voided_by
from pbp.spells.english.setting import have_done
from pbp.spells.english.things import scaled
from pbp.spells.sense.conditions import conj
from pbp.spells.walk import has_member, is_one, parts, replaced


@happens("dock", "passive dock")
def _dock(roles: Roles) -> t.Act:
    """ "The target is docked 3 Stars", "dock the target 3 Stars"."""
    if roles.verb.passive and isinstance(roles.subject, Casts):
        return voided_by(roles)
    if roles.verb.passive:
        what = roles.maybe("object", Amount | Amounts) or roles.take("of", Amount | Amounts)
        return clause(roles, changes(roles, what, gain=False))
    if roles.subject is not None:
        raise NoSense
    who = roles.take("object", Some)
    what = roles.maybe("of", Amount | Amounts) or roles.take("object", Amount | Amounts)
    return clause(roles, changes(roles, what, gain=False), who)


@happens("lose", "gain")
def _move(roles: Roles) -> t.Act:
    gain = roles.verb.sense == "gain"
    if isinstance(roles.subject, Casts) and not gain:
        return loses_effect(roles)
    if gain and roles.says("back"):
        return _regain(roles)  # "gets them back"
    what = roles.take("object")
    if gain and (part := roles.maybe("part", Verb)) is not None:
        return have_done(roles, what, part)  # "gets their Hat changed to Red"
    if isinstance(what, Own | Owns):
        return _worn_round(roles, what) if gain else _doffed(roles, what)
    what = in_total(roles, _in_thing(roles, what), roles.subject)
    if isinstance(what, Number) and what.attr:
        what = Amount("=", what.number, what.attr, mode="of")
    if isinstance(what, Number) and not what.attr and _of_dice(what.number):
        what = Amount("=", what.number, "")  # "... and the other one gains 1", "gain what it shows"
    if isinstance(what, Same) and what == Same(what.what) and isinstance(what.what, tuple):
        what = Amount("=", t.ThatMany(), what.what[1], mode="that")  # "loses the same number of Crystals"
    match what:
        case Amount("scaled", ("times" | "part", _) as how, "", rounding, alone=False) if not any(
            role in ("time", "else", "from", "because") for role, _ in roles.verb.parts
        ):
            what = Amount("=", scaled(how, t.ThatMany(), rounding), "")  # "... and the caster loses half as many"
    what = _of_them(roles, what)
    if _says_instead(roles) and isinstance(what, Amount) and what.op in ("less", "more") and not what.mode:
        return _by_so_many(roles, what)
    if isinstance(what, Amount) and what.mode == "by":
        what = _more_than_so_many(what)
    if isinstance(what, Worn | Same) and gain:
        return worn(roles, None, what)
    if isinstance(what, Turn) and gain and what.way == "gain":  # "receives a gain of 2 Stars"
        what = what.amount
    if (
        isinstance(what, Amount)
        and what.owner is not None
        and (gain or (what.owner == THEY and _is_you(roles.subject)))
    ):
        raise NoSense  # "you gain 3 of their Stars": do they lose them? "you lose 3 of their Stars": who does?
    if isinstance(what, Amount | Amounts | Flow):
        made = clause(roles, changes(roles, what, gain=gain))
        only = isinstance(what, Amount) and what.mode == "only"
        return t.Instead(made, only=True) if only else made
    raise NoSense


@happens("doff")
def _doff(roles: Roles) -> t.Act:
    """ "Each of them takes off their Hat"; "discard all your Crystals": these are lost."""
    if any(role == "object" and isinstance(what, Amount) and what.attr in NUMBERED for role, what in roles.left):
        return _move(roles)
    return _doffed(roles, roles.take("object", Own | Owns))


@happens("passive doff")
def _is_doffed(roles: Roles) -> t.Act:
    """ "The chosen Wizard's Hat is taken off", "is lost"."""
    if not isinstance(roles.subject, Own | Owns):
        raise NoSense
    return clause(roles, _none_of(roles.subject), roles.subject.owner)


def _doffed(roles: Roles, what: Own | Owns) -> t.Act:
    """ "Lose your Hat", "your neighbours lose their Hats", "their Hat and Robes": these become None. Raises NoSense."""
    own = what.owner.who
    if own != THEY and own != getattr(roles.subject, "who", own):
        raise NoSense
    if _is_you(roles.subject) is (own == THEY) or (roles.subject is None and not isinstance(own, t.Caster)):
        raise NoSense  # "you lose their Hat": do they?
    return clause(roles, _none_of(what))


def _none_of(what: Own | Owns) -> tuple[t.Act, ...]:
    """That things which are worn or carried become None. Raises NoSense."""
    attrs = what.attrs if isinstance(what, Owns) else (what.attr,)
    if isinstance(what, Own) and what.start:
        raise NoSense
    if not all(isinstance(attr, str) and attr not in ("", *NUMBERED) for attr in attrs):
        raise NoSense
    return tuple(t.Assign(SUBJECT, attr, t.Text("None")) for attr in attrs)


def _worn_round(roles: Roles, what: Own | Owns) -> t.Act:
    """ "Every Wizard gets the Hat of the Wizard at the next position": as each of them passes it on. Raises NoSense."""
    match roles.subject, what:
        case Some(t.All(), "each" | "plural", place=False), Own(Some(t.Offset(_, t.Int(1 | -1)) as near, "one"), attr):
            if isinstance(attr, str) and attr not in ("", *NUMBERED):
                return clause(roles, (t.Assign(SUBJECT, attr, t.ValueOf(near, attr)),))
    raise NoSense


def _by_so_many(roles: Roles, what: Amount) -> t.Act:
    """ "(Each time you lose Stars, you lose 1 fewer. If your Hat is Red,) you lose 2 fewer instead"."""
    if not isinstance(what.number, t.Int):
        raise NoSense
    kind = f"{roles.verb.sense} {what.op}"
    who = t.Caster() if roles.subject is None else group(roles.subject)
    return t.Clause(None, (t.Resize(kind, what.number, what.attr, payer=who),))


def _says_instead(roles: Roles) -> bool:
    return any(role == "adverb" and said.sense == "instead" for role, said in roles.verb.parts)


def _payment_again(roles: Roles, what: Phrase | None, kind: str, payer: t.Who | None) -> t.Act:
    """ "(Steal 3 Stars from the chosen Wizard. If they cast Burn,) steal 6 instead", "(...) they pay 6 instead": the
    payment of the sentence before, of so many.
    """
    match what:
        case Number(t.Int() as number, attr, None):
            return t.Clause(None, (t.Resize(kind, number, attr, payer=payer),))
        case Amount("=" | "upto" as op, t.Int() as number, str() as attr, "", None, None):
            how = "always" if op == "=" else op
            return t.Clause(None, (t.Resize(kind, number, attr, payer=payer, mode=how),))
    raise NoSense


@happens("regain")
def _regain(roles: Roles) -> t.Act:
    """ "Gets back half of the Stars they lost this Duel": gained, and only of what is said to have been lost."""
    roles.verb = replace(roles.verb, sense="gain")
    told = {part.way for part in parts(getattr(roles.subject, "who", None)) if isinstance(part, t.Moved)}
    for at, (role, what) in enumerate(roles.left):
        if role == "object" and told == {"loss"}:  # "each Wizard who lost Stars to Burn gets them back", "half of them"
            roles.left[at] = role, _those_lost(what)
    made = _move(roles)
    if any(isinstance(part, t.Untimed) for part in parts(made)):
        raise NoSense  # "gets back all Stars they lost this Duel": this Duel they were lost, it does not last
    for gained in parts(made):
        lost = [part for part in parts(gained) if isinstance(part, t.Moved)]
        again = told == {"loss"} and isinstance(gained, t.Change) and t.ThatMany() in parts(gained.amount)
        if isinstance(gained, t.Change) and [part.way for part in lost] != ["loss"] and not again:
            raise NoSense  # "gets back 2 Stars": of which, and if fewer were lost?
    return made


def _those_lost(what: Phrase) -> Phrase:
    """ "Them", "half of them", of the Stars that were lost."""
    match what:
        case Some(t.They("them" | "those")):
            return Amount("=", t.ThatMany(), "", mode="that")
        case Amount("of them", t.Num() as number, attr):
            return Amount("=", number, attr, mode="that")
    return what


def _more_than_so_many(what: Amount) -> Amount:
    """ "(Gain) 1 Star more than the result"; never "2 Stars more than they": than they gain, or than they have?"""
    if any(isinstance(part, t.Stat | t.Moved) and part.attr == what.attr for part in parts(what.number)):
        raise NoSense
    return Amount("=", what.number, what.attr)


def _in_thing(roles: Roles, what: Phrase) -> Phrase:
    """ "(Gain) the sum of the results in Stars", "(pay the caster) half of DICE6 in Stars"."""
    thing = roles.maybe("in", Amount)
    if thing is None:
        return what
    if thing.op != "bare" or not isinstance(what, Number | Amount) or what.attr:
        raise NoSense
    return Amount("=", gap_in(what.number, thing.attr), thing.attr)


def _of_dice(number: t.Num) -> bool:
    """Whether this is a number by itself: one that is said or chosen, or the result of dice, or what is made of it."""
    kinds = t.Int | t.NumberInput | t.Result | t.Roll | t.Times | t.Part | t.Add | t.Minus
    return all(isinstance(part, kinds) for part in parts(number))


def _of_them(roles: Roles, what: Phrase) -> Phrase:
    """ "(Whoever has the most Stars loses) 2 of them", "half of them", "all of them"."""
    if isinstance(what, Amount) and what.mode == "of them":
        return replace(what, attr=_thing_told(roles.subject), mode="")
    return _part_of_them(roles.subject, what) if roles.verb.sense == "lose" else what


def _part_of_them(owner: Phrase | None, what: Phrase) -> Phrase:
    """ "Half of them", "all of them"."""
    match what:
        case Amount("of them", t.Num() as number):
            attr = _thing_told(owner)
            return Amount("=", replaced(number, {t.ThatMany(): t.Stat(_owner(owner), attr)}), attr)
        case Some(t.They("those"), "each"):
            attr = _thing_told(owner)
            return Amount("=", t.Greatest((t.Int(0), t.Stat(_owner(owner), attr))), attr)
    return what


def _owner(subject: Phrase | None) -> t.They:
    """Whose they are, of whom half is lost."""
    return SUBJECT_OWN if subject is None else THEY


def _has_told(payer: Phrase | None) -> bool:
    """Whether of those who pay it was said how much they have of one thing."""
    told = {part.attr for part in parts(getattr(payer, "who", None)) if isinstance(part, t.Stat)}
    return isinstance(payer, Some) and payer.how in ("one", "each") and len(told) == 1


def _of_they(receiver: Phrase) -> bool:
    """Whether somebody is paid whom a pronoun may mean: "if they have 6 Stars, you pay them half of them"."""
    return any(isinstance(part, t.They) and part != t.They("owner") for part in parts(getattr(receiver, "who", None)))


def _thing_told(subject: Phrase | None) -> str:
    """The one thing that is said of a subject: "whoever has the most Stars"; of one alone it was said before."""
    told = {part.attr for part in parts(getattr(subject, "who", None)) if isinstance(part, t.Stat)}
    if not told and (subject is None or (isinstance(subject, Some) and subject.how == "one")):
        return SUCH
    if len(told) != 1:
        raise NoSense
    return told.pop()


@happens("gain|lose", "lose|gain", "passive gain|lose", "passive lose|gain")
def _move_either(roles: Roles) -> t.Act:
    """ "Gains or loses as many Stars as the caster gained or lost": one amount with its sign."""
    if roles.verb.passive:
        what, who = roles.subject, roles.take("by", Some)
    else:
        what, who = roles.take("object"), None
    if not isinstance(what, Amount):
        raise NoSense
    if what.op != "=" or not isinstance(what.number, t.Moved) or what.number.way != "net":
        raise NoSense
    return clause(roles, (t.Change(SUBJECT, what.attr, True, what.number),), who)


@happens("passive lose", "passive gain")
def _is_moved(roles: Roles) -> t.Act:
    """ "2 Stars are lost by the chosen Wizard", "the Stars of each neighbour are lost"."""
    match roles.subject:
        case Own(Some(how="one" | "each") as whose, "Stars" | "Crystals" as attr, False) if roles.verb.sense == "lose":
            _by_owner(roles.maybe("by", Some), whose)
            return clause(roles, changes(roles, all_their(THEY, attr), gain=False), whose)
        case Own() | Owns() if roles.verb.sense == "lose":
            return _is_doffed(roles)
    what, owner = _whose(_amount_told(roles))
    by = roles.maybe("by", Some)
    if roles.verb.sense == "lose" and (by is None or (owner is not None and _is_that_one(by, owner))):
        by = owner  # "half of the caster's Stars are lost"
    elif isinstance(what, Amount) and owner is not None and by != owner and _owner_of(what.number) is None:
        raise NoSense  # "2 of the caster's Stars are lost by the chosen Wizard"
    elif isinstance(what, Amount) and by != owner and isinstance(what.number, t.Greatest) and owner is not None:
        raise NoSense  # "all of your Crystals are lost by the chosen Wizard"
    if by is None:
        raise NoSense
    return clause(roles, changes(roles, what, gain=roles.verb.sense == "gain"), by)


def _is_that_one(by: Some, owner: Some) -> bool:
    """ "Every Star that the target has is lost by that Wizard": nobody loses what another has."""
    that = by.who in (THEY, t.They("them"), t.They("that Wizard"), t.They("that")) and by.how == "one"
    return owner.how == "one" and not isinstance(owner.who, t.Caster) and is_one(owner.who) and that


def _by_owner(by: Some | None, owner: Some) -> None:
    """Who loses what is theirs may be named again. Raises NoSense."""
    if by is not None and by != owner and not _is_that_one(by, owner):
        raise NoSense  # "the Stars of the caster are lost by the chosen Wizard"


@happens("vanish")
def _vanish(roles: Roles) -> t.Act:
    """ "3 Stars disappear from the chosen Wizard"."""
    if not isinstance(roles.subject, Amount) or roles.form not in ("b", "s"):
        raise NoSense
    loser = roles.take("from", Some)
    lost = replace(roles.verb, sense="lose", form="n", passive=True, parts=(*roles.left, ("by", loser)))
    return _is_moved(Roles(roles.subject, lost))


def _whose(what: Amount | Amounts) -> tuple[Amount | Amounts, Some | None]:
    """An amount, and of whose Stars it is: "2 of the caster's Stars", "half of their Stars"."""
    if not isinstance(what, Amount) or what.mode != "of":
        return what, None
    owner = what.owner if what.owner is not None else _owner_of(what.number)
    return replace(what, owner=None), None if owner is None or owner == THEY else Some(owner)


def _is_you(payer: Phrase | None) -> bool:
    """Whether the caster pays, and is spoken to: "they" are others then."""
    return payer is None or (isinstance(payer, Some) and isinstance(payer.who, t.Caster) and payer.who.you)


def pays(roles: Roles, payer: Phrase | None, receiver: Phrase, phrase: Phrase, form: str | None = None) -> t.Act:
    """Stars from one to another."""
    phrase = in_total(roles, _in_thing(roles, phrase), payer, receiver)
    if isinstance(phrase, Number) and not phrase.attr and ITS_GAP in parts(phrase.number):
        phrase = Amount("=", phrase.number, "")  # "they pay you half the difference"
    if isinstance(phrase, Amount) and phrase.mode == "of them" and roles.verb.sense in ("pay", "give"):
        phrase = replace(phrase, attr=_thing_told(payer), mode="")
    if roles.verb.sense in ("pay", "give") and _is_you(payer) and not _of_they(receiver):
        phrase = _part_of_them(None, phrase)  # "if you have 6 Stars, you pay half of them to the chosen Wizard"
    elif roles.verb.sense in ("pay", "give") and _is_you(receiver) and _has_told(payer):
        phrase = _part_of_them(payer, phrase)  # "each Wizard with more than 10 Stars pays you half of them"
    if any(isinstance(part, Amount) and part.floor is not None for part in (phrase, *getattr(phrase, "parts", ()))):
        raise NoSense  # "pays you 3 Stars, but not below 1": no payment can be cut so
    mode = "upto" if isinstance(phrase, Amount) and phrase.op == "upto" else "always"
    able = limit_said(roles, "able") or roles.says("able")
    able, thing = able if isinstance(able, tuple) else (able, "")
    if able is not None:
        by = payer.who if isinstance(payer, Some) else t.Caster()
        if mode != "always" or (isinstance(able, Some) and able.who not in (THEY, by)):
            raise NoSense
        if isinstance(able, Some) and able.who == THEY and _is_you(payer):
            raise NoSense
        mode = "able"
    if any(role == "each" and THEY in parts(value) for role, value in roles.left):
        raise NoSense  # "pays 1 Star to the caster for each Crystal they have": who?
    alone = all(who is None or (isinstance(who, Some) and who.how == "one") for who in (payer, receiver))
    if not alone and any(role == "limit" and value[0] == "maximum" for role, value in roles.left):
        raise NoSense  # "each neighbour pays you 1 Star for each ..., to a maximum of 4": each of them, or all?
    acts = tuple(t.Pay(SUBJECT, group(receiver), attr, number, mode) for number, attr in amounts(roles, phrase))
    if thing and any(paid.attr != thing for paid in acts):
        raise NoSense  # "pays 3 Stars if they have enough Crystals"
    if payer is None:
        return t.Clause(None, acts, roles.form)
    return t.Clause(group(payer), acts, roles.form if form is None else form)


def whose_clear(paid: t.Act) -> t.Act:
    """A payment, but not of "their" Stars, where it is open whose: of the one who gains them, or who pays. Raises
    NoSense.
    """
    if any(THEY in parts(part.amount) for part in parts(paid) if isinstance(part, t.Pay)):
        raise NoSense
    return paid


def steals(roles: Roles, thief: Phrase | None, payer: Phrase, phrase: Phrase) -> t.Act:
    """The same, seen from the thief."""
    each = _from_each_neighbour(thief, payer)
    if each is not None and thief is not None:
        acts = tuple(
            replace(paid, payer=each[0], receiver=each[1]) for paid in _flat(pays(roles, payer, payer, phrase))
        )
        return t.Clause(group(thief), acts, roles.form)
    made = pays(roles, payer, Some(t.Caster()), phrase)
    if not _is_you(thief):
        whose_clear(made)
    assert isinstance(made, t.Clause)
    acts = tuple(_robbed(part, group(payer)) for part in made.acts)
    return t.Clause(None if thief is None else group(thief), acts, roles.form)


def _flat(made: t.Act) -> tuple[t.Pay, ...]:
    """Payments of so many, and no more said of them. Raises NoSense."""
    acts = tuple(part for part in parts(made) if isinstance(part, t.Pay) and isinstance(part.amount, t.Int))
    if not isinstance(made, t.Clause) or acts != made.acts:
        raise NoSense  # "each Wizard steals DICE4 Stars from each neighbour": one roll, or many?
    return acts


def _from_each_neighbour(thief: Phrase | None, payer: Phrase) -> tuple[t.Who, t.Who] | None:
    """ "Each Wizard (with a Red Hat) steals 1 Star from each neighbour (who has more Stars than they do)": everybody
    who is robbed, and for each of them (Member(0)) those neighbours who rob them.
    """
    match thief, payer:
        case Some(t.All() | t.Those(t.All()), "each"), Some(
            t.Neighbours(t.They("owner" | "they")) | t.Those(t.Neighbours(t.They("owner" | "they"))), "each"
        ):
            robber, robbed = (one.who.test if isinstance(one.who, t.Those) else None for one in (thief, payer))
        case _:
            return None
    near: t.Who = t.Neighbours(ME)
    match robbed:
        case t.Compare(t.Stat(t.Member(0), attr, False) as own, op, t.Stat(t.They("than"), same, False)) if (
            attr == same != "" and op in t.TURNED
        ):
            near, robbed = t.Those(near, t.Compare(own, t.TURNED[op], t.Stat(t.Member(1), attr))), None
    for test in filter(None, (robber, robbed)):
        if any(isinstance(part, t.They | t.Others | t.AsBefore | t.Did) for part in parts(test)) or has_member(test, 1):
            return None
    if robber is not None:
        near = t.Those(near.group, conj(near.test, robber)) if isinstance(near, t.Those) else t.Those(near, robber)
    return t.All() if robbed is None else t.Those(t.All(), robbed), near


def spell_does(verb: Verb) -> t.Act:
    """ "Gives the caster 3 Stars", "takes 2 Stars off every other Wizard", at the head of a text: the spell does it."""
    roles = Roles(None, verb)
    if verb.form != "s" or verb.passive or verb.denied or verb.modal or verb.perfect:
        raise NoSense
    roles.says("now")
    if verb.sense == "give":
        first = roles.take("object")
        receiver, what = (first, roles.take("object")) if isinstance(first, Some) else (roles.take("to", Some), first)
        if receiver.who != t.Caster() or receiver.how != "one":
            raise NoSense  # "gives the target 3 Stars": the caster's?
        made = clause(roles, changes(roles, what, gain=True), receiver)
    elif verb.sense == "take":
        what, receiver = roles.take("object", Amount | Amounts), roles.take("off", Some)
        made = clause(roles, changes(roles, what, gain=False), receiver)
    elif verb.sense == "turn":  # "turns the caster's Staff into Oak"
        return act_bare(replace(verb, form="b"))
    else:
        raise NoSense
    roles.done()
    return made


@happens("pay", "give")
def _pay(roles: Roles) -> t.Act:
    first = roles.take("object")
    of_them = first == Some(t.They("those"), "each") and any(role == "to" for role, _ in roles.left)
    if isinstance(first, Some) and not of_them:
        receiver, what = first, roles.take("object")
    else:
        receiver, what = roles.maybe("to", Some), first
    source = roles.maybe("from", Some)
    order = source is None and roles.subject is None and roles.form == "b" and roles.verb.sense == "give"
    if order and isinstance(what, Worn | Same) and receiver is not None:
        return worn(roles, receiver, what)
    if order and not (isinstance(what, Amount) and _whose(what)[1] in (Some(t.Caster()), Some(t.Caster(you=True)))):
        raise NoSense  # "give 3 Stars to ...": of whose Stars?
    if isinstance(roles.subject, Casts):
        raise NoSense
    if receiver is None and source is None and roles.verb.sense == "pay" and _says_instead(roles):
        return _payment_again(roles, what, "paid", t.Caster() if roles.subject is None else group(roles.subject))
    if receiver is None:
        raise NoSense
    if source is not None:  # "transfer 2 Stars from the chosen Wizard to the caster"
        if roles.subject is not None:
            raise NoSense
        said = (source.who, getattr(what, "number", None))
        if not _is_one(receiver) and any(isinstance(part, t.They) for part in parts(said)):
            raise NoSense  # "give every Wizard 1 Star from the next Wizard": next to whom?
        return pays(roles, source, receiver, what, "")
    if order and not _is_one(receiver):
        raise NoSense  # "give 2 of your Stars to your neighbours": those 2, or 2 to each?
    made = pays(roles, roles.subject, receiver, what)
    return _of_either(made, what) if receiver is first and _are_two(roles.subject, receiver) else made


def _are_two(payer: Phrase | None, receiver: Some) -> bool:
    """Whether both are one Wizard, and neither of them the caster."""
    return all(
        isinstance(who, Some) and who.how == "one" and not isinstance(who.who, t.Caster) for who in (payer, receiver)
    )


def _of_either(paid: t.Act, what: Phrase | None) -> t.Act:
    """ "The first chosen Wizard pays the second as many Stars as they have Crystals": who of the two? Only "half of
    their Stars" are those of whoever pays them.
    """
    if isinstance(what, Amount) and what.mode == "of":
        return paid
    amounts_said: dict[t.Node, t.Node] = {
        part.amount: replaced(part.amount, {THEY: t.They("either side")})
        for part in parts(paid)
        if isinstance(part, t.Pay)
    }
    found: t.Act = replaced(paid, amounts_said)
    return found


def _is_one(phrase: Phrase) -> bool:
    return isinstance(phrase, Some) and phrase.how == "one"


def worn(roles: Roles, who: Phrase | None, what: Worn | Same) -> t.Act:
    """ "Give the chosen Wizard a Blue Hat", "the same Hat as you": that is what they have then."""
    match what:
        case Same(str() as attr, Some(other, "one"), False, None) if attr not in ("Stars", "Crystals"):
            value: t.Value | None = t.ValueOf(other, attr)
        case Worn(_, str() as attr, value):
            pass
        case _:
            raise NoSense
    if value is None or not attr:
        raise NoSense
    return clause(roles, (t.Assign(SUBJECT, attr, value),), *([who] if who else []))


@happens("passive pay", "passive give", "passive award")
def _paid(roles: Roles) -> t.Act:
    """ "2 Stars are paid to the caster by X"; "the caster is given 2 Stars (by X)"."""
    by = roles.maybe("by", Some)
    what = roles.subject
    if what is None:  # "... and is given 2 Stars"
        return _is_given(roles, by)
    if isinstance(what, Some):
        credited = roles.maybe("with", Amount | Amounts | Turn) if roles.verb.sense == "award" and by is None else None
        receiver, what = what, _gained(credited or roles.take("object", Amount | Amounts | Worn | Turn))
    elif isinstance(what, Turn):
        receiver, what = roles.take("to", Some), _gained(what)
        if by is not None:
            raise NoSense
    else:
        receiver = roles.take("to", Some)
        by = by or roles.maybe("from", Some)
    if isinstance(what, Worn) and by is None and roles.verb.sense != "pay":
        return worn(roles, receiver, what)
    if not isinstance(what, Amount | Amounts):
        raise NoSense
    if by is None and isinstance(what, Amount) and what.mode == "of":
        what, by = _whose(what)
        if by is None:
            raise NoSense
    if by is None:
        if roles.verb.sense == "pay":
            raise NoSense
        _not_of_them(what)
        return clause(roles, changes(roles, what, gain=True), receiver)
    made = pays(roles, by, receiver, what, "")
    if receiver is roles.subject:
        made = received(made, receiver, roles.form)
    return made if _is_you(receiver) else whose_clear(made)


def received(paid: t.Act, receiver: Some, form: str) -> t.Act:
    """A payment of which the receiver is the subject: "they are paid 2 Stars by you, and lose a Crystal"."""
    if not isinstance(paid, t.Clause) or paid.subject is None or not all(isinstance(one, t.Pay) for one in paid.acts):
        raise NoSense
    acts = tuple(_robbed(one, paid.subject) for one in paid.acts)
    return t.Clause(group(receiver), acts, form)


def _robbed(paid: t.Act, payer: t.Who) -> t.Pay:
    """A payment of which the receiver is the subject; "all Stars" are those of whoever pays them. Raises NoSense."""
    if not isinstance(paid, t.Pay) or (SUBJECT_OWN in parts(paid.amount) and not is_one(payer)):
        raise NoSense
    return replace(paid, payer=payer, receiver=SUBJECT, amount=replaced(paid.amount, {SUBJECT_OWN: payer}))


def _is_given(roles: Roles, by: Some | None) -> t.Act:
    what = roles.take("object", Amount | Amounts)
    if by is None:
        if roles.verb.sense == "pay":
            raise NoSense
        return clause(roles, changes(roles, what, gain=True))
    made = whose_clear(pays(roles, None, Some(t.Caster()), what))
    assert isinstance(made, t.Clause)
    acts = tuple(_robbed(part, group(by)) for part in made.acts)
    return t.Clause(None, acts, roles.form)


@happens("go", "move", "passive move", "pass")
def _goes(roles: Roles) -> t.Act:
    """ "2 Stars go from the chosen Wizard to the caster", "1 Star each goes to them"; of spells, they turn."""
    order = roles.verb.sense == "move" and roles.subject is None and not roles.verb.passive and roles.form == "b"
    if order and any(role == "object" and isinstance(value, Amount | Amounts) for role, value in roles.left):
        what, owner = _whose(roles.take("object", Amount | Amounts))
        source = owner or roles.take("from", Some)  # "move 2 Stars from the target to the caster", "2 of your Stars"
        return pays(roles, source, roles.take("to", Some), what, "")
    if roles.verb.sense == "move" and not isinstance(roles.subject, Amount | Amounts):
        return redirected(roles) if roles.verb.passive else redirects(roles)
    said = any(name == "adverb" and word.sense == "instead" for name, word in roles.verb.parts)
    if roles.verb.sense == "go" and isinstance(roles.subject, Casts) and said:
        return redirects(roles)  # "all spells that target them go to you instead"
    told = _amount_told(roles)
    what, owner = _whose(told)
    source, to = owner or roles.maybe("from", Some), roles.take("to", Some)
    if source is not None:
        return pays(roles, source, to, what, "")
    if isinstance(told, Amount) and told.mode == "of" and (told.owner or _owner_of(told.number)) is not None:
        raise NoSense  # "3 of their Stars go to you": who pays them?
    _not_of_them(told)
    if roles.verb.sense != "go":
        raise NoSense
    return clause(roles, changes(roles, what, gain=True), to)


def _not_of_them(what: Phrase) -> None:
    """ "(Do they have 3 Stars?) If so, 3 of them go to you": they are somebody's, who pays them. Raises NoSense."""
    if isinstance(what, Amount) and (what.op == "of them" or what.mode == "of them"):
        raise NoSense


@happens("bestow")
def _bestow(roles: Roles) -> t.Act:
    """ "Give the caster 2 Stars": nobody is there who could pay the caster. Of others it is not said who pays them."""
    if roles.subject is not None or roles.form != "b":
        raise NoSense
    first = roles.take("object")
    receiver, what = (first, roles.take("object")) if isinstance(first, Some) else (roles.take("to", Some), first)
    if not isinstance(what, Amount | Amounts) or not _is_caster_too(receiver):
        raise NoSense
    if any(part.mode == "of" or part.op == "all" for part in (what.parts if isinstance(what, Amounts) else (what,))):
        raise NoSense  # "give the caster half of the chosen Wizard's Stars": those Stars, or as many?
    return clause(roles, changes(roles, what, gain=True), receiver)


def _gained(what: Phrase) -> Phrase:
    """ "(Credit the caster with) a gain of 3 Stars": as 3 Stars, which are given. Raises NoSense."""
    if not isinstance(what, Turn):
        return what
    if what.way != "gain":
        raise NoSense  # "they are awarded a loss of 3 Stars"
    return what.amount


def _is_caster_too(receiver: Phrase) -> bool:
    """Whether these are the caster, alone or among those who are named."""
    match receiver:
        case Some(t.Caster(), "one", place=False):
            return True
        case Some(t.Join(some), "each", place=False):
            return any(isinstance(who, t.Caster) for who in some)
        case Some(_, "each" | "plural", place=False, you_too=True):
            return True
    return False


@happens("award")
def _award(roles: Roles) -> t.Act:
    """ "Award the caster 2 Stars": out of nothing, if nobody does it."""
    if roles.subject is not None:
        raise NoSense
    first = roles.take("object")
    if isinstance(first, Some):
        receiver = first
        what = roles.maybe("with", Amount | Amounts | Turn) or roles.take("object")  # "... with 2 Stars"
    else:
        receiver, what = roles.take("to", Some), first
    what = _gained(what)
    if isinstance(what, Worn):
        return worn(roles, receiver, what)
    if not isinstance(what, Amount | Amounts):
        raise NoSense
    return clause(roles, changes(roles, what, gain=True), receiver)


@happens("steal", "take")
def _steal(roles: Roles) -> t.Act:
    what = roles.take("object")
    from_somebody = any(role == "from" for role, _ in roles.left)
    if isinstance(what, Own) and roles.verb.sense == "take":
        return _worn_round(roles, what)
    if _says_instead(roles) and not from_somebody and _is_you(roles.subject):
        return _payment_again(roles, what, "stolen", None)
    if isinstance(what, Number | Some) and roles.verb.sense == "take" and roles.subject is None and not from_somebody:
        return taken(what)
    if isinstance(what, Amount) and what.mode == "of" and (roles.subject is not None or not from_somebody):
        owner = what.owner if what.owner is not None else _owner_of(what.number)
        source = roles.maybe("from", Some)
        if source is None:
            if owner in (None, t.Caster()) or (owner == THEY and not _is_you(roles.subject)):
                raise NoSense
            if owner == THEY and isinstance(what.number, t.Int):
                raise NoSense  # "your neighbours lose 1 Star. Steal 2 of their Stars": of each?
            source = Some(owner)
        return steals(roles, roles.subject, source, _whose(what)[0])
    whose = any(isinstance(part, Amount) and part.mode for part in (what, *getattr(what, "parts", ())))
    if roles.verb.sense == "take" and not from_somebody and not whose and roles.subject in (None, Some(t.Caster())):
        return clause(roles, tuple(t.FromNobody(one) for one in changes(roles, what, gain=True)))  # "take 6 Stars"
    return steals(roles, roles.subject, roles.take("from", Some), what)


@happens("receipt")
def _receipt(roles: Roles) -> t.Act:
    """ "Receive 2 Stars from the chosen Wizard": of several who receive, each from each, it is not said how often."""
    if isinstance(roles.subject, Some) and roles.subject.how != "one":
        raise NoSense
    what = roles.take("object", Amount | Amounts)
    return steals(roles, roles.subject, roles.take("from", Some), what)


def _owner_of(number: t.Num) -> t.Who | None:
    """Whose Stars a part of them is."""
    match number:
        case t.Part(t.Stat(who), _, _) | t.Greatest((t.Int(0), t.Stat(who))) | t.Stat(who):
            return who
    return None


def _told_in(roles: Roles, what: Phrase | None) -> Phrase | None:
    """ "The result (is lost) in Stars"."""
    thing = roles.maybe("in", Amount)
    if thing is None:
        return what
    match what:
        case Number(number, attr) | Amount("=", t.Num() as number, attr, "" | "of", None) if thing.op == "bare" and (
            attr in ("", thing.attr)
        ):
            return Amount("=", number, thing.attr)
    raise NoSense


def _amount_told(roles: Roles) -> Amount | Amounts:
    """The Stars of which a passive verb is said: "2 Stars are taken". Raises NoSense."""
    told = _told_in(roles, roles.subject)
    if isinstance(told, Same) and told == Same(told.what) and isinstance(told.what, tuple):
        return Amount("=", t.ThatMany(), told.what[1], mode="that")  # "the same number is lost by them too"
    if not isinstance(told, Amount | Amounts):
        raise NoSense
    return told


@happens("passive steal")
def _stolen(roles: Roles) -> t.Act:
    what = _amount_told(roles)
    return pays(roles, roles.take("from", Some), roles.take("by", Some), what, "")


@happens("remove")
def _remove(roles: Roles) -> t.Act:
    """ "Remove 2 Stars from the chosen Wizard", "knock 2 Stars off them", "subtract 2 from the result"."""
    pile = roles.maybe("from", Own)  # "subtract 3 from the caster's Stars"
    if pile is not None:
        return clause(roles, changes(roles, _of_pile(roles, pile), gain=False), pile.owner)
    if numbers := roles.maybe("object", Number):
        return subtracted(roles, numbers)
    if roles.subject is not None:
        raise NoSense
    thing = roles.maybe("object", Own | Owns)
    if thing is not None:
        return clause(roles, _none_of(thing), thing.owner)  # "remove the chosen Wizard's Hat"
    what, owner = _whose(roles.take("object", Amount | Amounts))
    source = owner or _with_pile(roles, what, "from", "off")
    return clause(roles, changes(roles, what, gain=False), source)


def _with_pile(roles: Roles, what: Amount | Amounts, *ways: str) -> Some:
    """Whose pile that is: "(strike 3 Stars) from the target's Stars", "off their tally"; or "off the target".

    Raises NoSense if it is of another thing, or not said.
    """
    for way in ways:
        match roles.maybe(way, Some | Own):
            case Some() as who:
                return who
            case Own(owner, attr, start=False) if isinstance(what, Amount) and what.attr and attr in ("", what.attr):
                return owner
    raise NoSense


@happens("take away")
def _take_away(roles: Roles) -> t.Act:
    """ "Take 2 Stars away from the chosen Wizard": they are gone. Of somebody who does it, it could be their gain."""
    if roles.subject is not None or roles.form != "b":
        raise NoSense
    return _remove(roles)


@happens("passive remove", "passive take")
def _removed(roles: Roles) -> t.Act:
    if isinstance(roles.subject, Number) and not roles.left and roles.verb.sense == "take":
        return note(roles.subject.number, roles.subject.attr)  # "the average of their Stars is taken"
    if isinstance(roles.subject, Own | Owns) and roles.verb.sense == "remove":
        return _is_doffed(roles)
    what, owner = _whose(_amount_told(roles))
    source, to = owner or _with_pile(roles, what, "from", "off"), roles.maybe("to", Some)
    by = roles.maybe("by", Some)
    if by is not None:
        if to is not None or roles.verb.sense != "take":
            raise NoSense
        to = by
    if to is not None:
        return pays(roles, source, to, what, "")
    return clause(roles, changes(roles, what, gain=False), source)


def _of_pile(roles: Roles, pile: Own) -> Amount:
    """How much is added to what somebody has, or taken from it: "(add) 3 (to the caster's Stars)"."""
    what: Amount | Number = roles.take("object", Amount | Number)
    if roles.subject is not None or roles.form != "b" or not isinstance(pile.attr, str) or pile.start:
        raise NoSense
    if isinstance(what, Number):
        if what.attr or not _of_dice(what.number):
            raise NoSense
        return Amount("=", what.number, pile.attr)
    if pile.attr in ("", what.attr) and what.attr:
        return what
    raise NoSense


@happens("add")
def _add(roles: Roles) -> t.Act:
    to = roles.maybe("to", Some)
    pile = None if to is not None else roles.maybe("to", Own)  # "add 2 Stars to the caster's Stars"
    if to is None and pile is None:
        return added(roles)
    if pile is not None and (other := roles.maybe("object", Own)) is not None:
        return added_to(roles, other, pile)
    if roles.subject is not None:
        raise NoSense
    if pile is not None:
        return clause(roles, changes(roles, _of_pile(roles, pile), gain=True), pile.owner)
    what = roles.take("object", Amount | Amounts)
    return clause(roles, changes(roles, what, gain=True), to)


@happens("passive add")
def _added(roles: Roles) -> t.Act:
    if isinstance(roles.subject, Pointer | Own):
        return added(roles)  # "the results are added"
    what = _amount_told(roles)
    return clause(roles, changes(roles, what, gain=True), _with_pile(roles, what, "to"))

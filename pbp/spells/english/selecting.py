"""Spells that have no effect, are moved, or are replaced. A function for each verb, by its sense."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.flowing import that_one
from pbp.spells.english.lexicon import Said, Word
from pbp.spells.english.lots import choose_by_lot
from pbp.spells.english.measures import casts_who, told_which
from pbp.spells.english.outcomes import act, happens
from pbp.spells.english.phrases import (
    ME,
    THEY,
    Aim,
    Bag,
    Casts,
    Own,
    Phrase,
    Pointer,
    Roles,
    Same,
    Some,
    Time,
    Verb,
    group,
    one,
)
from pbp.spells.english.shares import so_does, told
from pbp.spells.sense.conditions import conj
from pbp.spells.sense.lasting import considered, considered_none, redirect, redirect_when, void
from pbp.spells.walk import is_one, parts

INSTEAD = Said(Word("R", "instead"), -1)


def settled(casts: Casts) -> Casts:
    """These spells, unless nobody says which: "one of your neighbours' spells", "some spell", "any one spell"."""
    if casts.op == "one of":
        raise NoSense
    return casts


def voided(casts: Casts) -> t.Act:
    """These spells have no effect."""
    settled(casts)
    if casts.own and casts.who is not None:
        return void(t.Owner(t.Caster()))
    if casts.how in ("some", "none", "count", "the name"):  # "the Burn spell": theirs, or all of that name?
        if casts.how == "some" and (casts.group == t.All() or isinstance(casts.group, t.Owner)):
            return void(casts_who(replace(casts, how="plural")))  # "their Burn spell": of one Wizard
        raise NoSense
    return void(casts_who(casts))


@happens("do")
def _do(roles: Roles) -> t.Act:
    what = roles.maybe("object", Pointer)
    roles.says("any")  # "at all"
    if roles.subject == Pointer("this"):
        roles.subject = Casts(t.Owner(t.Caster()), own=True)
    if what is not None and what.word == "nothing" and isinstance(roles.subject, Casts):
        return t.Nothing() if roles.subject.own and roles.subject.who is not None else voided(roles.subject)
    if what == Pointer("anything") and isinstance(roles.subject, Casts) and roles.not_so():
        return voided(roles.subject)
    if what is None and isinstance(roles.subject, Some):
        return t.Clause(group(roles.subject), (), "does")
    if what is None and isinstance(roles.subject, Own):  # "your Hat turns Blue, and theirs does too"
        return so_does(roles.subject)
    raise NoSense


@happens("resolve")
def _resolves_not(roles: Roles) -> t.Act:
    """ "No Burn takes effect this Duel", "that spell does not take effect"."""
    casts = roles.subject
    roles.says("any")  # "at all"
    roles.modal_of("can", "may")
    if not isinstance(casts, Casts) or (casts.how == "none") == roles.not_so():
        raise NoSense
    time = next((value for role, value in roles.verb.parts if role == "time"), None)
    made = voided(replace(casts, how="plural") if casts.how == "none" else casts)
    return made if time != Time("now") else t.Lasting(made, False)


@happens("work")
def _works_not(roles: Roles) -> t.Act:
    """ "That spell does not work"."""
    if not isinstance(roles.subject, Casts):
        raise NoSense
    if roles.subject.how == "none" and not roles.denied:  # "no spell aimed at you works"
        return voided(replace(roles.subject, how="plural"))
    if not roles.not_so():
        raise NoSense
    return voided(roles.subject)


@happens("be")
def _is(roles: Roles) -> t.Act:
    """ "That spell is without effect", "is void"."""
    if isinstance(roles.subject, Own) and any(
        isinstance(said, Said) and said.sense == "now" for _, said in roles.verb.parts
    ):  # "their Hat is now Red": it becomes that
        left, roles.left = roles.left, []
        return act(roles.subject, Verb("become", roles.form, parts=tuple(left)))
    moved = target_is(roles, roles.subject)
    if moved is not None:
        return moved
    if any(role == "adj" for role, _ in roles.left):
        return voided_by(roles)
    if any(role in ("object", "compare") for role, _ in roles.left):
        return told(roles)
    if not any(role == "without" for role, _ in roles.left):  # "is of no effect"
        if roles.maybe("of") != Pointer("no effect") or not isinstance(roles.subject, Casts):
            raise NoSense
        return voided(roles.subject)
    if roles.maybe("without") != Pointer("any effect") or not isinstance(roles.subject, Casts):
        raise NoSense
    return voided(roles.subject)


@happens("fail", "passive void")
def _fail(roles: Roles) -> t.Act:
    if not isinstance(roles.subject, Casts):
        raise NoSense
    return voided(roles.subject)


@happens("void")
def _void(roles: Roles) -> t.Act:
    if roles.subject is not None and not (isinstance(roles.subject, Casts) and roles.subject.own):
        raise NoSense
    return voided(told_which(roles.take("object", Casts)))


def voided_by(roles: Roles) -> t.Act:
    """ "That spell is left without effect", "is rendered void", "is deprived of its effect"."""
    gone = roles.maybe("of" if roles.verb.sense == "dock" else "without", Pointer | Casts)
    own = isinstance(gone, Casts) and gone.who in (t.They("it"), t.They("spell"), t.They("those spells"))
    if gone is None:
        said = roles.take("adj", Said)
        if said.sense != "ineffective" or roles.verb.sense == "dock":
            raise NoSense
    elif gone not in (Pointer("any effect"), Pointer("no effect")) and not own:
        raise NoSense
    if gone == Pointer("no effect") or not isinstance(roles.subject, Casts):
        raise NoSense
    return voided(roles.subject)


def loses_effect(roles: Roles) -> t.Act:
    """ "All spells but Burn lose their effect"."""
    gone = roles.take("object", Pointer | Casts)
    own = isinstance(gone, Casts) and gone.who in (t.They("it"), t.They("spell"), t.They("those spells"))
    if (gone != Pointer("any effect") and not own) or not isinstance(roles.subject, Casts):
        raise NoSense
    return voided(roles.subject)


def only_these(casts: Phrase) -> t.Act:
    """All spells but these have no effect."""
    match casts:
        case Casts(None, t.Cond() as kind, t.All(), "name" | "plural", name=str() | None, own=False) if (
            kind != t.CastIs(ME)
        ):
            return void(t.Casters(t.All(), conj(t.CastIs(ME), t.Not(kind))))
    raise NoSense


@happens("passive render")
def _rendered(roles: Roles) -> t.Act:
    return voided_by(roles)


@happens("happen", "passive perform")
def _nothing(roles: Roles) -> t.Act:
    if roles.subject != Pointer("nothing"):
        raise NoSense
    roles.says("any")  # "at all"
    return t.Nothing()


def whose_target(phrase: Phrase | None) -> t.Who | None:
    """Whose spell it is, of "the target of that Wizard's spell", "its target", "the target of that spell"."""
    match phrase:
        case Some(t.Top(t.Those(t.All(), t.Holds(t.Owner() as owner, _, _, t.Targets())), _, _, "sole"), "one"):
            return owner
        case Aim(casts):
            return casts_who(settled(casts))
        case Some(t.They("its target"), "one", place=True):
            return t.They("spell")
        case Some(t.TargetOf(t.They("spell" | "it")), "one", place=True):
            return t.They("spell")
    return None


def target_moved(casts: t.Who, to: t.Who) -> t.Act:
    """The target of these spells is another; of "that spell" the condition before says whom it targets."""
    return t.Clause(None, (t.Redirect(casts, None, to),)) if casts == t.They("spell") else redirect(casts, to)


def target_is(roles: Roles, subject: Phrase | None) -> t.Act | None:
    """ "Its target is the chosen position instead", "the chosen Wizard is now its target"; None of anything else."""
    what = next((value for role, value in roles.left if role == "object"), None)
    casts, to = whose_target(subject), what
    if casts is None:
        casts, to = whose_target(what), subject
    changed = any(name == "adverb" and value.sense in ("instead", "now") for name, value in roles.verb.parts)
    if casts is None or not changed or not isinstance(to, Some):
        return None
    roles.take("object")
    return target_moved(casts, one(to))


def _to(roles: Roles) -> t.Who:
    if roles.maybe("to casters") is not None:
        return t.They("spell")
    to = roles.maybe("to", Some) or roles.maybe("at", Some) or roles.maybe("because", Some) or roles.take("on", Some)
    return one(_next_one(to))


def _next_one(to: Some) -> Some:
    """ "The next Wizard", which is not so surely next to the target as "the next position" is."""
    match to:
        case Some(t.Offset(t.They("place"), steps), place=False):
            return replace(to, who=t.Offset(t.They("place of somebody"), steps))
    return to


def _moved_casts(casts: Casts) -> t.Who:
    settled(casts)
    if casts.how in ("none", "count", "the name") or (casts.own and casts.who is not None):
        raise NoSense
    if casts.how == "some":
        casts = replace(casts, how="plural")
    return casts_who(casts)


def announced(casts: Casts, *, moved: bool = False) -> t.Act:
    """Spells of which it is said next what happens to them: "... is redirected. It targets the caster instead"."""
    if settled(casts).how in ("none", "count", "the name") or casts.own:
        raise NoSense
    who = casts_who(replace(casts, how="plural") if casts.how == "some" else casts)
    return t.Clause(None, (t.Mention(who, spells=True, moved=moved),))


def _beside_it(to: Some) -> Some:
    """ "The position before that one": before the one that the spell would have targeted."""
    match to.who:
        case t.Offset(t.They("would target" | "moved from"), steps):
            return replace(to, who=t.Offset(t.They("place"), steps))
    return to


def _bare(verb: Verb) -> bool:
    """Whether it is only said what a spell targets: "(... to have selected Burn,) and it targets the caster"."""
    return verb.form == "s" and not verb.denied and not verb.modal and [role for role, _ in verb.parts] == ["object"]


def spells_meant(subject: Phrase | None) -> Phrase | None:
    """ "They", "each of them", "these": the spells spoken of, where only a spell can be meant."""
    if isinstance(subject, Some) and subject.who in (THEY, t.They("those"), t.They("these")) and not subject.place:
        if subject.how == "none":  # "none of them has any effect"
            return Casts(who=t.They("those spells"), how="none")
        return Casts(who=t.They("those spells")) if (subject.who == THEY) == (subject.how == "one") else subject
    return subject


@happens("target")
def _target(roles: Roles) -> t.Act:
    """ "Spells that target the caster target the chosen position instead"."""
    roles.subject = spells_meant(roles.subject)
    if roles.subject in (Pointer("it"), Casts(t.They("spell")), Casts(t.They("it"))) and _bare(roles.verb):
        return t.AimedAt(one(roles.take("object", Some)))
    if not isinstance(roles.subject, Casts):
        raise NoSense
    said = roles.take("object", Some)
    to = _next_one(_beside_it(said))
    would = isinstance(said.who, t.Offset) and said.who.of == t.They("would target")
    if roles.verb.denied:
        return _no_longer(roles, said)
    gone = roles.maybe("instead", Some)
    if gone in (Some(t.They("its target"), place=True), Some(t.They("would target"), place=True)):
        return _moved(roles.subject, to.who)  # "instead of its target": whatever that is
    if gone is not None:
        return redirect_when((_moved_casts(roles.subject), one(gone)), one(to))
    casts = _moved_casts(roles.subject)
    if roles.maybe("instead of all") is not None:
        if any(isinstance(part, t.Targets) for part in parts(casts)):
            raise NoSense  # "spells that target you target the next Wizard instead of anybody else": of others, too?
    elif not would and not any(
        name == "adverb" and value.sense in ("instead", "now") for name, value in roles.verb.parts
    ):
        raise NoSense
    whose = t.Targets(ME, None) in parts(casts) or casts in (t.They("such"), t.They("those spells"))
    if isinstance(to.who, t.Offset) and whose and (that_one(to.who.of) or to.who.of == t.They("that one")):
        raise NoSense  # "... that targets a Wizard targets the position before that Wizard": whom it would have hit?
    if casts == t.They("spell"):
        return t.Clause(None, (t.Redirect(casts, None, one(to)),))
    return redirect(casts, one(to))


@happens("passive target")
def _is_targeted(roles: Roles) -> t.Act:
    """ "The chosen Wizard is targeted by that spell instead"."""
    by = roles.take("by")
    casts = t.They("spell") if by == Pointer("it") else casts_who(by) if isinstance(by, Casts) else None
    if casts is None or not any(role == "adverb" and said.sense == "instead" for role, said in roles.verb.parts):
        raise NoSense
    return target_moved(casts, one(roles.subject))


def _no_longer(roles: Roles, said: Some) -> t.Act:
    """ "Spells that target the caster do not target them any more": whom they target is said next. Or NoSense."""
    casts = roles.subject
    if not isinstance(casts, Casts) or not roles.not_so() or roles.says("rest") is None:
        raise NoSense
    was = [part.whom for part in parts(casts_who(casts)) if isinstance(part, t.Targets)]
    if len(was) != 1 or said.who not in (was[0], THEY, t.They("them")):
        raise NoSense
    return announced(casts, moved=True)


@happens("passive redirect", "passive direct", "passive move")
def redirected(roles: Roles) -> t.Act:
    """ "That spell is redirected to the next position", "is aimed at them instead"; or its target is."""
    owner = whose_target(roles.subject)
    if owner is not None:
        return target_moved(owner, _to(roles))
    if not isinstance(roles.subject, Casts):
        raise NoSense
    if not roles.verb.parts and roles.verb.sense == "redirect":
        return _told_next(roles.subject)
    return _moved(roles.subject, _to(roles))


def _told_next(casts: Casts) -> t.Act:
    """ "Each spell that targets the caster is redirected": whom they target is said next."""
    if any(isinstance(part, t.They) for part in parts(casts_who(casts))):
        raise NoSense
    return announced(casts, moved=True)


def _moved(casts: Casts, to: t.Who) -> t.Act:
    """These spells target somebody else; of "that spell" the condition before says whom it targets."""
    if casts == Casts(who=t.They("spell")):
        return t.Clause(None, (t.Redirect(t.They("spell"), None, to),))
    return redirect(_moved_casts(casts), to)


@happens("concern")
def _concerns(roles: Roles) -> t.Act:
    """ "This concerns spells of other Wizards": what happens to them is said next."""
    this = isinstance(roles.subject, Casts) and roles.subject.own
    if not this and roles.subject not in (Pointer("this"), Pointer("it")):
        raise NoSense
    what = roles.take("object", Casts | Some)
    return announced(what) if isinstance(what, Casts) else t.Clause(None, (t.Mention(group(what)),))


@happens("redirect", "move")
def redirects(roles: Roles) -> t.Act:
    """ "Redirect that spell to the next position", "it bounces back to its caster"."""
    if isinstance(roles.subject, Casts) and not roles.subject.own:  # "it bounces back to its caster"
        return _moved(roles.subject, _to(roles))
    owner = whose_target(roles.subject)
    if owner is not None and not any(role == "object" for role, _ in roles.left):  # "its target shifts to ..."
        return target_moved(owner, _to(roles))
    if roles.subject is not None and not (isinstance(roles.subject, Casts) and roles.subject.own):
        raise NoSense
    aim = roles.maybe("object", Some | Aim)
    if isinstance(aim, Aim):
        told_which(aim.casts)
    if aim is not None:  # "move its target to the next position"
        owner = whose_target(aim)
        if owner is None:
            raise NoSense
        return target_moved(owner, _to(roles))
    casts = told_which(roles.take("object", Casts))
    if not roles.left and roles.subject is None and roles.verb.sense == "redirect":
        return _told_next(casts)
    return _moved(casts, _to(roles))


def given(what: Phrase, at: Some | None = None, *, kept: bool = False) -> Any:
    """A spell that is selected instead, with its inputs."""
    if isinstance(what, Casts) and isinstance(what.kind, t.And) and at is None:
        match what.kind.parts:
            case (t.CastIs(_, (_,)) as named, t.Targets(t.Member(0), t.Who() as whom)):
                what, at = Casts(None, named, how="name"), Some(whom)
            case (t.CastIs(_, ()), t.Targets(t.Member(0), t.Who() as whom)) if (
                isinstance(what.group, t.Owner) and what.how == "some"
            ):
                what, at = Casts(what.group), Some(whom)  # "the chosen Wizard's spell, targeting the caster"
    inputs = () if at is None else (one(at),)
    match what:
        case Casts(own=True, name=str()) | Casts(who=t.Owner(t.Caster()), own=True) if at is None:
            return t.OwnName(), (), kept
        case Casts(None, t.CastIs(_, (name,)), _, "name" | "some" | "plural"):
            return name, inputs, kept
        case Casts(t.Owner(other), None):
            return t.SpellOf(other), inputs, kept
        case Casts(t.They("spell") as spoken_of, None):
            return t.SpellOf(spoken_of), inputs, kept
        case Same("spell", Some(other, "one"), False, None):
            return t.SpellOf(other), inputs, kept
    raise NoSense


def replaced_by(roles: Roles, casts: Phrase, what: Phrase) -> t.Act:
    """ "The chosen Wizard's spell becomes Fizzle"."""
    roles.says("instead")
    if not isinstance(casts, Casts) or casts.how in ("none", "count") or (casts.own and casts.who is not None):
        raise NoSense
    who = casts_who(replace(casts, how="plural") if casts.how == "some" else casts)
    return considered(who, given(what))


def reselected(casts: Phrase) -> t.Act:
    """ "Disregard the spell that the chosen Wizard selected": which one they selected instead is said next."""
    match casts:
        case Casts(t.Owner(who), None, how="one" | "the" | "some") if is_one(who) and not casts.own:
            return t.Clause(None, (t.Mention(who, replaced=True),))
    raise NoSense


def replaces(roles: Roles) -> t.Act:
    if roles.verb.passive and not roles.verb.parts and isinstance(roles.subject, Casts):
        return reselected(roles.subject)  # "their selection is replaced"
    casts = roles.subject if roles.verb.passive else told_which(roles.take("object", Casts))
    if not roles.verb.passive and roles.subject is not None:
        raise NoSense
    what = roles.maybe("by") or roles.take("with")
    if casts is None:
        raise NoSense
    return replaced_by(roles, casts, what)


KEPT = (Pointer("inputs kept"), Pointer("their inputs kept"))
"""How it is said that the inputs stay as they were."""


def _gone(bag: Bag) -> Casts | None:
    """The spell that is not cast: "instead of Burn", "in place of this", "instead of their own"."""
    match bag.maybe("instead", Casts | Pointer | Own):
        case Casts() as casts:
            return casts
        case Pointer("this"):
            return Casts(t.Owner(t.Caster()), own=True)
        case Own(Some(t.Caster() | t.They() as who, "one"), "", False):
            return Casts(t.Owner(who))
        case None:
            return None
    raise NoSense


def replaced(who: t.Who, spell: Any, gone: Casts | None) -> t.Act:
    """Somebody has selected another spell, instead of what is said to be theirs."""
    instead = None if gone is None else casts_who(gone)
    match instead:
        case t.Who() if who in (THEY, t.They("them")) and not isinstance(instead, t.Owner):
            raise NoSense  # "in place of what your neighbours selected, they ..."
        case t.Owner(t.They()) if isinstance(who, t.Caster):
            raise NoSense  # "you are considered to have selected Burn instead of theirs"
        case t.Owner(t.Caster()) if who == t.They("that Wizard"):
            raise NoSense
        case t.Owner(owner) if who in (THEY, t.They("them"), t.They("that Wizard")):
            if not is_one(owner):
                raise NoSense
            if not isinstance(owner, t.They):
                return considered(owner, spell)  # "in place of what the chosen Wizard selected, they ..."
    return considered(who, spell, instead)


def _with_inputs(what: Phrase, who: t.Who, at: Some | None, said: tuple[Roles, ...]) -> Any:
    """A spell that somebody selects instead, with the inputs that are told with it: "with the same inputs"."""
    at = at or next(filter(None, (roles.maybe("with", Some) for roles in said)), None)
    inputs = next(filter(None, (roles.maybe("with", Pointer) for roles in said)), None)
    same = next(filter(None, (roles.maybe("with", Same) for roles in said)), None)
    if same is not None:
        if same != Same("position") or inputs is not None:
            raise NoSense
        inputs = Pointer("inputs")  # "with the same target"
    if inputs is not None and at is not None:
        raise NoSense
    spell = given(what, at, kept=inputs is not None)
    if same is not None and not isinstance(spell[0], str):
        raise NoSense  # "the chosen Wizard's spell instead, with the same target": as this spell, or as theirs?
    if inputs == Pointer("inputs given") and isinstance(spell[0], t.SpellOf) != (who == t.Caster()):
        raise NoSense  # "the caster ... Burn, with the inputs that they gave": who gave them?
    if inputs == Pointer("inputs given for it") and not (isinstance(spell[0], t.SpellOf) and who == t.Caster()):
        raise NoSense  # "the target ... Burn, with the inputs that they gave for it": they gave none for Burn
    if inputs == Pointer("that Wizard's inputs") and not (
        isinstance(spell[0], t.SpellOf) and (who == t.Caster() or isinstance(spell[0].who, t.Chosen))
    ):
        raise NoSense  # theirs who selected the spell, not theirs who are considered to have
    if inputs in KEPT and (isinstance(spell[0], t.SpellOf) or (inputs == KEPT[1] and who == t.Caster())):
        raise NoSense  # "the target's spell, keeping their inputs": whose?
    return spell


@happens("cast", "select")
def _cast_instead(roles: Roles) -> t.Act:
    """ "The chosen Wizard casts Fizzle instead (of their spell)"."""
    drawn = any(name == "adverb" and value.sense == "random" for name, value in roles.verb.parts)
    if roles.subject is None or roles.verb.form not in ("s", "b", "m") or drawn:
        return choose_by_lot(roles)
    said = any(name == "adverb" and value.sense == "instead" for name, value in roles.verb.parts)
    gone = _gone(roles)
    if not said and gone is None:
        raise NoSense
    what, who = roles.take("object", Casts | Same), group(roles.subject)
    return replaced(who, _with_inputs(what, who, None, (roles,)), gone)


@happens("cause")
def _cause(roles: Roles) -> t.Act:
    """ "Make the named Wizard lose 1 Crystal", "let them gain 2 Stars"."""
    if roles.subject is not None and not (isinstance(roles.subject, Casts) and roles.subject.own):
        raise NoSense
    return caused(roles.take("object"), roles.maybe("do", Verb) or roles.take("to do", Verb))


def caused(whom: Phrase, inner: Verb) -> t.Act:
    """What is done by somebody who is told to: "let the chosen Wizard lose 1 Star", "let that spell have no effect"."""
    can = _CAUSED.get(type(whom), ())
    if inner.sense not in can or inner.passive:
        raise NoSense
    return made_to(whom, inner)


def made_to(whom: Phrase, inner: Verb) -> t.Act:
    """What somebody or something does who is told to."""
    if inner.form != "b" or (inner.modal and not inner.unable):
        raise NoSense
    if isinstance(whom, Casts):
        told_which(whom)  # "make a spell that targets you have no effect"
    if isinstance(whom, Own) and inner.sense in ("be", "match", "equal") and not inner.passive:
        inner = replace(inner, sense="become")  # "let their Hat be Red", "make their Hat match yours"
    made = act(whom, replace(inner, form="m" if inner.unable else "s"))
    match made:
        case t.Clause(t.Who(), _, "s"):
            return replace(made, form="let")  # "let them lose 2 Stars and give the caster 3": who gives them?
        case t.Clause(None, (t.Watch(), *_), _):
            return replace(made, form="let")  # "let them be immune to Burn and lose 2 Stars": who loses them?
        case t.Lasting(t.Clause(None, (t.Watch(), *_)) as lasts, rest):
            return t.Lasting(replace(lasts, form="let"), rest)
    return made


_CAUSED: dict[type[Phrase], tuple[str, ...]] = {
    Casts: ("target", "affect", "have", "cause", "give", "do", "fail"),
    Own: ("become", "turn", "change", "be", "match", "equal", "reduce", "raise", "double"),
    Some: ("lose", "gain", "pay", "give", "steal", "swap", "cast", "select", "be", "endup"),
}
"""What a spell, a thing that somebody has, or a Wizard can be made to do."""


@happens("consider")
def _count_as(roles: Roles) -> t.Act:
    """ "They count as having selected Fizzle", "consider the caster to have selected Fizzle"."""
    if roles.subject is None:
        roles.subject = roles.take("object", Some | Casts)
    return _considered(roles)


def _considered_by(roles: Roles, what: Casts) -> t.Act:
    """ "Mint is considered to have been selected by them instead"."""
    inner = roles.take("to do", Verb)
    if inner.sense == "be" and not (inner.denied or inner.modal or inner.passive or inner.perfect):
        own = Roles(None, inner)  # "each Burn spell is considered to be a Jolt spell"
        into = own.take("object", Casts)
        own.says("instead")
        own.done()
        return replaced_by(roles, what, into)
    if inner.sense not in ("select", "cast", "choose") or not (inner.perfect and inner.passive) or inner.denied:
        raise NoSense
    own = Roles(None, inner)
    instead = own.says("instead") or roles.says("instead")
    if not instead and (own.says("also") or roles.says("also")):
        raise NoSense
    who = group(own.take("by", Some))
    gone = _gone(own) or _gone(roles)
    own.done()
    if what.how == "none" and what.kind == t.CastIs(ME):
        return considered_none(who)  # "no spell is considered to have been selected by them"
    return replaced(who, given(what), gone)


def _aimed_anew(roles: Roles) -> t.Act | None:
    """ "That spell is considered to target the caster instead", "... is treated as if it targeted the caster"."""
    for role, value in roles.left:
        match role, value:
            case "to do" | "as" | "as doing", Verb("target", _, False, False, "") as inner:
                pass
            case "as if", (Pointer("it"), Verb("target", "d", False, False, "") as inner):
                pass
            case _:
                continue
        roles.left.remove((role, value))
        roles.says("instead")
        return act(roles.subject or Pointer("it"), Verb("target", "s", parts=(*inner.parts, ("adverb", INSTEAD))))
    return None


def _counted_as(roles: Roles) -> t.Act | None:
    """ "That spell counts as Burn", "is treated as Burn targeting the caster", "is considered to be Burn"."""
    aimed = _aimed_anew(roles)
    if aimed is not None:
        return aimed
    what = roles.maybe("as", Casts | Same)
    inner = next((value for role, value in roles.left if role == "to do" and isinstance(value, Verb)), None)
    if what is None and inner is not None and inner.sense == "be" and not (inner.denied or inner.perfect):
        match inner.parts:
            case (("object", Casts() | Same() as what), *rest) if all(
                isinstance(said, Said) and said.sense == "instead" for _, said in rest
            ):
                roles.take("to do")
    if what is None:
        return None
    at = roles.maybe("at", Some)
    if not roles.says("instead") and roles.says("also"):
        raise NoSense  # "Burn is deemed to be the target's spell too": besides another?
    casts = roles.subject
    if not isinstance(casts, Casts) or casts.how in ("none", "count"):
        raise NoSense
    match what:
        case Casts(t.Owner(owner), None, how="one") if casts.how == "name" and at is None:
            if inner is None:
                raise NoSense  # "Burn is treated as the target's spell": wherever Burn is cast, or what they selected?
            return replaced(owner, given(casts), _gone(roles))  # "Burn is considered to be what the target selected"
    who = casts_who(replace(casts, how="plural") if casts.how == "some" else casts)
    return considered(who, given(what, at))


def _without_effect(roles: Roles) -> bool:
    """Whether it is said that a spell "is treated as having no effect", "is considered to have no effect"."""
    for index, (role, verb) in enumerate(roles.left):
        if role in ("as", "to do") and isinstance(verb, Verb) and verb.sense == "have" and not verb.perfect:
            if verb.denied or verb.modal or verb.parts != (("object", Pointer("no effect")),):
                raise NoSense
            del roles.left[index]
            return True
    return False


def _is_theirs(casts: Casts, whose: Some) -> bool:
    """Whether this is the spell that they selected: "notwithstanding any spell which that Wizard selected"."""
    match casts:
        case Casts(t.Owner(who), None):
            return who == whose.who or isinstance(who, t.They)
        case Casts(None, t.And((t.CastIs(t.Member(0), ()), t.In(t.Member(0), t.Owner(who))))):
            return who == whose.who or isinstance(who, t.They)
    return False


@happens("passive consider")
def _considered(roles: Roles) -> t.Act:
    """ "Is considered to have selected Fizzle instead"."""
    if isinstance(roles.subject, Casts):
        if _without_effect(roles):
            return voided(roles.subject)
        counted = _counted_as(roles)
        return _considered_by(roles, roles.subject) if counted is None else counted
    inner = roles.maybe("to do", Verb) or roles.maybe("as", Verb)
    as_if = roles.maybe("as if") if inner is None else None
    if as_if is not None and as_if[0] == Some(THEY) and as_if[1].sense in ("select", "cast", "choose"):
        inner = replace(as_if[1], perfect=True)
    if inner is None or not isinstance(roles.subject, Some):
        raise NoSense
    if inner.sense not in ("select", "cast", "choose") or not inner.perfect or inner.passive:
        raise NoSense
    own = Roles(None, inner)
    instead = [each.says("instead") for each in (own, roles)]
    inside, also = own.says("also"), roles.says("also")
    in_spite = own.maybe("despite", Casts) or roles.maybe("despite", Casts)
    if in_spite is not None and not _is_theirs(in_spite, roles.subject):
        raise NoSense
    what = own.take("object")
    if what == Pointer("it"):
        what = Casts(t.They("spell"))  # "their spell has no effect; you are considered to have selected it instead"
    gone = _gone(own) or _gone(roles)
    if gone is None and (inside or (also and not any(instead))):
        raise NoSense  # "to have selected Burn as well": nobody selects two spells
    who = group(roles.subject)
    none = (isinstance(what, Casts) and what.how == "none") or what == Pointer("nothing")
    if own.not_so():  # "not to have selected any spell"; of Burn it leaves open what they selected instead
        if none or not (isinstance(what, Casts) and what.how == "some" and what.kind == t.CastIs(ME)):
            raise NoSense
        none = True
    if none:
        own.done()
        return considered_none(who)
    spell = _with_inputs(what, who, own.maybe("at", Some), (own, roles))
    own.done()
    return replaced(who, spell, gone)

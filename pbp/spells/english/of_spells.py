"""What is claimed of spells. A function for each verb, by its sense."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.deeds import duels_back, in_duels
from pbp.spells.english.measures import retargeted, source_of, speed_than
from pbp.spells.english.phrases import ME, SUCH, Amount, Casts, Own, Roles, Same, Some, Time, Values, Verb, Worn
from pbp.spells.english.states import so_much_of
from pbp.spells.english.testing import cast_by, casts_subj, denies, of_spell, spell_test, subj
from pbp.spells.english.things import ONE
from pbp.spells.sense.conditions import cast_back, conj, exists, grouped, holds, opposite
from pbp.spells.sense.numbers import moved_stars, spell_made
from pbp.spells.walk import conjuncts, is_one, parts, replaced


@of_spell("be")
def _spell_is(roles: Roles) -> t.Cond:
    compared = roles.maybe("compare")
    if compared is not None:
        if compared[0] != "speed":
            raise NoSense
        test: t.Cond = speed_than(*compared[1])
        return conj(t.CastIs(ME), opposite(test) if roles.not_so() else test)
    adjective = roles.maybe("adj")
    if isinstance(adjective, tuple) and adjective[0] == "trait":
        test = t.CastTrait(ME, adjective[1])
        return conj(t.CastIs(ME), opposite(test)) if roles.not_so() else test
    if adjective is not None:
        raise NoSense
    whose = roles.maybe("object", Own)
    if whose is not None:  # "spells that are not yours"
        if whose.attr != "" or whose.start or whose.owner.how not in ("one", "some"):
            raise NoSense
        by = whose.owner.who
        return unless_cast(roles, cast_by(by))
    match next((value for role, value in roles.left if role == "object"), None):
        case Some(t.Chosen(-1), "one", place=False):  # "whose spell is the one you named"
            roles.take("object")
            test = t.CastIs(ME, (t.SpellInput(-1),))
            return conj(t.CastIs(ME), opposite(test)) if roles.not_so() else test
    what = roles.maybe("object", Casts)
    if what is not None:
        if what.how == "none" and isinstance(what.kind, t.CastIs) and what.kind.names and not roles.denied:
            return conj(t.CastIs(ME), t.Not(what.kind))  # "a spell that is neither Burn nor Jolt"
        if what.own and isinstance(what.name, str):  # "a spell that isn't Burn", in Burn: of that name
            test = t.CastIs(ME, (what.name,))
        elif what.own and what.who is not None:
            test = t.Same(ME, t.Caster())
        elif what.who is not None or what.kind is None or what.how not in ("name", "some", "plural"):
            raise NoSense
        else:
            test = what.kind
        if roles.not_so():
            return conj(t.CastIs(ME), opposite(test))
        return test
    raise NoSense


@of_spell("do")
def _does(roles: Roles) -> t.Cond:
    """ "(If no other spell targets you ... for each other spell) that does"."""
    if roles.modal or roles.left or roles.denied:
        raise NoSense
    return t.Did("spell does")


@of_spell("passive cast", "passive select")
def _was_cast(roles: Roles) -> t.Cond:
    """ "Spells cast by other Wizards"."""
    time = roles.maybe("time", Time)
    if time is not None and time.kind != "now":
        raise NoSense
    by, at = roles.maybe("by", Some), roles.maybe("at", Some)
    if at is not None:  # "every spell cast at you (by another Wizard)"
        if at.how not in ("one", "some", "plural") or roles.denied:
            raise NoSense
        aimed = t.Targets(ME, at.who)
        if by is None:
            return aimed
        if by.how not in ("one", "each", "some", "plural", "any", "others"):
            raise NoSense
        return conj(cast_by(by.who), aimed)
    if by is None:
        if roles.not_so():
            raise NoSense  # "each spell that was not cast": nobody's
        return t.CastIs(ME)
    if (by.how, by.op, by.number) == ("count", ">=", t.Int(1)):
        by = Some(by.who, "some")  # "cast by at least one other Wizard"
    if by.how not in ("one", "each", "some", "plural", "any", "others"):
        raise NoSense
    if by.who == t.Others() and not roles.denied and roles.says("also"):
        return conj(t.CastIs(ME), t.CastShared(ME))  # "spells cast by another Wizard too"
    if roles.says("also"):  # "whose spell was also cast by one of your neighbours": by another than themselves
        if roles.not_so() or any(isinstance(part, t.Member | t.They) for part in parts(by.who)) or by.how == "each":
            raise NoSense
        others = by.who if is_one(by.who) else t.Without(by.who, ME)
        told = t.Holds(others, ">=", t.Int(1), t.CastIs(ME, (t.SpellOf(t.Member(1)),)))
        return conj(t.CastIs(ME), told, *([t.Not(t.Same(ME, others))] if is_one(others) else []))
    made = cast_by(by.who)
    return conj(t.CastIs(ME), t.Not(made)) if roles.not_so() else made


@of_spell("passive direct")
def _directed(roles: Roles) -> t.Cond:
    """ "Spells directed at the caster"."""
    same = roles.maybe("at", Same)
    if same is not None:  # "aimed at the same position"
        if same not in (Same("position"), Same("wizard")) or roles.denied:
            raise NoSense
        return t.Targets(ME, t.They("same target"))
    whom = roles.maybe("at", Some) or roles.take("to", Some)
    if whom.how not in ("one", "some", "plural"):
        raise NoSense
    test: t.Cond = t.Targets(ME, whom.who)
    by = roles.maybe("by", Some)
    if by is not None:  # "spells aimed at you by other Wizards"
        if by.how not in ("one", "some", "plural", "any", "others") or roles.denied:
            raise NoSense
        return conj(cast_by(by.who), test)
    return conj(t.CastIs(ME), t.Not(test)) if roles.not_so() else test


@of_spell("come")
def _comes(roles: Roles) -> t.Cond:
    """ "Spells that come from other Wizards"."""
    by = roles.take("from", Some)
    if by.how not in ("one", "each", "some", "plural", "any", "others"):
        raise NoSense
    return unless_cast(roles, cast_by(by.who))


def unless_cast(roles: Roles, test: t.Cond) -> t.Cond:
    """The test of a spell, or that it is not so."""
    return conj(t.CastIs(ME), t.Not(test)) if roles.not_so() else test


@of_spell("have")
def _spell_has(roles: Roles) -> t.Cond:
    what = roles.take("object")
    match what:
        case Worn(test, "spell"):
            return conj(t.CastIs(ME), opposite(test) if roles.not_so() else test)
        case Casts(None, t.CastIs(names=(t.SpellInput(),)) as kind, _, "name") if not roles.denied:
            return kind  # "each spell that bears the chosen name"
        case Some(t.They("its target"), place=True) if roles.verb.perfect:  # "has not yet had its target changed"
            done = roles.take("part", Verb)
            if done.sense not in ("change", "move", "redirect"):
                raise NoSense
            test = retargeted(replace(done, parts=(*done.parts, *roles.left)))
            roles.left = []
            return conj(t.CastIs(ME), t.Not(test)) if roles.not_so() else test
    raise NoSense


@of_spell("passive call")
def _is_called(roles: Roles) -> t.Cond:
    """ "Spells named Burn"."""
    name = roles.take("object", Casts)
    if name.how != "name" or not isinstance(name.kind, t.CastIs) or name.own or roles.denied:
        raise NoSense
    return name.kind


@of_spell("passive redirect", "passive move")
def _was_redirected(roles: Roles) -> t.Cond:
    """ "Spells that have already been redirected (by another Burn)"."""
    test = retargeted(roles.verb)
    roles.left = []
    return conj(t.CastIs(ME), t.Not(test)) if roles.not_so() else test


def of_casts(subject: Casts, preds: Any) -> t.Cond:
    """What is claimed of spells: "Burn was cast by a neighbour", "that spell targets the caster"."""
    if isinstance(preds, Verb) and preds.passive and preds.sense in ("cast", "select", "choose"):
        return _casting(subject, preds)
    if isinstance(preds, Verb) and preds.sense == "resolve":
        raise NoSense
    if isinstance(preds, Verb) and preds.sense == "cause" and preds.form == "d":
        return _made(subject, preds)
    if isinstance(preds, Verb) and preds.sense in _GAVE and (preds.form == "d" or preds.perfect):
        return _gave(subject, preds)
    if subject.who is None and not subject.own and denies(preds):
        if subject.how == "name" and isinstance(subject.name, tuple):
            raise NoSense  # "if Burn or Jolt did not target you": neither, or not both?
        if subject.how == "name":  # "if Burn did not target you": no Burn did
            subject, preds = replace(subject, how="none"), replace(preds, denied=False)
        elif subject.how in ("some", "plural") and preds.sense == "target":
            raise NoSense  # "if a Belligerent spell did not target you": if none did, or if one did not?
    hit = preds.parts if isinstance(preds, Verb) and preds.sense == "target" and not preds.denied else ()
    if hit and hit[0][0] == "object" and isinstance(hit[0][1], Some) and hit[0][1].how == "none":
        if subject.how == "plural" or isinstance(subject.name, tuple):
            raise NoSense  # "if spells targeted neither of you"
        if subject.how == "name" and not subject.own:  # "if Burn targeted nobody": no Burn targeted anybody
            told = ("object", replace(hit[0][1], how="some"))
            subject, preds = replace(subject, how="none"), replace(preds, parts=(told, *hit[1:]))
    if subject.how == "name" and isinstance(preds, tuple) and preds[0] != "bracketed" and any(map(denies, preds[1:])):
        raise NoSense  # "if Burn targeted you and did not target the next Wizard": none, or one that did?
    test = spell_test(preds)
    if any(
        isinstance(part, t.Retargeted) and part.by is not None and t.Others() in parts(part.by) for part in parts(test)
    ):
        raise NoSense  # "if Burn was redirected by another Wizard's spell": than yours, or than Burn's?
    if subject.how == "each" and denies(preds):
        raise NoSense
    around: dict[t.Node, t.Node] = {t.Neighbours(t.They("owner")): t.Neighbours(t.Caster())}
    return holds(casts_subj(subject), replaced(test, around))  # "a spell targets a neighbour": of the caster's


def _made(subject: Casts, verb: Verb) -> t.Cond:
    """ "If any spell made the caster lose Stars this Duel"."""
    roles = Roles(subject, verb)
    whom = roles.take("object", Some)
    inner = roles.maybe("to do", Verb) or roles.take("do", Verb)
    roles.done()
    own = Roles(None, inner)
    none = own.maybe("object", Values) == Values((t.Text("None"),))  # "if it made you lose none"
    what = Amount("no", None, SUCH) if none else own.take("object", Amount)
    time = own.maybe("time", Time)
    own.done()
    if inner.sense not in ("lose", "gain") or inner.denied or (time is not None and time.kind != "now") or verb.denied:
        raise NoSense
    if subject.how not in ("some", "name", "one", "none") or whom.how != "one" or verb.modal:
        raise NoSense
    source = source_of(replace(subject, how="plural") if subject.how == "none" else subject)
    so_much = (*so_much_of(what), what.attr, ())
    made = spell_made(source, whom.who, {"lose": "lost", "gain": "gained"}[inner.sense], so_much)
    return t.Not(made) if subject.how == "none" else made


_GAVE = {"give": ("gained", "to"), "award": ("gained", "to"), "take": ("lost", "from"), "steal": ("lost", "from")}
"""What happened to those to whom, or from whom, spells gave or took something."""


def _gave(subject: Casts, verb: Verb) -> t.Cond:
    """ "If a spell gave the caster Stars this Duel", "if spells other than Burn have given Stars to other Wizards"."""
    roles = Roles(subject, verb)
    way, role = _GAVE[verb.sense]
    what, time = roles.take("object", Amount), roles.maybe("time", Time)
    whom = roles.maybe("object", Some) or roles.take(role, Some)
    so_far = roles.says("sofar")
    roles.done()
    if subject.how not in ("some", "name", "plural", "one", "none") or verb.passive or subject.own or whom.place:
        raise NoSense
    known = time.kind in ("now", "sofar") if time is not None else so_far is not None or verb.perfect
    if not known:
        raise NoSense
    if what.op not in ("any", "bare") or whom.how not in ("one", "some", "plural", "any", "others"):
        raise NoSense  # "gave them 3 Stars": one of them, or all together?
    source = source_of(replace(subject, how="plural") if subject.how == "none" else subject)
    moved = moved_stars(what.attr, ME, way, (None if source == t.Always() else source,))
    made = holds(subj(whom), t.Compare(moved, *so_much_of(what)))
    return t.Not(made) if subject.how == "none" else made


def _of_one_name(test: t.Cond) -> bool:
    return isinstance(test, t.CastIs) and len(test.names) == 1


def _casting(subject: Casts, verb: Verb) -> t.Cond:
    """ "If Burn was cast", "was cast by another Wizard", "was cast in the previous Duel"."""
    if any(role == "at" for role, _ in verb.parts):  # "if a spell is cast at you", "... by another Wizard"
        return holds(casts_subj(subject), spell_test(verb))
    roles = Roles(subject, verb)
    by, time, never = roles.maybe("by", Some), roles.maybe("time", Time), roles.says("never")
    if subject.who is not None and not subject.own and by is not None and roles.says("also"):
        raise NoSense  # "their spell was also cast by you": they both cast it
    roles.says("ever")
    denied = roles.not_so() or never is not None
    roles.done()
    if verb.sense == "choose" and verb.form in ("s", "b") and by is None:
        raise NoSense  # "if Burn is chosen": as the word of the order
    others = by is not None and by.who == t.Others() and by.how in ("some", "none")
    back = time is not None and time.kind == "back"
    if subject.own and ((subject.how == "name" and (by is not None or back)) or others):
        named = subject.kind or t.CastIs(ME, (t.OwnName(),))  # every cast of that name, not the present one alone
        subject = replace(subject, who=None, own=False, how="name", kind=named)
    if subject.who is not None:
        if time is not None and time.kind != "now":
            raise NoSense
        if by is None:
            raise NoSense
        if subject.own and by.how == "count" and not denied:  # "this spell was cast by more than one Wizard"
            return holds(subj(by), t.CastIs(ME, (t.OwnName(),)))
        if subject.who in (t.They("it"), t.They("spell")) and by.how == "count" and not denied:
            that = t.OwnName(True, subject.who == t.They("spell"))
            return holds(subj(by), t.CastIs(ME, (that,)))  # "if it was cast by exactly two Wizards"
        if subject.own and (isinstance(by.who, t.Offset) or by.who == t.All()):
            raise NoSense  # "this spell was cast by the next Wizard", "by anyone": the present one, or one of its name?
        if by.how == "one":
            return holds((">=", ONE, subject.who), opposite(t.Same(ME, by.who)) if denied else t.Same(ME, by.who))
        if by.how == "some":
            test: t.Cond = cast_by(by.who)
            return holds((">=", ONE, subject.who), opposite(test) if denied else test)
        raise NoSense
    kind = subject.kind or t.CastIs(ME)
    if denied and isinstance(kind, t.CastIs) and len(kind.names) > 1 and by is None:
        raise NoSense  # "Burn or Jolt was not cast": neither, or one of them?
    if time is not None and time.kind == "back" and (time.many is not None or time.neither):
        if by is None or by.how != "one" or denied:
            raise NoSense  # "Burn was cast by a neighbour in exactly one of the 3 previous Duels": by the same one?
        counted = in_duels(kind, time)
        return holds(subj(by), t.Not(counted) if time.neither else counted)
    if time is not None and time.kind == "back":
        if time.every and by is None:
            raise NoSense  # "Burn was cast in each of the 3 previous Duels": by the same one?
        kind = cast_back(kind, duels_back(time))
        if by is None:
            by = Some(t.All(), "some")
    elif time is not None and time.kind != "now":
        raise NoSense
    if subject.how == "none" and isinstance(kind, t.CastIs) and len(kind.names) > 1 and by is None and not denied:
        return grouped(conj(*(exists(("=", t.Int(0), t.Casters(t.All(), t.CastIs(ME, (n,))))) for n in kind.names)))
    if subject.how == "all names" and by is not None and by.how != "one":
        raise NoSense  # "Burn and Jolt were cast by your neighbours": by each of them, or one by each?
    if subject.how == "all names" and isinstance(kind, t.CastIs) and not denied:
        each = [_casting(replace(subject, kind=t.CastIs(ME, (name,)), how="name"), verb) for name in kind.names]
        return grouped(conj(*each))
    if by is None:
        op, number, who = casts_subj(subject)
        if denied:
            if subject.how not in ("name", "some"):
                raise NoSense
            op, number = "=", t.Int(0)
        return exists((op, number, who))
    if subject.how == "none" and by.how == "one" and not denied and subject.group == t.All():
        op, number, who = subj(by)
        return holds((op, number, who), opposite(kind))
    if subject.how not in ("name", "some", "plural") or subject.group != t.All():
        raise NoSense
    op, number, who = subj(by)
    several = by.how not in ("one", "some", "any", "plural", "others") and (op, number) != (">=", ONE)
    if several and subject.how == "some" and not any(map(_of_one_name, conjuncts(kind))):
        raise NoSense  # "a spell was cast by two Wizards": the same one
    if denied:
        if by.how in ("some", "any"):
            op, number = "=", t.Int(0)
        elif by.how == "one":
            return holds((op, number, who), opposite(kind))
        else:
            raise NoSense
    return holds((op, number, who), kind)

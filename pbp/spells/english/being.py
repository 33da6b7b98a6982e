"""What one has, did or is, as a condition without a finite verb: "having a Red Hat earns you 2 Stars".

One function for each name after "->". Whose it is, is what the rest of the sentence says; where it says nothing, that
is certain of the caster alone.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.beside import there_is
from pbp.spells.english.claims import claim
from pbp.spells.english.lexicon import Said
from pbp.spells.english.outcomes import act
from pbp.spells.english.phrases import Amount, Phrase, Some, Verb
from pbp.spells.english.provided import held
from pbp.spells.english.verbs import v_be, vp_adj, vp_np, vp_pp
from pbp.spells.sense.conditions import opposite
from pbp.spells.sense.sentences import Lead, led
from pbp.spells.walk import parts

IS_SO = ("have", "be", "stand", "cast")
"""What verbs claim in this form: "having", "casting"; "losing 2 Stars" happens."""
DONE = (*IS_SO, "lose", "gain")
"""And what in the past: "having lost Stars this Duel"."""


def doing_not(verb: Verb) -> Verb:
    """ "Not having a Red Hat"."""
    if verb.denied:
        raise NoSense
    return replace(verb, denied=True)


def being_so(adjective: Any) -> Verb:
    """ "Being idle"."""
    return vp_adj(v_be("g"), adjective)


def being_what(what: Phrase) -> Verb:
    """ "Being the target of a spell"."""
    return vp_np(v_be("g"), what)


def being_placed(part: tuple[str, Any]) -> Verb:
    """ "Being in an odd position"."""
    return vp_pp(v_be("g"), part)


def does_so(subject: Phrase, verb: Verb) -> t.Cond:
    """That somebody has, did or is what such words say. Raises NoSense."""
    if verb.modal or verb.perfect:
        raise NoSense
    if verb.passive:
        if verb.sense != "target":
            raise NoSense
        return claim(subject, replace(verb, form="s"))
    if verb.form == "g" and verb.sense in IS_SO:
        said = replace(verb, form="d" if verb.sense == "cast" else "s", denied=False)
    elif verb.form == "d" and verb.sense in DONE:
        said = replace(verb, denied=False)
    else:
        raise NoSense
    return opposite(claim(subject, said)) if verb.denied else claim(subject, said)


def _of_one(subject: Phrase) -> Some:
    """The caster, or one Wizard who is known, as a subject. Raises NoSense."""
    match subject:
        case Some(t.Caster() | t.Chosen() | t.At(), "one", place=False):
            return subject
    raise NoSense


def _of_caster(subject: Phrase, verb: Verb) -> t.Cond:
    if not isinstance(subject, Some) or not isinstance(subject.who, t.Caster):
        raise NoSense  # "having cast Burn costs the chosen Wizard 2 Stars": if who cast it?
    return does_so(subject, verb)


def in_event_doing(subject: Phrase, verb: Verb) -> Lead:
    """ "In the event of the chosen Wizard having cast Burn, ..."."""
    return "if", does_so(_of_one(subject), verb)


def lead_doing(part: Verb) -> Lead:
    """ "Having cast Burn, (you gain 2 Stars)": said of the caster who gains."""
    return "own", does_so(Some(t.Caster()), part)


def caster_being(noun: Said, so: Any, verb: Verb) -> t.Act:
    """ "A caster wearing a Red Hat gains 2 Stars", "a caster without a Hat loses 1 Star"."""
    if noun.sense != "caster":
        raise NoSense
    caster = Some(t.Caster())
    if isinstance(so, Verb):
        cond = does_so(caster, so)
    else:
        role, what = so
        if role not in ("with", "without", "in", "near"):
            raise NoSense  # "a caster of Burn"
        many = role == "with" and isinstance(what, Amount)
        cond = held(role, what, caster) if many else claim(caster, vp_pp(v_be("s"), so))
    return led(("if", cond), act(caster, verb))


def so_event(subject: Phrase, verb: Verb) -> t.Cond:
    """ "A neighbour having cast Jolt (earns you 2 Stars)"."""
    if not isinstance(subject, Some) or subject.how not in ("one", "none", "count", "some"):
        raise NoSense
    return does_so(subject, verb)


def _told(so: Any, subject: Phrase) -> t.Cond:
    """What is so where it earns or costs something: what the caster has or did, or what somebody else did."""
    if isinstance(so, Verb):
        return _of_caster(subject, so)
    if isinstance(so, t.Cond):
        return so
    if isinstance(so, Some) and so.op in ("odd", "even"):
        return there_is("s", so)
    if isinstance(so, Some | Amount):
        raise NoSense  # "a neighbour earns you 2 Stars"
    return held("with", so, subject)


def so_brings(so: Any, subject: Phrase, what: Phrase) -> t.Act:
    """ "Having a Red Hat earns you 2 Stars", "a Red Hat earns you 2 Stars"."""
    cond = _told(so, subject)
    if isinstance(so, Phrase) and isinstance(cond, t.Holds) and isinstance(cond.test, t.Not):
        raise NoSense  # "no Red Hat earns you 2 Stars": without one, or never?
    return led(("if", cond), _gets("gain", subject, what))


def so_gives(so: Any, subject: Phrase, what: Phrase) -> t.Act:
    """ "Having a Red Hat gives you 2 Stars"; whom a person gives something, they pay."""
    if isinstance(so, Some):
        raise NoSense
    return so_brings(so, subject, what)


def so_worth(so: Any, what: Phrase, subject: Phrase) -> t.Act:
    """ "A Red Hat is worth 2 Stars to you", "having cast Burn means 2 Stars for you"."""
    return so_brings(so, subject, what)


def so_costs(so: Any, subject: Phrase, what: Phrase) -> t.Act:
    """ "Not having a Red Hat costs you 2 Stars"; what a thing costs can be its price."""
    if isinstance(so, Phrase) and not isinstance(so, Some):
        raise NoSense
    return led(("if", _told(so, subject)), _gets("lose", subject, what))


def so_means(so: Any, subject: Phrase, verb: Verb) -> t.Act:
    """ "Having a Red Hat means that you gain 2 Stars"."""
    return led(("if", _told(so, subject)), act(subject, verb))


def so_makes(so: Any, subject: Phrase, verb: Verb) -> t.Act:
    """ "Having a Red Hat makes you lose 2 Stars"."""
    if verb.form != "b" or verb.modal:
        raise NoSense
    return so_means(so, subject, replace(verb, form="s"))


def caster_if_doing(subject: Phrase, part: Verb, verb: Verb) -> t.Act:
    """ "The caster, if targeted by a spell, gains 2 Stars"."""
    return led(("if", _of_caster(subject, part)), act(subject, verb))


def _gets(sense: str, subject: Phrase, what: Phrase) -> t.Act:
    """The gain or loss of an amount that depends on nobody else. Raises NoSense."""
    if not isinstance(what, Amount) or any(isinstance(part, t.They) for part in parts(what)):
        raise NoSense
    return act(subject, Verb(sense, "s").add("object", what))

"""What is said against an input: that it may not be one's own, or must not be next to it, or not the same one twice."""

from __future__ import annotations

from typing import Any, NamedTuple

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.lexicon import Said
from pbp.spells.english.phrases import Casts, Own, Phrase, Same, Some, Verb

CASTER = (t.Caster(), t.Caster(you=True), t.They("self"))

MAY = ("can", "may", "must")

OTHERS = (t.Others(), *(t.Without(t.All(), who) for who in CASTER))


class Note(NamedTuple):
    """What is said of inputs.

    `kind`: "differ", "same" (allowed), "own" (not the caster's), "mine" (the caster's is allowed), "limit" as limit_of,
    "but" spells, "range" of a number, "words" to choose from, "target" (what an input names is the target), "named" (it
    has this name), "any", "one" (of so many), "number" (this one is allowed), "both numbers" (the lowest and the
    highest are), "ends" (whatever these are), "several" notes, "free" (said again: it is asked for), "or mine" (the
    caster's is allowed, of what leaves out nobody).
    `about`: "it" the last input, "last" it or both of two asked for at once, "they" the last two alike or the last,
    "both" the last two alike, "neither" the last two, the kind of the input meant, or "" all that it can be said of.
    `form`: "bare", a noun phrase that after "and" could as well be asked for beside them; "denied", where "or" and one
    more goes on with what is denied.
    """

    kind: str
    value: Any = None
    about: str = ""
    form: str = ""


def who_of(phrase: Phrase) -> t.Who | None:
    match phrase:
        case Some(who, "one") | Own(Some(who, "one"), "", False):
            return who
    return None


def limit_of(role: str, value: Any) -> tuple[bool, bool | None] | None:
    """What is said against a position or a Wizard: whether one's own is excluded, and whether it is next to one."""
    match role, value:
        case "rel", (
            "subject",
            Verb("be", _, False, denied, modal, False, (("object", phrase),)),
        ) if _asked_for(denied, modal):
            other = phrase.owner if isinstance(phrase, Own) and not phrase.attr else phrase
            if not denied and isinstance(other, Some) and other.how == "some" and other.who in OTHERS:
                return True, None  # "who is somebody else", "which must be another Wizard's"
            if not denied:
                near = (
                    isinstance(phrase, Some) and beside_own(phrase) and phrase.how in ("some", "any", "being", "none")
                )
                return (False, phrase.how != "none") if near else None  # "who is none of your neighbours"
            return _not(phrase)
        case "rel", ("subject", Verb("be", _, False, denied, modal, False, (("near", phrase),))):
            return (False, not denied) if _asked_for(denied, modal) and who_of(phrase) in CASTER else None
        case "rel", (
            "subject",
            Verb(
                "be",
                _,
                False,
                denied,
                modal,
                False,
                (("object", Some(t.They("both"), "some")), ("near", phrase)),
            ),
        ):  # "which must be one of the two next to yours"
            return (False, not denied) if _asked_for(denied, modal) and who_of(phrase) in CASTER else None
        case "rel", ("subject", Verb("differ", denied=False, modal="must" | "", parts=(("from", phrase),))):
            return (True, None) if who_of(phrase) in CASTER else None
        case "rel", ("subject", Verb("adjoin", _, False, denied, modal, False, (("object", phrase),))):
            return (False, not denied) if _asked_for(denied, modal) and who_of(phrase) in CASTER else None
        case "rel" | "part", ("subject", Verb("stand", _, False, denied, modal, False, (("near", phrase),))) | Verb(
            "stand", _, _, denied, "" as modal, False, (("near", phrase),)
        ):
            return (False, not denied) if _asked_for(denied, modal) and who_of(phrase) in CASTER else None
        case "rel", (
            ("pp", "in", Some(who, "some"), Verb("stand" | "be", denied=False, modal="", parts=()))
            | ("object", Some(who, "some"), Verb("stand", passive=False, denied=False, modal="", parts=()))
        ) if who in OTHERS:
            return True, None  # "where somebody else stands", "that another Wizard occupies"
        case "rel", (
            ("pp", "in", Some() as near, Verb("stand" | "be", denied=False, modal="", parts=()))
            | ("object", Some() as near, Verb("stand", passive=False, denied=False, modal="", parts=()))
        ) if beside_own(near) and near.how in ("some", "none"):
            return False, near.how == "some"  # "where one of your neighbours stands"
        case "rel", ("pp", "in", Some(who, "one"), Verb("stand" | "be", denied=True, modal="", parts=parts)) if (
            who in CASTER and parts in ((), (("object", Some(t.Caster(you=True))),))
        ):
            return True, None  # "where you are not standing yourself"
        case "rel", ("subject", Verb("stand" | "have", _, True, _, "") as verb):
            return limit_of("part", verb)  # "which is not occupied by you"
        case "rel", ("subject", Verb("differ", _, False, False, "" | "must", False, (("from", phrase),))):
            return (True, None) if who_of(phrase) in CASTER else None  # "that differs from yours"
        case "part", Verb("adjoin", _, False, False, "", False, (("object", phrase),)):
            return (False, True) if who_of(phrase) in CASTER else None  # "adjoining yours"
        case "rel", ("subject", Verb("belong", _, False, True, "", False, ((_, phrase),))):
            return (True, None) if who_of(phrase) in CASTER else None  # "that does not belong to you"
        case "part", Verb("stand" | "have", _, True, denied, "", False, (("by", phrase),)):
            if isinstance(phrase, Some) and beside_own(phrase) and phrase.how in ("some", "any"):
                return False, not denied  # "not held by one of your neighbours"
            if denied:
                return (True, None) if who_of(phrase) in CASTER else None
            other = isinstance(phrase, Some) and phrase.how == "some" and phrase.who in OTHERS
            return (True, None) if other else None  # "occupied by another Wizard"
        case "rel", ("object", phrase, Verb("stand" | "be", _, False, denied, "", False, ())):
            return (True, None) if denied and who_of(phrase) in CASTER else None
        case "rel", ("subject", Verb("adjoin", _, True, denied, "", False, (("by", phrase),))) | (
            "pp",
            "by",
            phrase,
            Verb("adjoin", _, True, denied, "", False, ()),
        ):  # "by whom you are neighboured"
            return (False, not denied) if who_of(phrase) in CASTER else None
        case "not", phrase:
            return _not(phrase)
        case "not near", phrase:
            return (False, False) if who_of(phrase) in CASTER else None
        case "neither", (own, near):
            return (True, False) if who_of(own) in CASTER and who_of(near) in (*CASTER, None) else None
    return None


def _asked_for(denied: bool, modal: str) -> bool:
    """Whether a modal says what must be so: "must be", "may not be", and not "may be"."""
    return modal in ("", "must") or (denied and modal in ("can", "may"))


def _not(phrase: Phrase) -> tuple[bool, bool | None] | None:
    if who_of(phrase) in CASTER:
        return True, None
    if isinstance(phrase, Own) and not phrase.attr:
        phrase = phrase.owner  # "not that of a neighbour"
    return (False, False) if isinstance(phrase, Some) and any_beside(phrase) else None


def any_beside(phrase: Some) -> bool:
    """Whether this is any of the caster's neighbours; "not both of them" may leave one."""
    return beside_own(phrase) and (phrase.how in ("some", "any", "plural", "being") or phrase.loose)


def beside_own(phrase: Some) -> bool:
    """Whether these are the caster's neighbours."""
    return phrase.who in (t.Neighbours(t.Caster()), t.Neighbours(t.They("owner")))


def note_that(verb: Verb) -> Note:
    """ "They must differ", "it has to be next to yours", "which may be the same"."""
    if verb.sense == "differ" and verb.modal in ("must", "") and not verb.denied and not verb.parts:
        return Note("differ")
    if verb.sense == "be" and len(verb.parts) == 1:
        what = verb.parts[0][1]
        sense = what.word.sense if isinstance(what, Said) else "same" if isinstance(what, Same) else ""
        if sense == "different" and verb.modal in ("must", "") and not verb.denied:
            return Note("differ")
        if sense in ("same", "equal"):
            if verb.denied and verb.modal in ("can", "may", "must", ""):
                return Note("differ")
            if not verb.denied and verb.modal in ("can", "may"):
                return Note("same")
            raise NoSense
    if verb.sense == "be" and verb.denied and len(verb.parts) == 1 and isinstance(verb.parts[0][1], Casts):
        return Note("but", verb.parts[0][1], "spell")
    limit = limit_of("rel", ("subject", verb))
    if limit is None:
        raise NoSense
    return Note("limit", limit)


def note_full(note: Note) -> Note:
    """A note after "and" or "but". Raises NoSense where the words could ask for something more."""
    if note.form == "bare":
        raise NoSense
    return note


def note_or_none(verb: Verb) -> Note | None:
    try:
        return note_that(verb)
    except NoSense:
        return None

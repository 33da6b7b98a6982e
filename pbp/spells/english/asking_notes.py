"""What an Inputs line says of its inputs: "they must differ", "your own excluded", "that Wizard is your target".

One function for each name after "->".
"""

from __future__ import annotations

from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.asking import SOMEBODY, asked_for
from pbp.spells.english.lexicon import Said, Word, only
from pbp.spells.english.limits import (
    CASTER,
    MAY,
    OTHERS,
    Note,
    any_beside,
    beside_own,
    limit_of,
    note_full,
    note_that,
    who_of,
)
from pbp.spells.english.nbar import n_pp
from pbp.spells.english.phrases import Casts, Nbar, Own, Phrase, Pointer, Some, Verb

OWN = Own(Some(t.Caster()), "")
TARGET, THERE = Some(t.Chosen(-1)), Some(t.Chosen(-10))
KINDS = {"position": "position", "wizard": "wizard", "spell": "spell", "number": "number", "item": "word"}
"""By the sense of a noun, the kind of input that it means."""

PLACES, CHOOSING = ("position", "wizard"), ("choose", "select")


def _said(subject: Phrase, verb: Verb) -> Note:
    if who_of(subject) in CASTER:
        return _of_caster(subject, verb)
    if isinstance(subject, Casts) and verb.sense in ("choose", "select") and verb.passive and _ruled_out(verb):
        return Note("but", subject, "spell")  # "Burn may not be named"
    if _aims(verb):
        return Note("target", about=_about(subject, naming=True))
    if subject == THERE:
        raise NoSense
    if isinstance(subject, Some) and beside_own(subject) and verb.sense in CHOOSING and verb.passive:
        if _ruled_out(verb) and not verb.parts and any_beside(subject) and subject.how in ("each", "plural"):
            return Note("limit", (False, False))  # "your neighbours may not be named"
        raise NoSense
    return note_that(verb)._replace(about=_about(subject))


def note_said(subject: Phrase, verb: Verb) -> Note:
    """A sentence: "it may not be your own", "the caster may not be named", "that Wizard is your target"."""
    return _denied_by(verb, _said(subject, verb))


def _denied_by(verb: Verb, note: Note) -> Note:
    return note._replace(form="denied") if verb.denied else note


def mine_own(*said: Said) -> Phrase:
    """ "Own", "own position", "self"."""
    only(said, {"N": ("name", *KINDS)})
    return OWN


def mine_named(owner: Phrase, said: Said) -> Phrase:
    """ "Your own name"."""
    if said.sense != "name" or who_of(owner) not in CASTER:
        raise NoSense
    return owner


def own_or_other(mine: Phrase, other: Phrase) -> Phrase:
    """ "Yours or somebody else's", "yourself or another": anyone's."""
    owner = other.owner if isinstance(other, Own) and not other.attr else other
    if who_of(mine) not in CASTER or not (isinstance(owner, Some) and owner.how == "some" and owner.who in OTHERS):
        raise NoSense
    return mine


def other_or_own(other: Phrase, mine: Phrase) -> Phrase:
    return own_or_other(mine, other)


def others_else(said: Said) -> Phrase:
    """ "Someone else's"."""
    if said.sense not in SOMEBODY:
        raise NoSense
    return others_another()


def others_another() -> Phrase:
    return Some(t.Others(), "some")


def note_said_both(subject: Phrase, verb: Verb) -> Note:
    """ "You can't choose your own for either"."""
    return note_said(subject, verb)._replace(about="both")


def _aims(verb: Verb) -> bool:
    """Whether it says who is the target."""
    return verb.sense == "be" and not verb.denied and verb.modal in ("", "must") and verb.parts == (("object", TARGET),)


def _about(subject: Phrase, *, naming: bool = False) -> str:
    """Which inputs the subject of a sentence means."""
    match subject:
        case Pointer("it" | "this" | "that"):
            return "it"
        case Pointer("the number" | "that number"):
            return "number"
        case Some(t.They("they" | "those"), "one" | "each"):
            return "they"
        case Some(t.They("both"), _):
            return "both"
        case Some(t.They("that Wizard" | "that one"), "one"):
            return "wizard"
    if naming and subject == THERE:
        return "position"
    raise NoSense


def _of_caster(subject: Phrase, verb: Verb) -> Note:
    """What is said of the caster, or of the caster's own position."""
    place = _placed(subject)
    mine = who_of(subject)
    if verb.sense not in ("choose", "target", "select", "state", "be"):
        raise NoSense
    if verb.sense == "be" and not place and verb.parts == (("object", TARGET),):
        return _allowance(verb, "wizard")  # "you may not be your own target"
    if verb.sense == "be" or (verb.passive and verb.parts):
        raise NoSense
    if verb.passive:
        return _allowance(verb, "position" if place else "wizard")
    match verb.parts:
        case (("object", phrase),) if not place:
            owner = who_of(phrase)
            if owner == t.They("self") or owner in CASTER or (owner is not None and owner == mine):
                return _allowance(verb, "position" if _placed(phrase) else "wizard")
            if isinstance(phrase, Some) and any_beside(phrase) and _ruled_out(verb):
                return Note("limit", (False, False))
            if isinstance(phrase, Some) and beside_own(phrase) and (phrase.how, verb.denied) == ("some", False):
                if verb.modal != "must":
                    raise NoSense
                return Note("limit", (False, True))  # "you must choose a neighbour"
            if isinstance(phrase, Casts) and _ruled_out(verb):
                return Note("but", phrase, "spell")
    raise NoSense


def _ruled_out(verb: Verb) -> bool:
    return verb.denied and verb.modal in ("can", "may", "must")


def _placed(phrase: Phrase) -> bool:
    return isinstance(phrase, Own) or (isinstance(phrase, Some) and phrase.place)


def _allowance(verb: Verb, kind: str) -> Note:
    """Whether one's own may be chosen. In a position one stands oneself: "you may not choose yourself" fits both."""
    if _ruled_out(verb):
        return Note("own", about=kind if kind == "position" else "")
    if not verb.denied and verb.modal in ("can", "may"):
        return Note("mine", about=kind if kind == "position" else "")
    raise NoSense


def note_last(verb: Verb) -> Note:
    """ "(A position,) which may not be your own", "must be next to yours"."""
    return _told(verb, "last", naming="it")


def _told(verb: Verb, about: str, naming: str = "") -> Note:
    """What a verb says of inputs; or that whom they name is the target."""
    return (
        Note("target", about=naming or about)
        if _aims(verb)
        else _denied_by(verb, note_that(verb)._replace(about=about))
    )


def note_neither_of(*said: Any) -> Note:
    """ "Neither of them the caster", "none of which is your own", "neither of which may be occupied by the caster"."""
    where = [word for word in said if isinstance(word, Said) and word.word.sort != "M"]
    only(where, {"V": ("stand",)})
    told = sorted((part for part in said if part not in where), key=lambda part: isinstance(part, Phrase))
    return note_neither(*told)._replace(about="neither")


def note_noun(said: Said, verb: Verb) -> Note:
    """ "The position must not be your own", "that Wizard must stand next to you"."""
    if said.sense not in KINDS:
        raise NoSense
    return _told(verb, KINDS[said.sense])


def note_in_it(*said: Any) -> Note:
    """ "The Wizard in it is the target", "the Wizard in that position is called the target"."""
    only(said[1:], {"N": ("position",), "P": ("in", "at", "on"), "VN": ("call", "choose")})
    if said[0].sense != "wizard" or said[-1] != TARGET:
        raise NoSense
    return Note("target", about="position")


def _name_of(phrase: Phrase) -> Note:
    """That whom an input names is the target, or is given a name: "the Traveller"."""
    match phrase:
        case Some(t.LetterWho(name)) if len(name) > 1:
            return Note("named", name, "last")
        case Some() if phrase == TARGET:
            return Note("target", about="last")
    raise NoSense


def note_called(subject: Phrase, _be: str, verb: Said, phrase: Phrase) -> Note:
    """ "That Wizard is called the target", "the Wizard there is called the Traveller below"."""
    if verb.sense != "call":
        raise NoSense
    return _name_of(phrase)._replace(about=_about(subject, naming=True))


def note_two_targets(*said: Any) -> Note:
    """ "They are your first and your second target"."""
    words = [word for word in said if isinstance(word, Said)]
    orders = [word.word.detail for word in words if word.word.sort == "A" and word.sense == "ordinal"]
    nouns = [(word.sense, word.word.form) for word in words if word.word.sort == "N"]
    targets = [noun for noun in nouns if noun != ("wizard", "p")]
    if orders != ["1", "2"] or len(words) != len(orders) + len(nouns) or any(sense != "target" for sense, _ in targets):
        raise NoSense
    who = [phrase for phrase in said if isinstance(phrase, Phrase) and phrase != Some(t.Caster(you=True))]
    if len(who) > 1 or not all(map(_two, who)):
        raise NoSense
    return Note("target", about="both")


def _two(phrase: Phrase) -> bool:
    """Whether these are the two inputs, or who stands there."""
    match phrase:
        case Some(t.They("they" | "both" | "those"), _) | Some(t.Chosen(-10), _):
            return True
    return False


def note_in_order(*said: Said) -> Note:
    """ "(A first and a second)": of two positions."""
    if [word.word.detail for word in said if word.sense == "ordinal"] != ["1", "2"] or len(said) != 2:
        raise NoSense
    return Note("target", about="both")


def note_where(subject: Phrase, verb: Verb) -> Note:
    """ "(A position,) where your target stands"."""
    if subject != TARGET or verb.sense not in ("stand", "be") or verb.denied or verb.modal or verb.parts:
        raise NoSense
    return Note("target", about="position")


def note_apposed(*said: Any) -> Note:
    """ "(A Wizard,) your target"; "(a Wizard,) one of your neighbours"."""
    phrase = said[-1]
    if any(word.sense != "call" for word in said[:-1]):
        raise NoSense
    match phrase:
        case Own(Some() as owner, "") if owner == TARGET:
            return Note("target", about="position")
        case Some(t.Neighbours(), "some" | "none") if beside_own(phrase):
            near = phrase.how == "some"
            return Note("limit", (False, near), "last", "bare" if near else "denied")
    return _name_of(phrase)._replace(form="bare")


def note_not_caster() -> Note:
    """ "(A Wizard is chosen,) other than the caster", "save the caster's own"."""
    return Note("own", about="last", form="denied")


def note_neither(*said: Any) -> Note:
    """ "Neither of them being your own", "your own excluded"."""
    if not said:
        return Note("own", about="last", form="denied")  # "not own"
    phrase = said[-1]
    only(said, {"M": MAY})
    if isinstance(phrase, Casts):
        return Note("but", phrase, "spell", "denied")
    limit = limit_of("not", phrase)
    if limit is None:
        raise NoSense
    own, _ = limit
    return Note("own", about="last", form="denied") if own else Note("limit", limit, "last", "denied")


def note_excluded(*said: Any) -> Note:
    """ "(A position,) your own excluded", "it must be other than yours": more after "or" need not be excluded."""
    if isinstance(said[-1], Some) and beside_own(said[-1]):
        return Note("limit", (False, False), "last")  # "both neighbours excluded"
    return note_neither(*said)._replace(form="")


def note_but_both(*said: Any) -> Note:
    """ "(Two positions,) both other than yours"."""
    return note_neither(*said[-1:])._replace(about="both")


def note_neither_be(phrase: Phrase, *said: Any) -> Note:
    """ "Your own position is not allowed for either", "yours is not a valid choice", "your own does not count"."""
    only(said, {"M": MAY, "A": ("valid", "able"), "N": ("item", "target")})
    if any(isinstance(word, Said) and word.sense == "item" and word.word.detail != "choice" for word in said):
        raise NoSense
    return _everywhere(note_neither(phrase))


def _everywhere(note: Note) -> Note:
    """What a whole sentence says, of all that it can be said of."""
    return note._replace(about="") if note.about == "last" else note


def note_doing(verb: Said, phrase: Phrase, _be: str) -> Note:
    """ "Naming yourself is not allowed"."""
    only((verb,), {"V": (*CHOOSING, "target")})
    return _everywhere(note_neither(phrase))


def note_do_not(verb: Said, phrase: Phrase) -> Note:
    """ "(A position.) Don't pick your own"."""
    return note_doing(verb, phrase, "")


def note_near(part: tuple[str, Any]) -> Note:
    """ "(Position:) adjacent to yours"."""
    role, value = part
    if role != "near" or who_of(value) not in CASTER:
        raise NoSense
    return Note("limit", (False, True), "last")


def note_beside(said: Said) -> Note:
    """ "(A position,) adjacent": to the caster's."""
    if said.sense != "adjacent":
        raise NoSense
    return Note("limit", (False, True), "it")


def note_not_beside(said: Said) -> Note:
    """ "(A position,) non-adjacent"."""
    return note_beside(said)._replace(value=(False, False))


def note_not_near(part: tuple[str, Any]) -> Note:
    """ "(A position,) not adjacent to yours"."""
    return note_near(part)._replace(value=(False, False), about="last")


def note_nor_near(part: tuple[str, Any], phrase: Phrase) -> Note:
    """ "(A position,) neither next to yours nor your own"."""
    return note_more(note_not_near(part), note_neither(phrase))


def note_anywhere_but(where: Any) -> Note:
    """ "(A position,) anywhere but next to yours", "anywhere but your own"."""
    return note_not_near(where) if isinstance(where, tuple) else note_neither(where)


def note_neither_near(*said: Any) -> Note:
    """ "(Two positions,) neither next to yours"."""
    only(said, {"M": MAY})
    return note_not_near(said[-1])._replace(about="neither")


def note_may_twice_be(modal: Said, *said: Said) -> Note:
    """ "(Two positions) which may be identical"."""
    if modal.sense not in ("can", "may"):
        raise NoSense
    return note_twice(*said)


def note_letters(*said: Any) -> Note:
    """ "P and Q are different", "Q is not P", "P must differ from Q", "P and Q are not the same"."""
    letters = [word for word in said if isinstance(word, str) and len(word) == 1]
    only(said, {"M": MAY, "A": ("different",), "V": ("differ",), "P": ("from", "to", "than"), "N": PLACES})
    if len(set(letters)) != 2:
        raise NoSense
    return Note("letters", tuple(letters))


def note_not_one(phrase: Phrase, *said: Any) -> Note:
    """ "The caster may not be one of them"."""
    only(said, {"M": MAY})
    return note_neither(phrase)


def note_elses(said: Said) -> Note:
    """ "(A position,) someone else's"."""
    if said.sense not in SOMEBODY:
        raise NoSense
    return Note("own", about="last", form="bare")


def note_any_but(*said: Any) -> Note:
    """ "(A position,) any but your own"."""
    only(said, {"N": KINDS})
    return note_neither(said[-1])._replace(form="bare")


def note_different(*said: Any) -> Note:
    """ "(A second position) different from it", "which must be different from the first"."""
    words = [word for word in said if isinstance(word, Said)]
    only(said, {"M": ("must",), "A": ("different", "ordinal"), "P": ("from", "to", "than"), "N": PLACES})
    if any(word.sense == "ordinal" and word.word.detail != "1" for word in words):
        raise NoSense
    if not any(word.sense == "different" for word in words):
        raise NoSense
    return Note("differ", about="both")


def note_unlike_first(*said: Any) -> Note:
    """ "(A second position) that is not the same", "not the same as the first", "other than that one"."""
    only(said, {"A": ("ordinal",), "N": (*PLACES, "one")})
    if any(word.sense == "ordinal" and word.word.detail != "1" for word in said):
        raise NoSense
    return Note("differ", about="both")


def note_differs(verb: Said, *said: Any) -> Note:
    """ "(A second position) that differs from the first"."""
    if verb.sense != "differ" or any(word.word.sort == "P" and word.sense != "from" for word in said):
        raise NoSense
    return note_unlike_first(*(word for word in said if word.word.sort != "P"))


def note_apart_all(*said: Any) -> Note:
    """ "(Two positions,) which must be different from each other"."""
    words = [word for word in said if isinstance(word, Said)]
    only(said, {"M": ("must",), "A": ("different",), "P": ("from", "to", "than")})
    if not any(word.sense == "different" for word in words):
        raise NoSense
    return Note("differ", about="they")


def note_apart_all_and(*said: Any) -> Note:
    """ "(Two positions,) different from each other and from your own", "which must differ from each other and ..."."""
    only(said, {"M": ("must",), "A": ("different",), "V": ("differ",), "P": ("from", "to", "than")})
    if not any(isinstance(word, Said) and word.sense in ("different", "differ") for word in said):
        raise NoSense
    return note_more(Note("differ", about="they"), note_but_both(said[-1]))


def note_both_apart(*said: Any) -> Note:
    """ "(Two positions,) both different from yours"."""
    only(said, {"M": ("must",), "A": ("different",), "P": ("from", "to", "than")})
    return note_but_both(said[-1])


def note_not_twice(*said: Any) -> Note:
    """ "Not twice the same one"."""
    _is_of_places(said)
    return Note("differ", about="they")


def note_not_same(*said: Any) -> Note:
    """ "(Two positions,) not the same", "not identical"."""
    return note_not_twice(*said)._replace(form="denied")


def note_twice(*said: Any) -> Note:
    """ "The same position may be given twice"."""
    _is_of_places(said)
    return Note("same", about="they")


def _is_of_places(said: tuple[Any, ...]) -> None:
    only(said, {"N": PLACES, "M": MAY, "VB": (*CHOOSING, "state"), "VN": CHOOSING})


def note_may_twice(subject: Phrase, modal: Said, *said: Any) -> Note:
    """ "You may pick the same one twice"."""
    if who_of(subject) not in CASTER or modal.sense not in ("can", "may"):
        raise NoSense
    return note_twice(modal, *said)


def note_allowed(*said: Any) -> Note:
    """ "(A position;) your own is fine too": said again, as nothing excludes it."""
    only(said, {"N": KINDS})
    if isinstance(said[-1], Casts) and said[-1].own:
        return Note("any", about="spell")  # "this one included"
    if who_of(said[-1]) not in CASTER:
        raise NoSense
    return Note("mine", about="last")


def note_may_choose(verb: Said, what: Phrase) -> Note:
    """ "(A position;) feel free to choose your own"."""
    only((verb,), {"V": ("choose", "name")})
    return note_allowed(what)


def note_free_to(subject: Phrase, *said: Any) -> Note:
    """ "You are allowed to choose your own"."""
    verb, what = (part for part in said if not isinstance(part, str))
    if who_of(subject) not in CASTER:
        raise NoSense
    return note_may_choose(verb, what)


def note_valid(*said: Any) -> Note:
    """ "You are a valid choice, too"."""
    only(said, {"A": ("valid", "able"), "N": ("item", "target")})
    if any(isinstance(word, Said) and word.sense == "item" and word.word.detail != "choice" for word in said):
        raise NoSense
    return note_allowed(said[0])


def note_may_be_one(phrase: Phrase, modal: Said) -> Note:
    """ "(Two Wizards;) you may be one of them"."""
    return note_may_be(modal, phrase)


def note_may_be(modal: Said, phrase: Phrase) -> Note:
    """ "(A position, and) it may even be your own"."""
    if modal.sense not in ("can", "may"):
        raise NoSense
    return note_allowed(phrase)


def note_but(said: Said, phrase: Phrase) -> Note:
    """ "(A position,) anyone's but your own", "(the name of a spell,) anything but Burn"."""
    if said.sense not in SOMEBODY and (said.sense != "anything" or isinstance(phrase, Some)):
        raise NoSense
    return note_neither(phrase)._replace(form="bare")


def note_any(*said: Any) -> Note:
    """ "Anyone will do", "who may be anybody"."""
    only(said, {"Q": ("anyone",), "M": ("can", "may"), "N": KINDS, "VN": CHOOSING})
    spell = any(isinstance(word, Said) and word.sense == "spell" for word in said)
    return Note("any", about="spell" if spell else "last")


def note_may_be_any(*said: Any) -> Note:
    """ "(A position,) which may be any in the ring"."""
    only(said, {"M": ("can", "may"), "N": (*KINDS, "ring"), "P": ("in",)})
    return Note("any", about="last")


def note_bare_any(*said: Any) -> Note:
    """ "(Any)", "(a position,) any at all"."""
    return note_any(*said)._replace(form="bare")


def note_free(_: bool) -> Note:
    """ "(A position,) as you like", "(Red or Blue,) your choice"."""
    return Note("free")


def note_chosen_by(*said: Any) -> Note:
    """ "(A position,) to be named by the caster"."""
    only(said, {"VN": CHOOSING})
    if who_of(said[-1]) not in CASTER:
        raise NoSense
    return Note("free")


def note_free_order(subject: Phrase, verb: Said) -> Note:
    """ "(Two positions,) in whatever order you like"."""
    if who_of(subject) not in CASTER or verb.sense != "wish":
        raise NoSense
    return Note("free")


def note_whole(*_: Any) -> Note:
    """ "(Any position,) no exceptions"."""
    return Note("any", about="last")


def note_only(nbar: Nbar, *said: Any) -> Note:
    """ "(A position.) Only positions next to yours are allowed"."""
    only(said, {"M": ("can", "may"), "VN": CHOOSING})
    form = "s" if nbar.noun.sense != "neighbour" and nbar.noun.word.form == "s" else "p"
    found = asked_for({"s": "a", "p": "two"}[form], nbar)[0]
    if found.adjacent is not True or found.differs is not None:
        raise NoSense
    return Note("limit", (False, True), found.kind)


def note_not_those(nbar: Nbar, *said: Any) -> Note:
    """ "(A position.) Positions next to yours are not allowed"."""
    note = note_only(nbar, *(word for word in said if isinstance(word, Said)))
    return note._replace(value=(False, False), form="denied")


def note_only_those(part: tuple[str, Any], *said: Any) -> Note:
    """ "(A position.) Only those next to yours are allowed"."""
    return note_only(n_pp(Nbar(Said(Word("N", "position", form="p"), 0), ()), part), *said)


def note_required() -> Note:
    return Note("free")


def note_range(*said: Any) -> Note:
    """ "(A number.) It must be from 1 to 5"."""
    _of_kind(said, "number")
    return Note("range", said[-1], "number")


def note_bare_range(*said: Any) -> Note:
    """ "(A number), 1 to 5"."""
    return note_range(*said)._replace(form="bare")


def note_range_not(*said: Any) -> Note:
    """ "The number must not be lower than 1 nor higher than 3"."""
    _of_kind(said, "number")
    (first, low), (second, high) = ((said[-4], said[-3]), (said[-2], said[-1]))
    if (first.sense, second.sense) != ("<", ">"):
        raise NoSense
    return Note("range", (low, high), "number")


def note_words(*said: Any) -> Note:
    """ "(A colour,) which is Red or Blue"."""
    _of_kind(said, "word")
    return Note("words", next(word for word in said if isinstance(word, tuple)), "word")


def note_bare_words(*said: Any) -> Note:
    """ "(A colour), Red or Blue"."""
    return note_words(*said)._replace(form="bare")


def _of_kind(said: tuple[Any, ...], kind: str) -> None:
    only(said, {"N": [sense for sense, meant in KINDS.items() if meant == kind], "M": MAY})


PERMITS = ("mine", "same", "any", "free")


def note_just(note: Note) -> Note:
    """ "(A position,) only not your own"; and not "only your own is allowed"."""
    if any(one.kind in PERMITS for one in _each(note)):
        raise NoSense
    return note


def note_or_mine(phrase: Phrase) -> Note:
    """ "(A position,) or your own": of what leaves out nobody."""
    return note_allowed(phrase)._replace(kind="or mine")


def note_and(first: Note, second: Note) -> Note:
    return note_more(first, note_full(second))


def note_nor(first: Note, second: Any) -> Note:
    """ "Not yourself or a neighbour", "you may not choose your own or next to it": what is denied of both."""
    before = _each(first)
    if before[-1].form != "denied":
        raise NoSense
    denied = note_neither_near(second) if isinstance(second, tuple) else note_neither(second)
    if (denied.kind == "but") != (before[-1].kind == "but"):
        raise NoSense
    return note_more(first, denied._replace(about=before[-1].about, form="denied"))


def _each(note: Note) -> tuple[Note, ...]:
    return note.value if note.kind == "several" else (note,)


def note_neither_same(phrase: Phrase, *said: Any) -> Note:
    """ "(Two positions,) neither the same nor your own"."""
    return note_more(Note("differ", about="they"), note_neither(phrase)._replace(about="neither"))


def note_second(*said: Said) -> Note:
    """ "The second must differ from the first"."""
    only(said, {"A": ("ordinal",), "N": PLACES})
    if [word.word.detail for word in said if word.sense == "ordinal"] not in (["2", "1"], ["1", "2"]):
        raise NoSense
    return Note("differ", about="both")


def note_more(first: Note, second: Note) -> Note:
    """ "They have to be different and neither can be the caster's own"."""
    more = first.value if first.kind == "several" else (first,)
    return Note("several", more if second in more else (*more, second))

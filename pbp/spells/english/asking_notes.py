"""What an Inputs line says of its inputs: "they must differ", "your own excluded", "that Wizard is your target".

One function for each name after "->".
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.asking import SOMEBODY, input_of, names_of, spell_but
from pbp.spells.english.lexicon import Said
from pbp.spells.english.limits import CASTER, Note, beside_own, note_that, who_of
from pbp.spells.english.offering import Asked, asked_range, asked_words
from pbp.spells.english.phrases import Casts, Own, Phrase, Pointer, Some, Verb

TARGET, THERE = Some(t.Chosen(-1)), Some(t.Chosen(-10))
KINDS = {"position": "position", "wizard": "wizard", "spell": "spell", "number": "number", "item": "word"}
"""By the sense of a noun, the kind of input that it means."""


def note_said(subject: Phrase, verb: Verb) -> Note:
    """A sentence: "it may not be your own", "the caster may not be named", "that Wizard is your target"."""
    if who_of(subject) in CASTER:
        return _of_caster(subject, verb)
    if isinstance(subject, Casts) and verb.sense in ("choose", "select") and verb.passive and _ruled_out(verb):
        return Note("but", subject, "spell")  # "Burn may not be named"
    if verb.sense == "be" and _aims(verb):
        return Note("target", about=_about(subject, naming=True))
    if subject == THERE:
        raise NoSense
    return note_that(verb)._replace(about=_about(subject))


def note_said_both(subject: Phrase, verb: Verb) -> Note:
    """ "You can't choose your own for either"."""
    return note_said(subject, verb)._replace(about="both")


def _aims(verb: Verb) -> bool:
    return not verb.denied and verb.modal in ("", "must") and verb.parts == (("object", TARGET),)


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
        case Some(t.They("that Wizard"), "one"):
            return "wizard"
    if naming and subject == THERE:
        return "position"
    raise NoSense


def _of_caster(subject: Phrase, verb: Verb) -> Note:
    """What is said of the caster, or of the caster's own position."""
    place = _placed(subject)
    mine = who_of(subject)
    if verb.sense not in ("choose", "target", "select", "be"):
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
            if isinstance(phrase, Some) and beside_own(phrase) and _ruled_out(verb):
                return Note("limit", (False, False))
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
    if verb.sense == "be" and _aims(verb):
        return Note("target", about="it")
    return note_that(verb)._replace(about="last")


def note_both(verb: Verb) -> Note:
    """ "They must both differ", "each must be next to yours"."""
    if verb.sense == "be" and _aims(verb):
        return Note("target", about="they")
    return note_that(verb)._replace(about="they")


def note_none(verb: Verb) -> Note:
    """ "Neither may be your own", "none of them can be next to yours"."""
    if verb.denied:
        raise NoSense
    return note_that(replace(verb, denied=True))._replace(about="both")


def note_noun(said: Said, verb: Verb) -> Note:
    """ "The position must not be your own", "that Wizard must stand next to you"."""
    if said.sense not in KINDS:
        raise NoSense
    if verb.sense == "be" and _aims(verb):
        return Note("target", about=KINDS[said.sense])
    return note_that(verb)._replace(about=KINDS[said.sense])


def note_in_it(*said: Any) -> Note:
    """ "The Wizard in it is the target", "the Wizard in that position is called the target"."""
    nouns = [word for word in said if isinstance(word, Said) and word.word.sort == "N"]
    verbs = [word for word in said if isinstance(word, Said) and word.word.form == "VN"]
    place = next(word for word in said if isinstance(word, Said) and word.word.sort == "P")
    if nouns[0].sense != "wizard" or any(noun.sense != "position" for noun in nouns[1:]) or said[-1] != TARGET:
        raise NoSense
    if place.sense not in ("in", "at", "on") or any(verb.sense not in ("call", "choose") for verb in verbs):
        raise NoSense
    return Note("target", about="position")


def note_called(subject: Phrase, _be: str, verb: Said, phrase: Phrase) -> Note:
    """ "That Wizard is called the target"."""
    if verb.sense != "call" or phrase != TARGET:
        raise NoSense
    return Note("target", about=_about(subject, naming=True))


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
        case Some() if phrase == TARGET:
            return Note("target", about="last")
        case Own(Some() as owner, "") if owner == TARGET:
            return Note("target", about="position")
        case Some(t.Neighbours(), "some") if beside_own(phrase):
            return Note("limit", (False, True), "last")
    raise NoSense


def note_neither(*said: Any) -> Note:
    """ "Neither of them being your own", "your own excluded"."""
    phrase = said[-1]
    for word in said[:-1]:
        if isinstance(word, Said) and word.sense not in ("can", "may", "must"):
            raise NoSense
    if isinstance(phrase, Casts):
        return Note("but", phrase, "spell")
    if isinstance(phrase, Some) and beside_own(phrase):
        return Note("limit", (False, False), "last")
    if who_of(phrase) not in CASTER:
        raise NoSense
    return Note("own", about="last")


def note_but_both(*said: Any) -> Note:
    """ "(Two positions,) both other than yours"."""
    return note_neither(said[-1])._replace(about="both")


def note_neither_be(phrase: Phrase, *said: Any) -> Note:
    """ "Your own position is not allowed for either", "yours is not a valid choice", "your own does not count"."""
    for word in said:
        if not isinstance(word, Said):
            continue
        if word.word.sort == "N" and (word.sense, word.word.detail) not in (("item", "choice"), ("target", "")):
            raise NoSense
        if word.word.sort == "M" and word.sense not in ("can", "may", "must"):
            raise NoSense
        if word.word.sort == "A" and word.sense not in ("valid", "able"):
            raise NoSense
    return _everywhere(note_neither(phrase))


def _everywhere(note: Note) -> Note:
    """What a whole sentence says, of all that it can be said of."""
    return note._replace(about="") if note.about == "last" else note


def note_doing(verb: Said, phrase: Phrase, _be: str) -> Note:
    """ "Naming yourself is not allowed"."""
    if verb.sense not in ("choose", "target", "select"):
        raise NoSense
    return _everywhere(note_neither(phrase))


def note_doing_allowed(verb: Said, phrase: Phrase, _be: str) -> Note:
    """ "Naming yourself is allowed"."""
    if verb.sense not in ("choose", "target", "select"):
        raise NoSense
    return note_allowed(phrase)


def note_not_one(phrase: Phrase, *said: Any) -> Note:
    """ "The caster may not be one of them"."""
    if any(isinstance(word, Said) and word.sense not in ("can", "may", "must") for word in said):
        raise NoSense
    return note_neither(phrase)


def note_elses(said: Said) -> Note:
    """ "(A position,) someone else's"."""
    if said.sense not in SOMEBODY:
        raise NoSense
    return Note("own", about="last")


def note_any_but(*said: Any) -> Note:
    """ "(A position,) any but your own"."""
    if any(word.sense not in KINDS for word in said[:-1]):
        raise NoSense
    return note_neither(said[-1])


def note_different(*said: Any) -> Note:
    """ "(A second position) different from it", "which must be different from the first"."""
    words = [word for word in said if isinstance(word, Said)]
    for word in words:
        if word.word.sort == "M" and word.sense != "must":
            raise NoSense
        if word.word.sort == "A" and word.sense not in ("different", "ordinal"):
            raise NoSense
        if word.sense == "ordinal" and word.word.detail != "1":
            raise NoSense
        if word.word.sort == "P" and word.sense not in ("from", "to", "than"):
            raise NoSense
        if word.word.sort == "N" and word.sense not in ("position", "wizard"):
            raise NoSense
    if not any(word.sense == "different" for word in words):
        raise NoSense
    return Note("differ", about="both")


def note_not_twice(*said: Any) -> Note:
    """ "Not twice the same one"."""
    _is_of_places(said)
    return Note("differ", about="they")


def note_twice(*said: Any) -> Note:
    """ "The same position may be given twice"."""
    _is_of_places(said)
    return Note("same", about="they")


def _is_of_places(said: tuple[Any, ...]) -> None:
    for word in said:
        if isinstance(word, Said) and word.word.sort == "N" and word.sense not in ("position", "wizard"):
            raise NoSense
        if isinstance(word, Said) and word.word.sort == "M" and word.sense not in ("can", "may", "must"):
            raise NoSense
        if isinstance(word, Said) and word.word.form in ("VB", "VN") and word.sense not in ("choose", "select"):
            raise NoSense


def note_may_twice(subject: Phrase, modal: Said, *said: Any) -> Note:
    """ "You may pick the same one twice"."""
    if who_of(subject) not in CASTER or modal.sense not in ("can", "may"):
        raise NoSense
    return note_twice(modal, *said)


def note_may_not_twice(subject: Phrase, modal: Said, *said: Any) -> Note:
    """ "You may not pick the same one twice"."""
    if who_of(subject) not in CASTER:
        raise NoSense
    return note_not_twice(modal, *said)


def note_allowed(*said: Any) -> Note:
    """ "(A position;) your own is fine too": said again, as nothing excludes it."""
    if who_of(said[-1]) not in CASTER or any(word.sense not in KINDS for word in said[:-1]):
        raise NoSense
    return Note("mine", about="last")


def note_own_allowed() -> Note:
    """ "(A position.) Own is fine"."""
    return Note("mine", about="last")


def note_may_be(modal: Said, phrase: Phrase) -> Note:
    """ "(A position, and) it may even be your own"."""
    if modal.sense not in ("can", "may"):
        raise NoSense
    return note_allowed(phrase)


def note_but(said: Said, phrase: Phrase) -> Note:
    """ "(A position,) anyone's but your own"."""
    if said.sense not in SOMEBODY:
        raise NoSense
    return note_neither(phrase)


def note_any(*said: Any) -> Note:
    """ "(Any)", "anyone will do", "who may be anybody"."""
    for word in said:
        if word.word.sort == "Q" and word.sense != "anyone":
            raise NoSense
        if word.word.sort == "M" and word.sense not in ("can", "may"):
            raise NoSense
        if word.word.sort == "N" and word.sense not in KINDS:
            raise NoSense
        if word.word.form == "VN" and word.sense not in ("choose", "select"):
            raise NoSense
    return Note("any", about="last")


def note_free(subject: Phrase, verb: Said) -> Note:
    """ "(A position,) as you like"."""
    if who_of(subject) not in CASTER or verb.sense != "wish":
        raise NoSense
    return Note("free")


def note_yours(owner: Phrase, said: Said) -> Note:
    """ "(Red or Blue,) your choice"."""
    if who_of(owner) not in CASTER or (said.sense, said.word.detail) != ("item", "choice"):
        raise NoSense
    return Note("free")


def note_required() -> Note:
    return Note("free")


def note_range(*said: Any) -> Note:
    """ "(A number.) It must be from 1 to 5"."""
    _of_kind(said, "number")
    return Note("range", said[-1], "number")


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


def _of_kind(said: tuple[Any, ...], kind: str) -> None:
    for word in said:
        if isinstance(word, Said) and word.word.sort == "N" and KINDS.get(word.sense) != kind:
            raise NoSense
        if isinstance(word, Said) and word.word.sort == "M" and word.sense not in ("must", "can", "may"):
            raise NoSense


def note_more(first: Note, second: Note) -> Note:
    """ "They have to be different and neither can be the caster's own"."""
    more = first.value if first.kind == "several" else (first,)
    return Note("several", more if second in more else (*more, second))


def ask_noted(asked: Asked, note: Note) -> Asked:
    """Inputs with what is said of them; what is not new must be so."""
    if note.kind == "several":
        for one in note.value:
            asked = ask_noted(asked, one)
        return asked
    if note.kind == "free":
        return asked
    if note.kind == "range":
        return _offering(asked, "number", lambda one: asked_range(one, note.value))
    if note.kind == "words":
        return _offering(asked, "word", lambda one: asked_words(one, note.value))
    meant = _meant(asked, note)
    made = list(asked)
    if note.kind in ("differ", "same"):
        first, second = _two_of(asked, meant)
        if note.kind == "same" and asked[second].differs is not None:
            raise NoSense
        made[second] = replace(asked[second], differs=first if note.kind == "differ" else None)
        return tuple(made)
    for at in meant:
        made[at] = _noted(asked[at], note, len(meant))
    if note.kind == "own" and len(meant) == 2 and asked[meant[1]].label == "the second wizard":
        made[meant[1]] = replace(made[meant[1]], differs=meant[0])  # as "two Wizards other than yourself"
    if note.kind == "target":
        _all_targets(asked, meant)
    return tuple(made)


def _offering(asked: Asked, kind: str, made: Any) -> Asked:
    at = [index for index, one in enumerate(asked) if one.kind == kind]
    if len(at) != 1:
        raise NoSense
    return (*asked[: at[0]], made(asked[at[0]]), *asked[at[0] + 1 :])


def _meant(asked: Asked, note: Note) -> tuple[int, ...]:
    """The inputs that a note is about. Raises NoSense where it could be another."""
    count = len(asked)
    alike = count > 1 and asked[-1].kind == asked[-2].kind
    pair = asked[-1].label.startswith("the second ")
    match note.about:
        case "it":
            others = any(one.kind in ("position", "wizard") for one in asked[:-1])
            if pair or (others and asked[-1].kind in ("position", "wizard")):
                raise NoSense
            return (count - 1,)
        case "last":
            return (count - 2, count - 1) if pair else (count - 1,)
        case "they":
            return (count - 2, count - 1) if alike else (count - 1,)
        case "both":
            if not alike:
                raise NoSense
            return count - 2, count - 1
        case "":
            meant = tuple(at for at, one in enumerate(asked) if one.kind in ("position", "wizard"))
            if len({asked[at].kind for at in meant}) != 1:
                raise NoSense
            return meant
    meant = tuple(at for at, one in enumerate(asked) if one.kind == note.about)
    if len(meant) != 1 and note.kind not in ("own", "mine"):
        raise NoSense
    if not meant:
        raise NoSense
    return meant


def _two_of(asked: Asked, meant: tuple[int, ...]) -> tuple[int, int]:
    if len(meant) != 2 or asked[meant[0]].kind != asked[meant[1]].kind or asked[meant[0]].kind not in KINDS:
        raise NoSense
    if asked[meant[0]].kind not in ("position", "wizard"):
        raise NoSense
    return meant[0], meant[1]


def _all_targets(asked: Asked, meant: tuple[int, ...]) -> None:
    """The target is whom the inputs name: no other input may name a Wizard. Raises NoSense."""
    if any(one.kind in ("position", "wizard") and at not in meant for at, one in enumerate(asked)):
        raise NoSense


def _noted(asked: t.Input, note: Note, count: int) -> t.Input:
    kind, value, _ = note
    place = asked.kind in ("position", "wizard")
    match kind:
        case "but" if asked.kind == "spell" and (names := names_of(value)) is not None:
            return spell_but((*asked.but, *names))
        case "mine" if place and not asked.not_self and asked.adjacent is None:
            return asked
        case "own" if place:
            return _limited(asked, True, None)
        case "limit" if place and (count == 1 or value != (False, True)):
            return _limited(asked, *value)
        case "target" if place:
            return asked
        case "any" if (place or asked.kind == "spell") and not (asked.not_self or asked.adjacent or asked.but):
            return asked
        case "number" if asked.low is not None and asked.high is not None and asked.low <= value <= asked.high:
            return asked
        case "one" if asked.kind == "word" and value == count:
            return asked
    raise NoSense


def _limited(asked: t.Input, own: bool, beside: bool | None) -> t.Input:
    """An input with something more excluded; one of two keeps its name."""
    if beside is not None and asked.adjacent not in (None, beside):
        raise NoSense
    made = input_of(asked.kind, asked.not_self or own, asked.adjacent if beside is None else beside)
    label = asked.label if asked.label.startswith(("the first ", "the second ")) else made.label
    return replace(made, label=label, differs=asked.differs, noun=asked.noun)

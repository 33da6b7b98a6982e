"""What an Inputs line asks for: the same noun phrases as in an Effect, as inputs with what they exclude.

One function for each name after "->".
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.groups import OWN_SPELL
from pbp.spells.english.lexicon import Said, Word, only
from pbp.spells.english.limits import CASTER, MAY, Note, any_beside, beside_own, limit_of, note_or_none, who_of
from pbp.spells.english.nbar import CHOSEN, bare_be
from pbp.spells.english.offering import Asked, noun_of
from pbp.spells.english.phrases import Bag, Casts, Nbar, Own, Phrase, Pointer, Some, Verb, Worn
from pbp.spells.walk import parts

SOMEBODY = ("anyone", "someone")

ANOTHER, AFTER_ONE, A_SECOND, THE, A_FIRST, ALLOWED, ELSE, FREE, ANY = -1, -2, -3, -4, -5, -6, -7, -8, -9
"""What `differs` is until the inputs before are known: another than those before or, of the first, than the caster's;
different from the one before; a second one, which may be the same; "the position", which is none that was asked for;
a first one, as which none was asked for; one of which it was said that it may be the same; "somebody else's",
"the name of another Wizard", which is another than the caster or than those before; what one "may choose", which after
others could be said of them; "any spell but this", which after "a spell," is said of that one."""


def inputs(asked: Asked) -> Asked:
    """All inputs of a line; each number and each word is bounded."""
    if any((one.kind == "number" and one.low is None) or (one.kind == "word" and not one.words) for one in asked):
        raise NoSense
    return tuple(replace(one, differs=None) if one.differs in (THE, ALLOWED, ANY) else one for one in asked)


def inputs_none(*said: Any) -> Asked:
    """ "No inputs", "this spell needs no inputs"."""
    subject = next((word for word in said if isinstance(word, Phrase)), None)
    only(said, {"V": ("need", "have", "take")})
    if subject is not None and subject != Pointer("it") and not (isinstance(subject, Casts) and subject.own):
        raise NoSense
    return ()


def inputs_has_none(subject: Phrase, _have: str) -> Asked:
    """ "This spell has no inputs"."""
    return inputs_none(subject)


def inputs_counted(number: int, noun: Said | str, asked: Asked) -> Asked:
    """ "Two things: a position, and a number", "there is one input: a position"."""
    if number != len(asked):
        raise NoSense
    return inputs_are(noun, asked) if isinstance(noun, Said) else inputs(asked if not noun else ())


def inputs_are(noun: Said, *said: Any) -> Asked:
    """ "The input is a position"."""
    asked: Asked = said[-1]
    if noun.sense != "input" or (noun.word.form == "s") != (len(asked) == 1):
        raise NoSense
    return inputs(asked)


def ask_first(asked: Asked) -> Asked:
    if any(not one.kind or one.differs in (AFTER_ONE, A_SECOND) for one in asked):
        raise NoSense
    asked = tuple(replace(one, differs=None) if one.differs in (A_FIRST, FREE, ANY) else one for one in asked)
    return tuple(_other_than_own(one) if one.differs in (ANOTHER, ELSE) else one for one in asked)


def _other_than_own(asked: t.Input) -> t.Input:
    if asked.kind == "spell":
        return replace(asked, differs=None)
    return replace(input_of(asked.kind, True, asked.adjacent), noun=asked.noun)


def _like(asked: t.Input, other: t.Input) -> bool:
    """Whether an input could be another than one before."""
    return (asked.kind == "spell") == (other.kind == "spell") and other.kind not in ("number", "word")


def ask_more_listed(before: Asked, asked: Asked) -> Asked:
    """ "A position, a Wizard"; "a spell, any spell but this" asks for one."""
    if any(one.differs == ANY and one.kind == before[-1].kind for one in asked):
        raise NoSense
    return ask_more(before, asked)


def ask_more(before: Asked, asked: Asked) -> Asked:
    """The next input; "another position" differs from the one before."""
    placed = []
    for one in asked:
        if not one.kind:
            if not before or before[-1].kind not in ("position", "wizard"):
                raise NoSense
            one = replace(input_of(before[-1].kind, False, None), differs=one.differs)
        alike = bool(before) and before[-1].kind == one.kind
        if one.differs in (ANOTHER, ELSE) and not any(_like(one, other) for other in before):
            one = _other_than_own(one)
        elif one.differs in (ANOTHER, ELSE, AFTER_ONE, A_SECOND):
            if not alike or one.differs == ELSE or sum(other.kind == one.kind for other in before) > 1:
                raise NoSense  # "two Wizards, and another": than which?
            if one.differs != A_SECOND and before[-1].not_self and not one.not_self:
                raise NoSense  # "another Wizard, then another Wizard": may that be the caster?
            one = replace(one, differs=None if one.differs == A_SECOND else len(before) - 1)
        elif one.differs in (THE, A_FIRST, FREE, ANY):
            told = one.differs in (THE, A_FIRST) and any(other.kind == one.kind for other in before)
            if one.differs in (A_FIRST, ANY):
                one = replace(one, differs=None)
            if one.differs == FREE or told:
                raise NoSense  # "a position. The position ..." speaks of that one
        elif one.differs is not None:
            one = replace(one, differs=one.differs + len(before))
        placed.append(one)
    return (*before, *placed)


def ask_more_numbers(before: Asked, asked: Asked) -> Asked:
    """ "(A position,) then 0, 1 or 2"; after "a number from 1 to 3" more of the same number could be meant."""
    if before[-1].kind == "number":
        raise NoSense
    return ask_more(before, asked)


ASKING = ("choose", "select", "state")


def ask_order(*said: Any) -> Asked:
    """ "Choose a position", "the caster must name a Wizard", "this spell needs a position"."""
    asked: Asked = next(word for word in said if isinstance(word, tuple))
    verb = next(word for word in said if isinstance(word, Said) and word.word.sort == "V")
    subject = next((word for word in said if isinstance(word, Phrase)), None)
    only(said, {"M": MAY, "V": (*ASKING, "need")})
    spell = (isinstance(subject, Casts) and subject.own) or subject == Pointer("it")
    if subject is not None and who_of(subject) not in CASTER and not (spell and verb.sense == "need"):
        raise NoSense
    if any(isinstance(word, Said) and word.sense in ("can", "may") for word in said):
        return tuple(replace(one, differs=FREE) if one.differs is None else one for one in asked)
    return asked


def ask_given(asked: Asked, *said: Any) -> Asked:
    """ "A position must be given", "a position is chosen"."""
    only(said, {"VN": (*ASKING, "need"), "M": ("must",)})
    return asked


def ask_chosen_by(asked: Asked, verb: Verb) -> Asked:
    """ "A position, chosen by you"."""
    if verb.sense not in ASKING or not verb.passive or verb.denied or len(verb.parts) != 1:
        raise NoSense
    if verb.parts[0][0] != "by" or who_of(verb.parts[0][1]) not in CASTER:
        raise NoSense
    return asked


def ask_given_by(asked: Asked, *said: Any) -> Asked:
    """ "A position is chosen by the caster", "a Wizard shall be named by you"."""
    only([word for word in said if isinstance(word, Said)], {"M": ("must",)})
    return ask_chosen_by(asked, said[-1])


def ask_both(first: Asked, second: Asked) -> Asked:
    """ "Both a position and a number"."""
    return ask_more(ask_first(first), second)


def ask_headed(said: Any, asked: Asked) -> Asked:
    """ "Target: a position"."""
    if not isinstance(said, Said) or said.sense not in ("target", "input"):
        raise NoSense
    if said.sense == "target" and any(one.kind not in ("position", "wizard") for one in asked):
        raise NoSense
    return asked


def ask_letter(letter: str, asked: Asked) -> Asked:
    """ "X, a number from 1 to 5"."""
    if len(asked) != 1:
        raise NoSense
    return (replace(asked[0], noun=letter),)


def ask_named(asked: Asked, name: str) -> Asked:
    """ "Another Wizard, called the debtor", "a number from 1 to 4 (the stake)"."""
    return ask_letter(name, asked)


def ask_of_name(name: str, noun: Said, asked: Asked) -> Asked:
    """ "The debtor's position: a position", "the debtor's name: the name of another Wizard"."""
    if len(asked) != 1 or noun.word.form != "s" or noun.sense != _GIVEN_BY.get(asked[0].kind):
        raise NoSense
    return ask_letter(name, asked)


_GIVEN_BY = {"position": "position", "wizard": "name", "spell": "name"}
"""What of somebody is asked for by each kind of input."""


def asked_bare(nbar: Nbar) -> Asked:
    if nbar.noun.word.form == "p" and any(role == "letter" and len(value) == 2 for role, value in nbar.mods):
        return asked_for("two", nbar)  # "positions A and B"
    return asked_for("a", nbar)


def asked_any(nbar: Nbar) -> Asked:
    """ "Any Wizard", "any spell but Burn"."""
    asked = asked_bare(nbar)
    limited = len(asked) == 1 and (asked[0].not_self or asked[0].but or asked[0].adjacent is not None)
    return tuple(replace(one, differs=ANY) if limited and one.differs is None else one for one in asked)


def asked_the(nbar: Nbar) -> Asked:
    """ "The position": not where one was asked for."""
    asked = asked_for("a", nbar)
    return tuple(replace(one, differs=THE) if one.differs is None else one for one in asked)


def asked_other(nbar: Nbar) -> Asked:
    return asked_for("another", nbar)


def asked_another_one() -> Asked:
    """ "(A position, then) another one": of the kind before."""
    return (t.Input("", "", differs=ANOTHER),)


def asked_second_one(said: Said) -> Asked:
    """ "(A position, and) a different one", "a second one"."""
    if said.sense not in ("different", "ordinal") or (said.sense == "ordinal" and said.word.detail != "2"):
        raise NoSense
    return (t.Input("", "", differs=AFTER_ONE if said.sense == "different" else A_SECOND),)


def asked_second_different(*said: Said) -> Asked:
    """ "(A position, then) a second, different one"."""
    if sorted(one.sense for one in said) != ["different", "ordinal"] or "2" not in (one.word.detail for one in said):
        raise NoSense
    return (t.Input("", "", differs=AFTER_ONE),)


def asked_that_of(asked: Asked) -> Asked:
    """ "(The name of a Wizard, then) that of another Wizard"."""
    if any(one.kind not in ("wizard", "spell", "") for one in asked):
        raise NoSense
    return asked


def asked_first_second(first: Said, *nouns: Any) -> Asked:
    """ "A first and a second position", "a first position and a second one"."""
    *before, nbar = nouns
    if (first.sense, first.word.detail) != ("ordinal", "1") or before:
        raise NoSense
    bag = Bag(nbar.mods)
    second = bag.take("adj", Said)
    different = bag.says("different", "adj")
    if second.sense == "different":
        different, second = second, bag.take("adj", Said)
    if (second.sense, second.word.detail) != ("ordinal", "2") or nbar.noun.word.form != "s":
        raise NoSense
    noun = Said(replace(nbar.noun.word, form="p"), nbar.noun.at)
    found = asked_for("two", Nbar(noun, tuple(bag.left)))
    if different is None:
        return found
    if found[1].differs is not None:
        raise NoSense
    return found[0], replace(found[1], differs=0)


def asked_pair(pair: Said, nbar: Nbar) -> Asked:
    """ "A pair of different positions"."""
    if pair.sense != "pair":
        raise NoSense
    return asked_for("two", nbar)


def asked_where(subject: Phrase, verb: Verb) -> Asked:
    """ "Where another Wizard stands"."""
    limit = limit_of("rel", ("pp", "in", subject, verb))
    if limit is None or verb.denied:
        raise NoSense
    return (input_of("position", *limit),)


def asked_where_said(subject: Phrase, verb: Verb, asked: Asked) -> Asked:
    """ "Where somebody else stands (a position other than yours)": said twice, and alike."""
    if asked_where(subject, verb) != asked:
        raise NoSense
    return asked


def asked_sides(said: Said, *owners: Phrase) -> Asked:
    """ "The position on your left or the one on your right"."""
    if said.sense != "position" or said.word.form != "s" or any(who_of(owner) not in CASTER for owner in owners):
        raise NoSense
    return (input_of("position", False, True),)


def asked_before_after(said: Said, *where: Any) -> Asked:
    """ "The position before or after yours", "the position before yours or the one after it"."""
    sides = {word.sense for word in where if isinstance(word, Said)}
    owners = [phrase for phrase in where if isinstance(phrase, Phrase)]
    if said.sense != "position" or said.word.form != "s" or sides != {"before", "after"}:
        raise NoSense
    if not owners or who_of(owners[0]) not in CASTER:
        raise NoSense
    if any(who_of(more) not in CASTER and more != Pointer("it") for more in owners):
        raise NoSense
    return (input_of("position", False, True),)


def asked_one_of_two(*said: Any) -> Asked:
    """ "One of the two positions next to yours", "either neighbouring position"."""
    nbar = said[-1]
    if len(said) > 1 and said[0] != 2:
        raise NoSense
    one = nbar if nbar.noun.word.form == "s" else Nbar(Said(replace(nbar.noun.word, form="s"), nbar.noun.at), nbar.mods)
    (found,) = asked_for("a", one)
    if found.adjacent is not True or found.differs is not None:
        raise NoSense
    return (found,)


def asked_one_of_rest(nbar: Nbar) -> Asked:
    """ "One of the other positions", "any of the Wizards other than yourself"."""
    if nbar.noun.word.form != "p" or nbar.noun.sense == "spell":
        raise NoSense
    (found,) = asked_for("a", Nbar(Said(replace(nbar.noun.word, form="s"), nbar.noun.at), nbar.mods))
    if found.adjacent is not None or not (found.not_self or found.differs == ANOTHER or nbar.mods):
        raise NoSense
    return (found,)


def asked_some_of(number: int, nbar: Nbar) -> Asked:
    """ "Two of the other Wizards"."""
    made = asked_some(number, nbar)
    if number != 2 or not made[0].not_self or nbar.noun.sense not in ("wizard", "position"):
        raise NoSense
    return made


def asked_either_owned(owner: Nbar, nbar: Nbar) -> Asked:
    """ "Either neighbour's position"."""
    (found,) = asked_owned(owner, nbar)
    if found.adjacent is not True:
        raise NoSense
    return (found,)


def asked_left_right(*said: Any) -> Asked:
    """ "Your left or right neighbour", "your left or your right neighbour's position"."""
    near, *more = (nbar for nbar in said if isinstance(nbar, Nbar))
    owners = [owner for owner in said if isinstance(owner, Phrase)]
    if any(not isinstance(owner, Some) or owner.place or owner.who not in CASTER for owner in owners):
        raise NoSense  # "(the position of you)r left or right neighbour"
    if near.mods or near.noun.sense != "neighbour" or any(nbar.mods for nbar in more):
        raise NoSense
    found = asked_for("a", near)
    return asked_name(more[0].noun, found) if more else found


def asked_whichever(nbar: Nbar, subject: Phrase, verb: Said) -> Asked:
    """ "Whichever position you like"."""
    if who_of(subject) not in CASTER or verb.sense not in ("wish", "choose"):
        raise NoSense
    return asked_for("a", nbar)


def inputs_whoever(subject: Phrase, verb: Said) -> Asked:
    """ "Whoever you like"."""
    return asked_whichever(_wizard(), subject, verb)


def inputs_own_or_other(mine: Phrase) -> Asked:
    """ "Yourself or another Wizard", "your own position or another Wizard's"."""
    place = isinstance(mine, Own) or (isinstance(mine, Some) and mine.place)
    return (input_of("position" if place else "wizard", False, None),)


def asked_owned_but(*said: Any) -> Asked:
    """ "Any Wizard's name but your own", "a spell's name other than Greed"."""
    *named, but = said
    match named:
        case [Nbar() as owner, Nbar() as nbar]:
            (found,) = asked_owned(owner, nbar)
        case [Said() as who, Nbar() as nbar]:
            (found,) = asked_of_somebody(who, nbar)
        case [name, (found,)]:
            (found,) = asked_name(name, (found,))
        case _:
            raise NoSense
    if found.kind == "spell" and isinstance(but, Casts) and (names := names_of(but)) is not None:
        return (replace(spell_but((*found.but, *names), *found.traits), noun=found.noun),)
    if who_of(but) not in CASTER or found.adjacent or found.kind not in ("position", "wizard"):
        raise NoSense
    return (replace(input_of(found.kind, True, found.adjacent), noun=found.noun),)


def asked_some(number: int, nbar: Nbar) -> Asked:
    if number not in (1, 2):
        raise NoSense
    return asked_for("a" if number == 1 else "two", nbar)


def asked_but_and(nbar: Nbar, near: Phrase) -> Asked:
    """ "A Wizard other than yourself and a neighbour": which could be two, as well."""
    (found,) = asked_for("a", nbar)
    if not any(role in ("but", "not") for role, _ in nbar.mods) or not isinstance(near, Some) or not any_beside(near):
        raise NoSense
    return (input_of(found.kind, found.not_self, False),)


def asked_non(nbar: Nbar) -> Asked:
    """ "A non-adjacent position"."""
    bag = Bag(nbar.mods)
    if bag.says("adjacent", "adj") is None:
        raise NoSense
    return asked_for("a", Nbar(nbar.noun, (*bag.left, ("not near", Some(t.Caster())))))


def asked_some_owned(number: int, owner: Nbar, nbar: Nbar) -> Asked:
    """ "Two Wizards' names"."""
    if number != 2 or nbar.mods or nbar.noun.word.form != "p" or owner.noun.sense != "wizard":
        raise NoSense
    return asked_name(nbar.noun, asked_for("two", owner))


def asked_told_by(asked: Asked, said: Said, *choice: Any) -> Asked:
    """ "Two Wizards (names)", "a position (number)", "0, 1 or 2 (a number of your choice)"."""
    if choice and (choice[0] not in (Some(t.Caster()), Some(t.Caster(you=True))) or choice[1].word.detail != "choice"):
        raise NoSense
    if (
        len(asked) == 1
        and said.word.form == "s"
        and said.sense == {"number": "number", "word": "item"}.get(asked[0].kind)
    ):
        return asked
    if choice:
        raise NoSense
    if said.sense == "number":
        return asked_by_number(asked)
    if said.sense != "name" or said.word.form != ("s" if len(asked) == 1 else "p"):
        raise NoSense
    return asked_by_name(asked)


def asked_of_somebody(said: Said, nbar: Nbar) -> Asked:
    """ "Someone's position"."""
    if said.sense not in SOMEBODY:
        raise NoSense
    return asked_owned_by("a", _wizard(), nbar)


def asked_of_somebody_else(said: Said, nbar: Nbar) -> Asked:
    """ "Someone else's position"."""
    if said.sense not in SOMEBODY:
        raise NoSense
    return tuple(replace(one, differs=ELSE) for one in asked_owned_by("another", _wizard(), nbar))


def _wizard() -> Nbar:
    return Nbar(Said(Word("N", "wizard", "", "s"), -1))


def asked_one_of(phrase: Phrase) -> Asked:
    """ "One of your neighbours", "one of the other Wizards"."""
    match phrase:
        case Some(t.Neighbours(t.Caster() | t.They("owner")), "each", place=place):
            return (replace(input_of("position" if place else "wizard", False, True), differs=THE),)
        case Some(t.Others() | t.Without(t.All(), t.Caster()), "each", place=False):
            return (input_of("wizard", True, None),)
        case Some(t.All(), "each", place=False):
            return (input_of("wizard", False, None),)
    raise NoSense


def asked_owned(owner: Nbar, nbar: Nbar) -> Asked:
    """ "Another Wizard's name", "somebody's position"."""
    return asked_owned_by("a", owner, nbar)


def asked_owned_by(article: str, owner: Nbar, nbar: Nbar) -> Asked:
    if nbar.noun.sense == "position" and len(nbar.mods) == 1 and nbar.mods[0][0] == "letter":
        (found,) = asked_owned_by(article, owner, Nbar(nbar.noun))
        return ask_letter(nbar.mods[0][1][0], (found,))
    if nbar.mods or owner.noun.sense not in ("wizard", "spell", "neighbour") or owner.noun.word.form != "s":
        raise NoSense
    if nbar.noun.sense == "name":
        return asked_for(article, owner)
    if nbar.noun.sense == "position" and owner.noun.sense in ("wizard", "neighbour"):
        (found,) = asked_for(article, owner)
        return (replace(input_of("position", found.not_self, found.adjacent), differs=found.differs),)
    raise NoSense


def asked_neighbours(owner: Phrase, nbar: Nbar) -> Asked:
    """ "Your neighbour's name"."""
    match owner:
        case Some(t.Neighbours(), "being") as near if beside_own(near) and not nbar.mods:
            kind = {"name": "wizard", "position": "position"}.get(nbar.noun.sense)
            if kind is not None:
                return (input_of(kind, False, True),)
    raise NoSense


def asked_owned_other(owner: Nbar, nbar: Nbar) -> Asked:
    return asked_owned_by("another", owner, nbar)


def asked_for(article: str, nbar: Nbar) -> Asked:
    """What a noun with its article asks for: "a position", "two Wizards". Raises NoSense."""
    noun, bag = nbar.noun, Bag(nbar.mods)
    bag.maybe("listed")  # "a spell on the list"
    letters = bag.maybe("letter")
    if letters is not None:
        asked = asked_for(article, Nbar(noun, tuple(bag.left)))
        if len(asked) != len(letters):
            raise NoSense
        return tuple(replace(one, noun=letter) for one, letter in zip(asked, letters, strict=True))
    plural = noun.word.form == "p"
    if noun.sense == "somebody" and noun.word.detail in ("a", "any") and article == "a":
        (found,) = _target(article, "wizard", bag, plural=False)
        return (replace(found, differs=THE) if found.differs is None else found,)
    if noun.sense == "target":
        return _target(article, "wizard", bag, plural)
    if noun.sense in ("position", "wizard", "neighbour"):
        return _target(article, noun.sense, bag, plural)
    if noun.sense == "spell":
        return _spell(article, bag, plural)
    raise NoSense


def _target(article: str, kind: str, bag: Bag, plural: bool) -> Asked:
    not_self, adjacent = False, None
    two = article == "two"
    if plural != two:
        raise NoSense
    if kind == "neighbour":
        kind, adjacent = "wizard", True
        of = bag.maybe("of", Some | Own)
        if of is not None and who_of(of) not in CASTER:
            raise NoSense
    other = bag.says("other", "adj") is not None
    different = bag.says("different", "adj") is not None or bag.says("two", "adj") is not None
    different = different or (two and _not_the_same(bag))
    if two and adjacent and not (different or other):
        raise NoSense  # "two neighbours": perhaps one of them twice?
    if bag.says("adjacent", "adj"):
        if two:
            raise NoSense  # "two adjacent positions": to each other, or to the caster's?
        adjacent = True
    near = bag.maybe("near", Some | Own)
    if near is not None:
        if who_of(near) not in CASTER:
            raise NoSense
        adjacent = True
    but = bag.maybe("but", Some | Own)
    if but is not None and any(role in ("not", "not near") for role, _ in bag.left):
        raise NoSense  # "a Wizard, not you but a neighbour"
    for role, value in list(bag.left):
        limit = limit_of(role, value)
        if limit is not None:
            if two and limit[1] is not None and _ownerless(value):
                raise NoSense  # "two Wizards who are not neighbours": of each other, or the caster's?
            bag.left.remove((role, value))
            own, beside = limit
            not_self, adjacent = not_self or own, adjacent if beside is None else beside
    if isinstance(but, Own) and not but.attr and isinstance(but.owner, Some) and beside_own(but.owner):
        but = but.owner  # "other than your neighbours'"
    if isinstance(but, Some) and beside_own(but) and (any_beside(but) or but.how in ("each", "both")):
        if adjacent is True:
            raise NoSense
        adjacent = False  # "other than those next to yours"
    elif but is not None:
        if who_of(but) not in CASTER:
            raise NoSense
        not_self = True
    bag.says("chosen", "adj")  # "a target Wizard", "a Wizard of your choice"
    second = bag.says("ordinal", "adj")
    if second is not None and (
        second.word.detail not in ("1", "2") or two or other or (different and second.word.detail == "1")
    ):
        raise NoSense
    bag.done()
    if two:
        apart = different or other or not_self  # "two other Wizards", "two Wizards other than yourself"
        first = replace(input_of(kind, not_self or other, adjacent), label=f"the first {kind}")
        return first, replace(first, label=f"the second {kind}", differs=0 if apart else None)
    found = input_of(kind, not_self, adjacent)
    if second is not None and second.word.detail == "1":
        return (replace(found, differs=A_FIRST),)
    if different or second is not None:
        return (replace(found, differs=AFTER_ONE if different else A_SECOND),)
    if article == "another" or other:
        return (replace(found, differs=ANOTHER),)
    return (found,)


def _ownerless(said: Any) -> bool:
    """Whether neighbours are spoken of, and not whose."""
    if isinstance(said, Verb):
        return any(_ownerless(part) for _, part in said.parts)
    if isinstance(said, tuple):
        return any(map(_ownerless, said))
    return isinstance(said, Some) and t.They("owner") in parts(said.who)


def _not_the_same(bag: Bag) -> bool:
    """ "(Two positions) that are not the same"."""
    for role, value in bag.left:
        match role, value:
            case ("rel", ("subject", Verb("differ" | "be") as verb)) if note_or_none(verb) == Note("differ"):
                bag.left.remove((role, value))
                return True
    return False


def n_but_where(nbar: Nbar, subject: Phrase, verb: Verb) -> Nbar:
    """ "A position other than where you are"."""
    if nbar.noun.sense != "position" or verb.sense not in ("be", "stand") or verb.parts or verb.denied:
        raise NoSense
    return Nbar(nbar.noun, (*nbar.mods, ("but", subject)))


def n_of_choice(nbar: Nbar, owner: Phrase, said: Said) -> Nbar:
    """ "A Wizard of your choice"."""
    if owner != Some(t.Caster()) or said.word.detail != "choice":
        raise NoSense
    return Nbar(nbar.noun, (*nbar.mods, ("adj", CHOSEN)))


def n_not(nbar: Nbar, phrase: Phrase) -> Nbar:
    """ "A position, not your own"."""
    if any(role == "rel" and bare_be(rel) for role, rel in nbar.mods):
        raise NoSense  # "every Wizard who is not you": no Wizard who is, and not you
    if isinstance(phrase, Some) and phrase.how in ("count", "only"):
        raise NoSense  # "each Wizard, but not more than one neighbour": which one?
    if nbar.noun.sense not in ("position", "wizard") or not isinstance(phrase, Some | Own):
        if nbar.noun.sense == "spell" and isinstance(phrase, Casts):
            return Nbar(nbar.noun, (*nbar.mods, ("but", phrase)))
        raise NoSense
    return Nbar(nbar.noun, (*nbar.mods, ("not", phrase)))


def n_not_pp(nbar: Nbar, part: tuple[str, Any]) -> Nbar:
    role, value = part
    if nbar.noun.sense not in ("position", "wizard") or role != "near":
        raise NoSense
    return Nbar(nbar.noun, (*nbar.mods, ("not near", value)))


def n_neither(nbar: Nbar, own: Phrase, part: tuple[str, Any]) -> Nbar:
    """ "A position that is neither the caster's own nor next to it"."""
    role, value = part
    if nbar.noun.sense not in ("position", "wizard") or role != "near":
        raise NoSense
    return Nbar(nbar.noun, (*nbar.mods, ("neither", (own, value))))


def input_of(kind: str, not_self: bool, adjacent: bool | None) -> t.Input:
    base = "a position in the Wizard Ring" if kind == "position" else "the name of a Wizard"
    own = "your own" if kind == "position" else "you"
    label = base
    if not_self and adjacent is False:
        label = f"{base} that is neither {own} nor next to {'it' if kind == 'position' else 'you'}"
    elif adjacent is not None:
        label = f"{base} {'' if adjacent else 'not '}next to {own}"
    elif not_self:
        label = f"{base} other than {own}"
    return t.Input(kind, label, not_self, adjacent)


def _spell(article: str, bag: Bag, plural: bool) -> Asked:
    if plural or bag.maybe("named") is not None:
        raise NoSense
    if sum(role == "but" for role, _ in bag.left) > 1:
        raise NoSense  # "not Burn but Jolt": is Jolt left out, too?
    excluded: list[str] = []
    traits: list[tuple[str, bool]] = []
    other = article == "another" or bag.says("other", "adj") is not None or bag.says("different", "adj") is not None
    for role, value in list(bag.left):
        names = _excluded(role, value)
        if names is not None:
            bag.left.remove((role, value))
            excluded += names
        elif (trait := _trait(role, value)) is not None:
            bag.left.remove((role, value))
            traits.append(trait)
    if len(traits) > 1:
        raise NoSense
    bag.says("chosen", "adj")
    bag.done()
    if other:
        return (replace(spell_but((*excluded, OWN_SPELL.get()), *traits), differs=ELSE),)
    return (spell_but(tuple(excluded), *traits),)


def spell_but(excluded: tuple[str, ...], *traits: tuple[str, bool]) -> t.Input:
    but = tuple(dict.fromkeys(excluded))
    kind = "".join(trait if has else f"non-{trait}" for trait, has in traits)
    article = "an" if kind[:1].lower() in tuple("aeiou") else "a"
    label = f"the name of {article} {kind} spell" if kind else "the name of a spell"
    label += f" other than {' or '.join(but)}" if but else ""
    return t.Input("spell", label, but=but, traits=traits)


def _trait(role: str, value: Any) -> tuple[str, bool] | None:
    """A trait that is asked for, "a Belligerent spell", or excluded, "a spell that is not Belligerent"."""
    match role, value:
        case "trait", str() as trait:
            return trait, True
        case "with" | "without", Worn(t.CastTrait(t.Member(0), str() as trait)):
            return trait, role == "with"
    return None


def _excluded(role: str, value: Any) -> list[str] | None:
    match role, value:
        case "but", Pointer("this"):
            return [OWN_SPELL.get()]  # "any spell except this"
        case "but", Casts() as casts:
            return names_of(casts)
        case "rel", ("subject", Verb("be", _, False, True, "", False, (("object", Casts() as casts),))):
            return names_of(casts)
        case "rel", ("subject", Verb("be", _, False, False, "", False, (("object", Casts(how="none") as casts),))):
            return names_of(casts)
    return None


def names_of(casts: Casts) -> list[str] | None:
    match casts:
        case Casts(own=True, name=None):
            return [OWN_SPELL.get()]
        case Casts(own=True, name=str() as name):
            return [name]
        case Casts(None, t.CastIs(_, names), how="name" | "all names" | "none" | "plural") if names:
            known = [OWN_SPELL.get() if name is None or isinstance(name, t.OwnName) else name for name in names]
            return [name for name in known if isinstance(name, str)]
    return None


def asked_name(said: Said, asked: Asked) -> Asked:
    """ "The name of a Wizard", "the number of a position"."""
    if said.sense == "name" and asked[0].noun == "attribute":
        return asked
    if said.sense == "name" and all(one.kind in ("wizard", "spell") for one in asked):
        return tuple(replace(one, differs=ELSE) if one.differs == ANOTHER else one for one in asked)
    if said.sense == "number" and all(one.kind == "position" for one in asked):
        return asked
    if said.sense == "position" and asked[0].kind == "wizard" and said.word.form == ("s" if len(asked) == 1 else "p"):
        return tuple(_place_of(one) for one in asked)
    raise NoSense


def asked_name_letter(said: Said, letter: str, asked: Asked) -> Asked:
    """ "The name S of a spell"."""
    return ask_letter(letter, asked_name(said, asked))


def asked_place_of(*said: Any) -> Asked:
    """ "The position in the Wizard Ring of somebody else", "the Wizard Ring position of another Wizard"."""
    words = [part for part in said if isinstance(part, Said)]
    only(words, {"N": ("position", "ring"), "P": ("in", "on")})
    (place,) = [word for word in words if word.sense == "position"] or [words[0]]
    if len(words) == 2 and words[0] == place:
        raise NoSense  # "the position ring of"
    return asked_name(place, next(part for part in said if not isinstance(part, Said)))


def _place_of(asked: t.Input) -> t.Input:
    """The position of a Wizard who is asked for."""
    made = input_of("position", asked.not_self, asked.adjacent)
    if asked.label.startswith(("the first ", "the second ")):
        made = replace(made, label=asked.label.replace("wizard", "position"))
    return replace(made, differs=asked.differs, noun=asked.noun)


def asked_named(asked: Asked, said: Said) -> Asked:
    """ "A spell name", "another Wizard's name"."""
    if said.sense != "name" or said.word.form != "s":
        raise NoSense
    return asked_name(said, asked)


def asked_anywhere(nbar: Nbar, *where: Said) -> Any:
    """ "A position, anywhere in the ring"."""
    if nbar.noun.sense != "position" or (where and (where[0].sense not in ("in", "on") or where[1].sense != "ring")):
        raise NoSense
    return asked_bare(nbar)


def asked_by_number(asked: Asked, *said: Any) -> Asked:
    """ "A position, by number", "a position, given as a number"."""
    if any(noun_of(word)[0] != "number" for word in said) or any(one.kind != "position" for one in asked):
        raise NoSense
    return asked


def asked_by_name(asked: Asked) -> Asked:
    """ "Another Wizard, by name"."""
    if any(one.kind not in ("wizard", "spell") for one in asked):
        raise NoSense
    return asked_name(Said(Word("N", "name"), -1), asked)


def ask_letters_after(asked: Asked, first: str, second: str) -> Asked:
    """ "Two positions, P and Q"."""
    return ask_letters(first, second, asked)


def ask_letters(first: str, second: str, asked: Asked) -> Asked:
    """ "P and Q, two positions"."""
    if len(asked) != 2 or first == second:
        raise NoSense
    return replace(asked[0], noun=first), replace(asked[1], noun=second)

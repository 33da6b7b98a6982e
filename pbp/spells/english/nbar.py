"""A noun and what is said of it, before it is known which is meant. One function for each name after "->"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.groups import either_of
from pbp.spells.english.having import things
from pbp.spells.english.lexicon import Said, Word, more_or_less, only
from pbp.spells.english.measures import measured, rolled_by, shown, two_backs
from pbp.spells.english.phrases import (
    ME,
    Amount,
    Bag,
    Best,
    Casts,
    Nbar,
    Number,
    Phrase,
    Pointer,
    Some,
    Time,
    Times,
    Values,
    Verb,
    Worn,
)
from pbp.spells.walk import is_one

PEOPLE = ("wizard", "opponent")


def itself(value: Any) -> Any:
    return value


def noun(said: Said) -> Nbar:
    return Nbar(said)


PEOPLE_SAID = {
    "everyone": ("each", "s"),
    "anyone": ("any", "p"),
    "someone": ("a", "s"),
    "nobody": ("no", "s"),
}
"""The article and the number of the noun that a pronoun stands for."""


def somebody(said: Said) -> Nbar:
    """ "Everyone (who cast Burn)", "anyone (next to the caster)": a noun with its article in it."""
    if said.sense not in PEOPLE_SAID:
        raise NoSense
    article, form = PEOPLE_SAID[said.sense]
    return Nbar(Said(Word("N", "somebody", article, form), -1))


def somebody_in_ring(said: Said, ring: Said) -> Nbar:
    """ "Everybody in the ring (who cast Burn)"."""
    if ring.sense != "ring":
        raise NoSense
    return somebody(said)


def somebody_else(said: Said) -> Nbar:
    """ "Everybody else (who cast Burn)": as "every other Wizard", other than who was spoken of."""
    return _with_mod(somebody(said), "adj", Said(Word("A", "other"), -1))


def somebody_else_than(said: Said, who: Phrase) -> Nbar:
    """ "Someone else than the caster"."""
    return _with_mod(somebody(said), "but", who)


def those_people() -> Nbar:
    """ "Those (who cast Burn)"."""
    return Nbar(Said(Word("N", "somebody", "bare", "p"), -1))


def thing(attr: str) -> Nbar:
    return Nbar(Said(Word("N", "thing", attr, ""), -1))


def named(kind: Nbar) -> Nbar:
    return kind


def other_name(name: str) -> Nbar:
    return Nbar(Said(Word("N", "spell", name, ""), -1), (("named", (name,)),))


def plural_name(name: str) -> Nbar:
    """ "(Other Wizards') Jolts"."""
    return Nbar(Said(Word("N", "spell", name, "p"), -1), (("named", (name,)),))


def own_name(name: str) -> Nbar:
    return Nbar(Said(Word("N", "spell", name, "own"), -1), (("named", (name,)),))


def names_or(left: Nbar, right: Nbar) -> Nbar:
    names = (*left.mods[0][1], *right.mods[0][1])
    if len(set(names)) < len(names):
        raise NoSense
    return Nbar(Said(Word("N", "spell", "several", ""), -1), (("named", names),))


def named_noun(name: Nbar, said: Said) -> Nbar:
    """ "Burn spells"."""
    if said.sense != "spell":
        raise NoSense
    return Nbar(said, name.mods)


def noun_called(said: Said, called: Said, name: Nbar) -> Nbar:
    """ "(All) spells called Burn"."""
    if called.sense not in ("call", "choose"):
        raise NoSense
    return named_noun(name, said)


def noun_bearing(said: Said, *told: Any) -> Nbar:
    """ "(All) spells that bear the name Burn or the name Jolt"."""
    only([word for word in told if isinstance(word, Said)], {"N": ("name",)})
    first, *more = [name for name in told if isinstance(name, Nbar)]
    return named_noun(names_or(first, more[0]) if more else first, said)


def named_noun_and(left: Nbar, right: Nbar, said: Said) -> Nbar:
    """ "Burn and Jolt spells": those of either name."""
    if said.sense != "spell" or said.word.form != "p":
        raise NoSense
    return _with_mod(Nbar(said, names_or(left, right).mods), "all names", True)


def trait_noun(trait: str, said: Said) -> Nbar:
    """ "A Belligerent spell", "a Peaceful one": nothing else has such a trait."""
    one, said = said.sense == "one", _as_spell(said)
    if said.sense not in ("spell", "trait"):
        raise NoSense
    return Nbar(said, (("trait", trait), *((("as one", True),) if one else ())))


def _as_spell(said: Said) -> Said:
    """ "One", where only a spell can be meant, as that noun."""
    return Said(Word("N", "spell", "", said.word.form), said.at) if said.sense == "one" else said


def noun_trait(said: Said, trait: str) -> Nbar:
    """ "(With) the trait Belligerent"."""
    if said.sense != "trait" or said.word.form != "s":
        raise NoSense
    return trait_noun(trait, said)


def thing_noun(attr: str, said: Said) -> Nbar:
    """ "Star total", "Star gains"."""
    if said.sense == "flow":
        return Nbar(said, (("of", Amount("bare", None, attr)),))
    if said.sense == "kind" or (said.sense == "item" and said.word.detail in ("colour", "style", "sort")):
        if said.word.form == "p" or attr == "Stars":
            raise NoSense
        return thing(attr)  # "Hat colour"
    if said.sense != "number":
        raise NoSense
    if said.word.form == "p":
        return Nbar(said, (("of", Amount("bare", None, attr)),))  # "their two Star totals"
    return thing(attr)


def noun_number(said: Said, number: int) -> Nbar:
    """ "Position 3", "Duel 7", "(with) Speed 2"."""
    if said.sense == "speed":
        return Nbar(said, (("of", Number(t.Int(number))),))
    if said.sense not in ("position", "duel"):
        raise NoSense
    return Nbar(said, (("number", t.Int(number)),))


def singular(nbar: Nbar) -> Nbar:
    """The noun as of one."""
    return replace(nbar, noun=replace(nbar.noun, word=replace(nbar.noun.word, form="s")))


def adjective(said: Said, nbar: Nbar) -> Nbar:
    return _with_mod(nbar, "adj", said)


def adjective_and(said: Said, nbar: Nbar) -> Nbar:
    """ "Second, different (position)"."""
    senses = [said.sense, *(value.sense for role, value in nbar.mods[:1] if role == "adj" and isinstance(value, Said))]
    if sorted(senses) != ["different", "ordinal"]:
        raise NoSense  # "second, chosen Wizard": an opener?
    return adjective(said, nbar)


def compound(said: Said, nbar: Nbar) -> Nbar:
    """ "Wizard Ring position"; "average Stars"."""
    if said.sense == "average" and nbar.noun.sense == "thing" and not nbar.mods:
        return _with_mod(nbar, "averaged", True)
    if said.sense != "ring" or nbar.noun.sense != "position":
        raise NoSense
    return nbar


def superlative(said: Said, nbar: Nbar) -> Nbar:
    return _with_mod(nbar, "superlative", said)


def comparative(said: Said, nbar: Nbar) -> Nbar:
    """ "The lower result", "a faster spell", "a slower one"."""
    if said.word.detail == "speed":
        nbar = replace(nbar, noun=_as_spell(nbar.noun))
        if nbar.noun.sense != "spell":
            raise NoSense
    return _with_mod(nbar, "comparative", said)


def noun_numbers(said: Said, *numbers: int) -> Nbar:
    """ "Positions 1 and 3"."""
    if said.sense != "position" or said.word.form != "p":
        raise NoSense
    return Nbar(said, (("numbers", ("and", tuple(map(t.Int, numbers)))),))


def noun_either(said: Said, *numbers: int) -> Nbar:
    """ "Position 2 or 4", "positions 1, 2 or 3"."""
    if said.sense != "position":
        raise NoSense
    return Nbar(said, (("numbers", ("or", tuple(map(t.Int, numbers)))),))


def noun_x(said: Said) -> Nbar:
    """ "Position X"."""
    if said.sense != "position" or said.word.form != "s":
        raise NoSense
    return Nbar(said, (("number", t.NumberInput(-2)),))


def noun_back(said: Said, back: int) -> Nbar:
    """ "Duel X-2"."""
    if said.sense != "duel" or said.word.form != "s" or back < 1:
        raise NoSense
    return Nbar(said, (("back", back),))


def noun_back_two(said: Said, first: int, second: int, how: str = "or") -> Nbar:
    """ "Duel X-1 or X-2"."""
    if said.sense != "duel" or not 1 <= first < second:
        raise NoSense
    return Nbar(replace(said, word=replace(said.word, form="s")), (("back", two_backs(how, first, second)),))


def noun_back_both(said: Said, first: int, second: int) -> Nbar:
    """ "(Both) Duels X-1 and X-2"."""
    return noun_back_two(said, first, second, "and")


def noun_back_of(said: Said, back: int, told: bool) -> Nbar:
    """ "Duel X-1, X being this Duel's number"."""
    return noun_back(said, back)


def noun_back_two_of(said: Said, first: int, second: int, told: bool) -> Nbar:
    return noun_back_two(said, first, second)


def x_is_this(number: Said, duel: Phrase) -> bool:
    """ "X is the number of this Duel"."""
    if number.sense != "number" or duel != Time("now"):
        raise NoSense
    return True


def x_is_its(duel: Phrase, number: Said) -> bool:
    """ "X is this Duel's number"."""
    return x_is_this(number, duel)


def noun_span(said: Said, first: int, last: int) -> Nbar:
    """ "Positions 1 to 3"."""
    if not first < last <= first + 50:
        raise NoSense
    return Nbar(noun_numbers(said, first, last).noun, (("numbers", ("span", (t.Int(first), t.Int(last)))),))


def n_steps(nbar: Nbar, *said: Any) -> Nbar:
    """ "The Wizard three positions after the caster", "the chosen number of positions after the caster"."""
    told = next(one for one in said if isinstance(one, t.Num | Phrase))
    role, value = next(one for one in said if isinstance(one, tuple))
    only(said, {"N": ("position", "stride"), "VG": ("count",), "VN": ("count",), "R": ("up",)})
    match nbar.mods:
        case (*mods, ("rel", ("subject", Verb("be" | "stand", "s", False, False, "", False, ())))):  # "who is ..."
            nbar = replace(nbar, mods=tuple(mods))
    steps = measured(told, "") if isinstance(told, Phrase) else told
    bare = not any(isinstance(word, Said) and word.word.sort == "N" for word in said)
    whose = isinstance(said[0], Said)  # "the Wizard whose position is 3 after yours"
    if nbar.noun.sense not in ("wizard", *(() if whose else ("position",)), *(() if bare else ("one",))):
        raise NoSense
    if (bare and nbar.noun.word.form != "s") or role not in ("after", "before") or not isinstance(steps, t.Num):
        raise NoSense
    if role == "before" and isinstance(said[-1], Said):
        raise NoSense  # "3 positions before yours, counted upwards"
    return _with_mod(_with_mod(nbar, "steps", steps), role, value)


def n_steps_on(nbar: Nbar, steps: t.Num | Phrase, noun: Said, *said: Any) -> Nbar:
    """ "The Wizard 3 positions onward round the ring from the caster", "2 places back from them round the ring"."""
    *way, whose = said
    if len(way) != 1 or way[0].sense not in ("up", "back") or (way[0].sense == "up" and way[0].word.detail != "on"):
        raise NoSense  # "3 positions up the ring": to lower numbers?
    return n_steps(nbar, steps, noun, ("after" if way[0].sense == "up" else "before", whose))


def n_steps_than(nbar: Nbar, number: t.Num, noun: Said, way: str, *said: Any) -> Nbar:
    """ "The Wizard 2 positions further on than the caster", "2 positions higher than yours"."""
    *told, whose = said
    if any(word.sense != way for word in told):
        raise NoSense  # "2 positions further on (lower) than you"
    return n_steps(nbar, number, noun, ("after" if way == ">" else "before", whose))


def way_on(*ring: Said) -> str:
    """ "(2 positions) further on (than the caster)", "further round the ring"."""
    only(ring, {"N": ("ring",)})
    return ">"


def way_back(*ring: Said) -> str:
    """ "(2 positions) further back (than the caster)"."""
    only(ring, {"N": ("ring",)})
    return "<"


def way_than(way: Said) -> str:
    """ "(2 positions) higher (than the caster)"."""
    return more_or_less(way)


def n_steps_that(nbar: Nbar, said: Said, part: tuple[str, Any]) -> Nbar:
    """ "The Wizard that many positions after the caster"."""
    return n_steps(nbar, t.ThatMany(), said, part)


def n_steps_as(nbar: Nbar, said: Said, part: tuple[str, Any], measure: Any) -> Nbar:
    """ "The Wizard as many positions after the caster as the chosen number"."""
    if not isinstance(measure, t.Num | Phrase):
        raise NoSense
    return n_steps(nbar, measure, said, part)


def n_both_sides(nbar: Nbar, preposition: Said, part: tuple[str, Any]) -> Nbar:
    """ "The Wizards before and after the caster"."""
    role, value = part
    if {preposition.sense, role} != {"before", "after"} or nbar.noun.word.form != "p":
        raise NoSense
    return _with_mod(nbar, "near", value)


def n_steps_both(
    nbar: Nbar, first: t.Num, said: Said, preposition: Said, second: t.Num, again: Said, part: tuple[str, Any]
) -> Nbar:
    """ "The Wizards two positions before and two positions after the caster"."""
    role, value = part
    if {preposition.sense, role} != {"before", "after"} or nbar.noun.word.form != "p":
        raise NoSense
    if said.sense != "position" or again.sense != "position":
        raise NoSense
    return _with_mod(nbar, "steps both", (preposition.sense, first, second, value))


def valued(values: Any, nbar: Nbar) -> Nbar:
    values = value_np(values)
    if nbar.noun.sense != "thing":
        raise NoSense
    return _with_mod(nbar, "value", values)


def of_none(attr: str, nbar: Nbar) -> Nbar:
    """ "Each hatless Wizard": without a Hat."""
    _check_wearing(nbar, ())
    return n_pp(nbar, ("without", Amount("=", t.Int(1), attr, mode="a")))


def clad(*said: Any) -> Nbar:
    """ "Each robed Wizard", "Hat-wearing Wizards": with one."""
    attr, *how, nbar = said
    _check_wearing(nbar, how)
    return n_pp(nbar, ("with", Amount("=", t.Int(1), attr, mode="a")))


def clad_in(values: Any, attr: str, *said: Any) -> Nbar:
    """ "Each Red-hatted Wizard", "all Red-Hat Wizards", "Red-Robes-wearing Wizards": with a thing that is so."""
    *how, nbar = said
    _check_wearing(nbar, how)
    return n_pp(nbar, ("with", things(attr, ("a", None), Bag(valued(values, thing(attr)).mods))))


def _check_wearing(nbar: Nbar, how: Sequence[Said]) -> None:
    """That it is said of Wizards, and that they have it: "Hat-wearing", "Staff-bearing". Raises NoSense."""
    if nbar.noun.sense not in (*PEOPLE, "neighbour"):
        raise NoSense
    only(how, {"VG": ("have",)})


def thing_valued(attr: str, values: Any) -> Nbar:
    """ "(Who has) the Hat Red"."""
    return valued(values, thing(attr))


def valued_not(values: Any, nbar: Nbar) -> Nbar:
    """ "(A) non-Red Hat"."""
    if nbar.noun.sense != "thing":
        raise NoSense
    return _with_mod(nbar, "unlike", value_np(values))


def thing_but(attr: str, *said: Any) -> Nbar:
    """ "(A) Hat other than Red", "(a) Beard that is not None", "(any) Hat of a colour other than Red"."""
    *noun, values = said
    only(noun, {"N": ("item", "kind")})
    return valued_not(values, thing(attr))


MOST = 6
"""A noun of which more is said is not read."""


def _with_mod(nbar: Nbar, role: str, value: Any) -> Nbar:
    if len(nbar.mods) >= MOST:
        raise NoSense
    return Nbar(nbar.noun, (*nbar.mods, (role, value)))


PLACES = {
    "wizard": {"at", "in", "on", "with", "without", "near", "after", "before", "of", "among", "between", "from"},
    "somebody": {"at", "in", "on", "with", "without", "near", "after", "before"},
    "opponent": {"with", "without", "near"},
    "others": {"with", "without", "in", "at", "near"},
    "neighbour": {"at", "in", "on", "of", "with", "without", "among"},
    "caster": {"of"},
    "target": {"of"},
    "position": {"in", "of", "after", "before", "near", "on", "with"},
    "spell": {"of", "with", "without", "from", "in", "on", "among", "by"},
    "one": {"at", "in", "with", "without", "near", "after", "before", "of", "among"},
    "number": {"of", "among"},
    "result": {"of"},
    "thing": {"of", "on", "in"},
    "input": {"of"},
    "item": {"of"},
    "immunity": {"to", "from", "because"},
    "flow": {"of", "from", "because", "by", "to", "for"},
    "average": {"of"},
    "sum": {"of"},
    "gap": {"between", "in", "of"},
    "speed": {"of"},
    "effect": {"of"},
    "rest": {"of"},
    "start": {"of"},
    "end": {"of"},
    "name": {"of"},
    "casting": {"of", "by"},
    "cost": {"of"},
    "kind": {"of"},
    "trait": {"of"},
    "case": {"of"},
    "half": {"of"},
}
"""Which prepositions can follow a noun of each sense."""


def n_at_such(nbar: Nbar, *noun: Said) -> Nbar:
    """ "Wizards at such positions", of Odd or Even, of which one was chosen."""
    _check_people(nbar)
    only(noun, {"N": ("item", "kind")})
    odd = t.Odd(t.Position(ME))
    ways = (t.And((t.Word(-1, "Odd"), odd)), t.And((t.Word(-1, "Even"), t.Not(odd))))
    return _with_mod(nbar, "rel", ("test", t.Or(ways)))


def chosen_item(noun: Said) -> t.WordInput:
    """ "The chosen item", "the item you chose": Hat, Robes, Staff or Beard."""
    if noun.sense != "item" or noun.word.detail != "item" or noun.word.form != "s":
        raise NoSense
    return t.WordInput(-1)


def n_without_chosen(nbar: Nbar, item: t.WordInput) -> Nbar:
    """ "Each Wizard without the chosen item"."""
    _check_people(nbar)
    return _with_mod(nbar, "rel", ("test", t.Is(ME, item, t.Text("None"))))


def n_with_chosen(nbar: Nbar, item: t.WordInput) -> Nbar:
    """ "Each Wizard with the item you chose": whatever it is."""
    _check_people(nbar)
    return _with_mod(nbar, "rel", ("test", t.Not(t.Is(ME, item, t.Text("None")))))


_EACH = Some(t.They("those"), "each", apart=True)
"""Each, of those who are named no further."""


def n_already(nbar: Nbar, part: tuple[str, Any]) -> Nbar:
    """ "(Every Wizard) already in a Red Hat": what somebody has, they have before all of it."""
    if not isinstance(part[1], Worn):
        raise NoSense
    return n_pp(nbar, part)


def n_pp(nbar: Nbar, part: tuple[str, Any]) -> Nbar:
    role, value = part
    if (
        role in ("with", "without")
        and value == Number(t.Int(1))
        and nbar.noun.sense in (*PEOPLE, "neighbour", "somebody")
    ):
        having = Verb("have", "s", denied=role == "without", parts=(("object", value),))
        return n_rel(nbar, ("subject", having))  # "(each Wizard) without one"
    of_spell = nbar.noun.sense == "spell" and isinstance(value, Worn) and value.attr == "spell"
    said = [value for name, value in nbar.mods if name in ("rel", "part")]
    if said and role == "with" and isinstance(value, Best) and all(map(_is_so, said)):
        return _with_mod(nbar, role, value)  # "each Wizard who is active with the fewest Stars": no noun is nearer
    if said and not (isinstance(value, Time) or of_spell):
        raise NoSense  # what follows belongs to the nearest noun
    if nbar.noun.sense == "neighbour" and role in ("at", "in", "on") and any(name == "of" for name, _ in nbar.mods):
        raise NoSense  # "a neighbour of the chosen Wizard in an even position"
    if role == "of" and any(name == "but" for name, _ in nbar.mods):
        raise NoSense  # "other than the caster and each neighbour of the caster"
    if role == "of" and any(getattr(told, "number", None) == _EACH for _, told in nbar.mods):
        raise NoSense  # "with fewer Stars than each of their neighbours": than each of these
    if any(name in ("with", "near") and _ends_open((name, said)) for name, said in nbar.mods):
        raise NoSense  # "with a neighbour in an odd position"
    if nbar.noun.sense == "duel" and role == "before" and value == Pointer("this"):
        value = Time("now")  # "one of the two Duels before this"
    if nbar.noun.sense == "duel" and role == "before" and value in (Time("now"), Time("back", (1,))):
        return _with_mod(nbar, role, value)
    if isinstance(value, Times):
        raise NoSense
    timed = isinstance(value, Time) and nbar.noun.sense in ("wizard", "spell", "thing")
    if role not in PLACES.get(nbar.noun.sense, ()) and not timed:
        raise NoSense
    if role == "from" and value == Time("ring") and nbar.noun.sense == "spell":
        return _with_mod(nbar, "listed", value)  # "a spell from the list"
    if role == "on" and value == Time("ring") and nbar.noun.sense == "spell":
        return _with_mod(nbar, "listed", value)  # "a spell on the list": whether anybody casts it or not
    if isinstance(value, Time) and role in ("in", "during", "of", "on"):
        here = nbar.noun.sense in ("wizard", "spell", "position")
        if value.kind not in ("now", "ring") or not (here or nbar.noun.sense in ("rest", "start", "end", "thing")):
            raise NoSense
        counted = any(name == "adj" and isinstance(said, Said) and said.sense == "ordinal" for name, said in nbar.mods)
        if counted and value.kind == "ring" and nbar.noun.sense == "wizard":
            raise NoSense  # "the second Wizard in the ring" is not the second that was chosen
        if nbar.noun.sense == "position" and role == "of" and any(name == "adj" for name, _ in nbar.mods):
            return _with_mod(nbar, "time", value)  # "the first position of the Wizard Ring": no chosen one
        return nbar if here else _with_mod(nbar, role, value)
    if value == Time("ring") and role in ("from", "among") and nbar.noun.sense == "wizard":
        return n_pp(nbar, ("in", value))  # "a random Wizard from the whole ring"
    if value == Time("ring") and role in ("from", "among") and nbar.noun.sense == "spell":
        return nbar  # "a spell from the list that isn't Burn"
    if value == Time("start") and role == "at" and nbar.noun.sense in ("thing", "number"):
        return _with_mod(nbar, role, value)  # "your Stars at the start of this Duel"
    if isinstance(value, Time):
        raise NoSense
    if isinstance(value, Some) and value.place and role == "of" and nbar.noun.word.detail == "holder":
        return _with_mod(nbar, "in", value)  # "the holder of the chosen position"
    if isinstance(value, Some) and value.place and role == "of" and nbar.noun.sense != "number":
        raise NoSense
    return _with_mod(nbar, role, value)


def n_pp_or(nbar: Nbar, left: tuple[str, Any], right: tuple[str, Any]) -> Nbar:
    """ "(Each Wizard) without a Hat or with a Red one", "next to you or in an even position"."""
    if nbar.noun.sense not in (*PEOPLE, "neighbour", "somebody") or any(role != "adj" for role, _ in nbar.mods):
        raise NoSense
    if left[0] == right[0]:
        raise NoSense  # "with a Red Hat or with a Blue Hat" is one phrase
    return _with_mod(nbar, "rel", ("test", either_of(left, right)))


def _is_so(rel: Any) -> bool:
    """ "(Who) is active"."""
    match rel:
        case ("subject", Verb("be", passive=False, denied=denied, modal="", parts=(("adj", how),))):
            return not denied and isinstance(how, Said)  # "not active with the fewest Stars": is all that denied?
    return False


def n_counted_in(nbar: Nbar, phrase: Phrase) -> Nbar:
    """ "Every Wizard, the caster included, (who cast Burn)"."""
    if isinstance(phrase, Some) and phrase.how == "only":
        raise NoSense  # "every Wizard, only the caster included": nobody else?
    _check_people(nbar)
    return _with_mod(nbar, "counted in", phrase)


def n_counts_too(nbar: Nbar, phrase: Phrase, *_: Any) -> Nbar:
    """ "2 or more Wizards (you count too)": if it is so of the caster as well; nobody must be one of them."""
    if not isinstance(phrase, Some) or not isinstance(phrase.who, t.Caster | t.Chosen):
        raise NoSense
    _check_people(nbar)
    return _with_mod(nbar, "counts too", phrase)


def _check_people(nbar: Nbar) -> None:
    """Refuse to count somebody in among what is not people, or is people narrowed to what they have or did."""
    if nbar.noun.sense not in ("wizard", "somebody") or any(role != "adj" for role, _ in nbar.mods):
        raise NoSense  # "everyone with a Red Hat, the caster included": though theirs may be Blue?


def n_of_all(nbar: Nbar) -> Nbar:
    """ "The most Stars of all"."""
    if not any(role == "superlative" for role, _ in nbar.mods):
        raise NoSense
    return _with_mod(nbar, "of", Some(t.All(), "each"))


def n_but(nbar: Nbar, phrase: Phrase) -> Nbar:
    """ "Wizard other than the caster"."""
    if nbar.noun.sense not in ("wizard", "somebody", "neighbour", "position", "spell", "speed"):
        raise NoSense
    if isinstance(phrase, Some) and (phrase.how in ("none", "count", "only") or phrase.op == "one of"):
        raise NoSense  # "nobody excepted"; "all Wizards but one neighbour": which one?
    if isinstance(phrase, Some) and isinstance(phrase.who, t.Caster) and _with_adj(nbar, "other"):
        raise NoSense  # "no other Wizard (not counting you)": than you, or than you and somebody else?
    if any(role == "named" for role, _ in nbar.mods) and isinstance(phrase, Casts | Values):
        raise NoSense  # "who cast Burn but Jolt": "but not"?
    if any(name in ("with", "near") and _ends_open((name, said)) for name, said in nbar.mods):
        raise NoSense  # "with a neighbour other than the caster"
    return _with_mod(nbar, "but", phrase)


def n_different_from(nbar: Nbar, phrase: Phrase) -> Nbar:
    """ "(A) position different from yours"; "who cast a spell different from yours" speaks of the spell."""
    if any(role in ("rel", "part") for role, _ in nbar.mods):
        raise NoSense
    return n_but(nbar, phrase)


def _with_adj(nbar: Nbar, sense: str) -> bool:
    return any(role == "adj" and isinstance(said, Said) and said.sense == sense for role, said in nbar.mods)


def n_leaving_out(nbar: Nbar, verb: Said, phrase: Phrase) -> Nbar:
    """ "(Count the) Wizards, leaving yourself out, (who cast Burn)"."""
    if verb.sense != "leave":
        raise NoSense
    return n_but(nbar, phrase)


REL_NOUNS = {
    "target",
    "others",
    "number",
    "duel",
    "time",
    "wizard",
    "opponent",
    "neighbour",
    "spell",
    "position",
    "thing",
    "one",
    "caster",
    "somebody",
    "input",
    "flow",
}


CHOSEN = Said(Word("A", "chosen"), -1)


def n_rel_two(nbar: Nbar, left: Any, right: Any) -> Nbar:
    """ "Any spell which was cast by another Wizard, and which targets the caster, (has no effect)".

    In "more Stars than the Wizard who cast Burn, and who is next to you, ..." both of them can be meant.
    """
    return n_rel(nbar, rel_and(left, right))


def n_pp_rel(nbar: Nbar, part: tuple[str, Any], rel: Any) -> Nbar:
    """ "Each Wizard with a Red Hat, and who cast Burn, (loses 2 Stars)"."""
    return _both(nbar, n_pp(nbar, part), n_rel(nbar, rel))


def n_part_rel(nbar: Nbar, part: Any, rel: Any) -> Nbar:
    """ "Any spell cast by another Wizard, and which targets the caster, (has no effect)"."""
    return n_rel(n_part(nbar, part), rel)


def n_pp_two(nbar: Nbar, left: tuple[str, Any], right: tuple[str, Any]) -> Nbar:
    """ "Each Wizard without a Hat, and with no Crystals, (gains 2 Stars)"."""
    return _both(nbar, n_pp(nbar, left), n_pp(nbar, right))


def _both(nbar: Nbar, *told: Nbar) -> Nbar:
    """A noun with all that is said of it in each of these."""
    return replace(nbar, mods=(*nbar.mods, *(mod for one in told for mod in one.mods[len(nbar.mods) :])))


def n_rel_apart(nbar: Nbar, rel: Any) -> Nbar:
    """ "A neighbour, who cast Burn, ..."; "a neighbour, who is picked at random" is no neighbour "who is" so."""
    match rel:
        case ("subject", Verb("be", parts=(), passive=False)):
            raise NoSense
    if nbar.noun.word.form == "p" and nbar.noun.sense != "duel":
        raise NoSense  # "your neighbours, who cast Burn, lose 2 Stars": both of them cast it, or only those who did?
    _check_open(nbar)
    return n_rel(nbar, rel)


def n_pp_apart(nbar: Nbar, part: tuple[str, Any]) -> Nbar:
    """ "Each neighbour, with a Red Hat, ..."; "each neighbour (with a Red Hat)"."""
    if not isinstance(part[1], Time):
        _check_open(nbar)
    return n_pp(nbar, part)


def n_part_apart(nbar: Nbar, verb: Verb) -> Nbar:
    """ "Each neighbour, wearing a Red Hat, ..."; "one Wizard with the most Stars, selected at random, ..."."""
    if verb.sense not in ("choose", "select"):
        _check_open(nbar)
    return n_part(nbar, verb)


def _check_open(nbar: Nbar) -> None:
    """That what stands apart can say which ones are meant. "The Wizard with the most Stars, who cast Burn", "a random
    neighbour, with a Red Hat": who that is, is said, and it could be said of them, or be a condition.
    """
    for role, value in nbar.mods:
        drawn = role == "adj" and isinstance(value, Said) and value.sense == "random"
        told = value[1].parts if role == "rel" and isinstance(value[1], Verb) else ((role, value),)
        if drawn or role == "superlative" or any(isinstance(part, Best) for _, part in told):
            raise NoSense


def n_cast_by_any(nbar: Nbar, verb: Said) -> Nbar:
    """ "Any spell, by whomever cast, (that targets the caster)"."""
    if nbar.noun.sense != "spell" or verb.sense != "cast":
        raise NoSense
    return nbar


def n_rel(nbar: Nbar, rel: Any) -> Nbar:
    if isinstance(rel, tuple) and rel[0] == "compared":
        if nbar.noun.sense != "result":
            raise NoSense
        return _with_mod(nbar, "comparative", rel[1])
    if nbar.noun.sense not in REL_NOUNS and nbar.noun.sense != "item":
        raise NoSense
    if any(role == "rel" and value[:2] in (("pp", "near"), ("pp", "by")) for role, value in nbar.mods):
        raise NoSense  # as in groups.relative; "by whom a spell was (not) cast that targets you": of the spell
    if any(map(_is_either, nbar.mods)):
        raise NoSense  # "next to you or with a Red Hat who cast Burn": both, or those with a Red Hat?
    if any(map(_ends_open, nbar.mods)) and nbar.noun.sense != "flow":
        # "with a neighbour who cast Burn": what follows belongs to the nearest noun; but only a loss is suffered
        raise NoSense
    left_out = [value for role, value in nbar.mods if role == "but" and isinstance(value, Some)]
    if any(value.how in ("each", "plural") and not isinstance(value.who, t.Join) for value in left_out):
        raise NoSense  # "each neighbour other than the Wizards whose Hat is Red": so here too
    if nbar.noun.sense == "somebody":
        but = [value for role, value in nbar.mods if role == "but"]
        if any(part not in (Some(t.Caster()), Some(t.Caster(you=True)), Some(t.They("self"))) for part in but):
            raise NoSense  # "everyone but the chosen Wizard who has 5 Stars": who has them?
    match rel:
        case ("object", Casts() as casts, Verb("target", passive=False, modal="", parts=()) as verb):
            rel = "subject", replace(verb, passive=True, parts=(("by", casts),))  # "everyone whom no spell targeted"
    rel = _without_here(rel)
    if nbar.noun.sense in ("input", "flow"):
        return _with_mod(nbar, "rel", rel)  # "with the inputs that they gave"
    match rel:  # "the position you picked", "the number that was chosen"
        case ("subject", Verb("be", "s" | "b", False, False, "", False, (("object", Some(t.Neighbours(of), "some")),))):
            if is_one(of) and nbar.noun.sense in ("wizard", "somebody"):
                return _with_mod(nbar, "near", Some(of))  # "everyone who is a neighbour of that Wizard"
        case ("and", left, right) if _is_lot(left) or _is_lot(right):
            return n_rel(n_rel(nbar, left), right)
        case ("object", Some(t.Caster(), "one"), Verb("choose", "d" | "b" | "s", False, False, "", _, ())):
            return _with_mod(nbar, "adj", CHOSEN)
        case (
            "object",
            Some(t.Caster(), "one"),
            Verb("choose", "d" | "b", False, False, "", _, (("adj", Said(Word("A", "ordinal")) as which),)),
        ):  # "the Wizard you named first"
            return _with_mod(_with_mod(nbar, "adj", CHOSEN), "adj", which)
        case ("object", Some(t.Caster(), "one"), Verb("wish", "b", False, False, "", False, ())):
            return _with_mod(nbar, "adj", CHOSEN)  # "any Wizard you like"
        case ("object", Some(t.They("they"), "one"), Verb("choose", "d", False, False, "", _, ())) if (
            nbar.noun.sense in ("number", "item")  # which nobody but the caster chooses
        ):
            return _with_mod(nbar, "adj", CHOSEN)
        case (
            "subject",
            Verb("be", "s" | "b", False, False, "", _, (("adj" | "object" | "of", Values() as held),)),
        ) if nbar.noun.sense == "thing":
            return valued(held, nbar)  # "a Hat that is Red", "a Hat that is the chosen option"
        case ("subject", Verb("choose", _, True, False, "", _, () | (("by", Some(t.Caster())),))):
            return _with_mod(nbar, "adj", CHOSEN)
        case ("chosen", True) if nbar.noun.sense in ("wizard", "one"):
            return _with_mod(nbar, "at", Some(t.Chosen(-10), place=True))
        case ("chosen", False) if nbar.noun.sense in ("wizard", "one"):
            return _with_mod(nbar, "adj", CHOSEN)
        case ("subject", Verb("choose", _, True, False, "", _, (("adj", Said(Word("A", "ordinal")) as which),))):
            return _with_mod(_with_mod(nbar, "adj", CHOSEN), "adj", which)  # "who was chosen second"
        case ("subject", Verb("participate", "s" | "b") as verb) if takes_part(nbar, verb):
            return nbar
        case ("subject", Verb() as verb) if _is_lot(rel):
            return n_part(nbar, replace(verb, form="n"))
    if nbar.noun.sense == "item":
        raise NoSense
    return _with_mod(nbar, "rel", rel)


def _ends_open(mod: tuple[str, Any]) -> bool:
    """Whether what is said of a noun ends with somebody, or a spell, of whom more can be said: "a neighbour"."""
    match mod[1]:
        case ("subject", Verb(parts=(*_, last))):
            return _ends_open(last)
        case ("and" | "or", _, right):
            return _ends_open(("rel", right))
        case Some(how="some" | "none" | "any" | "count") | Casts(how="some" | "none" | "any" | "count"):
            return True
    return False


def _is_either(mod: tuple[str, Any]) -> bool:
    """Whether one thing or another was said of a noun: "without a Hat or with a Red one"."""
    return mod[0] == "rel" and isinstance(mod[1], tuple) and mod[1][0] == "test"


def _without_here(rel: Any) -> Any:
    """ "The spell you name here": where else."""
    match rel:
        case ("object", Some(t.Caster(), "one") as you, Verb("choose", parts=(("adverb", Said() as here),)) as verb):
            if here.sense == "here":
                return "object", you, replace(verb, parts=())
    return rel


def _is_lot(rel: Any) -> bool:
    """ "(A Wizard) who is drawn at random"."""
    match rel:
        case ("subject", Verb("choose", _, True, False, "", _, parts)):
            return any(isinstance(value, Said) and value.sense == "random" for _, value in parts)
    return False


def n_part(nbar: Nbar, verb: Verb) -> Nbar:
    by_caster = verb.parts in ((), (("by", Some(t.Caster())),), (("by", Some(t.Caster(you=True))),))
    if (
        verb == Verb("choose", "n", passive=True, parts=verb.parts)
        and by_caster
        and nbar.noun.sense in (*REL_NOUNS, "item")
    ):
        return _with_mod(nbar, "adj", CHOSEN)
    if nbar.noun.sense not in REL_NOUNS or any(role == "rel" and bare_be(said) for role, said in nbar.mods):
        raise NoSense  # "who is" goes with "targeted by Burn"
    if any(map(_is_either, nbar.mods)):
        raise NoSense
    if takes_part(nbar, verb):
        return nbar
    return _with_mod(nbar, "part", verb)


def n_being(nbar: Nbar, done: Said, part: tuple[str, Any]) -> Nbar:
    """ "Every spell, being cast by another Wizard, (shall have no effect)"."""
    if nbar.noun.sense != "spell":
        raise NoSense  # "each Wizard, being targeted by Burn, ...": since they are?
    return n_part(nbar, Verb(done.sense, "n", passive=True).add(*part))


def having_done(said: Said) -> Verb:
    """ "(Each Wizard) having cast Burn": who cast it."""
    return Verb(said.sense, "d")


def n_having(nbar: Nbar, verb: Verb) -> Nbar:
    if nbar.noun.sense not in (*PEOPLE, "neighbour"):
        raise NoSense
    return n_rel(nbar, ("subject", verb))


def takes_part(nbar: Nbar, verb: Verb) -> bool:
    """ "(Each Wizard) participating in this Duel": each Wizard."""
    if verb.sense != "participate":
        return False
    if nbar.noun.sense not in PEOPLE or verb != Verb("participate", verb.form, parts=(("time", Time("now")),)):
        raise NoSense
    return True


def n_among_those(nbar: Nbar, part: Verb) -> Nbar:
    """ "The different spells among those cast by other Wizards": one could be the most of all, or the most of those."""
    if nbar.noun.sense != "spell" or any(role == "superlative" for role, _ in nbar.mods):
        raise NoSense
    return n_part(nbar, part)


def n_so(nbar: Nbar, said: Said) -> Nbar:
    """ "The Wizard so drawn", "the Wizard selected this way", "the position so chosen"."""
    if said.sense == "choose" and nbar.noun.sense in ("position", "number") and not nbar.mods:
        return _with_mod(nbar, "adj", CHOSEN)
    if said.sense in ("count", "lose", "gain"):  # "each Wizard so counted", "half of the number so gained"
        verb = Verb(said.sense, "n", passive=True)
        return n_part(nbar, verb.add("so", True) if nbar.noun.sense == "thing" else verb)  # "the Stars so lost"
    if said.sense not in ("choose", "select", "find", "take"):
        raise NoSense
    if nbar.noun.sense not in ("wizard", "neighbour") or nbar.mods:
        raise NoSense
    return _with_mod(nbar, "drawn", CHOSEN)


def n_so_named(nbar: Nbar) -> Nbar:
    """ "The Wizard so named", of one whom the Inputs line asks for."""
    if nbar.noun.sense != "wizard" or nbar.mods:
        raise NoSense
    return _with_mod(nbar, "adj", CHOSEN)


def n_you_found(nbar: Nbar, said: Said) -> Nbar:
    """ "The Wizard you found"."""
    if said.sense != "find":
        raise NoSense
    return n_so(nbar, said)


def drawn_noun(nbar: Nbar) -> Nbar:
    """ "The drawn Wizard", "the picked one"."""
    if nbar.noun.sense not in ("wizard", "neighbour", "one") or nbar.mods:
        raise NoSense
    return _with_mod(nbar, "drawn", CHOSEN)


def drawn_one(nbar: Nbar) -> Nbar:
    """ "The chosen one": of those drawn; "the chosen Wizard" is the one of the Inputs."""
    if nbar.noun.sense != "one":
        raise NoSense
    return drawn_noun(nbar)


def n_named_as(nbar: Nbar, verb: Said, said: Said) -> Nbar:
    """ "The Wizard named first"."""
    if verb.sense != "choose" or said.sense != "ordinal" or nbar.noun.sense not in ("wizard", "position") or nbar.mods:
        raise NoSense
    return _with_mod(_with_mod(nbar, "adj", CHOSEN), "adj", said)


def n_counting(nbar: Nbar, those: Phrase) -> Nbar:
    """ "(For each other Wizard,) counting only those who have a Red Hat"."""
    match those:
        case Some(t.Those(t.All() | t.They("one of kind"), test), "each" | "plural"):
            return _with_mod(nbar, "rel", ("test", test))
    raise NoSense


def n_part_not(nbar: Nbar, verb: Verb) -> Nbar:
    return n_part(nbar, replace(verb, denied=True))


def n_adverb(nbar: Nbar, adverb: Said) -> Nbar:
    if adverb.sense == "now" and nbar.noun.sense in ("thing", "number"):
        return nbar  # "your Stars now"
    if adverb.sense not in ("random", "secretly", "there", "instead", "together", "way", "any"):
        raise NoSense
    return _with_mod(nbar, "adverb", adverb)


def n_in_those_positions(noun: Said) -> Nbar:
    """ "(The) Wizards in those positions": the two that were chosen."""
    if noun.sense != "wizard" or noun.word.form != "p":
        raise NoSense
    return n_adverb(Nbar(noun), Said(Word("R", "there"), noun.at))


def n_compared(nbar: Nbar, compared: Any) -> Nbar:
    if nbar.noun.sense == "spell" and compared[0] == "speed":  # "a spell slower than this one"
        return n_rel(nbar, rel_subject(Verb("be", "s", parts=(("compare", compared),))))
    if nbar.noun.sense not in ("thing", "speed", "number", "result", "position"):
        raise NoSense
    return _with_mod(nbar, "compare", compared)


def n_below(nbar: Nbar, measure: Any) -> Nbar:
    """ "(A) neighbour below 3 Stars"."""
    return _ranked(nbar, "<", measure)


def n_above(nbar: Nbar, measure: Any) -> Nbar:
    """ "(Every) Wizard above 10 Stars"."""
    return _ranked(nbar, ">", measure)


def _ranked(nbar: Nbar, op: str, measure: Any) -> Nbar:
    match measure:
        case Number(t.Int(0), "") if op == "<" and nbar.noun.sense in (*PEOPLE, "neighbour", "somebody"):
            return _with_mod(nbar, "compare", (op, Amount("=", t.Int(0), "")))
        case Amount("=", t.Int(), attr, "", None, None) if attr and nbar.noun.sense in (
            *PEOPLE,
            "neighbour",
            "somebody",
        ):
            if any(role not in ("adj", "but", "of", "near") for role, _ in nbar.mods):
                raise NoSense  # it belongs to the nearest noun
            return _with_mod(nbar, "compare", (op, measure))
    raise NoSense


def n_more(nbar: Nbar, way: Said) -> Nbar:
    """ "2 Stars more", "2 positions higher", "the position one lower"."""
    if nbar.noun.sense not in ("thing", "position"):
        raise NoSense
    return _with_mod(nbar, "comparative", way)


def rel_subject(*said: Any) -> Any:
    preds = said[-1]
    match preds:
        case Verb("be", "b" | "d", parts=(("object", Some(t.Neighbours(), "each") as near),)):
            preds = replace(preds, parts=(("object", replace(near, how="plural")),))  # "who are your neighbours"
    return "subject", preds


def rel_subject_two(preds: Any, verb: Verb) -> Any:
    """ "(Any spell) that targets you, and has not been redirected, (...)"."""
    return "subject", ("and", preds, verb)


def rel_object(subject: Phrase, verb: Verb) -> Any:
    if verb.sense == "show" and isinstance(subject, Number) and not (verb.denied or verb.modal or verb.parts):
        return "shown", shown(subject)  # "(the number of Stars) that a throw of DICE8 shows"
    rolled = rolled_by(subject, verb)
    if rolled is not None:
        return "shown", rolled  # "(the number of Stars) you roll on DICE8"
    if subject == Pointer("most spells") and verb.sense == "target" and verb == Verb("target", verb.form):
        return "subject", replace(verb, passive=True, parts=(("by", subject),))  # "whom the most spells target"
    if isinstance(subject, Casts):  # "the Stars that spells would bring to them"
        return "object", subject, verb
    if subject == Pointer("it") and verb.sense == "target" and verb.modal == "would" and not verb.parts:
        return "would target", verb  # "the one it would have targeted"
    if subject == Pointer("it") and verb == Verb("target", "s"):
        return "object", subject, verb  # "the position it targets"
    if not isinstance(subject, Some):
        raise NoSense
    if verb.sense in ("gain", "lose") and any(role == "object" for role, _ in verb.parts):
        raise NoSense  # "5 Stars, the caster gains 2 Stars": it says what is gained itself
    themselves = Some(t.They("self")), Some(t.Caster()) if subject == Some(t.Caster()) else None
    parts = tuple(part for part in verb.parts if part[0] != "object" or part[1] not in themselves)
    return "object", subject, replace(verb, parts=parts)  # "every neighbour you have yourself"


def rel_whose(nbar: Nbar, preds: Any) -> Any:
    match nbar, preds:
        case Nbar(Said(Word("N", "position")), ()), Verb(
            "choose", _, True, False, "", _, () | (("by", Some(t.Caster())),)
        ):
            return "chosen", True  # "the Wizard whose position was chosen"
    match nbar:
        case Nbar(Said(Word("N", "thing", attr)), ()):
            return "whose", attr, preds
        case Nbar(Said(Word("N", "position")), ()):
            return "whose", Worn(t.Always(), "place"), preds
        case Nbar(Said(Word("N", "speed")), ()):
            return "whose", Worn(t.Always(), "speed"), preds
        case Nbar(Said(Word("N", "target")), ()):
            return "whose", Worn(t.Always(), "target"), preds
        case Nbar(Said(Word("N", "caster")), ()):
            return "whose", Worn(t.Always(), "caster"), preds
        case Nbar(Said(Word("N", "spell")), ()):
            return "whose", ("spell", t.CastIs(ME)), preds
        case Nbar(Said(Word("N", "spell")), (("named", names),)):
            return "whose", ("spell", t.CastIs(ME, names)), preds
        case Nbar(Said(Word("N", "number")), (("of", Amount("bare", _, attr)),)):
            return "whose", attr, preds
        case Nbar(Said(Word("N", "item")), (("adj", Said(Word("A", "chosen"))),)):
            return "whose", t.WordInput(-1), preds  # "whose chosen item is Red"
    raise NoSense


def the_target(noun: Said) -> None:
    """That "as its target" is what is said. Raises NoSense."""
    if noun.sense != "target" or noun.word.form != "s":
        raise NoSense


def n_with_target(nbar: Nbar, whom: Phrase, *said: Any) -> Nbar:
    """ "(Each spell) with the caster as its target"."""
    the_target(said[-1])
    return n_part(nbar, Verb("target", "g", parts=(("object", whom),)))


def rel_of_target(whom: Phrase, _be: str, noun: Said) -> Any:
    """ "(Each spell) of which the caster is the target"."""
    the_target(noun)
    return "subject", Verb("target", "s", parts=(("object", whom),))


def rel_none_of_whose(nbar: Nbar, preds: Any) -> Any:
    """ "(Wizards) none of whose neighbours is idle"."""
    return _of_whose(nbar), ("=", 0), preds


def rel_one_of_whose(nbar: Nbar, *said: Any) -> Any:
    """ "(Wizards) one of whose neighbours is idle", "one of whose neighbours (the caster may be that one) is idle"."""
    *asides, preds = said
    if any(aside not in [(kind, Some(t.Caster())) for kind in ("in", "may", "might", "able")] for aside in asides):
        raise NoSense  # "(not the caster)"
    return _of_whose(nbar), (">=", 1), preds


def _of_whose(nbar: Nbar) -> str:
    if nbar.noun.sense != "neighbour" or nbar.noun.word.form != "p" or nbar.mods:
        raise NoSense
    return "of whose"


def rel_whose_chosen(nbar: Nbar, subject: Phrase, verb: Verb) -> Any:
    """ "(The Wizard) whose position you chose"."""
    if nbar.mods or nbar.noun.sense not in ("position", "name") or subject != Some(t.Caster()):
        raise NoSense
    if verb.sense not in ("choose", "give") or verb.parts or verb.denied or verb.modal or verb.passive:
        raise NoSense
    return "chosen", nbar.noun.sense == "position"


def rel_compared(be: str, way: Said) -> Any:
    """ "(The result) that is higher"."""
    return "compared", way


def rel_pp(preposition: Said, subject: Phrase, verb: Verb) -> Any:
    return "pp", preposition.sense, subject, verb


def rel_pp_turned(preposition: Said, verb: Said, subject: Phrase) -> Any:
    """ "(Wizards) beside whom stands somebody who cast Burn"."""
    return "pp", preposition.sense, subject, Verb(verb.sense, verb.word.form)


def rel_stranded(subject: Phrase, verb: Verb, preposition: Said) -> Any:
    """ "(The position) that you stand in"."""
    if verb.sense in ("cast", "select") and preposition.sense == "in":
        return rel_pp(preposition, subject, verb)  # "each earlier Duel you cast Burn in"
    if verb.sense not in ("stand", "be") or preposition.sense not in ("in", "at", "on"):
        raise NoSense
    return "pp", "in", subject, verb


def rel_stranded_self(subject: Phrase, verb: Verb, preposition: Said) -> Any:
    """ "(The position) that you stand in yourself"."""
    if subject not in (Some(t.Caster()), Some(t.Caster(you=True))):
        raise NoSense
    return rel_stranded(subject, verb, preposition)


def rel_where(subject: Phrase, verb: Verb) -> Any:
    """ "(The position) where you stand"."""
    if verb.sense not in ("stand", "be"):
        raise NoSense
    return "pp", "in", subject, verb


def rel_and(left: Any, right: Any) -> Any:
    match right:
        case ("object", Some(t.Caster(), "one"), Verb("choose", "d" | "b", False, False, "", _, ())) if (
            left[0] != "object"
        ):
            raise NoSense  # "the Wizards who targeted the position you chose": the position was chosen
    return "and", left, right


def bare_be(rel: Any) -> bool:
    """ "(Each Wizard) who is": of whom something was said before."""
    match rel:
        case ("subject", Verb("be", parts=())):
            return True
    return False


def rel_or(left: Any, right: Any) -> Any:
    return "or", left, right


def value_np(values: Any) -> Values:
    return values if isinstance(values, Values) else Values((values,))


def value_np_one(word: str) -> Values:
    """ "(Their Hat becomes) a Red one"."""
    return Values((t.Text(word),))


def value_none() -> t.Value:
    return t.Text("None")


def value(word: str) -> t.Value:
    return t.Text(word)


def value_one(value: t.Value) -> t.Value:
    return value


def value_or(*values: t.Value) -> Values:
    return Values(tuple(values))

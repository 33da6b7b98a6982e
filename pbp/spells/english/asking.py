"""What an Inputs line asks for: the same noun phrases as in an Effect, as inputs with what they exclude.

One function for each name after "->".
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.lexicon import Said
from pbp.spells.english.phrases import Bag, Casts, Nbar, Own, Phrase, Some, Verb

Asked = tuple[t.Input, ...]
"""One input, or two alike; `differs` -1 stands for the input before."""

CASTER = (t.Caster(), t.Caster(you=True), t.They("self"))


def ask_first(asked: Asked) -> Asked:
    return asked


def ask_more(before: Asked, asked: Asked) -> Asked:
    """The next input; "another position" differs from the one before."""
    placed = []
    for one in asked:
        if one.differs == -1:
            if not before or before[-1].kind != one.kind:
                raise NoSense
            one = replace(one, differs=len(before) - 1)
        elif one.differs is not None:
            one = replace(one, differs=one.differs + len(before))
        placed.append(one)
    return (*before, *placed)


def ask_order(verb: Said, asked: Asked) -> Asked:
    """ "Choose a position"."""
    if verb.sense != "choose":
        raise NoSense
    return asked


def ask_letter(letter: str, asked: Asked) -> Asked:
    """ "X, a number from 1 to 5"."""
    if len(asked) != 1:
        raise NoSense
    return (replace(asked[0], noun=letter),) if asked[0].kind == "number" else asked


def asked_bare(nbar: Nbar) -> Asked:
    return _asked("a", None, nbar)


def asked_a(nbar: Nbar) -> Asked:
    return _asked("a", None, nbar)


def asked_other(nbar: Nbar) -> Asked:
    return _asked("another", None, nbar)


def asked_the(nbar: Nbar) -> Asked:
    return _asked("the", None, nbar)


def asked_some(number: int, nbar: Nbar) -> Asked:
    if number == 1:
        return _asked("a", None, nbar)
    if number != 2:
        raise NoSense
    return _asked("two", None, nbar)


def asked_owned(owner: Nbar, nbar: Nbar) -> Asked:
    """ "Another Wizard's name", "somebody's position"."""
    return asked_owned_by("a", owner, nbar)


def asked_owned_by(article: str, owner: Nbar, nbar: Nbar) -> Asked:
    if nbar.mods or owner.noun.sense != "wizard" or owner.noun.word.form != "s":
        raise NoSense
    if nbar.noun.sense == "name":
        return _asked(article, None, owner)
    if nbar.noun.sense == "position":
        (found,) = _asked(article, None, owner)
        return (_input("position", found.not_self, found.adjacent),)
    raise NoSense


def asked_owned_other(owner: Nbar, nbar: Nbar) -> Asked:
    return asked_owned_by("another", owner, nbar)


def _asked(article: str, _: Any, nbar: Nbar) -> Asked:
    noun, bag = nbar.noun, Bag(nbar.mods)
    plural = noun.word.form == "p"
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
        if of is not None and _who(of) not in CASTER:
            raise NoSense
    other = bag.says("other", "adj") is not None
    different = bag.says("different", "adj") is not None or bag.says("two", "adj") is not None
    if bag.says("adjacent", "adj"):
        if two:
            raise NoSense  # "two adjacent positions": to each other, or to the caster's?
        adjacent = True
    near = bag.maybe("near", Some | Own)
    if near is not None:
        if _who(near) not in CASTER:
            raise NoSense
        adjacent = True
    but = bag.maybe("but", Some | Own)
    for role, value in list(bag.left):
        limit = limit_of(role, value)
        if limit is not None:
            bag.left.remove((role, value))
            own, beside = limit
            not_self, adjacent = not_self or own, adjacent if beside is None else beside
    if but is not None:
        if _who(but) not in CASTER:
            raise NoSense
        not_self = True
    bag.maybe("number said")
    bag.done()
    if two:
        not_self = not_self or other
        first = replace(_input(kind, not_self, adjacent), label=f"the first {kind}")
        return first, replace(first, label=f"the second {kind}", differs=0 if different or other else None)
    if different:
        return (replace(_input(kind, not_self, adjacent), differs=-1),)
    if article == "another" or other:
        not_self = True
    return (_input(kind, not_self, adjacent),)


def _who(phrase: Phrase) -> t.Who | None:
    match phrase:
        case Some(who, "one") | Own(Some(who, "one"), ""):
            return who
    return None


def limit_of(role: str, value: Any) -> tuple[bool, bool | None] | None:
    """What is said against a position or a Wizard: whether one's own is excluded, and whether it is next to one."""
    match role, value:
        case "rel", ("subject", Verb("be", _, False, denied, "" | "must" | "can", False, (("object", phrase),))):
            return _not(phrase) if denied and _who(phrase) in CASTER else None
        case "rel", ("subject", Verb("be", _, False, denied, "" | "must", False, (("near", phrase),))):
            return (False, not denied) if _who(phrase) in CASTER else None
        case "rel", ("subject", Verb("adjoin", _, False, denied, "", False, (("object", phrase),))):
            return (False, not denied) if _who(phrase) in CASTER else None
        case "rel", ("subject", Verb("stand", _, False, denied, "", False, (("near", phrase),))):
            return (False, not denied) if _who(phrase) in CASTER else None
        case "not", phrase:
            return _not(phrase)
        case "not near", phrase:
            return (False, False) if _who(phrase) in CASTER else None
        case "neither", (own, near):
            return (True, False) if _who(own) in CASTER and _who(near) in (*CASTER, None) else None
    return None


def _not(phrase: Phrase) -> tuple[bool, bool | None] | None:
    if _who(phrase) in CASTER:
        return True, None
    match phrase:
        case Some(t.Neighbours(t.Caster() | t.They("owner")), _):
            return False, False
    return None


def n_not(nbar: Nbar, phrase: Phrase) -> Nbar:
    """ "A position, not your own"."""
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


def _input(kind: str, not_self: bool, adjacent: bool | None) -> t.Input:
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
    excluded: list[str] = []
    other = article == "another" or bag.says("other", "adj") is not None
    for role, value in list(bag.left):
        names = _excluded(role, value)
        if names is not None:
            bag.left.remove((role, value))
            excluded += names
    bag.done()
    if other:
        excluded.append("")  # this spell, whose name the reader puts in
    but = tuple(dict.fromkeys(excluded))
    shown = " or ".join(name for name in but if name)
    label = "the name of a spell" + (f" other than {shown}" if shown else "")
    return (t.Input("spell", label, but=but),)


def _excluded(role: str, value: Any) -> list[str] | None:
    match role, value:
        case "but", Casts() as casts:
            return _names(casts)
        case "rel", ("subject", Verb("be", _, False, True, "", False, (("object", Casts() as casts),))):
            return _names(casts)
        case "rel", ("subject", Verb("be", _, False, False, "", False, (("object", Casts(how="none") as casts),))):
            return _names(casts)
    return None


def _names(casts: Casts) -> list[str] | None:
    match casts:
        case Casts(own=True, name=None):
            return [""]
        case Casts(own=True, name=str() as name):
            return [name]
        case Casts(None, t.CastIs(_, names), how="name" | "all names" | "none"):
            return [name for name in names if isinstance(name, str)]
    return None


def asked_name(said: Said, asked: Asked) -> Asked:
    """ "The name of a Wizard", "the number of a position"."""
    if said.sense == "name" and all(one.kind in ("wizard", "spell") for one in asked):
        return asked
    if said.sense == "number" and all(one.kind == "position" for one in asked):
        return asked
    if said.sense == "position" and len(asked) == 1 and asked[0].kind == "wizard":
        return (_input("position", asked[0].not_self, asked[0].adjacent),)
    raise NoSense


def asked_by_number(asked: Asked) -> Asked:
    """ "A position, by number"."""
    if any(one.kind != "position" for one in asked):
        raise NoSense
    return asked


def asked_being(said: Said, asked: Asked) -> Asked:
    """ "A number, being a position in the Wizard Ring"."""
    if said.sense != "number":
        raise NoSense
    return asked_by_number(asked)


def ask_letters(first: str, second: str, asked: Asked) -> Asked:
    """ "P and Q, two positions"."""
    if len(asked) != 2 or first == second:
        raise NoSense
    return asked


# ---- numbers and words


def words(*said: str) -> tuple[str, ...]:
    return said


def ask_range(*said: Any) -> Asked:
    """ "A number from 1 to 5"."""
    low, high = [value for value in said if isinstance(value, int)][-2:]
    for word in said:
        if isinstance(word, Said) and word.sense not in ("number",):
            raise NoSense
    if low > high:
        raise NoSense
    return (t.Input("number", f"a number from {low} to {high}", low=low, high=high),)


def ask_bounds(*said: Any) -> Asked:
    return ask_range(*said)


def ask_numbers(*said: Any) -> Asked:
    """ "A number: 1, 2 or 3": every one from the first to the last."""
    numbers = [value for value in said if isinstance(value, int)]
    for word in said:
        if isinstance(word, Said) and word.sense not in ("number",):
            raise NoSense
    if numbers != list(range(numbers[0], numbers[-1] + 1)):
        raise NoSense
    return ask_range(numbers[0], numbers[-1])


def ask_words(*said: Any) -> Asked:
    """ "One of Red, Blue or Green"."""
    words = list(said[-1])
    nouns = [value for value in said if isinstance(value, Said)]
    if len(words) < 2 or len({word.casefold() for word in words}) < len(words):
        raise NoSense
    if any(noun.sense not in ("item", "kind") for noun in nouns):
        raise NoSense
    noun = nouns[-1].word.detail if nouns else ""
    return (t.Input("word", "one of " + ", ".join(words[:-1]) + " or " + words[-1], words=tuple(words), noun=noun),)


def ask_differ(asked: Asked) -> Asked:
    """ "Two positions (they can't be the same)"."""
    match asked:
        case (first, second) if first.kind == second.kind:
            return first, replace(second, differs=0)
    raise NoSense


def ask_not_own(asked: Asked, phrase: Phrase) -> Asked:
    """ "Two positions, neither being the caster's own"."""
    if _who(phrase) not in CASTER or any(one.kind not in ("position", "wizard") for one in asked):
        raise NoSense
    return tuple(replace(one, not_self=True) for one in asked)


def ask_claim(asked: Asked, verb: Verb) -> Asked:
    """ "A position; it has to be next to yours"."""
    limit = limit_of("rel", ("subject", verb))
    if limit is None or len(asked) != 1:
        raise NoSense
    own, beside = limit
    one = asked[0]
    if one.kind not in ("position", "wizard"):
        raise NoSense
    return (_input(one.kind, one.not_self or own, one.adjacent if beside is None else beside),)

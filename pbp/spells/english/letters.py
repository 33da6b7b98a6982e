"""Letters that stand for what the Inputs line or a definition names. One function for each name after "->"."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.groups import Det
from pbp.spells.english.lexicon import Said, Word
from pbp.spells.english.nbar import value_np
from pbp.spells.english.phrases import ME, Amount, Casts, Nbar, Number, Own, Phrase, Pointer, Some, Values
from pbp.spells.english.testing import wizard_test
from pbp.spells.sense.conditions import disj
from pbp.spells.walk import is_one


def letter_who(letter: str) -> Phrase:
    """ "T (gains 2 Stars)"."""
    return Some(t.LetterWho(letter))


def the_called(name: str) -> Phrase:
    """ "The Ward (gains 2 Stars)"."""
    return Some(t.LetterWho(name.casefold()))


def the_called_all(name: str) -> Phrase:
    """ "(Each of) the Crowd"."""
    return Some(t.LetterGroup(name), "plural")


def the_called_number(name: str) -> Phrase:
    """ "(Stars equal to) the tally"."""
    return Number(t.LetterNum(name))


def the_called_stars(name: str) -> Phrase:
    """ "(Pays) the toll", of so many Stars."""
    return Amount("=", t.LetterNum(f"{name} Stars"), "Stars")


def role_noun(name: str) -> Nbar:
    """ "(Each) sleeper", where it is said who that is."""
    return members_of(t.LetterGroup(name), "s")


def role_nouns(name: str) -> Nbar:
    """ "(The) sleepers"."""
    return members_of(t.LetterGroup(singular(name)), "p")


def members_of(group: t.Who, form: str) -> Nbar:
    return Nbar(Said(Word("N", "wizard", "", form), -1), (("among", Some(group, "each")),))


def singular(name: str) -> str:
    """A word that a text makes a noun, in the singular."""
    return name[:-1] if name.endswith("s") and not name.endswith("ss") else name


def define_role(name: str, *said: Any) -> t.Act:
    """ "The payee is the Wizard with the most Stars", "a sleeper is any idle Wizard": for what follows."""
    if any(isinstance(word, Said) and word.sense != "must" for word in said) or "d" in said:
        raise NoSense
    match said[-1]:
        case Some(t.Pick()):
            raise NoSense  # "the winner is a random Wizard": or of what comes next?
    return name_role(name, said[-1])


def let_role(name: str, *said: Any) -> t.Act:
    """ "Let the payee be a random neighbour of yours"."""
    return name_role(name, said[-1])


def let_roles(first: t.Act, name: str, *said: Any) -> t.Act:
    """ "Let the Flame be the first chosen Wizard and the Moth the second one"."""
    return t.Seq((first, name_role(name, said[-1])))


def call_role(verb: Said, what: Phrase, name: str) -> t.Act:
    """ "Call the Wizard with the most Stars the payee"."""
    if verb.sense not in ("choose", "call", "state"):
        raise NoSense
    return name_role(name, what)


def called_role(what: Phrase, name: str) -> t.Act:
    """ "Idle Wizards are called sleepers", "whoever has the most Stars is the payee"."""
    if isinstance(what, Some) and isinstance(what.who, t.Pick):
        raise NoSense  # "a random Wizard is the winner": or of what comes next?
    return name_role(name, what)


def called_role_if(what: Phrase, name: str, who: Said, preds: Any) -> t.Act:
    """ "A Wizard counts as a sleeper if they are idle"."""
    if who.sense != "they" or not isinstance(what, Some) or what.how not in ("some", "any", "each"):
        raise NoSense
    return name_role(name, replace(what, who=t.Those(what.who, wizard_test(preds)), how="each"))


def np_named(phrase: Phrase, name: str) -> Phrase:
    """ "All idle Wizards ("sleepers")"."""
    match phrase:
        case Some(who, "one" | "each" | "plural", place=False):
            return replace(phrase, who=t.Called(who, singular(name)))
    raise NoSense


def name_role(name: str, *said: Any) -> t.Act:
    """ "A "sleeper" means an idle Wizard", "the toll: 2 Stars for each sleeper"."""
    if any(isinstance(word, Said) and word.sense != "must" for word in said):
        raise NoSense
    name = singular(name)
    match said[-1]:
        case Some(who, "one", place=False) if is_one(who):
            return t.Named(name, who)
        case (
            Some(who, "each" | "plural" | "any", place=False)
            | Some(who, "some", op="a", place=False)
            | Some(t.Neighbours() as who, "some", op="", place=False)
        ):
            return t.Named(name, who)
        case Amount("=", t.Num() as number, "Stars", "" | "of", None):
            return t.Named(f"{name} Stars", number)
        case (
            Number(number) | Amount("=", t.Num() as number, "", "") | Amount("=", t.Num() as number, str(), "of", None)
        ):
            return t.Named(name, number)  # "half of your Crystals": a number
        case Values((value,)):
            return t.Named(name, value)
        case Casts(name=t.SpellInput(-1) as spell, how="name"):
            return t.Named(name, spell)  # "the watched spell: the spell that was named"
        case Own(Some(who, "one"), str() as attr, start) if attr:  # "the loot: the Stars of the chosen Wizard"
            return t.Named(f"{name} Stars" if attr == "Stars" else name, t.Stat(who, attr, start))
    raise NoSense


def np_once(phrase: Phrase, drawn: Said) -> Phrase:
    """ "(The loser is) a random Wizard, drawn once"."""
    if drawn.sense not in ("choose", "select") or not isinstance(phrase, Some) or not isinstance(phrase.who, t.Pick):
        raise NoSense
    return phrase


def np_secretly(phrase: Phrase, drawn: Said, how: Said) -> Phrase:
    """ "(The loser is) a random Wizard, drawn once and in secret"."""
    match np_once(phrase, drawn):
        case Some(t.Pick() as pick) as found if how.sense == "secretly":
            return replace(found, who=replace(pick, secret=True))
    raise NoSense


def letter_place(letter: str) -> Phrase:
    """ "(The Wizard at) P"."""
    return Some(t.LetterWho(letter, True), place=True)


def letter_spell(letter: str) -> Phrase:
    """ "(If another Wizard cast) X"."""
    name = t.LetterSpell(letter=letter)
    return Casts(None, t.CastIs(ME, (name,)), how="name", name=name)


def noun_letter(said: Said, letter: str) -> Nbar:
    """ "(The) position P", "(each) Wizard W"."""
    if said.sense not in LETTERED or said.word.form == "p":
        raise NoSense
    return Nbar(said, (("letter", (letter,)),))


def noun_letters(said: Said, first: str, second: str) -> Nbar:
    """ "(Two) positions P and Q"."""
    if said.sense not in LETTERED or said.word.form != "p" or first == second:
        raise NoSense
    return Nbar(said, (("letter", (first, second)),))


def n_letter(nbar: Nbar, letter: str) -> Nbar:
    """ "The Wizard with the most Stars (W)"."""
    if nbar.noun.sense not in LETTERED or nbar.noun.word.form == "p" or any(role == "letter" for role, _ in nbar.mods):
        raise NoSense
    return Nbar(nbar.noun, (("letter", (letter,)), *nbar.mods))


LETTERED = ("position", "wizard", "opponent", "neighbour", "spell", "number", "one")
"""The nouns beside which a letter can stand."""


def lettered(det: Det, letters: tuple[str, ...], noun: Said, mods: bool, made: Callable[[], Phrase]) -> Phrase:
    """A noun with its letter: what the letter stands for, or what is given it as a name.

    `mods`: whether more is said of the noun; `made` makes the phrase without the letter.
    """
    if not mods and det[0] in ("the", "bare"):
        match noun.sense, letters:
            case "position", _:
                placed = tuple(t.LetterWho(letter, True, True) for letter in letters)
                return Some(placed[0], place=True) if len(placed) == 1 else Some(t.Join(placed), "each", place=True)
            case "wizard", (letter,):
                return letter_who(letter)
            case "wizard", _:
                return Some(t.Join(tuple(map(t.LetterWho, letters))), "each")
            case "spell", (letter,):
                return letter_spell(letter)
            case "number", (letter,):
                return Number(number_letter(letter))
    if len(letters) > 1 or noun.sense not in ("wizard", "opponent", "neighbour", "one"):
        raise NoSense
    match made():
        case Some(who, "one", place=False) if is_one(who):
            return Some(t.Called(who, letters[0]))
        case Some(who, "each", place=False, apart=True) as found:
            return replace(found, who=t.Called(who, letters[0]))
    raise NoSense


def call_letter(what: Phrase, letter: str) -> t.Act:
    """ "Call the result R", "call them W"."""
    match what:
        case Pointer("it" | "that" | "this" | "the number") | Amount("=", t.ThatMany()):
            return t.Named(letter, t.Noted())
        case Number(t.Result("") | t.Noted()):
            return t.Named(letter, t.Noted())
    return define(letter, what)


def let_then(letter: t.Act, act: t.Act) -> t.Act:
    """ "Let N be the number of Wizards: the caster gains N Stars"."""
    return t.Seq((letter, act))


def number_letter(letter: str) -> t.Num:
    return number_x() if letter == "x" else t.LetterNum(letter)


def number_x() -> t.Num:
    return t.NumberInput(-2)


def number_times(factor: int, number: t.Num) -> t.Num:
    """ "3 x N"."""
    return t.Times(t.Int(factor), number)


def number_times_letter(factor: int, letter: str) -> t.Num:
    """ "2N (Stars)"."""
    return number_times(factor, number_letter(letter))


def letter_part(letter: str, divisor: int) -> t.Num:
    """ "N/2"."""
    return _part(number_letter(letter), divisor)


def num_sum(left: t.Num, right: t.Num) -> t.Num:
    """ "(A + B)"."""
    return t.Add((left, right))


def num_sum_part(left: t.Num, right: t.Num, divisor: int) -> t.Num:
    """ "(A + B) / 2"."""
    return _part(num_sum(left, right), divisor)


def _part(number: t.Num, divisor: int) -> t.Num:
    if divisor < 2:
        raise NoSense
    return t.Part(number, t.Int(divisor), "")


def value_letter(letter: str) -> t.Value:
    return t.LetterWord(letter)


def letter_is(letter: str, _be: str, said: Any) -> t.Cond:
    """ "(If) C is Red"."""
    values = value_np(said)
    words = [value.word for value in values.values if isinstance(value, t.Text)]
    if len(words) < len(values.values) or values.both:
        raise NoSense
    return disj(*(t.LetterIs(letter, word) for word in words))


def letter_is_not(letter: str, _be: str, values: Any) -> t.Cond:
    """ "(If) C is not Red"."""
    return t.Not(letter_is(letter, "", values))


def define(letter: str, *said: Any) -> t.Act:
    """ "(Let) T be the Wizard at P", "N is the number of Wizards who cast Burn"."""
    if letter == "i" and isinstance(said[-1], Some):
        raise NoSense  # "let I be the target. I lose 2 Stars": who?
    match said[-1]:
        case Some(who, "one", place=True):
            return t.Named(letter, t.Position(who))
        case Some(who, "one"):
            return t.Named(letter, who)
        case Values((value,)):
            return t.Named(letter, value)
        case Casts(name=t.SpellInput(-1) as spell, how="name"):
            return t.Named(letter, spell)
        case Own(Some(who, "one"), str() as attr, start) if attr:
            return t.Named(letter, t.Stat(who, attr, start))
        case Number(number) | Amount("=", t.Num() as number, "") | Amount("=", t.Num() as number, str(), "of", None):
            return t.Let(number) if letter == "x" else t.Named(letter, number)
    raise NoSense


def whatever_it_is(act: t.Act, *_: Any) -> t.Act:
    """ "(whatever N is)": of no matter."""
    return act


def whatever_is(*said: Any) -> t.Act:
    act = said[-1]
    if not isinstance(act, t.Act):
        raise NoSense
    return act

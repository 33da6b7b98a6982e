"""What happens whatever is so: "in any case", "whether or not they cast Burn". One function for each name after "->".

A condition that is said there says nothing new; it is read for the Wizards whom it speaks of.
"""

from __future__ import annotations

from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.articles import owned_of_name
from pbp.spells.english.claims import claim
from pbp.spells.english.lexicon import Said, Word, only
from pbp.spells.english.nbar import CHOSEN
from pbp.spells.english.outcomes import act
from pbp.spells.english.phrases import Casts, Number, Own, Phrase, Pointer, Some, Values, Verb
from pbp.spells.english.testing import wizard_test
from pbp.spells.english.verbs import v_modal
from pbp.spells.walk import conjuncts, is_one, parts

NOTHING = t.Always()
"""What is said where no words name a condition that can be read."""
TIED = t.Not(NOTHING)
"""What is said of a tie, as of no condition."""
FAST = t.Not(TIED)
"""What is said of a Speed, as of no condition."""
ANY = t.Text("")
"""What a thing is said to be in "whatever your Hat is": nothing that happens there may ask what it is."""


def anyway(act: t.Act) -> t.Act:
    """ "In any case, ...": whatever the conditions before."""
    return t.Anyway(act)


def anyway_alone(*said: Any) -> t.Act:
    """ "Whatever was rolled or paid, ..."; but "whatever was rolled, ... that many" speaks of it."""
    made = said[-1]
    if any(isinstance(part, t.ThatMany | t.Result | t.They) for part in parts(made)):
        raise NoSense
    return anyway(made)


def act_anyway(subject: Phrase, *said: Any) -> t.Act:
    """ "The caster shall, in every case, lose 6 Stars"."""
    *modal, verb = said
    return anyway(act(subject, v_modal(modal[0], verb) if modal else verb))


def whichever_anyway(act: t.Act) -> t.Act:
    """ "Whichever of the two it was, ...": what is said of it, "they" or "that many", could be each of the two."""
    if any(isinstance(part, t.They | t.ThatMany) for part in parts(act)):
        raise NoSense
    return t.Anyway(act)


def then_whichever(*said: Any) -> t.Act:
    """ "Then, whichever it was, ...", "then, whichever word you chose, ..."."""
    *words, act = said
    return t.Later(topic_anyway(words[0], act) if words else whichever_anyway(act))


def anyway_topic(act: t.Act, word: t.Value) -> t.Act:
    """ "Your neighbours lose 1 Star each, whichever word you chose"."""
    return t.Anyway(act, chosen=word)


def topic_anyway(word: t.Value, act: t.Act) -> t.Act:
    """ "Whichever you chose, the caster gains 2 Stars"."""
    return t.Anyway(act, chosen=word)


def topic_of_that_name(word: t.Value, owner: Phrase, noun: Said, name: Said, verb: Verb) -> t.Act:
    """ "Whichever of the three you chose, your own attribute of that name becomes Red": the item that was chosen."""
    return topic_anyway(word, act(owned_of_name(owner, noun, CHOSEN, name), verb))


def both_cases(*said: Any) -> t.Act:
    """ "In both cases, ...", "in each of these two cases, ...": of the cases that were told before."""
    numbers = [part for part in said if isinstance(part, int)]
    if numbers not in ([], [2]):
        raise NoSense
    return t.Anyway(next(part for part in said if isinstance(part, t.Act)), cases=True)


def then_anyway(act: t.Act) -> t.Act:
    """ "Then, in any case, ..."."""
    if isinstance(act, t.Later):
        raise NoSense
    return t.Later(t.Anyway(act))


def then_both_cases(*said: Any) -> t.Act:
    """ "Then, in either case, ..."."""
    return t.Later(both_cases(*said))


def and_so_or_not(before: t.Act, act: t.Act) -> t.Act:
    """ "If they cast Burn, ..., and, whether or not they did, ..."."""
    check_subject(before, act)
    return t.Seq((before, t.Anyway(act)))


def check_subject(before: t.Act, act: t.Act) -> None:
    """ "They lose 2 Stars, and in any case gain 1": not the caster, whom an order by itself means. Raises NoSense."""
    bare = any(isinstance(part, t.Clause) and part.subject is None and part.form in ("b", "s") for part in parts(act))
    if bare and any(isinstance(part, t.Clause) and part.subject is not None for part in parts(before)):
        raise NoSense


def whether(subject: Phrase, verb: Any) -> t.Cond:
    """ "Whether or not the chosen Wizard cast Burn", "wherever they stand"."""
    if isinstance(subject, Pointer) and subject.word not in ("it", "this", "that"):
        raise NoSense
    try:
        return claim(subject, verb)
    except NoSense:
        if isinstance(subject, Casts) or not isinstance(verb, Verb) or not _can_change_nothing(verb):
            raise
        return NOTHING


def wherever(subject: Phrase, verb: Any) -> t.Cond:
    """ "Wherever they stand"; not "wherever it targets you", which is when it does."""
    if not isinstance(verb, Verb) or verb.sense not in ("be", "stand"):
        raise NoSense
    return whether(subject, verb)


def whether_who(*said: Any) -> t.Cond:
    """ "No matter who cast it"; not "no matter who cast it at you", of which it is said what it is cast at."""
    for verb in said:
        if isinstance(verb, Verb) and any(role in ("at", "on", "against") for role, _ in verb.parts):
            raise NoSense
    return whether_nothing(*said)


def _can_change_nothing(verb: Verb) -> bool:
    """Whether what cannot be read is of what somebody is, has or does: not "even if they are immune", "cannot pay"."""
    if verb.modal or verb.sense not in ("be", "have", "do", "cast", "stand", "target", "change", "gain", "lose"):
        return False
    return all(role == "adverb" or _is_plain(value) for role, value in verb.parts)


def _is_plain(value: Any) -> bool:
    match value:
        case Some() | Values() | Pointer("it" | "this" | "that") | Said(Word("A", "true")):
            return True
    return False


def whether_alone(subject: Phrase, verb: Any) -> t.Act:
    """ "It makes no difference whether the caster was given Stars too"."""
    return t.NoMatter(claim(subject, verb))


def act_whoever_cast(act: t.Act, who: Said, verb: Said, what: Said) -> t.Act:
    """ "That spell has no effect, whoever cast it"."""
    if (who.sense, verb.sense) != ("whoever", "cast") or what.sense not in ("it", "them"):
        raise NoSense
    return _of_any_caster(act)


def act_whoever_it_is(act: t.Act, *_: Any) -> t.Act:
    """ "2 Stars are lost by the Wizard who cast that spell, whoever that is": somebody else than the caster."""
    nobody = (t.Caster(), t.All(), t.Member(0), t.Subject())
    if not any(isinstance(part, t.Who) and part not in nobody for part in parts(act)):
        raise NoSense
    return act


def alter_whoever(alteration: Any, *_: str) -> Any:
    """ "(Whenever ..., 2 Stars are lost by the Wizard who cast that spell), whoever that is"."""
    return alteration


def _of_any_caster(act: t.Act) -> t.Act:
    """What happens to spells of which it is not said who cast them. Raises NoSense."""
    match act.act if isinstance(act, t.Lasting) else act:
        case t.Clause(None, (t.Void(t.Casters(t.All(), kind)) | t.Redirect(t.Casters(t.All(), kind)),)):
            tests = conjuncts(kind)
        case t.Clause(None, (t.Watch(source=source),)):
            tests = conjuncts(source)
        case _:
            raise NoSense
    if not all(isinstance(test, t.CastIs | t.CastTrait | t.Targets | t.Compare | t.Always) for test in tests):
        raise NoSense
    return act


def act_whoever_cast_it(subject: Phrase, who: Said, verb: Said, what: Said, done: Verb) -> t.Act:
    """ "Any spell that targets the caster, whoever cast it, has no effect"."""
    return act_whoever_cast(act(subject, done), who, verb, what)


def act_who_cast_it(subject: Phrase, verb: Said, what: Said, done: Verb) -> t.Act:
    """ "Any spell that targets the caster, no matter who cast it, has no effect"."""
    if not isinstance(subject, Casts) or verb.sense != "cast" or what.sense not in ("it", "them"):
        raise NoSense
    return _of_any_caster(act(subject, done))


def whether_nothing(*said: Any) -> t.Cond:
    """ "No matter who has a Hat", "however many Stars they have"; not "no matter who is immune"."""
    for verb in said:
        if isinstance(verb, Verb) and not _can_change_nothing(verb):
            wizard_test(verb)
    return NOTHING


def whether_tied(*_: Any) -> t.Cond:
    """ "Tie or no tie": said of what no tie is about."""
    return TIED


def whether_of(what: Phrase) -> t.Cond:
    """ "Regardless of their Hat"."""
    if not isinstance(what, Own | Number | Pointer):
        raise NoSense
    return _of_speed(what)


def _of_speed(what: Phrase) -> t.Cond:
    return FAST if any(isinstance(part, t.SpeedOf) for part in parts(getattr(what, "number", None))) else NOTHING


def whether_what(what: Phrase) -> t.Cond:
    """ "Whatever the number of Wizards", "whatever their Hat"."""
    match what:
        case Own(Some(who), str() as attr) if attr:
            return t.Is(who, attr, ANY)
        case Some(who, "one", place=True) if is_one(who):
            return NOTHING  # "whatever your position"
        case Number(t.Num() as number) if not isinstance(number, t.Int):
            return _of_speed(what)
    raise NoSense


def whether_is(what: Phrase, be: str) -> t.Cond:
    """ "Whatever the caster's Hat is", "no matter what the number of Wizards is"; what it was may be another time's."""
    if be not in ("s", "b"):
        raise NoSense
    return whether_what(what)


def whether_done(_: None) -> t.Cond:
    """ "Whatever was rolled or paid (there)"."""
    return t.Is(t.Caster(), "", ANY)


def done_before(*said: Said) -> None:
    """ "(Whatever was) rolled or paid"."""
    only(said, {"V": ("roll", "pay", "lose", "gain", "receipt", "swap", "give", "take")})


def _outruns(cond: t.Cond, act: t.Act) -> bool:
    """ "Spells that target you have no effect, even if they have a higher Speed": of these no spell can say so."""
    told = any(isinstance(part, t.Void | t.Redirect | t.Replace) for part in parts(act))
    return told and (cond == FAST or any(isinstance(part, t.SpeedOf) for part in parts(cond)))


def whether_first(cond: t.Cond, act: t.Act) -> t.Act:
    """ "Whether or not that was so, ...": whom "they" means, words that cannot be read do not say."""
    near = (t.They("owner"),) if isinstance(cond, t.Is) and cond.who == t.Caster() else ()
    cond = _asked_nowhere(cond, act)
    if cond in (NOTHING, TIED) and any(isinstance(p, t.They | t.ThatMany) and p not in near for p in parts(act)):
        raise NoSense
    _of_no_tie(cond, act)
    return t.Anyway(act, cond=None if cond in (NOTHING, TIED) else cond)


def number_anyway(noun: Said, who: Phrase, verb: Said, act: t.Act) -> t.Act:
    """ "Whatever number you chose, roll DICE6: ...": nobody is spoken of whom "they" could mean."""
    if (noun.sense, verb.sense) != ("number", "choose") or who != Some(t.Caster()) or t.ThatMany() in parts(act):
        raise NoSense  # "whatever number you chose, ... that many Stars": so many, or as many as were rolled?
    return t.Anyway(act)


def whether_then(cond: t.Cond, act: t.Act) -> t.Act:
    return t.Later(whether_first(cond, act))


def whether_after(act: t.Act, cond: t.Cond) -> t.Act:
    """ "..., whether or not that was so"."""
    cond = _asked_nowhere(cond, act)
    if cond == NOTHING and any(isinstance(part, t.ThatMany) for part in parts(act)):
        raise NoSense  # "that many Stars, however many Crystals they have"
    _of_no_tie(cond, act)
    return t.Anyway(act)


def _asked_nowhere(cond: t.Cond, act: t.Act) -> t.Cond:
    """What "whatever your Hat is" says of what happens: nothing, where no condition there asks it. Raises NoSense."""
    if _outruns(cond, act):
        raise NoSense
    match cond:
        case t.Is(_, attr, value) if value == ANY:
            asked = [part for test in parts(act) if isinstance(test, t.Cond) for part in parts(test)]
            told = [part.attr for part in parts(act) if isinstance(part, t.Assign)]
            if attr in told + [part.attr for part in asked if isinstance(part, t.Is | t.Stat)]:
                raise NoSense
            return NOTHING
    return NOTHING if cond == FAST else cond


def _of_no_tie(cond: t.Cond, act: t.Act) -> None:
    if cond == TIED and any(isinstance(part, t.Top) for part in parts(act)):
        raise NoSense  # "whoever has the most Stars loses 1 Star, tie or no tie": who does, if there is one?


# ---- "idle or not"

_OTHER = (("idle", "active"), ("active", "idle"), ("odd", "even"), ("even", "odd"))
"""Adjectives of which one is always so, and never both."""


def word_or_not(word: Said, *_: Any) -> str:
    """ "Idle or not", "targeted or not"."""
    only((word,), {"A": ("idle", "active", "odd", "even", "tied"), "VN": ("target",)})
    return word.sense


def word_or_other(word: Said, other: Said) -> str:
    """ "Even or odd"."""
    if (word.sense, other.sense) not in _OTHER:
        raise NoSense
    return word.sense


def whether_one_or_other(*said: Any) -> str:
    """ "Whether it is even or odd"."""
    *number, word, other = said
    only(number, {"N": ("result", "number")})
    return word_or_other(word, other)


def cond_or_not(cond: t.Cond, word: str) -> t.Cond:
    """ "(If) it is 4 or more, whether even or odd"."""
    kind = _OF.get(word)
    if kind is None or any(isinstance(part, kind) for part in parts(cond)):
        raise NoSense
    return cond


def value_or_not(_value: t.Value) -> str:
    """ "Red or not"."""
    return "value"


_OF = {"idle": t.IsIdle, "active": t.IsIdle, "odd": t.Odd, "even": t.Odd, "value": t.Is, "target": t.TargetOf}
"""What asks whether it is so."""


def or_not_first(word: str, act: t.Act) -> t.Act:
    """ "Idle or not, they lose 1 Star"."""
    return or_not_after(act, word)


def or_not_after(act: t.Act, word: str) -> t.Act:
    """ "Each neighbour loses 1 Star, idle or not"; never "each idle neighbour loses 1 Star, idle or not"."""
    kind = _OF.get(word)
    if kind is not None and any(isinstance(part, kind) for part in parts(act)):
        raise NoSense
    if word == "tied" and any(isinstance(part, t.Top) and part.ties == "ruling" for part in parts(act)):
        raise NoSense  # "the Wizard with the most Stars loses 2, tied or not": who does, if several are?
    return t.Anyway(act)

"""Questions that only say of what the next words are, and conditions as short as a headline.

One function for each name after "->".
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.announcing import dice_alone
from pbp.spells.english.articles import a as an
from pbp.spells.english.articles import owned
from pbp.spells.english.beside import there_is, there_is_nobody
from pbp.spells.english.discourse import if_no, lasts
from pbp.spells.english.elliptic import and_so
from pbp.spells.english.leading import ask_does, led, led_bare
from pbp.spells.english.lexicon import Said, Word, only
from pbp.spells.english.measures import thing_of
from pbp.spells.english.nbar import value_np
from pbp.spells.english.outcomes import act
from pbp.spells.english.phrases import THEY, Amount, Casts, Nbar, Number, Own, Phrase, Pointer, Some, Verb
from pbp.spells.english.sentences import as_for
from pbp.spells.english.verbs import v_do_verb
from pbp.spells.sense.conditions import both_true, either_true, opposite
from pbp.spells.sense.sentences import Lead, each_act
from pbp.spells.walk import parts

# ---- what is asked only to be answered


def told_of(*said: Any) -> t.Act:
    """ "What happens to the chosen Wizard? They lose 2 Stars"."""
    *words, made = said
    topic = words.pop() if words and isinstance(words[-1], Phrase) else None
    if any(word.sense not in ("do", "perform", "to", "with", "for", "effect", "on") for word in _words(words)):
        raise NoSense
    if topic is None:
        return _act(made)
    if not isinstance(topic, Some) or topic.place or any(isinstance(part, t.Pick) for part in parts(topic.who)):
        raise NoSense
    orders = [part for part in parts(made) if isinstance(part, t.Clause) and part.subject is None and part.form == "b"]
    if topic == Some(t.Caster()):
        if not orders and t.Caster() not in parts(made):
            raise NoSense  # "what happens to you? They lose 2 Stars"
        return _act(made)
    if orders:
        raise NoSense  # "what happens to the target? Lose 2 Stars": who does?
    if topic.how not in ("one", "each", "plural") or not any(
        isinstance(part, t.They) or part == topic.who for part in parts(made)
    ):
        raise NoSense
    return t.Seq((t.Clause(None, (t.Mention(topic.who),)), *each_act(made)))


def answer_who(verb: Verb, who: Phrase) -> t.Act:
    """ "Who gains 2 Stars? The caster"."""
    if not isinstance(who, Some) or verb.form != "s" or verb.passive:
        raise NoSense
    return act(who, verb)


THIS = (Pointer("this"), Pointer("it"))
"""How a question speaks of the spell."""


def answer_die(*said: Any) -> t.Act:
    """ "What is rolled? DICE6", "which die do you roll? DICE6"."""
    *words, drawn = said
    only(_words(words), {"V": ("roll",), "N": ("die",)})
    if any(isinstance(word, Phrase) and word != Some(t.Caster()) for word in words):
        raise NoSense
    return dice_alone(drawn)


def answer_hit(*said: Any) -> t.Act:
    """ "Who is hit? The chosen Wizard: what do they lose? 2 Stars"."""
    *words, topic, made = said
    only(_words(words), {"V": ("target", "affect")})
    for word in words:
        if isinstance(word, Phrase) and word not in THIS and not (isinstance(word, Casts) and word.own):
            raise NoSense
    match made:
        case t.Seq((t.Clause(None, (t.Mention(t.They()),)), *acts)):  # "what happens to them? They lose 2 Stars"
            made = t.Seq(tuple(acts))
    return told_of(topic, made)


def answer_hurt(_be: str, part: Said, made: Any) -> t.Act:
    """ "Who is hurt? The chosen Wizard loses 2 Stars": it is said in full."""
    only((part,), {"V": ("affect", "target")})
    if not isinstance(made, t.Act) or not any(isinstance(one, t.Change) and not one.gain for one in parts(made)):
        raise NoSense
    return made


def answer_who_what(verb: Said, *said: Any) -> t.Act:
    """ "Who gains? The caster: how many Stars? 2"."""
    *asked, what = said
    who = next(part for part in asked if isinstance(part, Phrase))
    what = _answered(who, what)
    if isinstance(what, Number):
        what = Amount("=", what.number, "")
    things = {thing_of(part) for part in asked if isinstance(part, Nbar)}
    if not isinstance(what, Amount) or what.op != "=" or any(word.sense != verb.sense for word in _words(asked)):
        raise NoSense
    things |= {what.attr} - {""}
    if len(things) != 1:
        raise NoSense
    return answer_who(Verb(verb.sense, "s").add("object", replace(what, attr=things.pop())), who)


def answer_whose(thing: Nbar, *said: Any) -> t.Act:
    """ "Whose Hat is changed? The caster's: to what? Red"."""
    *words, who, value = said
    only(_words(words), {"V": ("change",)})
    return act(owned(who, thing), Verb("become", "s").add("object", value_np(value)))


def each_of_these(what: Phrase) -> tuple[str, Phrase]:
    """ "(What do your neighbours lose?) 2 Stars each"."""
    return "each", what


def _answered(who: Phrase, what: Any) -> Phrase:
    """What is answered; "each" only of several."""
    if isinstance(what, tuple):
        if not isinstance(who, Some) or (who.how not in ("each", "plural") and who != Some(THEY)):
            raise NoSense
        what = what[1]
    if not isinstance(what, Phrase):
        raise NoSense
    return what


def answer_what(form: str, who: Phrase, verb: Verb, what: Any) -> t.Act:
    """ "What do you get? 2 Stars"."""
    what = _answered(who, what)
    if not isinstance(what, Amount) or not what.attr or verb.parts:
        raise NoSense
    return act(who, v_do_verb(form, verb).add("object", what))


def answer_how_many(nbar: Nbar, form: str, who: Phrase, verb: Verb, what: Any) -> t.Act:
    """ "How many Stars do you gain? 2 for each neighbour who cast Burn"."""
    attr, what = thing_of(nbar), _answered(who, what)
    if isinstance(what, Number):
        what = Amount("=", what.number, "")
    if not isinstance(what, Amount) or what.attr not in ("", attr) or what.op != "=" or nbar.mods:
        raise NoSense
    return act(who, v_do_verb(form, verb).add("object", replace(what, attr=attr)))


def _act(made: Any) -> t.Act:
    if not isinstance(made, t.Act):
        raise NoSense
    return made


def _words(said: list[Any]) -> list[Said]:
    return [word for word in said if isinstance(word, Said)]


def lasts_asked(part: tuple[str, Any]) -> t.Act:
    """ "For how long? Until the end of this Duel"."""
    return lasts(Said(Word("V", "last"), -1), part)


def led_asked(lead: Lead, made: t.Act) -> t.Act:
    """ "And if that Wizard cast Burn? Then they lose 2 Stars", "what happens on a 6? Gain 2 Stars"."""
    if lead[0] not in ("if", "if not", "else", "rest") or isinstance(made, t.Later):
        raise NoSense  # "what happens then?": in that case, or later?
    return led(lead, made)


# ---- two questions


def asked_two_both(first: t.Cond, second: t.Cond, made: t.Act) -> t.Act:
    """ "Are you idle? And did the target cast Burn? If both are true, ..."."""
    return led_bare(both_true(first, second), made)


def asked_two_either(first: t.Cond, second: t.Cond, made: t.Act) -> t.Act:
    """ "Are you idle? Did the target cast Burn? If at least one answer is yes, ..."."""
    return led_bare(either_true(first, second), made)


def asked_so_both(first: t.Cond, form: str, who: Phrase, made: t.Act) -> t.Act:
    """ "Did you cast Burn? And did the target? If both did, ..."."""
    return led_bare(and_so(first, form, who), made)


def ask_topic_does(topic: Phrase, form: str, *said: Any) -> t.Cond:
    """ "The chosen Wizard, did they cast Burn?"."""
    *who, verb = said
    return ask_does(form, _topic(topic, who[0]), verb)


def _topic(topic: Phrase, who: Said) -> Phrase:
    """Of whom something is asked: named first, and then by a pronoun."""
    if not isinstance(topic, Some) or topic.how != "one" or topic.place or isinstance(topic.who, t.They | t.Pick):
        raise NoSense
    if who.sense == "you" and topic.who == t.Caster():
        return topic
    if who.sense not in ("they", "wizard") or topic.who == t.Caster():
        raise NoSense
    return topic


# ---- headlines


def led_count(nbar: Nbar, made: t.Act) -> t.Act:
    """ "Odd number of Wizards: lose 3 Stars"."""
    found = an(nbar)
    if not isinstance(found, Some) or found.how != "count" or found.op not in ("odd", "even"):
        raise NoSense
    return led_bare(there_is("s", found), made)


def led_so(cond: t.Cond, made: t.Act) -> t.Act:
    """ "If poor, gain 2 Stars", where the text says when the caster is poor: of what happens to the caster."""
    if any(isinstance(part, t.Clause) and part.subject not in (None, t.Caster()) for part in parts(made)):
        raise NoSense
    return led(("if", cond), made)


def led_not_so(cond: t.Cond, made: t.Act) -> t.Act:
    """ "Unless poor, gain 2 Stars"."""
    return led_so(opposite(cond), made)


def if_no_asked(*said: Any) -> t.Act:
    """ "(Is your Hat Red? Then ...) It isn't? Then you lose 2 Stars"."""
    made = said[-1]
    if not isinstance(made, t.Act) or isinstance(made, t.Later):
        raise NoSense
    return if_no(made)


def own_asked(owned: Phrase, made: t.Act) -> t.Act:
    """ "And your Hat? It becomes Red"."""
    if not isinstance(owned, Own) or isinstance(made, t.Later):
        raise NoSense
    return as_for(owned, made)


def led_there_one(found: Phrase, *said: Any) -> t.Act:
    """ "Anybody with 10 or more Stars? One such Wizard is enough, and your Hat becomes Red"."""
    *noun, made = said
    only(noun, {"N": ("wizard", "neighbour")})
    if not isinstance(found, Some) or found.how not in ("any", "some"):
        raise NoSense
    return led_there(found, made)


def not_always(made: t.Act) -> t.Act:
    """ "(You lose 2 Stars.) Not always, mind: if your Hat is Red, nothing happens": it must then say when not."""
    under = [part for part in parts(made) if isinstance(part, t.If | t.Trail)]
    if not under or not all(any(isinstance(part, t.Nothing) for part in parts(one)) for one in under):
        raise NoSense
    return made


def led_there(found: Phrase, made: t.Act) -> t.Act:
    """ "Anybody else with 10 or more Stars? Their spell has no effect", "no Wizard with a Red Hat? Gain 2 Stars"."""
    if isinstance(found, Some) and found.how in ("one", "each", "plural"):
        return told_of(found, made)  # "the chosen Wizard? They lose 2 Stars"
    if not isinstance(found, Some) or found.place or found.how not in ("count", "none", "some", "any"):
        raise NoSense
    if found.how == "none":
        return led_bare(there_is_nobody(found), made)
    order = any(isinstance(part, t.Clause) and part.subject is None and part.form == "b" for part in parts(made))
    if order and found.how == "any":
        raise NoSense  # "anybody with 10 Stars? Lose 2 Stars": these, or the caster?
    if found.how == "any":
        found = replace(found, how="some", vague=False)
    return led_bare(there_is("s", found), made)

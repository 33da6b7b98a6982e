"""What a text first looks at, or lets the caster pick, and then speaks of: "look at their Hats", "pick a position"."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.articles import the, the_first_of, the_quantified
from pbp.spells.english.claims import claim
from pbp.spells.english.comparing import LOOKED_AT
from pbp.spells.english.counting import counted, counted_of
from pbp.spells.english.further import counted_held
from pbp.spells.english.leading import led
from pbp.spells.english.lexicon import Said, only
from pbp.spells.english.naming import note
from pbp.spells.english.nbar import n_rel
from pbp.spells.english.outcomes import act, act_bare
from pbp.spells.english.parts import each_of
from pbp.spells.english.phrases import ME, ONE, THEY, Nbar, Owns, Phrase, Some, Time, Verb
from pbp.spells.english.sentences import for_each
from pbp.spells.english.things import q_sole
from pbp.spells.english.verbs import vp_np, vp_pp

# ---- what the Inputs line asks for

_OFFERED: dict[str, t.Act] = {
    "wizard": t.Clause(None, (t.Mention(t.Chosen(-1)),), "b"),
    "position": t.Clause(None, (t.Mention(t.Chosen(-10)),), "b"),
    "number": note(t.NumberInput(-1), "", "b"),
    "item": t.Anyway(t.Seq(()), chosen=t.WordInput(-1)),
    "kind": t.Anyway(t.Seq(()), chosen=t.WordInput(-1)),
}


def picks_input(*said: Any) -> t.Act:
    """ "You pick a position (, and the Wizard there loses 1 Crystal)": the one that the Inputs line asks for."""
    who = [part for part in said if isinstance(part, Phrase)]
    verb, noun = (part for part in said if isinstance(part, Said))
    only((verb,), {"V": ("choose", "state", "select")})
    made = _OFFERED.get(noun.sense)
    if (
        made is None
        or noun.word.form != "s"
        or noun.word.detail not in ("", "colour")
        or who not in ([], [Some(t.Caster())])
    ):
        raise NoSense
    return made


def find_chosen(verb: Said, noun: Said, *said: Any) -> t.Act:
    """ "Check which word was chosen", "see what colour you have named"."""
    who = [part for part in said if isinstance(part, Phrase)]
    only((verb,), {"V": ("find", "look")})
    only([word for word in said if isinstance(word, Said)], {"V": ("choose", "state", "select")})
    made = _OFFERED.get(noun.sense)
    if verb.sense != "find" or made is None or noun.word.form != "s" or noun.sense in ("wizard", "position"):
        raise NoSense
    if who not in ([], [Some(t.Caster())]):
        raise NoSense
    return made


def picks_inputs(*said: Any) -> t.Act:
    """ "You name a position and a colour": those that the Inputs line asks for."""
    *first, second = said
    verb = next(part for part in said if isinstance(part, Said))
    return t.Seq((picks_input(*first), picks_input(verb, second)))


def count_those(verb: Said, nbar: Nbar) -> t.Act:
    """ "Count those neighbours who cast Burn": those of whom that is so, and of whom nothing was said before."""
    if verb.sense != "count" or not any(role in ("rel", "part") for role, _ in nbar.mods):
        raise NoSense
    return act_bare(Verb("count", "b").add("object", the(nbar)))


def looked_at_held(verb: Said, *said: Any) -> t.Act:
    """ "Look at your Hat, your Robes and your Beard: you gain 1 Star for each of these that is None"."""
    told: t.Act = next(part for part in said if isinstance(part, t.Act))
    number, preds = next(part for part in said if isinstance(part, tuple))
    owned = next(part for part in said if isinstance(part, Phrase))
    only([word for word in said if isinstance(word, Said)], {"P": ("at",)})
    if verb.sense not in ("find", "look", "take") or number not in (None, len(getattr(owned, "attrs", ()))):
        raise NoSense
    match told, owned:  # "look at the target's Hat and Robes: they lose 1 Star for each of them that is None"
        case t.Clause(t.They("they" | "that Wizard")), Owns(Some(whose, "one")):
            told = replace(told, subject=whose)
    return for_each(counted_held(owned, preds), told)


def looks_at_held(subject: Phrase, verb: Said, *said: Any) -> t.Act:
    """ "Each Wizard looks at their own Hat and Robes, and gains 1 Star for each of these that is None"."""
    told = next(part for part in said if isinstance(part, Verb))
    *rest, last = [part for part in said if part is not told]
    owned, *again = [part for part in rest if isinstance(part, Phrase)]
    whose = Some(THEY) if not isinstance(subject, Some) or subject.who != t.Caster() else subject
    if not isinstance(owned, Owns) or owned.owner != whose or any(one not in (whose, subject) for one in again):
        raise NoSense
    return looked_at_held(verb, *rest, act(subject, told), last)


def for_each_duel_of(nbar: Nbar, subject: Phrase, verb: Verb) -> t.Act:
    """ "For each earlier Duel in which a neighbour of yours cast Burn, that neighbour loses 1 Star": each of them."""
    match nbar.noun.sense, nbar.mods:
        case "duel", (*before, ("rel", ("pp", where, Some(t.Neighbours() as near, "some" | "any"), Verb() as cast))):
            if subject == Some(t.They("that neighbour")):
                theirs = Nbar(nbar.noun, (*before, ("rel", ("pp", where, Some(THEY), cast))))
                return act(Some(near, "each"), verb.add("each", counted(theirs)))
    raise NoSense


# ---- Duels before this one

Duels = tuple[Any, ...]


def duels_back(quant: tuple[str, Any], nbar: Nbar) -> Duels:
    """ "(Look back at) the 2 previous Duels"."""
    return the_quantified, quant, nbar


def duels_back_last(said: Said, number: t.Num, nbar: Nbar) -> Duels:
    """ "(Look back at) the previous 2 Duels"."""
    return the_first_of, said, number, nbar


def _back(verb: Said, duels: Duels, *rel: Any) -> Phrase:
    """The Duels that are looked at, or those of them of which something is said. Raises NoSense."""
    make, *before, nbar = duels
    if verb.sense not in ("look", "find", "count", "scan") or nbar.noun.sense != "duel":
        raise NoSense
    found: Phrase = make(*before, n_rel(nbar, rel[0]) if rel else nbar)
    return found


def looked_back_each(verb: Said, duels: Duels, rel: Any, act: t.Act) -> t.Act:
    """ "Look back at the 2 previous Duels: for each of them in which you cast Burn, you get 1 Star"."""
    return for_each(counted_of(_back(verb, duels, rel)), act)


def looked_back_each_of(preposition: Said, duels: Duels, verb: Said, rel: Any, act: t.Act) -> t.Act:
    """ "Of the 2 previous Duels, count those in which you cast Burn: you get 1 Star for each"."""
    if preposition.sense != "of":
        raise NoSense
    return for_each(counted_of(_back(verb, duels, rel)), act)


def looked_back_each_after(verb: Said, duels: Duels, act: t.Act, rel: Any) -> t.Act:
    """ "Look back at the 2 previous Duels: you get 1 Star for each of them in which you cast Burn"."""
    return for_each(counted_of(_back(verb, duels, rel)), act)


def looked_back_each_if(verb: Said, duels: Duels, subject: Phrase, preds: Verb, *said: Any) -> t.Act:
    """ "Look at each of the 2 previous Duels: if you cast Burn in it, you get 1 Star": for each of them."""
    *words, act = said
    only(words, {"P": ("in", "during"), "N": ("duel",)})
    return looked_back_each(verb, duels, ("pp", words[0].sense, subject, preds), act)


def looked_back_if(verb: Said, duels: Duels, *said: Any) -> t.Act:
    """ "Look back at the 2 previous Duels: if you cast Burn in both of them, gain 3 Stars"."""
    *be, subject, preds, preposition, which, act = (part for part in said if not isinstance(part, tuple))
    if be:  # "was Burn cast in both of them by another Wizard? If so, ..."
        preds = replace(preds, form=be[0])
    for part in said:
        preds = vp_pp(preds, part) if isinstance(part, tuple) else preds
    time = _back(verb, duels)
    if preposition.sense not in ("in", "during") or not isinstance(time, Time):
        raise NoSense
    if which in ("both", "either") and not any(one in (t.Int(2), ("=", t.Int(2))) for one in duels):
        raise NoSense  # "look back at the 3 previous Duels: if you cast Burn in both of them"
    return led(("if", claim(subject, vp_pp(preds, ("in", each_of(time) if which in ("every", "both") else time)))), act)


def looked_back_one(verb: Said, duel: Phrase, subject: Phrase, preds: Verb, *said: Any) -> t.Act:
    """ "Look back at the previous Duel: if you cast Burn in it, gain 2 Stars"."""
    return _looked_back_one("if", verb, duel, subject, preds, *said)


def looked_back_unless(verb: Said, duel: Phrase, subject: Phrase, preds: Verb, *said: Any) -> t.Act:
    """ "Look back at the previous Duel: unless you cast Burn in it, lose 2 Stars"."""
    return _looked_back_one("unless", verb, duel, subject, preds, *said)


def _looked_back_one(kind: str, verb: Said, duel: Phrase, subject: Phrase, preds: Verb, *said: Any) -> t.Act:
    *then, act = said
    words = [word for word in then if isinstance(word, Said)]
    only(words, {"P": ("in", "during"), "Q": ("it",)})
    for part in then:
        preds = vp_pp(preds, part) if isinstance(part, tuple) else preds
    if verb.sense not in ("look", "find", "scan") or not isinstance(duel, Time) or duel.kind != "back":
        raise NoSense
    if len(duel.back) != 1 or duel.many is not None:
        raise NoSense  # "look at each of the 3 previous Duels: if you cast Burn in it": for each of them
    cond = claim(subject, vp_pp(preds, ("in", duel)))
    return led(("if", t.Not(cond, unless=True) if kind == "unless" else cond), act)


def none_without(time: Phrase, *said: Any) -> t.Cond:
    """ "(If) none of the 3 previous Duels went by without you casting Burn": they cast it in each of them."""
    every = each_of(time)
    deed = next(word for word in said if isinstance(word, Said))
    whose, *what = (part for part in said if part != deed)
    verb = Verb(deed.sense, "d")
    if deed.word.form == "VN":  # "without Burn being cast by you"
        verb = replace(verb, passive=True)
    verb = vp_pp(verb, what[0]) if isinstance(what[0], tuple) else vp_np(verb, what[0])
    who = what[0][1] if isinstance(what[0], tuple) else whose
    if not isinstance(every, Time) or not every.every or deed.sense != "cast":
        raise NoSense
    if not isinstance(who, Some) or who.how != "one":
        raise NoSense  # "without another Wizard casting Burn": the same one each time?
    return claim(whose, vp_pp(verb, ("in", every)))


def every_of_them() -> str:
    return "every"


def both_of_them() -> str:
    return "both"


def either_of_them() -> str:
    return "either"


# ---- what they have

Looked = tuple[str, t.Num, str]


def looked_some(*thing: str) -> Looked:
    """ "(If) any of them (is Red)", "one of these Hats"."""
    return ">=", ONE, "".join(thing)


def looked_none(*thing: str) -> Looked:
    """ "(If) not a single one (is Red)", "none of them"."""
    return "=", t.Int(0), "".join(thing)


def looked_all(*thing: str) -> Looked:
    """ "(If) every one of them (is Red)"."""
    return "all", t.Int(0), "".join(thing)


def looked_many(quant: tuple[str, Any], *thing: str) -> Looked:
    """ "(If) at least 2 of them (are Red)"."""
    op, number = quant
    if op not in ("==", ">=", "<=", ">", "<") or not isinstance(number, t.Num):
        raise NoSense
    return "=" if op == "==" else op, number, "".join(thing)


def looked_only(number: t.Num, *said: Any) -> Looked:
    """ "(If) one of those Hats, and no more than one, (is Red)"."""
    *thing, sole = said
    return looked_many(q_sole(number, sole), *thing)


def looked_claim(looked: Looked, _be: str, value: Any) -> t.Cond:
    """ "(Look at the Hats of all Wizards.) If not a single one is Red"."""
    op, number, thing = looked
    if not isinstance(value, t.Value):
        raise NoSense
    return t.Holds(t.They(LOOKED_AT), op, number, t.Is(ME, thing or LOOKED_AT, value))

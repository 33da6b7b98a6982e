"""Clauses turned round: amounts after a colon, fronted causes, "a caster who ...", gains and losses as nouns.

One function for each name after "->".
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.adverbials import of_one
from pbp.spells.english.articles import a
from pbp.spells.english.claims import claim
from pbp.spells.english.counting import ask_number
from pbp.spells.english.discourse import labelled
from pbp.spells.english.flowing import WAY, cause_of, each_of
from pbp.spells.english.groups import join, relative
from pbp.spells.english.leading import led, trailed
from pbp.spells.english.lexicon import Said, only
from pbp.spells.english.measures import source_of
from pbp.spells.english.nbar import n_rel, rel_pp
from pbp.spells.english.outcomes import act, act_bare, changes, clause, happens
from pbp.spells.english.phrases import Amount, Casts, Nbar, Number, Phrase, Pointer, Roles, Some, Turn, Verb
from pbp.spells.english.several import np_with
from pbp.spells.english.verbs import v_do_verb, v_modal, v_modal_not
from pbp.spells.sense.conditions import so_many
from pbp.spells.sense.lasting import watch
from pbp.spells.sense.sentences import Lead, Trailing, joined
from pbp.spells.walk import parts, replaced

# ---- how much, said after the noun


def _so_many(bare: Phrase, much: Phrase) -> Phrase:
    """A thing without a number, with the number that is said after it."""
    if isinstance(bare, Turn):
        amount = _so_many(bare.amount, much)
        assert isinstance(amount, Amount)
        return Turn(bare.way, amount)
    if not isinstance(bare, Amount) or bare.op != "bare":
        raise NoSense
    if isinstance(much, Number | Amount) and much.attr == "" and isinstance(much.number, t.Num):
        stats = [part for part in parts(much.number) if isinstance(part, t.Stat) and part.attr == ""]
        held: dict[t.Node, t.Node] = {
            part: replace(part, attr=bare.attr) for part in stats
        }  # "lose Stars: half of what they have"
        much = replace(much, number=replaced(much.number, held))
    match much:
        case Amount("=", number, attr) if attr in ("", bare.attr) and isinstance(number, t.Num):
            return replace(much, attr=bare.attr)
        case Number(number, attr) if attr in ("", bare.attr):
            return Amount("=", number, bare.attr)
        case Amount("open", t.Moved(attr="") | t.Stat(attr="") as number, ""):
            return Amount("=", replace(number, attr=bare.attr), bare.attr)
    raise NoSense


def np_so_many(phrase: Phrase, noun: Said, *said: Any) -> Phrase:
    """ "Stars, the number of which shall be DICE6", "Stars, the number being 3"."""
    if noun.sense != "number" or any(isinstance(word, Said) and word.sense != "must" for word in said[:-1]):
        raise NoSense
    return _so_many(phrase, said[-1])


def act_amount(subject: Phrase, verb: Verb, much: Phrase) -> t.Act:
    """ "The caster loses Stars: the same number that they have lost in this Duel"."""
    objects = [value for role, value in verb.parts if role == "object"]
    if len(objects) != 1 or verb.parts[-1][0] != "object":
        raise NoSense
    told = tuple((role, _so_many(value, much) if role == "object" else value) for role, value in verb.parts)
    return act(subject, replace(verb, parts=told))


def act_same_share(subject: Phrase, verb: Verb, *said: Any) -> t.Act:
    """ "Your neighbours gain the same number of Stars: DICE6", "all gain the same thing: 2 Stars each"."""
    *words, much = said
    only([word for word in words if isinstance(word, Said)], {"N": ("number",)})
    attrs = [word for word in words if isinstance(word, str)]
    several = isinstance(subject, Some) and subject.how in ("each", "plural")
    if not several or not isinstance(much, Amount | Number):
        raise NoSense
    if isinstance(much, Amount) and much.mode == "each":
        much = replace(much, mode="")
    made = act(subject, verb.add("object", _so_many(Amount("bare", None, attrs[0]), much) if attrs else much))
    match made:
        case t.Clause(_, (t.Change(amount=number),)) if not any(
            isinstance(part, t.Subject | t.Member | t.They) for part in parts(number)
        ):
            return made
    raise NoSense  # "the same amount: as many as they have": is that the same?


def label_amount(label: Phrase, verb: Verb, much: Phrase) -> t.Act:
    """ "Each neighbour: loses Stars: 3"."""
    objects = [value for role, value in verb.parts if role == "object"]
    if len(objects) != 1 or verb.parts[-1][0] != "object":
        raise NoSense
    return labelled(label, replace(verb, parts=(*verb.parts[:-1], ("object", _so_many(objects[0], much)))))


@happens("suffer", "enjoy")
def _suffers(roles: Roles) -> t.Act:
    """ "The caster suffers a loss of 3 Stars"."""
    return clause(roles, _turn(roles, roles.take("object", Turn)))


def act_two_flows(subject: Phrase, verb: Said, number: int, *said: Any) -> t.Act:
    """ "The chosen Wizard suffers two (separate) losses, one of 3 Stars and one of 2 Stars"."""
    *way, noun, one, other = said
    only(way, {"A": ("separate",)})
    if number != 2 or noun.sense != "flow" or noun.word.form != "p":
        raise NoSense
    one, other = (
        act(subject, Verb(verb.sense, "s").add("object", Turn(noun.word.detail, size))) for size in (one, other)
    )
    return joined(one, other)


@happens("undergo")
def _undergoes(roles: Roles) -> t.Act:
    """ "The caster makes a gain of 3 Stars", "each neighbour takes a loss of 2 Stars"."""
    return clause(roles, _moved(roles, roles.take("object", Turn)))


@happens("passive undergo")
def _undergone(roles: Roles) -> t.Act:
    """ "A loss of 3 Stars is taken by the chosen Wizard"."""
    by, turn = roles.take("by", Some), roles.subject
    if not isinstance(turn, Turn):
        raise NoSense
    return clause(roles, _moved(roles, turn), by)


@happens("inflict", "passive inflict")
def _inflicted(roles: Roles) -> t.Act:
    """ "Inflict a loss of 3 Stars on them", "they are charged with a loss of 3 Stars"; only losses are inflicted."""
    first = roles.subject if roles.verb.passive else roles.take("object")
    if roles.subject is not None and not roles.verb.passive:
        raise NoSense
    if isinstance(first, Turn):
        turn: Phrase = first
        whom = roles.maybe("on", Some) or roles.take("to", Some)
    else:
        whom, turn = first, roles.maybe("with", Turn) or roles.take("object", Turn)
    if not isinstance(turn, Turn) or turn.way != "lose" or not isinstance(whom, Some):
        raise NoSense
    return clause(roles, _moved(roles, turn), whom)


@happens("befall")
def _befalls(roles: Roles) -> t.Act:
    """ "A loss of 2 Stars befalls the caster", "a gain of 2 Stars falls to the caster", "... falls on them"."""
    if not isinstance(roles.subject, Turn):
        raise NoSense
    whom = roles.maybe("object", Some) or roles.maybe("on", Some) or roles.take("to", Some)
    return clause(roles, _moved(roles, roles.subject), whom)


@happens("passive suffer", "passive enjoy")
def _suffered(roles: Roles) -> t.Act:
    """ "A loss of 3 Stars is suffered by the chosen Wizard"."""
    by = roles.take("by", Some)
    if not isinstance(roles.subject, Turn):
        raise NoSense
    return clause(roles, _turn(roles, roles.subject), by)


def _turn(roles: Roles, turn: Turn) -> tuple[t.Act, ...]:
    if (turn.way == "lose") != (roles.verb.sense == "suffer"):
        raise NoSense  # "enjoys a loss"
    return _moved(roles, turn)


def _moved(roles: Roles, turn: Turn) -> tuple[t.Act, ...]:
    return changes(roles, turn.amount, gain=turn.way == "gain")


_TALLY = {"reduce": "lose", "dock": "lose", "inflict": "lose", "raise": "gain", "award": "gain"}


def tally_changes(owner: Phrase, *said: Any) -> t.Act:
    """ "That Wizard's count falls by 3 Stars", "the caster's account is credited with 3 Stars"."""
    return tallies_change(of_one(owner), *said)


def tallies_change(owner: Phrase, *said: Any) -> t.Act:
    """ "Your neighbours' counts fall by 2 Stars"."""
    *words, what = said
    only(words, {"M": ("must",)})
    verb = next(word for word in words if word.word.sort != "M")
    if not isinstance(owner, Some) or owner.place or not isinstance(what, Amount) or not what.attr:
        raise NoSense  # "the caster's count falls by 3": a count of what?
    if verb.sense not in _TALLY:
        raise NoSense
    told = Verb(_TALLY[verb.sense], "s" if owner.how == "one" else "b").add("object", what)
    return act(owner, told)


# ---- two verbs, causes and conditions in front


def act_both(subject: Phrase, *said: Any) -> t.Act:
    """ "The caster shall both lose 3 Stars and gain 2 Stars"."""
    *modal, left, right = said
    if modal:
        left, right = v_modal(modal[0], left), v_modal(modal[0], right)
    return joined(act(subject, left), act_bare(right))


def act_nor(subject: Phrase, verb: Verb, whom: Phrase) -> t.Act:
    """ "Spells don't affect the caster, nor the chosen Wizard"."""
    objects = [value for role, value in verb.parts if role == "object" and isinstance(value, Some)]
    if not verb.denied or len(objects) != 1 or not isinstance(whom, Some) or not isinstance(subject, Casts):
        raise NoSense
    return _watching(act(subject, verb), whom)


def act_nor_does(subject: Phrase, verb: Verb, *said: Any) -> t.Act:
    """ "Spells do not affect you, nor do they affect the chosen Wizard", "..., and they do not affect ... either"."""
    *modal, other = said
    again = next(word for word in modal if isinstance(word, Phrase))
    modal.remove(again)
    theirs = (Some(t.They()), Pointer("it")) if isinstance(subject, Casts) else (Some(t.They("they"), "one"),)
    same = again in (*theirs, subject)
    if not verb.denied or other.denied or not same or not isinstance(modal[0], Said | str):
        raise NoSense
    second = v_modal_not(modal[0], other) if isinstance(modal[0], Said) else replace(other, denied=True)
    first, last = act(subject, verb), act(subject, second)
    if not isinstance(subject, Casts) and again != subject:
        return _neither([first, last])
    match first, last:
        case t.Clause(None, (t.Watch() as one,)), t.Clause(None, (t.Watch() as two,)):
            if replace(one, whom=two.whom) == two:
                return _watching(first, Some(two.whom, "each"))
            return joined(first, last)
    raise NoSense


def _watching(made: t.Act, also: Some) -> t.Act:
    """What lasts, for one more Wizard or group."""
    match made:
        case t.Lasting(inner):
            return replace(made, act=_watching(inner, also))
        case t.Clause(None, (t.Watch(whom=whom) as status,)) if status.how in ("shield", "cancel"):
            both = join(Some(whom, "each"), also)
            return replace(made, acts=(replace(status, whom=both.who),))
    raise NoSense


def act_neither_nor(subject: Phrase, *said: Any) -> t.Act:
    """ "Spells can neither give Stars to the caster nor make the caster lose any"."""
    *modal, left, right = said
    if any(verb.denied or verb.modal for verb in (left, right)):
        raise NoSense
    attrs = {value.attr for verb in (left, right) for value in _amounts(verb)} - {""}
    if len(attrs) > 1:
        raise NoSense
    made = []
    for verb in (left, right):
        denied = replace(_of_thing(verb, *attrs), form="b")
        made.append(act(subject, v_modal_not(modal[0], denied) if modal else replace(denied, denied=True)))
    return _neither(made)


def act_denied_either(subject: Phrase, left: Verb, right: Verb) -> t.Act:
    """ "You cannot gain Stars or lose Stars"."""
    if not (left.denied and left.modal) or (right.modal and not right.denied) or isinstance(subject, Casts):
        raise NoSense
    return _neither([act(subject, left), act(subject, replace(right, modal=left.modal, denied=True))])


def _neither(made: list[t.Act]) -> t.Act:
    """Two things that neither happen. Raises NoSense."""
    match made:
        case [t.Clause(None, (t.Watch(way="gain" | "loss") as one,)), t.Clause(None, (t.Watch() as other,))]:
            if one.way != other.way and replace(one, way=other.way) == other and one.how == "cancel":
                return t.Clause(None, (replace(one, way="any"),))
    if not all(isinstance(part, t.Clause) and isinstance(part.acts[0], t.Watch) for part in made):
        raise NoSense
    return joined(*made)


def _amounts(verb: Verb) -> list[Amount]:
    inner = [value for _, value in verb.parts if isinstance(value, Verb)]
    here = [value for _, value in verb.parts if isinstance(value, Amount)]
    return [*here, *(found for part in inner for found in _amounts(part))]


def _of_thing(verb: Verb, attr: str = "") -> Verb:
    """ "(Nor make them lose) any": of what the other verb is about."""
    told: list[tuple[str, Any]] = []
    for role, value in verb.parts:
        if isinstance(value, Verb):
            value = _of_thing(value, attr)
        if isinstance(value, Amount) and value.op == "any" and value.attr == "":
            value = replace(value, attr=attr)
        if role == "object" and attr and value == Pointer("anything"):
            value = Amount("any", None, attr)
        told.append((role, value))
    return replace(verb, parts=tuple(told))


def act_from(part: tuple[str, Any], subject: Phrase, verb: Verb) -> t.Act:
    """ "From Burn, the caster loses 2 fewer Stars for the rest of this Duel"."""
    role, value = part
    if role == "by" and verb.passive and not any(name == role for name, _ in verb.parts):
        return act(subject, verb.add(role, value))  # "by each neighbour, 1 Star is lost"
    if role == "instead" and verb.sense in ("consider", "select", "cast"):  # "instead of Burn, they cast Jolt"
        if any(name == role for name, _ in verb.parts):
            raise NoSense
        return act(subject, verb.add(role, value))
    if role == "instead" and verb.sense == "target" and isinstance(value, Some):
        return act(subject, verb.add(role, value))  # "instead of its target, that spell targets the caster"
    if role not in ("from", "because") or not isinstance(value, Casts) or any(name == role for name, _ in verb.parts):
        raise NoSense
    return act(subject, verb.add(role, value))


def rel_pp_late(preposition: Said, nbar: Nbar, be: str, done: Said, rel: Any) -> Any:
    """ "(Each Wizard) by whom a spell was cast whose Speed is lower than 2": said of the spell, after the verb."""
    return _of_a_cast(preposition, a(_late(nbar, rel)), be, done)


def _late(nbar: Nbar, rel: Any) -> Nbar:
    if nbar.noun.sense != "spell":
        raise NoSense
    return n_rel(nbar, rel)


def _of_a_cast(preposition: Said, spell: Phrase, be: str, done: Said) -> Any:
    if done.sense not in ("cast", "select"):
        raise NoSense
    return rel_pp(preposition, spell, Verb(done.sense, be, passive=True))


def act_from_trailed(part: tuple[str, Any], trail: Trailing, subject: Phrase, verb: Verb) -> t.Act:
    """ "By each neighbour, if they cast Burn, 1 Star is lost"."""
    if part[0] != "by":
        raise NoSense
    return trailed(act_from(part, subject, verb), trail)


def act_rather(preposition: Said, gone: Verb, subject: Phrase, verb: Verb) -> t.Act:
    """ "Instead of losing Stars from Burn, you gain them"."""
    if preposition.sense != "instead" or gone.sense not in ("lose", "gain") or gone.form != "g" or gone.denied:
        raise NoSense
    if verb.sense not in ("lose", "gain") or verb.sense == gone.sense or verb.denied or verb.passive:
        raise NoSense
    roles, does = Roles(subject, gone), Roles(subject, verb)
    what, cause = roles.take("object", Amount), cause_of(roles)
    roles.done()
    does.modal_of("must")
    does.says("instead")
    match does.take("object"):
        case Some(t.They("them" | "those")):
            pass
        case Amount("=", t.ThatMany(), said, "that") if said in ("", what.attr):
            pass
        case _:
            raise NoSense
    does.done()
    if what.op not in ("bare", "any") or not isinstance(subject, Some):
        raise NoSense
    return watch(each_of(subject), WAY[gone.sense], what.attr, None if cause is None else source_of(cause), "invert")


def _of_the_caster(noun: Said, rel: Any) -> t.Cond:
    if noun.sense != "caster":
        raise NoSense
    return of_the_caster(rel)


def of_the_caster(rel: Any) -> t.Cond:
    """What is said of the caster: "who has fewer than 8 Stars", "whose Hat is Red"."""
    match rel:
        case ("subject", preds):
            return claim(Some(t.Caster()), preds)
    return so_many((">=", t.Int(1), t.Caster()), relative(rel))


def caster_who(noun: Said, rel: Any, verb: Verb) -> t.Act:
    """ "A caster who cast Burn in the previous Duel gains 2 Stars"."""
    return led(("if", _of_the_caster(noun, rel)), act(Some(t.Caster()), verb))


def lead_caster(noun: Said, rel: Any) -> Lead:
    """ "For a caster who has fewer than 18 Stars, ..."."""
    return "if", _of_the_caster(noun, rel)


def claim_one(subject: Phrase, _be: str, rel: Any) -> t.Cond:
    """ "(If) a spell cast by the chosen Wizard is one that targets a Wizard"."""
    match rel:
        case ("subject", Verb() as preds) if isinstance(subject, Casts):
            return claim(subject, preds)
    raise NoSense


# ---- questions about an amount


def ask_number_has(nbar: Nbar, form: str, subject: Phrase, part: Verb, made: t.Act) -> t.Act:
    """ "How many Stars has the chosen Wizard gained this Duel? That is how many the caster loses"."""
    if part.form != "n" or not part.passive:
        raise NoSense
    return ask_number(nbar, subject, replace(part, form=form, passive=False, perfect=True), made)


def ask_number_does(nbar: Nbar, form: str, subject: Phrase, verb: Verb, made: t.Act) -> t.Act:
    """ "How many Crystals does the chosen Wizard have? Gain that many Stars"."""
    return ask_number(nbar, subject, v_do_verb(form, verb), made)


# ---- asides that say nothing new, if they agree


def _may_be(*said: Said) -> None:
    *pronoun, modal = said
    if modal.sense not in ("can", "may", "could", "might"):
        raise NoSense
    if any(word.sense not in ("it", "they", "you") for word in pronoun):
        raise NoSense


def act_including(made: t.Act, who: Phrase) -> t.Act:
    """ "All Wizards lose 2 Stars, including you": nobody who is counted could be meant."""
    if not isinstance(made, t.Clause) or made.subject is None or any(isinstance(part, t.Count) for part in parts(made)):
        raise NoSense
    whole = Some(made.subject, "each")
    if np_with(whole, who) != whole:
        raise NoSense
    return made


def act_may_be(made: t.Act, pronoun: Said, modal: Said, who: Phrase) -> t.Act:
    """ "A random Wizard is drawn (it may even be you)"."""
    _may_be(pronoun, modal)
    picks = [part for part in parts(made) if isinstance(part, t.Pick)]
    if len(picks) != 1:
        raise NoSense
    np_with(Some(picks[0]), who)
    return made

"""Conditions before an outcome or after it, questions among them. One function for each name after "->"."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.beside import there_is
from pbp.spells.english.claims import claim
from pbp.spells.english.lexicon import Said
from pbp.spells.english.phrases import CASTER, Amount, Number, Phrase, Some, Time, Verb
from pbp.spells.english.regardless import check_subject
from pbp.spells.english.several import np_but
from pbp.spells.english.testing import cast_by
from pbp.spells.english.verbs import v_be, v_do_verb, v_have, vp_adj, vp_compared, vp_np, vp_pp
from pbp.spells.sense import sentences as joining
from pbp.spells.sense.conditions import about_casting, both_true, conj, either_true, opposite, source, those_who
from pbp.spells.sense.lasting import _among, _redirect_some, hits, redirect, redirect_unmoved, redirect_when
from pbp.spells.sense.sentences import STEPS, Lead, Trailing, each_act, no_step, other_cases, run_else
from pbp.spells.sense.sentences import led as _led
from pbp.spells.sense.sentences import trailed as _trailed
from pbp.spells.walk import conjuncts, is_one, parts


def lead_if_bare(subject: Phrase, adjective: Any) -> Lead:
    """ "If chosen Wizard idle, ...", "with at least one neighbour idle, ...": without its verb."""
    if not isinstance(subject, Some) or subject.how not in ("one", "count", "none"):
        raise NoSense
    return "if", claim(subject, vp_adj(v_be("s"), adjective))


def lead_if_there(phrase: Phrase, *place: Said) -> Lead:
    """ "If 5 or more Wizards in the ring: ...", of a short text, without its verb."""
    if not isinstance(phrase, Some) or phrase.how != "count" or any(word.sense != "ring" for word in place):
        raise NoSense
    if phrase.op not in ("<", "<=", ">", ">=", "==", "odd", "even"):
        raise NoSense  # "with 2 Wizards": exactly, or at least?
    return "if", there_is("s", phrase)


def _is_of_caster(act: t.Act) -> bool:
    """Whether it is the caster to whom this happens, or to whom the first of several things does."""
    match act:
        case t.Clause(t.Caster(), _, _) | t.Clause(None, _, "b"):
            return True
        case t.Seq(acts) if acts:
            return _is_of_caster(acts[0])
        case t.Labelled(inner):
            return _is_of_caster(inner)
    return False


def led_then(lead: Lead, act: t.Act) -> t.Act:
    """ "If one or more of them do, then ...": no further stage; "if ..., then ..." has its own comma."""
    if lead[0] in ("if", "if not", "so", "then", *STEPS):
        raise NoSense
    return led(lead, act)


def then_led(lead: Lead, act: t.Act) -> t.Act:
    """ "After that, but only if they cast Burn, ..."."""
    if lead[0] not in ("if", "if not"):
        raise NoSense
    return t.Later(led(lead, act))


def asked_next(cond: t.Cond | None) -> t.Cond | None:
    """What is asked "then", in a further step of its own; None if that is not said. Raises NoSense."""
    match cond:
        case t.ByThen(told, True):
            return told
        case t.Not(t.ByThen(told, True)) as denied:
            return replace(denied, part=told)
        case t.And((t.ByThen(told, True), *more)) if not _asks_next(tuple(more)):
            return conj(told, *more)
    if _asks_next(cond):
        raise NoSense
    return None


def _asks_next(said: Any) -> bool:
    return any(isinstance(part, t.ByThen) and part.step for part in parts(said))


_NOTHING = (
    t.Nothing(),
    t.Clause(None, (t.Nothing(),)),
    t.Clause(None, (t.Void(t.Owner(t.Caster())),)),
)


def _of_neighbours(cond: Any) -> bool:
    """Whether it is asked if two neighbours have as many."""
    match cond:
        case t.Holds(t.Offset(of, t.Int(-1)), ">=", t.Int(1), t.Compare(_, "=", t.Stat(t.Offset(same, t.Int(1))))):
            return bool(of == same)
    return False


def led(lead: Lead, act: t.Act) -> t.Act:
    """An outcome after its condition; of a spell that is moved it was said there whom it targets."""
    kind, cond = lead
    no_step(kind, act)
    if _of_neighbours(cond) and (act in _NOTHING or isinstance(getattr(act, "subject", None), t.They)):
        raise NoSense  # "if your neighbours have equally many Stars, nothing happens", "both lose 2": rules for a tie
    if (told := asked_next(cond)) is not None:  # "if you then have fewer than 5 Stars, ..."
        if kind != "if":
            raise NoSense
        return t.Later(led((kind, told), act), after=True)
    rolled = cond is not None and t.Result() in parts(cond)
    if (kind == "if" or kind.startswith("else ")) and (cases := other_cases(act, rolled=rolled)) is not None:
        first, others = cases
        return t.Seq((*each_act(led(lead, first)), *others))
    if kind == "own":
        if not _is_of_caster(act):
            raise NoSense  # "with fewer than 10 Stars, each Wizard loses 2 Stars": who has?
        kind, lead = "if", ("if", cond)
    elif kind == "if":
        match cond, act:
            case t.Holds(t.Caster()), _:
                pass
            case _, t.If(t.Holds(t.Caster(you=False))):
                raise NoSense  # "if there is one Wizard, with 9 Stars, gain 1 Star": of whom is it said?
    act = _moved_from_it(cond, act)
    match cond, act:  # "unless its target has been changed, every spell that targets you has no effect"
        case t.Holds(t.They("spell"), test=t.Retargeted() | t.Not(t.Retargeted())), t.Clause(
            None, (t.Redirect(t.Casters()) | t.Void(t.Casters()),)
        ) if kind in ("if", "unless"):
            return t.Begun(trailed(act, (cond, kind == "if", None)))
    match kind, act:  # "whenever a spell targets the caster, until the end of this Duel, it ..."
        case "if" | "whenever", t.Lasting(t.Clause(None, (t.Redirect(t.They("spell")) | t.Void(t.They("spell")),))):
            return replace(act, act=led(lead, act.act))
    if kind == "whenever":  # of each spell by itself: whenever it is so, its target moves, or it has no effect
        match act:
            case t.Clause(None, (t.Redirect(t.They("spell")) | t.Void(t.They("spell")),)):
                kind, lead = "if", ("if", cond)
            case _:
                raise NoSense
    if _draws_tied(act) and isinstance(cond, t.Holds) and cond.group == t.Others() and _tells_tie(cond):
        raise NoSense  # "if several other Wizards are tied, one of the tied is picked at random": a rule for a tie
    if kind == "else if":
        return t.Else(led(("if", cond), act))
    if kind == "rest of it":
        return t.Else(act, rest=True)
    if kind == "rest of own" and isinstance(cond, t.Is):
        return t.Else(act, rest=True, whose=cond.who, attr=str(cond.attr))
    if kind.startswith("else "):
        than, _, thing = kind.removeprefix("else ").partition(" ") if kind.startswith("else = ") else (kind[5:], "", "")
        return t.Else(act, than=than, whose=cond.who if isinstance(cond, t.In) else None, attr=thing)
    if kind in ("found", "not found"):
        return t.IfSo(act, True) if kind == "found" else t.Else(act, found=True)
    if kind.startswith(("found ", "not found ")):
        whose, how = kind.removeprefix("not ").removeprefix("found ").split(" ", 1)
        answer = t.Answered(how, whose)
        return t.IfSo(act, True, answer=answer) if kind.startswith("found") else t.Else(act, found=True, answer=answer)
    if kind == "later time":
        return t.Else(act, answer=t.Answered("is", "time"))
    if kind == "if not idle":
        return t.Else(act, idle=True)
    if kind == "between":
        return t.Else(act, between=True)
    if kind == "works":
        return t.IfSo(act, works=True)
    if kind == "it is":
        return t.IfSo(act, be=True)
    if kind == "both":
        return t.IfSo(act, both=True)
    if kind.startswith("rest chosen"):
        return t.Else(act, every=True, chosen=kind.removeprefix("rest ").strip())
    if kind.startswith("rest number "):
        return t.Else(act, every=True, attr=kind.removeprefix("rest number "))
    if kind == "if too":
        return t.Beside(led(("if", cond), act))
    match kind, cond, act:
        case "if", t.Holds(who, ">=", t.Int(1), t.And(tests)), t.Clause(
            None, (t.Redirect(t.They("spell"), None, to),)
        ) if is_one(who):
            made = _casts_moved(who, tests, to)
            if made is not None:
                return made
        case "if", t.Holds(who, ">=", t.Int(1), t.And()), t.Clause(None, (t.Redirect(t.They("spell"), None, to),)):
            casts = _casts_that(cond)  # "if another Wizard casts a spell that targets you, that spell targets ..."
            if casts is not None:
                return redirect(casts, to)
    match kind, cond, act:
        case "if" | "whenever", t.Holds(who, ">=", t.Int(1), test), t.Clause(
            None, (t.Void(t.Owner(t.They("they"))) as void,)
        ):
            named = [p for p in parts(test) if isinstance(p, t.They) and p != t.They("themselves")]
            if not is_one(who) and not named:
                theirs = t.In(t.Member(), t.Owner(those_who(who, test)))  # "if a Wizard cast Burn, their spell ..."
                return t.Clause(None, (replace(void, who=t.Casters(t.All(), conj(t.CastIs(t.Member()), theirs))),))
    match kind, cond, act:
        case "if", t.Holds(who, ">=", t.Int(1), test), t.Clause(
            None, (t.Redirect(t.Owner(t.They("they")), None, to),)
        ) if not is_one(who) and not any(isinstance(p, t.They) for p in parts(test)):
            made = _theirs_moved(who, test, to)
            if made is not None:
                return made
    if kind == "if" and isinstance(cond, t.And):
        cond = _that_spell_too(cond, act)
    match kind, act:  # "if a spell targets the caster, they lose 2 fewer Stars from that spell"
        case "if" | "whenever", t.Clause(
            None, (t.Watch(source=t.Same(t.Member(0), t.They("spell"))) as status,)
        ) as clause:
            casts = _casts_that(cond)
            if casts is not None:
                return replace(clause, acts=(replace(status, source=source(casts)),))
    match kind, cond, act:  # "it targets the caster instead, unless its target has already been changed"
        case "if", t.Holds(t.Casters() as who, ">=", t.Int(1), t.Targets(t.Member(0), was)), t.Trail(
            t.Clause(None, (t.Redirect(t.They("spell"), None, to),)),
            t.Holds(t.They("spell"), ">=", t.Int(1), t.Retargeted()),
            False,
            None,
        ) if was is not None:
            return redirect_unmoved(hits(who, was), to)
    if isinstance(act, t.Seq) and any(isinstance(p, t.Trail) and isinstance(p.act, t.Instead) for p in act.acts):
        raise NoSense  # under a condition of its own, "instead" leaves open what it replaces where that is not so
    match kind, cond, act:
        case "if", t.Holds(who, op, number, t.Targets(t.Member(0), was)), t.Clause(None, (t.Redirect(said, None, to),)):
            moved = _moved_if(who, op, number, was, said, to)
            if moved is not None:
                return moved
        case "if", t.Holds(
            was, ">=", t.Int(1), t.Holds(who, op, number, t.Targets(t.Member(0), t.Member(1)))
        ), t.Clause(None, (t.Redirect(said, None, to),)):
            moved = _moved_if(who, op, number, was, said, to)
            if moved is not None:
                return moved
    return _led(lead, act)


def _moved_from_it(cond: t.Cond | None, act: t.Act) -> t.Act:
    """ "If a spell targets the caster, it targets the next Wizard instead of the caster": no more than "instead"."""
    match cond, act:
        case t.Holds(test=t.Targets(whom=t.Caster())), t.Clause(
            None, (t.Redirect(t.Casters(t.They("spell"), t.Targets(whom=t.Caster())), t.Caster(), to),)
        ):
            return t.Clause(None, (t.Redirect(t.They("spell"), None, to),))
        case _, t.Lasting(inner):
            return replace(act, act=_moved_from_it(cond, inner))
    return act


def _casts_that(cond: t.Cond | None) -> t.Who | None:
    """The spells of which it is asked if there is one: "if another Wizard casts a spell that targets the caster"."""
    match cond:
        case t.Holds(t.Casters() as casts, ">=", t.Int(1), t.Targets() as test):
            return _among(casts, test)
        case t.Holds(t.Owner() as owner, ">=", t.Int(1), t.Targets() as test):
            return t.Casters(t.All(), conj(t.In(t.Member(0), owner), test))
        case t.Holds(who, ">=", t.Int(1), t.And((t.CastIs(t.Member(0), ()), t.Targets() as test))):
            by = who if isinstance(who, t.Others) else t.Owner(who)
            return t.Casters(t.All(), conj(t.In(t.Member(0), by), test))
    return None


def _that_spell_too(cond: t.And, act: t.Act) -> t.Cond:
    """ "If a spell targets the caster and its target has not been changed, that spell ...": one that is both."""
    match cond.parts, act:
        case (t.Holds(t.Casters() as casts, ">=", t.Int(1), t.Targets() as test), *rest), t.Clause(
            None, (t.Redirect(t.They("spell"), None) | t.Void(t.They("spell")),)
        ):
            told = [
                more.test
                for more in rest
                if isinstance(more, t.Holds) and (more.group, more.op, more.number) == (t.They("spell"), ">=", t.Int(1))
            ]
            if len(told) == len(rest):
                return t.Holds(_among(casts, *told), ">=", t.Int(1), test)
    return cond


def _casts_moved(who: t.Who, tests: tuple[t.Cond, ...], to: t.Who) -> t.Act | None:
    """ "If the chosen Wizard casts a spell that targets a Wizard, it targets the caster instead"."""
    was = [test for test in tests if isinstance(test, t.Targets) and test.who == t.Member(0)]
    if len(was) != 1:
        return None
    if t.Others() in parts(was[0].whom) and not isinstance(who, t.Caster):
        raise NoSense  # "if the named Wizard casts a spell that targets another Wizard": than they, or than you?
    casts = t.Casters(t.All(), conj(*(test for test in tests if test not in was), t.In(t.Member(), t.Owner(who)), *was))
    return t.Clause(None, (t.Redirect(casts, was[0].whom, to),))


def _theirs_moved(who: t.Who, test: t.Cond, to: t.Who) -> t.Act | None:
    """ "If another Wizard targets the caster, their spell targets the next position instead"."""
    theirs = t.In(t.Member(), t.Owner(who))
    match test:
        case t.Targets(t.Member(0), t.Who() as was):
            return t.Clause(None, (t.Redirect(t.Casters(t.All(), conj(theirs, test)), was, to),))
    return None


def lead_found(*said: Any) -> Lead:
    """ "If you find even one, ...", "if there is one, ...": of those who are looked for."""
    _check_found(said)
    return "found", None


def lead_not_found(*said: Any) -> Lead:
    """ "If you find none, ..."."""
    _check_found(said)
    return "not found", None


def lead_found_so(who: str, how: str) -> Lead:
    """ "If anybody did, ...": of those of whom it was asked."""
    return f"found {who} {how}", None


def lead_not_found_so(who: str, how: str) -> Lead:
    """ "If nobody has one, ..."."""
    return f"not found {who} {how}", None


def found_one() -> str:
    """ "(If) any (does)", "(if) none (does)"."""
    return "one"


def found_of_them() -> str:
    return "them"


def found_body() -> str:
    return "body"


def found_noun(noun: Said) -> str:
    if noun.sense != "wizard":
        raise NoSense
    return "wizard"


def some_noun(*noun: Said) -> str:
    """ "(Yes,) at least one", "one or more Wizards"."""
    return found_noun(*noun) if noun else found_one()


def so_does_it() -> str:
    return "does"


def so_did() -> str:
    return "did"


def so_is() -> str:
    return "is"


def so_has() -> str:
    return "has"


def so_has_one() -> str:
    return "has one"


def _check_found(said: tuple[Any, ...]) -> None:
    words = [word.sense for word in said if isinstance(word, Said) and word.sense != "wizard"]
    if words not in ([], ["you", "find"], ["you", "look"]):
        raise NoSense


def trail_skipped(act: t.Act, trail: Trailing) -> t.Act:
    """ "Gain 2 Stars, but skip this if the chosen Wizard is idle"."""
    cond, wanted, otherwise = trail
    told = each_act(act)
    named = all(isinstance(one, t.Clause) and isinstance(one.acts[0], t.Note) for one in told[:-1])
    if otherwise is not None or not wanted or not named:
        raise NoSense  # "gain 2 Stars and lose 1 Crystal, but skip this if ...": both, or the last?
    return t.Seq((*told[:-1], _trailed(told[-1], (cond, False, None))))


def claim_but(out: Phrase, subject: Phrase, preds: Any) -> t.Cond:
    """ "(If,) besides the caster, at least 3 Wizards cast Burn, ..."."""
    return claim(np_but(subject, out), preds)


def claim_then(part: tuple[str, Any], subject: Phrase, done: Verb) -> t.Cond:
    """ "(If) in at least one of the 3 previous Duels the chosen Wizard cast Burn, ..."."""
    _, time = part
    told = [subject, *(value for _, value in done.parts)]
    several = done.denied or any(isinstance(one, Some) and one.how != "one" for one in told)
    if several and isinstance(time, Time) and len(time.back) != 1:
        raise NoSense  # "in each of the 3 previous Duels some neighbour cast Burn": the same one?
    return _claim_then(part, subject, done)


def _claim_then(part: tuple[str, Any], subject: Phrase, done: Verb) -> t.Cond:
    if not isinstance(part[1], Time) or part[1].kind != "back":
        raise NoSense
    return claim(subject, vp_pp(done, part))


def claim_then_both(part: tuple[str, Any], *clauses: Any) -> t.Cond:
    """ "(If) in the previous Duel they cast Burn and you cast Jolt": it can be meant of both."""
    return both_true(*(_claim_then(part, *clause) for clause in (clauses[:2], clauses[2:])))


def claim_then_either(part: tuple[str, Any], *clauses: Any) -> t.Cond:
    """ "(If) in the previous Duel they cast Burn or you cast Jolt"."""
    return either_true(*(_claim_then(part, *clause) for clause in (clauses[:2], clauses[2:])))


def claim_there_but(*said: Any) -> t.Cond:
    """ "(If,) besides the caster, there is anyone who cast Burn", "(if) there is, besides the caster, anyone ..."."""
    out, phrase = (part for part in said if isinstance(part, Phrase))
    return there_is(next(part for part in said if isinstance(part, str)), np_but(phrase, out))


def run_led(before: t.Act, lead: Lead, act: t.Act) -> t.Act:
    """ "..., and if ..., ..."."""
    return joining.run_led(before, lead, act, led)


def led_run_on(lead: Lead, act: t.Act) -> t.Act:
    """ "If you have no Hat you gain 2 Stars": without a comma, where what happens says who does it."""
    _names_who(act)
    return led(lead, act)


def led_run_on_else(lead: Lead, act: t.Act, other: t.Act) -> t.Act:
    """ "If you have no Hat you gain 2 Stars, if not you gain 1 Star"."""
    return led_run_on(lead, run_else(act, other))


def run_led_run_on(before: t.Act, lead: Lead, act: t.Act) -> t.Act:
    """ "Gain 3 Stars, and if you have no Hat you gain 1 Crystal too"."""
    _names_who(act)
    return run_led(before, lead, act)


def _names_who(act: t.Act) -> None:
    first = act.acts[0] if isinstance(act, t.Seq) and act.acts else act
    if not isinstance(first, t.Clause) or first.subject is None:
        raise NoSense  # "if you have no Hat gain 2 Stars"


def led_beside(lead: Lead, act: t.Act, other: t.Act) -> t.Act:
    """ "If ..., ..., and if ..., ...": two conditions side by side."""
    return joining.led_beside(lead, act, other, led)


def led_bare(cond: t.Cond, act: t.Act) -> t.Act:
    """ "The caster's Hat is Red: gain 2 Stars"; "Is it Red? Gain 2 Stars"."""
    if any(isinstance(part, t.Retargeted) for part in parts(cond)):
        raise NoSense  # "the chosen spell is redirected: it targets the caster instead": what happens, not whether
    return led(("if", cond), act)


def led_told(cond: t.Cond, act: t.Act) -> t.Act:
    """ "The caster's Hat is Red: gain 2 Stars"; "you hit a random Wizard: ..." says what is done, and asks nothing."""
    match cond:
        case t.Holds(t.Caster(), test=t.Targets() | t.And((*_, t.Targets()))):
            raise NoSense
        case t.Holds(who, test=test) if isinstance(who, t.Top | t.Pick) or not is_one(who):
            if any(isinstance(part, t.Targets) for part in parts(test)):
                raise NoSense  # nor is "each Burn targets you: ..." a question
    set_so = {(part.attr, part.value) for part in parts(act) if isinstance(part, t.Assign)}
    if any((part.attr, part.value) in set_so for part in parts(cond) if isinstance(part, t.Is)):
        raise NoSense  # "you now wear a Red Hat: your Hat becomes Red": it says twice what happens
    return led_bare(cond, act)


def ask_does(form: str, subject: Phrase, verb: Verb) -> t.Cond:
    """ "Does the chosen Wizard have 3 Crystals or more?"."""
    return claim(subject, v_do_verb(form, verb))


def ask_is(form: str, subject: Phrase, what: Any) -> t.Cond:
    """ "Is the chosen Wizard idle?", "is the result even?"."""
    verb = v_be(form)
    match what:
        case Verb(form="n"):
            return claim(subject, replace(what, form=form))
        case Verb():
            return claim(subject, replace(what, form=form))
        case Phrase():
            return claim(subject, vp_np(verb, what))
        case (str() as role, _) if role in ("in", "at", "on", "near", "among", "without"):
            return claim(subject, vp_pp(verb, what))
        case (str() as op, _) if op in ("<", "<=", "=", ">", ">=", "between", "%"):
            return claim(subject, vp_compared(verb, what))
    return claim(subject, vp_adj(verb, what))


def ask_has(form: str, subject: Phrase, part: Verb) -> t.Cond:
    """ "Has the chosen Wizard lost any Stars this Duel?"."""
    if part.form != "n" or not part.passive:
        raise NoSense
    return claim(subject, replace(part, form=form, passive=False, perfect=True))


def ask_got(*said: Any) -> t.Cond:
    """ "Have they got a Hat?", "has the chosen Wizard a Hat?"; "got no Staff?" of the caster."""
    form, subject, what = said if len(said) > 1 else ("b", Some(CASTER), *said)
    if form == "g":
        raise NoSense  # "having you a Hat"
    return claim(subject, vp_np(v_have(form), what))


def ask_there(phrase: Phrase) -> t.Cond:
    return there_is("s", phrase)


def else_beside(before: t.Act, act: t.Act) -> t.Act:
    """ "The chosen Wizard gains 1 Star if they are idle, and the caster gains 1 Star otherwise"."""
    check_subject(before, act)
    return run_else(before, act)


def else_said(act: t.Act) -> t.Act:
    """ "Each Wizard loses 1 Star if it was not"."""
    return t.Else(act)


def else_nothing(*_marks: Any) -> t.Act:
    return t.Else(t.Seq(()))


def led_nothing(lead: Lead) -> t.Act:
    """ "If it is anything else, nothing": not of all that the spell does, as "nothing happens" is."""
    made = led(lead, _NOTHING[0])
    if not isinstance(made, t.Else):
        raise NoSense
    return replace(made, act=t.Seq(()))


def run_else_nothing(before: t.Act) -> t.Act:
    return t.Seq((*each_act(before), else_nothing()))


def unless_case_led(cond: t.Cond, case: t.Act, act: t.Act) -> t.Act:
    """ "Unless the caster is idle, in which case nothing happens, they gain 2 Stars"."""
    if case != t.Nothing():
        raise NoSense  # of whom "they" is said is found in the order of the text
    return run_else(led(joining.lead_unless(cond), act), case)


def run_else_none(before: t.Act, *said: Any) -> t.Act:
    """ "..., failing which nothing shall be paid": of what was spoken of."""
    noun = said[-1]
    ways = {"pay": t.Pay, "give": t.Pay, "gain": t.Change, "lose": t.Change}
    kind = ways.get(noun.sense)
    found = [part for part in parts(before) if isinstance(part, t.Change | t.Pay)]
    if kind is None or any(not isinstance(part, kind) for part in found):
        raise NoSense
    if any(isinstance(part, t.Change) and part.gain != (noun.sense == "gain") for part in found):
        raise NoSense
    return run_else_nothing(before)


def else_amount(phrase: Phrase) -> t.Act:
    """ "Otherwise, 2 Stars": the outcome before, with another amount."""
    return t.Else(_amount_again(phrase))


def led_amount_again(lead: Lead, phrase: Phrase) -> t.Act:
    """ "(On a 1 or 2, gain 1 Star;) on a 3 or 4, 2 Stars": the outcome before, with another amount."""
    if lead[0] != "if":
        raise NoSense
    return led(lead, _amount_again(phrase))


def more_led(lead: Lead, phrase: Phrase, *more: t.Act) -> t.Act:
    """ "(On a 1 or 2, gain 1 Star,) on a 3 or 4, 2 Stars, and on a 5 or 6, 3 Stars"."""
    return t.Seq((led_amount_again(lead, phrase), *(one for several in more for one in each_act(several))))


def led_amounts(lead: Lead, act: t.Act, more: t.Act) -> t.Act:
    """ "On a 1 or 2, gain 1 Star, and on a 3 or 4, 2 Stars"."""
    return t.Seq((led(lead, act), *each_act(more)))


def _amount_again(phrase: Phrase) -> t.Act:
    match phrase:
        case Amount("=", t.Num() as number, attr, "" | "only", None):
            pass
        case Number(number, attr):
            pass
        case _:
            raise NoSense
    return t.Clause(None, (t.Change(t.Subject(), attr, True, number, stage=-1),), "gap")


def lead_else_if(cond: t.Cond) -> Lead:
    """ "If instead your Hat is Blue, ...": of two conditions the other."""
    return "else if", cond


def lead_if_too(cond: t.Cond) -> Lead:
    """ "If, in addition, ...": not where the sentence before has a condition, which might be meant as well."""
    return "if too", cond


def lead_whenever(cond: t.Cond) -> Lead:
    """ "Whenever a spell targets the caster"."""
    return "whenever", cond


def _moved_if(who: t.Who, op: str, number: t.Num, was: t.Who | None, said: t.Who, to: t.Who) -> t.Act | None:
    """ "If a spell targets the caster, it targets the chosen position instead"."""
    if was is None:  # "if a spell of the chosen Wizard targets a Wizard, ..."
        if (op, number, said) != (">=", t.Int(1), t.They("spell")) or not isinstance(who, t.Casters | t.Owner):
            return None
        return t.Clause(None, (t.Redirect(_among(who, t.Targets(t.Member(), None)), None, to),))
    if not isinstance(who, t.Casters | t.Owner) or said not in (t.They("spell"), t.They("those spells")):
        return None
    single = said == t.They("spell")
    if (op, number) == (">=", t.Int(1)):
        if not single:
            raise NoSense
        return redirect_when((who, was), to)
    if op == "all" or single != ((op, number) == ("=", t.Int(1))):
        raise NoSense
    return _redirect_some(((op, number, who), was), to)


def _of_its_caster(clause: t.Clause, cond: t.Cond) -> t.Act | None:
    """ "Each other Wizard's spell has no effect if that Wizard is idle": of each by itself whether it is so."""
    asked = [_of_that_one(test) for test in conjuncts(cond)]
    told = [test for test in asked if test is not None]
    match clause.acts:
        case (t.Void(t.Casters(t.All(), kind) as casts) | t.Redirect(t.Casters(t.All(), kind) as casts) as done,) if (
            told
        ):
            owned = any(isinstance(part, t.In) and part.who == t.Member(0) for part in conjuncts(kind))
            aimed = [part.whom for part in conjuncts(kind) if isinstance(part, t.Targets)]
            apart = t.They("that Wizard") in parts(cond)
            if apart and aimed and aimed != [t.Caster()] and (owned or not (aimed[0] and is_one(aimed[0]))):
                raise NoSense  # "a neighbour's spell that targets a Wizard ... if that Wizard is idle": which of them?
            if owned and len(told) == len(asked):
                return replace(clause, acts=(replace(done, who=replace(casts, kind=conj(kind, *told))),))
    return None


def _of_that_one(test: t.Cond) -> t.Cond | None:
    """What is asked of "that Wizard", as a test of them; None if it is asked of somebody else."""
    match test:
        case t.Holds(t.They("that Wizard" | "that neighbour" | "they" | "spell"), ">=", t.Int(1), inner):
            return inner
        case t.Not(t.Holds(t.They("that Wizard" | "that neighbour" | "they" | "spell"), ">=", t.Int(1), inner)):
            return t.Not(inner)
    return None


def trailed(act: t.Act, trail: Trailing) -> t.Act:
    """An outcome before its condition; "they", after a status, are those whom it protects, or the spells."""
    cond, wanted, otherwise = trail
    if (told := asked_next(cond)) is not None:  # "gain 2 Stars if you then have fewer than 5 Stars"
        return t.Later(trailed(act, (told, wanted, otherwise)), after=True)
    inner = act.act if isinstance(act, t.Lasting) else act
    match inner:
        case t.Clause(None, (t.Watch() as status,)) if status.source != t.Always() or inner.form == "from":
            cond = of_that_spell(cond)
            trail = cond, wanted, otherwise
        case t.Clause(None, (t.Watch(),), "b" | "let") if t.They("spell") in parts(cond):
            raise NoSense  # "lose no Stars from spells, unless that spell targets you": an order says of which less
    if isinstance(act, t.Seq) and _has(act, t.Rolls):
        raise NoSense  # "DICE4 is rolled, and 1 Star is gained if it is even": the roll has no condition
    if isinstance(act, t.Seq) and any(isinstance(part, t.Trail) for part in parts(act.acts[:-1])):
        raise NoSense  # "1 Star is gained if ..., and 2 are lost if ...": each outcome has a condition of its own
    if act in (t.Nothing(), t.Clause(None, (t.Nothing(),))) and _tells_tie(cond):
        raise NoSense  # "nothing happens if two or more are tied for the most": a rule for the tie before
    match inner:
        case t.Clause(None, (t.Watch(how="also"),)) if {t.They("they"), t.They("them")} & set(parts(cond)):
            raise NoSense  # "whenever you gain Stars from a spell, its caster loses 1, unless they cast Burn": who?
    match inner, cond:  # "... targets the next position instead, unless its target has already been changed"
        case t.Clause(None, (t.Redirect(t.Casters() as casts) as moved,)), t.Holds(
            t.They("spell"), ">=", t.Int(1), (t.Retargeted() | t.Not(t.Retargeted()))
        ) if otherwise is None:
            assert isinstance(cond, t.Holds)
            test = cond.test if wanted else opposite(cond.test)
            still = replace(inner, acts=(replace(moved, who=_among(casts, test)),))
            return replace(act, act=still) if isinstance(act, t.Lasting) else still
    if isinstance(inner, t.Clause) and inner.form == "each" and otherwise is None:
        bound = _of_its_caster(inner, cond if wanted else opposite(cond))
        if bound is not None:
            return replace(act, act=bound) if isinstance(act, t.Lasting) else bound
    match inner, cond:  # "spells have no effect if they target the caster"
        case t.Clause(None, (t.Void() | t.Redirect(),)), t.Holds(t.They("they"), ">=", t.Int(1), test) if about_casting(
            test
        ):
            cond = t.Holds(t.They("spell"), ">=", t.Int(1), test)
            return _trailed(act, (cond, wanted, otherwise))
    match inner, cond:
        case t.Clause(None, (t.Watch() as status,)), t.Holds(t.They("spell" | "it"), ">=", t.Int(1), test) if (
            otherwise is None and (status.source != t.Always() or inner.form == "from")
        ):  # "you cannot lose Stars from a spell unless that spell was cast by you"
            said = test if wanted else opposite(test)
            made = replace(inner, acts=(replace(status, source=conj(status.source, said)),))
            return replace(act, act=made) if isinstance(act, t.Lasting) else made
    match inner, cond:
        case t.Clause(None, (t.Watch() as status,)), t.Holds(t.They("they"), ">=", t.Int(1), test) if otherwise is None:
            found = _except_for(status, test, wanted)
            if found is not None:
                made = replace(inner, acts=(found,))
                return replace(act, act=made) if isinstance(act, t.Lasting) else made
    return _trailed(act, trail)


def of_that_spell(cond: t.Cond) -> t.Cond:
    """What is asked after "loses Stars from a spell", as a test of that spell: "unless you cast it"."""
    match cond:
        case t.Not(t.Holds() as inner, False):
            asked = of_that_spell(inner)
            return replace(asked, test=opposite(asked.test)) if isinstance(asked, t.Holds) and asked != inner else cond
        case t.Holds(t.They("the spell told" | "those spells")):
            return replace(cond, group=t.They("spell"))
        case t.Holds(who, ">=", t.Int(1), t.CastIs(t.Member(0), (t.OwnName(True),))) if not any(
            isinstance(part, t.They) for part in parts(who)
        ):
            return t.Holds(t.They("spell"), ">=", t.Int(1), cast_by(who))
    return cond


def _has(node: t.Node, kind: type[t.Node]) -> bool:
    return any(isinstance(part, kind) for part in parts(node))


def _draws_tied(act: t.Act) -> bool:
    """ "One of the tied Wizards is picked at random"."""
    match act:
        case t.Clause(None, (t.Picks(t.Pick(_, t.They("tied"))),)):
            return True
    return False


def _tells_tie(cond: t.Cond) -> bool:
    match cond:
        case t.Holds(_, ">=", t.Int(2), test):
            tied = [part for part in parts(test) if isinstance(part, t.In) and part.who == t.Member(0)]
            return any(isinstance(part.group, t.Top) and part.group.ties == "all" for part in tied)
    return False


def _except_for(status: t.Watch, test: t.Cond, wanted: bool) -> t.Watch | None:
    said = test if wanted else t.Not(test)
    several = not is_one(status.whom)
    match test:
        case t.Targets(t.Member(0), t.Caster() | t.Chosen()) if status.how == "shield" and not several:
            if status.source == t.Always():
                return replace(status, source=conj(t.In(t.Member(0), t.Others()), said))
            return replace(status, source=conj(status.source, said))
    if several and not any(isinstance(part, t.They | t.Targets) for part in parts(test)):
        return replace(status, whom=those_who(status.whom, said))
    return None

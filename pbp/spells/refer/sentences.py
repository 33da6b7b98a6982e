"""The sentences of an Effect in order: "otherwise", "then", "instead", and sentences about the one before."""

from __future__ import annotations

from dataclasses import replace
from itertools import takewhile
from typing import Any

from pbp.spells import tree as t
from pbp.spells.apart import all_told, apart, left_between
from pbp.spells.inputs import Puzzle
from pbp.spells.refer import (
    ahead,
    also,
    answers,
    compared,
    confirm,
    decided,
    elided,
    floors,
    generally,
    lets,
    letters,
    near,
    notes,
    opposed,
    recent,
    remarked,
    rest,
    results,
    selected,
    shares,
    tabled,
    taken,
)  # fmt: skip
from pbp.spells.refer.amend import Amends, are_level, each_or_all
from pbp.spells.refer.clauses import (
    able_of_that_many,
    again,
    asked_in,
    at_least_that,
    beside_you,
    but_some,
    check_each,
    denies,
    first_clause,
    gapped,
    harmless,
    has_enough,
    if_has_enough,
    lasting,
    moves,
    of_the_same,
    opposite,
    subject_of,
    things_in,
    turned_back,
    with_attr,
    with_else,
    with_thing,
)  # fmt: skip
from pbp.spells.refer.context import CASTER, TOP, Context
from pbp.spells.refer.notes import rounding
from pbp.spells.refer.plain import plain, renumbered
from pbp.spells.refer.ways import check_further, check_late, check_ways
from pbp.spells.walk import asks_for_a_cast, has_member, is_one, mapped, parts, replaced, shift, with_rounding


def _by_others(node: Any) -> Any:
    """ "If it was cast by another Wizard", said of spells: by another than the caster."""
    if isinstance(node, t.In) and isinstance(node.who, t.Member):
        return replaced(node, {t.Others(): t.Without(t.All(), CASTER)})
    return node


_ON_FLOWS = ("also", "move", "invert", "set", "times", "less", "more")
"""What a status makes of Stars that are lost or gained."""

_NOTHING_THEN = (t.Nothing(), t.Clause(None, (t.Nothing(),)))
_NOT_PAID = (t.NotPaid(), remarked.NOT_PAID)


_OF_EACH = {t.They(), t.They("owner"), t.They("place")}
"""Words that mean each of several Wizards, or those next to each: "if they cast Burn", "for each neighbour"."""


def _check_told(act: t.Act) -> None:
    """ "Everyone: lose half your Stars", "target: lose 2 Stars if you have 10": yours, or theirs? Raises Puzzle."""
    match act:
        case t.Labelled(t.Clause(subject, acts)) if not isinstance(subject, t.Caster):
            told: tuple[t.Node, ...] = tuple(part.amount for part in acts if isinstance(part, t.Change | t.Pay))
        case t.Trail(t.Labelled(t.Clause(subject)), cond) if not isinstance(subject, t.Caster):
            told = (cond,)
        case _:
            return
    if any(isinstance(part, t.Caster) and part.you for part in parts(told)):
        raise Puzzle('"you" could be the caster, or those who are told to', "say: the caster", double=True)


def _only_begins(said: Any, done: tuple[t.Act, ...]) -> bool:
    """Whether nothing is done yet, but named for what follows: "double it if you have a Hat", "roll DICE6 if ..."."""
    named = any(isinstance(part, t.Mention | t.Note | t.Rolls) for part in parts(said))
    return named and all(isinstance(act, t.Rolls) for act in done)


def _either(test: t.Cond) -> bool:
    """Whether two things are asked here, one of which is enough."""
    match test:
        case t.Or((one, other)):
            return not any(isinstance(part, t.Or | t.And) for part in parts((one, other)))
        case t.Holds(who, ">=", t.Int(1), inner):
            return is_one(who) and _either(inner)
    return False


def _earlier_many(inner: t.Act) -> bool:
    """Whether "that many" is said, and no die was rolled there before it."""
    named = next((part for part in parts(inner) if isinstance(part, t.Rolls | t.ThatMany)), None)
    return isinstance(named, t.ThatMany)


def _in_cases(out: list[t.Act], inputs: tuple[t.Input, ...]) -> bool:
    """Whether what stands last tells of a case and of its opposite, or of one case alone."""
    match out[-2:]:
        case [*_, t.If(_, _, otherwise)] if otherwise:
            return True
        case [t.If(one), t.If(other)]:
            return denies(one, other) or (apart(one, other) and all_told((one, other), inputs))
        case [*_, t.If(one), t.If(other)] if apart(one, other):
            return all_told((one, other), inputs)
        case [*_, t.If()]:
            return True
        case [*_, last]:  # of a tie and of none
            return any(isinstance(part, t.Top) and part.ties not in ("ruling", "sole") for part in parts(last))
    return False


def _for_somebody(cond: t.Cond) -> bool:
    """Whether it was asked if there is anybody of whom something is so."""
    match cond:
        case t.Holds(who, ">=", t.Int(1)):
            return not is_one(who)
        case t.Compare(t.Count(), ">=", t.Int(1)):
            return True
    return False


def _check_other_side(act: t.Clause) -> None:
    """ "A random other Wizard swaps Stars with the chosen Wizard": other than the caster, or than that one?"""
    for part in act.acts:
        match part:
            case t.Swap(left, right) | t.Pay(left, right):
                sides = [act.subject if side == t.Subject() else side for side in (left, right)]
            case _:
                continue
        for one, another in (sides, sides[::-1]):
            drawn = isinstance(one, t.Pick) and t.Others() in parts(one) and one in parts(act.subject)
            if drawn and another is not None and is_one(another) and another != CASTER:
                raise Puzzle(
                    '"other" could leave out the caster, or the other of the two', "say: other than the caster"
                )


def _check_reach(before: t.Act | None, act: t.Act) -> None:
    """ "The next Wizard loses 1 Star if they have a Hat, and you gain 1": only then, or always? Raises Puzzle."""
    match before, act:
        case t.Trail(otherwise=None, within=False), t.Clause():
            raise Puzzle("only in that case, or always?", "say it in two sentences", double=True)


def _check_most(act: t.Clause) -> None:
    """ "Lose 2 Stars and 1 Crystal for each idle Wizard, at most 3": is that the most of both? Raises Puzzle."""
    most = [
        isinstance(part.amount, t.Least) and any(isinstance(bound, t.Int) for bound in part.amount.parts)
        for part in act.acts
        if isinstance(part, t.Change)
    ]
    if most[-1:] == [True] and not all(most):
        raise Puzzle("is this of the last, or of both?", "say it in two sentences", double=True)


def _below_nothing(number: t.Minus) -> bool:
    """Whether it is less than nothing: "2 Stars, 3 less if ..."."""
    match number:
        case t.Minus(t.Int(whole), t.Int(less)):
            return less > whole
    return False


def _check_timed(act: t.Node) -> None:
    """ "Double the chosen Wizard's losses": those there have been, or those to come? Raises Puzzle."""
    match act:
        case t.Clause(None, acts, "") if any(isinstance(part, t.Watch) and part.how == "times" for part in acts):
            raise Puzzle("it is not said when", "say: for the rest of this Duel", double=True)
        case t.Seq(inner):
            for part in inner:
                _check_timed(part)
        case t.If(_, then, otherwise):
            for part in (*then, *otherwise):
                _check_timed(part)
        case t.Trail(inner_act) | t.Later(inner_act) | t.Else(inner_act) | t.IfSo(inner_act):
            _check_timed(inner_act)


def _all_of_caster(act: t.Act) -> t.Act:
    """ "Lose all Crystals", "pay all Stars to the chosen Wizard": all that the caster has, who does it."""
    if isinstance(act, t.Change) or (isinstance(act, t.Pay) and act.payer == t.Subject()):
        return replace(act, amount=replaced(act.amount, {t.They("subject"): CASTER}))
    return act


def _check_payer(act: t.Clause) -> None:
    """ "Each Wizard steals 1 Star from each neighbour", "... is paid by each other Wizard": of whom? Raises Puzzle."""
    for part in act.acts:
        if isinstance(part, t.Pay) and part.receiver == t.Subject():
            said = set(parts(part.payer))
            if t.They("owner") in said or t.Others() in said:
                raise Puzzle("it is not clear whose they are, or other than whom", "say who pays whom", double=True)


def _of_a_tie(test: t.Cond) -> bool:
    """Whether this asks who is tied for the most of what was said before."""
    return any(isinstance(part, t.Top) and part.by == t.Stat(t.Member(0), "looked at") for part in parts(test))


def _wait_too(out: list[t.Act], since: int) -> None:
    """ "After it has taken effect, ... If it made you lose none, ... (instead)": that is known only then."""
    match out[since:]:
        case [*_, t.After(who) as first, t.If(cond) as asked] if _of_losses_to(who, cond):
            out[-1] = replace(first, then=(asked,), at=asked.at)
        case [*_, t.If(cond, _, (t.After(who) as first,)) as asked] if _of_losses_to(who, cond):
            out[-1] = replace(first, then=(replace(asked, otherwise=first.then),))


def _of_losses_to(casts: t.Who, cond: t.Cond) -> bool:
    """Whether it is asked what somebody lost to this very spell, or gained by it."""
    who = casts.who if isinstance(casts, t.Owner) else casts
    return any(isinstance(part, t.Moved) and who in parts(part.source) for part in parts(cond))


def _of_such_two(cond: t.Cond, node: t.Node) -> bool:
    """ "If both have the same number", of two of whom one with more was spoken of."""
    match cond, node:
        case (
            t.Holds(t.They("both 1"), ">=", t.Int(1), t.Compare(t.Stat(_, attr), "=", t.Stat(t.They("both 2")))),
            t.Top(t.Join((_, _)) | t.Neighbours(), t.Stat(_, by), ties="ruling", count=1),
        ):
            return attr in ("", by)
    return False


def _others_known(act: t.Clause, subject: t.Who, who: t.Who) -> t.Clause:
    """ "The caster swaps Stars with a random other Wizard", "that Wizard and the caster swap Stars": the outcome with
    the one of the subject, who is known.
    """
    if not (isinstance(subject, t.Join) and isinstance(who, t.Join)) or len(subject.parts) != len(who.parts):
        return act
    pairs = tuple(zip(subject.parts, who.parts, strict=True))
    said = (t.They("that Wizard"), t.They())
    known: dict[t.Node, t.Node] = {old: new for old, new in pairs if t.Others() in parts(old)}
    known |= {old: new for old, new in pairs if old in said and isinstance(new, t.Chosen)}
    return replace(act, acts=replaced(act.acts, known)) if known else act


def _others_than_the_caster(cond: t.Cond) -> bool:
    """Whether others are compared with the caster ("if two other Wizards have as many Stars as you")."""
    for part in parts(cond):
        if isinstance(part, t.Holds) and t.Others() in parts(part.group):
            compared = [inner for inner in parts(part.test) if isinstance(inner, t.Compare)]
            if any(isinstance(inner, t.Caster) for inner in parts(tuple(compared))):
                return True
    return False


def _without_effect(acts: tuple[t.Act, ...]) -> tuple[t.Act, ...]:
    """ "If ..., this spell has no effect. (Otherwise,) gain 3 Stars": of the spell itself, that nothing happens."""
    own = {act for act in acts if isinstance(act, t.If) and act.then == (t.Void(CASTER),)}
    if not any(act.otherwise for act in own) and set(acts) == own:
        return acts  # it says nothing else
    return tuple(
        replace(act, then=(t.Nothing(act.at),)) if isinstance(act, t.If) and act in own else act for act in acts
    )


class Resolver(Amends):
    """Goes through the sentences of one Effect, in order."""

    def effect(self, sentences: list[t.Act]) -> tuple[t.Act, ...]:
        """The finished outcomes of an Effect. Raises Puzzle."""
        out: list[t.Act] = []
        begun = 0
        awaited: t.Who | None = None
        if len(sentences) == 2 and sentences[0] == t.Lasts():  # "Lasts for the rest of this Duel. ...": of what follows
            sentences = sentences[::-1]
        asks_spell = any(asked.kind == "spell" for asked in self.inputs)
        sentences = elided.spelt_out(sentences, self.marks, asks_spell=asks_spell)
        sentences = taken.gained(also.beside_caster(sentences, self.marks), self.inputs)
        sentences = ahead.beside(
            ahead.found_so(ahead.each_count(generally.widened(selected.spelt_out(sentences), self.inputs)))
        )
        sentences = lets.spread(self, sentences)
        lets.find(self, sentences)
        letters.find(self, sentences)
        for number, sentence in enumerate(sentences):
            self.sentence, self.sentence_said = number, sentence
            self.numbered_things |= things_in(sentence)
            try:
                confirm.kept_always(sentence)
                if number in self.marks["flows"] and t.Lasts() not in sentences:
                    _check_timed(sentence)
                since, begun = begun, len(out)
                tabled.check_after(self, sentence)
                if isinstance(sentence, t.Waits):
                    awaited = self._waits(sentence, out)
                    continue
                if isinstance(sentence, t.Comes):
                    if awaited is not None or not number or not _comes(sentences, number - 1, sentence):
                        raise Puzzle("it is not clear what happens then", "say it with the outcome")
                    continue
                said = sentence if awaited is None else _awaited(sentence, awaited, number)
                after = sentences[number + 1] if number + 1 < len(sentences) else None
                if isinstance(after, t.Comes) and _comes(sentences, number, after):
                    said = t.Awaited(sentence, after.casts)
                self.finished = tuple(out)
                self._act(said, TOP, out, since)
                if awaited is not None and len(out) > begun > 0 and not isinstance(sentence, t.Later | t.Else | t.IfSo):
                    raise Puzzle("it is not clear whether this waits, too", "say: then", double=True)
            except Puzzle as puzzle:
                puzzle.sentence = number
                raise
            if number not in self.marks["besides"]:
                confirm.paid_twice(tuple(out[begun:]), number)
            if number in self.marks["but"]:
                confirm.contrasted_in(tuple(out[begun:]), number)
            confirm.beside_others(self, tuple(out[begun:]), number)
            confirm.still_the_best(sentence, tuple(out[begun:]), number)
            recent.check(self, tuple(out[begun:]))
            recent.bound_of_last(self, tuple(out))
            if isinstance(sentence, t.Row) and self.table is not None:
                begun = self.table.begun  # what comes next is about the whole table
            if isinstance(sentence, t.Confirmed):
                begun = since  # what comes next is about what stands before this
                continue
            if number in self.marks["the_rest"] and rest.goes_on(sentence):
                begun = since  # "in a tie, the lowest position counts": for both
            self.differ()
            known = any(who in parts(self.crowd_here) for who in self.before)
            known = known and not isinstance(self.crowd_here, t.Without)  # "everyone but them": either can be "they"
            self.crowd, self.crowd_here = (None if known else self.crowd_here), None
            if self.here:
                self.before = [who for who in self.before if is_one(who)]
            self.before += [who for who in self.here if who not in self.before]
            self.things_before, self.sized_before = self.things, self.sized
            self.turned_before = len(self.turned)
            self.here_before = self.here
            self.two = None
            self.here, self.alone, self.things, self.sized, self.each = [], None, [], [], None
            self.several_before, self.several_here = self.several_here, False
            self.around_before, self.around_here = self.around_here, False
        if awaited is not None and not out:
            raise Puzzle("nothing is said of what happens then")
        out = confirm.skipped(self, notes.told_after(out))
        check_ways(tuple(out))
        shares.check(tuple(out))
        lets.check(self, tuple(out))
        notes.check(self, tuple(out))
        notes.check_mentioned(self, tuple(out))
        letters.check(self, tuple(out))
        confirm.answered(self, out)
        confirm.check(self, tuple(out))
        recent.read_before(self, tuple(out))
        recent.read_now(self, tuple(out))
        recent.read_as_it_was(self, tuple(out))
        remarked.check(self, tuple(out))
        tabled.check(self, tuple(out), {number: act for number, act in enumerate(sentences) if isinstance(act, t.Row)})
        found: tuple[t.Act, ...] = plain(renumbered(_without_effect(tuple(out))))
        return found

    def price(self, price: t.Price) -> t.Price:
        """A finished price. Raises Puzzle."""
        self.sentence = 99  # its draws are none of a sentence's
        called_it = any(isinstance(part, t.OwnName) and part.other and not part.that for part in parts(price.parts))
        if called_it and any(asked.kind == "spell" for asked in self.inputs):
            raise Puzzle('"it" could be this spell, or the chosen one', "say: this spell", double=True)
        found: t.Price = plain(self.fix(_told_in_full(price), TOP))
        decided.check(found.parts, self.inputs, self.own)
        match found.parts:
            case ((t.Always(), t.Minus(t.Int(), t.Int()), _),):
                # "4 Stars, reduced by 2"
                raise Puzzle("it is not clear when it costs less", "say what the cost is")
        if any(isinstance(number, t.Minus) and _below_nothing(number) for _, number, _ in found.parts):
            raise Puzzle("this takes more off the cost than there is", "say what the cost is then")
        tests = [test for test, _, _ in found.parts if test != t.Always()]
        if any(not apart(test, other) for at, test in enumerate(tests) for other in tests[at + 1 :]):
            raise Puzzle("two of the conditions can be true at once", "say: otherwise")
        return found

    # Outcomes

    def acts(self, acts: tuple[t.Act, ...], context: Context) -> tuple[t.Act, ...]:
        """Several outcomes, one after another."""
        out: list[t.Act] = []
        for act in acts:
            self._act(act, context, out, 0)
        return tuple(out)

    def acted(self, act: t.Act, out: list[t.Act]) -> None:
        """Adds an outcome that stands by itself to `out`."""
        self._act(act, TOP, out, len(out))

    def _act(self, act: t.Act, context: Context, out: list[t.Act], since: int) -> None:
        """Adds an outcome to `out`; `since` is where the sentence before begins there."""
        _check_told(act)
        match act:
            case t.Seq(
                (t.Trail(t.Clause(_, (t.Pay() as paid,)) as pays, cond, True, None), t.Else(t.Spared(who, "paid")))
            ) if who in (None, t.They()) and able_of_that_many(cond, paid):  # "(if not, they pay nothing)"
                self._act(replace(pays, acts=(replace(paid, mode="able"),)), context, out, since)
            case t.Seq(inner):
                for before_it, part in zip((None, *inner), inner, strict=False):
                    if self.sentence not in self.marks["points"]:
                        _check_reach(before_it, part)
                    self.goes_on = _they_again(before_it, part)
                    self._act(part, context, out, since)
            case t.Clause(None, (t.Note(number=t.Rounded(t.Noted(kind), way)),)) if rounding(self, out, since, kind):
                out[since:] = with_rounding(tuple(out[since:]), way)  # "They lose half of their Stars. Round down."
                self.number = with_rounding(self.number, way) or self.number
            case t.Clause():
                if self.sentence not in self.marks["plus"]:
                    _check_most(act)
                made = self._clause(act, context, out)
                if not shares.repeated(out, made):
                    out.extend(made)
                notes.once(out)
            case t.Trail():
                self._trail(act, context, out, since)
                _wait_too(out, since)
                self._weigh(out)
                if not act.wanted and act.act in (t.Nothing(), t.Clause(None, (t.Nothing(),))) and not since:
                    self.unless = out[-1]  # "nothing happens unless ... If so, ..."
                elif not act.wanted:
                    self.excepted = out[-1]  # "... unless ... In that case, ... instead"
            case t.Provided():
                self._provided(act, context, out, since)
            case t.Works(inner, this, first):
                if first and (self.sentence or out):
                    raise Puzzle("it is not clear whether all that stands before is meant", "say: if ..., ...")
                if this and since:
                    raise Puzzle("it is not clear whether all that stands before is meant", "say: this spell")
                self._act(inner, context, out, since)
                self.works = out[-1]
            case t.Later(inner, same, after):
                if after and not out:
                    raise Puzzle("nothing has happened before this", "say what happens first")
                self.stage += 1
                if same and self.said is not None:
                    self.same_still(self.said[0])
                if isinstance(inner, t.If) and inner.then == (t.Nothing(),):
                    raise Puzzle("what stands before this has happened then", "say when nothing happens at the start")
                self._act(_by_then(inner), context, out, since)
            case t.If():
                before = self.rolls
                self._if(act, context, out, since)
                _wait_too(out, since)
                self._weigh(out)
                self._after_branch(act, before)
            case t.LeadsTo():
                tabled.leads_to(self, act, out)
            case t.Row():
                tabled.row(self, act, out)
            case t.Anyway(inner, cases, said, chosen):
                if chosen is not None:
                    self.fix(chosen, context)
                    self.word_told = self.sentence
                if isinstance(inner, t.Else | t.IfSo):
                    raise Puzzle("this happens in one case, or in every case?", "say the condition again")
                if cases and not _in_cases(out, self.inputs):
                    raise Puzzle("it is not clear which cases are meant", "say: in any case")
                if any(isinstance(part, t.Nothing) or part == t.Void(CASTER) for part in parts(tuple(out))):
                    raise Puzzle("this cannot happen where nothing happens")
                if _earlier_many(inner) and any(isinstance(told, t.If) for told in out):
                    raise Puzzle('"that many" could be of one case, or of all', "name the number", double=True)
                if said is not None:
                    self.tested(said, replace(context, subject=None))
                    self.differ()
                self._act(inner, context, out, since)
            case t.Else(neither=True):
                self._neither(act, context, out)
            case t.Else() | t.IfSo():
                self.in_case = False  # it is said of that very case, or of the other one
                self._otherwise(act, context, out)
                self._weigh(out)
            case t.Awaited(inner, casts):
                if casts is not None:
                    self.spell, self.spell_said = self.fix(casts, TOP), ()
                if self.spell is None:
                    raise Puzzle('no spell has been spoken of that "it" could mean')
                again = self.spell in self.awaited  # "wait for that spell. After it has taken effect, ..."
                self.awaited.append(self.spell)
                acts = self.acts((inner,), context)
                out.extend(acts if again else [t.After(self.spell, acts, self.sentence, self.stage)])
                self.awaited.pop()
            case t.Beside(inner):
                if any(isinstance(part, t.If) for part in out):
                    raise Puzzle("in addition to what was asked before, or beside it?", "say both conditions")
                self._act(inner, context, out, since)
            case t.Likewise():
                shares.likewise(self, act, out, since)
            case t.Includes():
                shares.includes(self, act, out)
            case t.ByTheWay():
                remarked.by_the_way(act, out[since:])
            case t.SaidAgain():
                remarked.said_again(self, act, context, out)
            case t.PaidSo():
                remarked.paid_so(self, act, out)
            case t.TakesBoth():
                remarked.takes_both(self, act, out)
            case t.ForExample():
                remarked.example(self, act, out)
            case t.Unmoved(who, way, attr):
                if remarked.unmoved(self, act, out):
                    self._act(t.Spared(who, way, attr), context, out, since)
            case t.NoMatter(cond):
                changed, self.changed = self.changed, set()  # whichever gain it is: nothing asks about any
                confirm.no_matter(self, self.tested(cond, TOP), out)
                self.changed = changed
            case t.Confirmed():
                confirm.confirmed(self, act, out)
            case t.Asking(cond, each):
                confirm.asked(self, self.tested(cond, TOP), out)
                self.asked_each = self.sentence if each else -1
            case t.AlsoOrder():
                self._act(confirm.also(self, act), context, out, since)
            case t.Lasts() | t.SameInputs() | t.AimedAt():
                confirm.whole(self, act, out, since)
            case t.Spared():
                if (exempt := confirm.spared_some(self, act, out)) is not None:
                    self.amend(exempt, out, len(out) - 1)
            case t.Labelled(inner):
                self._act(inner, context, out, since)
                self.labelled = self.sentence, subject_of(tuple(out[-1:])) or CASTER
            case t.Begun(inner, True):
                if self.sentence or out:
                    raise Puzzle("it is not clear who does this", "say: this spell gives the caster ...")
                self._act(inner, context, out, since)
            case t.Begun(inner):
                if self.sentence or out:
                    raise Puzzle('"so" could say again what was said before', "leave it out")
                self._act(inner, context, out, since)
            case t.ToldAmount():
                shares.told(self, act, out, since)
            case t.LeftOut():
                if (exempt := shares.left_out(self, act, out)) is not None:
                    self.amend(exempt, out, since if since < len(out) else len(out) - 1)
            case t.Note():
                notes.note(self, act)
            case t.SelectsIt():
                raise Puzzle("it is not clear for what this spell is selected", "say what happens after it")
            case t.Mention():
                notes.mention(self, act)
            case t.Named():
                out.extend(letters.named(self, act))
            case t.Let():
                out.extend(lets.let(self, act))
            case t.Lasting(inner, rest):
                out.extend(lasting(part, rest) for part in self.acts((inner,), replace(context, timed=True)))
            case t.TieRule() | t.Exempt() | t.FloorRule():
                self.amend(act, out, since)
            case t.Once():
                self.once(out)
            case t.TooFew():
                self.too_few(act, out, since)
            case t.Instead(t.Clause(t.They("unable" | "neighbours unable")) as inner):
                self._act(inner, context, out, since)  # "(... pays 2 Stars if able.) Those who can't lose 1 instead"
            case t.Instead(inner):
                out[-1:] = but_some(out, self.acts((of_the_same(inner, out, asked_in(self.sentence_said)),), context))
            case t.Resize():
                raise Puzzle("it is not clear when this amount is another", "say: if ..., the payment is 4 Stars")
            case t.StillHappens(tied=True):
                remarked.still_happens(self, act, (), out)
            case t.StillHappens():
                raise Puzzle("it is not clear what else does not happen", "leave it out")
            case t.NotPaid():
                raise Puzzle("this denies what was said before")
            case _:
                out.append(self._leaf(act, context))

    def _clause(self, act: t.Clause, context: Context, out: list[t.Act]) -> tuple[t.Act, ...]:
        _check_other_side(act)
        act = near.of_two_sides(act)
        if act.subject is None:
            confirm.ordered(self, act)
            self.check_unnamed(act)
            who: t.Who = CASTER
            act = replace(act, acts=tuple(map(_all_of_caster, act.acts)))
            inner = replace(context, subject=None, clause=CASTER, timed=context.timed or act.form != "")
        else:
            subject = with_thing(act.subject, act.acts, self.numbered_things)
            self.check_other(subject)
            some = self.group if subject == t.They("those") else None
            asked = [part for part in parts(self.sentence_said) if isinstance(part, t.Holds)]
            if isinstance(some, t.Those) and [part.op for part in asked] == ["all"] and some.group in self.looked_at:
                self.group = some.group  # "if every one of them did, every one of them ..."
            elif isinstance(some, t.Those) and self.looked_at.intersection(parts(some.group)):
                raise Puzzle("all who were looked at, or those of whom this is so?", "say: each neighbour who ...")
            each = near.distributed(self) if subject == t.They() and context.subject is None else None
            again_they = self.said[0] if self.goes_on and self.said is not None and is_one(self.said[0]) else None
            self.goes_on = False
            who = each or again_they or self.fix(subject, replace(context, subject=None))
            act = _others_known(act, subject, who)
            if not self.before and not self.asks_whom():
                act = compared.beside_each(act)
            recent.those_who(self, who, self._said_here(out))
            if subject == t.They("those"):
                recent.each_of_them(self, who)
            recent.whose_neighbours(self, subject, who)
            if not is_one(who) and subject == t.They():
                recent.they(self, who)
            if isinstance(who, t.Top):
                self._mention(who)  # in every rule for a tie
            inner = replace(
                context,
                subject=who,
                subject_depth=context.depth,
                clause=who,
                clause_depth=context.depth,
                verb=True,
                timed=True,
            )
            if not is_one(who):
                self.group = who
                self.groups.append(who)
                self.told.append((self.sentence, self.stage, who))
                _check_payer(act)
                recent.counted_for_plural(self, act, who)
            self.several_here = self.several_here or isinstance(who, t.Join)
            self.crowd_here = None if is_one(who) else who
            if not is_one(who):
                self.each = (who, self.stage) if act.form in ("s", "m", "e", "", "o", "let") else None
        if act.form == "does":
            recent.done_again(self, who, out)
            rolled = {part.roll for part in self.finished if isinstance(part, t.Rolls)}
            return again(self.said, who, rolled)
        if act.form:
            self.subject_said, self.subject_named = who, act.subject
        recent.of_one_kind(self, act.acts)
        recent.these(self, who, act.acts)
        told = {attr for attr, _ in self.changed} | self.asked_of
        had = asked_in(self.sentence_said)
        alone = self.attr if told == {self.attr} and self.numbered_things <= told else ""
        if not alone and self.numbered_things == {"Stars"}:
            alone = "Stars"  # "if you have more Stars than ..., lose 1"
        if act.form == "gap":
            if self.sentence in self.marks["signed"]:
                raise Puzzle("a verb is missing")
            confirm.once_or_twice(self, who, act.acts, out)
        said = gapped(act.acts, out) if act.form == "gap" else with_attr(act.acts, out, self.sentence, alone, told, had)
        found = self.acts(said, inner)
        for number, pay in enumerate(found):
            for side in (pay.payer, pay.receiver) if isinstance(pay, t.Pay) else ():
                recent.those_who(self, side, (*self._said_here(out), *found[:number]))
        self.said = (who, found)
        return found

    def _said_here(self, out: list[t.Act]) -> tuple[t.Act, ...]:
        """The outcomes that the sentence has told so far."""
        return tuple(act for act in out if getattr(act, "at", -1) == self.sentence)

    def _trail(self, act: t.Trail, context: Context, out: list[t.Act], since: int) -> None:
        asked = not self.rolls and any(one.kind == "number" for one in self.inputs)
        if asked and t.ThatMany() in parts(act.otherwise):  # "that many Stars, or 1 if they did"
            many = self.fix(t.ThatMany(), context)
            act = replace(act, otherwise=replaced(act.otherwise, {t.ThatMany(): many}))
        if act.act in _NOT_PAID and act.otherwise is None:
            test = self.tested(act.cond, replace(context, subject=None))
            self.not_paid(test if act.wanted else opposite(test), out, since)
            return
        match act.act:
            case t.Seq((*_, t.Clause(t.Who(), _, "gap"))):  # "you gain 5 Stars and the target 2 if they cast Burn"
                raise Puzzle("is all of this so only then?", "say it of each by itself", double=True)
        if isinstance(act.otherwise, t.Spared):  # "..., unless ..., in which case they lose nothing"
            at = len(out)
            self._trail(replace(act, otherwise=None), context, out, since)
            if len(out) != at + 1:
                raise Puzzle("it is not clear what does not happen then", "leave it out")
            confirm.spared_else(self, act.otherwise, out)
            return
        if act.act == t.Seq(()) and act.otherwise is not None:  # "lose 3 Stars, but nothing if ...": lose 3 unless ...
            self._trail(replace(act, act=act.otherwise, wanted=not act.wanted, otherwise=None), context, out, since)
            return
        if act.act in _NOTHING_THEN and {t.They(), t.They("them")} & {*parts(act.cond)}:
            each_or_all(self.unspoken(act.cond, replace(context, subject=None)), tuple(out))
        rolled = any(isinstance(part, t.Result) for part in parts(act.cond))
        if rolled and self.rolls and any(isinstance(part, t.Roll) for part in parts(act.act)):
            raise Puzzle("this roll, or the one before it?", "put the condition first", double=True)
        named = self.number, self.compared, self.in_case
        self.after = act.cond
        done = self.acts((act.act,), context) if not isinstance(act.act, t.Instead) else ()
        self.after = None
        if act.otherwise is not None:
            check_each(act.act, act.otherwise)
        if _only_begins(act.act, done):
            raise Puzzle("it is not clear whether what follows has this condition too", "say it with what happens")
        if (
            len(done) == 1
            and isinstance(done[0], t.Void | t.Redirect)
            and not is_one(done[0].who)
            and act.otherwise is None
        ):
            said = mapped(act.cond, _by_others)
            of_each = self.tested(said, replace(context, depth=context.depth + 1, cast=context.depth + 1))
            if has_member(of_each):
                test = of_each if act.wanted else opposite(of_each)
                out.append(replace(done[0], who=t.Those(done[0].who, test)))
                return
        subject = subject_of(done)
        clause = first_clause(act.act)
        of_all: t.Cond | None = None
        spoken = clause is not None and clause.subject is not None
        pay = done[0] if spoken and done and isinstance(done[0], t.Pay) else None
        one_of_two = pay is None and {t.They(), t.They("them"), t.They("owner")} & {*parts(act.cond)}
        if (one_of_two and self._two_here()) or (t.They("those") in parts(act.cond) and self._two_here(several=True)):
            raise Puzzle('"they" could mean who pays or who is paid', "name the Wizard", double=True)
        they = beside_you(clause, done) if t.They() in parts(act.cond) else None
        if they is not None and (is_one(they) or they == subject or self.sentence in self.marks["one_by_one"]):
            pay, one_by_one = None, they != subject
            subject, spoken = they, True
        else:
            one_by_one = False
        if pay is not None and t.They() in parts(act.cond) and not (act.wanted and _of_payer(act.cond, pay, subject)):
            raise Puzzle('"they" could mean who pays or who is paid', "name the Wizard", double=True)
        if subject is not None and spoken and not is_one(subject):
            if clause is not None:
                act = replace(act, cond=recent.of_plural(self, clause, subject, act.cond))
            if _ahead_of_caster(act.cond):
                act = replace(act, cond=replaced(act.cond, {t.Others(): t.Without(t.All(), CASTER)}))
            if t.Others() in parts(act.cond) and not self.about_own(act.cond):
                raise Puzzle(
                    '"other" could leave out the caster, or each of them', "say: other than the caster", double=True
                )
            inside = Context(context.depth + 1, t.Member(), context.depth + 1)
            test = at_least_that(act.cond, self.tested(act.cond, inside), done, subject)
            if t.They("those") in parts(act.cond):
                of_all = test  # "..., provided that at least one of them cast Burn": of all of them, as they are named
            if has_member(test):
                if any(
                    subject not in parts(part) for part in done
                ):  # "each neighbour loses 3 Stars, the target 5 if ..."
                    raise Puzzle("is all of this so only then?", "say it of each by itself", double=True)
                if isinstance(subject, t.Neighbours) and subject.of != CASTER and t.They() in parts(act.cond):
                    raise Puzzle('"they" could mean those, or the Wizard next to them', "name the Wizard", double=True)
                if clause is not None and clause.form in ("b", "m") and t.They() in parts(act.cond) and not one_by_one:
                    raise Puzzle(
                        '"they" could mean each of several Wizards, or all of them together',
                        "say: each Wizard who ...",
                        double=clause.form == "b",
                    )
                otherwise = () if act.otherwise is None else self.acts((act.otherwise,), context)
                self._weigh([t.If(test, done, otherwise, self.sentence)] if otherwise else [])
                if otherwise and any(isinstance(part, t.Roll | t.Pick) for part in parts((done, otherwise))):
                    raise Puzzle("the condition is of each of them, and so is what happens otherwise")
                if any(subject not in parts(part) for part in otherwise):
                    raise Puzzle("the condition is of each of them, and what happens otherwise is not", "say of whom")
                test = test if act.wanted else opposite(test)
                for case, told in ((test, done), (opposite(test), otherwise)):
                    out.extend(replaced(part, {subject: t.Those(subject, case)}) for part in told)
                    self.told.append((self.sentence, self.stage, t.Those(subject, case)))
                self._leave_each(act, done, t.Those(subject, opposite(test)), out)
                return
        if subject is not None and not is_one(subject) and _OF_EACH.intersection(parts(act.cond)):
            raise Puzzle("this could be asked of each of them, or once", "say: each Wizard who ...", double=True)
        worded = any(isinstance(part, t.Assign) and isinstance(part.value, t.WordInput) for part in parts(done))
        if not worded:  # "your Hat becomes the chosen colour if it is Red": the Hat, or what was chosen?
            self.things = self.things or near.turned(done)
        others = _others_than_the_caster(act.cond) or any(isinstance(part, t.Others) for part in parts(act.cond))
        if spoken and subject not in (None, CASTER) and others and not self.about_own(act.cond):
            raise Puzzle('"other" could leave out the caster, or them', "say: other than the caster", double=True)
        inside = replace(context, subject=subject if spoken else None, subject_depth=context.depth)
        test = of_all or at_least_that(act.cond, self.tested(act.cond, inside), done)
        test = test if act.wanted else opposite(test)
        if isinstance(act.act, t.Instead):
            if act.otherwise is not None:
                raise Puzzle('there is an "otherwise" already: what "instead" replaces')
            self.instead(act.act, test, context, out, since)
            return
        self.differ()
        if t.ThatMany() in parts(act.otherwise):  # "gains that many Stars, or 3 if ...": as many as before all this
            self.number, self.compared, self.in_case = named
        results.after_pair(self, test)
        otherwise = () if act.otherwise is None else self.acts((act.otherwise,), context)
        out.append(t.If(test, done, otherwise, self.sentence))

    def _two_here(self, *, several: bool = False) -> bool:
        """Whether this sentence has two pay or swap, neither of whom is the caster; `several`: not one pays one."""
        sides = [(one.payer, one.receiver) for one in self.made if isinstance(one, t.Pay) and one.at == self.sentence]
        if any(isinstance(part, t.Swap) for part in parts(self.sentence_said)):
            sides += [(one.left, one.right) for one in self.swaps[-1:]]
        return any(CASTER not in two and not (several and all(map(is_one, two))) for two in sides)

    def _weigh(self, out: list[t.Act]) -> None:
        """ "Gain 2 Stars, or 3 if you have a Hat. Each neighbour loses that many": which of the two? Notes it.

        A number that was named before the cases ("Roll DICE6. If it is even, gain that many") is the same in each.
        """
        number = self.number
        before = isinstance(number, t.NumberInput) or number == self.noted
        if (
            number is None
            or before
            or any(isinstance(one, t.Rolls) and one.roll == number for one in parts(tuple(out)))
        ):
            return
        for act in out:
            if not isinstance(act, t.If):
                continue
            cases = [
                [one for one in parts(acts) if isinstance(one, t.Change | t.Pay)] for acts in (act.then, act.otherwise)
            ]
            if self.sentence in {act.at, *(one.at for case in cases for one in case)}:
                told = [any(one.amount == number for one in case) for case in cases]
                self.in_case = self.in_case or (any(told) and not all(told))

    def _after_branch(self, act: t.If, before: tuple[t.Roll, ...]) -> None:
        """What was rolled under a condition is not "the result" for what follows it."""
        if self.rolls == before or any(isinstance(part, t.Roll) for part in parts(act.cond)):
            return
        self.number = None
        of_it = any(isinstance(part, t.Result) for part in parts(act.cond))
        if before and of_it and not any(isinstance(part, t.Rolls) for part in parts((act.then, act.otherwise))):
            self.rolls = before  # "roll DICE6. On a 1, gain DICE4 Stars. On a 2, ..."
        else:
            self.rolled_if = self.sentence, self.rolls

    def _of_same_subject(self, acts: tuple[t.Act, ...]) -> bool:
        """Whether these are outcomes of the very ones to whom the outcome before is said to happen."""
        named = next((part.subject for part in acts if isinstance(part, t.Clause)), None)
        return named is not None and named == self.subject_named and not isinstance(named, t.They)

    def _if(self, act: t.If, context: Context, out: list[t.Act], since: int) -> None:
        if isinstance(act.cond, t.WasAlready):
            act = replace(act, cond=self._already(act.cond, tuple(out[since:]), context))
        if any(isinstance(part, t.Targets) and part.whom is None for part in parts(act.cond)) and any(
            isinstance(part, t.Clause) and part.subject == t.They("that Wizard") for part in act.then
        ):
            raise Puzzle("the Wizard who targets, or who is targeted?", "name the Wizard", double=True)
        if isinstance(act.cond, t.Holds) and act.cond.group == t.Others() and _of_a_tie(act.cond.test):
            raise Puzzle("whose tie is this?", "say: if there is a tie")  # where it can be said of the one before
        if any(_of_such_two(act.cond, part) for part in parts(tuple(out[since:]))):
            raise Puzzle("whose tie is this?", "say: if there is a tie")  # so has the rule for a tie read it
        test = self.tested(act.cond, replace(context, subject=None))
        if self._never_works(test) and act.then != (t.Nothing(),):
            raise Puzzle("nothing happens in that case", "leave out what happens then")
        drawn = any(isinstance(part, t.Picks) for part in parts(act.then))  # "one of them is selected, ..."
        if _of_no_one_spell(act.cond) and t.They("spell") in parts(act.then) and not drawn:
            raise Puzzle('it is not clear which spell "it" means', "say: each spell that ...", double=True)
        if act.then in ((t.Nothing(),), (t.Clause(None, (t.Nothing(),)),)) and {t.They(), t.They("them")} & {
            *parts(act.cond)
        }:
            each_or_all(test, tuple(out))
        if {t.They(), t.They("them")} & {*parts(act.cond)} and self._of_same_subject(act.then):
            each_or_all(test, tuple(out))  # "each neighbour loses 2 Stars, and if they cast Burn, loses 1 Crystal"
        _check_others(act)
        match act.then:
            case (t.Clause(None, (t.Change() as amount,), "gap"),) if not act.otherwise:
                out.append(t.If(test, (self._amount_again(test, amount, context, out),), (), self.sentence))
                return
        match act.then, act.otherwise:
            case (t.Likewise() as more,), ():
                so_too = [*out]
                shares.likewise(self, more, so_too, since)
                out.append(t.If(test, tuple(so_too[len(out) :]), (), self.sentence))
                return
            case (t.Clause(None, (t.Void(t.They("spell"), False),)),), () if self._of_this_spell(test):
                if any(asked.kind == "spell" for asked in self.inputs):
                    raise Puzzle(
                        "it is not clear whether this spell or the chosen one is meant", "say which", double=True
                    )
                confirm.spared(self, test, t.Spared(whole=True), out)  # "If you are idle, it does nothing": this spell
                return
            case (t.Clause(None, (t.Void(t.They("the spell")),)),), _:
                named = any(asked.kind == "spell" for asked in self.inputs)
                if act.otherwise or named or self.spells is not None or not self._of_this_spell(test):
                    raise Puzzle('it is not clear which spell "the spell" is', "say: this spell", double=True)
                self._if(replace(act, then=(t.Nothing(),)), context, out, since)
                return
            case (t.Spared(way="paid"),), () if any(are_level(test, part) for part in parts(tuple(out[since:]))):
                self.not_paid(test, out, since)
                return
            case (t.Spared() as said,), ():
                confirm.spared(self, test, said, out)
                return
            case _, (t.Spared() as said,):
                self._act(replace(act, otherwise=()), context, out, since)
                confirm.spared_else(self, said, out)
                return
        done = act.then[0].acts if len(act.then) == 1 and isinstance(act.then[0], t.Seq) else act.then
        if done and isinstance(done[0], t.Instead):
            if act.otherwise:
                raise Puzzle('there is an "otherwise" already: what "instead" replaces')
            self.instead(done[0], test, context, out, since, done[1:])
            return
        if t.ThatMany() in parts(act.otherwise) and _result_or_amount(replace(act, cond=test)):
            raise _which_number()
        told = act.then[0].acts if len(act.then) == 1 and isinstance(act.then[0], t.Seq) else act.then
        rest = tuple(part for part in told if not remarked.still_happens(self, part, told, out))
        if len(rest) < len(told):
            if any(part in (t.Nothing(), t.Clause(None, (t.Nothing(),))) for part in rest):
                raise Puzzle("nothing happens, and yet something does", "say what does not happen")
            if rest:
                self._if(replace(act, then=rest), context, out, since)
            return
        denied, others = (None, told) if act.otherwise else confirm.without_spared(told)
        if denied is not None:
            confirm.spared(self, test, denied, out)
            self._if(replace(act, then=others), context, out, since)
            return
        beside = tuple(part for part in told if part not in _NOT_PAID)
        if len(beside) < len(told):
            self.not_paid(test, out, since)
            if not beside:
                return
            act = replace(act, then=beside)
        stage = self.stage
        then = self.acts(act.then, context)
        for part in act.otherwise:
            recent.those_of_none(test, part)
        test = at_least_that(act.cond, test, then)
        if _only_begins(act.then, then):
            raise Puzzle("it is not clear whether what follows has this condition too", "say it with what happens")
        if self.stage == stage and any(isinstance(part, t.If) and apart(test, part.cond) for part in parts(then)):
            raise Puzzle("a condition stands under another that is never true with it", "say them in two sentences")
        _not_besides(act.then, then, out)
        if act.otherwise and not _is_nothing(act.otherwise[0]):
            self._check_chain(test, out)
        self.differ()
        results.after_pair(self, test)
        out.append(t.If(test, then, self.acts(act.otherwise, context), self.sentence))
        if isinstance(act.cond, t.Not) and act.cond.unless:
            self.excepted = out[-1]
        if isinstance(act.cond, t.Not) and act.cond.asked:
            self.asked_no = out[-1]

    def _poor_do(self, act: t.Else, paid: t.Pay, context: Context, out: list[t.Act]) -> bool:
        """ "Each neighbour pays you 2 Stars if able and otherwise loses 1 Crystal": each of them who has fewer."""
        poor = near.too_poor(paid, self.stage)
        done = act.act.act if isinstance(act.act, t.Instead) else act.act
        if poor is None or act.unable not in (None, t.They()) or not isinstance(done, t.Clause):
            return False
        payer = self.subject_named if paid.at == self.sentence else None
        shared = done.form == "s" and payer is not None and done.subject == payer  # "... and otherwise gains 1"
        plain = replace(act, act=t.Nothing(), unable=None) == t.Else(t.Nothing())
        if not (shared or done.subject == t.They()) or not plain or paid.at < self.sentence - 1:
            return False
        if any(getattr(told, "at", -1) == paid.at for told in out[:-1]):
            raise Puzzle('it is not clear to whom "otherwise" applies', "say: each who cannot pay")
        self._act(replace(done, subject=poor, form="s"), context, out, len(out))
        return True

    def _leave_each(self, act: t.Trail, done: tuple[t.Act, ...], left: t.Those, out: list[t.Act]) -> None:
        """Keeps of whom "otherwise" can be said, after what each of some does: of nobody where there are two cases."""
        begun = out[: -len(done)]
        besides = any(getattr(one, "at", -1) == self.sentence for one in begun)
        second = self.left_each is not None and self.left_each[3] == tuple(begun)
        alone = act.wanted and act.otherwise is None and not besides and not second
        self.left_each = (act, left, self.sentence, tuple(out)) if alone else None
        self.said = None  # "(gain 1 Star for) each of them": of all, or of those who did?

    def _left_do(self, act: t.Else, context: Context, out: list[t.Act]) -> bool:
        """ "Each Wizard gains 2 Stars if they cast Burn, and otherwise loses 1": each of them who did not."""
        if self.left_each is None or self.left_each[2] < self.sentence - 1 or self.left_each[3] != tuple(out):
            return False
        before, left, said, told = self.left_each
        if _stage(told[-1]) != self.stage or act != t.Else(act.act):
            return False
        inner = act.act.act if isinstance(act.act, t.Instead) else act.act
        done = tuple(one for one in (inner.acts if isinstance(inner, t.Seq) else (inner,)) if isinstance(one, t.Clause))
        again = said == self.sentence and len(done) == 1 and done[0].form == "s"  # "... and otherwise loses 1"
        if not done or done not in ((inner,), getattr(inner, "acts", ())) or self.sentence in self.marks["else_each"]:
            return False
        if not all(one.subject == t.They() or (again and one.subject == self.subject_named) for one in done):
            return False
        spoken_of = {one for one in parts((before, left.test)) if isinstance(one, t.Who)}
        spoken_of.difference_update(parts(self.subject_named))
        spoken_of.update(one for one in parts(left.group) if isinstance(one, t.Who) and is_one(one))
        if not all(isinstance(one, t.Caster | t.Member | t.Subject | t.They) for one in spoken_of):
            raise Puzzle('"they" could mean each of these, or the one spoken of before', "name the Wizard", double=True)
        if self.sentence in self.marks["if_not"] and decided.is_denied(opposite(left.test)):
            raise Puzzle('"if not" could be the case named before, or the other', "say: otherwise", double=True)
        if t.ThatMany() in parts(done):
            raise _which_number()
        check_each(before, act.act)
        out[:] = [replace(one, at=self.sentence) if getattr(one, "at", -1) == said else one for one in out]
        for one in done:
            self._act(replace(one, subject=left, form="s"), context, out, len(out))
        self.group, self.said, self.merged = left.group, None, self.sentence  # "they": all of them, or the last?
        if any(isinstance(part, t.Roll | t.Pick) for part in parts(tuple(out[len(told) :]))):
            raise Puzzle("the condition is of each of them, and so is what happens otherwise")
        return True

    def _in_place_of_paying(self, act: t.Else, last: t.Act | None) -> t.If:
        """ "Pay 3 Stars to the next Wizard. If you can't, lose 1 Star instead": who has fewer pays nothing."""
        recent = isinstance(last, t.Pay) and last.at >= self.sentence - 1 and last.stage == self.stage
        if not isinstance(last, t.Pay) or last.mode != "always" or not recent:
            raise Puzzle("there is no payment before this that somebody could be unable to make")
        if act.unable not in (t.They(), last.payer) or (act.unable == t.They() and not self._third([last.payer])):
            raise Puzzle("it is somebody else who pays")
        return if_has_enough(last)

    def _already(self, said: t.WasAlready, before: tuple[t.Act, ...], context: Context) -> t.Cond:
        """ "Your Beard becomes Striped. If it already was, ...": whether it is Striped before that. Raises Puzzle."""
        made = [act for act in before if isinstance(act, t.Assign)]
        if len(made) != 1 or not is_one(made[0].who) or not isinstance(made[0].value, t.Value) or made[0].stage:
            raise Puzzle("it is not clear what it already was", "say what it is")
        who = made[0].who
        if said.whose is not None and self.fix(said.whose, replace(context, subject=None)) != who:
            raise Puzzle("nothing of theirs was changed before this", "say what it is")
        if said.attr not in ("", made[0].attr):
            raise Puzzle("nothing of that kind was changed before this", "say what it is")
        return t.Holds(who, ">=", t.Int(1), t.Is(t.Member(), made[0].attr, shift(made[0].value, 1)))

    def _neither(self, act: t.Else, context: Context, out: list[t.Act]) -> None:
        """ "If neither is the case": of the two conditions in the sentence before, or of the two sentences before."""
        last = out[-1] if out else None
        if not isinstance(last, t.If) or last.at < self.sentence - 1 or last.otherwise:
            raise Puzzle("it is not clear which two conditions are meant", "say the conditions again")
        other = out[-2] if len(out) > 1 else None
        if not isinstance(other, t.If) and _either(last.cond):
            self._otherwise(replace(act, neither=False), context, out)
            return
        before = None
        if isinstance(other, t.If) and other.at == self.sentence - 2 and not other.otherwise:
            before = other.cond
        third = len(out) > 2 and isinstance(out[-3], t.If)
        if before is None or third or any(isinstance(part, t.Or | t.And) for part in parts((before, last.cond))):
            raise Puzzle("it is not clear which two conditions are meant", "say the conditions again")
        acts = self.acts((act.act,), context)
        out.append(t.If(opposite(t.Or((before, last.cond))), acts, (), self.sentence))

    def _waits(self, said: t.Waits, out: list[t.Act]) -> t.Who:
        """ "Wait until ...": the Wizard whose spell it is. Raises Puzzle."""
        if out or self.sentence:
            raise Puzzle("it is not clear what happens before this", "say: after that spell has taken effect, ...")
        return said.casts

    def _provided(self, act: t.Provided, context: Context, out: list[t.Act], since: int) -> None:
        """ "This happens only if ...": what the sentence before says has this condition. Raises Puzzle."""
        under, before = out[since:], out[:since]
        asked: t.Cond | None = None
        if len(under) == 1 and isinstance(under[0], t.If) and not under[0].otherwise:
            asked, under = under[0].cond, list(under[0].then)  # "gain 2 Stars if you have a Hat"
        plain = t.Change | t.Pay | t.Assign | t.Swap | t.Level | t.Void | t.Replace | t.Picks  # "pick one: they ..."
        plain_ones = all(isinstance(act, plain) for act in under)
        alone = all(isinstance(act, t.Watch) for act in before)
        if not under or not plain_ones or not (alone or act.spared is not None):
            raise Puzzle("it is not clear which outcomes have this condition", "say it with the outcome")
        if isinstance(act.cond, t.Not) and act.spared is None:  # "This does not happen if ...": when is "otherwise"?
            if len(under) > 1:
                raise Puzzle("this could be said of the last outcome, or of all of them", "say it of each", double=True)
            self.amended, self.amending, self.number = self.sentence, since, None
        test = self.tested(act.cond, context)
        if any(isinstance(part, t.Pick) for part in parts(test)) and any(isinstance(act, t.Picks) for act in under):
            raise Puzzle("who is drawn is asked about, and drawn only then", "say: if the picked Wizard ...")
        if not (_of_all_or_some(act.cond) and self.sentence in self.marks["of_how_many"]):
            each_or_all(test, tuple(under))
        if isinstance(act.spared, t.Spared):
            confirm.exception_spares(self, act.spared, under, before)
        out[since:] = [t.If(test if asked is None else t.And((test, asked)), tuple(under), (), self.sentence)]

    def _otherwise(self, act: t.Else | t.IfSo, context: Context, out: list[t.Act]) -> None:
        near.continued(self)
        if isinstance(act, t.Else) and self.sentence not in self.marks["those"]:
            act = replace(act, act=_of_all(act.act))
        if isinstance(act.act, t.Spared) and isinstance(act, t.Else):
            if act.than and isinstance(out[-1] if out else None, t.If) and not self._is_left(act, out, context):
                raise Puzzle("this is not the other case", "say: otherwise")
            confirm.spared_else(self, act.act, out)
            return
        if isinstance(act, t.Else) and isinstance(act.act, t.Seq):
            denied, others = confirm.without_spared(act.act.acts)
            if denied is not None:
                confirm.spared_else(self, denied, out)
                self._otherwise(replace(act, act=others[0] if len(others) == 1 else t.Seq(others)), context, out)
                return
        if self.amended == self.sentence - 1 and act.answer is None:  # "if none does" answers what was asked
            raise Puzzle("it is not clear to which condition this belongs", "say the condition again")
        last = out[-1] if out else None
        if _none_did(act) and not (isinstance(last, t.If) and _asks_for_any(last.cond)):
            cond = t.Holds(t.They("who did"), "=", t.Int(0), t.Did("did"))
            out.extend(self.acts((t.If(cond, (act.act,)),), context))
            return
        if isinstance(last, t.Pay) and isinstance(act, t.Else) and self._poor_do(act, last, context, out):
            return
        if isinstance(act, t.Else) and self._left_do(act, context, out):
            return
        if isinstance(last, t.Pay) and isinstance(act, t.Else) and act.unable == t.They():
            act = replace(act, act=_does_unable(act.act, last.payer))
        if isinstance(last, t.Pay) and last.mode == "able":
            if isinstance(act, t.Else) and act.unable not in (None, t.They(), last.payer):
                raise Puzzle("it is somebody else who pays")
            last = out[-1] = if_has_enough(last)
        elif isinstance(act, t.Else) and act.unable is not None and isinstance(act.act, t.Instead):
            if [told for told in out[:-1] if getattr(told, "at", -1) == getattr(last, "at", 0)]:
                raise Puzzle("it is not clear what does not happen then", "say it of each")
            last = out[-1] = self._in_place_of_paying(act, last)
        elif isinstance(act, t.Else) and act.unable is not None:
            raise Puzzle("there is no payment before this that somebody could be unable to make")
        elif isinstance(last, t.If) and any(getattr(part, "mode", "") == "able" for part in last.then):
            raise Puzzle("it is not clear to which condition this belongs", "say the condition again", double=True)
        if not isinstance(last, t.If):
            raise Puzzle("this follows no condition", 'put it right after a sentence with "if"')
        if isinstance(act, t.Else):
            recent.those_of_none(last.cond, act.act)
        if last.at < self.sentence - 1 and self.spared and self.spared[-1][0] == self.sentence - 1:
            # "On a 5, gain 2 Stars. On a 6, the roll has no effect. Otherwise": on a 6 too?
            raise Puzzle("it is not clear to which condition this belongs", "say the condition again", double=True)
        match last.then:
            case (t.If(otherwise=()),) if not last.otherwise and last.at < self.sentence:
                raise Puzzle("it is not clear to which condition this belongs", "say the condition again", double=True)
        if self.sentence in self.marks["if_not"] and last is not self.works and decided.is_denied(last.cond):
            raise Puzzle('"if not" could be the case named before, or the other', "say: otherwise", double=True)
        sought = last is self.unless and isinstance(act, t.IfSo) and _there_is(opposite(last.cond))
        if act.found and not sought and not (last.cond in self.skipped and self.sentence - last.at < 3):
            raise Puzzle("nobody is looked for just before this", "say who there is, or is not")
        of_any = act.found or (act.nobody if isinstance(act, t.Else) else act.some)
        if of_any and not sought and not _for_somebody(last.cond):
            raise Puzzle("it was not asked before this whether there is anybody", "say the condition again")
        asked = opposite(last.cond) if sought else last.cond
        if act.answer is not None and not answers.fits(act.answer, asked, self.own):
            raise Puzzle("this does not answer what was asked", "say the condition again")
        if not of_any and last.cond in self.skipped and self.asked_each == last.at:
            raise Puzzle("this was asked of each of several", "say: if any of them did")
        if isinstance(act, t.IfSo) and act.works and last is not self.works:
            raise Puzzle("nothing is said before this of when the spell works", "say the condition again")
        if isinstance(act, t.IfSo) and act.both and not (isinstance(last.cond, t.And) and len(last.cond.parts) == 2):
            raise Puzzle("nothing before this asks two things", "say the conditions again")
        if isinstance(act, t.Else) and last is self.works:
            if act.than and not _denies(opposite(last.cond), act.than.removesuffix(ANY)):
                raise Puzzle("this is not the other case", "say: otherwise")  # "3 or more; if more, nothing"
            if act.act in (t.Nothing(), t.Clause(None, (t.Nothing(),))):
                return  # as was said
            raise Puzzle("nothing happens in that case", "leave out what happens otherwise")
        if isinstance(act, t.IfSo) and act.be:
            if any(isinstance(part, t.And | t.Or | t.Count) for part in parts(last.cond)):
                raise Puzzle("it is not clear what is so", "say the condition again")
            if decided.is_denied(last.cond):  # "unless your Hat is Red, nothing happens. If it is, ..."
                out[-1] = with_else(last, self.acts((act.act,), context))
                return
        # "Is your Hat Red? If not, ... If so, ..."
        if act == t.IfSo(act.act) and last is self.asked_no and not act.case:
            out[-1] = with_else(last, self.acts((act.act,), context))
            return
        if isinstance(act, t.IfSo) and not act.works and last is not self.unless:
            in_place = isinstance(act.act, t.Instead)
            if in_place != (last is self.excepted):  # with "unless", it could be either case but for "instead"
                raise Puzzle("it is not clear which case this is", "say the condition again", double=True)
        if isinstance(act, t.Else) and act.idle and not asks_for_a_cast(last.cond):
            raise Puzzle("it was not asked what a Wizard cast", "leave out what is said of idle Wizards")
        if isinstance(act, t.Else) and act.whose is not None:
            self._check_whose(act, last.cond, context)
        if isinstance(act, t.Else) and (act.than or act.attr) and self.stage != _stage(last):
            raise Puzzle("than before, or than what was asked?", "say the number again")
        if isinstance(act, t.Else) and act.than and not _denies(last.cond, act.than.removesuffix(ANY)):
            if act.than.endswith(ANY):
                beyond = _beyond(last.cond, act.than.removesuffix(ANY))
            else:
                beyond = opposed.other(out, act.than, self.sentence)
            if beyond is None:
                raise Puzzle("this is not the only other case", "say: otherwise")
            inner = act.act.act if isinstance(act.act, t.Instead) else act.act
            out.append(t.If(beyond, self.acts((inner,), context), (), self.sentence))
            self.third_case = None if act.than.endswith(ANY) else out[-1]
            return
        if isinstance(act, t.Else) and self.third_case is not None and last is self.third_case:
            raise Puzzle("which of these cases is left?", "say the condition")  # "if it is 3 ...; if it is higher ..."
        inner = act.act.act if isinstance(act.act, t.Instead) else act.act
        if isinstance(act, t.Else):
            check_each(last.then, inner)
        if isinstance(act, t.Else) and t.ThatMany() in parts(inner):
            made = [part.amount for part in parts(last.then) if isinstance(part, t.Change | t.Pay)]
            of_noted = any(
                isinstance(amount, _MADE) and any(part == self.noted for part in parts(amount)) for amount in made
            )
            if of_noted or _result_or_amount(last):
                raise _which_number()
        self.merged = self.sentence
        if isinstance(inner, t.Clause) and inner.form == "gap" and inner.subject is None:
            out[-1] = with_else(last, (self._other_amount(last, inner.acts[0], context),))
        elif isinstance(act, t.IfSo) and last is self.works:
            out[-1] = self.works = with_else(last, self.acts((inner,), context))
        elif isinstance(act, t.IfSo) and last is self.unless:
            out[-1] = self.unless = with_else(last, self.acts((inner,), context))
        elif isinstance(act, t.IfSo) and last is self.excepted:
            out[-1] = with_else(last, self.acts((inner,), context))
        elif isinstance(act, t.IfSo):
            out[-1] = replace(last, then=(*last.then, *self.acts((inner,), context)))
        elif act.every:
            if act.attr and not (self._only_number(last, out) and _asks_of(act.attr, last)):
                raise Puzzle("it is not clear which other number is meant", "say the number")
            tests: list[t.Cond] = []
            for before in reversed(out):
                if not isinstance(before, t.If) or not _asks(before.cond, tests, chosen=bool(act.chosen)):
                    if act.chosen and isinstance(before, t.If) and _asks(before.cond, [], chosen=True):
                        raise Puzzle("two things were chosen before this", "say which of them is another")
                    break
                if act.chosen and before.otherwise:
                    raise Puzzle("which of these cases is left?", "say what was chosen")
                tests.append(before.cond)
            if not tests and not act.chosen and self._only_number(last, out) and t.ThatMany() not in parts(inner):
                tests.append(last.cond)  # "if they have exactly 5 Stars, ... With any other number, ..."
            if not tests:
                raise Puzzle(f"there is no other {'choice' if act.chosen else 'result'} before this")
            either = tests[0] if len(tests) == 1 else t.Or(tuple(reversed(tests)))
            if act.chosen:
                self._check_left(either, act.chosen)
            if inner == t.Seq(()):
                return  # "anything else: nothing"
            out.append(t.If(opposite(either), self.acts((inner,), context), (), self.sentence))
        elif isinstance(act, t.Else) and act.between:
            conds = self._two_ends(out)
            if inner != t.Seq(()):
                out.append(t.If(opposite(t.Or(conds)), self.acts((inner,), context), (), self.sentence))
        elif isinstance(act, t.Else) and act.rest and len(cases := _all_about(last.cond, out)) > 1:
            if any(one.otherwise or _stage(one) != self.stage for one in cases):
                raise Puzzle("which of these cases is left?", "say which")
            either = t.Or(tuple(one.cond for one in cases))
            out.append(t.If(opposite(either), self.acts((inner,), context), (), self.sentence))
        elif isinstance(act, t.Else) and (conds := self._cases_before(inner, out)):
            out.append(t.If(opposite(t.Or(conds)), self.acts((inner,), context), (), self.sentence))
        else:
            acts = self.acts((inner,), context)
            if last is self.rather and acts == last.otherwise:
                return  # as was said
            acts = _of_others(last.cond, acts, inner)
            if isinstance(act, t.Else) and not _is_nothing(inner) and (told := self._points_before(last, out)):
                out.append(t.If(opposite(t.Or(told)), acts, (), self.sentence))
                return
            if [type(act) for act in acts] != [t.Nothing] or not harmless(last, out[:-1]):
                out[-1] = with_else(last, acts)

    def _check_chain(self, cond: t.Cond, out: list[t.Act]) -> None:
        """ "On a 1, lose 2 Stars, on a 6, gain 2, otherwise gain 1": on a 1 as well? Raises Puzzle."""
        cases = _all_about(cond, out)
        if cases and cases[-1].at == self.sentence and apart(cases[-1].cond, cond):
            raise Puzzle("in all cases but these, or in all but the last?", "say: in all other cases", double=True)

    def _points_before(self, last: t.If, out: list[t.Act]) -> tuple[t.Cond, ...]:
        """The cases that stand above the last point of a list, "in all other cases"; () if there is but one.

        "• On a 1, lose 2 Stars. • On a 6, gain 2. • Otherwise, gain 1.": on a 1 as well? Raises Puzzle.
        """
        cases = _all_about(last.cond, out)
        goes_on = {self.sentence - 2, self.sentence - 1} <= self.marks["semicolon"]
        near = len(cases) > 1 and cases[-2].at >= self.sentence - (2 if goes_on else 0)
        listed = self.sentence in self.marks["else_point"] or near
        if not listed or len(cases) < 2 or not apart(cases[-2].cond, last.cond):
            return ()
        conds = tuple(case.cond for case in cases)
        alone = all(apart(one, other) for at, one in enumerate(conds) for other in conds[at + 1 :])
        if self.sentence not in self.marks["rest_point"] or not alone or any(case.otherwise for case in cases):
            raise Puzzle("in all cases but these, or in all but the last?", "say: in all other cases", double=True)
        return conds

    def _only_number(self, last: t.If, out: list[t.Act]) -> bool:
        """Whether it was just asked if something is so many, and no other number was spoken of."""
        others = self.rolls or any(asked.kind == "number" for asked in self.inputs) or any(map(_asks_number, out[:-1]))
        return _asks_number(last) and not others and _stage(last) == self.stage

    def _two_ends(self, out: list[t.Act]) -> tuple[t.Cond, ...]:
        """The cases just told, between which "anything in between" is left. Raises Puzzle."""
        conds: tuple[t.Cond, ...] = ()
        for act in reversed(out):
            if not isinstance(act, t.If) or act.otherwise:
                break
            conds = (act.cond, *conds)
            settled = any(isinstance(part, t.Roll | t.NumberInput) for part in parts(conds))
            if left_between(conds, self.inputs) and (settled or _stage(act) == self.stage):
                return conds
        raise Puzzle("nothing was left open between two numbers before this", "say: otherwise")

    def _cases_before(self, act: t.Act, out: list[t.Act]) -> tuple[t.Cond, ...]:
        """The several cases just told, where a sentence begins with "in all other cases"; else none. Raises Puzzle.

        Below a table these are its rows, whatever the words.
        """
        rows = tabled.just_told(self)
        if rows or act in _NOTHING_THEN:
            return rows
        found: list[t.If] = []
        for act in reversed(out):
            if not isinstance(act, t.If) or act.otherwise or act.at != self.sentence - 1 - len(found):
                break
            found.insert(0, act)
        rest = self.sentence in self.marks["rest"]
        own = any(isinstance(part, t.Numbered) for part in parts(self.sentence_said))
        lost = rest and self.numbered.get("case", 0) - own > len(found)  # "case 3: otherwise", and one seen before it
        if not rest or (len(found) < 2 and not lost):
            return ()
        conds = tuple(act.cond for act in found)
        alone = not lost and all(apart(one, other) for at, one in enumerate(conds) for other in conds[at + 1 :])
        if not alone or any(_stage(act) != self.stage for act in found):
            raise Puzzle("other cases than all of these, or than the one before?", "say the conditions again")
        return conds

    def _of_this_spell(self, test: t.Cond) -> bool:
        """ "If you are idle, it does nothing": this spell, where no other is spoken of."""
        asked = any(isinstance(part, t.CastIs | t.CastAgain | t.Targets | t.CastTrait) for part in parts(test))
        return self.spell is None and self.announced is None and not asked

    def _never_works(self, test: t.Cond) -> bool:
        """Whether the spell does nothing where this is so."""
        return isinstance(self.works, t.If) and (test == self.works.cond or denies(test, opposite(self.works.cond)))

    def _check_left(self, either: t.Cond, said: str) -> None:
        """ "If you chose either of the other two words": of words, and that two are left. Raises Puzzle."""
        named = [part for part in parts(either) if isinstance(part, t.Word)]
        kind = "item" if named else "number"
        if {"number", "item"} & set(said.split()) - {kind}:
            raise Puzzle("something else was chosen", "say what was chosen")
        for many, word in ((1, "one"), (2, "two"), (3, "three")):
            left = set(self.inputs[named[0].index].words) - {one.word for one in named} if named else set()
            if word in said.split() and len(left) != many:
                raise Puzzle(f"it says that {word} is left, and that is not so", "say: anything else")

    def _check_whose(self, act: t.Else, cond: t.Cond, context: Context) -> None:
        """ "If they have fewer", "if there are fewer": that it was asked how many they have, or are; or what their
        Hat is, "if their Hat is anything else". Raises Puzzle.
        """
        who, attr = act.whose, act.attr
        if act.than == "=" and any(_asks_who_has_more(part, attr) for part in parts(cond)):
            return  # "if you have equally many"
        if attr and not any(isinstance(part, t.Is) and part.attr == attr for part in parts(cond)):
            raise Puzzle("nothing was asked before of this", "say the condition again")
        if attr and any(isinstance(part, t.Not) for part in parts(cond)):  # "if your Hat is not Red, ... If it is else"
            raise Puzzle("anything else than what is not so", "say the value")
        if who == t.All():
            least = 1 if isinstance(cond, t.Holds) and cond.op in ("=", "==") else 2
            so_many = isinstance(cond, t.Holds) and isinstance(cond.number, t.Int) and cond.number.value >= least
            if so_many or (isinstance(cond, t.Compare) and isinstance(cond.left, t.Count)):
                return
            raise Puzzle("nothing was asked before of how many there are", "say how many there are")
        if not isinstance(cond, t.Holds) or self.fix(who, context) != cond.group:
            raise Puzzle("nothing was asked before of what they have", "say how many they have")

    def _is_left(self, act: t.Else, out: list[t.Act], context: Context) -> bool:
        """Whether what is said to be left ("if you have the same number", "if it is lower") is, after a condition."""
        cond = out[-1].cond if isinstance(out[-1], t.If) else None
        if cond is None or _denies(cond, act.than.removesuffix(ANY)):
            return cond is not None
        if act.whose is not None:
            self._check_whose(act, cond, context)
        return opposed.other(out, act.than, self.sentence) is not None

    def _amount_again(self, test: t.Cond, said: t.Change, context: Context, out: list[t.Act]) -> t.Act:
        """ "(On a 1 or 2, gain 1 Star;) on a 3 or 4, 2": in a case that is none of those before. Raises Puzzle."""
        told = [one for one in takewhile(lambda one: isinstance(one, t.If), reversed(out)) if isinstance(one, t.If)]
        if not told or told[0].at < self.sentence - 1 or not all(apart(test, one.cond) for one in told):
            raise Puzzle("it is not clear of what this is another amount", "say the outcome again")
        return self._other_amount(told[0], said, context)

    def _other_amount(self, last: t.If, said: t.Act, context: Context) -> t.Act:
        """ "Otherwise, 2": the one outcome under the condition, with another amount. Raises Puzzle."""
        check_each(last.then, said, gap=True)
        match last.then, said:
            case (t.Change(floor=None) | t.Pay(mode="always") as old,), t.Change(_, attr, _, number) if (
                attr in ("", old.attr) and not last.otherwise
            ):
                amount = self.fix(number, context)
                self.number = None
                return replace(old, amount=amount, at=self.sentence)
        raise Puzzle("it is not clear of what this is another amount", "say the outcome again")

    # Leaves

    def _leaf(self, act: t.Act, context: Context) -> t.Act:
        if isinstance(act, t.Watch):
            return self._watch(act, context)
        if isinstance(act, t.Pay) and act.attr == "":
            raise Puzzle("it is not clear of what this number is", "name the thing")
        if isinstance(act, t.Change) and act.attr == "":
            self._check_thing(act)
            act = replace(act, attr=self.attr or "Stars")
        if isinstance(act, t.Assign | t.Change) and act.attr == "it":
            act = replace(act, attr=near.sized(self)[1])
        if isinstance(act, t.Assign) and act.attr == "":
            act = replace(act, attr=near.turned_thing(self, act))
        if isinstance(act, t.Redirect) and not self.asks_whom():
            act = turned_back(act)
        fixed: Any = notes.levelled(self.fix(act, context))
        if isinstance(act, t.Change) and isinstance(fixed, t.Change) and isinstance(act.amount, t.InAll):
            self._only_one(fixed)
        if isinstance(fixed, t.Assign) and isinstance(fixed.attr, t.WordInput) and fixed.attr == fixed.value:
            raise Puzzle("what was chosen is the thing, or what it becomes?", "let two words be chosen")
        if isinstance(act, t.Pay) and not is_one(fixed.payer) and t.They("owner") in parts(act.amount):
            raise Puzzle("whose neighbours are meant?", "say: the caster's neighbours", double=True)
        if isinstance(fixed, t.Pay) and fixed.payer == fixed.receiver and is_one(fixed.payer):
            raise Puzzle("who pays and who is paid are one", "name the Wizard")
        if isinstance(act, t.Redirect | t.Replace):
            fixed = moves(act, fixed)
        if isinstance(fixed, t.Change):
            self.changed.add((fixed.attr, "gain" if fixed.gain else "loss"))
        elif isinstance(fixed, t.Pay | t.Assign | t.Swap | t.Level):
            self.changed.update((str(fixed.attr), way) for way in ("gain", "loss"))
        if isinstance(fixed, t.Assign) and isinstance(fixed.attr, str) and is_one(fixed.who):
            self.turned.append((fixed.who, fixed.attr))
        if isinstance(fixed, t.Assign) and isinstance(fixed.attr, str) and isinstance(fixed.value, t.WordInput):
            self.as_chosen.add((fixed.who, fixed.attr))
        if isinstance(act, t.Change) and isinstance(fixed, t.Change):
            recent.of_bound(self, act.amount, fixed)
            recent.of_several(self, act.amount, fixed)
            recent.for_each_again(act.amount, fixed)
            if t.ThatMany() in parts(act.amount):
                self.as_many.add(self.sentence)
        if isinstance(fixed, t.Change | t.Pay):
            if any(isinstance(number, t.NumberInput) for number in self.compared):
                self.chosen_asked = self.sentence
            self.compared = []
        if isinstance(fixed, t.Level):
            notes.average(self, fixed)
        if isinstance(fixed, t.Swap):
            self.swaps.append(fixed)
        if isinstance(fixed, t.Redirect | t.Replace | t.Void):
            self.touched.append(fixed)
            if not is_one(fixed.who):
                self.touched_at = self.sentence
                self.spell = None if isinstance(self.spell, t.Pick) else self.spell  # "it": one drawn, or of these?
        match act:
            case t.Redirect(t.Pick(_, t.Casters(), 1)) | t.Void(t.Pick(_, t.Casters(), 1)):
                self.spell, self.spell_said = fixed.who, ()  # "a random spell has no effect. If it is Burn, ..."
        if isinstance(fixed, t.Redirect):
            self.moving = True
            owner = fixed.who.who if isinstance(fixed.who, t.Owner) else fixed.who
            sides = [
                who for who in (owner, fixed.to) if is_one(who) and not isinstance(who, t.Member)
            ]  # "its own caster"
            self.aimed = self.sentence, tuple(sides)
        if isinstance(fixed, t.Change | t.Pay) and not isinstance(fixed.amount, t.Int):
            self.amounts.append((self.sentence, fixed.amount))
        if isinstance(act, t.Change) and isinstance(act.amount, t.Further) and isinstance(fixed, t.Change):
            check_further(fixed, self.made, self.sentence_said, self.group)
        if isinstance(fixed, t.Change | t.Pay):
            self.in_case, self.number_stage = False, self.stage
            for counted in {part.who for part in parts(fixed.amount) if isinstance(part, t.Count)}:
                self.named_at[counted] = self.stage
        if isinstance(fixed, t.Change):
            self.attr = fixed.attr
            open_number = (
                has_member(fixed.amount) or fixed.floor is not None or fixed.amount == t.Untold()
            )  # "up to 3": perhaps fewer are lost
            self.number = None if open_number else fixed.amount
        elif isinstance(fixed, t.Assign) and isinstance(fixed.attr, str) and isinstance(fixed.value, t.Num):
            self.attr, self.number = fixed.attr, None
        elif isinstance(fixed, t.Pay):
            open_number = has_member(fixed.amount) or fixed.mode == "upto"
            named = isinstance(act, t.Pay) and isinstance(act.amount, t.ThatMany | t.Result | t.NumberInput | t.Noted)
            self.in_case = fixed.mode == "able" and not named
            self.attr, self.number = fixed.attr, None if open_number else fixed.amount
            if context.watch < 0 and context.clause == CASTER and CASTER in (fixed.payer, fixed.receiver):
                self._dealt_with(fixed.payer if fixed.receiver == CASTER else fixed.receiver)
        elif isinstance(fixed, t.Picks):
            if fixed.pick.count == 1:
                self.pick = fixed.pick
                self.spell, self.spell_said = fixed.pick, ()
            else:  # several, of whom "they" then speaks
                self.here = [who for who in self.here if who != fixed.pick]
                self.crowd_here = fixed.pick
                self.group = fixed.pick
                self.groups.append(fixed.pick)
                self.told.append((self.sentence, self.stage, fixed.pick))
        elif isinstance(fixed, t.Rolls):
            self.number, self.compared, self.counted, self.noted = fixed.roll, [], False, None
            self.in_case = False
            self.rolls = (*(r for r in self.rolls if r.key == fixed.roll.key - 1), fixed.roll)
            self.rolled[fixed.roll] = None
        extra: dict[str, Any] = {"at": self.sentence}
        if self.way > self.stage:
            check_late(fixed)
        if hasattr(fixed, "stage"):
            extra["stage"] = max(self.stage, self.way)
        self.way = 0
        made: t.Act = replace(fixed, **extra)
        if isinstance(made, t.Change | t.Pay):
            floors.check_after(self, made)
            self.made.append(made)
        return made

    def _check_thing(self, act: t.Change) -> None:
        """ "If you have at least 3 Crystals, lose that many", "for each Crystal, gain 2": of what? Raises Puzzle.

        Of what a condition asked, or is counted, as well as of what was gained or lost before.
        """
        of_asked = self.compared and t.ThatMany() in parts(act.amount)
        told = parts(self.sentence_said if of_asked else act.amount)
        things = {part.attr for part in told if isinstance(part, t.Stat) and part.attr} - {self.attr or "Stars"}
        if things:
            raise Puzzle("it is not clear of what this number is", "name the thing", double=True)

    def _only_one(self, change: t.Change) -> None:
        """ "Gain 1 Star for each ... . Gain 1 Star for each ..., up to 6 in total": of both? Raises Puzzle."""
        for other in self.made:
            if isinstance(other, t.Change) and (other.who, other.attr, other.gain) == (
                change.who,
                change.attr,
                change.gain,
            ):
                raise Puzzle('"in total" could mean of this, or with what was said before', "leave it out")

    def _check_to_come(self, watch: t.Watch, whom: t.Who) -> None:
        """ "Each neighbour loses 2 Stars. All Stars lost are gained by you": these, or all to come? Raises Puzzle."""
        for act in self.made:
            if isinstance(act, t.Pay):
                who = act.payer if watch.way == "loss" else act.receiver
            elif act.gain is not (watch.way == "gain"):
                continue
            else:
                who = act.who
            if act.attr == watch.attr and (who == whom or not (is_one(who) and is_one(whom))):
                raise Puzzle(
                    "those that were just lost or gained, or all from now on?",
                    "say: for the rest of this Duel; or: that many Stars",
                    double=True,
                )

    def _dealt_with(self, others: t.Who) -> None:
        """ "Steal 1 Star from each of your neighbours. (All of them ...)": these are spoken of as their subject is."""
        if is_one(others) or has_member(others):
            return
        apart = any(at == self.sentence and who != others for at, _, who in self.told)
        self.spoken_of(others)
        if apart:  # "all idle Wizards gain 1 Star, and you steal 1 from each of your neighbours": they?
            self.group = self.crowd_here = None

    def _watch(self, act: t.Watch, context: Context) -> t.Act:
        self.check_other(act.whom)
        if act.attr == "" and act.how in ("times", "less", "more"):
            raise Puzzle("it is not clear of what this number is", "name the thing")
        if _BEFORE_THESE in parts(act.source):
            theirs = self.fix(t.They(), replace(context, subject=None))
            if not is_one(theirs) or has_member(theirs):
                raise Puzzle("it is not clear whose spell this is", "name the Wizard", double=True)
            act = replace(act, source=replaced(act.source, {_BEFORE_THESE: theirs}))
        whom = self.fix(act.whom, replace(context, subject=None))
        if not is_one(whom) and act.whom == t.They():
            recent.they(self, whom)
        if not context.timed and act.how in _ON_FLOWS and act.source == t.Always():
            self._check_to_come(act, whom)
        if not is_one(whom) and not has_member(whom):
            self.group = whom
            self.groups.append(whom)
            self.told.append((self.sentence, self.stage, whom))
        told = act.source, act.amount, act.to, act.then
        if not is_one(whom) and any(part in (t.They("place"), t.They("owner")) for part in parts(told)):
            raise Puzzle("it is not clear next to whom", "say whose neighbours, or next to whom", double=True)
        depth = context.depth + 2
        subject = shift(whom, 2) if is_one(whom) else t.Member(1)
        clause, since = context.clause, context.clause_depth
        inside = Context(depth, subject, depth, clause=clause, clause_depth=since, watch=depth)
        source = self.source = self.fix(act.source, inside)
        if any(isinstance(part, t.Same) and part.left == part.right for part in parts(source)):
            # "If a neighbour cast Burn, that spell does not affect you": not whichever spell is on its way to you
            raise Puzzle("it is not clear which spell this is", "say: you are not affected by Burn", double=True)
        if any(isinstance(part, t.In) and part.group != CASTER for part in parts(source)):
            self.watched_at = self.sentence  # "spells of your neighbours do not affect you. They ..."
        if act.how == "shield" and source == t.Always():
            source = t.Not(t.Same(t.Member(0), t.Member(1)))
        to = self.fix(act.to, inside)
        if act.how == "move" and to == subject:
            raise Puzzle("who loses this and who is to lose it instead are one", "name the Wizard")
        return replace(
            act,
            whom=whom,
            source=source,
            amount=self.fix(act.amount, inside),
            to=to,
            then=self.fix(act.then, inside),
            at=self.sentence,
        )


_BEFORE_THESE = t.They("before these")
"""Who is spoken of before those who have a status: "their spell does not affect your neighbours"."""


def _is_nothing(act: t.Act) -> bool:
    return act in (*_NOTHING_THEN, t.Seq(()))


def _asks_for_any(cond: t.Cond) -> bool:
    """Whether it was asked if there is anybody, or nobody, of whom something is so."""
    denied = cond.part if isinstance(cond, t.Not) else cond
    return _for_somebody(denied) or (isinstance(cond, t.Holds) and (cond.op, cond.number) == ("=", t.Int(0)))


def _of_all(act: t.Act) -> t.Act:
    """ "Otherwise, only idle Wizards lose 2": only these, of all, as in this case nothing else was said before."""
    match act:
        case t.Begun(t.Seq((_, t.Unmoved(None, "", ""))) as alone):
            return alone
    return act


def _none_did(act: t.Else | t.IfSo) -> bool:
    """ "(If exactly one Wizard cast Burn, ... If more did, ...) If none did": not all that is left, but none."""
    return isinstance(act, t.Else) and act.answer == t.Answered("did", "one") and (act.found or act.nobody)


def _of_all_or_some(cond: t.Cond) -> bool:
    """ "This happens only if every one of those neighbours cast Burn", "if none of them did": said of how many."""
    match cond:
        case t.Not(part):
            return _of_all_or_some(part)
        case t.Holds(t.They("those" | "those neighbours" | "those looked at" | "them looked at")):
            return True
    return False


def _ahead_of_caster(cond: t.Cond) -> bool:
    """ "(Each Wizard pays ...) if exactly one other Wizard has more Stars than you": than you, so other than you.

    "If another Wizard cast the same spell as you", "if nobody else has your Hat": which you do yourself.
    """
    match cond:
        case t.Holds(t.Others(), _, _, t.CastIs(t.Member(0), (t.SpellOf(t.Caster()),))):
            return True
        case t.Holds(t.Others(), _, _, t.Is(t.Member(0), attr, t.ValueOf(t.Caster(), same))):
            return attr == same
        case t.Not(part):
            return _ahead_of_caster(part)
        case t.Holds(t.Others(), _, _, t.Compare(t.Stat(t.Member(0), attr), "<" | ">", t.Stat(t.Caster(), same))):
            return attr == same
        case t.Compare(t.Count(t.Those(t.Others() as others, test))):
            return _ahead_of_caster(t.Holds(others, ">=", t.Int(1), test))
    return False


def _of_no_one_spell(cond: t.Cond) -> bool:
    """ "If no spell targets the caster, it ...", "if at least two spells target the caster, it ..."; "if nobody cast
    Burn, that spell ...".
    """
    match cond:
        case t.Holds(t.Casters(), op, number):
            return (op, number) == ("=", t.Int(0)) or (op != "all" and number != t.Int(1))
        case t.Holds(group, "=", t.Int(0), test) | t.Not(t.Holds(group, ">=", t.Int(1), test)) if not is_one(group):
            return any(isinstance(part, t.CastIs | t.CastTrait | t.Targets) for part in parts(test))
    return False


def _of_others(cond: t.Cond, acts: tuple[t.Act, ...], said: t.Act) -> tuple[t.Act, ...]:
    """ "Otherwise, they ...": not of those of whom the condition asks, but of all whom it asks about. Raises Puzzle.

    "If all neighbours cast Burn, ... Otherwise, those who did ..." `said` of whom it is.
    """
    if not isinstance(cond, t.Holds) or (those := t.Those(cond.group, cond.test)) not in parts(acts):
        return acts
    if (cond.op, cond.number) == (">=", t.Int(1)):
        raise Puzzle("there is nobody of whom this is so", "say who is meant")
    if cond.op != "all":
        return acts
    told: dict[t.Node, t.Node] = {part: t.All() for part in parts(said) if isinstance(part, t.Those | t.Casters)}
    if told:
        if any(isinstance(part, t.They) for part in parts(replaced(said, told))):
            raise Puzzle("those who did, or all of whom it was asked?", "say who is meant", double=True)
        return acts
    made: tuple[t.Act, ...] = replaced(acts, {those: cond.group})
    return made


def _which_number() -> Puzzle:
    reason = '"that many" could mean a result or a number, or what was gained or lost'
    return Puzzle(reason, "name the number", double=True)


def _result_or_amount(last: t.If) -> bool:
    """ "If the result is 6, gain 2 Crystals. Otherwise, lose that many Stars": whether two numbers were named.

    So with "gain twice that number": that number, or twice that.
    """
    counted = isinstance(last.cond, t.Holds) and not is_one(last.cond.group) and last.cond.op == "="
    asked = counted or any(isinstance(part, t.Roll | t.NumberInput | t.Count) for part in parts(last.cond))
    moved = [part.amount for part in parts(last.then) if isinstance(part, t.Change | t.Pay)]
    if any(isinstance(amount, _MADE) and any(isinstance(part, _NAMED) for part in parts(amount)) for amount in moved):
        return True  # "gain half as many Stars; otherwise, lose that many"
    return asked and any(isinstance(amount, t.Int) for amount in moved)


_MADE = t.Part | t.Times | t.Minus | t.Add
_NAMED = t.Roll | t.NumberInput | t.ThatMany | t.Result
"""What is made of a number, and the numbers that a text names: "half of the result"."""


def _does_unable(act: t.Act, payer: t.Who) -> t.Act:
    """ "(If they cannot,) they lose 1 Crystal": who cannot pay."""
    match act:
        case t.Clause(t.They("they")):
            return replace(act, subject=payer)
        case t.Instead(inner):
            return replace(act, act=_does_unable(inner, payer))
    return act


def _of_payer(cond: t.Cond, pay: t.Pay, subject: t.Who | None) -> bool:
    """ "(They pay you 3 Stars) if they have at least 3", "(each of them pays 3) if they have that many"."""
    return has_enough(cond, pay) or (subject is not None and not is_one(subject) and able_of_that_many(cond, pay))


def _they_again(before: t.Act | None, act: t.Act) -> bool:
    """ "They pay 2 Stars to the caster and gain 1 Crystal": "they" who did the first do the second as well."""
    told = act.act if isinstance(act, t.Later) else act
    return all(isinstance(one, t.Clause) and one.subject == t.They() for one in (before, told))


def _stage(act: t.Act) -> int:
    """The step at which something happens."""
    return max((getattr(part, "stage", 0) for part in parts(act)), default=0)


def _asks(cond: t.Cond, others: list[t.Cond], *, chosen: bool) -> bool:
    """Whether a condition asks for the result of a roll, or for nothing but the one thing of the order as others do."""
    if not chosen:
        return any(isinstance(part, t.Roll) for part in parts(cond))
    asked = {_chosen(test) for one in (cond, *others) for test in (one.parts if isinstance(one, t.Or) else (one,))}
    return len(asked) == 1 and None not in asked


def _asks_number(act: t.Act) -> bool:
    """Whether it is asked if somebody has, or there are, just so many."""
    match act:
        case t.If(t.Holds(who, ">=", t.Int(1), t.Compare(t.Stat(), "=", t.Int())), otherwise=()) if is_one(who):
            return True
        case t.If(t.Compare(t.Stat() | t.Count(), "=", t.Int()), otherwise=()):
            return True
    return False


def _asks_of(attr: str, act: t.If) -> bool:
    """Whether what is asked is how many of a thing somebody has."""
    return any(isinstance(part, t.Stat) and part.attr == attr for part in parts(act.cond))


def _chosen(test: t.Cond) -> tuple[str, int] | None:
    match test:
        case t.Word(index):
            return "word", index
        case (
            t.Compare(t.NumberInput(index), _, t.Int())
            | t.Odd(t.NumberInput(index))
            | t.Not(t.Odd(t.NumberInput(index)))
        ):
            return "number", index
    return None


ANY = " any"
"""After "<" or ">": "anything lower", "anything higher"."""


def _asks_who_has_more(cond: t.Node, attr: str) -> bool:
    """Whether it is asked who of two has more, the caster being one of them; of `attr`, if that is named."""
    match cond:
        case t.Compare(t.Stat(one, thing), "<" | ">" | "<=" | ">=" | "=", t.Stat(other)):
            return attr in ("", thing) and t.Caster() in (*parts(one), *parts(other))
        case t.Holds(one, test=t.Compare(t.Stat(t.Member(0), thing), _, t.Stat(other))):
            return attr in ("", thing) and t.Caster() in (*parts(one), *parts(other))
    return False


def _denies(cond: t.Cond, than: str) -> bool:
    """Whether "lower" or "higher" is all that is left where a number is not as the condition says."""
    if than not in t.OPPOSITE:
        return False  # "the other way round"
    match cond:
        case t.Compare(t.Roll() | t.NumberInput() | t.Count(), op, t.Int()) | t.Holds(
            _, ">=", t.Int(1), t.Compare(t.Stat(start=False) | t.Position(), op, t.Int())
        ):
            return op == t.OPPOSITE[than]
        case t.Holds(_, op, t.Int(number)) if number > 1:
            return op == t.OPPOSITE[than]
    return False


def _beyond(cond: t.Cond, than: str) -> t.Cond | None:
    """What "anything lower" or "higher" asks after one or several results: "on a 5 or a 6 ..., on anything less"."""
    tests = cond.parts if isinstance(cond, t.Or) else (cond,)
    numbers = []
    for test in tests:
        match test:
            case t.Compare(t.Roll() as roll, "=", t.Int(number)):
                numbers.append((roll, number))
            case _:
                return None
    rolls, limits = {roll for roll, _ in numbers}, [number for _, number in numbers]
    if len(rolls) != 1:
        return None
    return t.Compare(rolls.pop(), than, t.Int(min(limits) if than == "<" else max(limits)))


def _comes(sentences: list[t.Act], number: int, after: t.Comes) -> bool:
    """Whether it can be said of a sentence that "this loss comes after that spell has taken effect"."""
    if number and not after.flow:
        return False  # "gain 2 Stars. They lose 1 Star. This happens ...": both of them?
    match sentences[number]:
        case t.Clause(_, (t.Change() as change,)):
            return after.flow in ("", "gain" if change.gain else "lose")
        case t.Clause(_, (t.Pay(),)):
            return after.flow in ("", "pay")
        case t.Clause(_, (t.Assign() | t.Swap(),)):
            return not after.flow
    return False


def _awaited(sentence: t.Act, casts: t.Who, number: int) -> t.Act:
    """What happens once a spell has taken effect; "then", right after "wait until ...", is that very moment."""
    if isinstance(sentence, t.TieRule | t.Exempt | t.FloorRule | t.Confirmed):
        return sentence  # about what was said before
    if number == 1 and isinstance(sentence, t.Later):
        sentence = sentence.act
    return t.Awaited(sentence, casts)


def _there_is(cond: t.Cond) -> bool:
    """Whether it is asked if there are such Wizards: "If there is one, ..."."""
    return isinstance(cond, t.Holds) and (cond.op, cond.number) == (">=", t.Int(1)) and not is_one(cond.group)


def _all_about(cond: t.Cond, out: list[t.Act]) -> list[t.If]:
    """The last outcomes whose conditions all ask about the same as this: "If it is 1, ... If it is 2, ..."."""
    about = _asked_about(cond)
    found: list[t.If] = []
    for act in reversed(out):
        if about is None or not isinstance(act, t.If) or _asked_about(act.cond) != about:
            break
        found.insert(0, act)
    return found


def _asked_about(cond: t.Cond) -> tuple[t.Node | str | int, ...] | None:
    """The number, or the thing of somebody, about which a condition asks."""
    match cond:
        case t.Holds(who, ">=", t.Int(1), test) if is_one(who):
            inner = _asked_about(test)
            return None if inner is None else (who, *inner)
        case t.Is(t.Member(0), str() as attr):
            return (attr,)
        case t.Compare(left) | t.Odd(left):
            return (left,)
        case t.Word(index):
            return (index,)
        case t.Not(part):
            return _asked_about(part)
        case t.Or(some) | t.And(some):
            asked = {_asked_about(part) for part in some}
            return asked.pop() if len(asked) == 1 else None
    return None


def _not_besides(said: tuple[t.Act, ...], fixed: tuple[t.Act, ...], before: list[t.Act]) -> None:
    """ "Gain 2 Stars. If ..., gain twice as many": twice as many in all, or besides? Raises Puzzle."""
    scaled = [part for part in parts(said) if isinstance(part, t.Times | t.Part) and t.ThatMany() in parts(part)]
    done = [part for part in parts(fixed) if isinstance(part, t.Change)]
    old = [part for part in parts(tuple(before)) if isinstance(part, t.Change)]
    if scaled and any((one.who, one.gain) == (part.who, part.gain) for one in done for part in old):
        raise Puzzle("it is not clear whether this comes besides what was said before", "say the number")


_SPELLS = ("spell", "it", "those spells", "such")


def _check_others(act: t.If) -> None:
    """ "If Burn was cast, all other spells ...", "if two Wizards did, the others ...": than those? Raises Puzzle."""
    moved = [part for part in parts(act.then) if isinstance(part, t.Void | t.Redirect)]
    other = t.Not(t.Same(t.Member(), CASTER))
    named = any(isinstance(part, t.CastIs) and part.names for part in parts(act.cond))
    shared = any(
        isinstance(part, t.CastShared)
        or (isinstance(part, t.CastIs) and any(isinstance(name, t.SpellOf) for name in part.names))
        for part in parts(act.cond)
    )
    if shared and any(isinstance(part, t.They) and part.word in _SPELLS for part in parts(act.then)):
        raise Puzzle("this could mean the spell of either of them", "say whose spell", double=True)
    if named and any(other in parts(part) for part in moved):
        raise Puzzle('"other" could leave out the spell spoken of, or this one', "say which spells", double=True)
    subjects = [part.subject for part in act.then if isinstance(part, t.Clause)]
    subjects += [part.whom for part in parts(act.then) if isinstance(part, t.Watch)]
    if any(isinstance(part, t.Neighbours) for part in parts(act.cond)) and any(
        isinstance(who, t.Others) for who in subjects
    ):  # "if the caster targets a neighbour, the others ..."
        raise Puzzle('"other" could leave out the caster, or the neighbours too', "say whom", double=True)
    match act.cond:
        case t.Holds(t.Others(), _, _, test) if any(
            isinstance(part, t.SpellOf) and part.who not in (CASTER, t.Caster(you=True)) and is_one(part.who)
            for part in parts(test)
        ):  # "nobody else cast the same spell as the chosen Wizard"
            raise Puzzle('"other" could leave out the caster, or the Wizard named', "say whom", double=True)
        case t.Compare(t.Count()) if any(other in parts(part) for part in moved):  # "if two spells were cast"
            raise Puzzle('"other" could leave out the spells spoken of, or this one', "say which spells", double=True)
        case t.Holds(group) if not is_one(group):
            several = any(isinstance(part, t.Others | t.Without) for part in parts(group))
            if not several and any(isinstance(who, t.Others) for who in subjects):
                raise Puzzle('"other" could leave out the caster, or those who did this', "say whom", double=True)


def _by_then(act: t.Act) -> t.Act:
    """What happens then, with its condition on how it is by then: of one outcome, where it stands behind it."""
    match act:
        case t.Trail(t.Seq()):
            return act
        case t.Anyway(inner):
            return replace(act, act=_by_then(inner))
        case t.If(t.ByThen(told)) | t.Trail(_, t.ByThen(told)):
            return replace(act, cond=told)
        case t.If(t.Not(t.ByThen(told)) as denied) | t.Trail(_, t.Not(t.ByThen(told)) as denied):
            return replace(act, cond=replace(denied, part=told))
    return act


def _told_in_full(price: t.Price) -> t.Price:
    """ "2 Stars, or nothing if you have fewer": than 2. Raises Puzzle where it is not clear than how many."""
    if not any(isinstance(part, t.AsBefore) for test, _, _ in price.parts for part in parts(test)):
        return price
    *_, (_, number, attr) = price.parts
    asked = [test for test, _, _ in price.parts if test != t.Always()]
    if any(t.AsBefore() not in parts(test) for test in asked):
        return price  # "4 if you have 12 Stars or more, and 2 if you have fewer": than those 12
    kinds = {part.attr for test, _, _ in price.parts for part in parts(test) if isinstance(part, t.Stat)}
    if not isinstance(number, t.Int) or kinds != {attr}:
        raise Puzzle("it is not clear than how many", "say the number")
    return t.Price(replaced(price.parts, {t.AsBefore(): number}))

"""Sentences about the outcome before: "instead", "nothing is paid", ties, exceptions, and how low a loss may bring."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.apart import apart, implies
from pbp.spells.inputs import Puzzle
from pbp.spells.refer import floors, letters, near, notes
from pbp.spells.refer.clauses import (
    alike,
    asked_in,
    check_each,
    conjoined,
    denies,
    of_the_same,
    opposite,
    stopped,
    unstaged,
)
from pbp.spells.refer.context import CASTER, TOP, Context
from pbp.spells.refer.meant import Meanings
from pbp.spells.refer.spared import left
from pbp.spells.sense.conditions import of_a_tie
from pbp.spells.sense.members import all_of, contains, is_for, nth_of
from pbp.spells.walk import is_one, mapped, parts, replaced, shift

_PAYMENTS = ("payment", "paid", "pay", "paid by you")
"""What does not happen in a tie, where it is said of a payment."""


def are_level(test: t.Cond, top: t.Node) -> bool:
    """Whether it is asked if two have as many, of whom the one with more is spoken of: if there is a tie."""
    match test, top:
        case (
            t.Holds(one, ">=", t.Int(1), t.Compare(t.Stat(t.Member(0), attr), "=", t.Stat(other, same))),
            t.Top(t.Join((first, second)), t.Stat(attr=thing), ties="ruling"),
        ):
            return {one, other} == {first, second} and attr == same == thing
    return False


def _way(act: t.Act) -> tuple[t.Who | bool | None, ...]:
    """Whether something is gained or lost, or by whom it is paid."""
    return getattr(act, "gain", None), getattr(act, "payer", None)


def _other_result(test: t.Cond, before: t.Cond) -> bool:
    """Whether two conditions are other results of one roll."""
    asked = [part for part in parts((test, before)) if isinstance(part, t.Compare | t.Odd)]
    rolled = all(any(isinstance(part, t.Roll) for part in parts(one)) for one in asked)
    return bool(asked) and rolled and apart(test, before)


def _sides(act: t.Act) -> tuple[t.Who, ...]:
    """Whom an outcome takes from or gives to."""
    match act:
        case t.Change(who) | t.Assign(who):
            return (who,)
        case t.Pay(payer, receiver):
            return payer, receiver
    return ()


def _still(old: t.Act, new: tuple[t.Act, ...], test: t.Cond) -> tuple[t.Act, ...]:
    """ "All Wizards lose 2 Stars. If you have a Red Hat, you lose 3 instead.": what the others still do. Raises Puzzle.

    Where it is not one of them, all of it is replaced: "Each neighbour loses 2 Stars. If ..., you lose 2 instead".
    """
    told = old.then[0] if isinstance(old, t.If) and len(old.then) == 1 and not old.otherwise else old
    groups = [(at, who) for at, who in enumerate(_sides(told)) if not is_one(who)]
    if any(_none_of(who, test) for _, who in groups):
        return ()  # "if no Wizard's Hat is Red, the caster gains 2 Stars instead": nobody does it then
    whose = {who for act in new for who in _sides(act)}
    for at, group in groups:
        some = [who for who in whose if who != group and _is_among(group, who, test) is not False]
        if group in whose or not some:
            continue
        clear = len(new) == 1 and len(groups) == 1 and told is old and _is_among(group, some[0], test)
        asked = isinstance(test, t.Holds) and test.group == some[0] and is_one(some[0])
        if not (clear and asked and _only_differ(told, new[0], at)):
            raise Puzzle("instead of what all of them do, or of what one of them does?", "say who still does it")
        others = t.Without(group, some[0])
        match told:
            case t.Change() | t.Assign():
                return (replace(told, who=others),)
            case t.Pay():
                return (replace(told, payer=others) if at == 0 else replace(told, receiver=others),)
    return ()


def _none_of(group: t.Who, test: t.Cond) -> bool:
    """Whether this says that there is nobody in a group, or nobody but the caster."""
    match group, test:
        case _, t.Compare(t.Count(counted), "=", t.Int(0)):
            return counted == group
        case t.Those(t.All(), kind), t.Holds(t.All() | t.Others() | t.Without(t.All()), how, number, asked):
            return (how == "all" and kind == t.Not(asked)) or ((how, number) == ("=", t.Int(0)) and kind == asked)
    return False


def _only_differ(one: t.Act, other: t.Act, at: int) -> bool:
    """Whether two outcomes are of one kind, and but for how much it is differ only in who does them."""
    sides = [(mine, theirs) for mine, theirs in zip(_sides(one), _sides(other), strict=False)]
    alike = all(mine == theirs for index, (mine, theirs) in enumerate(sides) if index != at)
    ways = [(type(act), getattr(act, "attr", ""), getattr(act, "gain", None)) for act in (one, other)]
    return alike and ways[0] == ways[1]


def _is_among(group: t.Who, who: t.Who, test: t.Cond) -> bool | None:
    """Whether someone is one of a group where this is so; None where it depends, or of some of several."""
    if not is_one(who):
        return False if contains(group, CASTER) is False and contains(who, CASTER) else None
    match group, test:
        case t.Those(whole, kind), t.Holds(one, ">=", t.Int(1), asked) if one == who and asked == kind:
            return contains(whole, who)
        case t.Neighbours(of), _ if isinstance(who, t.Offset) and (who.of, who.steps) in (
            (of, t.Int(1)),
            (of, t.Int(-1)),
        ):
            return True
    return contains(group, who)


class Amends(Meanings):
    """Changes what has been said before."""

    @abstractmethod
    def acts(self, acts: tuple[t.Act, ...], context: Context) -> tuple[t.Act, ...]:
        """Several outcomes, one after another."""

    def tested(self, cond: t.Cond, context: Context) -> t.Cond:
        found: t.Cond = self._you_did(cond) or self.fix(cond, context)
        chosen = found.part if isinstance(found, t.Not) else found
        self.choice = chosen if any(isinstance(part, t.Word) for part in parts(chosen)) else None
        self.choice_at = self.sentence
        if self.way:
            raise Puzzle('"this way" cannot be read in a condition', "put it into a sentence of its own")
        match found:
            case t.Compare(t.Count(t.Join(some)), "=", t.Int(0)) if any(map(is_one, some)):
                raise Puzzle("there is always one of those at least", "say of whom there is none", double=True)
            case t.Compare(t.Count(t.Join(some)), _, t.Int()) if all(map(is_one, some)):
                raise Puzzle("how many these are, is always the same", "say of whom there are so many", double=True)
            case t.Compare(t.Count() as those, _, t.Int()):
                self.there = self.sentence, self.stage, those
                self.noted_used = self.noted_used or those == self.noted  # "count the Wizards: if there are 5, ..."
        return found

    def _you_did(self, cond: t.Cond) -> t.Cond | None:
        """ "If you chose Red, ... If you did not, ...": what the sentence before asked of the choice."""
        match cond:
            case t.Holds(t.Caster(), ">=", t.Int(1), t.Did("did") | t.Not(t.Did("did")) as test) if (
                self.choice and self.choice_at < self.sentence
            ):
                if self.did is not None or self.did_some is not None or not isinstance(self.choice, t.Word):
                    raise Puzzle('it is not clear what "did" means: two things were asked', "say it again")
                return opposite(self.choice) if isinstance(test, t.Not) else self.choice
        return None

    def instead(
        self,
        act: t.Instead,
        test: t.Cond,
        context: Context,
        out: list[t.Act],
        since: int,
        beside: tuple[t.Act, ...] = (),
    ) -> None:
        """What happens in place of what was said before; `beside`: what happens then, too ("and you gain 1 Star")."""
        cases = any(isinstance(part, t.Instead | t.Else | t.If | t.Later) for part in parts(beside))
        if beside and (cases or act.of is not None):
            raise Puzzle('it is not clear which outcome "instead" replaces')
        size = act.act.acts[0] if isinstance(act.act, t.Clause) and act.act.acts else None
        if isinstance(size, t.Resize) and not beside:
            self._resize(size, test, context, out, since)
            return
        new = self.acts((of_the_same(act.act, out, asked_in(self.sentence_said)),), context)
        if act.of is not None:
            self._in_place_of(act.of, new, test, out)
            return
        before = [index for index in range(since, len(out)) if not isinstance(out[index], t.Rolls | t.Picks)]
        match self.replaced:
            case said, at if not before and said == self.sentence - 1 and at < len(out):
                before = [at]  # "If ..., ... instead. If ..., ... instead."
        if len(before) > 1:
            like = [i for i in before if alike(out[i], new)]
            if any(_way(out[i]) not in set(map(_way, new)) for i in like):
                # "loses 2 Stars and gains 1 Crystal. If they cast Burn, they gain 2 Stars instead"
                raise Puzzle("instead of one of the outcomes, or of all?", "say all that happens then", double=True)
            before = like if like else before
        if any(isinstance(act, t.Replace) for act in new) and not any(isinstance(out[i], t.Replace) for i in before):
            raise Puzzle('"instead" belongs to what is considered to have been selected')
        if len(before) != 1:
            raise Puzzle('it is not clear which outcome "instead" replaces')
        old = out[before[0]]
        check_each(getattr(old, "amount", None), act.act)
        of_it = [one for one in out[before[0] + 1 :] if isinstance(one, t.Change) and one.at in self.as_many]
        if isinstance(old, t.Change | t.Pay) and any(old.amount in parts(one.amount) for one in of_it):
            # "they lose 2 Stars and you gain as many. If ..., they lose 3 instead"
            raise Puzzle("is as many then another number as well?", "say all that happens then", double=True)
        denied = isinstance(old, t.If) and not old.otherwise and denies(old.cond, test)
        amount = old.then[0] if isinstance(old, t.If) and denied and len(old.then) == 1 else old  # "If not A, only 1"
        whose = {one.who for one in new if isinstance(one, t.Change)}
        earlier = {one.who for one in out[: before[0]] if isinstance(one, t.Change)}
        if isinstance(old, t.Change) and old.who not in whose and whose & earlier:
            raise Puzzle('it is not clear which outcome "instead" replaces')  # that of the same Wizard, or the last?
        if isinstance(old, t.Change) and not alike(old, new) and any(alike(one, new) for one in out[: before[0]]):
            raise Puzzle("instead of one of the outcomes, or of all?", "say all that happens then", double=True)
        if act.only and not (
            alike(amount, new) and all(getattr(part, "gain", 0) == getattr(amount, "gain", 1) for part in new)
        ):
            raise Puzzle('the sentence before does not say what "only" takes the place of')
        if isinstance(old, t.If) and len(old.then) > 1:
            raise Puzzle('it is not clear which outcome "instead" replaces')
        if isinstance(old, t.If):
            self.amended = self.sentence  # an "otherwise" after this could belong to either condition
        alone = all(isinstance(one, t.Rolls | t.Picks) for one in out[: before[0]])
        new = (*new, *self.acts(beside, context))
        if alone and denied:
            out.append(t.If(test, new, (), self.sentence))  # "If A, ... If not A, ... instead": otherwise
            return
        if alone and isinstance(old, t.If) and not old.otherwise and _other_result(test, old.cond):
            out.append(t.If(test, new, (), self.sentence))  # "On a 1 or 2, ... On a 3 or 4, ... instead"
            return
        if isinstance(old, t.If) and not implies(test, old.cond) and not _is_tied(test, old.cond):
            raise Puzzle('the outcome that "instead" replaces has a condition of its own', 'use "otherwise, if"')
        out[before[0]] = t.If(test, (*_still(old, new, test), *new), (old,), self.sentence)
        self.replaced = self.sentence, before[0]

    def _in_place_of(self, number: t.Num, new: tuple[t.Act, ...], test: t.Cond, out: list[t.Act]) -> None:
        """ "If ..., the caster gains 3 Stars instead of 1": in place of the 1 that was said, or is otherwise."""
        (one,) = new
        assert isinstance(one, t.Change | t.Pay)
        found = [(at, old) for at, act in enumerate(out) for old in parts(act) if _is_like(one, old)]
        if not found:
            told = [act for act in parts(tuple(out)) if isinstance(act, t.Change | t.Pay)]
            if any(old.amount == number or (type(old) is type(one) and _is_flow(one) == _is_flow(old)) for old in told):
                raise Puzzle('it is not clear which outcome "instead" replaces')
            self.rather = t.If(test, new, (replace(one, amount=number),), self.sentence)
            out.append(self.rather)
            return
        at, old = found[0]
        assert isinstance(old, t.Change | t.Pay)
        if len(found) > 1 or old.amount != number:
            raise Puzzle('it is not clear which outcome "instead" replaces')
        match out[at]:
            case t.Change() | t.Pay():
                pass
            case t.If(_, (t.Nothing() | t.Void(t.Caster()),), (t.Change() | t.Pay(),)):  # "if ..., it has no effect"
                pass
            case _:
                raise Puzzle('the outcome that "instead" replaces has a condition of its own', 'use "otherwise, if"')
        rest: tuple[t.Act, ...] = ()
        if isinstance(old, t.Change) and isinstance(one, t.Change) and old.who != one.who:  # one of several
            rest = (replace(old, who=t.Without(old.who, one.who)),)
        self.amended = self.sentence
        out[at : at + 1] = replaced((out[at],), {old: t.If(test, (*rest, *new), (old,), self.sentence)})

    def once(self, out: list[t.Act]) -> None:
        """ "No matter how many spells targeted them": each cast of this very spell still does it by itself."""
        names = [name for part in parts(out[-1]) if isinstance(part, t.CastIs) for name in part.names]
        own = any(isinstance(part, t.Holds) and part.group == CASTER for part in parts(out[-1]))
        if own or any(not isinstance(name, str) or name.casefold() == self.own.casefold() for name in names):
            raise Puzzle("it is not clear how often this happens where the spell is cast twice")

    def _resize(self, size: t.Resize, test: t.Cond, context: Context, out: list[t.Act], since: int) -> None:
        """ "If ..., the payment is 4 Stars instead"."""
        if size.kind.endswith((" less", " more")):
            self._status_resized(size, test, context, out, since)
            return
        moves = [(place, act) for place, act in enumerate(out[since:], since) if _is_a(size.kind, act)]
        if len(moves) != 1:
            raise Puzzle("it is not clear which amount this is about", "say the outcome again")
        place, old = moves[0]
        assert isinstance(old, t.Change | t.Pay)
        if (
            size.attr not in ("", old.attr)
            or getattr(old, "floor", None)
            or getattr(old, "mode", "always") != size.mode
        ):
            raise Puzzle("it is not clear which amount this is about", "say the outcome again")
        if size.payer is not None and isinstance(old, t.Pay) and self.fix(size.payer, context) != old.payer:
            raise Puzzle("it is somebody else who pays")
        several = (old.payer, old.receiver) if isinstance(old, t.Pay) else (old.who,)
        others = {who for who in parts(test) if isinstance(who, t.Who) and not isinstance(who, t.Member)} - {CASTER}
        if (size.kind == "stolen" or size.payer is not None) and others and not all(map(is_one, several)):
            raise Puzzle("it could be said of one of them, or of all", "say: from each of them instead", double=True)
        if size.each and all(is_one(who) for who in several):
            raise Puzzle("it is one Wizard, and not several", 'leave out "each"')
        if size.of not in (None, old.amount):
            raise Puzzle("it was another number", "name the number that was said before")
        amount: t.Num = self.fix(size.amount, context) if size.amount else _times(size.factor, old.amount)
        self.number = None
        out[place] = t.If(test, (replace(old, amount=amount),), (old,), self.sentence)

    def _status_resized(self, size: t.Resize, test: t.Cond, context: Context, out: list[t.Act], since: int) -> None:
        """ "(Each time you lose Stars, you lose 1 fewer.) If ..., you lose 2 fewer instead". Raises Puzzle."""
        sense, _, how = size.kind.partition(" ")
        way = "loss" if sense == "lose" else "gain"
        whom = self.fix(size.payer, context)
        match out[since:]:
            case [t.Watch(amount=t.Int()) as old] if (old.whom, old.way, old.how) == (whom, way, how):
                if size.attr in ("", old.attr):
                    out[since] = t.If(test, (replace(old, amount=size.amount),), (old,), self.sentence)
                    return
        raise Puzzle("it is not clear how many fewer or more than what", "say the outcome again")

    def not_paid(self, test: t.Cond, out: list[t.Act], since: int) -> None:
        paid = [index for index, act in enumerate(out) if any(isinstance(part, t.Pay) for part in parts(act))]
        later = [index for index in paid if index >= since]
        if paid and not later and any(isinstance(part, t.Change) for act in out[since:] for part in parts(act)):
            raise Puzzle("it is not clear what does not happen then", "say: instead")  # "nothing is lost"
        paid = later or paid
        if len(paid) != 1:
            raise Puzzle("no payment was spoken of before")
        payment = out[paid[0]]
        if isinstance(payment, t.If) and not payment.otherwise and apart(payment.cond, test):
            return  # "if you have 3 Stars or more, pay 3. If you have fewer, nothing is paid"
        if any(are_level(test, part) for part in parts(payment)):
            out[paid[0] : paid[0] + 1] = self._tied(t.TieRule("none", does="payment"), (payment,))
            return
        out[paid[0]] = t.If(opposite(test), (payment,), (), self.sentence)

    def amend(self, act: t.TieRule | t.Exempt | t.FloorRule, out: list[t.Act], since: int) -> None:
        if isinstance(act, t.TieRule) and act.way == "all neighbours":
            act = replace(act, way="all", near=True)
        if isinstance(act, t.TieRule) and since >= len(out) and self.amended == self.sentence - 1:
            since = self.amending  # of the outcome that the sentence before was about
        if isinstance(act, t.TieRule) and since and _one_instead(out[since - 1 :]):
            since -= 1  # "they each lose 1. Whichever has more loses 3 instead. If they have as many, both do"
        self.amended, self.amending = self.sentence, since
        if isinstance(act, t.TieRule) and act.aside and act.way in ("first", "last", "random", "all"):
            self.amended = -2  # "(if several are tied, the one in the lowest position). Otherwise": of the condition
        if isinstance(act, t.FloorRule) and act.attr:
            lost = [part.attr for part in parts(tuple(out[-1:])) if isinstance(part, t.Change) and not part.gain]
            if lost and act.attr not in lost:
                raise Puzzle("the loss is of another thing", "name the same thing", double=True)
        if isinstance(act, t.TieRule) and since >= len(out) and (top := letters.tied(self, act)) is not None:
            (told,) = self._tied(act, (t.Mention(top),))
            assert isinstance(told, t.Mention) and isinstance(told.who, t.Top)
            letters.settled(self, top, told.who)
            return
        if isinstance(act, t.TieRule) and since >= len(out) and (top := notes.tied(self, act, out)) is not None:
            (told,) = self._tied(act, (t.Mention(top),))
            assert isinstance(told, t.Mention) and isinstance(told.who, t.Top)
            notes.settled(self, top, told.who)
            return
        if isinstance(act, t.TieRule) and since >= len(out) and (stop := notes.stopping(self, act, out)) is not None:
            out.append(stop)
            self.amended = -2  # "otherwise" is then of this very case
            return
        if isinstance(act, t.TieRule) and act.way == "none" and act.does not in ("", "do"):
            # "nothing is lost": by others neither?
            paid = act.does in _PAYMENTS  # "nobody pays": of payments alone
            # "no swap takes place": of swaps alone
            only = t.Pay if paid else t.Swap if act.does.startswith("swap") else None
            moving = only or t.Change | t.Pay | t.Swap | t.Assign
            flow = act.does.startswith("flow")  # "nobody gains or loses anything": of all that is said of the tie
            so_far = tuple(out[:since] if flow else out)
            if len([part for part in parts(so_far) if isinstance(part, moving)]) > (0 if flow else 1):
                raise Puzzle("it is not clear how much of this does not happen", "say: nobody is affected")
        if isinstance(act, t.TieRule) and act.way == "none" and act.acts:  # "nobody gains any Stars": nor before?
            moved = [part for part in parts(tuple(out[:since])) if isinstance(part, t.Change | t.Pay)]
            ways = [(one.gain, one.attr) for one in act.acts if isinstance(one, t.Change)]
            if any(isinstance(one, t.Pay) or (one.gain, one.attr) in ways or (one.gain, "") in ways for one in moved):
                raise Puzzle("it is not clear how much of this does not happen", "say: nobody is affected")
        if isinstance(act, t.TieRule) and act.does == "do":  # "you gain 2 and she 3, or nobody does": you neither?
            moved = [part for part in parts(tuple(out)) if isinstance(part, t.Change | t.Pay)]
            if len([part for part in moved if part.at == self.sentence]) > 1:
                raise Puzzle("it is not clear how much of this does not happen", "say: nobody is affected")
            act = replace(act, does="")
        if isinstance(act, t.TieRule) and act.letter:
            raise Puzzle(f"the sentence before does not say who {act.letter.upper()} is")
        if isinstance(act, t.TieRule) and since >= len(out) and self.merged == self.sentence - 1:
            since = len(out) - 1  # after "otherwise, ..."
        if isinstance(act, t.TieRule) and act.here and out:
            if not act.either and act.best is None and act.way in ("all", "none", "nothing"):
                _only_one_tie(tuple(out[since:-1]), out[-1])
            since = len(out) - 1
        if isinstance(act, t.Exempt) and act.whole and any(not isinstance(p, t.Rolls | t.Picks) for p in out[:since]):
            raise Puzzle("this could be said of all that the spell does, or of the last", "say what does not happen")
        if isinstance(act, t.FloorRule):
            act = replace(act, floor=self.fix(act.floor, TOP))  # "below the number of Stars that the caster has"
        if isinstance(act, t.FloorRule) and act.every:
            self._floor_of_both(act, out)
            return
        if isinstance(act, t.Exempt) and act.spell:
            floors.spared(self, act, out)
            return
        if isinstance(act, t.FloorRule) and act.spell:
            floors.of_all(self, act, out)
            return
        if since >= len(out):
            raise Puzzle("there is no outcome before this that it could be about")
        if self.merged == self.sentence - 1 and not isinstance(act, t.TieRule):
            raise Puzzle("this could be said of both cases, or of the last", "say it of each")
        if isinstance(act, t.FloorRule) and act.whole:
            earlier = [part for part in parts(tuple(out[:since])) if isinstance(part, t.Change) and not part.gain]
            if any(act.attr in ("", part.attr) for part in earlier):
                raise Puzzle("this could be said of the last loss, or of those before it too", "say it of each loss")
        before = tuple(out[since:])
        if isinstance(act, t.TieRule):
            moved = [part for part in parts(before) if isinstance(part, t.Change)]
            under = self.number is None and act.way == "none" and len(moved) == 1
            if under:
                self.number = moved[0].amount  # "if ..., ... loses DICE8 Stars; in a tie, nobody loses these Stars"
            in_case, self.in_case = self.in_case, False  # "both lose that amount": in each case what was said of one
            out[since:] = self._tied(act, before)
            self.in_case = in_case
            if under:
                self.number = None
        elif isinstance(act, t.FloorRule):
            found = [part for part in parts(tuple(out[:since])) if isinstance(part, t.Top) and part.ties == "ruling"]
            if any(replace(top, ties="all") in parts(before) for top in found):  # "if several are tied, each loses 3"
                raise Puzzle(
                    "this could be said of the loss in a tie, or of the one before it too", "say it of each loss"
                )
            losses = [part for part in parts(before) if isinstance(part, t.Change) and not part.gain]
            if act.near and not all(_are_neighbours(loss.who) for loss in losses):
                raise Puzzle("the sentence before does not speak of neighbours")
            if act.you and not all(loss.who == CASTER for loss in losses):
                raise Puzzle("the loss before is not the caster's")
            if act.again:
                self._floor_again(act, losses, out)
                return
            if (act.whole or act.you) and len(losses) == 2 and floors.in_two_cases(before):
                losses, before = losses[:1], replaced(before, {losses[1]: replace(losses[1], floor=act.floor)})
            if len(losses) != 1 or losses[0].floor is not None or act.attr not in ("", losses[0].attr):
                raise Puzzle("it is not clear which loss this is about")
            whose = act.who if act.who is None or isinstance(act.who, t.They) else self.fix(act.who, TOP)
            if whose not in (None, losses[0].who) and (losses[0].who == CASTER or not isinstance(whose, t.They)):
                raise Puzzle("the loss before is somebody else's")
            out[since:] = replaced(before, {losses[0]: replace(losses[0], floor=act.floor)})
        else:
            out[since:] = self._exempt(act, before)

    def too_few(self, act: t.TooFew, out: list[t.Act], since: int) -> None:
        """ "(Each neighbour pays you 5 Stars.) A neighbour who hasn't got 5 pays nothing." Raises Puzzle."""
        before = tuple(out[since:])
        if act.mode == "floor":
            self._too_few_to_lose(act, before, out, since)
            return
        paid = [part for part in parts(before) if isinstance(part, t.Pay)]
        old = paid[0] if len(paid) == 1 else None
        if old is None or old.mode != "always" or not isinstance(old.amount, t.Int):
            raise Puzzle("it is not clear which payment this is about", "say: if able")
        if act.number not in (None, old.amount.value) or act.attr not in ("", old.attr):
            raise Puzzle("the payment is another one", "say: if able")
        cases = [part for part in parts(before) if isinstance(part, t.If) and old in parts(part)]
        asked = any(isinstance(part, t.Stat) and part.attr == old.attr for case in cases for part in parts(case.cond))
        enough = _if_enough(before, old) if act.mode == "upto" else None
        if enough is None and (asked or act.kind == "else"):
            raise Puzzle("this is said of who has enough, or of who has not", "say: up to 3 Stars")
        if not is_one(old.receiver):
            raise Puzzle("it is not clear how much is paid to each of several", "say: if able")
        if act.who is None and act.kind != "else":
            if is_one(old.payer) or (act.kind == "near" and not _are_neighbours(old.payer)):
                raise Puzzle("it is not clear who has too little", "say: if able")
        elif act.who is not None:
            they = act.who in (t.They(), t.They("them"))
            if not is_one(old.payer) or (they and old.receiver != CASTER):
                raise Puzzle('"they" could mean who pays or who is paid', "name the Wizard", double=True)
            if not they and self.fix(act.who, TOP) != old.payer:
                raise Puzzle("it is somebody else who pays")
        if act.receiver is not None and self.fix(act.receiver, TOP) != old.receiver:
            raise Puzzle("it is somebody else who is paid")
        self.number = None
        out[since:] = replaced(before, {enough or old: replace(old, mode=act.mode)})

    def _too_few_to_lose(self, act: t.TooFew, before: tuple[t.Act, ...], out: list[t.Act], since: int) -> None:
        """ "(The target loses 3 Stars;) if they have fewer than 3, they lose all of them". Raises Puzzle."""
        lost = [part for part in parts(before) if isinstance(part, t.Change)]
        old = lost[0] if len(lost) == 1 else None
        if old is None or old.gain or old.floor is not None or not isinstance(old.amount, t.Int):
            raise Puzzle("it is not clear which loss this is about", "say: but not below 0")
        if act.number not in (None, old.amount.value) or act.attr not in ("", old.attr):
            raise Puzzle("the loss is another one", "say: but not below 0")
        they = act.who in (t.They(), t.They("them")) and old.who != CASTER  # "You lose 3": "they" are not you
        if not is_one(old.who) or (not they and self.fix(act.who, TOP) != old.who):
            raise Puzzle("it is somebody else who loses", "say: but not below 0")
        enough = _if_enough(before, old)
        if enough is None and act.kind == "else":
            raise Puzzle("this is said of who has enough, or of who has not", "say: but not below 0")
        self.number = None
        out[since:] = replaced(before, {enough or old: replace(old, floor=t.Int(0))})

    def _floor_of_both(self, act: t.FloorRule, out: list[t.Act]) -> None:
        """ "Neither loss can bring anybody below 0": of the two losses that were spoken of so far. Raises Puzzle."""
        before = tuple(out)
        losses = [part for part in parts(before) if isinstance(part, t.Change) and not part.gain]
        other = any(loss.floor is not None or act.attr not in ("", loss.attr) for loss in losses)
        if len(losses) != 2 or losses[0].attr != losses[1].attr or other:
            raise Puzzle("it is not clear which losses this is about", "say it of each loss")
        out[:] = replaced(before, {loss: replace(loss, floor=act.floor) for loss in losses})

    def _floor_again(self, act: t.FloorRule, losses: list[t.Change], out: list[t.Act]) -> None:
        """ "(Each neighbour loses 2 Stars, but not below 5.) Who has 5 or fewer loses nothing." Raises Puzzle."""
        every = [part for part in parts(tuple(out)) if isinstance(part, t.Change) and not part.gain]
        others = act.again == "only" and any(part.attr == losses[0].attr for part in every if part != losses[0])
        if len(losses) != 1 or losses[0].floor != act.floor or act.attr not in ("", losses[0].attr) or others:
            raise Puzzle("this is not what was said of the loss, or it is not certain", "leave it out")

    def _tied(self, rule: t.TieRule, before: tuple[t.Act, ...]) -> tuple[t.Act, ...]:
        tops = list(dict.fromkeys(p for p in parts(before) if isinstance(p, t.Top) and p.ties == "ruling"))
        if rule.near == "both":
            if len(tops) > 1:
                raise Puzzle("both who are tied, or both places?", "say: if there is a tie for either")
            rule = replace(rule, near=False)
        if rule.best is not None and len(tops) > 1 and not rule.either:
            if rule.one and rule.way == "none":
                raise Puzzle("neither of those who are tied, or of both named before?", "say who is meant")
            tops = [top for top in tops if is_for(top, *rule.best)]
        if rule.way == "all" and not tops:  # "every Wizard with the most Stars ...; if several tie, each does"
            every = list(dict.fromkeys(p for p in parts(before) if isinstance(p, t.Top) and p.ties == "all"))
            named = rule.best is None or all(is_for(top, *rule.best) for top in every)
            hit = [part for part in parts(before) if every and _acts_on(part, every[0])]
            done = not rule.does or (hit and all(_does(rule.does, part, every[0]) for part in hit))
            near = rule.near == "others" and all(all_of(top.among) == t.Without(t.All(), CASTER) for top in every)
            if len(every) == 1 and named and (near or not rule.near) and done:
                if rule.acts:  # "..., they all lose 2"
                    moved = [part for part in parts(before) if isinstance(part, t.Change) and part.who == every[0]]
                    again = self.acts(rule.acts, replace(TOP, clause=every[0]))
                    if [unstaged(act) for act in moved] != [unstaged(act) for act in again]:
                        raise Puzzle("for a tie the text says something else than for one Wizard alone")
                return before
        if rule.way in ("none", "nothing") and (alone := _of_one_alone(before, rule)) is not None:
            if rule.way == "none":
                return before
            if any(getattr(part, "stage", 0) for part in parts(before)):
                raise Puzzle(
                    "this tie is found out only when something has happened already", "say: nobody is affected"
                )
            return (*before, t.If(opposite(alone), (t.Nothing(self.sentence),), (), self.sentence))
        ranks = len(tops) > 1 and len({replace(nth_of(top)[0], count=1) for top in tops}) == 1
        several = rule.either or (len(tops) == 2 and rule.way in ("first", "last", "nothing") and not rule.one)
        several = several or (ranks and rule.way in ("first", "last"))
        if len(tops) == 2 and rule.way == "none" and not several:
            raise Puzzle("it is not clear whose tie this is about", "say it of each of them", double=True)
        if ranks and rule.way not in ("first", "last", "nothing"):
            raise Puzzle("it is not clear who is the second in a tie", "say: the lower position comes first")
        if len(tops) != (len(tops) if ranks else 2 if several else 1) or (rule.acts and several):
            raise Puzzle("it is not clear whose tie this is about")
        if rule.best is not None and not all(is_for(top, *rule.best) for top in tops):
            raise Puzzle("the sentence before does not speak of this tie")
        if rule.near == "others" and not all(all_of(top.among) == t.Without(t.All(), CASTER) for top in tops):
            raise Puzzle("the sentence before does not leave out the caster")
        if rule.near == "you" and not all(isinstance(top.among, t.Join) and CASTER in top.among.parts for top in tops):
            raise Puzzle("the sentence before does not compare the caster with another")
        if isinstance(rule.near, t.Who):
            whose = self.fix(rule.near, TOP)
            if not all(all_of(top.among) == whose for top in tops):
                raise Puzzle("the sentence before does not speak of these neighbours")
        if rule.near is True and not all(_are_neighbours(top.among) for top in tops):
            raise Puzzle("the sentence before does not speak of neighbours")
        if rule.does.startswith("rank "):
            ways = _with_ties({top: replace(top, ties=_way_ranked(rule, top)) for top in tops})
            self._settled(ways)
            ranked: tuple[t.Act, ...] = replaced(before, ways)
            return ranked
        if rule.one and rule.way == "all":
            done = [p for p in parts(before) if isinstance(p, t.Change | t.Assign | t.Pay | t.Swap)]
            if not all(_acts_on(part, tops[0]) for part in done):
                raise Puzzle("it is not clear what goes for each of them", "say what each of them does")
        elif rule.one and (tops[0].count > 1 or not any(_touches(part, tops[0]) for part in parts(before))):
            raise Puzzle("it is not clear who that one is", "say: ties are broken at random")
        hits = [part for part in parts(before) if _acts_on(part, tops[0])]
        if rule.does and not (hits and all(_does(rule.does, part, tops[0]) for part in hits)):
            raise Puzzle("for a tie the text says something else than for one Wizard alone")
        if rule.does.startswith("change ") and len(hits) > 1:
            raise Puzzle("it is not clear whether all of this is of the one who is drawn", "say: the one")
        if isinstance(rule.either, tuple) and not _is_pair(tops, rule.either[0]):
            raise Puzzle("the sentence before does not speak of these two")
        if rule.way == "nothing":
            return stopped(tuple(t.Tied(top) for top in tops), before, self.sentence, ahead=rule.ahead)
        paid = rule.does in _PAYMENTS  # "nothing is paid": what else is told happens, as was said
        asked = [act for act in before if not paid or any(isinstance(part, t.Pay) for part in parts(act))]
        if rule.way == "none" and not all(_needs(act, top) for act in asked for top in tops):
            raise Puzzle("it is not clear whether anything happens in a tie", "say: if there is a tie, nothing happens")
        told_else = _one_instead(before) in tops
        if rule.acts and _other_of(tops[0]) in parts(before):
            told_else = True  # "... pays the other; in a tie, both gain 1"
        if rule.way == "all" and not told_else and any(_excepted(act, top) for act in before for top in tops):
            raise Puzzle("it is not clear whether those who are tied are excepted", "say to whom it happens in a tie")
        if rule.way == "all" and self.sentence in self.marks["tied_all_do"] and not _done_to(tops, before):
            raise Puzzle("do the others who are tied do this, too?", "say: each Wizard with the most ...", double=True)
        if rule.way == "all":
            before = _each_their_own(before, tops)
        if several:
            keys = {top: self.sentence * 1000 + at if rule.way == "random" else 0 for at, top in enumerate(tops)}
            known = _with_ties({top: replace(top, ties=rule.way, key=key) for top, key in keys.items()})
            self._settled(known)
            both: tuple[t.Act, ...] = replaced(before, known)
            return both
        if rule.acts and isinstance(rule.acts[0], t.Redirect):
            if not any(isinstance(part, t.Redirect) and part.to == tops[0] for part in parts(before)):
                raise Puzzle("the sentence before does not say whom a spell targets instead")
        elif rule.acts:
            told_of = rule.acts
            if len(hits) == 1 and isinstance(hits[0], t.Pay):
                rule = replace(rule, acts=_as_paid(rule.acts, hits[0], tops[0]))
            told = [part for part in parts(before) if isinstance(part, t.Pay | t.Change | t.Assign)]
            paid = isinstance(rule.acts[0], t.Pay)
            same = [part for part in told if isinstance(part, t.Pay) == paid and tops[0] in _whose(part)]
            repeated = self.acts(rule.acts, replace(TOP, clause=tops[0]))
            if told_else or [unstaged(act) for act in same] != [unstaged(act) for act in repeated]:
                return self._other_in_tie(replace(rule, acts=told_of), before, tops[0])
        key = self.sentence * 1000 if rule.way == "random" else 0
        settled: dict[t.Node, t.Node] = {tops[0]: replace(tops[0], ties=rule.way, key=key)}
        self._settled(settled)
        made: tuple[t.Act, ...] = replaced(before, settled)
        return made

    def _other_in_tie(self, rule: t.TieRule, before: tuple[t.Act, ...], top: t.Top) -> tuple[t.Act, ...]:
        """ "(The Wizard with the most Stars loses 4.) In a tie, each of them loses 2 instead." Raises Puzzle."""
        old = _replaced_in_tie(rule, before, top)
        if isinstance(old, t.Pay) and any(isinstance(part, t.Pay) for part in rule.acts):
            rule = replace(rule, acts=_as_paid(rule.acts, old, top))
        found = replace(top, ties=rule.way, key=self.sentence * 1000 if rule.way == "random" else 0)
        if rule.way == "instead":
            made = self.acts(rule.acts, TOP)
        else:
            made = self.acts(_each_their_own(rule.acts, [top]), replace(TOP, clause=found))
        if _other_of(found) in parts(made):
            raise Puzzle("who is the other one, where several are tied?", "say who pays whom in a tie")
        plain = isinstance(old, t.Change) and top not in parts(old.amount)
        alone: dict[t.Node, t.Node] = {top: replace(top, ties="all" if plain else "first")}
        several = t.Holds(top.among, ">=", t.Int(2), t.In(t.Member(0), replace(top, ties="all")))
        self._settled({top: replace(top, ties="all")})
        if old is None:
            return (t.If(several, made, replaced(before, alone), self.sentence),)
        told: tuple[t.Act, ...] = replaced(before, {old: t.If(several, made, replaced((old,), alone), self.sentence)})
        return told

    def _settled(self, known: dict[t.Node, t.Node]) -> None:
        """Whoever is spoken of after it is the one, or all, that the rule for a tie finds."""
        self.here, self.before = list(replaced(tuple(self.here), known)), list(replaced(tuple(self.before), known))
        for top, one in known.items():
            if isinstance(top, t.Who) and isinstance(one, t.Who) and top in self.named_at:
                self.named_at[one] = self.named_at[top]

    def _exempt(self, act: t.Exempt, before: tuple[t.Act, ...]) -> tuple[t.Act, ...]:
        if act.cond is not None:
            test = self.tested(act.cond, TOP)
            each_or_all(test, before)
            return (t.If(test if act.wanted else opposite(test), before, (), self.sentence),)
        if len(before) != 1:
            raise Puzzle("it is not clear what this does not apply to")
        old = before[0]
        if act.paid and act.who is not None:
            if not isinstance(old, t.Pay) or old.payer != CASTER or is_one(old.receiver):
                raise Puzzle("it is not clear which payment this is about")
            return (replace(old, receiver=_left(old.receiver, self.fix(act.who, TOP))),)
        if act.paying and act.who is not None and isinstance(old, t.Pay) and not is_one(old.payer):
            return (replace(old, payer=left(old.payer, self.fix(act.who, TOP))),)
        if act.moved and not isinstance(old, t.Redirect):
            raise Puzzle("it is not clear what this does not apply to")
        if act.casts is not None and isinstance(old, t.Redirect | t.Void):
            casts = self.fix(act.casts, TOP)
            test = t.Not(casts.test) if isinstance(casts, t.Those) else t.Not(t.In(t.Member(), casts))
            return (replace(old, who=t.Those(old.who, test)),)
        if act.casts is not None and isinstance(old, t.Watch):
            casts = self.fix(act.casts, Context(2))
            if old.how == "shield" and old.source == t.Not(t.Same(t.Member(0), t.Member(1))):
                # as "by any spell other than Meteor": that names spells, also those of the Wizard themselves
                return (replace(old, source=t.Not(t.In(t.Member(), casts))),)
            return (replace(old, source=conjoined(old.source, t.Not(t.In(t.Member(), casts)))),)
        if act.who is not None and isinstance(old, t.Change | t.Assign) and not is_one(old.who):
            return (replace(old, who=left(old.who, self.fix(act.who, TOP))),)
        if act.who is not None and isinstance(old, t.Watch) and not is_one(old.whom):
            return (replace(old, whom=_left(old.whom, self.fix(act.who, TOP))),)
        if act.who is not None and isinstance(old, t.Change | t.Assign | t.Pay):
            return (self._spared(old, act.who, paying=act.paying),)
        raise Puzzle("it is not clear what this does not apply to")

    def _spared(self, old: t.Change | t.Assign | t.Pay, who: t.Who, *, paying: bool) -> t.Act:
        """ "This has no effect on a Wizard who has fewer than 3 Stars", of one Wizard, or of those who pay."""
        hit = old.payer if paying and isinstance(old, t.Pay) else _hit(old)
        if not is_one(hit):
            group = self.fix(who, TOP)
            assert isinstance(old, t.Pay)
            if group in (old.receiver, old.payer):
                raise Puzzle("this takes back what was said before", "say it only of those of whom it is true")
            if old.receiver == CASTER:
                return replace(old, payer=left(old.payer, group))
            return replace(old, receiver=_left(old.receiver, group))
        if not isinstance(who, t.Those) or who.group != t.All():
            raise Puzzle("it is not clear what this does not apply to")
        test = self.tested(t.Holds(hit, ">=", t.Int(1), who.test), TOP)
        return t.If(opposite(test), (old,), (), self.sentence)


def _left(whole: t.Who, part: t.Who) -> t.Who:
    """Those without a part of them, where they are one step further in than what is said of the part."""
    found = left(whole, part)
    return replace(found, part=shift(part, 1)) if isinstance(found, t.Without) else found


def _is_tied(test: t.Cond, before: t.Cond) -> bool:
    """Whether it is asked if somebody shares the place that was asked about: "if you have the most ... If tied ..."."""
    match test, before:
        case t.Holds(who, ">=", t.Int(1), tied), t.Holds(same, ">=", t.Int(1), t.In(t.Member(0), t.Top() as top)) if (
            who == same and is_one(who)
        ):
            return of_a_tie(tied) == replace(top, ties="all")
    return False


def _needs(act: t.Act, top: t.Top) -> bool:
    """Whether an outcome is nothing where nobody is that one: not "all but the Wizard with the most", "you and ..."."""
    match act:
        case t.Rolls() | t.Picks() | t.Mention() | t.Nothing():
            return True
        case t.If(cond, then, otherwise) if top not in parts(cond):
            return all(_needs(one, top) for one in (*then, *otherwise))
        case t.If(otherwise=(_, *_)):
            return False
        case t.Level(t.Join(both)):
            return top in both and not any(_excepted(one, top) for one in both)  # nobody shares with oneself
    told = act.cond if isinstance(act, t.If) else act
    turned = any(isinstance(part, t.Not | t.Join) and top in parts(part) for part in parts(told))
    return (
        top in parts(told) and not turned and not _excepted(mapped(told, lambda node: _without_other(node, top)), top)
    )


def _without_other(node: t.Node, top: t.Top) -> t.Node:
    """ "Whichever has more pays 2 Stars to the other": where there is no such one, there is no other, either."""
    match node:
        case t.Top(t.Without(whole, part), ties="sole") if part == top and whole == top.among:
            return top
    return node


def _done_to(tops: Sequence[t.Top], acts: Sequence[t.Act]) -> bool:
    """Whether something happens to those, whatever is asked: "if you have the most, lose 2. If tied, all do"."""
    return any(
        _done_to(tops, (*act.then, *act.otherwise)) if isinstance(act, t.If) else any(top in parts(act) for top in tops)
        for act in acts
    )


def _excepted(node: t.Node, top: t.Top) -> bool:
    """Whether it is said of all but that one."""
    return any(isinstance(part, t.Without) and top in parts(part.part) for part in parts(node))


def _only_one_tie(before: tuple[t.Act, ...], last: t.Act) -> None:
    """ "X, who has the most, loses 2 and Y, who has the fewest, gains 2 (nobody if tied)": for which? Raises Puzzle."""
    first, second = (
        {part for part in parts(acts) if isinstance(part, t.Top) and part.ties == "ruling"} for acts in (before, last)
    )
    if first - second:
        raise Puzzle("it is not clear whose tie this is about", "say it of each of them", double=True)


def each_or_all(test: t.Cond, under: tuple[t.Act, ...]) -> None:
    """ "Your neighbours lose 2 Stars. This does not happen if they cast Burn": each by itself? Raises Puzzle."""
    groups = [part.who for part in under if isinstance(part, t.Change | t.Assign) and not is_one(part.who)]
    if any(isinstance(part, t.Holds) and part.group in groups for part in parts(test)):
        raise Puzzle(
            '"they" could mean each of several Wizards, or all of them together', "say: each neighbour who ..."
        )


def _hit(act: t.Change | t.Assign | t.Pay) -> t.Who:
    """The one on whom an outcome has its effect: of a payment the one who is not the caster. Raises Puzzle."""
    if not isinstance(act, t.Pay):
        return act.who
    if act.receiver == CASTER:
        return act.payer
    if act.payer == CASTER:
        return act.receiver
    raise Puzzle("it is not clear on whom: on who pays, or who is paid", "say: if that Wizard has ...")


def _of_one_alone(before: tuple[t.Act, ...], rule: t.TieRule) -> t.Cond | None:
    """ "If one Wizard alone has the most Stars, that Wizard loses 3": a tie is the other case."""
    match before:
        case (t.If(cond, then, ()),):
            pass
        case _:
            return None
    match cond:
        case t.Holds(group, "=", t.Int(1), t.In(t.Member(0), t.Top(among, ties="all") as top)):
            pass
        case _:
            return None
    best = rule.best is None or is_for(top, *rule.best)
    alike = all(
        any(isinstance(told, t.Change) and told.gain == act.gain and act.attr in ("", told.attr) for told in then)
        for act in rule.acts
        if isinstance(act, t.Change)
    )
    if group != among or not best or not alike or rule.either or rule.near or rule.does or rule.one:
        return None
    return cond


def _whose(act: t.Pay | t.Change | t.Assign) -> tuple[t.Who, ...]:
    """To whom something is done."""
    return (act.payer, act.receiver) if isinstance(act, t.Pay) else (act.who,)


def _each_their_own(acts: tuple[t.Act, ...], tops: list[t.Top]) -> tuple[t.Act, ...]:
    """ "The Wizard with the most Stars loses half of them. If several are tied, each does": half of their own."""

    def own(node: Any) -> Any:
        if isinstance(node, t.Change) and node.who in tops and node.who in parts(node.amount):
            return replace(node, amount=replaced(node.amount, {node.who: t.Member()}))
        if isinstance(node, t.Pay) and node.payer in tops:
            it: dict[t.Node, t.Node] = {node.payer: t.Member()}
            beside = isinstance(node.receiver, t.Neighbours | t.Offset) and node.receiver.of == node.payer
            receiver = replaced(node.receiver, it) if beside else node.receiver
            return replace(node, receiver=receiver, amount=replaced(node.amount, it))
        return node

    found: tuple[t.Act, ...] = mapped(acts, own)
    return found


def _if_enough(before: tuple[t.Act, ...], paid: t.Pay | t.Change) -> t.If | None:
    """What says that somebody pays, or loses, so much if they have at least that much, and nothing else."""
    whose = paid.payer if isinstance(paid, t.Pay) else paid.who
    for case in parts(before):
        match case:
            case t.If(
                t.Holds(who, ">=", t.Int(1), t.Compare(t.Stat(t.Member(0), attr, False), ">=", number)), then, ()
            ) if (who, attr, number, then) == (whose, paid.attr, paid.amount, (paid,)):
                return case
    return None


def _are_neighbours(who: t.Who) -> bool:
    """Whether a tie is one of neighbours."""
    return isinstance(all_of(who), t.Neighbours)


def _acts_on(act: t.Node, who: t.Who) -> bool:
    """Whether it is this very one to whom, or from whom, something goes: not one beside them, or several."""
    match act:
        case t.Pay(payer, receiver):
            return who in (payer, receiver)
        case t.Swap(left, right):
            return who in (left, right)
        case t.Change(one) | t.Assign(one) | t.Watch(one) | t.Mention(one):
            return one == who
        case t.Redirect():
            return act.to == who
        case t.Void() | t.Replace():
            return who in parts(act.who)
    return False


def _touches(act: t.Node, who: t.Who) -> bool:
    """Whether something happens to this very one, alone or with another who is named."""
    match act:
        case t.Level(t.Join(some)) | t.Change(t.Join(some)) | t.Assign(t.Join(some)):
            return who in some
    return _acts_on(act, who)


def _does(what: str, act: t.Node, who: t.Who) -> bool:
    """Whether somebody pays, is paid, swaps, gains or loses (any of these: "by") in an outcome: also of what."""
    what, _, thing = what.partition(" of ")
    if thing and getattr(act, "attr", "") != thing:
        return False
    match act:
        case t.Pay(payer, receiver):
            sides = {
                "pay": (payer,),
                "by": (payer,),
                "lose": (payer,),
                "payment": (payer, receiver),
                "paid": (receiver,),
            }
            if what == "flow":
                return who in (payer, receiver)
            yours = {"pay you": (payer,) * (receiver == CASTER), "paid by you": (receiver,) * (payer == CASTER)}
            return who in (sides | yours | {"gain": (receiver,)}).get(what, ())
        case t.Swap(left, right):
            return what == "swap" and who in (left, right)
        case t.Change(one, _, gain):
            return one == who and what in ("by", "flow", "gain" if gain else "lose")
        case t.Assign(one, attr):
            return one == who and what in ("change", f"change {attr}")
    return False


def _as_paid(acts: tuple[t.Act, ...], paid: t.Pay, who: t.Who) -> tuple[t.Act, ...]:
    """What is said again of a payment: "(if several are tied,) each pays you 4", "the one in front gets the Stars"."""
    match acts, paid:
        case (t.Pay(attr="") as again,), t.Pay():
            return (replace(again, attr=paid.attr),)
        case (t.Change(t.Subject(), attr, True, amount),), t.Pay(t.Caster(), receiver) if receiver == who:
            return (replace(paid, receiver=t.Subject(), attr=attr or paid.attr, amount=amount),)
        case (t.Change(t.Subject(), attr, False, amount),), t.Pay(payer, t.Caster()) if payer == who:
            return (replace(paid, payer=t.Subject(), attr=attr or paid.attr, amount=amount),)
    return acts


def _with_ties(tops: dict[t.Top, t.Top]) -> dict[t.Node, t.Node]:
    """What those who may be tied are; of the two with the most the second is the first of those without the first."""
    known: dict[t.Node, t.Node] = {}
    for top in sorted(tops, key=lambda one: sum(isinstance(part, t.Top) for part in parts(one))):
        known[top] = replace(tops[top], among=replaced(tops[top].among, known))
    return known


def _way_ranked(rule: t.TieRule, top: t.Top) -> str:
    """Who comes first, where one of those who are tied "counts as having more", or fewer. Raises Puzzle."""
    _, ranked, _, *thing = rule.does.split(" ")
    if thing not in ([""], [getattr(top.by, "attr", None)]):
        raise Puzzle("the sentence before does not speak of this tie")
    ahead = (ranked == "more") == top.most
    return rule.way if ahead else "last" if rule.way == "first" else "first"


def _one_instead(before: Sequence[t.Act]) -> t.Top | None:
    """ "They each lose 1. Whichever has more loses 3 instead": who is excepted from the first; else None."""
    match before:
        case [t.Change(t.Without(whole, t.Top() as one)), t.Change(other)] if one == other and whole == one.among:
            return one
    return None


_REPLACED = (t.Change, t.Pay, t.Assign, t.Swap, t.If, t.Rolls, t.Picks)
"""What may be told of one Wizard alone, where something else is told of a tie."""


def _of_two_alike(rule: t.TieRule, done: Sequence[t.Act], top: t.Top) -> bool:
    """ "Whichever of them has fewer gains 3; in a tie, both gain 1": who has fewer is nobody then."""
    if not isinstance(top.among, t.Join) or len(top.among.parts) != 2 or len(rule.acts) != 1 or len(done) != 1:
        return False
    (attr, gain), (thing, gained) = _is_flow(rule.acts[0]), _is_flow(done[0])
    return isinstance(rule.acts[0], t.Change) and attr in ("", thing) and gain == gained


def _replaced_in_tie(rule: t.TieRule, before: tuple[t.Act, ...], top: t.Top) -> t.Act | None:
    """The one outcome in place of which another happens in a tie; None for all of them. Raises Puzzle."""
    done = [part for part in parts(before) if isinstance(part, t.Change | t.Pay | t.Assign | t.Swap)]
    between = any(_other_of(top) in parts(part) for part in done)  # "... pays 3 to the other; in a tie, both gain 1"
    if not rule.instead and not (rule.way == "all" and (between or _of_two_alike(rule, done, top))):
        raise Puzzle("for a tie the text says something else than for one Wizard alone")
    others = {part for part in parts(tuple(done)) if isinstance(part, t.Top)} - {top, _other_of(top)}
    beside = [part for part in parts(before) if isinstance(part, t.Act) and not isinstance(part, _REPLACED)]
    known = rule.way in ("all", "random", "first", "last", "instead") and top.count == 1
    if not known or others or beside or not done:
        raise Puzzle("for a tie the text says something else than for one Wizard alone")
    if between and all(part in before and (_acts_on(part, top) or _acts_on(part, _other_of(top))) for part in done):
        return done[0] if len(before) == len(done) == 1 else None  # "whichever has more loses 4, and the other gains 4"
    if len(done) != 1 or not _acts_on(done[0], top):
        raise Puzzle("it is not clear which outcome this replaces", 'say: "if several are tied, ..."')
    (old,) = done
    if isinstance(old, t.Pay) and rule.way != "instead" and not any(isinstance(part, t.Pay) for part in rule.acts):
        raise Puzzle("it is not clear whether anything is paid in a tie", "say who pays it")
    return old


def _other_of(top: t.Top) -> t.Who:
    """ "The other", of two of whom this one is spoken of."""
    return near.sole(t.Without(top.among, top))


def _is_pair(tops: list[t.Top], attr: str) -> bool:
    """Whether these are the one with the most and the one with the fewest of a thing."""
    return any(is_for(top, True, attr) for top in tops) and any(is_for(top, False, attr) for top in tops)


def _is_flow(act: t.Node) -> tuple[str, bool]:
    """What is moved by an outcome, and which way."""
    return getattr(act, "attr", ""), getattr(act, "gain", False)


def _is_like(new: t.Change | t.Pay, old: t.Node) -> bool:
    """Whether an outcome is of the same thing and the same Wizards, or of several of whom the Wizard is surely one."""
    match new, old:
        case t.Pay(), t.Pay():
            return replace(old, amount=new.amount, at=new.at, stage=new.stage) == new
        case t.Change(), t.Change() if (old.attr, old.gain) == (new.attr, new.gain):
            return old.who == new.who or _is_one_of(old.who, new.who)
    return False


def _is_one_of(group: t.Who, who: t.Who) -> bool:
    """Whether a Wizard is surely one of several: also of those who have the same Hat as that very Wizard."""
    match group:
        case t.Those(whole, t.Is(t.Member(0), attr, t.ValueOf(owner, name))) if attr == name and shift(who, 1) == owner:
            return _is_one_of(whole, who)
    return contains(group, who) is True and not is_one(group)


def _is_a(kind: str, act: t.Act) -> bool:
    """Whether an outcome is a payment, a loss or a gain."""
    if isinstance(act, t.Pay):
        return kind in ("", "paid") or (kind == "stolen" and act.receiver == CASTER)
    return isinstance(act, t.Change) and kind in ("", "gain" if act.gain else "loss")


def _times(factor: int, amount: t.Num) -> t.Num:
    return t.Int(factor * amount.value) if isinstance(amount, t.Int) else t.Times(t.Int(factor), amount)

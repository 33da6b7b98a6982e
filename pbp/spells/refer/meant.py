"""What is meant: pronouns, "other", "that many", "the result" replaced by what they stand for, in every part."""

from __future__ import annotations

from dataclasses import is_dataclass, replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.inputs import ANY_TARGET, PLACE, Puzzle, find_input
from pbp.spells.refer import again, lets, letters, near, notes, recent
from pbp.spells.refer.clauses import asked_in, denies, has_that_many, is_so_many, so_many
from pbp.spells.refer.context import CASTER, Context
from pbp.spells.refer.results import compares, result, rounded, that_many, that_many_of_each
from pbp.spells.refer.they import Spoken, yours_in
from pbp.spells.refer.ways import this_way
from pbp.spells.walk import BINDS, conjuncts, has_member, is_one, parts, rebuilt, replaced, shift

PLACED = t.Position(t.Member())
"""The position of the Wizard whom a test is about."""


class Meanings(Spoken):
    """What words stand for, in any part of a reading."""

    def _ranked_before(self, node: t.Top) -> bool:
        """Whether the most of others were spoken of, or something was done to who has the most of all."""
        others = [part for part in parts(self.sentence_said) if isinstance(part, t.Top) and part != node]
        if any(part.among != t.All() for part in others) or (others and node.among != t.All()):
            return True  # "the neighbour with the most Stars pays the Wizard with the fewest": of the neighbours?
        return any(
            isinstance(act, t.Change | t.Pay | t.Assign) and any(isinstance(part, t.Top) for part in parts(act))
            for act in parts(self.finished)
        )

    def _thing_alone(self) -> str:
        """The thing of a number that stands alone: what the spell has changed, or spoken of, if it is one.

        "Each neighbour loses 1 Star. If they have more than 3, ..."; "if you have a Crystal and they have fewer than 3"
        raises Puzzle.
        """
        changed = {attr for attr, _ in self.changed}
        beside = {part.attr for part in parts(self.sentence_said) if isinstance(part, t.Change | t.Pay)}
        # "You gain 1 Crystal. If you have more than 3, gain 2 Stars": more of which?
        if self.attr not in ("", *beside) and "Stars" in beside:
            raise Puzzle("it is not clear of what this number is", "name the thing", double=True)
        if changed == {self.attr} and not asked_in(self.sentence_said).difference(changed):
            return self.attr
        if len(self.numbered_things) == 1:
            return next(iter(self.numbered_things))
        raise Puzzle("it is not clear of what this number is", "name the thing")

    # Words that stand for something else

    def unspoken(self, node: Any, context: Context) -> Any:
        """The node, resolved; who is named in it is not spoken of. Raises Puzzle."""
        kept = list(self.here)
        fixed = self.fix(node, context)
        self.here = kept
        return fixed

    def fix(self, node: Any, context: Context) -> Any:
        """The node with everything in it resolved. Raises Puzzle."""
        if isinstance(node, tuple):
            return tuple(self.fix(part, context) for part in node)
        if not is_dataclass(node):
            return node
        if isinstance(node, t.Stat):
            self.asked_of.add(node.attr)
        if isinstance(node, t.Holds | t.Those):
            recent.whose_next(self, node)
        match node:
            case t.Without(t.They("those"), part) if self.group is None and not self.groups:
                return self.fix(t.Without(t.All(), part), context)  # "among those other than you": nobody else was told
            case t.Without(t.They("those"), t.Caster()) if isinstance(self.group, t.Neighbours | t.Others):
                raise Puzzle("it is not clear of which Wizards this is said", "say which Wizards these are")
            case t.They("chosen neighbour"):
                chosen = self.fix(t.Chosen(ANY_TARGET), context)
                if isinstance(chosen, t.Chosen) and self.inputs[chosen.index].adjacent is not True:
                    raise Puzzle("the Inputs line asks for no neighbour", "say: the chosen Wizard", double=True)
                return chosen
            case t.They():
                meant = near.meant(self, node.word, context)
                if meant == t.Chosen(PLACE):
                    return self.fix(meant, context)
                if meant is None:
                    meant = self._they(node, context)
                self.same_still(meant)
                if isinstance(self.noted, t.Count) and self.noted.who == meant:
                    self.noted_used = True  # they were counted, and are spoken of
                if is_one(meant) and node.word not in ("place", "place of somebody", "owner", "left out"):
                    self._mention(meant)
                return meant
            case t.Those(t.They("those neighbours" | "those looked at" | "those who"), test) if near.is_counted(
                self, test
            ):
                return near.counted_last(self, t.All())  # "count your idle neighbours. For each of these idle ones"
            case t.Those(t.They("those"), test) if any(isinstance(part, t.Did) for part in parts(test)):
                some = self._parts(node, context)
                match some:
                    case t.Those(t.Those(group, so), not_so) if denies(so, not_so):
                        return t.Those(group, not_so)  # "each neighbour who cast Burn ..., each of them who did not"
                return some
            case t.Compare(t.Result("it"), _, t.Stat(_, "") as owned) if (
                isinstance(self.noted, t.Total) and self.noted_sentence >= self.sentence - 1
            ):  # "add up their Crystals. If that is more than you have"
                return self.fix(replace(node, right=replace(owned, attr=self.noted.attr)), context)
            case t.EachOf(group, word):
                near.nobody_else(self, word)
                return self.fix(group, context)
            case t.CastAgain(names=(t.OwnName(True) | t.SpellOf(t.They("spell")),)) if context.spell >= 0:
                if self.named or self.spell is not None:  # "spells of Wizards who cast it in the previous Duel"
                    raise Puzzle("it is not clear which spell it is the same as", "name the spell", double=True)
                this = t.SpellOf(t.Member(context.depth - context.spell))
                return self.fix(replace(node, names=(this,)), context)
            case t.CastAgain(names=(t.OwnName(True),)) if (only := self.cast_before()) is not None:
                return self.fix(replace(node, names=(only,)), context)
            case t.CastAgain(names=(t.OwnName(True),)) if self._voids_a_spell():
                return self.fix(replace(node, names=(t.SpellOf(t.They("spell")),)), context)
            case t.CastAgain(names=(t.SpellOf(t.They("spell")),)):
                owner = self._owner_of_that_spell()
                this = t.SpellOf(t.Member(0) if owner == context.subject else owner)
                return self.fix(replace(node, names=(this,)), context)
            case t.Holds(group, ">=", t.Int(1), t.CastIs(t.Member(0), (t.OwnName(True),))) if context.cast >= 0:
                return t.In(t.Member(context.depth - context.cast), self.fix(group, context))
            case t.Holds(t.They("spell"), ">=", t.Int(1), t.In(t.Member(0), t.Owner(by))) if self.asks_for_a_spell():
                chosen = t.CastIs(t.Member(), (t.SpellInput(find_input(self.inputs, "SpellInput")),))
                return t.Holds(self.fix(by, context), ">=", t.Int(1), chosen)  # "if that spell was cast by a neighbour"
            case t.Holds(t.All(), "all", _, t.Is(t.Member(0), attr, t.ValueOf(t.They("left out")))) if (
                context.left_out is None
            ):  # "if all Wizards have the same Hat"
                same = t.Is(t.Member(), attr, t.ValueOf(t.Member(1), attr))
                return t.Holds(t.All(), "all", t.Int(0), t.Holds(t.All(), "all", t.Int(0), same))
            case t.Casters(_, kind) if _named_but_not(kind):
                raise Puzzle(
                    "a spell has one name: is there one of the other, too?", "say: and no ... does", double=True
                )
            case t.OwnName(again=True):
                return self.name_cast_then()
            case t.OwnName(True, True) if context.watch >= 0 and not _of_anybody(self.spell):
                raise Puzzle("from that spell, or from each of that name?", "name the spell", double=True)
            case t.OwnName(other, that):
                return self.that_name(that=that) if other else self.own
            case t.NearEachOther(other):
                return t.In(t.Member(), t.Neighbours(self.fix(other, context)))
            case t.Neighbours(of):
                around = t.Neighbours(self.unspoken(of, context))  # who is named only as their owner
                self.around_here = True
                return around
            case t.Without(whole, t.They("neighbour")):
                return near.other_neighbour(self, self.fix(whole, context))
            case t.Without(whole, part):
                all_of_them = self.fix(whole, context)
                return t.Without(all_of_them, self.unspoken(part, context))
            case t.Those(_, test) | t.Casters(_, test) if _leaves_out_the_caster(test):
                kept = list(self.here)
                those = self._parts(node, context)  # "a Wizard who is not the caster": who is so left out is not meant
                self.here = [who for who in self.here if who in kept or who != CASTER]
                return those
            case t.Targets() | t.Is() | t.Compare() | t.CastIs() if (
                _beside_that(node) and (aimed := self.set_beside(context)) is not None
            ):
                self._mention(aimed)
                return self.fix(replaced(node, {_THAT: aimed}), context)
            case t.In(who, t.They("they" | "them")):  # "if you are among them": of several
                return self.fix(t.In(who, t.They("those")), context)
            case t.In(who, group):
                inside = self.fix(who, context)
                kept = list(self.here)
                among = self.fix(group, context)
                if group == t.They("those"):
                    recent.each_of_them(self, among)
                if not isinstance(group, t.Neighbours):
                    self.here = kept
                elif isinstance(among, t.Neighbours) and isinstance(among.of, t.Top | t.Pick):
                    self._mention(among.of)  # "if X is next to the Wizard with the most Stars, they ..."
                return t.In(inside, among)
            case t.Ahead():
                return notes.ahead(self, node, context)
            case t.Alike():
                return notes.alike(self, node)
            case t.Holds(t.They(), test=test) | t.Those(t.They(), test) if (
                self.compared_last is not None and self.compared_last[1] and t.Position(t.Member()) in parts(test)
            ):  # "Look at the Stars of your neighbours. If one of them is lower than 3"
                raise Puzzle("it is not clear whether their positions are meant", "name the thing", double=True)
            case t.Holds(t.They("looked at"), op, number, t.Is(_, str() as thing, value)):
                return notes.looked_at(self, op, number, thing, value)
            case t.Holds(t.They("askees"), test=t.Did(verb)):
                return self.fix(replace(node, group=self.only_askees(verb)), context)
            case t.Holds(t.They("asked"), ">=", t.Int(1), t.Did() | t.Not(t.Did()) as said) if (
                self.sentence - self.alike[0] <= 1
            ):
                return notes.alike_or_not(self, said)
            case t.Top(t.All() | t.Others() | t.Neighbours(), t.Stat(who, "looked at")) if (
                self.compared_last is None
                and len(self.numbered_things) == 1
                and node.ties == "ruling"
                and not self._ranked_before(node)
            ):
                (thing,) = self.numbered_things  # "gain 2 Stars, or 4 if you have the fewest"
                return self.fix(replace(node, by=t.Stat(who, thing)), context)
            case t.Top(by=t.Stat(_, "looked at")):
                return self.fix(notes.ranked(self, node), context)
            case t.Stat(_, "looked at") | t.Change(attr="looked at") | t.Pay(attr="looked at"):
                raise Puzzle("it is not clear of what this is the most", "name the thing")
            case t.Mixed():
                raise Puzzle(
                    '"and" beside "or" or "not" leaves open what belongs together',
                    "use brackets: (... or ...) and ...",
                    double=True,
                )
            case t.Grouped(part):
                return self.fix(part, context)
            case t.And((t.Compare(t.Result() as one, ">=", t.Int()), t.Compare(other, "<=", t.Int()))) if one == other:
                so_far = list(self.compared)
                between = self._parts(node, context)
                rolls = [number for number in self.compared if isinstance(number, t.Roll)]
                self.compared = [*so_far, *rolls[-1:]]  # "on 1 to 3, lose that many": as the result shows
                return between
            case t.Counting(part):
                told = [*parts(part)]
                if any(
                    isinstance(said, t.Holds) and said.group == t.All() and said.op != "all" and said not in told
                    for said in parts(self.sentence_said)
                ):
                    raise Puzzle("it is not clear of which count this is said", "say: other Wizards", double=True)
                return self.fix(part, context)
            case t.Uncounted(told, way):
                if self.stage:
                    raise Puzzle("by then it is counted", "say it before that happens")
                flows = [part for part in (*self.made, *parts(self.sentence_said)) if isinstance(part, t.Change)]
                if way and not any(change.gain is (way == "gain") for change in flows):
                    raise Puzzle("no such gain or loss was spoken of before")
                return self.fix(told, context)
            case t.ByThen():
                raise Puzzle("it is not clear by when", "say: then, if ...")
            case t.WasAlready():
                raise Puzzle("it is not clear what it already was", "say what it is")
            case t.Again(told):
                return again.same(self, node, self.fix(told, context), context)
            case t.Compare(t.SpeedOf() as left, op, t.SpeedOf(t.They("whose speed"))):
                recent.whose_speed(self)
                return t.Compare(self.fix(left, context), op, t.SpeedOf(CASTER))
            case t.Same(left, right):
                one = self.fix(left, context)
                kept = list(self.here)
                other = self.fix(right, context)
                self.equal += [who for who in self.here if who not in kept]
                self.here = kept
                return t.Same(one, other)
            case t.Not(part):
                told_of = (self.group, list(self.told), self.alone)
                before, self.denied = self.denied, True
                denied = self.fix(part, context)
                self.denied = before
                self.differ()
                self.group, self.told, self.alone = told_of
                if self.group is None and isinstance(denied, t.Holds) and not is_one(denied.group):
                    self.group = denied.group  # "if not all of them ..., they": nobody else is meant
                # Where it is not so that somebody did it, nobody is there to be spoken of.
                self.here = [who for who in self.here if is_one(who)]
                return t.Not(denied)
            case t.Subject():
                return shift(context.clause, context.depth - context.clause_depth)
            case t.Holds(who, ">=", t.Int(1), t.Did("is") | t.Not(t.Did("is")) as said) if (
                sole := near.asked_sole(self)
            ) is not None and self.fix(who, context) == sole.group:
                return replace(sole, test=t.Not(sole.test)) if isinstance(said, t.Not) else sole
            case t.Did(verb):
                return self.done(verb)
            case t.Count(t.Casters(group, kind) as casts) if t.Differing() in parts(kind):
                return t.Kinds(self.fix(replace(casts, kind=_of_any_name(kind)), context))
            case t.Holds(t.Casters(group, kind) as casts, op, number, test) if t.Differing() in parts(kind):
                if op == "all" or number == t.Int(1):
                    raise Puzzle("different from which?", "say: another spell")
                return self.fix(t.Compare(t.Count(t.Casters(group, t.And((kind, test)))), op, number), context)
            case t.Differing():
                raise Puzzle("it is not clear from which spells these differ", "say: for each different spell cast")
            case t.Count(t.They("of them")) if isinstance(self.noted, t.Duels | t.Kinds) and not self.noted_used:
                return notes.noted(self, "count", context)
            case t.Count(t.They("of them")):
                return t.Count(near.counted_last(self, context.clause))
            case t.Count(t.They("those")) if self.group == context.clause and not is_one(context.clause):
                return t.Count(near.counted_before(self, context.clause))
            case t.Count() | t.Those() | t.Holds() | t.Casters() if t.They("same target") in parts(node):
                return self.fix(self._at_own_target(node, context), context)
            case t.Casters(_, kind) if t.Others() in parts(kind) and self.targets_the_caster(kind):
                return self.fix(replaced(node, {t.Others(): t.Without(t.All(), CASTER)}), context)
            case t.Capped():
                raise Puzzle("it is not clear what this is the maximum of", "say: 1 Star for each ..., to a maximum of")
            case t.Add(terms) if inner := [part for part in terms if isinstance(part, t.InAll)]:
                if len(inner) > 1:
                    raise Puzzle('"in all" is said twice', "say it once")
                terms = tuple(part.number if isinstance(part, t.InAll) else part for part in terms)
                return self.fix(t.InAll(t.Add(terms), inner[0].most), context)
            case t.InAll(number, most):
                if not is_one(context.clause):
                    raise Puzzle('"in all" could mean of each, or of all of them together', "leave it out")
                return t.Least((self.fix(number, context), t.Int(most)))
            case t.Count(who) if t.Others() in parts(who):
                self.others_of(context)
                return self._parts(node, context)
            case t.Others():
                return self._others(context, anew=node.anew)
            case t.Redirect(to=t.LetterWho()):
                moved = self._parts(node, context)
                if isinstance(moved.to, t.Pick) and not is_one(moved.who):
                    raise Puzzle("is one Wizard drawn, or one for each spell?", "say: pick a random Wizard")
                return moved
            case t.Compare(t.Result("" | "it"), op, right) if (asked := near.asked_number(self)) is not None:
                test = t.Compare(t.Stat(t.Member(), asked[1]), op, self.fix(right, context))
                self.sized = [asked]
                return t.Holds(asked[0], ">=", t.Int(1), test)
            case t.Odd(t.Result("" | "it")) if (had := near.asked_parity(self)) is not None:
                return t.Holds(had[0], ">=", t.Int(1), t.Odd(t.Stat(t.Member(), had[1])))
            case t.Odd(t.Result("" | "it")) | t.Compare(t.Result("" | "it"), _, t.Int()) if (
                place := near.asked_place(self)
            ) is not None:
                its: t.Cond = replaced(node, {t.Result(""): PLACED, t.Result("it"): PLACED})
                return t.Holds(place, ">=", t.Int(1), its)
            case t.And(several) | t.Or(several) if not self._in_row() and _others_beside(several):
                raise Puzzle("other than you, or than those who were named first?", "say whom", double=True)
            case t.Or((t.Holds(whole, "all"), *rest)) if _THOSE & {getattr(one, "group", None) for one in rest}:
                return self.fix(replace(node, parts=_of_those_too(whole, node.parts)), context)
            case t.Or((t.And((t.Word(-1, "Odd"), _)), t.And((t.Word(-1, "Even"), _)))) if not self._odd_or_even():
                raise Puzzle("the Inputs line offers no such choice", "say which positions are meant")
            case t.Is(_, "same thing"):
                return self.fix(replace(node, attr=near.same_thing(self)), context)
            case t.Stat(_, "it"):
                return self.fix(replace(node, attr=near.sized(self)[1]), context)
            case t.Stat(who, ""):
                counted = near.counted_thing(self, who, context)
                if counted:
                    return self.fix(replace(node, attr=counted), context)
                return self.fix(replace(node, attr=self._thing_alone()), context)
            case t.Offset(t.They("that one"), steps) if context.cast >= 0:
                return self.fix(t.Offset(t.They("beside that one"), steps), context)
            case t.Is(t.They("that thing"), str() as worn_there, value):
                owner, attr = near.thing(self, "asked")
                if attr != worn_there:
                    raise Puzzle(f"it is not clear whose {worn_there} is meant", "name the Wizard")
                return t.Holds(owner, ">=", t.Int(1), t.Is(t.Member(), attr, self.fix(value, context)))
            case t.Is(t.They("whose"), "", t.Text(word)) if self.sentence - self.word_told <= 1:
                offered = [one for asked in self.inputs for one in asked.words]
                known = word.casefold() in map(str.casefold, offered)
                if not known or self.turned or self.things or self.things_before:
                    raise Puzzle("the word that was chosen, or a thing?", "say what was chosen", double=True)
                return self.fix(t.Word(-1, word), context)
            case t.Is(t.They("was"), "", value):
                option = any(asked.words for asked in self.inputs)  # "if it was Red": the thing, or what was chosen?
                return self.fix(t.Is(t.They("whose" if option else "already"), "", value), context)
            case t.Is(t.They("whose"), "", value) if not self.things and (worn := near.thing_of_those(self)):
                their = t.Holds(t.They("they"), ">=", t.Int(1), t.Is(t.Member(), worn, value))
                return self.fix(their, context)  # "each Wizard with a Staff loses 2 Stars, or 3 if it is Oak"
            case t.Is(said, "", value):
                owner, attr = near.thing(self, "already" if said == t.They("already") else "asked")
                if said not in (t.They("already"), t.They("whose")):
                    if self.fix(said, context) != owner:
                        raise Puzzle("it is not clear of what they have none", "name the thing")
                    if (owner, attr) in self.valued or {name for name, _ in self.changed} - {"Stars", attr}:
                        # "if you have a Red Hat, ...", "if you have a Hat, lose 1 Crystal. If you have none"
                        raise Puzzle("none at all, or none of that kind?", "name the thing")
                return t.Holds(owner, ">=", t.Int(1), t.Is(t.Member(), attr, self.fix(value, context)))
            case t.Caster(you):
                if not you:
                    self._mention(node)
                return node
            case t.Chosen(index) if index in (ANY_TARGET, PLACE) and self.chosen_by_lot():
                return self._picked()
            case t.Chosen(index) if index == ANY_TARGET and self.pick is not None and not self.marks["picked"]:
                raise Puzzle(
                    "the Wizard who was drawn, or the one who is chosen with the spell?",
                    "say: the picked Wizard",
                    double=True,
                )
            case t.Chosen(index):
                found = t.Chosen(find_input(self.inputs, index)) if index < 0 else node
                self._mention(found)
                return found
            case t.Called():
                return letters.called(self, node, context)
            case t.WordOffered() | t.NumberOffered():
                return again.offered(self, node, context)
            case t.CountedOut(whole, part):
                if any(isinstance(said, t.Count) and said.who != node for said in parts(self.sentence_said)):
                    raise Puzzle(
                        "it is not clear of which count this is said", "say: each other Wizard who ...", double=True
                    )
                left = self.fix(t.Without(whole, part), context)
                none = isinstance(left, t.Without) and again.among(self, left.whole, left.part) is False
                return left.whole if none else left  # "each other Wizard who cast Burn (you do not count)"
            case t.SaidOf() | t.SaidAs():
                return again.somebody(self, node, context)
            case t.LetterWho():
                named = letters.whom(self, node, context)
                if is_one(named):
                    self._mention(named)
                return named
            case t.LetterGroup():
                return letters.group(self, node, context)
            case t.LetterIs():
                return letters.is_word(self, node)
            case t.LetterNum() | t.LetterWord() | t.LetterSpell():
                return letters.meant(self, node, context)
            case t.NumberInput(-2) if self.let is not None:
                return lets.x(self, context)
            case t.NumberInput(-2):
                called = [(asked.noun, asked.kind) for asked in self.inputs]
                if ("x", "number") in called:
                    return t.NumberInput(called.index(("x", "number")))
                raise Puzzle("nothing says what X is", "say in the Inputs line: a number X from 1 to 5")
            case t.NumberInput(-3) if any(asked.kind == "position" for asked in self.inputs):
                raise Puzzle("the number that was chosen, or the position?", "say: the chosen number")
            case t.WordAmong(_, words):
                at = find_input(self.inputs, "WordInput")
                if {word.casefold() for word in words} != {word.casefold() for word in self.inputs[at].words}:
                    raise Puzzle("these are not the words of which one is chosen")
                return t.WordInput(at)
            case t.NumberInput() | t.WordInput() | t.SpellInput():
                index = find_input(self.inputs, type(node).__name__)
                if isinstance(node, t.WordInput) and node.among:
                    among = {word.casefold() for word in node.among}
                    if among != {word.casefold() for word in self.inputs[index].words}:
                        raise Puzzle("these are not the words that the Inputs line offers", "say: the chosen option")
                if isinstance(node, t.WordInput) and node.many == -1:
                    things = set(self.things).union(self.things_before).difference(self.as_chosen)
                    attrs = {attr for attr, _ in self.changed}.difference(
                        {"Stars"}, {attr for _, attr in self.as_chosen}
                    )
                    as_chosen = {t.WordInput(index), *(t.ValueOf(who, attr) for who, attr in self.as_chosen)}
                    if things or attrs or any(value not in as_chosen for _, _, value in self.values):
                        raise Puzzle("what was chosen, or what was spoken of before?", "say: the chosen option")
                elif isinstance(node, t.WordInput) and node.many not in (0, len(self.inputs[index].words)):
                    raise Puzzle("it is not one of so many words that is chosen", "say: the chosen option")
                return type(node)(index)
            case t.ValueOf(t.They("left out"), attr) if any(
                isinstance(act, t.Assign) and (act.attr, act.stage) == (attr, self.stage)
                for act in parts(self.finished)
            ):
                raise Puzzle("the same as it was, or as it becomes?", "say the value, or: then each neighbour ...")
            case t.ThatValue(attr):
                return near.that_value(self, attr)
            case t.Word(_, word):
                self.words_asked.append(word)
                self.word_told = self.sentence  # "if the chosen word is Red, ... If it is Blue, ..."
                return t.Word(find_input(self.inputs, "WordInput"), word)
            case t.SpellOf(t.They("themselves")):
                self._themselves(context)
                return t.SpellOf(t.Member())
            case t.Owner(who):
                fixed = self.unspoken(who, context)
                self.spell, self.spell_said = (None if has_member(fixed) else fixed), ()
                self.named.append((fixed, "spell"))
                return fixed
            case t.ThatMany() if context.watch < 0:
                of_each = that_many_of_each(self, context.clause, self._each_of(context))
                if of_each is not None:
                    return of_each
                return notes.used(self, that_many(self), context)
            case t.Noted(kind):
                return notes.noted(self, kind, context)
            case t.Further(number):
                return self.fix(number, context)
            case t.Rounded(number, way):
                return rounded(self.fix(number, context), way)
            case t.ThisWay() if self.sentence in self.marks["lost_now"]:
                raise Puzzle("by this spell, or by all spells of this Duel?", "say: lost this way")
            case t.ThisWay():
                if node.who == t.They() and is_one(context.clause):
                    node = replace(node, who=None)  # they who lost it: nobody else is meant
                found = replace(node, who=self.fix(node.who, context))
                moved, self.way = this_way(found, context, self.made)
                return moved
            case t.Untimed(moved, tense):
                here = moved is not None and any(
                    moved.attr in ("", attr) and moved.way == way for attr, way in self.changed
                )  # "... loses 3 Stars, and you gain as many as they lost"
                if moved is None or tense == "present" or here:
                    raise Puzzle(
                        "it is not clear which gain or loss is meant: of this spell, or of those before it",
                        "say: that many Stars; or: gained this Duel",
                    )
                return self.fix(moved, context)
            case t.Result(which):
                return notes.used(self, result(self, which), context)
            case t.Roll(key, sides):
                roll = t.Roll(key + self.sentence * 1000, sides)
                self.rolls = (roll,)
                self.rolled[roll] = None
                return roll
        return self._parts(node, context)

    def _parts(self, node: Any, context: Context) -> Any:
        if isinstance(node, t.Rolls):
            roll = node.roll
            return replace(node, roll=t.Roll(roll.key + self.sentence * 1000, roll.sides))
        below = (t.Int(0), t.Int(1)) if isinstance(node, t.Holds) and node.op == ">=" else (t.Int(0),)
        several = isinstance(node, t.Holds) and node.op in (">=", ">") and node.number not in below
        if (
            several
            and t.ThatMany() in parts(node.test)
            and any(isinstance(w, t.Top) for w in (*self.here, *self.before))
        ):
            raise Puzzle('"that many" could be what was given or taken, or the most', "say the number", double=True)
        if (
            isinstance(node, t.Holds)
            and t.Others() in parts(node.group)
            and any(map(self._speaks_of_own, (node.test, *parts(node.group))))
        ):  # "if another Wizard's cast of this spell targets that Wizard": than the caster, whose spell it is
            node = replace(node, group=replaced(node.group, {t.Others(): t.Without(t.All(), CASTER)}))
        if isinstance(node, t.Holds) and isinstance(node.group, t.Others) and self._beside_caster(node.test, context):
            node = replace(node, group=t.Without(t.All(), CASTER))  # "if another Wizard has the same Hat as you"
        alone = context.subject is None or not is_one(context.subject)
        if isinstance(node, t.Casters | t.Holds) and alone and not self._names_somebody():
            node = _aimed_by_others(node)
        unclear = isinstance(node, t.Those | t.Holds) and isinstance(node.group, t.Others)
        if unclear and _beside(node.test, t.Chosen, self.asks_whom()):
            raise Puzzle('"other" could leave out the caster, or the one chosen', "say whom", double=True)
        in_case = self.in_case
        if _asks_that(node):  # "if that number is even": of what was asked before, whatever was gained in one case
            self.in_case = False
        binds = BINDS.get(type(node), {})
        if not binds:
            fixed = rebuilt(node, lambda _, value: self.fix(value, context))
        else:
            done: dict[str, Any] = {}

            def make(name: str, value: Any) -> Any:
                inner = context if name not in binds else self._inside(node, done, binds[name], context)
                if isinstance(node, t.Change | t.Pay):
                    inner = replace(inner, amount=name == "amount" and done.get("receiver", CASTER) == CASTER)
                done[name] = self.fix(value, inner)
                return done[name]

            fixed = rebuilt(node, make)
        self.in_case = in_case if _asks_that(node) else self.in_case
        used = self.divided and isinstance(fixed, t.Act) and any(part == self.noted for part in parts(fixed))
        if used and not self.loses_part(fixed):
            raise Puzzle("what was divided may have become less by that", "say: as many as a third of ...")
        if (
            (isinstance(node, t.Those) or isinstance(getattr(node, "test", None), t.Not))
            and any(map(has_that_many, parts(node)))
            and any(map(is_so_many, parts(fixed)))
        ):
            raise so_many()
        if isinstance(fixed, t.Holds) and node.number == t.ThatMany():
            self._counted_against(fixed.number)
        if isinstance(fixed, t.Odd) and node.number == t.ThatMany():
            fixed = replace(fixed, number=self._that_number(fixed.number))
        if isinstance(fixed, t.Compare) and fixed.op == "==":
            fixed = replace(fixed, op="=")
        if isinstance(fixed, t.Compare) and node.left == t.ThatMany() and isinstance(fixed.right, t.Int):
            fixed = replace(fixed, left=self._that_number(fixed.left))
        if isinstance(node, t.Those) and node.group == t.All() and t.ThatMany() in parts(node.test):
            tops = [part.who for part in parts(fixed.test) if isinstance(part, t.Stat) and isinstance(part.who, t.Top)]
            if any(top.among != t.All() for top in tops):  # "the most Stars of any other Wizard. Whoever has that many"
                raise Puzzle("all who have that many, or those of whom it is the most?", "say: each Wizard other than")
        if isinstance(fixed, t.Odd) and isinstance(fixed.number, t.Stat | t.Total | t.Count):
            self.counted = True
            if isinstance(fixed.number, t.Count) and not has_member(fixed):
                self.asked_count = (self.sentence, fixed.number)
            whose = fixed.number.who if isinstance(fixed.number, t.Stat) else None
            if isinstance(node.number, t.Noted | t.Result) and whose is not None and not has_member(whose):
                return t.Holds(whose, ">=", t.Int(1), t.Odd(replace(fixed.number, who=t.Member())))
        match node:
            case t.Odd(t.Result("higher" | "lower" | "first" | "second")):
                self.asked_results.append((self.sentence, fixed.number))
            case t.Compare(t.Result("higher" | "lower" | "first" | "second")):
                self.asked_results.append((self.sentence, fixed.left))
        if isinstance(fixed, t.Compare):
            if isinstance(fixed.left, t.Count) and not has_member(fixed.left):
                if self.asked_count is not None and self.asked_count[0] != self.sentence:
                    self.asked_earlier = self.asked_count
                self.asked_count = (self.sentence, fixed.left)
                if not isinstance(fixed.right, t.Int):
                    self.asked_beside = self.asked_count
                if node.right == t.Noted("asked") and (self.asked_equal is None or self.asked_equal[1] != fixed.left):
                    raise Puzzle("it was asked of another number before this", "say the number")
                if fixed.op == "=" and isinstance(fixed.right, t.Int):
                    self.asked_equal = (self.sentence, fixed.left, fixed.right)
            if isinstance(node.right, t.LetterNum) and (same := letters.same_word(fixed)) is not None:
                return same
            compares(self, fixed, context.bound)
            self._compared(fixed.left, fixed.right)
            counted = fixed.left
            if isinstance(node.left, t.Noted) and isinstance(counted, t.Stat) and not has_member(counted.who):
                its = replace(fixed, left=replace(counted, who=t.Member()))
                return t.Holds(counted.who, ">=", t.Int(1), its)
        self.around_here = self.around_here or isinstance(fixed, t.Neighbours)
        near.note_values(self, fixed)
        if isinstance(fixed, t.CastIs) and fixed.names not in ((), *self.named):
            self.named.append(fixed.names)
        elif isinstance(fixed, t.CastAgain):
            self.named_back.update(name for name in fixed.names if isinstance(name, str | t.SpellInput))
        if isinstance(fixed, t.Holds):
            fixed = self.check_did(node, fixed)
            recent.if_they(self, node, fixed)
        if isinstance(fixed, t.Those | t.Holds):
            notes.check_tie(fixed)
        if isinstance(fixed, t.Those | t.Holds) and not has_member(fixed.test, 1):
            self._asked(fixed)
        if isinstance(fixed, t.Holds) and is_one(fixed.group) and PLACED in parts(fixed.test):
            self.placed = (self.sentence, fixed.group)
        match fixed:
            case t.Holds(whose, ">=", t.Int(1), t.Compare(t.Stat(t.Member(0)) as left, _, right)) if is_one(whose):
                self._compared(replace(left, who=whose), replaced(right, {t.Member(0): whose}))
            case t.Holds(
                whose, ">=", t.Int(1), t.Or((t.Compare(t.Stat(t.Member(0)) as left, ">", right), t.Compare()))
            ) if is_one(whose):
                self._compared(replace(left, who=whose), replaced(right, {t.Member(0): whose}))
        match fixed:
            case t.Holds(
                whose, ">=", t.Int(1), t.Odd(t.Stat(t.Member(0), attr)) | t.Not(t.Odd(t.Stat(t.Member(0), attr)))
            ):
                if is_one(whose) and not has_member(whose):
                    self.parity.append((self.sentence, whose, attr))
        if isinstance(fixed, t.Holds) and is_one(fixed.group) and not has_member(fixed.group):
            worn = fixed.test.part if isinstance(fixed.test, t.Not) else fixed.test
            if isinstance(worn, t.Is) and isinstance(worn.attr, str) and (fixed.group, worn.attr) not in self.things:
                self.things.append((fixed.group, worn.attr))
                if isinstance(worn.value, t.WordInput):  # "if your Hat is not the chosen colour"
                    self.as_chosen.add((fixed.group, worn.attr))
                if worn.value != t.Text("None"):
                    self.valued.add((fixed.group, worn.attr))
            if isinstance(worn, t.Compare) and isinstance(worn.left, t.Stat) and worn.left.attr != "Stars":
                self.sized.append((fixed.group, worn.left.attr))
            elif isinstance(worn, t.Compare) and isinstance(worn.left, t.Stat):
                self.stars_at = self.sentence
        if isinstance(fixed, t.Holds) and isinstance(fixed.group, t.Pick) and not has_member(fixed):
            self.told.append((self.sentence, self.stage, t.Those(fixed.group.among, fixed.test)))
        if isinstance(fixed, t.Casters):
            match node.group, fixed.group:
                case t.They("those spells"), t.Those(group, kind):  # "those of them that have a Cost"
                    more = [one for one in conjuncts(fixed.kind) if one not in conjuncts(kind)]
                    fixed = t.Those(group, t.And((*conjuncts(kind), *more)) if more else kind)
                case t.They("those spells"), _:
                    raise Puzzle("it is not clear which spells these are", "say: each spell that ...")
                case _:
                    fixed = t.Those(fixed.group, fixed.kind)
            self.spells, self.spells_at = None if has_member(fixed) else fixed, self.sentence
        elif isinstance(fixed, t.Offset | t.At):
            self._mention(fixed)
        elif isinstance(fixed, t.Pick):
            key = fixed.key + self.sentence * 1000
            fixed = replace(fixed, key=key)
            if fixed.count == 1 and not has_member(fixed.among):
                self.inline.append(fixed)
            if not has_member(fixed.among):
                self.told.append((self.sentence, self.stage, fixed.among))
            self._mention(fixed)
        elif isinstance(fixed, t.Top):
            crowd = isinstance(fixed.among, t.Join) and not all(map(is_one, fixed.among.parts))
            if crowd and node.among == t.They("you both"):  # "if a neighbour did, whichever of you has more"
                raise Puzzle("which Wizards are meant by that?", "name the Wizards", double=True)
            if fixed.ties == "random" and not fixed.key:
                self.tops += 1
                fixed = replace(fixed, key=self.sentence * 1000 + 500 + self.tops)
            if fixed.ties != "first":  # "the highest number that any Wizard has" names nobody
                self._mention(fixed)
        elif isinstance(fixed, t.Compare) and isinstance(fixed.left, t.Total) and yours_in(fixed.left.who):
            self.crowd_here = fixed.left.who  # "if you and your neighbours have 20 Stars in all, each of you ..."
        elif isinstance(fixed, t.Compare) and isinstance(fixed.right, t.Count) and not isinstance(fixed.left, t.Count):
            if not has_member(fixed.right):
                self.counts_asked.append((self.sentence, fixed.right.who))
        elif isinstance(fixed, t.Compare) and isinstance(fixed.left, t.Count) and not has_member(fixed):
            self.group = fixed.left.who
            if (fixed.op, fixed.right) == ("=", t.Int(1)):
                self.alone = self.group
            if (fixed.op, fixed.right) == ("=", t.Int(2)):
                self.two = self.group
            if (fixed.op, fixed.right) == (">=", t.Int(1)) and isinstance(node.left, t.Count):
                self._mention_somebody(node.left.who, self.group)
        elif isinstance(fixed, t.Holds) and is_one(fixed.group) and isinstance(fixed.test, t.Holds):
            if isinstance(fixed.test.test, t.Targets) and not has_member(fixed.group):
                self.spell = t.Those(fixed.test.group, replaced(fixed.test.test, {t.Member(1): fixed.group}))
                self.spell_said = near.tests_of(self.spell)
        elif isinstance(fixed, t.Holds) and is_one(fixed.group) and _of_casts(fixed.test):
            self.spell = None if has_member(fixed.group) else fixed.group
            self.spell_said = near.tests_of(t.Those(fixed.group, fixed.test))
        elif isinstance(fixed, t.Holds) and not is_one(fixed.group) and not has_member(fixed):
            none = (fixed.op, fixed.number) == ("=", t.Int(0))
            some = fixed.group if none else t.Those(fixed.group, fixed.test)
            self.group = some
            if not none or isinstance(fixed.group, t.Join):  # "if no neighbour cast Burn, they ...": nobody, or all?
                self.told.append((self.sentence, self.stage, fixed.group if fixed.test == t.Always() else some))
            if (fixed.op, fixed.number) == ("=", t.Int(1)) and not isinstance(node.group, t.Casters):
                self.alone = some
            if (fixed.op, fixed.number) == ("=", t.Int(2)) and not isinstance(node.group, t.Casters):
                self.two = some
            cast = _of_casts(fixed.test)
            if cast or any(isinstance(part, t.Casters) for part in parts(node.group)):
                self.spell = t.Those(fixed.group, fixed.test)
                self.spell_said = near.tests_of(self.spell)
            if (fixed.op, fixed.number) == (">=", t.Int(1)):
                self._mention_somebody(node.group, some)
            elif fixed.op == "all" and isinstance(node.group, t.Casters):
                self._mention(some)
        elif isinstance(fixed, t.Holds) and (fixed.op, fixed.number) == (">=", t.Int(1)) and not is_one(fixed.group):
            self._mention_somebody(node.group, fixed.group)
        elif isinstance(fixed, t.Or) and (whole := _all_either_way(fixed)) is not None:
            cases = {t.Those(whole, case.test) for case in fixed.parts if isinstance(case, t.Holds)}
            self.told = [one for one in self.told if one[0] != self.sentence or one[2] not in cases]
            self.group, self.alone, self.two = whole, None, None
            self.told.append((self.sentence, self.stage, whole))
        if (
            isinstance(fixed, t.Targets)
            and fixed.whom
            and (isinstance(fixed.whom, t.TargetOf) or not is_one(fixed.whom))
        ):
            self._mention(fixed.whom)
        return fixed

    def _odd_or_even(self) -> bool:
        """Whether the Inputs line offers these two words, and nothing else, for "such positions"."""
        return [{word.casefold() for word in one.words} for one in self.inputs if one.words] == [{"odd", "even"}]

    def _in_row(self) -> bool:
        """Whether these are the words of a table, in which each column asks something of its own."""
        return self.table is not None and self.table.last == self.sentence

    def _counted_against(self, number: t.Num) -> None:
        """ "If exactly that many Wizards cast Burn": as many as were chosen, or rolled; not as were gained before."""
        chosen = any(asked.kind == "number" for asked in self.inputs)
        if not isinstance(number, t.NumberInput if chosen else t.Roll | t.NumberInput):
            raise Puzzle("as many as were spoken of before, or as were chosen?", "name the number", double=True)

    def _compared(self, left: t.Num, right: t.Num) -> None:
        """Keeps two numbers that are compared, for "the difference"."""
        if not isinstance(left, t.Stat | t.Roll | t.NumberInput) or has_member((left, right)):
            return
        if isinstance(right, t.Stat | t.Total | t.Roll | t.NumberInput):
            self.two_compared.append((self.sentence, self.stage, left, right))

    def _mention_somebody(self, said: t.Who, meant: t.Who) -> None:
        """ "A neighbour of the caster", "another Wizard": one Wizard, but none that a tree could name.

        Not where they are mentioned only as the owners of spells.
        """
        while isinstance(said, t.Those):
            said = said.group
        if not isinstance(said, t.Casters | t.Owner):
            self._mention(meant)

    def about_own(self, cond: t.Cond) -> bool:
        """Whether "other" is said of those who cast this very spell: then it leaves out the caster."""
        return isinstance(cond, t.Holds) and self._speaks_of_own(cond.test)

    def targets_the_caster(self, kind: t.Cond) -> bool:
        """Whether "a spell of another Wizard that targets you" is told where this sentence has named nobody else."""
        several = conjuncts(kind)
        theirs = t.In(t.Member(), t.Others()) in several
        return theirs and not self._names_somebody() and t.Targets(t.Member(), CASTER) in several

    def _at_own_target(self, node: Any, context: Context) -> Any:
        """ "For each other Wizard who cast Ambush at the same position", in Ambush: as this cast. Raises Puzzle."""
        others = t.Without(t.All(), CASTER)
        own = any(self._speaks_of_own(part) for part in parts(node) if isinstance(part, t.CastIs))
        here = {part for part in parts(node) if isinstance(part, t.Those | t.Holds | t.Casters)}
        apart = [part for part in here if t.They("same target") in parts(part)]
        groups = {part.group if not isinstance(part, t.Casters) else others for part in apart}
        this = t.Not(t.Same(t.Member(), CASTER))
        spells = all(isinstance(part, t.Casters) for part in apart)
        if any(isinstance(part, t.Casters) and this not in parts(part.kind) for part in apart):
            groups.add(t.All())
        whole = {t.All()} if own and context.subject is not None else set()
        if not groups <= {t.Others(), others, *whole} or not (own or spells or context.subject in (None, CASTER)):
            raise Puzzle("the same position as whose?", "say: the chosen position")
        if any(isinstance(p, t.Holds) and (p.op, p.number) not in ((">=", t.Int(1)), ("=", t.Int(0))) for p in apart):
            raise Puzzle("the same position as each other, or as this spell's?", "say: the chosen position")
        return replaced(node, {t.Others(): others, t.They("same target"): t.Chosen(ANY_TARGET)})

    def _speaks_of_own(self, test: t.Node) -> bool:
        if not isinstance(test, t.CastIs) or len(test.names) != 1:
            return False
        return test.names[0] == t.OwnName() or str(test.names[0]).casefold() == self.own.casefold()

    def _beside_caster(self, test: t.Cond, context: Context) -> bool:
        """Whether others are compared with the caster alone, in a sentence that has named nobody else."""
        alone = context.subject in (None, CASTER) and not self._names_somebody()
        return alone and _beside(test, t.Caster) and not _beside(test, t.Chosen)

    def _names_somebody(self) -> bool:
        """Whether the sentence has named somebody else than the caster."""
        return any(who != CASTER for who in self.here)

    def _voids_a_spell(self) -> bool:
        """Whether "it" can only be somebody's spell: "theirs has no effect if they cast it in the previous Duel"."""
        named = self.named_back or any(asked.kind == "spell" for asked in self.inputs)
        named = named or not all(isinstance(names[0], t.Who) for names in self.named if names)
        here = [part.who for part in parts(self.sentence_said) if isinstance(part, t.Void)]
        return not named and len(here) == 1 and isinstance(here[0], t.Owner)

    def _owner_of_that_spell(self) -> t.Who:
        """The one Wizard whose spell was spoken of: "(if that Wizard) cast the same spell in the previous Duel"."""
        who = self.spell.who if isinstance(self.spell, t.Owner) else self.spell
        if who is not None and is_one(who):
            return who
        raise Puzzle("it is not clear which spell it is the same as", "say: the same spell as in the previous Duel")

    def loses_part(self, act: t.Act) -> bool:
        """ "Divide your Crystals by 3, and lose that many": so they did not become fewer by being divided."""
        match self.noted, act:
            case t.Part(t.Stat(who, attr)), t.Change(whose, other, False):
                return (who, attr) == (whose, other)
        return False

    def _that_number(self, moved: t.Num) -> t.Num:
        """ "If the number of Wizards is odd, gain 2. If that number is even, ...": what was asked, and not the 2."""
        asked = self.asked_count
        counted = asked[1] if asked is not None and asked[0] == self.sentence - 1 else None
        if counted is not None and self.asked_beside == (self.sentence - 1, counted):
            counted = None  # "if there are more Wizards than you have Stars, ... If that number": which of the two?
        if isinstance(moved, t.Int) and counted is not None:
            return counted
        if isinstance(moved, t.Int) or self.in_case or (counted is not None and counted != moved):
            raise Puzzle("it is not clear which number this is", "say which number", double=True)
        return moved

    def _inside(self, node: Any, done: dict[str, Any], count: int, context: Context) -> Context:
        """The context in which a field is read that binds a member."""
        deeper = replace(context, depth=context.depth + count)
        if isinstance(node, t.Those | t.Holds):
            group = done.get("group")
            deeper = replace(deeper, outer=context.subject, outer_depth=context.subject_depth)
            deeper = near.left_out(node, done["group"], self, deeper)
            deeper = replace(deeper, bound=(*context.bound, (done["group"], deeper.depth)))
            if isinstance(group, t.Who) and is_one(group) and not has_member(group):
                return replace(deeper, subject=group, subject_depth=deeper.depth, verb=True)
            deeper = replace(deeper, member_of=group, of_spell=isinstance(node.group, t.Casters))
            return replace(deeper, subject=t.Member(0), subject_depth=deeper.depth, verb=True)
        if isinstance(node, t.Casters):
            return replace(deeper, verb=False, spell=deeper.depth)
        if isinstance(node, t.Change | t.Assign | t.Pay) and context.subject is not None:
            group = done.get("who", done.get("payer"))
            if isinstance(group, t.Who) and not is_one(group) and group == context.subject:
                bound = (*context.bound, (group, deeper.depth))
                return replace(deeper, subject=t.Member(0), subject_depth=deeper.depth, bound=bound)
            return deeper
        if isinstance(node, t.Redirect):
            return replace(deeper, cast=deeper.depth)
        return deeper


def _others_beside(several: tuple[t.Cond, ...]) -> bool:
    """ "If a neighbour cast Burn and no one else did", "and every other Wizard is idle": whether others follow some.

    After other Wizards, more of them can be the same: "another Wizard is idle and another Wizard cast Burn".
    """
    told = ""
    for cond in several:
        asked = cond.part if isinstance(cond, t.Not) else cond
        match asked:
            case t.Holds(who) | t.Compare(t.Count(who)):
                pass
            case _:
                continue
        others = t.Others() in parts(who)
        some = others and (isinstance(asked, t.Compare) or asked.op not in ("all", "=") or asked.number != t.Int(0))
        if told and others and not (some and told == "others"):
            return True
        if not isinstance(who, t.Caster | t.They) and not (others and isinstance(asked, t.Compare)):
            told = told if told == "some" else "others" if others else "some"
    return False


_THOSE = {t.They("those")}


def _of_those_too(whole: t.Who, cases: tuple[t.Cond, ...]) -> tuple[t.Cond, ...]:
    """ "If all Wizards cast Burn or all of them have a Hat": all of the same Wizards, not of who cast it."""
    return tuple(
        replace(one, group=whole) if isinstance(one, t.Holds) and one.group in _THOSE else one for one in cases
    )


def _all_either_way(cond: t.Or) -> t.Who | None:
    """Those of all of whom one thing is asked or the other: "if both cast Burn or both are idle, they ..."."""
    asked = {part.group if isinstance(part, t.Holds) and part.op == "all" else None for part in cond.parts}
    (whole, *others) = asked
    return None if others or whole is None or is_one(whole) or has_member(whole) else whole


_THAT = t.They("that Wizard")


def _beside_that(test: t.Cond) -> bool:
    """ "(Each Wizard) who targets that Wizard", "with the same Hat as that Wizard": that is somebody else."""
    match test:
        case t.Targets(t.Member(0), whom):
            return whom == _THAT
        case t.Is(t.Member(0), attr, t.ValueOf(whom, same)):
            return whom == _THAT and attr == same
        case t.Compare(t.Stat(t.Member(0), attr), _, t.Stat(whom, same)):
            return whom == _THAT and attr == same
        case t.CastIs(t.Member(0), (t.SpellOf(whom),)):
            return whom == _THAT
    return False


def _asks_that(node: Any) -> bool:
    """Whether a condition is of "that number"."""
    match node:
        case t.Odd(t.ThatMany()) | t.Compare(t.ThatMany(), _, t.Int()):
            return True
    return False


def _aimed_by_others(node: t.Casters | t.Holds) -> t.Casters | t.Holds:
    """ "Another Wizard's spell that targets you": beside "you" it is another than you, whoever was spoken of before.

    "Each other Wizard's spell that targets you" may leave out who was spoken of as well.
    """
    others = t.Without(t.All(), CASTER)
    known: dict[t.Node, t.Node] = {t.Others(): others}
    at_you = t.Targets(t.Member(0), CASTER)
    match node:
        case t.Casters(t.All(), t.And(tests)) if at_you in tests:
            told = [replaced(test, known) if _by_another(test) else test for test in tests]
            return replace(node, kind=t.And(tuple(told)))
        case t.Holds(t.Casters(t.All(), t.And(tests)) as casts, ">=", t.Int(1), test) if at_you in conjuncts(test):
            told = [replaced(one, known) if _by_another(one) else one for one in tests]
            return replace(node, group=replace(casts, kind=t.And(tuple(told))))
        case t.Holds(t.Others(each=False), ">=", t.Int(1), t.And((t.CastIs(t.Member(0), ()), *tests))) if (
            at_you in tests
        ):
            return replace(node, group=others)  # "if another Wizard casts a spell that targets you"
    return node


def _by_another(test: t.Cond) -> bool:
    """Whether it is said that a spell is another Wizard's."""
    return isinstance(test, t.In) and isinstance(test.group, t.Others) and not test.group.each


def _of_any_name(kind: t.Cond) -> t.Cond:
    """Which spells are counted, without that those of one name count once."""
    if kind == t.Differing():
        return t.CastIs(t.Member())
    if isinstance(kind, t.And):
        left = tuple(_of_any_name(part) for part in kind.parts if part != t.Differing())
        return left[0] if len(left) == 1 else t.And(left)
    return kind


def _beside(test: t.Cond, whom: type[t.Who], that: bool = False) -> bool:
    """Whether somebody is compared with such a one: "another Wizard has the same Hat as the chosen Wizard".

    `that`: "that Wizard" can be the chosen one.
    """
    compared = [part for part in parts(test) if isinstance(part, t.SpellOf | t.Stat | t.ValueOf | t.TargetOf)]
    people = [who for part in compared for who in parts(part)]
    return any(isinstance(who, whom) or (that and who == _THAT) for who in people)


def _of_anybody(spell: t.Who | None) -> bool:
    """Whether the spell spoken of is any of its name, and not somebody's."""
    return spell is None or (isinstance(spell, t.Those | t.Casters) and spell.group == t.All())


def _of_casts(test: t.Cond) -> bool:
    """Whether a test says what a Wizard cast, and not what they did not."""
    if isinstance(test, t.And):
        return any(_of_casts(part) for part in test.parts)
    if isinstance(test, t.CastAgain) and t.SpellOf(t.Member(0)) in test.names:
        return True  # "cast the same spell as in the previous Duel"
    return isinstance(test, t.CastIs | t.CastTrait | t.CastPriced | t.Targets) or (
        isinstance(test, t.Compare) and isinstance(test.left, t.SpeedOf)
    )


def _named_but_not(kind: t.Cond) -> bool:
    """ "(Targeted by) Burn but not Jolt": whether a spell has one name, and not another, as any spell of that name."""
    names = {name for part in conjuncts(kind) if isinstance(part, t.CastIs) for name in part.names}
    out = [part.part.names for part in conjuncts(kind) if isinstance(part, t.Not) and isinstance(part.part, t.CastIs)]
    known = all(isinstance(name, str) for name in (*names, *(name for told in out for name in told)))
    return bool(names) and known and any(told and names.isdisjoint(told) for told in out)


def _leaves_out_the_caster(test: t.Cond) -> bool:
    """Whether it is said of some, "who are not the caster"."""
    match test:
        case t.Not(t.Same(t.Member(0), t.Caster())):
            return True
        case t.And(several):
            return any(map(_leaves_out_the_caster, several))
    return False

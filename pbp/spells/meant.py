"""Who and what is meant: pronouns, "other", "that many", "the result" replaced by what they stand for.

"They" is the one Wizard meant before: the subject of the same clause; else the one Wizard spoken of in the same
sentence; else the one spoken of in the sentences before. Where two could be meant, the spell needs a ruling.
"""

from __future__ import annotations

from dataclasses import dataclass, is_dataclass, replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.inputs import Puzzle, find_input
from pbp.spells.walk import BINDS, has_member, parts, rebuilt, replaced, shift

CASTER = t.Caster()


@dataclass(frozen=True)
class Context:
    """Where the resolver is: how many groups deep, and what "they" is in this clause.

    `clause` is the subject of the outcome; `verb`: the subject is that of the very verb ("them" cannot be it);
    `outer`: the subject around a test of somebody else, whom "they" can only mean where it cannot be that one.
    `watch` and `cast` are the depths at which a change's source and a redirected cast stand, or -1.
    """

    depth: int = 0
    subject: t.Who | None = None
    subject_depth: int = 0
    clause: t.Who = CASTER
    clause_depth: int = 0
    watch: int = -1
    cast: int = -1
    verb: bool = False
    outer: t.Who | None = None
    outer_depth: int = 0


TOP = Context()


def is_one(who: t.Who) -> bool:
    """Whether a tree always means one Wizard (or nobody)."""
    match who:
        case t.Caster() | t.Chosen() | t.Member() | t.They() | t.At() | t.Owner() | t.Subject() | t.TargetOf():
            return True
        case t.Offset(of):
            return is_one(of)
        case t.Pick(_, _, count):
            return count == 1
        case t.Top():
            return who.ties != "all" and who.count == 1
    return False


class Words:
    """What has been spoken of so far, and what words stand for it."""

    def __init__(self, inputs: tuple[t.Input, ...] = (), own: str = ""):
        self.inputs, self.own = inputs, own
        self.before: list[t.Who] = []
        self.here: list[t.Who] = []
        self.equal: list[t.Who] = []
        self.stage = 0
        self.sentence = 0
        self.number: t.Num | None = None
        self.attr = ""
        self.rolls: tuple[t.Roll, ...] = ()
        self.spell: t.Who | None = None
        self.group: t.Who | None = None
        self.pick: t.Pick | None = None
        self.inline: list[t.Pick] = []
        self.tops = 0
        self.amended = -2
        self.spells: t.Who | None = None
        self.things: list[tuple[t.Who, str]] = []
        self.alone: t.Who | None = None
        self.changed: set[tuple[str, str]] = set()
        self.did: t.Cond | None = None

    # Words that stand for something else

    def fix(self, node: Any, context: Context) -> Any:
        """The node with everything in it resolved. Raises Puzzle."""
        if isinstance(node, tuple):
            return tuple(self.fix(part, context) for part in node)
        if not is_dataclass(node):
            return node
        match node:
            case t.They():
                meant = self._they(node, context)
                if is_one(meant) and node.word not in ("place", "owner"):
                    self._mention(meant)
                return meant
            case t.OwnName():
                return self.own
            case t.Without(whole, part):
                all_of_them = self.fix(whole, context)
                kept = list(self.here)
                excluded = self.fix(part, context)
                self.here = kept
                return t.Without(all_of_them, excluded)
            case t.In(who, group):
                inside = self.fix(who, context)
                kept = list(self.here)
                among = self.fix(group, context)
                if not isinstance(group, t.Neighbours):
                    self.here = kept
                return t.In(inside, among)
            case t.Mixed():
                raise Puzzle(
                    '"and" beside "or" leaves open what belongs together', "use brackets: (... or ...) and ..."
                )
            case t.Grouped(part):
                return self.fix(part, context)
            case t.Same(left, right):
                one = self.fix(left, context)
                kept = list(self.here)
                other = self.fix(right, context)
                self.equal += [who for who in self.here if who not in kept]
                self.here = kept
                return t.Same(one, other)
            case t.Not(part):
                denied = self.fix(part, context)
                self.differ()
                # Where it is not so that somebody did it, nobody is there to be spoken of.
                self.here = [who for who in self.here if is_one(who)]
                return t.Not(denied)
            case t.Subject():
                return shift(context.clause, context.depth - context.clause_depth)
            case t.Did():
                if self.did is None:
                    raise Puzzle('it is not clear what "did" means', "say what was cast")
                return self.did
            case t.Others():
                return self._others(context)
            case t.Caster():
                self._mention(node)
                return node
            case t.Chosen(index):
                found = t.Chosen(find_input(self.inputs, index)) if index < 0 else node
                self._mention(found)
                return found
            case t.NumberInput() | t.WordInput() | t.SpellInput():
                return type(node)(find_input(self.inputs, type(node).__name__))
            case t.Word(_, word):
                return t.Word(find_input(self.inputs, "WordInput"), word)
            case t.Owner(who):
                kept = list(self.here)
                fixed = self.fix(who, context)
                self.here = kept
                self.spell = None if has_member(fixed) else fixed
                return fixed
            case t.ThatMany() if context.watch < 0:
                if self.number is None and any(asked.kind == "number" for asked in self.inputs):
                    return t.NumberInput(find_input(self.inputs, "NumberInput"))
                if self.number is None:
                    raise Puzzle("no number was named before that this could mean")
                return self.number
            case t.Untimed(moved):
                if moved is None or (moved.attr, moved.way) in self.changed:
                    raise Puzzle(
                        "it is not clear which gain or loss is meant: of this spell, or of those before it",
                        "say: that many Stars; or: gained this Duel",
                    )
                return self.fix(moved, context)
            case t.Result(which):
                return self._result(which)
            case t.Roll(key, sides):
                roll = t.Roll(key + self.sentence * 1000, sides)
                self.rolls = (roll,)
                return roll
        return self._parts(node, context)

    def _parts(self, node: Any, context: Context) -> Any:
        if isinstance(node, t.Rolls):
            roll = node.roll
            return replace(node, roll=t.Roll(roll.key + self.sentence * 1000, roll.sides))
        if isinstance(node, t.Holds) and self._speaks_of_own(node.test) and t.Others() in parts(node.group):
            node = replace(node, group=replaced(node.group, {t.Others(): t.Without(t.All(), CASTER)}))
        binds = BINDS.get(type(node), {})
        if not binds:
            fixed = rebuilt(node, lambda _, value: self.fix(value, context))
        else:
            done: dict[str, Any] = {}

            def make(name: str, value: Any) -> Any:
                inner = context if name not in binds else self._inside(node, done, binds[name], context)
                done[name] = self.fix(value, inner)
                return done[name]

            fixed = rebuilt(node, make)
        if isinstance(fixed, t.Those | t.Holds) and not has_member(fixed.test, 1) and _about_casting(fixed.test):
            self.did = fixed.test
        if isinstance(fixed, t.Holds) and is_one(fixed.group) and not has_member(fixed.group):
            worn = fixed.test.part if isinstance(fixed.test, t.Not) else fixed.test
            if isinstance(worn, t.Is) and isinstance(worn.attr, str) and (fixed.group, worn.attr) not in self.things:
                self.things.append((fixed.group, worn.attr))
        if isinstance(fixed, t.Casters):
            fixed = t.Those(fixed.group, fixed.kind)
            self.spells = None if has_member(fixed) else fixed
        elif isinstance(fixed, t.Offset | t.At):
            self._mention(fixed)
        elif isinstance(fixed, t.Pick):
            key = fixed.key + self.sentence * 1000
            fixed = replace(fixed, key=key)
            if fixed.count == 1 and not has_member(fixed.among):
                self.inline.append(fixed)
            self._mention(fixed)
        elif isinstance(fixed, t.Top):
            if fixed.ties == "random" and not fixed.key:
                self.tops += 1
                fixed = replace(fixed, key=self.sentence * 1000 + 500 + self.tops)
            self._mention(fixed)
        elif isinstance(fixed, t.Compare) and isinstance(fixed.left, t.Count) and not has_member(fixed):
            self.group = fixed.left.who
            if (fixed.op, fixed.right) == (">=", t.Int(1)) and isinstance(node.left, t.Count):
                self._mention_somebody(node.left.who, self.group)
        elif isinstance(fixed, t.Holds) and is_one(fixed.group) and isinstance(fixed.test, t.Holds):
            if isinstance(fixed.test.test, t.Targets) and not has_member(fixed.group):
                self.spell = t.Those(fixed.test.group, replaced(fixed.test.test, {t.Member(1): fixed.group}))
        elif isinstance(fixed, t.Holds) and is_one(fixed.group) and _of_casts(fixed.test):
            self.spell = None if has_member(fixed.group) else fixed.group
        elif isinstance(fixed, t.Holds) and not is_one(fixed.group) and not has_member(fixed):
            some = t.Those(fixed.group, fixed.test)
            self.group = some
            if (fixed.op, fixed.number) == ("=", t.Int(1)) and not isinstance(node.group, t.Casters):
                self.alone = some
            cast = _of_casts(fixed.test)
            if cast or any(isinstance(part, t.Casters) for part in parts(node.group)):
                self.spell = some
            if (fixed.op, fixed.number) == (">=", t.Int(1)):
                self._mention_somebody(node.group, some)
            elif fixed.op == "all" and isinstance(node.group, t.Casters):
                self._mention(some)
        elif isinstance(fixed, t.Holds) and (fixed.op, fixed.number) == (">=", t.Int(1)) and not is_one(fixed.group):
            self._mention_somebody(node.group, fixed.group)
        if isinstance(fixed, t.Targets) and fixed.whom is not None and not is_one(fixed.whom):
            self._mention(fixed.whom)
        return fixed

    def _mention_somebody(self, said: t.Who, meant: t.Who) -> None:
        """ "A neighbour of the caster", "another Wizard": one Wizard, but none that a tree could name.

        Not where they are mentioned only as the owners of spells.
        """
        while isinstance(said, t.Those):
            said = said.group
        if not isinstance(said, t.Casters | t.Owner):
            self._mention(meant)

    def differ(self) -> None:
        """From here on it may not be so that two are the same Wizard: either may be meant by "they"."""
        for who in self.equal:
            self._mention(who)
        self.equal = []

    def about_own(self, cond: t.Cond) -> bool:
        """Whether "other" is said of those who cast this very spell: then it leaves out the caster."""
        return isinstance(cond, t.Holds) and self._speaks_of_own(cond.test)

    def _speaks_of_own(self, test: t.Cond) -> bool:
        return isinstance(test, t.CastIs) and [str(n).casefold() for n in test.names] == [self.own.casefold()]

    def _mention(self, who: t.Who) -> None:
        if who not in self.here and not has_member(who):
            self.here.append(who)

    def _inside(self, node: Any, done: dict[str, Any], count: int, context: Context) -> Context:
        """The context in which a field is read that binds a member."""
        deeper = replace(context, depth=context.depth + count)
        if isinstance(node, t.Those | t.Holds):
            group = done.get("group")
            deeper = replace(deeper, outer=context.subject, outer_depth=context.subject_depth)
            if isinstance(group, t.Who) and is_one(group) and not has_member(group):
                return replace(deeper, subject=group, subject_depth=deeper.depth, verb=True)
            return replace(deeper, subject=t.Member(0), subject_depth=deeper.depth, verb=True)
        if isinstance(node, t.Casters):
            return replace(deeper, verb=False)
        if isinstance(node, t.Change | t.Assign | t.Pay) and context.subject is not None:
            group = done.get("who", done.get("payer"))
            if isinstance(group, t.Who) and not is_one(group) and group == context.subject:
                return replace(deeper, subject=t.Member(0), subject_depth=deeper.depth)
            return deeper
        if isinstance(node, t.Redirect):
            return replace(deeper, cast=deeper.depth)
        return deeper

    def _others(self, context: Context) -> t.Who:
        subject = context.subject
        if subject is not None and (is_one(subject)):
            return t.Without(t.All(), shift(subject, context.depth - context.subject_depth))
        named = [who for who in (*self.here, *self.before) if who != CASTER and is_one(who)]
        if named:
            reason = '"other" could leave out the caster, or the Wizard spoken of before'
            raise Puzzle(reason, "say: other than the caster", double=True)
        return t.Without(t.All(), CASTER)

    def _they(self, node: t.They, context: Context) -> t.Who:
        match node.word:
            case "spell":
                return self._that_spell(context)
            case "those spells":
                return self.spells if self.spell is None and self.spells is not None else self._that_spell(context)
            case "whose":
                return self._thing()[0]
            case "both":
                named = self.here if len(self.here) > 1 else self.before
                if len(named) != 2 or not all(map(is_one, named)):
                    raise Puzzle('it is not clear whom "both" means', "name the two Wizards")
                return t.Join((named[0], named[1]))
            case "both Wizards":
                alone = self._exactly_one()
                if alone is not None and self._leaves_out_caster(alone):
                    return t.Join((CASTER, alone))
                return t.Join((t.Chosen(find_input(self.inputs, -2)), t.Chosen(find_input(self.inputs, -3))))
            case "picked":
                return self._picked()
            case "first" | "second" | "third":
                order = ["first", "second", "third"].index(node.word)
                if order >= len(self.inline):
                    raise Puzzle(f"no {node.word} Wizard has been picked before this")
                return self.inline[order]
            case "owner":
                return CASTER
            case "those":
                if self.group is None:
                    raise Puzzle('no Wizards have been spoken of whom "those" could mean')
                return self.group
            case "place":
                if context.cast >= 0:
                    return t.TargetOf(t.Member(context.depth - context.cast))
                own = context.clause == CASTER or t.Offset(CASTER, t.Int(1)) in parts(context.clause)
                own = own or t.Offset(CASTER, t.Int(-1)) in parts(context.clause)
                if not own or any(isinstance(who, t.Chosen) for who in (*self.here, *self.before)):
                    raise Puzzle("it is not clear after which position", "say: the next position after the caster's")
                return CASTER
            case "that Wizard":
                return self._that_wizard(context)
        if node.word in ("them", "than") and context.verb and context.subject is not None:
            return self._other_they(context, node.word)
        if context.subject is not None:
            if not is_one(context.subject):
                raise Puzzle(f'"{node.word}" could mean each of several Wizards, or all of them')
            whose: t.Who = shift(context.subject, context.depth - context.subject_depth)
            return whose
        return self._one_of(self.here or self.before, node.word)

    def _other_they(self, context: Context, word: str) -> t.Who:
        """Somebody else than the subject of this very verb: the subject around it, or who was spoken of before."""
        meant = shift(context.subject, context.depth - context.subject_depth)
        named = [who for who in self.here if who != meant]
        if context.outer is not None:
            around: t.Who = shift(context.outer, context.depth - context.outer_depth)
            if is_one(around) and around not in (meant, *named):
                named.append(around)
        return self._one_of(named or [who for who in self.before if who != meant], word.replace("than", "they"))

    def _one_of(self, found: list[t.Who], word: str) -> t.Who:
        if len(found) == 1 and not is_one(found[0]):
            raise Puzzle(f'it is not clear whom "{word}" means', "say: each neighbour of the caster who cast Burn")
        if len(found) == 1:
            return found[0]
        if not found:
            raise Puzzle(f'nobody has been spoken of whom "{word}" could mean', "name the Wizard")
        raise Puzzle(f'"{word}" could mean two Wizards', "name the Wizard instead", double=True)

    def _leaves_out_caster(self, group: t.Who) -> bool:
        while isinstance(group, t.Those):
            group = group.group
        return group in (t.Without(t.All(), CASTER), t.Neighbours(CASTER))

    def _thing(self) -> tuple[t.Who, str]:
        """ "It", of an attribute: the one spoken of in this sentence."""
        if len(self.things) != 1:
            raise Puzzle('it is not clear what "it" means', "name the thing")
        return self.things[0]

    def _picked(self) -> t.Who:
        """ "The picked Wizard": of the last sentence that picks one, or the only one that was drawn."""
        if self.pick is not None:
            return self.pick
        if not self.inline:
            raise Puzzle("no Wizard has been picked before this")
        if len(self.inline) > 1:
            raise Puzzle("two Wizards have been picked before this", "say: the first picked Wizard", double=True)
        return self.inline[0]

    def _exactly_one(self) -> t.Who | None:
        """The one that a condition says there is exactly one of, if nobody but the caster was spoken of beside."""
        if self.alone is None or any(who != CASTER for who in self.here):
            return None
        return self.alone

    def _that_wizard(self, context: Context) -> t.Who:
        if isinstance(context.subject, t.Member) and context.watch < 0:
            whose: t.Who = shift(context.subject, context.depth - context.subject_depth)
            return whose
        alone = self._exactly_one()
        if alone is not None and context.subject is None:
            return alone
        found = [who for who in self.here if who != CASTER] or [who for who in self.before if who != CASTER]
        if found:
            return self._one_of(found, "that Wizard")
        if context.watch >= 0:
            if any(asked.kind in ("position", "wizard") for asked in self.inputs):
                raise Puzzle('"that Wizard" could mean the one chosen, or the caster of the spell', "name the Wizard")
            return t.Member(context.depth - context.watch)
        chosen = t.Chosen(find_input(self.inputs, -1))
        self._mention(chosen)
        return chosen

    def _that_spell(self, context: Context) -> t.Who:
        if context.watch >= 0:
            return t.Member(context.depth - context.watch)
        if context.cast >= 0:
            return t.Member(context.depth - context.cast)
        if self.spell is None:
            raise Puzzle("no spell has been spoken of that this could mean", "name the spell, or whose it is")
        return self.spell

    def _result(self, which: str) -> t.Num:
        if not self.rolls and not which and any(asked.kind == "number" for asked in self.inputs):
            return t.NumberInput(find_input(self.inputs, "NumberInput"))
        if not self.rolls:
            raise Puzzle("nothing has been rolled before this", "say: Roll DICE6.")
        if len(self.rolls) == 1 and which in ("", "higher", "lower"):
            if which:
                raise Puzzle("there is only one result")
            return self.rolls[0]
        if len(self.rolls) == 2:
            match which:
                case "first" | "second":
                    return self.rolls[0 if which == "first" else 1]
                case "sum":
                    return t.Add(self.rolls)
                case "higher":
                    return t.Greatest(self.rolls)
                case "lower":
                    return t.Least(self.rolls)
        raise Puzzle("it is not clear which result is meant")


def _about_casting(test: t.Cond) -> bool:
    return any(isinstance(part, t.CastIs | t.CastTrait | t.CastAgain) for part in parts(test))


def _of_casts(test: t.Cond) -> bool:
    """Whether a test says what a Wizard cast, and not what they did not."""
    if isinstance(test, t.And):
        return any(_of_casts(part) for part in test.parts)
    return isinstance(test, t.CastIs | t.CastTrait | t.Targets) or (
        isinstance(test, t.Compare) and isinstance(test.left, t.SpeedOf)
    )

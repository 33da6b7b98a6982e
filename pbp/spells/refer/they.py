"""Whom a pronoun means: "they", "that Wizard", "both", "the picked Wizard", "other", "the result".

"They" is the one Wizard meant before: the subject of the same clause; else the one Wizard spoken of in the same
sentence; else the one spoken of in the sentences before. Where two could be meant, the spell needs a ruling.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pbp.spells import tree as t
from pbp.spells.inputs import Puzzle, find_input
from pbp.spells.refer import lets, recent
from pbp.spells.refer.context import CASTER, Context, asked_alone, unaddressed
from pbp.spells.refer.telling import NO_MARKS, Marks
from pbp.spells.sense.conditions import about_casting, only_who, opposite
from pbp.spells.walk import conjuncts, has_member, is_one, parts, shift

if TYPE_CHECKING:
    from pbp.spells.refer.tabled import CaseTable


def _is_done(test: t.Cond) -> bool:
    """Whether a test is of what somebody does: cast, target."""
    return isinstance(test, t.CastIs | t.CastTrait | t.CastAgain | t.Targets)


def _is_had(test: t.Cond) -> bool:
    """Whether a test is of what somebody has: a Red Hat, 3 Stars."""
    return isinstance(test, t.Is) or (isinstance(test, t.Compare) and isinstance(test.left, t.Stat))


def _only_of(group: t.Who, that: t.Who) -> bool:
    """Whether these are only the caster, and somebody whom a pronoun means."""
    return isinstance(group, t.Join) and all(isinstance(one, t.Caster) or one == that for one in group.parts)


class Spoken:
    """What has been spoken of so far, and whom words mean by it."""

    def __init__(self, inputs: tuple[t.Input, ...] = (), own: str = "", you: bool = False, marks: Marks = NO_MARKS):
        self.inputs, self.own, self.marks = inputs, own, marks
        self.you = you  # whether the caster is "you", or "I", throughout: then "they" is never the caster
        self.source: t.Cond = t.Always()  # the spells on whose changes a status works
        self.before: list[t.Who] = []
        self.here: list[t.Who] = []
        self.here_before: list[t.Who] = []  # the Wizards spoken of in the sentence before
        self.equal: list[t.Who] = []
        self.groups: list[t.Who] = []
        self.counted_at: dict[t.Who, int] = {}  # at which stage several were counted, or looked at
        self.told: list[tuple[int, int, t.Who]] = []  # the groups spoken of, with their sentence and stage
        self.named_at: dict[t.Who, int] = {}  # at which stage one was last spoken of
        self.looked_at: set[t.Who] = set()  # the groups of which it was only said that somebody looks at them
        self.mentioned: list[
            tuple[int, int, t.Who]
        ] = []  # of whom it is spoken for what follows, in which sentence and stage
        self.compared_last: tuple[t.Who, str] | None = None  # what was compared last, and of whom
        self.let: t.Let | None = None  # what a sentence says X is
        self.x: t.Num | None = None
        self.x_stage = 0
        self.x_used = False
        self.letters: dict[str, tuple[t.Node, int]] = {}  # what they stand for, and the stage in which it was said
        self.letters_used: set[str] = set()
        self.choice: t.Cond | None = None  # the condition before, if it asks which word was chosen
        self.choice_at = -1  # in which sentence
        self.subject_said: t.Who = t.Caster()  # of the last outcome
        self.subject_named: t.Who | None = None  # as the words name it
        self.letters_of_spells: set[str] = set()  # that are numbers of spells
        self.letter_last = (-1, "")  # the last that a sentence gave, and the number of that sentence
        self.letters_ahead: set[str] = set()
        self.letters_said: list[tuple[int, t.Named]] = []  # with the number of the sentence
        self.letters_each: dict[str, tuple[t.Who, int]] = {}  # of whose members they are names, and in which sentence
        self.noted: t.Num | None = None  # the number named last ("count the Wizards who cast Burn")
        self.noted_stage = 0
        self.noted_used = True
        self.divided = ""  # what was divided for what is gained or lost of it: "divide your Crystals by 3"
        self.awaited: list[t.Who] = []  # the spells for which something waits until they have taken effect
        self.noted_awaiting = 0
        self.noted_sentence = -2
        self.asked_count: tuple[int, t.Num] | None = None  # the count about which was asked last, and in which sentence
        self.asked_beside: tuple[int, t.Num] | None = None  # the same, if it was compared with what is no plain number
        self.asked_earlier: tuple[int, t.Num] | None = None  # the same, of an earlier sentence
        self.third_case: t.Act | None = None  # "if it is higher, ...", after "if it is the chosen number, ..."
        self.level: t.Num | None = None  # as many as two have, if it was asked whether they have as many
        self.two_compared: list[tuple[int, int, t.Num, t.Num]] = []  # the sentence, the stage, two numbers compared
        self.asked_equal: tuple[int, t.Num, t.Int] | None = None  # where it was asked whether it is just so many
        self.stepped = False  # whether the result of a roll was worked on ("halve it")
        self.spell_said: tuple[t.Cond, ...] = ()  # what was said of the spell spoken of
        self.several_here = self.several_before = False
        self.around_here = self.around_before = False  # whether neighbours of somebody have been spoken of
        self.crowd: t.Who | None = None
        self.crowd_here: t.Who | None = None
        self.stage = 0
        self.table: CaseTable | None = None  # whose rows are read
        self.tables: list[CaseTable] = []  # all of them
        self.both: list[int] = []  # the sentences that say that whoever is hit twice takes both
        self.sentence = 0
        self.sentence_said: t.Node | None = None  # as it was read
        self.after: t.Cond | None = None  # the condition that stands after what happens, while that is looked at
        self.number: t.Num | None = None
        self.number_stage = 0
        self.in_case = False  # whether that number was named for one of several cases alone
        self.compared: list[t.Num] = []
        self.chosen_asked = -1  # the sentence that compares something with a chosen number
        self.bounds: list[tuple[t.Who, t.Num]] = []  # those of them than which somebody has more, or fewer
        self.there: tuple[int, int, t.Count] | None = None  # "if there are 4 or more idle Wizards": where, and which
        self.word_told = -2  # the sentence that speaks of whichever word was chosen
        self.denied = False  # whether this is said not to be so
        self.attr = ""
        self.said: tuple[t.Who, tuple[t.Act, ...]] | None = None  # the clause before: its subject and outcomes
        self.finished: tuple[t.Act, ...] = ()  # the outcomes of the sentences before
        self.rolls: tuple[t.Roll, ...] = ()
        self.rolled: dict[t.Roll, None] = {}  # every roll so far, in its order
        self.rolled_if: tuple[int, tuple[t.Roll, ...]] = (-1, ())  # those last made under a condition, and where
        self.spell: t.Who | None = None
        self.group: t.Who | None = None
        self.pick: t.Pick | None = None
        self.inline: list[t.Pick] = []
        self.tops = 0
        self.amended, self.amending = -2, 0  # the last sentence about an outcome before it, and where that begins
        self.kept: list[tuple[int, t.Who, str]] = []  # what is said not to change, and in which sentence
        self.unmoved: list[tuple[int, t.Who | None, t.Change]] = []  # who has no part in it, with sentence and outcome
        self.excused: list[tuple[int, t.Spared, t.Who]] = []  # who of those an outcome hits is left out of it
        self.words_asked: list[str] = []  # of the words that were offered, those that a condition has asked
        self.merged = -2  # the last sentence whose outcomes were put into those of the one before
        self.works: t.Act | None = None
        self.unless: t.Act | None = None  # "nothing happens unless ..."
        self.asked_no: t.Act | None = None  # "Is your Hat Red? If not, ..."
        self.left_each: tuple[t.Trail, t.Those, int, tuple[t.Act, ...]] | None = None  # "each ... if they": who is left
        self.rather: t.Act | None = None  # "this happens rather than that if ...": what happens otherwise is said
        self.excepted: t.Act | None = None  # "this happens unless ...", "unless ..., this happens"
        self.spells: t.Who | None = None
        self.spells_at = -2  # the last sentence that spoke of them
        self.redirected: list[tuple[int, t.Who, bool]] = []  # the same, with their sentence; and if they are moved
        self.reselected: list[tuple[int, t.Who]] = []  # whose selection is said to be replaced, in which sentence
        self.announced: tuple[int, t.Who, t.Who | None] | None = None  # what happens to these spells is said next
        self.asked_spells: set[t.Who] = set()  # of which single spells it was asked what they are
        self.things: list[tuple[t.Who, str]] = []
        self.valued: set[tuple[t.Who, str]] = set()  # of which it was asked what they are, not whether there is one
        self.values: list[
            tuple[int, str, t.Node]
        ] = []  # what things are said to be: the sentence, the thing, its value
        self.as_chosen: set[tuple[t.Who, str]] = set()  # what has become the word that was chosen
        self.sized: list[tuple[t.Who, str]] = []
        self.stars_at = -1  # the last sentence that asked how many Stars somebody has
        self.things_before: list[tuple[t.Who, str]] = []
        self.sized_before: list[tuple[t.Who, str]] = []
        self.placed: tuple[int, t.Who] | None = None  # whose position was asked about, and in which sentence
        self.each: tuple[t.Who, int] | None = None
        self.goes_on = False  # whether "they" are those who did what stands just before, in the same sentence
        self.that: t.Who | None = None
        self.turned: list[tuple[t.Who, str]] = []
        self.turned_before = 0  # how many of them sentences before this one have set
        self.counted = False
        self.alone: t.Who | None = None
        self.counts_asked: list[tuple[int, t.Who]] = []  # with how many of whom a number was compared, and where
        self.two: t.Who | None = None  # of whom this sentence asks whether there are exactly two
        self.changed: set[tuple[str, str]] = set()
        self.asked_of: set[str] = set()  # of what it was asked how much somebody has
        self.numbered_things: frozenset[str] = frozenset()  # of which so many have been spoken of, with this sentence
        self.did: t.Cond | None = None
        self.did_in = self.did_two = -1  # the sentence that asked it, and the last that asked two such things
        self.asked_whether: set[tuple[t.Cond, t.Who]] = set()  # of whom it was asked whether any of them did, or is so
        self.denied_of: tuple[t.Cond, t.Who] | None = None  # the last of which it was asked whether it is not so
        self.askees: list[tuple[t.Cond, t.Who]] = []
        self.named: list[tuple[Any, ...]] = []  # the spells spoken of: their names, or a Wizard whose spell it is
        self.named_back: set[t.SpellInput | str] = set()  # those that were spoken of as cast in earlier Duels
        self.made: list[t.Change | t.Pay] = []
        self.moved_asked: tuple[int, t.Moved | None] = -2, None  # the sentence, and of what it asks whether it was lost
        self.floored = ""  # of what the spell cannot bring anybody below a number, once that was said
        self.way = 0  # the stage after what "lost this way" speaks of, in the outcome now being read
        self.did_some: t.Cond | None = None
        self.does: t.Cond | None = None
        self.does_of: t.Who | None = None  # of whom that was asked
        self.does_in = -9  # and in which sentence
        self.amounts: list[tuple[int, t.Num]] = []  # what has been given or taken, with the sentence that says it
        self.swaps: list[t.Swap] = []
        self.asked_results: list[tuple[int, t.Num]] = []  # the sentence, and about which of two results it asks
        self.alike: tuple[int, t.Cond | None] = -2, None  # the sentence that asks whether two are the same; its test
        self.parity: list[tuple[int, t.Who, str]] = []  # the sentence, and whose number it asks to be odd or even
        self.as_many: set[int] = set()  # the sentences in which something is as many as what was named before
        self.replaced: tuple[int, int] | None = None  # the last sentence with "instead", and which outcome it replaced
        self.headings: list[tuple[int, int, t.Heading]] = []  # with their sentence, and where what follows begins
        self.roll_for: list[tuple[int, int]] = []  # in which sentence it is said how many points go by the one roll
        self.skips: list[int] = []  # the sentences under whose condition all that follows does not happen
        self.numbered: dict[str, int] = {}  # the last number of a step, or of a case
        self.spared: list[tuple[int, t.Spared, t.If]] = []  # what does not happen in the other case
        self.asked_each = -1  # the sentence that asks something of each of several
        self.skipped: list[t.Cond] = []  # under which a step is left out, whose words follow as "otherwise"
        self.ended = -1  # in which sentence it is said that this is all
        self.labelled: tuple[int, t.Who] | None = None  # who stood last as a label, and in which sentence
        self.aimed: tuple[int, tuple[t.Who, ...]] = -2, ()  # whose spell was moved last, and to whom; the sentence
        self.touched: list[t.Act] = []  # what has been done to spells
        self.touched_at = -2  # the last sentence that did something to several spells, or to those who cast them
        self.watched_at = -2  # the last sentence with a status on what the spells of several do
        self.moving = False  # whether the targets of spells have been moved

    def differ(self) -> None:
        """From here on it may not be so that two are the same Wizard: either may be meant by "they"."""
        for who in self.equal:
            self._mention(who)
        self.equal = []

    def _mention(self, who: t.Who) -> None:
        self.named_at[who] = self.stage
        if who not in self.here and not has_member(who):
            self.here.append(who)

    def spoken_of(self, who: t.Who) -> None:
        """Who is named for what follows: one, or several."""
        if is_one(who):
            self._mention(who)
            return
        self.group = self.crowd_here = who
        self.counted_at[who] = self.stage
        self.groups.append(who)
        self.told.append((self.sentence, self.stage, who))

    def _others(self, context: Context, *, anew: bool = False) -> t.Who:
        subject = context.subject
        if subject is not None and (is_one(subject)):
            return t.Without(t.All(), shift(subject, context.depth - context.subject_depth))
        spoken = (*self.here, *self.before)
        named = [who for who in spoken if who != CASTER and (is_one(who) or isinstance(who, t.Top))]
        if anew:
            named = [who for who in named if not isinstance(who, t.Pick)]
        match self.sentence_said:
            case t.Trail(act=t.Clause(subject=t.Pick(key) as drawn), otherwise=t.Clause(subject=again)) if (
                again == drawn
            ):
                # "a random other Wizard pays you 2 Stars, or 3 if they have an Oak Staff": named but once
                named = [who for who in named if not isinstance(who, t.Pick) or who.key != key]
        if named:
            reason = '"other" could leave out the caster, or the Wizard spoken of before'
            raise Puzzle(reason, "say: other than the caster", double=True)
        recent.others(self)
        return t.Without(t.All(), CASTER)

    def others_of(self, context: Context) -> None:
        """ "For each other Wizard", said of somebody else than the caster: other than whom? Raises Puzzle."""
        subject = context.subject
        if subject is not None and is_one(subject) and not isinstance(subject, t.Caster | t.Member):
            reason = '"other" could leave out the caster, or the Wizard of whom this is said'
            raise Puzzle(reason, "say: other than the caster", double=True)

    def check_unnamed(self, act: t.Clause) -> None:
        """ "The chosen Wizard loses 2 Stars. Also gains 1 Crystal".

        It is not said whose outcome this is, and before it there were those of somebody else. Raises Puzzle.
        """
        told = CASTER if self.labelled is None else self.labelled[1]  # "Chosen Wizard: Hat becomes Red; gains 2 Stars."
        if (unaddressed(self.subject_said) != CASTER or told != CASTER) and act.form == "s":
            raise Puzzle("it is not clear whose outcome this is", "say who gains or loses")

    def check_other(self, subject: t.Who) -> None:
        """ "Each other Wizard" right after "each neighbour": other than the caster, or than those? Raises Puzzle."""
        group = self.groups[-1] if self.groups else None
        while isinstance(group, t.Those) and group.group != t.All():
            group = group.group
        if t.Others() in parts(subject) and group not in (None, t.All(), t.Without(t.All(), CASTER)):
            raise Puzzle(
                '"other" could leave out the caster, or those spoken of before',
                "say: other than the caster",
                double=True,
            )

    def same_still(self, who: t.Who) -> None:
        """That "they" are still those who were spoken of: whoever has the most Stars may have lost them. Raises Puzzle.

        "The Wizard with the most Stars loses 5 Stars, then gains 2 Crystals."
        """
        stages = [stage for _, stage, said in self.told if said == who] or [self.named_at.get(who, self.stage)]
        if stages[-1] < self.stage and lets.may_be_others(who):
            raise Puzzle("who these are may have changed by then", "say it at once, or say who is meant then")

    def whom(self, node: t.They, context: Context) -> t.Who:
        """The Wizard, or the Wizards, that a pronoun means. Raises Puzzle."""
        return self._they(node, context)

    def _they(self, node: t.They, context: Context) -> t.Who:
        match node.word:
            case "spell":
                return self._that_spell(context)
            case "the spell told":
                raise Puzzle('it is not clear which spell "the spell" is', "say: that spell", double=True)
            case "subject each":
                raise Puzzle('it is not clear whom "each" means', "say who they are")  # "Lose 1 Star each."
            case "such":
                return self._such_spells()
            case "counted":
                return self._counted()
            case "themselves":
                return self._themselves(context)
            case "those spells":
                return self.spells if self.spell is None and self.spells is not None else self._that_spell(context)
            case "both" if (two := self.exactly_two()) is not None:
                return two
            case "both" if self._asks_of_some(one=True) or self._were_two():
                raise Puzzle('it is not clear whom "both" means', "name the two Wizards", double=True)
            case "both" if (pair := _pair((*self.here, *self.before)) or self._have_swapped()) is not None:
                return pair
            case "both":
                drawn = self.crowd if self.crowd_here is None else self.crowd_here
                if isinstance(drawn, t.Pick) and drawn.count == 2 and not self.here:
                    return drawn  # "Draw 2 random neighbours. Both lose 1 Star."
                if (two := self.both_asked()) is not None:
                    return two
                match context.clause:
                    case t.Join((one, other)) if context.verb and is_one(one) and is_one(other) and one != other:
                        return context.clause  # "your Stars and theirs are set to the average of both"
                named = self.here if len(self.here) > 1 else self.before
                around = self.around_here or (named is self.before and self.around_before)
                if isinstance(self.group, t.Neighbours) and all(isinstance(who, t.Caster) for who in named):
                    return self.group  # "your neighbours lose 1 Star. If they both cast Burn, ..."
                if around or len(named) != 2 or not all(map(is_one, named)):
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
                return self._each_of(context) or CASTER
            case "of you":
                return self._of_you(context)
            case "you both":
                return self._you_both(context)
            case "same":
                return self._they(t.They("that Wizard"), context)
            case "who did":
                return self._who_did()
            case "who lost" | "who gained":
                raise Puzzle("it is not clear who so lost or gained", "name the Wizard")
            case "those":
                if self.sentence in self.marks["those_near"] and _of_all(self.group):
                    return self._those_near(context)
                if self.group is not None and self.group == context.clause and not is_one(self.group):
                    # "Every Wizard with Red Robes pays 1 Star to each of those Wizards": not to themselves
                    raise Puzzle('it is not clear who "those" are', "name them", double=True)
                if len({who for at, _, who in self.told if at == self.sentence and isinstance(who, t.Those)}) > 1:
                    raise Puzzle('it is not clear who "those" are', "name them", double=True)
                if self.stage != self.counted_at.get(self.group or CASTER, self.stage) and any(
                    isinstance(part, lets.CHANGING) for part in parts(self.group)
                ):
                    raise Puzzle("those who were counted, or those of whom it is so by then?", "say who is meant")
                if self.group == t.All():
                    raise Puzzle('it is not clear who "those" are', "name them", double=True)
                if self.group is not None and {at for at, who in self.counts_asked if who != self.group} & {
                    self.sentence
                }:
                    raise Puzzle('it is not clear who "those" are', "name them", double=True)
                if self.group is None and len(self.here) == 2:
                    if not all(map(is_one, self.here)) and self._asks_of_some(one=True):
                        raise Puzzle('it is not clear who "those" are', "name them", double=True)
                    return t.Join((self.here[0], self.here[1]))
                if self.group is None and (two := self.both_asked()) is not None:
                    return two
                return self.group if self.group is not None else self._counted()
            case "other one":
                raise Puzzle("it is not clear who the other one is", "name the Wizard")
            case "its target":
                if context.cast < 0:
                    raise Puzzle("it is not clear whose target is meant", "say: the target of the spell of ...")
                return t.TargetOf(t.Member(context.depth - context.cast))
            case "place" | "place of somebody":
                if context.cast >= 0:
                    return t.TargetOf(t.Member(context.depth - context.cast))
                each = self._each_of(context)
                if each is not None:
                    return each
                if context.of_spell and not _of_anyone(context.member_of):
                    raise Puzzle("next to whom?", "say: the Wizard after the caster; or: after them", double=True)
                own = context.clause == CASTER or t.Offset(CASTER, t.Int(1)) in parts(context.clause)
                own = own or t.Offset(CASTER, t.Int(-1)) in parts(context.clause)
                if not own or any(isinstance(who, t.Chosen) for who in (*self.here, *self.before)):
                    raise Puzzle("it is not clear after which position", "say: the next position after the caster's")
                self._check_next()
                return CASTER
            case "that Wizard":
                return self._that_wizard(context)
        if node.word in ("them", "than") and context.verb and context.subject is not None:
            return self._other_they(context, node.word)
        own = node.word == "subject" or self.sentence not in self.marks["others"]
        if context.subject is not None and (own or self._third([context.subject])):  # "you gain half of their Stars"
            if not is_one(context.subject):
                raise Puzzle(f'"{node.word}" could mean each of several Wizards, or all of them')
            whose: t.Who = shift(context.subject, context.depth - context.subject_depth)
            return whose
        if self.several_here or (self.several_before and not self.here):
            raise Puzzle(f'"{node.word}" could mean one Wizard, or all those just spoken of', "name them", double=True)
        if not self.here and self.crowd is not None and any(map(is_one, self.before)):
            raise Puzzle(f'"{node.word}" could mean one Wizard, or those around them', "name them", double=True)
        if not self.here and node.word in ("they", "them") and self._beside_several() and any(map(is_one, self.before)):
            raise Puzzle(f'"{node.word}" could mean one Wizard, or all those just spoken of', "name them", double=True)
        if node.word in ("they", "them") and (only := self._one_alone()) is not None:
            return only
        if self.alone is not None or (node.word in ("they", "them") and self._counts_one()):
            raise Puzzle('"they" could mean the one of whom there is exactly one', "say: that Wizard", double=True)
        if node.word in ("they", "them") and self._casters_too():
            raise Puzzle(f'"{node.word}" could mean whoever cast a spell spoken of', "name the Wizard", double=True)
        if not self.here and node.word in ("they", "them"):
            recent.paid_several(self)
        if self.sentence in self.marks["you_and"] and self._first_of_they():
            raise Puzzle("both of you, or the other one?", "name the Wizard", double=True)
        found = self._third(self.here) or self._third(self.before)
        effect = self.sentence_said is not None  # in a Cost "their" is nobody's
        if not found and effect and self.group is None and context.watch < 0 and node.word in ("they", "them"):
            found = [] if self._touches_spells() else asked_alone(self.inputs, self.sentence_said)
            found = found or self._whose_moved()
        return self._one_of(self._or_aimed(found), node.word)

    def _first_of_they(self) -> bool:
        """Whether what happens first on a condition is of "they": "if you and the next Wizard cast Burn, they ..."."""
        match self.sentence_said:
            case t.If(_, then):
                clauses = (part for part in parts(then) if isinstance(part, t.Clause))
                return t.They() in parts(next(clauses, None))
        return False

    def _counts_one(self) -> bool:
        """Whether this sentence asks for exactly one Wizard who does something to another: "they" can be that one."""
        if any(isinstance(part, t.CastShared) for part in parts(self.sentence_said)):
            return True  # "cast the same spell as another Wizard"
        if any(
            isinstance(part, t.Holds)
            and isinstance(part.group, t.Chosen)
            and any(isinstance(near, t.Neighbours) and isinstance(near.of, t.Chosen) for near in parts(part.test))
            for part in parts(self.sentence_said)
        ):
            return True  # "the chosen Wizards are next to each other"
        return any(
            isinstance(part, t.Holds)
            and (part.op == "all" or (part.op, part.number) == ("=", t.Int(1)))
            and not is_one(part.group)
            and any(isinstance(test, t.Targets | t.Chosen) for test in parts(part.test))
            and not isinstance(part.group, t.Casters)
            for part in parts(self.sentence_said)
        )

    def _casters_too(self) -> bool:
        """Whether "they" can be those whose spells something was done to, or whose spell is asked about here."""
        before = max(self.touched_at, self.watched_at) == self.sentence - 1 and not self.here
        if self.touched_at == self.sentence or before:
            return True
        asked = [part for part in parts(self.sentence_said) if isinstance(part, t.Holds)]
        return any(
            isinstance(one.group, t.Owner)
            and any(isinstance(part, t.Targets) and part.whom not in (None, one.group.who) for part in parts(one.test))
            for one in asked
        )

    def _touches_spells(self) -> bool:
        """Whether something was done to spells of Wizards, of whom "they" could be said: of others than the chosen."""
        here = [part.who for part in parts(self.sentence_said) if isinstance(part, t.Replace | t.Redirect | t.Void)]
        return bool(self.touched) or any(not is_one(who) and _whose(who) != {True} for who in here)

    def _whose_moved(self) -> list[t.Who]:
        """ "If the chosen Wizard's spell targets you, it targets them instead": whose it is, if no other is named."""
        moved = [part.who for part in parts(self.sentence_said) if isinstance(part, t.Redirect)]
        alone = bool(moved) and not self.touched and all(_whose(who) == {True} for who in moved)
        return [t.Chosen(find_input(self.inputs, -1))] if alone and self.asks_whom() else []

    def _tells_whose(self) -> bool:
        """Whether something is, or was, done to spells of which it is said whose they are.

        "Belligerent spells that target that Wizard target you instead" speaks of nobody who cast one.
        """
        here = [part.who for part in parts(self.sentence_said) if isinstance(part, t.Replace | t.Redirect | t.Void)]
        return bool(self.touched) or any(not is_one(who) and False in _whose(who) for who in here)

    def _asks_of_some(self, *, one: bool = False) -> bool:
        """Whether this sentence asks something of one of several; `one`: of at least, or exactly, one of them."""
        named = any(
            who != CASTER for who in (*self.here, *self.before)
        )  # "the chosen Wizard pays what that Wizard has, if another ..."
        after = set(parts(self.after)) if named and self.after is not None else set()
        said = tuple(part for part in parts(self.sentence_said) if part not in after)
        compared = self.sentence in self.marks["at_least_one"]  # "cast the same spell as at least one neighbour"
        if any(isinstance(part, t.CastShared) for part in said) and not compared:
            return True  # "cast the same spell as another Wizard"
        if any(isinstance(part, t.Targets) and part.whom is not None and not is_one(part.whom) for part in said):
            return True  # "targets a neighbour"
        those = [part for part in said if isinstance(part, t.Clause) and isinstance(part.subject, t.Those)]
        that = t.They("that Wizard")  # not "each neighbour of that Wizard who cast Burn"
        if not one and any(that in parts(each.acts) or that not in parts(each.subject) for each in those):
            return True  # "each Wizard who cast Burn loses 1 Star, and that Wizard ..."
        moved = [part.who for part in said if isinstance(part, t.Redirect)]
        if not one and any(isinstance(part, t.Those) for part in parts(tuple(moved))):
            return True  # "each spell cast by a Wizard with a Red Hat targets that Wizard instead"
        asked = [part for part in said if isinstance(part, t.Holds) and not is_one(part.group)]
        asked = [part for part in asked if not _only_of(part.group, that)]  # "if you or that Wizard cast Burn"
        if (
            sum(part == that for part in parts(self.sentence_said)) == 1
        ):  # "unless a neighbour of that Wizard cast Burn"
            asked = [part for part in asked if part.group != t.Neighbours(that)]
        asked = [part for part in asked if not (part.op == "all" and _you_and_one(part.group))]
        here = [part for part in asked if (part.op, part.number) != ("=", t.Int(0))]
        inner = {part for one in said if isinstance(one, t.Those | t.Holds) for part in parts(one.test)}
        here = [part for part in here if (part.op != "all" and not compared) or part not in inner]
        # "has more than every other Wizard"
        ranked = [part for part in parts(self.sentence_said) if isinstance(part, t.Top | t.Pick)]
        here = [part for part in here if not any(part in parts(top) for top in ranked)]
        return any(not one or (part.op in (">=", "=") and part.number == t.Int(1)) for part in here)

    def _or_aimed(self, found: list[t.Who]) -> list[t.Who]:
        """Those found, or both of whom a spell was moved from one to the other just before: either can be meant."""
        at, both = self.aimed
        if at < self.sentence - 1 or (at < self.sentence and self.here) or len(both) < 2:
            return found
        return found + [who for who in self._third(list(both)) if who not in found]

    def _beside_several(self) -> bool:
        """Whether this sentence has spoken of several, of whom "they" could be said as well as of one before them."""
        told = [who for at, _, who in self.told if at == self.sentence and not has_member(who)]
        return self.crowd_here is not None or any(not is_one(who) for who in told)

    def _such_spells(self) -> t.Who:
        """ "Such a spell": one of those just spoken of, unless they no longer are what was said of them."""
        single = None if self.announced is None else self.announced[2]
        if self.spells is None or self.spell not in (None, single, self.spells) or self.moving:
            raise Puzzle("it is not clear which spells are meant", "say again which spells these are")
        return self.spells

    def _counted(self) -> t.Who:
        """Those that the sentence before counts: "1 Star for each spell that targets you. If there are none"."""
        found = {amount for said, amount in self.amounts if said >= self.sentence - 1}
        counts = {part.who for part in parts(tuple(found)) if isinstance(part, t.Count)}
        noted = self.noted if self.noted_sentence >= self.sentence - 1 else None
        owners = tuple(dict.fromkeys(part.who for part in parts(noted) if isinstance(part, t.Stat)))
        if not found and len(owners) == 2 and all(map(_sole, owners)) and not self.here:
            return t.Join(owners)  # "take the average of your Stars and theirs. Both of these Wizards end up with ..."
        asked = {who for at, who in self.counts_asked if at == self.sentence}
        if not found and len(asked) == 1 and not self.here:
            return asked.pop()  # "if the result is lower than the number of Wizards who cast Burn, those Wizards ..."
        if len(found) != 1 or len(counts) != 1 or has_member(tuple(counts)):
            raise Puzzle("it is not clear of which Wizards this is said", "say which Wizards these are")
        return next(iter(counts))

    def _themselves(self, context: Context) -> t.Who:
        """ "They", of the very subject, if no other Wizard could be meant: "the same spell as they did"."""
        subject = context.subject
        if subject is None or not is_one(subject):
            raise Puzzle('it is not clear whom "they" means', "name the Wizard")
        meant: t.Who = shift(subject, context.depth - context.subject_depth)
        if not isinstance(subject, t.Member) and any(who != meant for who in (*self.here, *self.before)):
            raise Puzzle('"they" could mean two Wizards', "name the Wizard instead", double=True)
        if not isinstance(subject, t.Member) and (not self._third([meant]) or self.group is not None):
            raise Puzzle(
                'it is not clear whom "they" means', "name the Wizard"
            )  # "the same spell as they did": not you
        return meant

    def _other_they(self, context: Context, word: str) -> t.Who:
        """Somebody else than the subject of this very verb: the subject around it, or who was spoken of before."""
        meant = shift(context.subject, context.depth - context.subject_depth)
        named = self._third([who for who in self.here if who != meant])
        if context.outer is not None:
            around: t.Who = shift(context.outer, context.depth - context.outer_depth)
            if is_one(around) and around not in (meant, *named):
                named += self._third([around])
        before = self._third([who for who in self.before if who != meant])
        if not (named or before) and meant == CASTER and (only := self._one_alone()) is not None:
            return only
        return self._one_of(named or before, word.replace("than", "they"))

    def _each_of(self, context: Context) -> t.Who | None:
        """The one of a group of whom this is said: inside it an ownerless neighbour, or the next Wizard, is theirs."""
        if not isinstance(context.subject, t.Member) or context.watch >= 0 or context.cast >= 0:
            return None
        if context.of_spell:  # "if a spell targets the next Wizard": after the caster
            return None
        each: t.Who = shift(context.subject, context.depth - context.subject_depth)
        return each

    def _check_next(self) -> None:
        """ "A random Wizard loses 2 Stars, and the next Wizard gains 2": next to that one, or to the caster?

        "The next one" is after whoever was spoken of, as well.
        """
        told = set(self.here or self.here_before)
        near = t.Offset(CASTER, t.Int(1)), t.Offset(CASTER, t.Int(-1))
        one = {way for mark, way in (("next_one", 0), ("previous_one", 1)) if self.sentence in self.marks[mark]}
        if one:
            told.update(who for who in (self.crowd_here or self.crowd,) if who is not None)
            amounts = tuple(number for at, number in self.amounts if at >= self.sentence - 1)
            told.update(part.who for part in parts(amounts) if isinstance(part, t.Count))
        else:
            told = {who for who in told if is_one(who)} | ({self.each[0]} if self.each is not None else set())
        known = {near[1 - way] for way in one} if one else {*near, t.Neighbours(CASTER), *recent.EVERYBODY}
        if any(who not in {CASTER, *known} for whole in told for who in recent.beside(whole) if not _of_caster(who)):
            raise Puzzle("next to whom?", "say: the Wizard after the caster; or: after them", double=True)

    def _those_near(self, context: Context) -> t.Who:
        """ "Every Wizard with more Stars than their neighbours put together pays 1 to each of those neighbours"."""
        each = self._each_of(context)
        all_near = {part.who for part in parts(self.group) if isinstance(part, t.Total)}
        if each is None or all_near != {t.Neighbours(t.Member())}:
            raise Puzzle("others were spoken of just before", "name those neighbours again", double=True)
        return t.Neighbours(each)

    def _of_you(self, context: Context) -> t.Who:
        """ "Each of you": of the caster and those named with the caster, else of the caster and one other Wizard."""
        crowd = self._your_crowd()
        named = any(is_one(who) and not _of_caster(who) for who in (*self.here, *self.before))
        groups = {who for at, _, who in self.told if at >= self.sentence - 1 and not has_member(who)}
        told = any(not _of_ones(who) for who in groups)
        if context.watch >= 0 or (crowd is None and not told):
            return self._you_both(context)
        if crowd is None or named or crowd not in (self.crowd, self.crowd_here):  # "steal 1 from each neighbour": they?
            raise Puzzle('it is not clear whom "of you" means', "name the Wizards", double=True)
        return crowd

    def _your_crowd(self) -> t.Who | None:
        """The caster and a group, if these were spoken of together: "you and your neighbours"."""
        crowds = (self.crowd_here, self.crowd, *(who for *_, who in reversed(self.told)))
        return next((crowd for crowd in crowds if yours_in(crowd)), None)

    def _have_swapped(self) -> t.Join | None:
        """The two who swapped something in the sentence before, if nobody else was spoken of since."""
        match self.finished[-1:]:
            case (t.Swap(one, other, at=at),) if at == self.sentence - 1 and is_one(one) and is_one(other):
                others = [who for who in (*self.here, *self.before) if who not in (one, other)]
                others += [who for who in (one, other) if not self._third([who])]  # "they swap Robes too": not you
                return None if others or has_member((one, other)) else t.Join((one, other))
        return None

    def _you_both(self, context: Context) -> t.Who:
        """The caster and the one Wizard just spoken of, or chosen. Raises Puzzle."""
        here, before = ([who for who in found if not _of_caster(who)] for found in (self.here, self.before))
        named = here or before
        if self._your_crowd() is not None:
            raise Puzzle('it is not clear whom "you both" means', "name the two Wizards", double=True)
        alone = self._exactly_one()
        if alone is not None and not named and self.asks_whom():
            raise Puzzle('"you both" could mean the one chosen, or the only one', "name the two Wizards", double=True)
        if alone is not None and context.watch < 0 and self._leaves_out_caster(alone):
            return t.Join((CASTER, alone))  # "if exactly one other Wizard cast Burn, you both gain 3 Stars"
        if not named:
            named = [t.Chosen(index) for index, asked in enumerate(self.inputs) if asked.kind in ("position", "wizard")]
        some = len(named) == 1 and not is_one(named[0]) and not isinstance(named[0], t.Those)
        if len(named) != 1 or some or context.watch >= 0:  # "the same Hat as a neighbour, you both": as one of them
            raise Puzzle('it is not clear whom "you both" means', "name the two Wizards", double=True)
        return t.Join((CASTER, named[0]))

    def _third(self, found: list[t.Who]) -> list[t.Who]:
        """Those who can be spoken of in the third person."""
        you = self.you or self.sentence in self.marks["you"]
        return [who for who in found if not (you and who == CASTER)]

    def _one_of(self, found: list[t.Who], word: str) -> t.Who:
        drawn = word == "them" and isinstance(self.group, t.Pick)
        named = word == "they" or drawn or (word == "them" and _paid_by_caster(self.sentence_said))
        if not found and named and self.group is not None and not has_member(self.group):
            since = self.sentence - 1 if word == "they" or drawn else self.sentence
            recent = [who for said, _, who in self.told if said >= since]
            if recent and recent[-1] == self.group:
                return self.group  # no one Wizard was spoken of: each of those just named
        caster = self.spell
        spells = [part for part in parts(self.sentence_said) if isinstance(part, t.Owner)]
        alone = len(spells) == 1 and not any(isinstance(part, t.Redirect) for part in parts(self.sentence_said))
        if not found and word == "they" and alone and caster not in (None, CASTER) and _sole(caster):
            assert caster is not None
            return caster  # nobody but the caster of the spell just spoken of
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

    def _picked(self) -> t.Who:
        """ "The picked Wizard": of the last sentence that picks one, or the only one that was drawn."""
        if self.pick is not None:
            return self.pick
        if not self.inline:
            looked_for = {who for who in (*self.here, *self.before) if isinstance(who, t.Top) and is_one(who)}
            if len(looked_for) == 1:
                return looked_for.pop()  # "Find the Wizard with the most Stars. The Wizard found this way ..."
            raise Puzzle("no Wizard has been picked before this")
        if len(self.inline) > 1:
            raise Puzzle("two Wizards have been picked before this", "say: the first picked Wizard", double=True)
        return self.inline[0]

    def chosen_by_lot(self) -> bool:
        """Whether "the chosen Wizard" is the one whom a sentence has chosen at random: nobody else chooses any."""
        drawn = self.pick is not None or bool(self.inline)
        return drawn and not self.asks_whom()

    def done(self, verb: str) -> t.Cond:
        """What "did" stands for: the last that a condition asked, unless it was then said of a group. Raises Puzzle."""
        if verb == "has one" or verb.startswith("theirs"):
            return self._has_one(verb)
        if verb == "has both":
            return self._has_both()
        if verb == "has neither":
            return self._has_neither()
        if verb == "cast then":
            then = self.done("cast")
            if not isinstance(then, t.CastAgain) or len((*then.back, *then.numbers)) != 1:
                raise Puzzle("it is not clear which Duel is meant", "say: in the previous Duel", double=True)
            return then
        if verb == "cast some":
            raise Puzzle("any spell at all, or one of that kind?", "say what was cast", double=True)
        if verb.startswith("cast of "):
            return self._of_set(int(verb.removeprefix("cast of ")))
        if verb == "spell does":
            aimed = self.done("does")
            if not isinstance(aimed, t.Targets):
                raise Puzzle('it is not clear what "does" means', "say whom the spell targets")
            return aimed
        if verb.startswith("other "):
            match self.does:
                case t.Compare(t.Stat(_, attr), "=", t.Int()) as asked if attr == verb.removeprefix("other "):
                    if self.did is None and self.did_some is None:
                        return replace(asked, op="!=")
            raise Puzzle("it is not clear which other number is meant", "say the number")
        if verb == "is" and (alone := self._only_one_asked()) is not None:
            return alone
        if verb == "has" and self.did_some is not None:  # "(Everyone who has lost Stars ...) If nobody has"
            if {self.does, self.did} - {None, self.did_some}:
                raise Puzzle('it is not clear what "has" means: two things were asked', "say it again")
            return self.did_some
        said, verb = verb, "does" if verb in ("is", "has") else verb
        found = self.does if verb == "does" and self.did is None else self.did
        other = self.did_some if verb != "does" else self.does
        if verb == "does" and found == self.did and self.did_in - 1 <= self.does_in:
            raise Puzzle(f'it is not clear what "{verb}" means: two things were asked', "say it again")
        if found is not None and found == self.did and self.did_two == self.did_in < self.sentence:
            raise Puzzle(f'it is not clear what "{verb}" means: two things were asked', "say it again")
        if found is not None and other is not None and other != found:
            raise Puzzle(f'it is not clear what "{verb}" means', "say it again")
        meant = found or other
        if meant is None or (verb == "cast" and not about_casting(meant)):
            raise Puzzle(f'it is not clear what "{verb}" means', "say what was cast")
        if any(part == only_who(part.parts[0]) for part in (meant,) if isinstance(part, t.And)):
            raise Puzzle("as the only one, or as others besides?", "say the condition again", double=True)
        cast = said == "is" and isinstance(meant, t.CastIs | t.CastAgain | t.CastTrait)  # "if you were idle, ..."
        if _is_denial(meant) or cast:
            raise Puzzle("so as was asked, or the opposite?", "say the condition again", double=not cast)
        return meant

    def _has_both(self) -> t.Cond:
        """ "(Every Wizard with a Red Hat or Red Robes gains 2.) Whoever has both": of the two that were named there."""
        before = (
            self.finished[-1:]
            if [act for act in self.finished[-1:] if getattr(act, "at", 0) >= self.sentence - 1]
            else ()
        )
        worn = {part for part in parts((before, self.sentence_said)) if isinstance(part, t.Is)}
        either = {part for part in parts((before, self.sentence_said)) if isinstance(part, t.Or)}
        if len(either) != 1 or len(worn) != 2 or set(next(iter(either)).parts) != worn:
            raise Puzzle("it is not clear what both are", "name the two things")
        if any(part.who != t.Member() or isinstance(part.value, t.WordInput) for part in worn):
            raise Puzzle("it is not clear what both are", "name the two things")
        return t.And(next(iter(either)).parts)

    def _has_neither(self) -> t.Cond:
        """ "(Each Wizard with a Hat and Robes gains 2.) Each who has neither": of the two that were named there."""
        before = [act for act in self.finished if getattr(act, "at", -1) == self.sentence - 1]
        told = parts((tuple(before), self.sentence_said))
        pairs = {frozenset(part.parts) for part in told if isinstance(part, t.And | t.Or)}
        things = [_thing_had(test) for pair in pairs for test in pair]
        if len(pairs) != 1 or len(things) != 2 or None in things or things[0] == things[1]:
            raise Puzzle('it is not clear what "neither" leaves out', "name the two things")
        return t.And(tuple(opposite(test) for test in sorted(pairs.pop(), key=repr)))

    def _only_one_asked(self) -> t.Cond | None:
        """ "If you are the only Wizard who cast Burn, ... If you are not, ...": the one who did, and no other."""
        match self.finished[-1:]:
            case (
                t.If(t.Holds(who, ">=", t.Int(1), t.And((did, t.Holds(others, "=", t.Int(0), same))) as test), at=at),
            ):
                alone = others == t.Without(t.All(), t.Member()) and did == same and is_one(who)
                return test if alone and at == self.sentence - 1 else None
        return None

    def check_did(self, node: t.Holds, fixed: t.Holds) -> t.Holds:
        """ "If none of them did", "if nobody is": that it is asked of those, and in that way. Raises Puzzle."""
        said = node.test.part if isinstance(node.test, t.Not) else node.test
        test = fixed.test.part if isinstance(fixed.test, t.Not) else fixed.test
        if not isinstance(said, t.Did) or (isinstance(node.group, t.They) and node.group.word == "asked"):
            return fixed
        recent.alone_did(self, node, fixed.test, self._asked_last(fixed.test))
        recent.one_of_two_asked(self, fixed, test)
        several = isinstance(node.group, t.They) and not is_one(fixed.group)
        if isinstance(node.test, t.Not) and several and said.verb.startswith("cast of ") and fixed.op == ">=":
            raise Puzzle("none of them, or not all of them?", "say: if none of them cast ...", double=True)
        if isinstance(node.test, t.Not):
            recent.did_not(self, test)
        if isinstance(fixed.group, t.Those) and fixed.group.test == test:
            if (fixed.op, fixed.number, fixed.test) == ("=", t.Int(0), test):
                return replace(fixed, group=fixed.group.group)  # "if any of them did, ... If none of them did, ..."
            one_not = (fixed.op, fixed.number, fixed.test) in (
                (">=", t.Int(1), t.Not(test)),
                ("=", t.Int(1), test),  # "if they both did, ... If only one of them did, ..."
            )
            if one_not and test in (self.did, self.does):  # asked of all of them, not said of those who are meant
                return replace(fixed, group=fixed.group.group)  # "if all neighbours did, ... If one of them did not"
            raise Puzzle("this was asked of others than those who did it", "say who is meant")
        if said.verb == "is" and (_is_done(test) or (not is_one(fixed.group) and _is_had(test))):
            raise Puzzle('nothing was asked before of what somebody "is"', "say the condition again")
        asked = [group for deed, group in self.askees if deed == test and not is_one(group)]
        if isinstance(node.group, t.They) and asked and fixed.group not in asked and not is_one(fixed.group):
            if set(asked) != {asked[-1]} or asked[-1] == t.All():
                raise Puzzle("this was asked of others than these", "say who is meant", double=True)
            return replace(fixed, group=asked[-1])  # "If any neighbour did, each idle Wizard ... If none of them did"
        of_nobody = asked and (fixed.group, fixed.op) == (t.All(), "=")
        told = asked[-1:] or ([] if self.does_of is None or test != self.does else [self.does_of])
        of_somebody = (fixed.group, fixed.op) == (t.All(), ">=") and told not in ([], [t.All()])
        if of_somebody or (of_nobody and (asked[-1] != t.All() or self.denied_of == (test, asked[-1]))):
            raise Puzzle("nobody at all, or none of those of whom it was asked?", "say the condition again")
        return fixed

    def _asked_last(self, test: t.Cond) -> t.Who | None:
        """Of whom it was asked last whether this is so."""
        asked = [group for deed, group in self.askees if deed == test]
        return asked[-1] if asked else self.does_of if test == self.does else None

    def only_askees(self, verb: str) -> t.Who:
        """ "If none did": the group of which it was asked who did, or who is so, where that is one. Raises Puzzle."""
        deed = self.done(verb)
        asked = {group for test, group in self.askees if test == deed and not is_one(group)}
        if self.does_of is not None and deed == self.does and not is_one(self.does_of):
            asked.add(self.does_of)
        if len(asked) != 1 or (deed, *asked) in self.asked_whether:  # "if a neighbour did, ... If none did": otherwise
            raise Puzzle("it is not clear of whom this is asked", "say the condition again")
        return asked.pop()

    def _of_set(self, number: int) -> t.Cond:
        """ "(Who cast) one of these two spells", "none of them": of the last or only ones named. Raises Puzzle."""
        names = list(dict.fromkeys(name for names in self.named for name in names))
        said = self.did or self.did_some
        if self.does is None and isinstance(said, t.CastIs) and len(said.names) == (number or len(names)) > 1:
            return said
        named = self.spell is None or any(isinstance(part, t.CastIs) and part.names for part in parts(self.spell))
        apart = not number and any(1 < len(some) < len(names) for some in self.named)  # "Burn or Jolt ..., or Gift"
        whose = any(
            isinstance(part, t.In | t.Targets) for part in parts((self.spell,))
        )  # "your neighbours' Burn and Jolt"
        known = all(isinstance(name, str) for name in names)
        if not 1 < len(names) == (number or len(names)) or not (known and named) or whose or apart:
            raise Puzzle("it is not clear which spells are meant", "name them", double=True)
        return t.CastIs(t.Member(), tuple(names))

    def _has_one(self, verb: str) -> t.Cond:
        """ "A Red Hat, and nobody else has one"; "their Hat is Red, and nobody else's is". Raises Puzzle."""
        test = self.does.part if isinstance(self.does, t.Not) else self.does
        if self.did is not None or self.did_some is not None or not isinstance(test, t.Is):
            raise Puzzle('it is not clear what "one" means', "say what they have")
        if verb.startswith("theirs"):  # "their Hat is Red and their Staff is Bone, and nobody else's is"
            told = {(part.attr, part.value) for part in parts(self.sentence_said) if isinstance(part, t.Is)}
            of_it = verb.removeprefix("theirs ") in ("theirs", test.attr)
            if len(told) > 1 or not of_it or self.does_in < self.sentence - 1:
                raise Puzzle("it is not clear what theirs is", "say the condition again", double=True)
        if isinstance(test.value, t.ValueOf):  # "the same Hat as you, and nobody else has one": the same, or any?
            raise Puzzle('it is not clear what "one" means', "say what they have", double=True)
        if verb == "has one" and test.value == t.Text("None"):
            return t.Not(test)
        return self.does or test

    def _asked(self, node: t.Those | t.Holds) -> None:
        """Notes what is asked of Wizards: what they did, or what they are or have."""
        self.alike = self.alike[0], None
        test = node.test.part if isinstance(node.test, t.Not) else node.test
        if isinstance(test, t.Is) and test.value == t.Text("None"):
            test = node.test  # "has a Hat" is that it is not None
        deed = about_casting(test) or any(isinstance(part, t.Moved) for part in parts(test))
        if deed and (test, node.group) not in self.askees:
            self.askees.append((test, node.group))
        if deed and isinstance(node.test, t.Not):
            self.askees.append((node.test, node.group))
            self.denied_of = (test, node.group)
        if isinstance(node, t.Holds) and (node.op, node.number) == (">=", t.Int(1)):
            self.asked_whether.add((test, node.group))
        if isinstance(node, t.Those):
            self.did_some = test if deed else self.did_some
        elif deed:
            if self.did not in (None, test) and self.did_in == self.sentence and node.op != "=":
                self.did_two = self.sentence
            if self.does is not None and self.does_in == self.sentence:
                self.did_two = self.sentence  # "if you wear a Hat and a neighbour cast Burn, ... If you don't"
            self.did, self.did_some, self.does = test, None, None
            self.did_in = self.sentence
        else:
            self.does, self.does_of, self.does_in = test, node.group, self.sentence

    def _who_did(self) -> t.Who:
        """Those of whom it was asked whether they did: "if fewer than three did". Raises Puzzle."""
        meant = self.done("did")
        if len({test for test, _ in self.askees}) > 1:
            raise Puzzle('it is not clear what "did" means', "say it again")
        asked = [group for test, group in self.askees if test == meant]
        if len(asked) != 1 or is_one(asked[0]) or has_member(asked[0]):
            raise Puzzle("it is not clear of which Wizards this is said", "say: of the Wizards in the Wizard Ring")
        return asked[0]

    def name_cast_then(self) -> Any:
        """ "(Whoever cast Burn in the previous Duel ..., or 6 if they cast) it again": the only one named."""
        of_then = t.CastAgain | t.OwnName
        tests = [part for part in parts(self.sentence_said) if isinstance(part, t.Those | t.Holds)]
        about = [test.group for test in tests if any(isinstance(part, of_then) for part in parts(test.test))]
        whose = {unaddressed(group) for group in about if not isinstance(group, t.They)}
        then = any(isinstance(part, t.CastAgain) for part in parts(self.sentence_said))
        others = self.spell is not None or set(self.named) - {tuple(self.named_back)}
        if len(self.named_back) != 1 or others or len(whose) > 1 or not then:
            raise Puzzle("it is not clear which spell was cast before", "name the spell", double=True)
        return next(iter(self.named_back))

    def cast_before(self) -> str | t.SpellInput | None:
        """ "(If you cast Burn in the previous Duel, ...) If a neighbour cast it in that Duel": the only one named."""
        told = [part for part in parts((*self.finished, self.sentence_said)) if isinstance(part, t.CastAgain)]
        if any(part.names == () or any(isinstance(name, t.Traited) for name in part.names) for part in told):
            raise Puzzle('it is not clear which spell "it" means', "name the spell", double=True)
        if len(self.named_back) != 1 or set(self.named) - {tuple(self.named_back)}:
            return None
        return next(iter(self.named_back))

    def that_name(self, *, that: bool) -> Any:
        """The one spell that has been named: "if no Wizard cast it"; `that`: it is called "that spell". Raises Puzzle.

        One that was spoken of as cast in an earlier Duel could be meant, too.
        """
        found = self._that_name(that=that)
        if self.named_back - {found}:
            raise Puzzle("either of two spells could be meant", "name the spell", double=True)
        return found

    def _that_name(self, *, that: bool) -> Any:
        if not self.named and self.spell is None and any(asked.kind == "spell" for asked in self.inputs):
            return t.SpellInput(find_input(self.inputs, "SpellInput"))
        if not self.named and self.spell is None:
            if that or any(isinstance(part, _OF_SPELLS) for part in parts(self.sentence_said)):
                raise Puzzle('it is not clear which spell "it" means', "name the spell")
            if any(map(_of_another, parts(self.sentence_said))):  # "if a neighbour cast Burn, or 9 if you cast it"
                raise Puzzle("this spell, or the one of which the sentence speaks?", "name the spell", double=True)
            return self.own  # "if the caster is the only Wizard who cast it"
        names = self.named[0] if len(self.named) == 1 else ()
        said = (self.spell, self.spell_said)
        other = self.spell is not None and t.CastIs(t.Member(), names) not in parts(said)
        if len(names) != 1 or other:
            raise Puzzle('it is not clear which spell "it" means', "name the spell")
        return names[0]

    def both_asked(self, known: int = 0) -> t.Who | None:
        """The two Wizards of the Inputs, if they are all that could be meant: nobody has been spoken of yet.

        `known`: the first so many of them were, as two Wizards who are spoken of together are found one by one.
        """
        asked = [place for place, each in enumerate(self.inputs) if each.kind in ("wizard", "position")]
        found = [t.Chosen(place) for place in asked[:known]]
        if len(asked) != 2 or self.before or self.group is not None or any(who not in found for who in self.here):
            return None
        return t.Join((t.Chosen(asked[0]), t.Chosen(asked[1])))

    def asks_whom(self) -> bool:
        """Whether the Inputs ask for a Wizard."""
        return any(asked.kind in ("position", "wizard") for asked in self.inputs)

    def _exactly_one(self) -> t.Who | None:
        """The one that a condition says there is exactly one of, if nobody but the caster was spoken of beside."""
        if self.alone is None or any(who != CASTER for who in self.here):
            return None
        return self.alone

    def exactly_two(self) -> t.Who | None:
        """ "If exactly two Wizards cast Burn, both lose 4 Stars"; "if exactly one neighbour did ...; if both did".

        Those two, where nobody but the caster is spoken of beside them, and no two are chosen.
        """
        told = self.sentence_said.act if isinstance(self.sentence_said, t.Later | t.Else) else self.sentence_said
        told_of = [who for who in (*self.here, *self.before) if is_one(who) and not _of_exactly_two(who)]
        near = isinstance(told, t.If) and told.cond in _HAS_TWO_NEIGHBOURS
        beside = (t.Offset(CASTER, t.Int(-1)), t.Offset(CASTER, t.Int(1))) if near else ()
        named = any(who not in (CASTER, *beside) for who in told_of)
        chosen = [asked for asked in self.inputs if asked.kind in ("wizard", "position")]
        if named or len(chosen) > 1 or not isinstance(told, t.If):
            return None
        if any(isinstance(part, t.They) for part in parts(told.otherwise)):
            return None  # "..., otherwise both gain 1 Star": these are not two
        if self.two is not None and self.two == self.group and sum(map(_asks_of_several, parts(told))) == 1:
            return self.two
        match told.cond:
            case t.Holds(t.Neighbours(), "all") if isinstance(self.group, t.Those):
                alone = self.group.group == t.Neighbours(CASTER) and sum(map(_asks_of_several, parts(told))) == 1
                return self.group if alone else None  # "if both neighbours cast Burn, both of them lose 2 Stars"
            case _ if near:
                return t.Neighbours(CASTER)  # "if you have two neighbours, both of them lose 2 Stars"
            case t.Holds(t.They("both"), "all", _, t.Did("did")):
                asked = {group for _, group in self.askees}
                neighbours = asked.pop() if len(asked) == 1 else None
                return neighbours if isinstance(neighbours, t.Neighbours) and neighbours.of == CASTER else None
        return None

    def _were_two(self) -> bool:
        """Whether two who swapped in a case ("if exactly two cast Burn, they swap") are spoken of beside that case."""
        otherwise = [
            part for one in parts(self.sentence_said) if isinstance(one, t.If) for part in parts(one.otherwise)
        ]
        beside = self.two is None or any(isinstance(part, t.They) for part in otherwise)
        return beside and any(map(_of_exactly_two, (*self.here, *self.before)))

    def _one_alone(self) -> t.Who | None:
        """ "If exactly one Wizard cast Burn, they ...": that one, where nobody else was spoken of."""
        if self.sentence in self.marks["several"]:
            return None  # "exactly one of your neighbours": they?
        if any(isinstance(part, t.Replace) for part in parts(self.sentence_said)):
            return None  # whose spell is replaced did not cast it
        group, tests = self.alone, list[t.Cond]()
        chain = [group]
        while isinstance(group, t.Those):
            tests.append(group.test)
            group = group.group
            chain.append(group)
        people = [part for part in parts(tuple(tests)) if isinstance(part, t.Who) and not isinstance(part, t.Member)]
        people += [t.Others() for part in parts(tuple(tests)) if isinstance(part, t.CastShared)]
        if group not in (*recent.EVERYBODY, t.Neighbours(CASTER)) or self._third(list(map(unaddressed, people))):
            return None
        said = self.sentence_said.act if isinstance(self.sentence_said, t.Later) else self.sentence_said
        match said:
            case t.If(t.Holds(op="=", number=t.Int(1)) | t.Compare(_, "=", t.Int(1))):
                pass
            case _:
                return None
        if any(at >= self.sentence - 1 and who not in chain for at, _, who in self.told) or self.asks_whom():
            return None
        here, before = ([who for who in found if who not in chain] for found in (self.here, self.before))
        return None if self._third([*here, *before]) else self.alone

    def _that_wizard(self, context: Context) -> t.Who:
        if isinstance(context.subject, t.Member) and context.watch < 0:
            named = [who for who in self.here if who != CASTER and is_one(who)]
            named = named or [part for part in dict.fromkeys(parts(context.clause)) if isinstance(part, t.Chosen)]
            around = self._member_around(context)
            before = any(who != CASTER for who in self.before)
            if named and (not context.amount or not set(parts(context.clause)).isdisjoint(named)):
                return self._one_of(named, "that Wizard")
            if named or before or self.asks_whom():  # "X loses 1 Star, and each Wizard as many as that Wizard has"
                reason = '"that Wizard" could mean each of these Wizards, or the one spoken of before or chosen'
                raise Puzzle(reason, "name the Wizard", double=True)
            if around is not None and context.verb:
                return around
            if context.verb and not (context.amount and context.subject_depth == context.depth):
                raise Puzzle('"that Wizard" cannot be who does it', "name the Wizard")
            if context.verb and (any(who != CASTER for who in self.here) or _tells_of_others(context.clause)):
                raise Puzzle('"that Wizard" could mean one of several', "name the Wizard", double=True)
            whose: t.Who = shift(context.subject, context.depth - context.subject_depth)
            return whose
        if context.watch >= 0:
            return self._that_watched(context)
        alone = self._exactly_one()
        if alone is not None and context.subject is None:
            return alone
        found = [who for who in self.here if who != CASTER] or [who for who in self.before if who != CASTER]
        found = [who for who in self._or_aimed(found) if who != CASTER]
        if self.sentence in self.marks["at_least_one"]:  # "more Stars than at least one of your neighbours": no one
            found = [who for who in found if is_one(who) or who == self.alone]
        first = self.sentence in self.marks["that_first"] and not (found or self.told or self.group or self.touched)
        if first and self.asks_whom():
            chosen = t.Chosen(find_input(self.inputs, -1))  # nobody has been spoken of yet
            self._mention(chosen)
            return chosen
        drawn = [who for who in found if isinstance(who, t.Pick) and who.count == 1]
        if len(drawn) == 1 and all(who in (drawn[0], drawn[0].among) for who in found):
            return drawn[0]  # "if any other Wizards cast Burn, pick one of them at random": that one, not one of them
        if self._asks_of_some():
            raise Puzzle('"that Wizard" could mean another who is spoken of here', "name the Wizard", double=True)
        if found:
            return self._one_of(found, "that Wizard")
        if self.awaited and isinstance(self.awaited[-1], t.Top):
            if self.asks_whom():
                raise Puzzle('"that Wizard" could mean whose spell it is', "name the Wizard", double=True)
            return self.awaited[-1]  # "after the spell of the Wizard with the most Stars ..., that Wizard": whose it is
        own = all(isinstance(act, t.Void) or getattr(act, "to", None) == t.Member(0) for act in self.touched)
        own = own and all(isinstance(getattr(act, "who", None), t.Chosen) for act in self.touched)
        if self._tells_whose() and not (own and self.touched):
            raise Puzzle('"that Wizard" could mean whose spell was spoken of', "name the Wizard", double=True)
        chosen = t.Chosen(find_input(self.inputs, -1))  # whose spell that is too
        self._mention(chosen)
        return chosen

    def set_beside(self, context: Context) -> t.Who | None:
        """ "Each Wizard who targets that Wizard": not themselves, but the one spoken of, or chosen, and no other."""
        inner = isinstance(context.outer, t.Member) or context.watch >= 0 or context.cast >= 0
        subject = context.subject
        if inner or subject in (None, CASTER) or self.alone is not None or self.touched:
            return None
        if not isinstance(subject, t.Member):
            return self._beside_one(shift(subject, context.depth - context.subject_depth))
        named = {who for who in (*self.here, *self.before) if who != CASTER}
        if self.asks_whom():
            named.add(t.Chosen(find_input(self.inputs, -1)))
        told = any(at < self.sentence and who != t.All() for at, _, who in self.told)
        return named.pop() if len(named) == 1 and not told and all(map(is_one, named)) else None

    def _beside_one(self, subject: t.Who) -> t.Who | None:
        """ "If the Wizard with the most Stars targets that Wizard": not that very Wizard. Raises Puzzle."""
        if not is_one(subject) or subject not in (*self.here, *self.before):
            return None
        named = {who for who in (*self.here, *self.before) if who not in (CASTER, subject)}
        if self.asks_whom():
            named.add(t.Chosen(find_input(self.inputs, -1)))
        if len(named.difference({subject})) != 1 or not all(map(is_one, named)):
            raise Puzzle('it is not clear whom "that Wizard" means', "name the Wizard", double=True)
        return named.difference({subject}).pop()

    def _member_around(self, context: Context) -> t.Who | None:
        """Each of those of whom this is said, inside what is said of others: "for each who targeted that Wizard"."""
        if len(context.bound) != 2 or not isinstance(context.outer, t.Member) or context.bound[1][1] != context.depth:
            return None
        if any(who != CASTER for who in self.here) or _tells_of_others(context.clause):
            return None
        compared = [part for part in parts(self.sentence_said) if isinstance(part, t.Compare)]
        if any(t.They("that Wizard") in parts(one) and not _of_one_thing(one) for one in compared):
            return None  # "who has more Stars than that Wizard has Crystals": one of those may be meant
        return t.Member(context.depth - context.bound[0][1])

    def _that_watched(self, context: Context) -> t.Who:
        """ "That Wizard" in a status: whose change it is, who cast the spell that made it, or who was named before."""
        found = [who for who in self.here if who != CASTER] or [who for who in self.before if who != CASTER]
        caster = t.Member(context.depth - context.watch)
        if isinstance(context.subject, t.Member):
            found.append(shift(context.subject, context.depth - context.subject_depth))
        nobody = (t.Member, t.Caster)  # whom "that Wizard" cannot mean: "from spells no slower than this one"
        somebody = any(isinstance(part, t.Who) and not isinstance(part, nobody) for part in parts(self.source))
        if somebody or (not found and self.source != t.Always()):
            found.append(caster)
        if not found and self.asks_whom() and not self.touched:
            return t.Chosen(find_input(self.inputs, -1))
        if self.asks_whom() and any(isinstance(who, t.Member) for who in found):
            raise Puzzle('"that Wizard" could mean the one chosen, or one spoken of here', "name the Wizard")
        return self._one_of(found, "that Wizard")

    def _that_spell(self, context: Context) -> t.Who:
        if context.watch >= 0:
            return t.Member(context.depth - context.watch)
        if context.cast >= 0:
            return t.Member(context.depth - context.cast)
        if self.announced is not None:
            sentence, spells, before = self.announced
            if sentence >= self.sentence - 1 and self.spell == before:
                if is_one(spells):  # "if it was Burn, ... If it was Jolt, ..."
                    self.asked_spells.add(spells)
                    self.announced = self.sentence, spells, before
                return spells
        if self.spell is None:
            return self._asked_spell()
        if not isinstance(self.sentence_said, t.Else | t.IfSo):
            self._check_kind(self.spell)
        return self.spell

    def _check_kind(self, spell: t.Who) -> None:
        """ "If the chosen Wizard cast Burn, they lose 2 Stars. If it targets you, ...": that Burn, or any of theirs?"""
        if any(map(_of_kind, parts(self.sentence_said))):
            return
        conds = tuple(act.cond for act in self.finished if isinstance(act, t.If))
        asked = [one.test for one in parts(conds) if isinstance(one, t.Holds) and one.group == spell]
        if is_one(spell) and any(map(_of_kind, parts(tuple(asked)))):
            raise Puzzle("that spell, or any of theirs?", "say both conditions", double=True)

    def asks_for_a_spell(self) -> bool:
        """Whether "that spell" can only be the one whose name the Inputs line asks for, as it asks for nobody."""
        kinds = [asked.kind for asked in self.inputs]
        nobody = not any(kind in ("position", "wizard") for kind in kinds) and not self.here and not self.before
        return kinds.count("spell") == 1 and nobody and self.spell is None

    def _asked_spell(self) -> t.Who:
        """ "That spell", where the Inputs line asks for the name of one and for nobody. Raises Puzzle."""
        asked = any(isinstance(part, t.Holds) and part.group == t.They("spell") for part in parts(self.sentence_said))
        told = (*self.named_back, *(name for names in self.named for name in names))
        if any(not isinstance(name, t.SpellInput) for name in told):
            raise Puzzle('"that spell" could mean the chosen one, or one named before', "name the spell", double=True)
        if asked or not self.asks_for_a_spell():
            raise Puzzle("no spell has been spoken of that this could mean", "name the spell, or whose it is")
        return t.Those(t.All(), t.CastIs(t.Member(), (t.SpellInput(find_input(self.inputs, "SpellInput")),)))


def _of_kind(test: t.Node) -> bool:
    """Whether it is said what spell is cast, or of which kind."""
    return isinstance(test, t.CastTrait) or (isinstance(test, t.CastIs) and test.names != ())


_OF_SPELLS = (t.Replace, t.Redirect, t.Void, t.Watch)
"""Outcomes that speak of spells, which "it" could mean."""


def _whose(spells: t.Who) -> set[bool]:
    """Of each who is spoken of where it is said which spells these are, beside the caster: whether it is the chosen."""
    people = [part for part in parts(spells) if isinstance(part, t.Who)]
    people = [part.who if isinstance(part, t.Owner) else part for part in people]
    nobody = (t.Casters, t.Member, t.Caster, t.All)
    return {
        isinstance(part, t.Chosen) or part == t.They("that Wizard") for part in people if not isinstance(part, nobody)
    }


def _of_one_thing(compared: t.Compare) -> bool:
    """Whether it is asked who has more of one thing: nobody is compared with themselves."""
    match compared:
        case t.Compare(t.Stat(t.Member(0), attr), _, t.Stat(t.They(), same)):
            return attr == same
    return False


def _of_another(test: t.Node) -> bool:
    """Whether it is asked who cast something else than "it", or this spell."""
    if isinstance(test, t.CastIs | t.CastAgain):
        return not any(isinstance(name, t.OwnName) for name in test.names)
    return isinstance(test, t.CastTrait | t.CastPriced)


def _tells_of_others(group: t.Who) -> bool:
    """Whether it is said of somebody else who these are: "each Wizard who targeted a neighbour"."""
    while isinstance(group, t.Those):
        if any(isinstance(part, _OTHERS) for part in parts(group.test)):
            return True
        group = group.group
    return False


_OTHERS = (
    t.Those, t.Holds, t.All, t.Without, t.Others, t.Chosen, t.At, t.Offset, t.Pick, t.Top, t.Join, t.Neighbours
)  # fmt: skip
"""Who can be meant by "that Wizard" beside the one of whom it is said."""


def _you_and_one(group: t.Who) -> bool:
    """Whether these are the caster and one Wizard more: "if you and the chosen Wizard both cast Burn, that Wizard"."""
    if not isinstance(group, t.Join) or len(group.parts) != 2:
        return False
    return all(map(is_one, group.parts)) and any(isinstance(one, t.Caster) for one in group.parts)


def yours_in(who: t.Who | None) -> bool:
    """Whether these are the caster and a group: "you and your neighbours"."""
    return isinstance(who, t.Join) and CASTER in who.parts and not all(map(is_one, who.parts))


def _of_all(who: t.Who | None) -> bool:
    """Whether these are some of all Wizards."""
    while isinstance(who, t.Those):
        who = who.group
    return isinstance(who, t.All | t.Others | t.Without)


def _of_ones(who: t.Who) -> bool:
    """Whether these are Wizards who were named one by one, or some of these."""
    return _of_ones(who.group) if isinstance(who, t.Those) else isinstance(who, t.Join) and all(map(is_one, who.parts))


def _of_caster(who: t.Who) -> bool:
    """Whether it is the caster, or one of the caster and another: "if you or the chosen Wizard is idle"."""
    match who:
        case t.Those(t.Join(some)):
            return CASTER in some
    return who == CASTER


def _asks_of_several(node: t.Node) -> bool:
    """Whether this asks how many of several do something, or how many there are."""
    if isinstance(node, t.Compare):
        return isinstance(node.left, t.Count)
    return isinstance(node, t.Holds) and not is_one(node.group)


def _pair(named: tuple[t.Who, ...]) -> t.Who | None:
    """The two of whom all that were named are one or the other: "whichever of the two has more Stars ... They both"."""
    found: set[t.Who | None] = set()
    rest: set[t.Who] = set()
    tops = len({who for who in named if isinstance(who, t.Top)})
    for who in named:
        match who:
            case t.Top(t.Join((one, other)) as two) | t.Top(t.Without(t.Join((one, other)) as two)):
                found.add(two if is_one(one) and is_one(other) and not has_member(two) else None)
            case t.Top(t.Neighbours() as near) | t.Top(t.Without(t.Neighbours() as near)) if tops == 2:
                found.add(near if not has_member(near) else None)  # the one with more Stars, and the other
            case _ if not is_one(who) or isinstance(who, t.Caster):
                found.add(None)
            case _:
                rest.add(who)
    pair = found.pop() if len(found) == 1 else None
    if isinstance(pair, t.Neighbours):
        rest -= {t.Offset(pair.of, t.Int(1)), t.Offset(pair.of, t.Int(-1))}
    return pair if pair is not None and rest <= set(parts(pair)) else None


_HAS_TWO_NEIGHBOURS = tuple(
    t.Holds(caster, ">=", t.Int(1), t.Holds(t.Neighbours(t.Member(0)), "=", t.Int(2), t.Always()))
    for caster in (t.Caster(), t.Caster(you=True))
)
""" "If you have two neighbours"."""


def _of_exactly_two(who: t.Who) -> bool:
    """Whether this is one of the two who swap "if exactly two Wizards cast Burn"."""
    return isinstance(who, t.Top) and who.by == t.Int(0) and who.ties in ("first", "last")


def _sole(who: t.Who | None) -> bool:
    """Whether this is one Wizard who can be named anywhere."""
    return who is not None and is_one(who) and not has_member(who)


def _thing_had(test: t.Cond) -> str | None:
    """What thing it is of which somebody is asked whether they have it: "a Red Hat", "Robes"."""
    match test:
        case t.Not(t.Is(t.Member(0), str() as attr, t.Text("None"))):
            return attr
        case t.Is(t.Member(0), str() as attr, t.Text(word)) if word != "None":
            return attr
    return None


def _is_denial(test: t.Cond) -> bool:
    """Whether what was asked is that there is none: "if you have no Hat, ... If you do, ...", "if no spell ..."."""
    match test:
        case t.Is(value=t.Text(word)):
            return word == "None"
        case t.Holds(op="=", number=t.Int(0)) | t.Compare(op="=", right=t.Int(0)):
            return True
        case t.And(several):
            return all(map(_is_denial, several))
    return False


def _paid_by_caster(sentence: Any) -> bool:
    """ "(Each neighbour loses 1 Crystal,) and you pay them 2 Stars": to each of them, and nothing else of "them"."""
    clauses = [part for part in parts(sentence) if isinstance(part, t.Clause) and t.They("them") in parts(part)]
    paid = [act for clause in clauses for act in clause.acts if isinstance(act, t.Pay)]
    whose = all(clause.subject in (None, CASTER) for clause in clauses)
    return whose and bool(paid) and all((act.payer, act.receiver) == (t.Subject(), t.They("them")) for act in paid)


def _of_anyone(spells: t.Who | None) -> bool:
    """Whether nothing is said of those who cast these spells: "a spell", and not "a neighbour's spell"."""
    return isinstance(spells, t.Those) and spells.group == t.All() and all(map(about_casting, conjuncts(spells.test)))

"""Orders that wait: the words after ALWAYS, NEXT and IF as a plan, and which of its orders counts in a ring.

    plan       order, or IF condition THEN order; further ones after ELSE, MOST at the most
    condition  facts joined by AND and OR (AND binds closer), each with NOT before it; no brackets
    fact       I am at 3 · Ann is next to Ben · Ann is in the ring · Ann is idle · Ann has at least 20 Stars
               · I have more Stars than Ann · Burn is on the list

A condition may name nothing but what its author can see when the duel closes: the ring, who is idle in it, the Stars
that the sheet shows, and the names on the frozen list.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass

from pbp.errors import Problem

MOST = 6
"""Orders in one plan, and facts in one condition."""
LONGEST = 500
"""Characters of a plan."""
_ELSE = re.compile(r"[\s,;:.]*\b(?:or\s+else|else|otherwise)\b[\s,:]*", re.I)
_IF = re.compile(
    r"if\s+(?P<condition>.+?)(?:\s*[,:]\s*(?:then\b)?|\s+then\b|\s+(?=(?:cast|pass)\b))\s*(?P<order>.+)", re.I
)
_NOT = re.compile(r"\b(?:not|do not|does not|don't|doesn't|isn't|am not|haven't|hasn't)\b\s*", re.I)
_COMPARED: Mapping[str, Callable[[int, int], bool]] = {
    "at least": operator.ge, "at most": operator.le, "more than": operator.gt, "more": operator.gt,
    "fewer than": operator.lt, "fewer": operator.lt, "exactly": operator.eq, "as many": operator.eq,
}  # fmt: skip
_AMOUNT = re.compile(
    r"(?P<who>.+?)\s+(?:have|has|got)\s+(?P<how>at least|at most|more than|less than|fewer than|exactly)?\s*"
    r"(?P<number>-?\d{1,9})\s+stars?",
    re.I,
)
_THAN = re.compile(
    r"(?P<who>.+?)\s+(?:have|has)\s+(?P<how>more|fewer|less|as many)\s+stars?\s+(?:than|as)\s+(?P<other>.+)", re.I
)
_STANDS = r"(?P<who>.+?)\s+(?:(?:am|is|are|stand|stands|be)\s+)?"
_AT = re.compile(rf"{_STANDS}(?:at|in|on)\s+(?:position\s+)?(?P<number>\d{{1,9}})", re.I)
_BESIDE = re.compile(rf"{_STANDS}(?:next to|beside|a neighbou?r of)\s+(?P<other>.+)", re.I)
_PRESENT = re.compile(rf"{_STANDS}in\s+(?:the|this)\s+ring", re.I)
_ACTIVITY = re.compile(r"(?P<who>.+?)\s+(?:am|is|are)?\s*(?P<how>idle|active)", re.I)
_LISTED = re.compile(r"(?:the\s+spell\s+)?(?P<spell>.+?)\s+(?:is\s+)?on\s+(?:the|this)\s+(?:spell\s+)?list", re.I)
_HINT = (
    "conditions are: I am at 3; Ann is next to Ben; Ann is in the ring; Ann is idle; Ann has at least 20 Stars; I have"
    " more Stars than Ann; Burn is on the list"
)


class NoPlan(Exception):
    """Carries why words are no plan."""

    def __init__(self, quote: str, reason: str, hint: str = ""):
        super().__init__(reason)
        self.problem = Problem("no-plan", quote, reason, hint)


@dataclass(frozen=True, slots=True)
class SeenRing:
    """What everybody can see of a ring duel, for one of its wizards, `me`: all that a condition is judged by.

    `names` stand in ring order; `stars` are those of the ring; `spells` the names on the list, without case.
    """

    me: str
    names: Sequence[str]
    stars: Mapping[str, int]
    idle: Set[str]
    spells: Set[str]

    def place(self, who: str) -> int | None:
        """The position of a wizard, from 1; None outside the ring."""
        return self.names.index(who) + 1 if who in self.names else None

    def are_neighbours(self, one: str, other: str) -> bool:
        """Whether two stand next to each other; the first and the last position are neighbours."""
        first, second = self.place(one), self.place(other)
        if first is None or second is None or first == second:
            return False
        return (first - second) % len(self.names) in (1, len(self.names) - 1)


@dataclass(frozen=True, slots=True)
class SeenFact:
    """One thing that can be seen or not, as it is said, and how it is judged."""

    said: str
    holds: Callable[[SeenRing], bool]
    negated: bool = False

    def is_so(self, seen: SeenRing) -> bool:
        """Whether it holds; about somebody outside the ring nothing does, and its contrary does."""
        return self.holds(seen) != self.negated

    @property
    def words(self) -> str:
        """How it is repeated."""
        return f"not ({self.said})" if self.negated else self.said


@dataclass(frozen=True, slots=True)
class PlanBranch:
    """An order, and its condition: that one of these groups of facts holds as a whole; without any it always counts."""

    order: str
    groups: tuple[tuple[SeenFact, ...], ...] = ()

    def holds(self, seen: SeenRing | None) -> bool:
        """Whether its order may count. Without a ring no condition holds."""
        if not self.groups:
            return True
        return seen is not None and any(all(fact.is_so(seen) for fact in group) for group in self.groups)

    @property
    def condition(self) -> str:
        """The condition in words; empty if there is none."""
        return ", or ".join(" and ".join(fact.words for fact in group) for group in self.groups)


@dataclass(frozen=True, slots=True)
class OrderPlan:
    """Orders with their conditions, the first of which that holds and is legal in the duel counts."""

    branches: tuple[PlanBranch, ...]

    @property
    def is_conditional(self) -> bool:
        """Whether it asks for facts of a ring."""
        return any(branch.groups for branch in self.branches)

    @property
    def said(self) -> str:
        """The plan in words, as it was understood."""
        parts = []
        for branch in self.branches:
            lead = f"if {branch.condition}: " if branch.groups else ""
            parts.append(f"{lead}{branch.order}")
        return "; otherwise ".join(parts)

    def orders(self, seen: SeenRing | None) -> Iterator[str]:
        """The orders that may count, the first wish first."""
        return (branch.order for branch in self.branches if branch.holds(seen))


def read_plan(words: str, names: Sequence[str], verbs: Set[str], verb: str) -> OrderPlan | Problem:
    """The plan in these words, or why they are none. Total.

    `names` are the wizards that a condition may name; an order that begins with none of `verbs` gets `verb` before it.
    """
    words = " ".join(words.split()).replace("’", "'").strip(" .!")
    try:
        if len(words) > LONGEST:
            raise NoPlan(words[:60], f"this has {len(words)} characters, and an order that waits at most {LONGEST}")
        parts = _ELSE.split(words)
        if len(parts) > MOST:
            raise NoPlan(words[:60], f"there are {len(parts)} orders in this, and at most {MOST} can wait together")
        return OrderPlan(tuple(_branch(part.strip(" ,.;"), names, verbs, verb) for part in parts))
    except NoPlan as error:
        return error.problem


def _branch(words: str, names: Sequence[str], verbs: Set[str], verb: str) -> PlanBranch:
    if not re.match(r"if\b", words, re.I):
        return PlanBranch(_order(words, verbs, verb))
    found = _IF.fullmatch(words)
    if found is None:
        raise NoPlan(words, "it does not say where the condition ends", "write IF …, THEN and the order")
    condition = found["condition"]
    if "(" in condition or ")" in condition or re.search(r"\bif\b", condition, re.I):
        raise NoPlan(
            condition, "one condition cannot stand within another", "join facts by AND and OR, without brackets"
        )
    groups = tuple(
        tuple(_fact(part.strip(" ,"), names) for part in re.split(r"\s+and\s+", group, flags=re.I))
        for group in re.split(r"\s+or\s+", condition, flags=re.I)
    )
    if sum(map(len, groups)) > MOST:
        raise NoPlan(condition, f"a condition has at most {MOST} facts")
    return PlanBranch(_order(found["order"], verbs, verb), groups)


def _order(words: str, verbs: Set[str], verb: str) -> str:
    first = re.match(r"\w*", words)
    begins = first[0].upper() if first else ""
    if not begins:
        raise NoPlan(words, "there is no order in this", f"for example: {verb or 'CAST'} and what follows it")
    if begins == "WITHDRAW":
        raise NoPlan(words, "a withdrawal cannot wait", "PASS casts nothing")
    second = words.split()[1].upper() if len(words.split()) > 1 else ""
    if begins in verbs:
        return f"{begins}{words[len(begins) :]}"
    return words if second in verbs or not verb else f"{verb} {words}"


def _fact(words: str, names: Sequence[str]) -> SeenFact:
    bare = _NOT.sub("", words)
    negated = bare != words
    for form, make in _FORMS:
        if found := form.fullmatch(bare.strip()):
            said, holds = make(found, names)
            return SeenFact(said, holds, negated)
    raise NoPlan(words, "this is no condition that can be judged when the duel closes", _HINT)


Judged = tuple[str, Callable[[SeenRing], bool]]


def _who(words: str, names: Sequence[str]) -> str:
    """The wizard whom words name; empty for the author."""
    bare = words.strip(" \"'")
    if bare.casefold() in ("i", "me", "myself"):
        return ""
    found = [name for name in names if name.casefold() == bare.casefold()]
    if not found:
        raise NoPlan(words, f"there is no wizard {bare}", "a condition names wizards in full, or I")
    return found[0]


def _called(who: str) -> str:
    return who or "you"


def _verb(who: str, own: str, other: str) -> str:
    return other if who else own


def _made_at(found: re.Match[str], names: Sequence[str]) -> Judged:
    who, number = _who(found["who"], names), int(found["number"])
    said = f"{_called(who)} {_verb(who, 'stand', 'stands')} at position {number}"
    return said, lambda seen: seen.place(who or seen.me) == number


def _made_beside(found: re.Match[str], names: Sequence[str]) -> Judged:
    who, other = _who(found["who"], names), _who(found["other"], names)
    said = f"{_called(who)} {_verb(who, 'stand', 'stands')} next to {_called(other)}"
    return said, lambda seen: seen.are_neighbours(who or seen.me, other or seen.me)


def _made_present(found: re.Match[str], names: Sequence[str]) -> Judged:
    who = _who(found["who"], names)
    said = f"{_called(who)} {_verb(who, 'are', 'is')} in the ring"
    return said, lambda seen: (who or seen.me) in seen.names


def _made_activity(found: re.Match[str], names: Sequence[str]) -> Judged:
    who, idle = _who(found["who"], names), found["how"].casefold() == "idle"

    def holds(seen: SeenRing) -> bool:
        name = who or seen.me
        return name in seen.names and (name in seen.idle) == idle

    return f"{_called(who)} {_verb(who, 'are', 'is')} {'idle' if idle else 'active'}", holds


def _made_amount(found: re.Match[str], names: Sequence[str]) -> Judged:
    who, number = _who(found["who"], names), int(found["number"])
    how = (found["how"] or "exactly").casefold().replace("less", "fewer")

    def holds(seen: SeenRing) -> bool:
        stars = seen.stars.get(who or seen.me)
        return stars is not None and _COMPARED[how](stars, number)

    return f"{_called(who)} {_verb(who, 'have', 'has')} {how} {number} Stars", holds


def _made_than(found: re.Match[str], names: Sequence[str]) -> Judged:
    who, other = _who(found["who"], names), _who(found["other"], names)
    how = found["how"].casefold().replace("less", "fewer")

    def holds(seen: SeenRing) -> bool:
        one, two = seen.stars.get(who or seen.me), seen.stars.get(other or seen.me)
        return one is not None and two is not None and _COMPARED[how](one, two)

    joined = "as" if how == "as many" else "than"
    return f"{_called(who)} {_verb(who, 'have', 'has')} {how} Stars {joined} {_called(other)}", holds


def _made_listed(found: re.Match[str], names: Sequence[str]) -> Judged:
    spell = found["spell"].strip(" \"'")
    return f"{spell} is on the list", lambda seen: spell.casefold() in seen.spells


_FORMS: Sequence[tuple[re.Pattern[str], Callable[[re.Match[str], Sequence[str]], Judged]]] = (
    (_LISTED, _made_listed),
    (_THAN, _made_than),
    (_AMOUNT, _made_amount),
    (_PRESENT, _made_present),
    (_BESIDE, _made_beside),
    (_AT, _made_at),
    (_ACTIVITY, _made_activity),
)
"""How each kind of fact is written, and what is made of it."""

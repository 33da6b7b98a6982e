"""What a part of a text may mean: the likeliest trees at a place, made step by step from the words that are there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import MISSING, dataclass, fields
from heapq import heappop, heappush, nlargest
from math import log
from typing import Any

from pbp.spells import steps as counted
from pbp.spells import tree as t
from pbp.spells.suggest.islands import Island
from pbp.spells.suggest.labels import HOLE, Form, defaults, labels_of, plain, slot, steps
from pbp.spells.suggest.likely import PRIOR, WITHIN, Entry, Heard, Likely
from pbp.spells.suggest.signs import Sign, beside
from pbp.spells.walk import BINDS, has_member

FORMS = (4, 4, 5, 6, 7, 9)
"""How many forms are tried at a place below which so many levels may stand."""
DEEPEST = len(FORMS) - 1
ALIKE, KEPT, BELOW, COMBINED = 3, 9, 6, 40
"""How many trees of a form are kept at a place, how many in all, how many of them are used above, and how many ways to
put them together are tried for a whole part."""
MADE = 4
"""The steps that a tree costs which is made."""
Scored = list[tuple[float, Any]]

SMALL = {1: -1.0, 0: -1.5, 2: -1.8, -1: -1.8}
"""Numbers that may be meant where none is written, and what that counts against them."""
_WRITTEN = ("Change.amount", "Pay.amount", "Watch.amount", "Price.amount", "At.position")
_INPUT = {
    "Chosen": ("position", "wizard"), "NumberInput": ("number",), "WordInput": ("word",), "SpellInput": ("spell",),
    "Word": ("word",),
}  # fmt: skip
_TOP = ("Program", "If.then", "If.otherwise", "If.cond", "Price")
"""The places at which all numbers and names of a part must be used."""
_LATER = frozenset("then after afterward thereafter finally next last once later follow".split())
_LOW = frozenset("below under minimum floor stop drop least bring fewer less #<= #>=".split())
"""What speaks of how low a number may fall."""
_WAYS = {"gain": True, "+": True, "lose": False}
_GAIN = {"Change.gain=True": True, "Change.gain=False": False}
UNUSED, USED, ADDED, TURNED = 5.0, 1.2, 1.5, 6.0
"""What counts against a tree: a number or name of the text that it leaves out (and for a part of one, that it has it),
one that it adds, and a direction that the text does not speak of."""
NEAR = 0.8
"""What the signs beside a number or name count for."""
PROMISE = 0.3
"""What it counts for a form that its labels are likelier than not."""
SURE = 0.5
"""What each word counts for of a part that is read as it stands."""


@dataclass(frozen=True, slots=True)
class Made:
    """A tree that the words may mean: how well it fits them, its labels, how usual its forms are, what it names, and
    what there are signs of in it."""

    worth: float
    node: Any
    labels: tuple[str, ...]
    share: float
    given: frozenset[tuple[str, str]]
    hint: float
    islands: frozenset[Island] = frozenset()


Slot = Sequence[tuple[float, Made | Any]]


class LikelyPart:
    """A part of a text, with the inputs that its words may speak of."""

    def __init__(
        self,
        tables: Likely,
        found: Sequence[Sign],
        inputs: tuple[t.Input, ...],
        dice: Sequence[int] = (),
        islands: Sequence[Island] = (),
    ):
        self.tables, self.inputs, self.islands = tables, inputs, islands
        self.heard = Heard(tables, found)
        self.found = list(found)
        if not any(sign.kind == "dice" for sign in found):
            self.found += [Sign("=dice", "dice", sides) for sides in dict.fromkeys(dice)]
        self.needed = {_given(sign.kind, sign.value) for sign in found if sign.kind}
        self.ways = {_WAYS[sign.sign] for sign in found if sign.sign in _WAYS}
        self.later = not _LATER.isdisjoint(sign.sign for sign in found)
        self.floored = not _LOW.isdisjoint(sign.sign for sign in found)
        self._known: dict[tuple[str, int], list[Made]] = {}
        self._likely: dict[str, list[Entry]] = {}
        self._surely: dict[str, list[Made]] = {}
        self._hints: dict[int, float] = {}

    def best(self, place: str) -> Scored:
        """The likeliest trees at a place, best first."""
        return [(one.worth, one.node) for one in self._best(place, DEEPEST)]

    def _best(self, place: str, left: int) -> list[Made]:
        """The likeliest trees with no more than so many levels below the first."""
        known = self._known.get((place, left))
        if known is not None:
            return known
        found: list[Made] = []
        for entry in self._forms(place)[: FORMS[left]]:
            if left or not entry.holes:
                alike = KEPT if place.startswith(_TOP) else ALIKE
                found += nlargest(alike, self._made(place, entry, left), key=lambda one: one.worth)
        if place not in self._surely:
            self._surely[place] = list(self._sure(place))
        found += self._surely[place]
        kept: dict[Any, Made] = {}
        for one in sorted(found, key=lambda one: -one.worth):
            kept.setdefault(one.node, one)
        self._known[place, left] = list(kept.values())[:KEPT]
        return self._known[place, left]

    def _sure(self, place: str) -> Iterator[Made]:
        """The islands that can stand at a place."""
        kinds = {entry.form.kind for entry in self.tables.forms.get(place, ())}
        for island in self.islands:
            node = plain(island.node)
            if type(node).__name__ in kinds and (place.endswith(".amount/1") or not has_member(node)):
                made = list(steps(place, node))
                labels = tuple(label for step in made for label in labels_of(step.place, step.form))
                given = frozenset(_given(kind, value) for step in made for kind, value in step.given)
                hint = self.heard.hint(labels)
                yield self._worth(place, node, labels, 0.0, given, hint, frozenset((island,)))

    def _forms(self, place: str) -> list[Entry]:
        known = self._likely.get(place)
        if known is None:
            known = self._likely[place] = nlargest(FORMS[-1], self.tables.forms.get(place, ()), key=self._promise)
        return known

    def _promise(self, entry: Entry) -> float:
        """How likely a form is, before it is tried."""
        return self._hint(entry) + PROMISE * self.heard.told(entry.labels)

    def _hint(self, entry: Entry) -> float:
        known = self._hints.get(id(entry))
        if known is None:
            known = self._hints[id(entry)] = self._hinted(entry)
        return known

    def _hinted(self, entry: Entry) -> float:
        return WITHIN * entry.share + self.heard.hint(entry.labels)

    def _made(self, place: str, entry: Entry, left: int) -> Iterator[Made]:
        """The trees that a form can become here."""
        form, plainly = entry.form, dict(entry.form.fields)
        if form.kind == "If" or (plainly.get("stage") and not self.later):
            return
        if plainly.get("floor") and not self.floored:
            return
        wanted = _INPUT.get(form.kind)
        if wanted:
            index = plainly["index"]
            if index >= len(self.inputs) or self.inputs[index].kind not in wanted:
                return
        kind = getattr(t, form.kind)
        bound = int(place.rpartition("/")[2])
        mark = form.kind + (plainly["op"] if form.kind in ("Compare", "Holds") else "")
        slots: list[Slot] = []
        alike: list[int] = []  # the slots that have another of the same field before them
        for name, value in form.fields:
            for number, item in enumerate(value if isinstance(value, tuple) else (value,)):
                if number and item == value[number - 1] and (item == HOLE or str(item).startswith("@")):
                    alike.append(len(slots))
                if item == HOLE:
                    inner = f"{mark}.{name}/{bound + BINDS.get(kind, {}).get(name, 0)}"
                    slots.append(
                        [
                            (one.worth, one)
                            for one in self._best(inner, left - 1)[: KEPT if place.startswith(_TOP) else BELOW]
                        ]
                    )
                elif isinstance(item, str) and item.startswith("@"):
                    slots.append(
                        [(worth, Name(item[1:], value, worth)) for worth, value in self._values(item[1:], place, form)]
                    )
        for _, chosen in products(slots, COMBINED if place.startswith(_TOP) else KEPT, alike):
            node = _node(kind, form, [one.node if isinstance(one, Made) else one.value for one in chosen])
            counted.spend(MADE)
            if _has_sense(node):
                yield self._weighed(place, node, entry, chosen)

    def _weighed(self, place: str, node: Any, entry: Entry, chosen: Sequence[Any]) -> Made:
        below = [one for one in chosen if isinstance(one, Made)]
        named = [one for one in chosen if isinstance(one, Name)]
        labels, share, given = entry.labels, entry.share, frozenset(_given(one.kind, one.value) for one in named)
        hint = self._hint(entry) + sum(one.worth for one in named)
        islands: frozenset[Island] = frozenset()
        for one in below:
            labels, share, given, hint = labels + one.labels, share + one.share, given | one.given, hint + one.hint
            islands |= one.islands
        return self._worth(place, node, labels, share, given, hint, islands)

    def _worth(
        self,
        place: str,
        node: Any,
        labels: tuple[str, ...],
        share: float,
        given: frozenset[tuple[str, str]],
        hint: float,
        islands: frozenset[Island],
    ) -> Made:
        sure = sum(SURE * island.words for island in islands)
        added = sum(ADDED for key in given - self.needed if key[1] not in ("0", "1"))
        if not place.startswith(_TOP):
            worth = hint - added + USED * len(given & self.needed) + sure
            return Made(worth, node, labels, share, given, hint, islands)
        worth = self.heard.score(frozenset(labels)) + PRIOR * share - added + sure
        worth -= sum(UNUSED if key[1] not in ("0", "1") else 0.7 for key in self.needed - given)
        ways = {way for label, way in _GAIN.items() if label in labels}
        if ways and len(self.ways) == 1 and not ways & self.ways:
            worth -= TURNED
        return Made(worth, node, labels, share, given, hint, islands)

    def _values(self, kind: str, place: str, form: Form) -> list[tuple[float, Any]]:
        """The names or numbers of the text that can stand here."""
        bare, label = place.partition("/")[0], slot(place, form)
        found: dict[Any, float] = {}
        if kind in ("number", "dice"):
            for at, sign in enumerate(self.found):
                if sign.kind == kind:
                    times, _ = self.tables.words.get(label, {}).get(sign.sign, (0.5, 0.0))
                    worth = max(-2.0, min(1.0, log(times) - self.tables.usual.get(label, 1.0))) + self._near(label, at)
                    found[sign.value] = max(found.get(sign.value, -9.0), worth)
            if kind == "number" and bare not in _WRITTEN:
                for number, worth in SMALL.items():
                    found.setdefault(number, worth)
        else:
            words = {word.casefold(): word for one in self.inputs for word in one.words}
            for at, sign in enumerate(self.found):
                said = str(sign.value).casefold()
                if sign.kind == kind:
                    found[sign.value] = max(found.get(sign.value, -9.0), self._near(label, at))
                elif kind == "value" and sign.kind and said in words:
                    found[words[said]] = 0.0
        return nlargest(4, ((worth, value) for value, worth in found.items()), key=lambda pair: pair[0])

    def _near(self, label: str, at: int) -> float:
        """How likely the signs beside a number or name are where it would stand."""
        known = self.tables.near.get(label)
        if known is None:
            return 0.0
        times = (log(known.get(near, 0.4)) for near in beside(self.found, at))
        return NEAR * sum(max(-1.0, min(2.0, one)) for one in times)


@dataclass(frozen=True, slots=True)
class Name:
    """A name or number of the text, of which kind."""

    kind: str
    value: Any
    worth: float


def _given(kind: str, value: object) -> tuple[str, str]:
    return kind if kind in ("number", "dice") else "name", str(value).casefold()


def _node(kind: type[Any], form: Form, chosen: Sequence[Any]) -> Any:
    given = iter(chosen)

    def put(value: Any) -> Any:
        if isinstance(value, tuple):
            return tuple(put(item) for item in value)
        return next(given) if value == HOLE or (isinstance(value, str) and value.startswith("@")) else value

    made = {name: put(value) for name, value in form.fields}
    for name, default in defaults(kind).items():
        if default is MISSING and name not in made:
            made[name] = 0  # the key of a draw, numbered when all is known
    return kind(**made)


def _has_sense(node: Any) -> bool:
    """Whether a node does not say the same twice."""
    match node:
        case t.Greatest(several) | t.Least(several) if all(isinstance(one, t.Int) for one in several):
            return False
        case t.And(several) | t.Or(several) | t.Join(several) | t.Greatest(several) | t.Least(several):
            return len(set(several)) == len(several)
        case (t.Gap(one, other) | t.Minus(one, other) | t.Same(one, other) | t.Without(one, other)
              | t.Swap(one, other) | t.Pay(one, other)):  # fmt: skip
            return bool(one != other)
        case t.CastIs(_, names) | t.CastAgain(_, names):
            return len(set(names)) == len(names)
        case t.Compare(left, _, right):
            return left != right
        case t.Offset(_, t.Int(0)) | t.Holds(_, ">=", t.Int(0)) | t.Change(amount=t.Int(0)) | t.Times(t.Int(0 | 1)):
            return False
        case t.Holds(t.Caster() | t.Chosen() | t.Member(), op, number, test):
            return isinstance(test, t.Odd | t.IsIdle) and (op, number) == (">=", t.Int(1)) and _tells(test)
        case t.Those(_, test) | t.Holds(_, _, _, test):
            return _tells(test)
        case t.Watch(how="times", amount=amount):
            return isinstance(amount, t.Int | t.Roll | t.NumberInput)
        case t.Assign(_, attr, value):
            return attr != "Stars" or not isinstance(value, t.Text)
    return True


def _tells(test: t.Node, depth: int = 0) -> bool:
    """Whether a condition is one of those Wizards of whom it is said."""
    if isinstance(test, t.Member):
        return test.up == depth
    binds = BINDS.get(type(test), {})
    return any(
        _tells(part, depth + binds.get(item.name, 0))
        for item in fields(test)
        for part in _several(getattr(test, item.name))
    )


def _several(value: Any) -> Iterator[t.Node]:
    """The nodes of a field."""
    yield from (part for part in (value if isinstance(value, tuple) else (value,)) if isinstance(part, t.Node))


def products(slots: Sequence[Slot], count: int, alike: Sequence[int] = ()) -> Iterator[tuple[float, tuple[Any, ...]]]:
    """One of each, the likeliest together first; of those in slots like the one before in one order only."""
    if not all(slots):
        return
    first = (0,) * len(slots)
    queue: list[tuple[float, tuple[int, ...]]] = []
    seen = {first}

    def push(choice: tuple[int, ...]) -> None:
        heappush(queue, (-sum(slots[at][number][0] for at, number in enumerate(choice)), choice))

    push(first)
    while queue and count:
        worth, choice = heappop(queue)
        count -= 1
        if all(choice[at - 1] < choice[at] for at in alike):
            yield -worth, tuple(slots[at][number][1] for at, number in enumerate(choice))
        for at in range(len(slots)):
            other = (*choice[:at], choice[at] + 1, *choice[at + 1 :])
            if other[at] < len(slots[at]) and other not in seen:
                seen.add(other)
                push(other)

"""A player's words as an order: CAST with a spell and its inputs, PASS or WITHDRAW; or why not."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from typing import Any

from pbp.errors import Problem
from pbp.games.base import READING, Reading
from pbp.games.wording import Refusal
from pbp.spells import Input, Spell, SpellList, straight
from pbp.spells.tree.base import LARGEST

_LONGEST = 30
"""Digits of a number that are looked at: enough to see that it is too large."""
VERBS = frozenset({"CAST", "PASS", "WITHDRAW"})
_VERB = re.compile(
    r"^\W*(?:(?:please|i|i'd|we|to|ok|so|now|hi|hello)\W+){0,3}(cast|pass|withdraw)(?![\w'])[\s:,]*", re.IGNORECASE
)
_NEXT = re.compile(r"(?<=[.;!?])\s+(?=(?:cast|pass|withdraw)\b)", re.IGNORECASE)
_FILLER = re.compile(
    r"(?:[\s,;:#]+|(?:and|on|at|to|in|with|for|against|targeting|target|naming|choosing|position|pos|number|wizard|the|spell)\b(?=[\s#\"']))+",
    re.IGNORECASE,
)
_END = re.compile(r"^\s*(?:$|[.!;?…\n]|[-–—:)\]*]\s*$|[:;]-?[)D(])")
_POLITE = re.compile(
    r"^[\s,]*(?:please|pls|thanks?|thank you|thx|ty|cheers|ta|then|now|for me|this duel|in this duel|if i may)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class RingOrder:
    """What a Wizard selected: a spell with its inputs (Wizards by number from 0), or nothing after PASS."""

    spell: str | None
    inputs: tuple[Any, ...] = field(metadata=READING)
    words: str
    said: str = field(metadata=READING)


@dataclass(frozen=True)
class Ring:
    """What an order is read against: the Wizards in ring order, and the spells.

    `asked_anew` names spells whose Inputs, unreadable as written, were reworded: the canonical words of their orders
    stay what they were before, since they are committed to.
    """

    names: tuple[str, ...]
    spells: SpellList
    asked_anew: frozenset[str] = frozenset()

    def read(self, wizard: int, words: str) -> Reading:
        """The order of the Wizard (by number from 0) in these lines; two different ones are refused together."""
        orders: dict[str, RingOrder | None] = {}
        problems: list[Problem] = []
        for line in _lines(words):
            try:
                order = self._line(wizard, line)
            except Refusal as refusal:
                problems.append(refusal.problem)
                continue
            orders.setdefault("WITHDRAW" if order is None else order.words, order)
        if len(orders) > 1 or (orders and problems):
            every = "; ".join([*orders, *(problem.quote for problem in problems)])
            reason = "these are different orders, and only one can stand"
            return Reading(None, (Problem("two-orders", every, reason, "send the one that you mean"), *problems))
        if problems or not orders:
            return Reading(None, tuple(problems) or (_no_order(words),))
        return Reading(next(iter(orders.values())))

    def _line(self, wizard: int, line: str) -> RingOrder | None:
        match = _VERB.match(line)
        if match is None:
            raise Refusal("no-order", line, "there is no order in this", "write CAST and the spell's name")
        verb, rest = match[1].upper(), line[match.end() :]
        if verb == "CAST":
            return self._cast(wizard, line.strip(), rest)
        if not _chatter(rest):
            raise Refusal("surplus-input", line.strip(), f"{verb} stands alone", verb)
        return RingOrder(None, (), "PASS", "no spell") if verb == "PASS" else None

    def _cast(self, wizard: int, line: str, rest: str) -> RingOrder:
        spell, rest = self._spell(line, rest)
        values, end = self._inputs(wizard, spell, line, rest)
        left = self._repeated(values, spell, rest[end:])
        if not _chatter(left):
            code, reason = "surplus-input", f"{spell.name} takes {_asked(spell)}, and then comes more: {left.strip()}"
            raise Refusal(code, line, reason, self.example(wizard, spell))
        order = self.order(spell, tuple(values))
        if asks_unclear(spell) or spell.name in self.asked_anew:
            named = self._named_in(spell, rest)
            order = replace(order, words=f"{order_of(spell)} {named}".strip())
            return order if values else replace(order, said=f"{spell.name}{' with ' if named else ''}{named}")
        return order

    def _named_in(self, spell: Spell, rest: str) -> str:
        """What could be inputs in the words after the name of a spell whose Inputs cannot be read.

        Numbers, the names of Wizards and spells, and words of the Inputs line, up to the first word that is chatter.
        """
        names = [*self.names, *(other.name for other in self.spells.spells.values())]
        written = re.findall(r"[\w'-]+", straight(spell.text.get("Inputs", "")))
        offered = {word.casefold(): word for word in reversed(written)}
        found: list[str] = []
        while (rest := rest.lstrip()) and not _POLITE.match(rest):
            known = _longest(rest, names)
            filler = None if known else _FILLER.match(rest)
            if known:
                found.append(quoted(known[0]))
                rest = rest[known[1] :]
            elif filler:
                rest = rest[filler.end() :]
            elif (word := re.match(r"(-?\d+)(?:st|nd|rd|th)?\b|[\w'-]+", rest)) and (
                word[1] or word[0].casefold() in offered
            ):
                found.append(word[1] or offered[word[0].casefold()])
                rest = rest[word.end() :]
            else:
                break
        return " ".join(found)

    def order(self, spell: Spell, values: tuple[Any, ...]) -> RingOrder:
        """The order for a spell and its inputs, in canonical words."""
        asked = spell.inputs
        words = " ".join([order_of(spell), *(self._word(i, v) for i, v in zip(asked, values, strict=True))])
        parts = [self._say(i, v) for i, v in zip(asked, values, strict=True)]
        return RingOrder(spell.name, values, words, f"{spell.name}{' ' if parts else ''}{', '.join(parts)}")

    def _word(self, asked: Input, value: Any) -> str:
        if asked.kind == "position":
            return str(value + 1)
        name = self.names[value] if asked.kind == "wizard" else str(value)
        return quoted(name)

    def _say(self, asked: Input, value: Any) -> str:
        if asked.kind == "position":
            return f"at position {value + 1}, {self.names[value]}"
        if asked.kind == "wizard":
            return f"on {self.names[value]}"
        return f"with {value}"

    # The spell

    def _spell(self, line: str, rest: str) -> tuple[Spell, str]:
        rest = re.sub(r"^(?:the\s+)?(?:spell\s+)?", "", rest, flags=re.IGNORECASE) if not self._begins(rest) else rest
        found = self._begins(rest)
        if found:
            return found
        word = re.match(r"[\"']?([\w'-]+)", rest)
        known = [spell.name for spell in self.spells.spells.values()]
        if word is None:
            raise Refusal("no-such-spell", line, "the name of a spell is missing", "spells: " + ", ".join(known))
        short = [name for name in known if len(word[1]) > 2 and name.casefold().startswith(word[1].casefold())]
        if len(short) == 1:
            spell = self.spells.find(short[0])
            assert spell is not None
            return spell, rest[word.end() :]
        if short:
            raise Refusal("ambiguous", line, f"{word[1]} could be {' or '.join(short)}", f"CAST {short[0]}")
        near = get_close_matches(rest.strip(" .!").title(), known, 1, 0.6) or get_close_matches(
            word[1].title(), known, 1, 0.6
        )
        hint = f"did you mean {near[0]}?" if near else "spells: " + ", ".join(known)
        raise Refusal("no-such-spell", line, f"there is no spell {word[1]} on this duel's list", hint)

    def _begins(self, rest: str) -> tuple[Spell, str] | None:
        names = {spell.name: spell for spell in self.spells.spells.values()}
        found = _longest(rest, list(names))
        return (names[found[0]], rest[found[1] :]) if found else None

    # Its inputs

    def _inputs(self, wizard: int, spell: Spell, line: str, rest: str) -> tuple[list[Any], int]:
        if asks_unclear(spell):
            return [], len(rest)
        values: list[Any] = []
        at = 0
        for asked in spell.inputs:
            filler = _FILLER.match(rest, at)
            start = (
                filler.end()
                if filler and not self._named(rest[at:].lstrip(" ,"))
                else at + len(rest[at:]) - len(rest[at:].lstrip(" ,"))
            )
            value, length = self._input(wizard, spell, asked, line, rest[start:])
            _check(asked, value, values, wizard, line, self)
            values.append(value)
            at = start + length
        return values, at

    def _named(self, rest: str) -> bool:
        return _longest(rest, self.names) is not None

    def _input(self, wizard: int, spell: Spell, asked: Input, line: str, rest: str) -> tuple[Any, int]:
        if _END.match(rest) or _POLITE.match(rest):
            reason = f"{spell.name} needs {asked.label}"
            raise Refusal("missing-input", line, reason, self.example(wizard, spell))
        number = re.match(r"(-?\d+)(?:st|nd|rd|th)?(?![\w.]*\w)", rest)
        if asked.kind == "position" and number:
            if not 1 <= int(number[1][:_LONGEST]) <= len(self.names):
                reason = f"the ring has the positions 1 to {len(self.names)}"
                raise Refusal("no-such-position", line, reason, self.example(wizard, spell))
            return int(number[1]) - 1, number.end()
        if asked.kind == "number":
            if not number:
                raise Refusal("bad-input", line, f"{spell.name} needs {asked.label}", self.example(wizard, spell))
            if abs(int(number[1][:_LONGEST])) > LARGEST:
                reason = f"{asked.label} has at most nine digits"
                raise Refusal("bad-input", line, reason, self.example(wizard, spell))
            return int(number[1]), number.end()
        if asked.kind in ("position", "wizard"):
            return self._wizard(wizard, spell, asked, line, rest)
        known = asked.words or tuple(other.name for other in self.spells.spells.values())
        code = "no-such-spell" if asked.kind == "spell" else "bad-input"
        return self._among(known, code, wizard, spell, asked, line, rest)

    def _wizard(self, wizard: int, spell: Spell, asked: Input, line: str, rest: str) -> tuple[int, int]:
        me = re.match(r"(?:me|myself)\b", rest, re.IGNORECASE)
        if me and not self._named(rest):
            return wizard, me.end()
        code = "no-such-wizard" if asked.kind == "wizard" else "no-such-position"
        name, end = self._among(self.names, code, wizard, spell, asked, line, rest)
        return self.names.index(name), end

    def _among(
        self, known: Sequence[str], code: str, wizard: int, spell: Spell, asked: Input, line: str, rest: str
    ) -> tuple[str, int]:
        """The name that the words begin with: in full, the longest; else by its beginning or one of its words."""
        found = _longest(rest, known)
        if found:
            return found
        word = re.match(r"[\"']?([\w'-]+)[\"']?", rest)
        if word:
            short = word[1].casefold()
            begins = [name for name in known if len(short) > 1 and name.casefold().startswith(short)]
            holds = begins or [name for name in known if short in re.split(r"[\W_]+", name.casefold())]
            if len(holds) == 1:
                return holds[0], word.end()
            if holds:
                raise Refusal("ambiguous", line, f"{word[1]} could be {' or '.join(holds)}", "write the name in full")
        said = word[1] if word else rest.strip()
        near = get_close_matches(said.title(), list(known), 1, 0.6)
        reason = f"{spell.name} needs {asked.label}, and {said} is none"
        raise Refusal(code, line, reason, f"did you mean {near[0]}?" if near else self.example(wizard, spell))

    def _repeated(self, values: list[Any], spell: Spell, left: str) -> str:
        """The rest without a Wizard's name in brackets that only repeats the last position."""
        match = re.match(r"\s*\(([^()]*)\)", left)
        if match is None or not values or not spell.inputs or spell.inputs[-1].kind != "position":
            return left
        return left[match.end() :] if match[1].strip().casefold() == self.names[values[-1]].casefold() else left

    # Examples

    def examples(self, wizard: int, spell: Spell) -> Iterator[RingOrder]:
        """Orders that would be legal for a Wizard, the nearest to hand first."""
        yield from (self.order(spell, values) for values in self._fill(wizard, spell, ()))

    def _fill(self, wizard: int, spell: Spell, values: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
        if len(values) == len(spell.inputs):
            yield values
            return
        asked = spell.inputs[len(values)]
        for value in self._choices(wizard, asked):
            try:
                _check(asked, value, list(values), wizard, "", self)
            except Refusal:
                continue
            yield from self._fill(wizard, spell, (*values, value))

    def _choices(self, wizard: int, asked: Input) -> Sequence[Any]:
        ring = len(self.names)
        match asked.kind:
            case "position" | "wizard":
                return [(wizard + 1 + step) % ring for step in range(ring)]
            case "number":
                low = asked.low if asked.low is not None else 1
                return range(low, (asked.high if asked.high is not None else low + 9) + 1)
        return asked.words or [spell.name for spell in self.spells.spells.values()]

    def example(self, wizard: int, spell: Spell) -> str:
        """A legal order, for a hint."""
        first = next(self.examples(wizard, spell), None)
        return f"for example: {first.words}" if first else ""


def quoted(name: str) -> str:
    """A name as one word of an order."""
    return name if re.fullmatch(r"[\w-]+", name) else f'"{name}"'


def order_of(spell: Spell) -> str:
    """How an order for a spell begins."""
    return f"CAST {spell.name}"


def asks_unclear(spell: Spell) -> bool:
    """Whether the Inputs of a spell cannot be read, so that an order for it may name anything."""
    asked = spell.text.get("Inputs")
    return bool(asked) and any(item.sentence == asked for item in spell.unclear)


def _lines(words: str) -> list[str]:
    found = []
    for line in straight(words).splitlines():
        for part in _NEXT.split(line):
            if _VERB.match(part):
                found.append(part)
    return found


def _no_order(words: str) -> Problem:
    return Problem(
        "no-order", " ".join(words.split())[:80], "there is no order in this", "write CAST and the spell's name"
    )


def _chatter(rest: str) -> bool:
    rest = rest.strip().strip("\"'")
    while (match := _POLITE.match(rest)) is not None:
        rest = rest[match.end() :]
    return bool(_END.match(rest))


def _longest(rest: str, names: Sequence[str]) -> tuple[str, int] | None:
    """The longest of the names with which the words begin, in quotes or not, and where it ends."""
    quote = rest[:1] if rest[:1] in ('"', "'") else ""
    body = rest[len(quote) :]
    best: tuple[str, int] | None = None
    for name in names:
        match = re.match(r"\s+".join(map(re.escape, straight(name).split())), body, re.IGNORECASE)
        if match is None or re.match(r"[\w']\w|\w", body[match.end() :]):
            continue
        end = match.end()
        if quote:
            if body[end : end + 1] != quote:
                continue
            end += 2
        if best is None or end > best[1]:
            best = name, end
    return best


def _asked(spell: Spell) -> str:
    return ", then ".join(asked.label for asked in spell.inputs) or "no input"


def _check(asked: Input, value: Any, before: list[Any], wizard: int, line: str, ring: Ring) -> None:
    """Raises Refusal for what the Inputs line excludes."""
    size = len(ring.names)
    if asked.kind in ("position", "wizard"):
        near = value != wizard and (value - wizard) % size in (1, size - 1)
        if asked.not_self and value == wizard:
            raise Refusal("own-position", line, f"it needs {asked.label}, not your own")
        if asked.adjacent is not None and near is not asked.adjacent:
            reason = "that is not next to you" if asked.adjacent else "that is next to you"
            raise Refusal("not-adjacent" if asked.adjacent else "adjacent", line, f"it needs {asked.label}: {reason}")
    if asked.differs is not None and asked.differs < len(before) and before[asked.differs] == value:
        raise Refusal("same-twice", line, "the inputs must differ from each other")
    if asked.kind == "number" and not (asked.low or 0) <= value <= (asked.high if asked.high is not None else value):
        raise Refusal("number-out-of-range", line, f"it needs {asked.label}")
    if str(value).casefold() in ring.spells.left_out(asked):
        raise Refusal("excluded-spell", line, f"it needs {asked.label}, and {value} is excluded")


__all__ = ["VERBS", "Ring", "RingOrder", "replace"]

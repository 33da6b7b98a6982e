"""The search for what was meant: each faulty line and sentence reworded, and whole spells of them that are read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import islice

from pbp.errors import Unclear
from pbp.spells import steps as counted
from pbp.spells.read import FIELDS, Spell
from pbp.spells.suggest import bank
from pbp.spells.suggest.likeness import NamedWords, concepts, likeness
from pbp.spells.suggest.pieces import CONDITION, FRAME, OUTCOME, Piece, joined, parted, pieces
from pbp.spells.suggest.relax import best, relaxed
from pbp.spells.suggest.strict import Spent, Strict

STEPS = 450
"""How many readings the search for one spell may cost."""

MOST = 3
_ASIDE = 0.7
"""How like the author's words a spell still is without a sentence in brackets."""

_WHOLES = 24
"""How many combinations of the rewordings are read, at the most, beside those steps."""

_EACH = 4
"""How many rewordings of one sentence are carried on."""

_GOOD = 0.55
"""How like the author's words a rewording must be, from 0 to 1, to be offered."""

Scored = list[tuple[float, str]]


@dataclass(frozen=True, slots=True)
class Found:
    """A rewording that reads: the new text of some fields, and how like the author's it is."""

    fields: Mapping[str, str]
    like: float


def search(spell: Spell, steps: int = STEPS) -> list[Found]:
    """At most MOST rewordings that read, each meaning something else, best first."""
    with counted.within(counted.SUGGESTING):
        return _Search(spell, steps).run()


class _Search:
    def __init__(self, spell: Spell, steps: int):
        self.spell, self.strict = spell, Strict(spell, steps)
        around = spell.around
        inputs = re.findall(r"\b[A-Z][a-z]+\b", spell.text.get("Inputs", ""))
        offered = [word for word in inputs if word.casefold() not in _PLAIN]
        self.named = NamedWords.of((*around.names, *around.attributes, *around.traits, *offered), spell.name)
        self.tables = {
            "self": (spell.name,),
            "spell": [name for name in around.names if name != spell.name],
            "attribute": around.attributes,
            "trait": around.traits,
        }
        self.lines: dict[str, str] = {}
        """The best new Inputs, so that the sentences can be read."""

    def run(self) -> list[Found]:
        faults = self.spell.unclear
        if not faults or self.spell.around.names == () or any(not item.sentence for item in faults):
            return []
        lists: dict[str, Scored] = {}
        try:
            for field in ("inputs", "cost"):
                text = self.spell.text.get(FIELDS[field], "")
                if text and any(item.sentence == text for item in faults):
                    lists[field] = self._line(field, text)
                    if not lists[field]:
                        return []
                    self.lines[field] = lists[field][0][1]
            sentences = self._sentences()
        except Spent:
            return []
        return self._whole(lists, sentences or [[]])

    # ---- one line ----------------------------------------------------------------------------------------------

    def _line(self, field: str, text: str) -> Scored:
        """Rewordings of the Inputs or the Cost that can be read."""

        def fault(words: str) -> Unclear | None:
            return self.strict.fault({**self.lines, field: words, "effect": "Gain 1 Star."}, words)

        found = relaxed(text, fault, self.named, 60, _EACH)
        found = [pair for pair in found if field != "inputs" or _asks_alike(text, pair[1])]
        found += [pair for pair in self._from_bank(FIELDS[field], text, 12) if fault(pair[1]) is None]
        return best(found, _EACH)

    def _from_bank(self, kind: str, text: str, count: int) -> Scored:
        """Wordings of the bank like a text, with its names and numbers in them."""
        said = concepts(text, self.named)
        found: Scored = []
        for wording in bank.index(kind).nearest(said, count):
            ways = [
                (likeness(said, concepts(filled, self.named)) * 0.98, filled)
                for filled in bank.filled(wording, text, self.tables)
                if kind != "Inputs" or _asks_alike(text, filled)
            ]
            found += [way for way in best(ways, 1) if way[0] >= _GOOD * 0.9]
        return best(found, count)

    # ---- the sentences -----------------------------------------------------------------------------------------

    def _sentences(self) -> list[Scored] | None:
        """For each sentence of the Effect the words that are kept or rewordings that read; None if one has none."""
        texts = list(self.spell.sentences)
        faulty = [number for number, text in enumerate(texts) if self._is_faulty(text)]
        if not faulty:
            return [[(1.0, text)] for text in texts]
        lists: list[Scored] = [[(1.0, text)] for text in texts]
        for number in faulty:
            before = [lists[n][0][1] for n in range(number)]
            if number and re.match(r"and\b|but\b|[a-z(]", texts[number]):
                both = f"{before[-1].rstrip('.;')} {texts[number]}"  # a full stop or semicolon in its midst
                whole = self._sentence(both, before[:-1])
                if whole:
                    lists[number - 1], lists[number] = whole, [(1.0, "")]
                    continue
            lists[number] = self._sentence(texts[number], before)
            if not lists[number]:
                return None
        return lists

    def _is_faulty(self, sentence: str) -> bool:
        effect = " ".join(self.spell.sentences)
        return self.strict.fault({**self.lines, "effect": effect}, sentence) is not None

    def _sentence(self, text: str, before: Sequence[str]) -> Scored:
        def fault(words: str) -> Unclear | None:
            read = self.strict.read({**self.lines, "effect": " ".join([*before, words])})
            return next((item for item in read.unclear if item.sentence and item.sentence in words), None)

        found: Scored = []
        if re.fullmatch(r"\(.*\)", text) and before:
            found.append((_ASIDE, ""))
        with suppress(Spent):
            found += relaxed(text, fault, self.named, 140, 3)
            likely = ((like, words) for like, words in self._from_bank("sentence", text, 30) if fault(words) is None)
            found += islice(likely, 2)
            if len(found) < 3:
                found += islice(self._of_pieces(text, fault), 2)
        return best(found, _EACH)

    def _of_pieces(self, text: str, fault: object) -> Iterator[tuple[float, str]]:
        """Sentences joined of pieces, each the author's own where it can be read alone, else like one of the bank."""
        assert callable(fault)
        said = concepts(text, self.named)
        for comma in (0, 1, 2):
            parts = pieces(text, comma=comma)
            if len(parts) == 1 and comma:
                return
            for cut in (parts, [each for part in parts for each in (parted(part) if part.kind == OUTCOME else [part])]):
                if len(cut) < 2:
                    continue
                options = [self._piece(part, fault) for part in cut]
                for like, chosen in islice(_products(options), 12):
                    words = joined([Piece(part.kind, text) for part, text in zip(cut, chosen, strict=True)])
                    like = min(like, likeness(said, concepts(words, self.named)))
                    if like >= _GOOD * 0.9 and fault(words) is None:
                        yield like * 0.97, words

    def _piece(self, part: Piece, fault: object) -> Scored:
        assert callable(fault)
        if part.kind == FRAME:
            return [(1.0, part.text)]
        carrier = "{}, gain 1 Star." if part.kind == CONDITION else "{}."

        def alone(words: str) -> Unclear | None:
            trouble: Unclear | None = fault(carrier.format(words[:1].upper() + words[1:]))
            return trouble

        if alone(part.text) is None:
            return [(1.0, part.text)]
        found = relaxed(part.text, alone, self.named, 30, 2)
        found += self._from_bank(part.kind, part.text, 12)
        return best(found, _EACH)

    # ---- the whole ---------------------------------------------------------------------------------------------

    def _whole(self, lists: Mapping[str, Scored], sentences: Sequence[Scored]) -> list[Found]:
        fields = list(lists)
        written = list(self.spell.sentences)
        self.strict.steps = max(self.strict.steps, _WHOLES + 2)
        programs: list[object] = []
        found: list[Found] = []
        with suppress(Spent):
            for new in both_meanings(self.spell, self.strict):
                programs.append(self.strict.read(new).program)
                found.append(Found(new, 1.0))
            self._combine(fields, written, _products([*lists.values(), *sentences]), programs, found)
        return found

    def _combine(
        self,
        fields: Sequence[str],
        written: Sequence[str],
        ways: Iterator[tuple[float, tuple[str, ...]]],
        programs: list[object],
        found: list[Found],
    ) -> None:
        """Adds the combinations that read, each meaning something else. Raises Spent."""
        for like, chosen in islice(ways, _WHOLES):
            if len(found) == MOST:
                break
            new = dict(zip(fields, chosen, strict=False))
            effect = list(chosen[len(fields) :])
            if effect != written:
                new["effect"] = " ".join(filter(None, effect))
            read = self.strict.read(new)
            if read.program is not None and read.program not in programs and like >= _GOOD:
                programs.append(read.program)
                found.append(Found(new, like))


def both_meanings(spell: Spell, strict: Strict) -> list[dict[str, str]]:
    """What the reader would have said for either meaning, if it says that the Effect has two. Raises Spent."""
    hint = re.fullmatch(r'say "(.+[.!])" or "(.+[.!])"', spell.unclear[0].hint)
    ways = [{"effect": words} for words in hint.groups()] if hint and len(spell.unclear) == 1 else []
    return [way for way in ways if strict.read(way).program is not None]


def _asks_alike(one: str, other: str) -> bool:
    """Whether two Inputs lines speak of the same kinds of things."""
    nouns = re.compile(r"\b(position|wizard(?! ring)|spell(?! list)|number|word)s?\b", re.IGNORECASE)
    return {match[1].lower() for match in nouns.finditer(one)} - {"number"} == {
        match[1].lower() for match in nouns.finditer(other)
    } - {"number"}


def _products(options: Sequence[Scored]) -> Iterator[tuple[float, tuple[str, ...]]]:
    """One of each, the likeliest combinations first; how like a combination is, is the least of its parts."""
    if not all(options):
        return
    first = (0,) * len(options)
    queue: list[tuple[float, float, tuple[int, ...]]] = []
    seen = {first}

    def push(choice: tuple[int, ...]) -> None:
        likes = [options[place][number][0] for place, number in enumerate(choice)]
        heappush(queue, (-sum(likes), -min(likes, default=1.0), choice))

    push(first)
    while queue:
        _, least, choice = heappop(queue)
        yield -least, tuple(options[place][number][1] for place, number in enumerate(choice))
        for place in range(len(options)):
            other = (*choice[:place], choice[place] + 1, *choice[place + 1 :])
            if other[place] < len(options[place]) and other not in seen:
                seen.add(other)
                push(other)


_PLAIN = frozenset("a an the one any wizard ring position star stars duel two another other name".split())

"""What the sentences of an Effect may mean: cut where they can be cut, each part decoded, and said canonically."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from heapq import nlargest
from operator import itemgetter
from typing import Any

from pbp.spells import tree as t
from pbp.spells.read import Spell, names_around
from pbp.spells.steps import TooLong, within
from pbp.spells.suggest.decode import LikelyPart, Scored
from pbp.spells.suggest.islands import Island, Reads, islands
from pbp.spells.suggest.likely import likely
from pbp.spells.suggest.plainer import plainer
from pbp.spells.suggest.signs import Known, signs
from pbp.spells.tables.cases import beside
from pbp.spells.walk import mapped, parts
from pbp.spells.wording.sentences import Sayer, Unsaid

KEPT, BEAM, TOLD = 6, 24, 60
"""How many meanings of a sentence are carried on, of the sentences so far together, and how many are tried to say."""
LONGEST = 75
"""Words of sentences that are decoded together."""
AS_WRITTEN = 1.2
"""What each word counts for in a sentence that is kept as it is written."""
ANOTHER, APART, SPLIT, LEFT_OUT, LOST, STRANGE = 2.5, 0.5, 0.5, 2.0, 6.0, 0.5
"""What counts against a further outcome, an item of a list, a condition cut off, a sentence left out, a condition left
out, and a word of which nothing is known."""
ASIDE = 6
"""A sentence with fewer signs of a meaning may be left out."""
FOR_WHOLE = 60_000
"""The steps of finding what some sentences mean together."""
MOST_CUTS = 4
"""How many ways to cut a text into a condition and what happens then are tried."""
GOOD = 0.0
"""How well the words of a decoded sentence must fit to be offered."""

_IF = (
    r"(?:if|unless|when|should|provided|as long as|in case|(?:but )?only if|assuming|on condition that"
    r"|in the event that|given that|on an?|so long as|where|every time|did|does|is|has|do|are|have)"
)
_BEGINS = re.compile(
    rf"^(?:\W*(?:•|\(?[a-h0-9ivx]+[.)]|otherwise,?|then,?|also,?|so,?|after that,?|but|and|next,?|finally,?|first,?"
    rf"|second,?)\s+)*{_IF}\b",
    re.IGNORECASE,
)
_LEADS = re.compile(rf"(?:(?:and|but|only|then) )*{_IF} (?:that )?$", re.IGNORECASE)
_TRAILING = re.compile(rf",?\s+(?={_IF}\b)", re.IGNORECASE)
_ELSE = re.compile(
    r"^\W*(?:otherwise|if not|else|or else|failing that|in (?:any|all) other cases?|if neither|on anything else"
    r"|if none|if (?:that|it|he|she|they|you) (?:is|are|did|do|does|was|were)(?: not|n't))\b",
    re.IGNORECASE,
)
_CONDITION = re.compile(
    r"\b(?:if|unless|when|whenever|provided|only|as long as|in (?:case|the event)|odd|even(?= result| number| roll))\b",
    re.IGNORECASE,
)
_CONDITIONAL = t.Those | t.Watch | t.After | t.Top
_HANGS_ON = re.compile(
    r"\W*(?:otherwise|else|if not|if neither|or else|in a tie|in case of|if .*\b(?:tie|tied|ties|several)\b|ties|break"
    r"|this|these|it|they|that|those|them|when|on|nothing|unless)\b",
    re.IGNORECASE,
)
"""A sentence that says something of the one before it."""
_ITEM = re.compile(
    r"[\s;,]*(?:•\s*(?:\(?[a-h0-9ivx]{1,3}[.)]\s+)?|(?<![\w.])\((?:[a-h1-9]|i{1,3}|iv|v)\)\s+)", re.IGNORECASE
)
_THEN = re.compile(r"\W*(?:(?:and|but) )?(?:then|after that|afterwards)\b", re.IGNORECASE)
_WORTH = itemgetter(0)
_MIDST = re.compile(r"[,:?]\s|\s[-–—]\s|\sthen\s|\.\s")
_JOINT = re.compile(r",?\s+and\s+|;\s+(?:and\s+)?|,\s+but\s+|,\s+(?=then\b)|\s+while\s+|\.\s+|,\s", re.IGNORECASE)


class Decoder:
    """Decodes sentences, those of a spell or what was put in their place, with these inputs."""

    def __init__(self, spell: Spell, texts: Sequence[str], inputs: tuple[t.Input, ...], reads: Reads):
        self.spell, self.texts, self.inputs, self._reads = spell, texts, inputs, reads
        around = spell.around
        self._known = Known.of(around.names, around.attributes, around.traits)
        self._dice = [int(sides) for sides in re.findall(r"dice\s?(\d{1,4})", " ".join(texts), re.I)]
        self._names = names_around(spell, inputs)
        self._parts: dict[tuple[str, tuple[Island, ...]], LikelyPart] = {}
        self._whole: dict[str, Scored] = {}
        self._islands: dict[str, Island] = {}
        self.spans: dict[tuple[int, int], list[Said]] = {}
        """What was found for the sentences from one place to another."""

    def part(self, text: str) -> LikelyPart:
        """A part of the text, with the islands that are known by now."""
        key = text, tuple(island for island in self._islands.values() if island.text in text)
        if key not in self._parts:
            self._parts[key] = LikelyPart(likely(), signs(text, self._known), self.inputs, self._dice, key[1])
        return self._parts[key]

    def plain(self, text: str) -> str:
        """A text in its plainest words."""
        return next((words for _, words in plainer(text, self._names)), text)

    def acts(self, text: str, place: str = "Program.acts/0") -> Scored:
        """What happens: one outcome, or two that are joined."""
        found: Scored = [
            (worth - 1.0 - _condition_lost(text, act), (act,)) for worth, act in self.part(text).best(place)[:5]
        ]
        body = text.strip().rstrip(".;! ")
        cuts = [cut for cut in _JOINT.finditer(body) if cut.start() > 8 and len(body) - cut.end() > 8]
        for cut in cuts[:2]:
            for one, act in self.part(body[: cut.start()]).best(place)[:3]:
                for two, other in self.part(body[cut.end() :]).best(place)[:3]:
                    if not isinstance(act, t.If) and not isinstance(other, t.If) and act != other:
                        found.append((one + two - ANOTHER - 1.0, (act, other)))
        return nlargest(5, found, key=lambda pair: pair[0])

    def whole(self, text: str) -> Scored:
        """The outcomes that sentences may mean, best first; what the steps suffice for."""
        if text not in self._whole:
            once: dict[Any, float] = {}
            self._islands |= {island.text: island for island in islands(text, self._names, self._reads)}
            found: Scored = []
            with suppress(TooLong), within(FOR_WHOLE * (1 + text.count("•"))):
                found.extend(self._wholes(text))
            for worth, made in nlargest(TOLD, found, key=_WORTH):
                if len(once) < KEPT and made not in once and self._can_be_said(made):
                    once[made] = worth
            self._whole[text] = [(worth, made) for made, worth in once.items()]
        return self._whole[text]

    def _can_be_said(self, acts: tuple[t.Act, ...]) -> bool:
        with suppress(Unsaid):
            return bool(self.said(acts, "", explicit=True))
        return False

    def _wholes(self, text: str) -> Iterator[tuple[float, Any]]:
        lead, *items = map(str.strip, _ITEM.split(text))
        if len(items) > 1:
            yield from self._list(lead, items)
        cuts = list(dict.fromkeys([*self._sure_conditions(text), *_conditions(text)]))[:MOST_CUTS]
        for condition, outcome in cuts:
            acts = [pair for pair in self.acts(outcome, "If.then/0")[:4] if not isinstance(pair[1][0], t.If)]
            yield from self._under(condition, acts)
        yield from self.acts(text)

    def _list(self, lead: str, items: Sequence[str]) -> Iterator[tuple[float, Any]]:
        """The outcomes of a list, one item after the other, under the condition that leads to it if there is one; which
        way Stars go is said in an item or for all."""
        if _CONDITION.search(lead) or _BEGINS.match(lead):
            yield from self._under(lead, self._all_of([self.whole(item) for item in items]))
        else:
            led = bool(self.part(lead).ways)
            whole = (f"{lead} {item}" if led and not self.part(item).ways else item for item in items)
            yield from self._all_of([self.whole(item) for item in whole])

    def _under(self, condition: str, outcomes: Scored) -> Iterator[tuple[float, Any]]:
        """Outcomes under what a condition may mean."""
        conds = self.part(condition).best("If.cond/0")[:4]
        yield from ((one + two - SPLIT, (t.If(cond, acts),)) for one, cond in conds for two, acts in outcomes)

    def _all_of(self, several: Sequence[Scored]) -> Scored:
        """The outcomes of several parts one after the other."""
        found: Scored = [(0.0, ())]
        for ways in several:
            found = nlargest(
                KEPT, ((one + two - APART, (*acts, *more)) for one, acts in found for two, more in ways), key=_WORTH
            )
        return found

    def _sure_conditions(self, text: str) -> Iterator[tuple[str, str]]:
        """A condition that can be read as it stands, with what leads to it, and the rest of the text."""
        for island in self._islands.values():
            at = text.find(island.text) if isinstance(island.node, t.Cond) else -1
            lead = _LEADS.search(text[:at]) if at >= 0 else None
            if lead is not None:
                rest = f"{text[: lead.start()].rstrip(' ,')} {text[at + len(island.text) :].lstrip(' ,:')}"
                yield f"{lead[0].strip()} {island.text}", rest.strip()

    def otherwise(self, text: str) -> Scored:
        """What a sentence may mean that begins with "otherwise", without that word."""
        body = _ELSE.sub("", text.strip(), count=1).lstrip(" ,:")
        found = self.acts(body, "If.otherwise/0")[:4]
        comma = re.search(r"[,:]\s", text)
        if comma:
            found += [(worth - 0.3, made) for worth, made in self.acts(text[comma.end() :], "If.otherwise/0")[:4]]
        found += [(worth - 1.0, made) for worth, made in self.whole(body)[:3] if isinstance(made[0], t.If)]
        return nlargest(4, found, key=lambda pair: pair[0])

    def said(self, acts: tuple[t.Act, ...], before: str, *, explicit: bool = False) -> str:
        """Outcomes in canonical words, after what was said before. Raises Unsaid."""
        rolls = list(dict.fromkeys(part for part in parts(acts) if isinstance(part, t.Roll)))
        drawn = any(isinstance(act, t.Rolls | t.Picks) for act in acts)
        again = not drawn and len(rolls) == 1 and re.search(r"\bdice\s?\d", before, re.IGNORECASE) is not None
        told = (t.Rolls(rolls[0]), *acts) if again else acts
        words = Sayer(self.inputs, self.spell.name, explicit=explicit).effect(numbered(told))
        return words.partition(". ")[2] if again else words


def _condition_lost(text: str, act: t.Act) -> float:
    """What counts against an outcome that leaves out the condition of which the text speaks."""
    if _CONDITION.search(text) is None or any(isinstance(part, _CONDITIONAL) for part in parts(act)):
        return 0.0
    return LOST


def _conditions(text: str) -> list[tuple[str, str]]:
    """The ways to cut a text into a condition and what happens then."""
    body = text.strip().rstrip(".;! ")
    fronted = _BEGINS.match(body) is not None
    found: list[tuple[str, str]] = []
    for cut in _MIDST.finditer(body):
        left, right = body[: cut.start() + 1], body[cut.end() :]
        bare = cut[0][0] in ":?" or cut[0].strip() in ("-", "–", "—")
        if len(left) > 3 and len(right) > 4 and (fronted or bare or _BEGINS.match(left.rpartition(". ")[2])):
            found.append((left, right))
    for cut in _TRAILING.finditer(body):
        if cut.start() > (25 if fronted else 6):
            found.append((body[cut.end() :], body[: cut.start()]))
    return found[:3]


def numbered(node: Any) -> Any:
    """A tree with its draws numbered: the same words are the same draw."""
    keys: dict[Any, int] = {}

    def change(part: Any) -> Any:
        if isinstance(part, t.Roll | t.Pick) or (isinstance(part, t.Top) and part.ties == "random"):
            return replace(part, key=keys.setdefault(part, len(keys) + 1))
        return part

    return mapped(node, change)


Said = tuple[float, str]


def effects_like(decoder: Decoder, faulty: set[int]) -> list[Said]:
    """Effects that may be meant, best first; sentences that are not faulty stay as they are where they can."""
    texts = decoder.texts
    beams: list[list[Said]] = [[(0.0, "")]]
    for end in range(1, len(texts) + 1):
        found: list[Said] = []
        for begin in range(max(0, end - 2), end):
            for worth, words in _span_of(decoder, texts, begin, end, faulty):
                found += [(before + worth, beside(said, words)) for before, said in beams[begin]]
        once: dict[str, float] = {}
        for worth, words in sorted(found, reverse=True):
            once.setdefault(words, worth)
        beams.append([(worth, words) for words, worth in once.items()][:BEAM])
    return beams[-1]


def _span_of(decoder: Decoder, texts: Sequence[str], begin: int, end: int, faulty: set[int]) -> list[Said]:
    """As _span, once for each; nothing where the steps do not suffice."""
    if (begin, end) not in decoder.spans:
        try:
            decoder.spans[begin, end] = _span(decoder, texts, begin, end, faulty)
        except TooLong:
            return (
                [(AS_WRITTEN * len(texts[begin].split()), texts[begin])]
                if end - begin == 1 and begin not in faulty
                else []
            )
    return decoder.spans[begin, end]


def guesses(decoder: Decoder, faulty: set[int]) -> Callable[[int, int], list[str]]:
    """What sentences from one place to another may mean, in canonical words, the likeliest first."""
    texts = decoder.texts

    def guess(begin: int, end: int) -> list[str]:
        return [words for _, words in _span_of(decoder, texts, begin, end, faulty) if words]

    return guess


def _span(decoder: Decoder, texts: Sequence[str], begin: int, end: int, faulty: set[int]) -> list[Said]:
    """Ways to say some sentences that follow each other."""
    span = texts[begin:end]
    text, before = " ".join(span), " ".join(texts[:begin])
    size = end - begin
    bad = not faulty.isdisjoint(range(begin, end)) or not faulty
    together = size == 1 or (bad and (begin in faulty or _HANGS_ON.match(span[1]) is not None))
    if len(text.split()) > LONGEST or not together:
        return []
    found: list[Said] = []
    if size == 1:
        if begin not in faulty:
            found.append((AS_WRITTEN * len(text.split()), text))
        else:
            part = decoder.part(text)
            if text.startswith("(") or len(part.heard.signs) < ASIDE:
                found.append((-LEFT_OUT - 0.35 * len(part.heard.signs) - 4.0 * len(part.needed), ""))
        if begin and _ELSE.match(text):
            for worth, acts in decoder.otherwise(text):
                found += [
                    (worth, f"Otherwise, {words[:1].lower()}{words[1:]}") for words in _words(decoder, acts, before)
                ]
    if bad:
        strange = STRANGE * decoder.part(text).heard.strange
        for worth, acts in decoder.whole(decoder.plain(text)):
            if worth - strange < GOOD:
                continue
            found += [
                (worth - 0.3 * number, _afterwards(text, words) if before else words)
                for number, words in enumerate(_words(decoder, acts, before))
            ]
        if size == 2 and _ELSE.match(span[1]):
            found += _with_otherwise(decoder, span, before)
    return nlargest(KEPT, found)


def _afterwards(text: str, words: str) -> str:
    """The words for what happens, as what happens then where the text says so."""
    if not _THEN.match(text) or _THEN.match(words):
        return words
    return f"Then{',' if _BEGINS.match(words) else ''} {words[:1].lower()}{words[1:]}"


def _with_otherwise(decoder: Decoder, span: Sequence[str], before: str) -> Iterator[Said]:
    for one, acts in decoder.whole(span[0])[:4]:
        for two, others in decoder.otherwise(span[1])[:3]:
            if len(acts) == 1 and isinstance(acts[0], t.If) and not acts[0].otherwise:
                both = (replace(acts[0], otherwise=others),)
                yield from ((one + two, words) for words in _words(decoder, both, before)[:1])


def _words(decoder: Decoder, acts: tuple[t.Act, ...], before: str) -> list[str]:
    """The canonical words for outcomes, with ties said afterwards or at once."""
    found: list[str] = []
    for explicit in (False, True):
        try:
            found.append(decoder.said(acts, before, explicit=explicit))
        except Unsaid:
            continue
    return list(dict.fromkeys(found))

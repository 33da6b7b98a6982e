"""Whether a rewording keeps what an author has said: names, numbers and what turns a meaning; and adds none of it.

A suggestion that silently means something else is worse than none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from pbp.spells import tree as t
from pbp.spells.read import Spell
from pbp.spells.suggest.added import BUT_CASTER, added, in_digits, only_said
from pbp.spells.suggest.colour import COUNTED, is_colour, is_deed, is_echo, is_said
from pbp.spells.suggest.likeness import NamedWords, concepts
from pbp.spells.suggest.marks import KEPT, LEFT_OUT, PUT_IN, Mark, marks
from pbp.spells.suggest.outright import outright
from pbp.spells.suggest.whole import whole_turned
from pbp.spells.walk import parts
from pbp.spells.wording.sentences import Sayer, Unsaid
from pbp.spells.words import NUMBERS

_KEPT = frozenset(
    f"must:{name}" for name in "most target tie first second roll become considered near random swap half double odd "
    "previous immune average up down".split()
)  # fmt: skip
"""What is not left out of a text altogether."""
_ADDED = frozenset(f"must:{name}" for name in "previous most random half".split())
"""What is not put into a text that has none of it."""
_DUEL = re.compile(r"\b(?:rest|remainder|end) of (?:this|the) duel|\b(?:this|the) duel (?:ends|is over|lasts)\b", re.I)
_NEXT = re.compile(r"\b(?:next|following|coming) Duels?\b", re.I)
_START = re.compile(r"\b(?:start|beginning) of (?:this|the) duel|\bduel (?:started|began)\b", re.I)
_NOBODY = re.compile(
    r"\b(?:if|unless|when|where|whether)\b[^.;:?,]*\b(?:no ?body|no one|no (?:other )?(?:Wizard|neighbour|spell)s?"
    r"|none)\b"
    r"|\b(?:no ?body|no one|no (?:other )?(?:Wizard|neighbour|spell)s?|none)\b[^.;:!?]*\?",
    re.I,
)
_SOMEHOW = re.compile(r"\b(?:no|not|nobody|unless|none|0|fewer|lower|at (?:least|most)|otherwise|only|tie)\b", re.I)
"""A condition that nobody fulfils, and how that may be said."""
_BARE = re.compile(r"(?:^|[.;:!?•\n]\s*)(?:and |but )?(?:loses?|gains?|pays?|swaps?|becomes?|steals?)\b", re.I)
"""A sentence without a subject."""
_ALLOWED = re.compile(
    r"\b(?:yours|(?:your|the caster's) own)(?: one| position| name)? (?:will do|may be|is allowed|is fine|counts|too"
    r"|included|is included)\b",
    re.I,
)
_SAVE = re.compile(r"\b(?:other|but|except|excluding|not|neither|nor|different|own|besides|distinct)\b|n't\b", re.I)
"""What leaves somebody or something out of what may be chosen."""
_VALUE = re.compile(r"\"(\w[^\"]*?)[,.]?\"|(?<=[a-z,] )([A-Z][a-z]+)\b")
_CONDITION = re.compile(
    r"\b(?:if(?! able)|unless|whenever|otherwise|as long as|so long as|provided(?: \w+)? that|except (?:that|if"
    r"|when))\b",
    re.I,
)
_CONDITIONAL = t.Cond | t.Watch | t.After | t.Top | t.Greatest | t.Least
_NO_CONDITION = re.compile(
    r"\([^()]*\)|\bif you (?:like|wish|want|please|prefer|so wish)\b|\bround\w*(?: it)?(?: up| down)? if\b[^,.;]*", re.I
)
_LEFT_OUT = re.compile(
    r"\b(?:leav(?:e|es|ing) out|except(?: for)?|excluding|but not) (?:any|all|each|every|those|anyone|anybody)\b", re.I
)
_LEAVES_OUT = re.compile(r"\b(?:other|not|no|neither|unless|fewer|at most|lower)\b", re.I)
"""Of whom several are left out, and how that may be said."""
_CHOICE = re.compile(
    r"\b(?:you|your) (?:chose|picked|named|choice)\b|\bchosen\b(?! (?:at random|by lot|randomly))", re.I
)
_AT_RANDOM = re.compile(r"\brandomly chosen\b|\bchosen\b[^.;]{0,30}\b(?:at random|by lot)\b", re.I)
_OTHERS = re.compile(r"\b(?:other|another|neighbours?|next to|not|no)\b", re.I)
"""What leaves out the caster, and how that is said."""
_PLAIN = frozenset("star wizard ring duel dice spell speed cost none i crystal".split())
_DIGITS = re.compile(
    r"(?:(?:\b(?P<above>more than|greater than|higher than|larger than|over|above|exceeds?|at most)"
    r"|\b(?P<below>fewer than|less than|lower than|smaller than|below|under|at least)) )?"
    r"\b(?:DICE ?)?(?P<number>\d+)\b"
    r"(?:(?: \w+)? or (?:(?P<least>more|higher|greater|above|over)|(?P<most>less|fewer|lower|below|under))\b)?",
    re.I,
)
_RANGE = re.compile(r"\bfrom (\d{1,3}) to (\d{1,3})\b", re.I)
_SECONDS = dict.fromkeys("twice double doubled both pair two half halve second several share".split(), 2) | {
    "thrice": 3, "triple": 3, "tripled": 3, "third": 3, "quarter": 4,
}  # fmt: skip
"""What else stands for a number."""
_PARTED = {"half": 2, "average": 2, "third": 3}
"""By what something is divided."""


def faithful(written: Spell, offered: Spell) -> bool:
    """Whether a rewording that can be read is near enough to what is written to be offered."""
    return not unlike(written, offered)


def unlike(written: Spell, offered: Spell) -> str:
    """What a rewording that can be read loses of what is written, or adds to it; nothing if it is near enough."""
    assert offered.program is not None
    author, text, plainly = _all_of(written), _all_of(offered), _in_plain_words(offered)
    meant = _without_asides(author)
    said = f"{text} {plainly}"
    known = NamedWords.of([*written.around.names, *written.around.attributes], written.name)
    old, new = _found(author, known), _found(said, known)
    canonical = _found(plainly, known)
    lost = (old & _KEPT & _found(_TWICE.sub("", meant), known)) - new
    if _DICE.search(said):
        lost -= {"must:roll"}
    if _AGO.search(said):
        lost -= {"must:previous"}
    if any(isinstance(part, t.Top) and part.ties == "all" for part in parts(offered.program.acts)):
        lost -= {"must:tie"}
    if any(isinstance(act, t.Level) for act in parts(offered.program.acts)):
        lost -= {"must:half", "must:double", "must:become"}
    more = (canonical & _ADDED) - old - _found(meant, known)
    if lost or more:
        return f"{sorted(lost) or sorted(more)}"
    if any(what.search(author) and not what.search(said) for what in (_DUEL, _START, _NEXT)):
        return "when"
    if _NOBODY.search(written.text.get("Effect", "")) and not _SOMEHOW.search(plainly):
        return "that it is nobody"
    if only_said(author, plainly):
        return "what is only said"
    if _SAVE.search(_ALLOWED.sub("", written.text.get("Inputs", ""))) and not _SAVE.search(
        offered.text.get("Inputs", "")
    ):
        return "who is excepted"
    if len(_BARE.findall(text)) > len(_BARE.findall(author)):
        return "a sentence without a subject"
    asked = any(what.search(written.text.get("Effect", "")) for what in (_ASKS, _HANGS))
    hangs = asked or _CONDITION.search(_NO_CONDITION.sub("", meant))
    if hangs and not any(map(_is_conditional, _all_parts(offered.program))):
        return "a condition"
    if BUT_CASTER.search(written.text.get("Effect", "")) and not _OTHERS.search(plainly):
        return "the caster, who is left out"
    if _LEFT_OUT.search(written.text.get("Effect", "")) and not _LEAVES_OUT.search(plainly):
        return "who is left out"
    if _is_chosen(written.text.get("Effect", "")) and not _is_chosen(f"{plainly} {offered.text.get('Cost', '')}"):
        return "what is chosen"
    if what := added(author, written.text.get("Effect", ""), meant, plainly, offered.program):
        return what
    values = _values(author, known, old & _found(outright(author, asides=True), known)) - new
    if values:
        return f"{sorted(values)}"
    if _no_option(written, offered, plainly):
        return "the word that is chosen"
    if _drops_an_act(written, offered):
        return "what happens"
    if _prices(written.text.get("Cost", "")) - _prices(offered.text.get("Cost", "")) or _fewer_prices(written, offered):
        return "a price"
    effect = _RANGES.sub("", _without_asides(written.text.get("Effect", "")))
    there = f"{offered.text.get('Effect', '')} {plainly}"
    return "a number" if _lost(meant, said) or _lost(effect, there) or _made_up(author, plainly) else ""


def _options(written: Spell) -> set[str]:
    """The words that may be chosen and of which an Effect speaks in capitals."""
    offered = {word.casefold() for asked in written.inputs for word in asked.words}
    said = re.findall(r"\b[A-Z][a-z]+\b", written.text.get("Effect", ""))
    return {word.casefold() for word in said} & offered


def _no_option(written: Spell, offered: Spell, plainly: str) -> bool:
    """Whether an Effect speaks of words that may be chosen, and a rewording of none of them."""
    words = {word.casefold() for word in re.findall(r"\w+", f"{offered.text.get('Effect', '')} {plainly}")}
    options = _options(written)
    return bool(options) and options.isdisjoint(words) and not _CHOSEN_WORD.search(plainly)


_CHOSEN_WORD = re.compile(r"\bchosen (?:option|item|word)\b")


def _prices(cost: str) -> set[str]:
    """The amounts of a Cost."""
    return set(_PRICE.findall(in_digits(cost)))


def _fewer_prices(written: Spell, offered: Spell) -> bool:
    """Whether a Cost names more amounts than are to be paid, or nothing that there may be several of."""
    assert offered.program is not None
    named = set(_AMOUNT.findall(written.text.get("Cost", "")))
    price = offered.program.price
    several = "for each" in offered.text.get("Cost", "") and not _EACH.search(written.text.get("Cost", ""))
    return several or (len(named) > 1 and (price is None or len(price.parts) < len(named)))


_EACH = re.compile(r"\b(?:each|every|per|times|as many|all|any)\b", re.I)


_AMOUNT = re.compile(
    r"(?:^|(?<=, )|(?<=; )|(?<=otherwise )|(?<=or )|(?<=only )|(?<=else ))(\d+)(?= (?:Stars?|Crystals?)\b)", re.I
)
_PRICE = re.compile(r"\b(?:DICE)?\d+\b(?= Stars?\b| Crystals?\b| if\b| unless\b| otherwise\b| normally\b|[,.;:)]|$)")
_RANGES = re.compile(r"\b(?:from )?\d+ ?(?:to|-|–|or) ?\d+\b")
"""What an Effect may repeat of the Inputs."""


def keeps_enough(written: Spell, offered: Spell) -> bool:
    """Whether an author's own text with less in it may be offered: what it lacks are words of colour, or it lacks
    nothing, or only a number of something of which no spell speaks ("it was 3 in the summer of 1987")."""
    text, rest = written.text.get("Effect", ""), offered.text.get("Effect", "")
    lost = _left_out(text, rest)
    if any(is_said(words, rest) for words in lost):
        return False
    if lost and all(is_colour(words, rest) for words in lost):
        return len(_BARE.findall(rest)) <= len(_BARE.findall(text))
    missed = unlike(written, offered)
    if missed != "a number":
        return not missed
    meant = COUNTED.sub(_only_counted, _without_asides(text))
    return not _lost(_RANGES.sub("", meant), f"{rest} {_in_plain_words(offered)}")


def lacks_what_is_said(text: str, less: str) -> bool:
    """Whether a text with less in it lacks something that plainly says what happens."""
    return any(is_said(words, less) for words in _left_out(text, less))


def _left_out(text: str, less: str) -> list[str]:
    """What a text with less in it lacks; nothing of a text in which other words were put."""
    told = _told(text, less)
    return [] if any(mark.kind == PUT_IN for mark in told) else [mark.words for mark in told if mark.kind == LEFT_OUT]


def _left_without_others(text: str, other: str) -> list[str]:
    """What is left out of a text with nothing in its place."""
    told = _told(text, other)
    near = [KEPT, *(mark.kind for mark in told), KEPT]
    return [
        mark.words
        for mark, before, after in zip(told, near, near[2:], strict=False)
        if mark.kind == LEFT_OUT and PUT_IN not in (before, after)
    ]


def _told(text: str, other: str) -> list[Mark]:
    """Where the words of two texts differ."""
    return [mark for mark in marks(text, other) if mark.kind == KEPT or _LETTER.search(mark.words)]


_LETTER = re.compile(r"\w")


def _only_counted(match: re.Match[str]) -> str:
    return match[0] if match["counted"] or match[0].startswith("DICE") else ""


def _is_chosen(text: str) -> bool:
    return _CHOICE.search(_AT_RANDOM.sub("", text)) is not None


_NO_WH = r"(?:^|(?<=[.;:!?\n] ))(?!(?:and |so |but |oh,? |now,? )*(?:who|what|how|why|where|which)\b)"
_ASKS = re.compile(
    rf"{_NO_WH}[^.;:!?\n]*\b(?:more|fewer|less|least|any|cast|idle|even|odd|same|tied|targeted|lost|gained|has"
    rf"|have|\d+)\b"
    rf"[^.;:!?\n]*\?|{_NO_WH}[^.;:!?\n]+\? [^.;:!?\n]*\b(?:gain|lose|pay|get|drop|steal|swap|receive)s?\b",
    re.I,
)
"""A question on whose answer something hangs: "Two or more? Then ...", "Spot on? You gain 6 Stars"."""
_HANGS = re.compile(
    r"(?:^|[.;:!?•)\n] ?)(?:where(?! \w+ (?:is|stands for|=))|whereas|should|supposing|assuming|in case)\b"
    r"|\bsubject to\b"
    r"|\bin the event\b|\bon (?:the )?condition\b|\b(?:shall|do|does|will)(?: not|n['’]t) apply\b",
    re.I,
)
"""What else begins a condition, or says where something does not hold."""


def _drops_an_act(written: Spell, offered: Spell) -> bool:
    """Whether an author's own text with less in it lacks a part in which somebody does something, or any text lacks a
    sentence that says to whom else, how often or when."""
    text, other = written.text.get("Effect", ""), offered.text.get("Effect", "")
    echoes = (is_echo(words, other) for words in _left_without_others(text, other))
    return any(map(is_deed, _left_out(text, other))) or any(echoes)


def _all_parts(program: t.Program) -> Iterator[object]:
    """What a program consists of, with its Cost."""
    yield from parts(program.acts)
    for cond, number, _ in program.price.parts if program.price is not None else ():
        yield from (cond, *parts(cond), *parts(number))


def _is_conditional(part: object) -> bool:
    """Whether what happens may hang on this."""
    floor = isinstance(part, t.Change) and part.floor is not None
    able = isinstance(part, t.Pay) and part.mode != "always"
    return floor or able or (isinstance(part, _CONDITIONAL) and part != t.Always())


_ASIDES = re.compile(
    r"\b(?:paragraph|clause|section|item|point|article|rule) \(?\d+\)?"
    r"|(?:^|(?<=[.!?:] ))First(?:ly)?\b|(?:^|(?<=\n))\W*(?:\(?\d{1,2}[.)]|Step \d+\b)|\bbesides\b"
    r"|\s*\((?:that is|i\.e|so|which|if you|even|(?:with )?(?:one|a single|the same) roll)\b[^()]*\)"
    r"|\s*\([^()]*\b(?:follows the last|after the last (?:position|one) comes|(?:a)?round the ring)\b[^()]*\)"
    r"|\s*\([^()]*, not one of \d+\)|\bunder \(\d\)|\bStep \d+[.:]"
    r"|\bthis second\b|\b(?:first|second)(?= (?:loss|gain|sting|payment|part|effect|thing|step|item|time)\b)"
    r"|,? (?:and |but )?(?:nothing|no cost|0 Stars) if (?:you chose|the chosen number is|it is|not)[^.;\n]*"
    r"|\bmeans\b|\b(?:make )?a (?:separate|new|fresh) draw\b",
    re.I,
)
"""What only begins a sentence ("First the bad news: ..."), counts the steps, says what a word means, or explains."""
_TWICE = re.compile(
    r"\bsame (?:one |position |wizard |spell |number )?(?:may be (?:chosen|named) )?twice\b|\btwice(?=, both\b|:)", re.I
)
"""What is said twice, or may be chosen so, is not doubled."""
_DICE, _AGO = re.compile(r"\bDICE ?\d"), re.compile(r"\bDuel X ?[-−–] ?\d")
"""A roll, and a Duel before this one, without those words."""


@lru_cache(maxsize=256)
def _without_asides(author: str) -> str:
    """What an author says, without what only explains it, begins it or puts it in order."""
    return _ASIDES.sub("", whole_turned(outright(_ASIDES.sub("", author), asides=True))[1])


def _in_plain_words(spell: Spell) -> str:
    """What a spell that is read says, in canonical words, whether or not these can be read again."""
    assert spell.program is not None
    try:
        return Sayer(spell.program.inputs, spell.name, explicit=True).effect(spell.program.acts)
    except Unsaid:
        return spell.text.get("Effect", "")


def _all_of(spell: Spell) -> str:
    return ".\n".join(spell.text.get(label, "") for label in ("Inputs", "Cost", "Effect"))


def _found(text: str, known: NamedWords) -> frozenset[str]:
    """What the words of a text count as, names and values without the ending of a plural."""
    return frozenset(one.rstrip("s") if one[0] == "=" else one for one in concepts(text, known))


def _values(author: str, known: NamedWords, found: frozenset[str]) -> frozenset[str]:
    """The names and values of which the words of a text speak."""
    values = {" ".join(name).rstrip("s") for name in known.names}
    values |= {(quoted or plain).casefold().rstrip("s") for quoted, plain in _VALUE.findall(author)} - _PLAIN
    return frozenset(one for one in found if one[0] == "=" and one[1:] in values)


def _numbers(text: str) -> Iterator[tuple[int, int]]:
    """The numbers in digits, and in words where Stars are counted, and what may be said for each: at least 3 is more
    than 2, and not so is at most 2."""
    for match in _DIGITS.finditer(in_digits(text)):
        if len(match["number"]) < 9:
            number = int(match["number"])
            step = bool(match["above"] or match["most"]) - bool(match["below"] or match["least"])
            yield number, number + step


def _lost(author: str, said: str) -> bool:
    """Whether a number of the author's is left out."""
    there = {number for number, _ in _numbers(said)}
    for word in re.findall(r"[a-z]+", said.casefold()):
        there |= {NUMBERS.get(word, 0), _PARTED.get(word, 0)}
    for low, high in _RANGE.findall(said):
        there.update(range(int(low), min(int(high), int(low) + 99)))
    return any(there.isdisjoint(numbers) for numbers in _numbers(author))


def _made_up(author: str, said: str) -> bool:
    """Whether a number is said of which the author does not speak."""
    there = {number for number, _ in _numbers(author)}
    for word in re.findall(r"[a-z]+", author.casefold()):
        there.add(_SECONDS.get(word, NUMBERS.get(word, 1)))
    beside = {number + step for number in there for step in (-1, 0, 1)}
    return any(number > 2 and number not in beside for number, _ in _numbers(said))

"""Whether a rewording keeps what an author has said: names, numbers and what turns a meaning; and adds none of it.

A suggestion that silently means something else is worse than none.
"""

from __future__ import annotations

import re

from pbp.spells.read import Spell
from pbp.spells.suggest.likeness import NamedWords, concepts
from pbp.spells.wording.sentences import Sayer, Unsaid
from pbp.spells.words import NUMBERS

_KEPT = frozenset(
    f"must:{name}" for name in "most target tie first second roll become considered near random swap half double odd "
    "previous immune average".split()
)  # fmt: skip
"""What is not left out of a text altogether."""
_ADDED = frozenset(f"must:{name}" for name in "previous most random half".split())
"""What is not put into a text that has none of it."""
_DUEL = re.compile(r"\b(?:rest|remainder|end) of (?:this|the) duel|\b(?:this|the) duel (?:ends|is over|lasts)\b", re.I)
_START = re.compile(r"\b(?:start|beginning) of (?:this|the) duel|\bduel (?:started|began)\b", re.I)
_ONLY_SAID = tuple(
    (re.compile(what, re.I), re.compile(words, re.I))
    for what, words in (
        (r"\bbelow\b", r"\b(?:below|under|minimum|less|lower|fewer|stops?|drop|floor)\b"),
        (
            r"\b(?:earlier|previous) Duels?\b",
            r"\b(?:earlier|previous|last|before|ago|prior|former|past|already|Duel X)\b",
        ),
        (r"\bequal to [^.]*\bposition\b(?! (?:has|have|had))", r"\b(?:position|place|seat)\b"),
        (r"\btargets?\b", r"\b(?:target|aim|hit|point|direct|strike|redirect)"),
        (
            r"\bneighbours?\b|\bnext to\b",
            r"\bn\w{0,3}[gh]\w{0,3}b\w*r|\b(?:next|beside|adja|adjo|sides?|left|flank)",
        ),
    )
)
"""What is not said where an author has no word for it."""
_BARE = re.compile(r"(?:^|[.;:!?•] )(?:and |but )?(?:loses?|gains?|pays?|swaps?|becomes?|steals?)\b", re.I)
"""A sentence without a subject."""
_SAVE = re.compile(r"\b(?:other|but|except|excluding|not|neither|nor|different|own|besides|distinct)\b|n't\b", re.I)
"""What leaves somebody or something out of what may be chosen."""
_VALUE = re.compile(r"\"(\w[^\"]*?)[,.]?\"|(?<=[a-z,] )([A-Z][a-z]+)\b")
_PLAIN = frozenset("star wizard ring duel dice spell speed cost none i crystal".split())
_DIGITS = re.compile(r"(?:\b(than|over|above|below|under|exceeds?) )?\b(?:DICE ?)?(\d+)\b", re.I)
_SECONDS = dict.fromkeys("twice double doubled both pair two half halve second several share".split(), 2) | {
    "thrice": 3, "triple": 3, "tripled": 3, "third": 3, "quarter": 4,
}  # fmt: skip
"""What else stands for a number."""


def faithful(written: Spell, offered: Spell) -> bool:
    """Whether a rewording that can be read is near enough to what is written to be offered."""
    author, text, plainly = _all_of(written), _all_of(offered), _in_plain_words(offered)
    said = f"{text} {plainly}"
    known = NamedWords.of([*written.around.names, *written.around.attributes], written.name)
    old, new = _found(author, known), _found(said, known)
    canonical = _found(plainly, known)
    if (old & _KEPT) - new or (canonical & _ADDED) - old:
        return False
    if any(what.search(author) and not what.search(said) for what in (_DUEL, _START)):
        return False
    if any(what.search(plainly) and not word.search(author) for what, word in _ONLY_SAID):
        return False
    if _SAVE.search(written.text.get("Inputs", "")) and not _SAVE.search(offered.text.get("Inputs", "")):
        return False
    if len(_BARE.findall(text)) > len(_BARE.findall(author)):
        return False
    return not _values(author, known, old) - new and not _lost(author, said) and not _made_up(author, plainly)


def _in_plain_words(spell: Spell) -> str:
    """What a spell that is read says, in canonical words, whether or not these can be read again."""
    assert spell.program is not None
    try:
        return Sayer(spell.program.inputs, spell.name, explicit=True).effect(spell.program.acts)
    except Unsaid:
        return spell.text.get("Effect", "")


def _all_of(spell: Spell) -> str:
    return ". ".join(spell.text.get(label, "") for label in ("Inputs", "Cost", "Effect"))


def _found(text: str, known: NamedWords) -> frozenset[str]:
    """What the words of a text count as, names and values without the ending of a plural."""
    return frozenset(one.rstrip("s") if one[0] == "=" else one for one in concepts(text, known))


def _values(author: str, known: NamedWords, found: frozenset[str]) -> frozenset[str]:
    """The names and values of which the words of a text speak."""
    values = {" ".join(name).rstrip("s") for name in known.names}
    values |= {(quoted or plain).casefold().rstrip("s") for quoted, plain in _VALUE.findall(author)} - _PLAIN
    return frozenset(one for one in found if one[0] == "=" and one[1:] in values)


def _numbers(text: str) -> list[tuple[int, bool]]:
    """The numbers in digits, and whether they are compared with."""
    return [(int(match[2]), bool(match[1])) for match in _DIGITS.finditer(text) if len(match[2]) < 9]


def _lost(author: str, said: str) -> bool:
    """Whether a number of the author's is left out."""
    there = {number for number, _ in _numbers(said)} | {NUMBERS.get(word, 0) for word in said.casefold().split()}
    beside = {number + step for number in there for step in (-1, 1)}
    return any(number not in there and not (compared and number in beside) for number, compared in _numbers(author))


def _made_up(author: str, said: str) -> bool:
    """Whether a number is said of which the author does not speak."""
    there = {number for number, _ in _numbers(author)}
    for word in re.findall(r"[a-z]+", author.casefold()):
        there.add(_SECONDS.get(word, NUMBERS.get(word, 1)))
    beside = {number + step for number in there for step in (-1, 0, 1)}
    return any(number > 2 and number not in beside for number, _ in _numbers(said))

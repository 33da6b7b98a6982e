"""The marks between the words of a sentence: of lists and cases, arrows and dashes."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise

from pbp.spells.inputs import Puzzle
from pbp.spells.words import ARROW, NUMBERS, Token, is_cut_short, tokens

_PLACES = {"first": "1", "second": "2", "third": "3", "fourth": "4", "fifth": "5"}
COUNTED = {"one": "1", "two": "2", "both": "2", "three": "3", "four": "4", "five": "5"}
NTH_CASE = rf"(?:case|situation)\s+(?:\w{{1,2}}|{'|'.join(COUNTED)})|(?:the\s+)?(?:{'|'.join(_PLACES)})\s+case"
CASE = re.compile(rf"(?i)(?P<nth>{NTH_CASE})\s*(?:\((?P<cond>[^()]+)\)\s*[:,]|[:,.–—-])\s+")
"""How a line begins that tells of a case: all of it is about that case."""
ARE_SO = r"\b(true|met|so|case|fulfilled|satisfied|holds?|apply|applies)( of [^:•]+)?: •"


def _numbered(text: str) -> str:
    """ "First case: ...", "Case one (no Wizard cast Burn): ..." as "Case 1: ..."."""
    bare = text.lstrip("• ")
    found = CASE.match(bare)
    if found is None:
        return text
    *_, last = (word for word in found["nth"].casefold().split() if word not in ("the", "case", "situation"))
    number = _PLACES.get(last) or COUNTED.get(last) or last.upper()
    return f"Case {number}: {found['cond'] + ': ' if found['cond'] else ''}{bare[found.end() :]}"


_WALKED = re.compile(
    r"(?i)\b(?:count|go|move|walk|step)(?:ing)?(?: on| back| forwards?| ahead)? "
    r"(?:\d+|one|two|three|four|five|six|that many) (?:position|place|spot|seat|space|slot)s?\b"
    r"[^:;,]*(?:[:;,]| and)\s.*"
    r"\b(?:chosen|named|selected|targeted|given|picked) (?:position|place|spot|seat|space|slot)\b"
)
"""What looks somewhere, and then speaks of the position that was chosen: it is not the one that is reached."""


def trimmed(text: str) -> list[Token]:
    """The words of a sentence, with list marks alone between its items."""
    if _WALKED.search(text):
        raise Puzzle("the position that was chosen, or the one that is reached?", "say it in two sentences")
    kept: list[Token] = []
    if re.search(ARE_SO, text):
        text = re.sub(r"[,;]?\s+or\s+•\s+", " • or ", text)
    for token in _without_marks(tokens(_numbered(text))):
        if token.word == "•" and _opens(token) and kept and kept[-1].word in (",", "then"):
            while kept and kept[-1].word in (",", "then"):  # "if ..., then a) ... and b) ..."
                kept.pop()
            kept.append(replace(token, word=":"))
            continue
        if token.word == "•":
            while kept and (kept[-1].word in ",.;" or (kept[-1].word in ("and", "or") and len(kept) > 1)):
                if kept[-1].word == "or":
                    raise Puzzle('nobody chooses between what "or" offers')
                kept.pop()
            if not kept or kept[-1].word in (":", "•"):
                continue
        if token.word == "." and kept and is_cut_short(f"{kept[-1].shown}."):
            continue
        if token.word == "+" and kept and kept[-1].word in ("(", ",", "or", "and", "but"):
            token = replace(token, word="plus")  # "gain 3 Stars (+2 if your Hat is Red)": not 2
        if token.word == "own" and kept and kept[-1].word == "'s":
            continue  # "the caster's own Hat" is the caster's Hat
        kept.append(token)
    while kept and kept[-1].word in (".", ";", "!"):
        kept.pop()
    return _without_asides(kept)


_ASIDES = tuple(
    tuple(words.split())
    for words in (
        "well", "oh", "oh well", "sorry", "alas", "sadly", "luckily", "fortunately", "unfortunately", "regrettably",
        "of course", "naturally", "obviously", "surely", "indeed", "you see", "you know", "mind you", "i mean",
        "please", "i am afraid", "i 'm afraid", "too bad", "bad luck", "tough luck", "so to speak", "as it were",
        "hooray", "hurray", "hurrah", "bravo", "lovely", "great", "lucky you", "poor you", "lucky them", "poor them",
    )
)  # fmt: skip
"""What is only a tone of voice, between two commas, or alone in brackets."""
_CLOSING = (")", ";", ":", "")
"""What may follow "sorry", which before a comma can take back what was said: "gain 2 Stars, sorry, lose 2"; but not
"if you have none, sorry, nothing happens"."""


def _without_asides(found: list[Token]) -> list[Token]:
    """A sentence without what is only a tone of voice: "if it's a tie, well, nobody loses any (sorry)"."""
    kept: list[Token] = []
    at = 0
    while at < len(found):
        here = found[at].word
        words = next((said for said in _ASIDES if here in (",", ":", "(") and _says(found[at + 1 :], said)), ())
        end = at + 1 + len(words)
        after = found[end].word if end < len(found) else ""
        is_taken_back = words == ("sorry",) and not any(_says(found[end + 1 :], (no,)) for no in ("nothing", "nobody"))
        if words and here == "(" and after == ")":
            at = end + 1
        elif words and here == ":" and after == ",":
            kept.append(found[at])
            at = end + (2 if _says(found[end + 1 :], ("but",)) else 1)
        elif words and here == "," and kept and after in (_CLOSING if is_taken_back else (",", *_CLOSING)):
            at = end
        else:
            kept.append(found[at])
            at += 1
    return kept


def _says(found: list[Token], words: tuple[str, ...]) -> bool:
    """Whether so it goes on, in small letters: "Well" can be a name."""
    return tuple(token.word for token in found[: len(words)]) == words and all(
        token.shown.islower() or not token.shown.isalpha() for token in found[: len(words)]
    )


def _without_marks(found: list[Token]) -> list[Token]:
    """A sentence without the marks of its conditions: "if (a) ... or (b) ..., you lose 2 Stars"."""
    at = [place for place, token in enumerate(found) if token.word == "•" and token.shown != "•"]
    if len(at) < 2 or not at[0] or found[at[0] - 1].word not in ("if", "either", "when", "where", "unless"):
        return found
    between = [" ".join(token.word for token in found[start + 1 : end]) for start, end in pairwise(at)]
    joined = all(re.fullmatch(r"[^,]*( ,| or| and| , or| , and)", said) for said in between)
    if not joined or not between[-1].endswith((" or", " and")):
        return found
    return [token for place, token in enumerate(found) if place not in at]


_ARROWS_SAY = (":", "becomes", "become")
"""What an arrow can stand for: what happens under a condition, or what something becomes."""


def unpointed(found: list[Token]) -> list[list[Token]]:
    """A sentence with what its arrows stand for: "odd → lose 2 Stars", "your Hat → Red"."""
    if all(token.word != ARROW for token in found):
        return []
    return [[replace(one, word=say) if one.word == ARROW else one for one in found] for say in _ARROWS_SAY]


def _opens(mark: Token) -> bool:
    """Whether a mark begins a list: "a)", "(1)", "i)"."""
    return mark.shown.strip("()").lower() in ("a", "1", "i")


_DASHES = frozenset("-–—")
_MOST_DASHES = 2


def undashed(found: list[Token]) -> list[list[Token]]:
    """A sentence with what its dashes stand for: commas, or one of them a colon. Never the sign of a number."""
    places = [at for at, token in enumerate(found) if token.word in _DASHES and _is_dash(found, at)]
    if not places or len(places) > _MOST_DASHES:
        return []
    marks = [dict.fromkeys(places, ",")]
    if len(places) == 1:
        marks.append({places[0]: ":"})
    return [[replace(one, word=mark.get(at, one.word)) for at, one in enumerate(found)] for mark in marks]


def _is_dash(found: list[Token], at: int) -> bool:
    """Whether a dash stands between words, with a space on both sides of it unless it is a long one."""
    if not 0 < at < len(found) - 1:
        return False
    before, here, after = found[at - 1 : at + 2]
    if after.kind != "word" or after.word in NUMBERS or before.kind == "mark":
        return False
    spaced = before.start + len(before.shown) < here.start and here.start + 1 < after.start
    return spaced or here.word == "—"

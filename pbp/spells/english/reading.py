"""The reader: a sentence of English as all that it can mean."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from importlib.resources import files
from types import ModuleType
from typing import Any

from pbp.spells.chart import Chart, Edges, Grammar
from pbp.spells.cycles import uncollected
from pbp.spells.english import (
    adverbials,
    announcing,
    articles,
    asides,
    asking,
    asking_notes,
    being,
    beside,
    binding,
    capping,
    changing,
    claims,
    commonly,
    comparing,
    confirming,
    converting,
    counting,
    deeds,
    differing,
    discourse,
    elided,
    elliptic,
    enough,
    evenly,
    explained,
    familiar,
    further,
    generally,
    kinds,
    leading,
    leaning,
    leftout,
    letters,
    limits,
    listing,
    looking,
    looks,
    lots,
    measures,
    moves,
    moving,
    naming,
    nbar,
    noted,
    of_spells,
    offering,
    ordered,
    outcomes,
    owning,
    parts,
    points,
    prices,
    pronouns,
    provided,
    questions,
    regardless,
    remarking,
    remarks,
    results,
    rolled,
    selecting,
    sentences,
    setting,
    several,
    shares,
    shortfall,
    states,
    statuses,
    still,
    swapping,
    terse,
    things,
    tied,
    ties,
    turned,
    turns,
    verbs,
)
from pbp.spells.english.decreed import present
from pbp.spells.english.gists import gists
from pbp.spells.english.groups import OWN_SPELL
from pbp.spells.english.lexicon import lexicon, spoken
from pbp.spells.english.ones import ones
from pbp.spells.sense import conditions
from pbp.spells.sense import sentences as joining
from pbp.spells.steps import TooLong
from pbp.spells.syntax import syntax
from pbp.spells.words import CAPITALS, NUMBERS, Names, Token, is_cut_short, lattice, tokens

Meaning = Callable[..., Any]

ROOMS: tuple[ModuleType, ...] = (
    tied,
    verbs, things, measures, nbar, articles, pronouns, parts, several, counting, limits, asking, asking_notes, noted,
    offering, claims, outcomes, statuses, sentences, leading, leaning, leftout, changing, adverbials, beside, ties,
    prices, naming, moves, letters, swapping, regardless, discourse, confirming, asides, remarks, turned, binding,
    shares, listing, comparing, results, further, elliptic, elided, enough, remarking, still, commonly,
    announcing, familiar, generally, evenly, looks, terse, explained, owning, looking, provided, questions, capping,
    rolled, kinds, points, ordered, shortfall, converting, being, differing,
)  # fmt: skip
"""Where the functions stand that the syntax names."""

FRAMES: tuple[ModuleType, ...] = (
    deeds,
    states,
    of_spells,
    moving,
    setting,
    swapping,
    lots,
    selecting,
    naming,
    turned,
    shares,
)
"""Where those of verbs stand, which are found by the senses of the lexicon."""

JOINED = (
    "items", "joined", "joined_roll", "lead_also", "lead_else", "lead_if", "lead_if_not", "lead_in_case", "lead_so",
    "lead_so_it_is", "lead_then", "listed", "otherwise_list", "run_else", "run_then", "tie_after", "tie_aside",
    "trail_case", "trail_if", "lead_unless", "trail_unless", "with_let", "with_let_then",
)  # fmt: skip
"""What joins sentences, and stands in `sense`."""

RENAMED: dict[str, Meaning] = {
    "status": changing.whenever,
    "status_two": changing.whenever,
    "status_after": changing.after_whenever,
    "status_after_limit": changing.after_limit,
}


def meanings() -> dict[str, Meaning | turns.TurnOfPhrase]:
    """The function for each name after "->" in english.lark."""
    found: dict[str, Meaning | turns.TurnOfPhrase] = {}
    for room in ROOMS:
        for name, value in vars(room).items():
            if not name.startswith("_") and getattr(value, "__module__", "") == room.__name__ and callable(value):
                found[name] = value
    for name in JOINED:
        found[name] = getattr(joining, name)
    for name in ("both_true", "both_denied", "either_true", "grouped"):
        found[name] = getattr(conditions, name)
    return found | RENAMED


@cache
def grammar() -> Grammar:
    """The syntax of English, compiled once."""
    room = files("pbp.spells.english")
    text = room.joinpath("english.lark").read_text("utf-8")
    said = turns.named(edges, turns.kept())
    # what the alternatives of the turns are made of: to cut their words takes ten times as long as to load the rules
    made_of = (room.joinpath("turns.txt"), room.joinpath("turns.py"), files("pbp.spells").joinpath("words.py"))
    source = text + "".join(path.read_text("utf-8") for path in made_of)
    with uncollected():
        return Grammar(syntax(source, lambda: text + turns.rules(said)), {**meanings(), **said})


def edges(found: list[Token], names: Names) -> Edges:
    """What can begin at each word: names, numbers and values as in any text, and the words of the lexicon."""
    base = lattice(found, grammar(), names)
    made: list[dict[str, list[tuple[int, Any]]]] = []
    for at, here in enumerate(base):
        token = found[at]
        single = token.kind == "word" and len(token.word) == 1
        if single and (token.shown.isupper() or token.word in LETTERS) and _no_pronoun(found, at, names):
            here = {name: ends for name, ends in here.items() if name not in ("T_VALUE", "T_NAMED")}
            here["LETTER"] = [(at + 1, token.word)]
        mine = {terminal: list(ends) for terminal, ends in here.items()}
        if _quoted_letter(found[at : at + 4]):
            mine["LETTER"] = [(at + 3, found[at + 1].word)]
        if found[at].word in ONE_WORD and "T_VALUE" in mine and found[at].word != '"':
            if at and found[at].word not in CAPITALS:
                mine["T_NAMED"] = [(at + 1, found[at].shown)]
            del mine["T_VALUE"]
        mine["T_VALUE"] = [
            (end, value)
            for end, value in mine.get("T_VALUE", ())
            if end != at + 2 or found[at + 1].word not in ONE_WORD
        ]
        sign = _sign(found, at)
        if sign:
            mine[sign] = [(at + 1, token.word)]
        if not at and [one.word for one in found[1:3]] == ["or", "not"] and _unknown(token.word):
            mine["T_VALUE"].append((at + 1, token.shown))  # "Red or not, ..."
        if not mine["T_VALUE"]:
            del mine["T_VALUE"]
        named = token.shown[0].isupper() and (not at or found[at - 1].word not in ("the", '"'))
        if named and "T_ROLE" in mine:
            mine["T_CALLED"] = mine["T_ROLE"]
        if found[at].word == '"' and "T_ROLE" in mine:
            mine["T_TERM"] = mine["T_ROLE"]
        for terminal in ("T_KIND", "T_QUALITY"):
            if terminal in mine:
                told = mine[terminal]
                mine[terminal] = [(end, what) for end, word in told for what in kinds.meant(terminal, word, names)]
        for terminal in ("T_SO", "T_SO_BARE", "T_SO_IT", "T_SO_ASKED"):
            if terminal in mine:
                told = mine[terminal]
                mine[terminal] = [(end, what) for end, word in told for what in kinds.conditions(word, names)]
        if named and "T_KIND" in mine:
            mine["T_SUCH"] = mine["T_KIND"]
        called = token.shown[0].isupper() and "T_ROLE" in mine
        for terminal, end, said in spoken(found, at):
            if terminal == "N" and said.sense == "target" and called:
                continue  # "the Victim", as the text itself calls somebody: no target
            if token.word == "i" and "LETTER" in here:
                continue
            if terminal == "_O" and not at and token.shown == "and" and [one.word for one in found[1:2]] != ["if"]:
                continue  # "If ..., ...; and ...": perhaps under the same condition
            if terminal == "R" and said.word.detail == "denied" and not _denied_before(found, at):
                continue  # "you have no Hat either"
            if terminal == "VD" and any(said.sense == other.sense for _, other in mine.get("VB", ())):
                continue
            mine.setdefault(terminal, []).append((end, said))
        for word in _short_for(found, at, names):
            opened = [*found[:at], replace(token, word=word), *found[at + 1 :]]
            for terminal in grammar().fitting(word):
                mine.setdefault(terminal, []).append((at + 1, word))
            for terminal, end, said in spoken(opened, at):
                mine.setdefault(terminal, []).append((end, said))
        for terminal, end, value in present(found, at):
            if terminal[0] != '"' or grammar().fitting(terminal[1:-1]):
                mine.setdefault(terminal, []).append((end, value))
        made.append(mine)
    for at, attr in ones(found, made):
        made[at].setdefault("T_THING", []).append((at + 1, attr))
    for start, terminal, end, said in gists(found, names):
        made[start].setdefault(terminal, []).append((end, said))
    return made


def _short_for(found: list[Token], at: int, names: Names) -> Iterator[str]:
    """What "'s" can be beside of whom something is: "that Wizard's idle", "nobody's cast Burn", and "who's cast it".

    A bare noun after it is what somebody has: nobody says "the caster's Hat" of who has a Hat.
    """
    token, after = found[at], at + 1
    if not at or not (token.shown.lower() == "'s" or (token.word == "is" and "'" in token.shown)):
        return
    while after < len(found) and found[after].word in _BETWEEN:
        after += 1
    next_ones = {terminal for terminal, _, _ in spoken(found, after)}
    if "VN" in next_ones:
        yield "has"
    if not (after == at + 1 < len(found) and ("N" in next_ones or names.has("T_THING", found[after].word))):
        yield "is"


_BETWEEN = frozenset("not also already just only since ever never so then".split())
"""What may stand between "has" and what was done."""


def _denied_before(found: list[Token], at: int) -> bool:
    """Whether a word is the last of what is said and denied: of "if they cast nothing in the previous Duel either"."""
    if at + 1 < len(found) and found[at + 1].kind != "mark":
        return False
    before = itertools.takewhile(lambda token: token.kind != "mark", reversed(found[:at]))
    return any(token.word in _DENIALS for token in before)


_DENIALS = frozenset("not no nothing none nobody never neither nor without".split())


def _sign(found: list[Token], at: int) -> str:
    """What the sign of a number is: "Others -2 Stars", and not "others - 2 Stars", "10+" or "3-5"."""
    sign = {"+": "T_PLUS", "plus": "T_PLUS", "-": "T_MINUS", "–": "T_MINUS", "−": "T_MINUS"}.get(found[at].word, "")
    if not sign or at + 1 == len(found) or found[at].shown == "plus":
        return ""
    after = found[at + 1]
    close = after.kind in ("number", "dice") and found[at].start + 1 == after.start
    return sign if close and (not at or _apart(found[at - 1], found[at])) else ""


def _unknown(word: str) -> bool:
    return word not in ONE_WORD and not grammar().fitting(word)


def _quoted_letter(found: list[Token]) -> bool:
    """ ""N" is (the chosen number)": where it is said what a letter means, it may stand in quotes."""
    if len(found) < 4 or not (found[0].word == found[2].word == '"'):
        return False
    return (
        len(found[1].word) == 1 and found[1].shown.isupper() and found[3].word in ("is", "be", "means", "stands", "=")
    )


def _no_pronoun(found: list[Token], at: int, names: Names) -> bool:
    """Whether "I" can be a letter here: it is said what it is, or how many of a thing; not in "I, the caster"."""
    if [one.word for one in found[at + 1 : at + 4]] == [",", "the", "caster"]:
        return found[at].word != "i"
    after = found[at + 1].word if at + 1 < len(found) else ""
    return found[at].word != "i" or after in NO_PERSON or names.has("T_THING", after)


NO_PERSON = frozenset("is be was being from positions = equals equal or + - > < ≥ ≤ . , : ) ' 's".split()) | {""}
"""What stands after the letter I, and not after who casts the spell."""
LETTERS = frozenset("bcdefghjklmnopqrstuvwxyz")
"""The letters that can stand for something though they are small; "a", "I", "'s" are words, and x has its own rules."""


def _one_word() -> frozenset[str]:
    return frozenset(words[0] for words in lexicon() if len(words) == 1)


ONE_WORD = _one_word()


def readings(found: list[Token], names: Names) -> list[Any]:
    """All that a sentence can mean; none where it is too involved."""
    try:
        return chart(found, names).readings("sentence")
    except TooLong:
        return []


def cost_words(text: str) -> list[Token]:
    """The words of a Cost, with its list marks as such."""
    found, _ = _offered(text)
    while found and found[0].word == "•":
        found.pop(0)
    return [
        replace(token, word="plus") if token.word == "+" and (not at or _apart(found[at - 1], token)) else token
        for at, token in enumerate(found)
    ]


def _apart(before: Token, token: Token) -> bool:
    """Whether there is a space before a word: "2 Stars + 1", and not "12+ Stars"."""
    return before.start + len(before.shown) < token.start or before.kind == "mark"


def inputs(text: str, names: Names) -> list[Any]:
    """All that an Inputs line can ask for."""
    found, offered = _offered(text)
    made = [dict(here) for here in edges(found, names)]
    attributes = names.tables.get("T_ATTR", {})
    for at, token in enumerate(found):
        if token.kind == "number" and "T_NUMBER" in made[at]:
            made[at]["T_FIGURE"] = made[at]["T_NUMBER"]
        word = at in offered or (token.word,) in attributes or token.word == "none" or _may_be_offered(token)
        if "LETTER" not in made[at] and word and token.kind in ("word", "number"):
            ends = [(at + 1, token.shown)]
            strange = _capital(token) and token.word not in ONE_WORD and not grammar().fitting(token.word)
            if strange and at + 1 < len(found) and _capital(found[at + 1]):
                ends.append((at + 2, f"{token.shown} {found[at + 1].shown}"))
            made[at]["WORD"] = ends
    OWN_SPELL.set(next(iter(names.tables.get("T_OWN", {}).values()), ""))
    try:
        readings = Chart(grammar(), made).readings("inputs") if found else []
    except TooLong:
        return []
    words = [token.word for token in found]
    return [
        asked
        for asked in readings
        if not any(_apposed(*two, names) or _one_list(*two, words) for two in itertools.pairwise(asked))
    ]


def _one_list(first: Any, second: Any, words: Sequence[str]) -> bool:
    """Whether two inputs are one list that was cut in two: "(one of the words) Hat, Robes, Staff or Beard"."""
    offered = [word.lower() for word in (*first.words, *second.words)]
    if not first.words or not second.words or any(" " in word for word in offered):
        return False
    listed = [part for word in offered[:-2] for part in (word, ",")]
    ends = ([offered[-2], "or", offered[-1]], [offered[-2], ",", "or", offered[-1]])
    return any(words[at : at + len(listed + end)] == listed + end for end in ends for at in range(len(words)))


def _apposed(spell: Any, asked: Any, names: Names) -> bool:
    """Whether the words of an input may say which spell the one before it asks for: "a spell, Burn or Jolt"."""
    return spell.kind == "spell" and bool(asked.words) and all(names.has("T_SPELL", word) for word in asked.words)


def _offered(text: str) -> tuple[list[Token], set[int]]:
    """The words of an Inputs line, with its list marks as such and without quotes; and which of them were quoted."""
    marks = {"*": "•", "#": "•"}
    found: list[Token] = []
    offered: set[int] = set()
    quoted, point, cut = False, 1, tokens(text)
    for at, token in enumerate(cut):
        if token.word == '"':
            quoted = not quoted
            continue
        next_two = [one.word for one in cut[at + 1 : at + 3]]
        after = "" if next_two == [".", "."] else "".join(next_two[:1])  # "1..6" is no list
        inside = bool(at) and cut[at - 1].word == "("
        if token.word == str(point) and (after == "." or (after == ")" and not inside)):  # "1. a position, 2) a number"
            point += 1
            found.append(replace(token, word="•", kind="list"))
            continue
        if (token.word == ")" and found and found[-1].word == "•") or (token.word == "!" and after == ")"):
            continue
        if token.word == "." and found and (found[-1].word == "•" or is_cut_short(f"{found[-1].shown}.")):
            continue
        if quoted:
            offered.add(len(found))
        found.append(replace(token, word=marks.get(token.word, token.word)))
    while found and found[-1].word in (".", ";", ",", "•", "?", "!"):
        found.pop()
    return found, offered


def _capital(token: Token) -> bool:
    return token.kind == "word" and token.shown[0].isupper()


def _may_be_offered(token: Token) -> bool:
    """Whether a word that nobody quotes can be one of several that are offered: a name, a number, or nothing else."""
    if token.kind != "word" or token.word in CAPITALS:
        return False
    known = token.word in ONE_WORD or bool(grammar().fitting(token.word))
    return _capital(token) or token.word in NUMBERS or not known


def chart(found: list[Token], names: Names) -> Chart:
    """All that the words of a sentence can be."""
    OWN_SPELL.set(next(iter(names.tables.get("T_OWN", {}).values()), ""))
    return Chart(grammar(), edges(found, names))

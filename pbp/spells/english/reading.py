"""The reader: a sentence of English as all that it can mean."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from importlib.resources import files
from types import ModuleType
from typing import Any

from pbp.spells.chart import Chart, Edges, Grammar, TooLong
from pbp.spells.english import (
    adverbials,
    articles,
    asking,
    changing,
    claims,
    counting,
    deeds,
    leading,
    lots,
    measures,
    moves,
    moving,
    naming,
    nbar,
    of_spells,
    outcomes,
    parts,
    pronouns,
    selecting,
    sentences,
    setting,
    several,
    states,
    statuses,
    swapping,
    things,
    ties,
    verbs,
)
from pbp.spells.english.lexicon import lexicon, spoken
from pbp.spells.english.people import OWN_SPELL
from pbp.spells.sense import conditions
from pbp.spells.sense import sentences as joining
from pbp.spells.words import CAPITALS, Names, Token, lattice, tokens

Meaning = Callable[..., Any]

ROOMS: tuple[ModuleType, ...] = (
    verbs, things, measures, nbar, articles, pronouns, parts, several, counting, asking, claims, outcomes, statuses,
    sentences, leading, changing, adverbials, ties, naming, moves,
)  # fmt: skip
"""Where the functions stand that the syntax names."""

FRAMES: tuple[ModuleType, ...] = (deeds, states, of_spells, moving, setting, swapping, lots, selecting, naming)
"""Where those of verbs stand, which are found by the senses of the lexicon."""

JOINED = (
    "instead", "joined", "joined_roll", "lead_also", "lead_else", "lead_if", "lead_so", "lead_then", "lead_unless",
    "led_beside", "listed", "otherwise_list", "run_else", "run_led", "run_then", "tie_after", "trail_case", "trail_if",
    "trail_unless", "with_let",
)  # fmt: skip
"""What sentences have in common with those of the older wordings."""

RENAMED: dict[str, Meaning] = {
    "status": changing.whenever,
    "status_two": changing.whenever,
    "status_after": changing.after_whenever,
    "status_after_least": changing.after_least,
    "status_after_limit": changing.after_limit,
}


def meanings() -> dict[str, Meaning]:
    """The function for each name after "->" in english.lark."""
    found: dict[str, Meaning] = {}
    for room in ROOMS:
        for name, value in vars(room).items():
            if not name.startswith("_") and getattr(value, "__module__", "") == room.__name__ and callable(value):
                found[name] = value
    for name in JOINED:
        found[name] = getattr(joining, name)
    for name in ("both_true", "either_true", "grouped"):
        found[name] = getattr(conditions, name)
    return found | RENAMED


@cache
def grammar() -> Grammar:
    """The syntax of English, compiled once."""
    text = files("pbp.spells.english").joinpath("english.lark").read_text("utf-8")
    return Grammar(text, meanings())


def edges(found: list[Token], names: Names) -> Edges:
    """What can begin at each word: names, numbers and values as in any text, and the words of the lexicon."""
    base = lattice(found, grammar(), names)
    made: list[dict[str, list[tuple[int, Any]]]] = []
    for at, here in enumerate(base):
        mine = {terminal: list(ends) for terminal, ends in here.items()}
        if found[at].word in ONE_WORD and "T_VALUE" in mine and found[at].word != '"':
            if at and found[at].word not in CAPITALS:
                mine["T_NAMED"] = [(at + 1, found[at].shown)]
            del mine["T_VALUE"]
        mine["T_VALUE"] = [
            (end, value)
            for end, value in mine.get("T_VALUE", ())
            if end != at + 2 or found[at + 1].word not in ONE_WORD
        ]
        if not mine["T_VALUE"]:
            del mine["T_VALUE"]
        for terminal, end, said in spoken(found, at):
            if terminal == "VD" and any(said.sense == other.sense for _, other in mine.get("VB", ())):
                continue
            mine.setdefault(terminal, []).append((end, said))
        made.append(mine)
    return made


def _one_word() -> frozenset[str]:
    return frozenset(words[0] for words in lexicon() if len(words) == 1)


ONE_WORD = _one_word()


def readings(found: list[Token], names: Names) -> list[Any]:
    """All that a sentence can mean; none where it is too involved."""
    own = next(iter(names.tables.get("T_OWN", {}).values()), "")
    OWN_SPELL.set(own)
    try:
        return chart(found, names).readings("sentence")
    except TooLong:
        return []


def inputs(text: str, names: Names) -> list[Any]:
    """All that an Inputs line can ask for."""
    marks = {"*": "•", "#": "•"}
    found = [replace(token, word=marks.get(token.word, token.word)) for token in tokens(text) if token.word != '"']
    while found and found[0].word == "•":
        found.pop(0)
    while found and found[-1].word in (".", ";", ","):
        found.pop()
    made = [dict(here) for here in edges(found, names)]
    for at, token in enumerate(found):
        here = made[at]
        attr = names.tables.get("T_ATTR", {})
        if token.kind == "word" and len(token.word) == 1 and token.shown.isupper():
            here["LETTER"] = [(at + 1, token.word)]
        elif (
            token.kind == "word"
            and ((token.shown[0].isupper() and token.word not in ONE_WORD) or (token.word,) in attr)
        ) or (token.kind == "word" and token.word == "none"):
            here["WORD"] = [(at + 1, token.shown)]
    try:
        return Chart(grammar(), made).readings("inputs") if found else []
    except TooLong:
        return []


def chart(found: list[Token], names: Names) -> Chart:
    """All that the words of a sentence can be."""
    return Chart(grammar(), edges(found, names))

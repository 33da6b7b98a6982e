"""Whole spells that may be meant: Inputs, Cost and Effect decoded together, and each read by the strict reader."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from itertools import islice, zip_longest
from typing import Any

from pbp.spells import steps as counted
from pbp.spells import tree as t
from pbp.spells.read import Spell
from pbp.spells.suggest.effects import Decoder, effects_like
from pbp.spells.suggest.lines import costs_like, inputs_like
from pbp.spells.suggest.search import MOST, search
from pbp.spells.suggest.strict import Spent, Strict

INPUTS, COSTS, READ = 3, 2, 24
"""How many Inputs and Cost lines are carried on, and how many whole spells are read at the most."""


NEAR = 300
"""How many readings the search for nearly the same words may cost."""
SURE = 0.8
"""How like the author's words a text is, from 0 to 1, that is taken for what was meant before all others."""


def best(spell: Spell) -> list[Mapping[str, str]]:
    """At most MOST rewordings that read, each meaning something else: nearly the same words, and what they may mean.

    What is nearly the same text comes first, then what both searches find; then the nearest words, the likeliest
    meaning, and so on by turns.
    """
    if not _may_be_reworded(spell):
        return []
    strict = Strict(spell, 4 * READ)
    with counted.within(counted.SUGGESTING // 2):
        searched = search(spell, NEAR)
    near: list[tuple[Mapping[str, str], t.Program]] = []
    far: list[tuple[Mapping[str, str], t.Program]] = []
    with suppress(Spent, counted.TooLong), counted.within(counted.SUGGESTING // 2):
        for one in searched:
            program = strict.read(one.fields).program
            near += [(one.fields, _bare(program))] if program is not None else []
        for _, fields, program in islice(meant(spell, strict), 2 * MOST):
            far.append((fields, _bare(program)))
    likes = {tuple(sorted(one.fields.items())): one.like for one in searched}
    sure = [one for one in near if likes[tuple(sorted(one[0].items()))] >= SURE]
    both = [one for one in near if any(one[1] == other for _, other in far)]
    found: dict[t.Program, Mapping[str, str]] = {}
    for fields, program in (*sure, *both, *_by_turns(near, far)):
        found.setdefault(program, fields)
    return list(found.values())[:MOST]


def _bare(program: t.Program) -> t.Program:
    """A program without what only names its inputs."""
    return replace(program, inputs=tuple(replace(one, label="", noun="") for one in program.inputs))


def _may_be_reworded(spell: Spell) -> bool:
    """Whether the faults of a spell are of its words, and not of its page."""
    return bool(spell.unclear and spell.around.names) and all(item.sentence for item in spell.unclear)


def _by_turns(one: list[Any], other: list[Any]) -> Iterator[Any]:
    for pair in zip_longest(one, other):
        yield from filter(None, pair)


def meant(spell: Spell, strict: Strict) -> Iterator[tuple[float, Mapping[str, str], t.Program]]:
    """Rewordings that the strict reader reads, best first, with what they mean. Raises Spent."""
    whole: list[tuple[float, dict[str, str]]] = []
    for worth, lines, inputs in _lines(spell):
        for more, effect in _effects(spell, strict, lines, inputs):
            whole.append((worth + more, {**lines, **effect}))
    for worth, fields in sorted(whole, key=lambda pair: -pair[0])[:READ]:
        program = strict.read(fields).program
        if program is not None:
            yield worth, fields, program


def _lines(spell: Spell) -> Iterator[tuple[float, dict[str, str], tuple[t.Input, ...]]]:
    """The Inputs and the Cost, reworded where they are faulty, and what is asked for."""
    faulty = {item.sentence for item in spell.unclear}
    inputs, cost = spell.text.get("Inputs", ""), spell.text.get("Cost", "")
    ways: list[tuple[float, dict[str, str], tuple[t.Input, ...]]] = [(0.0, {}, spell.inputs)]
    if inputs in faulty and inputs:
        found = inputs_like(inputs, spell.around, spell.name, INPUTS)
        ways = [(worth, {"inputs": line}, asked) for worth, line, asked in found]
    for worth, lines, asked in ways:
        if not cost or cost not in faulty:
            yield worth, lines, asked
            continue
        for more, line in costs_like(cost, spell.around, asked, spell.name, COSTS):
            yield worth + more, {**lines, "cost": line}, asked


def _effects(
    spell: Spell, strict: Strict, lines: Mapping[str, str], inputs: tuple[t.Input, ...]
) -> Iterator[tuple[float, dict[str, str]]]:
    """The Effect as written, if it can be read with these lines, else what it may mean."""
    texts = list(spell.sentences)
    read = strict.read(lines)
    if read.program is not None:
        yield 0.0, {}
        return
    faulty = {number for number, text in enumerate(texts) if any(item.sentence == text for item in read.unclear)}
    for worth, words in effects_like(Decoder(spell, inputs), faulty):
        yield worth, {"effect": words}

"""Learns anew which words are likely for which meaning, from sentences whose meaning is known.

    python tests/spells/make_likely.py [LAST]

They are the bank's, which the reader reads; spells drawn at random, in canonical words; and the kept batches up to
number LAST (all, if none is given), whose meaning was there before their words. How often a word comes with a part of
a meaning is settled as for translations, by turns: which part brought it, how likely it is then.
"""

from __future__ import annotations

import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from math import exp, log
from pathlib import Path
from random import Random
from typing import Any

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent), str(HERE.parent.parent)]

from spells.lists import spell  # noqa: E402
from spells.unseen import draw as drawing  # noqa: E402
from spells.unseen.draw import loaded  # noqa: E402
from spells.unseen.score import BATCHES, SLIP  # noqa: E402
from spells.unseen.setting import ATTRIBUTES, TRAITS  # noqa: E402

from pbp.spells import tree as t  # noqa: E402
from pbp.spells.suggest.bank import wordings  # noqa: E402
from pbp.spells.suggest.labels import Form, labels_of, plain, slot, steps  # noqa: E402
from pbp.spells.suggest.lines import input_labels  # noqa: E402
from pbp.spells.suggest.signs import Known, Sign, beside, signs, with_pairs  # noqa: E402

TABLES = HERE.parents[1] / "pbp" / "spells" / "suggest" / "likely.txt"
DRAWN, TURNS, MOST_SIGNS, MOST_FORMS = 1000, 6, 40, 80
EPOCHS, RATE, LEAST_TIMES = 8, 0.1, 1.5
"""How often the weights are learnt over, how fast, and how much likelier a sign is beside a label it is weighed for."""
MOST_TIMES, SEEN = 90.0, 3.0
"""No sign tells more than so many times; and how often one must be seen to tell half of what it seems to."""
ACTS, COND, AMOUNT = "Program.acts/0", "Price.cond/0", "Price.amount/0"


@dataclass(frozen=True)
class Pair:
    """Words, what they mean as trees at their places, and how much the pair counts."""

    signs: tuple[str, ...]
    labels: tuple[str, ...]
    nodes: tuple[tuple[str, Any], ...]
    weight: float
    told: tuple[Sign, ...] = ()


def pairs_of(program: t.Program, known: Known, text: dict[str, str], weight: float) -> Iterator[Pair]:
    """The lines of a spell, each with its meaning."""

    def pair(words: str, nodes: list[tuple[str, Any]]) -> Pair:
        made = [step for place, node in nodes for step in steps(place, plain(node))]
        labels = [label for step in made for label in labels_of(step.place, step.form)]
        told = signs(words, known)
        found = tuple(with_pairs(told))
        return Pair(found, tuple(dict.fromkeys(labels)), tuple((p, plain(n)) for p, n in nodes), weight, told)

    yield pair(text["effect"], [(ACTS, act) for act in program.acts])
    if program.price is not None and text.get("cost"):
        parts = [(COND, cond) for cond, _, _ in program.price.parts]
        yield pair(text["cost"], [*parts, *((AMOUNT, number) for _, number, _ in program.price.parts)])
    if program.inputs and text.get("inputs"):
        found = tuple(with_pairs(signs(text["inputs"], known)))
        yield Pair(found, tuple(dict.fromkeys(input_labels(program.inputs))), (), weight)


def pairs(last: int) -> Iterator[Pair]:
    """All that is learnt from."""
    for wording in wordings():
        if wording.label == "Effect":
            read = spell(wording.text, wording.inputs)
            around = read.around
            known = Known.of(around.names, around.attributes, around.traits)
            if read.program is not None:
                yield from pairs_of(read.program, known, {"effect": wording.text, "inputs": wording.inputs}, 1.0)
    rng = Random("bank 1")
    count = 0
    while count < DRAWN:
        drawn = drawing.draw(rng)
        if not isinstance(drawn, str):
            count += 1
            yield from pairs_of(drawn.program, _known(drawn), vars(drawn), 0.5)
    for path in sorted(BATCHES.glob("*.json")):
        if int(path.stem) <= last:
            for data in json.loads(path.read_text("utf-8"))["spells"]:
                if data["verdict"] != SLIP:
                    yield from pairs_of(loaded(data).program, _known(loaded(data)), data["written"], 1.5)


def _known(drawn: drawing.Drawn) -> Known:
    return Known.of((drawn.setting.own, *drawn.setting.others), ATTRIBUTES, TRAITS)


def learnt(found: list[Pair]) -> tuple[dict[str, dict[str, float]], dict[str, float]]:
    """For each label how many times likelier each sign is beside it, and how much the best sign tells as a rule."""
    often = Counter(sign for pair in found for sign in set(pair.signs))
    kept = {sign for sign, count in often.items() if count >= (3 if " " in sign else 2)}
    said = [([sign for sign in pair.signs if sign in kept], pair.labels, pair.weight) for pair in found]
    share: dict[str, float] = defaultdict(float)
    for signs_, _, weight in said:
        for sign in signs_:
            share[sign] += weight
    whole = sum(share.values())
    chance: dict[str, dict[str, float]] | None = None
    for _ in range(TURNS):
        counts: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
        for signs_, labels, weight in said:
            for sign in signs_:
                each = [1.0 if chance is None else chance.get(label, {}).get(sign, 0.0) for label in labels]
                total = sum(each) + 2.0 * share[sign] / whole
                for label, part in zip(labels, each, strict=True):
                    if part > total / 1000:
                        counts[label][sign] += weight * part / total
        chance = {
            label: {sign: count / (1 + sum(told.values())) for sign, count in told.items() if count > 0.15}
            for label, told in counts.items()
        }
    assert chance is not None
    times = {
        label: {sign: min(MOST_TIMES, value * whole / (share[sign] + SEEN)) for sign, value in told.items()}
        for label, told in chance.items()
    }
    times = {label: {sign: value for sign, value in told.items() if value > 1.3} for label, told in times.items()}
    best: dict[str, list[float]] = defaultdict(list)
    for signs_, labels, _ in said:
        for label in labels:
            best[label].append(log(max((times.get(label, {}).get(sign, 1.0) for sign in signs_), default=1.0)))
    usual = {label: sum(values) / len(values) for label, values in best.items()}
    worth = {label: {sign: share[sign] * value for sign, value in told.items()} for label, told in times.items()}
    short = {
        label: {sign: told[sign] for sign in sorted(told, key=lambda s: -worth[label][s])[:MOST_SIGNS]}
        for label, told in times.items()
    }
    return short, usual


def weighed(
    found: list[Pair], told: dict[str, dict[str, float]]
) -> tuple[dict[str, dict[str, float]], dict[str, float]]:
    """For each label what each of its signs tells for or against it beside the others, and the label alone.

    Learnt by logistic regression, label by label: the logarithm of how much likelier than not a label is meant is the
    sum of what its signs tell.
    """
    of_sign: dict[str, list[str]] = defaultdict(list)
    for label, beside_it in told.items():
        for sign, value in beside_it.items():
            if value > LEAST_TIMES:
                of_sign[sign].append(label)
    data = [(sorted(of_sign.keys() & set(pair.signs)), set(pair.labels), pair.weight) for pair in found]
    often = Counter(label for _, labels, _ in data for label in labels)
    alone = {label: log((count + 0.5) / (len(data) - count + 0.5)) for label, count in often.items()}
    weights = {sign: dict.fromkeys(labels, 0.0) for sign, labels in of_sign.items()}
    rng = Random("weights 1")
    for turn in range(EPOCHS):
        rng.shuffle(data)
        rate = RATE / (1 + 0.3 * turn)
        for signs_, labels, weight in data:
            sums = dict.fromkeys(labels, 0.0)
            for sign in signs_:
                for label, value in weights[sign].items():
                    sums[label] = sums.get(label, 0.0) + value
            wrong = {
                label: rate * weight * ((label in labels) - 1 / (1 + exp(-max(-30.0, min(30.0, alone[label] + value)))))
                for label, value in sums.items()
            }
            for label, by in wrong.items():
                alone[label] += 0.1 * by
            for sign in signs_:
                row = weights[sign]
                for label in row:
                    row[label] += wrong[label]
    of_label: dict[str, dict[str, float]] = defaultdict(dict)
    for sign, row in weights.items():
        for label, value in row.items():
            of_label[label][sign] = value
    return of_label, alone


def nearest(found: list[Pair]) -> dict[str, dict[str, float]]:
    """For each place of a number or name how many times likelier each sign beside it is than elsewhere.

    Learnt where a number or name stands once in the words and once in the tree.
    """
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    whole: Counter[str] = Counter()
    for pair in found:
        made = [step for place, node in pair.nodes for step in steps(place, node)]
        given = Counter(key for step in made for key in step.given)
        signs_ = Counter((sign.kind, sign.value) for sign in pair.told if sign.kind)
        for at, sign in enumerate(pair.told):
            if sign.kind and signs_[sign.kind, sign.value] == 1 == given[sign.kind, sign.value]:
                for step in made:
                    if (sign.kind, sign.value) in step.given:
                        for near in beside(pair.told, at):
                            counts[slot(step.place, step.form)][near] += 1
                            whole[near] += 1
    total = sum(whole.values())
    return {
        label: {
            near: round(count / (sum(told.values()) + SEEN) * total / (whole[near] + SEEN), 2)
            for near, count in told.most_common(MOST_SIGNS)
            if count > 1
        }
        for label, told in counts.items()
    }


def forms(found: list[Pair]) -> dict[str, Counter[Form]]:
    """How often each form stands at each place."""
    counts: dict[str, Counter[Form]] = defaultdict(Counter)
    for pair in found:
        for place, node in pair.nodes:
            for step in steps(place, node):
                counts[step.place][step.form] += 1
    return counts


def main(words: list[str]) -> None:
    """Writes the file."""
    drawing.matters = lambda *_, **__: True  # type: ignore[attr-defined]  # what it does matters to a score alone
    found = list(pairs(int(words[0]) if words else 10**6))
    told, usual = learnt(found)
    lines = ["// How likely words are for a meaning; made by tests/spells/make_likely.py."]
    for place, counts in sorted(forms(found).items()):
        for form, count in counts.most_common(MOST_FORMS):
            lines.append(json.dumps(["form", place, count, form.kind, form.fields]))
    weights, alone = weighed(found, told)
    for label in sorted(usual):
        signs_ = {
            sign: [round(value, 1), round(weights.get(label, {}).get(sign, 0.0), 2)]
            for sign, value in told.get(label, {}).items()
        }
        lines.append(json.dumps(["words", label, round(usual[label], 2), round(alone[label], 2), signs_]))
    for label, near in sorted(nearest(found).items()):
        lines.append(json.dumps(["near", label, near]))
    TABLES.write_text("\n".join(lines) + "\n", "utf-8")
    print(len(found), "pairs,", len(lines), "lines")


if __name__ == "__main__":
    main(sys.argv[1:])

"""The measure of the reader of spells measures: what is drawn is sound, and another meaning is noticed."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from spells.unseen import duels
from spells.unseen import score as scoring
from spells.unseen.acts import Sentences
from spells.unseen.brief import main as write_sheet
from spells.unseen.curve import add, drawing
from spells.unseen.draw import Drawn, batch, compact, draw_inputs, dumped, loaded, save, tree
from spells.unseen.duels import compare
from spells.unseen.score import AS_MEANT, OTHERWISE, REFUSED, SLIP, judge, score, written_lines
from spells.unseen.setting import OTHERS, POSITION, Setting, draw_setting
from spells.unseen.slips import slips
from spells.unseen.suggested import ask, ask_batch, told
from spells.unseen.ways import judged, meanings

from pbp.spells import tree as t
from pbp.spells.around import Around
from pbp.spells.readings import read_inputs
from pbp.spells.tree import conditions, numbers, outcomes, wizards
from pbp.spells.walk import parts

LIST = Setting("Hex", tuple(OTHERS))
NEVER_MADE = {t.OwnName, t.SameWord, t.WordAmong}
"""Nodes that no finished tree has: two stand for a name or a word while it is read, one no wording leads to."""


SAMPLE = json.loads(Path(__file__).with_name("unseen").joinpath("sample.json").read_text("utf-8"))["spells"]
"""Spells once drawn, kept so that it does not hang on the reader which of them are tried."""


def some() -> list[Drawn]:
    return [loaded(data) for data in SAMPLE]


@pytest.fixture(autouse=True)
def fewer_duels(monkeypatch: pytest.MonkeyPatch) -> None:
    """A score takes its time; a test takes the fewest duels that a score may have."""
    monkeypatch.setattr(duels, "CASTS", 200)
    monkeypatch.setattr(duels, "TELLING", 60)


def own_words(drawn: Drawn) -> dict[str, str]:
    return {"name": drawn.setting.own} | {key: getattr(drawn, key) for key in ("inputs", "cost", "speed", "effect")}


def meant(effect: str, inputs: str = "", cost: str = "", speed: str = "") -> Drawn:
    """A spell as if it had been drawn."""
    drawn = Drawn(LIST, inputs, cost, speed, effect, "", t.Program((), ()))
    program = drawn.read(inputs, cost, speed, effect).program
    assert program is not None, effect
    return Drawn(LIST, inputs, cost, speed, effect, "", program)


def test_a_seed_always_draws_the_same() -> None:
    assert save(6, batch(6, 1)[0]) == save(6, batch(6, 1)[0])


def test_a_drawn_spell_in_its_own_words_is_as_meant() -> None:
    for drawn in some():
        assert judge(drawn, own_words(drawn)).said == AS_MEANT


def test_a_batch_is_kept_as_data() -> None:
    for data in SAMPLE:
        assert dumped(loaded(data), data["n"]) == data
        assert compact(tree(data["tree"])) == data["tree"]


def test_the_same_program_does_the_same_in_many_duels() -> None:
    for drawn in some()[:1]:
        found = compare(drawn.setting, drawn.program, drawn.program, Random(1))
        assert found.difference is None
        assert found.casts >= 200
        assert found.telling >= 60


def test_a_changed_number_direction_comparison_or_group_is_noticed() -> None:
    found: Counter[str] = Counter()
    for drawn in some():
        changed = list(slips(drawn.effect))
        for _, effect in Random(drawn.effect).sample(changed, min(4, len(changed))):
            found[judge(drawn, own_words(drawn) | {"effect": effect}).said] += 1
    assert found[OTHERWISE] >= 20
    # some changes change nothing: no other Wizard idle is no Wizard idle
    assert found[AS_MEANT] <= found[OTHERWISE] / 10


@pytest.mark.parametrize(
    ("effect", "other"),
    [
        ("The caster gains 3 Stars.", "The caster gains 1 Star. The caster gains 2 Stars."),
        ("The caster pays 2 Stars to each neighbour.", "Each neighbour steals 2 Stars from the caster."),
        ("If no other Wizard cast Hex, gain 3 Stars.", "Unless at least 1 other Wizard cast Hex, gain 3 Stars."),
        ("A random other Wizard loses DICE6 Stars.", "DICE6 Stars are lost by a random other Wizard."),
        ("A random other Wizard loses DICE6 Stars.", "Roll DICE6. A random other Wizard loses that many Stars."),
        ("A random Wizard other than the caster gains 1 Star. A random Wizard loses 5 Stars.",
         "A random Wizard loses 5 Stars. A random Wizard other than the caster gains 1 Star."),
    ],
)  # fmt: skip
def test_other_words_for_the_same_are_as_meant(effect: str, other: str) -> None:
    drawn = meant(effect)
    assert judge(drawn, {"name": "Hex", "effect": other}).said == AS_MEANT


@pytest.mark.parametrize(
    ("fields", "other"),
    [
        ({"effect": "If the caster has at least 12 Stars, gain 3 Stars."},
         {"effect": "If the caster has more than 12 Stars, gain 3 Stars."}),
        ({"effect": "Each other Wizard who cast Burn loses 1 Star."},
         {"effect": "Each other Wizard who cast Burn or Jolt loses 1 Star."}),
        ({"effect": "If the caster cast Hex in the previous Duel, gain 3 Stars."},
         {"effect": "If the caster cast Hex in an earlier Duel, gain 3 Stars."}),
        ({"effect": "The Wizard in the chosen position loses 1 Star.", "inputs": f"{POSITION} next to your own"},
         {"effect": "The Wizard in the chosen position loses 1 Star.", "inputs": POSITION}),
        ({"effect": "Gain 1 Star.", "cost": "2"}, {"effect": "Gain 1 Star.", "cost": "3"}),
        ({"effect": "Gain 1 Star.", "speed": "2"}, {"effect": "Gain 1 Star.", "speed": "3"}),
        ({"effect": "For the remainder of this Duel, the caster cannot lose Stars from Belligerent spells."},
         {"effect": "For the remainder of this Duel, the caster cannot lose Stars from spells."}),
        ({"effect": "Lose 1 Star. Then, if the caster has at most 9 Stars, the caster gains 3 Stars."},
         {"effect": "Lose 1 Star. If the caster has at most 9 Stars, the caster gains 3 Stars."}),
    ],
)  # fmt: skip
def test_another_meaning_is_otherwise_and_shown(fields: dict[str, str], other: dict[str, str]) -> None:
    verdict = judge(meant(**fields), {"name": "Hex", **other})
    assert verdict.said == OTHERWISE
    assert verdict.why


def test_a_spell_may_be_given_another_name() -> None:
    drawn = meant("If no other Wizard cast Hex, gain 3 Stars.")
    assert judge(drawn, {"name": "Jinx", "effect": "If no other Wizard cast Jinx, gain 3 Stars."}).said == AS_MEANT
    assert judge(drawn, {"name": "Jinx", "effect": "If no other Wizard cast Burn, gain 3 Stars."}).said == OTHERWISE


def test_a_refusal_says_why() -> None:
    verdict = judge(meant("Gain 3 Stars."), {"name": "Hex", "effect": "Gain three frobs."})
    assert verdict.said == REFUSED
    assert "frobs" in verdict.why


def test_every_kind_of_node_is_drawn() -> None:
    drawn: set[type] = set()
    for seed in range(2000):
        rng = Random(seed)
        setting = draw_setting(rng)
        inputs = read_inputs(draw_inputs(rng, setting.own), Around((setting.own, *setting.others)), setting.own)
        drawn |= {type(part) for part in parts(Sentences(rng, setting, inputs).effect())}
    nodes = {
        kind
        for module in (wizards, numbers, conditions, outcomes)
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, t.Node) and kind.__module__ == module.__name__
    }
    assert nodes - NEVER_MADE - drawn == set()


def test_a_writer_is_given_a_sheet_and_scored(tmp_path: Path) -> None:
    (tmp_path / "meaning.md").write_text("Neighbours are two.")
    write_sheet("6", "2", str(tmp_path), str(tmp_path / "meaning.md"))
    drawn = json.loads((tmp_path / "drawn.json").read_text())
    sheet = (tmp_path / "sheet.md").read_text()
    assert all(spell["effect"] in sheet for spell in drawn["spells"])
    assert sheet.endswith("Neighbours are two.")
    first, second = drawn["spells"]
    lines = f"```json\n{json.dumps(first)}\n{json.dumps({**second, 'effect': 'Whatever.'})}\n```"
    written, lost = written_lines(f'{lines}\n{{"n": 3, "name": "cut o')
    assert [spell["verdict"] for spell in score(drawn, written)] == [AS_MEANT, REFUSED]
    assert [spell["verdict"] for spell in score(drawn, written, frozenset({2}))] == [AS_MEANT, SLIP]
    assert lost == ['{"n": 3, "name": "cut o']


def test_a_kept_batch_can_be_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scoring, "HERE", tmp_path)
    monkeypatch.setattr(scoring, "BATCHES", tmp_path / "batches")
    written = {data["n"]: {**data, "effect": data["effect"] if data["n"] > 1 else "Whatever."} for data in SAMPLE[:3]}
    scored = score({"seed": 1, "spells": SAMPLE}, written)
    assert scoring.keep(1, "terse", scored) == "001.json"
    assert list(scoring.again(tmp_path / "batches")) == ["001 terse: as meant 2, otherwise 0, refused 1"]


def test_the_curve_has_a_line_for_each_batch(tmp_path: Path) -> None:
    path = tmp_path / "curve.json"
    assert add(path, "terse", 20, 1, 9) == 1
    assert add(path, "chatty", 25, 0, 5) == 2
    lines = drawing(path).splitlines()
    assert [line.split("|")[2].strip() for line in lines[1:]] == ["terse", "chatty"]
    assert lines[1].count("!") == 2
    assert lines[2].count("!") == 0


def test_suggestions_for_refused_spells_are_judged_and_told() -> None:
    drawn = meant("Each neighbour of the caster gains 1 Star.")
    words = {
        "name": "Hex",
        "inputs": "",
        "cost": "",
        "speed": "",
        "effect": "Each neighbuor of the caster gains 1 Star.",
    }
    asked = ask(drawn, words, 1)
    assert asked is not None
    assert asked.meant
    assert ask(drawn, {**words, "effect": "Each neighbour of the caster gains 2 Stars."}) is None, "it can be read"
    wrong = ask(meant("Each neighbour of the caster loses 1 Star."), words)
    assert wrong is not None
    assert not wrong.meant
    data = {**json.loads(save(1, [drawn]))["spells"][0], "written": words, "verdict": REFUSED}
    batch = {"manner": "terse", "spells": [data, {**data, "verdict": SLIP}]}
    (again,) = ask_batch(batch)
    assert again == asked
    assert "offered" in told(batch, again)


def test_each_sentence_is_read_that_is_told_in_forty_ways() -> None:
    told = meanings()
    assert len(told) == 40
    for one in told:
        assert len(set(one["ways"])) == len(one["ways"]) == 40
        assert "as meant" in {said for said, *_ in judged({**one, "ways": [one["meaning"]]})}
    (one,) = meanings("Your Stars become 10.")
    assert {said for said, *_ in judged(one)} == {"as meant", "refused"}

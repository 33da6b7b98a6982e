"""Whatever can be read is said back so that it reads the same again."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from spells.lists import spell
from spells.test_wordings import READABLE

from pbp.spells import read_list, say
from pbp.spells import tree as t
from pbp.spells.read import canonical
from pbp.spells.walk import parts

JOINTS = [
    "{one}. {other}", "If the caster has more than 5 Stars, {small}.", "Gain 1 Star. Then, {small}.",
    "{one} if no Wizard is idle.", "{one}. If the caster has a Red Hat, {small}. Otherwise, {other}",
]  # fmt: skip
SCENARIOS = sorted((Path(__file__).parent / "scenarios").rglob("*.toml"))
INPUTS = "A position in the Wizard Ring, and a number from 1 to 5"
ONE = st.sampled_from(
    [
        "the caster", "the Wizard in the chosen position", "a random Wizard", "the Wizard in position 2",
        "the Wizard with the most Stars", "the Wizard 2 positions after the caster",
    ]
)  # fmt: skip
TESTS = st.sampled_from(
    [
        "has at least 3 Stars", "has fewer than 5 Crystals", "cast Burn", "did not cast Jolt",
        "cast a Belligerent spell",
        "is idle", "has a Red Hat", "targeted the caster", "gained Stars this Duel", "has an odd number of Stars",
        "cast Self in the previous Duel", "has more Stars than the caster", "lost Stars this Duel",
    ]
)  # fmt: skip
GROUPS = st.one_of(
    st.sampled_from(
        ["each Wizard", "every other Wizard", "each neighbour of the caster", "all Wizards with a Red Hat"]
    ),
    TESTS.map(lambda test: f"each Wizard who {test}"),
    TESTS.map(lambda test: f"each other Wizard who {test}"),
)
AMOUNTS = st.one_of(
    st.integers(1, 30).map(lambda n: f"{n} Stars"),
    st.sampled_from(
        [
            "DICE6 Stars",
            "a Crystal",
            "as many Stars as the chosen number",
            "2 Stars for each Wizard who cast Jolt",
            "1 Star for each spell that targets the caster",
            "half of the caster's Stars, rounded down",
            "Stars equal to the difference between the caster's Stars and 10",
            "2 Stars plus 1 Star for each neighbour",
            "1 Star for each Wizard with a Red Hat (to a maximum of 3)",
            "DICE4 minus 1 Stars",
            "Stars equal to the number of Stars the caster had at the start of the Duel divided by 3, rounded up",
        ]
    ),
)
VERBS = st.sampled_from(["gains", "loses", "receives", "forfeits"])
CHANGES = st.builds(lambda who, verb, amount: f"{who} {verb} {amount}", st.one_of(ONE, GROUPS), VERBS, AMOUNTS)
CLAIMS = st.one_of(
    TESTS.map(lambda test: f"the caster {test}"),
    TESTS.map(lambda test: f"the Wizard in the chosen position {test}"),
    TESTS.map(lambda test: f"no other Wizard {test}"),
    TESTS.map(lambda test: f"another Wizard {test}"),
)
LEADS = st.one_of(st.just(""), CLAIMS.map(lambda c: f"if {c}, "), CLAIMS.map(lambda c: f"unless {c}, "))
SENTENCES = st.builds(lambda lead, change: f"{lead}{change}.", LEADS, CHANGES).map(lambda s: s[0].upper() + s[1:])
CASTS = st.sampled_from(
    [
        "spells of other Wizards that target the caster", "Burn", "Belligerent spells", "spells other than Jolt",
        "spells cast by a neighbour of the caster", "spells with a Speed lower than 3",
        "spells cast by the Wizard in the chosen position", "Belligerent spells cast by a Wizard with a Red Hat",
    ]
)  # fmt: skip
STATUSES = st.one_of(
    st.builds(lambda who, casts: f"{who} cannot lose Stars from {casts}", ONE, CASTS),
    st.builds(lambda who, casts: f"{who} is not affected by {casts}", GROUPS.filter(lambda g: "all" not in g), CASTS),
    st.builds(lambda who, casts: f"whenever {who} loses Stars from {casts}, the caster gains 1 Star", ONE, CASTS),
    st.builds(lambda who, casts: f"Stars that {who} would lose from {casts} are gained instead", ONE, CASTS),
    st.builds(lambda who, casts: f"{who} gains twice as many Stars from {casts}", ONE, CASTS),
    st.builds(
        lambda casts, who: f"{casts} target {who} instead", CASTS, ONE.filter(lambda one: "random" not in one)
    ).filter(lambda status: "target the caster target the caster" not in status),  # whom else? It is refused
    st.builds(lambda casts: f"{casts} have no effect", CASTS),
).map(lambda status: f"For the remainder of this Duel, {status}.")
SENTENCES = st.one_of(SENTENCES, SENTENCES, STATUSES)
EFFECTS = st.lists(SENTENCES, min_size=1, max_size=3).map(" ".join)


@settings(max_examples=150, deadline=None)
@given(EFFECTS)
def test_what_is_read_is_said_back_and_reads_the_same(effect: str) -> None:
    found = spell(effect, INPUTS)
    if found.program is not None:
        said = canonical(found)
        assert said is not None
        assert spell(said, INPUTS).program == found.program


INVOLVED = [path for path in SCENARIOS if path.parent.name == "involved"]
"""Lists with a spell for which there is no canonical sentence that can be read: it is said in its own words."""


@pytest.mark.parametrize("path", INVOLVED, ids=lambda path: path.stem)
def test_a_spell_without_a_canonical_wording_is_said_in_its_own_words(path: Path) -> None:
    spells = read_list(tomllib.loads(path.read_text())["spell_list"]["wikitext"]).spells.values()
    unsaid = [found for found in spells if found.program is not None and canonical(found) is None]
    assert unsaid
    for found in unsaid:
        assert say(found) == " ".join(found.sentences)


@pytest.mark.parametrize("path", [path for path in SCENARIOS if path not in INVOLVED], ids=lambda path: path.stem)
def test_every_readable_spell_of_a_scenario_has_a_canonical_wording(path: Path) -> None:
    scenario = tomllib.loads(path.read_text())
    attributes = frozenset(name for wizard in scenario["wizards"] for name in wizard.get("attributes", {}))
    for found in read_list(scenario["spell_list"]["wikitext"], attributes).spells.values():
        assert found.program is None or canonical(found) is not None


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(READABLE), st.sampled_from(READABLE), st.sampled_from(JOINTS))
def test_what_is_put_together_is_said_back_too(first: dict[str, str], second: dict[str, str], joint: str) -> None:
    inputs = first.get("inputs", "")
    other = second["effect"] if second.get("inputs", "") == inputs else "Lose 1 Crystal."
    one = first["effect"].rstrip(".")
    found = spell(joint.format(one=one, small=one[0].lower() + one[1:], other=other), inputs)
    if found.program is not None and not any(isinstance(part, t.Pick) for part in parts(found.program.acts)):
        alone = [spell(first["effect"], inputs), spell(other, inputs)]  # a few have no canonical wording themselves
        assert canonical(found) is not None or None in map(canonical, alone)


@settings(max_examples=60, deadline=None)
@given(SENTENCES)
def test_a_plain_sentence_about_named_wizards_can_be_read(sentence: str) -> None:
    found = spell(sentence, INPUTS)
    assert found.program is not None or found.unclear[0].reason.startswith(('"other" could', "it can be read in two"))


@settings(max_examples=60, deadline=None)
@given(SENTENCES)
def test_saying_twice_changes_nothing_more(sentence: str) -> None:
    found = spell(sentence, INPUTS)
    said = say(found)
    assert say(spell(said, INPUTS)) == said

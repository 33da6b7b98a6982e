"""Whatever can be read is said back so that it reads the same again."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from spells.lists import spell

from pbp.spells import say

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
        ["DICE6 Stars", "a Crystal", "as many Stars as the chosen number", "2 Stars for each Wizard who cast Jolt"]
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
EFFECTS = st.lists(SENTENCES, min_size=1, max_size=3).map(" ".join)


@settings(max_examples=150, deadline=None)
@given(EFFECTS)
def test_what_is_read_is_said_back_and_reads_the_same(effect: str) -> None:
    found = spell(effect, INPUTS)
    if found.program is not None:
        assert spell(say(found), INPUTS).program == found.program


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

"""Random duels over a spell list, to see what a spell is worth before it is voted on."""

from __future__ import annotations

from pbp.games.wizard_ring.trial import BATCH, Trial, batches, play_batch

LIST = """
== Boon ==
Effect: Gain 10 Stars.
== Bane ==
Effect: Lose 10 Stars.
== Poke ==
Inputs: A position in the Wizard Ring other than your own
Effect: The Wizard in that position loses 1 Star.
== Jest ==
Effect: If the Battle Master laughs, gain 50 Stars.
== Tall Poppy ==
Effect: The Wizard with the most Stars loses 1 Star.
Speed: 0
"""


def trial(duels: int, seed: str = "0") -> Trial:
    return sum((play_batch(batch) for batch in batches(LIST, 4, duels, seed)), Trial())


def test_a_spell_that_gives_more_is_worth_more_and_wins_more() -> None:
    found = trial(300)
    assert found.scores["Boon"].worth > 8 > found.scores["Poke"].worth > -8 > found.scores["Bane"].worth
    assert found.scores["Boon"].win_rate > found.scores["Poke"].win_rate > found.scores["Bane"].win_rate


def test_every_duel_is_counted_once_as_played_or_undecided() -> None:
    found = trial(2 * BATCH + 7)
    assert found.duels + found.undecided == 2 * BATCH + 7
    assert found.undecided > 0
    assert sum(score.casts for score in found.scores.values()) == 4 * found.duels
    assert abs(sum(score.wins for score in found.scores.values()) - found.duels) < 1e-6


def test_spells_that_cannot_be_read_are_left_out() -> None:
    assert "Jest" not in trial(10).scores


def test_the_same_seed_gives_the_same_trial_and_another_seed_another() -> None:
    assert trial(120) == trial(120)
    assert trial(120) != trial(120, "another")


def test_batches_can_be_played_in_any_order() -> None:
    parts = [play_batch(batch) for batch in batches(LIST, 4, 250)]
    backwards = sum(reversed(parts), Trial())
    forwards = sum(parts, Trial())
    assert backwards.duels == forwards.duels
    assert {n: s.change for n, s in backwards.scores.items()} == {n: s.change for n, s in forwards.scores.items()}


def test_a_list_without_a_readable_spell_plays_nothing() -> None:
    (batch,) = batches("== Jest ==\nEffect: If it rains, gain 1 Star.", 3, 5)
    assert play_batch(batch) == Trial()

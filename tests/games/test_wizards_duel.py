"""Laws of the Wizard's Duel that hold in every contest, played at random."""

from __future__ import annotations

from random import Random

import pytest
from games.contests import begun, stepped, told
from games.random_play import GAMES_EACH

from pbp.fair.dice import Dice
from pbp.games.wizards_duel import WIZARDS_DUEL as GAME
from pbp.games.wizards_duel.state import Wizards
from pbp.games.wizards_duel.variants import VARIANTS, WISDOM
from pbp.text import shipped_texts

each_variant = pytest.mark.parametrize("variant", VARIANTS)
ITEMS = {
    "original": {"balance_of_harmony": "Ben"},
    "gods-collide": {"hestias_hearth": "Ann", "apollos_daybreak": "Ben", "athenas_wisdom": "Ann"},
}


def random_words(state: Wizards, rng: Random, late: float) -> dict[str, str]:
    """An order of each who owes one, or none."""
    return {
        player: rng.choice(prompt.examples) for player, prompt in GAME.awaits(state).items() if rng.random() >= late
    }


@each_variant
def test_spells_points_and_bouts_are_conserved(variant: str) -> None:
    rng = Random(f"conserved {variant}")
    for _ in range(GAMES_EACH // 5):
        state = begun(GAME, variant=variant, options=ITEMS.get(variant, {}))
        while GAME.awaits(state):
            before = state
            state, _ = stepped(GAME, before, random_words(before, rng, 0.05), rng.randbytes(4))
            _check_step(before, state)
        assert state.outcome is not None
        if state.outcome.winner is not None and not state.rules.duels:
            assert max(state.won) == state.rules.wins_needed


def _check_step(before: Wizards, after: Wizards) -> None:
    shown = after.shown
    assert (shown.bout, shown.round) == (before.bout, before.round)
    assert 1 <= shown.round <= before.rules.rounds
    assert sum(after.won) - sum(before.won) == (shown.bout_over is not None and shown.bout_over[0] is not None)
    if before.phase != "casting" or shown.bout_over or shown.casts == (None, None):
        return
    for seat in (0, 1):
        side, cast, back = after.sides[seat], shown.casts[seat], shown.returned[seat]
        held = set(before.sides[seat].hand) - {cast} | ({back} if back else set())
        assert set(side.hand) == held and len(side.hand) == len(held)
        assert cast in before.castable(seat)
        assert back is None or back == before.sides[seat].previous != WISDOM
        assert side.points == before.sides[seat].points + shown.gained[seat]
        assert shown.gained[seat] in (0, 1, 2)
        assert side.modifier in (0, 2, -2)
        assert cast == WISDOM or cast != before.sides[seat].previous
    assert 0 in shown.gained


@each_variant
def test_a_hand_is_never_empty_in_a_round(variant: str) -> None:
    rng = Random(f"hands {variant}")
    for _ in range(20):
        state = begun(GAME, variant=variant)
        while awaited := GAME.awaits(state):
            assert all(prompt.examples for prompt in awaited.values())
            state, _ = stepped(GAME, state, random_words(state, rng, 0))


@each_variant
def test_seats_may_be_exchanged(variant: str) -> None:
    """The same orders by name from exchanged seats give the same to each name, where no chance is drawn."""
    rng = Random(f"seats {variant}")
    late = 0.05 if VARIANTS[variant].late_rule == "forfeit" else 0
    options = {**ITEMS.get(variant, {}), "tiebreak_seat": "Ann"}
    for _ in range(GAMES_EACH // 10):
        one = begun(GAME, variant=variant, options=options)
        other = GAME.begin({"players": ["Ben", "Ann"], "variant": variant, "options": options}, Dice(b""))
        while GAME.awaits(one):
            words = random_words(one, rng, late)
            one, first = stepped(GAME, one, words)
            other, second = stepped(GAME, other, words)
            for reader in (None, "Ann", "Ben"):
                assert GAME.view(one, reader) == GAME.view(other, reader)
            assert told(first) == told(second)
        assert GAME.outcome(one) == GAME.outcome(other)


@each_variant
def test_daybreak_brings_back_the_state_before_the_round(variant: str) -> None:
    if variant != "gods-collide":
        with pytest.raises(Exception, match="no option"):
            begun(GAME, variant=variant, options={"apollos_daybreak": "Ann"})
        return
    rng = Random("daybreak")
    used = 0
    for _ in range(50):
        state = begun(GAME, variant=variant, options=ITEMS[variant])
        before = state
        while GAME.awaits(state) and state.bout == 1:
            if state.phase == "casting":
                before = state
            elif state.phase == "daybreak" and rng.random() < 0.3:
                state, _ = stepped(GAME, state, {"Ben": "DAYBREAK"})
                assert state.sides == before.sides
                assert (state.bout, state.round, state.phase) == (before.bout, before.round, "casting")
                assert (state.won, state.wisdom_owner) == (before.won, before.wisdom_owner)
                assert state.daybreak_owner is None
                used += 1
                break
            state, _ = stepped(GAME, state, random_words(state, rng, 0.02))
    assert used > 10


@each_variant
def test_what_is_told_of_each_spell_stands_on_the_variants_rules_page_and_no_other_spell(variant: str) -> None:
    page = " ".join(shipped_texts().rules(GAME, variant).split())
    state = begun(GAME, variant=variant)
    (cast,) = GAME.choices(state, "Ann")
    (hand,) = cast.fields
    for value in hand.values:
        name = value.label.partition(" (")[0]
        assert f"{name}: {value.note}" in page
    assert ("Phantasmal Killer" in page) == (len(hand.values) == 10)


def test_bless_and_ray_of_frost_change_the_casters_own_next_spell_as_their_texts_say() -> None:
    for spell, change in (("5", 2), ("7", -2)):
        state, events = stepped(GAME, begun(GAME), {"Ann": f"CAST {spell}", "Ben": "CAST 1"}, b"own")
        (modified,) = [event for event in events if event.kind == "modified"]
        assert modified.facts == {"player": "Ann", "target": "Ben", "change": change}
        assert state.sides[0].modifier == change and state.sides[1].modifier == 0
        told = VARIANTS["death-match-3"].text(spell)
        assert told == f"Your next spell is 2 {'stronger' if change > 0 else 'weaker'}."

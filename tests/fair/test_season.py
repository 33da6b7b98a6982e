"""The list of a season: what an operator cannot leave out of it, put in twice, or say of a duel."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from fair.duels import ANCHORS, SEASON, SIGNING_KEY, TERMS, seen
from fair.test_played_duels import as_duel, scenarios

from pbp import fair
from pbp.bundle import bundle_text, make_bundle, make_cancelled, make_season
from pbp.bundle.facts import CANCELLED, RESOLVED, RUNNING, SEED, CancelledFacts, ListedDuel, SeasonList
from pbp.errors import NotFound
from pbp.verify import Seen, verify_season

RING = "wizard-ring/1"
AUDIT = "https://wiki.example/3"
FACTS = as_duel(scenarios()["fair/cases/ring-duel.toml"])
BUNDLE = make_bundle(FACTS, SIGNING_KEY)


def listed(*duels: ListedDuel, key: bytes = SIGNING_KEY, **values: Any) -> str:
    terms = {"anchored": TERMS[SEED], "public_key": fair.public_key(SIGNING_KEY), **values}
    return bundle_text(make_season(SeasonList("2026-autumn", ANCHORS[SEED], duels=tuple(duels), **terms), key))


def running(*pairs: Sequence[int], game: str = RING) -> list[ListedDuel]:
    return [ListedDuel(index, number, game, RUNNING, None) for index, number in pairs]


RESOLVED_DUEL = ListedDuel(FACTS.seed.index, FACTS.duel, RING, RESOLVED, AUDIT)
OTHERS = running((0, 0), (1, 1), (2, 2))


def verdict(text: str, pages: dict[str, str] | None = None, known: Seen | None = None) -> list[str]:
    """The checks that failed."""
    pages = {AUDIT: bundle_text(BUNDLE)} if pages is None else pages

    def fetch(url: str) -> str:
        if url not in pages:
            raise NotFound(f"nothing stands at {url}")
        return pages[url]

    lines = verify_season(text, fetch, known or Seen(commitments=seen(BUNDLE).commitments)).lines
    return [line.removeprefix("FAILED").strip() for line in lines if line.startswith("FAILED")]


def test_a_list_holds_as_it_is_published():
    assert FACTS.seed.index == 3
    assert verdict(listed(*OTHERS, RESOLVED_DUEL)) == []


@pytest.mark.parametrize(
    ("duels", "why"),
    [
        (running((0, 1), (0, 2)), "indices: seed 0 is used by more than one duel"),
        (running((0, 1), (2, 2)), "indices: seed 1 is that of no duel"),
        (running((1, 1)), "indices: seed 0 is that of no duel"),
        (running((0, 1), (1, 3)), "numbers: the numbers 1, 3 do not follow each other"),
        (running((0, 2), (1, 1)), "numbers: the numbers 2, 1 do not follow each other"),
        (running((0, 1001), (1, 1003), game="goofspiel/1"), "numbers: the numbers 1001, 1003 do not follow"),
        ([replace(OTHERS[0], audit=AUDIT)], "duel 0: it is said to be running, with a bundle"),
        ([replace(OTHERS[0], state=CANCELLED)], "duel 0: it is said to be cancelled, without a bundle"),
        ([*OTHERS, replace(RESOLVED_DUEL, state=CANCELLED)], "duel 3: it is said to be cancelled, and its bundle is"),
        ([*OTHERS, replace(RESOLVED_DUEL, game="goofspiel/1")], "duel 3: its bundle has game 'wizard-ring/1'"),
        ([*running((0, 0), (1, 1)), replace(RESOLVED_DUEL, seed_index=2)], "duel 3: its bundle has seed_index 3"),
        ([*OTHERS, replace(RESOLVED_DUEL, audit="https://x")], "duel 3: nothing stands at https://x"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_list_is_told(duels, why):
    assert [line for line in verdict(listed(*duels)) if line.startswith(why)]


def test_further_seeds_are_those_of_contests_whose_results_were_taken_back():
    contest = as_duel(scenarios()["games/cases/goofspiel/1-bids-that-are-refused.toml"])
    voided = ({"at": "2026-11-21T15:00:00+00:00", "why": "Misread.", "state_digest": None},)
    entry = ListedDuel(contest.seed.index, contest.duel, contest.game.name, RESOLVED, AUDIT)
    before = running(*((nth, nth) for nth in range(contest.seed.index)))
    last = contest.seed.index

    def found(taken_back: tuple[dict[str, Any], ...], *more: ListedDuel) -> list[str]:
        bundle = make_bundle(replace(contest, voided=taken_back), SIGNING_KEY)
        known = Seen(commitments=seen(bundle).commitments)
        return verdict(listed(*before, entry, *more), {AUDIT: bundle_text(bundle)}, known)

    another = replace(entry, seed_index=last + 1)
    assert found(voided, another) == []
    assert any("more seeds were taken" in line for line in found((), another))
    assert any("more seeds were taken" in line for line in found(voided, another, replace(entry, seed_index=last + 2)))
    assert any("is said to be running" in line for line in found(voided, replace(another, state=RUNNING, audit=None)))
    assert any("indices: seed" in line for line in found(voided, replace(entry, seed_index=last + 2)))
    again = running((0, 0), (1, 0), (2, 1))
    assert any("takes no further seed" in line for line in verdict(listed(*again)))


def test_a_list_that_another_signed_or_of_another_season_is_seen():
    assert "did not sign" in verdict(listed(*OTHERS, key=bytes(32)))[0]
    assert "is not that of a season with these seeds" in verdict(listed(*OTHERS, anchored=TERMS["rolls"]))[0]
    assert "was published" in verdict(listed(*OTHERS), known=Seen(anchor=SEASON.root.hex()))[0]
    assert "was published" in verdict(listed(*OTHERS), known=Seen(public_key="00" * 32))[0]


def test_a_bundle_that_does_not_hold_is_no_part_of_a_season():
    forged = {**BUNDLE, "sheet_revision": "18"}
    failed = verdict(listed(*OTHERS, RESOLVED_DUEL), {AUDIT: bundle_text(forged)})
    assert failed[0].startswith("duel 3: signature:")


def test_without_an_address_a_commitment_has_to_be_among_those_that_were_seen():
    (failed,) = verdict(listed(*OTHERS, RESOLVED_DUEL), known=Seen(anchor=ANCHORS[SEED].hex()))
    assert failed == "duel 3: step 1: its commitment was not seen, and no address is given where it stands"


def test_a_cancelled_duel_is_one_at_which_to_look():
    facts = CancelledFacts("2026-autumn", ANCHORS[SEED], 0, RING, SEASON.reveal(0), ("A", "B"), anchored=TERMS[SEED])
    text = listed(ListedDuel(0, 0, RING, CANCELLED, AUDIT))
    report = verify_season(text, lambda _: bundle_text(make_cancelled(facts, SIGNING_KEY)))
    assert report.ok
    assert "LOOK    duel 0: was cancelled; seed 0 is used" in report.lines


@pytest.mark.parametrize("text", ["", "[]", "{", '{"format": "pbp-season/1"}', json.dumps(BUNDLE), "[" * 100_000])
def test_a_text_without_a_list_is_not_verified(text):
    assert verdict(text)[0].startswith("list of the season:")


@pytest.mark.parametrize("page", ["", "{", "[]", '{"format": 7}', "[" * 100_000])
def test_no_page_makes_it_raise(page):
    assert verdict(listed(*OTHERS, RESOLVED_DUEL), {AUDIT: page})[0].startswith("duel 3:")

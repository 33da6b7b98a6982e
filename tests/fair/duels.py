"""Published duels to check: facts and bundles of the toy games, by a season and a key of their own."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from toy_games import RingRaid, SumDuel

from pbp import fair
from pbp.bundle import (
    CancelledFacts,
    ClosedStep,
    Correction,
    DuelFacts,
    Rolled,
    StandingOrder,
    make_bundle,
    make_cancelled,
)
from pbp.verify import Seen

GAMES = (SumDuel(), RingRaid())
SEASON = fair.Season(bytes(range(32)))
SIGNING_KEY = bytes(range(32, 64))
CLOSED = datetime(2026, 11, 21, 15, 0, 1, tzinfo=UTC)
LIST = {
    "wikitext": "=== Raid ===\n'''Effect''': the wizard at that position loses DICE4 Stars & more.\n",
    "title": "Wizard Duel Spell List 7",
    "revision": "1201",
    "url": "https://wiki.example/Wizard_Duel_Spell_List_7",
}


def order(player: str, words: str, serial: int) -> StandingOrder:
    received = CLOSED - timedelta(hours=serial, microseconds=12345)
    return StandingOrder(player, serial, words, bytes([serial]) * 32, received)


def raid(rolls: tuple[int, ...] = (), ring_rolls: tuple[int, ...] = ()) -> DuelFacts:
    """A ring of four, of whom one is idle and one sends nothing."""
    seed = SEASON.reveal(4711)
    rolled = Rolled(ring_rolls, ("https://dice.example/41",)) if ring_rolls else None
    ring, _ = fair.draw_ring(seed.seed, 7, ["Bob", "Carol", "Zoë", "alice"], ring_rolls)
    wizards = [
        {"name": name, "stars": 20 + place, "idle": name == "Bob", "attributes": {"Hat": "Pointed", "Beard": 3}}
        for place, name in enumerate(ring)
    ]
    setup = {
        "game": "ring-raid",
        "options": {"stars_floor": 0},
        "wizards": wizards,
        "duel": {"number": 7, "history": [{"number": 6, "casts": {"alice": "Raid"}}]},
        "spell_list": LIST,
        "rulings": [{"spell": "Jest", "effect": "Gain 2 Stars."}],
    }
    step = ClosedStep(
        CLOSED,
        b"\xb1" * 32,
        (order("Zoë", "HIT 2", 3), order("alice", "HIT 1", 9)),
        rolls=Rolled(rolls, ("https://dice.example/42",)) if rolls else None,
    )
    return DuelFacts("2026-autumn", SEASON.anchor, 7, GAMES[1], seed, setup, "1188", (step,), rolled)


def sums() -> DuelFacts:
    """Two players; the first step was voided, and the steps after it use the next unused seed."""
    first = ClosedStep(
        CLOSED,
        b"\xb1" * 32,
        (order("Ben", "CALL 1", 3), order("Ann", "CALL 2", 4)),
        correction=Correction({"Ben": "CALL 1", "Ann": "CALL 5"}, "Ann's letter had been misread"),
    )
    second = ClosedStep(CLOSED + timedelta(days=1), b"\xb2" * 32, (order("Ann", "CALL 1", 5),), SEASON.reveal(65535))
    third = ClosedStep(CLOSED + timedelta(days=2), b"\xb3" * 32, (), SEASON.reveal(65535))
    setup = {"players": ["Ben", "Ann"], "options": {"goal": 30}}
    steps = (first, second, third)
    return DuelFacts("2026-autumn", SEASON.anchor, 8, GAMES[0], SEASON.reveal(0), setup, None, steps)


def ended() -> DuelFacts:
    """A sum duel that has a winner, its opening coin tossed by a public roller."""
    facts = sums()
    return replace(facts, setup={"players": ["Ben", "Ann"], "options": {"goal": 5}}, steps=facts.steps[:1],
                   begin_rolls=Rolled((1,), ("https://dice.example/40",)))  # fmt: skip


CANCELLED = CancelledFacts(
    "2026-autumn", SEASON.anchor, 7, "ring-raid/1", SEASON.reveal(4711), ("Bob", "Carol", "Zoë", "alice")
)


def bundles() -> dict[str, dict[str, Any]]:
    """One bundle of every kind."""
    facts = {
        "raid": raid(),
        "raid by public dice": raid((4, 2), (2, 3, 2)),
        "sums": sums(),
        "ended": ended(),
    }
    made = {name: make_bundle(one, SIGNING_KEY) for name, one in facts.items()}
    made["cancelled"] = make_cancelled(CANCELLED, SIGNING_KEY)
    made["cancelled by public dice"] = make_cancelled(
        replace(CANCELLED, ring_rolls=Rolled((4, 3, 2), ("https://dice.example/43",))), SIGNING_KEY
    )
    made["cancelled without a ring"] = make_cancelled(replace(CANCELLED, game="sum-duel/1", names=None), SIGNING_KEY)
    return made


def seen(bundle: dict[str, Any]) -> Seen:
    """What a reader of that duel saw published before."""
    commitments = tuple(step["commitment"] for step in bundle.get("steps", []))
    return Seen(bundle["anchor"], bundle["public_key"], bundle["seed_index"], commitments)


def signed_anew(bundle: dict[str, Any]) -> dict[str, Any]:
    """A changed bundle under a new signature of the operator, as far as it can be signed."""
    bundle = deepcopy(bundle)
    rest = {key: value for key, value in bundle.items() if key != "signature"}
    return {**bundle, "signature": fair.sign(SIGNING_KEY, rest).hex()} if "signature" in bundle else bundle

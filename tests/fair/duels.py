"""Published duels to check: facts and bundles of the toy games, by a season and a key of their own."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from fair.toy_games import RingRaid, SumDuel

from pbp import fair
from pbp.bundle import make_bundle, make_cancelled
from pbp.bundle.facts import (
    FIRST,
    ROLLS,
    SEED,
    Amended,
    Anchored,
    CancelledFacts,
    ClosedStep,
    Correction,
    DuelFacts,
    Rolled,
    StandingOrder,
)
from pbp.verify import Seen

GAMES: tuple[Any, ...] = (SumDuel(), RingRaid())
SEASON = fair.Season(bytes(range(32)))
SIGNING_KEY = bytes(range(32, 64))
TERMS = {dice: Anchored(SEASON.root, dice) for dice in (SEED, ROLLS)}
ANCHORS = {dice: fair.season_anchor("2026-autumn", SEASON.root, fair.public_key(SIGNING_KEY), dice) for dice in TERMS}
"""Two seasons of the same seeds, by where their dice come from."""
MADE_BY = "pbp 0.1.0"
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
        comment="https://blog.example/7#c1",
    )
    dice = ROLLS if rolls else SEED
    changes = [{"wizard": "Bob", "what": "idle", "from": False, "to": True, "why": "idle, by Bob"}]
    previous = {"duel": 6, "state_digest": "6d" * 32, "changes": changes}
    return DuelFacts("2026-autumn", ANCHORS[dice], 7, GAMES[1], seed, setup, "1188", (step,), rolled,
                     anchored=TERMS[dice], dice=dice, previous=previous, made_by=MADE_BY)  # fmt: skip


def ruled() -> DuelFacts:
    """The raid, with a ruling that came after its close and an earlier result that was taken back."""
    facts = raid()
    rulings = [*facts.setup["rulings"], {"spell": "Raid", "wizard": "alice", "effect": "Gain 9 Stars."}]
    why = ({"spell": "Raid", "wizard": "alice", "why": "It was meant so.", "at": "2026-11-22T10:00:00+00:00"},)
    voided = ({"at": "2026-11-22T09:00:00+00:00", "why": "Misread.", "state_digest": "5d" * 32},)
    return replace(facts, amended=Amended({"rulings": rulings}, why), voided=voided)


def first(facts: DuelFacts) -> DuelFacts:
    """The duel as a season of the first version had it."""
    steps = tuple(replace(step, comment=None) for step in facts.steps)
    return replace(facts, anchor=SEASON.root, anchored=None, dice=SEED, previous=None, steps=steps, version=FIRST)


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
    return DuelFacts("2026-autumn", ANCHORS[SEED], 8, GAMES[0], SEASON.reveal(0), setup, None, steps,
                     anchored=TERMS[SEED])  # fmt: skip


def ended() -> DuelFacts:
    """A sum duel that has a winner."""
    facts = sums()
    return replace(facts, setup={"players": ["Ben", "Ann"], "options": {"goal": 5}}, steps=facts.steps[:1])


def tossed() -> DuelFacts:
    """That one by the first version, its opening coin tossed by a public roller."""
    return first(replace(ended(), begin_rolls=Rolled((1,), ("https://dice.example/40",))))


CANCELLED = CancelledFacts(
    "2026-autumn", ANCHORS[SEED], 7, "ring-raid/1", SEASON.reveal(4711), ("Bob", "Carol", "Zoë", "alice"),
    anchored=TERMS[SEED], made_by=MADE_BY,
)  # fmt: skip


def bundles() -> dict[str, dict[str, Any]]:
    """One bundle of every kind."""
    facts = {
        "raid": raid(),
        "raid by public dice": raid((4, 2), (2, 3, 2)),
        "raid with a ruling": ruled(),
        "sums": sums(),
        "ended": ended(),
        "first raid": first(raid()),
        "first raid by public dice": first(raid((4, 2), (2, 3, 2))),
        "first sums": first(sums()),
        "first ended": tossed(),
    }
    made = {name: make_bundle(one, SIGNING_KEY) for name, one in facts.items()}
    made["cancelled"] = make_cancelled(CANCELLED, SIGNING_KEY)
    made["cancelled by public dice"] = make_cancelled(
        replace(
            CANCELLED,
            ring_rolls=Rolled((4, 3, 2), ("https://dice.example/43",)),
            anchor=ANCHORS[ROLLS],
            anchored=TERMS[ROLLS],
            dice=ROLLS,
        ),
        SIGNING_KEY,
    )
    made["first cancelled"] = make_cancelled(
        replace(CANCELLED, anchor=SEASON.root, anchored=None, version=FIRST), SIGNING_KEY
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

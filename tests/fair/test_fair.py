"""The derivations that bind the operator, against vectors worked out on their own, and as laws."""

import json
import re
from datetime import UTC, datetime, timedelta, timezone
from fractions import Fraction
from hashlib import sha256
from pathlib import Path
from textwrap import wrap
from typing import Any

import pytest
from fair.toy_games import SumDuel, SumState
from hypothesis import given, settings
from hypothesis import strategies as st

from pbp import fair
from pbp.commands import read_letter
from pbp.errors import FileFaults
from pbp.fair.dice import Dice, canonical_json, step_key
from pbp.games.replay import state_digest

VECTORS = json.loads((Path(__file__).parent / "vectors.json").read_text(encoding="utf-8"))
SEASON = fair.Season(bytes.fromhex(VECTORS["season"]["key"]))
ORDER = VECTORS["order_digests"][0]
RECEIPT = VECTORS["receipt"]
BLOCK = "\n".join(RECEIPT["text"])


def unhex(*texts: str) -> list[bytes]:
    return [bytes.fromhex(text) for text in texts]


def test_the_seeds_of_a_season_are_those_of_the_vectors():
    assert {index: SEASON.seed(int(index)).hex() for index in VECTORS["season"]["seeds"]} == VECTORS["season"]["seeds"]


def test_the_root_and_a_path_are_those_of_the_vectors():
    assert SEASON.root.hex() == VECTORS["season"]["root"]
    assert [node.hex() for node in SEASON.path(VECTORS["season"]["index"])] == VECTORS["season"]["path"]


@given(st.integers(0, fair.SEEDS - 1), st.integers(0, fair.SEEDS - 1))
def test_a_seed_leads_to_the_anchor_under_its_own_index_alone(index, other):
    revealed = SEASON.reveal(index)
    assert revealed.leads_to(SEASON.root)
    moved = fair.RevealedSeed(other, revealed.seed, revealed.path)
    assert moved.leads_to(SEASON.root) == (index == other)


@given(st.integers(0, fair.SEEDS - 1), st.integers(0, fair.DEPTH - 1), st.integers(0, 255))
def test_a_path_with_one_bit_changed_leads_nowhere(index, node, bit):
    revealed = SEASON.reveal(index)
    path = list(revealed.path)
    path[node] = (int.from_bytes(path[node], "big") ^ 1 << bit).to_bytes(32, "big")
    assert not fair.RevealedSeed(index, revealed.seed, tuple(path)).leads_to(SEASON.root)


@pytest.mark.parametrize("index", [-1, fair.SEEDS, 1 << 40])
def test_there_is_no_seed_beyond_the_season(index):
    with pytest.raises(IndexError):
        SEASON.seed(index)
    with pytest.raises(IndexError):
        SEASON.path(index)
    assert not fair.RevealedSeed(index, SEASON.seed(0), SEASON.path(0)).leads_to(SEASON.root)


def test_a_path_of_another_length_leads_nowhere():
    revealed = SEASON.reveal(3)
    short = fair.RevealedSeed(3, revealed.seed, revealed.path[:-1])
    inner = fair.RevealedSeed(1, revealed.seed, revealed.path[1:])
    assert not short.leads_to(SEASON.root)
    assert not inner.leads_to(SEASON.root)


def test_a_key_of_another_length_is_refused():
    with pytest.raises(ValueError, match="32 bytes"):
        fair.Season(b"short")


def test_the_ring_is_that_of_the_vectors_whatever_the_order_of_the_names():
    vector = VECTORS["ring"]
    for names in (vector["names"], reversed(vector["names"])):
        ring, draws = fair.draw_ring(bytes.fromhex(vector["seed"]), vector["duel"], names)
        assert list(ring) == vector["ring"]
        assert [draw.value for draw in draws] == vector["draws"]
        assert [draw.sides for draw in draws] == vector["of"]


def test_the_seed_of_a_tournaments_draw_and_its_order_are_those_of_the_vectors():
    vector = VECTORS["lots"]
    seed = fair.Season(bytes.fromhex(vector["season_key"])).lots(vector["post"])
    assert (seed.hex(), sha256(seed).hexdigest()) == (vector["seed"], vector["announced"])
    drawn, draws = fair.draw_ring(seed, vector["tournament"], vector["names"])
    assert (list(drawn), [draw.value for draw in draws]) == (vector["drawn"], vector["draws"])


def test_the_key_of_step_0_is_that_of_the_vectors():
    vector = VECTORS["ring"]
    assert step_key(bytes.fromhex(vector["seed"]), vector["duel"], 0, []).hex() == vector["key"]


def test_rolls_of_a_public_roller_decide_the_ring():
    ring, draws = fair.draw_ring(bytes(32), 1, ["C", "B", "A"], rolls=(3, 1))
    assert ring == ("C", "A", "B")
    assert [draw.value for draw in draws] == [3, 1]


def test_the_dice_are_those_of_the_vectors():
    vector = VECTORS["dice"]
    key = step_key(bytes.fromhex(vector["seed"]), vector["duel"], vector["step"], map(tuple, vector["orders"]))
    assert key.hex() == vector["key"]
    dice = Dice(key)
    assert [dice.draw(sides, "") for sides in vector["of"]] == vector["values"]


@pytest.mark.parametrize("vector", VECTORS["order_digests"])
def test_order_digests_are_those_of_the_vectors(vector):
    salt = bytes.fromhex(vector["salt"])
    facts = [vector[name] for name in ("season", "duel", "step", "player", "serial", "order")]
    assert fair.order_digest(salt, *facts).hex() == vector["digest"]


def test_the_anchor_is_that_of_the_vectors_and_each_part_of_it_counts():
    vector = VECTORS["anchor"]
    root, key = unhex(vector["root"], vector["public_key"])
    assert (
        canonical_json(["pbp-season/2", vector["season"], root.hex(), key.hex(), "seed"]).decode() == vector["hashed"]
    )
    assert fair.season_anchor(vector["season"], root, key, vector["dice"]).hex() == vector["anchor"]
    others = [("x", root, key, "seed"), (vector["season"], key, key, "seed"), (vector["season"], root, root, "seed")]
    for other in (*others, (vector["season"], root, key, "rolls")):
        assert fair.season_anchor(*other).hex() != vector["anchor"]


def test_a_commitment_is_that_of_the_vectors():
    vector = VECTORS["commitment"]
    assert canonical_json(vector["terms"]).decode() == vector["hashed"]
    assert fair.commitment(bytes.fromhex(vector["blind"]), vector["terms"]).hex() == vector["commitment"]


@pytest.mark.parametrize("vector", VECTORS["first_commitments"])
def test_first_commitments_are_those_of_the_vectors_whatever_the_order_of_the_digests(vector):
    digests = unhex(*vector["digests"])
    for given_digests in (digests, reversed(digests)):
        found = fair.first_commitment(
            bytes.fromhex(vector["blind"]), vector["duel"], vector["step"], vector["spell_list"], given_digests
        )
        assert found.hex() == vector["commitment"]


def test_the_state_digest_is_that_of_the_vectors():
    state = SumState({"Zoë": Fraction(1, 2), "Bob": 1}, goal=12)
    game: Any = SumDuel()  # of a game a digest takes the name alone
    assert state_digest(game, state) == VECTORS["state"]["digest"]


def receipt(**changed):
    facts = {name: ORDER[name] for name in ("season", "duel", "step", "player", "serial", "order")}
    facts |= {"salt": bytes.fromhex(ORDER["salt"]), "received": fair.read_stamp(RECEIPT["received"])}
    return fair.make_receipt(bytes.fromhex(RECEIPT["signing_key"]), **(facts | changed))


def test_a_receipt_is_that_of_the_vectors():
    made = receipt()
    assert made.signature.hex() == RECEIPT["signature"]
    assert made.text() == BLOCK
    assert fair.public_key(bytes.fromhex(RECEIPT["signing_key"])).hex() == RECEIPT["public_key"]
    assert made.is_own_digest()
    assert made.is_signed_by(bytes.fromhex(RECEIPT["public_key"]))


def test_a_receipt_is_signed_by_no_other_key():
    assert not receipt().is_signed_by(fair.public_key(bytes(32)))
    assert not receipt().is_signed_by(b"no key")


@pytest.mark.parametrize(
    ("line", "other"),
    [
        ("Season: 2026-autumn", "Season: 2026-winter"), ("Duel: 7", "Duel: 8"), ("Step: 1", "Step: 2"),
        ("Player: Zoë", "Player: Bob"), ("Serial: 12", "Serial: 13"), ("CAST Burn 3", "CAST Burn 2"),
        ("Salt: 5a", "Salt: 5b"), ("Digest: " + ORDER["digest"][0], "Digest: 0"), ("59.123456Z", "59.123457Z"),
        ("Signature: " + RECEIPT["signature"][:2], "Signature: 00"),
    ],
)  # fmt: skip
def test_a_receipt_with_one_line_changed_does_not_hold(line, other):
    assert BLOCK.count(line) == 1
    read = fair.read_receipt(BLOCK.replace(line, other))
    assert not (read.is_own_digest() and read.is_signed_by(bytes.fromhex(RECEIPT["public_key"])))


@pytest.mark.parametrize("width", [72, 76, 1000])
@pytest.mark.parametrize("prefix", ["", "> ", ">", ">> ", "> > ", "| ", "    "])
@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_a_receipt_survives_quoting_and_broken_lines(width, prefix, ending):
    made = receipt(order="UNIT Rex AXE HP 3 ATK 2 SKILLS rush, guard AT 4,2 and so on and on for long\nADVANCE")
    lines = [part for line in made.text().split("\n") for part in wrap(line, width, break_long_words=False)]
    letter = ["Am 21.11. schrieb der Battle Master:", *(prefix + line for line in lines), "Regards"]
    assert fair.read_receipt(ending.join(letter)) == made


words = st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1)
names = st.lists(words, min_size=1, max_size=4).map(" ".join).filter(lambda text: text[0] not in ">|")


@given(names, names, st.lists(names, min_size=1, max_size=3).map("\n".join), st.integers(1, 10**15))
def test_any_receipt_is_read_back_as_it_was_written(season, player, order, serial):
    made = receipt(season=season, player=player, order=order, serial=serial)
    assert fair.read_receipt(made.text()) == made


@given(st.text() | st.text("-BEGINDRCPTO:> \nSeasonOrder0123").map(lambda text: BLOCK.replace("Duel", text)))
@settings(max_examples=200)
def test_no_text_makes_the_reading_of_a_receipt_raise_anything_but_its_faults(text):
    try:
        fair.read_receipt(text)
    except FileFaults as error:
        assert error.faults


def test_a_receipt_that_cannot_be_read_is_told_line_by_line():
    broken = BLOCK.replace("Duel: 7", "Duel: seven").replace(f"Received: {RECEIPT['received']}\n", "")
    with pytest.raises(FileFaults) as caught:
        fair.read_receipt(broken)
    assert sorted(fault.path[0] for fault in caught.value.faults) == ["Duel", "Received"]


def test_a_receipt_sent_back_is_no_order():
    assert not read_letter(f"thanks!\n{BLOCK}", frozenset({"CAST"})).commands


def test_no_line_of_hexadecimal_is_longer_than_a_mail_line():
    assert max(len(line) for line in receipt().text().split("\n") if re.search("[0-9a-f]{40}", line)) <= 75


def test_a_stamp_is_in_utc_with_all_its_digits():
    here = timezone(timedelta(hours=2))
    assert fair.stamp(datetime(2026, 11, 21, 17, 0, tzinfo=here)) == "2026-11-21T15:00:00.000000Z"


@given(st.datetimes(timezones=st.just(UTC), min_value=datetime(1000, 1, 1)))  # noqa: DTZ001
def test_a_stamp_is_read_back(moment):
    assert fair.read_stamp(fair.stamp(moment)) == moment


@pytest.mark.parametrize("text", ["", "2026-11-21", "2026-11-21T15:00:00Z", "2026-13-21T15:00:00.000000Z"])
def test_no_other_form_is_a_stamp(text):
    with pytest.raises(ValueError, match=r"is no time like|month must be"):
        fair.read_stamp(text)

"""A reader with a bundle, a receipt, and nothing but Python."""

import ast
import copy
import json
import subprocess
import sys
from dataclasses import replace
from datetime import timedelta

import pytest
from fair.duels import CLOSED, GAMES, SIGNING_KEY, bundles, order, raid, seen, sums
from hypothesis import given
from hypothesis import strategies as st

from pbp import fair, games
from pbp.bundle import bundle_text, make_bundle
from pbp.verify import check_receipt, script, verify_file


@pytest.fixture(scope="module", autouse=True)
def the_toy_games_are_known():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(games, "GAMES", GAMES)
        yield


@pytest.fixture(scope="module")
def published(the_toy_games_are_known):
    return bundles()


def receipt(player="Zoë", words="HIT 2", serial=3, *, duel=7, step=1, key=SIGNING_KEY, **changed):
    """The receipt of an order of the raid; its salt and time are those of the facts."""
    taken = order(player, words, serial)
    facts = {"season": "2026-autumn", "duel": duel, "step": step, "player": player, "serial": serial, "order": words}
    return fair.make_receipt(key, **(facts | {"salt": taken.salt, "received": taken.received} | changed))


def verdict(held, bundle):
    """The checks that failed, and what was found about the order."""
    checks = check_receipt(held.text(), bundle)
    return [check.name for check in checks if not check.ok], checks[-1].detail


def test_the_receipt_of_an_order_that_counted(published):
    failed, detail = verdict(receipt(), published["raid"])
    assert failed == []
    assert "this order counted" in detail


def test_an_omitted_order_is_shown(published):
    facts = raid()
    without = replace(facts, steps=(replace(facts.steps[0], orders=facts.steps[0].orders[1:]),))
    failed, detail = verdict(receipt(), make_bundle(without, SIGNING_KEY))
    assert failed == ["receipt's order"]
    assert detail.startswith("OMITTED")


@pytest.mark.parametrize(
    "held",
    [
        receipt(words="HIT 4"), receipt(serial=2), receipt(serial=4), receipt(salt=bytes(32)),
        receipt(received=CLOSED - timedelta(hours=4)),
    ],
)  # fmt: skip
def test_a_replaced_order_is_shown(published, held):
    failed, detail = verdict(held, published["raid"])
    assert failed == ["receipt's order"]
    assert detail.startswith("REPLACED")


@pytest.mark.parametrize("serial", [3, 12])
def test_a_step_that_is_said_to_have_closed_before_a_signed_order_came_is_shown(published, serial):
    failed, detail = verdict(receipt(serial=serial, received=CLOSED), published["raid"])
    assert failed == ["receipt's order"]
    assert detail.startswith("LEFT OUT")
    assert "had closed" in detail


def test_a_wizard_with_a_signed_order_who_is_called_idle_is_shown(published):
    failed, detail = verdict(receipt("Bob", "HIT 1", 1), published["raid"])
    assert failed == ["receipt's order"]
    assert detail.startswith("LEFT OUT")
    assert "right only if you said IDLE" in detail


@pytest.mark.parametrize("held", [receipt(duel=9), receipt(season="2027-spring")])
def test_a_receipt_of_another_duel_is_not_taken_for_one_of_this(published, held):
    failed, detail = verdict(held, published["raid"])
    assert failed == ["receipt's order"]
    assert "the bundle is that of season 2026-autumn, duel 7" in detail


def test_an_order_that_was_taken_back_is_not_missed(published):
    failed, detail = verdict(receipt("Carol", "WITHDRAW", 8), published["raid"])
    assert failed == []
    assert "taken back" in detail


def test_an_order_that_stood_although_it_was_taken_back_is_shown(published):
    failed, detail = verdict(receipt("Zoë", "WITHDRAW", 4), published["raid"])
    assert failed == ["receipt's order"]
    assert detail.startswith("REPLACED")


def test_a_step_that_is_not_there_is_an_omission(published):
    failed, detail = verdict(receipt(step=2), published["raid"])
    assert failed == ["receipt's order"]
    assert "no step 2" in detail


def test_no_order_of_a_cancelled_duel_counts(published):
    failed, detail = verdict(receipt(), published["cancelled"])
    assert failed == []
    assert "cancelled" in detail


def test_an_order_that_a_correction_replaced_is_shown(published):
    kept, replaced = sums().steps[0].orders
    assert verdict(receipt(kept.player, kept.order, kept.serial, duel=8), published["sums"])[0] == []
    failed, detail = verdict(receipt(replaced.player, replaced.order, replaced.serial, duel=8), published["sums"])
    assert failed == ["receipt's order"]
    assert detail == 'REPLACED: a correction put "CALL 5" in its place. Why: Ann\'s letter had been misread'


def test_a_receipt_that_the_operator_did_not_sign_is_shown(published):
    assert verdict(receipt(key=bytes(32)), published["raid"])[0] == ["receipt's signature"]


def test_a_receipt_with_another_order_written_in_is_shown(published):
    held = replace(receipt(), order="HIT 4")
    assert verdict(held, published["raid"])[0] == ["receipt's digest", "receipt's order"]


def test_a_receipt_alone_is_checked_with_the_key_that_was_published(published):
    checks = check_receipt(receipt().text(), None, seen(published["raid"]))
    assert [check.ok for check in checks] == [True, True]
    assert not all(check.ok for check in check_receipt(receipt().text()))


def test_bundle_and_receipt_are_verified_in_one_report(published):
    known, quoted = seen(published["raid"]), f"> {receipt().text()}".replace("\n", "\n> ")
    report = verify_file(bundle_text(published["raid"]), known, receipt=quoted)
    assert report.ok
    assert any("this order counted" in line for line in report.lines)
    assert not verify_file(bundle_text(published["raid"]), known, receipt="lost").ok


@given(st.text(), st.text() | st.just(receipt().text()), st.none() | st.dictionaries(st.text(), st.integers()))
def test_no_text_makes_the_checks_of_a_receipt_raise(text, block, value):
    assert not all(check.ok for check in check_receipt(text, value))
    assert not all(check.ok for check in check_receipt(block, value))


def run_script(tmp_path, bundle, numbers=None):
    """The script on a bundle, for a reader who saw these numbers published: if not given, all that is in it."""
    if numbers is None:
        numbers = [bundle["anchor"], str(bundle["seed_index"]), *seen(bundle).commitments]
    (tmp_path / "script.py").write_text(script(), encoding="utf-8")
    (tmp_path / "bundle.json").write_text(bundle_text(bundle), encoding="utf-8")
    command = [sys.executable, "-I", "-S", "script.py", "bundle.json", *numbers]
    return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=60)


@pytest.mark.parametrize(
    "kind",
    [
        "raid", "raid by public dice", "raid with a ruling", "sums", "ended", "first raid", "first sums",
        "first raid by public dice", "first ended", "cancelled", "cancelled by public dice", "first cancelled",
    ],
)  # fmt: skip
def test_a_readers_own_script_confirms_every_kind_of_bundle(published, tmp_path, kind):
    done = run_script(tmp_path, published[kind])
    assert (done.returncode, done.stderr) == (0, "")
    assert "FAILED" not in done.stdout
    assert published[kind]["anchor"] in done.stdout
    assert all(step["commitment"] in done.stdout for step in published[kind].get("steps", []))


def test_the_script_is_short_and_needs_the_standard_library_alone():
    assert len(script().splitlines()) <= 200
    tree = ast.parse(script())
    imports = {name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names}
    imports |= {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert imports <= sys.stdlib_module_names


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("anchor",), "00" * 32), (("seed",), "00" * 32), (("seed_index",), 4710), (("path", 3), "00" * 32),
        (("path",), []), (("duel",), 8), (("season",), "2027-spring"), (("ring", "ring", 0), "Carol"),
        (("ring", "names"), ["Zoë", "Bob", "Carol", "alice"]), (("ring", "draws", 1, "value"), 4),
        (("ring", "draws"), []), (("ring",), None), (("setup", "wizards", 0, "name"), "Nobody"),
        (("setup", "spell_list", "wikitext"), ""), (("steps", 0, "blind"), "00" * 32),
        (("steps", 0, "commitment"), "00" * 32), (("steps", 0, "step"), 2), (("steps", 0, "orders"), []),
        (("steps", 0, "orders", 0, "order"), "HIT 4"), (("steps", 0, "orders", 0, "player"), "Bob"),
        (("steps", 0, "orders", 0, "serial"), 99), (("steps", 0, "orders", 0, "salt"), "00" * 32),
        (("steps", 0, "draws", 0, "value"), 5), (("steps", 0, "draws", 0, "of"), 0), (("begin", "draws"), [{}]),
        (("format",), None), (("steps",), 7),
    ],
)  # fmt: skip
def test_the_script_sees_what_was_changed(published, tmp_path, path, value):
    bundle = copy.deepcopy(published["raid"])
    inside = bundle
    for part in path[:-1]:
        inside = inside[part]
    assert inside[path[-1]] != value
    inside[path[-1]] = value
    done = run_script(tmp_path, bundle, [])
    lines = [line for line in done.stdout.splitlines() if line.startswith("FAILED")]
    assert any("signed" not in line and "you saw" not in line for line in lines), "not by the signature alone"
    assert (done.returncode, done.stderr) == (1, "")


def test_the_script_says_what_the_operator_decided_after_the_close(published, tmp_path):
    done = run_script(tmp_path, published["raid with a ruling"])
    looks = [line for line in done.stdout.splitlines() if line.startswith("LOOK")]
    assert ["amended" in looks[0], "voided" in looks[1], len(looks)] == [True, True, 2]


def test_the_script_fails_without_the_commitment_and_with_one_that_is_not_there(published, tmp_path):
    bundle = published["raid"]
    (commitment,) = seen(bundle).commitments
    assert run_script(tmp_path, bundle, [commitment]).returncode == 0
    for numbers in ([], [bundle["anchor"]], [commitment, "00" * 32], [commitment, "12"]):
        assert run_script(tmp_path, bundle, numbers).returncode == 1


def test_the_script_agrees_with_our_dice_whatever_the_orders(tmp_path):
    facts = raid()
    step = facts.steps[0]
    for serial in range(1, 6):
        orders = tuple(order(o.player, f"HIT {serial % 4 + 1}", serial) for o in step.orders)
        bundle = make_bundle(replace(facts, steps=(replace(step, orders=orders),)), SIGNING_KEY)
        assert run_script(tmp_path, bundle).returncode == 0


@pytest.mark.parametrize("text", ["", "[]", "{", json.dumps({"anchor": 1}), "[" * 100_000])
def test_the_script_says_of_anything_else_that_it_cannot_be_checked(tmp_path, text):
    (tmp_path / "script.py").write_text(script(), encoding="utf-8")
    (tmp_path / "bundle.json").write_text(text, encoding="utf-8")
    command = [sys.executable, "-I", "-S", "script.py", "bundle.json"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 1
    assert done.stdout.startswith("FAILED")

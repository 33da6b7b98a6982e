"""A bundle shows a duel so that any reader can work it out again, and no single field of it can be changed unseen."""

import copy
import html
import json
import re
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import replace
from operator import methodcaller
from typing import Any

import pytest
from fair.duels import CANCELLED, CLOSED, GAMES, LIST, SIGNING_KEY, bundles, ended, raid, seen, signed_anew, sums
from hypothesis import given, settings
from hypothesis import strategies as st

from pbp import fair, games
from pbp.bundle import bundle_text, make_bundle, replay_facts, scenario_text
from pbp.bundle.facts import SEED, Anchored
from pbp.bundle.form import find_bundle, read_bundle
from pbp.errors import FileFaults, ReplayMismatch
from pbp.text import shipped_texts
from pbp.text.markup import MARKUPS
from pbp.verify import Seen, check_bundle, verify_file
from pbp.verify.checks import numbers_in
from pbp.web.wikitext import render

KINDS = (
    "raid",
    "raid by public dice",
    "raid with a ruling",
    "sums",
    "ended",
    "first raid",
    "first raid by public dice",
    "first sums",
    "first ended",
    "cancelled",
    "cancelled by public dice",
    "first cancelled",
    "cancelled without a ring",
)
Change = tuple[str, dict[str, Any]]

OPERATORS_WORD = re.compile(
    r"steps\.\d+\.(comment|rolls\.urls(\..+)?|correction\.why)|amended\.why.*|voided.*|made_by|signature"
)
"""The fields for which a reader has the operator's signature alone: where things can be seen, why, what made it."""
OF_THE_FIRST_VERSION = re.compile(
    r"setup\.spell_list\.(title|revision|url)|sheet_revision|steps\.\d+\.(closed_at|orders\.\d+\.received)"
    r"|(ring|begin|steps\.\d+)\.rolls\.urls(\..+)?|steps\.\d+\.correction\.why|signature"
)
OF_A_CANCELLED_DUEL = re.compile(r"ring\.rolls\.urls(\..+)?|made_by|signature|duel|game|dice")
OF_A_FIRST_CANCELLED_DUEL = re.compile(rf"{OF_THE_FIRST_VERSION.pattern}|season|duel|game")
"""Nothing but the ring follows from a cancelled duel's seed."""


@pytest.fixture(scope="module", autouse=True)
def the_toy_games_are_known():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(games, "GAMES", GAMES)
        yield


@pytest.fixture(scope="module")
def published(the_toy_games_are_known):
    return bundles()


def failed(checks) -> list[str]:
    return [check.name for check in checks if not check.ok]


@pytest.mark.parametrize("kind", KINDS)
def test_a_bundle_is_verified_as_it_is_published(published, kind):
    bundle = published[kind]
    report = verify_file(bundle_text(bundle), seen(bundle))
    assert report.ok, report.lines
    assert failed(check_bundle(json.loads(bundle_text(bundle)))) == []


def test_every_kind_of_bundle_is_tested(published):
    assert tuple(published) == KINDS


def other(value: Any) -> list[Any]:
    """Values unlike a leaf: of its own kind where it has one, and of another."""
    if isinstance(value, bool):
        return [not value, int(value)]
    if isinstance(value, int):
        return [value + 1, float(value), *([bool(value)] if value in (0, 1) else [])]
    if value is None:
        return ["x", {}]
    if re.fullmatch("[0-9a-f]{64,}", value):
        return [value[:-1] + ("0" if value[-1] != "0" else "1"), value[:-1] + "A", value[:-2]]
    if re.fullmatch(r".*\.\d{6}Z", value):
        return [value[:-2] + ("1" if value[-2] != "1" else "2") + "Z", value[:-1]]
    return [value + "x", "x" + value, None]


def changes(whole: dict[str, Any], what: str | None = None) -> Iterator[Change]:
    """The bundle with one leaf changed, one field or item removed, or one added, each with its place."""

    def at(path: tuple[str | int, ...], change: Callable[[Any], None]) -> Change:
        changed = copy.deepcopy(whole)
        inside: Any = changed
        for part in path:
            inside = inside[part]
        change(inside)
        return ".".join(map(str, path)), changed

    def walk(value: Any, path: tuple[str | int, ...]) -> Iterator[Change]:
        pairs = value.items() if isinstance(value, dict) else enumerate(value)
        for key, item in list(pairs):
            here = ".".join(map(str, (*path, key)))
            yield f"{here} removed", at(path, methodcaller("pop", key))[1]
            if isinstance(item, dict | list):
                yield from walk(item, (*path, key))
            else:
                for new in other(item):
                    yield here, at(path, methodcaller("__setitem__", key, new))[1]
        where = ".".join(map(str, path))
        if isinstance(value, dict):
            yield f"{where}.extra added", at(path, lambda inside: inside.__setitem__("extra", "x"))[1]
        else:
            twin = value[-1] if value else "x"
            yield f"{where}.item added", at(path, lambda inside: inside.append(twin))[1]
            if len(value) > 1 and value[0] != value[-1]:
                yield f"{where} turned round", at(path, lambda inside: inside.reverse())[1]

    return walk(whole, ())


@pytest.mark.parametrize("kind", KINDS)
def test_no_field_can_be_changed_added_or_removed_unseen(published, kind):
    unseen = [place for place, changed in changes(published[kind]) if not failed(check_bundle(changed))]
    assert unseen == []


@pytest.mark.parametrize("kind", KINDS)
def test_the_operator_cannot_change_a_field_and_sign_anew_unseen(published, kind):
    """But for those fields that tell where, when and why, and enter nothing."""
    bundle = published[kind]
    unseen = [
        place for place, changed in changes(bundle) if not failed(check_bundle(signed_anew(changed), seen(bundle)))
    ]
    words = {
        (False, False): OPERATORS_WORD,
        (False, True): OF_A_CANCELLED_DUEL,
        (True, False): OF_THE_FIRST_VERSION,
        (True, True): OF_A_FIRST_CANCELLED_DUEL,
    }
    word = words["first" in kind, "cancelled" in kind]
    assert [place for place in unseen if not word.fullmatch(place.removesuffix(" removed"))] == []


def test_the_walk_reaches_every_leaf(published):
    bundle = {"a": {"b": [1, {"c": None}]}, "d": "x"}
    assert {place for place, _ in changes(bundle) if " " not in place} == {"a.b.0", "a.b.1.c", "d"}
    assert len(list(changes(published["raid"]))) > 300


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters(exclude_categories=[])),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=10,
)


@given(json_values)
def test_no_value_makes_the_checks_raise(value):
    assert failed(check_bundle(value)) == ["form"]


@given(data=st.data())
@settings(max_examples=300, deadline=None)
def test_whatever_stands_in_a_field_nothing_raises_and_it_is_seen(published, data):
    bundle = copy.deepcopy(published[data.draw(st.sampled_from(KINDS))])
    inside: Any = bundle
    while True:
        key = data.draw(st.sampled_from(sorted(inside) if isinstance(inside, dict) else range(len(inside))))
        if not isinstance(inside[key], dict | list) or not inside[key] or data.draw(st.booleans()):
            break
        inside = inside[key]
    before, inside[key] = inside[key], data.draw(json_values)
    same = json.dumps(before, sort_keys=True) == json.dumps(inside[key], sort_keys=True)
    assert bool(failed(check_bundle(bundle))) != same


@pytest.mark.parametrize("place", ["options", "duel", "rulings"])
def test_a_bundle_nested_without_end_fails_and_does_not_raise(published, place):
    bundle = copy.deepcopy(published["raid"])
    deep: Any = 1
    for _ in range(100_000):
        deep = [deep]
    bundle["setup"][place] = deep
    assert "signature" in failed(check_bundle(bundle))


@pytest.mark.parametrize("text", ["", "{", "[" * 100_000, '{"format": "pbp-bundle/2"}', "null", '"pbp"', "<html>"])
def test_a_text_without_a_bundle_is_not_verified(text):
    report = verify_file(text)
    assert not report.ok
    assert report.lines[0].startswith("FAILED  form:")


def test_what_a_bundle_says_cannot_steer_the_terminal(published):
    bundle = copy.deepcopy(published["raid"])
    bundle["steps"][0]["orders"][0]["order"] = "HIT\x1b[2J\n2"
    report = verify_file(json.dumps(signed_anew(bundle)))
    assert not report.ok
    assert all(line.isprintable() for line in report.lines)


@pytest.mark.parametrize(
    "page",
    [
        "<html><pre>{}</pre></html>", "Wizard Duel 7\n\n<pre>\n{}\n</pre>\n[[Category:Duels]]", "   {}", "{} more",
        'a "{{" and {{"format": "pbp-nonsense"}} and {}',
    ],
)  # fmt: skip
def test_a_bundle_is_found_on_the_page_that_shows_it(published, page):
    bundle = published["raid"]
    assert find_bundle(page.format(bundle_text(bundle))) == bundle


def test_a_bundle_is_found_where_a_site_has_escaped_it(published):
    bundle = published["raid"]
    escaped = bundle_text(bundle).replace('"', "&quot;").replace("'", "&#39;")
    assert find_bundle(f"<pre>{escaped}</pre>") == bundle


@pytest.mark.parametrize("markup", sorted(MARKUPS))
def test_a_bundle_is_found_on_the_audit_page_in_every_markup(published, markup):
    for bundle in published.values():
        assert find_bundle(audit_page(bundle, markup)) == bundle


def audit_page(bundle, markup):
    """The page that shows a bundle."""
    facts = {"audit": bundle, "bundle": bundle_text(bundle), "season_url": "https://wiki.example"}
    return shipped_texts().render("wiki/audit", markup, **facts)


def test_people_read_on_the_audit_page_what_was_committed_to_and_revealed(published):
    for bundle in published.values():
        words = audit_page(bundle, "plain").partition('"format"')[0]
        assert bundle["anchor"] in words and bundle["seed"] in words and f"seed number {bundle['seed_index']}" in words
        for step in bundle.get("steps", ()):
            assert step["commitment"] in words and all(order["player"] in words for order in step["orders"])
        assert ("never shown" in words) is ("steps" not in bundle)


def test_no_words_of_an_order_stand_before_the_bundle(published):
    """A reader's program takes the first bundle of a page: an order could look like one."""
    for bundle in published.values():
        for markup in MARKUPS:
            assert "{" not in html.unescape(audit_page(bundle, markup)).partition('"format"')[0].rstrip("{ \n")
        words = audit_page(bundle, "plain").partition('"format"')[0]
        assert not any(order["order"] in words for step in bundle.get("steps", ()) for order in step["orders"])


def test_a_bundle_is_found_on_the_audit_page_of_the_embedded_site(published):
    bundle = published["raid"]
    wikitext = audit_page(bundle, "wikitext")
    assert find_bundle("".join(section.html for section in render(wikitext))) == bundle


def test_a_published_text_is_harmless_where_it_is_shown(published):
    text = bundle_text(published["raid"])
    assert text.isascii()
    assert not set("<>&~") & set(text)
    assert json.loads(text) == published["raid"]


def test_the_facts_are_read_back_from_the_bundle(published):
    assert read_bundle(published["sums"]) == sums()
    assert read_bundle(published["ended"]) == ended()
    assert read_bundle(published["cancelled"]) == CANCELLED


@pytest.mark.parametrize("facts", [raid(), sums(), ended()])
def test_the_scenario_file_has_the_rolls_and_the_orders_that_were_resolved(facts):
    replayed = replay_facts(facts)
    values = tomllib.loads(scenario_text(facts, replayed))
    assert values["rolls"] == [draw.value for draws in (replayed.begin_draws, *replayed.draws) for draw in draws]
    assert len(values["steps"]) == len(facts.steps)
    assert values["game"] == facts.game.name.split("/")[0]


def test_a_corrected_step_is_played_in_the_scenario_as_corrected():
    values = tomllib.loads(scenario_text(sums(), replay_facts(sums())))
    assert values["steps"][0]["orders"] == {"Ben": "CALL 1", "Ann": "CALL 5"}


@pytest.mark.parametrize("text", ['a """ b', "a\r\nb\r", "\\x \\\n y", "\x7f\x00\t", '\'\'\' """"\n"', "\n\n"])
def test_any_spell_list_survives_the_scenario_file(text):
    facts = raid()
    setup = {**facts.setup, "spell_list": {**LIST, "wikitext": text}}
    facts = replace(facts, setup=setup)
    assert tomllib.loads(scenario_text(facts, replay_facts(facts)))["spell_list"] == {"wikitext": text}
    assert failed(check_bundle(make_bundle(facts, SIGNING_KEY))) == []


def test_no_bundle_is_made_with_a_ring_that_was_not_drawn():
    facts = raid()
    setup = {**facts.setup, "wizards": list(reversed(facts.setup["wizards"]))}
    with pytest.raises(ReplayMismatch, match="ring of duel 7"):
        make_bundle(replace(facts, setup=setup), SIGNING_KEY)


def test_orders_are_shown_by_seat_in_whatever_order_they_came():
    facts = raid()
    step = facts.steps[0]
    turned = replace(facts, steps=(replace(step, orders=step.orders[::-1]),))
    assert make_bundle(turned, SIGNING_KEY) == make_bundle(facts, SIGNING_KEY)


def test_an_order_that_came_at_the_closing_instant_did_not_come_before_it():
    facts = raid()
    step = facts.steps[0]
    late = replace(step, orders=(replace(step.orders[0], received=CLOSED), *step.orders[1:]))
    bundle = make_bundle(replace(facts, steps=(late,)), SIGNING_KEY)
    assert failed(check_bundle(bundle)) == ["step 1, orders"]


def test_a_seed_of_another_season_is_seen():
    facts = raid()
    bundle = make_bundle(replace(facts, anchor=bytes(32)), SIGNING_KEY)
    assert failed(check_bundle(bundle)) == ["anchor"]
    anchor = fair.season_anchor(facts.season, bytes(32), fair.public_key(SIGNING_KEY), SEED)
    other = replace(facts, anchor=anchor, anchored=Anchored(bytes(32), SEED))
    assert failed(check_bundle(make_bundle(other, SIGNING_KEY))) == ["seed"]


def test_rules_that_this_version_does_not_know_are_named():
    bundle = make_bundle(raid(), SIGNING_KEY) | {"game": "ring-raid/2"}
    (check,) = check_bundle(bundle)
    assert not check.ok
    assert "ring-raid/2" in check.detail


@pytest.mark.parametrize(
    ("what", "name"),
    [
        ({"anchor": "00" * 32}, "anchor as published"), ({"public_key": "00" * 32}, "public key as published"),
        ({"seed_index": 1}, "seed index as announced"),
        ({"commitments": (), "texts": frozenset(["00" * 32])}, "step 1, commitment as published"),
    ],
)  # fmt: skip
def test_what_the_reader_saw_published_is_compared(published, what, name):
    bundle = published["raid"]
    assert failed(check_bundle(bundle, replace(seen(bundle), **what))) == [name]


def test_a_commitment_that_was_seen_has_to_be_that_of_a_step_and_every_step_needs_one(published):
    bundle = published["sums"]
    given = seen(bundle)
    other = replace(given, commitments=("00" * 32, *given.commitments[1:]))
    assert failed(check_bundle(bundle, other)) == ["commitment as published", "step 1, commitment as published"]
    assert failed(check_bundle(bundle, replace(given, commitments=given.commitments[:2]))) == [
        "step 3, commitment as published"
    ]


def test_without_a_commitment_that_was_seen_a_bundle_proves_little_and_fails(published):
    text, anchor = json.dumps(published["raid"]), published["raid"]["anchor"]
    report = verify_file(text, Seen(anchor=anchor))
    assert not report.ok
    assert any(line.startswith("FAILED  commitments as published") and "proves little" in line for line in report.lines)
    alone = verify_file(text, Seen(anchor=anchor), alone=True)
    assert alone.ok
    assert any(line.startswith("note") and "proves little" in line for line in alone.lines)


def test_the_numbers_on_the_pages_that_the_reader_saw_are_looked_up(published):
    bundle = published["sums"]
    page = f"<p>Commitment to them: {' '.join(seen(bundle).commitments).upper()}</p><p>Anchor: {bundle['anchor']}.</p>"
    assert verify_file(json.dumps(bundle), Seen(texts=numbers_in(page), seed_index=0)).ok
    assert not verify_file(json.dumps(bundle), Seen(texts=numbers_in(page[:200]), seed_index=0)).ok


@pytest.mark.parametrize("value", [{"anchor": []}, {"anchored": [], "steps": 7}, {"steps": [], "anchor": {}}, [], 1])
def test_no_value_makes_a_report_raise(value):
    assert not verify_file(json.dumps(value), Seen(texts=frozenset(["00" * 32]))).ok


def test_a_bundle_does_not_confirm_itself(published):
    bundle = published["sums"]
    assert numbers_in(f"<p>{bundle['anchor']}</p><pre>{bundle_text(bundle)}</pre>") == frozenset()


def test_what_was_not_compared_is_said(published):
    bundle = published["raid"]
    notes = [line for line in verify_file(json.dumps(bundle), alone=True).lines if line.startswith("note")]
    assert len(notes) == 4
    older = verify_file(json.dumps(published["first raid"]), alone=True).lines
    assert any("the public key in the season's post" in line for line in older), "the anchor of that time fixes no key"
    notes = [line for line in verify_file(json.dumps(bundle), seen(bundle)).lines if line.startswith("note")]
    assert notes == ["note    made by pbp 0.1.0: the operator's word, on which nothing else hangs"]


@pytest.mark.parametrize("kind", ["cancelled", "cancelled by public dice", "cancelled without a ring"])
def test_a_cancelled_duel_shows_its_seed_and_ring_and_nothing_else(published, kind):
    assert set(published[kind]) == {
        "format", "season", "anchor", "anchored", "public_key", "duel", "game", "dice", "seed_index", "seed", "path",
        "ring", "made_by", "signature",
    }  # fmt: skip


def test_a_fault_of_the_form_is_told_with_its_place(published):
    bundle = copy.deepcopy(published["raid"])
    bundle["steps"][0]["blind"] = "b1"
    with pytest.raises(FileFaults) as caught:
        read_bundle(bundle)
    assert caught.value.faults[0].path == ("steps", 0, "blind")

"""The checks of one bundle."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import replace
from importlib import resources
from typing import Any

from pbp import adjudicate, bundle, fair
from pbp.bundle.facts import (
    FIRST,
    ROLLS,
    SEED,
    CancelledFacts,
    ClosedStep,
    DuelFacts,
    Rolled,
    digests_readings,
    root_of,
)
from pbp.bundle.form import find_bundle, read_bundle
from pbp.errors import FileFaults
from pbp.fair import RevealedSeed
from pbp.games.replay import Replayed, seats, state_digest
from pbp.verify.checks import Broken, Check, Report, Seen, checked, report, same, told
from pbp.verify.later import later_checks
from pbp.verify.receipts import check_receipt

ALONE = (
    "none was given, and by itself a bundle proves little: that it fits itself, not that it was fixed before the"
    " result was known. Give each with --commitment, or with --seen the page on which you saw it"
)


def script() -> str:
    """A reader's own program, of the standard library alone: checks all of a bundle but what the spells did."""
    return resources.files("pbp.verify").joinpath("script.py").read_text(encoding="utf-8")


def verify_file(text: str, seen: Seen | None = None, receipt: str | None = None, *, alone: bool = False) -> Report:
    """The report on a published bundle (a file, or a page that shows one) and, if given, on a receipt's text.

    Without a commitment that the reader saw published it fails, unless `alone` says that this is known.
    """
    seen = seen or Seen()
    try:
        found = find_bundle(text)
    except FileFaults as error:
        return report([Check("form", False, str(error))])
    checks = check_bundle(found, seen)
    if receipt is not None:
        checks += check_receipt(receipt, found, seen)
    notes = _of_maker(found) if all(check.ok for check in checks) else []
    if isinstance(found, dict) and found.get("steps") and not (seen.commitments or seen.texts):
        if alone:
            notes.append(f"commitments as published: {ALONE}")
        else:
            checks.append(Check("commitments as published", False, ALONE))
    fixes_key = isinstance(found, dict) and bool(found.get("anchored"))
    missing = {
        "the anchor in the season's post": seen.anchor is None and not _is_among(found, "anchor", seen),
        "the public key in the season's post": seen.public_key is None and not fixes_key,
        "the seed's index in the duel's post": seen.seed_index is None,
    }
    return report(checks, notes + [f"not compared, as it was not given: {what}" for what, so in missing.items() if so])


def _of_maker(value: Any) -> list[str]:
    """Which pbp made a bundle, if it says so: a note and no check, as whoever signs it can write what he likes."""
    made_by = value.get("made_by") if isinstance(value, dict) else None
    return [f"made by {made_by}: the operator's word, on which nothing else hangs"] if made_by else []


def _is_among(value: Any, key: str, seen: Seen) -> bool:
    """Whether a number of a bundle stands on the pages that the reader saw."""
    return isinstance(value, dict) and isinstance(value.get(key), str) and value[key] in seen.texts


def check_bundle(value: Any, seen: Seen | None = None) -> list[Check]:
    """Every check of a bundle (a value of JSON, from anywhere), also against what was seen. Never raises.

    They cover every field: changing one alone makes at least one of them fail.
    """
    seen = seen or Seen()
    try:
        facts = read_bundle(value)
    except Exception as error:
        return [Check("form", False, told(error))]
    checks = [Check("form", True, f"{value['format']}, every field there and no other")]
    checks.append(checked("signature", _signature, value))
    checks.append(checked("anchor", _anchor, value, facts))
    checks.append(checked("seed", _leads, "the seed", facts.seed, facts))
    checks += _compared(value, seen)
    if isinstance(facts, DuelFacts):
        return checks + _duel_checks(value, facts)

    def ring() -> str:
        same(bundle.cancelled_contents(facts, bytes.fromhex(value["public_key"])), _unsigned(value), "it")
        return "drawn from the seed" if value["ring"] else "this game draws none"

    return [*checks, checked("ring", ring), *_dice_source(facts, [("ring", value["ring"])])]


def _unsigned(value: Mapping[str, Any]) -> dict[str, Any]:
    return {key: item for key, item in value.items() if key != "signature"}


def _signature(value: Mapping[str, Any]) -> str:
    if not fair.is_signed(bytes.fromhex(value["public_key"]), bytes.fromhex(value["signature"]), _unsigned(value)):
        raise Broken("the operator's key did not sign this bundle as it stands")
    return f"by the key {value['public_key']}"


def _anchor(value: Mapping[str, Any], facts: DuelFacts | CancelledFacts) -> str:
    if facts.anchored is None:
        return f"{facts.anchor.hex()} is the root of the season's seeds, and fixes nothing else"
    key = bytes.fromhex(value["public_key"])
    if fair.season_anchor(facts.season, facts.anchored.root, key, facts.anchored.dice) != facts.anchor:
        raise Broken(f"{facts.anchor.hex()} is not that of a season with these seeds, this key and these dice")
    return (
        f"{facts.anchor.hex()} fixes the seeds, the key, and that the dice of ring duels are {_of(facts.anchored.dice)}"
    )


def _of(dice: str) -> str:
    return "those of a public roller" if dice == ROLLS else "drawn from the seeds"


def _leads(what: str, seed: RevealedSeed, facts: DuelFacts | CancelledFacts) -> str:
    if not seed.leads_to(root_of(facts)):
        raise Broken(f"{what} is not number {seed.index} of the season with the anchor {facts.anchor.hex()}")
    return f"{what} is number {seed.index} of the season with the anchor {facts.anchor.hex()}"


def _compared(value: Mapping[str, Any], seen: Seen) -> list[Check]:
    """The fields that the reader saw elsewhere. If any commitment was seen, that of each step has to be."""
    anchor = seen.anchor or (value["anchor"] if _is_among(value, "anchor", seen) else None)
    pairs: list[tuple[str, Any, Any]] = [
        ("anchor as published", anchor and anchor.strip().lower(), value["anchor"]),
        ("public key as published", seen.public_key and seen.public_key.strip().lower(), value["public_key"]),
        ("seed index as announced", seen.seed_index, value["seed_index"]),
    ]
    checks = [
        Check(name, published == found, f"published {published}, in the bundle {found}")
        for name, published, found in pairs
        if published is not None
    ]
    given = [commitment.strip().lower() for commitment in seen.commitments]
    inside = [step["commitment"] for step in value.get("steps", [])]
    checks += [
        Check("commitment as published", False, f"{commitment} is in no step of this bundle")
        for commitment in given
        if commitment not in inside
    ]
    if given or seen.texts:
        for number, commitment in enumerate(inside, 1):
            ok = commitment in given or commitment in seen.texts
            detail = f"{commitment} was published" if ok else f"{commitment} is not among those that were seen"
            checks.append(Check(f"step {number}, commitment as published", ok, detail))
    return checks


def _duel_checks(value: Mapping[str, Any], facts: DuelFacts) -> list[Check]:
    checks = [checked("ring", _ring, value, facts)]
    for number, step in enumerate(facts.steps, 1):
        checks.append(checked(f"step {number}, commitment", _commitment, value, facts, number))
        checks.append(checked(f"step {number}, orders", _orders, step, facts))
        if step.seed:
            checks.append(checked(f"step {number}, seed", _leads, "its own seed", step.seed, facts))
    parts = [("ring", value["ring"]), ("beginning", value["begin"])]
    checks += _dice_source(facts, [*parts, *((f"step {n}", entry) for n, entry in enumerate(value["steps"], 1))])
    try:
        replayed = bundle.replay_facts(facts)
    except Exception as error:
        return [*checks, Check("replay", False, told(error))]
    if _reads_otherwise(value, facts, replayed):
        replayed = replace(replayed, digests=_digests(value))
        checks.append(Check("readings", True, _READ_OTHERWISE, look=True))
    return [
        *checks,
        checked("start", _start, facts),
        checked("dice", _dice, value, replayed),
        checked("states", _states, value, replayed),
        checked("result", _result, value, facts, replayed),
        checked("scenario", _scenario, value, facts, replayed),
        checked("nothing besides", _whole, value, facts, replayed),
        *later_checks(facts, replayed),
    ]


def _dice_source(facts: DuelFacts | CancelledFacts, parts: list[tuple[str, Any]]) -> list[Check]:
    """Whether every number comes from where the season and the duel say; the first version did not say."""
    if facts.version == FIRST:
        detail = (
            "this is a bundle of the first version: its commitments cover the spell list and the orders alone. For"
            " Stars, idle, options, rulings and where the dice come from there is the operator's word"
        )
        return [Check("version", True, detail, look=True)]
    checks = [checked("source of the dice", _from_source, facts, parts)]
    if facts.dice == ROLLS:
        urls = [url for _, part in parts if part and "rolls" in part for url in part["rolls"]["urls"]]
        detail = f"see that the numbers stand at these addresses, and were asked for first: {', '.join(urls) or 'none'}"
        checks.append(Check("public dice", True, detail, look=True))
    if facts.anchored is None:
        detail = f"the season's anchor does not say where dice come from; this duel's are {_of(facts.dice)}"
        checks.append(Check("season of the first version", True, detail, look=True))
    return checks


def _from_source(facts: DuelFacts | CancelledFacts, parts: list[tuple[str, Any]]) -> str:
    in_ring = parts[0][1] is not None
    if facts.dice != (facts.anchored.dice if facts.anchored else facts.dice) if in_ring else facts.dice != SEED:
        raise Broken(f"the dice of this duel are {_of(facts.dice)}, and the season's anchor says otherwise")
    for what, part in parts:
        part = part or {"draws": []}
        wanted = sum(not draw.get("secret") for draw in part["draws"]) if facts.dice == ROLLS else 0
        rolls = part["rolls"]["values"] if "rolls" in part else []
        if len(rolls) != wanted or ("rolls" in part) != (wanted > 0):
            raise Broken(f"{what}: {wanted} numbers have to be a public roller's, and {len(rolls)} are shown")
    return f"each number is {'that of a public roller, but the secret ones' if facts.dice == ROLLS else 'of the seed'}"


def _start(facts: DuelFacts) -> str:
    """Whether the changes by decision since the duel before give the values of the start."""
    if facts.previous is None:
        if facts.version != FIRST and "wizards" in facts.setup:
            raise Broken("it is not said which duel came before")
        return "nothing is carried over from another duel"
    if "wizards" not in facts.setup:
        raise Broken("a contest of two carries nothing over from another duel")
    present = {wizard["name"]: bundle.values_at_start(wizard) for wizard in facts.setup["wizards"]}
    for change in facts.previous["changes"]:
        if change["wizard"] not in present:
            raise Broken(f"a change is told of {change['wizard']}, who is not in the ring")
        same(change["to"], present[change["wizard"]].get(change["what"]), f"{change['wizard']}'s {change['what']}")
    changes = [f"{c['wizard']} {c['what']} {c['from']} to {c['to']} ({c['why']})" for c in facts.previous["changes"]]
    before = f"duel {facts.previous['duel']}" if facts.previous["duel"] is not None else "no duel"
    return f"after {before}; changed by decision since: {', '.join(changes) or 'nothing'}"


def _ring(value: Mapping[str, Any], facts: DuelFacts) -> str:
    names = bundle.names_in_ring(facts.setup)
    same(bundle.ring_entry(facts.seed, facts.duel, names, facts.ring_rolls), value["ring"], "the ring")
    if names is None:
        return "this game draws none"
    if tuple(value["ring"]["ring"]) != names:
        raise Broken("the wizards do not stand in the order that was drawn")
    return f"drawn from the seed{_rolled(facts.ring_rolls)}: {', '.join(names)}"


def _rolled(rolls: Rolled | None) -> str:
    return f", after the numbers rolled at {', '.join(rolls.urls)}" if rolls else ""


def _commitment(value: Mapping[str, Any], facts: DuelFacts, number: int) -> str:
    entry = value["steps"][number - 1]
    if entry["step"] != number or type(entry["step"]) is not int:
        raise Broken(f"this step bears the number {entry['step']}")
    before = value["begin"] if number == 1 else value["steps"][number - 2]
    if bundle.step_commitment(facts, number, before["state_digest"]).hex() != entry["commitment"]:
        raise Broken("what is shown is not what was committed to")
    covers = "the spell list" if facts.version == FIRST else "the setup, the state before, the dice, the time"
    return f"{entry['commitment']} is over {covers} and the orders shown ({len(entry['orders'])})"


def _orders(step: ClosedStep, facts: DuelFacts) -> str:
    shown = [order.player for order in step.orders]
    if shown != [player for player in seats(facts.setup) if player in shown]:
        raise Broken("the orders are not one a player, by seat")
    late = [order.player for order in step.orders if order.received >= step.closed_at]
    if late:
        raise Broken(f"the order of {late[0]} did not come before the step closed")
    return f"one a player, by seat, each from before {fair.stamp(step.closed_at)}"


def _dice(value: Mapping[str, Any], replayed: Replayed) -> str:
    same(bundle.draw_entries(replayed.begin_draws), value["begin"]["draws"], "a draw of the beginning")
    for number, (draws, entry) in enumerate(zip(replayed.draws, value["steps"], strict=True), 1):
        same(bundle.draw_entries(draws), entry["draws"], f"a draw of step {number}")
    count = len(replayed.begin_draws) + sum(map(len, replayed.draws))
    return f"numbers drawn: {count}, each the one that seed and orders give"


def _states(value: Mapping[str, Any], replayed: Replayed) -> str:
    found = _digests(value)
    for number, (expected, digest) in enumerate(zip(replayed.digests, found, strict=True)):
        same(expected, digest, f"the state after step {number}" if number else "the state at the beginning")
    return f"played again by the rules {value['game']}; states that are the same: {len(found)}"


_READ_OTHERWISE = (
    "digests of states were over how spells were read when this bundle was made, and not over their words alone; this"
    " pbp reads some otherwise, so that its states stand on the operator's word. All else is checked, the result too"
)


def _reads_otherwise(value: Mapping[str, Any], facts: DuelFacts, replayed: Replayed) -> bool:
    """Whether digests of states differ that are over readings, which only the pbp of that day can repeat."""
    if not digests_readings(facts.version) or replayed.digests == _digests(value):
        return False
    return all(
        state_digest(facts.game, state, readings=True) != state_digest(facts.game, state) for state in replayed.states
    )


def _digests(value: Mapping[str, Any]) -> tuple[str, ...]:
    """The digests of states that a bundle shows, from that of the beginning."""
    return (value["begin"]["state_digest"], *(entry["state_digest"] for entry in value["steps"]))


def _result(value: Mapping[str, Any], facts: DuelFacts, replayed: Replayed) -> str:
    expected = bundle.result_entry(facts, replayed)
    same(expected["outcome"], value["outcome"], "the outcome")
    same(expected["view"], value["view"], "the final view")
    return "outcome and final state are those of the replay"


def _scenario(value: Mapping[str, Any], facts: DuelFacts, replayed: Replayed) -> str:
    values = tomllib.loads(value["scenario"])
    same(bundle.scenario(facts, replayed), values, "the scenario file")
    played = adjudicate.play(values, suggestions=False, rules=facts.game)
    result = bundle.plain(played.result)
    if played.status != adjudicate.PLAYED or any(step["refused"] for step in result["steps"]) or result["rolls_left"]:
        raise Broken("the scenario file does not play to its end")
    same(result["outcome"], value["outcome"], "the outcome")
    if result["steps"]:
        same(result["steps"][-1]["state"], value["view"], "the final view")
    return "pbp adjudicate plays it to the same result"


def _whole(value: Mapping[str, Any], facts: DuelFacts, replayed: Replayed) -> str:
    expected = bundle.contents(facts, replayed, bytes.fromhex(value["public_key"])) | {"scenario": value["scenario"]}
    same(expected, _unsigned(value), "some field")
    return "the bundle made again from its facts is the same"

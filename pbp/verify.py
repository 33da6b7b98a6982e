"""What a reader can check of a published duel, or of a receipt, by working everything out again.

Nothing here raises for what a file says: a file that cannot be checked has failed. The checks stand on what the
reader saw published elsewhere and before: the season's anchor and public key, the seed's index in the duel's post,
the commitment in each commence comment. What the reader does not hand in is taken from the bundle, and said so.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from importlib import resources
from typing import Any

from pbp import adjudicate, bundle, fair
from pbp.bundle import ClosedStep, DuelFacts
from pbp.bundle_form import find_bundle, read_bundle
from pbp.dice import canonical_json
from pbp.errors import FileFaults, PbpError
from pbp.fair import Receipt, RevealedSeed, read_receipt
from pbp.games.replay import Replayed, seats


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was checked, whether it holds, and what was found."""

    name: str
    ok: bool
    detail: str


@dataclass(frozen=True, slots=True)
class Seen:
    """What the reader saw published, in hexadecimal; what was not seen is left out."""

    anchor: str | None = None
    public_key: str | None = None
    seed_index: int | None = None
    commitments: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Report:
    """What a reader is told, a line each, and whether every check holds."""

    ok: bool
    lines: tuple[str, ...]


class _Broken(Exception):
    """A check does not hold; the text says why."""


def script() -> str:
    """A reader's own program, of the standard library alone: checks anchor, commitments, ring and dice of a bundle."""
    return resources.files("pbp").joinpath("verify_script.py").read_text(encoding="utf-8")


def verify_file(text: str, seen: Seen | None = None, receipt: str | None = None) -> Report:
    """The report on a published bundle (a file, or a page that shows one) and, if given, on a receipt's text."""
    seen = seen or Seen()
    try:
        found = find_bundle(text)
    except FileFaults as error:
        return report([Check("form", False, str(error))])
    checks = check_bundle(found, seen)
    if receipt is not None:
        checks += check_receipt(receipt, found, seen)
    missing = {
        "the anchor in the season's post": seen.anchor is None,
        "the public key in the season's post": seen.public_key is None,
        "the seed's index in the duel's post": seen.seed_index is None,
        "the commitment in each commence comment": not seen.commitments,
    }
    return report(checks, [f"not compared, as it was not given: {what}" for what, so in missing.items() if so])


def report(checks: list[Check], notes: Collection[str] = ()) -> Report:
    """Checks as lines to print, harmless in any terminal."""
    failed = sum(not check.ok for check in checks)
    lines = [f"{'ok' if check.ok else 'FAILED':<8}{check.name}: {check.detail}" for check in checks]
    lines += [f"{'note':<8}{note}" for note in notes]
    lines.append(
        f"NOT verified: {failed} of {len(checks)} checks failed." if failed else f"Verified: {len(checks)} checks hold."
    )
    return Report(not failed, tuple("".join(c if c.isprintable() else "\ufffd" for c in line) for line in lines))


def check_bundle(value: Any, seen: Seen | None = None) -> list[Check]:
    """Every check of a bundle (a value of JSON, from anywhere). Never raises.

    They cover every field: changing one alone makes at least one of them fail.
    """
    seen = seen or Seen()
    try:
        facts = read_bundle(value)
    except Exception as error:
        return [Check("form", False, _place(error))]
    checks = [Check("form", True, f"{value['format']}, every field there and no other")]
    checks.append(_check("signature", _signature, value))
    checks.append(_check("seed", _leads, "the seed", facts.seed, facts.anchor))
    checks += _compared(value, seen)
    if isinstance(facts, DuelFacts):
        return checks + _duel_checks(value, facts)

    def ring() -> str:
        _same(bundle.cancelled_contents(facts, bytes.fromhex(value["public_key"])), _unsigned(value), "it")
        return "drawn from the seed" if value["ring"] else "this game draws none"

    return [*checks, _check("ring", ring)]


def check_receipt(text: str, value: Any = None, seen: Seen | None = None) -> list[Check]:
    """What a receipt proves: by itself, and against the bundle of its duel if that is given. Never raises."""
    seen = seen or Seen()
    try:
        receipt = read_receipt(text)
    except FileFaults as error:
        return [Check("receipt", False, str(error))]
    checks = [_check("receipt's digest", _own_digest, receipt)]
    key = seen.public_key or (value.get("public_key") if isinstance(value, dict) else None)
    checks.append(_check("receipt's signature", _receipt_signature, receipt, key))
    if value is not None:
        checks.append(_check("receipt's order", _counted, receipt, value))
    return checks


def _check(name: str, test: Callable[..., str], *about: Any) -> Check:
    try:
        return Check(name, True, test(*about))
    except Exception as error:  # a bundle may come from anyone: whatever it breaks is a check that fails
        return Check(name, False, _place(error))


def _place(error: Exception) -> str:
    if isinstance(error, FileFaults):
        fault = error.faults[0]
        return f"{'.'.join(map(str, fault.path))}: {fault.reason}" if fault.path else fault.reason
    if isinstance(error, _Broken | PbpError):
        return str(error)
    return f"cannot be checked ({type(error).__name__}: {error})"


def _unsigned(value: Mapping[str, Any]) -> dict[str, Any]:
    return {key: item for key, item in value.items() if key != "signature"}


def _same(expected: Any, found: Any, what: str) -> None:
    """Compares as JSON, where true is not 1 and 1.0 is not 1."""
    if canonical_json(expected) != canonical_json(found):
        raise _Broken(f"{what} does not follow from the rest of the bundle")


def _signature(value: Mapping[str, Any]) -> str:
    if not fair.is_signed(bytes.fromhex(value["public_key"]), bytes.fromhex(value["signature"]), _unsigned(value)):
        raise _Broken("the operator's key did not sign this bundle as it stands")
    return f"by the key {value['public_key']}"


def _leads(what: str, seed: RevealedSeed, anchor: bytes) -> str:
    if not seed.leads_to(anchor):
        raise _Broken(f"{what} is not number {seed.index} of the season with the anchor {anchor.hex()}")
    return f"{what} is number {seed.index} of the season with the anchor {anchor.hex()}"


def _compared(value: Mapping[str, Any], seen: Seen) -> list[Check]:
    """The fields that the reader saw elsewhere."""
    pairs: list[tuple[str, Any, Any]] = [
        ("anchor as published", seen.anchor and seen.anchor.strip().lower(), value["anchor"]),
        ("public key as published", seen.public_key and seen.public_key.strip().lower(), value["public_key"]),
        ("seed index as announced", seen.seed_index, value["seed_index"]),
    ]
    checks = [
        Check(name, published == found, f"published {published}, in the bundle {found}")
        for name, published, found in pairs
        if published is not None
    ]
    inside = [step["commitment"] for step in value.get("steps", [])]
    for published in seen.commitments:
        ok = published.strip().lower() in inside
        where = "is that of a step" if ok else "is in no step of this bundle"
        checks.append(Check("commitment as published", ok, f"{published.strip()} {where}"))
    return checks


def _duel_checks(value: Mapping[str, Any], facts: DuelFacts) -> list[Check]:
    checks = [_check("ring", _ring, value, facts)]
    for number, (entry, step) in enumerate(zip(value["steps"], facts.steps, strict=True), 1):
        checks.append(_check(f"step {number}, commitment", _commitment, entry, facts, number))
        checks.append(_check(f"step {number}, orders", _orders, step, facts))
        if step.seed:
            checks.append(_check(f"step {number}, seed", _leads, "its own seed", step.seed, facts.anchor))
    try:
        replayed = bundle.replay_facts(facts)
    except Exception as error:
        return [*checks, Check("replay", False, _place(error))]
    return [
        *checks,
        _check("dice", _dice, value, replayed),
        _check("states", _states, value, replayed),
        _check("result", _result, value, facts, replayed),
        _check("scenario", _scenario, value, facts, replayed),
        _check("nothing besides", _whole, value, facts, replayed),
    ]


def _ring(value: Mapping[str, Any], facts: DuelFacts) -> str:
    names = bundle.names_in_ring(facts.setup)
    _same(bundle.ring_entry(facts.seed, facts.duel, names, facts.ring_rolls), value["ring"], "the ring")
    if names is None:
        return "this game draws none"
    if tuple(value["ring"]["ring"]) != names:
        raise _Broken("the wizards do not stand in the order that was drawn")
    return f"drawn from the seed{_rolled(facts.ring_rolls)}: {', '.join(names)}"


def _rolled(rolls: bundle.Rolled | None) -> str:
    return f", after the numbers rolled at {', '.join(rolls.urls)}" if rolls else ""


def _commitment(entry: Mapping[str, Any], facts: DuelFacts, number: int) -> str:
    if entry["step"] != number or type(entry["step"]) is not int:
        raise _Broken(f"this step bears the number {entry['step']}")
    if bundle.step_commitment(facts, number).hex() != entry["commitment"]:
        raise _Broken("the spell list and the orders shown are not those that were committed to")
    return f"{entry['commitment']} is over the spell list and the {len(entry['orders'])} orders shown"


def _orders(step: ClosedStep, facts: DuelFacts) -> str:
    shown = [order.player for order in step.orders]
    if shown != [player for player in seats(facts.setup) if player in shown]:
        raise _Broken("the orders are not one a player, by seat")
    late = [order.player for order in step.orders if order.received >= step.closed_at]
    if late:
        raise _Broken(f"the order of {late[0]} did not come before the step closed")
    if step.correction:
        return f"the step was voided and resolved again with other orders: {step.correction.why}"
    return f"one a player, by seat, each from before {fair.stamp(step.closed_at)}"


def _dice(value: Mapping[str, Any], replayed: Replayed) -> str:
    _same(bundle.draw_entries(replayed.begin_draws), value["begin"]["draws"], "a draw of the beginning")
    for number, (draws, entry) in enumerate(zip(replayed.draws, value["steps"], strict=True), 1):
        _same(bundle.draw_entries(draws), entry["draws"], f"a draw of step {number}")
    count = len(replayed.begin_draws) + sum(map(len, replayed.draws))
    return f"{count} numbers drawn, each the one that seed and orders give"


def _states(value: Mapping[str, Any], replayed: Replayed) -> str:
    found = [value["begin"]["state_digest"], *(entry["state_digest"] for entry in value["steps"])]
    for number, (expected, digest) in enumerate(zip(replayed.digests, found, strict=True)):
        _same(expected, digest, f"the state after step {number}" if number else "the state at the beginning")
    return f"played again by the rules {value['game']}, {len(found)} states are the same"


def _result(value: Mapping[str, Any], facts: DuelFacts, replayed: Replayed) -> str:
    expected = bundle.result_entry(facts, replayed)
    _same(expected["outcome"], value["outcome"], "the outcome")
    _same(expected["view"], value["view"], "the final view")
    return "outcome and final state are those of the replay"


def _scenario(value: Mapping[str, Any], facts: DuelFacts, replayed: Replayed) -> str:
    values = tomllib.loads(value["scenario"])
    _same(bundle.scenario(facts, replayed), values, "the scenario file")
    played = adjudicate.play(values, suggestions=False)
    result = bundle.plain(played.result)
    if played.status != adjudicate.PLAYED or any(step["refused"] for step in result["steps"]) or result["rolls_left"]:
        raise _Broken("the scenario file does not play to its end")
    _same(result["outcome"], value["outcome"], "the outcome")
    if result["steps"]:
        _same(result["steps"][-1]["state"], value["view"], "the final view")
    return "pbp adjudicate plays it to the same result"


def _whole(value: Mapping[str, Any], facts: DuelFacts, replayed: Replayed) -> str:
    expected = bundle.contents(facts, replayed, bytes.fromhex(value["public_key"])) | {"scenario": value["scenario"]}
    _same(expected, _unsigned(value), "some field")
    return "the bundle made again from its facts is the same"


def _own_digest(receipt: Receipt) -> str:
    if not receipt.is_own_digest():
        raise _Broken("order and salt do not give the digest in the receipt")
    return f'it is that of "{receipt.order}" by {receipt.player}, duel {receipt.duel}, step {receipt.step}'


def _receipt_signature(receipt: Receipt, key: Any) -> str:
    if not isinstance(key, str):
        raise _Broken("there is no public key to check it with")
    if not receipt.is_signed_by(bytes.fromhex(key.strip())):
        raise _Broken("the operator's key did not sign this receipt")
    return f"the operator signed that this order came at {receipt.received}, as number {receipt.serial}"


def _counted(receipt: Receipt, value: Any) -> str:
    """Whether the order of a receipt stood when its step closed, or a reason that the bundle itself proves."""
    facts = read_bundle(value)
    if (receipt.season, receipt.duel) != (facts.season, facts.duel):
        raise _Broken(f"the bundle is that of season {facts.season}, duel {facts.duel}")
    if not isinstance(facts, DuelFacts):
        return "the duel was cancelled: no order counts, and none is published"
    if not 1 <= receipt.step <= len(facts.steps):
        raise _Broken(f"OMITTED: the bundle has no step {receipt.step}")
    step = facts.steps[receipt.step - 1]
    shown = next((order for order in step.orders if order.player == receipt.player), None)
    if shown and shown.serial == receipt.serial:
        if (shown.order, shown.salt, fair.stamp(shown.received)) != (receipt.order, receipt.salt, receipt.received):
            raise _Broken(f'REPLACED: under the same number {shown.serial} the bundle shows "{shown.order}"')
        return "it is in the bundle: this order counted"
    if receipt.order == "WITHDRAW" and not shown:
        return "the order was taken back, and none is in the bundle"
    if fair.read_stamp(receipt.received) >= step.closed_at:
        return f"it came after the step had closed at {fair.stamp(step.closed_at)}, and did not count"
    if shown:
        raise _Broken(
            f'REPLACED: number {shown.serial}, "{shown.order}", received {fair.stamp(shown.received)}, stood instead'
            " (right only if you sent that one, and sent it later)"
        )
    if any(wizard["name"] == receipt.player and wizard.get("idle") for wizard in facts.setup.get("wizards", [])):
        return "the wizard was idle when the step closed, and the idle cast nothing"
    raise _Broken(
        "OMITTED: no order of yours is in the bundle (right only if you took it back, or it was refused later)"
    )

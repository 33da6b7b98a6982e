"""What was decided after a duel's close, each decision named with what it changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from pbp import bundle
from pbp.bundle.facts import DuelFacts
from pbp.errors import NeedsRuling
from pbp.fair.dice import canonical_json
from pbp.games.replay import Replayed
from pbp.spells import FIELDS
from pbp.verify.checks import Broken, Check, checked, told

_MOST = 20
"""How many changed values are named one by one."""


def later_checks(facts: DuelFacts, replayed: Replayed) -> list[Check]:
    """A line at which to look for each decision that the commitments do not cover."""
    checks: list[Check] = []
    if facts.ended:
        checks.append(_look("ended", f"by its players or its clock, by the operator's word: {facts.ended['reason']}"))
    if facts.amended:
        checks.append(checked("rulings after the close", _fits, facts))
        checks += [_look("ruling after the close", line) for line in _rulings(facts)]
        checks.append(_look("what these rulings changed", _changed(replace(facts, amended=None), facts, replayed)))
    for number, step in enumerate(facts.steps, 1):
        if step.correction:
            uncorrected = (*facts.steps[: number - 1], replace(step, correction=None), *facts.steps[number:])
            changed = _changed(replace(facts, steps=uncorrected), facts, replayed)
            orders = ", ".join(f"{player}: {order}" for player, order in step.correction.orders.items())
            detail = f"resolved again with {orders or 'no orders'}. Why: {step.correction.why}. It changed: {changed}"
            checks.append(_look(f"correction of step {number}", detail))
    for taken_back in facts.voided:
        digest = taken_back["state_digest"]
        what = f"the result with the state {digest}" if digest else "what had come in, or was closed"
        checks.append(_look("taken back", f"{what}, {taken_back['at']}. Why: {taken_back['why']}"))
    return checks


def _look(name: str, detail: str) -> Check:
    return Check(name, True, detail, look=True)


def _fits(facts: DuelFacts) -> str:
    """Whether no more was amended than rulings, and how far they look back."""
    assert facts.amended
    now = facts.amended.setup
    if "duel" in now:
        before = facts.setup.get("duel") or {}
        kept = [entry for entry in now["duel"]["history"] if entry in (before.get("history") or [])]
        if len(kept) != len(before.get("history") or []) or {**now["duel"], "history": 0} != {**before, "history": 0}:
            raise Broken("what was cast in earlier duels was changed after the close")
    return "rulings, and the earlier casts at which they look back, are all that was decided after the close"


def _rulings(facts: DuelFacts) -> Iterator[str]:
    """Each ruling that was made, or taken back, after the close."""
    assert facts.amended
    reasons = {(entry["spell"], entry["wizard"]): entry["why"] for entry in facts.amended.why}
    known, now = list(facts.setup.get("rulings") or []), list(facts.amended.setup["rulings"])
    for ruling in now:
        if ruling not in known:
            why = reasons.get((ruling.get("spell"), ruling.get("wizard")), "")
            yield f"{ruling_in_words(ruling)}. Why: {why or 'no reason is given'}"
    for ruling in known:
        if ruling not in now:
            yield f"taken back: {ruling_in_words(ruling)}"


def ruling_in_words(ruling: Mapping[str, Any]) -> str:
    """On what a ruling is, and what was decided."""
    on = f"{ruling.get('spell')} cast by {ruling['wizard']}" if ruling.get("wizard") else f"{ruling.get('spell')}"
    reworded = [f"{label}: {ruling[field]}" for field, label in FIELDS.items() if field in ruling]
    if reworded == [f"Effect: {ruling.get('effect')}"]:
        return f"on {on}: {ruling['effect']}"
    return f"on {on}: {' | '.join(reworded) or canonical_json(ruling.get('outcomes')).decode()}"


def _changed(without: DuelFacts, facts: DuelFacts, replayed: Replayed) -> str:
    """How the result would have been without a decision."""
    try:
        before = bundle.replay_facts(without)
    except NeedsRuling as error:
        return f"without them it could not be resolved: {', '.join(item.reason for item in error.unclear)}"
    except Exception as error:
        return f"without it the duel could not have been played so: {told(error)}"
    was, now = (leaves(bundle.plain(facts.game.view(played.state, None))) for played in (before, replayed))
    lines = [
        f"{place} {now.get(place, 'gone')}, not {was.get(place, 'nothing')}"
        for place in sorted(was.keys() | now.keys())
        if was.get(place) != now.get(place)
    ]
    more = [f"and {len(lines) - _MOST} values more"] if len(lines) > _MOST else []
    return "; ".join(lines[:_MOST] + more) or "nothing in the result"


def leaves(value: Any, path: str = "") -> dict[str, str]:
    """The values in a value of JSON, by their places: "wizards.Ann.stars"."""
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else None
    if pairs is None:
        return {path: canonical_json(value).decode()}
    found: dict[str, str] = {}
    for key, item in pairs:
        found |= leaves(item, f"{path}.{key}" if path else str(key))
    return found

"""What a receipt proves: by itself, and against the bundle of its duel."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from pbp import fair
from pbp.bundle.facts import PUT_BACK, DuelFacts
from pbp.bundle.form import read_bundle
from pbp.errors import FileFaults
from pbp.fair import Receipt, read_receipt
from pbp.verify.checks import Broken, Check, Seen, checked


def check_receipt(text: str, value: Any = None, seen: Seen | None = None) -> list[Check]:
    """What a receipt proves: by itself, and against the bundle of its duel if that is given. Never raises."""
    seen = seen or Seen()
    try:
        receipt = read_receipt(text)
    except FileFaults as error:
        return [Check("receipt", False, str(error))]
    checks = [checked("receipt's digest", _own_digest, receipt)]
    key = seen.public_key or (value.get("public_key") if isinstance(value, dict) else None)
    checks.append(checked("receipt's signature", _receipt_signature, receipt, key))
    if value is not None:
        checks.append(checked("receipt's order", _counted, receipt, value))
    return checks


def _own_digest(receipt: Receipt) -> str:
    if not receipt.is_own_digest():
        raise Broken("order and salt do not give the digest in the receipt")
    return f'it is that of "{receipt.order}" by {receipt.player}, duel {receipt.duel}, step {receipt.step}'


def _receipt_signature(receipt: Receipt, key: Any) -> str:
    if not isinstance(key, str):
        raise Broken("there is no public key to check it with")
    if not receipt.is_signed_by(bytes.fromhex(key.strip())):
        raise Broken("the operator's key did not sign this receipt")
    return f"the operator signed that this order came at {receipt.received}, as number {receipt.serial}"


def _counted(receipt: Receipt, value: Any) -> str:
    """Whether the order of a receipt stood when its step closed, or a reason that the bundle itself proves."""
    facts = read_bundle(value)
    if (receipt.season, receipt.duel) != (facts.season, facts.duel):
        raise Broken(f"the bundle is that of season {facts.season}, duel {facts.duel}")
    if not isinstance(facts, DuelFacts):
        return "the duel was cancelled: no order counts, and none is published"
    if not 1 <= receipt.step <= len(facts.steps):
        raise Broken(f"OMITTED: the bundle has no step {receipt.step}")
    step = facts.steps[receipt.step - 1]
    if fair.read_stamp(receipt.received) >= step.closed_at:
        raise Broken(
            f"LEFT OUT: the operator signed for this order at {receipt.received}, and says that the step had closed"
            f" at {fair.stamp(step.closed_at)} already"
        )
    shown = next((order for order in step.orders if order.player == receipt.player), None)
    lost = _put_back_since(facts, receipt)
    if shown and shown.serial == receipt.serial:
        if (shown.order, shown.salt, fair.stamp(shown.received)) != (receipt.order, receipt.salt, receipt.received):
            raise Broken(f'REPLACED: under the same number {shown.serial} the bundle shows "{shown.order}"')
        if step.correction and step.correction.orders.get(receipt.player) != receipt.order:
            corrected = step.correction.orders.get(receipt.player, "no order")
            raise Broken(f'REPLACED: a correction put "{corrected}" in its place. Why: {step.correction.why}')
        return "it is in the bundle: this order counted"
    if receipt.order == "WITHDRAW" and not shown:
        return "the order was taken back, and none is in the bundle"
    if shown:
        raise Broken(
            f'REPLACED: number {shown.serial}, "{shown.order}", received {fair.stamp(shown.received)}, stood instead'
            f" (right only if you sent that one, and sent it later){lost}"
        )
    if any(wizard["name"] == receipt.player and wizard.get("idle") for wizard in facts.setup.get("wizards", [])):
        raise Broken(
            "LEFT OUT: the bundle calls you idle when the step closed (right only if you said IDLE after this order,"
            " or the Battle Master's decision that you are was public before the close)"
        )
    raise Broken(
        f"OMITTED: no order of yours is in the bundle (right only if you took it back, or it was refused later){lost}"
    )


def _put_back_since(facts: DuelFacts, receipt: Receipt) -> str:
    """What the operator says of his books, if they were put back after an order came: a decision to look at."""
    came = fair.read_stamp(receipt.received)
    since = [e for e in facts.voided if PUT_BACK in e["why"] and datetime.fromisoformat(e["at"]) >= came]
    return f". The operator says, on {since[-1]['at']}: {since[-1]['why']}" if since else ""

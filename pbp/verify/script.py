"""Checks the bundle of a duel with nothing but Python: python3 script.py BUNDLE.json NUMBER...

Each NUMBER is one that you saw published before the result: the anchor (season's post), the index of the seed (duel's
post), the commitment of each step (comment at its closing). Without the commitments a bundle proves little, and fails.

It works out again the operator's signature, the anchor, that the seed belongs to it, that what went in is what was
committed to, the ring, and each number drawn. What the spells then did is for `pbp adjudicate`.
LOOK marks what the operator decided after the closing, or what stands on the operator's word.
"""

import hashlib
import hmac
import json
import sys
from typing import Any

P, ORDER = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
Point = tuple[int, int, int, int]
LOOK, failures = "LOOK", 0


def told(ok: bool, what: str, word: str = "ok") -> None:
    global failures
    failures += not ok
    print(f"{word if ok else 'FAILED':<7}", "".join(c if c.isprintable() else "?" for c in what))  # noqa: T201


def sha(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def canonical(value: Any) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def add(one: Point, two: Point) -> Point:
    """The sum of two points of the curve of Ed25519 (RFC 8032)."""
    a, b = (one[1] - one[0]) * (two[1] - two[0]) % P, (one[1] + one[0]) * (two[1] + two[0]) % P
    c, d = 2 * one[3] * two[3] * D % P, 2 * one[2] * two[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def times(factor: int, point: Point) -> Point:
    total: Point = (0, 1, 1, 0)
    while factor:
        total, point, factor = add(total, point) if factor & 1 else total, add(point, point), factor >> 1
    return total


def point_of(packed: bytes) -> Point:
    y, sign = int.from_bytes(packed, "little") % 2**255, packed[31] >> 7
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    x = x if (x * x - square) % P == 0 else x * pow(2, (P - 1) // 4, P) % P
    if (x * x - square) % P or y >= P:
        raise ValueError("no public key")
    x = x if x & 1 == sign else P - x
    return x, y, 1, x * y % P


def is_signed(public: bytes, signature: bytes, message: bytes) -> bool:
    factor = int.from_bytes(signature[32:], "little")
    digest = int.from_bytes(hashlib.sha512(signature[:32] + public + message).digest(), "little") % ORDER
    base = point_of(b"\x58" + b"\x66" * 31)
    x, y, z, _ = add(times(factor, base), times(ORDER - digest, point_of(public)))
    x, y = x * pow(z, -1, P) % P, y * pow(z, -1, P) % P
    return factor < ORDER and (y | (x & 1) << 255).to_bytes(32, "little") == signature[:32]


def drawn(key: bytes, draws: list[dict[str, Any]], rolls: list[int]) -> list[int]:
    """A number for each draw: those of a public roller first, but for secret ones; else from the key, by rejection."""
    numbers, count, rolled = [], 0, iter(rolls)
    for draw in draws:
        among, number = draw["of"], None if draw.get("secret") else next(rolled, None)
        if number is None:
            if not 0 < among < 2**63:
                raise ValueError(f"no number can be drawn from 1 to {among}")
            drew = limit = 2**256 - 2**256 % among
            while drew >= limit:
                drew, count = int.from_bytes(hmac.digest(key, count.to_bytes(8, "big"), "sha256"), "big"), count + 1
            number = drew % among + 1
        numbers.append(number)
    return numbers


def seats(setup: dict[str, Any]) -> list[str]:
    return setup["players"] if "players" in setup else [wizard["name"] for wizard in setup["wizards"]]


def check_head(bundle: dict[str, Any], seen: list[str]) -> None:
    kind, form = "bundle" if "setup" in bundle else "cancelled", bundle["format"]
    made_by = f"; by the operator's word {bundle['made_by']} made it" if "made_by" in bundle else ""
    told(form[:-1] == f"pbp-{kind}/" and form[-1] in "123", f"form: {form}{made_by}")
    unsigned = canonical({key: value for key, value in bundle.items() if key != "signature"})
    key, signature = bytes.fromhex(bundle["public_key"]), bytes.fromhex(bundle["signature"])
    told(is_signed(key, signature, unsigned), f"signed by the key {bundle['public_key']}")
    if bundle["format"].endswith("/1"):
        told(True, "first version: spell list and orders alone are committed to; the rest is the operator's word", LOOK)
    elif terms := bundle["anchored"]:
        fixed = ["pbp-season/2", bundle["season"], terms["root"], bundle["public_key"], terms["dice"]]
        told(sha(canonical(fixed)).hex() == bundle["anchor"], f"the anchor fixes key, seeds, and dice: {terms['dice']}")
        told(not bundle["ring"] or bundle["dice"] == terms["dice"], "the dice of this duel are those of its season")
    else:
        told(True, "the anchor of this season does not say where the dice come from", LOOK)
    inside = [bundle["anchor"], bundle["public_key"], str(bundle["seed_index"])]
    inside += [part["commitment"] for part in bundle.get("steps", [])]
    for number in seen:
        told(number in inside, f"you saw {number}")
    for part in bundle.get("steps", []):
        told(part["commitment"] in seen, f"step {part['step']}: you saw its commitment (else it proves little)")


def check_seed(bundle: dict[str, Any], part: dict[str, Any], what: str) -> bytes:
    index, seed = part["seed_index"], bytes.fromhex(part["seed"])
    node = sha(b"\x00" + seed)
    for height, beside in enumerate(map(bytes.fromhex, part["path"])):
        node = sha(b"\x01" + (beside + node if index >> height & 1 else node + beside))
    root = (bundle.get("anchored") or {"root": bundle["anchor"]})["root"]
    fits = len(part["path"]) == 16 and 0 <= index < 65536 and node.hex() == root
    told(fits, f"{what} is number {index} of the season with the anchor {bundle['anchor']}")
    return seed


def check_draws(bundle: dict[str, Any], key: bytes, part: dict[str, Any], what: str) -> list[int]:
    values, rolls = [draw["value"] for draw in part["draws"]], part.get("rolls", {}).get("values", [])
    told(drawn(key, part["draws"], rolls) == values, f"{what}: drawn {values} of {[d['of'] for d in part['draws']]}")
    if "dice" in bundle:
        public = bundle["dice"] == "rolls" and bool(bundle["ring"])
        wanted = public * sum(not draw.get("secret") for draw in part["draws"])
        right = len(rolls) == wanted and ("rolls" in part) == (wanted > 0)
        told(right, f"{what}: {len(rolls)} numbers come from a public roller")
    if rolls:
        told(True, f"{what}: see that {rolls} stand at {part['rolls']['urls']}", LOOK)
    return values


def check_ring(bundle: dict[str, Any], key: bytes) -> None:
    part, left, ring = bundle["ring"], list(bundle["ring"]["names"]), []
    told([draw["of"] for draw in part["draws"]] == list(range(len(left), 1, -1)), "ring: a choice for each place")
    for value in check_draws(bundle, key, part, "ring"):
        ring.append(left.pop(value - 1))
    stand = seats(bundle["setup"]) if "setup" in bundle else part["ring"]
    told(ring + left == part["ring"] == stand and sorted(stand) == part["names"], f"ring: {', '.join(part['ring'])}")


def check_step(bundle: dict[str, Any], number: int, part: dict[str, Any], seed: bytes) -> None:
    digests, setup = [], bundle["setup"]
    for order in part["orders"]:
        facts = [bundle["season"], bundle["duel"], number, order["player"], order["serial"], order["order"]]
        digests.append(sha(bytes.fromhex(order["salt"]) + canonical(facts)))
    if bundle["format"].endswith("/1"):
        spells = sha(setup.get("spell_list", {}).get("wikitext", "").encode())
        covered = bundle["duel"].to_bytes(8, "big") + number.to_bytes(8, "big") + spells + b"".join(sorted(digests))
    else:
        before = (bundle["steps"][number - 2] if number > 1 else bundle["begin"])["state_digest"]
        orders = sorted([digests[nth].hex(), order["received"]] for nth, order in enumerate(part["orders"]))
        head = [bundle[key] for key in ("season", "anchor", "duel", "game", "dice")]
        at_close = [part.get("seed_index", bundle["seed_index"]), number, part["closed_at"], before, setup]
        rest = [bundle[key] for key in ("sheet_revision", "ring", "previous")]
        covered = canonical([f"pbp-commitment/{bundle['format'][-1]}", *head, *at_close, *rest, orders])
    committed = part["step"] == number and sha(bytes.fromhex(part["blind"]) + covered).hex() == part["commitment"]
    told(committed, f"step {number}: commitment {part['commitment']} to {len(digests)} orders")
    standing = [[order["player"], order["order"]] for order in part["orders"]]
    in_turn = [name for name, _ in standing] == [name for name in seats(setup) if name in dict(standing)]
    told(in_turn, f"step {number}: one order a player, by seat: {standing}")
    in_time = all(order["received"] < part["closed_at"] for order in part["orders"])
    told(in_time, f"step {number}: every order came before {part['closed_at']}")
    if "seed" in part:
        seed = check_seed(bundle, part, f"step {number}: its own seed")
    key = hmac.digest(seed, canonical([bundle["duel"], number, standing]), "sha256")
    check_draws(bundle, key, part, f"step {number}")
    if "correction" in part:
        told(True, f"step {number}: corrected after the closing: {part['correction']}", LOOK)


def main(path: str, seen: list[str]) -> None:
    with open(path, encoding="utf-8") as file:
        bundle = json.load(file)
    check_head(bundle, [number.strip().lower() for number in seen])
    seed = check_seed(bundle, bundle, "the seed")
    key = hmac.digest(seed, canonical([bundle["duel"], 0, []]), "sha256")
    if bundle["ring"] or "wizards" in bundle.get("setup", {}):
        check_ring(bundle, key)
    if "setup" in bundle:
        check_draws(bundle, key, bundle["begin"], "beginning")
        for number, part in enumerate(bundle["steps"], 1):
            check_step(bundle, number, part, seed)
    for decided in sorted({"amended", "voided", "ended"} & bundle.keys()):
        told(True, f"{decided} after the closing, by the operator's word: {bundle[decided]}", LOOK)


if __name__ == "__main__":
    sys.stdout.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    try:
        main(sys.argv[1], sys.argv[2:])
    except Exception as error:
        told(False, f"no bundle that can be checked: {type(error).__name__} {error}")
    sys.exit(1 if failures else 0)

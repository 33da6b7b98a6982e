"""Checks the bundle of a duel with nothing but Python: python3 script.py BUNDLE.json

It works out again that the seed belongs to the season's anchor, that the orders shown are those committed to, the
ring, and each number drawn. Compare what it prints with what was published before: the anchor (season's post), the
seed's index (duel's post), the commitment (comment at commencing). What the spells did is for `pbp adjudicate`;
the operator's signature needs Ed25519, which Python's own library lacks: `pbp verify` checks it.
"""

import hashlib
import hmac
import json
import sys
from typing import Any

failures = 0


def told(ok: bool, what: str) -> None:
    global failures
    failures += not ok
    print("ok     " if ok else "FAILED ", "".join(c if c.isprintable() else "?" for c in what))  # noqa: T201


def sha(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def canonical(value: Any) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


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


def check_seed(part: dict[str, Any], anchor: str, what: str) -> bytes:
    index, seed = part["seed_index"], bytes.fromhex(part["seed"])
    node = sha(b"\x00" + seed)
    for height, beside in enumerate(map(bytes.fromhex, part["path"])):
        node = sha(b"\x01" + (beside + node if index >> height & 1 else node + beside))
    fits = len(part["path"]) == 16 and 0 <= index < 65536 and node.hex() == anchor
    told(fits, f"{what} is number {index} of the season with the anchor {anchor}")
    return seed


def check_draws(key: bytes, part: dict[str, Any], what: str) -> list[int]:
    values = [draw["value"] for draw in part["draws"]]
    again = drawn(key, part["draws"], part.get("rolls", {}).get("values", []))
    told(again == values, f"{what}: drawn {values} of {[draw['of'] for draw in part['draws']]}")
    return values


def check_ring(bundle: dict[str, Any], key: bytes) -> None:
    part = bundle["ring"]
    left, ring = list(part["names"]), []
    values = check_draws(key, part, "ring")
    told([draw["of"] for draw in part["draws"]] == list(range(len(left), 1, -1)), "ring: a choice for each place")
    for value in values:
        ring.append(left.pop(value - 1))
    stand = seats(bundle["setup"]) if "setup" in bundle else part["ring"]
    same = ring + left == part["ring"] == stand and sorted(stand) == part["names"]
    told(same, f"ring: {', '.join(part['ring'])}")


def check_step(bundle: dict[str, Any], number: int, part: dict[str, Any], seed: bytes) -> None:
    digests = []
    for order in part["orders"]:
        facts = [bundle["season"], bundle["duel"], number, order["player"], order["serial"], order["order"]]
        digests.append(sha(bytes.fromhex(order["salt"]) + canonical(facts)))
    spells = sha(bundle["setup"].get("spell_list", {}).get("wikitext", "").encode())
    start = bytes.fromhex(part["blind"]) + bundle["duel"].to_bytes(8, "big") + number.to_bytes(8, "big")
    made = sha(start + spells + b"".join(sorted(digests))).hex()
    committed = part["step"] == number and made == part["commitment"]
    told(committed, f"step {number}: commitment {part['commitment']} to {len(digests)} orders")
    standing = [[order["player"], order["order"]] for order in part["orders"]]
    by_seat = [name for name in seats(bundle["setup"]) if name in dict(standing)]
    told([name for name, _ in standing] == by_seat, f"step {number}: one order a player, by seat: {standing}")
    if "seed" in part:
        seed = check_seed(part, bundle["anchor"], f"step {number}: its own seed")
    key = hmac.digest(seed, canonical([bundle["duel"], number, standing]), "sha256")
    check_draws(key, part, f"step {number}")


def main(path: str) -> None:
    with open(path, encoding="utf-8") as file:
        bundle = json.load(file)
    told(bundle["format"] == ("pbp-bundle/1" if "setup" in bundle else "pbp-cancelled/1"), f"form: {bundle['format']}")
    seed = check_seed(bundle, bundle["anchor"], "the seed")
    key = hmac.digest(seed, canonical([bundle["duel"], 0, []]), "sha256")
    if bundle["ring"] or "wizards" in bundle.get("setup", {}):
        check_ring(bundle, key)
    if "setup" in bundle:
        check_draws(key, bundle["begin"], "beginning")
        for number, part in enumerate(bundle["steps"], 1):
            check_step(bundle, number, part, seed)


if __name__ == "__main__":
    sys.stdout.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    try:
        main(sys.argv[1])
    except Exception as error:
        told(False, f"no bundle that can be checked: {type(error).__name__} {error}")
    sys.exit(1 if failures else 0)

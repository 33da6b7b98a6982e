"""What somebody sets up in the sandbox: a ring with its spells, or a contest, with orders; written as an address.

Nothing of it is kept: all of it stands in the address, compressed, and is checked anew whenever that is opened.
"""

from __future__ import annotations

import base64
import json
import re
import zlib
from collections.abc import Mapping
from typing import Any

from pbp.errors import Refused
from pbp.games import find_game, ring_game
from pbp.games.base import CONTEST, bare_name

LIMITS = {
    "wizards": 25,
    "spells": 30,
    "characters": 12_000,
    "order": 600,
    "steps": 40,
    "name": 40,
    "stars": 999_999,
    "values": 5,
    "address": 7_500,
}
"""What a set-up may hold, as its page says; longer addresses are refused by some proxies."""
_LARGEST = 60_000
"""Characters that an address may unfold to."""
_CODE = re.compile(r"[A-Za-z0-9_-]+")
_RING = bare_name(ring_game())

SetUp = dict[str, Any]
"""Game and seed; of a ring: wizards ({name, stars, idle, attributes}), spells, and orders by name; of a contest:
variant, players, and steps, each with its orders by player."""


def address_of(set_up: Mapping[str, Any]) -> str:
    """The last part of its address. Raises Refused if that would be too long."""
    text = json.dumps(set_up, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    code = base64.urlsafe_b64encode(zlib.compress(text.encode("utf-8", "replace"), 9)).decode().rstrip("=")
    if len(code) > LIMITS["address"]:
        raise Refused(f"this makes an address of {len(code):,} characters; {LIMITS['address']:,} are the limit")
    return code


def set_up_at(code: str) -> SetUp:
    """What an address says. Raises Refused for one that says nothing which can be played."""
    if len(code) > LIMITS["address"] or not _CODE.fullmatch(code):
        raise Refused("this address is not whole")
    try:
        opened = zlib.decompressobj()
        text = opened.decompress(base64.urlsafe_b64decode(code + "=" * (-len(code) % 4)), _LARGEST)
        if opened.unconsumed_tail or not opened.eof:
            raise Refused("this address is not whole")
        value = json.loads(text.decode("utf-8"))
    except (ValueError, zlib.error, RecursionError):
        raise Refused("this address is not whole") from None
    return checked(value)


def checked(value: Any) -> SetUp:
    """A set-up of which every part is there and within its limit. Raises Refused with the first that is not."""
    _need(isinstance(value, dict), "this is no set-up")
    game = find_game(value["game"]) if isinstance(value.get("game"), str) else None
    if game is None or value["game"] != bare_name(game):
        raise Refused("there is no such game")
    _need(_text(value.get("seed"), LIMITS["name"]), "the dice need a word to begin with")
    if value["game"] == _RING:
        _check_ring(value)
    elif game.format == CONTEST:
        _check_contest(value, tuple(variant.name for variant in game.variants))
    return dict(value)


def scenario(set_up: SetUp) -> dict[str, Any]:
    """The set-up as a scenario file has it."""
    head = {"game": set_up["game"], "seed": set_up["seed"]}
    if set_up["game"] == _RING:
        orders = {name: words for name, words in set_up["orders"].items() if words.strip()}
        return {
            **head,
            "wizards": set_up["wizards"],
            "spell_list": {"wikitext": set_up["spells"]},
            "steps": [{"orders": orders}],
        }
    variant = {"variant": set_up["variant"]} if set_up.get("variant") else {}
    steps = [
        {"orders": {name: words for name, words in step.items() if words.strip()}} for step in set_up["steps"]
    ]  # fmt: skip
    return {**head, **variant, "players": set_up["players"], "steps": steps}


def is_ring(set_up: Mapping[str, Any]) -> bool:
    """Whether it is a ring, and not a contest of two."""
    return bool(set_up["game"] == _RING)


def tracked(set_up: SetUp) -> frozenset[str]:
    """The names of the values that its wizards have beside Stars."""
    return frozenset(name for wizard in set_up["wizards"] for name in wizard.get("attributes", {}))


def _check_ring(value: Mapping[str, Any]) -> None:
    _need(set(value) <= {"game", "seed", "wizards", "spells", "orders"}, "this is no set-up of a ring")
    wizards, most = value.get("wizards"), LIMITS["wizards"]
    _need(isinstance(wizards, list) and 0 < len(wizards) <= most, f"a ring has 1 to {most} wizards")
    assert isinstance(wizards, list)
    for wizard in wizards:
        _need(isinstance(wizard, dict) and set(wizard) <= {"name", "stars", "idle", "attributes"}, "a wizard is amiss")
        _check_wizard(wizard)
    _names([wizard["name"] for wizard in wizards])
    _orders(value.get("orders"), [wizard["name"] for wizard in wizards])
    spells = value.get("spells")
    most = LIMITS["characters"]
    _need(isinstance(spells, str) and len(spells) <= most, f"the spells may have {most:,} characters")
    count = str(spells).casefold().count("effect")
    _need(count <= LIMITS["spells"], f"{LIMITS['spells']} spells are the limit; these have more Effects")


def _check_wizard(wizard: Mapping[str, Any]) -> None:
    _need(_text(wizard.get("name"), LIMITS["name"]), f"a name has 1 to {LIMITS['name']} characters on one line")
    stars, values = wizard.get("stars"), wizard.get("attributes", {})
    _need(type(stars) is int and abs(stars) <= LIMITS["stars"], "Stars are a whole number of at most six digits")
    _need(type(wizard.get("idle", False)) is bool, "a wizard is idle or is not")
    few = isinstance(values, dict) and len(values) <= LIMITS["values"]
    _need(few, f"a wizard has at most {LIMITS['values']} values beside Stars")
    for name, held in values.items():
        _need(_text(name, LIMITS["name"]), "a value has a short name")
        number = type(held) is int and abs(held) <= LIMITS["stars"]
        _need(number or _text(held, LIMITS["name"]), f"{name} is a word or a whole number")


def _check_contest(value: Mapping[str, Any], variants: tuple[str, ...]) -> None:
    _need(set(value) <= {"game", "seed", "variant", "players", "steps"}, "this is no set-up of a contest")
    variant, players, steps = value.get("variant"), value.get("players"), value.get("steps")
    _need(variant in variants if variants else not variant, "there is no such variant")
    _need(isinstance(players, list) and len(players) == 2, "a contest has two players")
    assert isinstance(players, list)
    for name in players:
        _need(_text(name, LIMITS["name"]), f"a name has 1 to {LIMITS['name']} characters on one line")
    _names(players)
    _need(isinstance(steps, list) and len(steps) <= LIMITS["steps"], f"{LIMITS['steps']} steps are the limit")
    assert isinstance(steps, list)
    for step in steps:
        _orders(step, players)


def _orders(given: Any, names: list[str]) -> None:
    _need(isinstance(given, dict) and set(given) <= set(names), "an order is of somebody who is not here")
    for words in given.values():
        most = LIMITS["order"]
        _need(isinstance(words, str) and len(words) <= most, f"an order has at most {most} characters")


def _names(names: list[str]) -> None:
    _need(len({name.casefold() for name in names}) == len(names), "two bear the same name")


def _text(value: Any, most: int) -> bool:
    """Whether it is a short text on one line, without signs that nobody can see."""
    return isinstance(value, str) and 0 < len(value) <= most and value.isprintable() and value == value.strip()


def _need(holds: bool, otherwise: str) -> None:
    if not holds:
        raise Refused(otherwise)

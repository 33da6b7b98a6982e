"""The form of a bundle: a value of JSON, from anywhere -> the facts in it, or where it is no bundle.

Every field has to be there, and no other: what is read here is all that a bundle says beyond what follows from it.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, TypeVar

from pbp import fair
from pbp.bundle import (
    CANCELLED,
    FORMAT,
    CancelledFacts,
    ClosedStep,
    Correction,
    DuelFacts,
    Rolled,
    StandingOrder,
)
from pbp.errors import Fault, FileFaults
from pbp.fair import RevealedSeed
from pbp.games import find_game
from pbp.games.replay import seats

T = TypeVar("T")
Path = tuple[str | int, ...]
Form = Callable[[Any, Path], T]

_START = re.compile(r'\{\s*"format"\s*:\s*"pbp-(?:bundle|cancelled)/')


def find_bundle(text: str) -> Any:
    """The bundle in a text: a file of JSON, or a page that shows one (as HTML or in a wiki's markup).

    Gives a value of JSON, not yet looked at. Raises FileFaults if there is none.
    """
    for words in (text, html.unescape(text)):
        for start in [0, *(found.start() for found in _START.finditer(words))]:
            try:
                return json.JSONDecoder().raw_decode(words, start)[0]
            except (ValueError, RecursionError):
                continue
    raise FileFaults([Fault((), "there is no bundle in this text")])


def read_bundle(value: Any) -> DuelFacts | CancelledFacts:
    """The facts of a bundle. Raises FileFaults with the first place where it has not the form of one."""
    form = value.get("format") if isinstance(value, dict) else None
    if form not in (FORMAT, CANCELLED):
        raise _wrong(("format",), f"this is no bundle: its format is neither {FORMAT} nor {CANCELLED}")
    return _duel(value) if form == FORMAT else _cancelled(value)


def _wrong(path: Path, reason: str) -> FileFaults:
    return FileFaults([Fault(path, reason)])


def _fields(value: Any, path: Path, needed: Mapping[str, Form[Any]], extra: Mapping[str, Form[Any]]) -> dict[str, Any]:
    """The fields of an object: all of `needed`, and of the others only those in `extra`, each read by its form."""
    if not isinstance(value, dict):
        raise _wrong(path, "an object is needed here")
    for key in value:
        if key not in needed and key not in extra:
            raise _wrong((*path, key), "there is no such field in a bundle")
    for key in needed:
        if key not in value:
            raise _wrong((*path, key), "this field is missing")
    return {key: (needed.get(key) or extra[key])(item, (*path, key)) for key, item in value.items()}


def _list(form: Form[T]) -> Form[tuple[T, ...]]:
    def read(value: Any, path: Path) -> tuple[T, ...]:
        if not isinstance(value, list):
            raise _wrong(path, "a list is needed here")
        return tuple(form(item, (*path, index)) for index, item in enumerate(value))

    return read


def _or_null(form: Form[T]) -> Form[T | None]:
    return lambda value, path: None if value is None else form(value, path)


def _text(value: Any, path: Path) -> str:
    if not isinstance(value, str):
        raise _wrong(path, "a text is needed here")
    try:
        value.encode()
    except UnicodeEncodeError:
        raise _wrong(path, "this text holds half a character") from None
    return value


def _whole(value: Any, path: Path) -> int:
    if type(value) is not int or not 0 <= value < 1 << 63:
        raise _wrong(path, "a whole number, not below 0, is needed here")
    return value


def _hex(size: int) -> Form[bytes]:
    def read(value: Any, path: Path) -> bytes:
        if not isinstance(value, str) or not re.fullmatch(rf"[0-9a-f]{{{2 * size}}}", value):
            raise _wrong(path, f"{size} bytes in hexadecimal, in small letters, are needed here")
        return bytes.fromhex(value)

    return read


def _time(value: Any, path: Path) -> datetime:
    try:
        return fair.read_stamp(_text(value, path))
    except ValueError as error:
        raise _wrong(path, str(error)) from None


def _true(value: Any, path: Path) -> bool:
    if value is not True:
        raise _wrong(path, "only true can stand here")
    return True


def _any(value: Any, path: Path) -> Any:
    return value


def _rolls(value: Any, path: Path) -> Rolled:
    return Rolled(**_fields(value, path, {"values": _list(_whole), "urls": _list(_text)}, {}))


def _draw(value: Any, path: Path) -> dict[str, Any]:
    return _fields(value, path, {"for": _text, "of": _whole, "value": _whole}, {"secret": _true})


def _ring(value: Any, path: Path) -> dict[str, Any]:
    return _fields(value, path, {"names": _list(_text), "ring": _list(_text), "draws": _list(_draw)}, {"rolls": _rolls})


def _begin(value: Any, path: Path) -> dict[str, Any]:
    return _fields(value, path, {"draws": _list(_draw), "state_digest": _hex(32)}, {"rolls": _rolls})


_SEED: dict[str, Form[Any]] = {"seed_index": _whole, "seed": _hex(32), "path": _list(_hex(32))}
_HEAD: dict[str, Form[Any]] = {
    "format": _text,
    "season": _text,
    "anchor": _hex(32),
    "public_key": _hex(32),
    "duel": _whole,
    "game": _text,
    **_SEED,
    "ring": _or_null(_ring),
    "signature": _hex(64),
}


def _seed(fields: Mapping[str, Any]) -> RevealedSeed:
    return RevealedSeed(fields["seed_index"], fields["seed"], fields["path"])


def _cancelled(value: Any) -> CancelledFacts:
    fields = _fields(value, (), _HEAD, {})
    ring = fields["ring"]
    return CancelledFacts(
        fields["season"],
        fields["anchor"],
        fields["duel"],
        fields["game"],
        _seed(fields),
        tuple(ring["names"]) if ring else None,
        ring.get("rolls") if ring else None,
    )


def _duel(value: Any) -> DuelFacts:
    body: dict[str, Form[Any]] = {
        "setup": _setup,
        "sheet_revision": _or_null(_text),
        "begin": _begin,
        "steps": _list(_step),
        "outcome": _any,
        "view": _any,
        "scenario": _text,
    }
    fields = _fields(value, (), {**_HEAD, **body}, {"ended": _ended})
    game = find_game(fields["game"])
    if game is None or game.name != fields["game"]:
        raise _wrong(("game",), f"this version of pbp does not know the rules {fields['game']!r}")
    return DuelFacts(
        fields["season"],
        fields["anchor"],
        fields["duel"],
        game,
        _seed(fields),
        fields["setup"],
        fields["sheet_revision"],
        fields["steps"],
        fields["ring"].get("rolls") if fields["ring"] else None,
        fields["begin"].get("rolls"),
        fields.get("ended"),
    )


def _ended(value: Any, path: Path) -> dict[str, Any]:
    return _fields(value, path, {"winner": _or_null(_text), "draw": _any, "reason": _text}, {})


def _setup(value: Any, path: Path) -> dict[str, Any]:
    """A setup whose players are named and whose spell list is a text; the rest of it is for the rules to judge."""
    lists: dict[str, Form[Any]] = {"title": _text, "revision": _text, "url": _text}
    extra: dict[str, Form[Any]] = {
        "variant": _text,
        "options": _any,
        "players": _list(_text),
        "wizards": _list(_wizard),
        "duel": _any,
        "spell_list": lambda item, at: _fields(item, at, {"wikitext": _text}, lists),
        "rulings": _any,
    }
    _fields(value, path, {}, extra)
    if ("wizards" in value) == ("players" in value):
        raise _wrong(path, "either wizards or players are needed here")
    names = seats(value)
    if len(set(names)) < len(names):
        raise _wrong(path, "two players bear one name")
    return dict(value)


def _wizard(value: Any, path: Path) -> Any:
    _text(value.get("name") if isinstance(value, dict) else None, (*path, "name"))
    return value


def _order(value: Any, path: Path) -> StandingOrder:
    needed = {"player": _text, "serial": _whole, "order": _text, "salt": _hex(32), "received": _time}
    return StandingOrder(**_fields(value, path, needed, {}))


def _correction(value: Any, path: Path) -> Correction:
    def order(item: Any, at: Path) -> dict[str, str]:
        return _fields(item, at, {"player": _text, "order": _text}, {})

    fields = _fields(value, path, {"orders": _list(order), "why": _text}, {})
    return Correction({item["player"]: item["order"] for item in fields["orders"]}, fields["why"])


def _step(value: Any, path: Path) -> ClosedStep:
    needed: dict[str, Form[Any]] = {
        "step": _whole,
        "closed_at": _time,
        "commitment": _hex(32),
        "blind": _hex(32),
        "orders": _list(_order),
        "draws": _list(_draw),
        "state_digest": _hex(32),
    }
    fields = _fields(value, path, needed, {**_SEED, "correction": _correction, "rolls": _rolls})
    if 0 < sum(key in fields for key in _SEED) < len(_SEED):
        raise _wrong(path, "seed_index, seed and path go together")
    return ClosedStep(
        fields["closed_at"],
        fields["blind"],
        fields["orders"],
        _seed(fields) if "seed" in fields else None,
        fields.get("correction"),
        fields.get("rolls"),
    )

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
from pbp.bundle.facts import (
    FIRST,
    ROLLS,
    SEASON_FORMAT,
    SEED,
    VERSIONS,
    Amended,
    Anchored,
    CancelledFacts,
    ClosedStep,
    Correction,
    DuelFacts,
    ListedDuel,
    Rolled,
    SeasonList,
    StandingOrder,
    says_its_maker,
)
from pbp.errors import Fault, FileFaults
from pbp.fair import RevealedSeed
from pbp.games import find_game
from pbp.games.replay import seats

T = TypeVar("T")
Path = tuple[str | int, ...]
Form = Callable[[Any, Path], T]

_VERSIONS = {f"pbp-{kind}/{version}": (kind, version) for kind in ("bundle", "cancelled") for version in VERSIONS}
_MADE_BY = re.compile(r"pbp [0-9][0-9A-Za-z.+!-]{0,63}(?: \(commit [0-9A-Za-z]{1,64}\))?")
_START = re.compile(r'\{\s*"format"\s*:\s*"pbp-(?:bundle|cancelled|season)/')


def find_bundle(text: str) -> Any:
    """The bundle, or list of a season, in a text: a file of JSON, or a page that shows it (in HTML or a wiki's markup).

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
    if not isinstance(form, str) or form not in _VERSIONS:
        raise _wrong(("format",), f"this is no bundle: its format is none of {', '.join(_VERSIONS)}")
    kind, version = _VERSIONS[form]
    return _duel(value, version) if kind == "bundle" else _cancelled(value, version)


def read_season(value: Any) -> SeasonList:
    """The list of a season's duels. Raises FileFaults with the first place where it has not the form of one."""
    if not isinstance(value, dict) or value.get("format") != SEASON_FORMAT:
        raise _wrong(("format",), f"this is no list of a season: its format is not {SEASON_FORMAT}")

    def listed(item: Any, path: Path) -> ListedDuel:
        needed = {"seed_index": _whole, "duel": _whole, "game": _text, "state": _text, "audit": _or_null(_text)}
        return ListedDuel(**_fields(item, path, needed, {}))

    needed = {"format": _text, "season": _text, "anchor": _hex(32), "anchored": _or_null(_anchored),
              "public_key": _hex(32), "duels": _list(listed), "signature": _hex(64)}  # fmt: skip
    fields = _fields(value, (), needed, {})
    return SeasonList(fields["season"], fields["anchor"], fields["anchored"], fields["public_key"], fields["duels"])


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


def _dice(value: Any, path: Path) -> str:
    if value not in (SEED, ROLLS):
        raise _wrong(path, f"dice come from {SEED!r} or {ROLLS!r}")
    return str(value)


def _anchored(value: Any, path: Path) -> Anchored:
    return Anchored(**_fields(value, path, {"root": _hex(32), "dice": _dice}, {}))


def _rolls(value: Any, path: Path) -> Rolled:
    return Rolled(**_fields(value, path, {"values": _list(_whole), "urls": _list(_text)}, {}))


def _draw(value: Any, path: Path) -> dict[str, Any]:
    return _fields(value, path, {"for": _text, "of": _whole, "value": _whole}, {"secret": _true})


def _ring(value: Any, path: Path) -> dict[str, Any]:
    return _fields(value, path, {"names": _list(_text), "ring": _list(_text), "draws": _list(_draw)}, {"rolls": _rolls})


def _begin(value: Any, path: Path) -> dict[str, Any]:
    return _fields(value, path, {"draws": _list(_draw), "state_digest": _hex(32)}, {"rolls": _rolls})


_SEED: dict[str, Form[Any]] = {"seed_index": _whole, "seed": _hex(32), "path": _list(_hex(32))}


def _head(version: int) -> dict[str, Form[Any]]:
    """The fields of every bundle of that version."""
    second: dict[str, Form[Any]] = {"anchored": _or_null(_anchored), "dice": _dice}
    return {
        "format": _text,
        "season": _text,
        "anchor": _hex(32),
        **(second if version != FIRST else {}),
        "public_key": _hex(32),
        "duel": _whole,
        "game": _text,
        **_SEED,
        "ring": _or_null(_ring),
        "signature": _hex(64),
    }


def _maker(version: int) -> dict[str, Form[Any]]:
    return {"made_by": _made_by} if says_its_maker(version) else {}


def _made_by(value: Any, path: Path) -> str:
    if not isinstance(value, str) or not _MADE_BY.fullmatch(value):
        raise _wrong(path, "what made a bundle is told as by `pbp --version`, and in no other words")
    return value


def _seed(fields: Mapping[str, Any]) -> RevealedSeed:
    return RevealedSeed(fields["seed_index"], fields["seed"], fields["path"])


def _cancelled(value: Any, version: int) -> CancelledFacts:
    fields = _fields(value, (), _head(version), _maker(version))
    ring = fields["ring"]
    return CancelledFacts(
        fields["season"],
        fields["anchor"],
        fields["duel"],
        fields["game"],
        _seed(fields),
        tuple(ring["names"]) if ring else None,
        ring.get("rolls") if ring else None,
        fields.get("anchored"),
        fields.get("dice", SEED),
        version,
        fields.get("made_by"),
    )


def _duel(value: Any, version: int) -> DuelFacts:
    body: dict[str, Form[Any]] = {
        "setup": _setup,
        "sheet_revision": _or_null(_text),
        "begin": _begin,
        "steps": _list(_step(version)),
        "outcome": _any,
        "view": _any,
        "scenario": _text,
    }
    extra: dict[str, Form[Any]] = {"ended": _ended, **_maker(version)}
    if version != FIRST:
        body["previous"] = _or_null(_previous)
        extra |= {"amended": _amended, "voided": _list(_voided)}
    fields = _fields(value, (), {**_head(version), **body}, extra)
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
        fields.get("anchored"),
        fields.get("dice", SEED),
        fields.get("previous"),
        fields.get("amended"),
        fields.get("voided", ()),
        version,
        fields.get("made_by"),
    )


def _previous(value: Any, path: Path) -> dict[str, Any]:
    """The ring duel before, and what was changed since by decision."""

    def change(item: Any, at: Path) -> dict[str, Any]:
        return _fields(item, at, {"wizard": _text, "what": _text, "from": _any, "to": _any, "why": _text}, {})

    needed = {"duel": _or_null(_whole), "state_digest": _or_null(_hex(32)), "changes": _list(change)}
    _fields(value, path, needed, {})
    return dict(value)


def _amended(value: Any, path: Path) -> Amended:
    def reason(item: Any, at: Path) -> dict[str, Any]:
        return _fields(item, at, {"spell": _text, "wizard": _or_null(_text), "why": _text, "at": _text}, {})

    def setup(item: Any, at: Path) -> dict[str, Any]:
        return _fields(item, at, {"rulings": _any}, {"duel": _any})

    return Amended(**_fields(value, path, {"setup": setup, "why": _list(reason)}, {}))


def _voided(value: Any, path: Path) -> dict[str, Any]:
    _fields(value, path, {"at": _text, "why": _text, "state_digest": _or_null(_hex(32))}, {})
    return dict(value)


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


def _step(version: int) -> Form[ClosedStep]:
    needed: dict[str, Form[Any]] = {
        "step": _whole,
        "closed_at": _time,
        "commitment": _hex(32),
        "blind": _hex(32),
        "orders": _list(_order),
        "draws": _list(_draw),
        "state_digest": _hex(32),
    }
    extra = {**_SEED, "correction": _correction, "rolls": _rolls}
    if version != FIRST:
        extra["comment"] = _text

    def read(value: Any, path: Path) -> ClosedStep:
        fields = _fields(value, path, needed, extra)
        if 0 < sum(key in fields for key in _SEED) < len(_SEED):
            raise _wrong(path, "seed_index, seed and path go together")
        return ClosedStep(
            fields["closed_at"],
            fields["blind"],
            fields["orders"],
            _seed(fields) if "seed" in fields else None,
            fields.get("correction"),
            fields.get("rolls"),
            fields.get("comment"),
        )

    return read

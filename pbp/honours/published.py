"""The tables as they are published for programs, and how a published one differs from what it should be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pbp.honours.tables import Honours, RatingRow, RatingTable

RATINGS_FORMAT = "pbp-ratings/1"
_DIGITS = 6
_NEAR = 1e-5
"""Numbers of the machine differ that much from one to another, and not more."""


def published(honours: Honours) -> dict[str, Any]:
    """The tables as a value of JSON: the seasons they are of, the duels that count in each, a row for each player."""
    lists = dict(honours.lists)
    return {
        "format": RATINGS_FORMAT,
        "seasons": [{"season": season, "list": lists.get(season, "")} for season in honours.seasons],
        "tables": [_table(table) for table in honours.tables],
    }


def _table(table: RatingTable) -> dict[str, Any]:
    return {
        "game": table.game,
        "season": table.season,
        "duels": list(table.duels),
        "rows": [_row(row) for row in table.rows],
    }


def _row(row: RatingRow) -> dict[str, Any]:
    own = row.tally
    return {
        "player": row.player,
        "mu": round(row.rating.mu, _DIGITS),
        "sigma": round(row.rating.sigma, _DIGITS),
        "played": own.played,
        "won": own.won,
        "drawn": own.drawn,
        "lost": own.lost,
        "points": own.points,
    }


def differences(found: Any, honours: Honours) -> Iterator[str]:
    """What a published value says otherwise than these honours, a sentence each. Total: the value may be anything."""
    expected = published(honours)
    if not isinstance(found, dict) or found.get("format") != RATINGS_FORMAT:
        yield f"this is no table of ratings: its format is not {RATINGS_FORMAT}"
        return
    yield from _others(found, expected, "the file")
    named, wanted = (_by(value.get("seasons"), "season") for value in (found, expected))
    for name in sorted(named.keys() ^ wanted.keys(), key=str):
        yield f"season {name[0]} {_there(name in wanted)}"
    here, there = (_by(value.get("tables"), "game", "season") for value in (found, expected))
    for key in sorted(here.keys() | there.keys(), key=str):
        where = f"{key[0]}, {f'season {key[1]}' if key[1] is not None else 'all time'}"
        if key not in here or key not in there:
            yield f"the table {where} {_there(key in there)}"
        else:
            yield from _in_table(where, here[key], there[key])
    if not _same_order(found, expected):
        yield "something stands twice, or not in its order"


def _in_table(where: str, here: Mapping[str, Any], there: Mapping[str, Any]) -> Iterator[str]:
    yield from _others(here, there, where)
    duels = here.get("duels")
    listed = duels if isinstance(duels, list) else []
    for number in there["duels"]:
        if number not in listed:
            yield f"{where}: duel {number} has ended and is missing"
    for number in listed:
        if number not in there["duels"]:
            yield f"{where}: duel {number} is counted, and no bundle shows that it has ended"
    rows, expected = _by(here.get("rows"), "player"), _by(there["rows"], "player")
    for key in sorted(rows.keys() | expected.keys(), key=str):
        if key not in rows or key not in expected:
            yield f"{where}: {key[0]} {_there(key in expected)}"
            continue
        yield from _others(rows[key], expected[key], f"{where}: {key[0]}")
        for name, value in expected[key].items():
            if name in rows[key] and not _same(name, rows[key][name], value):
                yield f"{where}: {key[0]} has {name} {rows[key][name]}, and the bundles give {value}"


def _there(wanted: bool) -> str:
    return "is missing" if wanted else "is one of which the bundles tell nothing"


def _others(here: Mapping[str, Any], there: Mapping[str, Any], where: str) -> Iterator[str]:
    """Fields that are missing, or of which nothing is known."""
    for name in sorted(there.keys() - here.keys()):
        yield f"{where}: the field {name} is missing"
    for name in sorted(here.keys() - there.keys()):
        yield f"{where}: there is no such field as {name}"


def _by(entries: Any, *names: str) -> dict[tuple[Any, ...], Mapping[str, Any]]:
    """Entries by what names them; what is no entry is left out."""
    found: dict[tuple[Any, ...], Mapping[str, Any]] = {}
    for entry in entries if isinstance(entries, list) else ():
        if isinstance(entry, dict) and all(isinstance(entry.get(name), str | None) for name in names):
            found[tuple(entry.get(name) for name in names)] = entry
    return found


def _same_order(found: Any, expected: Any) -> bool:
    """Whether the names stand in the same order, of those that both have, and no entry is there that has none."""

    def names(value: Any) -> Any:
        tables = [
            (each.get("game"), each.get("season"), each.get("duels"), [row.get("player") for row in each["rows"]])
            for each in value["tables"]
        ]
        return [each.get("season") for each in value["seasons"]], tables

    try:
        return bool(names(found) == names(expected))
    except (AttributeError, KeyError, TypeError):
        return False


def _same(name: str, one: Any, other: Any) -> bool:
    if name not in ("mu", "sigma"):
        return isinstance(one, bool) == isinstance(other, bool) and bool(one == other)
    return isinstance(one, int | float) and not isinstance(one, bool) and abs(one - other) <= _NEAR

"""Published tables of ratings, worked out again from the bundles that they go by."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbp.bundle.facts import SEASON_FORMAT
from pbp.bundle.form import find_bundle
from pbp.errors import FileFaults, PbpError
from pbp.fair.dice import canonical_json
from pbp.honours.published import RATINGS_FORMAT, differences
from pbp.honours.results import bundle_result
from pbp.honours.tables import Honours, honours_of
from pbp.verify.bundles import check_bundle
from pbp.verify.checks import Broken, Check, Report, Seen, checked, report, told
from pbp.verify.season import Fetch, season_checks

_MOST = 50
"""How many differences are told one by one."""


def verify_ratings(texts: Mapping[str, str], fetch: Fetch) -> Report:
    """The report on a table of ratings, by what was given with it.

    `texts`, by where they come from, are the table, lists of seasons, and bundles; of what else is among them it is
    said that it was left out. Where there is neither list nor bundle, the lists that the table names are fetched.
    Never raises for what is given or fetched.
    """
    tables, lists, bundles, notes = _sorted(texts)
    if len(tables) != 1:
        found = ", ".join(tables) or "none"
        return report([Check("table", False, f"one table of ratings is needed, and given was {found}")], notes)
    ((where, table),) = tables.items()
    checks: list[Check] = []
    if not lists and not bundles:
        lists = _named(table, fetch, checks)
    played: dict[int, Any] = {}
    for source, text in lists.items():
        of_list, _, of_season = season_checks(text, fetch, Seen(), alone=True)
        checks += _shortened(f"the list {source}", of_list)
        checks.append(checked(f"duels of {source}", _joined, played, of_season.values()))
    loose = [(source, value, check_bundle(value)) for source, value in bundles.items()]
    for source, _, all_of in loose:
        checks += _shortened(source, all_of)
    sound = [value for _, value, all_of in loose if all(check.ok for check in all_of)]
    checks.append(checked("bundles", _joined, played, sound))
    results = [result for value in played.values() if (result := bundle_result(value)) is not None]
    checks += _compared(where, table, honours_of(results))
    notes.append("commitments as published: not looked up here; pbp verify --season does that for each season")
    return report(checks, notes)


def _sorted(texts: Mapping[str, str]) -> tuple[dict[str, Any], dict[str, str], dict[str, Any], list[str]]:
    """The tables, the lists of seasons, the bundles, and what was neither."""
    tables, lists, bundles, notes = {}, {}, {}, []
    for source, text in texts.items():
        try:
            value = find_bundle(text)
        except FileFaults:
            value = None
        form = str(value.get("format")) if isinstance(value, dict) else ""
        if form == RATINGS_FORMAT:
            tables[source] = value
        elif form == SEASON_FORMAT:
            lists[source] = text
        elif form.startswith(("pbp-bundle/", "pbp-cancelled/")):
            bundles[source] = value
        else:
            notes.append(f"left out, as it is neither table nor list nor bundle: {source}")
    return tables, lists, bundles, notes


def _entries(table: Any) -> list[dict[str, Any]]:
    """What a table says of its seasons."""
    entries = table.get("seasons")
    listed = entries if isinstance(entries, list) else []
    return [each for each in listed if isinstance(each, dict) and isinstance(each.get("season"), str)]


def _named(table: Any, fetch: Fetch, checks: list[Check]) -> dict[str, str]:
    """The lists of seasons that a table names."""
    lists = {}
    for entry in _entries(table):
        address = str(entry.get("list"))
        try:
            lists[address] = fetch(address)
        except PbpError as error:
            checks.append(Check(f"season {entry['season']}", False, told(error)))
    return lists


def _shortened(source: str, found: Sequence[Check]) -> list[Check]:
    """The checks that failed, or one line for all that hold."""
    failed = [check for check in found if not check.ok]
    if failed:
        return [Check(f"{source}, {check.name}", False, check.detail) for check in failed]
    return [Check(source, True, f"{len(found)} checks hold")]


def _joined(played: dict[int, Any], found: Sequence[Any]) -> str:
    """Adds bundles to those known. Raises Broken where two of one duel differ."""
    for value in found:
        known = played.setdefault(value["duel"], value)
        if canonical_json(known) != canonical_json(value):
            raise Broken(f"there are two bundles of duel {value['duel']}, and they differ")
    return f"duels known: {len(played)}"


def _compared(where: str, table: Any, honours: Honours) -> list[Check]:
    differing = list(differences(table, honours))
    checks = [Check(f"the table {where}", False, what) for what in differing[:_MOST]]
    if len(differing) > _MOST:
        checks.append(Check(f"the table {where}", False, f"and {len(differing) - _MOST} differences more"))
    if not differing:
        numbers = ", ".join(str(result.number) for result in honours.results) or "none"
        detail = f"tables made: {len(honours.tables)}; duels that count: {numbers}"
        checks.append(Check(f"the table {where}", True, detail))
    return checks

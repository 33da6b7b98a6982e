"""A whole season: no index of its seeds left out or used twice, and each duel beginning where the last one ended."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from pbp import fair
from pbp.bundle import values_at_start, values_left
from pbp.bundle.facts import CANCELLED, FIRST, RESOLVED, RUNNING, ListedDuel, SeasonList
from pbp.bundle.form import find_bundle, read_season
from pbp.errors import FileFaults, PbpError
from pbp.fair.dice import canonical_json
from pbp.games import ring_game
from pbp.games.base import bare_name
from pbp.verify.bundles import ALONE, check_bundle
from pbp.verify.checks import Broken, Check, Report, Seen, checked, numbers_in, report, told

"""How the names of a ring duel's rules begin, in every version."""

Fetch = Callable[[str], str]
"""Gives the text of a page by its address. Raises PbpError."""


def verify_season(
    text: str,
    fetch: Fetch,
    seen: Seen | None = None,
    *,
    alone: bool = False,
    before: Sequence[Check] = (),
    notes: Sequence[str] = (),
) -> Report:
    """The report on a season's list (a file, or a page that shows it) and every bundle that it names.

    Commitments are looked up where the bundles say that they were published, unless they are among what was seen;
    `alone` does without. What was checked `before`, and `notes`, stand in the report too. Never raises for what is
    fetched.
    """
    seen = seen or Seen()
    checks, listed, _ = season_checks(text, fetch, seen, alone=alone)
    checks = [*before, *checks]
    if listed is None:
        return report(checks, notes)
    missing = {"the anchor in the season's post": seen.anchor is None and listed.anchor.hex() not in seen.texts}
    noted = [*notes, *(f"not compared, as it was not given: {what}" for what, so in missing.items() if so)]
    noted += [f"commitments as published: {ALONE}"] if alone else []
    noted += [f"duel {entry.duel} goes on, with seed {entry.seed_index}" for entry in listed.duels if not entry.audit]
    return report(checks, noted)


def season_checks(
    text: str, fetch: Fetch, seen: Seen, *, alone: bool
) -> tuple[list[Check], SeasonList | None, dict[int, Any]]:
    """Every check of a season's list; the list, if it is one, and by number the bundles of which every check holds."""
    try:
        value = find_bundle(text)
        listed = read_season(value)
    except FileFaults as error:
        return [Check("list of the season", False, told(error))], None, {}
    checks = [checked("list of the season", _own, value, listed, seen)]
    page = cache(fetch)
    bundles: dict[int, Any] = {}
    own, further = _parted(listed)
    for entry in own:
        looks: list[Check] = []
        found = checked(f"duel {entry.duel}", _bundle, entry, listed, seen, page, alone, bundles, looks)
        checks.append(replace(found, look=entry.state == CANCELLED))
        checks += [replace(each, name=f"duel {entry.duel}, {each.name}") for each in looks]
    for entry in further:
        found = checked(f"duel {entry.duel}, seed {entry.seed_index}", _further, entry, own, further, bundles)
        checks.append(replace(found, look=True))
    checks.append(checked("indices", _indices, own, further, bundles))
    checks.append(checked("numbers", _numbers, own))
    checks += _chain(listed, bundles)
    return checks, listed, bundles


def _own(value: Mapping[str, Any], listed: SeasonList, seen: Seen) -> str:
    unsigned = {key: item for key, item in value.items() if key != "signature"}
    if not fair.is_signed(listed.public_key, bytes.fromhex(value["signature"]), unsigned):
        raise Broken("the operator's key did not sign this list as it stands")
    terms = listed.anchored
    if terms and fair.season_anchor(listed.season, terms.root, listed.public_key, terms.dice) != listed.anchor:
        raise Broken(f"{listed.anchor.hex()} is not that of a season with these seeds, this key and these dice")
    for name, published, found in (
        ("anchor", seen.anchor, listed.anchor.hex()),
        ("public key", seen.public_key, listed.public_key.hex()),
    ):
        if published is not None and published.strip().lower() != found:
            raise Broken(f"the {name} that was published is {published}, the list has {found}")
    return f"season {listed.season}; duels: {len(listed.duels)}"


def _bundle(
    entry: ListedDuel,
    listed: SeasonList,
    seen: Seen,
    page: Fetch,
    alone: bool,
    bundles: dict[int, Any],
    looks: list[Check],
) -> str:
    """Checks one duel's bundle; keeps it, and those of its checks at which a reader should look."""
    if (entry.state == RUNNING) != (entry.audit is None) or entry.state not in (RUNNING, RESOLVED, CANCELLED):
        raise Broken(f"it is said to be {entry.state}, {'with' if entry.audit else 'without'} a bundle")
    if entry.audit is None:
        return f"goes on, with seed {entry.seed_index}"
    value = find_bundle(page(entry.audit))
    checks = check_bundle(value, Seen(listed.anchor.hex(), listed.public_key.hex()))
    if failed := [check for check in checks if not check.ok]:
        raise Broken("; ".join(f"{check.name}: {check.detail}" for check in failed))
    wanted = {"season": listed.season, "duel": entry.duel, "seed_index": entry.seed_index, "game": entry.game}
    for key, expected in wanted.items():
        if value[key] != expected:
            raise Broken(f"its bundle has {key} {value[key]!r}, the list {expected!r}")
    if ("steps" in value) != (entry.state == RESOLVED):
        raise Broken(f"it is said to be {entry.state}, and its bundle is {value['format']}")
    bundles[entry.duel] = value
    looks += [check for check in checks if check.look]
    if entry.state == CANCELLED:
        return f"was cancelled; seed {entry.seed_index} is used"
    if not alone:
        for step in value["steps"]:
            _look_up(step, seen, page)
    return f"seed {entry.seed_index}, {len(value['steps'])} steps; every check of its bundle holds"


def _look_up(step: Mapping[str, Any], seen: Seen, page: Fetch) -> None:
    """Raises Broken unless the commitment was seen, or stands where the bundle says that it was published."""
    commitment, address = step["commitment"], step.get("comment")
    if commitment in seen.texts or commitment in [given.strip().lower() for given in seen.commitments]:
        return
    if not address:
        raise Broken(f"step {step['step']}: its commitment was not seen, and no address is given where it stands")
    try:
        there = numbers_in(page(address.partition("#")[0]))
    except PbpError as error:
        raise Broken(f"step {step['step']}: its commitment cannot be looked up: {error}") from None
    if commitment not in there:
        raise Broken(f"step {step['step']}: its commitment does not stand at {address}")


def _parted(listed: SeasonList) -> tuple[list[ListedDuel], list[ListedDuel]]:
    """The entries of duels by their own seeds, the lowest of each; and those of their further seeds."""
    own: dict[int, ListedDuel] = {}
    for entry in sorted(listed.duels, key=lambda entry: entry.seed_index):
        own.setdefault(entry.duel, entry)
    return list(own.values()), [entry for entry in listed.duels if entry is not own[entry.duel]]


def _further(
    entry: ListedDuel, own: Sequence[ListedDuel], further: Sequence[ListedDuel], bundles: Mapping[int, Any]
) -> str:
    """Checks a further seed of a duel, taken to go on after a result that was published was taken back.

    Each must be called for by a result that its bundle says was taken back; one that no step uses is thrown away.
    """
    if next((each.state, each.audit, each.game) for each in own if each.duel == entry.duel) != (
        entry.state,
        entry.audit,
        entry.game,
    ):
        raise Broken(f"it is said to be {entry.state}, and duel {entry.duel} is not")
    if _is_ring(entry.game):
        raise Broken("a ring duel ends with its result, and takes no further seed")
    value = bundles.get(entry.duel)
    if entry.audit is None:
        return "taken to go on after a published result was taken back"
    if value is None or "steps" not in value:
        return "taken to go on after a published result was taken back; the duel was cancelled, and shows nothing of it"
    taken = [each.seed_index for each in further if each.duel == entry.duel]
    if len(taken) > len(value.get("voided", [])):
        raise Broken("more seeds were taken for this duel than results of it were taken back")
    used = entry.seed_index in _of_steps(value)
    return f"taken after a published result was taken back; {'steps' if used else 'no step'} of its bundle used it"


def _of_steps(value: Mapping[str, Any]) -> set[int]:
    """The indices of the seeds that steps of a bundle have of their own."""
    return {step["seed_index"] for step in value.get("steps", []) if "seed_index" in step}


def _indices(own: Sequence[ListedDuel], further: Sequence[ListedDuel], bundles: Mapping[int, Any]) -> str:
    """Whether the indices of the seeds run from 0 without a gap, each used once."""
    used = Counter(entry.seed_index for entry in (*own, *further))
    for number, value in bundles.items():
        used.update(_of_steps(value) - {entry.seed_index for entry in further if entry.duel == number})
    if twice := [index for index, count in sorted(used.items()) if count > 1]:
        raise Broken(f"seed {twice[0]} is used by more than one duel")
    if gaps := sorted(set(range(max(used, default=-1) + 1)) - used.keys()):
        raise Broken(f"seed {gaps[0]} is that of no duel: it may have been looked at and thrown away")
    return f"{len(used)} seeds, from 0 on, none left out and none used twice"


def _numbers(own: Sequence[ListedDuel]) -> str:
    """Whether duels are numbered one after the other as they take their seeds: the number enters the dice."""
    for ring in (True, False):
        duels = [entry for entry in own if _is_ring(entry.game) == ring]
        numbers = [entry.duel for entry in sorted(duels, key=lambda entry: entry.seed_index)]
        if numbers and numbers != list(range(numbers[0], numbers[0] + len(numbers))):
            raise Broken(f"the numbers {', '.join(map(str, numbers))} do not follow each other")
    return "they follow each other as their seeds do"


# ---- from one ring duel to the next ----------------------------------------------------------------------------------


@dataclass
class _Standing:
    """How things stood after the ring duels so far: what each wizard had, who cast what, the last duel."""

    values: dict[str, dict[str, Any]] = field(default_factory=dict)
    casts: dict[int, dict[str, str]] = field(default_factory=dict)
    last: tuple[int, str] | None = None


def _chain(listed: SeasonList, bundles: Mapping[int, Any]) -> Iterator[Check]:
    """A check for each resolved ring duel, and a line at which to look for each value that was changed in between."""
    standing = _Standing()
    for entry in sorted(_parted(listed)[0], key=lambda entry: entry.duel):
        value = bundles.get(entry.duel)
        if value is None or entry.state != RESOLVED or not _is_ring(entry.game):
            continue
        name = f"from the duel before to duel {entry.duel}"
        joined = checked(name, _joins, value, standing)
        yield joined
        if joined.ok:
            for change in (value.get("previous") or {"changes": []})["changes"]:
                told_of = f"{change['wizard']} {change['what']} {change['from']} to {change['to']}: {change['why']}"
                yield Check(f"changed before duel {entry.duel}", True, told_of, look=True)
        _note(value, standing)


def _joins(value: Mapping[str, Any], standing: _Standing) -> str:
    """Whether a ring duel begins with what the duels before have left, but for the changes that it names."""
    first = value["format"].endswith(f"/{FIRST}")
    previous = value.get("previous")
    named = previous and (previous["duel"], previous["state_digest"])
    if standing.last and not first and named != standing.last:
        raise Broken(f"it does not name duel {standing.last[0]} as the one before, with the state that it left")
    changes = {(c["wizard"], c["what"]): c for c in (previous or {"changes": []})["changes"]}
    entered, unnamed = [], []
    for wizard in value["setup"]["wizards"]:
        name, now = wizard["name"], values_at_start(wizard)
        before = standing.values.get(name)
        if before is None:
            entered.append(f"{name} with {now['stars']} Stars")
            continue
        for what in sorted(before.keys() | now.keys()):
            was, change = before.get(what), changes.get((name, what))
            if change is not None and not _equal(change["from"], was):
                raise Broken(f"{name}'s {what} is said to have been {change['from']}, and was {was}")
            if change is None and not _equal(was, now.get(what)):
                unnamed.append(f"{name}'s {what} was {was} and is {now.get(what)}, and no decision is named")
    if unnamed and not first:
        raise Broken(unnamed[0])
    for looked_at in value["setup"].get("duel", {}).get("history", []):
        known = standing.casts.get(looked_at["number"])
        if known is not None and any(known.get(who) != spell for who, spell in looked_at["casts"].items()):
            raise Broken(f"what was cast in duel {looked_at['number']} is not what its bundle shows")
    begun = f"; in a ring of this season for the first time: {', '.join(entered)}" if entered else ""
    if unnamed:
        return f"bundles of the first version name no decisions: {'; '.join(unnamed)}{begun}"
    return f"every value is what was left, or its change is named{begun}"


def _note(value: Mapping[str, Any], standing: _Standing) -> None:
    """Keeps what a resolved ring duel has left."""
    for wizard in value["setup"]["wizards"]:
        after = value["view"]["wizards"][wizard["name"]]
        standing.values[wizard["name"]] = values_left(wizard, after)
    standing.casts[value["duel"]] = {name: cast["spell"] for name, cast in value["view"]["casts"].items()}
    standing.last = (value["duel"], value["steps"][-1]["state_digest"]) if value["steps"] else standing.last


def _equal(one: Any, other: Any) -> bool:
    return canonical_json(one) == canonical_json(other)


def _is_ring(game: str) -> bool:
    """Whether a game, of any version, is that of ring duels: their states join end to start."""
    return game.split("/")[0] == bare_name(ring_game())

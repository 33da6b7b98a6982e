"""Case files: scenario files of the adjudication contract that also say what must come of them.

A case lies in tests/games/cases/<game>/, or in the folder `cases` of a game from outside, is named for its section of
the rules page and what it shows ("1.4-blessed-confusion-loses-to-plain.toml"), and adds to the scenario
one table, `expect`:

    [expect]
    as = "Ann"                        # see what this player may see (else: the public)
    faults = ["part of a reason"]     # the file itself is wrong, with exactly these faults; nothing is played
    status = 3                        # the exit status, if it is not 0
    needs_ruling = ["Jest"]
    rolls_left = [4]                  # if not given: none may be left
    [[expect.steps]]                  # one for each step, in order; every key is optional
    phase = "casting"
    refused = { Ann = "not-in-hand" } # exactly these players, by the codes of their problems ("a, b" for two)
    late = ["Ben"]                    # exactly these
    events = ["cast", { kind = "scores", player = "Ann" }]   # these must occur, in this order, others between them
    no_events = ["returned"]
    texts = ["Ann casts Bless"]       # parts of sentences that must be read
    no_texts = ["Bless"]
    state = { points = { Ann = 1 } }  # each named value; tables are compared in part, lists in whole
    [expect.outcome]                  # compared in part; without it the contest must still be going on
    winner = "Ann"

The text "null" stands for a value that is null. `[[expect.steps]]` may stand right below the `[[steps]]` it is about.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pbp.adjudicate import play
from pbp.errors import FileFaults
from pbp.parsing import tomltext

CASES = Path(__file__).parent / "cases"
OUTSIDE = Path(__file__).parent.parent / "outside"
_EXPECT = {"as", "faults", "status", "needs_ruling", "rolls_left", "steps", "outcome"}
_STEP = {"phase", "refused", "late", "events", "no_events", "texts", "no_texts", "state"}


def case_files(game: str = "*") -> list[Path]:
    """The case files of a game ("wizards-duel"), or of all."""
    folder = game.replace("-", "_")
    return sorted([*CASES.glob(f"{folder}/*.toml"), *OUTSIDE.glob(f"{folder}/cases/*.toml")])


def check(path: Path) -> None:
    """Plays a case and asserts everything that it expects."""
    scenario, _ = tomltext.parse(path.read_text(encoding="utf-8"))
    expect = scenario.pop("expect")
    assert not set(expect) - _EXPECT, f"[expect] knows no {sorted(set(expect) - _EXPECT)}"
    if "faults" in expect:
        _check_faults(scenario, expect["faults"])
        return
    played = play(scenario, reader=expect.get("as"))
    result = played.result
    json.dumps(result, allow_nan=False)
    assert played.status == expect.get("status", 0)
    assert [item["spell"] for item in result["needs_ruling"]] == expect.get("needs_ruling", [])
    assert result["rolls_left"] == expect.get("rolls_left", [])
    assert len(expect.get("steps", [])) <= len(result["steps"]), "more steps are expected than were played"
    for number, (wanted, step) in enumerate(zip(expect.get("steps", []), result["steps"], strict=False), 1):
        _check_step(wanted, step, f"step {number}")
    if "outcome" in expect:
        assert result["outcome"] is not None, "the contest is still going on"
        _check_part(expect["outcome"], result["outcome"], "outcome")
    else:
        assert result["outcome"] is None


def _check_faults(scenario: Mapping[str, Any], reasons: Sequence[str]) -> None:
    try:
        play(scenario)
    except FileFaults as error:
        found = [fault.reason for fault in error.faults]
        assert len(found) == len(reasons), found
        for reason, fault in zip(reasons, found, strict=True):
            assert reason in fault
    else:
        raise AssertionError("the file was taken as right")


def _check_step(wanted: Mapping[str, Any], step: Mapping[str, Any], where: str) -> None:
    assert not set(wanted) - _STEP, f"{where}: a step knows no {sorted(set(wanted) - _STEP)}"
    if "phase" in wanted:
        assert step["phase"] == wanted["phase"], where
    if "refused" in wanted:
        codes = {player: ", ".join(problem["code"] for problem in found) for player, found in step["refused"].items()}
        assert codes == wanted["refused"], where
    else:
        assert step["refused"] == {}, where
    if "late" in wanted:
        assert step["late"] == wanted["late"], where
    _check_events(wanted.get("events", []), step["events"], where)
    kinds = {event["kind"] for event in step["events"]}
    assert not kinds & set(wanted.get("no_events", [])), f"{where}: {sorted(kinds)}"
    text = "\n".join(event["text"] for event in step["events"])
    for part in wanted.get("texts", []):
        assert part in text, f"{where}: {part!r} is not in\n{text}"
    for part in wanted.get("no_texts", []):
        assert part not in text, f"{where}: {part!r} is in\n{text}"
    _check_part(wanted.get("state", {}), step["state"], f"{where}: state")


def _check_events(wanted: Sequence[Any], events: Sequence[Mapping[str, Any]], where: str) -> None:
    left = iter(events)
    for item in wanted:
        facts = {"kind": item} if isinstance(item, str) else item
        assert any(_is_part(facts, event) for event in left), (
            f"{where}: no {facts} (in this order) among\n" + "\n".join(map(str, events))
        )


def _is_part(wanted: Any, found: Any) -> bool:
    try:
        _check_part(wanted, found, "")
    except AssertionError:
        return False
    return True


def _check_part(wanted: Any, found: Any, where: str) -> None:
    if isinstance(wanted, Mapping):
        assert isinstance(found, Mapping), f"{where} is {found!r}"
        for key, value in wanted.items():
            assert key in found, f"{where} has no {key}, only {sorted(found)}"
            _check_part(value, found[key], f"{where}.{key}")
    elif isinstance(wanted, list):
        assert isinstance(found, list | tuple), f"{where} is {found!r}"
        assert len(wanted) == len(found), f"{where} is {found!r}, not {wanted!r}"
        for index, (value, other) in enumerate(zip(wanted, found, strict=True)):
            _check_part(value, other, f"{where}.{index}")
    else:
        assert found == (None if wanted == "null" else wanted), f"{where} is {found!r}, not {wanted!r}"

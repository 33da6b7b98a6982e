"""Every scenario gives what it expects, by the path that `pbp adjudicate` uses."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from pbp.adjudicate import play

SCENARIOS = sorted((Path(__file__).parent / "scenarios").rglob("*.toml"))


def outcome(scenario: dict[str, Any]) -> dict[str, Any]:
    """What came of a scenario, in the terms of its [expect] table."""
    played = play(scenario)
    found: dict[str, Any] = {"needs_ruling": sorted({item["spell"] for item in played.result["needs_ruling"]})}
    if played.status == 0:
        step = played.result["steps"][0]
        wizards = step["state"]["wizards"]
        found["stars"] = {name: values["stars"] for name, values in wizards.items()}
        found["attributes"] = {name: values["attributes"] for name, values in wizards.items()}
        found["refused"] = sorted(step["refused"])
        found["rolls_left"] = played.result["rolls_left"]
    return found


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_the_scenario_gives_what_it_expects(path: Path) -> None:
    scenario = tomllib.loads(path.read_text())
    expect = scenario.pop("expect")
    found = outcome(scenario)
    assert found.get("stars") == expect.get("stars"), found
    for name, attributes in expect.get("attributes", {}).items():
        assert found["attributes"][name] == found["attributes"][name] | attributes
    for spell in expect.get("needs_ruling", []):
        assert spell in found["needs_ruling"]
    if "stars" in expect:
        assert found["needs_ruling"] == sorted(expect.get("needs_ruling", []))
        assert found["refused"] == sorted(expect.get("refused", []))
        assert found["rolls_left"] == []

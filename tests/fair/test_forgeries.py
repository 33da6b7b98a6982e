"""Thousands of forged bundles: `pbp verify` and the reader's own script refuse each one."""

from __future__ import annotations

import io
import json
import os
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from fair import forgeries as forger
from fair.duels import GAMES, SIGNING_KEY, ended, raid, ruled, seen, sums
from fair.test_played_duels import as_duel, scenarios

from pbp import games
from pbp.bundle import bundle_text, make_bundle
from pbp.bundle.facts import DuelFacts
from pbp.verify import Seen, script, verify_file

COUNT = 5_000 if os.environ.get("PBP_LONG") else 200
SCRIPT = compile(script(), "script.py", "exec")


@pytest.fixture(scope="module", autouse=True)
def all_games_are_known():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(games, "GAMES", (*GAMES, *games.GAMES))
        yield


@pytest.fixture(scope="module")
def published(all_games_are_known) -> dict[str, tuple[DuelFacts, dict[str, Any]]]:
    facts = {
        "raid": raid(),
        "raid by public dice": raid((4, 2), (2, 3, 2)),
        "raid with a ruling": ruled(),
        "sums": sums(),
        "ended": ended(),
        "ring duel": as_duel(scenarios()["fair/cases/ring-duel.toml"]),
    }
    return {name: (one, make_bundle(one, SIGNING_KEY)) for name, one in facts.items()}


def by_script(folder: Path, bundle: Any, known: Seen) -> bool:
    """Whether the reader's own script says that all of it holds."""
    path = folder / "bundle.json"
    path.write_text(bundle_text(bundle), encoding="utf-8")
    numbers = [known.anchor, str(known.seed_index), *known.commitments]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["script.py", str(path), *numbers])
        patch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), encoding="utf-8"))
        with pytest.raises(SystemExit) as end:
            exec(SCRIPT, {"__name__": "__main__"})
    return end.value.code == 0


def test_what_was_published_holds_by_both(published, tmp_path):
    for name, (_, bundle) in published.items():
        assert (verify_file(json.dumps(bundle), seen(bundle)).ok, by_script(tmp_path, bundle, seen(bundle))) == (
            True,
            True,
        ), name


def test_every_forgery_is_refused_by_both(published, tmp_path, record_property):
    refused: Counter[str] = Counter()
    for name, what, forged in forger.forgeries(published, COUNT):
        known = seen(published[name][1])
        verdicts = verify_file(json.dumps(forged), known).ok, by_script(tmp_path, forged, known)
        assert verdicts == (False, False), f"{name}: {what}: held by (pbp verify, the script): {verdicts}"
        refused.update(part for part in what.split(", ") if not part.startswith(("passed on", "under")))
    assert len(refused) >= len(forger.MOVES) - 3, "nearly every move was made"
    record_property("figure", f"{COUNT} forged bundles, each refused by pbp verify and by the reader's own script")

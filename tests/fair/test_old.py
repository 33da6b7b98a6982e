"""What earlier versions published is checked by the rules of its version, for ever.

The files in old/ were made by those versions themselves: bundles of duels that were played and cancelled (those of the
second version are called so), and a store with its site as the first left them, duels under way.
"""

import json
from pathlib import Path

import pytest

from pbp.verify import Seen, check_bundle

OLD = Path(__file__).parent / "old"
BUNDLES = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in sorted(OLD.glob("*.json"))}


@pytest.mark.parametrize("name", BUNDLES)
def test_a_bundle_of_an_earlier_version_holds(name):
    bundle = BUNDLES[name]
    commitments = tuple(step["commitment"] for step in bundle.get("steps", []))
    checks = check_bundle(bundle, Seen(bundle["anchor"], bundle["public_key"], bundle["seed_index"], commitments))
    assert [check.name for check in checks if not check.ok] == []


def test_a_bundle_of_every_kind_was_kept():
    kinds = {1: {"ring", "ruled", "rolled", "contest", "cancelled"}}
    kinds[2] = {f"second-{kind}" for kind in ("ring", "ruled", "amended", "contest", "cancelled")}
    for version, names in kinds.items():
        assert {name for name, bundle in BUNDLES.items() if bundle["format"].endswith(f"/{version}")} == names


@pytest.mark.parametrize("name", BUNDLES)
def test_it_holds_too_when_its_spells_are_read_otherwise_by_now(name, other_reader):
    bundle = BUNDLES[name]
    other_reader()
    commitments = tuple(step["commitment"] for step in bundle.get("steps", []))
    checks = check_bundle(bundle, Seen(bundle["anchor"], bundle["public_key"], bundle["seed_index"], commitments))
    assert [check.name for check in checks if not check.ok] == []
    told = [check.name for check in checks if check.look]
    assert ("readings" in told) == (bundle["game"] == "wizard-ring/1" and "setup" in bundle)

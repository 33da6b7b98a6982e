"""What the first version published is checked by the rules of its version, for ever.

The files in old/ were made by that version itself: bundles of duels that were played and cancelled, and a store with
its site as it left them, duels under way.
"""

import json
from pathlib import Path

import pytest

from pbp.verify import Seen, check_bundle

OLD = Path(__file__).parent / "old"
BUNDLES = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in sorted(OLD.glob("*.json"))}


@pytest.mark.parametrize("name", BUNDLES)
def test_a_bundle_of_the_first_version_holds(name):
    bundle = BUNDLES[name]
    commitments = tuple(step["commitment"] for step in bundle.get("steps", []))
    checks = check_bundle(bundle, Seen(bundle["anchor"], bundle["public_key"], bundle["seed_index"], commitments))
    assert [check.name for check in checks if not check.ok] == []


def test_a_bundle_of_every_kind_was_kept():
    assert set(BUNDLES) == {"ring", "ruled", "rolled", "contest", "cancelled"}

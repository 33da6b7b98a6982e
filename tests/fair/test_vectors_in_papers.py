"""The papers quote the vectors as the tests know them."""

import json
import re
from pathlib import Path

from pbp.papers import paper

VECTORS = (Path(__file__).parent / "vectors.json").read_text(encoding="utf-8")


def test_every_number_in_the_papers_table_of_derivations_is_a_vector():
    quoted = set(re.findall("[0-9a-f]{64,}", paper("derivations").text))
    assert len(quoted) >= 12
    assert not [text for text in quoted if text not in VECTORS]


def test_the_papers_quote_the_ring_and_the_dice_of_the_vectors():
    vectors = json.loads(VECTORS)
    for values in (vectors["ring"]["names"], vectors["ring"]["ring"], vectors["dice"]["values"]):
        assert ", ".join(map(str, values)) in paper("derivations").text


def test_every_attack_in_the_papers_table_is_shown_by_a_test_or_a_move_that_is_there():
    tests = Path(__file__).parents[1]
    rows = paper("attacks").text.partition("| after the close, the operator")[2].partition("\n\n")[0].splitlines()[2:]
    code = "".join(path.read_text(encoding="utf-8") for path in tests.glob("*/*.py"))
    assert len(rows) >= 12
    for row in rows:
        names = re.findall("`([^`]+)`", row.rstrip("|").rpartition("|")[2])
        assert names
        for name in names:
            assert (tests.parent / name).is_file() if "/" in name else f"def {name}(" in code, name

"""Who pays whom: a payment to oneself is none."""

from __future__ import annotations

import pytest

from pbp.adjudicate import play

LIST = """==Alms==
Inputs: A position in the Wizard Ring
Effect: The Wizard at the chosen position gives 2 Stars to the caster.
"""


@pytest.mark.parametrize(
    ("position", "stars", "told"), [(2, {"A": 13, "B": 9, "C": 11}, 2), (1, dict.fromkeys("ABC", 11), 0)]
)
def test_only_a_payment_to_another_is_made_and_told(position: int, stars: dict[str, int], told: int) -> None:
    played = play(
        {
            "game": "wizard-ring",
            "wizards": [{"name": name, "stars": 11} for name in "ABC"],
            "spell_list": {"wikitext": LIST},
            "steps": [{"orders": {"A": f"CAST Alms {position}"}}],
        }
    )
    (step,) = played.result["steps"]
    assert {name: wizard["stars"] for name, wizard in step["state"]["wizards"].items()} == stars
    changes = [event for event in step["events"] if "amount" in event]
    assert len(changes) == told, step["events"]

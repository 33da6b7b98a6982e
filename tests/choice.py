"""Which test files `tests/run --fast` runs, and why it leaves the others out. Read by tests/run: standard library only.

A file is chosen by its name here and by nothing else, so that every fast run runs the same. One that is not named
belongs to the whole run alone, under the reason of its room.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

FAST = (
    "test_commands.py",
    "test_config.py",
    "test_house.py",
    "test_plans.py",
    "test_readme.py",
    "test_run.py",
    "adapters/test_dates.py",
    "adapters/test_mail_letter.py",
    "adapters/test_mail_reports.py",
    "adapters/test_mail_sender.py",
    "adapters/test_mail_words.py",
    "adapters/test_reddit_check.py",
    "adapters/test_reddit_texts.py",
    "adapters/test_wordpress_faults.py",
    "cli/test_bad_settings.py",
    "fair/test_fair.py",
    "fair/test_maker.py",
    "fair/test_old.py",
    "fair/test_ratings_verified.py",
    "fair/test_replay.py",
    "fair/test_season.py",
    "fair/test_vectors_in_papers.py",
    "fair/test_verify.py",
    "games/test_cases.py",
    "games/test_goofspiel.py",
    "games/test_wizard_ring.py",
    "games/test_wizard_ring_record.py",
    "games/test_wizards_duel_pairs.py",
    "games/test_wording.py",
    "honours/test_pairings.py",
    "honours/test_records.py",
    "honours/test_tournament_forms.py",
    "service/test_cells.py",
    "service/test_dates.py",
    "service/test_kept.py",
    "service/test_tables.py",
    "spells/test_costs.py",
    "spells/test_inputs.py",
    "spells/test_pages.py",
    "spells/test_payments.py",
    "spells/test_put.py",
    "store/test_faults.py",
    "store/test_store.py",
    "web/test_duels.py",
    "web/test_wikitext.py",
)
"""The files, by their paths in this folder: in each room those that tell most in the least time."""

WHOLE_ONLY = {
    "": "tests: the real servers, and tests/run itself",
    "adapters": "tests/adapters: letters and sites, on real servers or slow ones",
    "cli": "tests/cli: commands, each with a world of its own",
    "fair": "tests/fair: bundles with every field changed, and forgeries",
    "games": "tests/games: whole games, and what every game must do",
    "honours": "tests/honours: ratings over many results",
    "seasons": "tests/seasons: whole seasons on real servers",
    "service": "tests/service: duels through their whole life, and processes that are killed",
    "spells": "tests/spells: sentences by the thousand, and what is suggested for them",
    "store": "tests/store: stores of every version",
    "web": "tests/web: pages, many of them in a browser",
}
"""For each room what its other files are, in the words in which that is said at the end of a fast run."""


def left_out(tests: Path) -> Counter[str]:
    """How many test files a fast run leaves out, by the reason. Raises KeyError for a room that has none."""
    found = (path.relative_to(tests) for path in tests.rglob("test_*.py"))
    others = (path for path in found if path.as_posix() not in FAST)
    return Counter(WHOLE_ONLY["" if len(path.parts) == 1 else path.parts[0]] for path in others)

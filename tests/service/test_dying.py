"""Killed at every point between two effects of a tick, the service still does each thing once and loses nothing.

A real child process runs the tick that closes, resolves and schedules a duel while messages wait, and is killed
with SIGKILL just before or just after its n-th effect: a commit that changed the store, or a write to the site.
Then the service starts again, goes on, and what the site holds is compared with an undisturbed run. The same on every
site that is not ours: test_dying_sites.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from service.doom import LONG, copied, go_on, goes_on_as_if_nothing_were, held, prepare, run_child, told
from service.world import World


def test_a_killed_tick_leaves_each_text_once_and_loses_no_order(tmp_path: Path, record_property: Any) -> None:
    start = prepare(tmp_path / "start", "sqlite:///store.db")
    start.app.store.close()
    reference = copied(start, tmp_path / "reference")
    effects = run_child(reference, 0)
    go_on(reference)
    expected, orders = told(reference.site), held(reference)
    assert expected["repeats"] == 0
    assert len(effects) >= 40
    assert len(orders["orders"][1]) == 3, "three orders were cast"

    points = range(1, len(effects) + 1, 1 if LONG else 2)
    assert len(points) >= 40
    for point in points:
        goes_on_as_if_nothing_were(copied(start, tmp_path / str(point)), point, told, expected, orders)
    texts = len(expected["posts"]) + sum(expected["comments"].values())
    letters = sum(sum(counter.values()) for counter in expected["letters"].values())
    record_property(
        "figure",
        f"killed at {len(points)} of the {len(effects)} points of one tick; each time {texts} posts and comments,"
        f" {sum(expected['edits'].values())} page edits and {letters} letters, 0 doubled, 0 lost; no order lost",
    )


@pytest.mark.xdist_group("postgres")
def test_a_killed_tick_does_the_same_on_postgresql(tmp_path: Path, postgres: Any) -> None:
    with postgres.database() as url:
        start = prepare(tmp_path / "start", url)
        start.app.store.close()

        @contextmanager
        def another(name: str) -> Iterator[World]:
            with postgres.database(copy_of=url) as its_own:
                world = copied(start, tmp_path / name, its_own)
                yield world
                world.app.store.close()

        with another("reference") as reference:
            effects = run_child(reference, 0)
            go_on(reference)
            expected, orders = told(reference.site), held(reference)
        for point in range(1, len(effects) + 1, 1 if LONG else 9):
            with another(str(point)) as world:
                goes_on_as_if_nothing_were(world, point, told, expected, orders)

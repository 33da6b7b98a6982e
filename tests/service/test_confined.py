"""A process of its own for strangers' texts: the same results, nobody waits, and what breaks it stops nothing else."""

from __future__ import annotations

import os
import pickle
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from pbp.confined import FAILED_FOR, Confined
from pbp.errors import BeingRead, NotRead
from pbp.service import lifecycle
from pbp.spells import elsewhere, read_list, steps
from pbp.spells.elsewhere import read_by
from pbp.spells.read import _read_once
from pbp.spells.suggest import suggest
from service.confined_cases import doubled, endless, greedy
from service.world import SPELLS, World

UNCLEAR = SPELLS + "=== Odd ===\n* Effect: Gain 1 plus 2 times 3 Stars, whenever.\n"


@pytest.fixture
def store_url(tmp_path: Path) -> str:
    """One kind of database will do: nothing of this is asked of it."""
    return f"sqlite:///{tmp_path / 'store.sqlite'}"


@pytest.fixture
def costly(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Every text is one that takes long."""
    monkeypatch.setattr(elsewhere, "QUICK", 20)
    _read_once.cache_clear()
    yield
    _read_once.cache_clear()


def awaited(reader: Confined, ask: Callable[[], Any]) -> Any:
    """What is asked for, once it is known; the first answer must be that it is being read."""
    with pytest.raises(BeingRead):
        ask()
    for _ in range(3):  # the parts of a page, what its spells mean, what was meant by them
        reader.wait()
        with suppress(BeingRead):
            return ask()
    reader.wait()
    return ask()


def test_what_is_read_elsewhere_is_what_is_read_here(tmp_path: Path, costly: None) -> None:
    here = read_list(UNCLEAR, frozenset(["Hat"]))
    offered = suggest(here.spells["Odd"])
    _read_once.cache_clear()
    reader = Confined(tmp_path / "readings")
    with read_by(reader):
        there = awaited(reader, lambda: read_list(UNCLEAR, frozenset(["Hat"])))
        assert there == here and there.unclear == here.unclear
    with read_by(Confined(tmp_path / "readings")):  # another process finds it at once
        assert read_list(UNCLEAR, frozenset(["Hat"])) == here
        assert suggest(there.spells["Odd"]) == offered


def test_what_costs_little_starts_no_process(tmp_path: Path) -> None:
    _read_once.cache_clear()
    reader = Confined(tmp_path / "readings")
    with read_by(reader):
        assert not read_list(SPELLS).unclear
    assert not (tmp_path / "readings").exists()


@pytest.mark.parametrize("limit", [1, 50, 500, 5_000, 50_000])
def test_a_budget_of_whoever_waits_decides_nothing(limit: int) -> None:
    page = UNCLEAR + "=== Long ===\n* Effect: Gain 1 plus 2 plus 3 plus 4 plus 5 plus 6 Stars.\n"
    _read_once.cache_clear()
    whole = read_list(page)
    _read_once.cache_clear()
    try:
        with steps.quickly(limit):
            assert read_list(page) == whole
    except steps.Clipped:
        pass
    assert read_list(page) == whole, "nothing is kept of what was broken off"
    _read_once.cache_clear()


@pytest.mark.parametrize(("function", "argument"), [(endless, "a"), (greedy, 1 << 29)])
def test_what_goes_beyond_its_limits_ends_and_is_tried_again_later(
    tmp_path: Path, function: Callable[..., Any], argument: Any
) -> None:
    reader = Confined(tmp_path, seconds=1, memory=1 << 28)
    with pytest.raises(NotRead):
        awaited(reader, lambda: reader.ask(function, (argument,)))
    with pytest.raises(NotRead):
        reader.ask(function, (argument,))
    assert awaited(reader, lambda: reader.ask(doubled, (21,))) == 42, "nothing else is stopped by it"
    (failed,) = tmp_path.glob("*.failed")
    os.utime(failed, (0, time.time() - FAILED_FOR - 1))
    with pytest.raises(BeingRead):
        reader.ask(function, (argument,))
    reader.wait()


def test_a_child_that_is_killed_leaves_nothing_and_stops_nothing(tmp_path: Path) -> None:
    reader = Confined(tmp_path)
    with pytest.raises(BeingRead):
        reader.ask(endless, ("b",))
    (running,) = tmp_path.glob("*.running")
    other = Confined(tmp_path)
    with pytest.raises(BeingRead):
        other.ask(endless, ("b",))
    assert len(list(tmp_path.glob("*.running"))) == 1, "it is read once, whoever asks"
    os.kill(int(running.read_text()), 9)
    reader.wait()
    with pytest.raises(NotRead):
        other.ask(endless, ("b",))


def test_no_more_children_than_two_are_at_work(tmp_path: Path) -> None:
    reader = Confined(tmp_path, seconds=1)
    for text in "cdef":
        with pytest.raises(BeingRead):
            reader.ask(endless, (text,))
    assert len(list(tmp_path.glob("*.running"))) == 2
    reader.wait()


def test_a_file_that_is_no_value_of_ours_is_as_if_it_were_not_there(tmp_path: Path) -> None:
    reader = Confined(tmp_path)
    awaited(reader, lambda: reader.ask(doubled, (1,)))
    (kept,) = tmp_path.glob("*.read")

    class Evil:
        def __reduce__(self) -> tuple[Any, ...]:
            return os.system, (f"touch {tmp_path / 'broken-in'}",)

    for content in (b"", b"half", pickle.dumps(Evil()), pickle.dumps(eval)):
        kept.write_bytes(content)
        fresh = Confined(tmp_path)
        assert awaited(fresh, partial(fresh.ask, doubled, (1,))) == 2
    assert not (tmp_path / "broken-in").exists()


# ---- the service -----------------------------------------------------------------------------------------------------


def test_a_tick_goes_on_with_the_rest_and_takes_the_result_at_its_next_run(
    make_world: Callable[..., World], costly: None
) -> None:
    world = make_world()
    report = world.tick()
    assert report.waits == ["the next duel waits until its spells are read"] and not report.failed
    assert world.posts() == ["Season 1 begins"], "what does not hang on it is done"
    for _ in range(6):
        world.app.reader.wait()
        world.tick(minutes=1)
    assert world.duel(1).state == "open"
    world.say("Bob", "CAST Greed")
    for _ in range(6):
        world.app.reader.wait()
        world.app.collect()
    assert world.standing(1) == {"Bob": "CAST Greed"}
    world.after_battle()
    for _ in range(6):
        world.app.reader.wait()
        world.tick(minutes=1)
    assert world.duel(1).state == "resolved"
    assert world.stars()["Bob"] == 25


def test_a_duel_whose_list_cannot_be_read_holds_itself_and_says_why(
    make_world: Callable[..., World], monkeypatch: pytest.MonkeyPatch
) -> None:
    world = make_world()
    world.tick()
    world.say("Bob", "CAST Greed")
    whole = world.app
    world.app = replace(whole, reader=Confined(world.folder / "readings", memory=1 << 20))
    monkeypatch.setattr(elsewhere, "QUICK", 20)
    _read_once.cache_clear()
    assert "waits until its spells are read" in " ".join(world.after_battle().waits)
    world.app.reader.wait()
    world.tick(minutes=1)
    duel = world.duel(1)
    assert (duel.state, duel.held) == ("open", "replay")
    assert duel.held_why == "the text cannot be read within the limits of time and memory"
    assert any("held" in subject for subject in world.subjects("Master"))
    world.app = whole
    monkeypatch.undo()
    for failed in (world.folder / "readings").glob("*.failed"):
        failed.unlink()
    world.app.carry_out(lifecycle.resume, 1, "It can be read again.", world.clock())
    world.after_battle()
    world.tick(minutes=1)
    assert world.duel(1).state == "resolved" and world.stars()["Bob"] == 25

"""A world for each test, on SQLite and on PostgreSQL."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from service.world import World


@pytest.fixture
def make_world(tmp_path: Path, store_url: str) -> Iterator[Callable[..., World]]:
    """Makes a world with the given settings."""
    made: list[World] = []

    def make(settings: str = "", **more: object) -> World:
        made.append(World(tmp_path, store_url, settings, **more))  # type: ignore[arg-type]
        return made[-1]

    yield make
    for world in made:
        world.app.store.close()


@pytest.fixture
def world(make_world: Callable[..., World]) -> World:
    """A world with the default settings and four wizards, before its first tick."""
    return make_world()

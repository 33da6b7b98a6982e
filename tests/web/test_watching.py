"""Those who watch the service: health, figures, the dead man's switch, the weekly letter, the log."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest
import requests
from click.testing import CliRunner
from prometheus_client.parser import text_string_to_metric_families
from servers.postgres import Postgres
from service.world import WIZARDS, World

import pbp
from pbp.cli import main
from pbp.operating.serving import Server
from pbp.service import clocks, health, lifecycle
from pbp.store.states import Hold


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Callable[[str], World]]:
    made: list[World] = []

    def world(settings: str = "") -> World:
        made.append(World(tmp_path, f"sqlite:///{tmp_path}/store.db", settings))
        return made[-1]

    yield world
    for each in made:
        each.app.store.close()


def asked(world: World, path: str, **headers: str) -> tuple[int, str]:
    """What the site of a world answers."""
    server = Server(world.config, world.clock, port=0)
    server.start()
    try:
        answer = requests.get(server.url + path, headers=headers, timeout=20)
        return answer.status_code, answer.text
    finally:
        server.stop()
        server.app.store.close()


def hold(world: World, why: str) -> None:
    """Holds the first duel."""
    with world.app.store.tx() as tx:
        lifecycle.hold(world.app.desk, tx, tx.duel(1), Hold.OUTAGE, why, world.clock.now)


@pytest.mark.parametrize(
    ("rhythm", "silence", "status"),
    [
        (timedelta(minutes=1), timedelta(minutes=9), 200),
        (timedelta(minutes=1), timedelta(hours=3), 503),
        (timedelta(days=1), timedelta(hours=25), 200),
        (timedelta(days=1), timedelta(days=3), 503),
        (timedelta(days=7), timedelta(days=8), 200),
    ],
)
def test_health_is_ill_when_the_rhythm_is_broken(
    make: Callable[[str], World], rhythm: timedelta, silence: timedelta, status: int
) -> None:
    world = make("")
    assert asked(world, "/health")[0] == 200, "nothing has run yet"
    for _ in range(4):
        world.clock.now += rhythm
        world.app.tick()
    world.clock.now += silence
    code, text = asked(world, "/health")
    assert code == status
    assert json.loads(text)["status"] == ("ok" if status == 200 else "late")


def unreadable(world: World, spoil: Callable[[], object]) -> None:
    """Asserts what a running site says of itself while its store cannot be read: that, and nothing of the fault."""
    server = Server(world.config, world.clock, port=0)
    server.start()
    try:
        assert requests.get(f"{server.url}/health", timeout=20).json()["status"] == "ok"
        spoil()
        answer = requests.get(f"{server.url}/health", timeout=60)
        assert (answer.status_code, answer.json()["status"]) == (503, "fails")
        assert not [word for word in ("Traceback", "SELECT", world.config.store.url) if word in answer.text]
    finally:
        server.stop()
        server.app.store.close()


def test_health_fails_where_the_store_is_damaged(
    make: Callable[[str], World], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    world = make("")
    world.tick()
    world.app.store.close()

    def damage() -> None:
        for path in tmp_path.glob("store.db*"):
            path.write_bytes(b"no database " * 5000)

    unreadable(world, damage)
    assert "Traceback" not in caplog.text


@pytest.mark.xdist_group("postgres")
def test_health_fails_where_the_database_is_gone(
    tmp_path: Path, postgres: Postgres, caplog: pytest.LogCaptureFixture
) -> None:
    with postgres.database() as url:
        world = World(tmp_path, url)
        world.tick()
        world.app.store.close()
        unreadable(world, lambda: postgres.refuse(url))
    assert "Traceback" not in caplog.text


def test_figures_are_for_who_bears_the_token_alone(
    make: Callable[[str], World], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("METRICS", "a token of some length")
    world = make('[watch]\nmetrics_token = "env:METRICS"\n')
    world.tick()
    for headers in ({}, {"Authorization": "Bearer "}, {"Authorization": "Bearer wrong"}, {"Authorization": "Basic x"}):
        assert asked(world, "/metrics", **headers)[0] == 404
    code, text = asked(world, "/metrics", Authorization="Bearer a token of some length")
    assert code == 200
    found = {
        (sample.name, sample.labels.get("state")): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }
    assert found["pbp_duels", "open"] == 1 and found["pbp_duels", "resolved"] == 0
    assert found["pbp_wizards", "active"] == len(WIZARDS) and found["pbp_waits", None] == 0
    assert found["pbp_last_run_timestamp_seconds", None] == world.clock.now.timestamp()
    assert not any(name in text for name in WIZARDS)


def test_without_a_token_in_the_settings_nobody_reads_the_figures(make: Callable[[str], World]) -> None:
    assert asked(make(""), "/metrics", Authorization="Bearer ")[0] == 404


def test_the_command_prints_the_figures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert CliRunner().invoke(main, ["init"]).exit_code == 0
    assert 'pbp_duels{state="open"} 0.0' in CliRunner().invoke(main, ["metrics"]).output


def test_a_week_in_which_something_was_held_ends_with_a_letter_and_a_quiet_one_without(
    make: Callable[[str], World],
) -> None:
    world = make("[ring]\noutage_after_hours = 1000\nnotice_hours = 720\n")
    world.tick()
    world.tick(days=1)
    hold(world, "nothing ran")
    world.app.carry_out(lifecycle.resume, 1, "it runs again", world.clock.now + timedelta(hours=1))
    world.tick(days=1)
    assert not [subject for subject in world.subjects("Master") if "in the last week" in subject]
    world.tick(days=6)
    world.tick()
    ((_, body),) = [letter for letter in world.letters("Master") if "in the last week" in letter[0]]
    assert "Tuesday 3 March 2026" in body and "duel 1 is held (outage): nothing ran" in body
    assert "Nothing waits for you now." in body
    for _ in range(3):
        world.tick(days=7)
    assert len([each for each in world.subjects("Master") if "in the last week" in each]) == 1


def test_every_kind_of_trouble_is_one_that_the_journal_has() -> None:
    calls = (
        node
        for file in Path(pbp.__file__).parent.rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "journal"
    )
    kinds = {call.args[1].value for call in calls if len(call.args) > 1 and isinstance(call.args[1], ast.Constant)}
    assert set(health.TROUBLES) <= kinds


def test_the_weekly_letter_tells_what_was_put_aside_and_which_clock_was_trusted(
    make: Callable[[str], World], monkeypatch: pytest.MonkeyPatch
) -> None:
    world = make("[ring]\noutage_after_hours = 1000\nnotice_hours = 720\n")
    world.tick()

    def fails(*_: object, **__: object) -> None:
        raise ValueError("a fault")

    with monkeypatch.context() as broken:
        broken.setattr("pbp.service.orders.take", fails)
        world.say(WIZARDS[0], "CAST Greed")
    world.app.carry_out(clocks.trust, "set by hand", world.clock.now)
    world.tick(days=8)
    world.tick()
    ((_, body),) = [letter for letter in world.letters("Master") if "in the last week" in letter[0]]
    assert "a message by local is kept aside: ValueError" in body and "set by hand" in body


def test_who_wants_no_weekly_letter_gets_none(make: Callable[[str], World]) -> None:
    world = make("[watch]\nweekly_letter = false\n[ring]\noutage_after_hours = 1000\nnotice_hours = 720\n")
    world.tick()
    hold(world, "nothing ran")
    world.tick(days=8)
    world.tick()
    assert not [subject for subject in world.subjects("Master") if "in the last week" in subject]


@pytest.fixture
def switch() -> Iterator[tuple[str, list[str]]]:
    """A dead man's switch: its address, and when it was asked."""
    heard: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            heard.append(self.path)
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: object) -> None: ...

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/4f0c", heard
    server.shutdown()
    server.server_close()
    thread.join()


def test_the_switch_is_asked_after_each_run_in_which_nothing_failed(
    make: Callable[[str], World], switch: tuple[str, list[str]]
) -> None:
    url, heard = switch
    world = make(f'[watch]\nping_url = "{url}"\n')
    world.tick()
    world.app.resolve_due()
    assert heard == ["/4f0c", "/4f0c"]


def test_the_switch_is_not_asked_after_a_run_in_which_something_failed(
    make: Callable[[str], World], switch: tuple[str, list[str]]
) -> None:
    url, heard = switch
    world = make(f'[watch]\nping_url = "{url}"\n[wiki]\nsection = "Nowhere"\n')
    assert world.tick().failed
    assert heard == []


def test_a_switch_that_cannot_be_reached_stops_nothing(make: Callable[[str], World]) -> None:
    world = make('[watch]\nping_url = "http://127.0.0.1:9/"\n')
    assert not world.tick().failed
    assert world.duel().number == 1


def test_the_log_is_an_object_a_line_for_who_wants_that(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text('[watch]\nlog = "json"\nping_url = "http://127.0.0.1:9/"\n')
    asked = [sys.executable, "-c", "from pbp.cli import main; main()", "tick"]
    run = subprocess.run(asked, cwd=tmp_path, capture_output=True, text=True, check=False)
    lines = [json.loads(line) for line in run.stderr.splitlines()]
    (found,) = [line for line in lines if line["level"] == "WARNING"]
    assert found["from"] == "pbp.adapters.ping" and "ping_url did not answer" in found["message"]
    assert found["at"].startswith("20")

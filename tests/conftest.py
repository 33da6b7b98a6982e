"""The real servers, each started at most once a worker and ended with it; and the store's two databases."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any
from zlib import crc32

import jinja2
import outside
import pytest
from flask import Flask
from hypothesis import settings
from jinja2.bccache import Bucket
from servers.channels import Channels
from servers.debian import missing
from servers.dovecot import Dovecot
from servers.mediawiki import MediaWiki
from servers.postgres import Postgres
from servers.smtp import Smtp
from servers.wordpress import WordPress

from pbp.spells import inputs, problems, read, readings

outside.install()  # before any module asks what games there are

settings.register_profile("untimed", settings(), deadline=None)  # no test fails because the machine was busy
settings.load_profile("untimed")


class CompiledOnce(jinja2.BytecodeCache):
    """Templates as they were compiled last: each test makes a site of its own, of the same ones."""

    def __init__(self) -> None:
        self._kept: dict[str, tuple[str, CodeType | None]] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        checksum, code = self._kept.get(bucket.key, ("", None))
        bucket.code = code if checksum == bucket.checksum else None

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._kept[bucket.key] = bucket.checksum, bucket.code


Flask.jinja_options = {"bytecode_cache": CompiledOnce()}

SERVERS = ("postgres", "mediawiki", "wordpress", "dovecot")
"""Those of which one is started a worker; each is also the name of the fixture that its tests ask for."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Sends the tests of one server to one worker, so that it is started once, and marks those of all servers.

    The cases of spells go in batches, since handing each of thousands out by itself takes longer than many of them do;
    those of one wording, of one turn's plain words or of one scenario go together, as that is then read once. Leaves
    out what only a long run does. What is played in a browser takes minutes: it comes first, so that no worker is left
    with it alone at the end.
    """
    if "PBP_LONG" not in os.environ:
        config.hook.pytest_deselected(items=[item for item in items if _is_of_long_runs(item)])
        items[:] = [item for item in items if not _is_of_long_runs(item)]
    for item in items:
        asked = getattr(item, "fixturenames", ())
        names = [name for name in SERVERS if name in asked]
        if names and not item.get_closest_marker("xdist_group"):
            item.add_marker(pytest.mark.xdist_group(names[-1]))
        if names or "chromium" in asked or item.get_closest_marker("xdist_group"):
            item.add_marker(pytest.mark.server)
        elif item.nodeid.startswith("tests/spells/") and (params := _params(item)):
            item.add_marker(pytest.mark.xdist_group(f"spells {crc32(_about(item, params).encode()) % 128}"))
    items.sort(key=lambda item: "chromium" not in getattr(item, "fixturenames", ()))


def _about(item: pytest.Item, params: Mapping[str, Any]) -> str:
    """What a case of spells reads: a wording, the plain words of a turn, or a scenario; otherwise its own name."""
    if "entry" in params:
        return str(params["entry"]["effect"])
    return str(params["line"].plain if hasattr(params.get("line"), "plain") else params.get("path", item.nodeid))


def _params(item: pytest.Item) -> Mapping[str, Any]:
    """The parameters of a case; empty for a test that has none."""
    params: Mapping[str, Any] = getattr(getattr(item, "callspec", None), "params", {})
    return params


def _is_of_long_runs(item: pytest.Item) -> bool:
    """Whether a test of the service runs on SQLite in every run, and on PostgreSQL in a long one: seven in eight do.

    What the store itself promises of PostgreSQL, and what happens to several workers, is tried there in every run.
    """
    doubled = _params(item).get("store_url") == "postgresql" and item.nodeid.startswith("tests/service/")
    return doubled and crc32(item.nodeid.encode()) % 8 != 0


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Prints what the tests have counted: record_property("figure", "...")."""
    reports = [report for reports in terminalreporter.stats.values() for report in reports]
    figures = [text for report in reports for name, text in getattr(report, "user_properties", ()) if name == "figure"]
    if figures:
        terminalreporter.section("figures")
        for text in dict.fromkeys(figures):
            terminalreporter.write_line(text)


@pytest.fixture(scope="session")
def run() -> ModuleType:
    """The one test command, tests/run, as a module."""
    loader = SourceFileLoader("tests_run", str(Path(__file__).with_name("run")))
    spec = spec_from_loader("tests_run", loader)
    assert spec
    module = module_from_spec(spec)
    writes = sys.dont_write_bytecode
    loader.exec_module(module)
    sys.dont_write_bytecode = writes
    return module


def need(suite: str) -> None:
    """Skips the test, loudly, on a machine without the suite's programs."""
    if lacking := missing(suite):
        pytest.skip(lacking)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A running PostgreSQL."""
    need("PostgreSQL")
    server = Postgres()
    server.start()
    yield server
    server.stop()


@pytest.fixture
def postgres_url(postgres: Postgres) -> Iterator[str]:
    """The SQLAlchemy URL of a new, empty PostgreSQL database."""
    with postgres.database() as url:
        yield url


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.xdist_group("postgres"))])
def store_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The SQLAlchemy URL of a new, empty database; every test that asks for it runs on SQLite and on PostgreSQL,
    but for those of the service that leave PostgreSQL to long runs."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'store.sqlite'}"
    url: str = request.getfixturevalue("postgres_url")
    return url


@pytest.fixture(scope="session")
def mediawiki_server() -> Iterator[MediaWiki]:
    """A running MediaWiki, as the tests before have left it."""
    need("MediaWiki")
    server = MediaWiki()
    server.start()
    yield server
    server.stop()


@pytest.fixture
def mediawiki(mediawiki_server: MediaWiki) -> MediaWiki:
    """A new, empty MediaWiki."""
    mediawiki_server.reset()
    return mediawiki_server


@pytest.fixture(scope="session")
def wordpress_server() -> Iterator[WordPress]:
    """A running WordPress, as the tests before have left it."""
    need("WordPress")
    server = WordPress()
    server.start()
    yield server
    server.stop()


@pytest.fixture
def wordpress(wordpress_server: WordPress) -> WordPress:
    """A new, empty WordPress."""
    wordpress_server.reset()
    return wordpress_server


@pytest.fixture(scope="session")
def dovecot_server() -> Iterator[Dovecot]:
    """A running Dovecot, as the tests before have left it."""
    need("Dovecot")
    server = Dovecot()
    server.start()
    yield server
    server.stop()


@pytest.fixture
def dovecot(dovecot_server: Dovecot) -> Dovecot:
    """A Dovecot whose mailboxes are empty."""
    dovecot_server.reset()
    return dovecot_server


@pytest.fixture(scope="session")
def smtp_server(dovecot_server: Dovecot) -> Iterator[Smtp]:
    """A running SMTP server that delivers to the Dovecot."""
    server = Smtp(dovecot_server)
    server.start()
    yield server
    server.stop()


@pytest.fixture
def smtp(smtp_server: Smtp, dovecot: Dovecot) -> Smtp:
    """An SMTP server without faults, which delivers to empty mailboxes; it fails on command."""
    smtp_server.reset()
    return smtp_server


@pytest.fixture
def channels() -> Iterator[Channels]:
    """Empty channels of Discord and Matrix."""
    channels = Channels()
    channels.start()
    yield channels
    channels.stop()


@pytest.fixture(scope="session")
def chromium() -> tuple[str, str]:
    """The paths of Chromium and of its driver."""
    need("Chromium")
    return "/usr/bin/chromium", "/usr/bin/chromedriver"


@pytest.fixture
def other_reader(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], None]]:
    """From its call on spells are read as another pbp reads them: other programs of the same effect, other hints."""
    reads_traits, says = inputs.read_traits, problems.unreadable

    def change() -> None:
        monkeypatch.setattr(read, "read_traits", lambda text: (*reads_traits(text), "Otherwise"))
        monkeypatch.setattr(readings, "unreadable", lambda *about: tuple(f"{words}!" for words in says(*about)))
        read._read_once.cache_clear()

    yield change
    monkeypatch.undo()
    read._read_once.cache_clear()

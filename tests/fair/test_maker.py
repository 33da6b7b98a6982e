"""A bundle says which pbp made it. That is the operator's word: it is signed like all else, and proves nothing."""

from __future__ import annotations

import json
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from fair.duels import CANCELLED, GAMES, MADE_BY, SIGNING_KEY, first, raid, seen, signed_anew, sums
from fair.test_forgeries import by_script

from pbp import games, version
from pbp.bundle import bundle_text, make_bundle, make_cancelled
from pbp.bundle.form import read_bundle
from pbp.cli import main
from pbp.verify import check_bundle, verify_file

COMMIT = "4f0c" * 10


@pytest.fixture(autouse=True)
def the_toy_games_are_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "GAMES", GAMES)


@pytest.fixture(params=["played", "cancelled"])
def bundle(request: pytest.FixtureRequest) -> dict[str, Any]:
    if request.param == "played":
        return make_bundle(raid(), SIGNING_KEY)
    return make_cancelled(CANCELLED, SIGNING_KEY)


def found(bundle: dict[str, Any]) -> list[tuple[str, bool, str]]:
    return [(check.name, check.ok, check.detail) for check in check_bundle(bundle, seen(bundle))]


def test_who_reads_a_bundle_is_told_what_made_it(bundle):
    assert bundle["made_by"] == MADE_BY
    report = verify_file(bundle_text(bundle), seen(bundle), alone=True)
    assert report.ok
    assert f"note    made by {MADE_BY}: the operator's word, on which nothing else hangs" in report.lines


def test_who_passes_it_on_cannot_change_that(bundle, tmp_path):
    for changed in ({**bundle, "made_by": "pbp 9.9.9"}, {k: v for k, v in bundle.items() if k != "made_by"}):
        assert [name for name, ok, _ in found(changed) if not ok] == ["signature"]
        assert not by_script(tmp_path, changed, seen(bundle))
        assert not any("made by" in line for line in verify_file(json.dumps(changed), seen(bundle)).lines)


def test_what_the_operator_writes_there_changes_nothing_that_was_checked(bundle, tmp_path):
    other = signed_anew({**bundle, "made_by": f"pbp 9.9.9 (commit {COMMIT})"})
    assert found(other) == found(bundle)
    assert by_script(tmp_path, other, seen(bundle))


@pytest.mark.parametrize(
    "words", ["pbp", "pbp 0.1.0: all verified", "pbp 0.1.0\n", "Pbp 1", "", None, 1, ["pbp 0.1.0"]]
)
def test_nothing_but_a_version_can_stand_there(bundle, words, tmp_path):
    assert [name for name, ok, _ in found(signed_anew({**bundle, "made_by": words})) if not ok] == ["form"]


def test_a_bundle_of_an_earlier_version_does_not_say_it():
    older = make_bundle(first(raid()), SIGNING_KEY)
    assert "made_by" not in older
    assert [name for name, ok, _ in found(signed_anew({**older, "made_by": MADE_BY})) if not ok] == ["form"]


def test_a_bundle_that_does_not_say_it_holds():
    silent = make_bundle(sums(), SIGNING_KEY)
    assert "made_by" not in silent and read_bundle(silent).made_by is None
    report = verify_file(bundle_text(silent), seen(silent))
    assert report.ok and not any("made by" in line for line in report.lines)


class Installed:
    """What an installer leaves of a package."""

    version = "0.1.0"

    def __init__(self, folder: Path, recorded: str | None):
        self.folder = folder
        if recorded is not None:
            (folder / "direct_url.json").write_text(recorded, encoding="utf-8")

    def distribution(self) -> metadata.Distribution:
        (self.folder / "METADATA").write_text(f"Metadata-Version: 2.4\nName: pbp\nVersion: {self.version}\n")
        return metadata.PathDistribution(self.folder)


@pytest.mark.parametrize(
    ("recorded", "said"),
    [
        (None, "pbp 0.1.0"),
        ('{"url": "file:///home/ann/pbp", "dir_info": {}}', "pbp 0.1.0"),
        (
            json.dumps({"url": "https://x.example/pbp", "vcs_info": {"vcs": "git", "commit_id": COMMIT}}),
            f"pbp 0.1.0 (commit {COMMIT})",
        ),
    ],
)
def test_the_commit_is_said_where_the_installer_recorded_one(recorded, said, tmp_path, monkeypatch):
    monkeypatch.setattr(version, "distribution", lambda _: Installed(tmp_path, recorded).distribution())
    monkeypatch.setattr(version, "this_pbp", version.this_pbp.__wrapped__)
    assert version.this_pbp() == said
    assert read_bundle(signed_anew({**make_bundle(raid(), SIGNING_KEY), "made_by": said})).made_by == said


def test_what_is_not_installed_has_no_version(monkeypatch):
    def nowhere(name: str) -> metadata.Distribution:
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(version, "distribution", nowhere)
    assert version.this_pbp.__wrapped__() is None


def test_the_command_line_says_the_same():
    assert (
        CliRunner().invoke(main, ["--version"]).output
        == f"{version.this_pbp()}\n"
        == f"pbp {metadata.version('pbp')}\n"
    )

"""What is released, away from the clone that it was made of: everything is in it, and it does the main job."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from hatchling.build import build_wheel

REPO = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this clone, made as pip makes it."""
    folder = tmp_path_factory.mktemp("dist")
    before = Path.cwd()
    os.chdir(REPO)
    try:
        return folder / build_wheel(str(folder))
    finally:
        os.chdir(before)


@pytest.fixture(scope="module")
def pbp(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The command, of the wheel installed alone."""
    folder = tmp_path_factory.mktemp("installed")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "-qq", "--no-deps", "--no-index"]
    subprocess.run([*pip, "--target", str(folder), str(wheel)], check=True, stdin=subprocess.DEVNULL)
    return folder / "bin" / "pbp"


def run(pbp: Path, folder: Path, *arguments: str) -> str:
    """What a command prints that is run in a folder where nothing of the clone is."""
    environment = {**os.environ, "PYTHONPATH": str(pbp.parent.parent), "COLUMNS": "100"}
    done = subprocess.run(
        [sys.executable, str(pbp), *arguments],
        cwd=folder, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def kept(*folders: str) -> set[str]:
    """The files of the clone in some folders, as git keeps them."""
    listed = subprocess.run(["git", "ls-files", *folders], cwd=REPO, capture_output=True, text=True, check=True)
    return set(listed.stdout.split())


def test_the_wheel_holds_every_file_of_the_package_and_nothing_else(wheel: Path) -> None:
    names = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    beside = {f"pbp/{name}" for name in kept("templates", "config.example.toml")}
    assert names == kept("pbp") | beside


def test_what_is_installed_is_the_wheel_and_says_its_version(pbp: Path, tmp_path: Path) -> None:
    name, _, version = run(pbp, tmp_path, "--version").strip().partition(" ")
    assert name == "pbp"
    assert (pbp.parent.parent / f"pbp-{version}.dist-info").is_dir()
    asked = "import pbp; print(pbp.__file__)"
    where = subprocess.run(
        [sys.executable, "-c", asked], cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(pbp.parent.parent)},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert Path(where.stdout.strip()).is_relative_to(pbp.parent.parent)


def test_what_is_installed_plays_the_demo_and_its_world_goes_on(pbp: Path, tmp_path: Path) -> None:
    said = run(pbp, tmp_path, "demo", "--no-serve")
    assert "Anybody can check" in said
    assert said.count(" checks hold.") == 3
    config = str(tmp_path / "pbp-demo" / "config.toml")
    run(pbp, tmp_path, "tick", "--config", config)
    assert "last tick" in run(pbp, tmp_path, "status", "--config", config)


def test_what_is_installed_shows_the_pages_of_help(pbp: Path, tmp_path: Path) -> None:
    assert "beginning" in run(pbp, tmp_path, "help")
    assert len(run(pbp, tmp_path, "help", "beginning").splitlines()) > 20


def test_a_new_world_is_made_by_what_is_installed(pbp: Path, tmp_path: Path) -> None:
    run(pbp, tmp_path, "init", "my-duels", "--kind", "site")
    config = str(tmp_path / "my-duels" / "config.toml")
    assert "/me/" in run(pbp, tmp_path, "player", "add", "Ann", "Ben", "--config", config)
    run(pbp, tmp_path, "tick", "--config", config)

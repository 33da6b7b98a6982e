"""A season as one archive: it verifies itself without any site, and is the same to the byte however it is asked for."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from service.contests import begin
from service.world import World

from pbp.bundle.archive import ADDRESSES, SEASON, SUMS, packed, unpacked, with_sums
from pbp.cli import main
from pbp.errors import FileFaults
from pbp.service import lifecycle
from pbp.service.dump import season_files
from pbp.verify import Seen, verify_archive
from pbp.verify.archive import MADE_LATER
from pbp.web import House, create_site
from pbp.web.front import Front


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    """Two resolved ring duels, a cancelled one, an open one with an order in it, and a contest."""
    folder = tmp_path_factory.mktemp("dump")
    world = World(folder, f"sqlite:///{folder}/store.db", "", ("Ann", "Ben", "Cleo"))
    (folder / "config.toml").write_text(f'[store]\nurl = "sqlite:///{folder}/store.db"\n')
    world.tick()
    for number in (1, 2):
        world.say("Ann", "CAST Greed\nmy grandmother's parrot")
        world.clock.now = world.duel(number).battle_time or world.clock.now
        world.tick(minutes=1)
        world.tick(minutes=1)
    world.app.carry_out(lifecycle.cancel, 3, "a storm", world.clock())
    world.tick()
    begin(world, "wizards-duel")
    world.say("Ann", "#1001 CAST 3")
    world.say("Ben", "#1001 CAST 1")
    world.tick(minutes=11)
    world.say("Ben", "#1001 RESIGN")
    world.say("Ann", "#4 CAST Gain")
    world.tick(minutes=1)
    assert [duel.state for duel in map(world.duel, (1, 2, 3, 4, 1001))] == [
        "resolved", "resolved", "cancelled", "open", "resolved"
    ]  # fmt: skip
    yield world
    world.app.store.close()


@pytest.fixture(scope="module")
def files(world: World) -> dict[str, str]:
    with world.app.store.tx() as tx:
        return season_files(world.app.desk, tx, "1")


def test_the_archive_verifies_itself_without_any_site(world: World, tmp_path: Path) -> None:
    archive = tmp_path / "season.zip"
    done = run("dump", str(archive), "--config", str(world.folder / "config.toml"))
    assert done.exit_code == 0 and "holds season 1" in done.output, done.output
    told = run("verify", "--season", str(archive))
    assert told.exit_code == 0, told.output
    assert "duel 3: was cancelled" in told.output and "ok      duel 1001" in told.output
    assert MADE_LATER in told.output
    zipfile.ZipFile(archive).extractall(tmp_path / "unpacked")
    assert run("verify", "--season", str(tmp_path / "unpacked")).exit_code == 0
    texts = [*(tmp_path / "unpacked" / "texts").iterdir()]
    seen = [argument for text in texts for argument in ("--seen", str(text))]
    told = run("verify", "--season", str(archive), *seen)
    assert told.exit_code == 0 and MADE_LATER not in told.output
    assert run("verify", "--season", str(archive), "--anchor", "00" * 32).exit_code == 1


def test_the_same_season_gives_the_same_bytes_from_the_site_too(world: World, files: dict[str, str]) -> None:
    reader = create_site(world.site, Front(world.app), House()).test_client()
    answer = reader.get("/seasons/1.zip")
    assert answer.mimetype == "application/zip" and answer.data == packed(files)
    assert packed(dict(reversed(files.items()))) == packed(files)
    assert unpacked(packed(files)) == files
    assert reader.get("/seasons/2.zip").status_code == 404
    codes = [reader.get("/seasons/1.zip").status_code for _ in range(8)]
    assert codes[-1] == 429


def test_its_script_checks_each_duel_with_python_alone(files: dict[str, str], tmp_path: Path) -> None:
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    bundle = json.loads(files["duels/1.json"])
    given = [bundle["anchor"], str(bundle["seed_index"]), bundle["steps"][0]["commitment"]]
    words = [sys.executable, "check.py", "duels/1.json", *given]
    assert subprocess.run(words, cwd=tmp_path, capture_output=True, check=False).returncode == 0
    checked = subprocess.run(["sha256sum", "--check", "--strict", SUMS], cwd=tmp_path, capture_output=True, check=False)
    assert checked.returncode == 0, checked.stderr


def test_nothing_private_and_nothing_of_an_open_duel_is_in_it(world: World, files: dict[str, str]) -> None:
    everything = "\n".join(files.values())
    assert "parrot" not in everything and "/me/" not in everything and "local:" not in everything
    assert "duels/4.json" not in files and "CAST Gain" not in everything
    with world.app.store.tx() as tx:
        season = tx.season("1")
    assert season
    assert season.key.hex() not in everything and season.signing_key.hex() not in everything


@pytest.mark.parametrize("damage", ["changed", "lost", "added"])
def test_an_archive_that_is_damaged_says_which_file(files: dict[str, str], damage: str) -> None:
    name = next(name for name in files if name.startswith("texts/"))
    changed = {"changed": {**files, name: "x"}, "lost": {k: v for k, v in files.items() if k != name}}
    report = verify_archive(changed.get(damage, {**files, "texts/extra.txt": "x"}))
    expected = "texts/extra.txt" if damage == "added" else name
    assert not report.ok and any(line.startswith("FAILED  files:") and expected in line for line in report.lines)


def forged(files: dict[str, str], name: str, change: Callable[[str], str]) -> dict[str, str]:
    """The archive with one file changed, and the digests made anew."""
    return with_sums({**{key: text for key, text in files.items() if key != SUMS}, name: change(files[name])})


def test_who_makes_the_digests_anew_changes_nothing_unseen(files: dict[str, str]) -> None:
    commitment = json.loads(files["duels/1.json"])["steps"][0]["commitment"]
    (post,) = (name for name, text in files.items() if name.startswith("texts/") and commitment in text)
    other = verify_archive(forged(files, post, lambda text: text.replace(commitment, "00" * 32)))
    assert not other.ok and any("its commitment does not stand at" in line for line in other.lines)
    stars = verify_archive(forged(files, "duels/1.json", lambda text: text.replace('"stars": 20', '"stars": 21')))
    assert not stars.ok
    left_out = verify_archive(forged(files, ADDRESSES, lambda text: re.sub(r'"[^"]*1_Audit[^,]*,\n', "", text)))
    assert not left_out.ok and any("the archive has nothing of" in line for line in left_out.lines)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (ADDRESSES, ""),
        (ADDRESSES, "[]"),
        (ADDRESSES, '{"a": "../../etc/passwd"}'),
        (ADDRESSES, '{"a": []}'),
        (SEASON, "{"),
    ],
)
def test_an_archive_of_anything_is_refused_with_a_reason(files: dict[str, str], name: str, text: str) -> None:
    report = verify_archive(forged(files, name, lambda _: text), Seen())
    assert not report.ok and report.lines


def test_what_is_no_archive_is_refused(tmp_path: Path) -> None:
    for content in (b"", b"PK\x03\x04 and nothing", packed({"a": "b"})[:-10]):
        with pytest.raises(FileFaults):
            unpacked(content)
    with pytest.raises(FileFaults):
        unpacked(tmp_path / "nowhere")
    (tmp_path / "empty").mkdir()
    assert run("verify", "--season", str(tmp_path / "empty")).exit_code == 1


def test_an_archive_that_would_unfold_without_end_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pbp.bundle.archive._LARGEST", 1000)
    with zipfile.ZipFile(tmp_path / "bomb.zip", "w", zipfile.ZIP_DEFLATED) as bomb:
        bomb.writestr(SEASON, "0" * 100_000)
    told = run("verify", "--season", str(tmp_path / "bomb.zip"))
    assert told.exit_code == 1 and "more than an archive of a season has" in told.output


def test_a_season_without_a_list_has_no_archive(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text(f'[store]\nurl = "sqlite:///{tmp_path}/store.db"\n')
    told = run("dump", str(tmp_path / "x.zip"), "--config", str(tmp_path / "config.toml"))
    assert told.exit_code == 1 and "no season has begun yet" in told.output
    assert not (tmp_path / "x.zip").exists()


def test_ratings_are_worked_out_again_from_an_archive_alone(world: World, tmp_path: Path) -> None:
    config = ("--config", str(world.folder / "config.toml"))
    archive, table = tmp_path / "season.zip", tmp_path / "ratings.json"
    assert run("dump", str(archive), *config).exit_code == 0
    table.write_text(run("ratings", "--json", *config).output)
    checked = run("ratings", "verify", str(table), str(archive))
    assert checked.exit_code == 0, checked.output
    assert "duels that count: 1, 2, 1001" in checked.output
    with zipfile.ZipFile(archive) as packed_files:
        packed_files.extractall(tmp_path / "there")
    assert run("ratings", "verify", str(table), str(tmp_path / "there")).exit_code == 0
    value = json.loads(table.read_text())
    value["tables"][0]["rows"].pop()
    table.write_text(json.dumps(value))
    assert run("ratings", "verify", str(table), str(archive)).exit_code == 1
    (tmp_path / "broken.zip").write_text("PK")
    assert run("ratings", "verify", str(table), str(tmp_path / "broken.zip")).exit_code == 1

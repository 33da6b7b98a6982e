"""`pbp verify` and the reader's own script, on what a played duel published."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pbp import config
from pbp.cli import main
from pbp.clock import system_clock
from pbp.operating.serving import Server


def run(*arguments: str) -> Result:
    result = CliRunner().invoke(main, arguments)
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a played demo, with the audit page of duel 1 and a receipt of Circe beside it."""
    folder = tmp_path_factory.mktemp("verify")
    world = folder / "world"
    assert run("demo", "--no-serve", "--folder", str(world)).exit_code == 0
    config = str(world / "config.toml")
    page = run("page", "get", "Wizard Duel 1 Audit", "--config", config).output
    (folder / "audit.txt").write_text(page, encoding="utf-8")
    from pbp.adapters.local import LocalSite

    site = LocalSite(world / "site.db", "http://x", system_clock)
    (folder / "post.txt").write_text("".join(remark.body for remark in site.blog.comments()), encoding="utf-8")
    letters = site.mailbox.entries("Circe")
    receipt = next(e.text for e in letters if "BEGIN RECEIPT" in e.text and "Duel: 1\n" in e.text)
    (folder / "receipt.txt").write_text("\n".join(f"> {line}" for line in receipt.splitlines()), encoding="utf-8")
    return folder


def test_an_audit_page_is_verified(played: Path) -> None:
    result = run("verify", str(played / "audit.txt"), "--seen", str(played / "post.txt"))
    assert result.exit_code == 0, result.output
    assert "Verified:" in result.output
    assert f"made by {run('--version').output.strip()}:" in result.output


def test_without_a_commitment_it_proves_little_and_fails_unless_that_is_asked_for(played: Path) -> None:
    result = run("verify", str(played / "audit.txt"))
    assert (result.exit_code, "proves little" in result.output) == (1, True)
    (commitment,) = re.findall('"commitment": "(.*)"', (played / "audit.txt").read_text())
    assert run("verify", str(played / "audit.txt"), "--commitment", commitment).exit_code == 0
    assert run("verify", str(played / "audit.txt"), "--commitment", "00" * 32).exit_code == 1
    result = run("verify", str(played / "audit.txt"), "--without-commitment")
    assert (result.exit_code, "proves little" in result.output) == (0, True)


def test_a_receipt_quoted_in_a_letter_is_found_in_the_bundle(played: Path) -> None:
    seen = ("--seen", str(played / "post.txt"))
    result = run("verify", str(played / "audit.txt"), *seen, "--receipt", str(played / "receipt.txt"))
    assert result.exit_code == 0, result.output


def test_a_season_is_verified_from_the_address_of_its_list(played: Path) -> None:
    server = Server(config.load(played / "world" / "config.toml"), system_clock)
    server.start()
    try:
        listed = f"{server.url}/wiki/Wizard_Duel_Season_1"
        (anchor,) = re.findall('"anchor": "(.*)"', (played / "audit.txt").read_text())
        result = run("verify", "--season", listed, "--anchor", anchor)
        assert result.exit_code == 0, result.output
        assert "ok      from the duel before to duel 2: every value is what was left" in result.output
        assert run("verify", "--season", listed, "--anchor", "00" * 32).exit_code == 1
        assert run("verify", "--season", f"{server.url}/wiki/Wizard_Duel_1_Audit").exit_code == 1
    finally:
        server.stop()
    assert run("verify", "--season").exit_code == 2
    assert run("verify", "--season", listed, "--receipt", str(played / "receipt.txt")).exit_code == 2


def test_a_changed_page_is_not(played: Path) -> None:
    changed = played / "changed.txt"
    changed.write_text((played / "audit.txt").read_text().replace("CAST Burn", "CAST Gain", 1), encoding="utf-8")
    assert run("verify", str(changed), "--without-commitment").exit_code == 1


def test_what_is_no_bundle_is_said(played: Path) -> None:
    (played / "nothing.txt").write_text("Hello.", encoding="utf-8")
    assert run("verify", str(played / "nothing.txt")).exit_code == 1
    assert run("verify", str(played / "missing.txt")).exit_code == 1
    assert run("verify").exit_code == 2


def test_the_readers_own_script_checks_the_bundle_with_nothing_but_python(played: Path) -> None:
    page = (played / "audit.txt").read_text(encoding="utf-8")
    (played / "bundle.json").write_text(page[page.index("{") : page.rindex("}") + 1], encoding="utf-8")
    (played / "check.py").write_text(run("verify", "--script").output, encoding="utf-8")
    seen = re.findall('"commitment": "(.*)"', page)
    command = [sys.executable, "-I", str(played / "check.py"), str(played / "bundle.json"), *seen]
    checked = subprocess.run(command, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout + checked.stderr
    (played / "bundle.json").write_text(
        (played / "bundle.json").read_text(encoding="utf-8").replace('"value": ', '"value": 1', 1), encoding="utf-8"
    )
    assert subprocess.run(command, capture_output=True, check=False).returncode != 0

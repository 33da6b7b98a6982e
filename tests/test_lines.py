"""Of --lines: which lines the tests went through, in an environment where nothing comes from the clone."""

from __future__ import annotations

import os
import sys
from collections import Counter
from pathlib import Path

from lines import Lines


def test_the_lines_that_tests_went_through_are_shown_by_room(run, tmp_path, capsys):
    for name, text in {
        "thing/__init__.py": "",
        "thing/hall/__init__.py": "def enter(door):\n    if door:\n        return 'in'\n    return 'out'\n",
        "thing/cellar/__init__.py": "def hide():\n    return 'there'\n",
        "tests/test_thing.py": (
            "import os, pytest, sys\nfrom thing import cellar, hall\n"
            "def test_nothing_comes_from_the_clone(): assert not {'', os.getcwd()} & set(sys.path)\n"
            "@pytest.mark.parametrize('n', range(4))\n"
            "def test_enter(n): assert hall.enter(True) == 'in' and cellar\n"
        ),
        "pytest.ini": "[pytest]\npythonpath = .\nfilterwarnings = error\n",
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    programs, lines = Path(sys.executable).parent, Lines(tmp_path / "lines.json", tmp_path / "thing")
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("SLIPCOVER", "PYT"))}
    arguments = [f"--rootdir={tmp_path}", f"-c{tmp_path}/pytest.ini", str(tmp_path / "tests")]
    counts = run.run_pytest(programs, tmp_path / "report.xml", arguments, clean, skip_fails=True, lines=lines)
    assert +counts == Counter(passed=5)
    assert lines.rooms() == {"pbp/cellar": (1, 2), "pbp/hall": (3, 4)}
    shown = capsys.readouterr().out.splitlines()
    assert [" ".join(line.split()) for line in shown[-3:]] == [
        "pbp/cellar 50.0% of 2", "pbp/hall 75.0% of 4", "all 66.7% of 6",
    ]  # fmt: skip


def test_lines_that_were_not_counted_are_told(run, tmp_path, capsys):
    Lines(tmp_path / "none.json", tmp_path).show()
    assert "not counted" in capsys.readouterr().out

"""Games from outside the package, put in place for the tests as an installer does it."""

from __future__ import annotations

import atexit
import shutil
import sys
import tempfile
import tomllib
from pathlib import Path

HERE = Path(__file__).parent
FOLDERS: list[str] = []
"""What was added to the path."""


def install() -> None:
    """Puts every game of this folder on the path, with what an installer writes of it."""
    records = tempfile.mkdtemp(prefix="pbp-outside-")
    atexit.register(shutil.rmtree, records, ignore_errors=True)
    for described in HERE.glob("*/pyproject.toml"):
        project = tomllib.loads(described.read_text(encoding="utf-8"))["project"]
        record = Path(records) / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
        record.mkdir()
        (record / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\n", encoding="utf-8")
        groups = "".join(
            f"[{group}]\n" + "".join(f"{name} = {where}\n" for name, where in entries.items())
            for group, entries in project["entry-points"].items()
        )
        (record / "entry_points.txt").write_text(groups, encoding="utf-8")
    FOLDERS[:] = [str(HERE), records]
    sys.path[:0] = FOLDERS

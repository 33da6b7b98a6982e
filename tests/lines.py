"""Which lines of the project its tests go through."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path


def installed(programs: Path) -> Path:
    """Where the project stands in that environment."""
    query = [str(programs / "python"), "-Pc", "import pbp; print(pbp.__path__[0])"]
    return Path(subprocess.run(query, capture_output=True, text=True, check=True, cwd="/").stdout.strip())


class Lines:
    """The lines of the project that its tests go through, written down in `report` by slipcover.

    What runs in processes that the tests start by a command or kill is not counted.
    """

    QUIETLY = ("-W", "ignore:Module already imported so cannot be rewritten:pytest.PytestAssertRewriteWarning")

    def __init__(self, report: Path, project: Path):
        self.report, self.project = report, project

    def counting(self, programs: Path) -> list[str]:
        """The command that runs pytest and counts: with -P, so that what is installed is tried, not the clone."""
        where = ["--source", str(self.project), "--json", "--out", str(self.report)]
        return [str(programs / "python"), "-P", "-m", "slipcover", *where, "-m", "pytest"]

    def show(self) -> None:
        """Prints the share of each room, and of the whole."""
        rooms = self.rooms()
        if not any(run for run, _ in rooms.values()):
            print("!! The lines were not counted.")
            return
        print("\n== lines that the tests went through (beside those in processes of their own):")
        for room, (run, of) in sorted(rooms.items()):
            print(f"{room:<20} {run / of:>6.1%} of {of:>6,}")
        run, of = (sum(numbers) for numbers in zip(*rooms.values(), strict=True))
        print(f"{'all':<20} {run / of:>6.1%} of {of:>6,}")

    def rooms(self) -> dict[str, tuple[int, int]]:
        """How many lines of each room were run, and how many it has."""
        found: dict[str, tuple[int, int]] = {}
        files = json.loads(self.report.read_bytes())["files"] if self.report.exists() else {}
        for name, file in files.items():
            parts = Path(os.path.abspath(name)).relative_to(self.project).parts
            room = f"pbp/{parts[0]}" if len(parts) > 1 else "pbp"
            run, missed = len(file["executed_lines"]), len(file["missing_lines"])
            before = found.get(room, (0, 0))
            found[room] = before[0] + run, before[1] + run + missed
        return {room: numbers for room, numbers in found.items() if numbers[1]}

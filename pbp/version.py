"""Which pbp this is, as `pbp --version` and each bundle say it."""

from __future__ import annotations

import json
from functools import cache
from importlib.metadata import PackageNotFoundError, distribution


@cache
def this_pbp() -> str | None:
    """The name, version and, if that is known, commit of what is installed: "pbp 0.1.0", "pbp 0.1.0 (commit 4f0c…)".

    The commit is the one that the installer recorded (direct_url.json, which a package that was installed from a
    repository has); None where nothing is installed: nothing is guessed from the files that happen to run.
    """
    try:
        found = distribution("pbp")
    except PackageNotFoundError:
        return None
    recorded = json.loads(found.read_text("direct_url.json") or "{}")
    commit = recorded.get("vcs_info", {}).get("commit_id")
    return f"pbp {found.version}{f' (commit {commit})' if commit else ''}"

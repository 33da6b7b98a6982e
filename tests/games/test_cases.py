"""Every case file of every game comes out as it says."""

from __future__ import annotations

from pathlib import Path

import pytest
from games.cases import case_files, check


@pytest.mark.parametrize("path", case_files(), ids=lambda path: f"{path.parent.name}/{path.name}")
def test_the_case_comes_out_as_it_says(path: Path) -> None:
    check(path)

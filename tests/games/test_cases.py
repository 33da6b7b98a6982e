"""Every case file of every game comes out as it says."""

from __future__ import annotations

from pathlib import Path

import pytest
from cases import CASES, case_files, check


@pytest.mark.parametrize("path", case_files(), ids=lambda path: str(path.relative_to(CASES)))
def test_the_case_comes_out_as_it_says(path: Path) -> None:
    check(path)

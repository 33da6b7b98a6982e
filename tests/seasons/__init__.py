"""Whole seasons on real sites."""

import pytest

pytest.register_assert_rewrite("seasons.people", "seasons.season")

"""Both formats, by their names."""

from __future__ import annotations

from collections.abc import Mapping

from pbp.games.base import CONTEST, RING
from pbp.service.contest_format import ContestFormat
from pbp.service.format import Format
from pbp.service.ring_format import RingFormat

FORMATS: Mapping[str, Format] = {RING: RingFormat(), CONTEST: ContestFormat()}
"""Each kind of duel that there is."""

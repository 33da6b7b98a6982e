"""Rules in columns, as letters have them, on a page of any width: every word of every game stays, in its order."""

from __future__ import annotations

import re

import pytest

from pbp.games import GAMES
from pbp.games.base import Game
from pbp.text import shipped_texts
from pbp.web.layout import parts

PAGE = """THE GAME

Each side holds cards. This line is long enough that the next word would not have fitted,
and so the paragraph goes on.

ORDERS
  BID 7       bids your 7, and this too is a line that is so long that it had to be wrapped
              into the next
  FORM 1 2 4
              splits the chips

Types
  Axe    melee   +2 health
"""


def test_headings_paragraphs_and_pairs_are_told_apart_and_lines_are_joined() -> None:
    found = [(part.kind, part.text, part.pairs) for part in parts(PAGE)]
    whole = (
        "Each side holds cards. This line is long enough that the next word would not have fitted, and so the"
        " paragraph goes on."
    )
    bid = "bids your 7, and this too is a line that is so long that it had to be wrapped into the next"
    assert found == [
        ("heading", "THE GAME", []),
        ("paragraph", whole, []),
        ("heading", "ORDERS", []),
        ("pairs", "", [("BID 7", bid), ("FORM 1 2 4", "splits the chips")]),
        ("heading", "Types", []),
        ("pairs", "", [("Axe", "melee · +2 health")]),
    ]


def test_a_page_of_nothing_has_no_parts() -> None:
    assert parts("") == parts("\n \n") == []


@pytest.mark.parametrize("game", GAMES, ids=[game.title for game in GAMES])
def test_no_word_of_any_rules_is_lost_or_moved(game: Game) -> None:
    for variant in (None, *(each.name for each in game.variants)):
        page = shipped_texts().rules(game, variant)
        shown = []
        for part in parts(page):
            shown += [part.text, *(word for pair in part.pairs for word in pair)]
        assert re.findall(r"[^\s·]+", " ".join(shown)) == page.split()
        assert sum(part.kind == "heading" for part in parts(page)) > 3

"""The rules of the grammar, made of its text and kept in the user's cache."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest

from pbp import cached
from pbp.spells import syntax
from pbp.spells.chart import Chart, Grammar
from pbp.spells.words import tokens

SMALL = """
%declare NAME _SAID

sum: NAME | sum plus NAME -> added
plus: "and" | ("plus" | "with") _SAID? -> with_said
"""


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache directory of its own."""
    monkeypatch.setattr(cached, "user_cache_path", lambda *_, **__: tmp_path / "pbp")
    return tmp_path / "pbp" / "syntax.json"


def plain(found: syntax.Syntax) -> list[object]:
    """Rules as they are compared."""

    def told(trie: syntax.Trie) -> object:
        return trie.end, trie.needs, [(*step, needs, told(rest)) for *step, rest, needs in trie.steps()]

    rules = [{name: told(trie) for name, trie in rules.items()} for rules in (found.tries, found.growing)]
    return [*rules, found.start(frozenset(("NAME",))).symbols]


def test_what_is_kept_is_what_was_made(cache: Path) -> None:
    text = files("pbp.spells.english").joinpath("english.lark").read_text("utf-8")
    made, first = syntax.Syntax(syntax.made(text)), syntax.syntax(text)
    assert [path.name for path in cache.parent.iterdir()] == [cache.name]
    kept = syntax.syntax(text)
    assert plain(made) == plain(first) == plain(kept)
    assert kept.words() == made.words()


@pytest.mark.parametrize(
    "harm",
    [
        lambda body: body[:-9],
        lambda body: body.replace(b'"NAME"', b'"EVIL"', 1),
        lambda body: b"",
        lambda body: b"\xff\xfe\n[]",
        lambda body: body.partition(b"\n")[2],
    ],
    ids=["cut off", "altered", "empty", "no text", "without its head"],
)
def test_a_copy_that_is_not_whole_is_made_anew(cache: Path, harm: object) -> None:
    right = plain(syntax.syntax(SMALL))
    whole = cache.read_bytes()
    cache.write_bytes(harm(whole))  # type: ignore[operator]
    assert plain(syntax.syntax(SMALL)) == right
    assert cache.read_bytes() == whole


def test_a_copy_of_another_text_is_not_used(cache: Path) -> None:
    syntax.syntax(SMALL)
    other = SMALL.replace('"plus"', '"added"')
    assert syntax.syntax(other).words() == {"and", "added", "with"}
    assert syntax.syntax(SMALL).words() == {"and", "plus", "with"}


def test_the_text_is_made_of_its_source_once(cache: Path) -> None:
    made: list[str] = []

    def whole() -> str:
        made.append(SMALL)
        return SMALL

    for _ in range(2):
        assert plain(syntax.syntax("of this", whole)) == plain(syntax.Syntax(syntax.made(SMALL)))
    assert made == [SMALL]
    syntax.syntax("of something else", whole)
    assert made == [SMALL, SMALL]


def test_where_nothing_can_be_kept_it_is_read_each_time(cache: Path) -> None:
    cache.parent.write_text("a file where the directory should be")
    assert plain(syntax.syntax(SMALL)) == plain(syntax.syntax(SMALL)) == plain(syntax.Syntax(syntax.made(SMALL)))


def test_charts_read_by_what_is_kept(cache: Path) -> None:
    for _ in range(2):
        grammar = Grammar(syntax.syntax(SMALL), {"added": lambda *parts: parts, "with_said": lambda: "said"})
        edges: list[dict[str, list[tuple[int, object]]]] = [
            {"NAME": [(1, "a")]},
            {'"plus"': [(2, None)]},
            {"_SAID": [(3, None)]},
            {"NAME": [(4, "b")]},
        ]
        assert Chart(grammar, edges).readings("sum") == [("a", "said", "b")]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('a: "x" | "x" -> other', "two meanings"),
        ('a: "x"? -> nothing', "empty"),
        ('a: "x"*', "something else"),
        ("a: WORD\nWORD: /x+/", "only be declared"),
    ],
)
def test_a_faulty_grammar_is_told(text: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        syntax.made(text + "\n")


def test_every_word_of_the_grammar_can_be_read() -> None:
    """A text has "caster 's" for "your" by then, so that "your" would never be found."""
    text = files("pbp.spells.english").joinpath("english.lark").read_text("utf-8")
    words = syntax.Syntax(syntax.made(text)).words() - {"'", "'s"}
    assert [word for word in words if [token.word for token in tokens(f"x {word}")][1:] != [word]] == []

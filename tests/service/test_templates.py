"""A host's own templates: one that fails stops nothing, is told once, and the shipped one takes its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbp.text import Texts
from service.world import World

SETTINGS = '[service]\ntemplates = "own"\n'


@pytest.fixture
def own(tmp_path: Path) -> Path:
    folder = tmp_path / "own"
    for name in ("blog", "comment", "mail", "events", "macros"):
        (folder / name).mkdir(parents=True)
    return folder


FAILING = {
    "blog/duel.j2": ("{{ m.key(key) }}\n{% if %}", "line 2: Expected an expression"),
    "blog/season.j2": ("{{ m.key(key) }}\n\n{{ m.para(no_such.thing) }}", "line 3: 'no_such' is undefined"),
    "comment/commence.j2": ("{{ m.key(key) }}{{ 1 / 0 }}", "line 1: ZeroDivisionError: division by zero"),
    "comment/result.j2": ("{{ m.para('It is over!') }}", "lacks {{ m.key(key) }}"),
    "mail/open.j2": ("{{ duel | nonsense }}", "line 1: No filter named 'nonsense'."),
    "mail/master.j2": ("{% import 'macros/none.j2' as x %}", "macros/none.j2"),
    "mail/result.j2": ("\udcff", "invalid start byte"),
    "events/wizard_ring.j2": ("{% macro cast(e) %}{{ e.nobody.nothing }}{% endmacro %}", "has no attribute"),
}


def test_a_duel_goes_its_way_whatever_templates_fail(tmp_path: Path, own: Path) -> None:
    for name, (source, _) in FAILING.items():
        (own / name).write_text(source, errors="surrogateescape")
    world = World(tmp_path, f"sqlite:///{tmp_path / 'store.sqlite'}", SETTINGS)
    world.tick()
    assert world.posts() == ["Season 1 begins", "Wizard Duel 1"]
    world.say("Alice", "CAST Greed")
    world.after_battle()
    world.tick(minutes=1)
    world.tick(minutes=1)
    assert world.duel(1).state == "resolved"
    assert any("gains 5 Stars" in comment for comment in world.comments())
    letters = {subject: body for subject, body in world.letters("Master") if subject.startswith("Your template")}
    assert letters.keys() == {f"Your template {name} fails" for name in FAILING}
    for name, (_, why) in FAILING.items():
        assert why in letters[f"Your template {name} fails"]
    assert world.subjects("Master").count("Your template blog/duel.j2 fails") == 1


def test_a_template_that_works_is_used_and_one_that_is_mended_forgotten(tmp_path: Path, own: Path) -> None:
    (own / "blog/duel.j2").write_text("{{ m.key(key) }}{{ nothing }}")
    world = World(tmp_path, f"sqlite:///{tmp_path / 'store.sqlite'}", SETTINGS)
    world.tick()
    assert world.kinds().count("template") == 1
    world.after_battle()
    world.tick(minutes=1)
    (own / "blog/duel.j2").write_text("{{ m.key(key) }}{{ m.para('Come and play duel ', duel.number) }}")
    world.tick(minutes=1)
    world.after_battle()
    world.tick(minutes=1)
    assert "Come and play duel 3" in world.site.blog.posts(1000)[0].body
    with world.app.store.tx() as tx:
        assert tx.note("templates") == "{}"


def test_what_is_plainly_wrong_is_found_without_filling_in(own: Path) -> None:
    (own / "blog/duel.j2").write_text("{{ m.key(key) }")
    (own / "blog/deul.j2").write_text("{{ m.key(key) }}")
    (own / "macros/mine.j2").write_text("{% macro x() %}{% endmacro %}")
    (own / "mail/open.j2").write_text("{{ x | utc }}")
    found = Texts(own).faults()
    assert set(found) == {"blog/duel.j2", "blog/deul.j2"}
    assert "no shipped template" in found["blog/deul.j2"]
    assert Texts(own / "nowhere").faults() == {".": "there is no such folder"}
    assert Texts().faults() == {}

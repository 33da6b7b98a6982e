"""Until the result, nothing of an order leaves the store but to its own sender; some things never do."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator

import pytest
import requests

from pbp.cli import main
from pbp.operating.serving import Server
from service.world import World

SECRET = "my grandmother's parrot"


def public(world: World) -> str:
    """All that a reader of the site could see."""
    site = world.site
    texts = [post.title + post.body for post in site.blog.posts(1000)] + world.comments()
    texts += [site.wiki.read(title).text for title in site.wiki.titles()]
    return "\n".join(texts)


def others(world: World, name: str) -> str:
    """All letters to everybody else."""
    people = [account.name for account in world.site.people.all()]
    return "\n".join(s + b for other in people if other != name for s, b in world.letters(other))


def test_while_a_duel_is_open_nobody_else_learns_of_an_order(world: World) -> None:
    world.tick()
    nothing_yet = public(world)
    world.say("Alice", f"CAST Greed\n{SECRET}")
    world.tick(hours=5)
    assert public(world) == nothing_yet
    assert "Greed." not in others(world, "Alice").replace("gain 5 stars", "")
    assert SECRET not in others(world, "Alice")


def test_chatter_and_revised_withdrawn_and_refused_orders_are_never_published(world: World) -> None:
    world.tick()
    world.say("Alice", f"CAST Gain\n{SECRET}")
    world.say("Alice", f"CAST Greed please. {SECRET}")
    world.say("Bob", "CAST Burn 1")
    world.say("Bob", "WITHDRAW")
    world.say("Carol", "CAST Fireball at the moon")
    world.after_battle()
    assert "Alice casts Greed." in "".join(world.comments())
    out = public(world) + others(world, "")
    assert SECRET not in public(world)
    assert SECRET not in others(world, "Alice")
    assert "casts Gain" not in out
    assert "casts Burn" not in out
    assert "Fireball" not in public(world)
    assert [order["player"] for order in world.bundle(1)["steps"][0]["orders"]] == ["Alice"]


def test_the_journal_and_the_news_say_nothing_of_an_open_duels_orders(world: World) -> None:
    world.tick()
    entries = world.kinds()
    report_before = world.tick()
    world.site.say("Alice", "CAST Greed")
    report = world.tick()
    assert world.kinds() == entries
    assert report.first_entry == report_before.first_entry


def test_a_look_at_the_orders_is_journalled_and_shown_with_the_result(world: World) -> None:
    world.tick()
    world.say("Alice", "CAST Greed")
    assert world.app.orders(1, "A player asked for help.") == [("Alice", "Greed")]
    world.after_battle()
    assert "A player asked for help." in world.comments()[-1]


def test_a_commitment_shows_neither_orders_nor_how_many_nor_what_else_it_covers(world: World) -> None:
    world.tick()
    world.say("Alice", "CAST Greed")
    world.after_battle()
    comment = next(c for c in world.comments() if "about to commence" in c)
    bundle = world.bundle(1)
    step, (order,) = bundle["steps"][0], bundle["steps"][0]["orders"]
    said = b'["1",1,1,"Alice",1,"CAST Greed"]'
    digest = hashlib.sha256(bytes.fromhex(order["salt"]) + said).hexdigest()
    terms = [
        "pbp-commitment/3", "1", bundle["anchor"], 1, "wizard-ring/1", "seed", 0, 1, step["closed_at"],
        bundle["begin"]["state_digest"], bundle["setup"], bundle["sheet_revision"], bundle["ring"], bundle["previous"],
        [[digest, order["received"]]],
    ]  # fmt: skip
    hashed = json.dumps(terms, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
    assert hashlib.sha256(bytes.fromhex(step["blind"]) + hashed).hexdigest() in comment
    assert len(comment) < 500


@pytest.fixture
def served(world: World) -> Iterator[Server]:
    server = Server(world.config, world.clock, port=0)
    server.start()
    yield server
    server.stop()
    server.app.store.close()


def test_no_public_page_of_the_site_shows_a_private_link_or_an_open_order(world: World, served: Server) -> None:
    world.tick()
    world.say("Alice", "CAST Greed")
    tokens = [world.site.people.token(account.name) for account in world.site.people.all()]
    for path in ("/", "/blog", "/duels", "/wizards", "/wiki", "/wiki/Duel_Sheet", "/duel/1"):
        answer = requests.get(served.url + path, timeout=10)
        assert not any(token in answer.text for token in tokens)
        assert "Alice casts" not in answer.text


def test_the_command_line_shows_no_open_order_without_reveal(world: World, tmp_path, capsys) -> None:
    (tmp_path / "config.toml").write_text(f'[store]\nurl = "{world.config.store.url}"\n', encoding="utf-8")
    world.tick()
    world.say("Alice", "CAST Greed")
    for command in (["status"], ["status", "1"], ["journal", "show"], ["status", "--json"], ["player", "list"]):
        main([*command, "--config", str(tmp_path / "config.toml")], standalone_mode=False)
    said = capsys.readouterr().out
    assert "Greed" not in said
    assert "re.local" not in said

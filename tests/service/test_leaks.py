"""No live secret leaves the process in what everybody can read; and reply tokens end."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from click.testing import CliRunner
from web.test_desk import Desk, words
from web.web_case import Browser

from pbp.cli import main
from pbp.errors import Refused, SiteRefused
from pbp.service import leaks, lifecycle, tokens
from pbp.service.desk import secret_season
from pbp.service.publish import publish
from pbp.store.states import PageState, TextState
from pbp.web import House, create_site
from pbp.web.front import Front
from service.test_master import token
from service.world import JEST, SPELLS, World


def token_for(world: World, name: str, duel: int) -> str:
    """A reply token of that address."""
    with world.app.store.tx() as tx:
        return world.app.desk.reply_token(tx, "local", name, duel, world.clock.now)


def is_good(world: World, given: str, name: str) -> bool:
    """Whether a token would be believed now."""
    with world.app.store.tx() as tx:
        return world.app.desk.is_reply_token(tx, given, "local", name, world.clock.now)


def public(world: World) -> str:
    """All that the embedded site shows everybody, and the journal."""
    with world.app.store.tx() as tx:
        titles = [page.title for page in tx.pages()]
        journal = "".join(entry.facts for entry in tx.entries())
    posts = "".join(f"{post.title}{post.body}" for post in world.site.blog.posts(1000))
    return "".join([*world.comments(), posts, *map(world.page, titles), journal])


_SAME_FOR_ALL = ("/static/", "/papers/", "/rules/")


def pages(world: World) -> dict[str, str]:
    """Every page, feed and file of the embedded site that a stranger can come to, by its address."""
    site = create_site(world.site, Front(world.app), House())
    fixed = {rule.rule for rule in site.url_map.iter_rules() if not rule.arguments and "GET" in (rule.methods or ())}
    reader, found, waiting = site.test_client(), {}, {*fixed, "/api/1/duels/1", "/api/1/players/Alice"}
    while waiting:
        path = waiting.pop()
        found[path] = reader.get(path, buffered=True).data.decode("utf-8", "replace")
        links = re.findall(r"""(?:href|src)=["'](?:http://localhost)?(/[^"'#]*)""", found[path])
        waiting |= {link.replace("&amp;", "&") for link in links if not link.startswith(_SAME_FOR_ALL)} - found.keys()
    return found


def test_a_token_is_good_for_its_address_and_ends_with_its_duel(world: World) -> None:
    world.tick()
    one, two = token_for(world, "Alice", 1), token_for(world, "Alice", 1)
    assert one != two and is_good(world, one, "Alice") and is_good(world, two, "alice")
    assert not is_good(world, one, "Bob") and not is_good(world, f"{'b' if one[0] == 'a' else 'a'}{one[1:]}", "Alice")
    world.after_battle()
    assert is_good(world, one, "Alice"), "the result may be the newest letter that there is to answer"
    world.tick(hours=25)
    assert not is_good(world, one, "Alice")


def test_a_token_of_no_duel_ends_with_its_days(world: World) -> None:
    given = token_for(world, "Alice", 0)
    world.tick(hours=13 * 24)
    assert is_good(world, given, "Alice")
    world.tick(hours=24)
    assert not is_good(world, given, "Alice")


def test_a_token_counts_once_for_what_the_battle_master_decides(world: World) -> None:
    world.tick()
    world.say("Master", "STATUS")
    given = token(world)
    assert "Nothing was done on" in world.say("Master", f"#1 PAUSE\n\nTOKEN {given}"), "it lacks its reason"
    assert "Done: duel 1 is paused" in world.say("Master", f"#1 PAUSE WHY a feast\n\nTOKEN {given}")
    answer = world.say("Master", f"#1 RESUME WHY it is over\n\nTOKEN {given}")
    assert "has served for another already" in answer and world.duel(1).held == "paused"
    assert "Done: duel 1 goes on" in world.say("Master", f"#1 RESUME WHY it is over\n\nTOKEN {token(world)}")


@pytest.mark.parametrize("said", ["TOKEN {}", "token: {}", "by {}", "duels+{}@example.org"])
def test_a_token_that_is_pasted_beside_a_decision_stands_nowhere_in_public(
    make_world: Callable[..., World], said: str
) -> None:
    world = make_world()
    world.edit("Ruleset", SPELLS + JEST)
    world.tick()
    world.say("Master", "STATUS")
    given = token(world)
    pasted = f"#1 RULE Jest EFFECT The caster gains 2 Stars WHY we voted {said.format(given)}"
    answer = world.say("Master", pasted if "TOKEN" in said.upper() else f"{pasted}\n\nTOKEN {given}")
    assert "Done" in answer, answer
    world.say("Alice", "CAST Jest")
    world.after_battle()
    assert "we voted" in public(world)
    assert given not in public(world).lower()


SECRETS = {
    "a reply token": lambda world: token_for(world, "Alice", 1),
    "a private link": lambda world: world.site.people.token("Alice"),
    "a secret of the season or of a duel that goes on": lambda world: seed(world),
    "a password of the configuration": lambda world: "hunter2hunter2",
}


def seed(world: World) -> str:
    """The seed of the duel that is open."""
    with world.app.store.tx() as tx:
        season = tx.season("1")
    assert season
    return secret_season(season.key).seed(world.duel(1).seed_index).hex()


def order(world: World, verb: str, why: str) -> None:
    """A decision by a letter that is proven."""
    world.say("Master", "STATUS")
    answer = world.say("Master", f"#1 {verb} WHY {why}\n\nTOKEN {token(world)}")
    assert "Done" in answer, answer


def command_line(world: World, *words: str) -> None:
    """A command, by a configuration that has the password."""
    config = world.folder / "config.toml"
    config.write_text(f'[store]\nurl = "{world.config.store_url}"\n{PASSWORD}', encoding="utf-8")
    done = CliRunner().invoke(main, [*words, "--config", str(config)])
    assert done.exit_code == 0, done.output


def word(world: World, verb: str, why: str) -> None:
    """A decision in words at the desk."""
    desk = Desk(world)
    said = {"mark": desk.mark(), "text": f"#1 {verb} WHY {why}", "do": "do"}
    answer = desk.client.post(f"{desk.path}/desk/say", data=said)
    assert answer.status_code == 303, words(answer.text)


PASSWORD = '[mail]\npassword = "env:PBP_TEST_PASSWORD"\n'
VERBS = {"PAUSE": lifecycle.pause, "RESUME": lifecycle.resume}
WAYS = {
    "a call": lambda world, verb, why: world.app.carry_out(VERBS[verb], 1, why, world.clock.now),
    "the command line": lambda world, verb, why: command_line(world, "duel", verb.lower(), "1", "--why", why),
    "a form of the desk": lambda world, verb, why: Desk(world).press(verb, {"duel": "1"}, {"why": why}),
    "words at the desk": word,
    "a letter": order,
}
"""In what ways the Battle Master decides."""


@pytest.mark.parametrize("way", WAYS)
def test_no_secret_in_a_reason_is_published_or_journalled(
    make_world: Callable[..., World], monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    monkeypatch.setenv("PBP_TEST_PASSWORD", "hunter2hunter2")
    world = make_world(PASSWORD)
    world.tick()
    secrets = {what: make(world) for what, make in SECRETS.items()}
    for verb, (what, secret) in zip(("PAUSE", "RESUME") * len(secrets), secrets.items(), strict=False):
        WAYS[way](world, verb, f"{what} is {secret}!")
    world.tick(minutes=1)
    with world.app.store.tx() as tx:
        assert [text.why for text in tx.all_outgoing(TextState.STUCK)] == [], "what is cut holds nothing up"
    stands = {**pages(world), "the sites and the journal": public(world)}
    for what, secret in secrets.items():
        assert f"{what} is …!" in stands["the sites and the journal"]
        assert f"{what} is …!" in stands["/api/1/journal"]
        assert [place for place, text in stands.items() if secret in text] == [], what


def test_what_a_decision_says_beside_its_reason_is_cut_too(world: World) -> None:
    world.tick()
    link, desk = world.site.people.token("Bob"), Desk(world)
    said = {"mark": desk.mark(), "text": f"ADJUST Alice Hat={link} WHY a gift", "sure": "yes"}
    assert desk.client.post(f"{desk.path}/desk/say", data=said).status_code == 303
    command_line(world, "duel", "adjust", "Bob", "--attribute", f"{link}=red", "--why", "a gift")
    command_line(world, "tournament", "announce", "knock-out", "goofspiel", "--title", f"The Cup of {link}")
    with world.app.store.tx() as tx:
        assert [wizard.attributes for wizard in tx.wizards()][:2] == [{"Hat": "…"}, {"…": "red"}]
        assert [each.title for each in tx.tournaments()] == ["The Cup of …"]
    world.tick(minutes=1)
    assert [place for place, text in {**pages(world), "sites": public(world)}.items() if link in text] == []


def test_what_is_journalled_without_a_decision_holds_no_secret_either(world: World) -> None:
    world.tick()
    secrets = [token_for(world, "Alice", 1), world.site.people.token("Alice"), seed(world), seed(world).upper()]
    facts = {"why": " ".join(secrets), "said": {secrets[0]: [secrets[1], 7, None]}}
    with world.app.store.tx() as tx:
        tx.journal(world.clock.now, "paused", 1, **facts)
        entry = tx.entries()[-1]
    assert entry.values == {"why": "… … … …", "said": {"…": ["…", 7, None]}}


def test_a_secret_in_an_entry_of_an_older_version_is_shown_to_nobody(world: World) -> None:
    world.tick()
    given, link = token_for(world, "Alice", 1), world.site.people.token("Alice")
    kept = world.app.store.without_secrets
    world.app.store.without_secrets = lambda _, facts: facts  # as it was then
    with world.app.store.tx() as tx:
        tx.journal(world.clock.now, "paused", 1, why=f"see {link} and {given}")
    world.app.store.without_secrets = kept
    assert "see … and …" in pages(world)["/api/1/journal"]
    assert [place for place, text in pages(world).items() if link in text or given in text] == []


def test_the_seed_of_a_duel_that_was_cancelled_stands_in_the_journal(world: World) -> None:
    world.tick()
    given = seed(world)
    world.app.carry_out(lifecycle.cancel, 1, "no wind", world.clock.now)
    with world.app.store.tx() as tx:
        assert tx.entries(kind="cancelled")[0].values["seed"] == given


def test_what_people_write_on_the_site_is_kept_without_secrets(world: World) -> None:
    world.tick()
    given, link = token_for(world, "Alice", 1), world.site.people.token("Alice")
    app = create_site(world.site, Front(world.app), House(joins=10))
    alice = Browser(app, world.site, "Alice")
    alice.post("/comment/1", text=f"My page is /me/{link}, my token is {given}.")
    base = world.site.wiki.read("Ruleset")
    assert base
    sent = {"text": f"{SPELLS}\n<!-- {link} -->", "summary": given, "base": base.revision, "do": "save"}
    assert alice.post("/edit/Ruleset", **sent).status_code == 303
    with pytest.raises(Refused, match="'…' cannot be a wizard's name"):
        Front(world.app).join(given)
    with pytest.raises(Refused, match="'…' cannot be a wizard's name"):
        world.app.add_player(given)
    assert "My page is /me/…, my token is …." in public(world)
    assert world.page("Ruleset") == f"{SPELLS}\n<!-- … -->"
    assert [place for place, text in pages(world).items() if link in text or given in text] == []


@pytest.mark.parametrize("what", SECRETS)
def test_no_text_with_a_live_secret_is_published(
    make_world: Callable[..., World], monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    monkeypatch.setenv("PBP_TEST_PASSWORD", "hunter2hunter2")
    world = make_world(PASSWORD)
    world.tick()
    secret = SECRETS[what](world)
    with world.app.store.tx() as tx:
        lifecycle.pause(world.app.desk, tx, 1, f"by mistake: {secret}", world.clock.now)
    world.tick(minutes=1)
    with world.app.store.tx() as tx:
        (stuck,) = tx.all_outgoing(TextState.STUCK)
    assert stuck.kind == "comment" and stuck.why == f"it holds {what}, which must not be published"
    assert secret not in public(world)
    assert any("must not be published" in body for _, body in world.letters("Master"))


def test_nor_is_a_page(world: World) -> None:
    world.tick()
    given = token_for(world, "Alice", 1)
    with world.app.store.tx() as tx:
        page = tx.page("Wizard Duels")
        assert page
        tx.change_page(page.title, wanted=f"{page.wanted}\n{given}", state=PageState.QUEUED)
    publish(world.app.desk, overview=False)
    with world.app.store.tx() as tx:
        page = tx.page("Wizard Duels")
    assert page and page.state == "stuck" and "a reply token" in (page.why or "")


def test_a_secret_in_the_spells_of_the_wiki_is_ended_and_stops_no_duel(world: World) -> None:
    given, link = token_for(world, "Alice", 0), world.site.people.token("Bob")
    world.edit("Ruleset", f"{SPELLS}\n=== Leak ===\n* Effect: Say {given} and {link}. The caster gains 1 Star.\n")
    world.tick()
    assert not is_good(world, given, "Alice") and world.site.people.by_token(link) is None
    world.say("Alice", "CAST Greed")
    world.after_battle()
    assert world.duel(1).state == "resolved" and world.duel(2).state == "open"
    assert [subject for subject in world.subjects("Master") if "stood on a page" in subject]
    with world.app.store.tx() as tx:
        assert tx.all_outgoing(TextState.STUCK) == []


def test_what_a_player_says_with_a_secret_in_it_is_read_without_it(world: World) -> None:
    world.tick()
    given = token_for(world, "Alice", 1)
    answer = world.say("Alice", f"CHALLENGE {given}")
    assert given not in answer
    assert given not in public(world)


def test_a_harmless_text_holds_no_secret(world: World) -> None:
    world.tick()
    ended = token_for(world, "Alice", 1)
    with world.app.store.tx() as tx:
        tokens.spend(tx, ended, world.clock.now)
        at = world.clock.now
        words = f"{'a' * 24} {'0' * 64} {'x' * 43} ABCDEF123456 {ended} {'b' if ended[0] != 'b' else 'c'}{ended[1:]}"
        assert leaks.found(world.app.desk, tx, words, at) == []


def test_a_token_is_left_out_with_its_word(world: World) -> None:
    assert world.app.without_secrets(f"we voted TOKEN {token_for(world, 'Alice', 0)}") == "we voted"
    assert world.app.without_secrets("we voted TOKEN") == "we voted TOKEN"


def test_the_address_of_an_own_feed_that_was_published_is_cut_and_ended(world: World) -> None:
    token = world.site.people.renew_follow_token("Alice")
    said = f"Look: https://duels.example.org/mine/{token}/feed.atom"
    assert leaks.cut(world.app.desk, said) == "Look: https://duels.example.org/mine/…/feed.atom"
    with pytest.raises(SiteRefused, match="the address of an own feed"):
        leaks.refuse(world.app.desk, said)
    with world.app.store.tx() as tx:
        leaks.end(world.app.desk, tx, said, world.clock.now)
    assert world.site.people.follow_token("Alice") not in ("", token)
    assert world.site.people.by_follow_token(token) is None

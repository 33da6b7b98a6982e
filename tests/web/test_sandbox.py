"""The sandbox: a set-up in an address, played as every duel is, limited, and harmless whatever it says."""

from __future__ import annotations

import base64
import html
import json
import re
import tomllib
import zlib
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from service.contests import HALL, begin
from service.world import World
from web.browser import Town

from pbp import adjudicate
from pbp.errors import Refused
from pbp.games import GAMES
from pbp.games.base import CONTEST, bare_name
from pbp.store.states import TextState
from pbp.web import House, create_site
from pbp.web.front import Front
from pbp.web.set_ups import LIMITS, address_of, checked, scenario, set_up_at
from pbp.web.trials import KEPT, Trials, played

CONTESTS = [game for game in GAMES if game.format == CONTEST]
RING: dict[str, Any] = {
    "game": "wizard-ring",
    "seed": "1",
    "wizards": [{"name": "Ann", "stars": 20}, {"name": "Ben", "stars": 20}, {"name": "Cleo", "stars": 5, "idle": True}],
    "spells": "=== Gain ===\nEffect: Gain DICE4 stars\n\n=== Jest ===\nEffect: Gain 2 stars if the sun shines\n",
    "orders": {"Ann": "CAST Gain", "Ben": "PASS"},
}


@pytest.fixture(scope="module")
def town(tmp_path_factory):
    town = Town(tmp_path_factory.mktemp("town"))
    town.fight(Alice="CAST Greed", Bob="CAST Burn Alice", Carol="CAST Gain")
    yield town
    town.close()


@pytest.fixture
def reader(town):
    app = create_site(town.site, Front(town.app), House())
    app.testing = False
    return app.test_client()


def fields(**changes):
    """What the form of a ring of two sends."""
    form = {"game": "wizard-ring", "seed": "1", "spells": RING["spells"]}
    form |= {"name-0": "Ann", "stars-0": "20", "order-0": "CAST Gain", "name-1": "Ben", "stars-1": "7", "order-1": ""}
    return form | changes


def text_of(answer):
    """The words of a page without its markup."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", answer.text))


def test_a_form_leads_to_an_address_that_says_what_comes_of_it(reader):
    assert "Cast" in reader.get("/sandbox").text
    sent = reader.post("/sandbox", data=fields())
    assert sent.status_code == 303
    page = reader.get(sent.location)
    assert re.search(r"Ann rolls \d of 4 for Gain", page.text) and "<svg" in page.text
    assert page.headers["X-Robots-Tag"] == "noindex, nofollow"
    assert reader.get(sent.location).data == page.data
    others = {re.search(r"rolls (\d) of 4", reader.get("/sandbox/" + address_of(RING | {"seed": str(n)})).text)[1]
              for n in range(12)}  # fmt: skip
    assert len(others) > 1


def test_what_comes_of_it_is_what_adjudicate_says(reader):
    code = address_of(RING)
    file = tomllib.loads(reader.get(f"/sandbox/{code}/scenario.toml").text)
    result = adjudicate.play(file).result
    page = text_of(reader.get(f"/sandbox/{code}"))
    for event in result["steps"][0]["events"]:
        assert event["text"].replace("'", "&#39;") in page
    assert f"{result['steps'][0]['state']['wizards']['Ann']['stars']} ✦" in page


def test_each_moment_has_an_address(reader):
    code = address_of(RING)
    first = reader.get(f"/sandbox/{code}?at=0").text
    assert '<strong aria-current="step">Before the duel</strong>' in first and f"/sandbox/{code}?at=2" in first
    assert reader.get(f"/sandbox/{code}?at=9").status_code == 404


def test_a_spell_that_cannot_be_read_is_said_so_with_suggestions_that_one_click_takes(reader):
    spells = "=== Leech ===\nInputs: A wizard\nEffect: Steal 2 stars off the targeted wizard, haha\n"
    sent = reader.post("/sandbox", data=fields(spells=spells, **{"order-0": "CAST Leech Ben"}))
    page = reader.get(sent.location).text
    assert "the Battle Master would have to rule" in page
    assert 'form="sandbox" name="take" value="1 Leech"' in page
    taken = reader.post("/sandbox", data=fields(spells=spells, take="1 Leech", **{"order-0": "CAST Leech Ben"}))
    page = reader.get(taken.location).text
    assert "would have to rule" not in page and "Ben loses 2 Stars" in page


def test_an_order_that_is_refused_says_why(reader):
    sent = reader.post("/sandbox", data=fields(**{"order-0": "CAST Fireball"}))
    page = html.unescape(text_of(reader.get(sent.location)))
    assert "Ann's order is refused: There is no spell Fireball on this duel's list. Spells: Gain, Jest." in page


def test_a_duel_is_taken_into_the_sandbox_with_its_orders_and_comes_out_as_it_did(town, reader):
    assert "/sandbox?duel=1" in reader.get("/duels/1").text
    page = reader.get("/sandbox?duel=1").text
    form = dict(re.findall(r'<input name="((?:name|stars|order)-\d+)" value="([^"]*)"', page))
    form["spells"] = re.search(r'<textarea id="spells"[^>]*>\n(.*?)</textarea>', page, re.S)[1]
    form["spells"] = html.unescape(form["spells"])
    sent = reader.post("/sandbox", data=form | {"game": "wizard-ring", "seed": "1"})
    told = text_of(reader.get(sent.location))
    assert "Alice casts Greed." in told and "Alice loses 3 Stars" in told
    assert reader.get("/sandbox?duel=99").status_code == 404


def test_an_open_duel_gives_its_ring_and_no_order(town, reader):
    town.site.say("Alice", "CAST Greed")
    town.app.tick()
    page = reader.get("/sandbox?duel=2").text
    assert 'value="Alice"' in page and not re.search(r'name="order-\d+" value="[^"]', page)


@pytest.mark.parametrize("game", CONTESTS, ids=bare_name)
def test_a_contest_is_played_by_the_form_as_far_as_one_likes(reader, game):
    page = reader.get(f"/sandbox?game={bare_name(game)}").text
    variant = {"variant": game.variants[0].name} if game.variants else {}
    form = {"game": bare_name(game), "seed": "1", "player-1": "Ann", "player-2": "Ben", **variant}
    assert 'name="order-0-1"' in page
    trial = played(checked({"game": bare_name(game), "seed": "1", "players": ["Ann", "Ben"], "steps": [], **variant}))
    assert trial.asked
    for name, _, examples in trial.asked:
        form[f"order-0-{1 if name == 'Ann' else 2}"] = examples[0]
    sent = reader.post("/sandbox", data=form)
    page = reader.get(sent.location)
    assert page.status_code == 200 and "Step 1" in page.text and "<svg" in page.text
    assert "is refused" not in page.text and 'name="order-1-1"' in page.text


def test_a_contest_ends_in_the_sandbox(reader):
    steps = [{"Ann": f"BID {n}", "Ben": f"BID {14 - n}"} for n in range(1, 13)]
    set_up = {"game": "goofspiel", "seed": "x", "players": ["Ann", "Ben"], "steps": steps}
    page = reader.get(f"/sandbox/{address_of(set_up)}").text
    assert re.search(r'<p class="lead">(Ann wins|Ben wins|It is drawn)', page) and 'name="order-12-1"' not in page
    too_many = {**set_up, "steps": [*steps, {"Ann": "BID 1"}]}
    assert "the contest is over before this step" in reader.get(f"/sandbox/{address_of(too_many)}").text


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"name-0": "", "name-1": ""}, "a ring has 1 to"),
        ({"name-1": "ann"}, "two bear the same name"),
        ({"name-0": "A" * 41}, "a name has 1 to 40"),
        ({"stars-0": "many"}, "Stars are a whole number"),
        ({"stars-0": "1" * 8}, "Stars are a whole number"),
        ({"order-0": "CAST " + "x" * 700}, "an order has at most"),
        ({"seed": ""}, "the dice need"),
        ({"spells": "x" * 12_001}, "12,000 characters"),
        ({"spells": "Effect: x\n" * 31}, "30 spells are the limit"),
        ({"values-0": "a 1, b 2, c 3, d 4, e 5, f 6"}, "at most 5 values"),
        ({"spells": "".join(chr(0x4E00 + (n * n * 7919) % 20_000) for n in range(11_000))}, "makes an address of"),
        ({"game": "goofspiel", "player-1": "Ann", "player-2": "Ann"}, "two bear the same name"),
        ({"game": "goofspiel", "player-1": "Ann", "player-2": ""}, "a name has 1 to"),
        ({"game": "wizards-duel", "variant": "none", "player-1": "Ann", "player-2": "Ben"}, "no such variant"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_is_more_than_the_limits_say_is_refused_and_the_form_keeps_it(reader, changes, why):
    form = fields(**changes)
    answer = reader.post("/sandbox", data=form)
    assert answer.status_code == 422 and why in text_of(answer)
    assert form["spells"][:20] in answer.text or form["game"] != "wizard-ring"


def code_of(value):
    """An address of anything."""
    raw = value if isinstance(value, bytes) else json.dumps(value).encode()
    return base64.urlsafe_b64encode(zlib.compress(raw, 9)).decode().rstrip("=")


@pytest.mark.parametrize(
    "code",
    [
        "x",
        "!" * 10,
        "A" * 8_000,
        code_of(b"0" * 10_000_000),
        code_of(b"[" * 50_000),
        code_of(b"\xff\xfe"),
        code_of([]),
        code_of({}),
        code_of({"game": "wizard-ring/1", **{k: v for k, v in RING.items() if k != "game"}}),
        code_of({**RING, "rulings": []}),
        code_of({**RING, "wizards": [{"name": "Ann", "stars": 10**400}]}),
        code_of({**RING, "wizards": [{"name": "A\nn", "stars": 1}]}),
        code_of({**RING, "wizards": [{"name": "A\u202en", "stars": 1}]}),
        code_of({**RING, "wizards": [{"name": "Ann", "stars": True}]}),
        code_of({**RING, "orders": {"Zed": "PASS"}}),
        code_of({**RING, "orders": {"Ann": 3}}),
        code_of({**RING, "spells": None}),
        code_of(RING)[:-6],
    ],
    ids=range(18),
)
def test_an_address_of_anything_else_is_no_page(reader, code):
    assert reader.get(f"/sandbox/{code}").status_code == 404
    assert reader.get(f"/sandbox/{code}/scenario.toml").status_code == 404


def test_words_of_strangers_stay_words(reader):
    evil = "<script>alert(1)</script>"
    spells = f"=== {evil} ===\nEffect: {evil} \"'><img src=x onerror=alert(1)>\n\n=== Gain ===\nEffect: Gain 1 star\n"
    wizards = [{"name": evil, "stars": 1, "attributes": {evil[:30]: evil[:30]}}, {"name": "{{7*7}}", "stars": 2}]
    set_up = {
        **RING,
        "seed": evil,
        "spells": spells,
        "wizards": wizards,
        "orders": {evil: f"CAST {evil}", "{{7*7}}": "Gain"},
    }
    page = reader.get(f"/sandbox/{address_of(checked(set_up))}").text
    assert "<script>" not in page and "<img" not in page and "onerror=alert(1)&gt;" in page and "{{7*7}}" in page


def test_a_spell_that_would_take_minutes_is_answered_within_its_budget(reader):
    plus = "Gain " + " plus ".join(map(str, range(1, 11))) + " Stars. "
    count = (
        "Gain 1 star for each wizard who has more stars than the number of wizards who have more stars than the caster"
    )
    for spells in (
        f"=== A ===\nEffect: {plus * 150}\n",
        f"=== A ===\nEffect: {count}\n",
        "{|" * 6000,
        "== a ==" * 1700,
    ):
        wizards = [{"name": f"W{n}", "stars": n} for n in range(25)]
        set_up = {**RING, "spells": spells, "wizards": wizards, "orders": {w["name"]: "CAST A" for w in wizards}}
        assert reader.get(f"/sandbox/{address_of(checked(set_up))}").status_code == 200


def test_who_tries_without_end_is_asked_to_wait_and_what_is_known_is_shown_all_the_same(reader):
    codes = [address_of(RING | {"seed": str(n)}) for n in range(25)]
    answers = [reader.get(f"/sandbox/{code}").status_code for code in codes]
    assert answers[0] == 200 and answers[-1] == 429
    assert reader.get(f"/sandbox/{codes[0]}").status_code == 200


def test_what_was_played_is_kept_for_a_while_and_no_longer():
    trials = Trials()
    for number in range(KEPT + 5):
        trials.of(str(number), {**RING, "spells": "", "orders": {}})
    assert not trials.has("0") and trials.has(str(KEPT + 4))


def test_a_set_up_and_its_address_say_the_same():
    assert set_up_at(address_of(RING)) == RING
    assert len(address_of({**RING, "spells": RING["spells"] * 60})) < LIMITS["address"]
    assert scenario(RING)["steps"] == [{"orders": {"Ann": "CAST Gain", "Ben": "PASS"}}]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from([*RING, "players", "steps"]), inner),
    max_leaves=12,
)


@given(st.fixed_dictionaries({}, optional={key: JSON | st.just(value) for key, value in RING.items()}))
@settings(max_examples=200, deadline=None)
def test_no_value_makes_the_check_raise_anything_but_a_refusal(value):
    try:
        checked(value)
    except Refused as error:
        assert str(error)


@given(st.text(max_size=200), st.text(max_size=60), st.text(max_size=12))
@settings(max_examples=60, deadline=None)
def test_no_words_make_a_trial_raise(spells, order, seed):
    set_up = {**RING, "spells": f"=== A ===\nEffect: {spells}", "orders": {"Ann": order, "Ben": "CAST A"}, "seed": seed}
    try:
        ready = checked(set_up)
    except Refused:
        return
    played(ready)


def test_nothing_of_the_store_is_read_or_changed(tmp_path):
    world = World(tmp_path, f"sqlite:///{tmp_path}/store.sqlite", HALL, ("Ann", "Ben"))
    begin(world, "goofspiel")
    world.say("Ann", "BID 3")
    with world.app.store.tx() as tx:
        before = tx.last_entry(), len(tx.all_outgoing(TextState.QUEUED, TextState.SENT)), len(tx.submissions("Ann"))
    reader = create_site(world.site, Front(world.app), House()).test_client()
    sent = reader.post("/sandbox", data=fields())
    assert "BID 3" not in reader.get(sent.location).text + reader.get("/sandbox?game=goofspiel").text
    with world.app.store.tx() as tx:
        assert (
            tx.last_entry(),
            len(tx.all_outgoing(TextState.QUEUED, TextState.SENT)),
            len(tx.submissions("Ann")),
        ) == before
    world.app.store.close()

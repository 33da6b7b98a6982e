"""The pages of duels and wizards, and their pictures."""

import xml.etree.ElementTree as ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbp import pictures
from pbp.honours.records import casts_of
from pbp.pictures import Hit, Redirection, Seat, Shield
from pbp.web import records

SVG = "{http://www.w3.org/2000/svg}"


def test_a_duel_tells_what_happened_in_order_with_stars_before_and_after(reader):
    text = reader.get("/duels/1").text
    assert text.index("Carol casts Greed.") < text.index("Dave loses 3 Stars (Burn).")
    for part in ("at position 3, Dave", ">20<", ">17<", "−3", "+4"):
        assert part in text
    assert 'href="/wiki/Wizard_Duel_Spell_List_1#Burn"' in text


def test_the_overview_says_who_gained_most_and_leads_to_post_and_list(reader):
    text = reader.get("/duels/").text
    assert "Carol gained most" in text and "+4" in text
    assert text.index("Wizard Duel 2") < text.index("Wizard Duel 1")
    assert 'href="http://wizards.example/blog/1"' in text and 'href="/wiki/Wizard_Duel_Spell_List_1"' in text


def test_an_open_duel_shows_no_cast_and_no_change(reader):
    text = reader.get("/duels/2").text
    assert "What happened" not in text and "Orders are taken for another" in text
    assert "changed Burn" in text


def test_a_wizards_page_tells_stars_casts_and_duels(reader):
    text = reader.get("/wizards/Alice").text
    assert "Stars over time" in text and "20 at the start, 19 after duel 1" in text and "Burn: 1" in text


def test_a_held_duel_says_held_and_never_why(reader, desk):
    from dataclasses import replace

    desk.all_duels[0] = replace(desk.all_duels[0], held=True)
    assert "held" in reader.get("/").text and "held" in reader.get("/duels/2").text


def test_the_picture_of_a_ring_stands_alone(reader):
    answer = reader.get("/duels/1/ring.svg")
    assert answer.mimetype == "image/svg+xml"
    picture = ElementTree.fromstring(answer.data)
    described = picture.find(f"{SVG}desc").text
    assert "Position 1: Carol, 20 Stars, then 24." in described
    assert "Position 3: Dave, idle, 20 Stars, then 17." in described
    assert "Burn by Alice: Dave −3, Alice −1, Bob −1." in described
    assert len(picture.findall(f".//{SVG}circle[@class='place']")) == 4
    # Alice's Burn changes Dave and Bob in the ring; what she does to herself stands below it.
    assert len(picture.findall(f".//{SVG}polygon")) == 2
    words = [text.text for text in picture.iter(f"{SVG}text")]
    assert words.count("Burn −1") == 1 and words.count("Burn −3") == 1


NAMES = st.text(max_size=20)
SEATS = st.lists(
    st.tuples(NAMES, st.booleans(), st.integers(-99, 9999), st.none() | st.integers(-99, 9999)), max_size=40
)


@given(SEATS, st.lists(st.tuples(NAMES, st.integers(-999, 999)), max_size=10))
def test_every_picture_is_well_formed_whatever_the_names_and_numbers(seats, rest):
    ring = [Seat(n + 1, name, idle, a, b) for n, (name, idle, a, b) in enumerate(seats)]
    names = [seat.name for seat in ring] or ["x"]
    hits = [Hit(names[n % len(names)], names[-n % len(names)], spell, stars) for n, (spell, stars) in enumerate(rest)]
    drawn = [
        pictures.ring("Duel <1>", ring, hits),
        pictures.cast_counts("all", [(spell, abs(count)) for spell, count in rest]),
        pictures.stars_over_time("all", {name: [(n, s) for n, (_, s) in enumerate(rest)] for name in names if rest}),
        pictures.rating_over_time("Ann", [(n, s / 7, abs(s)) for n, (_, s) in enumerate(rest)]),
    ]
    for svg in drawn:
        picture = ElementTree.fromstring(svg)
        assert picture.get("role") == "img" and picture.get("aria-label")
        assert "nan" not in svg.partition("</desc>")[2] or any("nan" in name for name in names)


@pytest.mark.parametrize("size", [1, 2, 3, 12, 40])
def test_no_place_of_a_ring_lies_outside_its_picture(size):
    svg = pictures.ring("Duel 1", [Seat(n + 1, f"W{n}", False, 20) for n in range(size)])
    for circle in ElementTree.fromstring(svg).findall(f".//{SVG}circle"):
        x, y, r = (float(circle.get(key)) for key in ("cx", "cy", "r"))
        _, _, width, height = map(float, ElementTree.fromstring(svg).get("viewBox").split())
        assert r <= x <= width - r and r <= y <= height - r


def a_ring(size, casts):
    """A ring in which so many spells changed three wizards each, one was turned, and two kept something away."""
    names = [f"Wizard {n}" for n in range(1, size + 1)]
    seats = [Seat(n + 1, name, False, 20, 17) for n, name in enumerate(names)]
    hits = [
        Hit(names[7 * n % size], names[(7 * n + 3 * m + 1) % size], f"Spell {n}", m - 4)
        for n in range(casts)
        for m in range(3)
    ]
    turns = [Redirection(names[0], "Mirror", names[1], "Burn", names[2], names[-1])]
    shields = [Shield(names[0], "Ward", names[1], "Burn"), Shield(names[0], "Hush", names[2], "Greed", whole=True)]
    return pictures.ring("Duel 1", seats, hits, turns, shields), hits


@pytest.mark.parametrize(("size", "casts"), [(3, 1), (5, 3), (8, 4), (12, 12), (25, 25)])
def test_every_arrow_of_a_ring_bears_its_spell_and_amount(size, casts):
    svg, hits = a_ring(size, casts)
    picture = ElementTree.fromstring(svg)
    words = " ".join(text.text or "" for text in picture.iter(f"{SVG}text"))
    in_ring = "Mirror: Burn" in words
    for hit in hits:
        amount = f"−{-hit.stars}"
        assert hit.spell in words and amount in words
        assert not in_ring or hit.by == hit.to or f"{hit.spell} {amount}" in words
    for said in ("Mirror by Wizard 1", "Burn goes to", "Burn does not change", "Greed has no", "Ward by Wizard 1"):
        assert said in words or said in picture.find(f"{SVG}desc").text
    if not in_ring:
        arrows = [path for path in picture.iter(f"{SVG}path") if "tip" in path.get("class", "")]
        assert len(arrows) == len({(hit.by, hit.spell, hit.stars) for hit in hits})


def boxes(picture):
    """About where the words of a picture stand."""
    for text in picture.iter(f"{SVG}text"):
        size, x, y = (float(text.get(key)) for key in ("font-size", "x", "y"))
        wide = len(text.text or "") * size * 0.5
        left = {"start": x, "middle": x - wide / 2, "end": x - wide}[text.get("text-anchor")]
        yield (text.text or "", left, y - size * 0.7, left + wide, y)


@pytest.mark.parametrize(("size", "casts"), [(3, 1), (6, 3), (12, 12), (25, 25)])
def test_no_words_of_a_ring_lie_on_others_or_outside(size, casts):
    picture = ElementTree.fromstring(a_ring(size, casts)[0])
    _, _, width, height = map(float, picture.get("viewBox").split())
    known = list(boxes(picture))
    for place, (words, left, top, right, bottom) in enumerate(known):
        assert left >= 0 and right <= width and top >= 0 and bottom <= height, words
        for other, *box in known[place + 1 :]:
            apart = left >= box[2] or right <= box[0] or top >= box[3] or bottom <= box[1]
            assert apart, (words, other)


@pytest.mark.parametrize("size", [3, 6, 25])
def test_letters_are_twelve_pixels_high_on_a_telephone(size):
    shown = 340  # what the page leaves of 390 pixels
    drawn = [
        a_ring(size, 2)[0],
        pictures.cast_counts("all", [("Burn", 3)]),
        pictures.worths("all", [("Burn", 0.5)]),
        pictures.stars_over_time("all", {"Ann": [(1, 20), (2, 22)]}),
        pictures.rating_over_time("Ann", [(0, 25.0, 16.7), (2, 27.6, 16.1)]),
    ]
    for svg in drawn:
        picture = ElementTree.fromstring(svg)
        width = float(picture.get("viewBox").split()[2])
        assert min(float(text.get("font-size")) * shown / width for text in picture.iter(f"{SVG}text")) >= 12


def test_of_many_duels_a_wizards_page_lists_the_newest_and_all_if_asked(reader, desk):
    from dataclasses import replace

    desk.all_duels = [replace(desk.all_duels[1], number=number) for number in range(120, 0, -1)]
    text = reader.get("/wizards/Alice").text
    assert ">Duel 120<" in text and ">Duel 71<" in text and ">Duel 70<" not in text
    assert 'href="/wizards/Alice?all=1"' in text
    whole = reader.get("/wizards/Alice?all=1").text
    assert ">Duel 1<" in whole and "all=1" not in whole


def test_a_line_of_many_duels_shows_some_with_the_first_and_the_last():
    steps = [(number, 25 + number / 100, 16.7) for number in range(1001)]
    drawn = {
        "Ann": pictures.rating_over_time("Ann", steps),
        "all": pictures.stars_over_time(
            "all", {"Ann": [(number, number % 7) for number, _, _ in steps], "Ben": [(5, 1)]}
        ),
    }
    for svg in drawn.values():
        assert len(ElementTree.fromstring(svg).findall(f".//{SVG}circle")) <= 63
    told = ElementTree.fromstring(drawn["Ann"]).find(f"{SVG}desc").text
    assert told.startswith("25.0 ± 16.7 at the start") and told.endswith("35.0 ± 16.7 after duel 1000.")
    assert "Ben: 1 after duel 5." in drawn["all"]


def test_records_count_what_a_spell_did_for_its_caster(desk):
    burn = records.spell_records(desk.all_duels)["burn"]
    assert (burn.casts, burn.brought, burn.last) == (1, -1, 1)
    assert "nothing" not in records.spell_records(desk.all_duels)
    assert records.best(desk.all_duels[1]) == (["Carol"], 4)
    assert records.best(desk.all_duels[0]) == ([], 0)
    assert casts_of(desk.honours().ring_spells, "Bob") == [("Gain", 1)]


@pytest.mark.parametrize(
    "path", ["/duels/1/ring", "/duels/2/ring", "/duels/casts", "/wizards/stars", "/wizards/stars?wizard=Alice"]
)
def test_every_picture_stands_alone_as_svg_and_as_png(reader, path):
    path, _, query = path.partition("?")
    drawn = reader.get(f"{path}.svg?{query}")
    assert drawn.mimetype == "image/svg+xml" and ElementTree.fromstring(drawn.data).find(f"{SVG}desc").text
    painted = reader.get(f"{path}.png?{query}")
    assert painted.mimetype == "image/png" and painted.data.startswith(b"\x89PNG\r\n\x1a\n")
    assert int.from_bytes(painted.data[16:20], "big") == 1200

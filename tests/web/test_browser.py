"""The three paths through the site in a real Chromium, at the width of a telephone and of a desktop."""

import re

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.support import expected_conditions
from selenium.webdriver.support.ui import WebDriverWait
from web.browser import DESKTOP, TELEPHONE, Town, Window

from pbp.web.set_ups import address_of

SET_UP = {
    "game": "wizard-ring",
    "seed": "1",
    "wizards": [{"name": name, "stars": 20} for name in ("Ann", "Ben", "Cleo")],
    "spells": "=== Burn ===\nInputs: A wizard\nEffect: They lose 3 stars\n\n=== Odd ===\nEffect: Steal 2 stars\n",
    "orders": {"Ann": "CAST Burn Ben", "Cleo": "CAST Fireball"},
}
FROST = """=== Frost ===
Inputs: A numerical position in the Wizard Ring<br>
Effect: The wizard in the targeted position loses 2 stars. The caster gains 1 star
"""


@pytest.fixture
def town(tmp_path):
    town = Town(tmp_path)
    yield town
    town.close()


@pytest.fixture(params=[TELEPHONE, DESKTOP], ids=["telephone", "desktop"])
def window(request, chromium, town):
    window = Window(chromium, request.param, town.server.url)
    yield window
    window.close()


def test_a_reader_finds_the_way_from_the_front_page_to_every_detail(window, town):
    town.fight(Alice="CAST Greed", Bob="CAST Burn Alice", Carol="CAST Gain")
    town.site.blog.remark(town.post(1), "Carol", "Well fought!")
    window.open("/")
    assert "Wizard Duel 2" in window.text and "Last result: Wizard Duel 1" in window.text
    window.picture("front")
    window.click("//h2[@id='last']/a")
    assert "Alice casts Greed" in window.text and "What happened" in window.text
    window.picture("duel")
    window.follow("The spells of this duel")
    assert window.path == "/wiki/Wizard_Duel_Spell_List_1" and "Understood as" in window.text
    assert "Needs a ruling" in window.text
    window.picture("spells")
    window.click("//*[@id='Burn']//a", leaves=False)
    assert window.path.endswith("#Burn")
    window.follow("Spells")
    window.follow("History")
    window.click("//a[normalize-space()='what it changed']")
    assert "DICE4" in window.text and "DICE6" in window.text
    window.picture("change")
    window.follow("Blog")
    window.click("//h2/a[normalize-space()='Wizard Duel 1']")
    assert "Well fought!" in window.text
    window.picture("post")
    window.follow("Wizards")
    window.picture("wizards")
    window.click("//th/a[normalize-space()='Bob']")
    assert "Stars over time" in window.text and "Burn" in window.text
    window.picture("wizard")
    window.follow("Duels")
    window.picture("duels")
    window.driver.find_element(By.NAME, "q").send_keys("fought")
    window.click("//form[@role='search']//button")
    window.follow("Carol on Wizard Duel 1")
    assert window.path.startswith(f"/blog/{town.post(1)}#comment-")
    assert window.complaints() == []


def test_a_player_writes_a_spell_casts_it_and_reads_what_it_did(window, town):
    """A duel from writing a spell to reading the result with nothing but the browser."""
    window.open(town.site.private_url("Alice"))
    assert "Your order is asked for." in window.text
    window.picture("private")
    window.follow("Spells")
    assert "Gain DICE4 stars" in window.text
    window.follow("Edit this page")
    editor = window.driver.find_element(By.ID, "text")
    editor.send_keys("\n" + FROST)
    window.fill("summary", "It is winter")
    window.press("Preview")
    notes = window.text.partition("Changed spells")[2].partition("Changes")[0]
    assert "Frost" in notes and "Asks for a position" in notes and "Jest" not in notes
    window.picture("preview")
    window.press("Save")
    assert window.path == "/wiki/Ruleset" and "Frost" in window.text
    town.fight(Bob="CAST Gain")
    window.follow("Alice")
    assert "Wizard Duel 2" in window.text
    window.click("//summary[starts-with(normalize-space(), 'Cast Frost')]", leaves=False)
    window.picture("form")
    place = "//details[@open][starts-with(normalize-space(summary), 'Cast Frost')]//label[contains(., 'Bob')]"
    number = re.search(r"\d+", window.driver.find_element(By.XPATH, place).text).group()
    window.click(place, leaves=False)
    window.press("Cast Frost")
    assert re.search(rf"Your order: Frost at position {number}, Bob", window.text), window.text
    window.picture("receipt")
    town.fight()
    window.open(town.site.private_url("Alice"))
    window.click("//p[contains(., 'Latest letter')]/a", leaves=False)
    assert "Frost" in window.text
    window.picture("result-letter")
    window.follow("Duels")
    window.follow("Wizard Duel 2")
    story = window.text
    assert re.search(rf"Alice casts Frost at position {number}", story)
    assert "−2" in story and "+1" in story
    window.picture("result")
    assert window.complaints() == []


def test_a_player_without_scripts_casts_as_well(chromium, town):
    window = Window(chromium, TELEPHONE, town.server.url)
    try:
        window.command("Emulation.setScriptExecutionDisabled", value=True)
        window.open(town.site.private_url("Alice"))
        burn = "//details[starts-with(normalize-space(summary), 'Cast Burn')]"
        assert window.driver.find_element(By.XPATH, burn).get_attribute("open"), "only Burn asks for something"
        window.driver.find_element(By.XPATH, f"{burn}//label[contains(., 'Bob')]").click()
        window.driver.find_element(By.XPATH, "//button[normalize-space()='Cast Burn']").click()
        order = (By.XPATH, "//strong[contains(., 'Burn at position')]")
        WebDriverWait(window.driver, 20).until(expected_conditions.presence_of_element_located(order))
        assert re.search(r"Your order: Burn at position \d, Bob", window.text)
    finally:
        window.close()


def test_a_battle_master_prints_links_renews_one_and_reverts_a_page(window, town):
    window.open(town.site.private_url("Merlin"))
    window.follow("All private links, to print")
    old = town.site.private_url("Bob")
    assert old in window.text
    window.picture("links")
    window.click("//section[@aria-label='Bob']//button")
    assert old not in window.text and town.site.private_url("Bob") in window.text
    window.open(old)
    assert "There is nothing at this address." in window.text
    window.complaints()
    window.follow("Spells")
    window.follow("History")
    window.click("//li[contains(., 'The first spells')]/a[1]")
    window.press("Make this the newest revision again")
    assert "DICE6" in window.text and town.site.wiki.read("Ruleset").author == "Merlin"
    window.follow("History")
    assert "Back to revision 1 by Alice" in window.text
    assert window.complaints() == []


def test_a_battle_master_decides_at_the_desk(window, town):
    town.site.say("Alice", "CAST Greed")
    town.app.collect()
    window.open(town.site.private_url("Merlin"))
    assert "Nothing waits for you." in window.text and "Greed" not in window.text
    window.click("//summary[normalize-space()='Move the battle time later']", leaves=False)
    window.fill("duel-1-2-span", "24h")
    window.fill("duel-1-2-why", "the moon is full")
    window.click("//details[@open]//button[normalize-space()='What will it say?']")
    assert "Nothing was done so far" in window.text and "the moon is full" in window.text
    window.picture("desk-rehearsal")
    assert window.violations() == [] and window.overflow() <= 0
    window.press("Yes: Move the battle time later")
    assert "Done." in window.text and "Thursday 5 March 2026" in window.text
    window.click("//summary[normalize-space()='Cancel the duel']", leaves=False)
    window.fill("duel-1-4-why", "nobody is here")
    window.press("Cancel the duel…")
    assert "Its ring can be checked" in window.text
    window.press("Yes: Cancel the duel")
    assert "Merlin decides (CANCEL): duel 1 is cancelled" in window.text
    window.picture("desk")
    window.press("Search the journal")
    assert window.violations() == [] and window.overflow() <= 0
    assert window.complaints() == []


def test_the_desk_rules_by_words_without_a_script(chromium, town):
    town.fight(Carol="CAST Jest")
    window = Window(chromium, TELEPHONE, town.server.url)
    try:
        window.command("Emulation.setScriptExecutionDisabled", value=True)
        window.open(town.site.private_url("Merlin"))
        assert "One thing waits for you." in window.text and "Jest cannot be read" in window.text
        window.driver.find_element(By.XPATH, "//summary[normalize-space()='Rule on a spell']").click()
        window.fill("duel-1-1-effect", "The caster gains 2 Stars.")
        window.fill("duel-1-1-why", "he laughed")
        window.picture("desk-ruling")
        window.driver.find_element(By.XPATH, "//button[normalize-space()='Rule on a spell']").click()
        done = (By.XPATH, "//p[contains(., 'the ruling on Jest is recorded')]")
        WebDriverWait(window.driver, 20).until(expected_conditions.presence_of_element_located(done))
        assert "Wizard Duel 2" in window.text, "the result is out"
    finally:
        window.close()


PATHS = (
    "/", "/wiki/", "/wiki/Ruleset", "/wiki/Wizard_Duel_Spell_List_1", "/wiki/Duel_Sheet", "/wiki/Wizard_Duels",
    "/wiki/Wizard_Duel_1_Audit", "/wiki/Missing", "/history/Ruleset", "/revision/1", "/changes/2", "/blog/", "/blog/1",
    "/search?q=burn", "/guide", "/duels/", "/duels/1", "/duels/2", "/wizards/", "/wizards/Alice", "/ratings/",
    "/ratings/1", "/spells/", "/spells/Greed",
)  # fmt: skip


def test_every_kind_of_page_is_accessible_and_fits_every_window(chromium, town):
    town.fight(Alice="CAST Greed", Bob="CAST Burn Alice", Carol="CAST Gain")
    town.site.blog.remark(town.post(1), "Carol", "Well fought!")
    town.site.say("Alice", "CAST Burn Bob")
    town.app.collect()
    alice, merlin = (town.site.private_url(name) for name in ("Alice", "Merlin"))
    faults = []
    for width in (TELEPHONE, DESKTOP):
        window = Window(chromium, width, town.server.url)
        try:
            for path in (
                *PATHS,
                "/rules/",
                "/rules/wizards-duel",
                alice,
                "/edit/Ruleset",
                "/blog/1",
                merlin,
                f"{merlin}/links",
                f"{merlin}/desk/journal",
                "/revision/1",
                "/duels/1/replay/2",
                "/audits/1",
                "/api",
                "/sandbox",
                "/sandbox?game=wizards-duel",
                f"/sandbox/{address_of(SET_UP)}",
                "/me",
            ):
                window.open(path)
                if path == merlin:  # the window is known as Alice's
                    faults += [f"another's link at {width}: {fault}" for fault in window.violations()]
                    window.press("Go on as Merlin")
                window.driver.execute_script("document.querySelectorAll('details').forEach(each => each.open = true)")
                faults += [f"{path} at {width}: wider by {window.overflow()} px"] * (window.overflow() > 0)
                header = window.driver.find_element(By.CSS_SELECTOR, "header.top").rect["height"]
                faults += [f"{path} at {width}: a header of {header} px"] * (header > 100)
                schemes = [("light" if width == TELEPHONE else "dark", "no-preference")]
                for scheme, contrast in [*schemes, ("light", "more"), ("dark", "more")] if path == alice else schemes:
                    window.scheme(scheme, contrast)
                    faults += [f"{path} at {width}, {scheme} {contrast}: {fault}" for fault in window.violations()]
        finally:
            window.close()
    assert not faults, "\n".join(faults)

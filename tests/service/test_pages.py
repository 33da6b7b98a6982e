"""The wiki as the game's memory: the list page is watched, the sheet read back, the overview kept."""

from __future__ import annotations

from datetime import timedelta

import pytest

from pbp.errors import Refused
from pbp.service import pages, people, ring, sheet, sheet_edits
from service.test_master import decide
from service.world import SPELLS, World

LIST = "Wizard Duel Spell List 1"


def edited(world: World) -> None:
    """Duel 1 with two orders, and Burn made weaker on its list page by Bob's hand."""
    world.tick()
    world.say("Alice", "CAST Burn 2")
    world.say("Carol", "CAST Greed")
    world.edit(LIST, world.page(LIST).replace("loses 3 stars", "loses 2 stars"), "Bob")
    world.tick(minutes=1)


def test_an_edit_of_the_list_page_holds_the_duel_and_is_told_to_all_at_once(world: World) -> None:
    edited(world)
    assert world.duel().held == "list-page"
    assert "Duel 1 is held: list-page" in world.subjects("Master")
    letter = world.letters("Dave")[0][1]
    assert "was edited by Bob" in letter
    assert "+* Effect: The wizard in the targeted position loses 2 stars." in letter
    assert "Burn" not in world.comments()[-1]
    world.after_battle()
    assert world.duel().state == "open"


def test_an_accepted_edit_counts_and_whose_spell_changed_is_told(world: World) -> None:
    edited(world)
    world.app.carry_out(
        ring.accept_edit, 1, ring.edited_page(world.app.desk, 1), world.clock(), extend=timedelta(hours=24)
    )
    world.tick(minutes=1)
    assert world.duel().battle_time.day == 5
    assert "Duel 1: look at your order" in world.subjects("Alice")[-1]
    assert "look at your order" not in world.subjects("Carol")[-1]
    target = world.duel().participants[1]
    before = world.stars()[target]
    world.after_battle()
    assert world.stars()[target] - before in (-2, 3, -3, 4, -1)  # 2 from Burn, perhaps with Greed beside
    assert "loses 2 stars" in world.bundle(1)["setup"]["spell_list"]["wikitext"]


def test_a_restored_page_is_as_it_was_frozen_and_the_duel_goes_on(world: World) -> None:
    edited(world)
    world.app.carry_out(ring.restore_page, 1, world.clock())
    world.tick(minutes=1)
    assert "loses 3 stars" in world.page(LIST)
    assert world.duel().held is None
    world.after_battle()
    assert world.duel(1).state == "resolved"


def test_an_order_that_no_longer_reads_is_not_cast_and_its_player_is_told(world: World) -> None:
    world.tick()
    world.say("Carol", "CAST Greed")
    text = world.page(LIST)
    world.edit(LIST, text[text.index("=== Gain") :])
    world.tick(minutes=1)
    world.app.carry_out(ring.accept_edit, 1, ring.edited_page(world.app.desk, 1), world.clock())
    world.tick(minutes=1)
    assert "cannot be read any more" in world.letters("Carol")[0][1]
    world.after_battle()
    assert world.duel(1).summary["casts"] == {}


def test_an_edit_found_at_the_closing_holds_before_anything_is_fixed(world: World) -> None:
    world.tick()
    world.say("Alice", "CAST Greed")
    world.edit(LIST, world.page(LIST) + "\n")
    world.edit(LIST, world.page(LIST).replace("gain 5", "gain 50"))
    world.after_battle()
    assert (world.duel().state, world.duel().held) == ("open", "list-page")


def test_an_edit_found_after_the_closing_needs_reopen(make_world) -> None:
    world = make_world("[ring]\nauto_resolve = false\n")
    world.tick()
    world.say("Alice", "CAST Greed")
    world.after_battle()
    world.edit(LIST, world.page(LIST).replace("gain 5", "gain 50"))
    world.tick(minutes=1)
    assert (world.duel().state, world.duel().held) == ("pending", "list-page")
    with pytest.raises(Refused, match="--reopen"):
        world.app.carry_out(ring.accept_edit, 1, ring.edited_page(world.app.desk, 1), world.clock())
    world.app.carry_out(ring.accept_edit, 1, ring.edited_page(world.app.desk, 1), world.clock(), reopen=True)
    assert (world.duel().state, world.duel().held) == ("open", None)
    world.after_battle()
    world.app.resolve_duel(1)
    assert world.stars()["Alice"] == 70


def test_with_list_page_edits_use_the_new_text_counts_at_once(make_world) -> None:
    world = make_world('[ring]\nlist_page_edits = "use"\n')
    world.tick()
    world.say("Carol", "CAST Greed")
    world.edit(LIST, world.page(LIST).replace("gain 5", "gain 50"))
    world.tick(minutes=1)
    assert world.duel().held is None
    world.after_battle()
    assert world.stars()["Carol"] == 70


def test_the_post_names_what_is_new_changed_and_gone(world: World) -> None:
    world.tick()
    world.edit(
        "Ruleset",
        SPELLS.replace("loses 3 stars", "loses 4 stars").replace("=== Gain ===", "=== Profit ==="),
    )
    world.after_battle()
    post = world.site.blog.posts(1)[0].body
    for words in ("New: Profit", "Changed: Burn", "Gone: Gain"):
        assert words in post


def test_the_sheet_shows_every_wizard_and_keeps_what_others_wrote_round_it(world: World) -> None:
    theirs = 'A line of Bob\'s.\n\n{| class="x"\n! A !! B\n|-\n| 1 || 2\n|}\n'
    world.edit("Duel Sheet", theirs, "Bob")
    world.tick()
    assert world.page("Duel Sheet") == theirs, "it waits for the Battle Master's word"
    world.app.carry_out(pages.take_page, "Duel Sheet", world.clock())
    world.tick(minutes=1)
    text = world.page("Duel Sheet")
    assert "A line of Bob's." in text
    assert "| 1 || 2" in text
    assert [row.name for row in sheet.read_sheet(text)] == ["Alice", "Bob", "Carol", "Dave"]


def test_anothers_edit_of_the_sheet_is_an_adjustment_and_never_overwritten(world: World) -> None:
    world.tick()
    world.edit("Duel Sheet", world.page("Duel Sheet").replace("| Bob || 20", "| Bob || 31"), "Carol")
    world.say("Alice", "CAST Greed")
    world.after_battle()
    assert world.stars() == {"Alice": 25, "Bob": 31, "Carol": 20, "Dave": 20}
    with world.app.store.tx() as tx:
        entry = tx.entries(kind="adjusted")[0]
    assert entry.values["changed"] == {"stars": [20, 31]}
    assert "by Carol" in entry.values["source"]
    rows = {row.name: row.stars for row in sheet.read_sheet(world.page("Duel Sheet"))}
    assert rows == world.stars()


def test_an_edit_made_while_a_result_is_on_its_way_is_added_to_it(world: World) -> None:
    world.tick()
    world.say("Bob", "CAST Greed")
    battle_time = world.duel().battle_time
    world.clock.now = battle_time + timedelta(minutes=1)
    world.app.resolve_due()
    with world.app.store.tx() as tx:
        page = tx.page("Duel Sheet")
        tx.change_page("Duel Sheet", seen=page.seen.replace("| Bob || 25", "| Bob || 20"), state="queued")
    world.edit("Duel Sheet", world.page("Duel Sheet").replace("| Bob || 25", "| Bob || 22"), "Carol")
    world.tick(minutes=1)
    assert world.stars()["Bob"] == 27


def test_a_sheet_that_cannot_be_read_is_left_alone_and_the_battle_master_told(world: World) -> None:
    world.tick()
    broken = world.page("Duel Sheet").replace("| Bob || 20", "| Bob || twenty")
    world.edit("Duel Sheet", broken, "Carol")
    world.tick(minutes=1)
    assert world.page("Duel Sheet") == broken
    assert "The sheet Duel Sheet cannot be read" in world.subjects("Master")
    world.edit("Duel Sheet", broken.replace("twenty", "22"), "Carol")
    world.tick(minutes=1)
    assert world.stars()["Bob"] == 22


def test_a_stranger_on_the_sheet_is_told_to_the_battle_master(world: World) -> None:
    world.tick()
    text = world.page("Duel Sheet").replace("|}", "|-\n| Mallory || 99 || Active\n|}")
    world.edit("Duel Sheet", text, "Carol")
    world.tick(minutes=1)
    assert "Mallory" not in world.stars()
    assert any("not known" in subject for subject in world.subjects("Master"))


def test_attributes_on_the_sheet_are_tracked(world: World) -> None:
    world.tick()
    lines = world.page("Duel Sheet").splitlines()
    lines = [line + " !! Hat" if line.startswith("!") else line + " || Red" if line.startswith("| B") else line
             for line in lines]  # fmt: skip
    lines = [line + " || " if line.startswith("| ") and "Bob" not in line else line for line in lines]
    world.edit("Duel Sheet", "\n".join(lines), "Carol")
    world.tick(minutes=1)
    with world.app.store.tx() as tx:
        assert tx.wizard("Bob").attributes == {"Hat": "Red"}
        assert tx.wizard("Alice").attributes == {}


def edit_sheet(world: World, *changes: tuple[str, str], author: str = "Carol") -> str:
    """A person changes words on the sheet; gives the revision."""
    text = world.page("Duel Sheet")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    world.edit("Duel Sheet", text, author)
    page = world.site.wiki.read("Duel Sheet")
    assert page
    return page.revision


def test_who_changes_the_sheet_is_told_to_the_battle_master(world: World) -> None:
    world.tick()
    edit_sheet(world, ("| Bob || 20", "| Bob || 31"))
    world.tick(minutes=1)
    subject, text = world.letters("Master")[0]
    assert subject == "The sheet Duel Sheet was changed by Carol"
    assert "* Bob: +11 Stars" in text and "It counts." in text


def test_with_ask_a_change_of_the_sheet_waits_for_a_decision(make_world) -> None:
    world = make_world('[wiki]\nsheet_edits = "ask"\n')
    world.tick()
    one = edit_sheet(world, ("| Bob || 20", "| Bob || 31"), ("{|", "A note.\n\n{|"))
    two = edit_sheet(world, ("| Dave || 20", "| Dave || 7"), ("| Alice || 20 || Active", "| Alice || 20 || Idle"))
    world.say("Bob", "CAST Greed")
    report = world.after_battle()
    assert any(f"(revision {one}) waits" in line for line in report.waits)
    assert world.stars() == {"Alice": 20, "Bob": 25, "Carol": 20, "Dave": 20}
    assert "| Bob || 31" in world.page("Duel Sheet"), "it is left as it is until it is decided on"
    assert "counts" in decide(world, f"ACCEPT-SHEET {one}")
    assert "is put back" in decide(world, f"REFUSE-SHEET {two}")
    assert "waits" in decide(world, f"ACCEPT-SHEET {one}")
    world.tick(minutes=1)
    assert world.stars() == {"Alice": 20, "Bob": 36, "Carol": 20, "Dave": 20}
    text = world.page("Duel Sheet")
    for words in ("| Alice || 20 || Active", "| Bob || 36 ", "| Dave || 20", "A note."):
        assert words in text
    assert {"sheet-edited", "sheet-decided", "adjusted"} <= set(world.kinds())


def test_with_ignore_a_change_of_the_sheet_is_put_back_and_the_rest_of_the_edit_stays(make_world) -> None:
    world = make_world('[wiki]\nsheet_edits = "ignore"\n')
    world.tick()
    edit_sheet(world, ("| Bob || 20", "| [[User:Bob|Bob]] || '''31'''"), ("{|", "A note.\n\n{|"))
    world.tick(minutes=1)
    assert world.stars()["Bob"] == 20
    text = world.page("Duel Sheet")
    assert "A note." in text and "| [[User:Bob|Bob]] || '''20'''" in text
    newest = world.site.wiki.history("Duel Sheet")[-1]
    assert newest.summary.startswith("Put back what Carol changed")
    assert "is put back" in world.letters("Master")[0][1]


def test_a_column_of_peoples_own_stays_even_if_it_does_not_count(make_world) -> None:
    world = make_world('[wiki]\nsheet_edits = "ignore"\n')
    world.tick()
    edit_sheet(world, ("Status\n", "Status !! Hat\n"), ("| Bob || 20 || Active", "| Bob || 20 || Active || Red"))
    world.say("Alice", "CAST Greed")
    world.after_battle()
    assert "| Bob || 20 || Active || Red" in world.page("Duel Sheet")
    with world.app.store.tx() as tx:
        assert tx.wizard("Bob").attributes == {}
        people.adjust(tx, "Alice", world.clock(), "won", source="Master", attributes={"Hat": "Blue"})
    world.tick(minutes=1)
    with world.app.store.tx() as tx:
        people.adjust(tx, "Alice", world.clock(), "lost", source="Master", attributes={})
    assert "|| Active || Red" in world.page("Duel Sheet") and "|| Active\n| Blue\n" in world.page("Duel Sheet")
    world.tick(minutes=1)
    assert "|| Active || Red" in world.page("Duel Sheet") and "Blue" not in world.page("Duel Sheet")


def test_every_entry_about_pages_reads_as_a_sentence(make_world) -> None:
    world = make_world('[wiki]\nsheet_edits = "ask"\n')
    world.edit("Wizard Duels", "ours", "Bob")
    world.tick()
    world.app.carry_out(pages.take_page, "Wizard Duels", world.clock())
    revision = edit_sheet(world, ("| Bob || 20", "| Bob || 31"))
    world.tick(minutes=1)
    world.app.carry_out(sheet_edits.decide, revision, accept=False, at=world.clock())
    with world.app.store.tx() as tx:
        said = [world.app.desk.texts.journal_line(entry) for entry in tx.entries()]
    assert "Carol changes the sheet: Bob: +11 Stars (it waits for a decision)" in said
    assert f"Carol's change of the sheet (revision {revision}) is put back" in said
    assert "the page Wizard Duels, which others made, may be written on" in said


def test_a_person_who_takes_back_our_edit_changes_stars_and_a_row_taken_away_comes_back(world: World) -> None:
    world.tick()
    world.say("Alice", "CAST Greed")
    world.after_battle()
    edit_sheet(world, ("| Alice || 25", "| Alice || 20"), ("|-\n| Bob || 20 || Active\n", ""))
    world.tick(minutes=1)
    assert world.stars() == {"Alice": 20, "Bob": 20, "Carol": 20, "Dave": 20}
    assert [row.name for row in sheet.read_sheet(world.page("Duel Sheet"))] == ["Alice", "Carol", "Dave", "Bob"]


def test_a_row_that_a_person_puts_there_for_a_wizard_without_one_is_asked_about(world: World) -> None:
    world.tick()
    world.app.add_player("Zed")
    edit_sheet(world, ("|}", "|-\n| Zed || 25 || Active\n|}"))
    world.tick(minutes=1)
    assert world.stars()["Zed"] == 20
    subject, text = world.letters("Master")[0]
    assert subject == "The sheet Duel Sheet was changed by Carol" and "* Zed: +5 Stars" in text
    assert "ACCEPT-SHEET" in text


def test_a_sheet_blanked_and_put_back_by_people_changes_nothing(world: World) -> None:
    world.tick()
    text = world.page("Duel Sheet")
    world.edit("Duel Sheet", "gone", "Mallory")
    world.tick(minutes=1)
    assert world.page("Duel Sheet") == "gone"
    assert "The sheet Duel Sheet cannot be read" in world.subjects("Master")
    world.edit("Duel Sheet", text.replace("| Bob || 20", "| Bob || 21"), "Carol")
    world.tick(minutes=1)
    assert world.stars() == {"Alice": 20, "Bob": 21, "Carol": 20, "Dave": 20}
    assert not world.tick(minutes=1).waits


def test_notes_on_our_pages_survive_every_write(world: World) -> None:
    world.tick()
    world.edit("Wizard Duels", world.page("Wizard Duels").replace("open", "open (hurry!)") + "\nBob was here.\n")
    world.say("Alice", "CAST Greed")
    world.after_battle()
    world.tick(minutes=1)
    text = world.page("Wizard Duels")
    assert "Bob was here." in text and "resolved (hurry!)" in text and "| Greed || 1" in text


def test_after_a_restore_what_we_wrote_since_the_backup_is_still_ours(world: World, tmp_path) -> None:
    world.tick()
    with world.app.store.tx() as tx:
        backup, wizards = tx.page("Duel Sheet"), tx.wizards()
    world.say("Alice", "CAST Greed")
    world.after_battle()
    edit_sheet(world, ("| Bob || 20", "| Bob || 22"))
    with world.app.store.tx() as tx:  # as an older copy of the store has it
        tx.change_page("Duel Sheet", seen=backup.seen, revision=backup.revision, written=backup.written, sent_key=None)
        for wizard in wizards:
            tx.change_wizard(wizard.name, stars=wizard.stars)
    world.tick(minutes=1)
    assert world.stars() == {"Alice": 20, "Bob": 22, "Carol": 20, "Dave": 20}


def test_the_overview_lists_every_duel_with_its_links_and_counts(world: World) -> None:
    world.tick()
    world.say("Alice", "CAST Greed")
    world.after_battle()
    text = world.page("Wizard Duels")
    assert "Alice (+5)" in text
    assert "| Greed || 1" in text
    for label in ("post", "spell list", "result", "audit"):
        assert f" {label}]" in text
    with world.app.store.tx() as tx:
        assert tx.season("1").anchor in text


def test_a_missing_ruleset_schedules_nothing_and_says_why(make_world) -> None:
    world = make_world('[wiki]\nruleset = "Nowhere"\n')
    report = world.tick()
    assert any("the wiki has no page 'Nowhere'" in line for line in report.failed)


def test_a_page_beside_the_list_says_what_each_spell_does(world: World) -> None:
    world.tick()
    text = world.page("Wizard Duel Spell List 1 explained")
    assert "=== Burn ===" in text
    assert "Asks for" in text
    assert "loses 3 Stars" in text
    assert "explained" in world.site.blog.posts(1)[0].body
    assert "What it does:" in world.say("Alice", "CAST Burn 2")

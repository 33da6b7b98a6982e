"""What only the embedded site does: accounts, people's edits and remarks, each key once, many hands at once."""

import threading
from datetime import UTC, datetime

import pytest

from pbp.adapters.local import LocalSite
from pbp.errors import EditConflict, SiteDown, SiteRefused
from pbp.ports import Letter, Ref


def test_a_private_link_names_its_owner_and_nobody_else(site):
    alice, bob = site.account("Alice"), site.account("Bob")
    assert site.name_of(alice) == "Alice" and site.name_of(bob) == "Bob"
    assert site.account("Alice") == alice
    assert site.name_of("") is None and site.name_of(alice[:-1]) is None
    assert len(alice) >= 43
    assert site.private_url("Alice") == f"http://wizards.example/me/{alice}"


def test_a_renewed_link_kills_the_old_one(site):
    old = site.account("Alice")
    new = site.renew("Alice")
    assert site.name_of(old) is None and site.name_of(new) == "Alice"
    with pytest.raises(SiteRefused):
        site.renew("Nobody")


@pytest.mark.parametrize("name", ["", "  ", "x" * 81, "a\x00b", "battle master", "Battle  Master"])
def test_a_name_that_cannot_be_an_account_is_refused(site, name):
    with pytest.raises(SiteRefused):
        site.account(name)


def test_letters_have_no_token_in_their_address(site):
    token = site.account("Alice")
    ref = site.mailbox.send("k", Letter("Alice", "s", "b"))
    assert token not in ref.url and site.mailbox.find("k") == ref


def test_a_letter_to_nobody_is_refused(site):
    with pytest.raises(SiteRefused):
        site.mailbox.send("k", Letter("Nobody", "s", "b"))
    assert site.mailbox.find("k") is None


def test_a_key_sent_twice_is_there_once_and_counted(site):
    site.account("Alice")
    first = site.blog.post("k", "t", "b")
    assert site.blog.post("k", "t", "b") == first
    comment = site.blog.comment("c", first, "b")
    assert site.blog.comment("c", first, "b") == comment
    assert site.repeats() == 2
    letter = site.mailbox.send("k", Letter("Alice", "s", "b"))
    assert site.mailbox.send("k", Letter("Alice", "s", "b")) == letter
    assert site.repeats() == 3
    assert len(site.blog.posts()) == 1 and len(site.blog.view(first.id)[1]) == 1
    assert len(site.mailbox.entries("Alice")) == 1


def test_every_revision_is_kept_with_author_and_summary(site):
    first = site.edit("Ruleset", "one", None, "Alice", "start")
    second = site.edit("Ruleset", "one\r\ntwo", first.revision, "Bob", "more")
    assert second.text == "one\ntwo"
    history = site.wiki.changes(title="Ruleset")
    assert [(r.author, r.summary, r.size) for r in history] == [("Bob", "more", 7), ("Alice", "start", 3)]
    page, summary = site.wiki.revision(first.revision)
    assert (page.text, page.author, summary) == ("one", "Alice", "start")
    assert site.wiki.revision("999") is None and site.wiki.revision("x' OR 1") is None


def test_of_two_edits_on_one_base_the_second_conflicts(site):
    base = site.edit("Ruleset", "one", None, "Alice", "").revision
    site.edit("Ruleset", "Alice's", base, "Alice", "")
    with pytest.raises(EditConflict):
        site.edit("Ruleset", "Bob's", base, "Bob", "")
    assert site.edit("Ruleset", "Alice's", base, "Bob", "").author == "Alice"


@pytest.mark.parametrize(
    "title", ["", "_", "a#b", "a|b", "[[x]]", "{{x}}", "<i>", "x" * 256, "a\nb\x00", "/x", "a/../b"]
)
def test_a_title_that_no_page_can_have_is_refused(site, title):
    with pytest.raises(SiteRefused):
        site.edit(title, "text", None, "Alice", "")


def test_a_remark_is_a_persons_and_is_never_found_by_key(site):
    post = site.blog.post("k", "t", "b")
    site.blog.remark(post.id, "Alice", " <b>hello</b> ")
    (remark,) = site.blog.view(post.id)[1]
    assert (remark.author, remark.body, remark.ours) == ("Alice", "<b>hello</b>", False)
    with pytest.raises(SiteRefused):
        site.blog.remark(post.id, "Alice", "  ")
    with pytest.raises(SiteRefused):
        site.blog.remark("77", "Alice", "lost")
    with pytest.raises(SiteRefused):
        site.blog.comment("c", Ref("77", ""), "lost")


def titles(site, *words):
    return [(hit.kind, hit.title) for hit in site.find(words)]


def test_what_has_all_the_words_is_found_titles_first(site):
    site.edit("Ruleset", "Burn 100% of _it_", None, "Alice", "")
    site.edit("Burn", "nothing", None, "Alice", "")
    post = site.blog.post("k", "Wizard Duel 1", "<p>The <b>ring</b></p>")
    site.blog.remark(post.id, "Alice", "burning question")
    assert titles(site, "burn") == [("page", "Burn"), ("comment", "Alice"), ("page", "Ruleset")]
    assert titles(site, "100%") == titles(site, "it", "burn") == [("page", "Ruleset")]
    assert titles(site, "question", "burn") == [("comment", "Alice")]
    assert titles(site, "ring") == [("post", "Wizard Duel 1")]
    site.edit("Zoë", "GRÖSSE", None, "Alice", "")
    assert titles(site, "größe"[:3]) == titles(site, "ZOË") == titles(site, "zoe") == [("page", "Zoë")]
    assert site.find([]) == site.find(["%", "''"]) == site.find(["nowhere"]) == []


SYNTAX = ['"', '" OR "a', "a*", "NEAR(a b)", "title:a", "-a", "a AND", "(", "\x00", "'; DROP TABLE words; --"]


@pytest.mark.parametrize("word", SYNTAX)
def test_no_words_are_an_instruction_to_the_index(site, word):
    site.edit("Lore", "nothing here", None, "Alice", "")
    assert site.find([word]) == []
    assert titles(site, "nothing") == [("page", "Lore")]


def test_the_newest_text_alone_is_found(site):
    first = site.edit("Lore", "winter", None, "Alice", "")
    site.edit("Lore", "summer", first.revision, "Alice", "")
    assert titles(site, "winter") == [] and titles(site, "summer") == [("page", "Lore")]
    post = site.blog.post("k", "A post", "spring")
    comment = site.blog.comment("c", post, "autumn")
    site.blog.take_back(comment, post)
    site.blog.take_back(post)
    assert titles(site, "autumn") == titles(site, "spring") == []


def test_a_file_from_before_there_was_an_index_gets_one(site, tmp_path):
    site.edit("Lore", "winter", None, "Alice", "")
    post = site.blog.post("k", "A post", "spring")
    site.blog.remark(post.id, "Alice", "summer")
    site.blog.comment("c", post, "<p>autumn</p>")
    with site.file.writing() as db:
        db.execute("DROP TABLE words")
        db.execute("DROP TABLE findable")
        db.execute("PRAGMA user_version = 0")
    again = LocalSite(site.file.path, "http://wizards.example", lambda: datetime(2026, 3, 2, tzinfo=UTC))
    assert [titles(again, word) for word in ("winter", "spring", "summer", "autumn")] == [
        [("page", "Lore")], [("post", "A post")], [("comment", "Alice")], [("comment", "Battle Master")]
    ]  # fmt: skip


def test_a_private_page_shows_both_directions_newest_first(site):
    site.account("Alice")
    id = site.say("Alice", "CAST Greed")
    site.mailbox.send("k", Letter("Alice", "Understood", "Greed.", thread=id))
    site.say("Alice", "STATUS")
    assert [(e.sent, e.text) for e in site.mailbox.entries("Alice")] == [
        (True, "STATUS"),
        (False, "Greed."),
        (True, "CAST Greed"),
    ]
    assert site.mailbox.entries("Bob") == []


def test_many_hands_at_once_lose_nothing(site, tmp_path):
    names = [f"Wizard {n}" for n in range(6)]
    for name in names:
        site.account(name)

    def hand(name):
        mine = LocalSite(tmp_path / "site.sqlite", "http://wizards.example", lambda: datetime.now(UTC))
        for n in range(15):
            mine.say(name, f"CAST {n}")
            page = None
            while page is None:
                old = mine.wiki.read("Tally")
                try:
                    text = f"{old.text if old else ''}{name} {n}\n"
                    page = mine.edit("Tally", text, old.revision if old else None, name, "")
                except EditConflict:
                    continue

    threads = [threading.Thread(target=hand, args=(name,)) for name in names]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(site.wiki.read("Tally").text.split("\n"))[1:] == sorted(f"{m} {n}" for m in names for n in range(15))
    messages = site.mailbox.fetch()
    assert len({message.id for message in messages}) == len(messages) == 90


def test_a_file_that_is_no_database_is_a_site_that_is_down(tmp_path):
    (tmp_path / "site.sqlite").write_text("this is no database, but a letter to a friend, long enough to be read")
    with pytest.raises(SiteDown):
        LocalSite(tmp_path / "site.sqlite", "http://wizards.example", lambda: datetime.now(UTC))


def test_the_file_with_the_private_links_is_its_owners_alone(site):
    assert site.file.path.stat().st_mode & 0o077 == 0

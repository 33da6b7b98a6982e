"""What is particular to an account's inbox on Reddit."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from urllib.parse import parse_qs, urlsplit

import pytest
from adapters.reddit_case import BOB, as_read, site_on
from reddit_emulator import ACCOUNT, LOGIN

from pbp.adapters.reddit.texts import references, short
from pbp.commands import LETTER_BEGIN, LETTER_END, read_letter
from pbp.errors import SiteDown
from pbp.fair import make_receipt, read_receipt
from pbp.ports import Letter, Ref


def _post(reddit) -> str:
    return reddit.world.submit(LOGIN.account, "Wizard Duel 7", "Battle time [](#pbp-duel-7)").name


def test_every_way_of_writing_to_us_is_one_intake_oldest_first(reddit, reddit_site):
    world, post = reddit.world, _post(reddit)
    hour = datetime.now(UTC) - timedelta(minutes=5)
    world.clock = lambda: hour
    said = []
    for act in (
        lambda: world.message(BOB, "CAST Burn 3"),
        lambda: world.remark("Alice", "HELP", post),
        lambda: world.mail("Carol", "PASS"),
        lambda: world.remark("Dave", f"u/{ACCOUNT} RULES", world.comments[0].name),
        lambda: world.remark("Erin", "thanks!", world.reply(ACCOUNT, post, "Here").name),
    ):
        hour += timedelta(seconds=10)
        act()
    said = reddit_site.mailbox.fetch()
    assert [(one.sender, one.text, one.public) for one in said] == [
        (BOB, "CAST Burn 3", False),
        ("Alice", "HELP", True),
        ("Carol", "PASS", False),
        ("Dave", f"u/{ACCOUNT} RULES", True),
        ("Erin", "thanks!", True),
    ]
    assert all(one.vouched and not one.aside for one in said)
    assert [one.id.split("_")[0] for one in said] == ["t4", "t1", f"modmail/{world.conversations[0].id}", "t1", "t1"]


def test_our_own_texts_are_no_messages(reddit, reddit_site):
    post = _post(reddit)
    reddit.world.reply(ACCOUNT, post, f"u/{ACCOUNT} speaking")
    note = reddit.world.message(BOB, "CAST Greed")
    reddit.world.reply_privately(ACCOUNT, note.name, "Understood")
    reddit.world.mail(BOB, "STATUS")
    reddit.world.mail(BOB, "our answer", author=ACCOUNT)
    assert [one.text for one in reddit_site.mailbox.fetch()] == ["CAST Greed", "STATUS"]


def test_what_reddit_marked_as_read_by_itself_still_arrives(reddit, reddit_site):
    reddit.world.reads_by_itself = True
    reddit.world.message(BOB, "CAST Greed")
    assert [one.text for one in reddit_site.mailbox.fetch()] == ["CAST Greed"]


def test_a_comment_that_reddit_marked_as_read_by_itself_still_arrives(reddit, reddit_site):
    reddit.world.reads_by_itself = True
    reddit.world.remark(BOB, "HELP", _post(reddit))
    assert [one.text for one in reddit_site.mailbox.fetch()] == ["HELP"]


def test_private_messages_that_the_inbox_leaves_out_still_arrive(reddit, reddit_site):
    reddit.world.bare_inbox = True
    reddit.world.reads_by_itself = True
    reddit.world.message(BOB, "CAST Greed")
    assert [one.text for one in reddit_site.mailbox.fetch()] == ["CAST Greed"]


@pytest.mark.parametrize("bare", [False, True])
def test_reddit_s_redirect_of_the_private_messages_stops_nothing(bare, reddit, reddit_site):
    reddit.fail("redirect", "GET /message/messages", times=5)
    reddit.world.bare_inbox = bare
    reddit.world.message(BOB, "CAST Greed")
    assert [one.text for one in reddit_site.mailbox.fetch()] == ["CAST Greed"]


def test_an_answer_in_an_old_thread_arrives(reddit, reddit_site):
    first = reddit.world.message(BOB, "CAST Greed")
    for message in reddit_site.mailbox.fetch():
        reddit_site.mailbox.done(message)
    reddit.world.reads_by_itself = reddit.world.bare_inbox = True
    reddit.world.message(BOB, "PASS", root=first.id)
    assert [one.text for one in reddit_site.mailbox.fetch()] == ["PASS"]


def test_what_was_written_before_the_battle_master_came_is_no_order(reddit, tmp_path):
    now = datetime.now(UTC)
    reddit.world.clock = lambda: now - timedelta(days=30)
    reddit.world.message(BOB, "CAST Greed")
    reddit.world.mail(BOB, "CAST Greed")
    reddit.world.clock = lambda: now
    site = site_on(reddit, tmp_path)
    reddit.world.message(BOB, "CAST Burn 3")
    assert [one.text for one in site.mailbox.fetch()] == ["CAST Burn 3"]


@pytest.mark.parametrize("ahead", [40, -40, 300])
def test_a_message_came_when_we_first_saw_it_whatever_reddit_s_clock_shows(reddit, tmp_path, ahead):
    now = datetime.now(UTC)
    site = site_on(reddit, tmp_path, clock=lambda: now)
    reddit.world.clock = lambda: now + timedelta(seconds=ahead)
    reddit.world.message(BOB, "CAST Burn 3")
    reddit.world.mail("Carol", "PASS")
    first = now
    assert [(one.received, one.earliest) for one in site.mailbox.fetch()] == [(first, None)] * 2
    now += timedelta(hours=1)
    assert {one.received for one in site_on(reddit, tmp_path, clock=lambda: now).mailbox.fetch()} == {first}


@pytest.mark.parametrize("sender", [None, "Ghost", "AutoModerator", "reddit"])
def test_a_message_without_a_living_author_is_kept_aside(sender, reddit, reddit_site):
    reddit.world.deleted.add("Ghost")
    reddit.world.message(sender, "CAST Greed")
    (message,) = reddit_site.mailbox.fetch()
    assert message.aside
    reddit_site.mailbox.done(message)
    assert reddit_site.mailbox.fetch() == []


def test_a_comment_whose_author_was_deleted_is_kept_aside(reddit, reddit_site):
    reddit.world.deleted.add("Ghost")
    reddit.world.remark("Ghost", "HELP", _post(reddit))
    (message,) = reddit_site.mailbox.fetch()
    assert message.aside and message.sender == "" and not message.vouched


def test_more_messages_than_a_page_holds_all_arrive(reddit, reddit_site):
    for number in range(230):
        reddit.world.message(BOB, f"message {number}")
    messages = reddit_site.mailbox.fetch()
    assert [message.text for message in messages] == [f"message {number}" for number in range(230)]


def test_messages_done_in_part_and_in_any_order_leave_the_others(reddit, reddit_site, tmp_path):
    for number in range(150):
        reddit.world.message(BOB, f"message {number}")
    for message in reddit_site.mailbox.fetch()[20:]:
        reddit_site.mailbox.done(message)
    again = site_on(reddit, tmp_path).mailbox
    reddit.world.reads_by_itself = True
    for note in reddit.world.notes:
        note.new = False
    assert len(again.fetch()) == 20, "below more than a page of messages that are done"


def test_a_message_that_was_late_below_a_newer_one_arrives(reddit, reddit_site):
    late = reddit.world.message(BOB, "late")
    soon = reddit.world.message("Alice", "soon")
    reddit.world.notes.remove(late)
    (message,) = reddit_site.mailbox.fetch()
    assert message.id == soon.name
    reddit_site.mailbox.done(message)
    reddit.world.notes.insert(0, late)
    assert [one.text for one in reddit_site.mailbox.fetch()] == ["late"]


def test_mail_to_the_moderators_done_in_part_leaves_the_other(reddit, reddit_site):
    reddit.world.mail(BOB, "CAST Greed")
    reddit.world.mail(BOB, "STATUS")
    first, second = reddit_site.mailbox.fetch()
    reddit_site.mailbox.done(second)
    assert [one.id for one in reddit_site.mailbox.fetch()] == [first.id]


def test_another_moderator_s_words_in_a_player_s_conversation_are_no_message(reddit, reddit_site):
    reddit.world.mail(BOB, "what can I do?")
    reddit.world.mail(BOB, "CAST Greed", author="Moderator")
    assert [one.sender for one in reddit_site.mailbox.fetch()] == [BOB]


def test_without_modmail_nothing_of_it_is_asked_for(reddit, tmp_path):
    reddit.world.mail(BOB, "CAST Greed")
    assert site_on(reddit, tmp_path, modmail=False).mailbox.fetch() == []
    assert reddit.count("GET /api/mod") == 0


def test_what_is_done_is_marked_as_read_for_people(reddit, reddit_site):
    note = reddit.world.message(BOB, "CAST Greed")
    (message,) = reddit_site.mailbox.fetch()
    assert note.new
    reddit_site.mailbox.done(message)
    reddit_site.mailbox.fetch()
    assert not note.new


def test_a_failure_to_mark_as_read_hides_no_message(reddit, reddit_site):
    reddit.world.message(BOB, "CAST Greed")
    (message,) = reddit_site.mailbox.fetch()
    reddit_site.mailbox.done(message)
    reddit.world.message(BOB, "PASS")
    reddit.fail("503", "POST /api/read_message")
    assert [one.text for one in reddit_site.mailbox.fetch()] == ["PASS"]


def test_an_answer_stands_in_the_thread_of_what_it_answers(reddit, reddit_site):
    world, mailbox = reddit.world, reddit_site.mailbox
    world.message(BOB, "CAST Greed", subject="my orders")
    world.mail("Carol", "PASS")
    for message in mailbox.fetch():
        mailbox.send(f"receipt-{message.sender}", Letter(message.sender, "Receipt", "Understood", message.thread))
    assert [(note.to, note.subject, note.root) for note in world.notes[1:]] == [(BOB, "my orders", world.notes[0].id)]
    assert [mail.author for mail in world.conversations[0].mails] == ["Carol", ACCOUNT]
    assert mailbox.find(f"receipt-{BOB}") and mailbox.find("receipt-Carol")
    assert mailbox.find("receipt-Dave") is None


def test_a_private_letter_is_never_put_under_a_public_comment(reddit, reddit_site):
    reddit.world.remark(BOB, "CAST Burn 3", _post(reddit))
    (message,) = reddit_site.mailbox.fetch()
    reddit_site.mailbox.send("receipt-1", Letter(BOB, "Receipt", "Understood: Burn at 3", message.thread))
    assert [comment.author for comment in reddit.world.comments] == [BOB]
    assert "Understood" in reddit.world.letters(BOB)[0]


def test_a_public_answer_stands_under_the_comment_and_is_found(reddit, reddit_site):
    post = _post(reddit)
    reddit.world.remark(BOB, "CAST Burn 3", post)
    (message,) = reddit_site.mailbox.fetch()
    answer = Letter(BOB, "", "Orders are sent in private: https://w.example/form", message.thread, public=True)
    sent = reddit_site.mailbox.send("answer-1", answer)
    theirs, ours = reddit.world.comments
    assert (ours.author, ours.parent) == (ACCOUNT, theirs.name)
    assert ours.body == "Orders are sent in private: <https://w.example/form>\n\n[](#pbp-answer-1)"
    assert reddit_site.mailbox.find("answer-1") == sent
    assert reddit.world.letters(BOB) == []


def test_a_letter_longer_than_reddit_takes_comes_in_parts_once_each(reddit, reddit_site):
    mailbox = reddit_site.mailbox
    text = "\n\n".join(f"Spell {number}: " + "gain Stars " * 50 for number in range(40))
    reddit.fail("lost", "POST /api/compose", spare=1)
    with pytest.raises(SiteDown):
        mailbox.send("long", Letter(BOB, "Spells", text))
    assert mailbox.find("long") is None
    mailbox.send("long", Letter(BOB, "Spells", text))
    assert isinstance(mailbox.find("long"), Ref)
    letters = reddit.world.letters(BOB)
    assert len(letters) == 3 and all(len(letter) <= 10_000 for letter in letters)
    assert "\n\n".join(as_read(letter).strip() for letter in letters).split() == text.split()


def test_the_key_in_a_letter_tells_nothing(reddit, reddit_site):
    reddit_site.mailbox.send("duel-7/receipt/of-a-secret", Letter(BOB, "s", "b"))
    (letter,) = reddit.world.letters(BOB)
    assert "secret" not in letter and references(letter) == {short("duel-7/receipt/of-a-secret")}


def test_a_letter_found_only_when_the_listing_shows_it(reddit, reddit_site):
    now = datetime.now(UTC)
    reddit.world.clock = lambda: now
    reddit.world.lag = timedelta(seconds=30)
    reddit_site.mailbox.send("receipt-1", Letter(BOB, "s", "b"))
    assert reddit_site.mailbox.find("receipt-1") is None
    now += timedelta(seconds=30)
    assert reddit_site.mailbox.find("receipt-1")


def test_a_letter_of_ours_quoted_back_is_no_order(reddit, reddit_site):
    framed = f"{LETTER_BEGIN}\n\nHello bob_,\n\nCAST Burn 3\nPASS\n\n    Order: CAST Greed\n\n{LETTER_END}\n"
    reddit_site.mailbox.send("receipt-1", Letter(BOB, "Understood", framed))
    ours = reddit.world.letters(BOB)[0]
    reddit.world.message(BOB, f"STATUS\n\n{ours}")
    reddit.world.message(BOB, "STATUS\n\n" + as_read(ours))
    reddit.world.message(BOB, "STATUS\n\n" + "\n".join(f"> {line}" for line in ours.split("\n")))
    for message in reddit_site.mailbox.fetch():
        assert [command.words for command in read_letter(message.text).commands] == ["STATUS"]


def test_a_receipt_is_read_out_of_the_letter_as_it_stands_on_reddit(reddit, reddit_site):
    receipt = make_receipt(
        bytes(32),
        season="1",
        duel=7,
        step=1,
        player=BOB,
        serial=1,
        order="Burn *3* | x",
        salt=bytes(range(32)),
        received=datetime(2026, 11, 20, 12, tzinfo=UTC),
    )
    indented = "\n".join(f"    {line}" for line in receipt.text().split("\n"))
    reddit_site.mailbox.send("receipt-1", Letter(BOB, "Understood", f"Understood: Burn\n\n{indented}\n\nGood luck"))
    assert read_receipt(reddit.world.letters(BOB)[0]) == receipt


def test_a_long_subject_is_cut_and_an_empty_one_filled(reddit, reddit_site):
    reddit_site.mailbox.send("k1", Letter(BOB, "x" * 150, "b"))
    reddit_site.mailbox.send("k2", Letter(BOB, "", "b"))
    assert [note.subject for note in reddit.world.notes] == ["x" * 100, "Wizard Duels"]


def test_the_link_to_a_filled_in_message(reddit_site):
    link = urlsplit(reddit_site.mailbox.form("Wizard Duel 7", "CAST Burn 3 & more\nPASS"))
    assert link.path == "/message/compose/"
    assert parse_qs(link.query) == {
        "to": [ACCOUNT],
        "subject": ["Wizard Duel 7"],
        "message": ["CAST Burn 3 & more\nPASS"],
    }

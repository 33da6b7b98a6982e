"""What the service relies on in a mailbox, whatever the mailbox."""

from pbp.ports import Letter


def test_an_empty_mailbox_gives_nothing(on_mailbox):
    assert list(on_mailbox.mailbox.fetch()) == []


def test_messages_come_oldest_first_each_under_its_own_id(on_mailbox):
    for text in ("CAST Greed", "CAST Burn 3", "CAST Burn 3"):
        on_mailbox.write(text)
    messages = list(on_mailbox.mailbox.fetch())
    assert [message.text.strip() for message in messages] == ["CAST Greed", "CAST Burn 3", "CAST Burn 3"]
    assert len({message.id for message in messages}) == 3
    assert {message.sender for message in messages} == {on_mailbox.player}
    times = [message.received for message in messages]
    assert times == sorted(times) and all(time.utcoffset().total_seconds() == 0 for time in times)
    assert all(message.vouched for message in messages)


def test_what_is_not_done_comes_again_and_what_is_done_does_not(on_mailbox):
    on_mailbox.write("CAST Greed")
    on_mailbox.write("STATUS")
    first, second = on_mailbox.mailbox.fetch()
    on_mailbox.mailbox.done(first)
    assert [message.id for message in on_mailbox.mailbox.fetch()] == [second.id]
    assert [message.id for message in on_mailbox.again().fetch()] == [second.id]
    on_mailbox.mailbox.done(second)
    on_mailbox.mailbox.done(second)
    assert list(on_mailbox.again().fetch()) == []


def test_the_newest_message_that_is_done_is_remembered(on_mailbox):
    assert on_mailbox.mailbox.newest_done() is None
    on_mailbox.write("CAST Greed")
    on_mailbox.write("STATUS")
    first, second = on_mailbox.mailbox.fetch()
    assert on_mailbox.mailbox.newest_done() is None
    on_mailbox.mailbox.done(first)
    assert on_mailbox.mailbox.newest_done() == first.id
    on_mailbox.mailbox.done(second)
    assert on_mailbox.again().newest_done() == second.id


def test_a_letter_reaches_the_player(on_mailbox):
    letter = Letter(on_mailbox.player, "Wizard Duel 7", "Understood: Burn at position 3, Zoë.\n\nPASS casts nothing.")
    on_mailbox.mailbox.send("receipt-1", letter)
    (reached,) = on_mailbox.letters()
    assert reached.subject == "Wizard Duel 7"
    assert "Understood: Burn at position 3, Zoë.\n\nPASS casts nothing." in reached.body


def test_an_answer_is_put_under_the_message(on_mailbox):
    on_mailbox.write("CAST Greed")
    (message,) = on_mailbox.mailbox.fetch()
    thread = message.thread or message.id
    on_mailbox.mailbox.send("receipt-1", Letter(message.sender, "Understood", "Greed.", thread=thread))
    assert len(on_mailbox.letters()) == 1

"""Nobody is written to for ever, nor for letters that are older than the service: on a real Dovecot."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from adapters.mail_case import ALICE, VOUCHED, parsed, settings, written
from service.world import World

from pbp.adapters.mail import Mail

STRANGER = "eve@example.test"
MASTER = "dave@example.test"


@pytest.fixture
def make(dovecot, smtp, tmp_path) -> Callable[[str], World]:
    """A world whose players, and whose Battle Master (Dave), write by mail. Its clock and the servers' go apart."""

    def made(options: str = "") -> World:
        world = World(tmp_path, f"sqlite:///{tmp_path / 'store.sqlite'}", options, wizards=("Bob", "Carol"))
        world.clock.now = datetime.now(UTC)
        mail = Mail(settings(dovecot, smtp.port, tmp_path / "mail.sqlite"), world.clock)
        own = replace(world.config.battle_master, addresses=[f"mail:{MASTER}"])
        desk = replace(world.app.desk, config=replace(world.config, battle_master=own), mailboxes={"mail": mail})
        world.app = replace(world.app, desk=desk)
        world.app.add_player("Alice", {"mail": ALICE})
        return world

    return made


def told(dovecot, words: str) -> list[str]:
    """The letters to the Battle Master with these words in their subject."""
    letters = [parsed(raw) for raw in dovecot.letters("dave")]
    return [letter.get_content() for letter in letters if words in letter["Subject"]]


# ---- machines that answer by themselves ----


@pytest.mark.parametrize(("who", "head", "hours"), [(ALICE, VOUCHED, 24), (ALICE, "", 3), (STRANGER, VOUCHED, 3)])
def test_a_machine_that_answers_each_of_our_letters_is_soon_left_alone(make, dovecot, who, head, hours):
    world = make()
    world.tick()
    user = who.partition("@")[0]
    answered = 0
    for hour in range(hours):
        words = f"I am away until Monday. ({hour})"
        dovecot.deliver("battlemaster", written(words, who, head, subject="Away"), who)  # somebody else wrote to it
        while True:
            world.tick(minutes=1)
            ours = dovecot.letters(user)[answered:]
            if not ours:
                break
            answered += len(ours)
            for raw in ours:
                subject = parsed(raw)["Subject"]
                dovecot.deliver("battlemaster", written(f"{words} About: {subject}", who, head, subject="Away"), who)
        world.clock.now += timedelta(minutes=50)
    letters = [parsed(raw) for raw in dovecot.letters(user)]
    answers = [letter.get_content() for letter in letters if "Away" in letter["Subject"]]
    assert 1 < len(answers) <= 10
    assert "more letters like yours get none" in answers[-1] or "more letters like yours get none" in answers[2]
    (body,) = told(dovecot, "held back")
    assert who in body


def test_orders_beyond_the_limit_count_without_an_answer_and_that_is_said_before(make, dovecot):
    world = make("[letters]\nhourly_limit = 4\n")
    world.tick()
    with world.app.store.tx() as tx:
        assert "Alice" in tx.duel(1).participants
    for number in range(7):
        dovecot.deliver("battlemaster", written("CAST Greed" if number % 2 else "CAST Gain"), ALICE)
        world.tick(minutes=1)
    receipts = [text for raw in dovecot.letters("alice") if "Understood" in (text := parsed(raw).get_content())]
    assert ["the next get none for a while" in text for text in receipts] == [False] * 3 + [True]
    assert world.standing(1) == {"Alice": "CAST Gain"}
    (body,) = told(dovecot, "held back")
    assert ALICE not in body and "Alice" not in body, "who sends orders is nobody's business"
    world.clock.now += timedelta(hours=1)
    dovecot.deliver("battlemaster", written("CAST Greed"), ALICE)
    world.tick()
    assert "Understood, for duel 1: Greed" in parsed(dovecot.letters("alice")[-1]).get_content()


def test_the_same_words_go_out_a_few_times_and_other_words_still_do(make, dovecot):
    world = make()
    world.tick()
    before = len(dovecot.letters("alice"))
    for number in range(6):
        dovecot.deliver("battlemaster", written(f"CAST Fireball\n\n-- \n{number}"), ALICE)
    dovecot.deliver("battlemaster", written("CAST Waterfall"), ALICE)
    world.tick(minutes=1)
    answers = [parsed(raw).get_content() for raw in dovecot.letters("alice")[before:]]
    assert [("Fireball" in text, "Waterfall" in text) for text in answers] == [(True, False)] * 3 + [(False, True)]


def test_a_second_letter_of_a_day_that_is_not_proven_is_answered_too(make, dovecot):
    world = make()
    world.tick()
    before = len(dovecot.letters("alice"))
    for _ in range(2):
        dovecot.deliver("battlemaster", written("CAST Greed", head=""), ALICE)
        world.tick(minutes=5)
    answers = [parsed(raw).get_content() for raw in dovecot.letters("alice")[before:]]
    assert ["did not prove that it was yours" in text for text in answers] == [True, True]


# ---- a mailbox that is not new ----


def old_letters(dovecot, count: int) -> None:
    for number in range(count):
        letter = written(f"Dear sir, about {number}", f"friend{number}@example.test")
        dovecot.append("battlemaster", letter, datetime.now(UTC) - timedelta(hours=number))


def test_what_lay_in_the_mailbox_before_the_first_look_is_passed_over(make, dovecot, smtp):
    world = make()
    old_letters(dovecot, 20)
    dovecot.append("battlemaster", written("CAST Greed"), datetime.now(UTC) - timedelta(days=40))
    report = world.tick()
    assert report.new_messages == 0
    assert not [letter for letter in smtp.taken if "friend" in str(letter.recipients)]
    (body,) = told(dovecot, "21 older letters are passed over")
    assert "from players (Alice)" in body and "Greed" not in body
    assert len(dovecot.letters("battlemaster")) == 21, "nothing is deleted"
    with world.app.store.tx() as tx:
        assert tx.messages_aside() == []
    dovecot.deliver("battlemaster", written("JOIN Merlin", STRANGER), STRANGER)
    world.tick(minutes=1)
    assert "CONFIRM" in parsed(dovecot.letters("eve")[0]).get_content()


def test_a_lost_file_of_the_mailbox_loses_no_letter_after_the_first_look(make, dovecot, smtp, tmp_path):
    world = make()
    old_letters(dovecot, 3)
    world.tick()
    dovecot.deliver("battlemaster", written("CAST Greed"), ALICE)
    again = Mail(settings(dovecot, smtp.port, tmp_path / "another.sqlite"), world.clock)
    world.app = replace(world.app, desk=replace(world.app.desk, mailboxes={"mail": again}))
    assert world.tick(minutes=1).new_messages == 1
    assert world.standing(1) == {"Alice": "CAST Greed"}


def test_an_order_for_a_running_duel_counts_though_it_is_the_first_look(make, dovecot):
    world = make()
    world.clock.now -= timedelta(minutes=10)
    mailboxes = world.app.desk.mailboxes
    world.app = replace(world.app, desk=replace(world.app.desk, mailboxes={}))
    world.tick()  # a duel is scheduled before the inbox is added
    world.app = replace(world.app, desk=replace(world.app.desk, mailboxes=mailboxes))
    world.clock.now += timedelta(minutes=10)
    dovecot.append("battlemaster", written("CAST Gain"), datetime.now(UTC) - timedelta(days=40))
    dovecot.deliver("battlemaster", written("CAST Greed"), ALICE)
    assert world.tick().new_messages == 1
    assert world.standing(1) == {"Alice": "CAST Greed"}


def test_whoever_wants_it_has_old_letters_answered(make, dovecot):
    world = make('[letters]\nat_start = "answer"\n')
    dovecot.append("battlemaster", written("Dear sir", STRANGER), datetime.now(UTC) - timedelta(days=40))
    world.tick()
    assert "JOIN" in parsed(dovecot.letters("eve")[0]).get_content()

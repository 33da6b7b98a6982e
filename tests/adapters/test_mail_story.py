"""A whole story by mail, through a real Postfix and a real Dovecot: letters out, answers in, bounces, and a forger."""

from __future__ import annotations

import smtplib
import time
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from adapters.mail_case import ALICE, OURS, parsed, settings, written
from servers.debian import missing
from servers.postfix import Postfix
from servers.process import AS_ROOT
from service.world import World

from pbp.adapters.mail import Mail, MailServer
from pbp.errors import Unreachable
from pbp.ports import Letter


@pytest.fixture(scope="module")
def postfix(dovecot_server) -> Iterator[Postfix]:
    if lacking := missing("Postfix"):
        pytest.skip(lacking)
    if not AS_ROOT:
        pytest.skip("Postfix runs as root only")
    server = Postfix(dovecot_server)
    server.start()
    yield server
    server.stop()


@pytest.fixture
def mail(dovecot, postfix, tmp_path) -> Mail:
    smtp = MailServer("127.0.0.1", postfix.port, "none")
    return Mail(settings(dovecot, 0, tmp_path / "mail.sqlite", smtp=smtp, smtp_login=None))


@pytest.fixture
def post(postfix):
    """Sends a letter as anybody on the net may."""

    def send(raw: bytes, sender: str, to: str = OURS) -> None:
        with smtplib.SMTP("127.0.0.1", postfix.port, local_hostname="client.test", timeout=30) as client:
            client.sendmail(sender, [to], raw)

    return send


def until(some):
    """What `some` gives as soon as it gives anything: mail takes its time."""
    give_up = time.monotonic() + 30
    while not (found := some()):
        assert time.monotonic() < give_up, "no letter came"
        time.sleep(0.05)
    return found


def test_letters_go_to_players_and_their_answers_come_back(mail, post, dovecot):
    for name in ("alice", "bob"):
        letter = Letter(
            f"{name}@example.test", "Wizard Duel 7 is open", "You may write:\nCAST Greed", token=f"tok-{name}"
        )
        mail.send(f"opened.7.{name}", letter)
    prompts = {name: parsed(until(lambda name=name: dovecot.letters(name))[0]) for name in ("alice", "bob")}
    assert prompts["alice"]["Subject"] == "Wizard Duel 7 is open"

    # Alice answers from her own address, whose domain our server proves; her program quotes us.
    quoted = f"CAST Burn 2\n\nOn 28 Feb 2026, Battle Master <{OURS}> wrote:\n\nYou may write:\nCAST Greed\n"
    reply = f"In-Reply-To: {prompts['alice']['Message-ID']}\nReferences: {prompts['alice']['Message-ID']}\n"
    post(written(quoted, head=reply), ALICE)
    (order,) = until(mail.fetch)
    assert (order.sender, order.vouched, order.aside) == (ALICE, True, "")
    assert [line for line in order.text.split("\n") if line and not line.startswith(">")] == ["CAST Burn 2"]
    mail.done(order)

    # Bob answers from an address that nobody proves, to the address that bears his token.
    to = prompts["bob"]["Reply-To"].addresses[0].addr_spec
    post(written("CAST Greed", "bob@elsewhere.test", head=""), "bob@elsewhere.test", to)
    (order,) = until(mail.fetch)
    assert (order.sender, order.vouched, order.token) == ("bob@elsewhere.test", False, "tok-bob")
    mail.done(order)

    mail.send("receipt.alice", Letter(ALICE, "Re: my orders", "Understood: Burn at 2, Bob.", f"<{'x' * 300}@b.test>"))
    receipt = parsed(until(lambda: dovecot.letters("alice")[1:])[0])
    assert receipt.get_content().replace("\r\n", "\n") == "Understood: Burn at 2, Bob.\n"
    assert receipt["In-Reply-To"] == f"<{'x' * 300}@b.test>"


def test_a_whole_duel_is_played_by_mail(mail, post, dovecot, tmp_path):
    world = World(tmp_path, f"sqlite:///{tmp_path / 'store.sqlite'}", wizards=())
    world.app = replace(world.app, desk=replace(world.app.desk, mailboxes={"mail": mail}))
    world.clock.now = datetime.now(UTC)  # the servers' clocks are real
    names = ("alice", "bob", "carol", "dave")
    for name in names:
        world.app.add_player(name.title(), {"mail": f"{name}@example.test"})

    def write(name: str, text: str) -> str:
        """A player's answer to the newest letter; gives what comes back."""
        ours, read = dovecot.letters(name)[-1], len(dovecot.letters(name))
        head = f"In-Reply-To: {parsed(ours)['Message-ID']}\n"
        post(written(f"Hi!\n{text}\n\n{quoted(ours)}", f"{name}@example.test", head), f"{name}@example.test")
        until(lambda: world.app.collect().new_messages)
        world.tick()
        return parsed(until(lambda: dovecot.letters(name)[read:])[0]).get_content()

    world.tick()
    opened = {name: parsed(until(lambda name=name: dovecot.letters(name))[0]) for name in names}
    assert all("Duel 1 is open" in letter["Subject"] for letter in opened.values())
    assert "Greed" in write("alice", "CAST Greed")
    assert "Carol" in write("bob", "CAST Burn Carol")
    assert "Gain" in write("bob", "CAST Gain")
    assert len(world.standing(1)) == 2
    world.after_battle()
    assert world.duel(1).state == "resolved"
    stars = world.stars()
    assert (stars["Alice"], stars["Carol"]) == (25, 20) and 21 <= stars["Bob"] <= 24
    for name in names:
        until(lambda name=name: [raw for raw in dovecot.letters(name) if "Duel 1" in subject(raw)][1:])
    ids = [parsed(raw)["Message-ID"] for name in names for raw in dovecot.letters(name)]
    assert len(ids) == len(set(ids)), "every letter came once"


def quoted(raw: bytes) -> str:
    """A letter of ours as a program quotes it that leaves the lines unmarked."""
    mime = parsed(raw)
    return (
        f"-----Original Message-----\nFrom: {mime['From']}\nSent: {mime['Date']}\nTo: {mime['To']}\n"
        f"Subject: {mime['Subject']}\n\n{mime.get_content()}"
    )


def subject(raw: bytes) -> str:
    return str(parsed(raw)["Subject"])


def test_a_forger_is_not_believed(mail, post):
    claim = "Authentication-Results: mx.bm.test; dmarc=pass header.from=evil.test\n"
    post(written("CAST Burn 2", "mallory@evil.test", head=claim), "mallory@evil.test")
    (message,) = until(mail.fetch)
    assert not message.vouched and message.token == ""


def test_an_answering_machine_and_a_bounce_are_kept_aside(mail, post):
    post(written("I am away.", head="Auto-Submitted: auto-replied\n"), "")
    (away,) = until(mail.fetch)
    assert away.aside
    mail.done(away)
    mail.send("opened.7.gone", Letter("gone@bm.test", "Wizard Duel 7 is open", "You may write:\nCAST Greed"))
    (bounce,) = until(mail.fetch)
    assert "bounce" in bounce.aside
    assert bounce.report and bounce.report.of == mail.find("opened.7.gone").id
    assert bounce.report.to == "gone@bm.test" and bounce.report.words and not bounce.report.delayed


def test_an_address_that_the_server_does_not_know_is_nobody_s(mail):
    with pytest.raises(Unreachable, match="550"):
        mail.send("opened.7.nobody", Letter("nobody@bm.test", "Wizard Duel 7 is open", "x"))


def test_the_battle_master_is_told_of_a_player_whose_letters_come_back(mail, dovecot, tmp_path):
    world = World(tmp_path, f"sqlite:///{tmp_path / 'store.sqlite'}", wizards=())
    local = world.app.desk.mailboxes["local"]
    world.app = replace(world.app, desk=replace(world.app.desk, mailboxes={"mail": mail, "local": local}))
    world.clock.now = datetime.now(UTC)
    for name, address in (("Ann", "alice@example.test"), ("Gone", "gone@bm.test"), ("Zed", "nobody@bm.test")):
        world.app.add_player(name, {"mail": address})
        with world.app.store.tx() as tx:
            tx.wrote_from("mail", address, world.clock.now)  # letters go there, and not to the embedded site

    def told() -> list[str]:
        world.tick(minutes=1)
        return [subject for subject in world.subjects("Master") if "cannot be reached" in subject]

    assert told() == ["Zed cannot be reached by mail"], "the server refuses that address at once"
    assert until(lambda: told()[1:]) == ["Gone cannot be reached by mail"]
    world.after_battle()
    time.sleep(2)
    assert len(told()) == 2 and len(told()) == 2


def test_the_battle_master_decides_by_answering_a_letter(mail, post, dovecot, tmp_path):
    world = World(tmp_path, f"sqlite:///{tmp_path / 'store.sqlite'}", wizards=("Alice", "Bob"))
    own = replace(world.config.battle_master, addresses=["mail:dave@example.test"])
    desk = replace(world.app.desk, config=replace(world.config, battle_master=own), mailboxes={"mail": mail})
    world.app = replace(world.app, desk=desk)
    world.clock.now = datetime.now(UTC)

    def answer(text: str, head: str) -> str:
        """What comes back for a letter from the Battle Master's address."""
        read = len(dovecot.letters("dave"))
        post(written(text, "dave@example.test", head), "dave@example.test")
        until(lambda: world.app.collect().new_messages)
        return parsed(until(lambda: dovecot.letters("dave")[read:])[0]).get_content()

    world.tick()
    assert "not proven" in answer("#1 CANCEL WHY I say so", "")
    ours = parsed(dovecot.letters("dave")[-1])
    reply = f"In-Reply-To: {ours['Message-ID']}\nReferences: {ours['References']} {ours['Message-ID']}\n"
    assert "Done: duel 1 is paused" in answer(f"#1 PAUSE WHY a holiday\n\n{quoted(dovecot.letters('dave')[-1])}", reply)
    assert world.duel(1).held == "paused"
    stranger = written("#1 CANCEL WHY I say so", "mallory@example.test", reply)
    post(stranger, "mallory@example.test")
    until(lambda: world.app.collect().new_messages)
    assert world.duel(1).state == "open", "the token is of another address"

"""Absence by real mail: who is away is not reminded, and a standing order counts meanwhile."""

from __future__ import annotations

from pathlib import Path

from adapters.mail_case import ALICE, VOUCHED, parsed, written
from servers.dovecot import Dovecot
from servers.smtp import Smtp

from service.world import World

SETTINGS = """[letters]
channels = ["local", "mail"]
[mail]
address = "battlemaster@bm.test"
imap = "127.0.0.1:{imap}"
smtp = "127.0.0.1:{smtp}"
smtp_security = "starttls"
user = "battlemaster"
password = "file:mail.password"
authserv_id = "mx.bm.test"
ca_file = "{certificate}"
"""


def test_who_is_away_by_mail_is_not_reminded_and_what_waits_counts(
    dovecot: Dovecot, smtp: Smtp, tmp_path: Path
) -> None:
    (tmp_path / "mail.password").write_text(dovecot.password)
    (tmp_path / "mail.password").chmod(0o600)
    settings = SETTINGS.format(imap=dovecot.tls_port, smtp=smtp.port, certificate=dovecot.certificate)
    world = World(tmp_path, f"sqlite:///{tmp_path}/store.db", settings, wizards=("Bob", "Carol"))
    world.app.add_player("Alice", {"mail": ALICE})

    def write(words: str) -> str:
        dovecot.append("battlemaster", written(words, head=VOUCHED), world.clock.now)
        world.tick()
        return str(parsed(dovecot.letters("alice")[-1]).get_content())

    def subjects() -> list[str]:
        return [str(parsed(raw)["Subject"]) for raw in dovecot.letters("alice")]

    world.tick()
    assert "for every ring duel: CAST Greed" in write("ALWAYS Greed")
    answer = write("AWAY until 20 March Europe/Berlin, ACTIVE")
    assert "until Friday 20 March 2026, 23:00 UTC (Saturday 00:00 Europe/Berlin)" in answer
    assert "You stay in the ring, and what waits counts" in answer
    for _ in range(2):
        world.tick(hours=30)
        world.after_battle()
    assert any("no order from you yet" in subject for subject in world.subjects("Bob")), "the others are reminded"
    assert not any("no order from you yet" in subject for subject in subjects())
    for number in (1, 2):
        (order,) = world.bundle(number)["steps"][0]["orders"]
        assert (order["player"], order["order"]) == ("Alice", "CAST Greed")
    assert "active" in write("ACTIVE")
    write("WITHDRAW ALWAYS")
    world.tick(hours=40)
    assert any("Duel 3: no order from you yet" in subject for subject in subjects()), "back, and reminded again"
    world.app.store.close()

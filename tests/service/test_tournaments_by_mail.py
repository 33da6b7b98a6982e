"""Eight players who only ever write mail play a knock-out, a Swiss tournament and a round robin at once, to their ends.

Beside them a ring duel and a contest of two are open, which are none of theirs.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from adapters.mail_case import parsed, written
from servers.dovecot import Dovecot
from servers.smtp import Smtp

from pbp.service import challenges, tournaments
from service.test_absence_by_mail import SETTINGS
from service.tourneys import QUICK, bids, first, now, told
from service.world import World

PLAYERS = ("Alice", "Bob", "Carol", "Dave", "Eve", "Mallory", "Nimue", "Oberon")
FORMS = {"knock-out": "third=yes", "swiss": "rounds=3", "round-robin": ""}


def test_three_tournaments_of_eight_are_played_by_mail(dovecot: Dovecot, smtp: Smtp, tmp_path: Path) -> None:
    (tmp_path / "mail.password").write_text(dovecot.password)
    (tmp_path / "mail.password").chmod(0o600)
    settings = SETTINGS.format(imap=dovecot.tls_port, smtp=smtp.port, certificate=dovecot.certificate)
    world = World(tmp_path, f"sqlite:///{tmp_path}/store.db", settings, wizards=())
    for name in PLAYERS:
        world.app.add_player(name, {"mail": f"{name.lower()}@example.test"})

    def write(name: str, words: str) -> None:
        letter = written(f"Hello Battle Master,\n\n{words}\n\n{name}", f"{name.lower()}@example.test")
        dovecot.append("battlemaster", letter, world.clock.now)

    world.tick()
    other = world.app.carry_out(challenges.new_contest, "goofspiel", ("Alice", "Bob"), world.clock())
    numbers = [
        world.app.carry_out(tournaments.announce, form, f"{QUICK} {terms} most=8", world.clock())
        for form, terms in FORMS.items()
    ]
    world.tick()
    for name in PLAYERS:
        write(name, "\n".join(f"ENTER {number}" for number in numbers))
    world.tick(minutes=1)
    for _ in range(7):
        for number in numbers:
            for name, words in bids(world, number, first):
                write(name, words)
        world.tick(minutes=1)
    for number in numbers:
        standing = now(world, number)
        assert standing.tournament.state == "ended", standing.open
        assert standing.places[0] == ("Alice",)
        assert len(told(world, f"Alice wins {standing.tournament.title}.")) == 1
    assert [len(now(world, number).rounds) for number in numbers] == [3, 3, 7]
    for name in PLAYERS:
        letters = [parsed(raw) for raw in dovecot.letters(name.lower())]
        subjects = Counter(str(letter["Subject"]) for letter in letters)
        assert all(sum(f"Tournament {number} is over" in subject for subject in subjects) == 1 for number in numbers)
        ids = [letter["Message-ID"] for letter in letters]
        assert len(ids) == len(set(ids)), "every letter came once"
    assert world.duel(1).state == "open" and world.duel(other).state == "open"
    world.app.store.close()

"""Keeps a store and its site as this version leaves them, for later ones (`python tests/store/keep.py FOLDER`).

To be run once before a new migration is added. It stands at a ring duel that is open, with orders, one that has ended,
and two contests, one before its first step and one after that.
"""

from __future__ import annotations

import gzip
import sqlite3
import sys
import tempfile
from pathlib import Path

from service.world import JEST, SPELLS, World


def keep(folder: Path) -> str:
    """Writes both files, named by how many migrations the store has seen; gives that number."""
    made = Path(tempfile.mkdtemp())
    world = World(made, f"sqlite:///{made}/store.db")
    page = world.site.wiki.read("Ruleset")
    world.site.edit("Ruleset", SPELLS + JEST, page.revision, "Master", "a spell that nobody can read")
    world.tick()
    for name, order in (("Alice", "CAST Burn 2"), ("Bob", "CAST Greed"), ("Dave", "CAST Gain")):
        world.say(name, order)
    world.after_battle()
    world.tick(minutes=1)
    assert "Understood" in world.say("Carol", "#2 CAST Jest")
    world.say("Alice", "#2 CAST Greed")
    for name, other, game in (("Alice", "Bob", "wizards-duel"), ("Carol", "Dave", "goofspiel")):
        world.say(name, f"CHALLENGE {other} {game}")
        world.say(other, "ACCEPT")
    world.tick(minutes=1)
    for name, order in (("Carol", "BID 3"), ("Dave", "BID 5")):
        assert "Understood" in world.say(name, f"#1002 {order}")
    world.tick(minutes=11)
    world.tick(minutes=1)
    world.app.store.close()
    with sqlite3.connect(made / "store.db") as store:
        (seen,) = store.execute("SELECT value FROM meta WHERE name = 'migrations'").fetchone()
    with sqlite3.connect(made / "store.db") as store:
        dump = "\n".join(store.iterdump()).encode()
    (folder / f"{seen}_store.sql.gz").write_bytes(gzip.compress(dump, mtime=0))
    with sqlite3.connect(made / "site.db") as site:  # as a file: its index for searches is nothing that a dump can say
        site.execute("VACUUM INTO ?", (str(made / "whole.db"),))
    (folder / f"{seen}_site.db.gz").write_bytes(gzip.compress((made / "whole.db").read_bytes(), mtime=0))
    return str(seen)


if __name__ == "__main__":
    print(keep(Path(sys.argv[1])), "kept")

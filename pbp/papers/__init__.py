"""The papers: what people read about pbp, a page a topic, in Markdown. `pbp help` and the site show them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from pbp.errors import NotFound

GROUPS = {
    "Begin": (
        "demo",
        "beginning",
        "running",
        "places",
        "site",
        "nomic",
        "reddit",
        "wordpress",
        "channels",
        "addresses",
    ),
    "Play": ("duels", "commands", "contests", "tournaments", "spells", "curious"),
    "Be the Battle Master": ("desk", "pages", "faults", "backups", "watching"),
    "Check": ("fairness", "once", "ratings", "attacks", "dice", "derivations"),
    "Build": ("games", "adapters", "words", "tests", "releasing", "changes"),
}
"""The names of all papers, by what one wants; each is a file of this folder."""


@dataclass(frozen=True)
class Paper:
    """A page about one topic.

    `name` is what one asks for, `text` is Markdown, with its title and the sentence that says what it is about.
    Links to other papers are to their files, `fairness.md`.
    """

    name: str
    text: str

    @property
    def title(self) -> str:
        """What its heading says."""
        return self.text.partition("\n")[0].removeprefix("# ")

    @property
    def about(self) -> str:
        """Its first paragraph, on one line and without marks."""
        return re.sub(r"[`*]", "", " ".join(self.text.split("\n\n", 2)[1].split()))

    def linked(self, address: str) -> str:
        """Its text with links to other papers at addresses in which `{}` stands for their name."""
        return re.sub(r"\]\(([a-z]+)\.md\)", lambda link: f"]({address.format(link[1])})", self.text)


@cache
def paper(name: str) -> Paper:
    """The paper of that name. Raises NotFound."""
    if not any(name in names for names in GROUPS.values()):
        raise NotFound(f"there is no paper {name!r}")
    return Paper(name, (Path(__file__).parent / f"{name}.md").read_text(encoding="utf-8"))

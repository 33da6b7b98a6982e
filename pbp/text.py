"""Facts -> words, through templates; and what keeps people's text from changing the markup around it.

A template says what is to be read, through `m`, the markup of the site that will show it;
every value that a template prints is escaped for that markup unless `m` made it.
Templates ship with the package; a host's own folder, searched first, overrides any of them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any

import jinja2

from pbp.fair import stamp
from pbp.games.base import Event
from pbp.markup import MARKUPS, Markup, one_line

_HERE = Path(__file__).parent
SHIPPED = next(path for path in (_HERE / "templates", _HERE.parent / "templates") if path.is_dir())


class Texts:
    """The templates, shipped and the host's own, ready to be filled in."""

    def __init__(self, own: Path | None = None):
        self._environments = _environments(own)

    def render(self, template: str, markup: str, **facts: Any) -> str:
        """A text in a markup: `template` is a path below templates/, without its ending."""
        words = self._environments[markup].get_template(f"{template}.j2").render(facts)
        return re.sub(r"\n{3,}", "\n\n", words).strip() + "\n"

    def sentence(self, game: str, event: Event) -> str:
        """What a reader sees of an event: one plain sentence, by the macro of its kind in templates/events/."""
        module = self._environments["plain"].get_template(f"events/{_file(game)}.j2").module
        macro = getattr(module, event.kind.replace("-", "_"))
        return one_line(macro(event.facts))

    def journal_line(self, entry: Any) -> str:
        """What a journal entry says, in one sentence, by the macro of its kind in templates/journal.j2."""
        module = self._environments["plain"].get_template("journal.j2").module
        return one_line(getattr(module, entry.kind.replace("-", "_"))(entry, entry.values))


@cache
def shipped_texts() -> Texts:
    """The templates as shipped."""
    return Texts()


def sentence(game: str, event: Event) -> str:
    """What a reader sees of an event, by the shipped templates; `game` is a game's name, with or without version."""
    return shipped_texts().sentence(game, event)


def utc(moment: datetime) -> str:
    """A moment as people read it: "Saturday 21 November 2026, 15:00 UTC"."""
    return f"{moment:%A} {moment.day} {moment:%B %Y, %H:%M} UTC"


def time_left(seconds: float) -> str:
    """A span in the two largest units that matter: "1 day 3 hours", "12 minutes", "less than a minute"."""
    minutes = int(seconds // 60)
    days, hours, minutes = minutes // 1440, minutes // 60 % 24, minutes % 60
    parts = [
        f"{n} {unit}{'' if n == 1 else 's'}" for n, unit in ((days, "day"), (hours, "hour"), (minutes, "minute")) if n
    ]
    return " ".join(parts[:2]) or "less than a minute"


def signed(number: int) -> str:
    """A change with its sign: "+5", "−3", "0"; the minus sign is the typographic one."""
    return f"+{number}" if number > 0 else f"−{-number}" if number < 0 else "0"


def _file(game: str) -> str:
    return game.split("/")[0].replace("-", "_")


@cache
def _environments(own: Path | None) -> dict[str, jinja2.Environment]:
    """An environment a markup; compiled templates are shared by all who use the same folders."""
    folders = [path for path in (own, SHIPPED) if path]
    return {name: _environment(folders, markup) for name, markup in MARKUPS.items()}


def _environment(folders: Sequence[Path], markup: Markup) -> jinja2.Environment:
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(folders),
        autoescape=True,  # so that macros give Safe; values are escaped by finalize, for the markup at hand
        finalize=lambda value: markup.text("" if value is None else value),
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=False,
    )
    environment.globals.update(m=markup, fair_stamp=stamp)
    environment.filters.update(utc=utc, time_left=time_left, signed=signed)
    return environment

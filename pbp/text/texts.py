"""Facts -> words, through templates; and what keeps people's text from changing the markup around it.

A template says what is to be read, through `m`, the markup of the site that will show it;
every value that a template prints is escaped for that markup unless `m` made it.
Templates ship with the package; a host's own folder, searched first, overrides any of them.
"""

from __future__ import annotations

import re
import sys
import traceback
from collections.abc import Callable, Mapping
from contextvars import ContextVar
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any

import jinja2

from pbp.clock import zone_called
from pbp.fair import stamp
from pbp.games import GAMES
from pbp.games.base import Event, Game
from pbp.pictures.drawing import signed
from pbp.text.markup import MARKUPS, Markup, one_line

_PACKAGE = Path(__file__).parent.parent
SHIPPED = next(path for path in (_PACKAGE / "templates", _PACKAGE.parent / "templates") if path.is_dir())


Environments = Mapping[str, jinja2.Environment]


class Texts:
    """The templates, shipped and the host's own, ready to be filled in.

    Where a host's own template fails, the shipped one takes its place, so that nothing waits for it;
    `broken` says which failed, as it was changed when, and why, by its path in the host's folder.
    """

    def __init__(self, own: Path | None = None):
        self.own = own
        self.broken: dict[str, tuple[int, str]] = {}
        self._environments = _environments(own)

    def render(self, template: str, markup: str, *, zone: str = "", **facts: Any) -> str:
        """A text in a markup: `template` is a path below templates/, without its ending.

        Where its one reader has a `zone`, moments are said in that, too.
        """

        def rendered(environments: Environments) -> str:
            reader = _READER.set(zone)
            try:
                words = environments[markup].get_template(f"{template}.j2").render(facts)
            finally:
                _READER.reset(reader)
            mark = MARKUPS[markup].key(facts["key"]).strip() if "key" in facts else ""
            if mark not in words:
                raise _Unkeyed(f"{template}.j2 lacks {{{{ m.key(key) }}}}, by which its texts are found again")
            return re.sub(r"\n{3,}", "\n\n", words).strip() + "\n"

        return self._safely(rendered, f"{template}.j2")

    def sentence(self, game: str, event: Event) -> str:
        """What a reader sees of an event: one plain sentence, by the macro of its kind in the game's events.j2."""

        def said(environments: Environments) -> str:
            module = environments["plain"].get_template(f"events/{_file(game)}.j2").module
            macro = getattr(module, event.kind.replace("-", "_"))
            return one_line(macro(event.facts))

        return self._safely(said, f"events/{_file(game)}.j2")

    def rules(self, game: Game, variant: str | None = None) -> str:
        """The rules page of a variant of a game, and below it what the game says of its steps and options.

        If no variant is named, it is that of the first, and tells of the others.
        """
        chosen = next((each for each in game.variants if each.name == variant), None)
        options = [o for o in game.options if not chosen or not o.variants or chosen.name in o.variants]
        has = {option.name for option in options}
        facts: dict[str, Any] = {
            "game": game,
            "variant": chosen or next(iter(game.variants), None),
            "variants": () if chosen else game.variants,
            "options": options,
            "phases": {name: phase for name, phase in game.phases.items() if not phase.owner or phase.owner in has},
        }
        page = self.render(f"help/{_file(game.name)}", "plain", **facts)
        return f"{page}\n{self.render('help/game', 'plain', **facts)}"

    def journal_line(self, entry: Any) -> str:
        """What a journal entry says, in one sentence, by the macro of its kind in templates/journal.j2."""

        def said(environments: Environments) -> str:
            module = environments["plain"].get_template("journal.j2").module
            return one_line(getattr(module, entry.kind.replace("-", "_"))(entry, entry.values))

        return self._safely(said, "journal.j2")

    def faults(self) -> dict[str, str]:
        """What is plainly wrong with the host's own templates, by their paths, without filling them in."""
        if self.own is None:
            return {}
        if not self.own.is_dir():
            return {".": "there is no such folder"}
        found = {}
        for path in sorted([*self.own.rglob("*.j2"), *self.own.rglob("*.html")]):
            name = path.relative_to(self.own).as_posix()
            try:
                source = path.read_text(encoding="utf-8")
                environment = self._environments["plain"]
                # The site's own filters are known to the site alone.
                environment.compile(source, name, str(path)) if path.suffix == ".j2" else environment.parse(source)
            except (jinja2.TemplateError, OSError, UnicodeDecodeError) as error:
                found[name] = _told(error, self.own, name)[1]
                continue
            if not _is_shipped(name) and path.parent.name != "macros":
                found[name] = "it takes the place of no shipped template: look for a slip in its name"
        return found

    def changed(self, name: str) -> int:
        """When one of the host's own templates was last changed, in nanoseconds; 0 if it is not there."""
        try:
            return (self.own / name).stat().st_mtime_ns if self.own else 0
        except OSError:
            return 0

    def _safely(self, rendered: Callable[[Environments], str], template: str) -> str:
        try:
            return rendered(self._environments)
        except Exception as error:  # a template is a program of the host's: it may do anything
            if self.own is None:
                raise
            words = rendered(_environments(None))
            name, why = _told(error, self.own, template)
            self.broken[name] = self.changed(name), why
            return words


class _Unkeyed(Exception):
    """A text without the mark by which it is found again."""


def _told(error: Exception, own: Path, template: str) -> tuple[str, str]:
    """In which of the host's templates something failed, and what, on one line."""
    place, line = template, 0
    if isinstance(error, jinja2.TemplateSyntaxError):
        place, line = error.filename or error.name or template, error.lineno
    else:
        for frame in traceback.extract_tb(error.__traceback__):
            if Path(frame.filename).is_relative_to(own):
                place, line = frame.filename, frame.lineno or 0
    name = Path(place).relative_to(own).as_posix() if Path(place).is_relative_to(own) else place
    kind = "" if isinstance(error, jinja2.TemplateError | _Unkeyed) else f"{type(error).__name__}: "
    return name, one_line(f"line {line}: {kind}{error}" if line else f"{kind}{error}")


@cache
def shipped_texts() -> Texts:
    """The templates as shipped."""
    return Texts()


def sentence(game: str, event: Event) -> str:
    """What a reader sees of an event, by the shipped templates; `game` is a game's name, with or without version."""
    return shipped_texts().sentence(game, event)


_READER: ContextVar[str] = ContextVar("reader", default="")
"""The zone of who reads the text that is being rendered, empty if it is UTC or many read it."""


def utc(moment: datetime) -> str:
    """A moment as people read it: "Saturday 21 November 2026, 15:00 UTC"."""
    return f"{day(moment)}, {moment:%H:%M} UTC"


def day(moment: datetime) -> str:
    """The day of a moment, in the moment's own zone: "Saturday 21 November 2026"."""
    return f"{moment:%A} {moment.day} {moment:%B %Y}"


def in_zone(moment: datetime, zone: str) -> str:
    """A moment in a zone: "Saturday 21 November 2026, 16:00 Europe/Berlin"."""
    there = moment.astimezone(zone_called(zone))
    return f"{day(there)}, {there:%H:%M} {zone}"


def _for_reader(moment: datetime) -> str:
    """A moment in UTC, and in the zone of who reads: "…, 15:00 UTC (16:00 Europe/Berlin)"."""
    zone, said = _READER.get(), utc(moment)
    if not zone or zone == "UTC":
        return said
    there = moment.astimezone(zone_called(zone))
    other = f"{there:%A} " if there.date() != moment.date() else ""
    return f"{said} ({other}{there:%H:%M} {zone})"


def time_left(seconds: float) -> str:
    """A span in the two largest units that matter: "1 day 3 hours", "12 minutes", "less than a minute"."""
    minutes = int(seconds // 60)
    days, hours, minutes = minutes // 1440, minutes // 60 % 24, minutes % 60
    parts = [
        f"{n} {unit}{'' if n == 1 else 's'}" for n, unit in ((days, "day"), (hours, "hour"), (minutes, "minute")) if n
    ]
    return " ".join(parts[:2]) or "less than a minute"


def _file(game: str) -> str:
    return game.split("/")[0].replace("-", "_")


def folder_of(game: Game) -> Path:
    """The folder in which a game's templates lie."""
    return Path(str(sys.modules[game.module].__file__)).parent


def _of_games() -> dict[str, Path]:
    """The templates that lie in the games' own folders, by the paths under which they are found here."""
    return {
        f"{kind}/{_file(game.name)}.j2": folder_of(game) / file
        for game in GAMES
        for kind, file in (("events", "events.j2"), ("help", "rules.j2"))
    }


def _is_shipped(name: str) -> bool:
    return (SHIPPED / name).is_file() or name in _of_games()


@cache
def _environments(own: Path | None) -> dict[str, jinja2.Environment]:
    """An environment a markup; compiled templates are shared by all who use the same folders."""
    folders = [jinja2.FileSystemLoader(path) for path in (own, SHIPPED) if path]
    paths = _of_games()

    def of_game(name: str) -> tuple[str, str, Callable[[], bool]] | None:
        if name not in paths:
            return None
        return paths[name].read_text(encoding="utf-8"), str(paths[name]), lambda: True

    loader = jinja2.ChoiceLoader([*folders, jinja2.FunctionLoader(of_game)])
    return {name: _environment(loader, markup) for name, markup in MARKUPS.items()}


def _environment(loader: jinja2.BaseLoader, markup: Markup) -> jinja2.Environment:
    environment = jinja2.Environment(
        loader=loader,
        autoescape=True,  # so that macros give Safe; values are escaped by finalize, for the markup at hand
        finalize=lambda value: markup.text("" if value is None else value),
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=False,
    )
    environment.globals.update(m=markup, fair_stamp=stamp)
    environment.filters.update(utc=_for_reader, moment=datetime.fromisoformat, time_left=time_left, signed=signed)
    return environment

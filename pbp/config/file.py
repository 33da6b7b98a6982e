"""config.toml -> a frozen Config, or every fault in it with its line.

config.example.toml is written from the fields of pbp/config/settings.py.
"""

from __future__ import annotations

import dataclasses
import difflib
import os
import re
import types
import typing
import urllib.parse
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from pbp.config.settings import (
    BattleMasterSettings,
    BlogSettings,
    ChanceSettings,
    ContestsSettings,
    DiscordSettings,
    DraftSettings,
    LettersSettings,
    MailSettings,
    MatrixSettings,
    MediaWikiSettings,
    PushSettings,
    RedditSettings,
    RingSettings,
    ScheduleSettings,
    SeasonSettings,
    ServiceSettings,
    SiteSettings,
    StoreSettings,
    SuggestSettings,
    WatchSettings,
    WikiSettings,
    WordPressSettings,
    store_fault,
)
from pbp.errors import ConfigError, Fault, FileFaults
from pbp.parsing import tomltext


@dataclass(frozen=True)
class Config:
    """All settings, checked. `folder` is where the file lies: relative paths start there."""

    season: SeasonSettings = field(default_factory=SeasonSettings)
    store: StoreSettings = field(default_factory=StoreSettings)
    schedule: ScheduleSettings = field(default_factory=ScheduleSettings)
    ring: RingSettings = field(default_factory=RingSettings)
    chance: ChanceSettings = field(default_factory=ChanceSettings)
    contests: ContestsSettings = field(default_factory=ContestsSettings)
    wiki: WikiSettings = field(default_factory=WikiSettings)
    blog: BlogSettings = field(default_factory=BlogSettings)
    letters: LettersSettings = field(default_factory=LettersSettings)
    battle_master: BattleMasterSettings = field(default_factory=BattleMasterSettings)
    site: SiteSettings = field(default_factory=SiteSettings)
    mediawiki: MediaWikiSettings = field(default_factory=MediaWikiSettings)
    reddit: RedditSettings = field(default_factory=RedditSettings)
    wordpress: WordPressSettings = field(default_factory=WordPressSettings)
    mail: MailSettings = field(default_factory=MailSettings)
    draft: DraftSettings = field(default_factory=DraftSettings)
    discord: DiscordSettings = field(default_factory=DiscordSettings)
    matrix: MatrixSettings = field(default_factory=MatrixSettings)
    push: PushSettings = field(default_factory=PushSettings)
    suggest: SuggestSettings = field(default_factory=SuggestSettings)
    watch: WatchSettings = field(default_factory=WatchSettings)
    service: ServiceSettings = field(default_factory=ServiceSettings)
    folder: Path = field(default=Path("."), metadata={"hidden": True})

    def path(self, relative: str) -> Path:
        """A path of the configuration, from the folder of the file."""
        return self.folder / relative

    def secret(self, place: str) -> str:
        """What stands where a setting says (env:NAME or file:PATH); empty for an empty one. Raises ConfigError."""
        kind, _, name = place.partition(":")
        if not place:
            return ""
        if kind == "env":
            if name not in os.environ:
                raise ConfigError(f"the environment has no {name}, which the configuration names for a secret")
            return os.environ[name]
        try:
            return self.path(name).read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError) as error:
            raise ConfigError(f"the secret in {name} cannot be read: {error}") from None

    def secrets(self) -> list[str]:
        """Every secret that a setting names, and the password in the store's URL; one that cannot be read is none."""
        found = [re.search(r"://[^/@:]*:([^/@]+)@", self.store_url)]
        known = [urllib.parse.unquote(one[1]) for one in found if one]
        for place in self._secret_places:
            with suppress(ConfigError):
                known.append(self.secret(place))
        return known

    @cached_property
    def _secret_places(self) -> list[str]:
        tables = (getattr(self, name) for name in _tables())
        values = [value for table in tables for value in dataclasses.asdict(table).values()]
        places = [one for value in values for one in (value if isinstance(value, list) else [value])]
        return [one for one in places if isinstance(one, str) and one.startswith(("env:", "file:"))]

    @property
    def store_url(self) -> str:
        """The store's URL with a relative SQLite path made whole; $PBP_STORE_URL, if set, takes its place.

        A database's password stays out of the file that way. Raises ConfigError.
        """
        url = os.environ.get("PBP_STORE_URL") or self.store.url
        if wrong := store_fault(url):
            raise ConfigError(f"$PBP_STORE_URL {wrong}")
        prefix = "sqlite:///"
        if url.startswith(prefix) and not url.startswith(prefix + "/"):
            return prefix + str(self.path(url.removeprefix(prefix)).resolve())
        return url


def load(path: Path) -> Config:
    """The configuration of a file. Raises ConfigError with every fault and its line."""
    try:
        return read(path.read_text(encoding="utf-8"), path.parent)
    except FileNotFoundError:
        raise ConfigError(f"there is no file {path}; `pbp init` writes one") from None
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path} cannot be read: {error}") from None
    except ConfigError as error:
        raise ConfigError(f"{path}:\n{error}") from None


def read(text: str, folder: Path = Path(".")) -> Config:
    """The configuration in a TOML text. Raises ConfigError with every fault and its line."""
    lines: dict[tomltext.Path, int] = {}
    try:
        values, lines = tomltext.parse(text)
        faults: list[Fault] = []
        tables = {}
        for name, kind in _tables().items():
            tables[name] = _table(kind, values.pop(name, {}), (name,), faults)
        faults += [Fault((key,), f"there is no setting or table `{key}`") for key in values]
        faults += _same_titles(tables) if not faults else []
        if faults:
            raise FileFaults(faults)
    except FileFaults as error:
        raise ConfigError(tomltext.describe(error.faults, lines)) from None
    return Config(folder=folder, **tables)


def _same_titles(tables: Mapping[str, Any]) -> list[Fault]:
    """The settings of the wiki by which two of its pages would be one."""
    first: dict[str, str] = {}
    faults = []
    titled = ("ruleset", "sheet", "overview", "list_title", "audit_title", "season_title", "tournament_title")
    for item in titled:
        title = " ".join(getattr(tables["wiki"], item).replace("_", " ").split()).casefold()
        if title in first:
            faults.append(Fault(("wiki", item), f"`{item}` is the title of `{first[title]}` too: each needs a page"))
        first.setdefault(title, item)
    return faults


def example(chosen: Mapping[str, Mapping[str, Any]] | None = None) -> str:
    """config.example.toml: every setting with its meaning, and its default where `chosen` has no value for it."""
    chosen = chosen or {}
    parts = [
        "# The settings of the Battle Master, each with its meaning and its default.\n"
        "# Leave out what you do not change. Secrets are never written here: see `pbp help places`.\n"
    ]
    for name, kind in _tables().items():
        parts.append(f"# {kind.__doc__}\n[{name}]\n")
        for item in dataclasses.fields(kind):
            value = chosen.get(name, {}).get(item.name, _default(item))
            shown = item.metadata["example"] if value is None else value
            mark = "# " if value is None else ""
            parts.append(f"# {item.metadata['meaning']}\n{mark}{item.name} = {_toml(shown)}\n")
    return "\n".join(parts)


def _tables() -> Mapping[str, type]:
    hints = typing.get_type_hints(Config)
    return {item.name: hints[item.name] for item in dataclasses.fields(Config) if not item.metadata.get("hidden")}


def _default(item: dataclasses.Field[Any]) -> Any:
    if item.default_factory is not dataclasses.MISSING:
        return item.default_factory()
    return item.default


def _table(kind: type, values: Any, path: tuple[str, ...], faults: list[Fault]) -> Any:
    if not isinstance(values, dict):
        faults.append(Fault(path, f"write it as a table: [{path[0]}]"))
        return kind()
    hints = typing.get_type_hints(kind)
    known = {item.name: item for item in dataclasses.fields(kind)}
    good = {}
    for key, value in values.items():
        if key not in known:
            faults.append(Fault((*path, key), f"there is no setting `{key}` in [{path[0]}]{_near(key, known)}"))
        elif not _fits(value, hints[key]):
            faults.append(Fault((*path, key), f"`{key}` is {_toml(value)}; it must be {_kind(hints[key])}"))
        elif (check := known[key].metadata["check"]) and (wrong := check(value)):
            faults.append(Fault((*path, key), f"`{key}` {wrong}"))
        else:
            good[key] = value
    return kind(**good)


def _near(key: str, known: Mapping[str, Any]) -> str:
    close = difflib.get_close_matches(key, known, 1)
    return f"; did you mean `{close[0]}`?" if close else ""


def _fits(value: Any, kind: Any) -> bool:
    if isinstance(kind, types.UnionType):
        return any(_fits(value, one) for one in typing.get_args(kind))
    if typing.get_origin(kind) is list:
        return isinstance(value, list) and all(_fits(item, typing.get_args(kind)[0]) for item in value)
    if kind is float:
        return type(value) in (int, float)
    return type(value) is kind


def _kind(kind: Any) -> str:
    words = {str: "a text", int: "a whole number", float: "a number", bool: "true or false"}
    if isinstance(kind, types.UnionType):
        return " or ".join(_kind(one) for one in typing.get_args(kind) if one is not type(None))
    return words.get(kind, "a list of texts")


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return str(value)

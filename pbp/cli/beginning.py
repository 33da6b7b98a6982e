"""`pbp init`: the configuration of a new world, from what is asked on a terminal or given by flags."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import click


@dataclass(frozen=True)
class AskedSetting:
    """A setting that a kind of community needs: [table] name, what is asked for it, and what stands if nobody says."""

    table: str
    name: str
    question: str
    default: str = ""


@dataclass(frozen=True)
class Community:
    """A kind of community: what it is, the settings that make it, and those that it asks for."""

    name: str
    about: str
    settings: Mapping[str, Mapping[str, Any]]
    asks: tuple[AskedSetting, ...] = ()


_MAIL = (
    AskedSetting("mail", "address", "The mail address to which players write", "duels@example.org"),
    AskedSetting("mail", "imap", "Its IMAP server, host:port", "imap.example.org:993"),
    AskedSetting("mail", "smtp", "Its SMTP server, host:port", "smtp.example.org:465"),
)

KINDS = (
    Community("site", "everything on pages of its own: wiki, blog, and a private page for each player", {}),
    Community(
        "wiki",
        "a MediaWiki, a blog on which you post by hand, and mail",
        {
            "wiki": {"adapter": "mediawiki"},
            "blog": {"adapter": "draft"},
            "letters": {"channels": ["mail"]},
            "site": {"enabled": False},
            "mediawiki": {"password": "env:WIKI_PASSWORD"},
            "mail": {"password": "env:MAIL_PASSWORD"},
        },
        (
            AskedSetting("mediawiki", "url", "The wiki: the folder of api.php", "https://wiki.example.org/"),
            AskedSetting("mediawiki", "user", "Its account, with a bot password's full name", "Battle Master@pbp"),
            *_MAIL,
        ),
    ),
    Community(
        "reddit",
        "a subreddit: posts, comments, wiki and private messages",
        {
            "wiki": {"adapter": "reddit"},
            "blog": {"adapter": "reddit"},
            "letters": {"channels": ["reddit"]},
            "site": {"enabled": False},
            "reddit": {"client_secret": "env:REDDIT_SECRET", "password": "env:REDDIT_PASSWORD"},
        },
        (
            AskedSetting("reddit", "subreddit", "The subreddit, without r/", "WizardDuels"),
            AskedSetting("reddit", "account", "The account that posts and answers", "Battle_Master_Bot"),
            AskedSetting(
                "reddit", "client_id", "The id of its application, of the kind script", "the-application-s-id"
            ),
        ),
    ),
    Community(
        "wordpress",
        "a WordPress for posts, mail, and wiki and private pages of its own",
        {
            "blog": {"adapter": "wordpress"},
            "letters": {"channels": ["local", "mail"]},
            "wordpress": {"password": "env:WORDPRESS_PASSWORD"},
            "mail": {"password": "env:MAIL_PASSWORD"},
        },
        (
            AskedSetting("wordpress", "url", "The blog's front page", "https://blog.example.org"),
            AskedSetting("wordpress", "user", "Its account, an Editor", "battle-master"),
            AskedSetting("site", "base_url", "Where readers reach the pages of its own", "https://duels.example.org"),
            *_MAIL,
        ),
    ),
)
"""The kinds of community, the simplest first; the papers have a whole configuration of each."""


def on_a_terminal() -> bool:
    """Whether there is somebody who can be asked."""
    return sys.stdin.isatty()


def choose(kind: str | None, master: str | None, players: int | None) -> tuple[Community, dict[str, dict[str, Any]]]:
    """What was chosen, by flags or else by asking on a terminal: the kind, and its settings by table and name."""
    asks = kind is None and on_a_terminal()
    if asks:
        click.echo("Where do your wizards meet?")
        for number, each in enumerate(KINDS, 1):
            click.echo(f"  {number}. {each.name}: {each.about}")
        kind = KINDS[click.prompt("Which", type=click.IntRange(1, len(KINDS)), default=1) - 1].name
        master = master or click.prompt("The Battle Master's name, under which everything is signed", "Battle Master")
        players = click.prompt("Wizards who must have joined before the first duel; 0: when you say so", 0, type=int)
    found = next(each for each in KINDS if each.name == (kind or KINDS[0].name))
    chosen = {table: dict(values) for table, values in found.settings.items()}
    for ask in found.asks:
        value = click.prompt(ask.question, ask.default) if asks else ask.default
        chosen.setdefault(ask.table, {})[ask.name] = value
    if master:
        chosen.setdefault("battle_master", {})["name"] = master
    if players is not None:
        chosen.setdefault("schedule", {})["players"] = players
    if "mail" in chosen:
        chosen["mail"]["user"] = chosen["mail"]["address"]
    return found, chosen


def secrets_missing(chosen: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """The names of the secrets that a configuration takes from the environment, and that are not there."""
    named = (str(value) for values in chosen.values() for value in values.values())
    return [
        name for place in named if place.startswith("env:") and (name := place.removeprefix("env:")) not in os.environ
    ]

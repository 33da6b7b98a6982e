"""The command line: read arguments, call one verb, print."""

from __future__ import annotations

import os

import click

from pbp.cli import (
    backups,
    clocks,
    contests,
    duels,
    helping,
    letters,
    pages,
    players,
    ratings,
    reading,
    run,
    scenarios,
    spells,
    standing,
    tournaments,
    watching,
)
from pbp.cli.common import Guarded

GROUPS = {
    "Begin": ("demo", "init", "doctor", "serve", "help", "completion"),
    "Every day": ("status", "tick", "resolve", "collect", "schedule", "commence", "journal"),
    "Decide": ("duel", "tournament", "rule", "page", "player", "letters"),
    "When something fails": ("retry", "posted", "backup", "restore", "restored", "clock", "metrics"),
    "Spells, and what can be checked": ("spells", "adjudicate", "verify", "ratings", "dump", "api"),
}
"""The commands, by what one wants, in the order in which --help shows them."""


@click.group(
    cls=Guarded,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Start with `pbp demo`; `pbp help` lists pages about everything. Exit status: 0 done or nothing due,"
    " 1 failed, 2 wrong usage or configuration, 3 something is held.",
)
@click.version_option(package_name="pbp")
@click.pass_context
def main(ctx: click.Context) -> None:
    """The Battle Master: wizard duels, scheduled, collected, resolved and posted by themselves."""
    if "NO_COLOR" in os.environ:
        ctx.color = False


main.groups = GROUPS
MODULES = (
    *(run, standing, backups, clocks, duels, contests, pages, players),
    *(letters, reading, ratings, scenarios, spells, tournaments, helping, watching),
)
for module in MODULES:
    for command in module.COMMANDS:
        main.add_command(command)

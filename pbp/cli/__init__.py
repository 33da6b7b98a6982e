"""The command line: read arguments, call one verb, print."""

from __future__ import annotations

import click

from pbp.cli import backups, clocks, contests, duels, letters, pages, players, ratings, reading, run, scenarios, spells
from pbp.cli.common import Guarded


@click.group(
    cls=Guarded,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Start with `pbp demo`. Exit status: 0 done or nothing due, 1 failed, 2 wrong usage or configuration,"
    " 3 something is held.",
)
@click.version_option(package_name="pbp")
def main() -> None:
    """The Battle Master: wizard duels, scheduled, collected, resolved and posted by themselves."""


for module in (run, backups, clocks, duels, contests, pages, players, letters, reading, ratings, scenarios, spells):
    for command in module.COMMANDS:
        main.add_command(command)

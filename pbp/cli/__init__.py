"""The command line: read arguments, call one verb, print."""

from __future__ import annotations

import os
from importlib import import_module
from typing import ClassVar

import click

from pbp.cli.common import Guarded
from pbp.version import this_pbp

GROUPS = {
    "Begin": {
        "demo": "starting",
        "init": "starting",
        "doctor": "starting",
        "serve": "starting",
        "help": "helping",
        "completion": "helping",
    },
    "Every day": {
        "status": "standing",
        "tick": "run",
        "resolve": "run",
        "collect": "run",
        "schedule": "run",
        "commence": "run",
        "journal": "reading",
    },
    "Decide": {
        "duel": "contests",
        "rule": "duels",
        "page": "pages",
        "player": "players",
        "letters": "letters",
        "tournament": "tournaments",
    },
    "When something fails": {
        "retry": "run",
        "posted": "run",
        "backup": "backups",
        "restore": "backups",
        "restored": "backups",
        "clock": "clocks",
        "metrics": "watching",
    },
    "Spells, and what can be checked": {
        "spells": "spells",
        "adjudicate": "scenarios",
        "verify": "reading",
        "ratings": "ratings",
        "dump": "reading",
        "api": "reading",
    },
}
"""The commands and their modules, by what one wants, in the order in which --help shows them."""


class Commands(Guarded):
    """All commands; the module of one is imported when it is asked for, so that none waits for what others need."""

    groups: ClassVar = {group: tuple(modules) for group, modules in GROUPS.items()}

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [name for names in self.groups.values() for name in names]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        module = {name: where for modules in GROUPS.values() for name, where in modules.items()}.get(cmd_name)
        found: tuple[click.Command, ...] = import_module(f"pbp.cli.{module}").COMMANDS if module else ()
        return next((command for command in found if command.name == cmd_name), None)


def _say_version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted:
        click.echo(this_pbp() or "pbp, of a version that is not known: it runs without having been installed")
        ctx.exit()


@click.group(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Start with `pbp demo`; `pbp help` lists pages about everything. Exit status: 0 done or nothing due,"
    " 1 failed, 2 wrong usage or configuration, 3 something is held.",
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_say_version,
    help="Say which version this is, and exit.",
)
@click.pass_context
def main(ctx: click.Context) -> None:
    """The Battle Master: wizard duels, scheduled, collected, resolved and posted by themselves."""
    if "NO_COLOR" in os.environ:
        ctx.color = False

"""The command about our clock and others."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click

from pbp.cli.common import open_app, with_config
from pbp.errors import SiteError
from pbp.service import clocks
from pbp.text import time_left


@click.command()
@with_config
@click.option("--trust", metavar="WHY", help="Say that our clock is right, whatever others show; it is journalled.")
def clock(config: Path, trust: str | None) -> None:
    """Compare this machine's clock with those of the database and the sites; fails if it is wrong."""
    app = open_app(config)
    for mailbox in app.desk.mailboxes.values():
        _ask(mailbox.fetch)
    _ask(lambda: app.desk.wiki.read(app.config.wiki.ruleset))
    _ask(lambda: app.desk.blog.find(app.desk.key(None, "season")))
    click.echo(f"our clock: {app.now():%Y-%m-%d %H:%M:%S} UTC")
    for name, ahead in app.desk.others.ahead().items():
        seconds = ahead.total_seconds()
        apart = (
            f"{time_left(abs(seconds))} {'ahead' if seconds > 0 else 'behind'}" if abs(seconds) >= 60 else "the same"
        )
        click.echo(f"{name}: {apart}")
    if trust:
        app.carry_out(clocks.trust, trust, app.now())
        click.echo("our clock is taken for right from now on")
    clocks.check(app.desk)


def _ask(call: Callable[[], object]) -> None:
    """Calls a site, so that it shows its clock; one that is down shows none."""
    try:
        call()
    except SiteError as error:
        click.echo(str(error), err=True)


COMMANDS = (clock,)

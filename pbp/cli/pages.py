"""Commands about wiki pages: the Battle Master's word on what others made or changed there."""

from __future__ import annotations

from pathlib import Path

import click

from pbp.cli.common import Guarded, with_config, with_dry_run, work
from pbp.service import sheet_edits
from pbp.service.pages import take_page


@click.group(cls=Guarded)
def page() -> None:
    """Take a page that others made; accept or refuse what people changed on the sheet."""


@page.command()
@with_config
@click.argument("title")
@click.option("--read", is_flag=True, help="Of the sheet: take over the values that stand there first.")
@with_dry_run
def take(config: Path, title: str, read: bool, dry_run: bool) -> None:
    """Let the service write on the page TITLE, which it did not make; what stands there stays."""
    work(config, lambda app: take_page(app.desk, title, app.now(), read=read), dry_run=dry_run)
    click.echo(f"the page {title} is written on from now on")


def _decision(name: str, accept: bool, help: str, said: str) -> click.Command:
    @click.command(name, help=help)
    @with_config
    @click.argument("revision")
    @with_dry_run
    def decide(config: Path, revision: str, dry_run: bool) -> None:
        edit = work(
            config, lambda app: sheet_edits.decide(app.desk, revision, accept=accept, at=app.now()), dry_run=dry_run
        )
        click.echo(f"{edit.author}'s change of the sheet {said}")

    return decide


page.add_command(
    _decision("accept-sheet", True, "Let what was changed on the sheet in REVISION count.", "counts"),
)
page.add_command(
    _decision("refuse-sheet", False, "Put back what was changed on the sheet in REVISION.", "is put back"),
)

COMMANDS = (page,)

"""Commands about wiki pages: read and written by hand, and the word on what others made or changed there."""

from __future__ import annotations

from pathlib import Path
from typing import TextIO

import click

from pbp.cli.common import Guarded, open_app, with_config, with_dry_run, work
from pbp.cli.completing import a_title
from pbp.errors import NotFound
from pbp.service import sheet_edits
from pbp.service.pages import take_page


@click.group(cls=Guarded)
def page() -> None:
    """Read and write wiki pages; take one that others made; decide on what people changed on the sheet."""


@page.command()
@with_config
@click.argument("title")
def get(config: Path, title: str) -> None:
    """Print the text of the page TITLE."""
    found = open_app(config).desk.wiki.read(title)
    if found is None:
        raise NotFound(f"the wiki has no page {title!r}")
    click.echo(found.text, nl=False)


@page.command()
@with_config
@click.argument("title")
@click.argument("file", type=click.File(encoding="utf-8"))
@click.option("--summary", default="", help="The summary of the edit.")
@click.option("--dry-run", is_flag=True, help="Say what would be written, and write nothing.")
def put(config: Path, title: str, file: TextIO, summary: str, dry_run: bool) -> None:
    """Replace the page TITLE by FILE (- for standard input), by compare-and-set."""
    app = open_app(config)
    text = file.read()
    there = app.desk.wiki.read(title)
    if dry_run:
        click.echo(f"would write {len(text)} characters to {app.desk.wiki.url(title)}")
        return
    written = app.desk.wiki.write(title, text, base=there.revision if there else None, summary=summary)
    click.echo(f"{written.url} is at revision {written.revision}")


@page.command()
@with_config
@a_title()
@click.option("--read", is_flag=True, help="Of the sheet: take over the values that stand there first.")
@with_dry_run
def take(config: Path, title: str, read: bool, dry_run: bool) -> None:
    """Let the service write on the page TITLE, which it did not make; what stands there stays."""
    work(config, lambda app: app.carry_out(take_page, title, app.now(), read=read), dry_run=dry_run)
    click.echo(f"the page {title} is written on from now on")


def _decision(name: str, accept: bool, help: str, said: str) -> click.Command:
    @click.command(name, help=help)
    @with_config
    @click.argument("revision")
    @with_dry_run
    def decide(config: Path, revision: str, dry_run: bool) -> None:
        edit = work(
            config,
            lambda app: app.carry_out(sheet_edits.decide, revision, accept=accept, at=app.now()),
            dry_run=dry_run,
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

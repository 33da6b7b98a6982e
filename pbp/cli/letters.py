"""Commands about letters that were kept aside."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TextIO

import click

from pbp.app import App
from pbp.cli.common import FAILED, Guarded, open_app, print_json, with_config, with_json, work
from pbp.cli.completing import a_letter
from pbp.errors import NotFound, Refused
from pbp.service import letters as kept


@click.group(cls=Guarded)
def letters() -> None:
    """Read, try again, answer or put away the letters that are kept aside."""


@letters.command("list")
@with_config
@with_json
@click.option("--limit", type=int, default=50, show_default=True, help="At most so many, the newest.")
def list_all(config: Path, as_json: bool, limit: int) -> None:
    """Every letter kept aside, with the reason: never from whom, nor what it says."""
    app = open_app(config)
    with app.store.tx() as tx:
        rows = tx.messages_aside()
    shown = rows[-limit:] if limit > 0 else []
    if as_json:
        print_json(
            [
                {"letter": kept.name_of(row), "channel": row.channel, "received": row.received, "why": row.why}
                for row in shown
            ]
        )
        return
    for row in shown:
        click.echo(f"{kept.name_of(row)}  {row.received:%Y-%m-%d %H:%M} UTC  by {row.channel}: {row.why}")
    if len(shown) < len(rows):
        click.echo(f"and {len(rows) - len(shown)} older")
    if not rows:
        click.echo("no letter is kept aside")


@letters.command()
@with_config
@a_letter()
@click.option("--reveal", metavar="WHY", help="Show it though its sender's duel runs; this is published.")
def show(config: Path, letter: str, reveal: str | None) -> None:
    """Print LETTER, named as in the list."""
    app = open_app(config)
    row = app.carry_out(kept.read, letter, app.now(), reveal)
    click.echo(f"by {row.channel}, from {row.sender or 'nobody that could be told'}, {row.received:%Y-%m-%d %H:%M} UTC")
    click.echo(f"kept aside: {row.why}")
    if row.subject:
        click.echo(f"subject: {row.subject}")
    click.echo(f"\n{row.text}")


@letters.command()
@with_config
@click.argument("names", metavar="LETTER...", nargs=-1)
@click.option("--all", "everything", is_flag=True, help="Every letter that is kept aside.")
def retry(config: Path, names: tuple[str, ...], everything: bool) -> None:
    """Handle each LETTER as if nothing had kept it aside, and answer it."""
    if bool(names) == everything:
        raise click.UsageError("name letters, or give --all")
    failed = work(config, lambda app: _retry(app, names))
    for line in failed:
        click.echo(line, err=True)
    if failed:
        sys.exit(FAILED)
    click.echo("handled and answered")


def _retry(app: App, names: tuple[str, ...]) -> list[str]:
    """Why letters failed again; without names, all that are kept aside are tried."""
    if not names:
        with app.store.tx() as tx:
            names = tuple(kept.name_of(row) for row in tx.messages_aside())
    failed = []
    for name in names:
        try:
            kept.retry(app.desk, name, app.now())
        except (NotFound, Refused) as error:
            failed.append(str(error))
    return failed


@letters.command()
@with_config
@a_letter()
@click.argument("file", type=click.File(encoding="utf-8"))
def answer(config: Path, letter: str, file: TextIO) -> None:
    """Answer LETTER with the text in FILE (- for standard input); nothing in it is carried out."""
    words = file.read()
    work(config, lambda app: app.carry_out(kept.answer, letter, words, app.now()))
    click.echo("answered")


@letters.command()
@with_config
@a_letter()
@click.option("--why", default="", help="What its sender is told; without, nothing is sent.")
def reject(config: Path, letter: str, why: str) -> None:
    """Put LETTER away for good."""
    work(config, lambda app: app.carry_out(kept.reject, letter, app.now(), why))
    click.echo("put away")


COMMANDS = (letters,)

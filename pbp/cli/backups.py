"""Commands that keep the store and the embedded site, and put them back."""

from __future__ import annotations

from pathlib import Path

import click

from pbp.cli.common import open_app, settings, with_config, with_wait
from pbp.clock import system_clock
from pbp.errors import StoreDown
from pbp.operating.backup import make_backup, put_back, put_damaged_aside
from pbp.service.publish import publish
from pbp.service.restore import after_restore
from pbp.store import Store, file_of

_FILE = click.Path(dir_okay=False, path_type=Path)


@click.command()
@with_config
@with_wait
@click.argument("file", type=_FILE)
def backup(config: Path, wait: float, file: Path) -> None:
    """Keep the store, and the embedded site, in a new FILE, which only you can read: it holds every secret."""
    app = open_app(config)
    with app.at_work(wait, alone=True):
        make_backup(app, file)
    click.echo(f"{file} holds the store{' and the embedded site' if app.site else ''}")


@click.command()
@with_config
@with_wait
@click.argument("file", type=_FILE)
@click.option("--site", is_flag=True, help="Put the embedded site back too, though it is still there.")
def restore(config: Path, wait: float, file: Path, site: bool) -> None:
    """Put the store back as it is in FILE, and the embedded site if that is gone; adopt what the sites show since."""
    url = settings(config).store_url
    try:
        Store(url).close()
    except StoreDown:
        if (damaged := file_of(url)) is None:
            raise
        for path in put_damaged_aside(damaged, system_clock()):
            click.echo(f"the store that cannot be opened is kept as {path}")
    app = open_app(config)
    with app.at_work(wait, alone=True):
        before, found = put_back(app, file, site=site)
        publish(app.desk)
    click.echo(f"what was there before is kept in {before}")
    _say(found)


@click.command()
@with_config
def restored(config: Path) -> None:
    """After putting the store back by other means: adopt what the sites show, before anything else runs."""
    app = open_app(config)
    with app.at_work(10, alone=True):
        found = after_restore(app.desk, app.now())
        publish(app.desk)
    _say(found)


def _say(found: list[str]) -> None:
    for line in found or ["no duel was running, and the sites show none that the store lacks"]:
        click.echo(line)


COMMANDS = (backup, restore, restored)

"""Commands that run the service: tick, collect, schedule, commence, resolve, retry, posted."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from pbp.app import App
from pbp.cli.common import (
    HELD,
    finish,
    open_app,
    with_config,
    with_dry_run,
    with_json,
    with_wait,
    work,
)
from pbp.cli.completing import a_duel, a_key
from pbp.errors import Refused
from pbp.service import ring
from pbp.service.publish import publish, retry
from pbp.store import Duel
from pbp.store.states import RUNNING, TextKind, TextState
from pbp.text import utc

_verbose = click.option("-v", "--verbose", is_flag=True, help="Say so when nothing was due.")
_exit_code = click.option("--exit-code", is_flag=True, help="End with status 10 when nothing was due.")


@click.command()
@with_config
@with_wait
@with_json
@_verbose
@_exit_code
@with_dry_run
def tick(config: Path, wait: float, as_json: bool, verbose: bool, exit_code: bool, dry_run: bool) -> None:
    """Do all that is due: collect, commence, resolve, schedule, remind, publish."""
    app = open_app(config)
    if dry_run:
        _say_what_is_due(config)
        return
    finish(app, app.tick(wait), verbose=verbose, exit_code=exit_code, as_json=as_json)


@click.command()
@with_config
@with_wait
@_verbose
@_exit_code
def collect(config: Path, wait: float, verbose: bool, exit_code: bool) -> None:
    """Take in what is in the inboxes, and answer it."""
    app = open_app(config)
    finish(app, app.collect(wait), verbose=verbose, exit_code=exit_code)


@click.command()
@with_config
@with_wait
@with_dry_run
def schedule(config: Path, wait: float, dry_run: bool) -> None:
    """Schedule the next ring duel now."""

    def verb(app: App) -> Duel:
        number = ring.schedule(app.desk, app.now())
        with app.store.tx() as tx:
            return tx.duel(number)

    duel = work(config, verb, dry_run=dry_run, wait=wait)
    when = utc(duel.battle_time) if duel.battle_time else "as soon as all are in"
    click.echo(f"duel {duel.number} is scheduled; battle time: {when}; the ring: {', '.join(duel.participants)}")


@click.command()
@with_config
@with_wait
@a_duel(running=True)
@click.option("--without", multiple=True, metavar="INBOX", help="Go on without this inbox, which cannot be read.")
@click.option("--why", default="", help="Why, if --without is given; it is journalled and published.")
def commence(config: Path, wait: float, number: int, without: tuple[str, ...], why: str) -> None:
    """Close duel NUMBER: no order may change any more."""
    if without and not why:
        raise click.UsageError("--without needs --why")
    work(config, lambda app: app.close_duel(number, without, why), wait=wait)
    click.echo(f"duel {number} is closed")


@click.command()
@with_config
@with_wait
@with_json
@_verbose
@_exit_code
@with_dry_run
@a_duel(required=False, running=True)
def resolve(
    config: Path, wait: float, as_json: bool, verbose: bool, exit_code: bool, dry_run: bool, number: int | None
) -> None:
    """The cron job: collect, commence what is due, resolve and publish. With NUMBER: resolve that pending duel."""
    if number is None:
        if dry_run:
            _say_what_is_due(config)
            return
        app = open_app(config)
        finish(app, app.resolve_due(wait), verbose=verbose, exit_code=exit_code, as_json=as_json)
        return
    resolved = work(config, lambda app: app.resolve_duel(number), dry_run=dry_run, wait=wait)
    if not resolved:
        click.echo(f"duel {number} waits for the Battle Master: see `pbp status`", err=True)
        sys.exit(HELD)
    click.echo(f"duel {number} is resolved")


@click.command("retry")
@with_config
@a_key(required=False)
def retry_stuck(config: Path, key: str | None) -> None:
    """Send again what a site refused (KEY, or all), once the cause is mended."""
    app = open_app(config)
    with app.at_work(5):
        count = app.carry_out(retry, key, app.now())
        publish(app.desk)
    click.echo(f"{count} put back into the queue")


@click.command()
@with_config
@a_key()
@click.argument("url")
def posted(config: Path, key: str, url: str) -> None:
    """Say that the text KEY was posted by hand, at URL; the duel goes on."""
    app = open_app(config)
    if app.config.blog.adapter != "draft":
        raise Refused('texts are posted by hand only with [blog] adapter = "draft"')
    with app.at_work(10):
        app.sites.draft.posted(key, url)
        publish(app.desk)
    click.echo(f"{key} stands at {url}")


def _say_what_is_due(config: Path) -> None:
    """What a tick would do to duels, and the texts that are queued already."""
    app = open_app(config)
    from pbp.service import battle

    with app.store.tx() as tx:
        for duel in tx.duels(*RUNNING):
            if app.desk.format(duel).is_due(app.desk, tx, duel, app.now()):
                click.echo(f"would close duel {duel.number}")
            elif battle.may_resolve(app.desk, tx, duel) is None:
                click.echo(f"would resolve duel {duel.number}")
        by_itself = app.config.ring.auto_schedule and ring.waits_for_a_word(app.desk, tx) is None
        if by_itself and ring.may_schedule(tx) is None:
            click.echo("would schedule a duel")
        for item in tx.all_outgoing(TextState.QUEUED):
            if item.kind != TextKind.LETTER:
                click.echo(f"would send {item.key}")


COMMANDS = (
    tick,
    collect,
    schedule,
    commence,
    resolve,
    retry_stuck,
    posted,
)

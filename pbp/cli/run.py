"""Commands that run the service: demo, init, serve, tick, collect, schedule, commence, resolve, retry."""

from __future__ import annotations

import sys
from datetime import datetime
from pathlib import Path

import click

from pbp import config as settings_file
from pbp.app import App
from pbp.cli import beginning, takeover
from pbp.cli.common import (
    FAILED,
    HELD,
    finish,
    open_app,
    print_json,
    settings,
    with_config,
    with_dry_run,
    with_json,
    with_wait,
    work,
)
from pbp.cli.completing import a_duel, a_key
from pbp.clock import system_clock
from pbp.errors import Refused
from pbp.operating import demo as demonstration
from pbp.operating import serving
from pbp.operating.doctor import examine
from pbp.service import ring
from pbp.service.publish import look_again, publish, retry
from pbp.store import Duel
from pbp.store.states import RUNNING, TextKind, TextState
from pbp.text import utc

_verbose = click.option("-v", "--verbose", is_flag=True, help="Say so when nothing was due.")
_exit_code = click.option("--exit-code", is_flag=True, help="End with status 10 when nothing was due.")


@click.command()
@click.option("--serve/--no-serve", default=None, help="Serve the pages at the end (default: in a terminal).")
@click.option("--folder", type=click.Path(path_type=Path), help="Where to play (default: a new folder here).")
@click.option("--start", type=click.DateTime(), help="When the story begins, UTC (default: six days ago).")
@click.option("--seed", help="Fix the chance of the story, for a transcript that can be repeated.")
def demo(serve: bool | None, folder: Path | None, start: datetime | None, seed: str | None) -> None:
    """Watch two duels being scheduled, cast by messages, closed, resolved, posted and verified."""
    wants = sys.stdout.isatty() if serve is None else serve
    demonstration.play(folder=folder, start=start, seed=seed, serve_after=wants, say=click.echo)


@click.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path), default=Path("."))
@click.option("--from-wiki", is_flag=True, help="Take on a running dynasty from the wiki that config.toml names.")
@click.option("--yes", is_flag=True, help="With --from-wiki: do what is proposed, and ask nothing.")
@click.option("--take", multiple=True, metavar="NAME", help="With --from-wiki: this row or table is meant to count.")
@click.option("--leave", multiple=True, metavar="NAME", help="With --from-wiki: leave this row or table out.")
@click.option("--last-duel", type=click.IntRange(0), help="With --from-wiki: the number of the last duel played.")
@click.option("--kind", type=click.Choice([kind.name for kind in beginning.KINDS]), help="Where your wizards meet.")
@click.option("--master", metavar="NAME", help="The Battle Master's name, under which everything is signed.")
@click.option("--players", type=click.IntRange(0, 1000), help="Schedule the first duel when so many have joined.")
def init(
    folder: Path,
    from_wiki: bool,
    yes: bool,
    take: tuple[str, ...],
    leave: tuple[str, ...],
    last_duel: int | None,
    kind: str | None,
    master: str | None,
    players: int | None,
) -> None:
    """Write a config.toml with every setting into FOLDER, make the store, and say what to do next.

    On a terminal it asks where your wizards meet and what that needs, unless --kind says it: site (everything on pages
    of its own), wiki (MediaWiki and mail), reddit, or wordpress (and mail).
    """
    path = folder / "config.toml"
    if from_wiki:
        answers = {name.casefold(): True for name in take} | {name.casefold(): False for name in leave}
        takeover.take_on(path, answers, last_duel, yes=yes)
        return
    if yes or take or leave or last_duel is not None:
        raise click.UsageError("--yes, --take, --leave and --last-duel go with --from-wiki")
    if path.exists():
        raise Refused(f"{path} exists already: it is left as it is")
    chosen, values = beginning.choose(kind, master, players)
    folder.mkdir(parents=True, exist_ok=True)
    path.write_text(settings_file.example(values), encoding="utf-8")
    click.echo(f"Wrote {path}, for the kind {chosen.name}: {chosen.about}")
    if missing := beginning.secrets_missing(values):
        click.echo(f"Next: look through {path}, and set {', '.join(missing)} in the environment; then `pbp doctor`.")
        click.echo("The season begins with the first `pbp player add` or `pbp serve`.")
        return
    app = open_app(path)
    with app.store.tx() as tx:
        season = app.desk.season(tx, app.now())
    click.echo(f"Season {season.id} begins; its anchor is {season.anchor}")
    if desk := app.begin():
        click.echo(f"Your desk, for you alone: {desk}")
    click.echo(
        "Next:\n"
        f"  1. Look through {path}.\n"
        "  2. pbp player add NAME      for each wizard; it prints a private link for each\n"
        "  3. pbp serve                the site and the heartbeat; or put `pbp tick` into cron\n"
        "The first duel is scheduled when you say so: SCHEDULE at your desk, or `pbp schedule`"
        f"{f', or when {players} wizards have joined' if players else ''}.\n"
        "What lies in a mailbox or a Reddit inbox before then is passed over: nobody is answered for it"
        " ([letters] at_start)"
    )


@click.command()
@with_config
@click.option("--port", type=int, help="Listen there instead of the configured port.")
def serve(config: Path, port: int | None) -> None:
    """Serve the embedded site and tick by itself, until stopped."""
    serving.serve(settings(config), system_clock, port, click.echo)


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
        app.carry_out(look_again, key, app.now())
        publish(app.desk)
    click.echo(f"{key} stands at {url}")


@click.command()
@with_config
@with_json
def doctor(config: Path, as_json: bool) -> None:
    """Check the configuration, and each site's reach and permissions; nothing is changed."""
    app = open_app(config)
    found = examine(app)
    if as_json:
        print_json([{"what": item.what, "fault": item.fault, "remark": item.remark} for item in found])
    else:
        for item in found:
            word = "FAULT" if item.fault else "note" if item.remark else "ok"
            click.echo(f"{word:6} {item.what}" + "".join(f": {said}" for said in (item.fault or item.remark,) if said))
    if any(item.fault for item in found):
        sys.exit(FAILED)


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
    demo,
    init,
    serve,
    tick,
    collect,
    schedule,
    commence,
    resolve,
    retry_stuck,
    posted,
    doctor,
)

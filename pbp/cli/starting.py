"""Commands with which one begins: demo, init, serve, doctor."""

from __future__ import annotations

import sys
from datetime import datetime
from pathlib import Path

import click

from pbp import config as settings_file
from pbp.cli import beginning, takeover
from pbp.cli.common import FAILED, open_app, print_json, settings, with_config, with_json
from pbp.clock import system_clock
from pbp.errors import Refused

_PUSH_KEY = "push.pem"
"""The file of the key that signs pushes, beside config.toml."""


@click.command()
@click.option("--serve/--no-serve", default=None, help="Serve the pages at the end (default: in a terminal).")
@click.option("--folder", type=click.Path(path_type=Path), help="Where to play (default: a new folder here).")
@click.option("--start", type=click.DateTime(), help="When the story begins, UTC (default: six days ago).")
@click.option("--seed", help="Fix the chance of the story, for a transcript that can be repeated.")
def demo(serve: bool | None, folder: Path | None, start: datetime | None, seed: str | None) -> None:
    """Watch two duels being scheduled, cast by messages, closed, resolved, posted and verified."""
    from pbp.operating import demo as demonstration

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
    from pbp.adapters.push import keep_new_key

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
    if values.get("site", {}).get("enabled", True):
        keep_new_key(folder / _PUSH_KEY)
        values["push"] = {"key": f"file:{_PUSH_KEY}"}
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
    from pbp.operating import serving  # with the web server, for which init and doctor need not wait

    serving.serve(settings(config), system_clock, port, click.echo)


@click.command()
@with_config
@with_json
def doctor(config: Path, as_json: bool) -> None:
    """Check the configuration, and each site's reach and permissions; nothing is changed."""
    from pbp.operating.doctor import examine

    app = open_app(config)
    found = examine(app)
    if as_json:
        print_json([{"what": item.what, "fault": item.fault, "remark": item.remark} for item in found])
    else:
        for item in found:
            word = "FAULT" if item.fault else "note" if item.remark else "ok"
            marked = click.style(f"{word:6}", fg={"FAULT": "red", "note": "yellow"}.get(word, "green"))
            click.echo(f"{marked} {item.what}" + "".join(f": {said}" for said in (item.fault or item.remark,) if said))
    if any(item.fault for item in found):
        sys.exit(FAILED)


COMMANDS = (demo, init, serve, doctor)

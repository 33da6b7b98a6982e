"""Commands about tournaments."""

from __future__ import annotations

import hashlib
import sys
from datetime import timedelta
from pathlib import Path

import click

from pbp import fair
from pbp.cli.common import (
    FAILED,
    Guarded,
    Span,
    open_app,
    print_json,
    with_config,
    with_dry_run,
    with_json,
    with_why,
    work,
)
from pbp.honours.forms import TournamentForm
from pbp.service import tournaments


@click.group(cls=Guarded)
def tournament() -> None:
    """Knock-outs, Swiss tournaments, round robins, leagues and ladders of contests."""


@tournament.command()
@with_config
@click.argument("form", type=click.Choice([form.value for form in TournamentForm]))
@click.argument("game", nargs=-1, required=True)
@click.option("--within", type=Span(), help="How long entry is open, such as 3d.")
@click.option("--title", default="", help="What it is called.")
@with_dry_run
def announce(
    config: Path, form: str, game: tuple[str, ...], within: timedelta | None, title: str, dry_run: bool
) -> None:
    """Announce a tournament of GAME, with options and terms as NAME=VALUE: goofspiel third=yes."""

    number = work(
        config,
        lambda app: app.carry_out(tournaments.announce, form, " ".join(game), app.now(), closes=within, title=title),
        dry_run=dry_run,
    )
    click.echo(f"tournament {number} is announced")


@tournament.command()
@with_config
@click.argument("number", type=int)
def start(config: Path, number: int) -> None:
    """Close the entry of tournament NUMBER, draw, and open its first round."""
    work(config, lambda app: app.carry_out(tournaments.begin, number, app.now()))
    click.echo(f"tournament {number} is drawn, and its first round is open")


@tournament.command()
@with_config
@click.argument("number", type=int)
@with_why
@with_dry_run
def end(config: Path, number: int, why: str, dry_run: bool) -> None:
    """End tournament NUMBER, a ladder or any but a knock-out, with the table as it stands."""
    work(config, lambda app: app.carry_out(tournaments.finish, number, why, app.now()), dry_run=dry_run)
    click.echo(f"tournament {number} is over")


@tournament.command()
@with_config
@click.argument("number", type=int)
@with_why
@with_dry_run
def cancel(config: Path, number: int, why: str, dry_run: bool) -> None:
    """End tournament NUMBER without a result; contests that are open go on."""
    work(config, lambda app: app.carry_out(tournaments.cancel, number, why, app.now()), dry_run=dry_run)
    click.echo(f"tournament {number} is cancelled")


@tournament.command()
@with_config
@click.argument("number", type=int)
@click.argument("old")
@click.argument("new_player", metavar="NEW")
@with_why
@with_dry_run
def replace(config: Path, number: int, old: str, new_player: str, why: str, dry_run: bool) -> None:
    """Let NEW play on in the place of OLD in tournament NUMBER."""
    work(
        config,
        lambda app: app.carry_out(tournaments.replace, number, old, new_player, why, app.now()),
        dry_run=dry_run,
    )
    click.echo(f"{new_player} plays on for {old} in tournament {number}")


@tournament.command(name="list")
@with_config
@with_json
def listing(config: Path, as_json: bool) -> None:
    """List the tournaments, the newest first, with the round and the best so far."""
    app = open_app(config)
    with app.store.tx() as tx:
        found = tournaments.newest(tx)
    rows = [
        {
            "number": s.tournament.number, "title": s.tournament.title, "form": s.tournament.form,
            "game": s.tournament.game, "state": s.tournament.state, "entrants": s.drawn, "round": s.round,
            "rounds": s.all_rounds, "places": s.places,
        }
        for s in found
    ]  # fmt: skip
    if as_json:
        print_json(rows)
        return
    for row, s in zip(rows, found, strict=True):
        best = f"; first: {' and '.join(s.places[0])}" if s.places else ""
        rounds = f", round {s.round} of {s.all_rounds}" if s.all_rounds else ""
        click.echo(f"{row['number']} {row['title']}: {row['form']} of {row['game']}, {row['state']}{rounds}{best}")
    if not rows:
        click.echo("no tournament was announced yet")


@tournament.command()
@click.argument("announced", metavar="SHA256")
@click.argument("seed")
@click.argument("number", type=int)
@click.argument("names", nargs=-1, required=True)
def verify(announced: str, seed: str, number: int, names: tuple[str, ...]) -> None:
    """Draw tournament NUMBER again among NAMES, by the SEED of its draw and the SHA256 that was announced before."""
    try:
        key = bytes.fromhex(seed.strip())
    except ValueError:
        raise click.UsageError(f"{seed!r} is no seed: it is written in hexadecimal digits") from None
    if hashlib.sha256(key).hexdigest() != announced.strip().lower():
        click.echo("FAILED: this seed is not the one that was announced", err=True)
        sys.exit(FAILED)
    drawn, _ = fair.draw_ring(key, number, names)
    click.echo("The seed is the one that was announced. The order of the draw:")
    click.echo(", ".join(drawn))


COMMANDS = (tournament,)
"""What belongs to `pbp`."""

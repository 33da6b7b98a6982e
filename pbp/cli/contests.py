"""Commands about two-player contests."""

from __future__ import annotations

import json
from pathlib import Path
from textwrap import wrap
from typing import Any

import click

from pbp.app import App
from pbp.cli.common import with_config, with_dry_run, with_why, work
from pbp.cli.completing import a_duel, a_wizard
from pbp.cli.duels import duel
from pbp.errors import Refused
from pbp.games.base import bare_name
from pbp.service import challenges, contests, steps
from pbp.text import utc


def _help() -> str:
    """What `pbp duel new` can begin, from what the games say of themselves."""
    told = []
    for game in contests.GAMES:
        settings = [*(each.name for each in game.variants), *(f"{option.name}=…" for option in game.options)]
        told.append(f"{bare_name(game)}{': ' if settings else ''}{', '.join(settings)}")
    return (
        "Begin a contest of GAME, which is one of these, with its variants and options:\n\n\b\n"
        + "\n".join(line for each in told for line in wrap(each, 76, subsequent_indent="  "))
        + "\n\nFurther options are step_hours, settle (minutes; -1: never early), reserve_days, reserve_bonus_days and"
        " first_seat (a player, or coin). RULES by letter explains them."
    )


@duel.command(help=_help())
@with_config
@click.argument("game")
@click.option("--players", nargs=2, required=True, metavar="FIRST SECOND", help="The players, first seat first.")
@click.option("--variant", help="The variant, in a game that has some.")
@click.option(
    "--option",
    "--options",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    help="An option; VALUE may be @FILE of JSON.",
)
@with_dry_run
def new(
    config: Path, game: str, players: tuple[str, str], variant: str | None, options: tuple[str, ...], dry_run: bool
) -> None:
    """Begin a contest."""
    chosen = dict(_option(pair) for pair in options)

    def make(app: App) -> Any:
        number = app.carry_out(challenges.new_contest, game, players, app.now(), variant=variant, options=chosen)
        with app.store.tx() as tx:
            return tx.duel(number)

    made = work(config, make, dry_run=dry_run)
    click.echo(
        f"duel {made.number} begins: {' against '.join(made.seats)}; its first step closes {utc(made.battle_time)}"
    )


def _option(pair: str) -> tuple[str, Any]:
    name, equals, value = pair.partition("=")
    if not equals or not name.strip():
        raise Refused(f"{pair!r} is no NAME=VALUE")
    if value.startswith("@"):
        try:
            return name.strip(), json.loads(Path(value[1:]).read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise Refused(f"{value[1:]} cannot be read as JSON: {error}") from None
    return name.strip(), challenges.value_of(value)


@duel.command()
@with_config
@a_duel(running=True)
@a_wizard("old")
@click.argument("new_player", metavar="NEW")
@with_why
@with_dry_run
def substitute(config: Path, number: int, old: str, new_player: str, why: str, dry_run: bool) -> None:
    """Let NEW play on for OLD in contest NUMBER."""
    work(config, lambda app: app.carry_out(steps.substitute, number, old, new_player, why, app.now()), dry_run=dry_run)
    click.echo(f"{new_player} plays for {old} in duel {number}")


@duel.command()
@with_config
@a_duel(running=True)
@a_wizard()
@with_dry_run
def resign(config: Path, number: int, name: str, dry_run: bool) -> None:
    """Give contest NUMBER up for the player NAME, who has asked for it."""

    work(config, lambda app: app.carry_out(steps.resign_for, number, name, app.now()), dry_run=dry_run)
    click.echo(f"{name} has resigned from duel {number}")


COMMANDS = (duel,)
"""`pbp duel`, with its commands about any duel and those about contests alone."""

"""Commands about one duel: the Battle Master's decisions."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import click

from pbp.app import App
from pbp.cli.common import Guarded, OutcomeParam, Span, with_config, with_dry_run, with_why, work
from pbp.cli.completing import a_duel, a_wizard
from pbp.errors import Refused
from pbp.service import battle, lifecycle, people, ring, rolls, rulings
from pbp.service.desk import Desk
from pbp.store import Tx
from pbp.text import utc


@click.command()
@with_config
@a_duel(running=True)
@click.argument("spell")
@click.option("--effect", help="The spell's Effect, reworded in the language of spells.")
@click.option("--inputs", help="Its Inputs, reworded.")
@click.option("--cost", help="Its Cost, reworded.")
@click.option("--suggestion", type=click.IntRange(min=1), help="Take the suggestion of that number.")
@click.option("--wizard", help="Rule on this wizard's cast alone.")
@click.option(
    "--outcome", "outcomes", type=OutcomeParam(), multiple=True, help="What it does: NAME=+2; may be repeated."
)
@with_why
@with_dry_run
def rule(
    config: Path,
    number: int,
    spell: str,
    effect: str | None,
    inputs: str | None,
    cost: str | None,
    suggestion: int | None,
    wizard: str | None,
    outcomes: tuple[Any, ...],
    why: str,
    dry_run: bool,
) -> None:
    """Rule on SPELL in duel NUMBER: reword it, take a suggestion, or say what one cast does.

    Suggestions are numbered as in the letter and on the explained list.
    """
    reworded = any(words is not None for words in (effect, inputs, cost))
    if reworded + bool(wizard) + (suggestion is not None) != 1:
        raise click.UsageError(
            "give either --effect, --inputs or --cost, or --suggestion, or --wizard with an --outcome for each wizard"
            " it changes"
        )
    changes: dict[str, dict[str, Any]] = {}
    for name, what, value in outcomes:
        changes.setdefault(name, {})[what] = value
    done = work(
        config,
        lambda app: app.carry_out(
            rulings.rule, number, spell, app.now(), why=why, wizard=wizard, effect=effect,
            inputs=inputs, cost=cost, suggestion=suggestion, outcomes=changes if wizard else None,
        ),
        dry_run=dry_run,
    )  # fmt: skip
    click.echo("the ruling is recorded" + ("" if done else "; other spells of the duel wait for theirs"))


@click.group(cls=Guarded)
def duel() -> None:
    """Begin a contest; cancel, extend, pause or resume a duel; decide on its list or dice; adjust a wizard."""


@duel.command()
@with_config
@a_duel(running=True)
@with_why
@with_dry_run
def cancel(config: Path, number: int, why: str, dry_run: bool) -> None:
    """End duel NUMBER without result; its orders are never published."""
    work(config, lambda app: app.carry_out(lifecycle.cancel, number, why, app.now()), dry_run=dry_run)
    click.echo(f"duel {number} is cancelled")


@duel.command()
@with_config
@a_duel(running=True)
@click.argument("by", type=Span())
@with_why
@with_dry_run
def extend(config: Path, number: int, by: timedelta, why: str, dry_run: bool) -> None:
    """Move the battle time of duel NUMBER later BY a span such as 24h."""
    until = work(config, lambda app: app.carry_out(lifecycle.extend, number, by, why, app.now()), dry_run=dry_run)
    click.echo(f"battle time of duel {number}: {utc(until)}")


@duel.command()
@with_config
@a_duel(running=True)
@with_why
@with_dry_run
def pause(config: Path, number: int, why: str, dry_run: bool) -> None:
    """Stop the clock of duel NUMBER until it is resumed."""
    work(config, lambda app: app.carry_out(lifecycle.pause, number, why, app.now()), dry_run=dry_run)
    click.echo(f"duel {number} is paused")


@duel.command()
@with_config
@a_duel(running=True)
@with_why
@with_dry_run
def resume(config: Path, number: int, why: str, dry_run: bool) -> None:
    """Let duel NUMBER go on, with the time lost given back."""
    until = work(config, lambda app: app.carry_out(lifecycle.resume, number, why, app.now()), dry_run=dry_run)
    click.echo(f"duel {number} goes on" + (f"; battle time: {utc(until)}" if until else ""))


@duel.command()
@with_config
@a_duel()
@with_why
@with_dry_run
def void(config: Path, number: int, why: str, dry_run: bool) -> None:
    """Take a mistaken result of duel NUMBER back; rule, adjust, then `pbp duel resume` resolves it again."""
    work(config, lambda app: app.carry_out(battle.void, number, why, app.now()), dry_run=dry_run)
    click.echo(f"the result of duel {number} does not count; `pbp duel resume {number} --why …` resolves it again")


@duel.command("rolls")
@with_config
@a_duel(running=True)
@click.argument("values", type=int, nargs=-1, required=True)
@click.option("--url", required=True, help="Where everybody can see these rolls.")
@with_dry_run
def give_rolls(config: Path, number: int, values: tuple[int, ...], url: str, dry_run: bool) -> None:
    """Give the numbers of a public roller that duel NUMBER waits for, in the order of its dice ([chance] source)."""
    work(config, lambda app: app.carry_out(rolls.give, number, values, url, app.now()), dry_run=dry_run)
    click.echo(f"duel {number} goes on with {' '.join(map(str, values))}")


@duel.command("accept-edit")
@with_config
@a_duel(running=True)
@click.option("--extend", "by", type=Span(), help="Move the battle time later by this span, too.")
@click.option("--reopen", is_flag=True, help="Take a duel that was closed already back to open.")
@with_dry_run
def accept_edit(config: Path, number: int, by: timedelta | None, reopen: bool, dry_run: bool) -> None:
    """Let the spell list page of duel NUMBER count as it was edited."""

    def accept(app: App) -> None:
        page = ring.edited_page(app.desk, number)
        app.carry_out(ring.accept_edit, number, page, app.now(), extend=by, reopen=reopen)

    work(config, accept, dry_run=dry_run)
    click.echo(f"the edited list of duel {number} counts")


@duel.command("restore-page")
@with_config
@a_duel(running=True)
@with_dry_run
def restore_page(config: Path, number: int, dry_run: bool) -> None:
    """Put the spell list page of duel NUMBER back as it was frozen."""
    work(config, lambda app: app.carry_out(ring.restore_page, number, app.now()), dry_run=dry_run)
    click.echo(f"the list page of duel {number} is put back")


@duel.command()
@with_config
@a_wizard()
@click.option("--stars", type=int, help="The wizard's Stars from now on.")
@click.option("--attribute", "attributes", multiple=True, metavar="NAME=VALUE", help="Set a tracked value.")
@with_why
@with_dry_run
def adjust(config: Path, name: str, stars: int | None, attributes: tuple[str, ...], why: str, dry_run: bool) -> None:
    """Set the Stars or tracked values of the wizard NAME."""
    pairs = {}
    for pair in attributes:
        key, equals, value = pair.partition("=")
        if not equals or not key.strip():
            raise Refused(f"{pair!r} is no NAME=VALUE")
        pairs[key.strip()] = int(value) if value.lstrip("-").isdigit() else value

    def change(_: Desk, tx: Tx, given: dict[str, Any], why: str, at: datetime) -> dict[str, Any]:
        wizard = people.known(tx, name)
        values: dict[str, Any] = {} if stars is None else {"stars": stars}
        if given:
            values["attributes"] = {**wizard.attributes, **given}
        return people.adjust(tx, name, at, why, source="the Battle Master", **values)

    changed = work(config, lambda app: app.carry_out(change, pairs, why, app.now()), dry_run=dry_run)
    click.echo(f"{name}: {changed or 'nothing to change'}")


COMMANDS = (rule,)
"""`pbp duel` is given by `contests`, which adds what is about contests alone."""

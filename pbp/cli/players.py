"""Commands about the wizards and their addresses."""

from __future__ import annotations

from pathlib import Path

import click

from pbp.app import App
from pbp.cli.common import Guarded, open_app, print_json, with_config, with_json
from pbp.cli.completing import a_wizard
from pbp.errors import Refused
from pbp.service import names, people
from pbp.service.publish import publish


@click.group(cls=Guarded)
def player() -> None:
    """Add, list and change wizards, their addresses and private links."""


@player.command()
@with_config
@click.argument("names", nargs=-1, required=True)
@click.option("--address", "addresses", multiple=True, metavar="CHANNEL:ADDRESS", help="Where the player writes from.")
@click.option("--stars", type=int, help="Stars to begin with (default: by the rule for new wizards).")
def add(config: Path, names: tuple[str, ...], addresses: tuple[str, ...], stars: int | None) -> None:
    """Add a wizard for each of NAMES, and print the private link of each."""
    app = open_app(config)
    pairs = dict(_pair(address) for address in addresses)
    if pairs and len(names) > 1:
        raise click.UsageError("give --address with one name at a time")
    for name in names:
        wizard = app.add_player(name, pairs, stars)
        link = app.private_link(wizard.name)
        click.echo(f"{wizard.name} joins with {wizard.stars} Stars{f': {link}' if link else ''}")


@player.command()
@with_config
@click.argument("name")
@click.option("--at", "address", metavar="CHANNEL:ADDRESS", help="From where the player asked, and may write.")
def approve(config: Path, name: str, address: str | None) -> None:
    """Let in the player who asked to join as NAME, or take on the row of the sheet of that name."""
    app = open_app(config)
    place = _pair(address) if address else None
    with app.at_work(10):
        with app.store.tx() as tx:
            wizard = people.approve(app.desk, tx, name, app.now(), place)
        publish(app.desk)
    click.echo(f"{wizard.name} joins with {wizard.stars} Stars")


@player.command()
@with_config
@click.argument("name")
@click.option("--at", "address", metavar="CHANNEL:ADDRESS", required=True, help="From where the player asked.")
@click.option("--why", default="", help="Why; they are told.")
def refuse(config: Path, name: str, address: str, why: str) -> None:
    """Let in nobody who asked to join as NAME from there, and tell them."""
    app = open_app(config)
    with app.at_work(10):
        wish = app.carry_out(people.refuse, name, app.now(), _pair(address), why)
        publish(app.desk)
    click.echo(f"{wish.wizard} is not let in")


@player.command("list")
@with_config
@with_json
def list_all(config: Path, as_json: bool) -> None:
    """Every wizard with Stars, activity and channels."""
    app = open_app(config)
    with app.store.tx() as tx:
        rows = [(wizard, sorted({channel for channel, _ in tx.addresses(wizard.name)})) for wizard in tx.wizards()]
    if as_json:
        print_json([{"name": w.name, "stars": w.stars, "active": w.active, "channels": c} for w, c in rows])
        return
    for wizard, channels in rows:
        activity = "active" if wizard.active else "idle"
        click.echo(f"{wizard.name:24} {wizard.stars:5} {activity:7} {', '.join(channels)}".rstrip())


def _activity(active: bool) -> click.Command:
    @click.command("active" if active else "idle", help=f"Make the wizard NAME {'active' if active else 'idle'}.")
    @with_config
    @a_wizard()
    def change(config: Path, name: str) -> None:
        app = open_app(config)
        with app.at_work(10):
            with app.store.tx() as tx:
                wizard = people.known(tx, name)
                changed = people.set_active(tx, wizard, active, app.now(), by="the Battle Master")
            publish(app.desk)
        click.echo(f"{wizard.name} is {'now' if changed else 'already'} {'active' if active else 'idle'}")

    return change


player.add_command(_activity(True))
player.add_command(_activity(False))


@player.command()
@with_config
@a_wizard()
@click.argument("address", metavar="CHANNEL:ADDRESS")
def bind(config: Path, name: str, address: str) -> None:
    """Bind an address to the wizard NAME, on your word."""
    app = open_app(config)
    channel, where = _pair(address)
    _known_channel(app, channel)
    with app.store.tx() as tx:
        wizard = people.known(tx, name)
        people.bind(tx, wizard.name, channel, where, app.now())
    click.echo(f"{wizard.name} can write by {channel} from {where}")


@player.command()
@with_config
@a_wizard()
@click.option("--renew", is_flag=True, help="Make a new link; the old one is dead from now on.")
def link(config: Path, name: str, renew: bool) -> None:
    """Print the private link of the wizard NAME."""
    app = open_app(config)
    if app.site is None:
        raise Refused("the embedded site is off: there are no private links")
    with app.store.tx() as tx:
        wizard = people.known(tx, name)
    if renew:
        app.site.renew(wizard.name)
    click.echo(app.private_link(wizard.name) or f"{wizard.name} has no private page")


@player.command()
@with_config
@click.argument("name")
def master(config: Path, name: str) -> None:
    """Give the Battle Master a private page on the embedded site, as NAME, and print its link.

    With `addresses = ["local:NAME"]` in [battle_master] what waits for you is told there, too.
    """
    app = open_app(config)
    if app.site is None:
        raise Refused("the embedded site is off: there are no private pages")
    app.site.account(names.fair_name(name), master=True)
    click.echo(app.private_link(name) or "")


def _pair(address: str) -> tuple[str, str]:
    channel, colon, where = address.partition(":")
    if not colon or not where:
        raise click.UsageError(f"{address!r}: write CHANNEL:ADDRESS, for example mail:ann@example.org")
    return channel, where


def _known_channel(app: App, channel: str) -> None:
    if channel not in app.config.letters.channels:
        raise Refused(f"there is no channel {channel!r}; [letters] has {', '.join(app.config.letters.channels)}")


COMMANDS = (player,)

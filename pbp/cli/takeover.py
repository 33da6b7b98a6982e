"""`pbp init --from-wiki`: shows what the wiki says of a running dynasty, asks what is in doubt, and goes on from there.

Without a terminal, or with --yes, nothing is asked: what is in doubt is said, and nothing is changed.
"""

from __future__ import annotations

import sys
from pathlib import Path

import click

from pbp.adapters.sites import Sites
from pbp.cli.common import open_app, settings
from pbp.clock import system_clock
from pbp.errors import Refused
from pbp.service import adopt
from pbp.service.adopt import Proposal


def take_on(path: Path, answers: dict[str, bool], last_duel: int | None, *, yes: bool) -> None:
    """Goes on from the wiki of a configuration. `answers` and `last_duel` are what was said beforehand."""
    config = settings(path)
    seen = adopt.look(Sites(config, system_clock, None).wiki, config)
    asks = sys.stdin.isatty() and not yes
    proposal = adopt.propose(seen, config, answers, last_duel)
    if asks and not proposal.faults:
        for doubt in proposal.doubts:
            click.echo(doubt.why)
            if not doubt.takable and not click.confirm("Leave it out?"):
                raise Refused("mend it on the wiki; nothing was changed")
            answers[doubt.what.casefold()] = doubt.takable and click.confirm("Take it?")
        if proposal.last_duels:
            shown = ", ".join(map(str, proposal.last_duels))
            last_duel = click.prompt(f"Which was the last duel ({shown})", type=click.IntRange(0))
        proposal = adopt.propose(seen, config, answers, last_duel)
    _show(proposal)
    if not proposal.settled:
        raise Refused("mend what is wrong and settle what is in doubt; nothing was changed")
    if not yes and not (asks and click.confirm("Go on from here?")):
        click.echo("Nothing was changed: the same with --yes goes on from here")
        return
    app = open_app(path)
    with app.at_work(10, alone=True):
        app.carry_out(adopt.take_on, proposal, app.now())
    click.echo("It is done. Next: pbp player bind NAME CHANNEL:ADDRESS for each wizard, then pbp serve")


def _show(proposal: Proposal) -> None:
    for wizard in proposal.wizards:
        values = "".join(f", {name} {value}" for name, value in wizard.attributes.items())
        activity = "active" if wizard.active else "idle"
        click.echo(f"Wizard {wizard.name}: {wizard.stars} Stars, {activity}{values}")
    click.echo(f"Spells: {', '.join(proposal.spells) or 'none'}")
    for item in proposal.unclear:
        click.echo(f"  {item.spell} will need a ruling when it is cast: {item.reason}")
    if not proposal.last_duels:
        click.echo(f"The next duel will be number {proposal.last_number + 1}")
    for remark in proposal.remarks:
        click.echo(f"Note: {remark}")
    for fault in proposal.faults:
        click.echo(f"FAULT: {fault}")
    for doubt in proposal.doubts:
        flags = f'--take "{doubt.what}" or --leave "{doubt.what}"' if doubt.takable else f'--leave "{doubt.what}"'
        click.echo(f"IN DOUBT: {doubt.why} ({flags})")
    if proposal.last_duels:
        shown = ", ".join(map(str, proposal.last_duels))
        click.echo(f"IN DOUBT: the last duel may have been number {shown} (--last-duel NUMBER)")

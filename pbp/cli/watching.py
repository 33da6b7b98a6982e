"""For those who watch the service: its figures."""

from __future__ import annotations

from pathlib import Path

import click

from pbp.cli.common import open_app, with_config
from pbp.service import health


@click.command()
@with_config
def metrics(config: Path) -> None:
    """Print the figures of the service as Prometheus reads them, for a collector of text files."""
    from pbp.web.health import as_text  # the web server is nothing that each command should wait for

    app = open_app(config)
    with app.store.tx() as tx:
        found = list(health.figures(app.desk, tx, app.now()))
    click.echo(as_text(found), nl=False)


COMMANDS = (metrics,)
"""The commands of this module."""

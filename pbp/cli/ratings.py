"""Commands about ratings: the tables, and how anybody works them out again."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import click

from pbp import verify as checking
from pbp.bundle.archive import ADDRESSES, SEASON, addressed
from pbp.cli.common import Guarded, open_app, print_json, with_config, with_json
from pbp.cli.reading import archive, tell_report
from pbp.cli.sources import fetch
from pbp.errors import NotFound
from pbp.honours.published import published
from pbp.honours.tables import RatingTable, game_title
from pbp.service.honours import honours


@click.group(cls=Guarded, invoke_without_command=True)
@with_config
@click.option("--game", help="The table of this game alone; wizard-ring is that of the ring duels.")
@click.option("--season", help="The tables of this season, in place of those of all time.")
@with_json
@click.pass_context
def ratings(context: click.Context, config: Path, game: str | None, season: str | None, as_json: bool) -> None:
    """Print who is how strong in each game, by the duels that have ended, or check such tables.

    With --json all tables are printed as the site publishes them.
    """
    if context.invoked_subcommand:
        return
    app = open_app(config)
    found = app.carry_out(honours)
    if as_json:
        print_json(published(found))
        return
    tables = [table for table in found.tables if table.season == season and game in (None, table.game)]
    if not tables and (game or season):
        raise NotFound("no duel has ended of which such a table could be made: see `pbp ratings` without options")
    if not tables:
        click.echo("no duel has ended yet")
    click.echo("\n\n".join("\n".join(_lines(table)) for table in tables))


def _lines(table: RatingTable) -> list[str]:
    of = f"season {table.season}" if table.season is not None else "all time"
    count = f"{len(table.duels)} duel{'' if len(table.duels) == 1 else 's'}"
    wide = max(len("Player"), *(len(row.player) for row in table.rows))
    head = f"{'Player':<{wide}}  {'Rating':>12}  {'Played':>6}  {'Won':>4}  {'Drawn':>5}  {'Lost':>4}  {'Points':>6}"
    lines = [f"{game_title(table.game)}, {of}: {count}", head]
    for row in table.rows:
        rating, own = f"{row.rating.mu:.1f} ± {row.rating.margin:.1f}", row.tally
        counts = f"{own.played:>6}  {own.won:>4}  {own.drawn:>5}  {own.lost:>4}  {own.points:>6g}"
        lines.append(f"{row.player:<{wide}}  {rating:>12}  {counts}")
    return lines


@ratings.command()
@click.argument("sources", metavar="ADDRESS|FILE|FOLDER…", nargs=-1, required=True)
@with_json
def verify(sources: tuple[str, ...], as_json: bool) -> None:
    """Work tables of ratings out again from published bundles, and tell every difference.

    The sources are the table (ratings.json of the site), and lists of seasons or bundles, as addresses, files, folders
    of such files, or archives that `pbp dump` wrote; with the table alone, the lists that it names are fetched, and
    each bundle in them.
    """
    texts: dict[str, str] = {}
    stands: dict[str, str] = {}
    for source in sources:
        texts |= _texts(source, stands)
    report = checking.verify_ratings(texts, lambda address: stands.get(address) or fetch(address))
    tell_report(report, as_json)


def _texts(source: str, stands: dict[str, str]) -> dict[str, str]:
    """What was named, the list of a season's archive, or the files of a folder but those that hold no text.

    What an archive has stood at the addresses that are added to `stands`. Raises NotFound, PbpError, FileFaults.
    """
    if source.endswith(".zip") or (Path(source) / ADDRESSES).is_file():
        files = archive(source) or {}
        stands |= addressed(files)
        return {f"{source} {SEASON}": files.get(SEASON, "")}
    if source.startswith(("http://", "https://")) or not Path(source).is_dir():
        return {source: fetch(source)}
    found = {}
    for path in sorted(Path(source).iterdir()):
        with suppress(NotFound):
            found[str(path)] = fetch(str(path))
    return found


COMMANDS = (ratings,)

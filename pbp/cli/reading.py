"""Commands that read: verify, journal, page."""

from __future__ import annotations

import sys
from pathlib import Path
from zipfile import is_zipfile

import click

from pbp import verify as checking
from pbp.bundle.archive import packed, unpacked
from pbp.cli.common import FAILED, Guarded, open_app, print_json, with_config, with_json
from pbp.cli.completing import a_duel
from pbp.cli.sources import answer, fetch, is_address
from pbp.errors import NotFound
from pbp.service.dump import season_files
from pbp.store.journal import first_fault
from pbp.verify.checks import Report, numbers_in


@click.command()
@click.argument("source", metavar="URL|FILE", required=False)
@click.option("--receipt", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="Check this receipt too.")
@click.option("--anchor", help="The anchor that you saw when the season began.")
@click.option("--public-key", help="The public key that you saw when the season began.")
@click.option("--index", type=int, help="The seed's index that you saw in the duel's post.")
@click.option("--commitment", "commitments", multiple=True, help="A commitment that you saw; may be repeated.")
@click.option(
    "--seen",
    "pages",
    multiple=True,
    metavar="URL|FILE",
    help="A page on which you saw the anchor or commitments, such as the duel's post; may be repeated.",
)
@click.option("--without-commitment", "alone", is_flag=True, help="Check what is shown by itself: it proves little.")
@click.option(
    "--season",
    is_flag=True,
    help="URL|FILE is the list of a season, or its archive: check every duel, and how they join.",
)
@click.option("--script", is_flag=True, help="Print a script of your own to check a bundle with.")
@with_json
def verify(
    source: str | None,
    receipt: Path | None,
    anchor: str | None,
    public_key: str | None,
    index: int | None,
    commitments: tuple[str, ...],
    pages: tuple[str, ...],
    alone: bool,
    season: bool,
    script: bool,
    as_json: bool,
) -> None:
    """Recompute all that a duel's bundle or audit page says, and tell what was checked.

    What counts is what you saw published before the result: without a commitment it fails.
    """
    if script:
        click.echo(checking.script(), nl=False)
        return
    if source is None and (receipt is None or season):
        raise click.UsageError("give the address or file of a bundle or of a season's list, or --receipt FILE")
    if season and (receipt or index is not None):
        raise click.UsageError("--receipt and --index are of one duel: give them with its bundle, without --season")
    texts = frozenset(number for page in pages for number in numbers_in(fetch(page)))
    seen = checking.Seen(anchor, public_key, index, commitments, texts)
    words = receipt.read_text(encoding="utf-8") if receipt else None
    if season and source and (files := archive(source)) is not None:
        report = checking.verify_archive(files, seen, alone=alone)
    elif season and source:
        report = checking.verify_season(fetch(source), fetch, seen, alone=alone)
    elif source:
        report = checking.verify_file(fetch(source), seen, words, alone=alone)
    else:
        report = checking.report(checking.check_receipt(words or "", None, seen))
    tell_report(report, as_json)


def tell_report(report: Report, as_json: bool) -> None:
    """Prints what was checked, and ends with FAILED if it does not hold."""
    if as_json:
        print_json({"ok": report.ok, "lines": report.lines})
    else:
        for line in report.lines:
            click.echo(line)
    if not report.ok:
        sys.exit(FAILED)


def archive(source: str) -> dict[str, str] | None:
    """The files of a season's archive, or of a folder with them; None if that is none. Raises PbpError."""
    if is_address(source):
        return unpacked(answer(source).content) if source.endswith(".zip") else None
    path = Path(source)
    return unpacked(path) if path.is_dir() or is_zipfile(path) else None


@click.command()
@with_config
@click.option("--season", help="The season; the newest if none is named.")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
def dump(config: Path, season: str | None, file: Path) -> None:
    """Write all that was published of a season to FILE, an archive that `pbp verify --season` checks by itself.

    It holds no secret. The same season gives the same bytes.
    """
    app = open_app(config)
    with app.store.tx() as tx:
        begun = [row.id for row in tx.seasons()]
        if not begun:
            raise NotFound("no season has begun yet")
        files = season_files(app.desk, tx, season or begun[0])
    file.write_bytes(packed(files))
    click.echo(f"{file} holds season {season or begun[0]}: {len(files)} files")


@click.command()
def api() -> None:
    """Say what the embedded site gives to programs: JSON of everything public, and the results as CSV."""
    from pbp.web.api import as_text  # the web server is nothing that each command should wait for

    click.echo(as_text(), nl=False)


@click.group(cls=Guarded)
def journal() -> None:
    """Read and check the journal."""


@journal.command()
@with_config
def check(config: Path) -> None:
    """Check the whole chain of the journal."""
    app = open_app(config)
    with app.store.tx() as tx:
        entries = tx.entries()
    if fault := first_fault(entries):
        click.echo(f"the journal is broken: {fault}", err=True)
        sys.exit(FAILED)
    click.echo(f"{len(entries)} entries, every link holds; the last hash is {entries[-1].hash if entries else 'none'}")


@journal.command()
@with_config
@with_json
@a_duel(required=False)
def show(config: Path, as_json: bool, number: int | None) -> None:
    """Print the journal, or the part about duel NUMBER."""
    app = open_app(config)
    with app.store.tx() as tx:
        entries = tx.entries(number)
        if number is not None and not entries:
            tx.duel(number)  # says that there is none
    if as_json:
        print_json([{"id": e.id, "at": e.at, "kind": e.kind, "duel": e.duel, "facts": e.values} for e in entries])
        return
    for entry in entries:
        click.echo(f"{entry.id:5} {entry.at[:16].replace('T', ' ')} {app.desk.texts.journal_line(entry)}")


COMMANDS = (verify, dump, api, journal)

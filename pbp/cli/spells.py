"""Commands about spells: explain a list, check a draft, try it out in random duels."""

from __future__ import annotations

import sys
import textwrap
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbp import pictures
from pbp.adjudicate import play
from pbp.cli.common import HELD, Guarded, open_app, print_json, with_config, with_json
from pbp.cli.sources import fetch, is_address
from pbp.cli.suggestions import print_suggestions
from pbp.errors import NotFound, PbpError
from pbp.games import ring_game
from pbp.games.base import bare_name
from pbp.games.wizard_ring import trial
from pbp.games.wizard_ring.orders import Ring
from pbp.pictures import drawing
from pbp.spells import Spell, SpellList, compare, read_list, say
from pbp.spells.guide import chapters
from pbp.spells.page.wikitext import section_text

if TYPE_CHECKING:  # without a configuration, nobody waits for the store and the sites
    from pbp.ports import Adviser

RING = ("Ann", "Ben", "Cleo", "Dan", "Eve")
"""The wizards of a worked example, each with 20 Stars."""


with_attributes = click.option(
    "--attribute",
    "attributes",
    multiple=True,
    metavar="NAME[=VALUE]",
    help="A value that the sheet tracks beside Stars; those of the configured store are known.",
)


@click.group(cls=Guarded)
def spells() -> None:
    """Say what spells do, and check a draft before the vote."""


@spells.command()
@with_config
@with_json
@click.argument("source", metavar="PAGE|FILE|URL")
@with_attributes
def explain(config: Path, source: str, attributes: tuple[str, ...], as_json: bool) -> None:
    """Say in canonical English what each spell of SOURCE does."""
    listed = read_list(_text(config, source), frozenset(_tracked(config, attributes)))
    if as_json:
        print_json([_facts(spell) for spell in listed.spells.values()])
        return
    for spell in listed.spells.values():
        _print(spell)


@spells.command()
@with_config
@click.argument("source", metavar="PAGE|FILE|URL")
@with_attributes
def check(config: Path, source: str, attributes: tuple[str, ...]) -> None:
    """Read the draft SOURCE: what it will do, what is unclear, what it changes, with a worked example of each spell.

    For a spell that is unclear, sentences are suggested that can be read.
    Exit status 3 if a spell would need a ruling.
    """
    text, tracked = _text(config, source), _tracked(config, attributes)
    listed = read_list(text, frozenset(tracked))
    if not listed.spells:
        raise NotFound(f"there is no spell in {source}: each is a heading with an Effect below it")
    adviser = _adviser(config)
    for spell in listed.spells.values():
        _print(spell)
        if spell.unclear:
            _suggest(adviser, spell)
        _example(text, listed, spell, tracked)
    _print_changes(config, source, listed, frozenset(tracked))
    if listed.unclear:
        sys.exit(HELD)


@spells.command()
def guide() -> None:
    """Show how to write spells that are executed as they stand, with examples."""
    for chapter in chapters():
        click.echo(f"{chapter.title}\n{'-' * len(chapter.title)}")
        click.echo(textwrap.fill(chapter.says, 100) + "\n")
        for example in (*chapter.examples, *chapter.unclear):
            click.echo(textwrap.indent(example.text, "    ") + "\n")


@spells.command("try")
@with_config
@with_json
@click.argument("source", metavar="PAGE|FILE|URL")
@click.option("--wizards", type=click.IntRange(2, 1000), default=8, show_default=True, help="Wizards in each ring.")
@click.option("--duels", type=click.IntRange(1, 10_000_000), default=10_000, show_default=True, help="Duels to play.")
@click.option("--seed", default="0", show_default=True, help="The same seed plays the same duels.")
@with_attributes
@click.option("--picture", type=click.Path(dir_okay=False, path_type=Path), help="Write a picture here (.svg or .png).")
def try_out(
    config: Path,
    source: str,
    wizards: int,
    duels: int,
    seed: str,
    attributes: tuple[str, ...],
    picture: Path | None,
    as_json: bool,
) -> None:
    """Play random duels with the spells of SOURCE: how often each wins, and what it is worth. All cores are used.

    Every wizard casts a random spell with random legal inputs. A spell is worth the Stars its caster gains on average.
    """
    tracked = _tracked(config, attributes)
    work = list(trial.batches(_text(config, source), wizards, duels, seed, tracked))
    total = trial.Trial()
    with (
        ProcessPoolExecutor(mp_context=get_context("spawn")) as pool,
        click.progressbar(length=len(work), label="Playing", file=sys.stderr) as bar,
    ):
        for played in pool.map(trial.play_batch, work):
            total += played
            bar.update(1)
    if not total.scores:
        raise NotFound(f"no spell of {source} can be read exactly: `pbp spells check {source}` says why")
    ranked = sorted(total.scores.items(), key=lambda pair: -pair[1].worth)
    if picture:
        _draw(picture, ranked, total)
    if as_json:
        print_json(
            {
                "duels": total.duels,
                "undecided": total.undecided,
                "spells": {n: {"casts": s.casts, "win_rate": s.win_rate, "worth": s.worth} for n, s in ranked},
            }
        )
        return
    click.echo(f"{'Spell':24} {'cast':>8} {'wins':>7} {'worth':>8}  ± at 95 %")
    for name, score in ranked:
        click.echo(f"{name:24} {score.casts:8} {score.win_rate:7.1%} {score.worth:+8.2f}  {1.96 * score.error:.2f}")
    click.echo(f"{total.duels} duels of {wizards} wizards" + _undecided(total))


def _undecided(total: trial.Trial) -> str:
    return f"; {total.undecided} more needed a ruling" if total.undecided else ""


def _tracked(config: Path, given: tuple[str, ...]) -> dict[str, str | int]:
    """The values tracked beside Stars, each as some wizard has it: of the configured store, and those given."""
    known: dict[str, str | int] = {}
    if config.exists():
        with open_app(config).store.tx() as tx:
            known = {name: value for wizard in tx.wizards() for name, value in wizard.attributes.items()}
    for pair in given:
        name, _, value = (part.strip() for part in pair.partition("="))
        if not name:
            raise click.UsageError(f"{pair!r} is no NAME=VALUE")
        known[name] = int(value) if value.lstrip("-").isdigit() else value
    return known


def _draw(path: Path, ranked: list[tuple[str, trial.Score]], total: trial.Trial) -> None:
    svg = pictures.worths("What each spell is worth", [(name, score.worth) for name, score in ranked])
    if path.suffix == ".png":
        path.write_bytes(drawing.png(svg))
    else:
        path.write_text(svg, encoding="utf-8")
    click.echo(f"Wrote {path}, drawn from {total.duels} duels.", err=True)


def _print(spell: Spell) -> None:
    asks = "; ".join(item.label for item in spell.inputs) or "nothing"
    click.echo(f"{spell.name} (asks for {asks})")
    for label, term in spell.terms:
        click.echo(f"  {label}: {term}")
    if not spell.unclear:
        click.echo("  " + "\n  ".join(say(spell).splitlines()))
    for item in spell.unclear:
        click.echo(f"  NEEDS A RULING: {item.reason}\n    {item.sentence}")
        if item.hint:
            click.echo(f"    {item.hint}")


def _adviser(config: Path) -> Adviser | None:
    """Who is asked what an unclear spell could mean, where the configuration names one."""
    if not config.exists():
        return None
    from pbp.adapters.sites import Sites
    from pbp.clock import system_clock
    from pbp.config import load

    return Sites(load(config), system_clock, None).adviser


def _suggest(adviser: Adviser | None, spell: Spell) -> None:
    from pbp.service.offers import look_once

    print_suggestions(spell, look_once(adviser, spell))


def _example(text: str, listed: SpellList, spell: Spell, tracked: dict[str, str | int]) -> None:
    """What happens when the first wizard of a small ring casts the spell."""
    order = None if spell.unclear else next(Ring(RING, listed).examples(0, spell), None)
    if order is None:
        return
    scenario = {
        "game": bare_name(ring_game()),
        "wizards": [{"name": name, "stars": 20, "attributes": tracked} for name in RING],
        "spell_list": {"wikitext": text},
        "steps": [{"orders": {RING[0]: order.words}}],
    }
    played = play(scenario, suggestions=False)
    click.echo(f"  For example, in a ring of {', '.join(RING)}:")
    for step in played.result["steps"]:
        for event in step["events"]:
            click.echo(f"    {event['text']}")


def _print_changes(config: Path, source: str, listed: SpellList, tracked: frozenset[str]) -> None:
    """What the draft changes in the present ruleset, where there is one."""
    if not config.exists():
        return
    from pbp.service import ring

    app = open_app(config)
    if source == app.config.wiki.ruleset:
        return
    try:
        now, _ = ring.spell_source(app.desk)
    except PbpError as error:
        click.echo(f"The present spells cannot be compared: {error}", err=True)
        return
    changes = compare(read_list(now, tracked), listed)
    for word, names in (("New", changes.new), ("Changed", changes.changed)):
        if names:
            click.echo(f"{word}: {', '.join(names)}")


def _facts(spell: Spell) -> dict[str, object]:
    return {
        "spell": spell.name,
        "inputs": [item.label for item in spell.inputs],
        "terms": dict(spell.terms),
        "says": None if spell.unclear else say(spell),
        "unclear": [{"sentence": i.sentence, "reason": i.reason, "hint": i.hint} for i in spell.unclear],
    }


def _text(config: Path, source: str) -> str:
    """The text of a file, an address, or a page of the configured wiki. Raises NotFound."""
    if Path(source).is_file() or is_address(source):
        return fetch(source)
    if not config.exists():
        raise NotFound(f"there is no file {source!r}, and without a configuration no wiki to look for a page")
    app = open_app(config)
    page = app.desk.wiki.read(source)
    if page is None:
        raise NotFound(f"there is neither a file nor a wiki page {source!r}")
    if source == app.config.wiki.ruleset:
        return section_text(page.text, app.config.wiki.section) or page.text
    return page.text


COMMANDS = (spells,)

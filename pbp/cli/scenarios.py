"""Commands that need no configuration: adjudicate a scenario, read and explain spells."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import click

from pbp import adjudicate as scenarios
from pbp.errors import FileFaults
from pbp.parsing import tomltext


@click.command()
@click.argument("scenario", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
@click.option("--as", "reader", metavar="NAME", help="Show all that this player may see.")
@click.option("--explain", is_flag=True, help="For each change of Stars, give the sentence that caused it.")
def adjudicate(scenario: Path, as_json: bool, reader: str | None, explain: bool) -> None:
    """Play a scenario file by the rules, with no database, network or clock.

    Exit status: 0 played, 2 the file is wrong, 3 a spell needs a ruling.
    """
    lines: dict[tuple[str | int, ...], int] = {}
    try:
        values, lines = tomltext.parse(scenario.read_text(encoding="utf-8"))
        played = scenarios.play(values, reader=reader)
    except UnicodeDecodeError as error:
        click.echo(f"{scenario}: this is no UTF-8 text: {error}", err=True)
        sys.exit(scenarios.SCENARIO_WRONG)
    except FileFaults as error:
        click.echo(f"{scenario}:\n{tomltext.describe(error.faults, lines)}", err=True)
        sys.exit(scenarios.SCENARIO_WRONG)
    if as_json:
        click.echo(json.dumps(played.result, ensure_ascii=False, indent=1))
    else:
        _print_result(played.result, explain)
    sys.exit(played.status)


def _print_result(result: dict[str, Any], explain: bool) -> None:
    for number, step in enumerate(result["steps"], 1):
        click.echo(f"Step {number}: {step['phase']}")
        for player, problems in step["refused"].items():
            for problem in problems:
                click.echo(f"  refused, {player}: {problem['reason']} ({problem['quote']}) {problem['hint']}".rstrip())
        if step["late"]:
            click.echo(f"  no order: {', '.join(step['late'])}")
        for event in step["events"]:
            click.echo(f"  {event['text']}")
            if explain and event.get("sentence"):
                click.echo(f"      because {event.get('spell', 'it')} says: {event['sentence']}")
        click.echo(f"  {json.dumps(step['state'], ensure_ascii=False)}")
    for item in result["needs_ruling"]:
        click.echo(f"Needs a ruling: {item['spell']}")
        for fault in item["faults"]:
            click.echo(f"  {fault['reason']}\n    {fault['sentence']}\n    {fault['hint']}".rstrip())
        for number, fields in enumerate(item["suggestions"], 1):
            for name, words in fields.items():
                click.echo(f"  suggestion {number}, {name}: {words}")
    if result["outcome"]:
        click.echo(f"Outcome: {result['outcome']['reason']}")
    if result["rolls_left"]:
        click.echo(f"Rolls left over: {result['rolls_left']}")


COMMANDS = (adjudicate,)

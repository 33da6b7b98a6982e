"""What the commands share: the configuration, exit statuses, and how news is printed."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import click
from click.shell_completion import CompletionItem

from pbp.errors import ConfigError, Held, PbpError, whereabouts

if TYPE_CHECKING:  # who only asks for help waits for neither games, nor spells, nor the store
    from pbp.app import App
    from pbp.config import Config
    from pbp.service.report import TickReport

DONE, FAILED, WRONG, HELD, NOTHING_DUE = 0, 1, 2, 3, 10
"""The exit statuses; NOTHING_DUE only with --exit-code."""


class Guarded(click.Group):
    """A group of commands, each listed with a whole sentence; our own errors become a line and an exit status."""

    groups: ClassVar[Mapping[str, Sequence[str]]] = {}
    """The names of its commands by what one wants, in the order in which they are listed; empty: as they come."""

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        for group, names in (self.groups or {"Commands": self.list_commands(ctx)}).items():
            with formatter.section(click.style(group, bold=True)):
                commands = [(name, self.get_command(ctx, name)) for name in names]
                formatter.write_dl([(name, each.get_short_help_str(limit=300)) for name, each in commands if each])

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except ConfigError as error:
            _fail(str(error), WRONG)
        except Held as error:
            _fail(str(error), HELD)
        except PbpError as error:
            _fail(str(error), FAILED)
        except (click.ClickException, click.exceptions.Exit, click.Abort, BrokenPipeError):
            raise  # a reader who has seen enough, as of `pbp help | head`, is no fault
        except OSError as error:
            named = error.filename is not None and error.strerror
            _fail(f"{error.filename}: {error.strerror}" if named else whereabouts(error), FAILED)
        except Exception as error:  # a fault of our own; its words may be a player's
            _fail(f"a fault of pbp itself: {whereabouts(error)}", FAILED)


def _fail(text: str, status: int) -> None:
    click.echo(text, err=True)
    sys.exit(status)


def with_config(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds --config; the command gets its path as `config`."""
    return click.option(
        "--config",
        type=click.Path(dir_okay=False, path_type=Path),
        default=lambda: Path(os.environ.get("PBP_CONFIG", "config.toml")),
        show_default="$PBP_CONFIG or config.toml",
        help="The configuration.",
    )(command)


def with_wait(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds --wait."""
    return click.option(
        "--wait", type=float, default=0, metavar="SECONDS", help="Wait so long for another `pbp` at work on the store."
    )(command)


def with_why(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds a --why that must be given."""
    return click.option("--why", required=True, help="The reason; it is journalled and published.")(command)


def with_json(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds --json as `as_json`."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON for a script.")(command)


def open_app(path: Path) -> App:
    """The app of a configuration file. Raises ConfigError with every fault."""
    from pbp.app import build

    config = settings(path)
    app = build(config, progress=_sending if sys.stderr.isatty() else lambda _: None)
    click.get_current_context().call_on_close(app.store.close)
    return app


def _sending(key: str) -> None:
    """Shows on a terminal what is being sent, on one line that the next overwrites."""
    click.echo(f"\r\x1b[Ksending {key}", nl=False, err=True)
    click.get_current_context().call_on_close(lambda: click.echo("\r\x1b[K", nl=False, err=True))


def with_dry_run(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds --dry-run as `dry_run`."""
    return click.option("--dry-run", is_flag=True, help="Say what would be done and sent, and do nothing.")(command)


def work(path: Path, verb: Callable[[App], Any], *, dry_run: bool = False, wait: float = 10) -> Any:
    """One verb under the store's lock, and its texts published; gives what the verb gives.

    With `dry_run` the verb is rehearsed: what it would send is printed, and nothing is kept or sent.
    """
    from pbp.service.publish import publish

    app = open_app(path)
    with app.at_work(wait):
        if dry_run:
            return _rehearse(app, verb)
        result = verb(app)
        publish(app.desk)
    return result


def _rehearse(app: App, verb: Callable[[App], Any]) -> None:
    from pbp.store.states import PageState, TextKind, TextState

    with app.store.rehearsal():
        with app.store.tx() as tx:
            before = tx.last_text()
        verb(app)
        with app.store.tx() as tx:
            new = [item for item in tx.queued_after(before) if item.state == TextState.QUEUED]
            pages = tx.pages_unset(PageState.QUEUED)
    click.echo(f"would send {counted(len(new), 'text')} and set {counted(len(pages), 'page')}; nothing was done")
    for item in new:
        if item.kind != TextKind.LETTER:
            click.echo(f"\n--- {item.kind} {item.key}\n{item.payload['body']}", nl=False)
    click.get_current_context().exit(DONE)


def offered(found: Iterable[tuple[str, str]], begun: str) -> list[CompletionItem]:
    """What a shell is offered: values with what they are, those that begin so."""
    return [CompletionItem(value, help=about) for value, about in found if value.lower().startswith(begun.lower())]


def counted(number: int, thing: str) -> str:
    """So many of a thing: "1 text", "2 texts"."""
    return f"{number} {thing}{'' if number == 1 else 's'}"


def settings(path: Path) -> Config:
    """The settings alone; from now on the log is written as they say."""
    from pbp.config import load
    from pbp.operating import logs

    config = load(path)
    logs.write_as(config.watch.log)
    return config


def print_json(value: Any) -> None:
    """One JSON document."""
    click.echo(json.dumps(value, ensure_ascii=False, indent=1, default=str))


def news(app: App, report: TickReport) -> list[str]:
    """What a tick did, a sentence each: the journal entries that it added."""
    with app.store.tx() as tx:
        entries = tx.entries(after=report.first_entry)
    return [app.desk.texts.journal_line(entry) for entry in entries]


def finish(app: App, report: TickReport, *, verbose: bool, exit_code: bool, as_json: bool = False) -> None:
    """Prints the news of a tick and ends with its status; prints nothing when nothing was due, unless verbose."""
    lines = news(app, report)
    if as_json:
        print_json({"news": lines, "waits": report.waits, "failed": report.failed, "published": report.published})
    else:
        for line in lines:
            click.echo(line)
        for line in report.failed:
            click.echo(line, err=True)
        if lines or verbose:
            for line in report.waits:
                click.echo(f"waiting for you: {line}")
        if verbose and not (lines or report.published or report.new_messages):
            click.echo("nothing was due")
    if report.failed:
        sys.exit(FAILED)
    if report.waits:
        sys.exit(HELD)
    if exit_code and not (lines or report.published or report.new_messages):
        sys.exit(NOTHING_DUE)


class Span(click.ParamType[timedelta]):
    """A span of time: 24h, 90m, 2d."""

    name = "span"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> timedelta:
        if isinstance(value, timedelta):
            return value
        units = {"m": "minutes", "h": "hours", "d": "days"}
        try:
            number, unit = float(value[:-1]), units[value[-1:]]
            return timedelta(**{unit: number})
        except (ValueError, KeyError, OverflowError):
            self.fail(f"{value!r} is no span; write for example 24h, 90m or 2d", param, ctx)


class OutcomeParam(click.ParamType[tuple[str, str, Any]]):
    """What a ruling does to a wizard: NAME=+2, or NAME.Hat=Red for an attribute."""

    name = "outcome"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, str, Any]:
        if isinstance(value, tuple):
            return value
        place, equals, what = value.partition("=")
        name, dot, attribute = place.partition(".")
        if not equals or not name:
            self.fail(f"{value!r} is no outcome; write NAME=+2 or NAME.Hat=Red", param, ctx)
        if dot:
            return name, attribute, int(what) if what.lstrip("+-").isdigit() else what
        try:
            return name, "stars", int(what)
        except ValueError:
            self.fail(f"{what!r} is no change of Stars; write for example {name}=+2", param, ctx)

"""`pbp help`: the papers on a terminal, or what a command takes; `pbp completion`: the script for a shell."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches

import click
from click.shell_completion import CompletionItem, get_completion_class

from pbp.cli.common import offered
from pbp.papers import GROUPS, Paper, paper

WIDTH = 100
"""Columns of a paper at the most; a line that is longer is hard to read."""


def _topics() -> Iterator[Paper]:
    for names in GROUPS.values():
        yield from map(paper, names)


def _complete(ctx: click.Context, _param: click.Parameter, begun: str) -> list[CompletionItem]:
    root = ctx.find_root()
    commands = [(name, _below(root, name)) for name in _names(root)]
    about = [(name, command.get_short_help_str(200)) for name, command in commands if command]
    return offered([*((each.name, each.about) for each in _topics()), *about], begun)


@click.command("help")
@click.argument("words", nargs=-1, metavar="[TOPIC|COMMAND]", shell_complete=_complete)
@click.pass_context
def help_(ctx: click.Context, words: tuple[str, ...]) -> None:
    """Show the page about a TOPIC, or what a COMMAND takes; without either, list the topics."""
    root = ctx.find_root()
    if not words:
        click.echo(_contents())
    elif len(words) == 1 and any(words[0] == each.name for each in _topics()):
        _show(paper(words[0]).linked("pbp help {}"))
        if _below(root, words[0]):
            click.echo("\n" + _of_command(root, words))
    else:
        click.echo(_of_command(root, words))


def _contents() -> str:
    """The list of papers, by what one wants."""
    formatter = click.HelpFormatter(width=min(WIDTH, _width()))
    formatter.write_text("pbp help TOPIC shows a page; pbp help COMMAND says what a command takes.")
    for group, names in GROUPS.items():
        with formatter.section(click.style(group, bold=True)):
            formatter.write_dl([(name, paper(name).about) for name in names])
    return formatter.getvalue().rstrip("\n")


def _of_command(root: click.Context, words: tuple[str, ...]) -> str:
    """What a command takes, as its --help says. Raises UsageError if there is none of that name, nor such a topic."""
    ctx = root
    for word in words:
        found = _below(ctx, word)
        if found is None:
            near = get_close_matches(word, [*_names(ctx), *(each.name for each in _topics())], 1)
            raise click.UsageError(
                f"there is no topic and no command {' '.join(words)!r}"
                + (f"; did you mean {near[0]}?" if near else "; `pbp help` lists the topics, `pbp --help` the commands")
            )
        ctx = click.Context(found, parent=ctx, info_name=word)
    return ctx.command.get_help(ctx)


def _names(ctx: click.Context) -> list[str]:
    """The commands below that of a context."""
    return ctx.command.list_commands(ctx) if isinstance(ctx.command, click.Group) else []


def _below(ctx: click.Context, name: str) -> click.Command | None:
    """One of them."""
    return ctx.command.get_command(ctx, name) if isinstance(ctx.command, click.Group) else None


def _show(markdown: str) -> None:
    """A paper, page by page on a terminal."""
    from rich.console import Console  # takes a while to load, and nothing else needs it
    from rich.markdown import Markdown

    console = Console(width=min(WIDTH, _width()))
    with console.capture() as shown:
        console.print(Markdown(markdown, hyperlinks=False))
    click.echo_via_pager("\n".join(line.rstrip() for line in shown.get().splitlines()))


def _width() -> int:
    return click.get_current_context().terminal_width or _columns()


def _columns() -> int:
    import shutil

    return shutil.get_terminal_size((80, 24)).columns


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]), default="bash")
@click.pass_context
def completion(ctx: click.Context, shell: str) -> None:
    """Print the script by which SHELL completes commands, duels, wizards and keys.

    For bash, a line in ~/.bashrc: eval "$(pbp completion bash)"; for zsh the same in ~/.zshrc; for fish:
    pbp completion fish > ~/.config/fish/completions/pbp.fish
    """
    found = get_completion_class(shell)
    assert found is not None
    click.echo(found(ctx.find_root().command, {}, "pbp", "_PBP_COMPLETE").source())


COMMANDS = (help_, completion)

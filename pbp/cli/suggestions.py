"""Suggestions on a terminal: numbered, with what differs from the author's words marked."""

from __future__ import annotations

import click

from pbp.spells import FIELDS, Spell
from pbp.spells.suggest import LEFT_OUT, PUT_IN, Mark, Suggestion, marks, plain

NONE = "There is no suggestion: say it in other words (`pbp spells guide`)."


def print_suggestions(spell: Spell, suggestions: tuple[Suggestion, ...]) -> None:
    """Prints the rewordings of a spell that cannot be read; colours are shown on a terminal alone."""
    if not suggestions:
        click.echo(f"  {NONE}")
        return
    click.echo("  Did you mean, [-without this-] and {+with this+}:")
    for number, suggestion in enumerate(suggestions, 1):
        by = f" ({suggestion.by})" if suggestion.by else ""
        for field, words in suggestion.fields:
            label = FIELDS[field]
            shown = " ".join(_coloured(mark) for mark in marks(spell.text.get(label, ""), words))
            click.echo(f"  {number}. {label}: {shown}{by}")


def _coloured(mark: Mark) -> str:
    colour = {LEFT_OUT: "red", PUT_IN: "green"}.get(mark.kind)
    return click.style(plain([mark]), fg=colour) if colour else mark.words

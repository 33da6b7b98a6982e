"""Suggestions on a terminal: numbered, with what differs from the author's words marked."""

from __future__ import annotations

import click

from pbp.spells import FIELDS, Spell
from pbp.spells.suggest import LEFT_OUT, PUT_IN, Mark, Suggestion, marks

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
            shown = " ".join(map(_shown, marks(spell.text.get(label, ""), words)))
            click.echo(f"  {number}. {label}: {shown}{by}")


def _shown(mark: Mark) -> str:
    if mark.kind == LEFT_OUT:
        return click.style(f"[-{mark.words}-]", fg="red", strikethrough=True)
    if mark.kind == PUT_IN:
        return click.style(f"{{+{mark.words}+}}", fg="green")
    return mark.words

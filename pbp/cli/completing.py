"""Arguments that a shell completes from the store: duels, wizards, texts, pages, letters; and topics of `pbp help`."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem
from sqlalchemy.exc import SQLAlchemyError

from pbp.app import build
from pbp.cli.common import offered
from pbp.config import load
from pbp.errors import PbpError
from pbp.service import letters
from pbp.store import Tx
from pbp.store.states import RUNNING, PageState, TextState

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


def a_duel(*, required: bool = True, running: bool = False) -> Decorator:
    """Adds the argument NUMBER, of a duel or contest, as `number`; `running`: the shell offers those that run."""
    return click.argument("number", type=int, required=required, shell_complete=_from_store(partial(_duels, running)))


def a_wizard(name: str = "name") -> Decorator:
    """Adds the argument NAME, of a wizard."""
    return click.argument(name, shell_complete=_from_store(_wizards))


def a_key(*, required: bool = True) -> Decorator:
    """Adds the argument KEY, of a text or page that a site refused, or of a text to be posted by hand."""
    return click.argument("key", required=required, shell_complete=_from_store(_keys))


def a_title() -> Decorator:
    """Adds the argument TITLE, of a page that waits for a word."""
    return click.argument("title", shell_complete=_from_store(_titles))


def a_letter() -> Decorator:
    """Adds the argument LETTER, the name of one that is kept aside."""
    return click.argument("letter", shell_complete=_from_store(_letters))


def _from_store(question: Callable[[Tx], Iterable[tuple[str, str]]]) -> Callable[..., list[CompletionItem]]:
    """A completion by what stands in the store; none if it cannot be asked: a shell has no place for a fault."""

    def completing(ctx: click.Context, _param: click.Parameter, begun: str) -> list[CompletionItem]:
        path = Path(ctx.params.get("config") or os.environ.get("PBP_CONFIG", "config.toml"))
        try:
            app = build(load(path))
            with app.store.tx() as tx:
                found = list(question(tx))
            app.store.close()
        except (PbpError, SQLAlchemyError, OSError):
            return []
        return offered(found, begun)

    return completing


def _duels(running: bool, tx: Tx) -> list[tuple[str, str]]:
    duels = tx.duels(*RUNNING) if running else tx.duels()
    return [(str(duel.number), f"{duel.state}: {', '.join(duel.participants)}") for duel in duels]


def _wizards(tx: Tx) -> list[tuple[str, str]]:
    return [(wizard.name, f"{wizard.stars} Stars") for wizard in tx.wizards()]


def _keys(tx: Tx) -> list[tuple[str, str]]:
    texts = [(item.key, item.why or "") for item in tx.all_outgoing(TextState.STUCK, TextState.QUEUED) if item.why]
    return [*texts, *_titles(tx)]


def _titles(tx: Tx) -> list[tuple[str, str]]:
    return [(page.title, page.why or "") for page in tx.pages_unset(PageState.HELD, PageState.STUCK)]


def _letters(tx: Tx) -> list[tuple[str, str]]:
    return [(letters.name_of(row), row.why or "") for row in tx.messages_aside()]

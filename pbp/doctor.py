"""`pbp doctor`: what keeps the service from working, found without changing anything."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pbp.app import App
from pbp.errors import PbpError, Refused
from pbp.service import first_look, ring
from pbp.spells import read_list
from pbp.store.journal import first_fault

Finding = tuple[str, str]
"""What was looked at, and what is wrong with it; empty if nothing is."""


def examine(app: App) -> list[Finding]:
    """Every finding, in order: the store, the wiki, the blog, each inbox, the wizards."""
    return [(what, _fault(look)) for what, look in _looks(app)]


def _looks(app: App) -> Iterator[tuple[str, Callable[[], str]]]:
    desk, wiki = app.desk, app.config.wiki
    yield "the store and its journal", lambda: _journal(app)
    yield "the season and its dice", lambda: _dice(app)
    yield f"the wiki ({desk.wiki.name}) and its page {wiki.ruleset!r}", lambda: _spells(app)
    yield f"the page {wiki.sheet!r}", lambda: _reached(desk.wiki.read(wiki.sheet))
    yield f"the blog ({desk.blog.name})", lambda: _reached(desk.blog.find(desk.key(None, "season")))
    for name, mailbox in desk.mailboxes.items():
        with app.store.tx() as tx:
            first = first_look.is_first(desk, tx, name)
        told = ", never read so far: what lies there by then is passed over, and nobody answered" if first else ""
        yield f"the inbox {name}{told}", lambda mailbox=mailbox: _reached([*mailbox.fetch()])  # type: ignore[misc]
    for name in sorted({desk.wiki.name, desk.blog.name, *desk.mailboxes}):
        check = getattr(getattr(app.sites, name, None), "check", None)
        if check:
            yield f"the permissions on {name}", lambda check=check: "; ".join(check())  # type: ignore[misc]
    yield "the wizards and their addresses", lambda: _wizards(app)


def _fault(look: Callable[[], str]) -> str:
    try:
        return look()
    except PbpError as error:
        return str(error) or type(error).__name__


def _reached(_answer: object) -> str:
    """No fault: that the site answered is all that was asked."""
    return ""


def _journal(app: App) -> str:
    with app.store.tx() as tx:
        return first_fault(tx.entries()) or ""


def _dice(app: App) -> str:
    with app.store.tx() as tx:
        season = tx.season(app.config.season.id)
    if season is None or season.dice in (None, app.config.chance.source):
        return ""
    return (
        f"[chance] source is {app.config.chance.source!r}, but the anchor of season {season.id} says {season.dice!r},"
        " and that holds: to change it, begin a new season with a new [season] id"
    )


def _spells(app: App) -> str:
    source, _ = ring.spell_source(app.desk)
    found = read_list(source)
    if not found.spells:
        raise Refused("there is no spell on it: each is a heading with an Effect")
    unclear = sorted({item.spell for item in found.unclear})
    return f"these spells would need a ruling: {', '.join(unclear)}" if unclear else ""


def _wizards(app: App) -> str:
    with app.store.tx() as tx:
        wizards = tx.wizards()
        mute = [
            wizard.name for wizard in wizards
            if not any(channel in app.desk.mailboxes for channel, _ in tx.addresses(wizard.name))
        ]  # fmt: skip
    if sum(wizard.active for wizard in wizards) < 2:
        return "fewer than two wizards are active: `pbp player add NAME`"
    return f"no letter can reach {', '.join(mute)}: `pbp player bind NAME CHANNEL:ADDRESS`" if mute else ""

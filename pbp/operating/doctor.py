"""`pbp doctor`: what keeps the service from working, found without changing anything."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from pbp.adapters.mail.settings import ADDRESS
from pbp.app import App
from pbp.errors import PbpError, Refused
from pbp.games import REFUSED
from pbp.service import first_look, ring, sheet, templates
from pbp.spells import read_list
from pbp.store import Tx
from pbp.store.journal import first_fault
from pbp.store.states import PageState, TextState

T = TypeVar("T")
_CHANNELS = ("local", "mail", "reddit")


@dataclass(frozen=True)
class Finding:
    """What was looked at, what is wrong with it, and what is worth knowing; both may be empty."""

    what: str
    fault: str = ""
    remark: str = ""


def examine(app: App) -> list[Finding]:
    """Every finding, in order: the store, the settings, the wiki, the blog, each inbox, the sites, the people."""
    return [
        *_store(app),
        *_settings(app),
        *_wiki(app),
        *_blog(app),
        *_inboxes(app),
        *_sites(app),
        _look("the wizards and their addresses", lambda: _in_store(app, lambda tx: _wizards(app, tx))),
    ]


def _store(app: App) -> Iterator[Finding]:
    yield _look("the store and its journal", lambda: _in_store(app, lambda tx: first_fault(tx.entries()) or ""))
    yield _look("the texts and pages to be sent", lambda: _in_store(app, _stuck))
    yield _look("the season and its dice", lambda: _in_store(app, lambda tx: _dice(app, tx)))


def _settings(app: App) -> Iterator[Finding]:
    yield _look("the settings", lambda: "; ".join(_unwise(app)))
    for name, why in REFUSED.items():
        yield Finding(f"the game {name}, which is installed beside us", why)
    told = _look("the addresses of the Battle Master", lambda: "; ".join(_addresses(app)))
    nobody = "none is set: nobody is told of what waits" if not app.config.battle_master.addresses else ""
    yield Finding(told.what, told.fault, nobody)
    if app.config.push.key and app.desk.pusher is None:
        yield Finding("pushes to browsers", remark="pywebpush is not installed: pip install pywebpush")
    if app.desk.texts.own:
        yield _look("your own templates", lambda: _in_store(app, lambda tx: _templates(app, tx)))


def _wiki(app: App) -> Iterator[Finding]:
    desk, wiki = app.desk, app.config.wiki
    yield _look(f"the wiki ({desk.wiki.name}) and its page {wiki.ruleset!r}", lambda: _spells(app))
    yield _look(f"the page {wiki.sheet!r}", lambda: _sheet(app))
    yield _look("the pages that are to be written", lambda: _barred(desk.wiki, _own_titles(app)))


def _blog(app: App) -> Iterator[Finding]:
    desk = app.desk
    yield _look(f"the blog ({desk.blog.name})", lambda: _reached(desk.blog.find(desk.key(None, "season"))))
    yield _look("the next post", lambda: _barred(desk.blog, [app.config.blog.title.format(number=_next(app))]))


def _inboxes(app: App) -> Iterator[Finding]:
    for name, mailbox in app.desk.mailboxes.items():
        first = _in_store(app, lambda tx, name=name: first_look.is_first(app.desk, tx, name))  # type: ignore[misc]
        told = ", never read so far: what lies there by then is passed over, and nobody answered" if first else ""
        yield _look(f"the inbox {name}{told}", lambda mailbox=mailbox: _reached([*mailbox.fetch()]))  # type: ignore[misc]


def _sites(app: App) -> Iterator[Finding]:
    desk = app.desk
    for name in sorted({desk.wiki.name, desk.blog.name, *desk.mailboxes}):
        site = getattr(app.sites, name, None)
        if not hasattr(site, "check"):
            continue
        what = f"the permissions on {name}"
        found = _look(what, lambda site=site: "; ".join(site.check()))  # type: ignore[misc]
        if not found.fault and hasattr(site, "remarks"):
            told = _look(what, lambda site=site: "; ".join(site.remarks()))  # type: ignore[misc]
            found = Finding(what, remark=told.fault)
        yield found
    for name, announcer in {**desk.announcers, **({desk.pusher.name: desk.pusher} if desk.pusher else {})}.items():
        yield _look(f"what is told on {name}", lambda announcer=announcer: "; ".join(announcer.check()))  # type: ignore[misc]


def _look(what: str, look: Callable[[], str]) -> Finding:
    try:
        return Finding(what, look())
    except PbpError as error:
        return Finding(what, str(error) or type(error).__name__)


def _reached(_answer: object) -> str:
    """No fault: that the site answered is all that was asked."""
    return ""


def _in_store(app: App, look: Callable[[Tx], T]) -> T:
    with app.store.tx() as tx:
        return look(tx)


def _stuck(tx: Tx) -> str:
    """What waits until a person mends its cause."""
    told = [f"{item.key} could not be sent ({item.why})" for item in tx.all_outgoing(TextState.STUCK)]
    told += [f"the page {page.title} could not be set ({page.why})" for page in tx.pages_unset(PageState.STUCK)]
    return "; ".join([*told, "when the cause is mended: `pbp retry`"]) if told else ""


def _unwise(app: App) -> Iterator[str]:
    """Settings that are well-formed, but cannot work."""
    config = app.config
    service = config.service
    if service.lease_seconds <= service.timeout_seconds:
        yield (
            f"[service] lease_seconds is {service.lease_seconds:g}, no longer than timeout_seconds "
            f"({service.timeout_seconds:g}): a text could be sent twice; make it at least twice as long"
        )
    if config.site.base_url and not config.site.base_url.startswith(("http://", "https://")):
        yield f"[site] base_url is {config.site.base_url!r}: it begins with https://"


def _numbered(app: App) -> tuple[str, ...]:
    wiki = app.config.wiki
    return wiki.list_title, f"{wiki.list_title} explained", wiki.audit_title, wiki.tournament_title


def _addresses(app: App) -> Iterator[str]:
    """Addresses of the Battle Master that nobody would ever read."""
    ours = {f"mail:{app.config.mail.address}".casefold(), f"reddit:{app.config.reddit.account}".casefold()}
    for place in app.config.battle_master.addresses:
        channel, colon, address = place.partition(":")
        if not colon or not address.strip():
            yield f"{place!r} is no address: write channel:address, such as mail:merlin@example.org"
        elif channel not in _CHANNELS:
            near = difflib.get_close_matches(channel, _CHANNELS, 1)
            meant = f"did you mean {near[0]}:{address}?" if near else f"there are {', '.join(_CHANNELS)}"
            yield f"{place!r}: there is no channel {channel!r}; {meant}"
        elif channel not in app.desk.mailboxes:
            yield f"{place!r}: the channel {channel!r} is not read: add it to [letters] channels"
        elif place.casefold() in ours:
            yield f"{place!r} is the service's own address: it would write to itself"
        elif channel == "mail" and not ADDRESS.match(address):
            yield f"{place!r} is no mail address"
        elif channel == "local" and app.site and address not in {account.name for account in app.site.people.all()}:
            yield f"{place!r}: the site knows nobody of that name: `pbp player master {address}` makes the private page"


def _templates(app: App, tx: Tx) -> str:
    """The host's own templates that fail, or would."""
    return "; ".join(f"{name}: {why}" for name, why in templates.failing(app.desk, tx).items())


def _dice(app: App, tx: Tx) -> str:
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


def _sheet(app: App) -> str:
    page = app.desk.wiki.read(app.config.wiki.sheet)
    rows = sheet.read_sheet(page.text) if page else []
    if rows is None:
        return "there is no table with the columns Wizard, Stars and Status: the service puts its own at the end"
    return "; ".join(fault for row in rows for fault in row.faults)


def _next(app: App) -> int:
    """The number of the next ring duel."""
    return _in_store(app, lambda tx: ring.next_number(app.desk, tx))


def _own_titles(app: App) -> list[str]:
    """The titles of the pages that the service keeps, the next duel's among them."""
    number, wiki = _next(app), app.config.wiki
    return [wiki.sheet, wiki.overview, *(title.format(number=number) for title in _numbered(app))]


def _barred(site: Any, titles: Sequence[str]) -> str:
    """Which of these pages the site would not let our account write, where it can tell beforehand."""
    if not hasattr(site, "barred"):
        return ""
    return "; ".join(f"{title!r} cannot be written: {why}" for title, why in site.barred(titles).items())


def _wizards(app: App, tx: Tx) -> str:
    wizards = tx.wizards()
    mute = [
        wizard.name
        for wizard in wizards
        if not any(channel in app.desk.mailboxes for channel, _ in tx.addresses(wizard.name))
    ]
    if sum(wizard.active for wizard in wizards) < 2:
        return "fewer than two wizards are active: `pbp player add NAME`"
    return f"no letter can reach {', '.join(mute)}: `pbp player bind NAME CHANNEL:ADDRESS`" if mute else ""

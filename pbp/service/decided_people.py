"""What the Battle Master decides about people, pages, letters and texts: a handler for each word."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from pbp.errors import NotFound, Refused
from pbp.service import clocks, pages, people, publish, sheet_edits
from pbp.service.decided import Decided, Handler, changes_of

_MASTER = "the Battle Master"
_FROM = re.compile(r"(?P<name>.+)\s+AT\s+(?P<channel>\w+):(?P<address>\S.*)")


def _approve(d: Decided) -> str:
    name, place = _asker(d)
    wizard = people.approve(d.desk, d.tx, name, d.at, place)
    return f"{wizard.name} joins with {wizard.stars} Stars"


def _refuse_player(d: Decided) -> str:
    name, place = _asker(d)
    wish = people.refuse(d.desk, d.tx, name, d.at, place, d.why)
    return f"{wish.wizard}, who asked by {wish.channel}, is not let in"


def _asker(d: Decided) -> tuple[str, tuple[str, str] | None]:
    """The name under which somebody asked to join, and from where, if that is said."""
    named = _FROM.fullmatch(d.words)
    return (named["name"], (named["channel"].casefold(), named["address"])) if named else (d.words, None)


def _take_on(d: Decided) -> str:
    if there := d.tx.wizard(d.words):
        if not people.set_active(d.tx, there, True, d.at, by=_MASTER):
            raise Refused(f"{there.name} takes part already")
        return f"{there.name} is active again"
    wizard = people.take_on(d.desk, d.tx, d.words, d.at)
    return f"{wizard.name} joins with {wizard.stars} Stars"


def _let_go(d: Decided) -> str:
    wizard = people.known(d.tx, d.words)
    if not people.set_active(d.tx, wizard, False, d.at, by=_MASTER):
        raise Refused(f"{wizard.name} is idle already")
    return f"{wizard.name} takes no part in duels to come"


def _adjust(d: Decided) -> str:
    named = [each for each in d.tx.wizards() if f"{d.words} ".casefold().startswith(f"{each.name} ".casefold())]
    if not named:
        raise NotFound("say whose values: ADJUST Ann Stars=12 WHY …")
    wizard = max(named, key=lambda each: len(each.name))
    given = changes_of(d.words[len(wizard.name) :])
    stars = next((given.pop(name) for name in list(given) if name.casefold() == "stars"), None)
    if not (given or isinstance(stars, int)):
        raise Refused("say which values: ADJUST Ann Stars=12, Hat=Red WHY …")
    values: dict[str, Any] = {} if stars is None else {"stars": stars}
    if given:
        values["attributes"] = {**wizard.attributes, **given}
    changed = people.adjust(d.tx, wizard.name, d.at, d.why, source=_MASTER, **values)
    told = ", ".join(f"{name} from {old} to {new}" for name, (old, new) in changed.items())
    return f"{wizard.name}: {told or 'nothing was to change'}"


def _bind(d: Decided) -> str:
    name, _, place = d.words.rpartition(" ")
    channel, colon, address = place.partition(":")
    if not (name and colon and address):
        raise Refused("write the wizard, then the channel and the address: BIND Ann mail:ann@example.org")
    if channel not in d.desk.mailboxes:
        raise Refused(f"there is no channel {channel!r}; there are {', '.join(d.desk.mailboxes)}")
    wizard = people.known(d.tx, name)
    people.bind(d.tx, wizard.name, channel, address, d.at)
    return f"{wizard.name} can write by {channel} from that address"


def _deputy(d: Decided) -> str:
    name = people.make_deputy(d.desk, d.tx, d.words)
    return f"{name} has a private page that decides as yours does; its link stands among the private links"


def _take_page(d: Decided) -> str:
    pages.take_page(d.desk, d.tx, d.words, d.at, read=d.decision.verb == "READ-PAGE")
    return f"I write on the page {d.words} from now on"


def _decide_sheet(d: Decided) -> str:
    accept = d.decision.verb == "ACCEPT-SHEET"
    edit = sheet_edits.decide(d.desk, d.tx, d.words, accept=accept, at=d.at)
    return f"{edit.author}'s change of the sheet {'counts' if accept else 'is put back'}"


def _letter(d: Decided) -> str:
    from pbp.service import letters  # it answers letters, and so has the decisions below it

    name, _, rest = d.words.partition(" ")
    if not name:
        raise Refused(f"say which letter: {d.decision.verb} and its name on the desk, or in `pbp letters list`")
    text = rest.strip() + (f" WHY {d.why}" if rest.strip() and d.why else "")
    if d.decision.verb == "READ-LETTER":
        row = letters.read(d.desk, d.tx, name, d.at, d.why or None)
        return f"the letter by {row.channel}, from {row.sender or 'nobody that could be told'}, says:\n\n{row.text}"
    if d.decision.verb == "RETRY-LETTER":
        with d.desk.store.within(d.tx):  # it is taken in anew, with transactions of its own as at the first time
            letters.retry(d.desk, name, d.at)
        return f"letter {name} is handled and answered"
    if d.decision.verb == "ANSWER-LETTER":
        letters.answer(d.desk, d.tx, name, text, d.at)
        return f"letter {name} is answered"
    letters.reject(d.desk, d.tx, name, d.at, d.why)
    return f"letter {name} is put away"


def _retry(d: Decided) -> str:
    if not d.words:
        raise Refused("say which, or ALL: RETRY ALL")
    count = publish.retry(d.desk, d.tx, None if d.words == "ALL" else d.words, d.at)
    if not count:
        raise NotFound(f"nothing that a site refused is called {d.words!r}")
    return f"{count} put back into the queue"


def _posted(d: Decided) -> str:
    key, _, url = d.words.partition(" ")
    take_address = getattr(d.desk.blog, "posted", None)
    if take_address is None:
        raise Refused("nothing is posted by hand here: the blog takes our texts itself")
    if not d.rehearsed:
        take_address(key, url.strip())
    return f"{key} stands at {url.strip()}"


def _trust_clock(d: Decided) -> str:
    clocks.trust(d.desk, d.tx, d.why, d.at)
    return "our clock is taken for right from now on"


HANDLERS: Mapping[str, Handler] = {
    "APPROVE": _approve,
    "REFUSE-PLAYER": _refuse_player,
    "TAKE-ON": _take_on,
    "LET-GO": _let_go,
    "ADJUST": _adjust,
    "BIND": _bind,
    "DEPUTY": _deputy,
    "TAKE-PAGE": _take_page,
    "READ-PAGE": _take_page,
    "ACCEPT-SHEET": _decide_sheet,
    "REFUSE-SHEET": _decide_sheet,
    "READ-LETTER": _letter,
    "RETRY-LETTER": _letter,
    "ANSWER-LETTER": _letter,
    "REJECT-LETTER": _letter,
    "RETRY": _retry,
    "POSTED": _posted,
    "TRUST-CLOCK": _trust_clock,
}
"""The handlers of these words."""

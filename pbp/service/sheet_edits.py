"""Another's changes of the Duel Sheet: counted, put to the Battle Master, or put back, as `[wiki] sheet_edits` says."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from pbp.errors import Refused
from pbp.service import people
from pbp.service.desk import Desk
from pbp.store import Tx

Change = dict[str, Any]
"""What was changed of a wizard: `stars` by so many, `active` and each of `attributes` to a value (None: taken away)."""

_ASKED = "sheet-edits"
"""The note that keeps the edits that wait for a decision."""


@dataclass(frozen=True)
class Edit:
    """What one person changed with one revision of the sheet: a Change for each wizard."""

    revision: str
    author: str
    changes: Mapping[str, Change]

    @property
    def sentences(self) -> list[str]:
        """What was changed, in words."""
        return [f"{name}: {_in_words(change)}" for name, change in self.changes.items()]


def hear(desk: Desk, tx: Tx, title: str, found: Sequence[Edit], how: str, at: datetime) -> None:
    """Does with people's changes what is said (trust, ask, ignore), and tells the Battle Master."""
    if not found:
        return
    for edit in found:
        tx.journal(at, "sheet-edited", revision=edit.revision, author=edit.author, changed=edit.sentences, how=how)
    if how == "trust":
        count(tx, title, found, at)
    elif how == "ask":
        tx.set_note(_ASKED, json.dumps([asdict(edit) for edit in [*waiting(tx), *found]]))
    else:
        _set_anew(tx, title, f"Put back what {_authors(found)} changed: the Battle Master keeps these values", at)
    desk.tell_master(
        tx,
        f"sheet-edited.{found[-1].revision}.{how}",
        at,
        about="sheet-edited",
        title=title,
        edits=found,
        how=how,
        duel=None,
    )


def count(tx: Tx, title: str, found: Sequence[Edit], at: datetime) -> None:
    """Gives the wizards what people changed, added to what they hold by now."""
    for edit in found:
        source = f"{title}, revision {edit.revision}, by {edit.author}"
        for name, change in edit.changes.items():
            wizard = people.known(tx, name)
            values: dict[str, Any] = {}
            if "stars" in change:
                values["stars"] = wizard.stars + change["stars"]
            if "active" in change:
                values["active"] = change["active"]
            if "attributes" in change:
                both = {**wizard.attributes, **change["attributes"]}
                values["attributes"] = {key: value for key, value in both.items() if value is not None}
            people.adjust(tx, name, at, "edited on the sheet", source=source, **values)


def waiting(tx: Tx) -> list[Edit]:
    """The edits that wait for the Battle Master's decision, oldest first."""
    return [Edit(**values) for values in json.loads(tx.note(_ASKED) or "[]")]


def decide(desk: Desk, tx: Tx, revision: str, *, accept: bool, at: datetime) -> Edit:
    """Lets a waiting edit of the sheet count, or has it put back. Raises Refused if none of that revision waits."""
    title = desk.config.wiki.sheet
    edits = waiting(tx)
    found = [edit for edit in edits if edit.revision == revision]
    if not found:
        known = ", ".join(edit.revision for edit in edits) or "none"
        raise Refused(f"no edit of the sheet in revision {revision!r} waits; waiting: {known}")
    tx.set_note(_ASKED, json.dumps([asdict(edit) for edit in edits if edit.revision != revision]))
    tx.journal(at, "sheet-decided", revision=revision, author=found[0].author, accepted=accept)
    if accept:
        count(tx, title, found, at)
    said = "Accepted" if accept else "Put back"
    _set_anew(tx, title, f"{said} what {_authors(found)} changed, by the Battle Master's decision", at)
    return found[0]


def _set_anew(tx: Tx, title: str, summary: str, at: datetime) -> None:
    """Has the cells that say otherwise set, though what is wanted of them may be what was."""
    page = tx.page(title)
    assert page
    tx.want_page(title, page.kind, page.wanted, summary, at)


def _authors(found: Sequence[Edit]) -> str:
    return " and ".join(dict.fromkeys(edit.author or "somebody" for edit in found))


def _in_words(change: Change) -> str:
    parts = [f"{change['stars']:+d} Stars"] if "stars" in change else []
    if "active" in change:
        parts.append("active" if change["active"] else "idle")
    for key, value in change.get("attributes", {}).items():
        parts.append(f"{key} taken away" if value is None else f"{key} {value}")
    return ", ".join(parts)

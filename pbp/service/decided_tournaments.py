"""What the Battle Master decides about tournaments: a handler for each word."""

from __future__ import annotations

import re
from collections.abc import Mapping

from pbp.errors import Refused
from pbp.service import tournaments
from pbp.service.decided import Decided, Handler, parted, span

_FORM = "TOURNAMENT knock-out OF goofspiel third=yes WITHIN 3d CALLED Spring Cup"
_ANNOUNCED = re.compile(
    r"(?P<form>[\w -]+?)\s+OF\s+(?P<game>.+?)(?:\s+WITHIN\s+(?P<span>\S+))?(?:\s+CALLED\s+(?P<title>.+))?$"
)


def _announce(d: Decided) -> str:
    said = _ANNOUNCED.match(d.words)
    if said is None:
        raise Refused(f"write {_FORM}")
    within = span(said["span"]) if said["span"] else None
    number = tournaments.announce(
        d.desk, d.tx, said["form"], said["game"], d.at, closes=within, title=said["title"] or ""
    )  # fmt: skip
    return f"tournament {number} is announced"


def _start(d: Decided) -> str:
    number, _ = _numbered(d)
    tournaments.begin(d.desk, d.tx, number, d.at)
    return f"tournament {number} is drawn, and its first round is open"


def _end(d: Decided) -> str:
    number, _ = _numbered(d)
    tournaments.finish(d.desk, d.tx, number, d.why, d.at)
    return f"tournament {number} is over"


def _cancel(d: Decided) -> str:
    number, _ = _numbered(d)
    tournaments.cancel(d.desk, d.tx, number, d.why, d.at)
    return f"tournament {number} is cancelled"


def _replace(d: Decided) -> str:
    number, words = _numbered(d)
    old, new = parted(words, "BY", "REPLACE-ENTRANT 3 Ann BY Cleo WHY Ann is away")
    tournaments.replace(d.desk, d.tx, number, old, new, d.why, d.at)
    return f"{new} plays on for {old} in tournament {number}"


def _numbered(d: Decided) -> tuple[int, str]:
    """The tournament that is meant, and what is said of it. Raises Refused."""
    found = re.match(r"#?(\d{1,6})\b\s*(.*)$", d.words)
    if found is None:
        raise Refused(f"say which tournament you mean: {d.decision.verb} 3")
    return int(found[1]), found[2]


HANDLERS: Mapping[str, Handler] = {
    "TOURNAMENT": _announce,
    "START-TOURNAMENT": _start,
    "END-TOURNAMENT": _end,
    "CANCEL-TOURNAMENT": _cancel,
    "REPLACE-ENTRANT": _replace,
}
"""The handlers of these words."""

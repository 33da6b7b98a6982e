"""The JSON of Reddit's things. Every answer has the keys of recorded answers (recorded.json), all of them.

recorded.json holds, for each kind of answer, the keys that every recording had and the JSON types seen under each;
nobody's words are in it. It was drawn from the exchanges that PRAW 8.0.3 ships for its own tests.
"""

from __future__ import annotations

import html
import json
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

RECORDED: Mapping[str, Any] = json.loads(Path(__file__).with_name("recorded.json").read_text())

_EMPTY = {"null": None, "string": "", "number": 0, "bool": False, "list": [], "object": {}}


def shaped(kind: str, **values: Any) -> dict[str, Any]:
    """An answer with every recorded key of its kind: these values, and empty ones elsewhere."""
    keys = RECORDED[kind]["keys"]
    empty = {key: next(value for name, value in _EMPTY.items() if name in types.split()) for key, types in keys.items()}
    unknown = values.keys() - keys.keys()
    assert not unknown, f"no recording of {kind} has {unknown}"
    return {**empty, **values}


def thing(kind: str, data: Mapping[str, Any] | list[str]) -> dict[str, Any]:
    return {"kind": kind, "data": data}


def listing(children: list[Any], after: str | None = None) -> dict[str, Any]:
    return thing("Listing", shaped("listing", children=children, after=after, dist=len(children)))


def rendered(text: str) -> str:
    return f'<!-- SC_OFF --><div class="md"><p>{html.escape(text)}</p>\n</div><!-- SC_ON -->'


def stamp(at: datetime) -> dict[str, float]:
    # Whole seconds, as Reddit gives them.
    return {"created": float(int(at.timestamp())), "created_utc": float(int(at.timestamp()))}


def person(name: str) -> dict[str, Any]:
    return thing("t2", {"name": name, "id": format(sum(map(ord, name)), "x"), "is_friend": False})

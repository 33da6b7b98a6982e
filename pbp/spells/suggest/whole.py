"""A whole Effect in plainer words: what several of its sentences say together is said in one, and what only explains,
repeats or comments is left out; nothing of it is certain."""

from __future__ import annotations

import re
import tomllib
from functools import cache, partial
from importlib.resources import files

from pbp.spells.suggest.outright import LONGEST

TURNED = 0.15
"""What each turn costs."""


@cache
def _turns() -> tuple[tuple[re.Pattern[str], str], ...]:
    """The patterns of wholes.toml, and what may stand in their place."""
    found = tomllib.loads(files("pbp.spells.suggest").joinpath("wholes.toml").read_text("utf-8"))
    parts = found["parts"]

    def whole(pattern: str) -> str:
        return re.sub(r"<(\w+)>", lambda match: f"(?:{whole(parts[match[1]])})", pattern)

    return tuple((re.compile(whole(pattern), re.IGNORECASE), other) for pattern, other in found["turns"]["same"])


def whole_turned(text: str) -> tuple[float, str]:
    """A whole Effect in plainer words, with what that costs; the same text where nothing is to be turned."""
    if len(text) > LONGEST:
        return 0.0, text
    cost, said = 0.0, " ".join(" ".join(_LISTED.sub("• ", line) for line in text.splitlines()).split())
    for pattern, other in _turns():
        turned = pattern.sub(partial(_in_order, other=other), said)
        if turned != said:
            cost, said = cost + TURNED, turned
    return (cost, _tidied(said)) if cost else (0.0, text)


_LISTED = re.compile(r"^\s*(?:[*#•\-–] *(?:\(?(?:\d{1,2}|[a-h])[.)] )?|\(?(?:\d{1,2}|[a-h])[.)] )")
"""The mark of an item."""


def _in_order(match: re.Match[str], other: str) -> str:
    """What stands in the place of a phrase: afterwards, if that was said."""
    words = match.expand(other)
    return f"Then {words}" if _THEN.match(match[0]) and not _THEN.search(words) else words


_THEN = re.compile(r"(?:(?:and|but),? )*then\b(?! again)", re.I)


def _tidied(text: str) -> str:
    """Without what a turn has left between the words: double marks, spaces, small letters at the beginning."""
    text = re.sub(r"\s+([,.;:!?)])", r"\1", " ".join(text.split()))
    text = re.sub(r",+(?=[,.;:!])|(?<=[.;:!?])[,;:.]+|^[\s,;:.]+", "", text)
    text = re.sub(r"(?<=[a-z,] )(?:And|Each|Every|If|One|The|You)\b", lambda match: match[0].lower(), text)
    text = re.sub(r"(^|[.!?] )([a-z])", lambda match: match[1] + match[2].upper(), text)
    return re.sub(r"[\s,;:]+$", "", text)

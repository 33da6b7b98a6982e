"""New words put into a page in place of an author's, with the page's own markup round about left as it is."""

from __future__ import annotations

import re
from collections.abc import Mapping

from pbp.spells.read import FIELDS, Spell, read_list

_MARKUP = r"(?:\s|'{2,}|<[^<>]*>|\[\[(?:[^\[\]|]*\|)?|\]\]|(?<=\n)[*#:;]+)*"
_QUOTE = {"'": "['‘’ʼ]", '"': '["“”„«»]'}


def put(page: str, name: str, fields: Mapping[str, str], attributes: frozenset[str] = frozenset()) -> str | None:
    """A page in which a spell has the new text of some fields; None where the old words cannot be told from the rest.

    Nothing but that spell is changed by it: the page is read again to make sure.
    """
    before = read_list(page, attributes)
    spell = before.spells.get(name)
    if spell is None:
        return None
    for match in re.finditer(re.escape(name), page):
        new = _put_after(page, match.end(), spell, fields)
        if new is not None and _is_right(new, name, fields, page, attributes):
            return new
    return None


def _put_after(page: str, at: int, spell: Spell, fields: Mapping[str, str]) -> str | None:
    for field, words in fields.items():
        old = spell.text.get(FIELDS[field], "")
        pattern = _written(old)
        found = pattern.search(page, at) if pattern else None
        if found is None:
            return None
        page = page[: found.start()] + words + page[found.end() :]
    return page


def _written(text: str) -> re.Pattern[str] | None:
    """What a reader sees as this text may stand so on a page: with markup between its words."""
    pieces = re.findall(r"\w+|[^\w\s•]", text)
    if not pieces:
        return None
    return re.compile(_MARKUP.join("".join(_QUOTE.get(sign, re.escape(sign)) for sign in piece) for piece in pieces))


def _is_right(new: str, name: str, fields: Mapping[str, str], page: str, attributes: frozenset[str]) -> bool:
    """Whether the spell has the new words, and every other spell its old ones."""
    before, after = read_list(page, attributes).spells, read_list(new, attributes).spells
    if list(before) != list(after):
        return False
    wanted = {**before[name].text, **{FIELDS[field]: words for field, words in fields.items()}}
    return after[name].text == wanted and all(
        after[other].text == spell.text for other, spell in before.items() if other != name
    )

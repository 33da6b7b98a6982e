"""Names that wizards can bear: that stand in rings, tables and orders, and that nobody can take for anything else."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from pbp.commands.words import DECISIONS, DESK, ORDERS
from pbp.errors import Refused
from pbp.games import GAMES

_NAME = re.compile(r"[^\W_](?:[\w .'’-]{0,38}[\w.])?")
_ORDINAL = re.compile(r"\d+(?:st|nd|rd|th)|(?:position|place|number|wizard|seat)(?: \d+)?", re.I)
_MEANT = frozenset(
    "none me you i we he she they it myself yourself everyone everybody nobody anyone anybody somebody someone all each"
    " other others target caster self pass first second third fourth fifth sixth seventh eighth ninth"
    " tenth last next previous left right neighbour neighbor random coin draw".split()
) | {"battle master", "the battle master", "no one", "the caster"}
_LIKE = str.maketrans(
    "авекмнорстухіјѕԁԛԝҽһαβεζηικμνορτυχγ1|!0’‘`´",
    "abekmhopctyxijsdqwehabeznikmnoptuxylllo''''",
)
"""Letters and signs that look like Latin ones, in small letters."""


def fair_name(name: str) -> str:
    """A name as it can stand in rings, tables and orders, its letters composed. Raises Refused with what is wrong."""
    name = " ".join(unicodedata.normalize("NFC", name).split()).strip(".,!;:")
    if not _NAME.fullmatch(name) or not re.search(r"[^\W\d_]", name):
        raise Refused(
            f"{name!r} cannot be a wizard's name: up to 40 letters, digits, spaces, dots, hyphens or apostrophes,"
            " with at least one letter"
        )
    if len(_scripts(name)) > 1:
        raise Refused(f"{name!r} cannot be a wizard's name: its letters are of several scripts")
    verbs = {*DESK, *ORDERS, *DECISIONS, *(verb for game in GAMES for verb in game.verbs)}
    if _skeleton(name) in map(_skeleton, _MEANT) or name.upper() in verbs or _ORDINAL.fullmatch(name):
        raise Refused(f"{name!r} cannot be a wizard's name: the word has a meaning of its own")
    return name


def unlike(name: str, others: Iterable[str]) -> None:
    """Raises Refused for a name that looks like one of the others."""
    for other in others:
        if name.casefold() != other.casefold() and _skeleton(name) == _skeleton(other):
            raise Refused(f"{name} looks like {other}, who is another: choose another name")


def _scripts(name: str) -> set[str]:
    """The scripts of a name's letters; those that Chinese, Japanese and Korean are written in count as one."""
    found = {unicodedata.name(sign, "?").split()[0] for sign in name if sign.isalpha()}
    east = {"CJK", "HIRAGANA", "KATAKANA", "HANGUL", "KATAKANA-HIRAGANA", "BOPOMOFO"}
    return found - east | ({"CJK"} if found & east else set())


def _skeleton(name: str) -> str:
    """What a name looks like: two of the same cannot be told apart."""
    plain = unicodedata.normalize("NFKC", name).casefold().translate(_LIKE)
    return plain.replace("i", "l").replace(" ", "")

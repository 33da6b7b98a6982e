"""What must not be published: live secrets. Cut from what people say to us and from the journal, ended where they stand
on a page that people have written, and looked for in every text of ours right before it goes out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache, partial
from typing import Any, TypeVar, cast

from pbp.errors import SiteRefused
from pbp.service import further, people, tokens
from pbp.service.desk import Desk, secret_season
from pbp.store import Tx
from pbp.store.states import TournamentState

_LINK = re.compile(r"(?<![\w-])[\w-]{43}(?![\w-])", re.ASCII)
_HEX = re.compile(r"(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])", re.I)
_CODE = re.compile(r"(?<![0-9A-F])[0-9A-F]{12}(?![0-9A-F])", re.I)
T = TypeVar("T")

_LEAST = 8
"""A shorter password is not looked for: it stands in many a word."""


@dataclass(frozen=True, slots=True)
class Secret:
    """A live secret in a text: what it is, its letters there, and how it is ended, where that can be."""

    what: str
    value: str
    end: Callable[[], object] | None = None


def found(desk: Desk, tx: Tx, text: str, at: datetime) -> list[Secret]:
    """The live secrets in a text. What a text without any costs is a look at its words."""
    looks = (_tokens, _links, _codes, _keys, _passwords)
    return [secret for look in looks for secret in look(desk, tx, text, at)]


def refuse(desk: Desk, text: str, *, but: str = "") -> None:
    """Raises SiteRefused if a text that is about to go out holds a live secret, unless it stands in `but` already."""
    at = desk.clock()
    with desk.store.tx() as tx:
        kinds = {secret.what for secret in found(desk, tx, text, at) if secret.value not in but}
    if kinds:
        raise SiteRefused(f"it holds {' and '.join(sorted(kinds))}, which must not be published")


def cut(desk: Desk, text: str) -> str:
    """What somebody wrote to us, without live secrets: what is made of it may be published."""
    text = tokens.unsaid(text)
    if not any(pattern.search(text) for pattern in (tokens.IN_TEXT, _LINK, _HEX)):
        return text
    with desk.store.tx() as tx:
        secrets = found(desk, tx, text, desk.clock())
    return _cut(text, [secret for secret in secrets if secret.what != _A_CODE])


def without(desk: Desk, tx: Tx, said: T) -> T:
    """What is said, texts in whatever lists and mappings, without any live secret: it may be journalled and published.

    Codes and passwords are cut as well, which a letter to us may hold.
    """
    secrets = found(desk, tx, "\n".join(_texts(said)), desk.clock())
    return cast(T, _cut_in(said, secrets)) if secrets else said


def end(desk: Desk, tx: Tx, text: str, at: datetime) -> None:
    """Ends the secrets in a text that its authors have published: what is taken from it is published again."""
    for secret in found(desk, tx, text, at):
        if secret.end:
            secret.end()
            desk.tell_master(tx, f"leaked.{secret.value}", at, about="leaked", duel=None, secret=secret.what)


_A_CODE = "a code for an address"


def _cut(text: str, secrets: Iterable[Secret]) -> str:
    for secret in secrets:
        text = re.sub(re.escape(secret.value), "…", text, flags=re.I)  # one may stand there twice, written otherwise
    return text


def _texts(said: object) -> Iterator[str]:
    if isinstance(said, str):
        yield said
    elif isinstance(said, Mapping):
        yield from _texts([*said.keys(), *said.values()])
    elif isinstance(said, list | tuple):
        for each in said:
            yield from _texts(each)


def _cut_in(said: Any, secrets: Collection[Secret]) -> Any:
    if isinstance(said, str):
        return _cut(tokens.unsaid(said), secrets)
    if isinstance(said, Mapping):
        return {_cut_in(key, secrets): _cut_in(value, secrets) for key, value in said.items()}
    if isinstance(said, list | tuple):
        parts = (_cut_in(each, secrets) for each in said)
        return list(parts) if isinstance(said, list) else tuple(parts)
    return said


def _tokens(desk: Desk, tx: Tx, text: str, at: datetime) -> Iterator[Secret]:
    candidates = tokens.IN_TEXT.findall(text)
    if not candidates:
        return
    secret = desk.season(tx, at).signing_key
    for one in candidates:
        if tokens.is_ours(secret, one) and not tokens.is_spent(tx, one):
            yield Secret("a reply token", one, partial(tokens.spend, tx, one, at))


def _links(desk: Desk, tx: Tx, text: str, at: datetime) -> Iterator[Secret]:
    candidates = set(_LINK.findall(text))
    if not candidates:
        return
    names = [wizard.name for wizard in tx.wizards()]
    names += [place.partition(":")[2] for place in desk.config.battle_master.addresses if place.startswith("local:")]
    names += people.deputies(tx)
    for name in names:
        link = (desk.private_link(name) or "").rpartition("/")[2]
        if link in candidates:
            yield Secret("a private link", link, partial(desk.renew_link, name))
        if (token := desk.follow_token(name)) in candidates:
            yield Secret("the address of an own feed", token, partial(desk.renew_follow_token, name))


def _codes(desk: Desk, tx: Tx, text: str, at: datetime) -> Iterator[Secret]:
    candidates = {code.upper(): code for code in _CODE.findall(text)}
    if candidates:
        for wish in tx.wishes():
            if wish.code in candidates:
                yield Secret(_A_CODE, candidates[wish.code], partial(tx.end_wish, wish))


def _keys(desk: Desk, tx: Tx, text: str, at: datetime) -> Iterator[Secret]:
    """The keys of a season; of the duels that go on, their seed, blinds and salts; and the lots not drawn yet."""
    candidates = {one.lower(): one for one in _HEX.findall(text)}
    if not candidates:
        return
    seasons = {season.id: season for season in tx.seasons()}
    known = {key.hex() for season in seasons.values() for key in (season.key, season.signing_key)}
    known |= _of_running(tx, {name: season.key for name, season in seasons.items()}, candidates.keys())
    for tournament in tx.tournaments(TournamentState.ENTRY):
        if season := tx.season(tournament.season):
            known.add(secret_season(season.key).lots(tournament.post).hex())
    for one in candidates.keys() & known:
        yield Secret("a secret of the season or of a duel that goes on", candidates[one])


def _of_running(tx: Tx, keys: Mapping[str, bytes], candidates: Collection[str]) -> set[str]:
    """Those that are seeds, blinds or salts of duels that go on, however many these are; each season by its key."""
    taken = further.indices(tx)
    seeds = {_seed(keys[season], taken.get(duel, index)): duel for duel, season, index in tx.running_seeds()}
    found = {one: seeds[one] for one in candidates if one in seeds} | tx.live_secrets(candidates)
    return {one for one, duel in found.items() if not further.is_published(tx, tx.duel(duel))}


@lru_cache(maxsize=4096)
def _seed(key: bytes, index: int) -> str:
    """A seed of a season: it is asked for again with each text that goes out while its duel runs."""
    return secret_season(key).seed(index).hex()


def _passwords(desk: Desk, tx: Tx, text: str, at: datetime) -> Iterator[Secret]:
    for password in desk.config.secrets():
        if len(password) >= _LEAST and password in text:
            yield Secret("a password of the configuration", password)

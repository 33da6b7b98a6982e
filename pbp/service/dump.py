"""All that was published of a season, as the files of one archive that can be checked without the sites."""

from __future__ import annotations

import json
from collections.abc import Iterable

from pbp.bundle import bundle_text
from pbp.bundle.archive import ADDRESSES, READ_ME, SCRIPT, SEASON, SUMS, with_sums
from pbp.bundle.form import find_bundle
from pbp.errors import NotFound
from pbp.service.desk import Desk
from pbp.store import Tx
from pbp.store.states import PageKind, TextState
from pbp.store.values import Outgoing
from pbp.verify import script

_READ_ME = """\
Season {season}: all that was published of it, to be checked without the sites.

{listed:<16}the signed list of all duels
duels/NUMBER.json  the bundle of each duel that has ended
texts/          the season's post, and each duel's post with its comments, as they were published
{addresses:<16}which of these files stood at which address
{script:<16}checks a bundle with Python alone
{sums:<16}the digests of all other files: sha256sum --check {sums}

To check the season, play every duel again and see how each joins the one before:

    pbp verify --season THIS-ARCHIVE-OR-FOLDER --anchor ANCHOR

To check one duel with Python alone:

    python3 check.py duels/NUMBER.json ANCHOR INDEX COMMITMENT...

The anchor is said to be {anchor},
the operator's public key {key}.

What counts is what you saw yourself, before the results: anchor, indices and commitments. Who made this archive could
have written its texts afterwards.
"""


def season_files(desk: Desk, tx: Tx, season: str) -> dict[str, str]:
    """The files of a season: list, bundles, posts and comments as they were published, and what checks them.

    Raises NotFound if there is no such season, or nothing of it has been published yet.
    """
    row, listed = tx.season(season), tx.page(desk.season_title(season))
    if row is None or listed is None or listed.url is None:
        raise NotFound(f"no list of a season {season} has been published yet")
    numbers = {number for _, number, _, _ in tx.duels_of_season(season)}
    files = {SEASON: bundle_text(find_bundle(listed.wanted)), SCRIPT: script()}
    places = {listed.url: SEASON}
    for page in tx.pages(PageKind.AUDIT):
        if page.duel in numbers and page.url is not None:
            name = f"duels/{page.duel}.json"
            files[name], places[page.url] = bundle_text(find_bundle(page.wanted)), name
    began = tx.outgoing(desk.season_key(season))
    texts = [*([began] if began else []), *tx.published(sorted(numbers))]
    for address, items in _by_page(texts).items():
        name = f"texts/{len(places):05}.txt"
        files[name], places[address] = "\n".join(_shown(item) for item in items), name
    files[ADDRESSES] = json.dumps(places, indent=1, sort_keys=True) + "\n"
    files[READ_ME] = _READ_ME.format(
        season=season,
        anchor=row.anchor,
        key=row.public_key,
        listed=SEASON,
        addresses=ADDRESSES,
        script=SCRIPT,
        sums=SUMS,
    )
    return with_sums(files)


def _by_page(texts: Iterable[Outgoing]) -> dict[str, list[Outgoing]]:
    """The texts that are out, by the page on which they stand: a comment's address leads into that of its post."""
    found: dict[str, list[Outgoing]] = {}
    for item in texts:
        if item.state == TextState.SENT and item.ref_url:
            found.setdefault(item.ref_url.partition("#")[0], []).append(item)
    return found


def _shown(item: Outgoing) -> str:
    return f"{item.ref_url}\n\n{item.payload.get('title', '')}\n\n{item.payload['body']}\n"

"""What a reader of the site does to check it: pages fetched by their addresses, commitments found in the comments."""

from __future__ import annotations

from pbp.errors import NotFound
from pbp.store.states import TextState
from pbp.verify import Report, Seen, verify_file, verify_season
from pbp.verify.checks import numbers_in
from service.world import World


def page_at(world: World, url: str) -> str:
    """What stands on the site at an address. Raises NotFound."""
    with world.app.store.tx() as tx:
        titles = {world.app.desk.wiki.url(page.title): page.title for page in tx.pages()}
        posts = {item.ref_url.partition("#")[0] for item in tx.all_outgoing(TextState.SENT) if item.ref_url}
    if url in titles:
        return world.page(titles[url])
    if url in posts:
        return "".join(world.comments())
    raise NotFound(f"nothing stands at {url}")


def duel_checked(world: World, number: int) -> Report:
    """`pbp verify` on a duel's audit page, by a reader who saw the comments."""
    return verify_file(world.page(f"Wizard Duel {number} Audit"), Seen(texts=numbers_in("".join(world.comments()))))


def season_checked(world: World, *pages: str) -> Report:
    """`pbp verify --season` on the list of the season, by a reader who saw its anchor and these pages."""
    with world.app.store.tx() as tx:
        season = tx.season(world.config.season.id)
    assert season
    seen = Seen(anchor=season.anchor, texts=numbers_in("".join(pages)))
    listed = world.page(world.app.desk.season_title(season.id))
    return verify_season(listed, lambda url: page_at(world, url), seen)


def marked(report: Report, word: str) -> list[str]:
    """The lines of a report that begin with a word, without it."""
    return [line.removeprefix(word).strip() for line in report.lines if line.startswith(word)]

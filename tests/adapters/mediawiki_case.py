"""The MediaWiki adapter, as an operator configures it, on the tests' own wiki."""

from __future__ import annotations

from typing import Any

from servers.mediawiki import MediaWiki

from pbp.adapters.mediawiki import MediaWikiSite

BOT = MediaWiki.bot


def mediawiki_site(url: str, **settings: Any) -> MediaWikiSite:
    """Our account on a wiki at that address."""
    return MediaWikiSite(url, BOT.login, **{"password": BOT.password, "contact": "pbp@example.org", **settings})

"""The WordPress adapter, as an operator configures it, on the tests' own blog."""

from __future__ import annotations

from typing import Any

from servers.wordpress import WordPress

from pbp.adapters.wordpress import WordPressBlog


def wordpress_site(server: WordPress, role: str = "editor", url: str = "", **settings: Any) -> WordPressBlog:
    """The account that is named for its role, on a blog at that address."""
    return WordPressBlog(url or server.url, role, server.passwords[role], **settings)

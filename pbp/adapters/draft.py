"""A blog on which a person posts: for sites without an API, or whose rules let only people post.

`post` and `comment` put the exact text into a file and raise ByHand; `find` gives the address that `posted` was told.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from datetime import datetime, timedelta
from pathlib import Path

from pbp.errors import ByHand, NotFound, Refused, SiteRefused
from pbp.ports import Ref


class DraftBlog:
    """Texts that wait in a folder for a person, and the addresses at which they were posted."""

    name = "draft"
    lag = timedelta(0)
    late = timedelta(0)

    def __init__(self, folder: Path, markup: str):
        self.markup = markup
        self._folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    def find(self, key: str, on: Ref | None = None, since: datetime | None = None) -> Ref | None:
        """Where the text was posted, if its address was given."""
        url = self._posted().get(key)
        return Ref(url, url) if url else None

    def post(self, key: str, title: str, body: str) -> Ref:
        """Puts the post into a file. Raises ByHand."""
        return self._wait(key, f"New post, titled: {title}", f"{title}\n\n{body}")

    def comment(self, key: str, on: Ref, body: str) -> Ref:
        """Puts the comment into a file. Raises ByHand."""
        return self._wait(key, f"Comment on {on.url}", body)

    def copies(self, key: str, on: Ref | None = None) -> list[Ref]:
        """What `find` finds: one address is told for each text."""
        found = self.find(key, on)
        return [found] if found else []

    def take_back(self, copy: Ref, on: Ref | None = None) -> None:
        """Refused: who posted it can delete it."""
        raise SiteRefused(f"{copy.url} was posted by a person, who alone can delete it")

    def hidden(self, posts: Sequence[Ref], comments: Sequence[Ref]) -> dict[Ref, str]:
        """None: only people can look there."""
        return {}

    def posted(self, key: str, url: str) -> None:
        """Takes the address at which a person posted the text. Raises NotFound, Refused."""
        if not url.startswith(("http://", "https://")):
            raise Refused(f"{url!r} is no address; it begins with https://")
        if not self._file(key).exists():
            raise NotFound(f"no text waits under {key!r}; waiting: {', '.join(self.waiting()) or 'none'}")
        urls = self._posted()
        if urls.get(key, url) != url:
            raise Refused(f"{key} was posted already, at {urls[key]}")
        new = self._folder / "posted.json.new"
        new.write_text(json.dumps({**urls, key: url}, indent=1, sort_keys=True), encoding="utf-8")
        new.replace(self._folder / "posted.json")

    def waiting(self) -> list[str]:
        """The keys of the texts that nobody has posted yet."""
        return sorted(path.stem for path in self._folder.glob("*.txt") if path.stem not in self._posted())

    def _wait(self, key: str, where: str, text: str) -> Ref:
        self._file(key).write_text(text, encoding="utf-8")
        raise ByHand(f"{where}: post the text in {self._file(key)}, then `pbp posted {key} ADDRESS`", where, text)

    def _file(self, key: str) -> Path:
        if not re.fullmatch(r"[\w.-]+", key, re.ASCII):
            raise NotFound(f"{key!r} is no key of a text")
        return self._folder / f"{key}.txt"

    def _posted(self) -> dict[str, str]:
        try:
            urls: dict[str, str] = json.loads((self._folder / "posted.json").read_text(encoding="utf-8"))
        except FileNotFoundError:
            return {}
        return urls

"""Reading Reddit's listings, which are newest first, not quite sorted, late, and at most a thousand items deep."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar

from pbp.clock import Clock
from pbp.ports import Ref

T = TypeVar("T")

PAGE = 100
"""Items that Reddit gives at once, whatever is asked for."""


def unknown(
    items: Iterable[T], known: Callable[[T], bool], sought: Callable[[T], bool] = lambda item: False
) -> Iterator[T]:
    """The items not known, read until a whole page of known ones has gone by.

    One known item is no reason to stop: listings are late, so that an older one can turn up below a newer.
    `sought` says of a known item that we are not yet so deep that we may stop.
    """
    run = 0
    for item in items:
        if known(item):
            run = 0 if sought(item) else run + 1
            if run == PAGE:
                return
        else:
            run = 0
            yield item


@dataclass(frozen=True, slots=True)
class ListedText:
    """A published text of ours: where it stands, under which post (its id, or empty), and the names that it bears."""

    ref: Ref
    post: str
    names: frozenset[str]


class TextIndex:
    """Our own texts in some listings by the names that they bear; read anew, as far as needed, when one is missing."""

    def __init__(self, clock: Clock, *listings: Callable[[], Iterable[ListedText]]):
        self._clock = clock
        self._listings = listings
        self._ids: set[str] = set()
        self._by_name: dict[str, ListedText] = {}
        self._looked: datetime | None = None

    def find(self, name: str, since: datetime | None = None) -> ListedText | None:
        """The text that bears a name, as far as Reddit shows it by now, or has shown it at `since` or later."""
        if since and self.is_known(since):
            return self.remembered(name)
        self._looked = self._clock()
        for listing in self._listings:
            if name in self._by_name:
                break
            self.add(unknown(listing(), lambda text: text.ref.id in self._ids))
        return self._by_name.get(name)

    def remembered(self, name: str) -> ListedText | None:
        """The text that bears a name, if it was seen already."""
        return self._by_name.get(name)

    def was_shown(self, at: datetime) -> None:
        """Notes that what Reddit shows at a moment was added, by whichever listing."""
        self._looked = at

    def is_known(self, since: datetime) -> bool:
        """Whether what Reddit shows was looked at then or later."""
        return self._looked is not None and self._looked >= since

    def add(self, texts: Iterable[ListedText]) -> None:
        """Keeps texts in mind that were seen elsewhere. Of two of one name the older stays."""
        for text in texts:
            self._ids.add(text.ref.id)
            for name in text.names:
                if name not in self._by_name or age(text) < age(self._by_name[name]):
                    self._by_name[name] = text


def age(text: ListedText) -> int:
    """A number that grows from text to text."""
    return int(text.ref.id.rpartition("_")[2], 36)

"""A season from an archive: the same checks as from the sites, with nothing fetched."""

from __future__ import annotations

from collections.abc import Mapping

from pbp.bundle.archive import SEASON, SUMS, addressed, with_sums
from pbp.errors import FileFaults, NotFound
from pbp.verify.checks import Broken, Check, Report, Seen, checked, report, told
from pbp.verify.season import verify_season

MADE_LATER = (
    "commitments were looked up in the archive, whose maker could have written its texts after the results: compare"
    " them with what you saw, by --seen or --commitment"
)


def verify_archive(files: Mapping[str, str], seen: Seen | None = None, *, alone: bool = False) -> Report:
    """The report on the files of a season's archive, by their names. Never raises for what they say."""
    seen = seen or Seen()
    whole = checked("files", _whole, files)
    try:
        texts = addressed(files)
    except FileFaults as error:
        return report([whole, Check("addresses", False, told(error))])

    def fetch(address: str) -> str:
        if address not in texts:
            raise NotFound(f"the archive has nothing of {address}")
        return texts[address]

    notes = () if seen.commitments or seen.texts or alone else (MADE_LATER,)
    return verify_season(files.get(SEASON, ""), fetch, seen, alone=alone, before=(whole,), notes=notes)


def _whole(files: Mapping[str, str]) -> str:
    """Whether every file is there and as it was when the archive was made."""
    expected = with_sums({name: text for name, text in files.items() if name != SUMS})[SUMS]
    listed, found = (set(text.splitlines()) for text in (files.get(SUMS, ""), expected))
    if wrong := sorted(line.partition("  ")[2] for line in listed ^ found):
        raise Broken(f"{wrong[0]} is not as {SUMS} says")
    return f"files: {len(found)}, as {SUMS} says"

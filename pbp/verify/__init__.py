"""What a reader can check of a published duel, of a season, or of a receipt, by working everything out again.

Nothing here raises for what a file says: a file that cannot be checked has failed. The checks stand on what the
reader saw published elsewhere and before: the season's anchor, the seed's index in the duel's post, the commitment
in each commence comment. By itself a bundle proves only that it fits itself, and it is said so.
"""

from __future__ import annotations

from pbp.verify.archive import verify_archive
from pbp.verify.bundles import check_bundle, script, verify_file
from pbp.verify.checks import Check, Report, Seen, report
from pbp.verify.ratings import verify_ratings
from pbp.verify.receipts import check_receipt
from pbp.verify.season import verify_season

__all__ = [
    "Check",
    "Report",
    "Seen",
    "check_bundle",
    "check_receipt",
    "report",
    "script",
    "verify_archive",
    "verify_file",
    "verify_ratings",
    "verify_season",
]

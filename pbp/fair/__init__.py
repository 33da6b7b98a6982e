"""What binds the operator: the season's seeds under one anchor, digests and commitments of orders, signed receipts.

Whole numbers in hashed bytes are eight bytes, big end first; texts are UTF-8; JSON is that of
pbp.fair.dice.canonical_json. Nothing here draws a secret: keys, salts and blinds, 32 random bytes each, are handed in.
Chance from a seed stands in pbp.fair.dice.
"""

from pbp.fair.commitments import commitment, first_commitment, order_digest
from pbp.fair.receipts import SERIALS_IN_A_LINE, Receipt, make_receipt, read_receipt
from pbp.fair.seeds import DEPTH, SEEDS, RevealedSeed, Season, draw_ring, season_anchor
from pbp.fair.signing import is_signed, public_key, read_stamp, sign, stamp

__all__ = [
    "DEPTH",
    "SEEDS",
    "SERIALS_IN_A_LINE",
    "Receipt",
    "RevealedSeed",
    "Season",
    "commitment",
    "draw_ring",
    "first_commitment",
    "is_signed",
    "make_receipt",
    "order_digest",
    "public_key",
    "read_receipt",
    "read_stamp",
    "season_anchor",
    "sign",
    "stamp",
]

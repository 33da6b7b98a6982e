"""Facts into words, in the markup of the site that will show them."""

from pbp.text.texts import SHIPPED, Texts, folder_of, in_zone, sentence, shipped_texts, time_left, utc

__all__ = [
    "SHIPPED",
    "Texts",
    "folder_of",
    "in_zone",
    "sentence",
    "shipped_texts",
    "time_left",
    "utc",
]

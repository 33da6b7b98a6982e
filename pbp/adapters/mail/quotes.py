"""Quotations that mail programs leave unmarked, marked with "> " like all others.

Our own letters show orders; quoted back without a mark they would be read as orders again. This is the second guard
against that: the first are the lines round each of our letters, which the reader of commands knows.
"""

from __future__ import annotations

import re

_LABEL = re.compile(r"\s*\*?[^\W\d_][\w .'-]{0,24}\s?:\*?(\s|$)")
_DIVIDER = re.compile(r"\s*-{5,} ?[^\W\d_][\w '’]{2,40} ?-{5,}\s*\Z")


def mark_quotes(text: str, own_address: str, own_name: str) -> str:
    """The text with all that is quoted from an earlier letter of ours behind "> ".

    Three beginnings are known, in any language: a divider like "-----Original Message-----"; the headers of the
    earlier letter, three lines or more of "Label: value", the first with our name or address; and a line
    with our address and a date that ends in a colon, unless marked lines follow it. The rest is marked only if the
    sender's own words stand before it: else they may stand below, or it is a letter in the form of a memo.
    """
    lines = text.split("\n")
    local, _, domain = own_address.rpartition("@")
    address = re.compile(rf"{re.escape(local)}([^\w\s@][^\s@<>]*)?@{re.escape(domain)}", re.IGNORECASE)
    at, began = 0, False
    while at < len(lines):
        if lines[at].startswith(">"):
            at += 1
        elif began and (_DIVIDER.match(lines[at]) or _is_header_block(lines[at : at + 4], address, own_name)):
            return "\n".join(lines[:at] + _marked(lines[at:]))
        elif length := _attribution(lines[at : at + 3], address):
            following = next((line for line in lines[at + length :] if line.strip()), "")
            if following.startswith(">"):
                lines[at : at + length] = _marked(lines[at : at + length])
            elif began:
                return "\n".join(lines[:at] + _marked(lines[at:]))
            at += length
        else:
            began = began or bool(lines[at].strip())
            at += 1
    return "\n".join(lines)


def _marked(lines: list[str]) -> list[str]:
    return [line if line.startswith(">") else f"> {line}".rstrip() for line in lines]


def _is_header_block(lines: list[str], address: re.Pattern[str], own_name: str) -> bool:
    labels = [line for line in lines if _LABEL.match(line)]
    if len(labels) < 3 or labels[0] != lines[0]:
        return False
    return bool(address.search(lines[0])) or own_name.casefold() in lines[0].casefold()


def _attribution(lines: list[str], address: re.Pattern[str]) -> int:
    """How many lines an attribution takes that begins here; 0 if none does."""
    for length in range(1, len(lines) + 1):
        words = " ".join(lines[:length]).strip()
        if len(words) > 400 or not lines[length - 1].strip():
            return 0
        if words.endswith(":"):
            return length if address.search(words) and re.search(r"\d", address.sub("", words)) else 0
    return 0

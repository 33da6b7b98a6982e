"""The headers of a letter: its sender, who vouches for it, its token, its thread, and whether a person wrote it.

Everything here is written by strangers. What cannot be read exactly counts as absent.
"""

from __future__ import annotations

import re
from email.header import decode_header, make_header
from email.message import Message as MimeMessage

from pbp.adapters.mail.settings import ADDRESS, MailboxSettings

LONGEST_ID = 900
"""Characters of a message id that still fit on one line of a header (RFC 5322: 998)."""
LONGEST_THREAD = 10
TOKEN = r"[A-Za-z0-9_-]{4,48}"  # noqa: S105
OWN_MARK = "x-loop"
LONGEST_FROM = 1000
_ENCODED = re.compile(r"=\?[^?\s]+\?[bq]\?[^?\s]*\?=", re.IGNORECASE)
_BETWEEN_ADDRESSES = re.compile(r"[\s,;:<>()\"]+")

BOUNCE = "it is a bounce or another report of a mail server"

Fields = list[tuple[str, str]]


def fields(mime: MimeMessage) -> Fields:
    """Name (lower case) and unfolded value of each header, from the top."""
    return [(name.lower(), re.sub(r"\r?\n(?=[ \t])", "", str(value)).strip()) for name, value in mime.raw_items()]


def values(of: Fields, name: str) -> list[str]:
    """The values of all headers of a name, from the top."""
    return [value for other, value in of if other == name]


def first(of: Fields, name: str) -> str:
    """The value of the topmost header of a name, or an empty text."""
    return next(iter(values(of, name)), "")


def sender(of: Fields) -> str:
    """The one address in the one From header, in lower case; empty if there is any doubt about it.

    Names are written in many ways that no rule allows: with bare dots and commas, raw UTF-8, encoded words anywhere.
    None of that is looked at. What stands between quotation marks, in comments and in encoded words is a name; outside
    of them there must be exactly one address, and no @ that could belong to another.
    """
    froms = values(of, "from")
    if len(froms) != 1 or len(froms[0]) > LONGEST_FROM:
        return ""
    plain = without_comments(froms[0])
    # Where a mark is missing, nobody knows what is a name: then all of it counts.
    found = _addresses(froms[0] if plain is None else _ENCODED.sub(" ", plain))
    if not found and "=?" in froms[0]:
        found = _addresses(_decoded(froms[0]))  # some programs encode the address with the name
    return found.pop() if len(found) == 1 else ""


def _addresses(words: str) -> set[str]:
    """The addresses in a text; an empty one among them for each @ that is part of none."""
    pieces = {piece for piece in _BETWEEN_ADDRESSES.split(words) if "@" in piece}
    return {piece.lower() if ADDRESS.match(piece) else "" for piece in pieces}


def subject(of: Fields) -> str:
    """The subject in plain words on one line, at most 200 characters."""
    return in_words(first(of, "subject"), 200)


def in_words(value: str, limit: int) -> str:
    """A header's value on one line, encoded words decoded, at most so many characters."""
    return plain_line(_decoded(value[:1000]), limit)


def _decoded(value: str) -> str:
    try:
        return str(make_header(decode_header(value)))
    except Exception:  # an unknown charset, broken base64: as it came
        return value


def plain_line(words: str, limit: int) -> str:
    """One line without control or format characters, safe in a header."""
    return " ".join("".join(c if c.isprintable() else " " for c in words).split())[:limit].strip()


def token(of: Fields, settings: MailboxSettings) -> str:
    """The reply token that the letter bears; empty if none, or more than one.

    It comes back in the address that was written to, or among the message ids that are referred to: see letter.py.
    """
    own_ids = re.compile(rf"<token\.({TOKEN})@{re.escape(settings.domain)}>", re.IGNORECASE)
    found = {match for name in ("references", "in-reply-to") for v in values(of, name) for match in own_ids.findall(v)}
    if not found and settings.delimiter:
        own = re.escape(settings.local + settings.delimiter)
        own_address = re.compile(
            rf"(?<![^\s<,:;\"]){own}({TOKEN})@{re.escape(settings.domain)}(?![\w.-])", re.IGNORECASE
        )
        names = ("to", "cc", "delivered-to", "x-original-to", "envelope-to", "x-envelope-to")
        found = {match for name in names for v in values(of, name) for match in own_address.findall(v[:10_000])}
    return found.pop() if len(found) == 1 else ""


def message_ids(words: str) -> list[str]:
    """The well-formed message ids in a text, each once, in order; an id is kept whole or not at all."""
    found = re.findall(rf"<[!-;=?-~]{{1,{LONGEST_ID}}}>", words)
    return list(dict.fromkeys(id for id in found if "@" in id))


def thread(of: Fields) -> str:
    """The message ids, parted by blanks, that an answer refers to: the first, the newest, and the letter's own last."""
    ids = message_ids(" ".join((first(of, "references"), first(of, "message-id"))))
    ids = [id for id in ids if not id.startswith("<token.")]
    return " ".join(ids if len(ids) <= LONGEST_THREAD else [ids[0], *ids[-LONGEST_THREAD + 1 :]])


def written_by_no_person(of: Fields, settings: MailboxSettings, address: str) -> str:
    """Why the letter must never be answered: an automatic reply, a list, a bounce, our own; empty for a person's.

    The signs are those of RFC 3834 and RFC 2919, and those that mail programs have in use.
    """
    own = re.compile(
        rf"{re.escape(settings.local)}([{re.escape(settings.delimiter or '+')}].*)?@{re.escape(settings.domain)}",
        re.IGNORECASE,
    )
    if own.fullmatch(address) or any(own.search(value) for value in values(of, OWN_MARK)):
        return "it is a letter of our own that came back"
    kind = first(of, "content-type").lower()
    if (
        first(of, "return-path").replace(" ", "") == "<>"
        or kind.startswith("multipart/report")
        or address.rpartition("@")[0] in ("mailer-daemon", "postmaster")
        or values(of, "x-failed-recipients")
    ):
        return BOUNCE
    precedence = first(of, "precedence").lower()
    automatic = first(of, "auto-submitted").lower().split(";")[0].strip()
    programs = ("x-autoreply", "x-autorespond", "x-autoresponder", "x-autogenerated", "x-vacation")
    if automatic not in ("", "no") or precedence == "auto_reply" or any(values(of, name) for name in programs):
        return "it is an automatic reply"
    lists = ("list-id", "list-post", "list-unsubscribe", "list-help", "mailing-list")
    if precedence in ("bulk", "junk", "list") or any(values(of, name) for name in lists):
        return "it came through a mailing list"
    return ""


def without_comments(value: str) -> str | None:
    """The text without comments, which may nest, and quoted strings; None if one of them does not end."""
    out: list[str] = []
    depth, quoted, at = 0, False, 0
    while at < len(value):
        char = value[at]
        if char == "\\" and (depth or quoted):
            at += 1
        elif quoted:
            quoted = char != '"'
        elif char == "(":
            depth += 1
        elif char == ")" and depth:
            depth -= 1
            out.append(" ")
        elif not depth and char == '"':
            quoted = True
        elif not depth:
            out.append(char)
        at += 1
    return None if depth or quoted else "".join(out)

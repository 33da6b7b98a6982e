"""The words of a letter: the part that a person wrote, in any charset, as plain text."""

from __future__ import annotations

import codecs
import re
import unicodedata
from collections.abc import Sequence
from email.message import Message as MimeMessage

from pbp.adapters.mail.html import plain_text

LONGEST_TEXT = 20_000
"""Characters of a letter that are read; the rest is cut off at the end of a line, never inside one."""
DEEPEST = 12

# Only charsets that do nothing but write characters: not, say, unicode_escape, which makes line ends out of "\\n".
_CHARSETS = re.compile(
    r"(ascii|utf-(7|8|8-sig|16|16-le|16-be|32|32-le|32-be)|iso8859-\d+|cp\d+|koi8-[rut]|kz1048|ptcp154|tis-620|hz"
    r"|mac-[a-z0-9-]+|gb2312|gbk|gb18030|big5|big5hkscs|shift_jis(_2004|x0213)?|euc_(jp|kr|jis_2004|jisx0213)"
    r"|iso2022_(jp(_[0-9a-z]+)?|kr)|johab)\Z"
)


def text_of(mime: MimeMessage, cut: Sequence[MimeMessage] = ()) -> str:
    """What the letter says, cleaned; empty if it says nothing in text or HTML. Attachments are never opened.

    `cut`: the parts of which only the beginning is here, so that the last line may be half of one.
    """
    return clean(_words(mime, 0, cut)).strip("\n")


def shortened(text: str) -> str:
    """The lines of a text that are read."""
    return text if len(text) <= LONGEST_TEXT else text[:LONGEST_TEXT].rpartition("\n")[0]


class _Cleaned(dict[int, str]):
    """What becomes of a character, worked out when it is first met."""

    def __missing__(self, code: int) -> str:
        kind = unicodedata.category(chr(code))
        kept = chr(code) if kind not in ("Cc", "Cf", "Cs") else ""
        self[code] = " " if kind == "Zs" else kept
        return self[code]


_CLEANED = _Cleaned({ord("\t"): "\t"} | {ord(c): "\n" for c in "\n\r\x0b\x0c\x85\u2028\u2029"})


def clean(text: str) -> str:
    """Line ends made alike, blanks of every kind plain, control and invisible format characters gone."""
    return text.replace("\r\n", "\n").translate(_CLEANED)


def _words(part: MimeMessage, depth: int, cut: Sequence[MimeMessage]) -> str:
    if part.get_content_disposition() == "attachment" or part.get_filename() or depth > DEEPEST:
        return ""
    payload = part.get_payload()
    kind = part.get_content_type()
    if not isinstance(payload, list):
        return _leaf(part, kind, any(part is one for one in cut))
    if part.get_content_maintype() != "multipart":
        return ""  # a letter inside a letter is not this sender's
    children = [child for child in payload if isinstance(child, MimeMessage)]
    if kind == "multipart/alternative":
        children.sort(key=lambda child: child.get_content_type() != "text/plain")
        return next((words for child in children if (words := _words(child, depth + 1, cut)).strip()), "")
    if kind == "multipart/related":
        return _words(children[0], depth + 1, cut) if children else ""
    return "\n".join(words for child in children if (words := _words(child, depth + 1, cut)).strip())


def _leaf(part: MimeMessage, kind: str, half: bool) -> str:
    if kind not in ("text/plain", "text/html"):
        return ""
    content = part.get_payload(decode=True)
    if not isinstance(content, bytes):
        return ""
    if half:
        content = content.rpartition(b"\n")[0]
    text = decoded(content, str(part.get_content_charset("")))
    if kind == "text/html":
        text = plain_text(text)
    elif str(part.get_param("format", "")).lower() == "flowed":
        text = unwrapped(text, str(part.get_param("delsp", "")).lower() == "yes")
    # An order that goes on in a line that is missing must not be read as a shorter one.
    return text.rpartition("\n")[0] if half else text


def decoded(content: bytes, charset: str) -> str:
    """The characters in a content; a charset that is unknown, wrong or not to be trusted is guessed."""
    try:
        name = codecs.lookup(charset).name
    except (LookupError, ValueError):
        name = ""
    guesses = ["utf-8", "cp1252"]
    if _CHARSETS.match(name):
        # Whoever names ASCII and writes more means something else.
        guesses = guesses if name == "ascii" else [name, *guesses]
    for guess in guesses:
        try:
            return content.decode(guess)
        except ValueError:
            continue
    return content.decode(guesses[0], "replace")


def unwrapped(text: str, delete_space: bool) -> str:
    """A text in format=flowed (RFC 3676) with its soft line breaks taken out."""
    lines: list[str] = []
    open_depth = -1  # how deeply the line is quoted that goes on in the next one; -1: none does
    for line in text.replace("\r\n", "\n").split("\n"):
        depth = len(line) - len(line.lstrip(">"))
        content = line[depth:].removeprefix(" ")
        soft = content.endswith(" ") and content != "-- "
        if soft and delete_space:
            content = content[:-1]
        if depth == open_depth and content != "-- ":
            lines[-1] += content
        else:
            lines.append("> " * depth + content)
        open_depth = depth if soft else -1
    return "\n".join(lines)

"""A letter in HTML as plain text: what the reader of the letter sees, with quotations as "> " lines."""

from __future__ import annotations

import re
from collections.abc import Iterator

from selectolax.lexbor import LexborHTMLParser, LexborNode

UNSEEN = (
    "head, title, script, style, template, noscript, object, svg, math, select, textarea, [hidden],"
    " .gmail_signature, .moz-signature, .moz-cite-prefix, .gmail_attr"
)
"""What is not shown, or is a signature or the line before a quotation."""
BLOCKS = frozenset(
    "address article aside blockquote body center dd div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr"
    " html li main nav ol p pre section table tbody tfoot thead tr ul".split()
)
_HIDING = re.compile(r"(display:none|visibility:hidden|font-size:0|opacity:0(?![.\d])|mso-hide:all)", re.IGNORECASE)


def plain_text(html: str) -> str:
    """The visible words, a block a line, table cells parted by blanks, blockquotes as "> " lines."""
    tree = LexborHTMLParser(html)
    hidden = {node.mem_id for node in tree.css(UNSEEN)}
    hidden |= {
        node.mem_id
        for node in tree.css("[style]")
        if _HIDING.search(re.sub(r"\s+", "", node.attributes.get("style") or ""))
    }
    lines: list[str] = [""]
    marks = [""]

    def new_line() -> None:
        if lines[-1]:
            lines.append("")
            marks.append(">" * depth)
        marks[-1] = ">" * depth

    depth = fixed = 0
    for entering, node in _steps(tree.root, hidden):
        tag = node.tag or ""
        if tag in BLOCKS:
            if tag == "blockquote":
                new_line()
                depth += 1 if entering else -1
            if tag == "pre":
                fixed += 1 if entering else -1
            new_line()
        elif not entering:
            continue
        elif tag == "br":
            lines.append("")
            marks.append(">" * depth)
        elif tag in ("td", "th") and lines[-1]:
            lines[-1] += " "
        elif tag == "-text":
            for number, words in enumerate(_lines(node.text_content or "", fixed > 0)):
                if number:
                    lines.append("")
                    marks.append(">" * depth)
                lines[-1] += words if fixed or (lines[-1] and not lines[-1].endswith(" ")) else words.lstrip(" ")
    return "\n".join(_finished(mark, line) for mark, line in zip(marks, lines, strict=True)).strip("\n")


def _steps(root: LexborNode | None, hidden: set[int]) -> Iterator[tuple[bool, LexborNode]]:
    """Each visible node on entering and on leaving it. No recursion: nesting is the sender's to choose."""
    stack = [(True, root)] if root is not None else []
    while stack:
        entering, node = stack.pop()
        if entering and node.mem_id in hidden:
            continue
        yield entering, node
        if entering:
            stack.append((False, node))
            children = []
            child = node.child
            while child is not None:
                children.append((True, child))
                child = child.next
            stack += reversed(children)


def _lines(words: str, fixed: bool) -> list[str]:
    return words.replace("\r\n", "\n").split("\n") if fixed else [re.sub(r"[ \t\r\n\f]+", " ", words)]


def _finished(mark: str, line: str) -> str:
    line = "-- " if line.strip() == "--" else line.rstrip()
    return f"{mark} {line}" if mark else line

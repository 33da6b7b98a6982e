"""What every picture is drawn with: colours, words and the SVG document around them.

Shapes bear classes, so that a page's stylesheet can colour them; the attributes are the colours of a picture that
stands alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

import resvg_py

FONT = "system-ui, 'Segoe UI', 'Noto Sans', 'DejaVu Sans', sans-serif"
INK, QUIET, RULE, STAR, GOOD, BAD, CARD = "#241d36", "#5f5773", "#d8cdb8", "#c08f14", "#1f6b3a", "#a12a3c", "#fffbf2"
LINES = ("#56308f", "#a12a3c", "#1f6b3a", "#7d5a00", "#1c5d99", "#8a2f7c", "#4f5d2f", "#8c4a1a")
"""Colours that tell lines and players apart, by the classes line0 to line7."""


def label(
    x: float,
    y: float,
    words: object,
    anchor: str,
    kind: str,
    colour: str,
    size: float,
    *,
    bold: bool = False,
    rim: bool = True,
) -> str:
    """Words at a place; `anchor`: start, middle or end, `kind`: a class, `size` in units of the picture.

    A `rim` in the colour of the ground keeps words readable where a line passes behind them.
    """
    font = f'font-size="{size}"' + (' font-weight="600"' if bold else "")
    edge = f' paint-order="stroke" stroke="{CARD}" stroke-width="4" stroke-linejoin="round"' if rim else ""
    return (
        f'<text class="{kind}{"" if rim else " flat"}" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{colour}"'
        f" {font}{edge}>{clean(words)}</text>"
    )


def document(title: str, description: str, width: int, height: int, parts: Iterable[str]) -> str:
    """The whole picture; `description` says all that it shows in words."""
    # The label is an attribute and needs no id, so that several pictures can stand on one page.
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="picture" viewBox="0 0 {width} {height}" role="img"'
        f' font-family="{FONT}" aria-label="{clean(title)}. {clean(description)}">'
        f"<title>{clean(title)}</title><desc>{clean(description)}</desc>{''.join(parts)}</svg>"
    )


def signed(number: int) -> str:
    """A change with its sign."""
    return f"+{number}" if number > 0 else f"−{-number}" if number < 0 else "0"


def short(text: str, most: int) -> str:
    """A text cut to so many characters."""
    return text if len(text) <= most else text[: most - 1] + "…"


def clean(words: object) -> str:
    """Text that an XML document can hold: escaped, and without characters that XML forbids."""
    return escape("".join(c if c.isprintable() or c in " \t" else "\ufffd" for c in str(words)))


def png(svg: str, width: int = 1200) -> bytes:
    """A picture as PNG, for sites that take uploads; words are set in a font of the machine's own."""
    return resvg_py.svg_to_bytes(svg_string=svg, width=width, background=CARD)

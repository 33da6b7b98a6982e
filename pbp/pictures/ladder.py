"""What has no room in a ring, a line each: an arrow with its spell and amount, what was turned, what was kept away."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from textwrap import wrap

from pbp.pictures.drawing import BAD, GOOD, INK, QUIET, label, short, signed
from pbp.pictures.facts import Hit, Redirection, Seat, Shield

WIDTH = 360
"""How wide the picture of a ring is."""
SMALL = 13
"""The size of the smallest letters."""
_FROM, _TIP, _TO = 116, 236, 244  # where an arrow begins and ends, and where its targets stand
_LINE = 16
_SHIELD = f'<path class="shield" d="M6 {{y}}h14v6q0 6-7 9q-7-3-7-9z" fill="none" stroke="{QUIET}" stroke-width="2"/>'
_TURNED = (
    f'<path class="shield" d="M4 {{y}}v8h8" stroke-dasharray="4 2" fill="none" stroke="{QUIET}" stroke-width="2"/>'
    f'<path class="shield" d="M12 {{y}}m0 3l6 5l-6 5" fill="none" stroke="{QUIET}" stroke-width="2"/>'
)


def fitting(words: str, room: float, size: float, *, bold: bool = False) -> str:
    """Words cut to a room."""
    return short(words, max(int(room / wide("x", size, bold=bold)), 3))


def wide(words: str, size: float, *, bold: bool = False) -> float:
    """About how much room words take."""
    return len(words) * size * (0.64 if bold else 0.58)


def _letters(room: float) -> int:
    return int(room / wide("x", SMALL))


def _unbroken(name: str) -> str:
    """A name that stays on its line, if it has room there."""
    return name.replace("_", "-").replace(" ", "_")


def ladder(
    seats: Sequence[Seat],
    hits: Iterable[Hit],
    turns: Iterable[Redirection],
    shields: Iterable[Shield],
    top: float,
    *,
    arrows: bool,
) -> tuple[list[str], float]:
    """The lines from `top` on, and where they end. Without `arrows`, what is shown in the ring itself is left out."""
    numbers = {seat.name: seat.position for seat in seats}
    groups: dict[tuple[str, str, int], list[str]] = {}
    for hit in sorted(hits, key=lambda hit: numbers.get(hit.by, 0)):
        if arrows or hit.by == hit.to:
            groups.setdefault((hit.by, hit.spell, hit.stars), []).append(hit.to)
    parts: list[str] = []
    y = top + 18
    for (by, spell, stars), targets in groups.items():
        drawn, y = _row(_named(by, numbers), spell, stars, [_named(to, numbers) for to in targets], y)
        parts += drawn
    said = [
        (_TURNED, f"{turn.spell} by {turn.by}: {turn.wizard}'s {turn.of} goes to {turn.to}, not {turn.was}")
        for turn in turns
    ]
    for shield in shields:
        whose, of = shield.wizard, shield.of
        what = f"{whose}'s {of} has no effect" if shield.whole else f"{of} does not change {whose}"
        said.append((_SHIELD, f"{shield.spell} by {shield.by}: {what}"))
    for mark, sentence in said:
        parts.append(mark.format(y=y - 11))
        for line in wrap(sentence, _letters(WIDTH - 34)):
            parts.append(label(26, y, line, "start", "quiet", QUIET, SMALL))
            y += _LINE
        y += 6
    return parts, (y - 6 if parts else top)


def _named(name: str, numbers: dict[str, int]) -> str:
    return f"{numbers[name]} {name}" if name in numbers else name


def _row(by: str, spell: str, stars: int, targets: list[str], y: float) -> tuple[list[str], float]:
    """One arrow with what it bears: from whom, the spell above it, the amount on it, and to whom."""
    kind, colour = ("up", GOOD) if stars > 0 else ("down", BAD) if stars < 0 else ("quiet", QUIET)
    tip = kind if kind != "quiet" else "even"
    width = min(1.5 + abs(stars) * 0.5, 5)
    above = wrap(spell, _letters(_TIP - _FROM + 6)) or [""]
    across = y + 11 + _LINE * (len(above) - 1)
    names = [line.replace("_", " ") for line in wrap(", ".join(map(_unbroken, targets)), _letters(WIDTH - _TO - 4))]
    parts = [
        label(6, across + 5, fitting(by, _FROM - 12, SMALL, bold=True), "start", "ink", INK, SMALL, bold=True),
        f'<path class="hit {tip}" d="M{_FROM} {across:.1f}H{_TIP - 8}" fill="none" stroke="{colour}"'
        f' stroke-width="{width}" stroke-opacity="0.75"/>'
        f'<path class="tip {tip}" d="M{_TIP + 3} {across:.1f}l-12-6v12z" fill="{colour}"/>',
        *(
            label(_FROM, y + _LINE * number, line, "start", kind, colour, SMALL, rim=False)
            for number, line in enumerate(above)
        ),
        label((_FROM + _TIP) / 2, across + 5, signed(stars), "middle", kind, colour, SMALL, bold=True),
        *(
            label(_TO, across + 5 + _LINE * number, line, "start", "ink", INK, SMALL)
            for number, line in enumerate(names)
        ),
    ]
    return parts, across + 5 + _LINE * max(len(names) - 1, 0) + 22

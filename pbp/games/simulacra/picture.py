"""Shapeshifting Simulacra: chips and dice, those that match filled."""

from __future__ import annotations

from pbp.games.base import Facts, Picture
from pbp.games.drawn import EDGE, SEATS, WIDTH, cards, headline, lines, many
from pbp.pictures.drawing import INK, LINES, QUIET, label

_FIRST = 76
"""Where chips and dice begin, right of the names of the pools."""


def picture(view: Facts) -> Picture:
    """Each player's chips by pool, and what the dice show; a Body die that meets the enemy's Spirit is filled."""
    parts, y = lines(30, f"Round {view['round']}.", kind="ink", colour=INK)
    matching = _matching(view)
    for seat, name in enumerate(view["life"]):
        more, y = headline(y + 34, seat, name, _life(view, name))
        parts += more
        form, dice = view["forms"][name], view["dice"][name]
        for pool in ("body", "mind", "spirit"):
            y += 34
            parts.append(label(EDGE, y, pool.capitalize(), "start", "quiet", QUIET, 16))
            chips = form[pool] if form else 0
            parts += [_chip(_FIRST + 8 + 22 * n, y - 6, seat) for n in range(min(chips, 9))]
            parts.append(label(_FIRST + 4 + 22 * min(chips, 9), y, chips if form else "–", "start", "ink", INK, 16))
            if dice.get(pool):
                more, y = cards(_FIRST, y + 10, dice[pool], seat=seat, now=matching[name][pool])
                parts += more
        y += 10
    return Picture(parts, WIDTH, y + 10, [sentence for sentence in _in_words(view) if sentence])


def _chip(x: float, y: float, seat: int) -> str:
    number = SEATS[seat]
    return f'<circle class="line{number} dot" cx="{x}" cy="{y}" r="9" fill="{LINES[number]}"/>'


def _life(view: Facts, name: str) -> str:
    lost = view["lost"][name]
    return f"{many(view['life'][name], 'life chip')}{f', lost {lost}' if lost else ''}"


def _matching(view: Facts) -> dict[str, dict[str, set[int]]]:
    """The values of dice that meet: a player's Body and the other's Spirit."""
    first, second = view["dice"]
    found: dict[str, dict[str, set[int]]] = {}
    for name, other in ((first, second), (second, first)):
        own, others = view["dice"][name], view["dice"][other]
        found[name] = {
            "body": set(own["body"]) & set(others["spirit"]),
            "spirit": set(own["spirit"]) & set(others["body"]),
        }
    return found


def _in_words(view: Facts) -> list[str]:
    """The same in sentences."""
    told = [f"Round {view['round']}."]
    for name in view["life"]:
        form, dice = view["forms"][name], view["dice"][name]
        split = ", ".join(f"{pool.capitalize()} {chips}" for pool, chips in form.items()) if form else "no form yet"
        told.append(f"{name}: {_life(view, name)}, {split}.")
        told += [
            f"{pool.capitalize()} dice show {', '.join(map(str, shown))}." for pool, shown in dice.items() if shown
        ]
    return told

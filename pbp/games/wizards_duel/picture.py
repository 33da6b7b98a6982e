"""A Wizard's Duel: casts, hands as everybody knows them, scores."""

from __future__ import annotations

from pbp.games.base import Facts, Picture
from pbp.games.drawn import EDGE, WIDTH, bout_words, caption, card, cards, headline, lines, score

_LARGE = 76
"""The side of the card that is cast."""


def picture(view: Facts) -> Picture:
    """The casts of the round, large, and what may be left in each hand."""
    parts, y = caption(view)
    for seat, name in enumerate(view["points"]):
        more, y = headline(y + 22, seat, name, score(view, name))
        parts += more
        known = view.get("hands", {}).get(name)
        cast, fog = view["casts"][name], bool(known and known["under_fog"])
        top, beside = y + 16, EDGE + _LARGE + 14
        face = cast or ("?" if fog else "–")
        parts.append(card(EDGE, top, face, size=_LARGE, seat=seat, kind="now" if cast else ""))
        more, y = cards(beside, top, known["left"] if known else ())
        parts += more
        more, y = lines(y + 14, _side_words(view, name), x=beside)
        parts += more
        y = max(y, top + _LARGE + 14)
    return Picture(parts, WIDTH, y, [sentence for sentence in _in_words(view) if sentence])


def _side_words(view: Facts, name: str) -> str:
    """What a side took back, may not cast next, and has under fog."""
    known = view.get("hands", {}).get(name)
    back, banned = view["returned"][name], view["banned"][name]
    told = []
    if known and known["fogged"]:
        told.append(f"{known['fogged']} of these cast under fog.")
    if back:
        told.append(f"Took back {'a hidden spell' if back == 'hidden' else back}.")
    if banned:
        told.append(f"Must not cast {banned} next.")
    return " ".join(told)


def _in_words(view: Facts) -> list[str]:
    """The same in sentences."""
    told = bout_words(view)
    for name in view["points"]:
        known = view.get("hands", {}).get(name)
        cast = view["casts"][name] or ("a hidden spell" if known and known["under_fog"] else None)
        told.append(f"{name}: {'cast ' + cast if cast else 'no spell shown'}, {score(view, name)}.")
        if known:
            told.append(f"In hand{' or under fog' if known['fogged'] else ''}: {' '.join(known['left']) or 'none'}.")
        told.append(_side_words(view, name))
    return told

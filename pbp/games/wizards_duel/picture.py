"""A Wizard's Duel: casts, hands as everybody knows them, scores."""

from __future__ import annotations

import textwrap

from pbp.drawing import QUIET, label
from pbp.games.base import Facts, Picture
from pbp.games.drawn import EDGE, WIDTH, bout_words, caption, card, cards, headline, score


def picture(view: Facts) -> Picture:
    """The casts of the round, large, and what may be left in each hand."""
    parts, y = caption(view)
    for seat, name in enumerate(view["points"]):
        y += 20
        parts += headline(y, seat, name, score(view, name))
        known = view.get("hands", {}).get(name)
        cast, fog = view["casts"][name], bool(known and known["under_fog"])
        parts.append(card(EDGE, y + 16, cast or ("?" if fog else "–"), size=76, seat=seat, kind="now" if cast else ""))
        parts += cards(EDGE + 100, y + 16, known["left"] if known else ())
        told, y = _side_words(view, name), y + 80
        for index, line in enumerate(textwrap.wrap(told, 52)):
            y = y + 24 if index else y
            parts.append(label(EDGE + 100, y, line, "start", "quiet", QUIET, 18))
        y += 36
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

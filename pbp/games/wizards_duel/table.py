"""A Wizard's Duel as texts show it: the round's casts, the score, the hands as everybody knows them."""

from __future__ import annotations

from pbp.games.base import Facts, Plan, Rows, Table
from pbp.games.wording import bout_over
from pbp.pictures.drawing import signed

_HEAD = ("Player", "Cast", "Points", "Gained", "Bouts won", "Took back", "Banned next")


def table(view: Facts) -> Table:
    """A view after a step; `hands` may be among its facts."""
    hands = view.get("hands", {})
    rows = tuple(_row(view, name, points, hands) for name, points in view["points"].items())
    told: list[str | Rows | Plan] = [f"Bout {view['bout']}, round {view['round']}.", Rows(_HEAD, rows)]
    for name, hand in hands.items():
        fogged = f"; {hand['fogged']} of these cast under fog." if hand["fogged"] else "."
        told.append(f"Hand of {name}: {' '.join(hand['left']) or 'nothing'}{fogged}")
    return [*told, *bout_over(view)]


def _row(view: Facts, name: str, points: int, hands: Facts) -> tuple[object, ...]:
    cast = view["casts"][name] or ("hidden" if hands and hands[name]["under_fog"] else "")
    gained, back, banned = view["gained"][name], view["returned"][name], view["banned"][name]
    return name, cast, points, signed(gained), view["bouts_won"][name], back or "", banned or ""

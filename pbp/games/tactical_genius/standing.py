"""A game of Tactical Genius as texts show it: the points, the board drawn with letters, the units."""

from __future__ import annotations

from pbp.games.base import Facts, Plan, Rows, Table

_HEAD = ("Unit", "Owner", "Type", "Tile", "Health", "Attack", "Defense", "Speed")


def table(view: Facts) -> Table:
    """A view after a phase."""
    left, killed = _counted(view["points_left"]), _counted(view["killed_cost"])
    told = f"Turn {view['turn']}. Points left: {left} Cost of the units that each has killed: {killed}"
    parts: list[str | Rows | Plan] = [told, _board(view)]
    if view["units"]:
        parts.append(Rows(_HEAD, tuple(map(_row, view["units"]))))
    if view["order"]:
        parts.append(f"Order of action: {', '.join(view['order'])}.")
    return parts


def extent(view: Facts) -> tuple[int, int]:
    """The columns and rows of the board: those of the house table, and as far as units stand."""
    return (
        max(10, *(unit["column"] for unit in view["units"]), 0),
        max(3, *(unit["row"] for unit in view["units"]), 0),
    )


def _row(unit: Facts) -> tuple[object, ...]:
    stats = (unit[key] for key in ("health", "attack", "defense", "speed"))
    return unit["name"], unit["owner"], unit["type"], f"{unit['column']},{unit['row']}", *stats


def _board(view: Facts) -> Plan:
    columns, rows = extent(view)
    names = {(unit["column"], unit["row"]): unit["name"] for unit in view["units"]}
    lines = ["     " + "".join(str(column).center(6) for column in range(1, columns + 1))]
    for row in range(1, rows + 1):
        cells = "".join(names.get((column, row), ".").center(6) for column in range(1, columns + 1))
        lines.append(f"  {row}  {cells}")
    return Plan(tuple(lines))


def _counted(numbers: Facts) -> str:
    return f"{', '.join(f'{name} {number}' for name, number in numbers.items())}."

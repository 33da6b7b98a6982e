"""What each skill of Tactical Genius does (rules 3.3). A skill looks at its tile when it resolves; empty is nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from pbp.games.tactical_genius.fight import Fight, number
from pbp.games.tactical_genius.state import Id, Tile, Unit, on_board

Effect = Callable[[Fight, Unit, Tile | None, Sequence[Tile]], None]
"""Fight, user, the tile named (None where none is needed), the tiles in reach."""

_ONE, _HALF = Fraction(1), Fraction(1, 2)


def _stance(name: str, units: Callable[[Fight], set[Id]]) -> Effect:
    """A skill on its user until the phase ends."""

    def effect(fight: Fight, user: Unit, tile: Tile | None, reachable: Sequence[Tile]) -> None:
        units(fight).add(user.id)
        fight.happened("stance", unit=fight.labels[user.id], skill=name)

    return effect


def _hindrance(name: str, units: Callable[[Fight], set[Id]]) -> Effect:
    """A skill on the unit that stands on a tile, until the phase ends."""

    def effect(fight: Fight, user: Unit, tile: Tile | None, reachable: Sequence[Tile]) -> None:
        if target := _target(fight, user, tile, name):
            units(fight).add(target.id)
            fight.happened("hindrance", **_both(fight, user, target), skill=name)

    return effect


def _lasting(name: str, **steps: int) -> Effect:
    """A lasting change of stats of the unit that stands on a tile, within the cap."""

    def effect(fight: Fight, user: Unit, tile: Tile | None, reachable: Sequence[Tile]) -> None:
        if target := _target(fight, user, tile, name):
            cap = fight.state.table.lasting_cap
            before = {stat: getattr(target, f"{stat}_change") for stat in steps}
            after = {stat: max(-cap, min(cap, before[stat] + change)) for stat, change in steps.items()}
            changed = fight.change(target, **{f"{stat}_change": value for stat, value in after.items()})
            facts = {stat: getattr(changed, stat) - getattr(target, stat) for stat in steps}
            facts = {stat: value // 100 if stat == "speed" else value for stat, value in facts.items()}
            fight.happened("stats", **_both(fight, user, target), skill=name, changes=facts)

    return effect


def _single(name: str, factor: Fraction, own_damage: int = 0) -> Effect:
    """An attack on whoever stands on a tile, friend or foe."""

    def effect(fight: Fight, user: Unit, tile: Tile | None, reachable: Sequence[Tile]) -> None:
        if target := _target(fight, user, tile, name):
            fight.strike(user, [target], factor, name)
            if own_damage and user.id in fight.units:
                fight.hurt(user, fight.shove_damage(user, own_damage), "frenzy-self", user)

    return effect


def _area(name: str, factor: Fraction, covered: Callable[[Tile | None, Sequence[Tile]], Sequence[Tile]]) -> Effect:
    """An attack on all who stand on some tiles, friend or foe."""

    def effect(fight: Fight, user: Unit, tile: Tile | None, reachable: Sequence[Tile]) -> None:
        targets = [target for area_tile in covered(tile, reachable) if (target := fight.at(area_tile))]
        if targets:
            fight.strike(user, targets, factor, name)
        else:
            fight.failed(user, name, "empty")

    return effect


def _all(tile: Tile | None, reachable: Sequence[Tile]) -> Sequence[Tile]:
    return reachable


def _same_column(tile: Tile | None, reachable: Sequence[Tile]) -> Sequence[Tile]:
    return [other for other in reachable if tile and other[0] == tile[0]]


def _cross(tile: Tile | None, reachable: Sequence[Tile]) -> Sequence[Tile]:
    assert tile is not None
    column, row = tile
    return [tile, (column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)]


def _rush(fight: Fight, user: Unit, tile: Tile | None, reachable: Sequence[Tile]) -> None:
    """Up to two columns ahead, through allies, each column entered free of enemies; the farthest empty tile."""
    column, row = user.tile
    farthest = None
    for ahead in (1, 2):
        step = (column + ahead * user.ahead, row)
        if not on_board(fight.state.table, step) or fight.enemy_in_column(user, step[0]):
            break
        if fight.at(step) is None:
            farthest = step
    if user.id in fight.pinned:
        fight.failed(user, "rush", "pinned")
    elif farthest is None:
        fight.failed(user, "rush", "no-room")
    else:
        fight.change(user, tile=farthest)
        fight.happened("move", unit=fight.labels[user.id], how="rush", column=farthest[0], row=row)


def _fall_back(fight: Fight, user: Unit, tile: Tile | None, reachable: Sequence[Tile]) -> None:
    back = (user.tile[0] - user.ahead, user.tile[1])
    if user.id in fight.pinned:
        fight.failed(user, "fall_back", "pinned")
    elif not on_board(fight.state.table, back) or fight.at(back):
        fight.failed(user, "fall_back", "no-room")
    else:
        fight.change(user, tile=back)
        fight.happened("move", unit=fight.labels[user.id], how="fall back", column=back[0], row=back[1])


def _shove(fight: Fight, user: Unit, tile: Tile | None, reachable: Sequence[Tile]) -> None:
    """One column on in the user's direction; who cannot be moved there takes 1 damage."""
    target = _target(fight, user, tile, "shove")
    if target is None:
        return
    onto = (target.tile[0] + user.ahead, target.tile[1])
    free = on_board(fight.state.table, onto) and fight.at(onto) is None and target.id not in fight.pinned
    if target.seat == user.seat and fight.enemy_in_column(target, onto[0]):
        free = False
    if free:
        fight.change(target, tile=onto)
        fight.happened("shoved", **_both(fight, user, target), column=onto[0], row=onto[1])
    else:
        fight.hurt(target, fight.shove_damage(target, 1), "shove", user)


def _aim(fight: Fight, user: Unit, tile: Tile | None, reachable: Sequence[Tile]) -> None:
    fight.change(user, aimed=True)
    fight.happened("stance", unit=fight.labels[user.id], skill="aim")


def _mend(fight: Fight, user: Unit, tile: Tile | None, reachable: Sequence[Tile]) -> None:
    target = _target(fight, user, tile, "mend")
    if target is None or target.id == user.id:
        return
    healed = fight.change(target, health=min(target.health + 2, Fraction(target.max_health)))
    gained, health = healed.health - target.health, healed.health
    facts = {"gained": number(gained), "health": number(health)}
    fight.happened("mended", **_both(fight, user, target), **facts)


def _target(fight: Fight, user: Unit, tile: Tile | None, skill: str) -> Unit | None:
    """Who stands on the tile now; if nobody does, that is noted."""
    target = fight.at(tile) if tile else None
    if target is None:
        fight.failed(user, skill, "empty")
    return target


def _both(fight: Fight, user: Unit, target: Unit) -> dict[str, str]:
    """What a skill's user and the unit on its tile are called."""
    return {"unit": fight.labels[user.id], "target": fight.labels[target.id]}


SKILLS: Mapping[str, Effect] = {
    "rush": _rush,
    "guard": _stance("guard", lambda fight: fight.guarding),
    "deflect": _stance("deflect", lambda fight: fight.deflecting),
    "rally": _lasting("rally", attack=1),
    "brace": _lasting("brace", defense=1),
    "shove": _shove,
    "covering_fire": _hindrance("covering_fire", lambda fight: fight.covered),
    "pin": _hindrance("pin", lambda fight: fight.pinned),
    "aim": _aim,
    "signal": _lasting("signal", speed=1),
    "mend": _mend,
    "fall_back": _fall_back,
    "cleave": _area("cleave", _HALF, _all),
    "riposte": _stance("riposte", lambda fight: fight.riposting),
    "pierce": _area("pierce", _ONE, _all),
    "frenzy": _single("frenzy", Fraction(3, 2), own_damage=2),
    "volley": _area("volley", _HALF, _same_column),
    "snipe": _single("snipe", _ONE),
    "hex": _lasting("hex", attack=-1, defense=-1),
    "barrage": _area("barrage", _HALF, _cross),
}
"""Every skill of `AIMS`, by its name."""

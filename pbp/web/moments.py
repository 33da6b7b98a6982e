"""A ring duel moment by moment: what happened together, and everybody's Stars after it; from public facts alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from pbp.pictures import Hit, Redirection, Seat, Shield

Told = Mapping[str, Any]
"""An event as it was published: its kind, its facts, and its sentence as `text`."""

_TOGETHER = {
    "cast": "What was cast",
    "considered": "What counts as cast",
    "redirected": "Spells that turn",
    "cost": "What is paid",
    "status": "What stands from now on",
}
"""The kinds of events that happen together, and what such a moment is called; all others go by the spell."""
_CHANCE = ("roll", "pick")
"""Belongs to what follows it of the same spell."""


@dataclass(frozen=True, slots=True)
class Moment:
    """What happened together: its title, its sentences, the ring after it, and what is drawn in that."""

    title: str
    events: tuple[str, ...]
    seats: tuple[Seat, ...]
    hits: tuple[Hit, ...] = ()
    turns: tuple[Redirection, ...] = ()
    shields: tuple[Shield, ...] = ()


def moments(seats: Sequence[Seat], told: Sequence[Told]) -> list[Moment]:
    """The moments of a resolved ring duel; the first is the ring before it, and the last what it came to."""
    begun = tuple(replace(seat, after=None) for seat in seats)
    found = [Moment("Before the duel", (), begun)]
    stars = {seat.name: seat.before for seat in seats}
    for key, group in groupby(_keyed(told), key=lambda pair: pair[0]):
        events = [event for _, event in group]
        for event in events:
            _count(stars, event)
        found.append(
            Moment(
                _TOGETHER.get(key[0]) or (f"{key[1]}'s {key[2]}" if key[1] else "What happens"),
                tuple(event["text"] for event in events),
                tuple(replace(seat, after=stars[seat.name]) for seat in seats),
                hits(events),
                turns(events),
                shields(events),
            )
        )
    after = tuple(seats)
    if found[-1].seats != after and all(seat.after is not None for seat in seats):
        found.append(Moment("After the duel", (), after))
    return found


def hits(told: Iterable[Told]) -> tuple[Hit, ...]:
    """What spells did to Stars."""
    return tuple(
        Hit(event["by"], event["wizard"], event["spell"], _stars(event))
        for event in told
        if event["kind"] in ("gained", "lost") and event.get("attr") == "Stars"
    )


def turns(told: Iterable[Told]) -> tuple[Redirection, ...]:
    """What turned to another target."""
    return tuple(
        Redirection(event["by"], event["spell"], event["wizard"], event["of"], event["was"], event["target"])
        for event in told
        if event["kind"] == "redirected"
    )


def shields(told: Iterable[Told]) -> tuple[Shield, ...]:
    """What was kept away; of a cast that has no effect at all, what it costs may be the cause."""
    return tuple(
        Shield(event["by"], event["spell"], event["wizard"], event["of"], whole=event["kind"] == "no-effect")
        for event in told
        if event["kind"] in ("blocked", "no-effect")
    )


def _keyed(told: Sequence[Told]) -> list[tuple[tuple[str, str, str], Told]]:
    """Each event with what it belongs to: a kind, or a caster and a spell; dice with what they are thrown for."""
    found: list[tuple[tuple[str, str, str], Told]] = []
    after: tuple[str, str, str] | None = None
    for event in reversed(told):
        key = (event["kind"], "", "") if event["kind"] in _TOGETHER else ("", event.get("by", ""), event["spell"])
        if event["kind"] in _CHANCE and after and after[0] in _TOGETHER:
            key = after
        found.append((key, event))
        after = key
    return found[::-1]


def _count(stars: dict[str, int], event: Told) -> None:
    if event.get("attr") != "Stars" or event["wizard"] not in stars:
        return
    if event["kind"] in ("gained", "lost"):
        stars[event["wizard"]] += _stars(event)
    elif event["kind"] == "cost":
        stars[event["wizard"]] -= int(event["amount"])
    elif event["kind"] == "limit":
        stars[event["wizard"]] = int(event["value"])


def _stars(event: Told) -> int:
    amount = int(event["amount"])
    return amount if event["kind"] == "gained" else -amount

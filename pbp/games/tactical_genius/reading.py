"""What a player's lines mean in Tactical Genius. Each line stands or falls by itself."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from pbp.errors import Problem
from pbp.games.base import Reading
from pbp.games.tactical_genius.choices import example_recruit, legal_commands
from pbp.games.tactical_genius.orders import DIRECTIONS, Orders, Recruit, UnitCommand, where
from pbp.games.tactical_genius.recruits import LineRefused, Unitmaker, tile_in
from pbp.games.tactical_genius.state import State, Tile, Unit, on_board, reach, step, tiles
from pbp.games.wording import Line, contradiction, listed, meanings, polished, quoted

T = TypeVar("T")
VERBS = frozenset("UNIT ADVANCE ATTACK SKILL MOVE IDLE PASS WITHDRAW".split())
_FIRST = frozenset("UNIT ADVANCE PASS WITHDRAW".split())
_COMMANDS = ("ATTACK", "SKILL", "MOVE", "IDLE")
_MANY = 60
"""Lines of one letter that are read; no army needs more."""


@dataclass
class _Read:
    """The lines of a letter as they are read."""

    advance: list[Line] = field(default_factory=list)
    passed: bool = False
    withdrawn: list[Line] = field(default_factory=list)
    recruits: list[tuple[Line, Recruit]] = field(default_factory=list)
    commands: list[tuple[Line, UnitCommand]] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)


def read(state: State, player: str, words: str) -> Reading:
    """What a player's words mean in this phase; total.

    If every line is refused, an order without lines comes with the problems: such a player is not late.
    """
    if player not in state.players or state.ended:
        return Reading(problems=(Problem("not-asked", quoted(words), "Nothing is asked of you now."),))
    seat = state.players.index(player)
    texts = [" ".join(text.split()) for text in words.splitlines() if text.strip()]
    lines = [line for text in texts if (line := _line(state, text))]
    if not lines and texts:
        problem = Problem("no-order", quoted(words), "There is no order in this.", _hint(state, seat))
        return Reading(Orders(), (problem,))
    found = _Read()
    for line in lines[:_MANY]:
        try:
            _take(state, seat, line, found)
        except LineRefused as refusal:
            found.problems.append(refusal.problem)
    if found.withdrawn and len(found.withdrawn) == len(lines):
        return Reading()
    if found.withdrawn:
        return Reading(Orders(), (contradiction(lines, "Send WITHDRAW alone, or only the orders that you want."),))
    commands = _agreeing(found.commands, _same_unit, "Give each unit one command.", found.problems)
    recruits = _agreeing(found.recruits, _same_place, "Each name, tile and decimal is used once.", found.problems)
    afforded = _afforded(state, seat, recruits, found.problems)
    orders = Orders(bool(found.advance), tuple(afforded), tuple(item for _, item in commands), False)
    if not orders.words and found.passed:
        orders = Orders(passed=True)
    return Reading(orders, tuple(found.problems))


def _hint(state: State, seat: int) -> str:
    """What the present phase takes, with orders that would be legal for the seat."""
    if state.phase == "reinforcement":
        recruit = example_recruit(state, seat)
        return f"This phase takes {f'{recruit.words}, or other units' if recruit else 'UNIT …'}, ADVANCE or PASS."
    examples = [next(legal_commands(state, unit)).words for unit in state.army(seat)]
    return f"This phase takes lines such as {listed([*examples[:2], 'PASS'], 'or')}."


def _line(state: State, text: str) -> Line | None:
    """A line's verb, the words around it (the unit's name first), and the line itself; None if it bears no verb."""
    first, _, rest = text.partition(" ")
    word = first.strip(":,.!").upper()
    if word in _FIRST:
        return Line(word, polished(rest), text)
    second, _, more = rest.partition(" ")
    verb = second.strip(":,.!").upper()
    name = first.strip(":,.\"'“”")
    if verb in _COMMANDS:
        return Line(verb, f"{name} {polished(more)}".strip(), text)
    if word in _COMMANDS:  # the verb first: "MOVE Rex UP"
        return Line(word, polished(rest), text)
    if close := meanings(first, {verb: verb for verb in _FIRST if len(verb) > 3}) if len(first) > 4 else []:
        return Line(close[0], polished(rest), text)
    if len(verb) > 2 and any(unit.name.casefold() == name.casefold() for unit in state.units):
        if verb in DIRECTIONS:
            return Line("MOVE", f"{name} {verb}", text)
        if len(close := meanings(second, {word: word for word in _COMMANDS})) == 1:
            return Line(close[0], f"{name} {polished(more)}".strip(), text)
    return None


def _take(state: State, seat: int, line: Line, found: _Read) -> None:
    """Reads one line into `found`. Raises LineRefused."""
    if line.verb == "WITHDRAW":
        found.withdrawn.append(line)
    elif line.verb == "PASS":
        found.passed = True
    elif (line.verb in _COMMANDS) != (state.phase == "command"):
        raise LineRefused("not-now", line.quote, f"{line.verb} is no order of this phase.", _hint(state, seat))
    elif line.verb == "ADVANCE":
        if not state.army(seat):
            raise LineRefused("no-unit", line.quote, "You have no unit on the board that could advance.")
        found.advance.append(line)
    elif line.verb == "UNIT":
        recruit = Unitmaker(state, seat, line).recruit()
        _check_means(state, seat, line, recruit, ())
        found.recruits.append((line, recruit))
    else:
        found.commands.append((line, _command(state, seat, line)))


# -- Reinforcement


def _afforded(
    state: State, seat: int, recruits: Sequence[tuple[Line, Recruit]], problems: list[Problem]
) -> list[Recruit]:
    """The units that points and numbers allow, in the order of the lines."""
    afforded: list[Recruit] = []
    for line, recruit in recruits:
        try:
            _check_means(state, seat, line, recruit, afforded)
            afforded.append(recruit)
        except LineRefused as refusal:
            problems.append(refusal.problem)
    return afforded


def _check_means(state: State, seat: int, line: Line, recruit: Recruit, before: Sequence[Recruit]) -> None:
    """Refuses a unit for which points or numbers do not suffice once those of `before` are placed."""
    table = state.table
    left = state.points_left[seat] - sum(other.cost(table) for other in before)
    if len(state.army(seat)) + len(before) >= table.max_on_board:
        reason = f"You may have {table.max_on_board} units on the board at a time."
        raise LineRefused("board-full", line.quote, reason)
    if state.placed[seat] + len(before) >= table.max_placed:
        raise LineRefused("army-spent", line.quote, f"You may place {table.max_placed} units in the game.")
    if (cost := recruit.cost(table)) > left:
        reason = f"{recruit.name} costs {cost} points, and you have {left} left for it."
        raise LineRefused("too-dear", line.quote, reason)


def _same_place(one: Recruit, other: Recruit) -> bool:
    return one.name.casefold() == other.name.casefold() or one.tile == other.tile or one.decimal == other.decimal


def _same_unit(one: UnitCommand, other: UnitCommand) -> bool:
    return one.unit == other.unit


def _agreeing(
    found: Sequence[tuple[Line, T]], clash: Callable[[T, T], bool], hint: str, problems: list[Problem]
) -> list[tuple[Line, T]]:
    """The lines that do not clash with others; those that do are refused together, the same line twice is one."""
    distinct: list[tuple[Line, T]] = []
    for line, item in found:
        if all(item != other for _, other in distinct):
            distinct.append((line, item))
    left = [one for one in distinct if any(one is not other and clash(one[1], other[1]) for other in distinct)]
    standing = [one for one in distinct if one not in left]
    while left:
        group = left[:1]
        for one in group:  # who clashes with one of them belongs to them, too
            group += [new for new in left if new not in group and clash(new[1], one[1])]
        problems.append(contradiction([line for line, _ in group], hint))
        left = [one for one in left if one not in group]
    return standing


# -- Command


def _command(state: State, seat: int, line: Line) -> UnitCommand:
    name, _, rest = line.rest.partition(" ")
    unit = _unit(state, seat, name, line)
    if line.verb == "IDLE":
        return UnitCommand(unit.name, "IDLE")
    if line.verb == "MOVE":
        return _move(state, unit, rest, line)
    if line.verb == "ATTACK":
        return _attack(state, unit, rest, line)
    return _skill(state, unit, rest, line)


def _unit(state: State, seat: int, name: str, line: Line) -> Unit:
    """The unit meant, by its name or the beginning of it. Raises LineRefused."""
    called = name.strip(":,.\"'").casefold()
    own = state.army(seat)
    exact = [unit for unit in own if unit.name.casefold() == called]
    fitting = exact or [unit for unit in own if called and unit.name.casefold().startswith(called)]
    if len(fitting) == 1:
        return fitting[0]
    yours = f"Yours are {listed(unit.name for unit in own)}." if own else "You have no unit on the board."
    if fitting:
        reason = f"{name} could be {listed((unit.name for unit in fitting), 'or')}."
        raise LineRefused("ambiguous", line.quote, reason, "Write the whole name.")
    if any(unit.name.casefold() == called for unit in state.army(1 - seat)):
        raise LineRefused("not-yours", line.quote, f"{name} is a unit of your opponent.", yours)
    raise LineRefused("no-such-unit", line.quote, f"You have no unit called {quoted(name) or '…'}.", yours)


def _move(state: State, unit: Unit, rest: str, line: Line) -> UnitCommand:
    found = meanings(rest, {direction: direction for direction in DIRECTIONS})
    if len(found) != 1:
        raise LineRefused(
            "not-understood", line.quote, "A unit moves UP, DOWN or FORWARD, one tile.", _moves(state, unit)
        )
    if not on_board(state.table, step(unit, found[0])):
        raise LineRefused(
            "off-board", line.quote, f"{unit.name} stands at {where(unit.tile)}: there is no tile that way."
        )
    return UnitCommand(unit.name, "MOVE", found[0])


def _moves(state: State, unit: Unit) -> str:
    ways = [way for way in DIRECTIONS if on_board(state.table, step(unit, way))]
    return f"Write {listed((UnitCommand(unit.name, 'MOVE', way).words for way in ways), 'or')}."


def _attack(state: State, unit: Unit, rest: str, line: Line) -> UnitCommand:
    reachable = tiles(state.table, unit, state.kind(unit).range)
    return UnitCommand(unit.name, "ATTACK", tile=_tile(rest, reachable, unit, line))


def _tile(rest: str, reachable: Sequence[Tile], unit: Unit, line: Line) -> Tile:
    tile = tile_in(rest)
    hint = f"In reach of {unit.name}: {listed(map(where, reachable), 'or') if reachable else 'no tile'}."
    if tile is None:
        raise LineRefused("not-understood", line.quote, "A tile is written as column,row.", hint)
    if tile not in reachable:
        raise LineRefused("out-of-range", line.quote, f"{where(tile)} is not in reach of {unit.name}.", hint)
    return tile


def _skill(state: State, unit: Unit, rest: str, line: Line) -> UnitCommand:
    phrase = re.sub(r"\b(?:at|on|to|column|col|row|tile)\b", " ", rest, flags=re.I)
    name = re.match(r"[^\d\[(]*", phrase)
    target = phrase[name.end() :] if name else ""
    known = {skill: skill for skill in state.table.skills}
    found = meanings((name[0] if name else "").replace("_", " "), {s.replace("_", " "): s for s in unit.skills})
    if len(found) != 1:
        meant = meanings((name[0] if name else "").replace("_", " "), {s.replace("_", " "): s for s in known})
        has = listed(skill.replace("_", " ") for skill in unit.skills) if unit.skills else "no skill"
        code, reason = (
            ("not-learnt", f"{unit.name} has not learnt {meant[0].replace('_', ' ')}.")
            if len(meant) == 1 and not found
            else ("ambiguous" if found else "no-such-skill", "It is not clear which skill is meant.")
        )
        raise LineRefused(code, line.quote, reason, f"{unit.name} has {has}.")
    return UnitCommand(unit.name, "SKILL", found[0], _aim(state, unit, found[0], target, line))


def _aim(state: State, unit: Unit, skill: str, target: str, line: Line) -> Tile | None:
    """The tile that a skill is aimed at, None where it needs none. Raises LineRefused."""
    aim = state.table.skills[skill].aim
    reachable = tiles(state.table, unit, reach(state, unit, skill))
    if aim == "area":
        if target.strip():
            _tile(target, reachable, unit, line)
        return None
    if aim == "self":
        lane = [(column, unit.tile[1]) for column in range(1, state.table.columns + 1)]
        if target.strip():
            _tile(target, lane if skill in ("rush", "fall_back") else [unit.tile], unit, line)
        return None
    if aim == "column" and re.fullmatch(r"\D*\d{1,3}\D*", target):
        target = f"{target},{unit.tile[1]}"
    if skill == "mend":
        reachable = [tile for tile in reachable if tile != unit.tile]
    return _tile(target, reachable, unit, line)

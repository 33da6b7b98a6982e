"""Who meets whom: knock-out, round robin and Swiss. Chance comes in as the order of the draw, and nowhere else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from pbp.honours.meetings import Meeting, table

Pair = tuple[str, str]
"""Who has the first seat, and the other. An empty second name is a bye; two are a place of the bracket left empty."""


# ---- knock-out -------------------------------------------------------------------------------------------------------


def knockout(drawn: Sequence[str]) -> list[Pair]:
    """The first round, in the order of the bracket.

    The first of the draw and the second can meet in the final only; the byes of a bracket that is not full fall to the
    first of the draw.
    """
    size = 1
    while size < len(drawn):
        size *= 2
    places = [0]
    while len(places) < size:
        places = [place for first in places for place in (first, 2 * len(places) - 1 - first)]
    named = [drawn[place] if place < len(drawn) else "" for place in places]
    return list(zip(named[::2], named[1::2], strict=True))


def after_knockout(meetings: Sequence[Meeting], *, third: bool) -> list[Pair]:
    """The round after those that are over, in the order of the bracket: the winners of neighbours meet.

    None after the final. With `third`, those who lost the semi-finals meet beside it.
    """
    last = bracket(meetings)[-1]
    winners = [meeting.winner for meeting in last]
    pairs = [_first_named(pair) for pair in zip(winners[::2], winners[1::2], strict=False)]
    losers = [meeting.loser for meeting in last]
    if third and len(last) == 2 and all(losers):
        pairs.append((losers[0], losers[1]))
    return pairs


def bracket(meetings: Sequence[Meeting]) -> list[list[Meeting]]:
    """The rounds of a knock-out, without the meeting for the third place: each has half as many as the one before."""
    rounds = _rounds(meetings)
    return [found[: max(1, len(rounds[0]) >> nth)] for nth, found in enumerate(rounds)]


def knockout_places(meetings: Sequence[Meeting]) -> list[tuple[str, ...]]:
    """The entrants of a knock-out that is over, the best first; those of one group are equal.

    Who lost later stands before who lost earlier; who withdrew from a place of the bracket lost in the round before.
    """
    rounds, all_rounds = bracket(meetings), _rounds(meetings)
    groups: list[tuple[str, ...]] = []
    final = rounds[-1][0]
    groups += [(final.winner,), (final.loser,)] if final.winner else [(final.home, final.away)]
    for beside in all_rounds[-1][1:]:
        groups += [(beside.winner,), (beside.loser,)] if beside.winner else [(beside.home, beside.away)]
    for found in reversed(rounds[:-1]):
        groups.append(tuple(meeting.loser for meeting in found if meeting.loser))
    told: set[str] = set()
    placed = []
    for group in groups:
        fresh = tuple(name for name in group if name and name not in told)
        told.update(fresh)
        placed += [fresh] if fresh else []
    rest = {name: None for found in rounds for each in found for name in (each.home, each.away) if name}
    left = tuple(name for name in rest if name not in told)
    return [*placed, left] if left else placed


def _rounds(meetings: Sequence[Meeting]) -> list[list[Meeting]]:
    last = max(meeting.round for meeting in meetings)
    return [[each for each in meetings if each.round == number] for number in range(1, last + 1)]


def _first_named(pair: Pair) -> Pair:
    return pair if pair[0] else (pair[1], "")


# ---- round robin -----------------------------------------------------------------------------------------------------


def round_robin(drawn: Sequence[str], *, double: bool = False) -> list[list[Pair]]:
    """Every round of a round robin, by the circle method: one stays, the others move on by one place.

    With an odd number each has one bye. First seats alternate; the second half of a `double` one turns them round.
    """
    names = [*drawn, ""] if len(drawn) % 2 else list(drawn)
    half, rounds = len(names) // 2, []
    circle = names[1:]
    for number in range(len(names) - 1):
        line = [names[0], *circle]
        pairs = list(zip(line[:half], reversed(line[half:]), strict=True))
        turned = [pair[::-1] if (number if place == 0 else place) % 2 else pair for place, pair in enumerate(pairs)]
        rounds.append([_first_named(pair) for pair in turned])
        circle = [circle[-1], *circle[:-1]]
    back = [[pair[::-1] if pair[1] else pair for pair in pairs] for pairs in rounds]
    return rounds + back if double else rounds


# ---- Swiss -----------------------------------------------------------------------------------------------------------


def swiss(playing: Sequence[str], drawn: Sequence[str], meetings: Sequence[Meeting]) -> list[Pair]:
    """The next round of a Swiss tournament among those who are `playing`.

    Of all ways to pair them it is the one that repeats the fewest meetings; of those the one that gives the fewest a
    second bye; of those the one whose pairs have the most equal points, and in which the bye falls lowest; of those the
    one that pairs the upper half of each score with the lower half. The best table comes first.
    """
    import networkx  # a third of a second, which only a round that is paired has to wait

    points = {row.name: row.points for row in table(drawn, meetings)}
    ranked = [name for name in points if name in set(playing)]
    costs = _costs(ranked, points, meetings)
    most = 1 + max(costs.values(), default=0)
    graph = networkx.Graph()
    graph.add_weighted_edges_from((one, other, most - cost) for (one, other), cost in costs.items())
    matched = networkx.max_weight_matching(graph, maxcardinality=True)
    pairs = sorted(tuple(sorted(pair)) for pair in matched)
    return [_seated(ranked, one, other, meetings) for one, other in pairs]


def _costs(
    ranked: Sequence[str], points: Mapping[str, float], meetings: Sequence[Meeting]
) -> dict[tuple[int, int], int]:
    """What each pair of ranks costs; the rank after the last is the bye. Less of what matters more goes first."""
    count = len(ranked)
    met = Counter(frozenset((meeting.home, meeting.away)) for meeting in meetings if not meeting.bye)
    byes = Counter(meeting.home for meeting in meetings if meeting.bye)
    halves = [round(2 * points[name]) for name in ranked]
    groups = Counter(halves)
    fold = (count + 1) ** 3  # more than all the small costs of a round
    gap = fold * (1 + sum((halves[0] - each) ** 2 for each in halves)) if count else 1
    costs = {}
    for one in range(count):
        for other in range(one + 1, count):
            again = met[frozenset((ranked[one], ranked[other]))] * gap * gap
            apart = (halves[one] - halves[other]) ** 2 * fold
            costs[one, other] = again + apart + abs(other - one - groups[halves[one]] // 2)
        if count % 2:
            low = (halves[one] - halves[-1]) ** 2 * fold
            costs[one, count] = byes[ranked[one]] * gap * (count + 1) + low + count - one
    return costs


def _seated(ranked: Sequence[str], one: int, other: int, meetings: Sequence[Meeting]) -> Pair:
    """The first seat is for who has had it less often; of two who had it as often, for the better placed."""
    if other == len(ranked):
        return ranked[one], ""
    had = Counter(meeting.home for meeting in meetings if not meeting.bye)
    pair = (ranked[one], ranked[other])
    return pair if had[pair[0]] <= had[pair[1]] else pair[::-1]

"""The rules of Reality Benders as a directed graph on the spells A to I, and what spells do to it.

Rules page, 2.1 to 2.4. An arrow is written "A>B"; a graph is the set of its arrows, without loops.
"""

from __future__ import annotations

from collections.abc import Sequence

LETTERS = "ABCDEFGHI"
Graph = frozenset[str]
EVERY_ARROW: Graph = frozenset(f"{x}>{y}" for x in LETTERS for y in LETTERS if x != y)
CHANGERS = "BDEH"
"""The spells that change the graph, in the order in which they act."""


def distances(graph: Graph, source: str) -> dict[str, int]:
    """How many arrows lead from a spell to each spell that can be reached from it."""
    found = {source: 0}
    edge = [source]
    while edge:
        edge = [y for y in LETTERS if y not in found and any(f"{x}>{y}" in graph for x in edge)]
        found |= dict.fromkeys(edge, max(found.values()) + 1)
    return found


def distance(graph: Graph, source: str, target: str) -> int | None:
    """How many arrows lead from one spell to another at least; None if no path does."""
    return distances(graph, source).get(target)


def touching(graph: Graph, spell: str) -> Graph:
    """Every arrow to or from a spell."""
    return frozenset(arrow for arrow in graph if spell in arrow)


def on_shortest_paths(graph: Graph, source: str, target: str) -> Graph:
    """Every arrow that lies on any shortest path from one spell to another; empty if there is no path."""
    to_target = distances(reverse(graph), target)
    from_source = distances(graph, source)
    if target not in from_source:
        return frozenset()
    return frozenset(
        arrow
        for arrow in graph
        if arrow[0] in from_source
        and arrow[2] in to_target
        and from_source[arrow[0]] + 1 + to_target[arrow[2]] == from_source[target]
    )


def reverse(arrows: Graph) -> Graph:
    """Arrows with their directions swapped."""
    return frozenset(f"{arrow[2]}>{arrow[0]}" for arrow in arrows)


def changed(graph: Graph, casts: Sequence[tuple[str, Sequence[str]]]) -> tuple[Graph, list[Graph]]:
    """The graph after the casts (spell, inputs), and for each cast the arrows it touched.

    Touched: built anew by B, flipped by D as they were before, destroyed by E and H. Equal spells read the same graph.
    """
    touched: dict[int, Graph] = {}
    for letter in CHANGERS:
        before = graph
        for index, (spell, inputs) in enumerate(casts):
            if spell != letter:
                continue
            if letter == "B":
                touched[index] = frozenset({f"{inputs[0]}>{inputs[1]}", f"{inputs[1]}>{inputs[0]}"}) - before
                graph = graph | touched[index]
            elif letter == "D":
                touched[index] = touching(before, inputs[0])
                mine = touching(graph, inputs[0])
                graph = (graph - mine) | reverse(mine)
            else:
                touched[index] = touching(before, inputs[0]) if letter == "E" else on_shortest_paths(before, *inputs)
                graph = graph - touched[index]
    return graph, [touched.get(index, frozenset()) for index in range(len(casts))]

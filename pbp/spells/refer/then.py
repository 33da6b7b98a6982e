""" "That Duel", "both Duels": the earlier Duel that was spoken of, or it and this one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.english.phrases import BOTH_DUELS, EACH_DUEL, IN_IT, THAT_DUEL
from pbp.spells.inputs import Puzzle
from pbp.spells.sense.conditions import conj, disj, grouped
from pbp.spells.walk import mapped, parts

_MEANT = (THAT_DUEL.back, BOTH_DUELS.back, EACH_DUEL.back, IN_IT.back)
_NOW = t.CastIs | t.CastTrait | t.SpellOf


def spelt_out(before: list[t.Act], sentence: t.Act) -> t.Act:
    """The sentence, with the Duels that are meant. Raises Puzzle."""
    if not any(map(_is_then, parts(sentence))):
        return sentence
    near = (*before, sentence)
    told = set(_told(near))
    back, numbers = told.pop() if len(told) == 1 else ((), ())
    counted = any(isinstance(part, t.Duels) and _is_then(part.cast) for part in parts(sentence))
    now = any(isinstance(part, _NOW) for part in parts(near)) and not counted

    def known(node: Any) -> Any:
        match node:
            case t.CastAgain(back=IN_IT.back):
                if len((*back, *numbers)) != 1 or now:
                    raise Puzzle("it is not clear in what", "say: in the previous Duel")
                return replace(node, back=back, numbers=numbers)
            case t.CastAgain(back=(0,)) if len((*back, *numbers)) == 1:
                return replace(node, back=back, numbers=numbers)
            case t.CastAgain(back=(0, 0)) if len(back) == 2:
                return replace(node, back=back)
            case t.CastAgain(back=(0, 0, 0)) if len(back) > 1:
                return node
            case t.Truths((one,)) if len(back) > 1 and any(map(_is_then, parts(one))):
                return t.Truths(tuple(mapped(one, _at(at)) for at in back))
            case t.CastAgain(_, (str() | t.SpellInput(),) | (t.Traited(),), (0, 0)) if len(back) == 1 and now:
                return _now_and_then(node, back)
            case t.Not(t.Grouped(t.Or((now_so, t.CastAgain() as then)))):  # "in neither Duel"
                return conj(t.Not(now_so), t.Not(then))
        if _is_then(node):
            raise Puzzle("it is not clear which Duel is meant", "say: in the previous Duel", double=True)
        return node

    found: t.Act = mapped(sentence, known)
    return found


def _told(near: tuple[t.Act, ...]) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """The Duels that were spoken of; those of "each of the 2 previous Duels in which ..." together."""
    counted = [part for part in parts(near) if isinstance(part, t.Truths)]
    counted_in = {part: tuple(inner for inner in parts(part) if isinstance(inner, t.CastAgain)) for part in counted}
    for inside in counted_in.values():
        if backs := {back for cast in inside if not _is_then(cast) for back in cast.back}:
            yield tuple(sorted(backs)), ()
    beside = {cast for inside in counted_in.values() for cast in inside}
    for part in parts(near):
        if isinstance(part, t.CastAgain) and not _is_then(part) and part not in beside:
            yield part.back, part.numbers


def _at(back: int) -> Callable[[Any], Any]:
    def at(node: Any) -> Any:
        return replace(node, back=(back,)) if isinstance(node, t.CastAgain) and node.back == EACH_DUEL.back else node

    return at


def _is_then(node: t.Node) -> bool:
    return isinstance(node, t.CastAgain) and node.back in _MEANT


def _now_and_then(cast: t.CastAgain, back: tuple[int, ...]) -> t.Cond:
    """ "(The same spell this Duel as in the previous one ...) who cast Burn in both Duels", "in either Duel"."""
    (name,) = cast.names
    now: t.Cond = t.CastTrait(cast.who, name.trait) if isinstance(name, t.Traited) else t.CastIs(cast.who, (name,))
    then = replace(cast, back=back, every=False)
    return grouped(conj(now, then) if cast.every else disj(now, then))

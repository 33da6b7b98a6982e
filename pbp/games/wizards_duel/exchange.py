"""Two spells against each other: who scores, or wins the bout at once (rules page, 1.2 steps 1 to 5, 1.4, 1.6)."""

from __future__ import annotations

from dataclasses import dataclass

from pbp.games.wizards_duel.variants import VariantRules

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Exchange:
    """What two spells did; seats are 0 and 1.

    `instant`: the seat that won the bout at once (nothing else then happened); `scorer` and `points`: who gained
    how many; `how`: "kill" (by X), "higher", "lower", "late", or "tie"; `cancelled`: whose effect was cancelled;
    `strengths`: the effective ones, None for X.
    """

    instant: int | None
    scorer: int | None
    points: int
    how: str
    cancelled: tuple[bool, bool]
    strengths: tuple[int | None, int | None]


def exchange(variant: VariantRules, casts: tuple[str, str], modifiers: Pair, offender: int | None = None) -> Exchange:
    """The result of a round's two spells.

    `offender`: a seat that was late where late players cast at random: the other scores whatever the pair says,
    unless the other wins at once; the offender cannot.
    """
    strengths = (_strength(casts[0], modifiers[0]), _strength(casts[1], modifiers[1]))
    cancelled = (_cancels(variant, casts[1], casts[0]), _cancels(variant, casts[0], casts[1]))
    winner = _instant(casts)
    if winner is not None and winner != offender:
        return Exchange(winner, None, 0, "", (False, False), strengths)
    if offender is not None:
        scorer, how = 1 - offender, "late"
    else:
        scorer_or_none, how = _scorer(casts, cancelled, strengths)
        if scorer_or_none is None:
            return Exchange(None, None, 0, how, cancelled, strengths)
        scorer = scorer_or_none
    doubled = casts[scorer] == "6" and not cancelled[scorer]
    return Exchange(None, scorer, 2 if doubled else 1, how, cancelled, strengths)


def _strength(spell: str, modifier: int) -> int | None:
    return None if spell == "X" else int(spell) + modifier


def _cancels(variant: VariantRules, spell: str, other: str) -> bool:
    return variant.counterspell_cancels and spell == "2" and other not in ("2", "9")


def _instant(casts: tuple[str, str]) -> int | None:
    """Who wins the bout by X against 1, or 2 against X."""
    for seat in (0, 1) if "X" in casts else ():
        if (casts[seat], casts[1 - seat]) in (("X", "1"), ("2", "X")):
            return seat
    return None


def _scorer(
    casts: tuple[str, str], cancelled: tuple[bool, bool], strengths: tuple[int | None, int | None]
) -> tuple[int | None, str]:
    """Who scores, and how."""
    first, second = strengths
    if first is None or second is None:
        if first is second:
            return None, "tie"
        return (0, "kill") if first is None else (1, "kill")
    if first == second:
        return None, "tie"
    confused = any(casts[seat] == "4" and not cancelled[seat] for seat in (0, 1))
    stronger = 0 if first > second else 1
    return (1 - stronger, "lower") if confused else (stronger, "higher")

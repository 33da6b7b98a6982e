"""The five variants of the Wizard's Duel as data, and the names of the spells.

A spell is known by its printed strength, "0" to "8", or "X". "9" is Wisdom of Warfare, a labelled house power
(rules page, 1.7) that is in no hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

WISDOM = "9"
COMMON_NAMES: Mapping[str, str] = {
    "0": "Phantasmal Killer",
    "1": "Greater Restoration",
    "2": "Counterspell",
    "3": "Fog Cloud",
    "4": "Confusion",
    "5": "Bless",
    "6": "Firebolt",
    "7": "Ray of Frost",
    "8": "Charm Person",
    "X": "Power Word Kill",
}
OLYMPIAN_NAMES: Mapping[str, str] = {
    "1": "Great Harvest",
    "2": "Divorce",
    "3": "Trickster Magic",
    "4": "Night Plague",
    "5": "Forge",
    "6": "Bloodlust",
    "7": "Trident of the Sea",
    "8": "Charm",
    "X": "Power Bolt Kill",
    WISDOM: "Wisdom of Warfare",
}


TEXTS: Mapping[str, str] = {
    "0": "If you lead by 2 or more after scoring, you win the bout.",
    "1": "Take back the spell that you cast in the round before. Nothing in round 1.",
    "2": "If your opponent casts X this round, you win the bout.",
    "3": "Your next spell is hidden. Points, wins, a spell taken back and a ban still show.",
    "4": "The lower strength scores this round. Two of them are still one.",
    "5": "Your next spell is 2 stronger.",
    "6": "If you score this round, you gain 2 points.",
    "7": "Your next spell is 2 weaker.",
    "8": "After the round you may name a spell that your opponent must not cast in the next one, if able.",
    "X": "No strength; scores against all but 2 and X. If your opponent casts 1 this round, you win the bout.",
    WISDOM: "Strength 9, once in the contest; it loses to X.",
}
"""What each spell does in every variant that has it (rules page, 1.3)."""


@dataclass(frozen=True, slots=True)
class VariantRules:
    """What differs between the variants (rules page, 1.1 and 1.8).

    `duels`: how many bouts are counted before the tiebreak bout, where drawn bouts count for nobody; None: bouts
    are played until somebody has `wins_needed`. `draw_item`: the option that names who wins a drawn bout.
    `late_rule`: "forfeit" loses the bout, "random" casts a random spell that cannot win.
    """

    name: str
    about: str
    rounds: int = 9
    has0: bool = False
    duels: int | None = None
    wins_needed: int = 2
    counterspell_cancels: bool = True
    charm_excludes: tuple[str, ...] = ("2", "X")
    late_rule: str = "forfeit"
    draw_item: str | None = None
    item_options: tuple[str, ...] = ()
    names: Mapping[str, str] = field(default_factory=lambda: COMMON_NAMES)

    @property
    def spells(self) -> tuple[str, ...]:
        """A full hand, in the order in which spells are listed and counted."""
        return tuple(spell for spell in "012345678X" if spell != "0" or self.has0)

    @property
    def draws_replayed(self) -> bool:
        """Whether a drawn bout is played again; else it is drawn and counts for nobody."""
        return self.duels is None

    def text(self, spell: str) -> str:
        """What a spell does."""
        more = ""
        if spell == "2" and self.counterspell_cancels:
            more = " It also cancels the effect of your opponent's spell."
        elif spell == "8":
            more = f" Not {' and not '.join(self.charm_excludes)}." if self.charm_excludes else " Any may be named."
            more += " The ban is public."
        return TEXTS[spell] + more

    def title(self, spell: str) -> str:
        """A spell as players read it: "Fog Cloud (3)"; Wisdom of Warfare without a number."""
        return self.names[spell] if spell == WISDOM else f"{self.names[spell]} ({spell})"


VARIANTS: Mapping[str, VariantRules] = {
    variant.name: variant
    for variant in (
        VariantRules(
            "original",
            "Two bouts win; chance casts for who is late, and Counterspell cancels nothing.",
            counterspell_cancels=False,
            late_rule="random",
            draw_item="balance_of_harmony",
            item_options=("balance_of_harmony",),
        ),
        VariantRules("bo3", "The original without its item.", counterspell_cancels=False, late_rule="random"),
        VariantRules(
            "archwizard",
            "Five bouts, won by three, with a tenth spell, Phantasmal Killer.",
            rounds=10,
            has0=True,
            duels=5,
            wins_needed=3,
        ),
        VariantRules("death-match-3", "Three bouts, won by two; drawn ones count for nobody.", duels=3),
        VariantRules(
            "gods-collide",
            "Two bouts win; the spells have Olympian names, any may be banned, and the host may give out items.",
            charm_excludes=(),
            draw_item="hestias_hearth",
            item_options=("hestias_hearth", "apollos_daybreak", "athenas_wisdom"),
            names=OLYMPIAN_NAMES,
        ),
    )
}
DEFAULT_VARIANT = "death-match-3"

"""The list on which a drawn spell stands: its name, the other spells, the tracked values and their words."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

NAMES = (
    "Backlash", "Bramble", "Candlewick", "Cinder", "Clockwork", "Cobweb", "Comeuppance", "Crosswind",
    "Crown of Thorns", "Dazzle", "Draught", "Eavesdrop", "Ebb", "Fair Share", "Fetter", "Flare", "Foxfire",
    "Frostbite", "Gallop", "Glimmer", "Grudge", "Hail", "Handshake", "Hex", "Hornet", "Ink", "Jackpot", "Keepsake",
    "Lantern", "Larder", "Longbow", "Magpie", "Marsh Light", "Midas", "Moth", "Nettle", "Old Debt", "Overgrowth",
    "Palisade", "Pebble", "Pendulum", "Pickle", "Quarrel", "Quicksilver", "Ransom", "Rumour", "Salt", "Sandstorm",
    "Scarecrow", "Seesaw", "Shepherd", "Siesta", "Slow Burn", "Spindle", "Stargazing", "Sunrise", "Tailwind",
    "Tar Pit", "Thicket", "Toll Gate", "Toothache", "Trapdoor", "Tumble", "Undertow", "Vigil", "Weathercock",
    "Whirligig", "Windfall", "Wishbone", "Yawn", "Zenith",
)  # fmt: skip
"""What a drawn spell may be called."""

POSITION = "A position in the Wizard Ring"
OTHERS = {
    "Burn": (POSITION, "The Wizard in the chosen position loses 3 Stars.", "", "", "Belligerent"),
    "Gift": (
        f"{POSITION} other than your own",
        "The Wizard in the chosen position gains 3 Stars.",
        "",
        "0",
        "Peaceful",
    ),
    "Greed": ("", "If no other Wizard cast Greed, the caster gains 5 Stars.", "", "", ""),
    "Jolt": (POSITION, "The Wizard in the chosen position loses 4 Stars.", "", "5", "Belligerent"),
    "Mint": ("", "The caster gains 2 Stars.", "", "8", "Peaceful"),
    "Thunder": ("", "Each other Wizard loses 2 Stars.", "2", "60", "Belligerent"),
    "Pry": (POSITION, "The Wizard in the chosen position pays 2 Stars to the caster.", "1", "2", ""),
    "Warm Glow": ("", "Each neighbour of the caster gains 1 Star.", "", "20", "Peaceful"),
    "Splash": (POSITION, "Each neighbour of the Wizard in the chosen position loses 1 Star.", "", "", ""),
    "Meteor": (POSITION, "The Wizard in the chosen position loses 7 Stars.", "4", "2", "Belligerent"),
    "Feast": ("", "The caster and each neighbour of the caster gain 6 Stars.", "1", "4", "Peaceful"),
    "Tribute": (
        "The name of a Wizard other than you",
        "The caster pays 3 Stars to the chosen Wizard.",
        "",
        "12",
        "Peaceful",
    ),
}
"""The other spells: Inputs, Effect, Cost, Speed and Traits. All of them are readable.

Kept batches name them: none may change or go.
"""

COLOURS, STYLES, CLOTHS = ("Red", "Blue", "Green"), ("Pointy", "Round", "Floppy"), ("Plain", "Striped", "Velvet")
WORDS = {"Hat": (*COLOURS, *STYLES), "Robes": (*COLOURS, *CLOTHS), "Staff": ("Oak", "Bone", "Red"), "Beard": STYLES}
COUNTED = ("Crystals",)
TRAITS = ("Belligerent", "Peaceful")


@dataclass(frozen=True)
class Setting:
    """A list of which one spell, `own`, is still to be written."""

    own: str
    others: tuple[str, ...]

    def traits(self) -> list[str]:
        """The traits that spells of the list have, in the order of the list."""
        return [OTHERS[name][4] for name in self.others if OTHERS[name][4]]

    def wikitext(self, inputs: str = "", effect: str = "", cost: str = "", speed: str = "", traits: str = "") -> str:
        """The page, with the spell as given."""
        spells = {name: OTHERS[name] for name in self.others} | {self.own: (inputs, effect, cost, speed, traits)}
        return "\n".join(section(name, texts) for name, texts in spells.items())


ATTRIBUTES = (*WORDS, *COUNTED)
"""The tracked values of every list."""


def section(name: str, texts: tuple[str, str, str, str, str]) -> str:
    """One spell of a page."""
    labels = ("Inputs", "Effect", "Cost", "Speed", "Traits")
    return f"== {name} ==\n" + "".join(f"{label}: {text}\n" for label, text in zip(labels, texts, strict=True) if text)


def draw_setting(rng: Random) -> Setting:
    """A list of five to seven spells beside the drawn one."""
    count = rng.randint(5, 7)
    traited = [name for name in OTHERS if OTHERS[name][4]]
    others = {rng.choice(traited), *rng.sample(list(OTHERS), count)}
    return Setting(rng.choice(NAMES), tuple(name for name in OTHERS if name in others))

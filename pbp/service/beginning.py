"""What a new world begins with: a ruleset page with examples of spells."""

from __future__ import annotations

RULESET = """The wizards' rules. Each heading below {section} is one spell, and does what its words say. Change them and
write your own: "How to write a spell", at the foot of each page, shows what can be read.

== {section} ==
=== Greed ===
* Inputs: None
* Effect: If no other Wizard cast the Greed spell this Duel, the caster gains 5 Stars.

=== Gain ===
* Inputs: None
* Effect: The caster gains DICE4 Stars.

=== Burn ===
* Inputs: A position in the Wizard Ring
* Effect: The Wizard in the targeted position loses 3 Stars. Their neighbors lose 1 Star.
"""
"""The page as it is made where there is none; `section` is the heading below which spells stand."""

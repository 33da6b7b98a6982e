"""Casting a duel: the state of the ring, and the Speeds and phases in which spells change it."""

"""The text of an Effect, before its English is read: set out, asked what it leaves open, and cut into sentences."""

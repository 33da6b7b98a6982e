"""What the rules of spell.lark mean: one function for each name after "->", by subject."""

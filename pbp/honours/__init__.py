"""Honours: ratings, records, tables and pairings. Values in, values out: what a reader can work out again."""

"""What people write, read in bounded time: wikitext, and TOML with the line of everything in it."""

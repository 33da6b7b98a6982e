"""Real servers for the tests: a class each, with start and stop, on a free loopback port, its data in a folder."""

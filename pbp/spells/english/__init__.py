"""The English of spells: a syntax that holds no word of the game, a lexicon, and what its words mean together."""

"""A list page as its readers see it: its sections and tables, and the spells with the words after each label."""

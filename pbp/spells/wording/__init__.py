"""A program said back in canonical English, which reads as the same program again."""

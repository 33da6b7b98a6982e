"""What the rooms of `english` build with: tests, amounts, statuses and sentences, as trees."""

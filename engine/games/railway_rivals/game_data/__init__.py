"""The printed parts of the game: map, cards, numbers, and options."""

"""The printed parts of the game: board, cards, numbers, and options."""

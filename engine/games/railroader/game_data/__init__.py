"""The printed parts of the game: the board, the cards, the numbers, and the options."""

"""The printed parts of the game: the board or map, the cards, the numbers, and the options."""

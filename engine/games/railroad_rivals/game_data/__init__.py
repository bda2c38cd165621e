"""The printed parts of the game: tiles, numbers, and options."""

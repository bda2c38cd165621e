"""A player's turn: the private question pages, hints, and making moves."""

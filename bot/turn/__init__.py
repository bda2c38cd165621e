"""A player's turn: private pages with questions, hints, and making moves."""

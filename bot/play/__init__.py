"""Tables in the store: lobbies, seats, and moves."""

"""The state of a game as values: its parts, its phases, what players do, and what happens."""

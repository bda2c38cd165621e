"""Tables: players, state, moves, and phases."""

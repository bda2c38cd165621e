"""Computer players: evaluations of actions, determinization, and reasons for moves."""

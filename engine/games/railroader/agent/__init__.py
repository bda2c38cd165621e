"""Computer players: evaluations of actions, and states that fit a view."""

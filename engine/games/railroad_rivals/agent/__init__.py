"""Computer players: evaluations of actions, determinization, and the reasons for hints."""

"""The state of a game as values: its parts, phases, actions, and events."""

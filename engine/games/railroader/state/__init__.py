"""The state, phases, actions, and events, as values."""

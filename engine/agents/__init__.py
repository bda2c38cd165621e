"""The agents of the engine."""

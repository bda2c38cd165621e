"""Pages, buttons, and forms, derived from the engine's offers."""

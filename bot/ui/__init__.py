"""Pages, buttons, and forms, which are derived from the engine's offers."""

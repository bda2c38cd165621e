"""The rules: offers, effects, refusals, and the end of the game."""

"""The rules: offers, effects, refusals, and the ranking."""

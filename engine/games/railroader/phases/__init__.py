"""The phases of the game, the set-up, and the state that they move on."""

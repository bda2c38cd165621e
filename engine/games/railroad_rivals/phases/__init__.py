"""The phases of a turn, the set-up, and the state that they move on."""

"""The phases of a turn, the set-up, and the class of the stored state."""

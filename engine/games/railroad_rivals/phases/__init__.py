"""The phases of a turn, the setup, and the class of the stored state."""

"""The picture of the board."""

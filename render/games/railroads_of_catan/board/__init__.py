"""Pictures of the board."""

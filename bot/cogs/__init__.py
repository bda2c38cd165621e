"""The slash commands, one module per kind: lobby, play, look, keep."""

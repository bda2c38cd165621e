"""The slash commands, one module per kind."""

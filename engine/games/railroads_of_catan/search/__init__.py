"""What the program looks for on a player’s behalf: ways, routes, and proposals."""

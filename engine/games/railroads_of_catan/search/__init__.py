"""Searches on a player’s behalf: for ways, routes, and proposals."""

"""Searches on a player’s behalf: for paths, routes, and proposals."""

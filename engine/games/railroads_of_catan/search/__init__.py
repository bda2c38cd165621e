"""Searches for players: paths of track, routes of trains, and proposals."""

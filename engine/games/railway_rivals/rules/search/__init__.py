"""Searches for distances, building paths, and routes, on the map and track alone."""

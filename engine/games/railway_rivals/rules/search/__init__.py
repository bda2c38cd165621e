"""Searches for distances, building paths, and routes; they use only the map and track."""

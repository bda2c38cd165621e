"""Searches over track and land: distances, paths, and routes. They use the map and the track, not the state."""

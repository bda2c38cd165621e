"""Searches over track and land: how far it is, paths and routes. They know the map and the track, and no state."""

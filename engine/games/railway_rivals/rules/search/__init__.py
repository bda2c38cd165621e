"""Searches over track and land: how far it is, ways and routes. They know the map and the track, and no state."""

"""Matchmaking on a server, in the simulated Discord and with a store."""

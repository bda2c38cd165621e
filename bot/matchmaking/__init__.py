"""Matchmaking on a server: open tables, the queue of people who look for a game, and the ladder."""

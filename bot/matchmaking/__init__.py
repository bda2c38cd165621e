"""Matchmaking on a server: open tables, a queue, and a ladder."""

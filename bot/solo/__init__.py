"""Games for one person in a private message, without a table: dailies, puzzles, and lessons.

The bot stores the initial deal and the moves. It replays them at every press.
"""

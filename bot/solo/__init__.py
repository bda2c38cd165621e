"""Games for one person in a private message, without a table: dailies, puzzles, and lessons.

Such a game consists of a deal and the moves so far, and is replayed at every press.
"""

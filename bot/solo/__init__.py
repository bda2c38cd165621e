"""Games for one person in a private message, without a table: dailies, puzzles, and lessons.

A run is a deal, the moves so far, and a step number; it is replayed at every press.
"""

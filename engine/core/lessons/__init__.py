"""Lessons: games with words in between, that teach a game by playing it."""

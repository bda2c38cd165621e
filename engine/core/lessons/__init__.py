"""Lessons: games with words in between, that teach a title by playing it. It knows no title."""

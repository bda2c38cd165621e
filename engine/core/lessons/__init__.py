"""Lessons: scripted games with explanations that teach a game."""

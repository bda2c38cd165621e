"""Answering a turn: the private question pages, and the moves they make."""

"""Keeps results and ratings, predictions, notes, and each person's data. It knows no Discord and no title."""

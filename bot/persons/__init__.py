"""Data about users: results, ratings, predictions, notes, and privacy."""

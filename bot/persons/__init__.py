"""Data of persons: results, ratings, predictions, notes, and privacy."""

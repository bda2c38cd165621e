"""Vocabulary that at least two titles use in the same form. It knows no title."""

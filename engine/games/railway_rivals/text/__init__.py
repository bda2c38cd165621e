"""Texts for players.

Style: past tense for events, full sentences, numbers with units.
"""

"""Texts for players: narration, labels, rules topics, and statistics."""

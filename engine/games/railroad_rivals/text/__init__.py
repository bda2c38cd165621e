"""Texts for players: the texts of actions and events by rule, rules topics, and statistics."""

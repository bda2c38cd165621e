"""Texts for players, by rule: labels of actions, narrations of events, help topics, and statistics."""

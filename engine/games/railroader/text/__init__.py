"""Texts for players: a module for the actions and events of each rule, and the rules topics."""

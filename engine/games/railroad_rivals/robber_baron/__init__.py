"""The Robber Baron expansion: modules that join the base game at ``GameModule``."""

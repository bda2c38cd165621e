"""The Robber Baron expansion: modules that change the base game by the interface ``GameModule``."""

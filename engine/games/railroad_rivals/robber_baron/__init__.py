"""The Robber Baron expansion: modules that change the base game through the interface ``GameModule``."""

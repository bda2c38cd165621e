"""The Robber Baron expansion: modules that join the base game at ``engine.games.railroad_rivals.module``."""

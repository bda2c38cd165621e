"""The Discord side: commands, menus, and posts for every registered game."""

__version__ = "0.1.0"
"""Version of the whole project; pyproject.toml reads it from here."""

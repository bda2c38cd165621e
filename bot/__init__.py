"""The Discord side: commands, menus, and posts for every registered game."""

__version__ = "1.0.0"
"""The version of the whole project. pyproject.toml reads it from here."""

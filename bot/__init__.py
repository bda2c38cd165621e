"""The Discord side: commands, menus and posts over any registered title. It knows no title and no rule."""

__version__ = "1.0.0"
"""The version of the whole project. pyproject.toml reads it from here."""

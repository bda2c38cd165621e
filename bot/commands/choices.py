"""Choices of commands' options: forms of one command, and the games that the host offers. It knows no title."""

from collections.abc import Callable
from typing import Any

from discord import app_commands

from bot.offered import OfferedGames

AnyCommand = app_commands.Command[Any, ..., None]


def form_choices(**forms: str) -> list[app_commands.Choice[str]]:
    """The forms of a command as choices of an option: each by its value, which texts name, and what it does."""
    return [app_commands.Choice(name=f"{value}: {about}", value=value) for value, about in forms.items()]


def game_choices(
    offered: OfferedGames, is_wanted: Callable[[str], bool] = lambda title: True
) -> list[app_commands.Choice[str]]:
    """The games that are offered and wanted, as choices of an option."""
    return [app_commands.Choice(name=game.name, value=game.key) for game in offered.games if is_wanted(game.key)]

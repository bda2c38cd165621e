"""Choices of commands' options: forms of one command, and the games that the host offers. It knows no title."""

from collections.abc import Callable, Iterator
from typing import Any

from discord import app_commands

from bot.offered import OfferedGames

AnyCommand = app_commands.Command[Any, ..., None]


def form_choices(**forms: str) -> list[app_commands.Choice[str]]:
    """The forms of a command as choices of an option: each by its value, which texts name, and what it does."""
    return [app_commands.Choice(name=f"{value}: {about}", value=value) for value, about in forms.items()]


def forms_of(command: AnyCommand) -> Iterator[str]:
    """The forms of a command, as texts name them: ``show:film``, or ``write:`` for an option that may be left out."""
    for option in command.parameters:
        name = option.display_name
        yield from (f"{name}:{one.value}" for one in option.choices if one.name.startswith(f"{one.value}: "))
        if not option.choices and not option.required:
            yield f"{name}:"


def game_choices(
    offered: OfferedGames, is_wanted: Callable[[str], bool] = lambda title: True
) -> list[app_commands.Choice[str]]:
    """The games that are offered and wanted, as choices of an option."""
    return [app_commands.Choice(name=game.name, value=game.key) for game in offered.games if is_wanted(game.key)]

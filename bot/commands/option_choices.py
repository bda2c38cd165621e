"""Choices of commands' options: forms of one command, and the games that the host offers."""

from collections.abc import Callable, Iterator
from typing import Any

from discord import app_commands

from bot import limits
from bot.offered_games import OfferedGames
from engine.core import Game

_USUAL_PLAYERS = 3
"""Number of players for the game lengths in lists."""

AnyCommand = app_commands.Command[Any, ..., None]


def form_choices(**forms: str) -> list[app_commands.Choice[str]]:
    """The forms of a command as choices of an option: value and description."""
    return [app_commands.Choice(name=f"{value}: {about}", value=value) for value, about in forms.items()]


def form_names(command: AnyCommand) -> Iterator[str]:
    """The forms of a command as texts name them: ``show:film``, or ``write:`` for an option that may be omitted."""
    for option in command.parameters:
        name = option.display_name
        yield from (f"{name}:{one.value}" for one in option.choices if one.name.startswith(f"{one.value}: "))
        if not option.choices and not option.required:
            yield f"{name}:"


def game_choices(
    offered: OfferedGames, is_included: Callable[[str], bool] = lambda title: True
) -> list[app_commands.Choice[str]]:
    """The games that are offered and wanted, as choices of an option."""
    return [app_commands.Choice(name=game.name, value=game.key) for game in offered.games if is_included(game.key)]


def game_choices_with_description(offered: OfferedGames) -> list[app_commands.Choice[str]]:
    """The offered games as choices, with description, number of players, and length."""
    return [app_commands.Choice(name=_game_description(game), value=game.key) for game in offered.games]


def _game_description(game: Game[Any]) -> str:
    """The game in one line: name, activity, players, and how often each is asked to move."""
    least, most = game.seats[0], game.seats[-1]
    visits = game.options.new_table_options().visit_estimate(max(least, _USUAL_PLAYERS))
    length = f" · your turn about {round(visits)} times" if visits else ""
    return limits.truncate(f"{game.name} · {game.tagline} · {least}–{most} players{length}", limits.SELECT_TEXT)

"""Choices for options of commands: the forms of a command, and the offered games."""

from collections.abc import Callable, Iterator
from typing import Any

from discord import app_commands

from bot import limits
from bot.offered_games import OfferedGames
from engine.core import Game

_USUAL_PLAYERS = 3
"""Number of players for which lists state the length of a game, unless the game needs more."""

AnyCommand = app_commands.Command[Any, ..., None]


def form_choices(**forms: str) -> list[app_commands.Choice[str]]:
    """Return the forms of a command as choices of an option. ``forms`` maps values to descriptions."""
    return [app_commands.Choice(name=f"{value}: {about}", value=value) for value, about in forms.items()]


def form_names(command: AnyCommand) -> Iterator[str]:
    """Yield the forms of a command in the notation of texts: ``show:film``, or ``write:`` for an optional free text."""
    for option in command.parameters:
        name = option.display_name
        yield from (
            f"{name}:{choice.value}" for choice in option.choices if choice.name.startswith(f"{choice.value}: ")
        )
        if not option.choices and not option.required:
            yield f"{name}:"


def game_choices(
    offered: OfferedGames, is_included: Callable[[str], bool] = lambda title: True
) -> list[app_commands.Choice[str]]:
    """Return the offered games for which ``is_included`` is true, as choices of an option."""
    return [app_commands.Choice(name=game.name, value=game.key) for game in offered.games if is_included(game.key)]


def game_choices_with_description(offered: OfferedGames) -> list[app_commands.Choice[str]]:
    """The offered games as choices, with description, number of players, and length."""
    return [app_commands.Choice(name=_game_description(game), value=game.key) for game in offered.games]


def _game_description(game: Game[Any]) -> str:
    """Return a line about the game: name, tagline, numbers of players, and how often it is each player's turn."""
    min_seats, max_seats = game.seats[0], game.seats[-1]
    visits = game.options.new_table_options().visit_estimate(max(min_seats, _USUAL_PLAYERS))
    length = f" · your turn about {round(visits)} times" if visits else ""
    return limits.truncate(
        f"{game.name} · {game.tagline} · {min_seats}–{max_seats} players{length}", limits.SELECT_TEXT
    )

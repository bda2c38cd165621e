"""``/game new``: opens a table for a game, for a rematch, or from a game file."""

import discord
from discord import app_commands

from bot.commands.lobby import open_table
from bot.commands.option_choices import AnyCommand, form_choices, game_choices_with_description
from bot.commands.rematch import open_rematch
from bot.commands.table import open_from_file
from bot.errors import Interaction, handle_errors
from bot.markdown import md
from bot.offered_games import OfferedGames
from engine import Refused

_REMATCH, _FILE = "rematch", "file"
"""Choices of ``/game new`` besides the games: a rematch, and a game from a transcript file."""


def new_command(offered: OfferedGames) -> AnyCommand:
    """The command ``/game new``, with these games as choices."""
    description = "Open a table for others to join, or play alone"
    command: AnyCommand = app_commands.Command(name="new", description=description, callback=_new_callback)
    other_choices = form_choices(
        rematch="the last game here again, with the same options and computers",
        file="a game that you have as a .game file",
    )
    return app_commands.choices(title=[*game_choices_with_description(offered), *other_choices])(command)


@app_commands.rename(title="game")
@app_commands.describe(title="Which game", file="A .game file from /history show:export")
@handle_errors
async def _new_callback(interaction: Interaction, title: str, file: discord.Attachment | None = None) -> None:
    if title == _FILE and file is None:
        raise Refused(md("Attach the .game file in `file:`."))
    if title != _FILE and file is not None:
        raise Refused(md("To open a table from a file, choose `game:file`: the file says which game it is."))
    if file is not None:
        await open_from_file(interaction, file)
    elif title == _REMATCH:
        await open_rematch(interaction)
    else:
        await open_table(interaction, title)

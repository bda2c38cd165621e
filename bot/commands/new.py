"""``/game new``: a table of a chosen game, one like the last, or one from a game file. It knows no title."""

import discord
from discord import app_commands

from bot.commands.choices import AnyCommand, game_choices
from bot.commands.lobby import open_table
from bot.commands.rematch import open_rematch
from bot.commands.table import open_from_file
from bot.desk import desk
from bot.errors import Interaction, spoken
from bot.markdown import md
from bot.meeting.queue_page import new_page
from bot.offered import OfferedGames
from bot.ui.page import show
from engine import Refused

_REMATCH = "rematch"


def new_command(offered: OfferedGames) -> AnyCommand:
    """``/game new``, with these games to choose from."""
    about = "Open a table for others to join, or play alone"
    command: AnyCommand = app_commands.Command(name="new", description=about, callback=_new)
    again = app_commands.Choice(name="rematch: the last game here again, with the same options", value=_REMATCH)
    return app_commands.choices(title=[*game_choices(offered), again])(command)


@app_commands.rename(title="game")
@app_commands.describe(
    title="Which game, or a rematch of the last one here",
    file="A .game file to continue or to look at, from /history show:export",
)
@spoken
async def _new(interaction: Interaction, title: str | None = None, file: discord.Attachment | None = None) -> None:
    offered = desk(interaction).sessions.offered
    if title is not None and file is not None:
        raise Refused(md("You can’t choose both a game and a file, which has a game of its own. Choose one of them."))
    if file is not None:
        await open_from_file(interaction, file)
    elif title == _REMATCH:
        await open_rematch(interaction)
    elif title is None and len(offered.games) > 1:
        await show(interaction, new_page(offered, here=True))
    else:
        await open_table(interaction, title or offered.games[0].key)

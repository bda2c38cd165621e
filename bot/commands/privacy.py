"""What is stored of a person, in plain words, as a file, and gone. It knows no title."""

import gzip
import io
from typing import Any

import discord
from discord import app_commands

from bot.desk import desk
from bot.errors import spoken
from bot.persons.privacy import FORMER, exported_data, forget_user
from bot.ui.components import Style, button
from bot.ui.page import Page, show
from bot.ui.settings_page import identity

Interaction = discord.Interaction[Any]

_LARGEST = 5_000_000
"""Bytes of a file that is sent as it is: hundreds of games. Discord takes 10 MiB (docs, reference, uploading files)."""

STORED = f"""**What I store of you**
- your Discord id and, at tables you joined or opened, the name you had then
- your seats and your moves, with the time of each; how your games ended
- what you chose in `/settings`
- the seats you left, with the name you had there
- your standing orders, proposals, votes, predictions, the tables you follow, and your notes to yourself (`/note`)
- the ids of the messages by which I notified you
I read no messages, and nothing of this leaves the machine I run on. Ratings are worked out from results and shown to \
those who have played in the same server.

**Delete my data** takes all of it out. Games stay whole for the others: your seats are then those of “{FORMER}”. In \
games that run, a computer takes your seat for good, and a number from which nobody reads your id keeps you from \
another seat there; lobbies you leave."""

_SURE = """Delete everything I store of you? Your games that run go on without you, your results and ratings are \
nobody's any more, and none of it can be brought back."""

_DELETED = "It is done: I store nothing of you any more. What stands in channels is Discord's."
LEFT = """You are taken out of everything but these tables, where my database is damaged: {}. Please tell whoever runs \
the bot; once it is repaired, delete your data again."""


@app_commands.command(name="privacy", description="What is stored of you; have it as a file, or deleted")
@spoken
async def privacy(interaction: Interaction) -> None:
    export = button("Export my data", identity("privacy.export"))
    delete = button("Delete my data…", identity("privacy.delete"), Style.danger)
    await show(interaction, Page(STORED, None, [[export, delete]]))


async def privacy_pressed(interaction: Interaction, what: str) -> None:
    """A button under `/privacy`."""
    match what:
        case "export":
            await _export(interaction)
        case "delete":
            sure = button("Delete everything", identity("privacy.sure"), Style.danger)
            await show(interaction, Page(_SURE, None, [[sure]]))
        case _:
            await _delete(interaction)


async def _export(interaction: Interaction) -> None:
    at = desk(interaction)
    at.allow(at.files, interaction.user.id)
    await interaction.response.defer(ephemeral=True, thinking=True)
    data = await exported_data(at.sessions, interaction.user.id)
    packed = len(data) > _LARGEST
    file = discord.File(io.BytesIO(gzip.compress(data) if packed else data), f"my-data.json{'.gz' if packed else ''}")
    await interaction.followup.send(
        "Everything I store of you. Times are seconds since 1970.", file=file, ephemeral=True
    )


async def _delete(interaction: Interaction) -> None:
    at = desk(interaction)
    at.allow(at.files, interaction.user.id)
    await interaction.response.defer()  # the whole file is written anew
    done = await forget_user(at.sessions, at.scores, interaction.user.id)
    for table_id in done.tables:
        at.announcer.kick(table_id)
    left = ", ".join(map(str, done.left))
    await show(interaction, Page(LEFT.format(left) if left else _DELETED))

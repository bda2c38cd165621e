"""A person's stored data: described, exported as a file, and deleted. It knows no title."""

import gzip
import io

import discord
from discord import app_commands

from bot.desk import desk
from bot.errors import Interaction, spoken, user_of
from bot.markdown import escape_prose, joined, md
from bot.persons.privacy import FORMER, exported_data, forget_user
from bot.reply import reply_to
from bot.solo.deal import open_at
from bot.ui.components import Style, button, unknown
from bot.ui.page import Page, show
from bot.ui.settings_page import identity
from engine.store.apart import in_thread

_LARGEST = 5_000_000
"""Bytes of a file that is sent as it is: hundreds of games. Discord takes 10 MiB (docs, reference, uploading files)."""

STORED = md(
    """**What I store about you**
- your Discord ID and, at tables you joined or opened, the name you had then
- your seats and moves, the time of each move, and how your games ended
- what you chose in `/settings`
- the seats you left, with the name you had there, and the lobbies you were removed from
- your standing orders, proposals, votes, predictions, followed tables, and notes to yourself (`/note`)
- your attempts at the daily deal, your first answer to each puzzle, the turning points for which you found a better \
move, and the games you look for with `/lfg`
- the IDs of the messages by which I notified you
I don’t read messages, and none of this leaves the machine I run on. Ratings are calculated from results and shown to \
players on the same server.

**Delete my data** removes all of it. Games stay complete for other players, and your seats there become those of \
“{}”. In current games, a computer takes your seat permanently. An anonymous number keeps you from rejoining \
them, and from playing a daily again until it closes. You are removed from open lobbies and queues.""",
    escape_prose(FORMER),
)

_SURE = md("""\
Delete everything I store about you? Your current games continue without you, and your results and ratings \
no longer belong to anyone. You can’t undo this.""")

_DELETED = md("Done. I no longer store anything about you. Messages in channels belong to Discord.")
LEFT = """I removed you everywhere except at these tables, where my database is damaged: {}. Please tell the bot’s \
operator. After the repair, delete your data again."""


@app_commands.command(name="privacy", description="See, export, or delete what I store about you")
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
        case "sure":
            await _delete(interaction)
        case _:
            await unknown()


async def _export(interaction: Interaction) -> None:
    at = desk(interaction)
    at.allow(at.files, user_of(interaction))
    await reply_to(interaction).defer_anew()
    data = await exported_data(at.sessions, user_of(interaction))
    packed = len(data) > _LARGEST
    sent = await in_thread(gzip.compress, data) if packed else data
    file = discord.File(io.BytesIO(sent), f"my-data.json{'.gz' if packed else ''}")
    text = md("Everything I store about you. Times are seconds since 1970.")
    await reply_to(interaction).say(text, files=[file])


async def _delete(interaction: Interaction) -> None:
    at = desk(interaction)
    at.allow(at.files, user_of(interaction))
    await reply_to(interaction).acknowledge()  # the whole file is written anew
    done = await forget_user(at.sessions, at.scores, user_of(interaction), open_at(at.dailies.now()))
    await at.puzzles.forget()
    for table_id in done.tables:
        at.announcer.kick(table_id)
    left = joined([md("{}", number) for number in done.left], ", ")
    await show(interaction, Page(md(LEFT, left) if left else _DELETED))

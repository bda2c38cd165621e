"""``/privacy``: describes a user's stored data, exports it as a file, or deletes it."""

import gzip
import io

import discord
from discord import app_commands

from bot.config import Settings
from bot.errors import Interaction, handle_errors, user_of
from bot.markdown import Markdown, escape_prose, join_lines, md
from bot.page_reply import send_page
from bot.persons.privacy import FORMER_PLAYER_NAME, export_data, forget_user
from bot.reply import reply_of
from bot.services import services_of
from bot.solo.deal import open_numbers
from bot.ui.components import Style, button, raise_unknown_button
from bot.ui.page import Page
from bot.ui.settings_page import page_custom_id
from engine.threads import run_in_thread

_MAX_UNZIPPED_BYTES = 5_000_000
"""Maximum bytes of an export that is sent uncompressed. Discord's limit is 10 MiB. (docs, reference, uploading
files)
"""

STORED_TEXT = md(
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
    escape_prose(FORMER_PLAYER_NAME),
)

_CONFIRM_TEXT = md("""\
Delete everything I store about you? Your current games continue without you, and your results and ratings \
no longer belong to anyone. You can’t undo this.""")

_DELETED_TEXT = md("Done. I no longer store anything about you. Messages in channels belong to Discord.")
_DAMAGED_TABLES_TEXT = """I removed you everywhere except at these tables, where my database is damaged: {}. Please \
tell the bot’s operator. After the repair, delete your data again."""


@app_commands.command(name="privacy", description="See, export, or delete what I store about you")
@handle_errors
async def privacy(interaction: Interaction) -> None:
    export_button = button("Export my data", page_custom_id("privacy.export"))
    delete_button = button("Delete my data…", page_custom_id("privacy.delete"), Style.danger)
    operator_line = _operator_line(services_of(interaction).settings)
    text = join_lines([STORED_TEXT, operator_line], "\n\n") if operator_line else STORED_TEXT
    await send_page(interaction, Page(text, None, [[export_button, delete_button]]))


def _operator_line(settings: Settings) -> Markdown:
    """Return a line with the operator's name and contact; empty if the settings have neither."""
    lines = [
        md("This bot is run by {}.", escape_prose(settings.operator)) if settings.operator else md(""),
        md("Contact: {}", escape_prose(settings.contact)) if settings.contact else md(""),
    ]
    return join_lines([line for line in lines if line], " ")


async def handle_privacy_press(interaction: Interaction, verb: str) -> None:
    """Handle a button under ``/privacy``."""
    match verb:
        case "export":
            await _send_export(interaction)
        case "delete":
            confirm_button = button("Delete everything", page_custom_id("privacy.sure"), Style.danger)
            await send_page(interaction, Page(_CONFIRM_TEXT, None, [[confirm_button]]))
        case "sure":
            await _delete_data(interaction)
        case _:
            await raise_unknown_button()


async def _send_export(interaction: Interaction) -> None:
    services = services_of(interaction)
    services.limits.file.check(user_of(interaction))
    await reply_of(interaction).defer_new_message()
    data = await export_data(services.tables, user_of(interaction))
    is_zipped = len(data) > _MAX_UNZIPPED_BYTES
    content = await run_in_thread(gzip.compress, data) if is_zipped else data
    file = discord.File(io.BytesIO(content), f"my-data.json{'.gz' if is_zipped else ''}")
    text = md("Everything I store about you. Times are seconds since 1970.")
    await reply_of(interaction).send_message(text, files=[file])


async def _delete_data(interaction: Interaction) -> None:
    services = services_of(interaction)
    services.limits.file.check(user_of(interaction))
    await reply_of(interaction).acknowledge()  # deleting rewrites the whole database file
    result = await forget_user(
        services.tables, services.ratings, user_of(interaction), open_numbers(services.dailies.now())
    )
    await services.puzzles.forget_ratings()
    for table_id in result.tables:
        services.outbox.wake(table_id)
    table_numbers = join_lines([md("{}", number) for number in result.damaged], ", ")
    await send_page(interaction, Page(md(_DAMAGED_TABLES_TEXT, table_numbers) if table_numbers else _DELETED_TEXT))

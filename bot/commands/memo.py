"""A note to oneself, for whoever comes back after days: it stands above one's next question. It knows no title."""

from discord import app_commands

from bot.desk import Desk, desk
from bot.errors import Interaction, spoken, user_of
from bot.markdown import Markdown, joined, listed, md
from bot.persons.memos import noted
from bot.reply import reply_to
from bot.tables.table import Table
from bot.ui.components import Press, custom_id
from bot.ui.fields import Field, form
from bot.ui.page import Page, show
from engine.store.ids import UserId

_LONGEST = 1_000
"""Characters of a note."""


@app_commands.command(name="note", description="Write yourself a note for your next turn")
@spoken
async def note(interaction: Interaction) -> None:
    at = desk(interaction)
    table = await at.started_here(interaction)
    kept = await _kept(at, table, user_of(interaction))
    text = Field("note", "Only you can see it. Leave empty for no note.", _LONGEST, now=kept, long=True)
    identity = custom_id("k", table.id, table.seq, "note")
    await reply_to(interaction).open_form(form("Note to yourself", identity, [text]))


async def memo_sent(interaction: Interaction, press: Press) -> None:
    """Keeps what was written in the form."""
    at, user = desk(interaction), user_of(interaction)
    table = await at.started(press.table)
    await _kept(at, table, user)
    text = press.first.strip()[:_LONGEST]
    await at.memos.keep(table.id, user, text)
    lines = [*noted(text), _said(at, table, user, text)]
    await show(interaction, Page(joined(lines)))


def _said(at: Desk, table: Table, user: UserId, text: str) -> Markdown:
    """Says where the note is to be read from now on."""
    if not text:
        return md("You have no note.")
    if at.sessions.seat_of(table, user) is None:
        return md("Only you can see it, and only with `/note`.")
    where = [md("on your next turn")] if table.status == "playing" else []
    return md("Only you can see it: {}.", listed([*where, md("in `/hand`"), md("in `/recap`")]))


async def _kept(at: Desk, table: Table, user: UserId) -> str:
    """The note, also of who has left the table since. Refused for everybody else who does not sit there."""
    return await at.memos.of(table.id, user) or (await at.seated(table, user)).memo

"""``/note``: a player's private note, which is shown above the next question."""

from discord import app_commands

from bot.errors import Interaction, handle_errors, user_of
from bot.markdown import Markdown, join_lines, join_words, md
from bot.page_reply import send_page
from bot.persons.notes import quote_note
from bot.reply import reply_of
from bot.services import Services, services_of
from bot.tables.table import Table
from bot.ui.components import ButtonPress, custom_id
from bot.ui.modals import FormField, build_modal
from bot.ui.page import Page
from engine.store.ids import UserId

_MAX_LENGTH = 1_000
"""Maximum characters of a note."""


@app_commands.command(name="note", description="Write yourself a note for your next turn")
@handle_errors
async def note(interaction: Interaction) -> None:
    services = services_of(interaction)
    table = await services.table_in_play_here(interaction)
    text_before = await _load_note(services, table, user_of(interaction))
    text = FormField(
        "note", "Only you can see it. Leave empty for no note.", _MAX_LENGTH, value=text_before, is_multiline=True
    )
    form_id = custom_id("k", table.id, table.seq, "note")
    await reply_of(interaction).open_modal(build_modal("Note to yourself", form_id, [text]))


async def handle_note_form(interaction: Interaction, press: ButtonPress) -> None:
    """Save the note from the form."""
    services, user = services_of(interaction), user_of(interaction)
    table = await services.table_in_play(press.table_id)
    await _load_note(services, table, user)
    text = press.value_or_empty.strip()[:_MAX_LENGTH]
    await services.private_notes.save_note(table.id, user, text)
    lines = [*quote_note(text), _visibility_text(services, table, user, text)]
    await send_page(interaction, Page(join_lines(lines)))


def _visibility_text(services: Services, table: Table, user: UserId, text: str) -> Markdown:
    if not text:
        return md("You have no note.")
    if services.tables.seat_of(table, user) is None:
        return md("Only you can see it, and only with `/note`.")
    where = [md("on your next turn")] if table.status == "playing" else []
    return md("Only you can see it: {}.", join_words([*where, md("in `/hand`"), md("in `/recap`")]))


async def _load_note(services: Services, table: Table, user: UserId) -> str:
    """The note of a current or former player of the table. Raises ``Refused`` for anyone else."""
    return (
        await services.private_notes.load_note(table.id, user)
        or (await services.seat_context_at(table, user)).private_note
    )

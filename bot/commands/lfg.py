"""``/lfg``, and the buttons on a server's post about open tables."""

import discord
from discord import app_commands

from bot.announcements.channel import is_channel_gone
from bot.commands.lesson_offer import offer_lessons
from bot.commands.lobby import check_can_open, open_in_thread, player_from
from bot.commands.option_choices import AnyCommand, game_choices
from bot.commands.table_access import check_sees
from bot.errors import Interaction, guild_of, handle_errors, user_of
from bot.markdown import escape, escape_prose, md
from bot.matchmaking.guild_page import CLOCKS
from bot.matchmaking.matcher import QUEUE_SECONDS, is_multiplayer
from bot.matchmaking.queue_page import new_table_page, queue_page
from bot.matchmaking.service import NO_HOME_TEXT
from bot.offered_games import OfferedGames
from bot.page_reply import send_page
from bot.reply import reply_of
from bot.services import services_of
from bot.tables.table import Table
from bot.ui.components import ButtonPress, build_view
from bot.ui.page import Page
from engine import GAMES, Refused, Unreadable
from engine.store import matchmaking as sql
from engine.store.ids import ChannelId, GuildId, OpeningId, UserId
from engine.store.matchmaking import Seeker

_NOT_OPEN_TEXT = md("This table isn’t open yet, or no longer. See the post with the open tables.")


def lfg_command(offered: OfferedGames) -> AnyCommand:
    """The command ``/lfg``, with these games as choices."""
    description = "Look for players: join this server’s queue for a game"
    command: AnyCommand = app_commands.Command(name="lfg", description=description, callback=_lfg_callback)
    return app_commands.choices(title=game_choices(offered, is_multiplayer))(command)


@app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
@app_commands.allowed_installs(guilds=True, users=False)
@app_commands.rename(title="game")
@app_commands.describe(
    title="Which game (if left out, your places in the queue)", clock="How much time a move may take"
)
@app_commands.choices(
    clock=[app_commands.Choice(name=clock, value=clock) for clock in CLOCKS],
)
@handle_errors
async def _lfg_callback(interaction: Interaction, title: str | None = None, clock: str | None = None) -> None:
    guild = _guild_with_home(interaction)
    default_clock = services_of(interaction).guild_settings.preferences_of(guild).clock
    if title is not None:
        await _join_queue(interaction, guild, title, clock or default_clock)
    await _show_queue(interaction, guild, clock or default_clock)


async def handle_open_tables_press(interaction: Interaction, press: ButtonPress) -> None:
    """Handle a button on the post about open tables, on its pages, or on a call for players."""
    verb, *words = press.arguments.split(" ")
    if verb in ("join", "here"):
        await _join_table(interaction, await _table_of_press(interaction, press))
        return
    if verb == "guest":
        await _accept_invitation(
            interaction, await services_of(interaction).tables.get(press.table_id), UserId(int(words[0]))
        )
        return
    if verb == "decline":
        await _decline_call(interaction, press)
        return
    guild = _guild_with_home(interaction)
    match verb:
        case "new":
            await check_can_open(interaction)
            await send_page(interaction, new_table_page(services_of(interaction).tables.offered_games))
        case "open":
            await check_can_open(interaction)
            await open_in_thread(interaction, guild, words[0])
        case "play":
            await _join_queue(interaction, guild, press.value_or_empty, words[0])
            await _show_queue(interaction, guild, words[0])
        case "leave":
            await _leave_queue(interaction, guild)
        case "clock":
            await _show_queue(interaction, guild, words[0])
        case _:
            await _show_queue(interaction, guild, services_of(interaction).guild_settings.preferences_of(guild).clock)


def _guild_with_home(interaction: Interaction) -> GuildId:
    """The server of the interaction. Raises ``Refused`` outside of servers, or without a home channel."""
    guild = guild_of(interaction)
    if guild is None or services_of(interaction).guild_settings.preferences_of(guild).home is None:
        raise Refused(NO_HOME_TEXT)
    return guild


async def _table_of_press(interaction: Interaction, press: ButtonPress) -> Table:
    """Return the table of a press: by its number, or by the thread that belongs to the message."""
    services = services_of(interaction)
    if press.arguments == "join":
        return await services.tables.get(press.table_id)
    table = await services.tables.table_in_channel(ChannelId(interaction.message.id)) if interaction.message else None
    if table is None:
        raise Refused(_NOT_OPEN_TEXT)
    return table


async def _join_table(interaction: Interaction, table: Table) -> None:
    """Give the user a seat. Raises ``Refused`` if they can't see the table's channel."""
    services = services_of(interaction)
    await _check_sees_channel(interaction, table)
    table = await services.tables.join_lobby(table.id, player_from(interaction))
    services.outbox.wake(table.id)
    await send_page(interaction, Page(md("You have a seat at the table in <#{}>.", table.channel)), as_new_message=True)
    await offer_lessons(interaction, table.title)


async def _accept_invitation(interaction: Interaction, table: Table, guest: UserId) -> None:
    """Give the invited user a seat, and remove the button *Join* of the invitation."""
    services = services_of(interaction)
    await _check_sees_channel(interaction, table)
    table = await services.tables.join_lobby(table.id, player_from(interaction))
    services.outbox.wake(table.id)
    if user_of(interaction) == guest:
        name, game = escape(player_from(interaction).name), escape_prose(GAMES[table.title].name)
        await reply_of(interaction).edit_pressed_message(
            content=md("✓ {} has joined the table · **{}**.", name, game), view=build_view()
        )
    else:
        await send_page(interaction, Page(md("You have a seat at this table.")), as_new_message=True)
    await offer_lessons(interaction, table.title)


async def _check_sees_channel(interaction: Interaction, table: Table) -> None:
    """Raise ``Refused`` if the user can't see the table's channel. Then also recheck whether the table may be
    listed.
    """
    try:
        await check_sees(interaction, table)
    except Refused:
        if table.guild is None:
            raise
        services_of(interaction).open_tables_posts.recheck_visibility(table.guild, table.id)
        if await _is_channel_gone(interaction, table.channel):
            raise Refused(md("This table’s channel was deleted.")) from None
        raise


async def _is_channel_gone(interaction: Interaction, channel: ChannelId) -> bool:
    try:
        await interaction.client.fetch_channel(channel)
    except discord.HTTPException as error:
        return is_channel_gone(error)
    return False


async def _join_queue(interaction: Interaction, guild: GuildId, title: str, clock: str) -> None:
    if not is_multiplayer(title) or clock not in CLOCKS:
        raise Unreadable(md("There’s no such game or clock. Choose them with `/lfg`."))
    services = services_of(interaction)
    services.tables.offered_games.check_offered(title)
    services.limits.seek.check(user_of(interaction))
    now = services.tables.now()
    seeker = Seeker(guild, user_of(interaction), title, clock, now, now + QUEUE_SECONDS)
    await services.tables.store.write(lambda db: sql.save_seeker(db, seeker))
    services.open_tables_posts.update_soon(guild)


async def _leave_queue(interaction: Interaction, guild: GuildId) -> None:
    services, user = services_of(interaction), user_of(interaction)
    await services.tables.store.write(lambda db: sql.delete_seeker(db, guild, user))
    services.open_tables_posts.update_soon(guild)
    await send_page(interaction, Page(md("You have left the queue.")))


async def _decline_call(interaction: Interaction, press: ButtonPress) -> None:
    """Remove the user from the call for players, and from the queue for this game."""
    services, user = services_of(interaction), user_of(interaction)
    if not await services.tables.store.write(lambda db: sql.decline_call(db, OpeningId(press.seq), user)):
        raise Refused(md("Nobody is waiting for you at this table. `/lfg` shows your places in the queue."))
    services.open_tables_posts.update_soon(guild_of(interaction))
    await send_page(
        interaction, Page(md("You aren’t in the queue for this game anymore. Use `/lfg` to look for one again."))
    )


async def _show_queue(interaction: Interaction, guild: GuildId, clock: str) -> None:
    if clock not in CLOCKS:
        raise Unreadable(md("There’s no such clock. Use `/lfg` again."))
    tables = services_of(interaction).tables
    seekers = await tables.store.read(lambda db: sql.load_seekers(db, guild))
    own_entries = [seeker for seeker in seekers if seeker.user == user_of(interaction)]
    await send_page(interaction, queue_page(own_entries, seekers, clock, tables.now(), tables.offered_games))

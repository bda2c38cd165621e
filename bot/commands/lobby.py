"""Opens tables, and handles presses in lobbies: joining, options, and the start."""

import discord
from discord import app_commands

from bot import limits
from bot.announcements import post_text
from bot.announcements.channel import ChannelMessages, is_request_rejected
from bot.announcements.channel_access import has_role, posting_problem_in
from bot.announcements.recipients import public_deadlines
from bot.commands.lesson_offer import offer_lessons
from bot.commands.table_access import is_channel_manager
from bot.errors import Interaction, channel_of, guild_of, handle_errors, is_posting_refused, user_of
from bot.markdown import md, truncate
from bot.matchmaking import open_tables_text
from bot.matchmaking.leavers import free_seats_of_leavers, leavers_text
from bot.names import sanitize_name
from bot.page_reply import send_page
from bot.permissions import THREAD_PERMISSIONS, is_in_foreign_server, posting_problem_here
from bot.play import lobby_rules
from bot.play.seat_holders import base_name
from bot.reply import reply_of
from bot.services import services_of
from bot.tables.moves import public_questions
from bot.tables.table import BookkeepingKey, Player, Table
from bot.ui.components import ButtonPress, Style, build_view, button, custom_id, raise_unknown_button
from bot.ui.lobby import LEVEL_PREFIX, lobby_buttons, options_page, page_of_option, page_of_value, table_settings_page
from bot.ui.page import Page
from engine import Refused
from engine.agents.policies import DEFAULT_POLICY
from engine.store import guilds
from engine.store.ids import GuildId

OPENED_TEXT = md("The table is open.")
_CHANNEL_TAKEN_TEXT = md(
    "This channel already has a table. You can open another one in a thread, or use another channel."
)


async def open_table(interaction: Interaction, title: str, computers: int = 0) -> None:
    """Open a table in the channel with a number of computer players, and reply with its card."""
    services, guild = services_of(interaction), guild_of(interaction)
    services.tables.offered_games.check_offered(title)
    await check_can_open(interaction)
    if guild is not None and _opens_in_threads(interaction):
        await open_in_thread(interaction, guild, title, computers)
        return
    check_access(interaction)
    if guild is not None and await _has_open_table(interaction):
        thread_button = button("Open it in a thread", custom_id("Q", 0, 0, f"thread {title}"), Style.primary)
        await send_page(interaction, Page(_CHANNEL_TAKEN_TEXT, None, [[thread_button]]))
        return
    services.limits.opening.check(user_of(interaction))
    lobby = lobby_rules.new_lobby(
        channel_of(interaction), guild, title, player_from(interaction), services.tables.now()
    )
    table = await services.tables.create_table(services.guild_settings.apply_to_table(lobby))
    for _ in range(computers):
        table = await services.tables.add_computer(table.id, DEFAULT_POLICY)
    try:
        card = await reply_of(interaction).post_publicly(
            post_text.lobby_text(table), after=OPENED_TEXT, view=lobby_buttons(table)
        )
    except discord.HTTPException:
        services.outbox.wake(table.id)  # the table exists; its card is posted without the interaction
        raise
    if card is not None:
        await services.tables.save_bookkeeping(table.id, {BookkeepingKey.STATUS_CARD: card})


async def open_in_thread(interaction: Interaction, guild: GuildId, title: str, computers: int = 0) -> None:
    """Open a table in a thread of the server's home channel, and reply with a link."""
    services = services_of(interaction)
    check_access(interaction, *(THREAD_PERMISSIONS if services.guild_settings.preferences_of(guild).threads else ()))
    services.limits.opening.check(user_of(interaction))
    await reply_of(interaction).defer_new_message()  # a post and a thread are created before the reply
    try:
        table = await services.matchmaking.open_table_for(guild, title, player_from(interaction))
    except discord.HTTPException as error:
        await _check_home_channel(interaction, guild, error)
        raise
    for _ in range(computers):
        table = await services.tables.add_computer(table.id, DEFAULT_POLICY)
    services.outbox.wake(table.id)
    await send_page(interaction, Page(md("Your table is in <#{}>. Other people can join it there.", table.channel)))


async def _has_open_table(interaction: Interaction) -> bool:
    table = await services_of(interaction).tables.table_in_channel(channel_of(interaction))
    return table is not None and table.status in ("lobby", "playing")


def _opens_in_threads(interaction: Interaction) -> bool:
    """Whether each table in this channel gets a thread."""
    preferences = services_of(interaction).guild_settings.preferences_of(guild_of(interaction))
    return preferences.threads and interaction.channel_id == preferences.home


@app_commands.command(name="start", description="Start the game with everyone who has joined")
@handle_errors
async def start(interaction: Interaction) -> None:
    table = await services_of(interaction).table_here(interaction)
    await start_game(interaction, table)
    await reply_of(interaction).send_message(md("The game begins."))


@app_commands.command(name="status", description="Show where the game is, whose turn it is, and since when")
@handle_errors
async def status(interaction: Interaction) -> None:
    services = services_of(interaction)
    table = await services.table_here(interaction)
    if table.state is None or table.status == "lobby":
        text = post_text.lobby_text(table)
        services.outbox.wake(table.id)  # posts the card again if it was deleted
    else:
        events = await services.outbox.open_phase_events(table)
        deadlines = public_deadlines(table, services.user_settings.preferences_of)
        table_view, asked = await services.view_for(table, None), public_questions(table)
        text = post_text.status_card_text(table, table_view, asked, events, deadlines)
    problem = services.outbox.problem(table.id) or services.scheduler.notifications.problem(table.id)
    if channel_of(interaction) == table.channel:
        problem = posting_problem_here(interaction) or problem
    if problem:
        services.outbox.wake(table.id)  # the problem may have been solved
    view = lobby_buttons(table) if table.status == "lobby" else None
    await reply_of(interaction).send_message(
        truncate(md("{}\n⚠ {}", text, problem) if problem else text, limits.CONTENT), view=view
    )


async def handle_lobby_press(interaction: Interaction, press: ButtonPress) -> None:
    """Handle a button of the lobby card."""
    services = services_of(interaction)
    table = await services.tables.get(press.table_id)
    match press.arguments:
        case "join":
            table = await services.tables.join_lobby(table.id, player_from(interaction))
        case "leave":
            table = await services.tables.leave_lobby(table.id, user_of(interaction))
        case "add":
            await check_host(interaction, table)
            table = await services.tables.add_computer(table.id, DEFAULT_POLICY)
        case rest if rest.startswith(LEVEL_PREFIX):
            await check_host(interaction, table)
            table = await services.tables.add_computer(table.id, press.value)
        case "remove":
            await check_host(interaction, table)
            table = await services.tables.remove_computer(table.id)
        case "options":
            await show_options(interaction, table, 0)
            return
        case "time":
            await show_time_settings(interaction, table)
            return
        case "ping":
            await check_host(interaction, table)
            await mention_role(interaction, table)
            return
        case "start":
            await start_game(interaction, table)
            await reply_of(interaction).acknowledge()
            return
        case _:
            await raise_unknown_button()
    await reply_of(interaction).edit_pressed_message(content=post_text.lobby_text(table), view=lobby_buttons(table))
    if table.notes.get(BookkeepingKey.IDLE_REMINDER_POST):  # a warning that the table will close is posted
        services.outbox.wake(table.id)
    if press.arguments == "join":
        await offer_lessons(interaction, table.title)


async def handle_option_choice(interaction: Interaction, press: ButtonPress) -> None:
    """Set an option, whose name is in the ``custom_id``."""
    services = services_of(interaction)
    table = await services.tables.get(press.table_id)
    await check_host(interaction, table)
    part = page_of_value(press.value)
    if part is None:
        table = await services.tables.set_option(table.id, press.arguments, press.value)
        services.outbox.wake(table.id)
    await show_options(
        interaction, table, page_of_option(table, press.arguments, services.tables.offered_games.boxes), part
    )


async def handle_time_setting_choice(interaction: Interaction, press: ButtonPress) -> None:
    """Change the time control or the time-out rule of a table."""
    services = services_of(interaction)
    table = await services.tables.get(press.table_id)
    await check_host(interaction, table)
    table = await services.tables.set_term(table.id, press.arguments, press.value)
    services.outbox.wake(table.id)
    await show_time_settings(interaction, table)


async def handle_preset_choice(interaction: Interaction, press: ButtonPress) -> None:
    """Set all options to those of a preset, and show the same page of options again."""
    services = services_of(interaction)
    table = await services.tables.get(press.table_id)
    await check_host(interaction, table)
    table = await services.tables.choose_preset(table.id, press.value)
    services.outbox.wake(table.id)
    await show_options(interaction, table, int(press.arguments))


async def handle_options_paging(interaction: Interaction, press: ButtonPress) -> None:
    """Show another page of options."""
    table = await services_of(interaction).tables.get(press.table_id)
    await show_options(interaction, table, int(press.arguments))


def player_from(interaction: Interaction) -> Player:
    """The user as a player."""
    return Player(player_name_of(interaction), user_of(interaction))


def player_name_of(interaction: Interaction) -> str:
    """Return the user's current display name, or the user name if the display name is blank.

    In a server that has not added the bot, return the name in direct messages, because the game is played there.
    """
    user = interaction.user
    name = (user.global_name or user.name) if is_in_foreign_server(interaction) else user.display_name
    return base_name(sanitize_name(name)) or sanitize_name(user.name)


async def check_host(interaction: Interaction, table: Table) -> None:
    """Raise ``Refused`` unless the user opened the table or may manage its channel."""
    if user_of(interaction) != table.host and not await is_channel_manager(interaction, table):
        raise Refused(md("Only the host (<@{}>) or someone who manages the table’s channel can do that.", table.host))


async def check_can_open(interaction: Interaction) -> None:
    """Raise ``Refused`` if the server requires a role to open tables and the user lacks it."""
    guild, opener = (
        guild_of(interaction),
        services_of(interaction).guild_settings.preferences_of(guild_of(interaction)).opener,
    )
    if guild is None or opener is None or interaction.permissions.manage_channels:
        return
    if not await has_role(interaction.client, guild, user_of(interaction), opener):
        raise Refused(
            md(
                "On this server only members with the role <@&{}> can open tables. You can join one, or look for "
                "a game with `/lfg`.",
                opener,
            )
        )


def check_access(interaction: Interaction, *more: str) -> None:
    """Raise ``Refused`` if the bot lacks a permission that a table needs in the channel, or one of ``more``."""
    if problem := posting_problem_here(interaction, *more):
        raise Refused(md("I can’t run a table here. {}", problem))


def check_can_post(interaction: Interaction, table: Table) -> None:
    """Raise ``Refused`` if the bot can't post in the table's channel. Not checked if the user is in another channel."""
    problem = posting_problem_here(interaction) if channel_of(interaction) == table.channel else md("")
    if problem:
        raise Refused(md("I can’t post your proposal, so nobody could vote. {}", problem))


async def _check_home_channel(interaction: Interaction, guild: GuildId, error: discord.HTTPException) -> None:
    """If a post in the home channel failed for lack of permissions, raise ``Refused`` with their names."""
    preferences = services_of(interaction).guild_settings.preferences_of(guild)
    if preferences.home is None or not is_posting_refused(error):
        return
    more = THREAD_PERMISSIONS if preferences.threads else ()
    if problem := await posting_problem_in(interaction.client, guild, preferences.home, *more):
        raise Refused(md("I can’t post in the home channel. {}", problem)) from error


async def start_game(interaction: Interaction, table: Table) -> None:
    """Start the game. Raises ``Refused``, for example if a player has left the server."""
    services = services_of(interaction)
    await check_host(interaction, table)
    check_access(interaction)
    if leavers := await free_seats_of_leavers(interaction.client, services.tables, table):
        services.outbox.wake(table.id)
        raise Refused(leavers_text(leavers, await services.tables.get(table.id)))
    await services.tables.start_game(table.id, table.host)
    services.outbox.wake(table.id)


async def show_options(interaction: Interaction, table: Table, page: int, part: int | None = None) -> None:
    """Show the options of a lobby to its host."""
    await check_host(interaction, table)
    if table.status != "lobby":
        raise Refused(md("You can’t change the options: the game has already started."))
    text, rows = options_page(table, page, services_of(interaction).tables.offered_games.boxes, part)
    await send_page(interaction, Page(text, None, rows))


async def show_time_settings(interaction: Interaction, table: Table, *, as_new_message: bool = False) -> None:
    """Show the settings of a lobby about time and posts to its host."""
    await check_host(interaction, table)
    if table.status != "lobby":
        raise Refused(md("The game has already started. Propose another clock with `/game clock`."))
    text, rows = table_settings_page(table)
    await send_page(interaction, Page(text, None, rows), as_new_message=as_new_message)


async def mention_role(interaction: Interaction, table: Table) -> None:
    """Mention the server's role in its home channel, once per table.

    Before the message is sent, the database marks the mention as used.
    """
    services, guild = services_of(interaction), table.guild or GuildId(0)
    preferences, now = services.guild_settings.preferences_of(guild), services.tables.now()
    if table.status != "lobby" or preferences.role is None or preferences.home is None:
        raise Refused(
            md("You can’t call players for this table: it has started, or the server’s settings have changed.")
        )
    if not table.notes.get(BookkeepingKey.IS_LISTED):
        raise Refused(md("You can’t call players here: not everyone who sees the home channel can see this table."))
    await reply_of(interaction).defer_new_message()
    await services.tables.store.write(lambda db: guilds.claim_role_mention(db, guild, table.id, now))
    try:
        await ChannelMessages(interaction.client, preferences.home, guild).post(
            truncate(md("<@&{}>: {}", preferences.role, open_tables_text.open_table_text(table)), limits.CONTENT),
            nonce=f"ping-{table.id}",
            view=build_view(open_tables_text.open_table_buttons(table)),
            role=preferences.role,
        )
    except discord.HTTPException as error:
        if is_request_rejected(error):
            await services.tables.store.write(lambda db: guilds.release_role_mention(db, table.id))
        await _check_home_channel(interaction, guild, error)
        raise
    await services.tables.save_bookkeeping(table.id, {BookkeepingKey.MENTIONABLE_ROLE: 0})
    services.outbox.wake(table.id)
    await send_page(interaction, Page(md("I called <@&{}> in <#{}>.", preferences.role, preferences.home)))

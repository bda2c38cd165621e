"""The *Play now* button: starts a game against computers and shows the first question at once."""

import logging
from contextlib import suppress
from typing import Final

import discord
from discord import app_commands

from bot.commands.board import show_all_help
from bot.commands.daily import show_todays_daily
from bot.commands.lobby import check_can_open, player_from
from bot.commands.option_choices import AnyCommand, game_choices_with_description
from bot.errors import Interaction, channel_of, guild_of, handle_errors, user_of
from bot.markdown import md
from bot.names import sanitize_name
from bot.offered_games import OfferedGames
from bot.page_reply import send_page
from bot.permissions import FOREIGN_SERVER_TEXT, THREAD_PERMISSIONS, is_in_foreign_server, posting_problem_here
from bot.play import lobby_rules
from bot.reply import reply_of
from bot.services import Services, services_of
from bot.tables.table import Table
from bot.ui.components import ButtonPress, custom_id, raise_unknown_button, select_menu
from bot.ui.inbox_page import table_link
from bot.ui.page import Page
from bot.ui.question_page import question_page
from engine import GAMES, Refused
from engine.agents.policies import DEFAULT_POLICY, QUICK_POLICIES
from engine.errors import RoundhouseError
from engine.store.ids import ChannelId, GuildId

_COMPUTER_COUNT = 2
"""Number of computer players in a game of *Play now*."""
_ARCHIVE_MINUTES: Final = 10_080
"""Minutes after which Discord archives an inactive thread: a week, the maximum."""
_NO_PLACE_TEXT = md(
    "I have no place for another game of yours: this channel and our direct messages have one already, and I can’t "
    "create threads here. Finish a game, or ask a moderator to allow me to create threads."
)

_NO_PLACE_ABROAD_TEXT = md(
    "{} Your games with me are in our direct messages, and I have no place for another one there: they have a game "
    "already, or you don’t allow my messages. Finish that game, or allow direct messages from me.",
    FOREIGN_SERVER_TEXT,
)

_log = logging.getLogger(__name__)


def play_command(offered: OfferedGames) -> AnyCommand:
    """The command ``/play``, with these games as choices."""
    command: AnyCommand = app_commands.Command(
        name="play", description="Play against two computers, right now", callback=_play_callback
    )
    return app_commands.choices(title=game_choices_with_description(offered))(command)


@app_commands.rename(title="game")
@app_commands.describe(title="Which game (if left out, the first one)")
@handle_errors
async def _play_callback(interaction: Interaction, title: str | None = None) -> None:
    await start_game_now(interaction, title or _default_game(services_of(interaction)))


async def handle_start_press(interaction: Interaction, press: ButtonPress) -> None:
    """Handle a button for new players."""
    verb, *words = press.arguments.split(" ")
    match verb:
        case "play":
            await start_game_now(interaction, words[0] if words else _default_game(services_of(interaction)))
        case "pick":
            await start_game_now(interaction, press.value)
        case "games":
            await send_page(interaction, _game_choice_page(services_of(interaction).tables.offered_games))
        case "thread":
            await _open_lobby_in_thread(interaction, words[0])
        case "daily":
            await show_todays_daily(interaction)
        case "help":
            await show_all_help(interaction)
        case _:
            await raise_unknown_button()


async def start_game_now(interaction: Interaction, title: str, computers: int = _COMPUTER_COUNT) -> None:
    """Start a game of the user against computers, and show its first question."""
    services = services_of(interaction)
    services.tables.offered_games.check_offered(title)
    services.limits.opening.check(user_of(interaction))
    await reply_of(interaction).defer_new_message()
    channel, guild = await _choose_channel(interaction, title)
    lobby = lobby_rules.new_lobby(channel, guild, title, player_from(interaction), services.tables.now())
    for _ in range(computers):
        lobby = lobby_rules.add_computer(lobby, DEFAULT_POLICY, tuple(QUICK_POLICIES))
    table = await services.tables.create_table(lobby)
    table = await services.tables.start_game(table.id, table.host)
    await _play_computers(services, table)
    services.outbox.wake(table.id)
    context = await services.seat_context_at(await services.tables.get(table.id), user_of(interaction))
    await send_page(
        interaction,
        await question_page(services.tables.orders, context, (), lead=md("-# {}", table_link(table))),
        as_new_message=True,
    )


async def _open_lobby_in_thread(interaction: Interaction, title: str) -> None:
    """Open a lobby in a new thread of the channel. Raises ``Refused`` if the bot may not create a thread."""
    services = services_of(interaction)
    services.tables.offered_games.check_offered(title)
    await check_can_open(interaction)
    services.limits.opening.check(user_of(interaction))
    await reply_of(interaction).defer_new_message()
    thread = await _open_thread(interaction, title)
    if thread is None:
        raise Refused(
            posting_problem_here(interaction, *THREAD_PERMISSIONS) or md("I can’t create a thread in this channel.")
        )
    lobby = lobby_rules.new_lobby(thread, guild_of(interaction), title, player_from(interaction), services.tables.now())
    table = await services.tables.create_table(services.guild_settings.apply_to_table(lobby))
    services.outbox.wake(table.id)
    await send_page(interaction, Page(md("Your table is in <#{}>. Other people can join it there.", thread)))


async def _play_computers(services: Services, table: Table) -> None:
    """Play the computers' moves until the user is to move. Failures are handled later in the background."""
    with suppress(RoundhouseError):
        await services.tables.play_automatic_moves(table.id)


async def _choose_channel(interaction: Interaction, title: str) -> tuple[ChannelId, GuildId | None]:
    """Return a new thread, the user's direct messages, or this channel. Raises ``Refused`` if none is possible."""
    guild = guild_of(interaction)
    if guild is not None and (thread := await _open_thread(interaction, title)) is not None:
        return thread, guild
    services = services_of(interaction)
    direct_channel = ChannelId((await interaction.user.create_dm()).id)
    is_closed = services.user_settings.preferences_of(user_of(interaction)).closed
    if not is_closed and not await _has_open_table(services, direct_channel):
        return direct_channel, None
    if is_in_foreign_server(interaction):
        raise Refused(_NO_PLACE_ABROAD_TEXT)
    current_channel = channel_of(interaction)
    if posting_problem_here(interaction) or await _has_open_table(services, current_channel):
        raise Refused(_NO_PLACE_TEXT)
    await check_can_open(interaction)
    return current_channel, guild


async def _has_open_table(services: Services, channel: ChannelId) -> bool:
    table = await services.tables.table_in_channel(channel)
    return table is not None and table.status in ("lobby", "playing")


async def _open_thread(interaction: Interaction, title: str) -> ChannelId | None:
    """Create a thread in the channel; None if the bot may not create one, or the user may not open tables."""
    channel = interaction.channel
    if not isinstance(channel, discord.TextChannel) or posting_problem_here(interaction, *THREAD_PERMISSIONS):
        return None
    try:
        await check_can_open(interaction)
        name = f"{GAMES[title].name} · {sanitize_name(player_from(interaction).name)}"
        thread = await channel.create_thread(
            name=name[:100], type=discord.ChannelType.public_thread, auto_archive_duration=_ARCHIVE_MINUTES
        )
        with suppress(discord.HTTPException):  # opening the link adds the user too
            await thread.add_user(interaction.user)
    except Refused:
        return None
    except discord.HTTPException as error:
        _log.warning("Could not create a thread in channel %d: %s", channel.id, error.code)
        return None
    return ChannelId(thread.id)


def _default_game(services: Services) -> str:
    return services.tables.offered_games.games[0].key


def _game_choice_page(offered: OfferedGames) -> Page:
    choices = game_choices_with_description(offered)
    values = [(choice.name, str(choice.value), False) for choice in choices]
    text = md("Choose a game. It starts immediately, against {} computers.", _COMPUTER_COUNT)
    return Page(text, None, [[select_menu(custom_id("Q", 0, 0, "pick"), "Which game?", values)]])

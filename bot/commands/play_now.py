"""*Play now*: a game against computers that begins with one press, which also opens the first question.

It knows no title.
"""

import logging
from contextlib import suppress
from typing import Final

import discord
from discord import app_commands

from bot.commands.choices import AnyCommand, described_choices
from bot.commands.daily import show_today
from bot.commands.lobby import check_opens, player_of
from bot.commands.look import show_all_help
from bot.desk import Desk, desk
from bot.errors import Interaction, channel_of, guild_of, spoken, user_of
from bot.markdown import md
from bot.offered import OfferedGames
from bot.permissions import IN_THREADS, problem_here
from bot.play import seating
from bot.reply import reply_to
from bot.tables.table import Table
from bot.ui.components import Press, custom_id, select, unknown
from bot.ui.games import linked
from bot.ui.page import Page, show
from bot.ui.question import question_page
from bot.wording import clean
from engine import GAMES, Refused
from engine.agents.policies import DEFAULT_POLICY, QUICK_POLICIES
from engine.errors import RoundhouseError
from engine.store.ids import ChannelId, GuildId

_COMPUTERS = 2
"""Computer players of such a game."""
_ARCHIVED_AFTER: Final = 10_080
"""Minutes after which Discord hides a quiet thread: a week, the longest there is."""
_NO_PLACE = md(
    "I have no place for another game of yours: this channel and our direct messages have one already, and I can’t "
    "create threads here. Finish a game, or ask a moderator to allow me to create threads."
)

_log = logging.getLogger(__name__)


def play_command(offered: OfferedGames) -> AnyCommand:
    """``/play``, with these games to choose from."""
    command: AnyCommand = app_commands.Command(
        name="play", description="Play against two computers, right now", callback=_play
    )
    return app_commands.choices(title=described_choices(offered))(command)


@app_commands.rename(title="game")
@app_commands.describe(title="Which game (if left out, the first one)")
@spoken
async def _play(interaction: Interaction, title: str | None = None) -> None:
    await play_now(interaction, title or _usual_game(desk(interaction)))


async def start_pressed(interaction: Interaction, press: Press) -> None:
    """A press of a newcomer's buttons."""
    deed, *words = press.rest.split(" ")
    match deed:
        case "play":
            await play_now(interaction, words[0] if words else _usual_game(desk(interaction)))
        case "pick":
            await play_now(interaction, press.value)
        case "games":
            await show(interaction, _games_page(desk(interaction).sessions.offered))
        case "thread":
            await _open_in_thread(interaction, words[0])
        case "daily":
            await show_today(interaction)
        case "help":
            await show_all_help(interaction)
        case _:
            await unknown()


async def play_now(interaction: Interaction, title: str, computers: int = _COMPUTERS) -> None:
    """Starts a game of the asker against computers, and shows the first question of it."""
    at = desk(interaction)
    at.sessions.offered.check_offered(title)
    at.allow(at.openings, user_of(interaction))
    await reply_to(interaction).defer_anew()
    channel, guild = await _choose_place(interaction, title)
    new = seating.opened(channel, guild, title, player_of(interaction), at.sessions.now())
    for _ in range(computers):
        new = seating.add_computer(new, DEFAULT_POLICY, tuple(QUICK_POLICIES))
    table = await at.sessions.create(new)
    table = await at.sessions.start(table.id, table.host)
    await _reach_question(at, table)
    at.announcer.kick(table.id)
    seated = await at.seated(await at.sessions.get(table.id), user_of(interaction))
    await show(interaction, await question_page(interaction, seated, (), lead=md("-# {}", linked(table))), anew=True)


async def _open_in_thread(interaction: Interaction, title: str) -> None:
    """Opens a lobby in a thread of the channel. Raises ``Refused`` where the bot may not create one."""
    at = desk(interaction)
    at.sessions.offered.check_offered(title)
    await check_opens(interaction)
    at.allow(at.openings, user_of(interaction))
    await reply_to(interaction).defer_anew()
    thread = await _open_thread(interaction, title)
    if thread is None:
        raise Refused(problem_here(interaction, *IN_THREADS) or md("I can’t create a thread in this channel."))
    new = seating.opened(thread, guild_of(interaction), title, player_of(interaction), at.sessions.now())
    table = await at.sessions.create(at.servers.fitted(new))
    at.announcer.kick(table.id)
    await show(interaction, Page(md("Your table is in <#{}>. Other people can join it there.", thread)))


async def _reach_question(at: Desk, table: Table) -> None:
    """Makes the moves of computers until the person is asked. What fails here is done in the background later."""
    with suppress(RoundhouseError):
        await at.sessions.play_computers(table.id)


async def _choose_place(interaction: Interaction, title: str) -> tuple[ChannelId, GuildId | None]:
    """A thread of its own, the direct messages with the asker, or this channel. Raises ``Refused`` without any."""
    guild = guild_of(interaction)
    if guild is not None and (thread := await _open_thread(interaction, title)) is not None:
        return thread, guild
    at = desk(interaction)
    direct = ChannelId((await interaction.user.create_dm()).id)
    is_closed = at.people.of(user_of(interaction)).closed
    if not is_closed and not await _has_open_table(at, direct):
        return direct, None
    here = channel_of(interaction)
    if problem_here(interaction) or await _has_open_table(at, here):
        raise Refused(_NO_PLACE)
    await check_opens(interaction)
    return here, guild


async def _has_open_table(at: Desk, channel: ChannelId) -> bool:
    table = await at.sessions.at(channel)
    return table is not None and table.status in ("lobby", "playing")


async def _open_thread(interaction: Interaction, title: str) -> ChannelId | None:
    """A new thread in the channel; None where the bot may not create one, or the asker may not open tables."""
    channel = interaction.channel
    if not isinstance(channel, discord.TextChannel) or problem_here(interaction, *IN_THREADS):
        return None
    try:
        await check_opens(interaction)
        name = f"{GAMES[title].name} · {clean(player_of(interaction).name)}"
        thread = await channel.create_thread(
            name=name[:100], type=discord.ChannelType.public_thread, auto_archive_duration=_ARCHIVED_AFTER
        )
        with suppress(discord.HTTPException):  # whoever opens the link joins as well
            await thread.add_user(interaction.user)
    except Refused:
        return None
    except discord.HTTPException as error:
        _log.warning("Could not create a thread in channel %d: %s", channel.id, error.code)
        return None
    return ChannelId(thread.id)


def _usual_game(at: Desk) -> str:
    """The game of *Play now*: the first that is offered."""
    return at.sessions.offered.games[0].key


def _games_page(offered: OfferedGames) -> Page:
    choices = described_choices(offered)
    values = [(choice.name, str(choice.value), False) for choice in choices]
    text = md("Choose a game. It starts immediately, against {} computers.", _COMPUTERS)
    return Page(text, None, [[select(custom_id("Q", 0, 0, "pick"), "Which game?", values)]])

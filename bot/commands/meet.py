"""``/lfg`` and the presses on a server's post about open tables. It knows no title."""

import discord
from discord import app_commands

from bot.commands.choices import AnyCommand, game_choices
from bot.commands.lobby import check_opens, open_in_thread, player_of
from bot.commands.seeing import check_sees
from bot.desk import desk
from bot.errors import Interaction, guild_of, spoken, user_of
from bot.markdown import escape, escape_prose, md
from bot.meeting.matching import SOUGHT_SECONDS, can_be_sought
from bot.meeting.openings import NO_HOME
from bot.meeting.queue_page import new_page, queue_page
from bot.meeting.server_page import CLOCKS
from bot.offered import OfferedGames
from bot.reply import reply_to
from bot.solo.offer import offer_lessons
from bot.tables.table import Table
from bot.telling.mailbox import is_gone
from bot.ui.components import Press, rows
from bot.ui.page import Page, show
from engine import GAMES, Refused, Unreadable
from engine.store import openings as sql
from engine.store.ids import ChannelId, GuildId, OpeningId, UserId
from engine.store.openings import Seeker

_NOT_OPEN = md("This table isn’t open yet, or no longer. See the post with the open tables.")


def lfg_command(offered: OfferedGames) -> AnyCommand:
    """``/lfg``, with these games to choose from."""
    about = "Look for players: join this server’s queue for a game"
    command: AnyCommand = app_commands.Command(name="lfg", description=about, callback=_lfg)
    return app_commands.choices(title=game_choices(offered, can_be_sought))(command)


@app_commands.guild_only()
@app_commands.rename(title="game")
@app_commands.describe(
    title="Which game (if left out, your places in the queue)", clock="How much time a move may take"
)
@app_commands.choices(
    clock=[app_commands.Choice(name=clock, value=clock) for clock in CLOCKS],
)
@spoken
async def _lfg(interaction: Interaction, title: str | None = None, clock: str | None = None) -> None:
    guild = _home_of(interaction)
    usual = desk(interaction).servers.of(guild).clock
    if title is not None:
        await _seek(interaction, guild, title, clock or usual)
    await _show_queue(interaction, guild, clock or usual)


async def board_pressed(interaction: Interaction, press: Press) -> None:
    """A button of the post about open tables, of what is behind it, or of a call."""
    deed, *words = press.rest.split(" ")
    if deed in ("join", "here"):
        await _join(interaction, await _meant(interaction, press))
        return
    if deed == "guest":
        await _accept(interaction, await desk(interaction).sessions.get(press.table), UserId(int(words[0])))
        return
    if deed == "decline":
        await _decline(interaction, press)
        return
    guild = _home_of(interaction)
    match deed:
        case "new":
            await check_opens(interaction)
            await show(interaction, new_page(desk(interaction).sessions.offered))
        case "open":
            await check_opens(interaction)
            await open_in_thread(interaction, guild, words[0])
        case "play":
            await _seek(interaction, guild, press.first, words[0])
            await _show_queue(interaction, guild, words[0])
        case "leave":
            await _leave(interaction, guild)
        case "clock":
            await _show_queue(interaction, guild, words[0])
        case _:
            await _show_queue(interaction, guild, desk(interaction).servers.of(guild).clock)


def _home_of(interaction: Interaction) -> GuildId:
    """The server. Raises ``Refused`` where there is none, or where it has no home channel."""
    guild = guild_of(interaction)
    if guild is None or desk(interaction).servers.of(guild).home is None:
        raise Refused(NO_HOME)
    return guild


async def _meant(interaction: Interaction, press: Press) -> Table:
    """The table of a press: by its number, or the one in the thread of the message that was pressed."""
    at = desk(interaction)
    if press.rest == "join":
        return await at.sessions.get(press.table)
    found = await at.sessions.at(ChannelId(interaction.message.id)) if interaction.message else None
    if found is None:
        raise Refused(_NOT_OPEN)
    return found


async def _join(interaction: Interaction, table: Table) -> None:
    """A seat for the asker, who sees the table's channel."""
    at = desk(interaction)
    await _check_is_there(interaction, table)
    table = await at.sessions.join(table.id, player_of(interaction))
    at.announcer.kick(table.id)
    await show(interaction, Page(md("You have a seat at the table in <#{}>.", table.channel)), anew=True)
    await offer_lessons(interaction, table.title)


async def _accept(interaction: Interaction, table: Table, guest: UserId) -> None:
    """A seat by an invitation, whose *Join* goes once its guest is here."""
    at = desk(interaction)
    await _check_is_there(interaction, table)
    table = await at.sessions.join(table.id, player_of(interaction))
    at.announcer.kick(table.id)
    if user_of(interaction) == guest:
        name, game = escape(player_of(interaction).name), escape_prose(GAMES[table.title].name)
        await reply_to(interaction).change(content=md("✓ {} has joined the table · **{}**.", name, game), view=rows())
    else:
        await show(interaction, Page(md("You have a seat at this table.")), anew=True)
    await offer_lessons(interaction, table.title)


async def _check_is_there(interaction: Interaction, table: Table) -> None:
    """Raises ``Refused`` for somebody who doesn't see the channel; one that not everybody sees is listed no longer."""
    try:
        await check_sees(interaction, table)
    except Refused:
        if table.guild is None:
            raise
        desk(interaction).boards.doubt(table.guild, table.id)
        if await _is_gone(interaction, table.channel):
            raise Refused(md("This table’s channel was deleted.")) from None
        raise


async def _is_gone(interaction: Interaction, channel: ChannelId) -> bool:
    try:
        await interaction.client.fetch_channel(channel)
    except discord.HTTPException as error:
        return is_gone(error)
    return False


async def _seek(interaction: Interaction, guild: GuildId, title: str, clock: str) -> None:
    """The asker looks for a game from now on."""
    if not can_be_sought(title) or clock not in CLOCKS:
        raise Unreadable(md("There’s no such game or clock. Choose them with `/lfg`."))
    at = desk(interaction)
    at.sessions.offered.check_offered(title)
    at.allow(at.seeks, user_of(interaction))
    now = at.sessions.now()
    new = Seeker(guild, user_of(interaction), title, clock, now, now + SOUGHT_SECONDS)
    await at.sessions.store.write(lambda db: sql.seek(db, new))
    at.boards.changed(guild)


async def _leave(interaction: Interaction, guild: GuildId) -> None:
    at, user = desk(interaction), user_of(interaction)
    await at.sessions.store.write(lambda db: sql.leave(db, guild, user))
    at.boards.changed(guild)
    await show(interaction, Page(md("You have left the queue.")))


async def _decline(interaction: Interaction, press: Press) -> None:
    """Somebody who was called does not come, and is called no more for this game."""
    at, user = desk(interaction), user_of(interaction)
    if not await at.sessions.store.write(lambda db: sql.decline(db, OpeningId(press.seq), user)):
        raise Refused(md("Nobody is waiting for you at this table. `/lfg` shows your places in the queue."))
    at.boards.changed(guild_of(interaction))
    await show(
        interaction, Page(md("You aren’t in the queue for this game anymore. Use `/lfg` to look for one again."))
    )


async def _show_queue(interaction: Interaction, guild: GuildId, clock: str) -> None:
    if clock not in CLOCKS:
        raise Unreadable(md("There’s no such clock. Use `/lfg` again."))
    sessions = desk(interaction).sessions
    seekers = await sessions.store.read(lambda db: sql.seekers(db, guild))
    mine = [one for one in seekers if one.user == user_of(interaction)]
    await show(interaction, queue_page(mine, seekers, clock, sessions.now(), sessions.offered))

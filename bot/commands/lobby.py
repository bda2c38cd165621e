"""Opening a table, filling it, choosing its options, starting it. It knows no title."""

import discord
from discord import app_commands

from bot import limits
from bot.commands.seeing import manages
from bot.desk import desk
from bot.errors import Interaction, channel_of, guild_of, is_refused_posting, spoken, user_of
from bot.markdown import cut, md
from bot.meeting import board
from bot.meeting.leavers import free_seats_of_leavers, leavers_said
from bot.permissions import IN_THREADS, problem_here
from bot.play import seating
from bot.play.holders import own_name
from bot.reply import reply_to
from bot.solo.offer import offer_lessons
from bot.tables.moves import listed_questions
from bot.tables.table import Note, Player, Table
from bot.telling import posts
from bot.telling.access import has_role, problem_in
from bot.telling.asking import shown_deadlines
from bot.telling.mailbox import Mailbox, is_denied
from bot.ui.components import Press, Style, button, custom_id, rows, unknown
from bot.ui.lobby import LEVEL, lobby_buttons, options_page, page_of, terms_page, turned_to
from bot.ui.page import Page, show
from bot.wording import clean
from engine import Refused
from engine.agents.policies import DEFAULT_POLICY
from engine.store import servers
from engine.store.ids import GuildId

OPENED = md("The table is open.")
_TAKEN = md("This channel already has a table. You can open another one in a thread, or use another channel.")


async def open_table(interaction: Interaction, title: str, computers: int = 0) -> None:
    """Opens a table in the channel for the asker, with so many computer players, and answers with its card."""
    at, guild = desk(interaction), guild_of(interaction)
    at.sessions.offered.check_offered(title)
    await check_opens(interaction)
    if guild is not None and _is_in_threads(interaction):
        await open_in_thread(interaction, guild, title, computers)
        return
    check_access(interaction)
    if guild is not None and await _is_taken(interaction):
        thread = button("Open it in a thread", custom_id("Q", 0, 0, f"thread {title}"), Style.primary)
        await show(interaction, Page(_TAKEN, None, [[thread]]))
        return
    at.allow(at.openings, user_of(interaction))
    new = seating.opened(channel_of(interaction), guild, title, player_of(interaction), at.sessions.now())
    table = await at.sessions.create(at.servers.fitted(new))
    for _ in range(computers):
        table = await at.sessions.add_computer(table.id, DEFAULT_POLICY)
    try:
        card = await reply_to(interaction).post(posts.lobby(table), after=OPENED, view=lobby_buttons(table))
    except discord.HTTPException:
        at.announcer.kick(table.id)  # the table is there; its card is posted without the interaction
        raise
    if card is not None:
        await at.sessions.note(table.id, {Note.CARD: card})


async def open_in_thread(interaction: Interaction, guild: GuildId, title: str, computers: int = 0) -> None:
    """Opens a table where the server keeps its tables, and tells the asker where that is."""
    at = desk(interaction)
    check_access(interaction, *(IN_THREADS if at.servers.of(guild).threads else ()))
    at.allow(at.openings, user_of(interaction))
    await reply_to(interaction).defer_anew()  # there is a post and a thread to be made first
    try:
        table = await at.meeting.open_for(guild, title, player_of(interaction))
    except discord.HTTPException as error:
        await _check_home(interaction, guild, error)
        raise
    for _ in range(computers):
        table = await at.sessions.add_computer(table.id, DEFAULT_POLICY)
    at.announcer.kick(table.id)
    await show(interaction, Page(md("Your table is in <#{}>. Other people can join it there.", table.channel)))


async def _is_taken(interaction: Interaction) -> bool:
    """Whether the channel has an open table."""
    table = await desk(interaction).sessions.at(channel_of(interaction))
    return table is not None and table.status in ("lobby", "playing")


def _is_in_threads(interaction: Interaction) -> bool:
    """Whether the channel is one in which each table has a thread of its own."""
    server = desk(interaction).servers.of(guild_of(interaction))
    return server.threads and interaction.channel_id == server.home


@app_commands.command(name="start", description="Start the game with everyone who has joined")
@spoken
async def start(interaction: Interaction) -> None:
    table = await desk(interaction).table_here(interaction)
    await start_game(interaction, table)
    await reply_to(interaction).say(md("The game begins."))


@app_commands.command(name="status", description="Show where the game is, whose turn it is, and since when")
@spoken
async def status(interaction: Interaction) -> None:
    at = desk(interaction)
    table = await at.table_here(interaction)
    if table.state is None or table.status == "lobby":
        text = posts.lobby(table)
        at.announcer.kick(table.id)  # posts the card again if it is gone
    else:
        events = await at.announcer.unfinished(table)
        due = shown_deadlines(table, at.people.of)
        seen, asked = await at.seen_by(table, None), listed_questions(table)
        text = posts.card(table, seen, asked, events, due)
    trouble = at.announcer.trouble(table.id) or at.watch.notices.trouble(table.id)
    if channel_of(interaction) == table.channel:
        trouble = problem_here(interaction) or trouble
    if trouble:
        at.announcer.kick(table.id)  # somebody may just have mended what it was
    view = lobby_buttons(table) if table.status == "lobby" else None
    await reply_to(interaction).say(cut(md("{}\n⚠ {}", text, trouble) if trouble else text, limits.CONTENT), view=view)


async def lobby_pressed(interaction: Interaction, press: Press) -> None:
    """A button of the lobby card."""
    at = desk(interaction)
    table = await at.sessions.get(press.table)
    match press.rest:
        case "join":
            table = await at.sessions.join(table.id, player_of(interaction))
        case "leave":
            table = await at.sessions.leave(table.id, user_of(interaction))
        case "add":
            await check_host(interaction, table)
            table = await at.sessions.add_computer(table.id, DEFAULT_POLICY)
        case rest if rest.startswith(LEVEL):
            await check_host(interaction, table)
            table = await at.sessions.add_computer(table.id, press.value)
        case "remove":
            await check_host(interaction, table)
            table = await at.sessions.remove_computer(table.id)
        case "options":
            await show_options(interaction, table, 0)
            return
        case "time":
            await show_terms(interaction, table)
            return
        case "ping":
            await check_host(interaction, table)
            await call_players(interaction, table)
            return
        case "start":
            await start_game(interaction, table)
            await reply_to(interaction).acknowledge()
            return
        case _:
            await unknown()
    await reply_to(interaction).change(content=posts.lobby(table), view=lobby_buttons(table))
    if table.notes.get(Note.NUDGE):  # the host was told that the table would close
        at.announcer.kick(table.id)
    if press.rest == "join":
        await offer_lessons(interaction, table.title)


async def option_picked(interaction: Interaction, press: Press) -> None:
    """Another word for an option; its name stands in the ``custom_id``."""
    at = desk(interaction)
    table = await at.sessions.get(press.table)
    await check_host(interaction, table)
    part = turned_to(press.value)
    if part is None:
        table = await at.sessions.set_option(table.id, press.rest, press.value)
        at.announcer.kick(table.id)
    await show_options(interaction, table, page_of(table, press.rest, at.sessions.offered.boxes), part)


async def term_picked(interaction: Interaction, press: Press) -> None:
    """Another word for how the table keeps time."""
    at = desk(interaction)
    table = await at.sessions.get(press.table)
    await check_host(interaction, table)
    table = await at.sessions.set_term(table.id, press.rest, press.value)
    at.announcer.kick(table.id)
    await show_terms(interaction, table)


async def preset_picked(interaction: Interaction, press: Press) -> None:
    """All options at once; the page that was open stays open."""
    at = desk(interaction)
    table = await at.sessions.get(press.table)
    await check_host(interaction, table)
    table = await at.sessions.choose_preset(table.id, press.value)
    at.announcer.kick(table.id)
    await show_options(interaction, table, int(press.rest))


async def options_turned(interaction: Interaction, press: Press) -> None:
    """Another page of options."""
    table = await desk(interaction).sessions.get(press.table)
    await show_options(interaction, table, int(press.rest))


def player_of(interaction: Interaction) -> Player:
    """The asker as a player."""
    return Player(name_of(interaction), user_of(interaction))


def name_of(interaction: Interaction) -> str:
    """The asker's present name; a user whose display name is blank is called by the user name, which never is."""
    return own_name(clean(interaction.user.display_name)) or clean(interaction.user.name)


async def check_host(interaction: Interaction, table: Table) -> None:
    """Raises ``Refused`` unless the asker opened the table or may manage its channel."""
    if user_of(interaction) != table.host and not await manages(interaction, table):
        raise Refused(md("Only the host (<@{}>) or someone who manages the table’s channel can do that.", table.host))


async def check_opens(interaction: Interaction) -> None:
    """Raises ``Refused`` where the server lets only members with some role open tables, and the asker has it not."""
    guild, opener = guild_of(interaction), desk(interaction).servers.of(guild_of(interaction)).opener
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
    """Raises ``Refused`` when the bot lacks a permission in the channel that a table needs, or one of ``more``."""
    if problem := problem_here(interaction, *more):
        raise Refused(md("I can’t run a table here. {}", problem))


def check_posts(interaction: Interaction, table: Table) -> None:
    """Raises ``Refused`` when the bot can't post a proposal in the table's channel, as far as the interaction says."""
    problem = problem_here(interaction) if channel_of(interaction) == table.channel else md("")
    if problem:
        raise Refused(md("I can’t post your proposal, so nobody could vote. {}", problem))


async def _check_home(interaction: Interaction, guild: GuildId, error: discord.HTTPException) -> None:
    """Raises ``Refused`` with what is missing in the server's home channel, if that is why a post there failed."""
    server = desk(interaction).servers.of(guild)
    if server.home is None or not is_refused_posting(error):
        return
    more = IN_THREADS if server.threads else ()
    if problem := await problem_in(interaction.client, guild, server.home, *more):
        raise Refused(md("I can’t post in the home channel. {}", problem)) from error


async def start_game(interaction: Interaction, table: Table) -> None:
    """Starts the game, unless a player has left the server. Raises ``Refused``."""
    at = desk(interaction)
    await check_host(interaction, table)
    check_access(interaction)
    if gone := await free_seats_of_leavers(interaction.client, at.sessions, table):
        at.announcer.kick(table.id)
        raise Refused(leavers_said(gone, await at.sessions.get(table.id)))
    await at.sessions.start(table.id, table.host)
    at.announcer.kick(table.id)


async def show_options(interaction: Interaction, table: Table, page: int, part: int | None = None) -> None:
    """The options of a lobby, to its host."""
    await check_host(interaction, table)
    if table.status != "lobby":
        raise Refused(md("You can’t change the options: the game has already started."))
    text, rows = options_page(table, page, desk(interaction).sessions.offered.boxes, part)
    await show(interaction, Page(text, None, rows))


async def show_terms(interaction: Interaction, table: Table, *, anew: bool = False) -> None:
    """The page about time and posts of a lobby’s table, to its host."""
    await check_host(interaction, table)
    if table.status != "lobby":
        raise Refused(md("The game has already started. Propose another clock with `/game clock`."))
    text, rows = terms_page(table)
    await show(interaction, Page(text, None, rows), anew=anew)


async def call_players(interaction: Interaction, table: Table) -> None:
    """Mentions the server's role in its home channel, once a table. The mention is counted before it is sent."""
    at, guild = desk(interaction), table.guild or GuildId(0)
    server, now = at.servers.of(guild), at.sessions.now()
    if table.status != "lobby" or server.role is None or server.home is None:
        raise Refused(
            md("You can’t call players for this table: it has started, or the server’s settings have changed.")
        )
    if not table.notes.get(Note.LISTED):
        raise Refused(md("You can’t call players here: not everyone who sees the home channel can see this table."))
    await reply_to(interaction).defer_anew()
    await at.sessions.store.write(lambda db: servers.claim_ping(db, guild, table.id, now))
    try:
        await Mailbox(interaction.client, server.home, guild).post(
            cut(md("<@&{}>: {}", server.role, board.line(table)), limits.CONTENT),
            nonce=f"ping-{table.id}",
            view=rows(board.ways(table)),
            role=server.role,
        )
    except discord.HTTPException as error:
        if is_denied(error):
            await at.sessions.store.write(lambda db: servers.free_ping(db, table.id))
        await _check_home(interaction, guild, error)
        raise
    await at.sessions.note(table.id, {Note.ROLE: 0})
    at.announcer.kick(table.id)
    await show(interaction, Page(md("I called <@&{}> in <#{}>.", server.role, server.home)))

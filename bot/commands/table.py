"""Votes, ending a table, and game files out and in. It knows no title."""

import io

import discord
from discord import app_commands

from bot import limits
from bot.commands.lobby import check_access, check_host, check_opens, check_posts, player_of
from bot.commands.seeing import manages
from bot.desk import Desk, desk
from bot.errors import Interaction, channel_of, guild_of, spoken, user_of
from bot.markdown import Markdown, cut, md
from bot.play.holders import is_late
from bot.reply import reply_to
from bot.tables.table import Table
from bot.ui.components import Press, Style, button, custom_id
from bot.ui.page import Page, show
from bot.voting.votes import GONE, Motion, Proposal, everybody, persons
from engine import Refused, Unreadable
from engine.core.transcript import MAX_BYTES, decode_text
from engine.store.ids import MessageId, ProposalId, UserId
from engine.store.terms import DAY

_QUIET = 7 * DAY
"""Seconds after which a game that waits for others need not be kept for them."""
_TOGETHER = md("""Other players are still in this game, so everyone must agree to end it. If they haven’t moved for a \
week, the host can end it alone.""")


@app_commands.command(name="end", description="Close the table, by consent if others are playing")
@spoken
async def end(interaction: Interaction) -> None:
    table = await desk(interaction).table_here(interaction)
    if table.status != "playing":
        await check_host(interaction, table)
        await _end(interaction, table)
        await reply_to(interaction).say(md("The table is closed."))
    else:
        await _check_may_ask(interaction, table)
        alone = await _may_alone(interaction, table)
        asked = None if alone else await _asked_already(desk(interaction), table)
        await show(interaction, asked or _sure_page(table, alone=alone))


async def end_pressed(interaction: Interaction, press: Press) -> None:
    """The asker is sure; or wants the table to be asked."""
    at = desk(interaction)
    table = await at.sessions.get(press.table)
    if table.status != "playing":
        raise Refused(md("This game is already over."))
    await _check_may_ask(interaction, table)
    if press.rest == "ask":
        await show(interaction, Page(await _propose_end(interaction, table)))
    elif await _may_alone(interaction, table):
        await _end(interaction, table)
        await show(interaction, Page(md("The table is closed.")))
    else:  # others have sat down, or moved, since the button was made
        await show(interaction, _sure_page(table, alone=False))


async def _asked_already(at: Desk, table: Table) -> Page | None:
    """A link to the open vote on ending the game; None when there is none."""
    found = next((found for found in await at.votes.open_at(table.id) if found.kind == "end"), None)
    if found is None:
        return None
    post = md("the post") if found.message is None else md("[the post](<{}>)", _link(table, found.message))
    return Page(md("The table is already voting on ending the game: see *Agree* and *Disagree* under {}.", post))


def _link(table: Table, message: MessageId) -> Markdown:
    return md("https://discord.com/channels/{}/{}/{}", table.guild or md("@me"), table.channel, message)


def _sure_page(table: Table, *, alone: bool) -> Page:
    """The last question before a game is ended."""
    if alone:
        sure = button("End the game", custom_id("e", table.id, table.seq, "yes"), Style.danger)
        return Page(md("The game isn’t over. End it for everyone?"), None, [[sure]])
    ask = button("Ask the table", custom_id("e", table.id, table.seq, "ask"), Style.danger)
    return Page(_TOGETHER, None, [[ask]])


async def _check_may_ask(interaction: Interaction, table: Table) -> None:
    """Refused for who may not even ask the table to end its game."""
    user = user_of(interaction)
    if user != table.host and user not in persons(table) and not await manages(interaction, table):
        raise Refused(md("Only players here, or someone who manages the table’s channel, can have the game ended."))


async def _may_alone(interaction: Interaction, table: Table) -> bool:
    """Whether the asker, who may ask the table, need not: a moderator who does not play here; a host with whom nobody
    else plays, or for whom the game has waited too long."""
    at, user = desk(interaction), user_of(interaction)
    if user not in persons(table) and await manages(interaction, table):
        return True
    return user == table.host and (not set(persons(table)) - {user} or _stands_still(at, table, user))


def _stands_still(at: Desk, table: Table, user: UserId) -> bool:
    """Whether all that the game waits for are others who have not answered for long, and are late."""
    now, of = at.sessions.now(), at.people.of
    seats = [decision.seat for decision in at.sessions.decisions(table)]
    asked = [(seat, table.players[seat - 1].user) for seat in seats]
    if not asked or table.paused is not None or now - table.since < _QUIET:
        return False
    return all(other != user and is_late(table, seat, of(other), now) for seat, other in asked)


async def vote_pressed(interaction: Interaction, press: Press) -> None:
    """*Agree* or *Disagree* under a proposal."""
    number, said = press.rest.split(" ")
    at = desk(interaction)
    if (await at.votes.get(ProposalId(int(number)))).session != press.table:
        raise Refused(GONE)  # a forged button: who may see its table may not see that of the proposal
    told = await at.votes.answer(at, ProposalId(int(number)), user_of(interaction), yes=said == "yes")
    await reply_to(interaction).say(cut(told, limits.CONTENT))


async def send_file(interaction: Interaction) -> None:
    """The finished game here as a file to replay."""
    at = desk(interaction)
    table = await at.table_here(interaction)
    if table.state is None:  # a lobby: what can be meant is the game before it
        table = await at.sessions.last_over(table.channel) or table
    text = await at.sessions.export(table.id)
    file = discord.File(io.BytesIO(text.encode()), filename=f"{table.title}-{table.id}.game")
    await reply_to(interaction).say(md("The game, move by move."), files=[file])


async def open_from_file(interaction: Interaction, file: discord.Attachment) -> None:
    """Sets up a table here from a game file."""
    await check_opens(interaction)
    check_access(interaction)
    desk(interaction).allow(desk(interaction).openings, user_of(interaction))
    if file.size > MAX_BYTES:
        raise Unreadable(md("This file is too long for a game. It can have at most {:,} bytes.", MAX_BYTES))
    await reply_to(interaction).defer_anew()  # a long game takes a while to be replayed
    try:
        text = decode_text(await file.read())
    except discord.HTTPException as error:
        raise Refused(md("Discord didn’t give me the file. Please try again.")) from error
    at = desk(interaction)
    table = await at.sessions.adopt(text, channel_of(interaction), guild_of(interaction), player_of(interaction))
    at.announcer.kick(table.id)
    at.boards.changed(table.guild)
    await reply_to(interaction).edit(content=md("The file is valid, and the table is set up."))


async def _propose_end(interaction: Interaction, table: Table) -> Markdown:
    at, user = desk(interaction), user_of(interaction)
    at.allow(at.openings, user)
    check_posts(interaction, table)
    return await at.votes.propose(at, table, user, "end", "to end the game early")


async def _carry_end(at: Desk, table: Table, proposal: Proposal) -> str:
    await at.sessions.end(table.id, table.host)
    return "The game ended early."


async def _ended(at: Desk, table: Table, proposal: Proposal) -> str:
    return "The game ended early." if table.status == "ended" else ""


END = Motion(everybody, _carry_end, _ended)
"""All persons at the table end its game."""


async def _end(interaction: Interaction, table: Table) -> None:
    at = desk(interaction)
    await at.sessions.end(table.id, user_of(interaction), moderator=True)
    at.announcer.kick(table.id)

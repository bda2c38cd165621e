"""Ending a table, votes on proposals, and exporting and importing game files."""

import io
from functools import partial

import discord
from discord import app_commands

from bot import limits
from bot.commands.lobby import check_access, check_can_open, check_can_post, check_host, player_from
from bot.commands.table_access import is_channel_manager
from bot.errors import Interaction, channel_of, guild_of, handle_errors, user_of
from bot.markdown import Markdown, md, truncate
from bot.page_reply import send_page
from bot.play.seat_holders import can_be_replaced
from bot.proposals.service import GONE_TEXT, Proposal, ProposalKind, poll_everyone, users_at_table
from bot.reply import reply_of
from bot.services import Services, services_of
from bot.tables.table import Table
from bot.ui.components import ButtonPress, Style, button, custom_id
from bot.ui.page import Page
from engine import Refused, Unreadable
from engine.core.transcript import MAX_BYTES, decode_text
from engine.store.ids import MessageId, ProposalId, UserId
from engine.store.table_settings import DAY

_STALLED_SECONDS = 7 * DAY
"""Seconds without a move after which the host may end a game that waits for others."""
_CONSENT_TEXT = md("""Other players are still in this game, so everyone must agree to end it. If they haven’t moved \
for a week, the host can end it alone.""")


@app_commands.command(name="end", description="Close the table (others vote if they are playing)")
@handle_errors
async def end(interaction: Interaction) -> None:
    table = await services_of(interaction).table_here(interaction)
    if table.status != "playing":
        await check_host(interaction, table)
        await _end_table(interaction, table)
        await reply_of(interaction).send_message(md("The table is closed."))
    else:
        await _check_may_propose_end(interaction, table)
        may_end_alone = await _can_end_alone(interaction, table)
        vote_page = None if may_end_alone else await _open_vote_page(services_of(interaction), table)
        await send_page(interaction, vote_page or _confirm_page(table, is_alone=may_end_alone))


async def handle_end_press(interaction: Interaction, press: ButtonPress) -> None:
    """Handle the button that confirms ending a game, or proposing to end it."""
    services = services_of(interaction)
    table = await services.tables.get(press.table_id)
    if table.status != "playing":
        raise Refused(md("This game is already over."))
    await _check_may_propose_end(interaction, table)
    if press.arguments == "ask":
        await send_page(interaction, Page(await _propose_end(interaction, table)))
    elif await _can_end_alone(interaction, table):
        await _end_table(interaction, table)
        await send_page(interaction, Page(md("The table is closed.")))
    else:  # others have joined or moved since the page was shown
        await send_page(interaction, _confirm_page(table, is_alone=False))


async def _open_vote_page(services: Services, table: Table) -> Page | None:
    """A link to the open vote on ending the game; None if there is none."""
    proposal = next(
        (proposal for proposal in await services.proposals.load_open_proposals(table.id) if proposal.kind == "end"),
        None,
    )
    if proposal is None:
        return None
    post = (
        md("the post") if proposal.message is None else md("[the post](<{}>)", _message_link(table, proposal.message))
    )
    return Page(md("The table is already voting on ending the game: see *Agree* and *Disagree* under {}.", post))


def _message_link(table: Table, message: MessageId) -> Markdown:
    return md("https://discord.com/channels/{}/{}/{}", table.guild or md("@me"), table.channel, message)


def _confirm_page(table: Table, *, is_alone: bool) -> Page:
    if is_alone:
        end_button = button("End the game", custom_id("e", table.id, table.seq, "yes"), Style.danger)
        return Page(md("The game isn’t over. End it for everyone?"), None, [[end_button]])
    ask_button = button("Ask the table", custom_id("e", table.id, table.seq, "ask"), Style.danger)
    return Page(_CONSENT_TEXT, None, [[ask_button]])


async def _check_may_propose_end(interaction: Interaction, table: Table) -> None:
    user = user_of(interaction)
    if user != table.host and user not in users_at_table(table) and not await is_channel_manager(interaction, table):
        raise Refused(md("Only players here, or someone who manages the table’s channel, can have the game ended."))


async def _can_end_alone(interaction: Interaction, table: Table) -> bool:
    """Whether the user may end the game without a vote.

    A moderator without a seat may, and a host who plays alone or has waited too long for others.
    """
    services, user = services_of(interaction), user_of(interaction)
    if user not in users_at_table(table) and await is_channel_manager(interaction, table):
        return True
    return user == table.host and (not set(users_at_table(table)) - {user} or _is_stalled(services, table, user))


def _is_stalled(services: Services, table: Table, user: UserId) -> bool:
    """Whether the game has waited long for other players only, all of whom are late."""
    now, preferences_of = services.tables.now(), services.user_settings.preferences_of
    seats = [decision.seat for decision in services.tables.decisions(table)]
    players_to_move = [(seat, table.players[seat - 1].user) for seat in seats]
    if not players_to_move or table.paused is not None or now - table.since < _STALLED_SECONDS:
        return False
    return all(
        other != user and can_be_replaced(table, seat, preferences_of(other), now) for seat, other in players_to_move
    )


async def handle_vote_press(interaction: Interaction, press: ButtonPress) -> None:
    """Handle *Agree* or *Disagree* under a proposal."""
    proposal_id, vote = press.arguments.split(" ")
    services = services_of(interaction)
    if (await services.proposals.load_proposal(ProposalId(int(proposal_id)))).session != press.table_id:
        raise Refused(GONE_TEXT)  # a forged button: access to its table does not prove access to the proposal's table
    text = await services.proposals.save_vote(ProposalId(int(proposal_id)), user_of(interaction), yes=vote == "yes")
    await reply_of(interaction).send_message(truncate(text, limits.CONTENT))


async def send_game_file(interaction: Interaction) -> None:
    """Send the channel's finished game as a file."""
    services = services_of(interaction)
    table = await services.table_here(interaction)
    if table.state is None:  # a lobby: the file is of the game before it
        table = await services.tables.last_finished_in(table.channel) or table
    text = await services.tables.export_game(table.id)
    file = discord.File(io.BytesIO(text.encode()), filename=f"{table.title}-{table.id}.game")
    await reply_of(interaction).send_message(md("The game, move by move."), files=[file])


async def open_from_file(interaction: Interaction, file: discord.Attachment) -> None:
    """Open a table in this channel that continues the game of a file."""
    await check_can_open(interaction)
    check_access(interaction)
    services_of(interaction).limits.opening.check(user_of(interaction))
    if file.size > MAX_BYTES:
        raise Unreadable(md("This file is too long for a game. It can have at most {:,} bytes.", MAX_BYTES))
    await reply_of(interaction).defer_new_message()  # replaying a long game takes a while
    try:
        text = decode_text(await file.read())
    except discord.HTTPException as error:
        raise Refused(md("Discord didn’t give me the file. Please try again.")) from error
    services = services_of(interaction)
    table = await services.tables.import_game(
        text, channel_of(interaction), guild_of(interaction), player_from(interaction)
    )
    services.outbox.wake(table.id)
    services.open_tables_posts.update_soon(table.guild)
    await reply_of(interaction).edit(content=md("The file is valid, and the table is set up."))


async def _propose_end(interaction: Interaction, table: Table) -> Markdown:
    services, user = services_of(interaction), user_of(interaction)
    services.limits.opening.check(user)
    check_can_post(interaction, table)
    return await services.proposals.propose(table, user, "end", "to end the game early")


async def _carry_out_end(services: Services, table: Table, proposal: Proposal) -> str:
    await services.tables.end_game(table.id, table.host)
    return "The game ended early."


async def _end_result(table: Table, proposal: Proposal) -> str:
    return "The game ended early." if table.status == "ended" else ""


def end_proposal(services: Services) -> ProposalKind:
    """The proposal to end the game, decided by all persons at the table."""
    return ProposalKind(poll_everyone, partial(_carry_out_end, services), _end_result)


async def _end_table(interaction: Interaction, table: Table) -> None:
    services = services_of(interaction)
    await services.tables.end_game(table.id, user_of(interaction), moderator=True)
    services.outbox.wake(table.id)

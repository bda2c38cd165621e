"""Opens a rematch: a new table like the finished one, with a post that invites its players."""

import discord
from msgspec import structs

from bot import limits
from bot.announcements import post_text
from bot.announcements.recipients import delivery_methods
from bot.commands.lobby import OPENED_TEXT, check_access, check_can_open, player_from
from bot.errors import Interaction, channel_of, user_of
from bot.markdown import Markdown, join_lines, md, truncate
from bot.names import name_lookup, user_mention
from bot.permissions import is_in_foreign_server
from bot.play import lobby_rules
from bot.play.service import LockedTable
from bot.proposals.service import users_at_table
from bot.reply import reply_of
from bot.services import Services, services_of
from bot.tables.table import BookkeepingKey, Player, Table
from bot.ui.components import ButtonPress
from bot.ui.lobby import lobby_buttons
from engine import Refused, Seat
from engine.store.ids import UserId


async def open_rematch(interaction: Interaction) -> None:
    """Open a table with the game, options, and computers of the last game in the channel."""
    tables, channel = services_of(interaction).tables, channel_of(interaction)
    if is_in_foreign_server(interaction):
        check_access(interaction)
    table = await tables.last_finished_in(channel)
    if table is None:
        open_table = await tables.table_in_channel(channel)
        if open_table is not None and open_table.status == "playing":
            raise Refused(
                md("The game in this channel isn’t over yet. When it is, `/game new game:rematch` opens the next one.")
            )
        raise Refused(md("No game has been played in this channel. Open a table with `/game new`."))
    await _open_or_join_rematch(interaction, table)


async def handle_rematch_press(interaction: Interaction, press: ButtonPress) -> None:
    """Handle *Rematch* under the end of a game. Raises ``Refused`` outside of the game's channel."""
    finished_table = await services_of(interaction).table_in_play(press.table_id)
    if interaction.channel_id != finished_table.channel:
        raise Refused(
            md("You can’t start the rematch here. Use `/game new game:rematch` in <#{}>.", finished_table.channel)
        )
    await _open_or_join_rematch(interaction, finished_table)


async def _open_or_join_rematch(interaction: Interaction, finished_table: Table) -> None:
    check_access(interaction)
    services = services_of(interaction)
    services.limits.opening.check(user_of(interaction))
    if existing := await _find_open_rematch(services, finished_table):
        await _join_rematch(interaction, existing)
        return
    await check_can_open(interaction)
    async with services.tables.lock_table(finished_table.id) as locked_table:
        existing = await _find_open_rematch(services, finished_table)  # someone else may have opened it meanwhile
        table = existing or await _create_rematch(services, locked_table, player_from(interaction))
    if existing:
        await _join_rematch(interaction, existing)
    else:
        await _post_rematch(interaction, finished_table, table)


async def _post_rematch(interaction: Interaction, finished_table: Table, table: Table) -> None:
    services = services_of(interaction)
    call, others = _call_text(services, finished_table, user_of(interaction))
    mentioned = discord.AllowedMentions(everyone=False, roles=False, users=[discord.Object(user) for user in others])
    try:
        card = await reply_of(interaction).post_publicly(
            truncate(join_lines([call, post_text.lobby_text(table)], ""), limits.CONTENT),
            after=OPENED_TEXT,
            view=lobby_buttons(table),
            allowed_mentions=mentioned,
        )
    except discord.HTTPException:
        services.outbox.wake(table.id)  # the table exists; its card is posted without the interaction
        raise
    if card is not None:
        await services.tables.save_bookkeeping(table.id, {BookkeepingKey.STATUS_CARD: card})


def _call_text(services: Services, finished_table: Table, user: UserId) -> tuple[Markdown, list[UserId]]:
    """Return (invitation of the other players, users to mention). Users who do not want mentions are left out."""
    name = name_lookup(finished_table.players)
    names_by_user = {player.user: name(Seat(seat)) for seat, player in enumerate(finished_table.players, 1)}
    others = {other: name for other, name in names_by_user.items() if other is not None and other != user}
    mentioned = [
        other
        for other in users_at_table(finished_table)
        if other != user and "channel" in delivery_methods(services.user_settings.preferences_of(other))
    ]
    names = [user_mention(other) if other in mentioned else name for other, name in others.items()]
    return (md("{} Play again?\n", join_lines(names, " ")) if names else md("")), mentioned


async def _find_open_rematch(services: Services, finished_table: Table) -> Table | None:
    table = await services.tables.table_in_channel(finished_table.channel)
    is_open = (
        table is not None
        and table.status == "lobby"
        and table.notes.get(BookkeepingKey.PREVIOUS_TABLE) == finished_table.id
    )
    return table if is_open else None


async def _create_rematch(services: Services, locked_table: LockedTable, host: Player) -> Table:
    """Create a table like the finished one, and store its id in the finished table's notes."""
    table = await services.tables.create_table(lobby_rules.new_rematch(locked_table.table, host, services.tables.now()))
    await locked_table.save(
        structs.replace(locked_table.table, notes={**locked_table.table.notes, BookkeepingKey.NEXT_TABLE: table.id})
    )
    return table


async def _join_rematch(interaction: Interaction, table: Table) -> None:
    services = services_of(interaction)
    text = md("The rematch is already open, and you’ve joined it.")
    if services.tables.seat_of(table, user_of(interaction)) is None:
        table = await services.tables.join_lobby(table.id, player_from(interaction))
        text = md("The rematch was already open, so you joined it.")
        services.outbox.wake(table.id)
    card = table.notes.get(BookkeepingKey.STATUS_CARD)
    home = md("{}", table.guild) if table.guild else md("@me")
    link = md("\nhttps://discord.com/channels/{}/{}/{}", home, table.channel, card) if card else md("")
    await reply_of(interaction).send_message(join_lines([text, link], ""))

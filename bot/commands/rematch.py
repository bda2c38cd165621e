"""Playing again: a table like the one that is over, and the call to those who sat there. It knows no title."""

import discord
from msgspec import structs

from bot import limits
from bot.commands.lobby import OPENED, check_access, check_opens, player_of
from bot.desk import Desk, desk
from bot.errors import Interaction, channel_of, user_of
from bot.markdown import Markdown, cut, joined, md
from bot.play import seating
from bot.play.sessions import LockedTable
from bot.reply import reply_to
from bot.tables.table import Note, Player, Table
from bot.telling import posts
from bot.telling.asking import ways
from bot.ui.components import Press
from bot.ui.lobby import lobby_buttons
from bot.voting.votes import persons
from bot.wording import mention_of, named
from engine import Refused, Seat
from engine.store.ids import UserId


async def open_rematch(interaction: Interaction) -> None:
    """A table like the last game here: with the same game, options, and computers."""
    sessions, channel = desk(interaction).sessions, channel_of(interaction)
    table = await sessions.last_over(channel)
    if table is None:
        opened = await sessions.at(channel)
        if opened is not None and opened.status == "playing":
            raise Refused(
                md("The game in this channel isn’t over yet. When it is, `/game new game:rematch` opens the next one.")
            )
        raise Refused(md("No game has been played in this channel. Open a table with `/game new`."))
    await _rematch(interaction, table)


async def rematch_pressed(interaction: Interaction, press: Press) -> None:
    """*Rematch* under the end of a game. The next one is played where this one was, so its card is posted there."""
    over = await desk(interaction).started(press.table)
    if interaction.channel_id != over.channel:
        raise Refused(md("You can’t start the rematch here. Use `/game new game:rematch` in <#{}>.", over.channel))
    await _rematch(interaction, over)


async def _rematch(interaction: Interaction, over: Table) -> None:
    check_access(interaction)
    at = desk(interaction)
    at.allow(at.openings, user_of(interaction))
    if opened := await _open_rematch(at, over):
        await _join_rematch(interaction, opened)
        return
    await check_opens(interaction)
    async with at.sessions.holding(over.id) as held:
        opened = await _open_rematch(at, over)  # somebody else may have been as quick
        table = opened or await _opened_again(at, held, player_of(interaction))
    if opened:
        await _join_rematch(interaction, opened)
    else:
        await _call_again(interaction, over, table)


async def _call_again(interaction: Interaction, over: Table, table: Table) -> None:
    """Answers with the card of the new table, and calls the others to it."""
    at = desk(interaction)
    call, others = _call(at, over, user_of(interaction))
    mentioned = discord.AllowedMentions(everyone=False, roles=False, users=[discord.Object(user) for user in others])
    try:
        card = await reply_to(interaction).post(
            cut(joined([call, posts.lobby(table)], ""), limits.CONTENT),
            after=OPENED,
            view=lobby_buttons(table),
            allowed_mentions=mentioned,
        )
    except discord.HTTPException:
        at.announcer.kick(table.id)  # the table is there; its card is posted without the interaction
        raise
    if card is not None:
        await at.sessions.note(table.id, {Note.CARD: card})


def _call(at: Desk, over: Table, user: UserId) -> tuple[Markdown, list[UserId]]:
    """The call to the others who sat there, and those of them who are mentioned: as each wants to be told of things."""
    name = named(over.players)
    people = {player.user: name(Seat(seat)) for seat, player in enumerate(over.players, 1)}
    others = {other: called for other, called in people.items() if other is not None and other != user}
    mentioned = [other for other in persons(over) if other != user and "channel" in ways(at.people.of(other))]
    names = [mention_of(other) if other in mentioned else name for other, name in others.items()]
    return (md("{} Play again?\n", joined(names, " ")) if names else md("")), mentioned


async def _open_rematch(at: Desk, over: Table) -> Table | None:
    """The rematch that is already open in the channel of the game."""
    found = await at.sessions.at(over.channel)
    is_open = found is not None and found.status == "lobby" and found.notes.get(Note.REMATCH) == over.id
    return found if is_open else None


async def _opened_again(at: Desk, held: LockedTable, host: Player) -> Table:
    """A new table like the one that is over, which notes that it has its rematch."""
    table = await at.sessions.create(seating.rematch(held.table, host, at.sessions.now()))
    await held.save(structs.replace(held.table, notes={**held.table.notes, Note.AGAIN: table.id}))
    return table


async def _join_rematch(interaction: Interaction, table: Table) -> None:
    """Somebody else was as eager: whoever presses as well sits down."""
    at = desk(interaction)
    said = md("The rematch is already open, and you’ve joined it.")
    if at.sessions.seat_of(table, user_of(interaction)) is None:
        table = await at.sessions.join(table.id, player_of(interaction))
        said = md("The rematch was already open, so you joined it.")
        at.announcer.kick(table.id)
    card = table.notes.get(Note.CARD)
    home = md("{}", table.guild) if table.guild else md("@me")
    link = md("\nhttps://discord.com/channels/{}/{}/{}", home, table.channel, card) if card else md("")
    await reply_to(interaction).say(joined([said, link], ""))

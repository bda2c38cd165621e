"""Leaving a running game, coming back, taking a seat, replacing a player. It knows no title."""

import discord
from discord import app_commands
from msgspec import structs

from bot.commands.choices import form_choices
from bot.commands.lobby import check_posts, player_of
from bot.commands.seeing import manages
from bot.desk import Desk, Seated, desk
from bot.errors import Interaction, guild_of, spoken, suggested, user_of
from bot.markdown import Markdown, escape, listed, md, quoted
from bot.play import handover, holders
from bot.play.holders import EVERYBODY, NOBODY
from bot.reply import reply_to
from bot.tables.chapters import Unfinished, chapters, effective
from bot.tables.table import Player, Table
from bot.ui.answers import ahead_button
from bot.ui.components import Press, Style, button, custom_id
from bot.ui.page import Page, show
from bot.ui.seats import briefing
from bot.voting.votes import Motion, Poll, Proposal, persons
from bot.wording import holder, plain, retold
from engine import Refused, Seat
from engine.errors import Stale
from engine.store.apart import in_thread
from engine.store.ids import UserId

_SURE = md("""\
Leave the game? A computer takes your place, or the game waits until someone takes your seat. Either way, \
you can come back until someone takes it.""")
_NO_PERSON = UserId(0)
"""The holder of a seat that no person has, in a proposal."""
_LAST = md("You’re the last player here. If you leave, the game ends.")


@app_commands.command(name="seat", description="Resign, return to a seat you had, or replace a player")
@app_commands.describe(
    action="What to do with a seat",
    player="To replace: whose seat",
    by="To replace: a computer, or anyone who takes it first",
    member="To replace: the only member who can take it",
)
@app_commands.choices(
    action=form_choices(
        resign="leave the game, and a computer or another player takes over",
        back="return to the seat you left, or lost when time ran out",
        replace="give a missing player’s or a computer’s seat to another",
    )
)
@app_commands.choices(
    by=[
        app_commands.Choice(name="a computer", value=NOBODY),
        app_commands.Choice(name="anyone who takes it", value=EVERYBODY),
    ]
)
@spoken
async def game_seat(
    interaction: Interaction,
    action: str,
    player: str | None = None,
    by: int | None = None,
    member: discord.Member | discord.User | None = None,
) -> None:
    if action == "replace":
        await _replace_named(interaction, player, by, member)
        return
    if player is not None or by is not None or member is not None:
        raise Refused(md("`player:`, `by:`, and `member:` go only with `action:replace`."))
    if action == "back":
        await _come_back(interaction, await desk(interaction).started_here(interaction))
    else:
        await _resign(interaction, await desk(interaction).table_here(interaction))


async def _resign(interaction: Interaction, table: Table) -> None:
    at = desk(interaction)
    if table.status == "lobby":
        await at.sessions.leave(table.id, user_of(interaction))
        at.announcer.kick(table.id)
        await show(interaction, Page(md("You have left the table.")))
        return
    await at.seated(table, user_of(interaction))
    if table.status != "playing":
        raise Refused(md("You can’t leave: this game is over."))
    await show(interaction, _sure_page(table))


async def _replace_named(
    interaction: Interaction, player: str | None, by: int | None, member: discord.Member | discord.User | None
) -> None:
    """Replaces the player who was chosen, or proposes it."""
    table = await desk(interaction).started_here(interaction)
    _check_in_play(table)
    if player is None:
        raise Refused(md("Choose whose seat it is in `player:`."))
    seat = _named_seat(table, player)
    if (by is None) == (member is None):
        raise Refused(md("Choose either `by:` (a computer or anyone) or `member:` (only this member)."))
    if member is not None and member.bot:
        raise Refused(md("A bot on this server can’t play. For a computer player, choose `by:` a computer."))
    await _replace(interaction, table, seat, UserId(member.id if member is not None else by or NOBODY))


@game_seat.autocomplete("player")
@suggested
async def _complete_player(interaction: Interaction, typed: str) -> list[tuple[str, str]]:
    table = await desk(interaction).started_here(interaction)
    names = [f"{seat} {name}" for seat, name in enumerate(plain(table.players), 1)]
    fitting = [name for name in names if typed.casefold() in name.casefold()]
    return [(name, name.split()[0]) for name in fitting]


async def seat_pressed(interaction: Interaction, press: Press) -> None:
    """A button about a seat: its verb, and the seat that it is about."""
    at = desk(interaction)
    verb = press.rest.rstrip("0123456789")
    table = await at.started(press.table)
    if verb in ("quit", "free", "last"):
        await _leave(interaction, table, verb)
    elif verb == "take":
        seat = Seat(int(press.rest[len(verb) :] or 0))
        table = await handover.take_seat(at.sessions, table.id, seat, player_of(interaction))
        at.announcer.kick(table.id)
        await _brief(interaction, table)
    elif verb == "brief":
        await _brief(interaction, table)
    else:
        await _come_back(interaction, table)


def _sure_page(table: Table) -> Page:
    """The last question before a player leaves."""
    if len(persons(table)) == 1:
        return Page(_LAST, None, [[button("End the game", _seat(table, "last"), Style.danger)]])
    leave = button("Leave to a computer", _seat(table, "quit"), Style.danger)
    return Page(_SURE, None, [[leave, button("Leave the seat open", _seat(table, "free"))]])


async def _leave(interaction: Interaction, table: Table, verb: str) -> None:
    """The asker is sure; is asked again when others have left or come back since."""
    at, user, is_last = desk(interaction), user_of(interaction), verb == "last"
    at.allow(at.openings, user)
    try:
        table = await handover.resign(at.sessions, table.id, user, opened=verb == "free", is_last=is_last)
    except Stale:
        await show(interaction, _sure_page(await at.sessions.get(table.id)))
        return
    at.announcer.kick(table.id)
    await show(
        interaction, Page(md("The game has ended.") if table.status == "ended" else md("You have left the game."))
    )


# -- a seat taken


async def _come_back(interaction: Interaction, table: Table) -> None:
    at = desk(interaction)
    if holders.seat_missed(table, user_of(interaction)) is not None:
        at.allow(at.openings, user_of(interaction))
    table = await handover.come_back(at.sessions, table.id, _as_called_there(interaction, table))
    at.announcer.kick(table.id)
    await _brief(interaction, table)


def _as_called_there(interaction: Interaction, table: Table) -> Player:
    """The asker as a player; from a direct message, where nobody has a server's name, by the name they had there."""
    player, seat = player_of(interaction), holders.seat_missed(table, user_of(interaction))
    if seat is None or guild_of(interaction) == table.guild:
        return player
    return structs.replace(player, name=holders.former(table.players[seat - 1]))


async def _brief(interaction: Interaction, table: Table) -> None:
    """Shows whoever sits there all that they need who have just sat down."""
    at = desk(interaction)
    place = await at.seated(table, user_of(interaction))
    text = briefing(place, at.people.of(user_of(interaction)), await _lately(at, place))
    scenes = await in_thread(place.seen.painter.private_scenes, place.seen.view, place.seen.drawing_context)
    mine = [button("Your move", custom_id("m", table.id, table.seq, "-0"), Style.primary)] if place.decision else []
    address = custom_id("v", table.id, table.seq, "-hand")
    await show(interaction, Page(text, lambda: scenes, [[*mine, *ahead_button(place)]], address))


async def _lately(at: Desk, place: Seated) -> list[Markdown]:
    """The latest events of this phase, or else of the one before, in the words of whoever sits there now."""
    standing, _ = effective(await at.sessions.history(place.table.id))
    done, rest = chapters(Unfinished(), standing, over=False)
    events = (*(done[-1].events if done else ()), *rest.events)
    return place.seen.told(events)


# -- replacing


async def _replace(interaction: Interaction, table: Table, seat: Seat, to: UserId) -> None:
    at, user = desk(interaction), user_of(interaction)
    held = table.players[seat - 1].user
    _check_replacing(table, seat, to)
    if held == user:
        raise Refused(md("You can’t replace yourself. Use `/game seat action:resign` to leave your seat."))
    at.allow(at.openings, user)  # each offer is a post, and may mention somebody
    decides = user == table.host or _only_other(table, seat) == user or await manages(interaction, table)
    if decides and await _is_late(at, table, seat):
        said = retold(await _carry(at, table, seat, to, held or _NO_PERSON, table.seq), table)
    else:
        if user != table.host:
            await at.seated(table, user)
        words = f"to give {_holder(table, seat, table.seq)}’s seat to {_whom(to)}"
        check_posts(interaction, table)
        said = await at.votes.propose(at, table, user, "replace", words, f"{seat} {to} {held or 0}")
    await reply_to(interaction).say(said)


def _check_in_play(table: Table) -> None:
    if table.status != "playing":
        raise Refused(md("You can’t replace anyone: this game is over."))


def _check_replacing(table: Table, seat: Seat, to: UserId) -> None:
    _check_in_play(table)
    if to != NOBODY and table.guild is None:
        raise Refused(md("In a direct message, only a computer can take a seat."))
    if to == NOBODY and table.players[seat - 1].policy and holders.offered_to(table, seat) == NOBODY:
        raise Refused(md("A computer is already playing this seat."))
    if any(player.user == to for player in table.players):
        raise Refused(md("That player is already at this table."))


async def _is_late(at: Desk, table: Table, seat: Seat) -> bool:
    person = at.people.of(table.players[seat - 1].user)
    log = await at.sessions.store.log(table.id)
    return holders.is_late(table, seat, person, at.sessions.now(), log)


def _only_other(table: Table, seat: Seat) -> UserId | None:
    """The one other person at the table; None when there are more, or none."""
    others = [user for user in persons(table) if user != table.players[seat - 1].user]
    return others[0] if len(others) == 1 else None


async def _carry(at: Desk, table: Table, seat: Seat, to: UserId, user: UserId, then: int) -> str:
    """Replaces ``user`` (0: no person); what to say of it, with the name after move ``then``.

    Refused when somebody else has the seat by now.
    """
    async with at.sessions.holding(table.id) as held:
        players = held.table.players
        holders.check_holder(players[seat - 1], user)
        await handover.replaced(at.sessions, held, seat, to)
    at.announcer.kick(table.id)
    return _said(_holder(table, seat, then), to)


def _holder(table: Table, seat: Seat, seq: int) -> str:
    """The holder of the seat after move ``seq``; a substitute who has seen no move yet does not count."""
    came = table.players[seat - 1].came
    return holder(seat, max(seq, came + 1 if came else 0))


def _said(who: str, to: UserId) -> str:
    if to == NOBODY:
        return f"A computer now plays {who}’s seat."
    return f"{who[0].upper()}{who[1:]}’s seat is offered to {_whom(to)}. Press *Take seat* under the post about it."


def _detail(proposal: Proposal) -> tuple[Seat, UserId, UserId]:
    """The seat, to whom it is offered, and who has it, of a proposal to replace somebody."""
    seat, to, user = map(int, proposal.detail.split())
    return Seat(seat), UserId(to), UserId(user)


async def _carried(at: Desk, table: Table, proposal: Proposal) -> str:
    seat, to, user = _detail(proposal)
    return await _carry(at, table, seat, to, user, proposal.head)


async def _is_replaced(at: Desk, table: Table, proposal: Proposal) -> str:
    seat, to, user = _detail(proposal)
    player = table.players[seat - 1]
    vacated = player.user is None and player.away == (user or player.away)
    free = player.policy is not None if to == NOBODY else True
    done = vacated and free and holders.offered_to(table, seat) == to
    return _said(_holder(table, seat, proposal.head), to) if done else ""


async def _who_decides(at: Desk, table: Table, proposal: Proposal) -> Poll:
    """Most of the others, or the one person whose seat it is; at a table of two that person alone, unless late."""
    seat, _, user = _detail(proposal)
    holders.check_holder(table.players[seat - 1], user)
    about = table.players[seat - 1].user
    if about is None:
        return Poll((table.host,), 1)
    others = tuple(user for user in persons(table) if user != about)
    if len(others) == 1 and await _is_late(at, table, seat):
        return Poll(others, 1)
    if len(others) == 1 or proposal.votes.get(about):
        return Poll((about,), 1)
    return Poll((*others, about), len(others) // 2 + 1)


REPLACING = Motion(_who_decides, _carried, _is_replaced)
"""The proposal to replace somebody who is not late; its detail is the seat and to whom it is offered."""


def _whom(to: UserId) -> str:
    return "a computer" if to == NOBODY else "anyone who takes it" if to == EVERYBODY else f"<@{to}>"


def _named_seat(table: Table, typed: str) -> Seat:
    """The seat that was chosen, by its number or its player's name; a vacant one also by whose it was."""
    left = [Player(holders.former(player)) for player in table.players]
    names, before = plain(table.players), plain(left)
    wanted = typed.strip().casefold()
    for called in (names, before):
        for seat, name in enumerate(called, 1):
            if wanted in (str(seat), name.casefold(), f"{seat} {name}".casefold()):
                return Seat(seat)
    raise Refused(
        md("There’s no player {} at this table. Players: {}.", quoted(typed), listed(list(map(escape, names))))
    )


def _seat(table: Table, verb: str) -> str:
    return custom_id("g", table.id, table.seq, verb)

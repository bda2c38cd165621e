"""``/game seat``: leaving a running game, returning, and replacing a player. Also the buttons that take seats."""

from functools import partial

import discord
from discord import app_commands
from msgspec import structs

from bot.commands.lobby import check_can_post, player_from
from bot.commands.option_choices import form_choices
from bot.commands.table_access import is_channel_manager
from bot.errors import Interaction, autocomplete_from, guild_of, handle_errors, user_of
from bot.markdown import Markdown, escape, join_words, md, quote
from bot.names import fill_in_names, holder_placeholder, player_names
from bot.page_reply import send_page
from bot.play import seat_holders, seats
from bot.play.seat_holders import EVERYBODY, NOBODY
from bot.proposals.service import Poll, Proposal, ProposalKind, users_at_table
from bot.reply import reply_of
from bot.services import Services, services_of
from bot.tables.phases import OpenPhase, drop_undone, split_into_phases
from bot.tables.table import Player, Table
from bot.ui.components import ButtonPress, Style, button, custom_id
from bot.ui.page import Page
from bot.ui.question_buttons import premove_button_row
from bot.ui.seat_text import briefing_text
from bot.view import SeatContext
from engine import Refused, Seat
from engine.errors import Stale
from engine.store.ids import UserId
from engine.threads import run_in_thread

_CONFIRM_TEXT = md("""\
Leave the game? A computer takes your place, or the game waits until someone takes your seat. Either way, \
you can come back until someone takes it.""")
_NO_USER = UserId(0)
"""The user id in a proposal to replace the holder of a seat without a player."""
_LAST_PLAYER_TEXT = md("You’re the last player here. If you leave, the game ends.")


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
@handle_errors
async def game_seat(
    interaction: Interaction,
    action: str,
    player: str | None = None,
    by: int | None = None,
    member: discord.Member | discord.User | None = None,
) -> None:
    if action == "replace":
        await _replace_typed_player(interaction, player, by, member)
        return
    if player is not None or by is not None or member is not None:
        raise Refused(md("`player:`, `by:`, and `member:` go only with `action:replace`."))
    if action == "back":
        await _return_to_seat(interaction, await services_of(interaction).table_in_play_here(interaction))
    else:
        await _ask_to_resign(interaction, await services_of(interaction).table_here(interaction))


async def _ask_to_resign(interaction: Interaction, table: Table) -> None:
    services = services_of(interaction)
    if table.status == "lobby":
        await services.tables.leave_lobby(table.id, user_of(interaction))
        services.outbox.wake(table.id)
        await send_page(interaction, Page(md("You have left the table.")))
        return
    await services.seat_context_at(table, user_of(interaction))
    if table.status != "playing":
        raise Refused(md("You can’t leave: this game is over."))
    await send_page(interaction, _confirm_page(table))


async def _replace_typed_player(
    interaction: Interaction, player: str | None, by: int | None, member: discord.Member | discord.User | None
) -> None:
    """Replace the player, or propose this if the user may not decide alone."""
    table = await services_of(interaction).table_in_play_here(interaction)
    _check_in_play(table)
    if player is None:
        raise Refused(md("Choose whose seat it is in `player:`."))
    seat = _find_typed_seat(table, player)
    if (by is None) == (member is None):
        raise Refused(md("Choose either `by:` (a computer or anyone) or `member:` (only this member)."))
    if member is not None and member.bot:
        raise Refused(md("A bot on this server can’t play. For a computer player, choose `by:` a computer."))
    await _replace_or_propose(interaction, table, seat, UserId(member.id if member is not None else by or NOBODY))


@game_seat.autocomplete("player")
@autocomplete_from
async def _complete_player(interaction: Interaction, typed: str) -> list[tuple[str, str]]:
    table = await services_of(interaction).table_in_play_here(interaction)
    names = [f"{seat} {name}" for seat, name in enumerate(player_names(table.players), 1)]
    matching_names = [name for name in names if typed.casefold() in name.casefold()]
    return [(name, name.split()[0]) for name in matching_names]


async def handle_seat_press(interaction: Interaction, press: ButtonPress) -> None:
    """Handle a button about a seat. The press's arguments are a verb and the seat."""
    services = services_of(interaction)
    verb = press.arguments.rstrip("0123456789")
    table = await services.table_in_play(press.table_id)
    if verb in ("quit", "free", "last"):
        await _leave_seat(interaction, table, verb)
    elif verb == "take":
        seat = Seat(int(press.arguments[len(verb) :] or 0))
        table = await seats.take_seat(services.tables, table.id, seat, player_from(interaction))
        services.outbox.wake(table.id)
        await _show_briefing(interaction, table)
    elif verb == "brief":
        await _show_briefing(interaction, table)
    else:
        await _return_to_seat(interaction, table)


def _confirm_page(table: Table) -> Page:
    if len(users_at_table(table)) == 1:
        return Page(_LAST_PLAYER_TEXT, None, [[button("End the game", _seat_custom_id(table, "last"), Style.danger)]])
    leave_button = button("Leave to a computer", _seat_custom_id(table, "quit"), Style.danger)
    return Page(_CONFIRM_TEXT, None, [[leave_button, button("Leave the seat open", _seat_custom_id(table, "free"))]])


async def _leave_seat(interaction: Interaction, table: Table, verb: str) -> None:
    """Leave the seat. If other players have left or returned in the meantime, ask for confirmation again."""
    services, user, is_last = services_of(interaction), user_of(interaction), verb == "last"
    services.limits.opening.check(user)
    try:
        table = await seats.resign(services.tables, table.id, user, leave_open=verb == "free", is_last=is_last)
    except Stale:
        await send_page(interaction, _confirm_page(await services.tables.get(table.id)))
        return
    services.outbox.wake(table.id)
    await send_page(
        interaction, Page(md("The game has ended.") if table.status == "ended" else md("You have left the game."))
    )


# -- taking a seat


async def _return_to_seat(interaction: Interaction, table: Table) -> None:
    services = services_of(interaction)
    if seat_holders.seat_to_return_to(table, user_of(interaction)) is not None:
        services.limits.opening.check(user_of(interaction))
    table = await seats.return_to_seat(services.tables, table.id, _returning_player(interaction, table))
    services.outbox.wake(table.id)
    await _show_briefing(interaction, table)


def _returning_player(interaction: Interaction, table: Table) -> Player:
    """Return the user as a player.

    In a direct message, the player keeps the name last used at the table, because Discord gives only the global name
    there.
    """
    player, seat = player_from(interaction), seat_holders.seat_to_return_to(table, user_of(interaction))
    if seat is None or guild_of(interaction) == table.guild:
        return player
    return structs.replace(player, name=seat_holders.last_holder_name(table.players[seat - 1]))


async def _show_briefing(interaction: Interaction, table: Table) -> None:
    services = services_of(interaction)
    context = await services.seat_context_at(table, user_of(interaction))
    text = briefing_text(
        context,
        services.user_settings.preferences_of(user_of(interaction)),
        await _latest_events_lines(services, context),
    )
    scenes = await run_in_thread(
        context.table_view.painter.private_scenes, context.table_view.view, context.table_view.drawing_context
    )
    move_button = (
        [button("Your move", custom_id("m", table.id, table.seq, "-0"), Style.primary)] if context.decision else []
    )
    page_id = custom_id("v", table.id, table.seq, "-hand")
    await send_page(interaction, Page(text, lambda: scenes, [[*move_button, *premove_button_row(context)]], page_id))


async def _latest_events_lines(services: Services, context: SeatContext) -> list[Markdown]:
    """Return lines about the events of the previous and the current phase, from the view of the new holder."""
    moves, _ = drop_undone(await services.tables.history(context.table.id))
    phases, open_phase = split_into_phases(OpenPhase(), moves, over=False)
    events = (*(phases[-1].events if phases else ()), *open_phase.events)
    return context.table_view.narration(events)


# -- replacing


async def _replace_or_propose(interaction: Interaction, table: Table, seat: Seat, new_holder: UserId) -> None:
    services, user = services_of(interaction), user_of(interaction)
    holder = table.players[seat - 1].user
    _check_can_replace(table, seat, new_holder)
    if holder == user:
        raise Refused(md("You can’t replace yourself. Use `/game seat action:resign` to leave your seat."))
    services.limits.opening.check(user)  # each offer is a post, and may mention a user
    can_decide = (
        user == table.host or _only_other_user(table, seat) == user or await is_channel_manager(interaction, table)
    )
    if can_decide and await _is_seat_late(services, table, seat):
        text = fill_in_names(
            await _replace_holder(services, table, seat, new_holder, holder or _NO_USER, table.seq), table
        )
    else:
        if user != table.host:
            await services.seat_context_at(table, user)
        words = f"to give {_holder_placeholder(table, seat, table.seq)}’s seat to {_new_holder_text(new_holder)}"
        check_can_post(interaction, table)
        text = await services.proposals.propose(table, user, "replace", words, f"{seat} {new_holder} {holder or 0}")
    await reply_of(interaction).send_message(text)


def _check_in_play(table: Table) -> None:
    if table.status != "playing":
        raise Refused(md("You can’t replace anyone: this game is over."))


def _check_can_replace(table: Table, seat: Seat, to: UserId) -> None:
    _check_in_play(table)
    if to != NOBODY and table.guild is None:
        raise Refused(md("In a direct message, only a computer can take a seat."))
    if to == NOBODY and table.players[seat - 1].policy and seat_holders.offer_recipient(table, seat) == NOBODY:
        raise Refused(md("A computer is already playing this seat."))
    if any(player.user == to for player in table.players):
        raise Refused(md("That player is already at this table."))


async def _is_seat_late(services: Services, table: Table, seat: Seat) -> bool:
    preferences = services.user_settings.preferences_of(table.players[seat - 1].user)
    log = await services.tables.store.load_log(table.id)
    return seat_holders.can_be_replaced(table, seat, preferences, services.tables.now(), log)


def _only_other_user(table: Table, seat: Seat) -> UserId | None:
    """Return the only person at the table other than the seat's player; None if there are none or several."""
    others = [user for user in users_at_table(table) if user != table.players[seat - 1].user]
    return others[0] if len(others) == 1 else None


async def _replace_holder(
    services: Services, table: Table, seat: Seat, new_holder: UserId, user: UserId, seq: int
) -> str:
    """Replace ``user`` (0: no person), and return a text that names the old holder as of move ``seq``.

    Raises ``Refused`` if someone else has the seat now.
    """
    async with services.tables.lock_table(table.id) as locked_table:
        players = locked_table.table.players
        seat_holders.check_holder(players[seat - 1], user)
        await seats.replace_player(services.tables, locked_table, seat, new_holder)
    services.outbox.wake(table.id)
    return _replacement_text(_holder_placeholder(table, seat, seq), new_holder)


def _holder_placeholder(table: Table, seat: Seat, seq: int) -> str:
    """Return a placeholder for the seat's holder at move ``seq``, or at the holder's first move if that is later."""
    came = table.players[seat - 1].came
    return holder_placeholder(seat, max(seq, came + 1 if came else 0))


def _replacement_text(who: str, to: UserId) -> str:
    if to == NOBODY:
        return f"A computer now plays {who}’s seat."
    return (
        f"{who[0].upper()}{who[1:]}’s seat is offered to {_new_holder_text(to)}. Press *Take seat* under the post "
        "about it."
    )


def _parse_detail(proposal: Proposal) -> tuple[Seat, UserId, UserId]:
    """(seat, new holder, old holder) of a proposal to replace a player."""
    seat, to, user = map(int, proposal.detail.split())
    return Seat(seat), UserId(to), UserId(user)


async def _carry_out_replacement(services: Services, table: Table, proposal: Proposal) -> str:
    seat, to, user = _parse_detail(proposal)
    return await _replace_holder(services, table, seat, to, user, proposal.head)


async def _replacement_result(table: Table, proposal: Proposal) -> str:
    seat, to, user = _parse_detail(proposal)
    player = table.players[seat - 1]
    is_vacated = player.user is None and player.away == (user or player.away)
    is_free = player.policy is not None if to == NOBODY else True
    is_done = is_vacated and is_free and seat_holders.offer_recipient(table, seat) == to
    return _replacement_text(_holder_placeholder(table, seat, proposal.head), to) if is_done else ""


async def _replacement_poll(services: Services, table: Table, proposal: Proposal) -> Poll:
    """The voters on a proposal to replace a seat's player, and the number of votes needed.

    A majority of the other players decides, or the seat's player alone. If there is only one other player, the seat's
    player decides, or the other one if the seat's player is late. The host decides about a seat without a player.
    """
    seat, _, user = _parse_detail(proposal)
    seat_holders.check_holder(table.players[seat - 1], user)
    holder = table.players[seat - 1].user
    if holder is None:
        return Poll((table.host,), 1)
    others = tuple(user for user in users_at_table(table) if user != holder)
    if len(others) == 1 and await _is_seat_late(services, table, seat):
        return Poll(others, 1)
    if len(others) == 1 or proposal.votes.get(holder):
        return Poll((holder,), 1)
    return Poll((*others, holder), len(others) // 2 + 1)


def replacement_proposal(services: Services) -> ProposalKind:
    """Return the kind of proposal that replaces a player who is not late.

    The proposal's detail consists of the seat, the new holder, and the old holder.
    """
    return ProposalKind(
        partial(_replacement_poll, services), partial(_carry_out_replacement, services), _replacement_result
    )


def _new_holder_text(to: UserId) -> str:
    return "a computer" if to == NOBODY else "anyone who takes it" if to == EVERYBODY else f"<@{to}>"


def _find_typed_seat(table: Table, typed: str) -> Seat:
    """Return the seat for a typed number, player's name, or former player's name. Raises ``Refused`` if there is
    none.
    """
    former_players = [Player(seat_holders.last_holder_name(player)) for player in table.players]
    names, former_names = player_names(table.players), player_names(former_players)
    typed_name = typed.strip().casefold()
    for names_tried in (names, former_names):
        for seat, name in enumerate(names_tried, 1):
            if typed_name in (str(seat), name.casefold(), f"{seat} {name}".casefold()):
                return Seat(seat)
    raise Refused(
        md("There’s no player {} at this table. Players: {}.", quote(typed), join_words(list(map(escape, names))))
    )


def _seat_custom_id(table: Table, verb: str) -> str:
    return custom_id("g", table.id, table.seq, verb)

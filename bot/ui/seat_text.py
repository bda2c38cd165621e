"""Texts and buttons about seats without a player, and the briefing for a new player of a seat."""

from collections.abc import Mapping, Sequence
from typing import Any

from discord import ui

from bot import limits
from bot.clocks.clock import zero_time
from bot.game_text import rule_topics
from bot.markdown import Markdown, escape, escape_prose, join_lines, md, truncate
from bot.names import name_lookup, relative_time, sanitize_name, user_mention
from bot.play.seat_holders import (
    EVERYBODY,
    NOBODY,
    VacancyReason,
    last_holder_name,
    new_host,
    offer_recipient,
    vacancy_reason,
)
from bot.tables.table import BookkeepingKey, Player, Table
from bot.ui.components import Style, build_view, button, custom_id
from bot.users import UserPreferences
from bot.view import SeatContext, TableView
from engine import Seat
from engine.agents.coach import has_search
from engine.core import all_seats

_REASON_TEXTS: Mapping[VacancyReason, str] = {
    "resigned": "{} has left the game.",
    "late": "{} has run out of time.",
    "left": "{} has left the server.",
    "decided": "{} was replaced.",
    "missing": "{} didn’t move in time and was replaced.",
}
_MAX_RECENT_MOVES, _MAX_RULE_LENGTH = 6, 500
"""Maximum lines about recent moves in a briefing, and maximum characters of a rule in it."""


def vacancy_text(table: Table, table_view: TableView, seat: Seat) -> Markdown:
    """Return the text of the post about a seat without a player; once the seat is taken, about the new player."""
    player = table.players[seat - 1]
    if player.user is not None:
        return _seat_taken_text(table, seat)
    recipient = offer_recipient(table, seat)
    if player.away is None and recipient == NOBODY:
        return _computer_stays_text(table, seat)
    lines = [md("{} {}", _vacancy_lead(table, seat, player), _meanwhile_text(player)).strip()]
    if recipient == EVERYBODY:
        lines.append(md("**A seat is open.** Anyone not playing here can take it."))
    elif recipient != NOBODY:
        lines.append(md("<@{}>, this seat is offered to you: press *Take seat* to play.", recipient))
    if recipient != NOBODY:
        lines.append(
            md(
                "**{}** · {} · seat {}: {}",
                escape_prose(table_view.game.name),
                table_view.status_line(),
                seat,
                _statistics_text(table_view, seat),
            )
        )
    if player.away is not None:
        lines.append(
            md("Until someone takes the seat, its player can return with *I’m back* or `/game seat action:back`.")
        )
    if host := new_host(table, seat):
        lines.append(md("<@{}> is the host now.", host))
    return truncate(join_lines(lines), limits.CONTENT)


def _seat_taken_text(table: Table, seat: Seat) -> Markdown:
    player, former_holders = (
        table.players[seat - 1],
        [former_holders for former_holders in table.holders if former_holders.seat == seat],
    )
    former_name = (
        escape(sanitize_name(last_holder_name(Player(former_holders[-1].name)))) if former_holders else md("")
    ) or md("Player {}", seat)
    has_returned = bool(former_holders) and former_holders[-1].user == player.user
    name = name_lookup(table.players)(seat)
    lines = [
        md(_REASON_TEXTS[vacancy_reason(table, seat)], md("**{}**", former_name)),
        md("✓ **{}** is back.", name) if has_returned else md("✓ **{}** takes over for {}.", name, former_name),
        *([md("<@{}> is the host now.", new)] if (new := new_host(table, seat)) == table.host else []),
    ]
    return truncate(join_lines(lines), limits.CONTENT)


def newer_post_text(table: Table, seat: Seat) -> Markdown:
    """Return the text for an older post about a vacant seat when there is a newer post."""
    return md("**{}**’s seat is available again. See the post below.", _last_holder(table, seat))


def open_seat_reminder(table: Table, seat: Seat, link: Markdown) -> Markdown:
    """Return the line that reminds people of an open seat; ``link`` leads to the post about it."""
    instruction = md("press *Take seat* to play, or give it to a computer with `/game seat action:replace`.")
    return md("**{}**’s seat is still open: {} {}", _last_holder(table, seat), instruction, link)


def vacancy_buttons(table: Table, seat: Seat, *, back: bool = True) -> ui.View:
    """Return the buttons under a post about a seat. Without ``back``, as in reminders, *I’m back* is omitted."""
    player, row = table.players[seat - 1], list[ui.Item[Any]]()
    if player.user is None and offer_recipient(table, seat) != NOBODY:
        row.append(button("Take seat", seat_custom_id(table, seat, "take"), Style.success))
    if back and player.user is None and player.away is not None:
        row.append(button("I’m back", seat_custom_id(table, seat, "back")))
    return build_view(row)


def seat_custom_id(table: Table, seat: Seat, verb: str) -> str:
    """Return the ``custom_id`` of a button about the seat, with the number of seat changes at the table so far."""
    return custom_id("g", table.id, table.notes.get(BookkeepingKey.SEAT_CHANGES, 0), f"{verb}{seat}")


def vacancy_card_buttons(table: Table, *, back: bool = True) -> list[ui.Item[Any]]:
    """Return the status card's buttons about seats.

    *Take seat* is shown if a seat is open, and *I’m back* if a seat is kept for a former player. Without ``back``, for
    spectators, *I’m back* is omitted.
    """
    if table.status != "playing":
        return []
    vacant_seats = [seat for seat in all_seats(len(table.players)) if table.players[seat - 1].user is None]
    open_seats = [seat for seat in vacant_seats if offer_recipient(table, seat) == EVERYBODY]
    buttons: list[ui.Item[Any]] = []
    if open_seats:
        buttons.append(button("Take seat", custom_id("g", table.id, 0, f"take{open_seats[0]}"), Style.success))
    if back and any(player.away for player in table.players):
        buttons.append(button("I’m back", custom_id("g", table.id, 0, "back0")))
    return buttons


def game_over_buttons(table: Table, table_view: TableView | None = None) -> list[ui.Item[Any]]:
    """Return the buttons after the end of a game: *Rematch*, *Your record*, and *Analyze* if the game has a search.

    Empty while the game runs. Without ``table_view``, only *Rematch*.
    """
    if table_view is not None and table_view.view.state.flow:
        return []
    rematch = button("Rematch", custom_id("r", table.id, 0, "again"))
    if table_view is None:
        return [rematch]
    record = button("Your record", custom_id("v", table.id, 0, "-record"))
    if not has_search(table_view.game) or len(table.players) < 2:
        return [rematch, record]
    return [rematch, record, button("Analyze", custom_id("T", table.id, 0, "0"))]


def briefing_button(context: SeatContext) -> list[ui.Item[Any]]:
    """Return the *Briefing* button for a player who took over the seat; otherwise empty."""
    table, has_taken_over = context.table, context.table.players[context.seat - 1].came
    if not has_taken_over or table.status != "playing":
        return []
    return [button("Briefing", custom_id("g", table.id, table.seq, "brief"))]


def briefing_text(context: SeatContext, preferences: UserPreferences, recent_lines: Sequence[Markdown]) -> Markdown:
    """Return the briefing for a player who has just taken the seat; ``recent_lines`` are about recent moves."""
    table, table_view, seat = context.table, context.table_view, context.seat
    lines = [
        md(
            "**You’re now playing seat {}.** {} · {}",
            seat,
            escape_prose(table_view.game.name),
            table_view.status_line(),
        )
    ]
    lines += [_own_turn_text(context, preferences), *table_view.private_facts(), md("")]
    for other_seat in (seat, *(other_seat for other_seat in all_seats(len(table.players)) if other_seat != seat)):
        lines.append(
            md(
                "- {}: {}",
                md("You") if other_seat == seat else table_view.name(other_seat),
                _statistics_text(table_view, other_seat),
            )
        )
    if recent_lines:
        lines += [md(""), md("Recent moves:"), *(md("- {}", line) for line in recent_lines[-_MAX_RECENT_MOVES:])]
    rules = rule_topics(table_view.game, table_view.view)
    if rules:
        topic, text = rules[0]
        lines += [md(""), md("**{}** (more with `/rules`)", escape_prose(topic)), truncate(text, _MAX_RULE_LENGTH)]
    return truncate(join_lines(lines), limits.CONTENT)


def _own_turn_text(context: SeatContext, preferences: UserPreferences) -> Markdown:
    if context.decision is None:
        return md("It’s not your turn.")
    clock = context.table.clocks.get(context.seat)
    end = zero_time(clock, preferences) if clock is not None and context.table.terms.time_control else None
    time_sentence = md(" Your time runs out {}.", relative_time(end)) if end is not None else md("")
    return md("Your turn: {}{}", escape_prose(context.decision.prompt), time_sentence)


def _vacancy_lead(table: Table, seat: Seat, player: Player) -> Markdown:
    name, reason = md("**{}**", _last_holder(table, seat)), vacancy_reason(table, seat)
    if player.away is None and player.policy and reason in ("resigned", "left"):  # the user's data were deleted
        return md("A player has left the game. A computer now plays seat {}.", seat)
    if player.away is None:
        return md("{} plays on until someone takes the seat.", name) if player.policy else md("")
    if reason == "late":  # mention the user, who must learn about it
        name = user_mention(player.away)
    if reason == "decided" and player.policy is None:
        return md("A player is needed to replace {}.", name)
    return md(_REASON_TEXTS[reason], name)


def _last_holder(table: Table, seat: Seat) -> Markdown:
    return escape(last_holder_name(table.players[seat - 1])) or md("Player {}", seat)


def _computer_stays_text(table: Table, seat: Seat) -> Markdown:
    if vacancy_reason(table, seat) == "decided":
        return md("✓ A computer keeps {}’s seat.", _last_holder(table, seat))
    host_sentence = md(" <@{}> is the host now.", new_host(table, seat)) if new_host(table, seat) else md("")
    return md("A player has left the game. A computer now plays seat {}.{}", seat, host_sentence)


def _meanwhile_text(player: Player) -> Markdown:
    if player.away is None and player.policy:
        return md("")
    return md("A computer plays on.") if player.policy else md("The seat is waiting for a player.")


def _statistics_text(table_view: TableView, seat: Seat) -> Markdown:
    """Return the seat's statistics as text: “dollars 4,500, tracks 5”."""
    statistics = table_view.game.text.statistics(table_view.view, seat)
    return join_lines(
        (md("{} {:,}", escape_prose(name), number) for name, number in statistics.items() if number), ", "
    ) or md("nothing yet")

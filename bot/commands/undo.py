"""``/undo``: undoes or redoes a player's own moves at once, and undoes other moves after a vote."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from discord import app_commands, ui
from msgspec.structs import replace

from bot import limits
from bot.announcements.corrections import events_before_next_phase
from bot.commands.lobby import check_can_post
from bot.commands.option_choices import form_choices
from bot.errors import Interaction, autocomplete_from, handle_errors, note_commit, user_of
from bot.markdown import Markdown, count_noun, error_message, escape_prose, join_lines, join_words, md
from bot.names import holder_placeholder, name_seats, player_names
from bot.page_reply import send_page
from bot.play.redo import redo as made_again
from bot.play.undo import OthersMovedSince, UndoPlan, plan_undo, undo_to, undo_turn, undoable_moves
from bot.play.undo import undo as one_back
from bot.play.undo_steps import UndoBarred
from bot.proposals.service import Poll, Proposal, ProposalKind, user_names_text, users_at_table
from bot.services import Services, services_of
from bot.tables.table import LogEntry, Table, players_at
from bot.turn import handlers
from bot.ui.components import ButtonPress, Style, button, custom_id
from bot.ui.page import Page
from bot.view import TableView, view_table
from engine import Refused, Seat, Stale
from engine.store import LogRow
from engine.store.ids import InteractionId, TableId


@app_commands.command(name="undo", description="Undo your last move (others vote if they have moved since), or redo")
@app_commands.describe(
    scope="What to undo, or redo what you have just undone",
    to="Undo everything back to this move, with consent",
)
@app_commands.choices(
    scope=form_choices(
        move="undo your last move",
        turn="undo everything since another player moved",
        redo="what you have just undone comes back, if no one has moved since",
    )
)
@handle_errors
async def undo(interaction: Interaction, scope: str = "move", to: str | None = None) -> None:
    services = services_of(interaction)
    table = await services.table_in_play_here(interaction)
    if scope == "redo":
        if to is not None:
            raise Refused(md("`to:` doesn’t go with `scope:redo`, which redoes what you have just undone."))
        await send_page(interaction, await _redo(interaction, table))
        return
    services.limits.undo.check(user_of(interaction))
    if to is not None:
        await send_page(
            interaction, await _undo_by_consent(interaction, table, await _parse_target(services, table, to))
        )
        return
    await send_page(interaction, await _undo_latest(interaction, table, whole=scope == "turn"))


@undo.autocomplete("to")
@autocomplete_from
async def _complete_to(interaction: Interaction, typed: str) -> list[tuple[str, str]]:
    """Suggest the moves to which the table can go back, described as the user may see them, latest first."""
    services, user = services_of(interaction), user_of(interaction)
    table = await services.table_in_play_here(interaction)
    table_view = view_table(table, services.tables.seat_of(table, user))
    reachable = await undoable_moves(services.tables, table.id, user, limits.AUTOCOMPLETE_CHOICES)
    moves = await _moves_by_number(services, table)
    near_moves = [(number, move) for number, move in moves.items() if move.seq in reachable]
    labels = [
        (f"{number} · {_plain_move_text(table, table_view, move)}", f"#{move.seq}")
        for number, move in reversed(near_moves)
    ]
    return [(name, value) for name, value in labels if typed.strip().casefold() in name.casefold()]


async def handle_undo_press(interaction: Interaction, press: ButtonPress) -> None:
    """Handle *Undo* and *Restart turn* under a move, *Redo* under an undo, and *Ask the table*."""
    services = services_of(interaction)
    table = await services.table_in_play(press.table_id)
    match press.arguments.split():
        case ["redo"]:
            page = await _redo_or_offer(interaction, table, press.seq)
        case ["done"]:
            page = await handlers.page_after_computers(interaction, table)
        case ["to", target]:
            page = Page(await _propose_undo(interaction, table, int(target)))
        case ["last"]:
            services.limits.undo.check(user_of(interaction))
            page = await _undo_latest(interaction, table, whole=False)
        case scope:
            services.limits.undo.check(user_of(interaction))
            page = await _undo_or_offer(interaction, table, press.seq, whole=scope == ["turn"])
    await send_page(interaction, page)


async def _undo_latest(interaction: Interaction, table: Table, *, whole: bool) -> Page:
    """Undo the user's own move or turn. If others have moved since, ask for their consent."""
    try:
        return await _undo_own(interaction, table, whole=whole)
    except OthersMovedSince:
        return await _undo_by_consent(interaction, table, None)


async def _undo_or_offer(interaction: Interaction, table: Table, seen: int, *, whole: bool) -> Page:
    """Undo the move or turn of the pressed button. If the button is outdated, say how to undo."""
    try:
        return await _undo_own(interaction, table, whole=whole, seen=seen)
    except Stale as error:
        outdated_text = error_message(error)
    context = await services_of(interaction).load_seat_context(table.id, user_of(interaction))
    help_text, buttons = await _late_undo_help(interaction, context.table)
    return await handlers.question_page_with(interaction, context, md("{} {}", outdated_text, help_text), buttons)


async def _late_undo_help(interaction: Interaction, table: Table) -> tuple[Markdown, list[ui.Item[Any]]]:
    """Return a text and buttons with which the user can undo their last move, or the reason why this is not
    possible.
    """
    services, user = services_of(interaction), user_of(interaction)
    try:
        undo_plan = await plan_undo(services.tables, table.id, user)
    except UndoBarred as error:
        table_view = view_table(table, services.tables.seat_of(table, user))
        return await _refusal_text(services, table, table_view, error), []
    except Refused as error:
        return name_seats(error_message(error), table.players), []
    place = md("") if interaction.channel_id == table.channel or table.guild is None else md(" in <#{}>", table.channel)
    consent = md(", if {}", _consent_text(table, undo_plan)) if undo_plan.must_agree else md("")
    text = md("Use `/undo`{} to undo your last move{}.", place, consent)
    return text, [button("Undo my last move", custom_id("u", table.id, table.seq, "last"))]


def _consent_text(table: Table, undo_plan: UndoPlan) -> Markdown:
    """The players who must agree, as a clause: “Ben agrees”, “Ben and Cleo agree”."""
    names = user_names_text(table, undo_plan.must_agree)
    return md("{} agree{}", names, md("s") if len(undo_plan.must_agree) == 1 else md(""))


async def _redo_or_offer(interaction: Interaction, table: Table, seen: int) -> Page:
    """Redo the undone moves of the pressed button. If the button is outdated, offer what can be redone now."""
    try:
        return await _redo(interaction, table, seen=seen)
    except Stale as error:
        outdated_text = error_message(error)
    context = await services_of(interaction).load_seat_context(table.id, user_of(interaction))
    redo = button("Redo", custom_id("u", context.table.id, context.table.seq, "redo"))
    return await handlers.question_page_with(interaction, context, outdated_text, [redo])


async def _undo_own(interaction: Interaction, table: Table, *, whole: bool, seen: int | None = None) -> Page:
    """Undo the user's own move or whole turn, and return the page with the question that is open again."""
    services, user = services_of(interaction), user_of(interaction)
    undo_moves = undo_turn if whole else one_back
    try:
        result = await undo_moves(
            services.tables, table.id, user, interaction=InteractionId(interaction.id), seen_seq=seen
        )
    except UndoBarred as error:
        raise Refused(name_seats(error_message(error), table.players)) from error
    services.outbox.wake(table.id)
    count = sum(move.by == "undo" for move in result) if isinstance(result, tuple) else 1
    lead = md("You undid your move.") if count == 1 else md("You undid {}.", count_noun(count, "move"))
    note_commit(interaction, lead)
    return await _question_page_with_redo(interaction, table.id, lead)


async def _question_page_with_redo(interaction: Interaction, table_id: TableId, lead: Markdown) -> Page:
    context = await services_of(interaction).load_seat_context(table_id, user_of(interaction))
    redo_button = button("Redo", custom_id("u", context.table.id, context.table.seq, "redo"))
    return await handlers.question_page_with(interaction, context, lead, [redo_button])


async def _redo(interaction: Interaction, table: Table, *, seen: int | None = None) -> Page:
    services = services_of(interaction)
    try:
        moves = await made_again(
            services.tables, table.id, user_of(interaction), interaction=InteractionId(interaction.id), seen_seq=seen
        )
    except Refused as error:
        raise Refused(name_seats(error_message(error), table.players)) from error
    services.outbox.wake(table.id)
    context = await services.load_seat_context(table.id, user_of(interaction))
    lines = [line for move in moves for line in context.table_view.narration(events_before_next_phase(move))[:1]]
    return await handlers.question_page_with(
        interaction, context, join_lines(md("✓ {}", line) for line in lines) or md("✓ Redone.")
    )


# -- by consent


async def _undo_by_consent(interaction: Interaction, table: Table, target: int | None) -> Page:
    """Return a page that offers a vote on an undo. If no vote is needed, undo at once."""
    services, user = services_of(interaction), user_of(interaction)
    table_view = view_table(table, services.tables.seat_of(table, user))
    try:
        undo_plan = await plan_undo(services.tables, table.id, user, target)
    except UndoBarred as error:
        raise Refused(await _refusal_text(services, table, table_view, error)) from error
    first_seq = undo_plan.moves[0].seq
    if not undo_plan.must_agree:
        services.limits.undo.check(user)
        undone_moves = await undo_to(
            services.tables, table.id, user, first_seq, (), interaction=InteractionId(interaction.id)
        )
        services.outbox.wake(table.id)
        return await _question_page_with_redo(interaction, table.id, _undone_text(undone_moves))
    ask_button = button("Ask the table", custom_id("u", table.id, table.seq, f"to {first_seq}"), Style.primary)
    count_text = count_noun(len(undo_plan.moves), "move")
    return Page(
        md(
            "If {}, the game returns to before {}. This undoes {}.",
            _consent_text(table, undo_plan),
            await _move_text(services, table, table_view, first_seq),
            count_text,
        ),
        None,
        [[ask_button]],
    )


async def _propose_undo(interaction: Interaction, table: Table, target: int) -> Markdown:
    services, user, public_view = services_of(interaction), user_of(interaction), _nameless_view(table)
    services.limits.undo.check(user)
    try:
        moves = (await plan_undo(services.tables, table.id, user, target)).moves
    except UndoBarred as error:
        raise Refused(await _refusal_text(services, table, view_table(table, None), error)) from error
    words = f"to return the game to before {await _move_text(services, table, public_view, target)}"
    words += await _undone_moves_clause(services, table, public_view, moves)
    check_can_post(interaction, table)
    return await services.proposals.propose(table, user, "back", words, str(target))


async def _undone_moves_clause(services: Services, table: Table, table_view: TableView, moves: Sequence[LogRow]) -> str:
    """A clause with the number of moves to undo, and each player's last move; empty if only one is undone."""
    last_by_seat = {entry.seat: entry.seq for entry in moves[1:] if entry.by != "forced"}
    if not last_by_seat:
        return ""
    move_texts = [await _move_text(services, table, table_view, seq) for seq in sorted(last_by_seat.values())]
    which = "each player’s last" if len(move_texts) > 1 else "the last"
    return f": this undoes {count_noun(len(moves), 'move')}, {which} being {join_words(move_texts)}"


async def _undo_poll(services: Services, table: Table, proposal: Proposal) -> Poll:
    """All other players who have moved since, or are to move now, must agree. Their number may grow during the vote."""
    if proposal.user not in users_at_table(table):
        raise Refused(md("The player who proposed this has left."))
    try:
        must_agree = (await plan_undo(services.tables, table.id, proposal.user, int(proposal.detail))).must_agree
    except UndoBarred as error:
        raise Refused(await _refusal_text(services, table, _nameless_view(table), error)) from error
    return Poll(must_agree, len(must_agree))


async def _carry_out_undo(services: Services, table: Table, proposal: Proposal) -> str:
    agreed = frozenset(user for user, yes in proposal.votes.items() if yes)
    return _undone_text(await undo_to(services.tables, table.id, proposal.user, int(proposal.detail), agreed))


def _undone_text(moves: Sequence[LogRow]) -> Markdown:
    return md("1 move was undone.") if len(moves) == 1 else md("{} moves were undone.", len(moves))


async def _undo_result(services: Services, table: Table, proposal: Proposal) -> str:
    if table.seq == proposal.head:
        return ""
    moves_since = [move for move in await services.tables.active_moves(table.id) if move.seq >= int(proposal.detail)]
    return (
        ""
        if any(move.by in ("player", "order", "clock") for move in moves_since)
        else "Done. The game is back at that point."
    )


def undo_proposal(services: Services) -> ProposalKind:
    """Return the kind of proposal that undoes moves. The players who made these moves, or are to move, vote."""
    return ProposalKind(
        partial(_undo_poll, services), partial(_carry_out_undo, services), partial(_undo_result, services)
    )


async def _refusal_text(services: Services, table: Table, table_view: TableView, error: UndoBarred) -> Markdown:
    move_text = await _move_text(services, table, table_view, error.entry.seq)
    return md("You can’t undo past {}. {}.", move_text, escape_prose(error.reason))


async def _move_text(services: Services, table: Table, table_view: TableView, seq: int) -> Markdown:
    """Return a quoted description of a move, from the reader's view. Raises ``Refused`` if there is no such move."""
    move = next((move for move in await services.tables.history(table.id) if move.seq == seq), None)
    if move is None or move.by == "start":
        raise Refused(md("There’s no such move at this table. Choose one of the suggestions."))
    lines = table_view.with_names_at(seq).narration(events_before_next_phase(move))
    return md("“{}”", lines[0].rstrip(".")) if lines else md("a move by {}", table_view.names_at(seq)(Seat(move.seat)))


def _nameless_view(table: Table) -> TableView:
    """Return the public view with placeholders in place of names, for texts that are stored."""
    return replace(view_table(table, None), names_at=lambda seq: lambda seat: holder_placeholder(seat, seq))


def _plain_move_text(table: Table, table_view: TableView, move: LogEntry) -> str:
    names = player_names(players_at(table, move.seq))
    lines = replace(table_view, name=lambda seat: names[seat - 1]).narration(events_before_next_phase(move))
    return lines[0] if lines else f"a move by {names[move.seat - 1]}"


async def _moves_by_number(services: Services, table: Table) -> Mapping[int, LogEntry]:
    """Map the displayed numbers, from 1 on, to the moves that are not undone. Premoves are not counted."""
    moves = await services.tables.active_moves(table.id)
    return dict(enumerate((move for move in moves if move.by != "ahead"), 1))


async def _parse_target(services: Services, table: Table, to: str) -> int:
    """Return the log number of a typed move: “#” and the log number, or a displayed number."""
    digits = to.split("·")[0].strip().removeprefix("#")
    if digits.isascii() and digits.isdigit() and len(digits) <= 9:
        if to.startswith("#"):
            return int(digits)
        if move := (await _moves_by_number(services, table)).get(int(digits)):
            return move.seq
    raise Refused(md("There’s no such move. Type a few words of it, and choose one of the suggestions."))

"""Makes a move that a user chose on a page or in a command, and writes the reply."""

from collections.abc import Sequence
from itertools import takewhile
from typing import NamedTuple

from bot.errors import Interaction, RuleViolation, channel_of, note_commit, user_of
from bot.markdown import Markdown, error_message, join_lines, md
from bot.names import name_seats
from bot.permissions import posting_problem_here
from bot.services import services_of
from bot.tables.phases import add_remark, is_secret_move
from bot.tables.table import LogEntry, Table
from bot.ui.answer_buttons import split_label
from bot.ui.refusal_help import rule_custom_id
from bot.view import SeatContext, is_premove, whose_turn_text
from engine import (
    GAMES,
    Action,
    Event,
    PhaseEnded,
    Refused,
    RoundhouseError,
    Stale,
    Unreadable,
    decisions,
    read_action,
    visible_events,
)
from engine.core import is_revealing, verb_of
from engine.store.ids import InteractionId


class MoveResult(NamedTuple):
    """A move that was made: the reply, the table after it, whether it can be undone now, and its number ``seq``."""

    text: Markdown
    table: Table
    can_undo: bool
    seq: int


async def make_move(
    interaction: Interaction, context: SeatContext, notation: str, seen_seq: int | None, *, first: bool = True
) -> MoveResult:
    """Make the move ``notation`` (without a seat) and the forced moves after it. Return the result with the reply.

    The ``first`` move of a press is stored with the interaction, so that a repeated delivery is recognized. Raises
    ``Refused``, ``Unreadable``, or ``Stale``.
    """
    services, table, table_id = services_of(interaction), context.table, context.table.id
    is_plan = is_premove(context, notation.split())
    if is_plan:
        services.limits.premove.check(user_of(interaction))
    line = f"p{context.seat} {notation}"
    move = await _commit_move(interaction, context, line, seen_seq, first=first)
    note_commit(interaction, md("✓ Plan saved.") if is_plan else md("✓ Your move was made."))
    forced_moves, new_table = await services.tables.play_forced_moves(table_id, user_of(interaction))
    own_forced_moves = [entry for entry in forced_moves if entry.seat == context.seat]
    new_state = new_table.state
    assert table.state is not None and new_state is not None
    has_undo_pause = services.outbox.has_undo_pause(table)
    is_computer_next = not has_undo_pause and any(
        table.players[decision.seat - 1].policy for decision in decisions(new_state)
    )
    can_undo = not (
        is_plan or forced_moves or is_computer_next or is_revealing(table.state, new_state, move.events, context.seat)
    )
    services.outbox.wake(table_id)
    events = _events_before_phase_end(move.events)
    for entry in own_forced_moves:
        events += add_remark(entry.by, _events_before_phase_end(entry.events))
    is_narrated = _has_own_event(context, move.events)
    sentence = [] if is_narrated else [_move_sentence(context, read_action(line, context.table_view.game.actions))]
    plan_line = [md("Plan saved.")] if is_plan and is_secret_move(move) and not is_narrated else []
    text = join_lines([*plan_line, *sentence, *context.table_view.narration(events)], " ")
    problem = services.outbox.problem(table_id)
    if channel_of(interaction) == table.channel:
        problem = posting_problem_here(interaction) or problem
    warning = md("\n⚠ I couldn’t post this in the channel yet. {}", problem) if problem else md("")
    return MoveResult(md("✓ {}{}", text, warning), new_table, can_undo, (own_forced_moves or [move])[-1].seq)


async def _commit_move(
    interaction: Interaction, context: SeatContext, line: str, seen_seq: int | None, *, first: bool
) -> LogEntry:
    """Commit the move. Errors get a button that shows the rule, and say who is to move if the seat is not."""
    services, table = services_of(interaction), context.table
    try:
        interaction_id = InteractionId(interaction.id) if first else None
        return await services.tables.play_move(
            table.id, user_of(interaction), line, interaction=interaction_id, seen_seq=seen_seq
        )
    except (Refused, Stale, Unreadable) as error:
        is_clear = not isinstance(error, Refused) or context.decision is not None or table.status != "playing"
        if is_clear or is_premove(context, line.split()[1:]):
            raise with_rule_button(error, table, line) from error
        not_your_turn = Refused(md("It’s not your turn. {}", whose_turn_text(table, context.seat)))
        raise with_rule_button(not_your_turn, table, line) from error


def with_rule_button(error: RoundhouseError, table: Table, line: str) -> RoundhouseError:
    """Return the error with player names, and with a button that shows the rule about the move or the current phase."""
    text = name_seats(error_message(error), table.players)
    if isinstance(error, Stale) or table.status != "playing":
        return type(error)(text)
    name = " ".join(line.split()[1:2])
    kind = next((kind for kind in GAMES[table.title].actions if verb_of(kind) == name), None)
    return RuleViolation(text, rule_custom_id(table, kind))


def _move_sentence(context: SeatContext, action: Action) -> Markdown:
    """Return a sentence about the move for its player: “You enter run 12.”; “You chose: Finish delivering.”"""
    text = join_lines([context.table_view.action_text(action).rstrip("."), md(".")], "")
    starts_with_verb = text.split()[0].casefold() == verb_of(action)
    if starts_with_verb:
        return md("You {}", text.lower_first())
    return text if text.startswith("You") else md("You chose: {}.", split_label(text)[0].rstrip("."))


def _has_own_event(context: SeatContext, events: Sequence[Event]) -> bool:
    """Whether the first event that the seat may see is about the seat itself and has a text."""
    first = next(iter(visible_events(tuple(_events_before_phase_end(events)), context.seat)), None)
    is_only_player = len(context.table.players) == 1
    is_own = first is not None and (is_only_player or getattr(first, "seat", None) == context.seat)
    return is_own and bool(context.table_view.narration([first] if first else []))


def _events_before_phase_end(events: Sequence[Event]) -> list[Event]:
    return list(takewhile(lambda event: not isinstance(event, PhaseEnded), events))

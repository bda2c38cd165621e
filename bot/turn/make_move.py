"""Makes a move from a page or a command, and composes the reply."""

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
    """A move just made: the reply, the table after it, whether it can be undone now, and its ``seq``."""

    text: Markdown
    table: Table
    can_undo: bool
    seq: int


async def make_move(
    interaction: Interaction, context: SeatContext, spelled: str, seen_seq: int | None, *, first: bool = True
) -> MoveResult:
    """Make the move in notation (without a seat), and return the result with its sentence.

    Of several moves of one press, the ``first`` stores the interaction, so that a repeated delivery is recognized.
    Raises ``Refused``, ``Unreadable``, or ``Stale``.
    """
    services, table, table_id = services_of(interaction), context.table, context.table.id
    ahead = is_premove(context, spelled.split())
    if ahead:
        services.limits.premove.check(user_of(interaction))
    line = f"p{context.seat} {spelled}"
    move = await _commit_move(interaction, context, line, seen_seq, first=first)
    note_commit(interaction, md("✓ Plan saved.") if ahead else md("✓ Your move was made."))
    forced, later = await services.tables.play_forced_moves(table_id, user_of(interaction))
    alone = [entry for entry in forced if entry.seat == context.seat]
    after = later.state
    assert table.state is not None and after is not None
    waits = services.outbox.has_undo_pause(table)
    others = not waits and any(table.players[asked.seat - 1].policy for asked in decisions(after))
    back = not (ahead or forced or others or is_revealing(table.state, after, move.events, context.seat))
    services.outbox.wake(table_id)
    news = _events_before_phase_end(move.events)
    for entry in alone:  # what follows without a choice is told at once, and not asked
        news += add_remark(entry.by, _events_before_phase_end(entry.events))
    is_told = _has_own_event(context, move.events)
    lead = [] if is_told else [_move_sentence(context, read_action(line, context.table_view.game.actions))]
    unheard = [md("Plan saved.")] if ahead and is_secret_move(move) and not is_told else []
    text = join_lines([*unheard, *lead, *context.table_view.narration(news)], " ")
    trouble = services.outbox.problem(table_id)
    if channel_of(interaction) == table.channel:
        trouble = posting_problem_here(interaction) or trouble
    late = md("\n⚠ I couldn’t post this in the channel yet. {}", trouble) if trouble else md("")
    return MoveResult(md("✓ {}{}", text, late), later, back, (alone or [move])[-1].seq)


async def _commit_move(
    interaction: Interaction, context: SeatContext, line: str, seen_seq: int | None, *, first: bool
) -> LogEntry:
    """Commit the move; errors are reworded with whose turn it is, and why."""
    services, table = services_of(interaction), context.table
    try:
        mark = InteractionId(interaction.id) if first else None
        return await services.tables.play_move(
            table.id, user_of(interaction), line, interaction=mark, seen_seq=seen_seq
        )
    except (Refused, Stale, Unreadable) as error:
        is_clear = not isinstance(error, Refused) or context.decision is not None or table.status != "playing"
        if is_clear or is_premove(context, line.split()[1:]):
            raise with_rule_button(error, table, line) from error
        turn = Refused(md("It’s not your turn. {}", whose_turn_text(table, context.seat)))
        raise with_rule_button(turn, table, line) from error


def with_rule_button(error: RoundhouseError, table: Table, line: str) -> RoundhouseError:
    """The error with display names, and a button to the rule about the move or the current phase."""
    text = name_seats(error_message(error), table.players)
    if isinstance(error, Stale) or table.status != "playing":
        return type(error)(text)
    name = " ".join(line.split()[1:2])
    kind = next((kind for kind in GAMES[table.title].actions if verb_of(kind) == name), None)
    return RuleViolation(text, rule_custom_id(table, kind))


def _move_sentence(context: SeatContext, action: Action) -> Markdown:
    """The move as a sentence to its maker: “You enter run 12.”; “You chose: Finish delivering.”"""
    text = join_lines([context.table_view.action_text(action).rstrip("."), md(".")], "")
    starts_with_verb = text.split()[0].casefold() == verb_of(action)
    if starts_with_verb:
        return md("You {}", text.lower_first())
    return text if text.startswith("You") else md("You chose: {}.", split_label(text)[0].rstrip("."))


def _has_own_event(context: SeatContext, events: Sequence[Event]) -> bool:
    """Whether the events begin with the seat's own, narrated one."""
    first = next(iter(visible_events(tuple(_events_before_phase_end(events)), context.seat)), None)
    alone = len(context.table.players) == 1  # what happens there is what the only player did
    own = first is not None and (alone or getattr(first, "seat", None) == context.seat)
    return own and bool(context.table_view.narration([first] if first else []))


def _events_before_phase_end(events: Sequence[Event]) -> list[Event]:
    """The events of the move, without those of the phases that began after it."""
    return list(takewhile(lambda event: not isinstance(event, PhaseEnded), events))

"""Summarizes what happened since a player's last move. Pure."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence

import msgspec

from bot.game_text import narration
from bot.markdown import Markdown, count_noun, escape_prose, join_lines, join_words, md
from bot.tables.phases import Made, Remark, add_mover, add_remark
from bot.tables.table import LogEntry, MoveOrigin
from bot.view import TableView
from engine import Event, PhaseEnded, Seat, visible_events
from engine.core import PhasePartEnded

_MAX_LINES = 3
"""Maximum number of highlights, and of phases named in a summary."""
_MAX_PAGE_LINES, _MAX_PAGE_LENGTH = 12, 1_200
"""Maximum lines about one player, and maximum characters of a page, on pages with all events."""

_AUTOMATIC_CAUSES: Mapping[MoveOrigin, str] = {
    "clock": "because time ran out",
    "order": "by standing order",
    "computer": "by a computer",
}
"""Origins of automatic moves, with their reasons in words. Forced moves are not listed."""


class RecapLine(msgspec.Struct, frozen=True):
    """A line about an event. ``named`` are the seats of the players in it, and ``seq`` is the number of the move."""

    line: Markdown
    event: Event
    named: frozenset[Seat]
    seq: int


def moves_since_own(
    moves: Sequence[LogEntry], seat: Seat | None, joined_at: int = 0
) -> tuple[LogEntry | None, tuple[LogEntry, ...]]:
    """Return (last move that the seat's player made, later moves); (None, all moves) if there is none.

    Moves by standing order, clock, or rule do not count as the player's own. Nor do moves up to ``joined_at``, when the
    player took over the seat.
    """
    for index, move in reversed(list(enumerate(moves))):
        if move.seat == seat and move.by == "player" and move.seq > joined_at:
            return move, tuple(moves[index + 1 :])
    return None, tuple(moves)


def automatic_moves(moves: Sequence[LogEntry], seat: Seat | None, joined_at: int = 0) -> tuple[LogEntry, ...]:
    """Moves made for the seat's current player, who joined at move ``joined_at``."""
    return tuple(move for move in moves if move.seat == seat and move.by in _AUTOMATIC_CAUSES and move.seq > joined_at)


def automatic_moves_text(moves: Sequence[LogEntry]) -> Markdown:
    """Return the number of moves for each reason: “1 move because time ran out and 2 moves by standing order”."""
    counts = Counter(move.by for move in moves)
    return join_words(
        [
            md("{} {}", count_noun(counts[origin], "move"), escape_prose(reason))
            for origin, reason in _AUTOMATIC_CAUSES.items()
            if origin in counts
        ]
    )


def recap_events(moves: Sequence[LogEntry]) -> tuple[Event, ...]:
    """The events of these moves; automatic moves are preceded by their reason."""
    return tuple(event for move in moves for event in add_mover(move, add_remark(move.by, move.events)))


def news_summary(moves: Sequence[LogEntry]) -> Markdown:
    """The number of moves, and the phases that ended, in words."""
    events = [event for move in moves for event in move.events if not isinstance(event, PhasePartEnded)]
    phases_ended = [event.phase for event in events if isinstance(event, PhaseEnded)]
    number = sum(move.by != "start" for move in moves)
    if not phases_ended:
        return count_noun(number, "move") if number else md("no one has moved yet")
    phase_counts = Counter(map(escape_prose, phases_ended))
    phases = [md("{} ×{}", phase, count) if count > 1 else phase for phase, count in phase_counts.items()]
    phase_texts = (
        phases
        if len(phases) <= _MAX_LINES + 1
        else [*phases[:_MAX_LINES], md("{} more phases", len(phases) - _MAX_LINES)]
    )
    subject = md("This phase") if len(phases_ended) == 1 else md("These phases")
    return md("{}. {} ended: {}", count_noun(number, "move"), subject, join_words(phase_texts))


def figure_changes_text(before: Mapping[str, int], after: Mapping[str, int]) -> Markdown:
    """The statistics that have changed: “points 12 → 15 · stock tiles 3 → 4”; may be empty."""
    changed_names = [name for name in after if before.get(name) != after[name]]
    return join_lines(
        (md("{} {:,} → {:,}", escape_prose(name), before.get(name, 0), after[name]) for name in changed_names), " · "
    )


def highlight_lines(
    table_view: TableView, events: Sequence[Event], moves_for_reader: Collection[LogEntry] = ()
) -> tuple[Markdown, ...]:
    """Return the most important lines for the reader, in chronological order.

    Lines about ``moves_for_reader`` have priority, then other players' moves that name the reader, then lines that name
    other players. Among equal lines, variety of players and of kinds counts, then rarity, then recency.
    """
    lines = list(_recap_lines(table_view, visible_events(tuple(events), table_view.view.seat)))
    seats_by_seq = {move.seq: move.seat for move in moves_for_reader}
    indexes_for_reader = {
        index
        for index, line in enumerate(lines)
        if line.seq in seats_by_seq and _is_by_seat(line, seats_by_seq[line.seq])
    }
    chosen: list[int] = []
    while len(chosen) < _highlight_count(lines):
        candidates = [index for index in range(len(lines)) if index not in chosen]
        reader = table_view.view.seat
        weight = {
            index: (index in indexes_for_reader, *_line_weight(lines, chosen, index, reader)) for index in candidates
        }
        chosen.append(max(candidates, key=weight.__getitem__))
    return tuple(lines[index].line for index in sorted(chosen))


def count_lines_left_out(table_view: TableView, events: Sequence[Event]) -> int:
    """The number of lines that ``highlight_lines`` omits."""
    lines = list(_recap_lines(table_view, visible_events(tuple(events), table_view.view.seat)))
    return len(lines) - _highlight_count(lines)


def story_pages(table_view: TableView, events: Sequence[Event]) -> tuple[Markdown, ...]:
    """Return pages with all events by player: first the other players, then the reader, then events of no player."""
    lines: dict[Seat | None, list[Markdown]] = {}
    for recap_line in _recap_lines(table_view, visible_events(tuple(events), table_view.view.seat)):
        lines.setdefault(getattr(recap_line.event, "seat", None), []).append(recap_line.line)
    reader = table_view.view.seat
    seats = sorted(lines, key=lambda seat: (seat is None, seat == reader, seat or 0))
    parts: list[Markdown] = []
    for seat in seats:
        who = table_view.name(seat) if seat is not None else md("The table")
        for start in range(0, len(lines[seat]), _MAX_PAGE_LINES):
            part = lines[seat][start : start + _MAX_PAGE_LINES]
            parts.append(
                join_lines(
                    [md("**{}**{}", who, md(" (continued)") if start else md("")), *(md("- {}", line) for line in part)]
                )
            )
    return _join_into_pages(parts)


def _join_into_pages(parts: Sequence[Markdown]) -> tuple[Markdown, ...]:
    pages: list[Markdown] = []
    for part in parts:
        if pages and len(pages[-1]) + len(part) < _MAX_PAGE_LENGTH:
            pages[-1] = join_lines([pages[-1], part])
        else:
            pages.append(part)
    return tuple(pages)


def _highlight_count(lines: Sequence[RecapLine]) -> int:
    """Return the number of highlights. It exceeds the maximum by one if otherwise a single line would be omitted."""
    return len(lines) if len(lines) <= _MAX_LINES + 1 else _MAX_LINES


def _is_by_seat(recap_line: RecapLine, seat: Seat) -> bool:
    return getattr(recap_line.event, "seat", None) == seat


def _recap_lines(table_view: TableView, events: Sequence[Event]) -> Iterator[RecapLine]:
    remark, seq = md(""), 0
    for event in events:
        if isinstance(event, Made):
            table_view, seq = table_view.with_names_at(event.seq), event.seq
            continue
        if isinstance(event, Remark):
            remark = escape_prose(event.words)
            continue
        line, named = _narrate_event(table_view, event)
        if line:
            yield RecapLine(md("{}{}", line, remark) if hasattr(event, "seat") else line, event, named, seq)
            remark = md("")


def _narrate_event(table_view: TableView, event: Event) -> tuple[Markdown, frozenset[Seat]]:
    """(sentence about the event, seats of the players it names)."""
    named: set[Seat] = set()

    def note_name(seat: Seat) -> Markdown:
        named.add(seat)
        return table_view.name(seat)

    return narration(table_view.game, event, note_name), frozenset(named)


def _line_weight(lines: Sequence[RecapLine], chosen: Sequence[int], index: int, reader: Seat | None) -> tuple[int, ...]:
    """Return a sort key for the line at ``index``: the higher, the more important, given the lines already
    ``chosen``.
    """
    line, chosen_lines = lines[index], [lines[other] for other in chosen]
    actor = getattr(line.event, "seat", None)
    same_kind = sum(type(other.event) is type(line.event) for other in lines)
    same_kind_chosen = sum(type(other.event) is type(line.event) for other in chosen_lines)
    same_actor_chosen = sum(getattr(other.event, "seat", None) == actor for other in chosen_lines)
    return _nearness(line, actor, reader), -same_kind_chosen - same_actor_chosen, -same_kind, index


def _nearness(recap_line: RecapLine, actor: Seat | None, reader: Seat | None) -> int:
    if reader is not None and actor != reader and reader in recap_line.named:
        return 3
    return 2 if recap_line.named - {reader} else 1

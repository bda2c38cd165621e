"""Tells in a few words what happened since a person's last move. Pure; it knows no title and no Discord."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence

import msgspec

from bot.game_text import narration
from bot.markdown import Markdown, counted, escape_prose, joined, listed, md
from bot.sight import TableView
from bot.tables.chapters import Made, Remark, made_with, remarked
from bot.tables.table import By, Move
from engine import Event, PhaseEnded, Seat, visible_events

_LINES = 3
_PAGE_LINES, _PAGE_LENGTH = 12, 1_200
"""Lines about one player, and characters, on a page of the story."""

_DONE: Mapping[By, str] = {"clock": "because time ran out", "order": "by standing order", "computer": "by a computer"}
"""Makers of moves for a player who might have made others, and how that is said."""


class Told(msgspec.Struct, frozen=True):
    """A line about an event, who is named in it, and the move that it came of."""

    line: Markdown
    event: Event
    named: frozenset[Seat]
    seq: int


def made_since(standing: Sequence[Move], seat: Seat | None, came: int = 0) -> tuple[Move | None, tuple[Move, ...]]:
    """The last move that the seat's own player made, and those that stand since; None and all without one.

    What an order, the clock or the rules did for the player is no move of the player's own: it is news. Nor is what
    was made up to move ``came``, after which the player took the seat over.
    """
    for index, move in reversed(list(enumerate(standing))):
        if move.seat == seat and move.by == "player" and move.seq > came:
            return move, tuple(standing[index + 1 :])
    return None, tuple(standing)


def done_for(moves: Sequence[Move], seat: Seat | None, came: int = 0) -> tuple[Move, ...]:
    """The moves that something else made for the seat's player, who has sat there since move ``came``."""
    return tuple(move for move in moves if move.seat == seat and move.by in _DONE and move.seq > came)


def done_words(done: Sequence[Move]) -> Markdown:
    """The moves made for the reader, and why, in words: “1 move because time ran out and 2 moves by standing order”."""
    number = Counter(move.by for move in done)
    return listed(
        [md("{} {}", counted(number[by], "move"), escape_prose(words)) for by, words in _DONE.items() if by in number]
    )


def news_of(moves: Sequence[Move]) -> tuple[Event, ...]:
    """The events of these moves; before those that nobody made by hand, how they came about."""
    return tuple(event for move in moves for event in made_with(move, remarked(move.by, move.events)))


def summary(moves: Sequence[Move]) -> Markdown:
    """The amount of news in words: the number of moves, and the phases that ended."""
    ended = [event.phase for move in moves for event in move.events if isinstance(event, PhaseEnded)]
    number = sum(move.by != "start" for move in moves)
    if not ended:
        return counted(number, "move") if number else md("no one has moved yet")
    named = Counter(map(escape_prose, ended))
    phases = [md("{} ×{}", phase, count) if count > 1 else phase for phase, count in named.items()]
    shown = phases if len(phases) <= _LINES + 1 else [*phases[:_LINES], md("{} more phases", len(phases) - _LINES)]
    finished = md("This phase") if len(ended) == 1 else md("These phases")
    return md("{}. {} ended: {}", counted(number, "move"), finished, listed(shown))


def changes(before: Mapping[str, int], after: Mapping[str, int]) -> Markdown:
    """Names the figures that have changed: “points 12 → 15 · stock tiles 3 → 4”; empty when none has."""
    different = [name for name in after if before.get(name) != after[name]]
    return joined(
        (md("{} {:,} → {:,}", escape_prose(name), before.get(name, 0), after[name]) for name in different), " · "
    )


def highlights(seen: TableView, events: Sequence[Event], done: Collection[Move] = ()) -> tuple[Markdown, ...]:
    """The lines that matter most to the reader, in the order in which it happened.

    First what was ``done`` for the reader, then what others did that touches the reader, then what others did, then
    the rest. Of equals other players and other kinds of events go first, then what is rare, then what is late.
    """
    told = list(_told(seen, visible_events(tuple(events), seen.view.seat)))
    by = {move.seq: move.seat for move in done}
    own = {index for index, this in enumerate(told) if this.seq in by and _is_by(this, by[this.seq])}
    kept: list[int] = []
    while len(kept) < _room(told):
        left = [index for index in range(len(told)) if index not in kept]
        reader = seen.view.seat
        weight = {index: (index in own, *_weight(told, kept, index, reader)) for index in left}
        kept.append(max(left, key=weight.__getitem__))
    return tuple(told[index].line for index in sorted(kept))


def left_out(seen: TableView, events: Sequence[Event]) -> int:
    """The number of lines that ``highlights`` leaves out."""
    told = list(_told(seen, visible_events(tuple(events), seen.view.seat)))
    return len(told) - _room(told)


def story(seen: TableView, events: Sequence[Event]) -> tuple[Markdown, ...]:
    """Everything that happened, player by player, on pages: the others first, then the reader, then the table."""
    lines: dict[Seat | None, list[Markdown]] = {}
    for told in _told(seen, visible_events(tuple(events), seen.view.seat)):
        lines.setdefault(getattr(told.event, "seat", None), []).append(told.line)
    reader = seen.view.seat
    seats = sorted(lines, key=lambda seat: (seat is None, seat == reader, seat or 0))
    found: list[Markdown] = []
    for seat in seats:
        who = seen.name(seat) if seat is not None else md("The table")
        for start in range(0, len(lines[seat]), _PAGE_LINES):
            part = lines[seat][start : start + _PAGE_LINES]
            found.append(
                joined(
                    [md("**{}**{}", who, md(" (continued)") if start else md("")), *(md("- {}", line) for line in part)]
                )
            )
    return _in_pages(found)


def _in_pages(parts: Sequence[Markdown]) -> tuple[Markdown, ...]:
    """Parts put together as far as a page has room."""
    pages: list[Markdown] = []
    for part in parts:
        if pages and len(pages[-1]) + len(part) < _PAGE_LENGTH:
            pages[-1] = joined([pages[-1], part])
        else:
            pages.append(part)
    return tuple(pages)


def _room(told: Sequence[Told]) -> int:
    """The number of lines that are shown: all where “and 1 more” would take the place of the last."""
    return len(told) if len(told) <= _LINES + 1 else _LINES


def _is_by(told: Told, seat: Seat) -> bool:
    return getattr(told.event, "seat", None) == seat


def _told(seen: TableView, events: Sequence[Event]) -> Iterator[Told]:
    remark, seq = md(""), 0
    for event in events:
        if isinstance(event, Made):
            seen, seq = seen.at(event.seq), event.seq
            continue
        if isinstance(event, Remark):
            remark = escape_prose(event.words)
            continue
        line, named = _narrated(seen, event)
        if line:
            yield Told(md("{}{}", line, remark) if hasattr(event, "seat") else line, event, named, seq)
            remark = md("")


def _narrated(seen: TableView, event: Event) -> tuple[Markdown, frozenset[Seat]]:
    """The event's sentence, and whom it names."""
    named: set[Seat] = set()

    def name(seat: Seat) -> Markdown:
        named.add(seat)
        return seen.name(seat)

    return narration(seen.game, event, name), frozenset(named)


def _weight(told: Sequence[Told], kept: Sequence[int], index: int, reader: Seat | None) -> tuple[int, ...]:
    """The weight of a line, by which the most telling ones are chosen."""
    this, before = told[index], [told[other] for other in kept]
    actor = getattr(this.event, "seat", None)
    alike = sum(type(other.event) is type(this.event) for other in told)
    again = sum(type(other.event) is type(this.event) for other in before)
    same = sum(getattr(other.event, "seat", None) == actor for other in before)
    return _nearness(this, actor, reader), -again - same, -alike, index


def _nearness(told: Told, actor: Seat | None, reader: Seat | None) -> int:
    if reader is not None and actor != reader and reader in told.named:
        return 3
    return 2 if told.named - {reader} else 1

"""A move as it is written: its row of the log, the table after it, its clocks. Pure; no Discord and no title."""

from collections.abc import Callable, Mapping
from functools import partial

from msgspec.structs import replace

from bot.clocks.clock import after_move, after_undo
from bot.preferences import Person
from bot.tables.moves import Step
from bot.tables.table import game_of
from engine.core import Seat, State, all_seats, decisions
from engine.core.codec import dump_events
from engine.store import Clock, Entry, Row, Table, points
from engine.store.ids import InteractionId, UserId

Persons = Callable[[UserId], Person]
"""A user's settings."""


def written(
    table: Table,
    step: Step,
    now: float,
    person: Persons,
    interaction: InteractionId | None = None,
    *,
    again: bool = False,
) -> tuple[Table, Row]:
    """The table after the step, and what is stored of it.

    ``again``: the undo of a move whose player has a later one taken back with it, and the increment of that.
    """
    game, seq = game_of(table.title), table.seq + 1
    entry = Entry(seq, step.seat, step.line, step.by, now, dump_events(step.events), interaction)
    status = "playing" if step.after.flow else "finished"
    untold = (*table.untold, entry)
    after = replace(table, seq=seq, state=step.after, status=status, untold=untold, revision=table.revision + 1)
    changed: Mapping[Seat, Clock] = {}
    if step.by != "ahead":  # which nobody waits for
        undo = step.by == "undo"
        seats = range(1, len(table.players) + 1) if undo else [step.seat]
        acted = dict.fromkeys(seats, seq)
        changed = clocks_after(after, table.state, step.after, step.seat, seq, now, person, undo=undo, whole=not again)
        moves = table.moves + (-1 if undo else 1)
        after = replace(after, since=now, moves=moves, acted={**table.acted, **acted})
        after = replace(after, clocks={**table.clocks, **changed})
    return after, Row(after, entry, points(game, seq, step.after), changed, step.plans)


def clocks_after(
    table: Table,
    before: State | None,
    after: State | None,
    moved: int,
    seq: int,
    now: float,
    person: Persons,
    *,
    undo: bool = False,
    whole: bool = True,
) -> dict[Seat, Clock]:
    """The clocks that move ``seq`` of seat ``moved`` (0: the set-up), or its undoing, stops or starts."""
    seats = {
        seat: player.user
        for seat, player in zip(all_seats(len(table.players)), table.players, strict=True)
        if player.user is not None
    }
    return (partial(after_undo, whole=whole) if undo else after_move)(
        table.clocks,
        seq,
        None if table.paused is not None else now,
        asked={question.seat for question in decisions(after)} if after is not None else (),  # known from the move
        before={question.seat for question in decisions(before)} if before is not None else (),
        moved=moved,
        anew=before is not None and after is not None and _part(table, before) != _part(table, after),
        speed=table.terms.speed,
        people={seat: person(user) for seat, user in seats.items()},
    )


def _part(table: Table, state: State) -> tuple[object, ...]:
    """A value for the present part of the game: a seat that is asked in another part has a new question."""
    headings = [phase.heading for phase in state.flow if phase.heading]
    return game_of(table.title).rules.round_number(state), *headings

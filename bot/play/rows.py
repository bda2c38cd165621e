"""A move as it is written: its row of the log, the table after it, its clocks. Pure; no Discord and no title."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from msgspec.structs import replace

from bot.clocks.clock import after_move, after_undo
from bot.clocks.terms import terms_of
from bot.preferences import Person
from bot.tables.heads import Head
from bot.tables.moves import Step
from bot.tables.table import game_of
from engine.core.codec import dump, dump_events
from engine.core.flow import State, decisions
from engine.store import Clock, Entry, Row, Session, points

Persons = Callable[[int], Person]
"""A user's settings."""


def written(
    head: Head, step: Step, now: float, person: Persons, interaction: int | None = None, *, again: bool = False
) -> tuple[Head, Row]:
    """The table after the step, and what is stored of it.

    ``again``: the undo of a move whose player has a later one taken back with it, and the increment of that.
    """
    old, game, seq = head.session, game_of(head.session.title), head.session.head + 1
    entry = Entry(seq, step.seat, step.line, step.by, now, dump_events(step.events), interaction)
    status = "playing" if step.after.flow else "finished"
    untold = (*old.untold, entry)
    session = replace(old, head=seq, version=game.version, status=status, untold=untold)
    changed: Mapping[int, Clock] = {}
    if step.by != "ahead":  # which nobody waits for
        undo = step.by == "undo"
        acted = dict.fromkeys(range(1, len(old.players) + 1), seq) if undo else {step.seat: seq}
        changed = clocks_after(session, head.state, step.after, step.seat, seq, now, person, undo=undo, whole=not again)
        moves = old.moves + (-1 if undo else 1)
        session = replace(session, since=now, moves=moves, acted={**old.acted, **acted})
        session = replace(session, clocks={**old.clocks, **changed})
    after = replace(session, state=dump(step.after))
    row = Row(after, entry, points(game, seq, step.after), changed, step.plans)
    return Head(session, step.after), row


def clocks_after(
    session: Session,
    before: State | None,
    after: State | None,
    moved: int,
    seq: int,
    now: float,
    person: Persons,
    *,
    undo: bool = False,
    whole: bool = True,
) -> dict[int, Clock]:
    """The clocks that move ``seq`` of seat ``moved`` (0: the set-up), or its undoing, stops or starts."""
    seats = {seat: player.user for seat, player in enumerate(session.players, 1) if player.user is not None}
    return (partial(after_undo, whole=whole) if undo else after_move)(
        session.clocks,
        seq,
        None if session.paused is not None else now,
        asked={question.seat for question in decisions(after)} if after is not None else (),  # known from the move
        before={question.seat for question in decisions(before)} if before is not None else (),
        moved=moved,
        anew=before is not None and after is not None and _part(session, before) != _part(session, after),
        speed=terms_of(session.terms).speed,
        people={seat: person(user) for seat, user in seats.items()},
    )


def _part(session: Session, state: State) -> tuple[object, ...]:
    """Which part of the game this is: a seat that is asked in another one has a new question before it."""
    headings = [phase.heading for phase in state.flow if phase.heading]
    return game_of(session.title).rules.round(state), *headings

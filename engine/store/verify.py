"""Proof that the stored games follow from their logs: every game is replayed and compared. It changes nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from engine.core.codec import load, load_events
from engine.core.flow import State, play
from engine.core.game import Game, read_options
from engine.core.notation import read
from engine.errors import RoundhouseError
from engine.games import GAMES
from engine.store.session import Checkpoint, Entry, Session, take_back
from engine.store.sqlite import Store


class Finding(msgspec.Struct, frozen=True):
    """One thing that does not fit, and where."""

    session: int
    seq: int
    problem: str


class Report(msgspec.Struct, frozen=True):
    """What was looked at, and what was found: no findings is the good case."""

    games: int
    moves: int
    findings: tuple[Finding, ...]


async def verify(path: str | Path) -> Report:
    """Replays every game of a database, opened for reading only. Raises ``Unreadable`` for what is no database of ours.

    A game's findings end with the first move that does not fit: what follows from it cannot be judged.
    """
    store = await Store.open(path, read_only=True)
    games, moves, findings = 0, 0, list[Finding]()
    try:
        for number in await store.sessions():
            session = await store.get(number)
            if session is not None and session.state is not None:
                log = await store.log(number)
                games, moves = games + 1, moves + len(log) - 1
                points = {point.seq: point for point in await store.checkpoints(number)}
                findings += _findings(session, log, points)
    finally:
        await store.close()
    return Report(games, moves, tuple(findings))


def _findings(session: Session, log: tuple[Entry, ...], points: dict[int, Checkpoint]) -> list[Finding]:
    game, head = GAMES.get(session.title), len(log) - 1
    if game is None:
        return [Finding(session.id, 0, f"There is no title “{session.title}” any more.")]
    if [entry.seq for entry in log] != list(range(session.head + 1)):
        return [Finding(session.id, head, f"The log does not run from 0 to {session.head} without a gap.")]
    seq = 0
    try:
        state, events = _dealt(game, session)
        past, made = [state], list[Entry]()
        for seq, entry in enumerate(log):
            if entry.by == "undo":
                kept = take_back(made, entry.seat) or 0
                del past[kept + 1 :]
                for said in made[kept:]:
                    past.append(play(past[-1], read(said.action, game.actions))[0])
                events = ()
            elif entry.by != "start":
                state, events = play(past[-1], read(entry.action, game.actions))
                past.append(state)
                made.append(entry)
            problem = _problem(game, entry, past[-1], events, points.get(seq))
            if problem:
                return [Finding(session.id, seq, problem)]
        return _judge_head(game, session, past[-1])
    except RoundhouseError as error:
        return [Finding(session.id, seq, str(error))]


def _dealt(game: Game[Any], session: Session) -> tuple[State, tuple[Any, ...]]:
    seats = session.chairs or len(session.players)
    return game.new(read_options(game.options, session.options), seats, session.seed or 0)


def _problem(game: Game[Any], entry: Entry, state: State, events: tuple[Any, ...], point: Checkpoint | None) -> str:
    if load_events(game, entry.events) != events:
        return f"“{entry.action}” has other events than were stored."
    if point is not None and load(game, point.state, point.version) != state:
        return "The checkpoint differs from the state that the log leads to."
    return ""


def _judge_head(game: Game[Any], session: Session, state: State) -> list[Finding]:
    assert session.state is not None
    if load(game, session.state, session.version) != state:
        return [Finding(session.id, session.head, "The stored state differs from the one that the log leads to.")]
    if (session.status == "finished") == bool(state.flow) and session.status != "ended":
        return [Finding(session.id, session.head, f"The table is “{session.status}”, which its state is not.")]
    return []

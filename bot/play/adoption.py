"""A game from a ``.game`` file as a table to go on with, and a finished table as a file. Pure; it knows no title."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from bot.play import seating
from bot.tables.table import game_of
from engine.core import notation, transcript
from engine.core.action import Action, Standing, verb
from engine.core.codec import dump, dump_events
from engine.core.event import Event
from engine.core.flow import State
from engine.core.game import Game, option_words, read_options
from engine.errors import Refused, Unreadable
from engine.store import By, Checkpoint, Entry, Player, Session, effective, points


def adopted(
    text: str, channel: int, guild: int | None, host: Player, now: float
) -> tuple[Session, tuple[Entry, ...], tuple[Checkpoint, ...]]:
    """The table, its log and its checkpoints. Raises ``Unreadable`` or ``Refused``, naming the line."""
    file = transcript.parse(text)
    game = game_of(file.title)
    moves = _moves(game, file)
    if moves > game.longest:
        raise Unreadable(f"This file has {moves:,} moves; no game of {game.name} takes {game.longest:,}.")
    last, log, kept = _replayed(game, file, now)
    if not file.lines:
        raise Refused("This file has no move yet; `/game new` opens a new game, with a seed that nobody knows.")
    over = not last.flow
    table = seating.opened(channel, guild, file.title, host, now)
    session = replace(
        table,
        options=option_words(read_options(game.options, file.options)),
        players=tuple(Player(f"Player {n + 1}") for n in range(file.seats)) if over else table.players,
        chairs=file.seats,
        status="finished" if over else "lobby",
        head=len(log) - 1,
        seed=file.seed,
        state=dump(last),
    )
    return session, tuple(log), tuple(kept)


def _moves(game: Game[Any], file: transcript.Transcript) -> int:
    """How many lines are moves: what is said ahead is none, and may be said as often as the file has room for."""
    ahead = {verb(kind) for kind in game.actions if issubclass(kind, Standing)}
    return sum(line.split()[1:2] not in [[word] for word in ahead] for _, line in file.lines)


def _replayed(game: Game[Any], file: transcript.Transcript, now: float) -> tuple[State, list[Entry], list[Checkpoint]]:
    """The state that the file leads to, its log with the set-up as row 0, and the checkpoints on the way."""
    log: list[Entry] = []
    kept: list[Checkpoint] = []

    def watch(action: Action, state: State, events: tuple[Event, ...]) -> None:
        seq = len(log) + 1
        by: By = "ahead" if isinstance(action, Standing) else "player"
        log.append(Entry(seq, action.seat, notation.write(action), by, now, dump_events(events)))
        kept.extend(points(game, seq, state))

    last = transcript.replay(game, file, watch=watch)
    first, setup = game.new(read_options(game.options, file.options), file.seats, file.seed)
    start = Entry(0, 0, "", "start", now, dump_events(setup))
    return last, [start, *log], [*points(game, 0, first), *kept]


def exported(session: Session, state: State, log: tuple[Entry, ...]) -> str:
    """The ``.game`` file of a table that is over."""
    game = game_of(session.title)
    if session.status in ("lobby", "playing") or session.seed is None:
        raise Refused("The file shows the seed, and with it everything hidden; it can be had when the game is over.")
    moves = tuple(entry.action for entry in effective(log) or ())
    ranking = () if state.flow else game.rules.ranking(state)
    options = read_options(game.options, session.options)
    return transcript.render(game, options, session.chairs or len(session.players), session.seed, moves, ranking)

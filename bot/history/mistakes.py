"""Turning points as puzzles: the position as its player saw it, and who has found the better move.

Only players who found a better move for their own are stored, as a table note.
"""

from collections.abc import Sequence
from contextlib import suppress

import msgspec

from bot.history.replay import GameReplay, load_game_replay
from bot.markdown import Markdown, md
from bot.play.seat_holders import user_at
from bot.play.service import TableService
from bot.tables.table import Table, found_note, game_of
from bot.view import TableView, view_table
from engine import Action, Decision, Refused, RoundhouseError, Unreadable, decisions
from engine.agents.analysis import Analysis, TurningPoint
from engine.agents.analysis_codec import load_analysis
from engine.core import Seat
from engine.store import analyses as sql
from engine.store.ids import UserId
from engine.threads import run_in_thread

_CHANGED = md("This turning point has changed. To see the analysis, use `/history show:analysis`.")
_MOST_GAMES = 50
"""The latest games of a person that are searched for turning points."""


class Mistake(msgspec.Struct, frozen=True):
    """A turning point as a puzzle: the seat's view, its decision, and its player (None: not a person)."""

    table: Table
    point: TurningPoint
    seen: TableView
    question: Decision
    user: UserId | None

    @property
    def seat(self) -> Seat:
        """The seat that made the move."""
        return self.question.seat

    @property
    def name(self) -> Markdown:
        """Its player's name, as it was then."""
        return self.seen.name(self.seat)

    @property
    def better(self) -> Action:
        """The better move, from the analysis."""
        return self.point.advice.best

    @property
    def made(self) -> Action:
        """The move of the game."""
        assert self.point.advice.second is not None
        return self.point.advice.second

    def is_of(self, user: UserId) -> bool:
        """Whether the user made the move."""
        return self.user == user


class OwnPuzzle(msgspec.Struct, frozen=True):
    """A turning point of the user's own move, and whether they have found a better one."""

    table: Table
    point: TurningPoint
    is_found: bool


def puzzles_of(analysis: Analysis) -> tuple[TurningPoint, ...]:
    """The turning points that make good puzzles."""
    return tuple(point for point in analysis.points if point.is_puzzle)


async def mistake_at(sessions: TableService, table: Table, analysis: Analysis, move: int) -> Mistake:
    """The turning point at a move of a table's game. Raises ``Refused`` if there is none."""
    point = next((point for point in puzzles_of(analysis) if point.move == move), None)
    if point is None:
        raise Refused(_CHANGED)
    rerun = await load_game_replay(sessions, table)
    try:
        return await run_in_thread(_mistake, table, rerun, point)
    except (RoundhouseError, IndexError) as error:
        raise Refused(_CHANGED) from error


def _mistake(table: Table, rerun: GameReplay, point: TurningPoint) -> Mistake:
    """The position before the move. Raises ``Refused`` if the game does not lead to it."""
    seat, seq = point.advice.best.seat, rerun.log[point.move].seq
    (state,) = rerun.states([rerun.log[point.move - 1].seq if point.move else 0])
    question = next((one for one in decisions(state) if one.seat == seat), None)
    moves = (point.advice.best, point.advice.second)
    if question is None or not all(move in question.offers for move in moves):
        raise Refused(_CHANGED)
    return Mistake(table, point, view_table(table, seat, (), state, seq), question, user_at(table, seat, seq))


async def first_of(sessions: TableService, table: Table, analysis: Analysis, user: UserId) -> TurningPoint | None:
    """The first puzzle about a move of the user, preferably an unsolved one."""
    own = await _own_points(sessions, table, puzzles_of(analysis), user)
    return min(own, key=lambda point: (_is_found(table, point, user), point.move), default=None)


async def own_puzzles_of(sessions: TableService, user: UserId) -> list[OwnPuzzle]:
    """The turning points of the user's own moves, latest games first."""
    kept = await sessions.store.read(lambda db: sql.load_user_analyses(db, user, _MOST_GAMES))
    found: list[OwnPuzzle] = []
    for table_id, text in kept:
        with suppress(Unreadable, Refused):  # analyses that today's rules can't read are left out
            table = await sessions.get(table_id)
            points = puzzles_of(load_analysis(game_of(table.title), text))
            own = await _own_points(sessions, table, points, user)
            found += [OwnPuzzle(table, point, _is_found(table, point, user)) for point in own]
    return found


async def note_found(sessions: TableService, mistake: Mistake, user: UserId) -> None:
    """Store that the user found a better move for their own; other users' answers are not stored."""
    if mistake.is_of(user) and not _is_found(mistake.table, mistake.point, user):
        await sessions.save_bookkeeping(mistake.table.id, {found_note(mistake.point.move): user})


async def _own_points(
    sessions: TableService, table: Table, points: Sequence[TurningPoint], user: UserId
) -> list[TurningPoint]:
    """The points whose moves the user made; the log is read only if seats changed hands."""
    if not points:
        return []
    if not table.holders:
        return [point for point in points if table.players[point.advice.best.seat - 1].user == user]
    log = (await load_game_replay(sessions, table)).log
    known = (point for point in points if point.move < len(log))
    return [point for point in known if user_at(table, point.advice.best.seat, log[point.move].seq) == user]


def _is_found(table: Table, point: TurningPoint, user: UserId) -> bool:
    return table.notes.get(found_note(point.move)) == user

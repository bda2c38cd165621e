"""Turning points as puzzles: the position from the player's view, and whether the player has found a better move.

The only fact that is stored is that a player found a better move in their own game, as a note of the table.
"""

from collections.abc import Sequence
from contextlib import suppress

import msgspec

from bot.history.replay import GameReplay, load_game_replay
from bot.markdown import Markdown, md
from bot.play.seat_holders import user_at
from bot.play.service import TableService
from bot.tables.table import Table, found_key, game_of
from bot.view import TableView, view_table
from engine import Action, Decision, Refused, RoundhouseError, Unreadable, decisions
from engine.agents.analysis import Analysis, TurningPoint
from engine.agents.analysis_codec import load_analysis
from engine.core import Seat
from engine.store import analyses as sql
from engine.store.ids import UserId
from engine.threads import run_in_thread

_CHANGED_TEXT = md("This turning point has changed. To see the analysis, use `/history show:analysis`.")
_MAX_GAMES = 50
"""Maximum number of a user's latest games to search for turning points."""


class Mistake(msgspec.Struct, frozen=True):
    """A turning point as a puzzle: the seat's view, its question, and the user who moved (None: a computer player)."""

    table: Table
    point: TurningPoint
    table_view: TableView
    question: Decision
    user: UserId | None

    @property
    def seat(self) -> Seat:
        """The seat that made the move."""
        return self.question.seat

    @property
    def name(self) -> Markdown:
        """The name of the seat's player at the time of the mistake."""
        return self.table_view.name(self.seat)

    @property
    def better_move(self) -> Action:
        """The better move according to the analysis."""
        return self.point.advice.best

    @property
    def made_move(self) -> Action:
        """The move that was made in the game."""
        assert self.point.advice.second is not None
        return self.point.advice.second

    def is_of(self, user: UserId) -> bool:
        """Whether the user made the move."""
        return self.user == user


class OwnPuzzle(msgspec.Struct, frozen=True):
    """A turning point at which the user moved, and whether they have found a better move since."""

    table: Table
    point: TurningPoint
    is_found: bool


def puzzles_of(analysis: Analysis) -> tuple[TurningPoint, ...]:
    """The turning points that make good puzzles."""
    return tuple(point for point in analysis.points if point.is_puzzle)


async def load_mistake(tables: TableService, table: Table, analysis: Analysis, move: int) -> Mistake:
    """Load the turning point at a move of a table's game. Raises ``Refused`` if there is none."""
    point = next((point for point in puzzles_of(analysis) if point.move == move), None)
    if point is None:
        raise Refused(_CHANGED_TEXT)
    replay = await load_game_replay(tables, table)
    try:
        return await run_in_thread(_build_mistake, table, replay, point)
    except (RoundhouseError, IndexError) as error:
        raise Refused(_CHANGED_TEXT) from error


def _build_mistake(table: Table, replay: GameReplay, point: TurningPoint) -> Mistake:
    """Return the mistake at a turning point. Raises ``Refused`` if the replayed game does not lead to its position."""
    seat, seq = point.advice.best.seat, replay.log[point.move].seq
    (state,) = replay.states([replay.log[point.move - 1].seq if point.move else 0])
    question = next((decision for decision in decisions(state) if decision.seat == seat), None)
    moves = (point.advice.best, point.advice.second)
    if question is None or not all(move in question.offers for move in moves):
        raise Refused(_CHANGED_TEXT)
    return Mistake(table, point, view_table(table, seat, (), state, seq), question, user_at(table, seat, seq))


async def find_own_point(tables: TableService, table: Table, analysis: Analysis, user: UserId) -> TurningPoint | None:
    """Return the first turning point of the user, preferably an unsolved one; None if there is none."""
    points = await _own_points(tables, table, puzzles_of(analysis), user)
    return min(points, key=lambda point: (_is_found(table, point, user), point.move), default=None)


async def load_own_puzzles(tables: TableService, user: UserId) -> list[OwnPuzzle]:
    """Load the turning points of the user's own moves, latest games first."""
    analyses = await tables.store.read(lambda db: sql.load_user_analyses(db, user, _MAX_GAMES))
    puzzles: list[OwnPuzzle] = []
    for table_id, text in analyses:
        with suppress(Unreadable, Refused):  # skips analyses that the current rules can't read
            table = await tables.get(table_id)
            points = puzzles_of(load_analysis(game_of(table.title), text))
            own_points = await _own_points(tables, table, points, user)
            puzzles += [OwnPuzzle(table, point, _is_found(table, point, user)) for point in own_points]
    return puzzles


async def save_found(tables: TableService, mistake: Mistake, user: UserId) -> None:
    """Store that the user found a better move than their own; other users' answers are not stored."""
    if mistake.is_of(user) and not _is_found(mistake.table, mistake.point, user):
        await tables.save_bookkeeping(mistake.table.id, {found_key(mistake.point.move): user})


async def _own_points(
    tables: TableService, table: Table, points: Sequence[TurningPoint], user: UserId
) -> list[TurningPoint]:
    """Return the turning points at which the user moved. Reads the log only if seats changed hands."""
    if not points:
        return []
    if not table.holders:
        return [point for point in points if table.players[point.advice.best.seat - 1].user == user]
    log = (await load_game_replay(tables, table)).log
    points_in_log = (point for point in points if point.move < len(log))
    return [point for point in points_in_log if user_at(table, point.advice.best.seat, log[point.move].seq) == user]


def _is_found(table: Table, point: TurningPoint, user: UserId) -> bool:
    return table.notes.get(found_key(point.move)) == user

"""The first answers of users to puzzles: values and SQL."""

from collections.abc import Mapping

import msgspec

from engine.store.connection import Connection
from engine.store.ids import PuzzleNumber, UserId


class PuzzleAnswer(msgspec.Struct, frozen=True):
    """A user's first answer to a puzzle. ``won``: whether the answer wins.

    ``at`` is the time of the answer, in seconds since 1970.
    """

    user: UserId
    puzzle: PuzzleNumber
    won: bool
    at: float


def add_answer(db: Connection, new: PuzzleAnswer) -> bool:
    """Store an answer. Return False, and store nothing, if the user has answered the puzzle before."""
    row = (new.user, new.puzzle, int(new.won), new.at)
    added = db.execute("INSERT INTO solved (user_id, puzzle, won, at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING", row)
    return added.rowcount == 1


def load_all_answers(db: Connection) -> tuple[PuzzleAnswer, ...]:
    """Return all answers, the oldest first."""
    rows = db.execute("SELECT user_id, puzzle, won, at FROM solved ORDER BY at, user_id, puzzle")
    return tuple(PuzzleAnswer(user, puzzle, bool(won), at) for user, puzzle, won, at in rows)


def count_answers(db: Connection) -> int:
    """Return the number of all answers."""
    (number,) = db.execute("SELECT count(*) FROM solved").fetchone()
    return int(number)


def load_user_answers(db: Connection, user: UserId) -> Mapping[PuzzleNumber, bool]:
    """Return whether the user's answers win, by puzzle."""
    rows = db.execute("SELECT puzzle, won FROM solved WHERE user_id = ?", (user,))
    return {puzzle: bool(won) for puzzle, won in rows}


def delete_user_answers(db: Connection, user: UserId) -> None:
    """Delete all answers of the user."""
    db.execute("DELETE FROM solved WHERE user_id = ?", (user,))

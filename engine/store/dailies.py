"""Daily deals and the attempts at them: values and SQL."""

import hashlib
from collections.abc import Iterable, Mapping

import msgspec
from msgspec.structs import astuple, replace

from engine.errors import Refused
from engine.store.connection import Connection, read_scalar
from engine.store.ids import DailyNumber, GuildId, UserId

_DEAL_COLUMNS = "number, title, version, options, secret, par"
_ATTEMPT_COLUMNS = "daily, user_id, ranked, guild_id, lines, began, ended, score, streak, missed"
_ID_BYTES = 7


class DailyDeal(msgspec.Struct, frozen=True):
    """The deal that everyone plays on day ``number``.

    Until it closes, no one may see the ``secret``, from which the seed is computed. ``par`` is the median score of
    computer players.
    """

    number: DailyNumber
    title: str
    version: int
    options: Mapping[str, str]
    secret: str
    par: int


class DailyAttempt(msgspec.Struct, frozen=True):
    """A user's attempt at a deal: the moves so far (``lines``), and the final score.

    ``streak`` is the number of consecutive days with a finished attempt, up to this day. ``missed`` is the last missed
    day that did not end the streak; 0 if there is none.
    """

    daily: DailyNumber
    user: UserId
    ranked: bool
    guild: GuildId | None
    lines: tuple[str, ...]
    began: float
    ended: float | None = None
    score: int | None = None
    streak: int = 0
    missed: int = 0


def load_deal(db: Connection, number: DailyNumber) -> DailyDeal | None:
    """Return the deal of a day; None if it does not exist."""
    row = db.execute(f"SELECT {_DEAL_COLUMNS} FROM daily WHERE number = ?", (number,)).fetchone()
    return _read_deal(row) if row else None


def load_latest_deals(db: Connection, number: DailyNumber, most: int) -> tuple[DailyDeal, ...]:
    """Return at most ``most`` deals up to day ``number``, the newest first."""
    rows = db.execute(
        f"SELECT {_DEAL_COLUMNS} FROM daily WHERE number <= ? ORDER BY number DESC LIMIT ?", (number, most)
    )
    return tuple(map(_read_deal, rows))


def add_deal_once(db: Connection, new_deal: DailyDeal) -> DailyDeal:
    """Store a deal, unless a deal of the same day is stored. Return the stored deal of the day."""
    options = msgspec.json.encode(new_deal.options).decode()
    row = (new_deal.number, new_deal.title, new_deal.version, options, new_deal.secret, new_deal.par)
    db.execute(f"INSERT INTO daily ({_DEAL_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING", row)
    stored_deal = load_deal(db, new_deal.number)
    assert stored_deal is not None
    return stored_deal


def load_attempt(db: Connection, daily: DailyNumber, user: UserId, *, ranked: bool) -> DailyAttempt | None:
    """Return the user's ranked or unranked attempt at a deal; None if there is none."""
    query = f"SELECT {_ATTEMPT_COLUMNS} FROM attempt WHERE daily = ? AND user_id = ? AND ranked = ?"
    row = db.execute(query, (daily, user, int(ranked))).fetchone()
    return _read_attempt(row) if row else None


def begin_attempt(db: Connection, new: DailyAttempt) -> DailyAttempt:
    """Store a new attempt, unless the user already has one. Return the stored attempt.

    Raises ``Refused`` if the user had a ranked attempt that was deleted with all data of the user.
    """
    daily_deal = load_deal(db, new.daily)
    if (
        new.ranked
        and daily_deal is not None
        and load_attempt(db, new.daily, _anonymous_id(daily_deal, new.user), ranked=True)
    ):
        raise Refused("You began this daily before you deleted your data, so you can’t play it again until it closes.")
    marks = ", ".join("?" * 10)
    db.execute(
        f"INSERT INTO attempt ({_ATTEMPT_COLUMNS}) VALUES ({marks}) ON CONFLICT DO NOTHING", _attempt_values(new)
    )
    stored_attempt = load_attempt(db, new.daily, new.user, ranked=new.ranked)
    assert stored_attempt is not None
    return stored_attempt


def advance_attempt(db: Connection, before: DailyAttempt, after: DailyAttempt) -> bool:
    """Replace the stored attempt ``before`` by ``after``, the attempt after a move.

    Return False, and store nothing, if the stored attempt is not equal to ``before``.
    """
    changed = db.execute(
        "UPDATE attempt SET lines = ?, ended = ?, score = ?"
        " WHERE daily = ? AND user_id = ? AND ranked = ? AND lines = ? AND ended IS NULL",
        (
            _join_lines(after.lines),
            after.ended,
            after.score,
            after.daily,
            after.user,
            int(after.ranked),
            _join_lines(before.lines),
        ),
    )
    return changed.rowcount == 1


def save_streak(db: Connection, done: DailyAttempt) -> None:
    """Store the streak of a finished attempt."""
    db.execute(
        "UPDATE attempt SET streak = ?, missed = ? WHERE daily = ? AND user_id = ? AND ranked = 1",
        (done.streak, done.missed, done.daily, done.user),
    )


def delete_unranked_attempt(db: Connection, daily: DailyNumber, user: UserId) -> None:
    """Delete the user's unranked attempt, so that another one can begin."""
    db.execute("DELETE FROM attempt WHERE daily = ? AND user_id = ? AND ranked = 0", (daily, user))


def load_finished_attempts(db: Connection, daily: DailyNumber) -> tuple[DailyAttempt, ...]:
    """Return the finished ranked attempts at a deal, the best first; of equal attempts, the earliest first."""
    query = f"SELECT {_ATTEMPT_COLUMNS} FROM attempt WHERE daily = ? AND ranked = 1 AND ended IS NOT NULL"
    return tuple(map(_read_attempt, db.execute(f"{query} ORDER BY score DESC, ended, user_id", (daily,))))


def load_best_attempts(db: Connection, daily: DailyNumber, guild: GuildId, most: int) -> tuple[DailyAttempt, ...]:
    """Return at most ``most`` finished ranked attempts at a deal that were made on a server, the best first."""
    query = (
        f"SELECT {_ATTEMPT_COLUMNS} FROM attempt WHERE daily = ? AND guild_id = ? AND ranked = 1 AND ended IS NOT NULL"
    )
    rows = db.execute(f"{query} ORDER BY score DESC, ended, user_id LIMIT ?", (daily, guild, most))
    return tuple(map(_read_attempt, rows))


def count_finished_attempts(db: Connection, daily: DailyNumber) -> int:
    """Return the number of finished ranked attempts at a deal."""
    query = "SELECT count(*) FROM attempt WHERE daily = ? AND ranked = 1 AND ended IS NOT NULL"
    return read_scalar(db.execute(query, (daily,)), int) or 0


def count_other_attempts(db: Connection, of: DailyAttempt) -> tuple[int, int]:
    """Return (number, number with a lower score) of other users' finished ranked attempts at the deal."""
    query = (
        "SELECT count(*), coalesce(sum(CASE WHEN score < ? THEN 1 ELSE 0 END), 0) FROM attempt"
        " WHERE daily = ? AND user_id <> ? AND ranked = 1 AND ended IS NOT NULL"
    )
    count, beaten = db.execute(query, (of.score or 0, of.daily, of.user)).fetchone()
    return int(count), int(beaten)


def load_finished_attempts_of_user(
    db: Connection, user: UserId, *, since: int = 0, until: int, most: int = 1_000_000
) -> tuple[DailyAttempt, ...]:
    """Return at most ``most`` finished ranked attempts of the user, the latest day first.

    The attempts are those of the days from ``since`` to ``until``, both included.
    """
    query = f"SELECT {_ATTEMPT_COLUMNS} FROM attempt WHERE user_id = ? AND ranked = 1 AND ended IS NOT NULL"
    rows = db.execute(f"{query} AND daily BETWEEN ? AND ? ORDER BY daily DESC LIMIT ?", (user, since, until, most))
    return tuple(map(_read_attempt, rows))


def forget_user(db: Connection, user: UserId, still_open: Iterable[DailyNumber] = ()) -> None:
    """Delete all attempts of the user.

    The attempts at dailies that are still open (``still_open``) are replaced by anonymous ones.
    """
    for number in still_open:
        deal = load_deal(db, number)
        if deal is not None and load_attempt(db, number, user, ranked=True) is not None:
            begin_attempt(db, DailyAttempt(number, _anonymous_id(deal, user), True, None, (), 0.0))
    db.execute("DELETE FROM attempt WHERE user_id = ?", (user,))


def delete_anonymous_attempts(db: Connection, before: int) -> None:
    """Delete anonymous attempts at dailies with a lower number than ``before``, which are closed."""
    db.execute("DELETE FROM attempt WHERE user_id < 0 AND daily < ?", (before,))


def _anonymous_id(deal: DailyDeal, user: UserId) -> UserId:
    """Return a negative number that is the same whenever it is computed for a user and a deal.

    The number does not reveal the user.
    """
    digest = hashlib.sha256(f"{deal.secret} {user}".encode()).digest()
    return UserId(-1 - int.from_bytes(digest[:_ID_BYTES], "big"))


def _read_deal(row: tuple[DailyNumber, str, int, str, str, int]) -> DailyDeal:
    number, title, version, options, secret, par = row
    option_words = msgspec.json.decode(options, type=dict[str, str])
    return DailyDeal(number, title, version, option_words, secret, par)


def _read_attempt(
    row: tuple[DailyNumber, UserId, int, GuildId | None, str, float, float | None, int | None, int, int],
) -> DailyAttempt:
    daily, user, ranked, guild, lines, began, ended, score, streak, missed = row
    moves = tuple(lines.splitlines())
    return DailyAttempt(daily, user, bool(ranked), guild, moves, began, ended, score, streak, missed)


def _attempt_values(attempt: DailyAttempt) -> tuple[object, ...]:
    values = astuple(replace(attempt, lines=()))
    lines = _join_lines(attempt.lines)
    return (*values[:2], int(attempt.ranked), attempt.guild, lines, *values[5:])


def _join_lines(lines: tuple[str, ...]) -> str:
    return "\n".join(lines)

"""The deals of the day and the attempts at them: values and their SQL. It knows no Discord and no rules."""

import hashlib
from collections.abc import Iterable, Mapping

import msgspec
from msgspec.structs import astuple, replace

from engine.errors import Refused
from engine.store.db import Db, one
from engine.store.ids import DailyNumber, GuildId, UserId

_DEAL = "number, title, version, options, secret, par"
_ATTEMPT = "daily, user_id, ranked, guild_id, lines, began, ended, score, streak, missed"
_ID_BYTES = 7


class Deal(msgspec.Struct, frozen=True):
    """The deal that everyone plays on day ``number``. Until it closes, nobody may see the ``secret``."""

    number: DailyNumber
    title: str
    version: int
    options: Mapping[str, str]
    secret: str
    par: int


class Attempt(msgspec.Struct, frozen=True):
    """One person's play of a deal: the moves so far, and once it is over the score.

    ``streak`` counts the days in a row up to this one, ``missed`` is the last day that it survived (0: none).
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


def deal(db: Db, number: DailyNumber) -> Deal | None:
    """The deal of a day, if it was made."""
    row = db.execute(f"SELECT {_DEAL} FROM daily WHERE number = ?", (number,)).fetchone()
    return _deal(row) if row else None


def deals_up_to(db: Db, number: DailyNumber, most: int) -> tuple[Deal, ...]:
    """The latest deals up to that day, the newest first."""
    rows = db.execute(f"SELECT {_DEAL} FROM daily WHERE number <= ? ORDER BY number DESC LIMIT ?", (number, most))
    return tuple(map(_deal, rows))


def keep_deal(db: Db, new: Deal) -> Deal:
    """Writes a deal, unless that day has one already; the one that it has from now on."""
    options = msgspec.json.encode(new.options).decode()
    row = (new.number, new.title, new.version, options, new.secret, new.par)
    db.execute(f"INSERT INTO daily ({_DEAL}) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING", row)
    kept = deal(db, new.number)
    assert kept is not None
    return kept


def attempt(db: Db, daily: DailyNumber, user: UserId, *, ranked: bool) -> Attempt | None:
    """The user's attempt at a deal."""
    query = f"SELECT {_ATTEMPT} FROM attempt WHERE daily = ? AND user_id = ? AND ranked = ?"
    row = db.execute(query, (daily, user, int(ranked))).fetchone()
    return _attempt(row) if row else None


def begin(db: Db, new: Attempt) -> Attempt:
    """Begins an attempt, unless the user has one already; the one that they have from now on.

    Refused when they had one, and have deleted it with all their data.
    """
    of = deal(db, new.daily)
    if new.ranked and of is not None and attempt(db, new.daily, _veiled(of, new.user), ranked=True):
        raise Refused("You began this daily before you deleted your data, so you can’t play it again until it closes.")
    marks = ", ".join("?" * 10)
    db.execute(f"INSERT INTO attempt ({_ATTEMPT}) VALUES ({marks}) ON CONFLICT DO NOTHING", _row(new))
    kept = attempt(db, new.daily, new.user, ranked=new.ranked)
    assert kept is not None
    return kept


def go_on(db: Db, before: Attempt, after: Attempt) -> bool:
    """Writes the attempt as it is ``after`` a move; False when it was not as ``before`` any more."""
    changed = db.execute(
        "UPDATE attempt SET lines = ?, ended = ?, score = ?"
        " WHERE daily = ? AND user_id = ? AND ranked = ? AND lines = ? AND ended IS NULL",
        (_text(after.lines), after.ended, after.score, after.daily, after.user, int(after.ranked), _text(before.lines)),
    )
    return changed.rowcount == 1


def count_streak(db: Db, done: Attempt) -> None:
    """Writes how many days in a row a finished attempt is."""
    db.execute(
        "UPDATE attempt SET streak = ?, missed = ? WHERE daily = ? AND user_id = ? AND ranked = 1",
        (done.streak, done.missed, done.daily, done.user),
    )


def drop(db: Db, daily: DailyNumber, user: UserId) -> None:
    """Takes the user's unranked attempt away, so that another one can begin."""
    db.execute("DELETE FROM attempt WHERE daily = ? AND user_id = ? AND ranked = 0", (daily, user))


def finished(db: Db, daily: DailyNumber) -> tuple[Attempt, ...]:
    """The ranked attempts at a deal that are over, best first, then the earliest."""
    query = f"SELECT {_ATTEMPT} FROM attempt WHERE daily = ? AND ranked = 1 AND ended IS NOT NULL"
    return tuple(map(_attempt, db.execute(f"{query} ORDER BY score DESC, ended, user_id", (daily,))))


def best_of(db: Db, daily: DailyNumber, guild: GuildId, most: int) -> tuple[Attempt, ...]:
    """The best of these attempts that were made on a server."""
    query = f"SELECT {_ATTEMPT} FROM attempt WHERE daily = ? AND guild_id = ? AND ranked = 1 AND ended IS NOT NULL"
    rows = db.execute(f"{query} ORDER BY score DESC, ended, user_id LIMIT ?", (daily, guild, most))
    return tuple(map(_attempt, rows))


def number_finished(db: Db, daily: DailyNumber) -> int:
    """The number of ranked attempts at a deal that are over."""
    query = "SELECT count(*) FROM attempt WHERE daily = ? AND ranked = 1 AND ended IS NOT NULL"
    return one(db.execute(query, (daily,)), int) or 0


def others(db: Db, of: Attempt) -> tuple[int, int]:
    """The number of other ranked attempts at the same deal that are over, and of those with a lower score."""
    query = (
        "SELECT count(*), coalesce(sum(CASE WHEN score < ? THEN 1 ELSE 0 END), 0) FROM attempt"
        " WHERE daily = ? AND user_id <> ? AND ranked = 1 AND ended IS NOT NULL"
    )
    count, beaten = db.execute(query, (of.score or 0, of.daily, of.user)).fetchone()
    return int(count), int(beaten)


def finished_of(db: Db, user: UserId, *, since: int = 0, until: int, most: int = 1_000_000) -> tuple[Attempt, ...]:
    """The user's ranked attempts that are over, of these days, the latest day first."""
    query = f"SELECT {_ATTEMPT} FROM attempt WHERE user_id = ? AND ranked = 1 AND ended IS NOT NULL"
    rows = db.execute(f"{query} AND daily BETWEEN ? AND ? ORDER BY daily DESC LIMIT ?", (user, since, until, most))
    return tuple(map(_attempt, rows))


def forget(db: Db, user: UserId, still_open: Iterable[DailyNumber] = ()) -> None:
    """Drops every attempt of the user. At dailies that are open, a number that tells nothing takes their place."""
    for number in still_open:
        of = deal(db, number)
        if of is not None and attempt(db, number, user, ranked=True) is not None:
            begin(db, Attempt(number, _veiled(of, user), True, None, (), 0.0))
    db.execute("DELETE FROM attempt WHERE user_id = ?", (user,))


def lift_veils(db: Db, before: int) -> None:
    """Drops the numbers that stood for people at dailies before that day, which have closed."""
    db.execute("DELETE FROM attempt WHERE user_id < 0 AND daily < ?", (before,))


def _veiled(of: Deal, user: UserId) -> UserId:
    """A number below 0 that is always the same for this user at this deal, and does not say who it is."""
    digest = hashlib.sha256(f"{of.secret} {user}".encode()).digest()
    return UserId(-1 - int.from_bytes(digest[:_ID_BYTES], "big"))


def _deal(row: tuple[DailyNumber, str, int, str, str, int]) -> Deal:
    number, title, version, options, secret, par = row
    chosen = msgspec.json.decode(options, type=dict[str, str])
    return Deal(number, title, version, chosen, secret, par)


def _attempt(
    row: tuple[DailyNumber, UserId, int, GuildId | None, str, float, float | None, int | None, int, int],
) -> Attempt:
    daily, user, ranked, guild, lines, began, ended, score, streak, missed = row
    moves = tuple(lines.splitlines())
    return Attempt(daily, user, bool(ranked), guild, moves, began, ended, score, streak, missed)


def _row(one: Attempt) -> tuple[object, ...]:
    known = astuple(replace(one, lines=()))
    lines = _text(one.lines)
    return (*known[:2], int(one.ranked), one.guild, lines, *known[5:])


def _text(lines: tuple[str, ...]) -> str:
    return "\n".join(lines)

"""Export and deletion of the stored data of a user: SQL."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from engine.store import matchmaking
from engine.store.connection import Connection
from engine.store.ids import TableId, UserId
from engine.store.move_log import load_log
from engine.store.seat_history import anonymize_departures, load_holders

_TABLES_WITH_USER = ("plan", "follower", "prediction", "result", "notice", "departure", "holder", "memo")
"""The database tables with the columns ``session`` and ``user_id``, except for the table of players."""

_DETAIL_NAMES_USER_SQL = "' ' || detail || ' ' LIKE '% ' || :user || ' %'"
"""SQL condition that a proposal's detail, numbers separated by blanks, contains the user's id."""

RowDicts = list[dict[str, Any]]
"""Rows as dictionaries by column name."""


def add_moves_to_seats(db: Connection, seats: Sequence[Mapping[str, Any]]) -> RowDicts:
    """Return a user's ``seats``, each with the moves that the user made there, from the logs of the tables."""
    return [{**seat, "moves": _load_seat_moves(db, seat, seat["since move"], seat.get("up to"))} for seat in seats]


def drop_move_bounds(rows: Iterable[Mapping[str, Any]]) -> RowDicts:
    """Return the rows of former seats without the numbers of the first and last move."""
    return [{name: value for name, value in row.items() if name not in ("since move", "up to")} for row in rows]


def export_remaining_data(
    db: Connection, user: UserId, seats: Sequence[Mapping[str, Any]], held: RowDicts
) -> Mapping[str, Any]:
    """Return all stored data of the user by topic, as JSON values.

    ``seats`` are the user's seats with their moves, and ``held`` are the former seats.
    """
    return {
        "user": user,
        "settings": _load_row_dicts(db, "SELECT settings FROM person WHERE user_id = ?", user),
        "seats": seats,
        "tables hosted": _load_row_dicts(db, 'SELECT id AS "table", title, status FROM session WHERE host = ?', user),
        "standing orders": _load_user_rows(db, "plan", "seat, wishes, state, word, fired, given_at", user),
        "proposals": _load_user_rows(db, "proposal", "kind, words, detail, state, result, at", user),
        "votes": _load_row_dicts(
            db,
            'SELECT session AS "table", kind, words, yes FROM vote JOIN proposal ON proposal.id = vote.proposal'
            " WHERE vote.user_id = ?",
            user,
        ),
        "follows": _load_user_rows(db, "follower", "told", user),
        "predictions": _load_user_rows(db, "prediction", "name, seat, seq", user),
        "results": _load_user_rows(db, "result", "title, seat, place, score, rated, at", user),
        "seats left": _load_user_rows(db, "departure", "seat, came, gone, timeouts", user),
        "lobbies removed from": _load_row_dicts(
            db, "SELECT session AS \"table\" FROM note WHERE name LIKE 'removed %' AND message = ?", user
        ),
        "notes to oneself": _load_user_rows(db, "memo", "text", user),
        "names on seats left": held,
        "dailies": _load_row_dicts(
            db,
            "SELECT daily, ranked, guild_id AS server, lines AS moves, began, ended, score, streak, missed"
            " FROM attempt WHERE user_id = ? ORDER BY daily, ranked",
            user,
        ),
        "puzzles": _load_row_dicts(
            db, "SELECT puzzle, won, at FROM solved WHERE user_id = ? ORDER BY at, puzzle", user
        ),
        "better moves found": _load_row_dicts(
            db, "SELECT session AS \"table\", name FROM note WHERE name LIKE 'found %' AND message = ?", user
        ),
        "games looked for": matchmaking.export_searches(db, user),
        "notices": _load_user_rows(db, "notice", "kind, place, state, channel, message, at", user),
    }


def find_tables_of_user(db: Connection, user: UserId) -> tuple[TableId, ...]:
    """Return all tables at which any data of the user are stored."""
    table_ids = {
        *_load_table_ids(db, "SELECT session FROM player WHERE user_id = ?1 OR away = ?1", user),
        *_load_table_ids(db, "SELECT id FROM session WHERE host = ?", user),
        *_load_table_ids(db, "SELECT session FROM note WHERE message = ?", user),
        *_load_table_ids(
            db,
            f"SELECT session FROM proposal WHERE user_id = ?1 OR {_DETAIL_NAMES_USER_SQL}".replace(":user", "?1"),
            user,
        ),
        *_load_table_ids(db, "SELECT session FROM vote JOIN proposal ON id = proposal WHERE vote.user_id = ?", user),
    }
    for table in _TABLES_WITH_USER:
        table_ids.update(_load_table_ids(db, f"SELECT session FROM {table} WHERE user_id = ?", user))
    return tuple(sorted(table_ids))


def forget_user_at(db: Connection, table_id: TableId, user: UserId) -> None:
    """Delete a user's data at a table, except for the lists of players and hosts.

    These data include orders, votes, and notifications. Open proposals by or about the user are closed. Results are
    kept without the user.
    """
    _forget_proposals(db, table_id, user)
    _forget_notifications(db, table_id, user)
    for table in ("plan", "follower", "prediction", "memo"):
        db.execute(f"DELETE FROM {table} WHERE session = ? AND user_id = ?", (table_id, user))
    anonymize_departures(db, table_id, user)
    db.execute("UPDATE result SET user_id = NULL WHERE session = ? AND user_id = ?", (table_id, user))
    db.execute("UPDATE note SET message = 0 WHERE session = ? AND message = ?", (table_id, user))


def _forget_proposals(db: Connection, table_id: TableId, user: UserId) -> None:
    """Remove the user's id from the proposals of a table.

    The words of proposals contain no names of users: they name players by seat.
    """
    values = {"session": table_id, "user": user, "mention": f"<@{user}>"}
    of_table = f"session = :session AND (user_id = :user OR {_DETAIL_NAMES_USER_SQL})"
    db.execute(
        "UPDATE proposal SET state = 'lost', result = 'It was withdrawn.', told = 0"
        f" WHERE state = 'open' AND {of_table}",
        values,
    )
    db.execute(
        f"UPDATE proposal SET detail = CASE WHEN {_DETAIL_NAMES_USER_SQL} THEN '' ELSE detail END,"
        " user_id = CASE user_id WHEN :user THEN 0 ELSE user_id END,"
        " words = replace(words, :mention, 'somebody'), result = replace(result, :mention, 'somebody')"
        f" WHERE {of_table}",
        values,
    )
    voted = "SELECT proposal FROM vote JOIN proposal ON id = proposal WHERE session = :session AND vote.user_id = :user"
    db.execute(f"UPDATE proposal SET told = 0 WHERE state = 'open' AND id IN ({voted})", values)
    db.execute(f"DELETE FROM vote WHERE user_id = :user AND proposal IN ({voted})", values)


def _forget_notifications(db: Connection, table_id: TableId, user: UserId) -> None:
    """Remove the user from the notifications of a table.

    The row of a message that may exist is kept without the user, so that the bot can delete the message.
    """
    has_message = "(message IS NOT NULL OR (place = 'channel' AND kind != 'late'))"
    db.execute(f"UPDATE notice SET user_id = 0 WHERE session = ? AND user_id = ? AND {has_message}", (table_id, user))
    db.execute("DELETE FROM notice WHERE session = ? AND user_id = ?", (table_id, user))


def forget_user_at_unreadable(db: Connection, table_id: TableId, user: UserId, name: str) -> None:
    """Remove the user from all rows of a table whose rows are unreadable.

    The user's seats get the name ``name``.
    """
    update_players = (
        "UPDATE player SET name = ?, user_id = NULL, away = NULL WHERE session = ? AND ? IN (user_id, away)"
    )
    db.execute(update_players, (name, table_id, user))
    db.execute("UPDATE session SET host = 0 WHERE id = ? AND host = ?", (table_id, user))
    update_holders = "UPDATE holder SET name = ?, user_id = NULL WHERE session = ? AND user_id = ?"
    db.execute(update_holders, (name, table_id, user))
    forget_user_at(db, table_id, user)


def load_user_seats(db: Connection, user: UserId) -> RowDicts:
    """Return the seats that the user has or may take back."""
    return _load_row_dicts(
        db,
        'SELECT session AS "table", channel_id AS channel, guild_id AS server, title, status, seat, name,'
        ' came AS "since move", CASE WHEN away IS NULL THEN 0 ELSE 1 END AS "left"'
        " FROM player JOIN session ON session.id = player.session"
        " WHERE user_id = ?1 OR away = ?1 ORDER BY session",
        user,
    )


def load_former_seats(db: Connection, user: UserId, seats: Sequence[Mapping[str, Any]]) -> RowDicts:
    """Return the user's former seats, each with the range of moves in which the user had the seat.

    Moves that belong to the current ``seats`` are excluded.
    """
    listed = {(seat["table"], seat["seat"]): seat["since move"] for seat in seats}
    former_seats = _load_user_rows(db, "holder", "seat, until, name", user)
    for row in former_seats:
        others = (past.until for past in load_holders(db, row["table"]) if past.seat == row["seat"])
        since = max((until for until in others if until < row["until"]), default=0)
        up_to = min(row["until"], listed.get((row["table"], row["seat"]), row["until"]))
        row |= {"since move": since, "up to": up_to}
    return former_seats


def _load_seat_moves(db: Connection, seat: Mapping[str, Any], after: int, up_to: int | None) -> RowDicts:
    """Return the moves that a person made on a seat, including undos and premoves, from the log.

    The numbers of the rows are greater than ``after`` and at most ``up_to``. Moves of computer players, forced moves,
    and moves by timeout are omitted.
    """
    return [
        {"number": row.seq, "move": row.action, "made by": row.by, "at": row.at}
        for row in load_log(db, seat["table"], after, up_to)
        if row.seat == seat["seat"] and row.by in ("player", "order", "ahead", "undo")
    ]


def _load_user_rows(db: Connection, table: str, columns: str, user: UserId) -> RowDicts:
    return _load_row_dicts(
        db, f'SELECT session AS "table", {columns} FROM {table} WHERE user_id = ? ORDER BY session', user
    )


def _load_row_dicts(db: Connection, query: str, *given: object) -> RowDicts:
    cursor = db.execute(query, given)
    names = [column[0] for column in cursor.description]
    return [dict(zip(names, row, strict=True)) for row in cursor]


def _load_table_ids(db: Connection, query: str, *given: object) -> tuple[TableId, ...]:
    return tuple(table_id for (table_id,) in db.execute(query, given))

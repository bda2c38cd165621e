"""The rows of tables: SQL. The functions neither begin nor commit transactions."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import msgspec

from engine.core import Seat, Secret, all_seats
from engine.core.codec import dump_state
from engine.errors import Conflict, Refused
from engine.games import GAMES
from engine.store.connection import Connection, QueryResult, read_scalar
from engine.store.ids import ChannelId, TableId, UserId
from engine.store.models import Clock, LogRow, Player, Table
from engine.store.move_log import LOG_COLUMNS, LogRowHead, load_row_heads
from engine.store.seat_history import load_holders, record_departures, save_holders
from engine.store.table_settings import read_table_settings, table_setting_words

# -- tables


def add_table(db: Connection, new: Table) -> TableId:
    """Store a new table with its players, and return its id.

    Raises ``Refused`` if the channel has an open table.
    """
    place = (new.channel, new.guild)
    lobby = (*place, new.title, _title_version(new), new.host, _encode_words(new.options), new.chairs)
    game = (new.status, new.seq, _seed_digits(new), _encode_state(new), new.since, new.since)
    id_rows = db.execute(
        "INSERT INTO session (channel_id, guild_id, title, version, host, options, chairs, status, head, seed,"
        " state, since, created_at, terms) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT DO NOTHING RETURNING id",
        (*lobby, *game, _encode_words(table_setting_words(new.terms))),
    ).fetchall()
    if not id_rows:
        raise Refused("This channel already has a table. Finish or end it first, or use another channel.")
    table_id = TableId(id_rows[0][0])
    _insert_players(db, table_id, new.players)
    return table_id


class TableRows(NamedTuple):
    """A table without its state, and its state as JSON of the game's ``version``."""

    table: Table
    state: bytes | None
    version: int


def load_table_rows(db: Connection, table_id: TableId) -> TableRows | None:
    """Return a table with its players, notes, clocks, and values computed from its log.

    Return None if there is none.
    """
    row = db.execute(
        "SELECT version, state, id, channel_id, guild_id, title, host, options, chairs, status, head, seed, since,"
        " terms, paused, revision FROM session WHERE id = ?",
        (table_id,),
    ).fetchone()
    if row is None:
        return None
    version, state, *values = row
    row_heads = load_row_heads(db, table_id)
    names = ("id", "channel", "guild", "title", "host", "options", "chairs", "status", "seq")
    values_by_name = dict(zip((*names, "seed", "since", "terms", "paused", "revision"), values, strict=True))
    values_by_name["options"] = _decode_words(values_by_name["options"])
    values_by_name["terms"] = read_table_settings(_decode_words(values_by_name["terms"]))
    values_by_name["seed"] = _decode_seed(values_by_name["seed"])
    player_rows = db.execute(
        "SELECT name, user_id, policy, away, came FROM player WHERE session = ? ORDER BY seat", (table_id,)
    )
    players = tuple(Player(*p) for p in player_rows)
    notes = db.execute("SELECT name, message FROM note WHERE session = ? ORDER BY name", (table_id,))
    values_by_name |= {"players": players, "notes": dict(notes), "clocks": _load_clocks(db, table_id)}
    values_by_name |= {"acted": _last_acted_rows(row_heads, len(players)), "moves": _count_moves(row_heads)}
    values_by_name |= {"holders": load_holders(db, table_id), "pending_rows": _load_pending_rows(db, table_id)}
    table = Table(**values_by_name)
    return TableRows(table, state, version)


def _load_clocks(db: Connection, table_id: TableId) -> dict[Seat, Clock]:
    rows = db.execute(
        "SELECT seat, point, bank, since, stage, timeouts FROM clock WHERE session = ? ORDER BY seat", (table_id,)
    )
    return {seat: Clock(*clock) for seat, *clock in rows}


def put_clocks(db: Connection, table_id: TableId, clocks: Mapping[Seat, Clock]) -> None:
    """Store clocks of a table, replacing earlier ones of the same seats."""
    db.executemany(
        "INSERT INTO clock (session, seat, point, bank, since, stage, timeouts) VALUES (?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (session, seat) DO UPDATE SET point = excluded.point, bank = excluded.bank,"
        " since = excluded.since, stage = excluded.stage, timeouts = excluded.timeouts",
        [(table_id, seat, *msgspec.structs.astuple(clock)) for seat, clock in clocks.items()],
    )


def _last_acted_rows(row_heads: Sequence[LogRowHead], seats: int) -> dict[Seat, int]:
    """Return the number of the last row at which each seat acted; an undo counts for all seats."""
    acted = {row.seat: row.seq for row in row_heads if row.by != "ahead"}
    last_undo = max((row.seq for row in row_heads if row.by == "undo"), default=None)
    if last_undo is None:
        return acted
    acted_by_undo = {seat: max(last_undo, acted.get(seat, 0)) for seat in all_seats(seats)}
    return {**acted, **acted_by_undo}


def _count_moves(row_heads: Sequence[LogRowHead]) -> int:
    """Return the number of valid moves, without undone moves and undos.

    If a decision is repeated after an undo, the number is as before.
    """
    undone = sum(row.by == "undo" for row in row_heads)
    return sum(row.by not in ("start", "ahead") for row in row_heads) - 2 * undone


def save_table(db: Connection, table: Table) -> None:
    """Store the parts of a table that may change without moves, and increase the revision.

    These parts are players, options, host, status, settings, and clocks. Raises ``Conflict`` if the stored table has
    another revision.
    """
    lobby = (
        table.host,
        _encode_words(table.options),
        table.status,
        table.since,
        _encode_words(table_setting_words(table.terms)),
    )
    saved = db.execute(
        "UPDATE session SET host = ?, options = ?, status = ?, since = ?, terms = ?, paused = ?,"
        " revision = revision + 1 WHERE id = ? AND revision = ?",
        (*lobby, table.paused, table.id, table.revision),
    )
    _check_row_changed(saved)
    record_departures(db, table)
    save_holders(db, table)
    db.execute("DELETE FROM player WHERE session = ?", (table.id,))
    _insert_players(db, table.id, table.players)
    put_clocks(db, table.id, table.clocks)


def save_initial_state(db: Connection, table: Table) -> None:
    """Store the seed and the first state of a game."""
    db.execute(
        "UPDATE session SET seed = ?, state = ?, version = ? WHERE id = ?",
        (_seed_digits(table), _encode_state(table), _title_version(table), table.id),
    )


def save_move_state(db: Connection, before: int, after: Table) -> None:
    """Store the state after a move, and the new revision.

    Raises ``Conflict`` if the stored table is not at move ``before``, or has another revision.
    """
    result = db.execute(
        "UPDATE session SET head = ?, state = ?, version = ?, status = ?, since = ?, revision = ?"
        " WHERE id = ? AND head = ? AND revision = ? AND status = 'playing'",
        (
            *(after.seq, _encode_state(after), _title_version(after), after.status, after.since, after.revision),
            *(after.id, before, after.revision - 1),
        ),
    )
    _check_row_changed(result)


def bump_expected_revision(db: Connection, table_id: TableId, revision: int) -> None:
    """Increase a table's revision because related rows change.

    Raises ``Conflict`` if the stored table has another revision.
    """
    _check_row_changed(
        db.execute("UPDATE session SET revision = revision + 1 WHERE id = ? AND revision = ?", (table_id, revision))
    )


def bump_revision(db: Connection, table_id: TableId) -> None:
    """Increase a table's revision without a check, so that the cached tables of other processes become outdated."""
    db.execute("UPDATE session SET revision = revision + 1 WHERE id = ?", (table_id,))


def load_revision(db: Connection, table_id: TableId) -> int | None:
    """Return the table's revision; None if there is no such table."""
    return read_scalar(db.execute("SELECT revision FROM session WHERE id = ?", (table_id,)), int)


def _check_row_changed(result: QueryResult) -> None:
    if result.rowcount != 1:
        raise Conflict("Another move came in first. Check the board and choose again.")


def find_newest_table(db: Connection, channel: ChannelId) -> TableId | None:
    """Return the channel's open table, or else its last table with a state; None if there is none."""
    rows = db.execute(
        "SELECT id FROM session WHERE channel_id = ? AND (status IN ('lobby', 'playing') OR state IS NOT NULL)"
        " ORDER BY status IN ('lobby', 'playing') DESC, id DESC LIMIT 1",
        (channel,),
    )
    return read_scalar(rows, TableId)


def find_last_table_over(db: Connection, channel: ChannelId) -> TableId | None:
    """Return the channel's last table that was begun and is over; None if there is none."""
    rows = db.execute(
        "SELECT max(id) FROM session WHERE channel_id = ? AND status IN ('finished', 'ended') AND state IS NOT NULL",
        (channel,),
    )
    return read_scalar(rows, TableId)


def find_open_tables(db: Connection, user: UserId) -> tuple[TableId, ...]:
    """Return the user's open tables, the longest unchanged first."""
    return _table_ids(
        db.execute(
            "SELECT session.id FROM player JOIN session ON session.id = player.session"
            " WHERE player.user_id = ? AND session.status IN ('lobby', 'playing') ORDER BY session.since, session.id",
            (user,),
        )
    )


def list_tables(db: Connection) -> tuple[TableId, ...]:
    """Return all tables, oldest first."""
    return _table_ids(db.execute("SELECT id FROM session ORDER BY id"))


def list_tables_in_play(db: Connection) -> tuple[TableId, ...]:
    """Return the tables in play, oldest first."""
    return _table_ids(db.execute("SELECT id FROM session WHERE status = 'playing' ORDER BY id"))


def list_common_variants(db: Connection, most: int) -> tuple[TableId, ...]:
    """Return the newest table in play for each combination of game and options.

    The most frequent combinations come first.
    """
    return _table_ids(
        db.execute(
            "SELECT max(id) FROM session WHERE status = 'playing' GROUP BY title, options"
            " ORDER BY count(*) DESC, max(id) LIMIT ?",
            (most,),
        )
    )


def save_notes(db: Connection, table_id: TableId, notes: Mapping[str, int]) -> None:
    """Store notes of a table, mostly message ids, replacing earlier ones with the same names."""
    db.executemany(
        "INSERT INTO note (session, name, message) VALUES (?, ?, ?)"
        " ON CONFLICT (session, name) DO UPDATE SET message = excluded.message",
        [(table_id, name, message) for name, message in notes.items()],
    )


# -- the outbox


def _load_pending_rows(db: Connection, table_id: TableId) -> tuple[LogRow, ...]:
    """Return the log rows of a table that are not posted yet."""
    rows = db.execute(f"SELECT {LOG_COLUMNS} FROM log WHERE session = ? AND announced = 0 ORDER BY seq", (table_id,))
    return tuple(LogRow(*row) for row in rows)


def mark_announced(db: Connection, table_id: TableId, up_to: int) -> None:
    """Mark the log rows of a table up to ``up_to`` as posted."""
    db.execute("UPDATE log SET announced = 1 WHERE session = ? AND seq <= ? AND announced = 0", (table_id, up_to))


def queue_start_row(db: Connection, table_id: TableId) -> None:
    """Put the set-up of an imported game into the outbox."""
    db.execute("UPDATE log SET announced = 0 WHERE session = ? AND seq = 0", (table_id,))


def list_pending_tables(db: Connection) -> tuple[TableId, ...]:
    """Return the tables with log rows that are not posted yet, and the lobbies without a known post."""
    return _table_ids(
        db.execute(
            "SELECT session FROM log WHERE announced = 0 UNION"
            " SELECT id FROM session WHERE status = 'lobby'"
            " AND id NOT IN (SELECT session FROM note WHERE name = 'card') ORDER BY 1"
        )
    )


def _insert_players(db: Connection, table_id: TableId, players: tuple[Player, ...]) -> None:
    db.executemany(
        "INSERT INTO player (session, seat, name, user_id, policy, away, came) VALUES (?, ?, ?, ?, ?, ?, ?)",
        [(table_id, seat, *msgspec.structs.astuple(player)) for seat, player in enumerate(players, 1)],
    )


def _table_ids(rows: Iterable[tuple[TableId]]) -> tuple[TableId, ...]:
    return tuple(row[0] for row in rows)


def _encode_words(options: Mapping[str, str]) -> str:
    return msgspec.json.encode(options).decode()


def _decode_words(stored: str) -> dict[str, str]:
    return msgspec.json.decode(stored, type=dict[str, str])


def _decode_seed(stored: str | None) -> Secret[int] | None:
    if stored is not None and not stored.isdecimal():  # the error of ``int`` would contain the seed
        raise ValueError("its seed is no number")
    return None if stored is None else Secret(int(stored))


def _seed_digits(table: Table) -> str | None:
    return None if table.seed is None else str(table.seed.open())


def _encode_state(table: Table) -> bytes | None:
    return None if table.state is None else dump_state(table.state)


def _title_version(table: Table) -> int:
    """Return the current version of the table's game, in which its state is stored."""
    return GAMES[table.title].version

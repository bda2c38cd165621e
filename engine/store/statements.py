"""Every SQL statement there is, as functions over a connection. They neither begin nor commit."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import msgspec

from engine.core import Seat, Secret, all_seats
from engine.core.codec import dump_state
from engine.errors import Conflict, Refused
from engine.games import GAMES
from engine.store.db import Db, Rows, one
from engine.store.departures import holders_of, note_departures, put_holders
from engine.store.ids import ChannelId, TableId, UserId
from engine.store.logs import ENTRY, Made, made
from engine.store.table import Clock, Entry, Player, Table
from engine.store.terms import terms_of, words_of

# -- tables


def add_table(db: Db, new: Table) -> TableId:
    """Inserts a table with its players and gives its id. Refused when the channel has an open one."""
    place = (new.channel, new.guild)
    lobby = (*place, new.title, _version(new), new.host, _words(new.options), new.chairs)
    game = (new.status, new.seq, _digits(new), _json(new), new.since, new.since)
    made = db.execute(
        "INSERT INTO session (channel_id, guild_id, title, version, host, options, chairs, status, head, seed,"
        " state, since, created_at, terms) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT DO NOTHING RETURNING id",
        (*lobby, *game, _words(words_of(new.terms))),
    ).fetchall()
    if not made:
        raise Refused("This channel already has a table. Finish or end it first, or use another channel.")
    number = TableId(made[0][0])
    _seat_players(db, number, new.players)
    return number


class Stored(NamedTuple):
    """A table as its rows say it, and beside it its state, as JSON of the title's ``version``."""

    table: Table
    state: bytes | None
    version: int


def read_table(db: Db, session: TableId) -> Stored | None:
    """The table with its players, its notes, its clocks, and what its log says of it."""
    row = db.execute(
        "SELECT version, state, id, channel_id, guild_id, title, host, options, chairs, status, head, seed, since,"
        " terms, paused, revision FROM session WHERE id = ?",
        (session,),
    ).fetchone()
    if row is None:
        return None
    version, state, *values = row
    past = made(db, session)
    names = ("id", "channel", "guild", "title", "host", "options", "chairs", "status", "seq")
    plain = dict(zip((*names, "seed", "since", "terms", "paused", "revision"), values, strict=True))
    plain["options"] = _read_words(plain["options"])
    plain["terms"] = terms_of(_read_words(plain["terms"]))
    plain["seed"] = _read_seed(plain["seed"])
    players = db.execute(
        "SELECT name, user_id, policy, away, came FROM player WHERE session = ? ORDER BY seat", (session,)
    )
    seated = tuple(Player(*p) for p in players)
    notes = db.execute("SELECT name, message FROM note WHERE session = ? ORDER BY name", (session,))
    plain |= {"players": seated, "notes": dict(notes), "clocks": _clocks(db, session)}
    plain |= {"acted": _acted(past, len(seated)), "moves": _moves(past)}
    table = Table(**plain, holders=holders_of(db, session), untold=unannounced(db, session))
    return Stored(table, state, version)


def _clocks(db: Db, session: TableId) -> dict[Seat, Clock]:
    rows = db.execute(
        "SELECT seat, point, bank, since, stage, timeouts FROM clock WHERE session = ? ORDER BY seat", (session,)
    )
    return {seat: Clock(*clock) for seat, *clock in rows}


def put_clocks(db: Db, session: TableId, clocks: Mapping[Seat, Clock]) -> None:
    """Writes seats' clocks."""
    db.executemany(
        "INSERT INTO clock (session, seat, point, bank, since, stage, timeouts) VALUES (?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (session, seat) DO UPDATE SET point = excluded.point, bank = excluded.bank,"
        " since = excluded.since, stage = excluded.stage, timeouts = excluded.timeouts",
        [(session, seat, *msgspec.structs.astuple(clock)) for seat, clock in clocks.items()],
    )


def _acted(past: Sequence[Made], seats: int) -> dict[Seat, int]:
    """The last row at which each seat acted; an undo counts for all."""
    acted = {row.seat: row.seq for row in past if row.by != "ahead"}
    undone = max((row.seq for row in past if row.by == "undo"), default=None)
    if undone is None:
        return acted
    moved = {seat: max(undone, acted.get(seat, 0)) for seat in all_seats(seats)}
    return {**acted, **moved}


def _moves(past: Sequence[Made]) -> int:
    """The number of moves that stand: it is the same again at the same decision."""
    undone = sum(row.by == "undo" for row in past)
    return sum(row.by not in ("start", "ahead") for row in past) - 2 * undone


def save_lobby(db: Db, table: Table) -> None:
    """Writes what may change outside of moves: players, options, host, status, terms, clocks.

    The table is one revision later then. Raises ``Conflict`` when it is not of that revision any more.
    """
    lobby = (table.host, _words(table.options), table.status, table.since, _words(words_of(table.terms)))
    saved = db.execute(
        "UPDATE session SET host = ?, options = ?, status = ?, since = ?, terms = ?, paused = ?,"
        " revision = revision + 1 WHERE id = ? AND revision = ?",
        (*lobby, table.paused, table.id, table.revision),
    )
    _check_changed(saved)
    note_departures(db, table)
    put_holders(db, table)
    db.execute("DELETE FROM player WHERE session = ?", (table.id,))
    _seat_players(db, table.id, table.players)
    put_clocks(db, table.id, table.clocks)


def deal(db: Db, table: Table) -> None:
    """Writes the seed and the state that a game begins with."""
    db.execute(
        "UPDATE session SET seed = ?, state = ?, version = ? WHERE id = ?",
        (_digits(table), _json(table), _version(table), table.id),
    )


def move_head(db: Db, before: int, after: Table) -> None:
    """Replaces the present state, which is one revision later then.

    Raises ``Conflict`` when the table is no longer at move ``before``, or of that revision.
    """
    moved = db.execute(
        "UPDATE session SET head = ?, state = ?, version = ?, status = ?, since = ?, revision = ?"
        " WHERE id = ? AND head = ? AND revision = ? AND status = 'playing'",
        (
            *(after.seq, _json(after), _version(after), after.status, after.since, after.revision),
            *(after.id, before, after.revision - 1),
        ),
    )
    _check_changed(moved)


def touch(db: Db, session: TableId, revision: int) -> None:
    """Makes the table one revision later, as something is written that belongs to it.

    Raises ``Conflict`` when it is not of that revision any more.
    """
    _check_changed(
        db.execute("UPDATE session SET revision = revision + 1 WHERE id = ? AND revision = ?", (session, revision))
    )


def count_change(db: Db, session: TableId) -> None:
    """Makes the table one revision later, whichever it was: what other processes have read of it is old."""
    db.execute("UPDATE session SET revision = revision + 1 WHERE id = ?", (session,))


def revision_of(db: Db, session: TableId) -> int | None:
    """The table's revision; None when there is no such table."""
    return one(db.execute("SELECT revision FROM session WHERE id = ?", (session,)), int)


def _check_changed(rows: Rows) -> None:
    if rows.rowcount != 1:
        raise Conflict("Another move came in first. Check the board and choose again.")


def newest_in(db: Db, channel: ChannelId) -> TableId | None:
    """The channel's open table, or else its last one that has a state."""
    rows = db.execute(
        "SELECT id FROM session WHERE channel_id = ? AND (status IN ('lobby', 'playing') OR state IS NOT NULL)"
        " ORDER BY status IN ('lobby', 'playing') DESC, id DESC LIMIT 1",
        (channel,),
    )
    return one(rows, TableId)


def last_over_in(db: Db, channel: ChannelId) -> TableId | None:
    """The channel's last table that was begun and is over."""
    rows = db.execute(
        "SELECT max(id) FROM session WHERE channel_id = ? AND status IN ('finished', 'ended') AND state IS NOT NULL",
        (channel,),
    )
    return one(rows, TableId)


def open_of(db: Db, user: UserId) -> tuple[TableId, ...]:
    """The open tables at which the user sits, the longest waiting first."""
    return _numbers(
        db.execute(
            "SELECT session.id FROM player JOIN session ON session.id = player.session"
            " WHERE player.user_id = ? AND session.status IN ('lobby', 'playing') ORDER BY session.since, session.id",
            (user,),
        )
    )


def tables(db: Db) -> tuple[TableId, ...]:
    """Every table there is."""
    return _numbers(db.execute("SELECT id FROM session ORDER BY id"))


def playing(db: Db) -> tuple[TableId, ...]:
    """The tables whose game runs."""
    return _numbers(db.execute("SELECT id FROM session WHERE status = 'playing' ORDER BY id"))


def one_of_each(db: Db, most: int) -> tuple[TableId, ...]:
    """The newest table in play of each title and set of options, the most frequent ones first."""
    return _numbers(
        db.execute(
            "SELECT max(id) FROM session WHERE status = 'playing' GROUP BY title, options"
            " ORDER BY count(*) DESC, max(id) LIMIT ?",
            (most,),
        )
    )


def put_notes(db: Db, session: TableId, notes: Mapping[str, int]) -> None:
    """Keeps message ids, each in place of the one it had."""
    db.executemany(
        "INSERT INTO note (session, name, message) VALUES (?, ?, ?)"
        " ON CONFLICT (session, name) DO UPDATE SET message = excluded.message",
        [(session, name, message) for name, message in notes.items()],
    )


# -- the outbox


def unannounced(db: Db, session: TableId) -> tuple[Entry, ...]:
    """The rows that the channel has not been told of."""
    rows = db.execute(f"SELECT {ENTRY} FROM log WHERE session = ? AND announced = 0 ORDER BY seq", (session,))
    return tuple(Entry(*row) for row in rows)


def mark(db: Db, session: TableId, up_to: int) -> None:
    """Marks the rows up to ``up_to`` as told."""
    db.execute("UPDATE log SET announced = 1 WHERE session = ? AND seq <= ? AND announced = 0", (session, up_to))


def unmark_start(db: Db, session: TableId) -> None:
    """Puts the set-up of a resumed game into the outbox."""
    db.execute("UPDATE log SET announced = 0 WHERE session = ? AND seq = 0", (session,))


def pending(db: Db) -> tuple[TableId, ...]:
    """The tables with rows in the outbox, and the lobbies of which no card is known."""
    return _numbers(
        db.execute(
            "SELECT session FROM log WHERE announced = 0 UNION"
            " SELECT id FROM session WHERE status = 'lobby'"
            " AND id NOT IN (SELECT session FROM note WHERE name = 'card') ORDER BY 1"
        )
    )


def _seat_players(db: Db, session: TableId, players: tuple[Player, ...]) -> None:
    db.executemany(
        "INSERT INTO player (session, seat, name, user_id, policy, away, came) VALUES (?, ?, ?, ?, ?, ?, ?)",
        [(session, seat, *msgspec.structs.astuple(player)) for seat, player in enumerate(players, 1)],
    )


def _numbers(rows: Iterable[tuple[TableId]]) -> tuple[TableId, ...]:
    return tuple(row[0] for row in rows)


def _words(options: Mapping[str, str]) -> str:
    return msgspec.json.encode(options).decode()


def _read_words(stored: str) -> dict[str, str]:
    return msgspec.json.decode(stored, type=dict[str, str])


def _read_seed(stored: str | None) -> Secret[int] | None:
    """The seed out of its digits; the words of ``int`` would show what else is there, and with it the seed."""
    if stored is not None and not stored.isdecimal():
        raise ValueError("its seed is no number")
    return None if stored is None else Secret(int(stored))


def _digits(table: Table) -> str | None:
    return None if table.seed is None else str(table.seed.open())


def _json(table: Table) -> bytes | None:
    return None if table.state is None else dump_state(table.state)


def _version(table: Table) -> int:
    """The version of the table's title, as states are written now."""
    return GAMES[table.title].version

"""Proposals at tables, and votes on them: values and SQL."""

from collections.abc import Iterable
from typing import Literal

import msgspec

from engine.errors import Refused
from engine.store.connection import Connection
from engine.store.ids import MessageId, ProposalId, TableId, UserId

_COLUMNS = "id, session, kind, words, detail, user_id, head, at, state, result, message, told"


class Proposal(msgspec.Struct, frozen=True, kw_only=True):
    """A proposal on which people of a table vote.

    ``words`` (“to …”) are for people, and ``detail`` is data for the bot. ``user`` made the proposal at the time ``at``
    (seconds since 1970), when the table's last move was ``head``. ``result`` is the result in words, and ``message``
    the post of the proposal. ``told``: whether this post is up to date. ``votes`` are the users' latest votes.
    ``mentioned`` are the voters, and all users whom a post about the proposal has mentioned.
    """

    id: ProposalId = ProposalId(0)
    session: TableId
    kind: str
    words: str
    detail: str
    user: UserId
    head: int
    at: float
    state: Literal["open", "carried", "lost"] = "open"
    result: str = ""
    message: MessageId | None = None
    told: bool = False
    votes: dict[UserId, bool] = msgspec.field(default_factory=dict)
    mentioned: tuple[UserId, ...] = ()


def add_proposal(db: Connection, new: Proposal) -> ProposalId:
    """Store a proposal with its proposer's vote, and return its id.

    Raises ``Refused`` if another proposal of its kind is open at the table.
    """
    values = (new.session, new.kind, new.words, new.detail, new.user, new.head, new.at)
    id_rows = db.execute(
        "INSERT INTO proposal (session, kind, words, detail, user_id, head, at, state)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, 'open') ON CONFLICT DO NOTHING RETURNING id",
        values,
    ).fetchall()
    if not id_rows:
        raise Refused("There’s already a vote about this. Wait until it’s decided.")
    proposal_id = ProposalId(id_rows[0][0])
    save_vote(db, proposal_id, new.user, yes=True)
    return proposal_id


def load_proposal(db: Connection, proposal: ProposalId) -> Proposal | None:
    """Return a proposal with its votes by its id; None if there is none."""
    row = db.execute(f"SELECT {_COLUMNS} FROM proposal WHERE id = ?", (proposal,)).fetchone()
    return None if row is None else _read_proposal(db, row)


def load_open_proposals(db: Connection, table_id: TableId) -> tuple[Proposal, ...]:
    """Return the table's open proposals, oldest first."""
    return _load_where(db, "session = ? AND state = 'open'", table_id)


def load_stale_proposals(db: Connection, table_id: TableId) -> tuple[Proposal, ...]:
    """Return the table's proposals whose posts are missing or outdated."""
    return _load_where(db, "session = ? AND told = 0", table_id)


def has_active_proposal(db: Connection, table_id: TableId) -> bool:
    """Whether the table has an open proposal or one with an outdated post."""
    rows = db.execute("SELECT 1 FROM proposal WHERE session = ? AND (told = 0 OR state = 'open') LIMIT 1", (table_id,))
    return rows.fetchone() is not None


def list_tables_with_proposals(db: Connection) -> tuple[TableId, ...]:
    """Return the tables that have open proposals or proposals with outdated posts."""
    rows = db.execute("SELECT DISTINCT session FROM proposal WHERE told = 0 OR state = 'open' ORDER BY session")
    return tuple(session for (session,) in rows)


def save_vote(db: Connection, proposal: ProposalId, user: UserId, *, yes: bool) -> None:
    """Store the user's vote, replacing an earlier one."""
    db.execute(
        "INSERT INTO vote (proposal, user_id, yes) VALUES (?, ?, ?)"
        " ON CONFLICT (proposal, user_id) DO UPDATE SET yes = excluded.yes",
        (proposal, user, yes),
    )
    db.execute("UPDATE proposal SET told = 0 WHERE id = ?", (proposal,))


def close_proposal(db: Connection, proposal: ProposalId, state: Literal["carried", "lost"], result: str) -> None:
    """Close an open proposal, so that its post becomes outdated."""
    db.execute(
        "UPDATE proposal SET state = ?, result = ?, told = 0 WHERE id = ? AND state = 'open'", (state, result, proposal)
    )


def save_proposal_post(db: Connection, proposal: ProposalId, message: MessageId, mentioned: Iterable[UserId]) -> None:
    """Store the id of a proposal's post, and the users whom the post mentions."""
    db.execute("UPDATE proposal SET message = ? WHERE id = ?", (message, proposal))
    rows = [(proposal, user) for user in mentioned]
    db.executemany("INSERT INTO vote (proposal, user_id) VALUES (?, ?) ON CONFLICT DO NOTHING", rows)


def mark_post_current(db: Connection, proposal: Proposal) -> None:
    """Mark the proposal's post as up to date.

    There is no effect if the stored proposal has changed since ``proposal`` was read.
    """
    if load_proposal(db, proposal.id) == proposal:
        db.execute("UPDATE proposal SET told = 1 WHERE id = ?", (proposal.id,))


def _load_where(db: Connection, where: str, table_id: TableId) -> tuple[Proposal, ...]:
    rows = db.execute(f"SELECT {_COLUMNS} FROM proposal WHERE {where} ORDER BY id", (table_id,)).fetchall()
    return tuple(_read_proposal(db, row) for row in rows)


def _read_proposal(db: Connection, row: tuple[int | str, ...]) -> Proposal:
    names = ("id", "session", "kind", "words", "detail", "user", "head", "at", "state", "result", "message", "told")
    values_by_name = dict(zip(names, row, strict=True))
    rows = db.execute("SELECT user_id, yes FROM vote WHERE proposal = ? ORDER BY user_id", (values_by_name["id"],))
    votes_by_user = dict(rows.fetchall())
    votes = {user: bool(yes) for user, yes in votes_by_user.items() if yes is not None}
    converted = {"told": bool(values_by_name["told"]), "votes": votes, "mentioned": tuple(votes_by_user)}
    return msgspec.convert({**values_by_name, **converted}, Proposal)

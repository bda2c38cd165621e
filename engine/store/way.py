"""The way to a database server, as far as a bot may trust it: no pooler stands before it, and the schema is there."""

from engine.errors import Unreadable
from engine.store.address import shown
from engine.store.db import Db


def check_way(db: Db, told: int, address: str) -> None:
    """Raises ``Unreadable`` when a pooler stands before the server, or the schema is not there.

    A pooler makes up the number of the session, which the driver was ``told``. It may hand the server's session, which
    has the lock, to somebody else.
    """
    number, schema = db.execute("SELECT pg_backend_pid(), current_schema()").fetchone()
    if number != told:
        raise Unreadable(
            f"The address {shown(address)} leads to a pooler, which can let two bots write at the same time."
            " Name the host and the port of the server itself."
        )
    if schema is None:
        raise Unreadable(
            f"The address {shown(address)} names a schema that isn’t there, or that its user may not use."
            " Create it first, or grant USAGE."
        )

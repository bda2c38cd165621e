"""The way to a database server, as far as a bot may trust it: no pooler stands before it, and the schema is there."""

from engine.errors import Unreadable
from engine.store.address import printable_address
from engine.store.connection import Connection


def check_server(db: Connection, driver_pid: int, address: str) -> None:
    """Raises ``Unreadable`` when a pooler stands before the server, or the schema is not there.

    A pooler makes up the number of the session, which the driver was ``driver_pid``. It may hand the server's session,
    which has the lock, to someone else.
    """
    server_pid, schema = db.execute("SELECT pg_backend_pid(), current_schema()").fetchone()
    if server_pid != driver_pid:
        raise Unreadable(
            f"The address {printable_address(address)} leads to a pooler, which can let two bots write at the same "
            "time."
            " Name the host and the port of the server itself."
        )
    if schema is None:
        raise Unreadable(
            f"The address {printable_address(address)} names a schema that isn’t there, or that its user may not use."
            " Create it first, or grant USAGE."
        )

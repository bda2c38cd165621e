"""Checks that a database server is usable: no connection pooler is in between, and the schema exists."""

from engine.errors import Unreadable
from engine.store.address import printable_address
from engine.store.connection import Connection


def check_server(db: Connection, driver_pid: int, address: str) -> None:
    """Raises ``Unreadable`` if a pooler is in front of the server, or the schema does not exist.

    A pooler reports another process id than ``driver_pid``. It may give the server's session, which holds the locks, to
    another client.
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

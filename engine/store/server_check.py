"""Checks of a database server: that the connection is not through a pooler, and that the schema exists."""

from engine.errors import Unreadable
from engine.store.address import printable_address
from engine.store.connection import Connection


def check_server(db: Connection, driver_pid: int, address: str) -> None:
    """Raise ``Unreadable`` if the connection is through a pooler, or if the schema does not exist.

    With a pooler, the server's process id differs from ``driver_pid``. A pooler may give the server's session, which
    has the locks, to another client.
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

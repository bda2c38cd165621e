"""The name of a database: a file, or the address of a PostgreSQL server. It knows no table."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from engine.errors import Unreadable

_SCHEMES = ("postgresql://", "postgres://")
_PASSWORD = re.compile(r"(?<=:)[^:@/]+(?=@)|(?<=password=)[^&]+")


def is_address(path: str | Path) -> bool:
    """Whether that is a server's address, and not a file."""
    return str(path).startswith(_SCHEMES)


def shown(path: str | Path) -> str:
    """The file or the address as it may be printed: without a password."""
    return _PASSWORD.sub("…", str(path)) if is_address(path) else str(path)


@contextmanager
def with_driver() -> Iterator[None]:
    """Says in a sentence that PostgreSQL's driver, an extra, is missing where it is imported."""
    try:
        yield
    except ImportError as error:
        text = "A postgresql:// address needs psycopg, which isn’t installed. Run: pip install 'psycopg[binary]'"
        raise Unreadable(text) from error

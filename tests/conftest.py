"""The number of examples of tests, and the databases for stores.

With ``ROUNDHOUSE_TESTS=deep`` tests run hundreds of games.
"""

import gc
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings

from tests.collection_order import begin_elsewhere, in_one_order
from tests.memory_folder import write_to_memory
from tests.postgresql import emptied, schema, server

DEEP = os.environ.get("ROUNDHOUSE_TESTS") == "deep"

settings.register_profile(
    "quick",
    max_examples=30,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(
    "deep",
    max_examples=500,
    deadline=None,
    database=None,
    phases=[Phase.explicit, Phase.generate],  # a seed has nothing simpler to shrink to
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("deep" if DEEP else "quick")


def pytest_configure(config: pytest.Config) -> None:
    """Write temporary files to memory if there is room, and keep compiled modules."""
    write_to_memory()
    _keep_compiled_modules()
    begin_elsewhere(config)


def _keep_compiled_modules() -> None:
    """Keep compiled modules even if the environment forbids it, so that not every process compiles everything."""
    sys.dont_write_bytecode = False
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Exclude objects made before the first test from garbage collection."""
    gc.disable()
    found = yield
    gc.freeze()
    gc.enable()
    return found


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    in_one_order(items)


def pytest_xdist_auto_num_workers() -> int:
    """Return one more process than processors for ``-n auto``, because tests also wait for a clock, a browser, or a
    server.
    """
    return (os.cpu_count() or 1) + 1


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    """The address of a PostgreSQL server. Tests are skipped if there is none."""
    with server() as address:
        yield address


@pytest.fixture(scope="session")
def used() -> list[str]:
    """Addresses of schemas that tests no longer use: it is ten times quicker to empty one than to create one."""
    return []


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The place of an empty store: first a file, then a schema of a server."""
    if request.param == "sqlite":
        yield str(tmp_path / "tables.db")
        return
    server, used = request.getfixturevalue("postgresql"), request.getfixturevalue("used")
    address = used.pop() if used and emptied(used[-1]) else schema(server)
    yield address
    used.append(address)

"""How long the tests that draw examples go on: a little, or for hundreds of games with ``ROUNDHOUSE_TESTS=deep``.

And the databases that stores are tested on.
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
    """Files of tests are in memory, where there is room; compiled modules are kept."""
    write_to_memory()
    _keep_compiled_modules()
    begin_elsewhere(config)


def _keep_compiled_modules() -> None:
    """Also where the environment says otherwise: every process of the tests would compile everything anew."""
    sys.dont_write_bytecode = False
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """What is made before the first test stays, so that no search for garbage need go through it."""
    gc.disable()
    found = yield
    gc.freeze()
    gc.enable()
    return found


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    in_one_order(items)


def pytest_xdist_auto_num_workers() -> int:
    """``-n auto``: one process more than processors, for tests also wait, for a clock, a browser or a server."""
    return (os.cpu_count() or 1) + 1


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    """The address of a PostgreSQL server. Tests are skipped where there is none."""
    with server() as address:
        yield address


@pytest.fixture(scope="session")
def used() -> list[str]:
    """Addresses of schemas that tests are done with: to empty one is ten times quicker than to make one."""
    return []


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Where an empty store may be opened: a file, and then a schema of a server."""
    if request.param == "sqlite":
        yield str(tmp_path / "tables.db")
        return
    server, used = request.getfixturevalue("postgresql"), request.getfixturevalue("used")
    address = used.pop() if used and emptied(used[-1]) else schema(server)
    yield address
    used.append(address)

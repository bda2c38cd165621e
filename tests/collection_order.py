"""The order in which processes of one run read the tests.

To make a test file ready takes twenty times as long as to load one that is kept ready, which all processes would do
for every file if they read them in one order.
"""

from pathlib import Path

import pytest

_EVERYTHING = ["tests"]


def begin_elsewhere(config: pytest.Config) -> None:
    """Has each process of a run of everything begin with another file, and take over what others have made ready."""
    worker = getattr(config, "workerinput", None)
    if worker is None or config.args != _EVERYTHING:
        return
    files = sorted(str(path) for path in Path(__file__).parent.rglob("test_*.py"))
    number, processes = int(worker["workerid"].removeprefix("gw")), worker["workercount"]
    first = len(files) * number // processes
    config.args = [*files[first:], *files[:first]]


def in_one_order(items: list[pytest.Item]) -> None:
    """What xdist needs of all processes."""
    items.sort(key=lambda item: str(item.path))

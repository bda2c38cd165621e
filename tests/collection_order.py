"""The order in which the processes of one run load the test files.

Compiling a test file takes twenty times as long as loading the compiled one, and all processes would compile every file
if they loaded them in the same order.
"""

from pathlib import Path

import pytest

_EVERYTHING = ["tests"]


def begin_elsewhere(config: pytest.Config) -> None:
    """Let each process of a full run begin with another file, and load files that others have compiled."""
    worker = getattr(config, "workerinput", None)
    if worker is None or config.args != _EVERYTHING:
        return
    files = sorted(str(path) for path in Path(__file__).parent.rglob("test_*.py"))
    number, processes = int(worker["workerid"].removeprefix("gw")), worker["workercount"]
    first = len(files) * number // processes
    config.args = [*files[first:], *files[:first]]


def in_one_order(items: list[pytest.Item]) -> None:
    """Sort the tests, because xdist needs the same order in all processes."""
    items.sort(key=lambda item: str(item.path))

"""A short run of several processes at one server; ``python -m tests.crash processes`` is the long one."""

import pytest

from tests.crash.processes import play


def test_disturbed_processes_lose_nothing_and_post_every_move() -> None:
    pytest.importorskip("psycopg")
    found = play(processes=3, moves=100, seed=3, pause=(0.2, 0.6), durable=False)
    assert not any(found["wrong"].values()), found
    assert found["moves"] >= 100 and found["errors"] == [] and found["done"]

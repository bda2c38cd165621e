"""Memory that lies free is given back, not too often."""

import pytest

from bot.heap import Trimmer, spare_memory


def test_memory_is_given_back_only_so_often() -> None:
    now = [0.0]
    trimmer = Trimmer(lambda: now[0])
    given = []
    for now[0] in (1.0, 25.0, 29.9, 30.0, 50.0):
        given.append(trimmer.trim())
    assert given == [False, True, False, True, True]


def test_where_the_c_library_has_no_such_call_nothing_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.heap._call", lambda _: None)
    now = [0.0]
    trimmer = Trimmer(lambda: now[0])
    now[0] = 100.0
    assert trimmer.trim()


def test_large_blocks_are_given_back_as_soon_as_they_are_free(monkeypatch: pytest.MonkeyPatch) -> None:
    told = dict[int, int]()
    monkeypatch.setattr("bot.heap._call", lambda _: told.__setitem__)
    spare_memory()
    assert told[-3] == 10_000_000  # M_MMAP_THRESHOLD of malloc.h

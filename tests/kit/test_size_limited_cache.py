"""All caches of values and pictures share one memory limit."""

from functools import partial

import pytest

from engine.kit.sized_cache import CacheBudget, SizedCache, cache_by_size


def test_two_caches_share_one_budget() -> None:
    budget = CacheBudget(100)
    one, other = SizedCache[int, bytes](budget, len), SizedCache[int, bytes](budget, len)
    for key in range(5):
        one.get(key, lambda: bytes(20))
        other.get(key, lambda: bytes(20))
    assert budget.bytes <= 100


def test_least_recently_used_entry_of_any_cache_is_evicted_first() -> None:
    budget, made = CacheBudget(40), list[str]()
    one, other = SizedCache[str, bytes](budget, len), SizedCache[str, bytes](budget, len)

    def make(name: str) -> bytes:
        made.append(name)
        return bytes(20)

    for cache, name in ((one, "a"), (other, "b"), (one, "a"), (other, "c"), (one, "a"), (other, "b")):
        cache.get(name, partial(make, name))
    assert made == ["a", "b", "c", "b"]


def test_cached_function_computes_each_value_once() -> None:
    worked_out = list[int]()

    @cache_by_size(lambda _: 1)
    def double(number: int) -> int:
        worked_out.append(number)
        return 2 * number

    assert [double(4), double(5), double(4)] == [8, 10, 8]
    assert worked_out == [4, 5]


def test_large_values_of_two_functions_share_the_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    budget = CacheBudget(100)
    monkeypatch.setattr("engine.kit.sized_cache.SHARED_BUDGET", budget)
    one, other = cache_by_size(len)(bytes), cache_by_size(len)(bytearray)
    for _ in range(5):
        one(60)
        other(60)
    assert budget.bytes <= 100


def test_entry_that_fills_the_budget_exactly_is_kept() -> None:
    budget, made = CacheBudget(40), list[int]()
    cache = SizedCache[int, bytes](budget, len)

    def make(key: int) -> bytes:
        made.append(key)
        return bytes(20)

    for key in (1, 2, 1, 2):
        cache.get(key, partial(make, key))
    assert made == [1, 2]

"""What is kept of all kinds of pictures together has one bound."""

from engine.kit.kept import Budget, Kept


def test_two_caches_share_one_budget() -> None:
    budget = Budget(100)
    one, other = Kept[int, bytes](budget, len), Kept[int, bytes](budget, len)
    for key in range(5):
        one.get(key, lambda: bytes(20))
        other.get(key, lambda: bytes(20))
    assert budget.bytes <= 100


def test_what_was_wanted_longest_ago_goes_first_whatever_cache_it_is_in() -> None:
    budget, made = Budget(40), list[str]()
    one, other = Kept[str, bytes](budget, len), Kept[str, bytes](budget, len)

    def make(name: str) -> bytes:
        made.append(name)
        return bytes(20)

    for cache, name in ((one, "a"), (other, "b"), (one, "a"), (other, "c"), (one, "a"), (other, "b")):
        cache.get(name, lambda name=name: make(name))
    assert made == ["a", "b", "c", "b"]

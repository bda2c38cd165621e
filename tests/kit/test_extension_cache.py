"""The cache extends a stored value for a larger argument, with the same result as a new computation."""

from engine.kit.incremental_cache import IncrementalCache


def squares(growing, begun, extended, thing, key="one"):
    def begin():
        begun.append(thing)
        return frozenset(n * n for n in thing)

    def extend(part, known):
        extended.append((part, thing))
        return known | {n * n for n in thing - part}

    return growing.get(key, thing, begin, extend)


def test_larger_value_is_extended_from_a_part_of_it() -> None:
    growing, begun, extended = IncrementalCache[str, frozenset[int], frozenset[int]](frozenset.issubset, len), [], []
    small, large = frozenset({1, 2}), frozenset({1, 2, 3})
    assert squares(growing, begun, extended, small) == {1, 4}
    assert squares(growing, begun, extended, large) == {1, 4, 9}
    assert (begun, extended) == ([small], [(small, large)])


def test_same_value_is_not_computed_again() -> None:
    growing, begun, extended = IncrementalCache[str, frozenset[int], frozenset[int]](frozenset.issubset, len), [], []
    first = squares(growing, begun, extended, frozenset({1, 2}))
    assert squares(growing, begun, extended, frozenset({2, 1})) is first
    assert len(begun) == 1


def test_other_keys_and_non_subsets_are_not_extended() -> None:
    growing, begun, extended = IncrementalCache[str, frozenset[int], frozenset[int]](frozenset.issubset, len), [], []
    squares(growing, begun, extended, frozenset({1, 2}))
    squares(growing, begun, extended, frozenset({1, 2, 3}), key="other")
    squares(growing, begun, extended, frozenset({2, 3}))
    assert len(begun) == 3
    assert not extended


def test_least_recently_used_value_is_evicted() -> None:
    growing, begun, extended = IncrementalCache[str, frozenset[int], frozenset[int]](frozenset.issubset, len, 2), [], []
    for n in (1, 2, 3, 1):
        squares(growing, begun, extended, frozenset({n}))
    assert [len(thing) for thing in begun] == [1, 1, 1, 1]

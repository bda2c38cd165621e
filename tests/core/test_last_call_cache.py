"""The cache returns the last result again without computing it."""

from engine.core import IdentityCache


def asked():
    """Return a cached function, and the list of its calls."""
    calls = []

    @IdentityCache
    def answer(about, more=0):
        calls.append((about, more))
        return (about, more)

    return answer, calls


def test_same_arguments_are_computed_once():
    answer, calls = asked()
    about = [1]
    assert answer(about, 2) == answer(about, 2) == ([1], 2)
    assert len(calls) == 1


def test_equal_but_distinct_first_argument_is_computed_again():
    answer, calls = asked()
    answer([1])
    answer([1])
    assert len(calls) == 2


def test_different_later_argument_is_computed_again():
    answer, _ = asked()
    about = [1]
    assert [answer(about, 2), answer(about, 3), answer(about, 4)] == [(about, 2), (about, 3), (about, 4)]


def test_known_result_is_not_computed():
    answer, calls = asked()
    about = [1]
    answer.put("known", about)
    assert answer(about) == "known"
    assert not calls


def test_two_alternating_calls_are_each_computed_once():
    answer, calls = asked()
    before, after = [1], [1]
    assert [answer(before), answer(after), answer(before), answer(after)] == [([1], 0)] * 4
    assert len(calls) == 2


def test_old_calls_are_evicted():
    answer, calls = asked()
    values = [[n] for n in range(5)]
    for value in (*values, values[0]):
        answer(value)
    assert len(calls) == 6

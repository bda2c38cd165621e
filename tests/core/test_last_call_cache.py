"""The answer that was given last is given again without being worked out."""

from engine.core import IdentityCache


def asked():
    """A function that lists what it was asked, and that list."""
    calls = []

    @IdentityCache
    def answer(about, more=0):
        calls.append((about, more))
        return (about, more)

    return answer, calls


def test_the_same_question_is_worked_out_once():
    answer, calls = asked()
    about = [1]
    assert answer(about, 2) == answer(about, 2) == ([1], 2)
    assert len(calls) == 1


def test_an_equal_first_value_that_is_another_one_is_worked_out_anew():
    answer, calls = asked()
    answer([1])
    answer([1])
    assert len(calls) == 2


def test_another_value_after_the_first_is_another_question():
    answer, _ = asked()
    about = [1]
    assert [answer(about, 2), answer(about, 3), answer(about, 4)] == [(about, 2), (about, 3), (about, 4)]


def test_an_answer_that_is_known_needs_no_working_out():
    answer, calls = asked()
    about = [1]
    answer.put("known", about)
    assert answer(about) == "known"
    assert not calls


def test_two_questions_asked_in_turn_are_each_worked_out_once():
    answer, calls = asked()
    before, after = [1], [1]
    assert [answer(before), answer(after), answer(before), answer(after)] == [([1], 0)] * 4
    assert len(calls) == 2


def test_what_was_asked_long_ago_is_not_kept():
    answer, calls = asked()
    values = [[n] for n in range(5)]
    for value in (*values, values[0]):
        answer(value)
    assert len(calls) == 6

"""The random number generator, which is an immutable value."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from engine.core import Rng, rng_from_seed


def test_generator_is_splitmix64():
    # Published test vector: seed 1234567, the first three 64-bit outputs.
    rng, outputs = Rng(1234567), []
    for _ in range(3):
        value, rng = rng.draw_below(1 << 64)
        outputs.append(value)
    assert outputs == [6457827717110365317, 3203168211198807973, 9817491932198370423]


def test_drawing_does_not_change_the_generator():
    rng = rng_from_seed(1)
    assert rng.draw_below(1_000) == rng.draw_below(1_000)


def test_values_are_uniformly_distributed():
    rng, seen = rng_from_seed(3), Counter()
    for _ in range(6_000):
        value, rng = rng.draw_below(6)
        seen[value] += 1
    assert all(850 < seen[face] < 1_150 for face in range(6))


def test_biased_draws_are_rejected():
    # Of 2**64 outputs the last 2**62 lie above the largest multiple of this bound, so a quarter is drawn again.
    bound, rng = 3 << 62, rng_from_seed(5)
    redrawn = 0
    for _ in range(400):
        _, after = rng.draw_below(bound)
        redrawn += after.counter != rng.draw_below(1 << 64)[1].counter
        rng = after
    assert 60 < redrawn < 140


def test_streams_of_different_purposes_are_independent():
    assert rng_from_seed(1, "game") != rng_from_seed(1, "player 1")


@given(st.lists(st.integers()), st.integers(min_value=0))
def test_shuffle_keeps_every_item(items, seed):
    shuffled, _ = rng_from_seed(seed).shuffle(items)
    assert Counter(shuffled) == Counter(items)

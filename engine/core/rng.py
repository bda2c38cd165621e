"""A random generator as a value.

``random.shuffle`` may change between Python versions, but logs must stay valid. The algorithm is SplitMix64 (Steele,
Lea and Flood, OOPSLA 2014, figure 17), whose state is one 64-bit counter. Ranges are drawn by rejection, so every value
is equally likely.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TypeVar

import msgspec

T = TypeVar("T")

_MASK = (1 << 64) - 1
_STEP = 0x9E3779B97F4A7C15


class Rng(msgspec.Struct, frozen=True, gc=False):
    """A random generator. Each method returns a random value and the next generator."""

    counter: int

    def draw_below(self, bound: int) -> tuple[int, Rng]:
        """Return a random whole number from 0 to ``bound`` - 1."""
        limit = (1 << 64) - (1 << 64) % bound
        counter = self.counter
        while True:
            counter = (counter + _STEP) & _MASK
            z = counter
            z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
            z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
            z ^= z >> 31
            if z < limit:
                return z % bound, Rng(counter)

    def choice(self, items: Sequence[T]) -> tuple[T, Rng]:
        """Return one of ``items``, all equally likely."""
        index, rng = self.draw_below(len(items))
        return items[index], rng

    def shuffle(self, items: Sequence[T]) -> tuple[tuple[T, ...], Rng]:
        """Return ``items`` in a random order (Fisher and Yates)."""
        deck, rng = list(items), self
        for last in range(len(deck) - 1, 0, -1):
            index, rng = rng.draw_below(last + 1)
            deck[last], deck[index] = deck[index], deck[last]
        return tuple(deck), rng


def rng_from_seed(seed: int, purpose: str = "game") -> Rng:
    """Return the generator for a seed of any size; different purposes give unrelated streams."""
    digest = hashlib.sha256(f"{purpose}:{seed}".encode()).digest()
    return Rng(int.from_bytes(digest[:8], "big"))

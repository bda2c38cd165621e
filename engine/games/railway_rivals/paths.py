"""Ways over the map as a player writes them: what is built (``K12-K13,C9-B9``) and where a train runs (``C9>K12``)."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import NamedTuple, Self

from engine.games.railway_rivals.chart import Hex

__all__ = ["Branches", "Route"]

_HEX = re.compile(r"[A-Z]{1,2}[1-9][0-9]?")


class Branches(NamedTuple):
    """Hexes that are joined by new track, one line after the other; in a line each hex lies next to the one before."""

    lines: tuple[tuple[Hex, ...], ...]

    def __str__(self) -> str:
        return ",".join("-".join(line) for line in self.lines)

    @classmethod
    def read(cls, word: str) -> Self:
        """What ``K12-K13-L13,C9-B9`` stands for; small letters do. Raises ``ValueError``."""
        lines = tuple(_hexes(part, "-") for part in word.replace("_", "").upper().split(","))
        if any(len(line) < 2 for line in lines):
            raise ValueError(word)
        return cls(lines)

    @property
    def steps(self) -> tuple[tuple[Hex, Hex], ...]:
        """Every side in the order of building: from, into."""
        return tuple(step for line in self.lines for step in pairwise(line))


class Route(NamedTuple):
    """Hexes that a train passes; between two of them it takes the one way that ``runs.way`` says."""

    via: tuple[Hex, ...]

    def __str__(self) -> str:
        return ">".join(self.via)

    @classmethod
    def read(cls, word: str) -> Self:
        """What ``C9>K12>R20`` stands for; small letters and ``-`` do. Raises ``ValueError``."""
        via = _hexes(word.replace("_", "").replace("-", ">").upper(), ">")
        if len(via) < 2:
            raise ValueError(word)
        return cls(via)


def _hexes(text: str, between: str) -> tuple[Hex, ...]:
    words = text.split(between)
    if any(_HEX.fullmatch(word) is None for word in words):
        raise ValueError(text)
    return tuple(map(Hex, words))

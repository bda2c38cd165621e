"""Notation of paths: track (``K12-K13,C9-B9``) and train routes (``C9>K12``)."""

import re
from itertools import pairwise
from typing import NamedTuple, Self

from engine.core.notation import normalize_path
from engine.games.railway_rivals.game_data.hex_map import Hex

_HEX_PATTERN = re.compile(r"[A-Z]{1,2}[1-9][0-9]?")
_WAY_POINT_PATTERN = re.compile(r"(?P<hex>[A-Z]{1,2}[1-9][0-9]?)(?::(?P<payee>[1-9]))?")


class Branches(NamedTuple):
    """New track as lines of hexes; within a line, each hex is a neighbor of the previous one."""

    lines: tuple[tuple[Hex, ...], ...]

    def __str__(self) -> str:
        return ",".join("-".join(line) for line in self.lines)

    @classmethod
    def read(cls, word: str) -> Self:
        """Parse track such as ``K12-K13-L13,C9-B9``; lower case is accepted. Raises ``ValueError``."""
        lines = tuple(_read_hexes(part, "-") for part in _normalize(word).split(","))
        if any(len(line) < 2 for line in lines):
            raise ValueError(word)
        return cls(lines)

    @property
    def hexes(self) -> tuple[Hex, ...]:
        """All hexes, line by line."""
        return tuple(hex for line in self.lines for hex in line)

    @property
    def steps(self) -> tuple[tuple[Hex, Hex], ...]:
        """All steps in the order of building, as (from, into) pairs."""
        return tuple(step for line in self.lines for step in pairwise(line))


class Route(NamedTuple):
    """Some hexes of a train's route; ``train_routes.trace_route`` finds the hexes between them.

    ``payees`` has an entry per hex: the seat to pay on the path to this hex if several seats own the track, or 0. It is
    empty if no seat is named. (ruling 71)
    """

    via: tuple[Hex, ...]
    payees: tuple[int, ...] = ()

    def __str__(self) -> str:
        payees = self.payees or (0,) * len(self.via)
        return ">".join(f"{hex}:{payee}" if payee else hex for hex, payee in zip(self.via, payees, strict=True))

    @classmethod
    def read(cls, word: str) -> Self:
        """Parse a route such as ``C9>K12>R20:3``, also in lower case. Raises ``ValueError``."""
        words = [_WAY_POINT_PATTERN.fullmatch(part) for part in _normalize(word).replace("-", ">").split(">")]
        points = [(Hex(match["hex"]), int(match["payee"] or 0)) for match in words if match]
        if len(points) < max(2, len(words)) or points[0][1]:
            raise ValueError(word)
        payees = tuple(payee for _, payee in points)
        return cls(tuple(hex for hex, _ in points), payees if any(payees) else ())


def _normalize(word: str) -> str:
    """Convert the text to capitals, with plain separators in place of spaces, dashes, and arrows."""
    return normalize_path(word).upper()


def _read_hexes(text: str, separator: str) -> tuple[Hex, ...]:
    words = text.split(separator)
    if any(_HEX_PATTERN.fullmatch(word) is None for word in words):
        raise ValueError(text)
    return tuple(map(Hex, words))

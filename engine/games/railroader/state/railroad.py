"""One player's railroad: its train, its track, its railhead mat and its cards, as values. It has no rules."""

from typing import Literal

import msgspec

from engine.games.railroader.box.board import SPACES
from engine.games.railroader.box.cards import Card, Kind

Onto = Literal["pile", "prairie"]
"""Where a discarded card goes: a player's own discard pile, or the prairie."""


class Crate(msgspec.Struct, frozen=True):
    """Supplies at a railhead: ``left`` of ``value`` cubes. (RR Supplies)"""

    left: int
    value: int

    @property
    def opened(self) -> bool:
        """Whether some of it has been used. (RR Supplies; ruling 57b)"""
        return self.left < self.value

    @property
    def card(self) -> Card:
        """The card it is."""
        return Card(f"{Kind.SUPPLIES}-{self.value}")


class Mat(msgspec.Struct, frozen=True):
    """The workers, deputies and crates at the railhead. (RR The Railhead)"""

    workers: int = 0
    deputies: int = 0
    crates: tuple[Crate, ...] = ()
    """In the order in which they are eaten from: the opened one first, then the lowest. (ruling 32)"""

    @property
    def people(self) -> int:
        """Places that are taken."""
        return self.workers + self.deputies

    @property
    def unopened(self) -> tuple[Crate, ...]:
        """Crates nothing was taken from, the lowest first. (rulings 57b, 77)"""
        return tuple(sorted((crate for crate in self.crates if not crate.opened), key=lambda crate: crate.value))


class Railroad(msgspec.Struct, frozen=True):
    """All that one player has. ``hand`` and ``discards`` are kept in the order of the sheet."""

    engine: int = 0
    """The space of the engine, which alone counts; 0 is Junction City. (ruling 5)"""
    sections: int = 0
    """Of track."""
    derailed: bool = False
    cavalry: int | None = None
    """While ambushed: the space of the cavalry. (RR Ambush)"""
    dynamite: int | None = None
    """The space of a cube ahead of the train. (RR Saboteur)"""
    mat: Mat = Mat()
    hand: tuple[Card, ...] = ()
    discards: tuple[Card, ...] = ()

    @property
    def track(self) -> int:
        """The last space with track."""
        return self.sections * SPACES

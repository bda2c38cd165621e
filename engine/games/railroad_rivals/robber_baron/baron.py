"""What the expansion adds to a table: special tiles, buildings, companies that merged or went out of business."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Self

import msgspec

from engine.core.seats import Seat
from engine.core.secret import Secret
from engine.games.railroad_rivals.data import City, Railroad, Special

__all__ = ["Baron"]


class Baron(msgspec.Struct, frozen=True):
    """Public, but for what players said ahead."""

    specials: Mapping[Seat, tuple[Special, ...]] = {}
    """The special tiles that lie face up before a seat; seats without one are left out."""
    hotels: Mapping[City, Seat] = {}
    towers: Mapping[City, Seat] = {}
    merged: tuple[Railroad, ...] = ()
    """The two railroads that became one company."""
    ruined: tuple[Railroad, ...] = ()
    """Railroads that are out of business."""
    said: Mapping[Seat, Secret[Mapping[Special, str]]] = {}
    """What a seat said ahead about tiles that it holds; what it did not speak of it is asked."""

    def take(self, seat: Seat, special: Special) -> Self:
        """A special tile comes to lie before a seat."""
        return self._with(seat, (*self.specials.get(seat, ()), special))

    def lose(self, seat: Seat, special: Special) -> Self:
        """A special tile is played."""
        left = list(self.specials[seat])
        left.remove(special)
        return self._with(seat, tuple(left))

    def count(self, seat: Seat, special: Special) -> int:
        """How many of these tiles a seat has."""
        return self.specials.get(seat, ()).count(special)

    def holder(self, special: Special) -> Seat | None:
        """Who has the only tile of this name."""
        return next((seat for seat, tiles in self.specials.items() if special in tiles), None)

    def company(self, railroad: Railroad) -> tuple[Railroad, ...]:
        """All names of the company that this railroad belongs to. (RB Merger)"""
        return self.merged if railroad in self.merged else (railroad,)

    def markers(self, railroad: Railroad) -> tuple[Railroad, ...]:
        """The stock value markers that move with this railroad's: none once it is out of business. (rulings K6, K11)"""
        return () if railroad in self.ruined else self.company(railroad)

    def _with(self, seat: Seat, tiles: tuple[Special, ...]) -> Self:
        others = {other: held for other, held in self.specials.items() if other != seat}
        return msgspec.structs.replace(self, specials={**others, seat: tiles} if tiles else others)

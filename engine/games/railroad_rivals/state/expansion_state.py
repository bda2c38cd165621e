"""The part of a state that belongs to the modules of Robber Baron."""

from collections.abc import Mapping
from typing import Self

import msgspec

from engine.core import Seat, Secret, secret_for
from engine.games.railroad_rivals.game_data.printed_data import City, Railroad, Special


class ExpansionState(msgspec.Struct, frozen=True):
    """Special tiles, buildings, companies, and premoves. All are public except premoves."""

    specials: Mapping[Seat, tuple[Special, ...]] = {}
    """The special tiles of each seat; seats without any are omitted."""
    hotels: Mapping[City, Seat] = {}
    towers: Mapping[City, Seat] = {}
    merged: tuple[Railroad, ...] = ()
    """The two railroads of the merged company; empty before a merger."""
    ruined: tuple[Railroad, ...] = ()
    """Ruined railroads: those that are out of business. (RB Loot The Company)"""
    said: Mapping[Seat, Secret[Mapping[Special, str]]] = {}
    """The premoves about special tiles, by seat and tile.

    Each seat with a special tile has an entry, which may be empty, so that an entry does not reveal that a premove
    exists.
    """

    def add_special(self, seat: Seat, special: Special) -> Self:
        """Add a special tile to a seat."""
        with_special = self._with_specials(seat, (*self.specials.get(seat, ()), special))
        return with_special._with_answers(seat, self.answers_of(seat))

    def remove_special(self, seat: Seat, special: Special) -> Self:
        """Remove a played special tile and any premove about it."""
        remaining = list(self.specials[seat])
        remaining.remove(special)
        return self._with_specials(seat, tuple(remaining)).clear_answer(seat, special)

    def count_special(self, seat: Seat, special: Special) -> int:
        """Return the number of special tiles of a kind that a seat has."""
        return self.specials.get(seat, ()).count(special)

    def holder_of(self, special: Special) -> Seat | None:
        """Return the seat that has a special tile of which there is only one; None if no seat has it."""
        return next((seat for seat, tiles in self.specials.items() if special in tiles), None)

    def merge_companies(self, first: Railroad, second: Railroad) -> Self:
        """Merge two railroads into one company. (RB Merger)"""
        return msgspec.structs.replace(self, merged=(first, second))

    def close_company(self, company: tuple[Railroad, ...]) -> Self:
        """Put a company out of business. (RB Loot The Company)"""
        return msgspec.structs.replace(self, ruined=self.ruined + company)

    def hotel_city(self, seat: Seat) -> City | None:
        """Return the city of a seat's hotel; None before it is built."""
        return next((city for city, owner in self.hotels.items() if owner == seat), None)

    def tower_city(self, seat: Seat) -> City | None:
        """Return the city of a seat's water tower; None before it is built."""
        return next((city for city, owner in self.towers.items() if owner == seat), None)

    def build_hotel(self, seat: Seat, city: City) -> Self:
        """Build a seat's hotel. (RB Advanced Buildings)"""
        return msgspec.structs.replace(self, hotels={**self.hotels, city: seat})

    def build_tower(self, seat: Seat, city: City) -> Self:
        """Build a seat's water tower. (RB Advanced Buildings)"""
        return msgspec.structs.replace(self, towers={**self.towers, city: seat})

    def company_of(self, railroad: Railroad) -> tuple[Railroad, ...]:
        """Return all railroads of the company to which a railroad belongs. (RB Merger)"""
        return self.merged if railroad in self.merged else (railroad,)

    def moving_markers(self, railroad: Railroad) -> tuple[Railroad, ...]:
        """Return the railroads whose values change with that of ``railroad``; none if it is ruined. (K6, K11)"""
        return () if railroad in self.ruined else self.company_of(railroad)

    # -- premoves

    def answers_of(self, seat: Seat) -> Mapping[Special, str]:
        """Return the premoves of a seat, by tile; empty if they are hidden."""
        secret = self.said.get(seat)
        return (secret.value or {}) if secret else {}

    def set_answer(self, seat: Seat, special: Special, answer: str) -> Self:
        """Store a seat's premove about a tile."""
        return self._with_answers(seat, {**self.answers_of(seat), special: answer})

    def clear_answer(self, seat: Seat, special: Special) -> Self:
        """Delete a seat's premove about a tile."""
        remaining = {tile: answer for tile, answer in self.answers_of(seat).items() if tile != special}
        return self._with_answers(seat, remaining)

    def fill_hidden_answers(self) -> Self:
        """Replace hidden premoves by empty ones, so that a view becomes a complete state."""
        hidden = [seat for seat, secret in self.said.items() if secret.value is None]
        said = dict(self.said)
        for seat in hidden:
            said[seat] = secret_for(seat, {})
        return msgspec.structs.replace(self, said=said)

    def _with_answers(self, seat: Seat, answers: Mapping[Special, str]) -> Self:
        return msgspec.structs.replace(self, said={**self.said, seat: secret_for(seat, answers)})

    def _with_specials(self, seat: Seat, tiles: tuple[Special, ...]) -> Self:
        others = {other: held for other, held in self.specials.items() if other != seat}
        return msgspec.structs.replace(self, specials={**others, seat: tiles} if tiles else others)

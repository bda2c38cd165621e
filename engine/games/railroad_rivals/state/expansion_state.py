"""The expansion's part of a state: special tiles, buildings, merged companies, and those out of business."""

from collections.abc import Mapping
from typing import Self

import msgspec

from engine.core import Seat, Secret, secret_for
from engine.games.railroad_rivals.game_data.printed_data import City, Railroad, Special


class ExpansionState(msgspec.Struct, frozen=True):
    """Public, except for premoves."""

    specials: Mapping[Seat, tuple[Special, ...]] = {}
    """The special tiles before each seat; seats without one are omitted."""
    hotels: Mapping[City, Seat] = {}
    towers: Mapping[City, Seat] = {}
    merged: tuple[Railroad, ...] = ()
    """The two railroads that became one company."""
    ruined: tuple[Railroad, ...] = ()
    """Railroads that are out of business."""
    said: Mapping[Seat, Secret[Mapping[Special, str]]] = {}
    """The premoves of a seat about its tiles; it is asked about the others.

    There is an entry as soon as a seat has any tile, so that it does not reveal whether a premove was made.
    """

    def add_special(self, seat: Seat, special: Special) -> Self:
        """Add a special tile to a seat."""
        with_special = self._with_specials(seat, (*self.specials.get(seat, ()), special))
        return with_special._with_answers(seat, self.answers_of(seat))

    def remove_special(self, seat: Seat, special: Special) -> Self:
        """Remove a played special tile, with any premove about it."""
        remaining = list(self.specials[seat])
        remaining.remove(special)
        return self._with_specials(seat, tuple(remaining)).clear_answer(seat, special)

    def count_special(self, seat: Seat, special: Special) -> int:
        """The number of these tiles that a seat has."""
        return self.specials.get(seat, ()).count(special)

    def holder_of(self, special: Special) -> Seat | None:
        """The seat with the only tile of this name; ``None`` if no one has it."""
        return next((seat for seat, tiles in self.specials.items() if special in tiles), None)

    def merge_companies(self, first: Railroad, second: Railroad) -> Self:
        """Merge two railroads into one company. (RB Merger)"""
        return msgspec.structs.replace(self, merged=(first, second))

    def close_company(self, company: tuple[Railroad, ...]) -> Self:
        """Put a company out of business. (RB Loot The Company)"""
        return msgspec.structs.replace(self, ruined=self.ruined + company)

    def hotel_city(self, seat: Seat) -> City | None:
        """The city with a seat's hotel; ``None`` while it is not built."""
        return next((city for city, owner in self.hotels.items() if owner == seat), None)

    def tower_city(self, seat: Seat) -> City | None:
        """The city with a seat's water tower; ``None`` while it is not built."""
        return next((city for city, owner in self.towers.items() if owner == seat), None)

    def build_hotel(self, seat: Seat, city: City) -> Self:
        """Build a seat's only hotel, permanently. (RB Advanced Buildings)"""
        return msgspec.structs.replace(self, hotels={**self.hotels, city: seat})

    def build_tower(self, seat: Seat, city: City) -> Self:
        """Build a seat's only water tower, permanently. (RB Advanced Buildings)"""
        return msgspec.structs.replace(self, towers={**self.towers, city: seat})

    def company_of(self, railroad: Railroad) -> tuple[Railroad, ...]:
        """All names of the company that this railroad belongs to. (RB Merger)"""
        return self.merged if railroad in self.merged else (railroad,)

    def moving_markers(self, railroad: Railroad) -> tuple[Railroad, ...]:
        """The stock value markers that move with this railroad's: none once it is out of business. (rulings K6, K11)"""
        return () if railroad in self.ruined else self.company_of(railroad)

    # -- premoves

    def answers_of(self, seat: Seat) -> Mapping[Special, str]:
        """The premoves of a seat, by tile; empty if they are hidden."""
        secret = self.said.get(seat)
        return (secret.value or {}) if secret else {}

    def set_answer(self, seat: Seat, special: Special, answer: str) -> Self:
        """A seat makes a premove about a tile."""
        return self._with_answers(seat, {**self.answers_of(seat), special: answer})

    def clear_answer(self, seat: Seat, special: Special) -> Self:
        """A premove is used up, or undone."""
        remaining = {tile: answer for tile, answer in self.answers_of(seat).items() if tile != special}
        return self._with_answers(seat, remaining)

    def fill_hidden_answers(self) -> Self:
        """A copy without the premoves that are hidden here."""
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

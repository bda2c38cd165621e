"""The state of a game of RailRoader, and the methods that change it."""

from collections.abc import Callable, Mapping
from typing import Any, Literal, Self

import msgspec

from engine.core import Rng, RuledPhase, Seat, Secret, State, all_seats, seats_from, secret_for
from engine.games.railroader.game_data.board import BOARDS, SPACES_PER_SECTION, Board, Space
from engine.games.railroader.game_data.cards import Card, Kind, sort_cards
from engine.games.railroader.game_data.constants import ACTIONS_PER_TURN, DIE_FACES
from engine.games.railroader.game_data.options import Deck, RailRoaderOptions


class Rolling(msgspec.Struct, frozen=True):
    """A roll after which the player has yet to stop the train, with the values of the Water cards."""

    waters: tuple[int, ...]
    die: int
    engineers: int

    @property
    def total(self) -> int:
        """The number of spaces that the roll moves the train, before engineers change it."""
        return sum(self.waters) + self.die


class Turn(RuledPhase[Any], frozen=True):
    """The turn of a seat. (RR Order of play; rulings 12, 24-26, 36, 38, 39, 50)"""

    heading = "Turn"

    seat: Seat
    left: int = ACTIONS_PER_TURN
    """Remaining actions."""
    railhead: int = 0
    """The number of the last section of track at the start of the turn."""
    gang: int = 0
    """The workers at the railhead who have been there since the start of the turn."""
    built: bool = False
    """Whether track was built in this turn."""
    rolled: bool = False
    """Whether the die was rolled for a move in this turn."""
    still: bool = False
    """Whether the train can't move anymore in this turn."""
    begun: bool = False
    """Whether the cavalry's roll at the start of the turn is done."""
    rolling: Rolling | None = None
    """The roll after which the player has yet to stop the train."""


DeputyUse = Literal["needed", "always", "never", "two"]
FirstTarget = Literal["workers", "crates"]


class Orders(msgspec.Struct, frozen=True):
    """A player's orders for deputies, given before an attack. (RR Outlaws; ruling 78)"""

    use: DeputyUse = "needed"
    """Deputies are used to prevent a loss, always, never, or to prevent two losses."""
    first: FirstTarget = "workers"
    """The outlaws whom deputies drive off first: those who scare off workers, or those who steal crates."""


Destination = Literal["pile", "prairie"]
"""The destination of a discarded card: the player's own discard pile, or the prairie."""


class Crate(msgspec.Struct, frozen=True):
    """A supplies card at a railhead, with ``left`` of its ``value`` supplies. (RR Supplies)"""

    left: int
    value: int

    @property
    def is_opened(self) -> bool:
        """Whether some of its supplies were eaten. (RR Supplies; ruling 57b)"""
        return self.left < self.value

    @property
    def card(self) -> Card:
        """The supplies card that the crate came from."""
        return Card(f"{Kind.SUPPLIES}-{self.value}")


class RailheadMat(msgspec.Struct, frozen=True):
    """The workers, deputies and crates at the railhead. (RR The Railhead)"""

    workers: int = 0
    deputies: int = 0
    crates: tuple[Crate, ...] = ()
    """The crates in the order of use: the opened one first, then the lowest value. (ruling 32)"""

    @property
    def people_count(self) -> int:
        """The number of workers and deputies."""
        return self.workers + self.deputies

    @property
    def supply_count(self) -> int:
        """The number of supplies in all crates."""
        return sum(crate.left for crate in self.crates)

    @property
    def unopened_crates(self) -> tuple[Crate, ...]:
        """The unopened crates, the lowest value first. (rulings 57b, 77)"""
        if not self.crates:
            return ()
        return tuple(sorted((crate for crate in self.crates if not crate.is_opened), key=lambda crate: crate.value))


class Railroad(msgspec.Struct, frozen=True):
    """The train, track, railhead, and cards of one player."""

    engine: int = 0
    """The space of the train's engine; 0 is Junction City. (ruling 5)"""
    sections: int = 0
    """The number of sections of track."""
    derailed: bool = False
    cavalry: int | None = None
    """The space of the cavalry while the train is ambushed, otherwise None. (RR Ambush)"""
    dynamite: int | None = None
    """The space of dynamite ahead of the train, or None. (RR Saboteur)"""
    mat: RailheadMat = RailheadMat()
    hand: tuple[Card, ...] = ()
    discards: tuple[Card, ...] = ()

    @property
    def last_track_space(self) -> int:
        """The last space with track; 0 without track."""
        return self.sections * SPACES_PER_SECTION


class RailRoader(State, frozen=True, kw_only=True):
    """The state of a game. Mappings by seat have a key for every seat.

    Only the order of the deck and the orders for deputies are hidden. (rulings 8, 9, 78)
    """

    options: RailRoaderOptions
    edition: Deck = "first"
    """The deck of the table.

    States that were stored before there was a choice of decks have no value.
    """
    seats: int
    first: Seat
    """The seat that goes first in every round. (RR Order of play)"""
    round: int = 0
    railroads: Mapping[Seat, Railroad]
    deck: Secret[tuple[Card, ...]]
    """The cards of the deck, from the top down."""
    market: tuple[Card | None, ...] = (None, None, None)
    """The cards from the slot next to the deck on; None is an empty slot. (rulings 63, 68)"""
    prairie: tuple[Card, ...] = ()
    """The cards on the prairie, in the order of the card file."""
    outlaws: tuple[Card, ...] = ()
    """The outlaws next to the board, in order of appearance. (RR Outlaws)"""
    orders: Mapping[Seat, Secret[Orders]]
    """The orders of each seat for its deputies, visible to that seat. (ruling 78)"""
    arrived: tuple[Seat, ...] = ()
    """The seats that reached Buffalo Creek, in order of arrival.

    A seat stays in the list even if its train leaves Buffalo Creek again. (rulings 82, 84)
    """
    ending: str = ""
    """The key of the ending in ``ENDINGS``; empty until the game is over."""
    rng: Secret[Rng]

    # -- the board

    @property
    def board(self) -> Board:
        """The board with the length of this table's line."""
        return BOARDS[int(self.options.line)]

    def space_under_engine(self, seat: Seat) -> Space:
        """The kind of the train's space; plain if the train is derailed. (rulings 38, 55)"""
        railroad = self.railroads[seat]
        return Space.PLAIN if railroad.derailed else self.board.space_kind(seat, railroad.engine)

    @property
    def seats_in_creek(self) -> tuple[Seat, ...]:
        """The seats whose train is in Buffalo Creek, in order of arrival. (rulings 82, 84, 88)"""
        return tuple(seat for seat in self.arrived if self.board.is_in_creek(self.railroads[seat].engine))

    # -- seats

    @property
    def seats_in_order(self) -> tuple[Seat, ...]:
        """All seats in the order of play. (RR Order of play)"""
        return seats_from(self.first, self.seats)

    def rivals(self, seat: Seat) -> tuple[Seat, ...]:
        """All other seats, in seat order."""
        return tuple(other for other in all_seats(self.seats) if other != seat)

    # -- the turn

    @property
    def current_turn(self) -> Turn:
        """The current turn; the current phase must be a turn."""
        phase = self.flow[-1]
        assert isinstance(phase, Turn)
        return phase

    def update_turn(self, **changes: Any) -> Self:
        """Change fields of the current turn."""
        return self.replace_phase(msgspec.structs.replace(self.current_turn, **changes))

    def spend_actions(self, actions: int) -> Self:
        """Use up actions of the current turn. (RR Order of play)"""
        return self.update_turn(left=self.current_turn.left - actions)

    # -- trains and track

    def update_railroad(self, seat: Seat, **changes: Any) -> Self:
        """Change fields of a player's railroad."""
        railroad = msgspec.structs.replace(self.railroads[seat], **changes)
        return msgspec.structs.replace(self, railroads={**self.railroads, seat: railroad})

    def update_mat(self, seat: Seat, change: Callable[[RailheadMat], RailheadMat]) -> Self:
        """Replace a player's railhead mat by the result of ``change``."""
        return self.update_railroad(seat, mat=change(self.railroads[seat].mat))

    def record_arrival(self, seat: Seat) -> Self:
        """Record that a seat's train reaches Buffalo Creek, as the last one to arrive so far. (ruling 84)"""
        earlier = tuple(other for other in self.arrived if other != seat)
        return msgspec.structs.replace(self, arrived=(*earlier, seat))

    # -- cards

    def remove_from_hand(self, seat: Seat, *cards: Card) -> Self:
        return self.update_railroad(seat, hand=remove_cards(self.railroads[seat].hand, cards))

    def add_to_hand(self, seat: Seat, *cards: Card) -> Self:
        return self.update_railroad(seat, hand=sort_cards((*self.railroads[seat].hand, *cards)))

    def add_to_discards(self, seat: Seat, *cards: Card) -> Self:
        """Add cards to a player's own discard pile."""
        return self.update_railroad(seat, discards=sort_cards((*self.railroads[seat].discards, *cards)))

    def add_to_prairie(self, *cards: Card) -> Self:
        return msgspec.structs.replace(self, prairie=sort_cards((*self.prairie, *cards)))

    def remove_from_prairie(self, *cards: Card) -> Self:
        return msgspec.structs.replace(self, prairie=remove_cards(self.prairie, cards))

    def discard(self, seat: Seat, destination: Destination, *cards: Card) -> Self:
        """Add cards to a player's discard pile or to the prairie."""
        return self.add_to_discards(seat, *cards) if destination == "pile" else self.add_to_prairie(*cards)

    # -- deck, market, outlaws

    def draw_card(self) -> tuple[Self, Card]:
        """Draw the top card of a deck that is not empty."""
        top, *rest = self.deck.open()
        return msgspec.structs.replace(self, deck=Secret(tuple(rest), len(rest))), top

    def shuffle_deck(self, *cards: Card) -> Self:
        """Replace the deck by these cards, shuffled."""
        order, rng = self.rng.open().shuffle(sort_cards(cards))
        return msgspec.structs.replace(self, deck=Secret(order, len(order)), rng=Secret(rng))

    def set_market(self, *slots: Card | None) -> Self:
        """Replace the cards of the market, from the slot next to the deck on."""
        return msgspec.structs.replace(self, market=slots)

    def fill_slot(self, slot: int, card: Card | None) -> Self:
        """Put a card in a slot of the market, or empty it; slots count from 1. (ruling 63)"""
        return self.set_market(*self.market[: slot - 1], card, *self.market[slot:])

    def set_outlaws(self, *cards: Card) -> Self:
        """Replace the outlaws next to the board."""
        return msgspec.structs.replace(self, outlaws=cards)

    # -- the die, and orders for deputies

    def roll_die(self) -> tuple[Self, int]:
        """Roll the die; return the new state, and a number from 1 to 6. (ruling 11)"""
        below, rng = self.rng.open().draw_below(DIE_FACES)
        return msgspec.structs.replace(self, rng=Secret(rng)), below + 1

    def look_up_orders(self, seat: Seat) -> tuple[Self, Orders]:
        """Return the new state and a seat's orders.

        A subclass may have to choose orders that are unknown. (ruling 78)
        """
        return self, self.orders[seat].open()

    def set_orders(self, seat: Seat, orders: Orders) -> Self:
        """Replace a seat's orders for its deputies. (ruling 78)"""
        return msgspec.structs.replace(self, orders={**self.orders, seat: secret_for(seat, orders)})

    # -- rounds

    def begin_round(self) -> Self:
        """Increase the number of the round by 1."""
        return msgspec.structs.replace(self, round=self.round + 1)

    def end_game(self, ending: str) -> Self:
        """End the game; ``ending`` is a key of ``ENDINGS``."""
        return msgspec.structs.replace(self, ending=ending, flow=())


def remove_cards(pile: tuple[Card, ...], cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return the pile without these cards; one copy is removed for each."""
    remaining = list(pile)
    for card in cards:
        remaining.remove(card)
    return tuple(remaining)

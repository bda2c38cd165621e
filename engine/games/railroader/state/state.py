"""Everything about one game of RailRoader, and the methods its rules are written with."""

from collections.abc import Callable, Mapping
from typing import Any, Literal, Self

import msgspec

from engine.core import Rng, RuledPhase, Seat, Secret, State, all_seats, seats_from, secret_for
from engine.games.railroader.game_data.board import BOARDS, SPACES_PER_SECTION, Board, Space, section_of
from engine.games.railroader.game_data.cards import Card, Kind, sort_cards
from engine.games.railroader.game_data.constants import ACTIONS_PER_TURN, DIE_FACES
from engine.games.railroader.game_data.options import Deck, RailRoaderOptions


class Rolling(msgspec.Struct, frozen=True):
    """``die`` on top of ``waters``; each of the ``engineers`` may change the sum by 2."""

    waters: tuple[int, ...]
    die: int
    engineers: int

    @property
    def total(self) -> int:
        """Spaces before engineers change the move."""
        return sum(self.waters) + self.die


class Turn(RuledPhase[Any], frozen=True):
    """A seat's turn with ``left`` actions to come.

    ``railhead`` is the last section at its start, and ``gang`` the workers there who have stayed. ``built`` and
    ``rolled``: no second build or movement roll. ``still``: the train can't move any more this turn. ``begun``: the
    cavalry has ridden. ``rolling``: the die is rolled and engineers choose where the train stops. (RR Order of play;
    rulings 12, 24-26, 36, 38, 39, 50)
    """

    heading = "Turn"

    seat: Seat
    left: int = ACTIONS_PER_TURN
    railhead: int = 0
    gang: int = 0
    built: bool = False
    rolled: bool = False
    still: bool = False
    begun: bool = False
    rolling: Rolling | None = None


DeputyUse = Literal["needed", "always", "never", "two"]
FirstTarget = Literal["workers", "crates"]


class Orders(msgspec.Struct, frozen=True):
    """Orders for deputies. ``use``: when a loss would be prevented, always, never, or only against two or more losses.

    ``first``: which outlaws a deputy drives off first. (asynchronous form of RR Outlaws)
    """

    use: DeputyUse = "needed"
    first: FirstTarget = "workers"


Destination = Literal["pile", "prairie"]
"""The destination of a discarded card: the player's discard pile, or the prairie."""


class Crate(msgspec.Struct, frozen=True):
    """Supplies at a railhead: ``left`` of ``value`` cubes. (RR Supplies)"""

    left: int
    value: int

    @property
    def is_opened(self) -> bool:
        """Whether some of it has been used. (RR Supplies; ruling 57b)"""
        return self.left < self.value

    @property
    def card(self) -> Card:
        """The card of the crate."""
        return Card(f"{Kind.SUPPLIES}-{self.value}")


class RailheadMat(msgspec.Struct, frozen=True):
    """The workers, deputies and crates at the railhead. (RR The Railhead)"""

    workers: int = 0
    deputies: int = 0
    crates: tuple[Crate, ...] = ()
    """In the order of use: the opened one first, then the lowest. (ruling 32)"""

    @property
    def people_count(self) -> int:
        """The number of people."""
        return self.workers + self.deputies

    @property
    def supply_count(self) -> int:
        """Cubes in all crates."""
        return sum(crate.left for crate in self.crates)

    @property
    def unopened_crates(self) -> tuple[Crate, ...]:
        """Unopened crates, the lowest first. (rulings 57b, 77)"""
        if not self.crates:
            return ()
        return tuple(sorted((crate for crate in self.crates if not crate.is_opened), key=lambda crate: crate.value))


class Railroad(msgspec.Struct, frozen=True):
    """Everything of one player. ``hand`` and ``discards`` are in the order of the card file."""

    engine: int = 0
    """The train's space; only its engine counts. 0 is Junction City. (ruling 5)"""
    sections: int = 0
    """Sections of track."""
    derailed: bool = False
    cavalry: int | None = None
    """While ambushed: the space of the cavalry. (RR Ambush)"""
    dynamite: int | None = None
    """The space of a cube ahead of the train. (RR Saboteur)"""
    mat: RailheadMat = RailheadMat()
    hand: tuple[Card, ...] = ()
    discards: tuple[Card, ...] = ()

    @property
    def last_track_space(self) -> int:
        """The last space with track."""
        return self.sections * SPACES_PER_SECTION


class RailRoader(State, frozen=True, kw_only=True):
    """The state. Mappings by seat have a key for every seat. All but the deck's order is open. (rulings 8, 9)"""

    options: RailRoaderOptions
    edition: Deck = "first"
    """The deck; states from before there were two decks lack it."""
    seats: int
    first: Seat
    """The seat that goes first in every round. (RR Order of play)"""
    round: int = 0
    railroads: Mapping[Seat, Railroad]
    deck: Secret[tuple[Card, ...]]
    """The cards from the top down."""
    market: tuple[Card | None, ...] = (None, None, None)
    """The slots, beginning next to the deck; None is an empty slot. (rulings 63, 68)"""
    prairie: tuple[Card, ...] = ()
    """In the order of the card file."""
    outlaws: tuple[Card, ...] = ()
    """Outlaws next to the board, in order of appearance. (RR Outlaws)"""
    orders: Mapping[Seat, Secret[Orders]]
    """The moment at which each seat's deputies are used. (ruling 78)"""
    arrived: tuple[Seat, ...] = ()
    """The seats that have reached Buffalo Creek, in order, including those that have left it. (``seats_in_creek``;
    rulings 82, 84)
    """
    ending: str = ""
    """The reason for the end of the game; empty until then."""
    rng: Secret[Rng]

    # -- the board

    @property
    def board(self) -> Board:
        """The lanes at the length that is played."""
        return BOARDS[int(self.options.line)]

    def space_under_engine(self, seat: Seat) -> Space:
        """The kind of space under the train; plain for a derailed one. (rulings 38, 55)"""
        railroad = self.railroads[seat]
        return Space.PLAIN if railroad.derailed else self.board.space_kind(seat, railroad.engine)

    @property
    def seats_in_creek(self) -> tuple[Seat, ...]:
        """The seats whose train is on the last section, in order of arrival. (RR Order of play; rulings 82, 84, 88)"""
        return tuple(seat for seat in self.arrived if section_of(self.railroads[seat].engine) == self.board.sections)

    # -- seats

    @property
    def seats_in_order(self) -> tuple[Seat, ...]:
        """All seats from the first player on, clockwise. (RR Order of play)"""
        return seats_from(self.first, self.seats)

    def rivals(self, seat: Seat) -> tuple[Seat, ...]:
        """The possible targets of a saboteur, in seat order."""
        return tuple(other for other in all_seats(self.seats) if other != seat)

    # -- the turn

    @property
    def current_turn(self) -> Turn:
        """The turn that is being played."""
        phase = self.flow[-1]
        assert isinstance(phase, Turn)
        return phase

    def update_turn(self, **changes: Any) -> Self:
        """The same with something of the turn changed."""
        return self.replace_phase(msgspec.structs.replace(self.current_turn, **changes))

    def spend_actions(self, actions: int) -> Self:
        """Use up actions of the turn. (RR Order of play)"""
        return self.update_turn(left=self.current_turn.left - actions)

    # -- trains and track

    def update_railroad(self, seat: Seat, **changes: Any) -> Self:
        """Something of one player's railroad changed."""
        railroad = msgspec.structs.replace(self.railroads[seat], **changes)
        return msgspec.structs.replace(self, railroads={**self.railroads, seat: railroad})

    def update_mat(self, seat: Seat, change: Callable[[RailheadMat], RailheadMat]) -> Self:
        """Something at one player's railhead changed."""
        return self.update_railroad(seat, mat=change(self.railroads[seat].mat))

    def record_arrival(self, seat: Seat) -> Self:
        """Record that a seat reaches Buffalo Creek, after those who are there. (ruling 84)"""
        earlier = tuple(other for other in self.arrived if other != seat)
        return msgspec.structs.replace(self, arrived=(*earlier, seat))

    # -- cards

    def remove_from_hand(self, seat: Seat, *cards: Card) -> Self:
        """Remove cards from a hand."""
        return self.update_railroad(seat, hand=remove_cards(self.railroads[seat].hand, cards))

    def add_to_hand(self, seat: Seat, *cards: Card) -> Self:
        """Cards join a hand."""
        return self.update_railroad(seat, hand=sort_cards((*self.railroads[seat].hand, *cards)))

    def add_to_discards(self, seat: Seat, *cards: Card) -> Self:
        """Add cards to a player's own discard pile."""
        return self.update_railroad(seat, discards=sort_cards((*self.railroads[seat].discards, *cards)))

    def add_to_prairie(self, *cards: Card) -> Self:
        """Cards go to the prairie."""
        return msgspec.structs.replace(self, prairie=sort_cards((*self.prairie, *cards)))

    def remove_from_prairie(self, *cards: Card) -> Self:
        """Remove cards from the prairie."""
        return msgspec.structs.replace(self, prairie=remove_cards(self.prairie, cards))

    def discard(self, seat: Seat, destination: Destination, *cards: Card) -> Self:
        """Cards go to a player's discard pile or to the prairie."""
        return self.add_to_discards(seat, *cards) if destination == "pile" else self.add_to_prairie(*cards)

    # -- deck, market, outlaws

    def draw_card(self) -> tuple[Self, Card]:
        """The top card of a deck that is not empty."""
        top, *rest = self.deck.open()
        return msgspec.structs.replace(self, deck=Secret(tuple(rest), len(rest))), top

    def shuffle_deck(self, *cards: Card) -> Self:
        """Shuffle these cards into a new deck."""
        order, rng = self.rng.open().shuffle(sort_cards(cards))
        return msgspec.structs.replace(self, deck=Secret(order, len(order)), rng=Secret(rng))

    def set_market(self, *slots: Card | None) -> Self:
        """The cards of the market, from the slot next to the deck on."""
        return msgspec.structs.replace(self, market=slots)

    def fill_slot(self, slot: int, card: Card | None) -> Self:
        """Put a card, or nothing, in a slot; slots count from 1. (ruling 63)"""
        return self.set_market(*self.market[: slot - 1], card, *self.market[slot:])

    def set_outlaws(self, *cards: Card) -> Self:
        """The outlaws next to the board."""
        return msgspec.structs.replace(self, outlaws=cards)

    # -- chance and what players said

    def roll_die(self) -> tuple[Self, int]:
        """The die. (ruling 11)"""
        below, rng = self.rng.open().draw_below(DIE_FACES)
        return msgspec.structs.replace(self, rng=Secret(rng)), below + 1

    def look_up_orders(self, seat: Seat) -> tuple[Self, Orders]:
        """A seat's orders for its deputies. (ruling 78)"""
        return self, self.orders[seat].open()

    def set_orders(self, seat: Seat, orders: Orders) -> Self:
        """Set how a seat's deputies are used from now on. (ruling 78)"""
        return msgspec.structs.replace(self, orders={**self.orders, seat: secret_for(seat, orders)})

    # -- rounds

    def begin_round(self) -> Self:
        """The next round."""
        return msgspec.structs.replace(self, round=self.round + 1)

    def end_game(self, ending: str) -> Self:
        """The game is over."""
        return msgspec.structs.replace(self, ending=ending, flow=())


def remove_cards(pile: tuple[Card, ...], cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """A pile without these cards."""
    remaining = list(pile)
    for card in cards:
        remaining.remove(card)
    return tuple(remaining)

"""Everything about one game of RailRoader, and the verbs its rules are written in."""

from collections.abc import Callable, Mapping
from typing import Any, Literal, Self

import msgspec

from engine.core import Rng, RuledPhase, Seat, Secret, State, all_seats, known_to, seats_from
from engine.games.railroader.box.board import BOARDS, SPACES, Board, Space, section
from engine.games.railroader.box.cards import Card, Kind, in_order
from engine.games.railroader.box.figures import ACTIONS, DIE
from engine.games.railroader.box.options import Deck, RailRoaderOptions


class Rolling(msgspec.Struct, frozen=True):
    """``die`` on top of ``waters``; each of the ``engineers`` may change the sum by 2."""

    waters: tuple[int, ...]
    die: int
    engineers: int

    @property
    def total(self) -> int:
        """Spaces, before the engineers have their say."""
        return sum(self.waters) + self.die


class Turn(RuledPhase[Any], frozen=True):
    """``left`` actions of a seat's turn are to come.

    ``railhead`` is the last section when the turn began, and ``gang`` the workers there who stayed since. ``built`` and
    ``rolled``: no second build, no second movement roll. ``still``: the train moves no more in this turn. ``begun``:
    the cavalry has ridden. ``rolling``: the die is cast and engineers say where the train stops.
    (RR Order of play; rulings 12, 24-26, 36, 38, 39, 50)
    """

    heading = "Turn"

    seat: Seat
    left: int = ACTIONS
    railhead: int = 0
    gang: int = 0
    built: bool = False
    rolled: bool = False
    still: bool = False
    begun: bool = False
    rolling: Rolling | None = None


Use = Literal["needed", "always", "never", "two"]
First = Literal["workers", "crates"]


class Orders(msgspec.Struct, frozen=True):
    """``use``: when a loss would be prevented, always, never, or only against two or more losses.

    ``first``: which outlaws a deputy sends away first. (asynchronous form of RR Outlaws)
    """

    use: Use = "needed"
    first: First = "workers"


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
    def supplies(self) -> int:
        """Cubes in all crates."""
        return sum(crate.left for crate in self.crates)

    @property
    def unopened(self) -> tuple[Crate, ...]:
        """Crates nothing was taken from, the lowest first. (rulings 57b, 77)"""
        if not self.crates:
            return ()
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


class RailRoader(State, frozen=True, kw_only=True):
    """The state. Mappings by seat have a key for every seat. All but the deck's order is open. (rulings 8, 9)"""

    options: RailRoaderOptions
    edition: Deck = "first"
    """The cards that are played with; states stored before there were two decks lack it."""
    seats: int
    first: Seat
    """Who goes first in every round. (RR Order of play)"""
    round: int = 0
    railroads: Mapping[Seat, Railroad]
    deck: Secret[tuple[Card, ...]]
    """From the top."""
    market: tuple[Card | None, ...] = (None, None, None)
    """From the slot next to the deck to the far end; None is an empty slot. (rulings 63, 68)"""
    prairie: tuple[Card, ...] = ()
    """In the order of the sheet."""
    outlaws: tuple[Card, ...] = ()
    """Those beside the board, in the order they came. (RR Outlaws)"""
    orders: Mapping[Seat, Secret[Orders]]
    """When each seat's deputies are used. (ruling 78)"""
    arrived: tuple[Seat, ...] = ()
    """Who has reached Buffalo Creek, in order, also if the engine has left it since. (``in_creek``; rulings 82, 84)"""
    ending: str = ""
    """How the game ended; empty until then."""
    rng: Secret[Rng]

    # -- the board

    @property
    def board(self) -> Board:
        """The lanes at the length that is played."""
        return BOARDS[int(self.options.line)]

    def stands_on(self, seat: Seat) -> Space:
        """The kind of space under the engine; a derailed one stands on none, which counts as plain. (rulings 38, 55)"""
        railroad = self.railroads[seat]
        return Space.PLAIN if railroad.derailed else self.board.space(seat, railroad.engine)

    @property
    def in_creek(self) -> tuple[Seat, ...]:
        """The seats whose engine is on the last section, in order of arrival. (RR Order of play; rulings 82, 84, 88)"""
        return tuple(seat for seat in self.arrived if section(self.railroads[seat].engine) == self.board.sections)

    # -- seats

    @property
    def order(self) -> tuple[Seat, ...]:
        """All seats from the first player on, clockwise. (RR Order of play)"""
        return seats_from(self.first, self.seats)

    def rivals(self, seat: Seat) -> tuple[Seat, ...]:
        """The seats that may be a saboteur's target, in seat order."""
        return tuple(other for other in all_seats(self.seats) if other != seat)

    # -- the turn

    @property
    def turn(self) -> Turn:
        """The turn that is being played."""
        phase = self.flow[-1]
        assert isinstance(phase, Turn)
        return phase

    def in_turn(self, **changes: Any) -> Self:
        """The same with something of the turn changed."""
        return self.become(msgspec.structs.replace(self.turn, **changes))

    def spend(self, actions: int) -> Self:
        """So many actions of the turn are used. (RR Order of play)"""
        return self.in_turn(left=self.turn.left - actions)

    # -- trains and track

    def alter(self, seat: Seat, **changes: Any) -> Self:
        """Something of one player's railroad changed."""
        railroad = msgspec.structs.replace(self.railroads[seat], **changes)
        return msgspec.structs.replace(self, railroads={**self.railroads, seat: railroad})

    def alter_mat(self, seat: Seat, change: Callable[[Mat], Mat]) -> Self:
        """Something at one player's railhead changed."""
        return self.alter(seat, mat=change(self.railroads[seat].mat))

    def arrive(self, seat: Seat) -> Self:
        """A seat reaches Buffalo Creek, after all who are there. (ruling 84)"""
        earlier = tuple(other for other in self.arrived if other != seat)
        return msgspec.structs.replace(self, arrived=(*earlier, seat))

    # -- cards

    def from_hand(self, seat: Seat, *cards: Card) -> Self:
        """Cards leave a hand."""
        return self.alter(seat, hand=without(self.railroads[seat].hand, cards))

    def into_hand(self, seat: Seat, *cards: Card) -> Self:
        """Cards join a hand."""
        return self.alter(seat, hand=in_order((*self.railroads[seat].hand, *cards)))

    def onto_pile(self, seat: Seat, *cards: Card) -> Self:
        """Cards go to a player's own discard pile."""
        return self.alter(seat, discards=in_order((*self.railroads[seat].discards, *cards)))

    def onto_prairie(self, *cards: Card) -> Self:
        """Cards go to the prairie."""
        return msgspec.structs.replace(self, prairie=in_order((*self.prairie, *cards)))

    def from_prairie(self, *cards: Card) -> Self:
        """Cards leave the prairie."""
        return msgspec.structs.replace(self, prairie=without(self.prairie, cards))

    def discard(self, seat: Seat, onto: Onto, *cards: Card) -> Self:
        """Cards go to a player's discard pile or to the prairie."""
        return self.onto_pile(seat, *cards) if onto == "pile" else self.onto_prairie(*cards)

    # -- deck, market, outlaws

    def draw(self) -> tuple[Self, Card]:
        """The top card of a deck that is not empty."""
        top, *rest = self.deck.open()
        return msgspec.structs.replace(self, deck=Secret(tuple(rest), len(rest))), top

    def shuffled(self, *cards: Card) -> Self:
        """These cards become the deck."""
        order, rng = self.rng.open().shuffle(in_order(cards))
        return msgspec.structs.replace(self, deck=Secret(order, len(order)), rng=Secret(rng))

    def set_market(self, *slots: Card | None) -> Self:
        """The cards of the market, from the slot next to the deck on."""
        return msgspec.structs.replace(self, market=slots)

    def fill(self, slot: int, card: Card | None) -> Self:
        """A card, or nothing, lies in a slot; slots count from 1. (ruling 63)"""
        return self.set_market(*self.market[: slot - 1], card, *self.market[slot:])

    def set_outlaws(self, *cards: Card) -> Self:
        """The outlaws beside the board."""
        return msgspec.structs.replace(self, outlaws=cards)

    # -- chance and what players said

    def roll(self) -> tuple[Self, int]:
        """The die. (ruling 11)"""
        below, rng = self.rng.open().below(DIE)
        return msgspec.structs.replace(self, rng=Secret(rng)), below + 1

    def recall_orders(self, seat: Seat) -> tuple[Self, Orders]:
        """The orders that a seat has given about its deputies. (ruling 78)"""
        return self, self.orders[seat].open()

    def order_deputies(self, seat: Seat, orders: Orders) -> Self:
        """Set how a seat's deputies are used from now on. (ruling 78)"""
        return msgspec.structs.replace(self, orders={**self.orders, seat: known_to(seat, orders)})

    # -- rounds

    def begin_round(self) -> Self:
        """The next round."""
        return msgspec.structs.replace(self, round=self.round + 1)

    def end(self, ending: str) -> Self:
        """The game is over."""
        return msgspec.structs.replace(self, ending=ending, flow=())


def without(pile: tuple[Card, ...], cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """A pile with these cards gone."""
    left = list(pile)
    for card in cards:
        left.remove(card)
    return tuple(left)

"""The set-up of a game. (RR Set up)"""

from engine.core import Event, Secret, all_seats, rng_from_seed, secret_for, settle
from engine.games.railroader.game_data.cards import Card, Kind, full_deck, kind_of, starting_cards
from engine.games.railroader.game_data.constants import MARKET_SLOTS, MAX_SEATS
from engine.games.railroader.game_data.options import RailRoaderOptions
from engine.games.railroader.phases.game_state import GameState
from engine.games.railroader.phases.rounds import Rounds
from engine.games.railroader.state.events import MarketDealt, OrderDrawn
from engine.games.railroader.state.state import Orders, Railroad, RailRoader


def new_game(options: RailRoaderOptions, seats: int, seed: int) -> tuple[RailRoader, tuple[Event, ...]]:
    """Return a new game at its first question, and the events of the set-up. (RR Set up; rulings 2, 3)"""
    everyone = all_seats(seats)
    first, rng = rng_from_seed(seed).choice(everyone)
    state = GameState(
        flow=(Rounds(),),
        options=options.state_options(),
        edition=options.deck,
        seats=seats,
        first=first,
        railroads=dict.fromkeys(everyone, Railroad(hand=starting_cards())),
        deck=Secret(()),
        orders={seat: secret_for(seat, Orders()) for seat in everyone},
        rng=Secret(rng),
    ).shuffle_deck(*full_deck(options.deck, MAX_SEATS - seats))
    return settle(_deal_market(state.emit(OrderDrawn(state.seats_in_order)))).take_events()


def _deal_market(state: RailRoader) -> RailRoader:
    """Deal the market.

    Outlaws that are drawn go next to the board and attack no one. (RR Set up; ruling 4)
    """
    cards: list[Card] = []
    while len(cards) < MARKET_SLOTS:
        state, card = state.draw_card()
        if kind_of(card) is Kind.OUTLAW:
            state = state.set_outlaws(*state.outlaws, card)
        else:
            cards.append(card)
    return state.set_market(*cards).emit(MarketDealt(tuple(cards), state.outlaws))

"""The beginning of a game. (RR Set up)"""

from engine.core import Event, Secret, all_seats, known_to, seeded, settle
from engine.games.railroader.box.cards import Card, Kind, kind, starting_set, whole_deck
from engine.games.railroader.box.figures import MARKET, SEATS
from engine.games.railroader.box.options import RailRoaderOptions
from engine.games.railroader.phases import Rounds
from engine.games.railroader.phases.in_play import InPlay
from engine.games.railroader.state.events import MarketDealt, OrderDrawn
from engine.games.railroader.state.orders import Orders
from engine.games.railroader.state.railroad import Railroad
from engine.games.railroader.state.state import RailRoader


def new(options: RailRoaderOptions, seats: int, seed: int) -> tuple[RailRoader, tuple[Event, ...]]:
    """A table of ``seats`` players at its first question. (RR Set up; rulings 2, 3)"""
    everyone = all_seats(seats)
    first, rng = seeded(seed).choice(everyone)
    state = InPlay(
        flow=(Rounds(),),
        options=options.on_table(),
        edition=options.deck,
        seats=seats,
        first=first,
        railroads=dict.fromkeys(everyone, Railroad(hand=starting_set())),
        deck=Secret(()),
        orders={seat: known_to(seat, Orders()) for seat in everyone},
        rng=Secret(rng),
    ).shuffled(*whole_deck(options.deck, SEATS - seats))
    return settle(_deal(state.tell(OrderDrawn(state.order)))).take_news()


def _deal(state: RailRoader) -> RailRoader:
    """The market, dealt from the slot next to the deck; outlaws go aside and attack nobody. (RR Set up; ruling 4)"""
    dealt: list[Card] = []
    while len(dealt) < MARKET:
        state, card = state.draw()
        if kind(card) is Kind.OUTLAW:
            state = state.set_outlaws(*state.outlaws, card)
        else:
            dealt.append(card)
    return state.set_market(*dealt).tell(MarketDealt(tuple(dealt), state.outlaws))

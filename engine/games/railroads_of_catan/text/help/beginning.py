"""The rules of the set-up and of phases 1 to 4."""

from collections.abc import Mapping

from engine.core import dollar_amount
from engine.games.railroads_of_catan.game_data import constants
from engine.games.railroads_of_catan.game_data.pieces import EventCard
from engine.games.railroads_of_catan.state.display_names import ASSOCIATE_TEXTS, EVENT_TEXTS
from engine.games.railroads_of_catan.state.phases import Bidding, Draft, Maintenance
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan

Topic = tuple[str, str]

_OBJECT: Topic = (
    "The Object",
    "Build track between cities, carry goods on everyone’s track, and fill delivery orders. "
    f"The game ends after {constants.MAX_TURNS} turns. It ends sooner if a player has "
    f"{dollar_amount(constants.WINNING_CASH)} or has "
    "connected all of their cities. The player with the most cash wins.",
)
_SETUP: Topic = (
    "Game Setup",
    f"Each player starts with {dollar_amount(constants.START_CASH)}, {constants.RAILS_PER_PLAYER} rails, and "
    f"{constants.SEGMENTS_PER_PLAYER} train "
    "segments.\n"
    "- Found four cities, one per round: on a hex of 5 dots, then of 4, 3, and 2.\n"
    "- Each round starts with the next player.\n"
    "- A city makes the good of its hex. Its dots set the price of goods there.\n"
    "- You may rank hexes before your turn. On your turn, you take the best one that is free.",
)
_MAINTENANCE: Topic = (
    "Phase 1: Maintenance",
    "From turn 2 on, you pay a tenth of the list price as upkeep: $100 or $200 per track, $500 per small train, and "
    "$800 per large train. Before the turn, you may mark items to give up. "
    f"The other players make sealed bids for them, in steps of {dollar_amount(constants.BID_STEP)}. "
    "You must accept a bid at or above your reserve, or above half the list price. If bids are lower, you pay the "
    "upkeep. The buyer replaces the item and pays its upkeep. If no one bids, you pay the upkeep or remove the item, "
    "as you chose. If you cannot pay it, any bid is taken, or the item is removed.",
)
_BIDDING: Topic = (
    "Phase 3: Starting Player",
    "All players bid for turn order at the same time. "
    f"Bids are sealed, and each is $0 or a multiple of {dollar_amount(constants.BID_STEP)}. "
    "Higher bids go first. A die roll breaks ties. {payers}",
)
_PAYERS: Mapping[str, str] = {
    "everyone": "Each player pays their bid.",
    "first": "At this table, only the first player pays the bid.",
}
_ASSOCIATES: Topic = (
    "Phase 3: Associates",
    "Rank four associates in secret. In turn order, each player takes the first on their list that is free, for this "
    "turn only:\n" + "\n".join(f"- {title}: {effect}" for title, effect in ASSOCIATE_TEXTS.values()),
)
_ORDERS: Topic = (
    "Phase 4: Delivery Orders",
    f"Each open order gains {dollar_amount(constants.ORDER_GROWTH)}. Then new orders are revealed until there are "
    f"{constants.ORDERS_PER_PLAYER} "
    "per player. An order names a city and a good. When you sell that good in that city, you may use one barrel to "
    f"fill the order. You get the price of the sale, {dollar_amount(constants.COMMISSION)}, and what the order has "
    "gained.",
)


def _event_text(card: EventCard) -> str:
    title, effect = EVENT_TEXTS[card]
    return f"{title}: {effect}."


def _events_topic(state: RailroadsOfCatan) -> Topic:
    """The event of this turn first, then the others."""
    current_text = f"This turn: {_event_text(state.event)}\n" if state.event else ""
    event_lines = "\n".join(f"- {_event_text(card)}" for card in EventCard if card is not state.event)
    return (
        "Phase 2: Event",
        f"{current_text}One card is revealed each turn and takes effect immediately.\n{event_lines}\n"
        "A monsoon also destroys trains on the coast or on water, outside cities. If you cannot pay the tax, throw "
        "barrels away. We read tracks of a Surplus as free: they cost only city fees.",
    )


def _bidding_topic(state: RailroadsOfCatan) -> Topic:
    title, text = _BIDDING
    return title, text.format(payers=_PAYERS[state.options.pays])


def current_topics(state: RailroadsOfCatan) -> tuple[Topic, ...]:
    """The topics of the current phase; empty for other phases."""
    match state.flow[-1:]:
        case (Draft(),):
            return (_SETUP,)
        case (Maintenance(),):
            return (_MAINTENANCE,)
        case (Bidding(),):
            return (_bidding_topic(state), _ASSOCIATES)
        case _:
            return ()


def topics(state: RailroadsOfCatan) -> tuple[Topic, ...]:
    """All topics of these phases that this table uses, in rulebook order."""
    events = (_events_topic(state),) if state.options.events else ()
    return (_OBJECT, _SETUP, _MAINTENANCE, *events, _bidding_topic(state), _ASSOCIATES, _ORDERS)

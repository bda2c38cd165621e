"""The rules for ``/rules``, by the rulebook's paragraphs."""

from collections.abc import Mapping

from engine.core import View, dollar_amount
from engine.games.railroads_of_catan.game_data import constants
from engine.games.railroads_of_catan.game_data.pieces import EventCard
from engine.games.railroads_of_catan.state.display_names import ASSOCIATE_TEXTS, EVENT_TEXTS
from engine.games.railroads_of_catan.state.phases import Bidding, Building, Draft, Maintenance, Running
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan

Topic = tuple[str, str]
"""The title of a paragraph of the rulebook, and a text about it."""

_OBJECT: Topic = (
    "The Object",
    "Build track between cities, carry goods on everyone’s track, and fill delivery orders. The game ends after "
    f"{constants.MAX_TURNS} turns. It ends sooner if a player has {dollar_amount(constants.WINNING_CASH)} or has "
    "connected all of their cities. The player with the most cash wins.",
)
_SETUP: Topic = (
    "Game Setup",
    f"Each player starts with {dollar_amount(constants.START_CASH)}, {constants.RAILS_PER_PLAYER} rails, and "
    f"{constants.SEGMENTS_PER_PLAYER} train segments.\n"
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
    f"{constants.ORDERS_PER_PLAYER} per player. An order names a city and a good. When you sell that good in that "
    "city, you may use one barrel to fill the order. You get the price of the sale, "
    f"{dollar_amount(constants.COMMISSION)}, and what the order has gained.",
)
_TRACKS: Topic = (
    "Phase 5: Tracks",
    f"You may lay {constants.TRACKS_PER_TURN} tracks per turn. A track connects the center of a hex with one of its "
    "corners, or two corners along a side. It must start at one of your cities or tracks, and only one track fits "
    "between two points. A track costs $1,000, or $2,000 in mountains or on water. If a track ends in another "
    f"player’s city, you also pay that player {dollar_amount(constants.CONNECTION_FEE)}, even if the track is free.",
)
_KINDS: Topic = (
    "Phase 5: Kinds of Track",
    "Look at the hex a track crosses, or at the hexes on both sides of it:\n"
    "- All mountains: mountain track.\n"
    "- All sea: water track.\n"
    "- Sea on one side only: coast track, even beside mountains.\n"
    "- Anything else: plain track, even between mountains and other land.\n"
    "Plain and coast track cost the same. A monsoon closes coast track for the turn and destroys water track.",
)
_TRAINS: Topic = (
    "Phase 5: Trains",
    f"Once per turn, you may buy a small train for {dollar_amount(constants.SMALL_TRAIN_PRICE)} and place it in one "
    f"of your cities, or upgrade a small train to a large one for {dollar_amount(constants.UPGRADE_PRICE)}. A small "
    f"train has {constants.MOVES_PER_TURN[False]} moves and holds {constants.TRAIN_CAPACITY[False]} barrels. A large "
    f"train has {constants.MOVES_PER_TURN[True]} moves and holds {constants.TRAIN_CAPACITY[True]} barrels.",
)
_MOVES: Topic = (
    "Phase 6: Moves",
    f"Each of your trains may run once per turn. A track takes 1 move, or {constants.MOUNTAIN_MOVES} in mountains. A "
    f"stop to load or unload takes 1 move. A city holds {constants.MAX_TRAINS_PER_CITY} trains, and any other point "
    "holds 1. You may pass other trains anywhere.",
)
_FEES: Topic = (
    "Phase 6: Fees",
    f"Each time you use another player’s track, you pay its owner {dollar_amount(constants.SEGMENT_FEE)}. If you "
    f"pass through another player’s city or end there, you pay its owner {dollar_amount(constants.CITY_FEE)}. You pay "
    f"each player at most {dollar_amount(constants.MAX_FEES_PER_RIVAL)} in fees per turn. With the Union Manager, you "
    f"pay nothing for track, but you still pay {dollar_amount(constants.CITY_FEE)} for a city and the price of goods.",
)
_GOODS: Topic = (
    "Phase 6: Goods",
    "In a city, you may load the good it makes. You pay the city’s owner $100 per dot and barrel, or $200 for ore. "
    "In your own city, goods are free. You may sell a barrel in any city that does not make its good, for $200 per "
    "dot, or $300 for ore. If an open order asks for the barrel, you may also take the order’s bonus. Each order "
    "takes one barrel. You may keep goods on the train for later turns, or throw them away.",
)
_ROUTES: Topic = (
    "Writing a trip",
    "Example: H17+2>V43>H18-ore:A-2wood+3\n"
    "- “H17+2”: start at H17 and load 2 barrels.\n"
    "- “>V43>H18”: run through V43 to H18.\n"
    "- “-ore:A-2wood+3”: sell 1 ore for order A and 2 wood, then load 3.\n"
    "- “*ore”: throw 1 ore away.",
)
_PLANS: Topic = (
    "Plans",
    "You may plan track and trips before your turn. On your turn, a plan is carried out if all of it is legal and "
    "costs no more than your limit: for track, its price and city fees; for a trip, fees alone, without the price of "
    "goods. Otherwise you choose as usual. If planned track is laid, you build nothing else that turn. For trains "
    "without a plan, you choose on your turn.",
)
_END = (
    "The game ends after phase 6 in any of these cases:\n"
    f"- A player has {dollar_amount(constants.WINNING_CASH)}.\n"
    "- A player’s own tracks connect all four of that player’s cities.\n"
    f"- {constants.MAX_TURNS} turns have been played.\n"
    "- No player can ever earn money again{places}.\n"
    "The player with the most cash wins. Ties go to the player with more assets: 1 per track (2 in mountains or on "
    "water), 5 per small train, 8 per large train, and a half per barrel."
)
"""Rules of the end of a game. For an early end, they depend on when the game began. (ruling 95)"""
_ONE_VISIT: Topic = (
    "One visit per turn",
    "At this table, each player builds and then immediately runs trains, before the next player builds.",
)


def help_topics(view: View[RailroadsOfCatan]) -> tuple[Topic, ...]:
    """Return all topics that apply at this table, those of the current phase first."""
    state = view.state
    all_topics = (*_current_topics(state), *_topics(state))
    return tuple(dict(all_topics).items())


def _current_topics(state: RailroadsOfCatan) -> tuple[Topic, ...]:
    match state.flow[-1:]:
        case ():
            return (_end_topic(state),)
        case (Draft(),):
            return (_SETUP,)
        case (Maintenance(),):
            return (_MAINTENANCE,)
        case (Bidding(),):
            return (_bidding_topic(state), _ASSOCIATES)
        case (Building(),):
            return (_TRACKS, _KINDS, _TRAINS)
        case (Running(),):
            return (_MOVES, _FEES, _GOODS)
        case _:
            return ()


def _topics(state: RailroadsOfCatan) -> tuple[Topic, ...]:
    events = (_events_topic(state),) if state.options.events else ()
    visits = (_ONE_VISIT,) if state.options.visits == "one" else ()
    beginning = (_OBJECT, _SETUP, _MAINTENANCE, *events, _bidding_topic(state), _ASSOCIATES, _ORDERS)
    working = (*visits, _TRACKS, _KINDS, _TRAINS, _MOVES, _FEES, _GOODS, _ROUTES, _PLANS, _end_topic(state))
    return (*beginning, *working)


def _event_text(card: EventCard) -> str:
    title, effect = EVENT_TEXTS[card]
    return f"{title}: {effect}."


def _events_topic(state: RailroadsOfCatan) -> Topic:
    """Return the topic of events: the event of this turn first, then the others."""
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


def _end_topic(state: RailroadsOfCatan) -> Topic:
    places = ", and no place can change" if state.ends_settled else ""
    return "Phase 7: Round End", _END.format(places=places)

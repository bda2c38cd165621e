"""The rules of building, running and the end."""

from engine.core import dollar_amount
from engine.games.railroads_of_catan.game_data import constants
from engine.games.railroads_of_catan.state.phases import Building, Running
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan

Topic = tuple[str, str]

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
    "of your cities, "
    f"or upgrade a small train to a large one for {dollar_amount(constants.UPGRADE_PRICE)}. A small train has "
    f"{constants.MOVES_PER_TURN[False]} moves and holds {constants.TRAIN_CAPACITY[False]} barrels. A large train has "
    f"{constants.MOVES_PER_TURN[True]} moves and holds {constants.TRAIN_CAPACITY[True]} barrels.",
)
_MOVES: Topic = (
    "Phase 6: Moves",
    f"Each of your trains may run once per turn. A track takes 1 move, or {constants.MOUNTAIN_MOVES} in mountains. A "
    f"stop to load or unload takes 1 move. A city holds {constants.MAX_TRAINS_PER_CITY} trains, and any other point "
    "holds 1. "
    "You may pass other trains anywhere.",
)
_FEES: Topic = (
    "Phase 6: Fees",
    f"Each time you use another player’s track, you pay its owner {dollar_amount(constants.SEGMENT_FEE)}. If you "
    "pass through "
    f"another player’s city or end there, you pay its owner {dollar_amount(constants.CITY_FEE)}. You pay each "
    "player at most "
    f"{dollar_amount(constants.MAX_FEES_PER_RIVAL)} in fees per turn. With the Union Manager, you pay nothing for "
    "track, but you still "
    f"pay {dollar_amount(constants.CITY_FEE)} for a city and the price of goods.",
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
    "goods. Otherwise you choose as usual. If planned track is laid, you build nothing else "
    "that turn. For trains without a plan, you choose on your turn.",
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
"""The case that ends a game early depends on when the game began. (ruling 95)"""
_ONE_VISIT: Topic = (
    "One visit per turn",
    "At this table, each player builds and then immediately runs trains, before the next player builds.",
)


def _end_topic(state: RailroadsOfCatan) -> Topic:
    places = ", and no place can change" if state.ends_settled else ""
    return "Phase 7: Round End", _END.format(places=places)


def current_topics(state: RailroadsOfCatan) -> tuple[Topic, ...]:
    """The topics of the current phase; empty for other phases."""
    match state.flow[-1:]:
        case ():
            return (_end_topic(state),)
        case (Building(),):
            return (_TRACKS, _KINDS, _TRAINS)
        case (Running(),):
            return (_MOVES, _FEES, _GOODS)
        case _:
            return ()


def topics(state: RailroadsOfCatan) -> tuple[Topic, ...]:
    """All of this half, in rulebook order."""
    one = (_ONE_VISIT,) if state.options.visits == "one" else ()
    return (*one, _TRACKS, _KINDS, _TRAINS, _MOVES, _FEES, _GOODS, _ROUTES, _PLANS, _end_topic(state))

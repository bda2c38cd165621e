"""The rules of the set-up and of phases 1 to 4."""

from __future__ import annotations

from collections.abc import Mapping

from engine.games.railroads_of_catan.box.figures import (
    BID_STEP,
    COMMISSION,
    GROWTH,
    ORDERS,
    RAILS,
    RICH,
    SEGMENTS,
    START_CASH,
    TURNS,
)
from engine.games.railroads_of_catan.box.pieces import EventCard
from engine.games.railroads_of_catan.state.naming import ASSOCIATE_WORDS, EVENT_WORDS, dollars
from engine.games.railroads_of_catan.state.phases import Bidding, Draft, Maintenance
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan

Topic = tuple[str, str]

_OBJECT: Topic = (
    "The Object",
    f"Build tracks between cities, carry goods over everybody's tracks, and fill delivery orders. The game ends after "
    f"{TURNS} turns, or sooner when a player has {dollars(RICH)} or has joined all of their cities. Most cash wins.",
)
_SETUP: Topic = (
    "Game Setup",
    f"Everybody has {dollars(START_CASH)}, {RAILS} rails and {SEGMENTS} train segments, and chooses four hexes for "
    "cities: first one of 5 dots, then of 4, 3 and 2. Each round begins one player further on. A city makes its hex's "
    "good; its dots set what goods cost and bring there. You may rank hexes ahead: the best that is free is taken "
    "without asking you.",
)
_MAINTENANCE: Topic = (
    "Phase 1 - Maintenance",
    f"From turn 2 each track and train costs a tenth of its list price: $100 or $200 for a track, $500 for a small "
    f"train, $800 for a large one. What you mark before the turn is not maintained but offered to the others, who bid "
    f"sealed, in steps of {dollars(BID_STEP)}. From your reserve on a bid is taken, and one of more than half the "
    "list price in any case; for a lower bid you pay the upkeep. The buyer puts an own piece there and pays it. "
    "Without a bid you pay or remove the piece, as you said. Who cannot pay all upkeep must give items up.",
)
_BIDDING: Topic = (
    "Phase 3 - Starting Player",
    f"Everybody bids for the order of the turn at once and sealed, any multiple of {dollars(BID_STEP)} from $0 up. "
    "High bids go first, a die decides between equals. {payers}",
)
_PAYERS: Mapping[str, str] = {
    "everyone": "All pay what they bid.",
    "first": "At this table only the first pays the bid.",
}
_ASSOCIATES: Topic = (
    "Phase 3 - Associates",
    "In the order of the turn each player takes the best associate of their ranking that is free, for this turn. "
    + "; ".join(f"{title}: {effect}" for title, effect in ASSOCIATE_WORDS.values())
    + ".",
)
_ORDERS: Topic = (
    "Phase 4 - Delivery Orders",
    f"Each order that is still open gains {dollars(GROWTH)}; then new ones are turned up until there are {ORDERS} for "
    f"each player. An order names a city and a good: who sells one barrel of it there may take the order's bonus, "
    f"{dollars(COMMISSION)} and what it has gained, besides the sale.",
)


def _event(card: EventCard) -> str:
    title, effect = EVENT_WORDS[card]
    return f"{title}: {effect}."


def _events(state: RailroadsOfCatan) -> Topic:
    """With the one of this turn first."""
    now = f"This turn: {_event(state.event)} " if state.event else ""
    every = " ".join(map(_event, EventCard))
    return (
        "Phase 2 - Event",
        f"{now}One card is turned up each turn and happens at once. {every} A monsoon also takes trains that stand at "
        "the coast or on the water outside cities. Who cannot pay the tax throws barrels off. "
        "Free tracks of a surplus do not count against the limit; the fee for a city in which one ends is paid.",
    )


def _bidding(state: RailroadsOfCatan) -> Topic:
    title, text = _BIDDING
    return title, text.format(payers=_PAYERS[state.options.pays])


def topics_now(state: RailroadsOfCatan) -> tuple[Topic, ...]:
    """What is asked now, first."""
    match state.flow[-1:]:
        case (Draft(),):
            return (_SETUP,)
        case (Maintenance(),):
            return (_MAINTENANCE,)
        case (Bidding(),):
            return (_bidding(state), _ASSOCIATES)
        case _:
            return ()


def topics(state: RailroadsOfCatan) -> tuple[Topic, ...]:
    """Every topic of these phases that this table plays with."""
    events = (_events(state),) if state.options.events else ()
    return (_OBJECT, _SETUP, _MAINTENANCE, *events, _bidding(state), _ASSOCIATES, _ORDERS)

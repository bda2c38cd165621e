"""The rules that matter now, for ``/rules``: our own words, with the rulebook's paragraph."""

from __future__ import annotations

from engine.core.secret import View
from engine.core.words import listed
from engine.games.railroad_rivals.box.components import early_cities, late_cities
from engine.games.railroad_rivals.box.data import (
    BAG,
    DELIVERY_POINTS,
    HAND,
    ONE_COLOR,
    OWNER_POINTS,
    START_CITIES,
    STARTING_SCORES,
    STOCK_TILES,
)
from engine.games.railroad_rivals.state import joints
from engine.games.railroad_rivals.state.phases import Bidding, Delivering, Drafting, Placing
from engine.games.railroad_rivals.state.state import RailroadRivals

_TURN = (
    "Game Turn",
    "In a turn everybody drafts a city and a stock tile, lays one city so that its railroads meet those on the "
    "table, and delivers one good over any link. Delivering makes the railroad's stock dearer, and in the end every "
    "stock tile is worth what its railroad is worth then. Most points win.",
)
_BIDDING = (
    "Bid for Turn Order",
    "From the last player to the first, and round again, bid more points than the last bid or pass; who passed is out. "
    "The last one in pays the bid and goes first; losers pay nothing. A bid is at least 1 and at most your score. "
    "There is no bidding in the first turn.",
)
_WHOLE_ORDER = (
    "Optional Bidding Rule",
    "At this table the first to pass goes last, the next second to last, and so on; the winner pays and goes first.",
)
_BIDDING_HERE = (_BIDDING[0], f"{_BIDDING[1]} {_WHOLE_ORDER[1]}")
_DRAFTING = (
    "Draft Tiles",
    "In turn order everybody takes one tile, a city or a stock; then, in the same order, one of the other kind. "
    "Drafted cities go to your hand, stocks lie open before you.",
)
_PLACING = (
    "Place a City Tile",
    "Lay a city of your hand, turned as you like, so that one edge touches an edge with the same railroad. Every such "
    "match is a link, and it is yours. Other edges may touch anything. If any of your cities can match, you must "
    "match; if none can, lay a blank edge against a blank edge, without a link; if that fails too, you pass. "
    "Then draw as many cubes onto the city as it shows.",
)
_DELIVERING = (
    "Deliver a Good",
    f"Take any cube on a city over any link of that city. You score {DELIVERY_POINTS[0]} points if its color was not "
    f"delivered this turn, {DELIVERY_POINTS[1]} if once, {DELIVERY_POINTS[2]} after that. If the link is another "
    f"player's, its owner scores {OWNER_POINTS}. The railroad's stock rises by 1. Cubes go back to the bag at the end.",
)
_PILE = (
    "If the city pile cannot serve everybody, it is removed; from then on everybody drafts two stocks a turn. The turn "
    "in which a player places the last city of a hand is the last."
)
_LITERAL = (
    "At this table that holds from the first turn on, as the rulebook says. New Industry and Headquarters do not count "
    "as cities, so a player who drafts both can end the game early."
)
_AFTER_PILE = (
    "At this table that holds only once the city pile is gone. A hand can be empty sooner, because New Industry and "
    "Headquarters do not count as cities: then play continues, and that player still drafts and delivers."
)
_STANDSTILL = (
    "If the pile is gone and a whole turn passes without a placement, that turn is the last too. Then every stock tile "
    "scores its railroad's value. In a tie the most valuable stock tile decides, then the next."
)
_TWO = (
    "Special Rules for Two Players",
    "One stock tile of each railroad and six random cities are out of the game, and both kinds of cubes count as one "
    "color.",
)
_TILES = (
    "Component data",
    "The edges and goods numbers of the city tiles are a reconstruction that fits everything the "
    "rulebooks say; the printed list is in no public text.",
)


def rules(view: View[RailroadRivals]) -> tuple[tuple[str, str], ...]:
    """Every topic (the rulebook's paragraph and its text), the present phase's first."""
    state = view.state
    if (instead := joints.rules(state)) is not None:
        return tuple(dict((*instead, _TILES)).items())
    whole_order = state.options.bidding == "whole-order"
    bidding = _BIDDING_HERE if whole_order else _BIDDING
    by_phase = {Bidding: bidding, Drafting: _DRAFTING, Placing: _PLACING, Delivering: _DELIVERING}
    phase = state.flow[-1] if state.flow else None
    base = [topic for kind, topic in by_phase.items() if isinstance(phase, kind)]
    end, start = _ending(state), _setup(state)
    now = base or ([joints.topic(state) or _TURN] if state.flow else [end])
    optional = [_WHOLE_ORDER] if whole_order else []
    two = [_TWO] if state.seats in ONE_COLOR else []
    modules = [topic for module in joints.modules(state) for topic in module.help(state)]
    phases = [start, bidding, *optional, _DRAFTING, _PLACING, _DELIVERING]
    topics = [*now, _TURN, *phases, *modules, end, *two, _TILES]
    return tuple(dict(topics).items())


def _ending(state: RailroadRivals) -> tuple[str, str]:
    """What ends the game at this table. (R Game End & Scoring; rulings E1, E3, E4)"""
    early = _LITERAL if state.options.end == "first-empty-hand" else _AFTER_PILE
    parts = (_PILE, early, _STANDSTILL) if late_cities(state.options, state.seats) else (_PILE, _STANDSTILL)
    return "Game End & Scoring", " ".join(parts)


def _setup(state: RailroadRivals) -> tuple[str, str]:
    """What each player starts with at this table, and what is in the bag. (R Game Setup)"""
    cities, seats = len(early_cities(state.options, state.seats)), state.seats
    bag = listed(tuple(f"{count} {goods}" for goods, count in BAG[seats].items()))
    scores = ", ".join(map(str, STARTING_SCORES[:seats]))
    late = late_cities(state.options, seats)
    mixed = f" {listed(late)} are then mixed into the pile, so no one starts with one." if late else ""
    return (
        "Game Setup",
        f"One of {listed(START_CITIES)} is the starting tile and receives its cubes; it has no owner. Each player is "
        f"dealt {HAND} of the {cities} city tiles, face down.{mixed} The turn order is random, and in that order "
        f"players start with {scores} points. All stocks start at 0. {seats} players use {bag} cubes in the bag and "
        f"{STOCK_TILES[seats]} stock tiles of each railroad.",
    )

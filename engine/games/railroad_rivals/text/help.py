"""The topics of ``/rules``, named after paragraphs of the rulebook."""

from engine.core import View, join_words
from engine.games.railroad_rivals.game_data import printed_data
from engine.games.railroad_rivals.state import active_modules
from engine.games.railroad_rivals.state.phases import Bidding, Delivering, Drafting, Placing
from engine.games.railroad_rivals.state.state import RailroadRivals

_TURN = (
    "Game Turn",
    "Each turn, draft a city tile and a stock tile, place one city so that its railroads meet those on the table, and "
    "deliver one good over any link. Each delivery raises the value of that railroad’s stock. At the end of the game, "
    "each stock tile scores its railroad’s value. The player with the most points wins.",
)
_BIDDING = (
    "Bid for Turn Order",
    "Starting with the last player, bid more than the current bid or pass. A player who passes is out. The last player "
    "left pays the bid and goes first; the others pay nothing. A bid is at least 1 point and at most your score. There "
    "is no bidding in the first turn.",
)
_WHOLE_ORDER = (
    "Optional Bidding Rule",
    "At this table, the first player to pass goes last, the next goes second to last, and so on. The winner pays and "
    "goes first.",
)
_BIDDING_HERE = (_BIDDING[0], f"{_BIDDING[1]} {_WHOLE_ORDER[1]}")
_DRAFTING = (
    "Draft Tiles",
    "The offer has a city tile and a stock tile for each player. In turn order, each player takes one tile, a city or "
    "a stock. Then, in the same order, each player takes one of the other kind. Drafted cities go to your hand. Stocks "
    "stay face up in front of you.",
)
_PLACING = (
    "Place a City Tile",
    "Place a city from your hand, in any orientation, so that one edge touches an edge with the same railroad. Each "
    "such match is a link, and you own it. Other edges may touch anything. If any of your cities can match, you must "
    "match. If none can, place a blank edge against a blank edge, without a link. If that is impossible too, you pass. "
    "After placing, draw as many cubes onto the city as it shows.",
)
_DELIVERING = (
    "Deliver a Good",
    f"Deliver any cube over any link of its city. You score {printed_data.DELIVERY_POINTS[0]} points if no cube of "
    "its color "
    f"was delivered this turn, {printed_data.DELIVERY_POINTS[1]} if one was, and {printed_data.DELIVERY_POINTS[2]} "
    "after that. If "
    f"another player owns the link, that player scores {printed_data.OWNER_POINTS}. The railroad’s stock rises by "
    "1. When all "
    "players have delivered, the cubes go back into the bag.",
)
_PILE = (
    "When the city pile cannot serve all players, it leaves the game. From then on, each player drafts 2 stocks per "
    "turn. When a player places the last city in hand, that turn is the last."
)
_LITERAL = (
    "At this table, that holds from the first turn on, as the rulebook says. New Industry and Headquarters do not "
    "count as cities, so a player who drafts both can end the game early."
)
_AFTER_PILE = (
    "At this table, that holds only after the city pile is gone. A hand can be empty sooner, because New Industry and "
    "Headquarters do not count as cities. Play then continues, and that player still drafts and delivers."
)
_STANDSTILL = (
    "If the pile is gone and no one places a city in a whole turn, that turn is also the last. Then each stock "
    "tile scores its railroad’s value. Ties go to the most valuable stock tile, then to the next."
)
_TWO = (
    "Special Rules for Two Players",
    "One stock tile of each railroad and 6 random cities are out of the game. Both kinds of cubes count as one color.",
)
_TILES = (
    "Component Data",
    "The edges and goods numbers of the city tiles are a reconstruction. It fits everything the rulebooks say, but no "
    "public text has the printed list.",
)
_OWN_TILES = (
    "The city tiles at this table are those of the list “{name}”, which the host of the bot added. The edges and goods "
    "numbers are as the list has them, and the game keeps them to its end."
)


def help_topics(view: View[RailroadRivals]) -> tuple[tuple[str, str], ...]:
    """Return all help topics as (title, text) pairs; the topic of the current phase comes first."""
    state = view.state
    if (instead := active_modules.replacement_topics(state)) is not None:
        return tuple(dict((*instead, _tiles_topic(state))).items())
    whole_order = state.options.bidding == "whole-order"
    bidding = _BIDDING_HERE if whole_order else _BIDDING
    by_phase = {Bidding: bidding, Drafting: _DRAFTING, Placing: _PLACING, Delivering: _DELIVERING}
    phase = state.flow[-1] if state.flow else None
    base = [topic for kind, topic in by_phase.items() if isinstance(phase, kind)]
    end, start = _ending_topic(state), _setup_topic(state)
    now = base or ([active_modules.phase_topic(state) or _TURN] if state.flow else [end])
    optional = [_WHOLE_ORDER] if whole_order else []
    two = [_TWO] if state.has_one_color else []
    modules = [topic for module in active_modules.modules_in_play(state) for topic in module.help_topics(state)]
    phases = [bidding, *optional, _DRAFTING, _PLACING, _DELIVERING]
    topics = [*now, _TURN, start, *phases, end, *two, *modules, _tiles_topic(state)]
    return tuple(dict(topics).items())


def _tiles_topic(state: RailroadRivals) -> tuple[str, str]:
    printing = state.board.printing
    return _TILES if not printing.rows else (_TILES[0], _OWN_TILES.format(name=printing.name))


def _ending_topic(state: RailroadRivals) -> tuple[str, str]:
    """The help topic about the end of the game at this table. (R Game End & Scoring; rulings E1, E3, E4)"""
    early = _LITERAL if state.options.end == "first-empty-hand" else _AFTER_PILE
    parts = (_PILE, early, _STANDSTILL) if state.late_cities else (_PILE, _STANDSTILL)
    return "Game End & Scoring", " ".join(parts)


def _setup_topic(state: RailroadRivals) -> tuple[str, str]:
    """The help topic about the setup. (R Game Setup)"""
    seats, cities, starts = state.seats, len(state.early_cities), state.board.start_cities
    bag = join_words([f"{count} {goods}" for goods, count in state.starting_bag.items()])
    scores = join_words([str(score) for score in printed_data.STARTING_SCORES[:seats]])
    late = state.late_cities
    mixed = f" {join_words(late)} are then mixed into the pile, so no one starts with them." if late else ""
    stocks_of_each = state.stock_tiles[next(iter(state.value))]
    return (
        "Game Setup",
        f"{'One of ' if len(starts) > 1 else ''}{join_words(starts)} is the starting tile and gets its cubes. It "
        "has no "
        f"owner. Each player is dealt {printed_data.STARTING_HAND} of the {cities} city tiles, face down.{mixed} "
        "The turn order is "
        f"random. In that order, players start with {scores} points. All stocks start at 0. With {seats} players, the "
        f"bag has {bag} cubes, and the pile has {stocks_of_each} stock tiles of each railroad.",
    )

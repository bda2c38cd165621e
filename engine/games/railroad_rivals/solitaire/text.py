"""Texts of the solitaire game: events, labels, and the rules in short."""

from typing import Any

from engine.core import NO_NARRATION, Action, Event, Narration, count_noun, join_words
from engine.games.railroad_rivals.game_data.pieces import stock_name
from engine.games.railroad_rivals.game_data.printed_data import BAG_BY_SEATS, RAILROAD_NAMES, Railroad
from engine.games.railroad_rivals.rules.delivery import trip_of_delivery
from engine.games.railroad_rivals.rules.place_names import edges_text, links_text, place_text
from engine.games.railroad_rivals.solitaire import events, numbers
from engine.games.railroad_rivals.solitaire.actions import Arrange
from engine.games.railroad_rivals.solitaire.phases import (
    Arranging,
    DeliveringOne,
    DrawingStocks,
    LayingStart,
    PlacingOne,
)
from engine.games.railroad_rivals.state.actions import Deliver, Draft, Place
from engine.games.railroad_rivals.state.board import matching_spots
from engine.games.railroad_rivals.state.state import RailroadRivals


def narrate(event: Event) -> Narration:
    """An event as a sentence; pictures have the same."""
    match event:
        case events.FirstCubesDrawn(goods=goods) if len(set(goods)) > 1:  # alike, they need no order, and are told once
            return Narration(f"The first cubes of the progression are {join_words(goods)}.")
        case events.ProgressionBegun(goods=goods):
            return Narration(f"The progression starts with {', then '.join(goods)}.")
        case events.ChallengeDealt(cities=cities):
            return Narration(f"The starting cities are {join_words(cities)}. {cities[0]} is on the table.")
        case events.CitiesSupplied(cities=cities, goods=goods):
            supplied = join_words(tuple(f"{city} with {cube}" for city, cube in zip(cities, goods, strict=True)))
            return Narration(f"The starting cities are {supplied}.")
        case events.TilesDiscarded(tiles=tiles):
            return Narration(f"{join_words(tuple(map(stock_name, tiles)))} left the game.")
        case _:
            return NO_NARRATION


def status_line(state: RailroadRivals) -> str | None:
    """The current phase in words, for the status line."""
    match state.flow[-1]:
        case Arranging():
            return "Put the first cubes in order"
        case LayingStart():
            return "Place the starting cities"
        case DrawingStocks():
            return "Take a stock"
        case PlacingOne():
            return "Place a city"
        case DeliveringOne():
            return "Deliver a good"
        case _:
            return None


def label(state: RailroadRivals, action: Action, field: str) -> str | None:
    """The label of a choice; None to use the base game's."""
    match action:
        case Arrange():
            return str(getattr(action, field)) if field else f"Start the progression with {_order_text(action)}"
        case Draft(tile=tile):
            return _stock_label(state, Railroad(tile)) if field else f"Take {_stock_label(state, Railroad(tile))}"
        case Place() if isinstance(state.flow[-1], LayingStart):
            return _lay_start_label(state, action, field)
        case Deliver(goods=goods) if field == "goods":
            return f"{goods}: {_score_text(state)}{_next_delivery_text(state, action)}"
        case Deliver(to=to) if field == "to":
            return f"{to}: {_rise_text(state, action)}"
        case Deliver(goods=goods, city=city, to=to) if not field:
            effect = f"{_rise_text(state, action)}, {_score_text(state)}{_next_delivery_text(state, action)}"
            return f"Deliver {goods} from {city} to {to}: {effect}"
        case _:
            return None


def _order_text(action: Arrange) -> str:
    return f"{action.first}, then {action.second}, then {action.third}"


def _lay_start_label(state: RailroadRivals, action: Place, field: str) -> str | None:
    match field:
        case "city":
            matching = len({spot.at for spot in matching_spots(state.board, action.city)})
            fits = f"matches a railroad in {count_noun(matching, 'place')}" if matching else "matches no railroad"
            return f"{action.city}: {fits}"
        case "":
            where, sides = place_text(state, action.at), edges_text(state, action.city, action.facing)
            return f"Place {action.city} {where} ({sides}): {links_text(state, action)}"
        case _:
            return None


def _stock_label(state: RailroadRivals, railroad: Railroad) -> str:
    links = sum(link.railroad == railroad for link in state.board.links)
    return (
        f"{railroad} stock, {RAILROAD_NAMES[railroad]}: worth {state.value[railroad]} now, "
        f"{count_noun(links, 'link')}, you own {state.stocks[numbers.PLAYER].get(railroad) or 'none'}"
    )


def _score_text(state: RailroadRivals) -> str:
    """The score of a delivery now: “3 points (3 different colors to the left)”."""
    scored = numbers.progression_points(state.delivered)
    return f"{count_noun(scored, 'point')} ({count_noun(scored, 'different color')} to the left)"


def _next_delivery_text(state: RailroadRivals, action: Deliver) -> str:
    """The score of the delivery after this one; in the last turn there is none."""
    if state.turn == numbers.TURNS:
        return ""
    return f", the next delivery scores {numbers.progression_points((*state.delivered, action.goods))}"


def _rise_text(state: RailroadRivals, action: Deliver) -> str:
    railroad = trip_of_delivery(state, action).links[0].railroad
    value = state.value[railroad]
    by = numbers.stock_rise(value)
    return f"{railroad} rises by {by} to {value + by}" if by else f"{railroad} stays at the limit of {value}"


_PLAY = (
    "Solitaire Rules",
    f"The game has {numbers.TURNS} turns. In each turn, take one of {numbers.TILES_TO_CHOOSE_FROM} stock tiles, "
    "place one of "
    f"{numbers.TILES_TO_CHOOSE_FROM} city tiles, and deliver one good. Tiles that you do not take leave the game. "
    "At the end of the "
    "game, each stock tile scores its railroad’s value.",
)
_START = (
    "Starting City Tiles",
    f"You start with {count_noun(numbers.STARTING_SCORE, 'point')}, an empty hand, and all stocks at 0. The bag has "
    f"{join_words(tuple(f'{count} {goods}' for goods, count in BAG_BY_SEATS[1].items()))} cubes. "
    f"{numbers.FIRST_CUBES} cubes start the "
    "progression, in any order you choose. St. Louis, Chicago, and Washington are on the table with one cube each. The "
    "IC links St. Louis to Chicago, and the B&O links it to Washington.",
)
_CHALLENGE = (
    "Solitaire Challenge",
    f"{numbers.CHALLENGE_CITIES} random cities replace the three linked ones. One is on the table, and you place the "
    "others beside it. If any of them can match a railroad, you must match. If none can, place one next to any tile, "
    "without a link. Then each city gets one cube.",
)
_STOCKS = (
    "Draw Stock Tiles",
    f"{numbers.TILES_TO_CHOOSE_FROM} stock tiles are turned up. Take one. The others leave the game.",
)
_PLACING = (
    "Place Tile",
    f"{numbers.TILES_TO_CHOOSE_FROM} city tiles are turned up. Place one of them, in any orientation, so that one "
    "edge touches an edge "
    "with the same railroad. Each such match is a link. If none of them can match, place a blank edge against a blank "
    "edge, without a link. If that is impossible too, all of them leave the game. The city gets as many cubes as it "
    "shows, or all that are left in the bag. The other cities leave the game.",
)
_DELIVERING = (
    "Deliver a Goods Cube",
    "Deliver a cube over a link of its city. The cube joins the progression on the right and never goes back into the "
    f"bag. You score 1 point for each different color among the {numbers.SCORING_SPOTS} cubes to its left; the cube "
    "itself does "
    f"not count. The railroad’s stock rises by {numbers.RISE}, but not above {numbers.HIGHEST_VALUE}. If you cannot "
    "deliver, the turn ends.",
)
_RANK = (
    "Rank",
    "Your final score earns a rank: "
    + join_words(
        tuple(
            f"{name} from {least}" if least else f"{name} below {numbers.RANKS[1][0]}" for least, name in numbers.RANKS
        )
    )
    + ".",
)


def help_topics(state: RailroadRivals) -> tuple[tuple[str, str], ...]:
    """All topics in playing order, the current phase's first."""
    start = _CHALLENGE if state.options.challenge else _START
    by_phase: dict[type[Any], tuple[str, str]] = {
        Arranging: start,
        LayingStart: start,
        DrawingStocks: _STOCKS,
        PlacingOne: _PLACING,
        DeliveringOne: _DELIVERING,
    }
    now = by_phase.get(type(state.flow[-1]), _RANK) if state.flow else _RANK
    return (now, _PLAY, start, _STOCKS, _PLACING, _DELIVERING, _RANK)

"""The words of the solitaire game: events, choices, and the rules in short."""

from typing import Any

from engine.core import UNTOLD, Action, Event, Told, counted, listed
from engine.games.railroad_rivals.box.data import BAG, RAILROAD_NAMES, Railroad
from engine.games.railroad_rivals.box.pieces import stock_words
from engine.games.railroad_rivals.rules.delivery import trip_of
from engine.games.railroad_rivals.rules.places import gain, place_words, sides_words
from engine.games.railroad_rivals.solitaire import data, events
from engine.games.railroad_rivals.solitaire.actions import Arrange
from engine.games.railroad_rivals.solitaire.phases import (
    Arranging,
    DeliveringOne,
    DrawingStocks,
    LayingStart,
    PlacingOne,
)
from engine.games.railroad_rivals.state.actions import Deliver, Draft, Place
from engine.games.railroad_rivals.state.board import match_spots
from engine.games.railroad_rivals.state.state import RailroadRivals


def tell(event: Event) -> Told:
    """An event as a sentence; pictures have it as it stands."""
    match event:
        case events.FirstCubesDrawn(goods=goods) if len(set(goods)) > 1:  # alike, they need no order, and are told once
            return Told(f"The first cubes of the progression are {listed(goods)}.")
        case events.ProgressionBegun(goods=goods):
            return Told(f"The progression starts with {', then '.join(goods)}.")
        case events.ChallengeDealt(cities=cities):
            return Told(f"The starting cities are {listed(cities)}. {cities[0]} is on the table.")
        case events.CitiesSupplied(cities=cities, goods=goods):
            supplied = listed(tuple(f"{city} with {cube}" for city, cube in zip(cities, goods, strict=True)))
            return Told(f"The starting cities are {supplied}.")
        case events.TilesDiscarded(tiles=tiles):
            return Told(f"{listed(tuple(map(stock_words, tiles)))} left the game.")
        case _:
            return UNTOLD


def headline(state: RailroadRivals) -> str | None:
    """The present phase in words, for the headline."""
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
    """A choice in a menu; None if the base game has the words for it."""
    match action:
        case Arrange():
            return str(getattr(action, field)) if field else f"Start the progression with {_arranged(action)}"
        case Draft(tile=tile):
            return _stock(state, Railroad(tile)) if field else f"Take {_stock(state, Railroad(tile))}"
        case Place() if isinstance(state.flow[-1], LayingStart):
            return _laying(state, action, field)
        case Deliver(goods=goods) if field == "goods":
            return f"{goods}: {_scores(state)}{_then(state, action)}"
        case Deliver(to=to) if field == "to":
            return f"{to}: {_rises(state, action)}"
        case Deliver(goods=goods, city=city, to=to) if not field:
            effect = f"{_rises(state, action)}, {_scores(state)}{_then(state, action)}"
            return f"Deliver {goods} from {city} to {to}: {effect}"
        case _:
            return None


def _arranged(action: Arrange) -> str:
    return f"{action.first}, then {action.second}, then {action.third}"


def _laying(state: RailroadRivals, action: Place, field: str) -> str | None:
    match field:
        case "city":
            matching = len({spot.at for spot in match_spots(state.board, action.city)})
            fits = f"matches a railroad in {counted(matching, 'place')}" if matching else "matches no railroad"
            return f"{action.city}: {fits}"
        case "":
            where, sides = place_words(state, action.at), sides_words(state, action.city, action.facing)
            return f"Place {action.city} {where} ({sides}): {gain(state, action)}"
        case _:
            return None


def _stock(state: RailroadRivals, railroad: Railroad) -> str:
    links = sum(link.railroad == railroad for link in state.board.links)
    return (
        f"{railroad} stock, {RAILROAD_NAMES[railroad]}: worth {state.value[railroad]} now, "
        f"{counted(links, 'link')}, you own {state.stocks[data.PLAYER].get(railroad) or 'none'}"
    )


def _scores(state: RailroadRivals) -> str:
    """The score of a delivery now: “3 points (3 different colors to the left)”."""
    scored = data.points(state.delivered)
    return f"{counted(scored, 'point')} ({counted(scored, 'different color')} to the left)"


def _then(state: RailroadRivals, action: Deliver) -> str:
    """The score of the delivery after this one; in the last turn there is none."""
    if state.turn == data.TURNS:
        return ""
    return f", the next delivery scores {data.points((*state.delivered, action.goods))}"


def _rises(state: RailroadRivals, action: Deliver) -> str:
    railroad = trip_of(state, action).links[0].railroad
    value = state.value[railroad]
    by = data.rise(value)
    return f"{railroad} rises by {by} to {value + by}" if by else f"{railroad} stays at the limit of {value}"


_PLAY = (
    "Solitaire Rules",
    f"The game has {data.TURNS} turns. In each turn, take one of {data.CHOICE} stock tiles, place one of "
    f"{data.CHOICE} city tiles, and deliver one good. Tiles that you do not take leave the game. At the end of the "
    "game, each stock tile scores its railroad’s value.",
)
_START = (
    "Starting City Tiles",
    f"You start with {counted(data.STARTING_SCORE, 'point')}, an empty hand, and all stocks at 0. The bag has "
    f"{listed(tuple(f'{count} {goods}' for goods, count in BAG[1].items()))} cubes. {data.FIRST_CUBES} cubes start the "
    "progression, in any order you choose. St. Louis, Chicago, and Washington are on the table with one cube each. The "
    "IC links St. Louis to Chicago, and the B&O links it to Washington.",
)
_CHALLENGE = (
    "Solitaire Challenge",
    f"{data.CHALLENGE_CITIES} random cities replace the three linked ones. One is on the table, and you place the "
    "others beside it. If any of them can match a railroad, you must match. If none can, place one next to any tile, "
    "without a link. Then each city gets one cube.",
)
_STOCKS = (
    "Draw Stock Tiles",
    f"{data.CHOICE} stock tiles are turned up. Take one. The others leave the game.",
)
_PLACING = (
    "Place Tile",
    f"{data.CHOICE} city tiles are turned up. Place one of them, in any orientation, so that one edge touches an edge "
    "with the same railroad. Each such match is a link. If none of them can match, place a blank edge against a blank "
    "edge, without a link. If that is impossible too, all of them leave the game. The city gets as many cubes as it "
    "shows, or all that are left in the bag. The other cities leave the game.",
)
_DELIVERING = (
    "Deliver a Goods Cube",
    "Deliver a cube over a link of its city. The cube joins the progression on the right and never goes back into the "
    f"bag. You score 1 point for each different color among the {data.SPOTS} cubes to its left; the cube itself does "
    f"not count. The railroad’s stock rises by {data.RISE}, but not above {data.HIGHEST_VALUE}. If you cannot "
    "deliver, the turn ends.",
)
_RANK = (
    "Rank",
    "Your final score earns a rank: "
    + listed(
        tuple(f"{name} from {least}" if least else f"{name} below {data.RANKS[1][0]}" for least, name in data.RANKS)
    )
    + ".",
)


def rules(state: RailroadRivals) -> tuple[tuple[str, str], ...]:
    """Every topic in playing order, but the present phase's first."""
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

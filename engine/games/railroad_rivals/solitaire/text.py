"""Texts of the solitaire game. (R Solitaire Rules)"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from engine.core import (
    NO_NARRATION,
    ActionText,
    ActionTexts,
    EventTexts,
    NameOfSeat,
    Narration,
    Phase,
    View,
    count_noun,
    join_words,
)
from engine.core.short_label import MAX_LABEL, ShortLabel, fit_detail, fit_label
from engine.games.railroad_rivals.game_data.pieces import stock_name
from engine.games.railroad_rivals.game_data.printed_data import RAILROAD_NAMES, Railroad
from engine.games.railroad_rivals.rules.delivery import trip_of_delivery
from engine.games.railroad_rivals.solitaire import events, numbers, phases
from engine.games.railroad_rivals.solitaire.actions import Arrange
from engine.games.railroad_rivals.state.actions import Deliver, Draft, Place
from engine.games.railroad_rivals.state.board import matching_spots
from engine.games.railroad_rivals.state.game_module import PhaseTexts
from engine.games.railroad_rivals.state.state import RailroadRivals
from engine.games.railroad_rivals.text import delivery, drafting, placing, wording


def _arrange_label(view: View[RailroadRivals], action: Arrange, field: str, name: NameOfSeat) -> str:
    if field:
        return str(getattr(action, field))
    return f"Start the progression with {action.first}, then {action.second}, then {action.third}"


def _arrange_short_label(view: View[RailroadRivals], action: Arrange, field: str, name: NameOfSeat) -> ShortLabel:
    return ShortLabel(str(getattr(action, field)) if field else f"{action.first}, {action.second}, {action.third}")


def _stock_label(view: View[RailroadRivals], action: Draft, field: str, name: NameOfSeat) -> str:
    state, railroad = view.state, Railroad(action.tile)
    links, own = _count_links(state, railroad), state.stocks[numbers.PLAYER].get(railroad)
    worth = f"worth {state.value[railroad]} now, {count_noun(links, 'link')}, you own {own or 'none'}"
    return f"{'' if field else 'Take '}{railroad} stock, {RAILROAD_NAMES[railroad]}: {worth}"


def _stock_short_label(view: View[RailroadRivals], action: Draft, field: str, name: NameOfSeat) -> ShortLabel:
    """A stock, its value and links, and the player's number of its tiles: “CBQ stock, worth 4, 2 links (you 1)”."""
    state, railroad = view.state, Railroad(action.tile)
    value, links = state.value[railroad], count_noun(_count_links(state, railroad), "link")
    own = state.stocks[numbers.PLAYER].get(railroad)
    label = f"{railroad} stock, worth {value}, {links}{f' (you {own})' if own else ''}"
    return ShortLabel(label, RAILROAD_NAMES[railroad], gains=(value,))


def _count_links(state: RailroadRivals, railroad: Railroad) -> int:
    return sum(link.railroad == railroad for link in state.board.links)


def _start_city_label(view: View[RailroadRivals], action: Place, field: str, name: NameOfSeat) -> str:
    state = view.state
    if field == "city":
        places = len({spot.at for spot in matching_spots(state.board, action.city)})
        fits = f"matches a railroad in {count_noun(places, 'place')}" if places else "matches no railroad"
        return f"{action.city}: {fits}"
    if field:
        return placing.place_label(view, action, field, name)
    edges = wording.edges_text(state, action.city, action.facing)
    return f"Place {action.city} {wording.place_text(state, action.at)} ({edges}): {wording.links_text(state, action)}"


def _delivery_label(view: View[RailroadRivals], action: Deliver, field: str, name: NameOfSeat) -> str:
    match field:
        case "goods":
            return f"{action.goods}: {_score_text(view.state, action)}"
        case "city":
            return delivery.deliver_label(view, action, field, name)
        case "to":
            return f"{action.to}: {_rise_text(view.state, action)}"
        case _:
            return whole_delivery_label(view.state, action)


def whole_delivery_label(state: RailroadRivals, action: Deliver) -> str:
    """The label of a delivery: the rise of the stock, its points, and the points of the next delivery."""
    effect = f"{_rise_text(state, action)}, {_score_text(state, action)}"
    return f"Deliver {action.goods} from {action.city} to {action.to}: {effect}"


def _score_text(state: RailroadRivals, action: Deliver) -> str:
    """The points of a delivery: “3 points (3 different colors to the left), the next delivery scores 4”."""
    points = numbers.progression_points(state.delivered)
    next_score = _next_score_text(state, action)
    score = f"{count_noun(points, 'point')} ({count_noun(points, 'different color')} to the left)"
    return f"{score}, {next_score}" if next_score else score


def _next_score_text(state: RailroadRivals, action: Deliver) -> str:
    if state.turn == numbers.TURNS:
        return ""
    return f"the next delivery scores {numbers.progression_points((*state.delivered, action.goods))}"


def _rise_text(state: RailroadRivals, action: Deliver) -> str:
    railroad, rise = _stock_rise(state, action)
    value = state.value[railroad]
    return f"{railroad} rises by {rise} to {value + rise}" if rise else f"{railroad} stays at the limit of {value}"


def _stock_rise(state: RailroadRivals, action: Deliver) -> tuple[Railroad, int]:
    """The railroad over which a delivery goes, and the amount by which its stock rises."""
    railroad = trip_of_delivery(state, action).links[0].railroad
    return railroad, numbers.stock_rise(state.value[railroad])


def _delivery_short_label(view: View[RailroadRivals], action: Deliver, field: str, name: NameOfSeat) -> ShortLabel:
    match field:
        case "goods":
            return ShortLabel(str(action.goods), _next_score_text(view.state, action))
        case "city":
            return delivery.deliver_short_label(view, action, field, name)
        case "to":
            return _effect_short_label(view.state, action, str(action.to))
        case _:
            return _effect_short_label(view.state, action, f"{action.goods} {action.city}→{action.to}")


def _effect_short_label(state: RailroadRivals, action: Deliver, route: str) -> ShortLabel:
    """The points and the rise of the stock: “+2 coal Omaha→Denver, CBQ +2”."""
    points, (railroad, rise) = numbers.progression_points(state.delivered), _stock_rise(state, action)
    own_gain = rise * state.stocks[numbers.PLAYER].get(railroad, 0)
    rises = f"{railroad} +{rise}" if rise else f"{railroad} stays"
    if own_gain:
        rises = f"{own_gain} {railroad}↑"
    label = fit_label(f"+{points} {route}, {rises}", f"+{points} {route}", max_length=MAX_LABEL)
    gains = (points, own_gain) if own_gain and rises in label else (points,)
    new_value = f"{railroad} rises by {rise} to {state.value[railroad] + rise}"
    return ShortLabel(label, fit_detail(new_value, _next_score_text(state, action)), gains=gains)


ACTION_TEXTS: ActionTexts = {Arrange: ActionText(label=_arrange_label, short_label=_arrange_short_label)}

PHASE_TEXTS: PhaseTexts = {
    (phases.DrawingStocks, Draft): ActionText(
        label=_stock_label, short_label=_stock_short_label, legend=drafting.draft_legend
    ),
    (phases.LayingStart, Place): replace(placing.ACTION_TEXTS[Place], label=_start_city_label),
    (phases.DeliveringOne, Deliver): replace(
        delivery.ACTION_TEXTS[Deliver], label=_delivery_label, short_label=_delivery_short_label
    ),
}


def _narrate_first_cubes(event: events.FirstCubesDrawn, name: NameOfSeat) -> Narration:
    """Narrate the first cubes; no narration if all have one color, because then their order does not matter."""
    if len(set(event.goods)) == 1:
        return NO_NARRATION
    return Narration(f"The first cubes of the progression are {join_words(event.goods)}.")


def _narrate_challenge(event: events.ChallengeDealt, name: NameOfSeat) -> Narration:
    return Narration(f"The starting cities are {join_words(event.cities)}. {event.cities[0]} is on the table.")


def _narrate_starting_cities(event: events.CitiesSupplied, name: NameOfSeat) -> Narration:
    cities = [f"{city} with {cube}" for city, cube in zip(event.cities, event.goods, strict=True)]
    return Narration(f"The starting cities are {join_words(cities)}.")


EVENT_TEXTS: EventTexts = {
    events.FirstCubesDrawn: _narrate_first_cubes,
    events.ProgressionBegun: lambda event, name: Narration(
        f"The progression starts with {', then '.join(event.goods)}."
    ),
    events.ChallengeDealt: _narrate_challenge,
    events.CitiesSupplied: _narrate_starting_cities,
    events.TilesDiscarded: lambda event, name: Narration(
        f"{join_words(tuple(map(stock_name, event.tiles)))} left the game."
    ),
}


PHASE_LABELS: Mapping[type[Phase[Any]], str] = {
    phases.Arranging: "Put the first cubes in order",
    phases.LayingStart: "Place the starting cities",
    phases.DrawingStocks: "Take a stock",
    phases.PlacingOne: "Place a city",
    phases.DeliveringOne: "Deliver a good",
}

_PLAY = (
    "Solitaire Rules",
    f"The game has {numbers.TURNS} turns. In each turn, take one of {numbers.TILES_TO_CHOOSE_FROM} stock tiles, "
    "place one of "
    f"{numbers.TILES_TO_CHOOSE_FROM} city tiles, and deliver one good. Tiles that you do not take leave the game. "
    "At the end of the "
    "game, each stock tile scores its railroad’s value.",
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
    """The help topics in the order of play, after the topic of the current phase."""
    start = _CHALLENGE if state.options.challenge else _start_topic(state)
    by_phase: dict[type[Any], tuple[str, str]] = {
        phases.Arranging: start,
        phases.LayingStart: start,
        phases.DrawingStocks: _STOCKS,
        phases.PlacingOne: _PLACING,
        phases.DeliveringOne: _DELIVERING,
    }
    now = by_phase.get(type(state.flow[-1]), _RANK) if state.flow else _RANK
    return (now, _PLAY, start, _STOCKS, _PLACING, _DELIVERING, _RANK)


def _start_topic(state: RailroadRivals) -> tuple[str, str]:
    bag = join_words([f"{count} {goods}" for goods, count in state.starting_bag.items()])
    return (
        "Starting City Tiles",
        f"You start with {count_noun(numbers.STARTING_SCORE, 'point')}, an empty hand, and all stocks at 0. The bag "
        f"has {bag} cubes. {numbers.FIRST_CUBES} cubes start the progression, in any order you choose. St. Louis, "
        "Chicago, and Washington are on the table with one cube each. The IC links St. Louis to Chicago, and the B&O "
        "links it to Washington.",
    )

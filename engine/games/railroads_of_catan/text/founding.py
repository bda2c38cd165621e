"""Texts of founding cities and of ranking hexes for later cities. (RC Game Setup)"""

from engine.core import (
    ActionText,
    ActionTexts,
    EventTexts,
    NameOfSeat,
    Narration,
    Seat,
    View,
    count_noun,
    dollar_amount,
    join_words,
)
from engine.core.short_label import MAX_LABEL, ShortLabel, fit_detail, fit_label
from engine.games.railroads_of_catan.game_data.constants import CITY_DOTS
from engine.games.railroads_of_catan.game_data.distance_tables import list_price_distances, track_distances
from engine.games.railroads_of_catan.game_data.island import NodeId
from engine.games.railroads_of_catan.rules.founding import free_hexes
from engine.games.railroads_of_catan.state.actions import Pick, Prefer
from engine.games.railroads_of_catan.state.display_names import city_text, name_to_reader
from engine.games.railroads_of_catan.state.events import CityFounded, IslandLaid
from engine.games.railroads_of_catan.state.phases import Draft
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan

_View = View[RailroadsOfCatan]

_BARRELS_A_GAME = "1 to 6"
"""Number of barrels that rivals buy in one city in a whole game; measured in ten games of computer players."""
_NEAR_TRACKS = 4
"""Maximum distance in tracks at which a city is a near market. A small train can sell there in one turn."""


def _pick_label(view: _View, action: Pick, field: str, name: NameOfSeat) -> str:
    """“Found a city at H33 (wood, number 8): rivals pay $500 per barrel, 4 tracks from …”."""
    state, hex, own_name = view.state, action.hex, name_to_reader(name, view.seat)
    good, price = state.layout.good_of(hex), dollar_amount(state.layout.buy_price(hex))
    hex_text = f"{hex} ({good}, number {state.layout.chit_of(hex)}): rivals pay {price} per barrel"
    cities_by_distance = [(track_distances(hex)[own], own) for own in state.cities_of(action.seat)]
    if cities_by_distance:
        distance, own = min(cities_by_distance)
        hex_text += f", {count_noun(distance, 'track')} from {city_text(state.cities, own, own_name)}"
    return hex_text if field else f"Found a city at {hex_text}"


def _pick_short_label(view: _View, action: Pick, field: str, name: NameOfSeat) -> ShortLabel:
    """“H33 wood · $500, track $4,000”, “H21 wheat · $500, 5 markets”."""
    state, hex = view.state, action.hex
    price, markets, cost = _hex_figures(state, action.seat, hex)
    market_text = count_noun(markets, "market")
    detail = f"Rivals pay {dollar_amount(price)} a barrel; {market_text} within {_NEAR_TRACKS} tracks"
    head = f"{hex} {state.layout.good_of(hex)} · {dollar_amount(price)}"
    if cost is None:
        return ShortLabel(f"{head}, {market_text}", detail, gains=(price, markets))
    cost_text = f"track {dollar_amount(cost)}"
    label = fit_label(f"{head}, {market_text}, {cost_text}", f"{head}, {cost_text}", max_length=MAX_LABEL)
    return ShortLabel(label, detail, gains=(price,), costs=(cost,))


def _pick_context(view: _View, action: Pick, field: str) -> str:
    """Return a note if all hexes have equal numbers, so that the choice does not matter; otherwise ""."""
    state = view.state
    phase = state.flow[-1] if state.flow else None
    hexes = free_hexes(state, phase) if isinstance(phase, Draft) else ()
    figures = {_hex_figures(state, action.seat, hex) for hex in hexes}
    return "Their figures are equal: any is fine." if len(hexes) > 1 and len(figures) == 1 else ""


def _pick_legend(view: _View, action: Pick, field: str) -> str:
    """Explain the numbers in the label of a hex."""
    if view.state.cities_of(action.seat):
        return f"$: rivals’ barrel, {_BARRELS_A_GAME} a game. Track: to your city."
    return f"$: per barrel. Markets: buyers within {_NEAR_TRACKS} tracks."


def _hex_figures(state: RailroadsOfCatan, seat: Seat, hex: NodeId) -> tuple[int, int, int | None]:
    """Return (price of a barrel, number of near markets, dollars of track to the seat's nearest city) of a hex."""
    prices = list_price_distances(state.layout, hex)
    track_cost = min((prices[own] for own in state.cities_of(seat)), default=None)
    return state.layout.buy_price(hex), _count_markets(state, hex), track_cost


def _count_markets(state: RailroadsOfCatan, hex: NodeId) -> int:
    """Return the number of nearby city sites that do not produce the good of this hex."""
    sites = (site for dots in CITY_DOTS for site in state.layout.hexes_with_dots(dots))
    distances, good = track_distances(hex), state.layout.good_of(hex)
    return sum(state.layout.good_of(site) is not good and distances[site] <= _NEAR_TRACKS for site in sites)


def _prefer_label(view: _View, action: Prefer, field: str, name: NameOfSeat) -> str:
    """“Rank H12, then H05: you take the first free one on your turn”."""
    if field:
        return _ranking_text(view.state, action)
    return f"Rank {', then '.join(action.hexes.hexes)}: you take the first free one on your turn"


def _prefer_short_label(view: _View, action: Prefer, field: str, name: NameOfSeat) -> ShortLabel:
    """Return “H02 · sheep, 4 dots, choice 5” if one hex is new or moved; otherwise all hexes of the ranking."""
    ranking, hexes = _ranking_text(view.state, action), action.hexes.hexes
    ranking = ranking.replace(" (", " · ").replace(") as choice", ", choice")
    return ShortLabel(fit_label(ranking, ranking.replace(" dots", ""), ", ".join(hexes)), fit_detail(*hexes))


def _ranking_text(state: RailroadsOfCatan, action: Prefer) -> str:
    """Return “H02 (sheep, 4 dots) as choice 5” if one hex is new or moved; otherwise the whole ranking."""
    hexes, plans = action.hexes.hexes, state.plans[action.seat].value
    wishes_before = tuple(hex for hex in plans.wishes if hex not in state.cities) if plans else ()
    for place, hex in enumerate(hexes, 1):
        if tuple(other for other in hexes if other != hex) == tuple(other for other in wishes_before if other != hex):
            return f"{hex} ({state.layout.good_of(hex)}, {state.layout.dots_of(hex)} dots) as choice {place}"
    return ", then ".join(hexes)


def _narrate_island(event: IslandLaid, name: NameOfSeat) -> Narration:
    first, *others = event.order
    sentence = f"{name(first)} founds a city first, then {join_words([*map(name, others)])}."
    return Narration(sentence, "founds the first city")


def _narrate_city(event: CityFounded, name: NameOfSeat) -> Narration:
    clause = f"founded a {event.dots}-dot city at {event.hex}"
    return Narration(f"{name(event.seat)} {clause}.", clause)


ACTION_TEXTS: ActionTexts = {
    Pick: ActionText(
        label=_pick_label, short_label=_pick_short_label, question_context=_pick_context, legend=_pick_legend
    ),
    Prefer: ActionText(label=_prefer_label, short_label=_prefer_short_label),
}
EVENT_TEXTS: EventTexts = {IslandLaid: _narrate_island, CityFounded: _narrate_city}

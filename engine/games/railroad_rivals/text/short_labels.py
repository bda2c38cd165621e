"""Short labels of choices: what distinguishes them, and their gains and costs."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from engine.core import Action, NameOfSeat, Seat, View, count_noun
from engine.core.short_label import MAX_LABEL, ShortLabel, fit_detail, fit_label, shorten_name
from engine.games.railroad_rivals.game_data.pieces import is_city
from engine.games.railroad_rivals.game_data.printed_data import RAILROAD_NAMES, City, Goods, Railroad
from engine.games.railroad_rivals.rules.delivery import delivery_points, link_fee, trip_of_delivery
from engine.games.railroad_rivals.rules.drafting import draftable_tiles
from engine.games.railroad_rivals.rules.place_names import edges_text, fit_text, free_edges, place_text, side_text
from engine.games.railroad_rivals.state import active_modules
from engine.games.railroad_rivals.state.actions import Bid, Deliver, Draft, Pass, Place
from engine.games.railroad_rivals.state.board import (
    Link,
    PlacedTile,
    blank_spots,
    matching_spots,
    new_links,
    touching_edges,
)
from engine.games.railroad_rivals.state.game_module import Trip
from engine.games.railroad_rivals.state.phases import Bidding, Drafting
from engine.games.railroad_rivals.state.state import RailroadRivals

_ALL_EQUAL = "All bring the same; take any."


class Guesses(NamedTuple):
    """A computer player's estimates in points, which labels mark with “~”."""

    stock_at_end: Callable[[RailroadRivals, Seat, Railroad], float]
    """The value of a stock when the game ends."""
    first_place: Callable[[RailroadRivals, Seat], float]
    """The value of going first instead of passing."""


def short_label(
    view: View[RailroadRivals], action: Action, field: str, name: NameOfSeat, *, guesses: Guesses
) -> ShortLabel | None:
    """The short label of ``field``, or of the whole action; None if the long label is short enough."""
    state = view.state
    for module in active_modules.modules_in_play(state):
        if (module_label := module.short_label(state, action, field, name)) is not None:
            return module_label
    match action:
        case Pass():
            return _pass_short_label(state)
        case Bid(amount=amount):
            return ShortLabel(f"{amount}" if field else f"Bid {amount}", costs=(amount,))
        case Draft(tile=tile):
            if is_city(tile):
                return _city_short_label(state, City(tile))
            end = round(guesses.stock_at_end(state, action.seat, Railroad(tile)))
            return _stock_short_label(state, action.seat, Railroad(tile), end)
        case Place():
            return _placement_short_label(state, action, field)
        case Deliver() if field == "goods":
            return goods_short_label(state, action.goods)
        case Deliver() if field == "city":
            return origin_short_label(state, action.city)
        case Deliver():
            return trip_short_label(state, trip_of_delivery(state, action), name, is_whole_action=not field)
        case _:
            return None


def question_context(view: View[RailroadRivals], action: Action, field: str, *, guesses: Guesses) -> str:
    """Facts that all answers share: a bidder's points and the value of first place, or that all are equal."""
    state, seat = view.state, action.seat
    match action:
        case Bid():
            lately = state.firsts.price_range_text()
            paid = f" (lately {lately})" if lately else ""
            worth = round(guesses.first_place(state, seat))
            return f"Only the winner pays. You have {state.score[seat]}. Going first is worth ~{worth}{paid}."
        case Draft() if _is_second_pick(state) and _are_equal_tiles(state, seat, guesses):
            return _ALL_EQUAL
        case Place() if field == "at" and _are_equal_places(state, action):
            return _ALL_EQUAL
        case Place() if field == "facing" and _are_equal_facings(state, action):
            return "Same link, as good free edges: take any."
        case _:
            return ""


def _is_second_pick(state: RailroadRivals) -> bool:
    phase = state.flow[-1] if state.flow else None
    return isinstance(phase, Drafting) and phase.picks >= state.seats


def _are_equal_tiles(state: RailroadRivals, seat: Seat, guesses: Guesses) -> bool:
    """Whether all tiles of the kind that the seat may still draft have the same figures, and there are several."""
    phase = state.flow[-1]
    assert isinstance(phase, Drafting)
    tiles = draftable_tiles(state, phase)
    if len(tiles) < 2 or not all(is_city(tile) or tile in state.value for tile in tiles):
        return False
    cities = {
        (state.board.tile_as_printed(City(tile)).goods, fit_text(state, City(tile))) for tile in tiles if is_city(tile)
    }
    stocks = {
        (state.value[Railroad(tile)], round(guesses.stock_at_end(state, seat, Railroad(tile))))
        for tile in tiles
        if not is_city(tile)
    }
    return len(cities) + len(stocks) == 1


def _are_equal_places(state: RailroadRivals, action: Place) -> bool:
    """Whether the city makes as many links in each place, which raise as little or as much own stock."""
    figures = dict[object, set[tuple[int, int]]]()
    for spot in matching_spots(state.board, action.city):
        links = _links_of_placement(state, replace(action, at=spot.at, facing=spot.facing))
        rise, _ = _rise_text(state, action.seat, [link.railroad for link in links])
        figures.setdefault(spot.at, set()).add((len(links), rise))
    return len(figures) > 1 and len({max(each) for each in figures.values()}) == 1


def _are_equal_facings(state: RailroadRivals, action: Place) -> bool:
    """Whether the city makes the same links there however it is turned, with as many free edges and own stocks."""
    spots = matching_spots(state.board, action.city) or blank_spots(state.board, action.city)
    ways = [replace(action, facing=spot.facing) for spot in spots if spot.at == action.at]
    owned = state.stocks[action.seat]
    figures = set[tuple[object, ...]]()
    for way in ways:
        free = [railroad for _, railroad in free_edges(state, way)]
        figures.add((_links_of_placement(state, way), len(free), sum(owned.get(railroad, 0) for railroad in free)))
    return len(ways) > 1 and len(figures) == 1


def legend(view: View[RailroadRivals], action: Action, field: str) -> str:
    """The meaning of the numbers on tiles and deliveries."""
    match action:
        case Bid():
            return "Bids cost points that win. ~: computer’s guess."
        case Draft() if _is_second_pick(view.state):
            return "Each delivery over a railroad: its stock +1."
        case Draft():
            return "One of each kind. A cube scores 1 to 3."
        case Place() if field in ("", "city"):
            return "In brackets: cubes. ↑: your stock."
        case Place() if field == "at":
            return "Last: the link you make. ↑: your stock gains."
        case Place():
            return "Free edges: for later links. ↑: your stock."
        case Deliver() if field == "to":
            return "First your points. ↑: your stock gains."
        case Deliver() if field in ("", "goods", "city"):
            return "+: your points. ↑: your stock gains."
        case _:
            return ""


def preview(view: View[RailroadRivals], action: Action, name: NameOfSeat) -> str:
    """A warning about a bid far above the recent prices of first place."""
    if isinstance(action, Bid) and view.state.firsts.is_high(action.amount):
        return f"⚠ That’s more than twice what first place cost lately ({view.state.firsts.price_range_text()})."
    return ""


def _stock_short_label(state: RailroadRivals, seat: Seat, railroad: Railroad, end: int) -> ShortLabel:
    """“CBQ stock · 0 now, ~3 at the end”."""
    value, own = state.value[railroad], state.stocks[seat].get(railroad, 0)
    rivals = sum(stocks.get(railroad, 0) for other, stocks in state.stocks.items() if other != seat)
    links = sum(link.railroad == railroad for link in state.board.links)
    return ShortLabel(
        f"{railroad} stock · {value} now, ~{end} at the end",
        fit_detail(RAILROAD_NAMES[railroad], f"you own {own}, rivals {rivals}", count_noun(links, "link")),
        gains=(value,),
        short=f"{railroad} stock ~{end}",
    )


def goods_short_label(state: RailroadRivals, goods: Goods) -> ShortLabel:
    """“+3 coal”."""
    points = delivery_points(state, goods)
    return ShortLabel(f"+{points} {goods}", gains=(points,))


def origin_short_label(state: RailroadRivals, city: City) -> ShortLabel:
    """“Omaha: coal wood”; of many cubes their number."""
    goods = state.goods[city]
    return ShortLabel(fit_label(f"{city}: {' '.join(goods)}", f"{city}: {count_noun(len(goods), 'cube')}"))


def trip_short_label(state: RailroadRivals, trip: Trip, name: NameOfSeat, *, is_whole_action: bool) -> ShortLabel:
    """“+3 wood Omaha→Denver, Ben +2, 2 CBQ↑”: points, others' points, and rises of own stock."""
    own = delivery_points(state, trip.goods)
    own += sum(bonus.points for bonus in active_modules.delivery_bonuses(state, trip) if bonus.seat == trip.seat)
    way = f"{trip.goods} {trip.city}→{trip.destination}" if is_whole_action else str(trip.destination)
    railroad = trip.links[-1].railroad
    rises, stocks = _stock_rise_text(state, trip)
    paid = [f"{shorten_name(name(seat))} +{points}" for seat, points in _points_for_others(state, trip).items()]
    tails = [", ".join(filter(None, [*paid, rises])), rises, ", ".join(paid), str(railroad), ""]
    ways = (way, way.replace(" City", ""))
    labels = [", ".join(filter(None, [f"+{own} {each}", tail])) for tail in tails for each in ways]
    label = fit_label(*labels, max_length=MAX_LABEL)
    gains = (own, stocks) if rises and rises in label else (own,)
    return ShortLabel(label, _trip_detail(state, trip, paid), gains=gains)


def _trip_detail(state: RailroadRivals, trip: Trip, paid: Sequence[str]) -> str:
    after = state
    for link in trip.links:
        after = after.raise_value(link.railroad)
    risen = [f"{link.railroad} rises to {after.value[link.railroad]}" for link in trip.links]
    return fit_detail(*paid, *dict.fromkeys(risen))


def _points_for_others(state: RailroadRivals, trip: Trip) -> dict[Seat, int]:
    """The points that a delivery brings other seats."""
    points: dict[Seat, int] = {}
    for link in trip.links:
        if paid := link_fee(link, trip.seat):
            points[Seat(link.owner)] = points.get(Seat(link.owner), 0) + paid
    for bonus in active_modules.delivery_bonuses(state, trip):
        if bonus.seat != trip.seat:
            points[bonus.seat] = points.get(bonus.seat, 0) + bonus.points
    return points


def _stock_rise_text(state: RailroadRivals, trip: Trip) -> tuple[str, int]:
    """“2 CBQ↑” and 2: the value that the seat’s own stock gains."""
    after = state
    for link in trip.links:
        after = after.raise_value(link.railroad)
    owned = state.stocks[trip.seat]
    gained = {railroad: owned.get(railroad, 0) * (after.value[railroad] - state.value[railroad]) for railroad in owned}
    rises = {railroad: points for railroad, points in gained.items() if points}
    total = sum(rises.values())
    return (f"{total} {'+'.join(rises)}↑", total) if rises else ("", 0)


def _pass_short_label(state: RailroadRivals) -> ShortLabel:
    phase = state.flow[-1]
    if not isinstance(phase, Bidding):
        return ShortLabel("Finish delivering", quiet=True)
    ordered = state.options.bidding == "whole-order"
    return ShortLabel(f"Pass, take place {len(phase.still_in)}" if ordered else "Pass", quiet=True)


def _city_short_label(state: RailroadRivals, city: City) -> ShortLabel:
    """A city on offer, with its edges."""
    edges = " ".join(railroad for railroad in state.board.tile_as_printed(city).edges if railroad)
    cubes = state.board.tile_as_printed(city).goods
    short = f"{city} · {_cubes_text(cubes)}"
    return ShortLabel(_city_text(state, city, cubes), f"Edges {edges}", gains=(cubes,), short=short)


def _city_text(state: RailroadRivals, city: City, cubes: int) -> str:
    """“Kansas City · 2 cubes, fits 2 places”."""
    head, fits = f"{city} · {_cubes_text(cubes)}", fit_text(state, city)
    return fit_label(f"{head}, {fits}", f"{head}, {fits.removesuffix(' places').removesuffix(' place')}", head)


def _placement_short_label(state: RailroadRivals, action: Place, field: str) -> ShortLabel:
    match field:
        case "city":
            cubes = state.count_cubes_to_draw(action.city)
            return ShortLabel(_city_text(state, action.city, cubes), gains=(cubes,) if cubes else ())
        case "at":
            return _spot(state, action)
        case "facing":
            return _facing_short_label(state, action)
        case _:
            return _whole_placement_short_label(state, action)


def _spot(state: RailroadRivals, action: Place) -> ShortLabel:
    """“North of Chicago · 1 CBQ↑”: a place, and the links that the city can make there."""
    where = place_text(state, action.at)
    short = where.replace(" of ", " ").split(", ")
    laid = PlacedTile(action.city, action.at, action.facing, action.seat)
    own = set(state.board.tile_as_printed(action.city).edges)
    ends = [other for _, other, _ in touching_edges(state.board, laid) if other is not None and other in own]
    rise, links = _rise_text(state, action.seat, ends)
    named = [where.replace(", ", " and "), *(", ".join(short[:n]) for n in (3, 2, 1))]
    with_links = [f"{words} · {links}" for words in named] if ends else []
    label = _capitalize(fit_label(*with_links[:2], *named[:1], *with_links[2:], *named[1:]))
    return ShortLabel(label, gains=(rise,) if rise and label.endswith(links) else ())


def _rise_text(state: RailroadRivals, seat: Seat, railroads: Sequence[Railroad]) -> tuple[int, str]:
    """The gain of the seat's stock by deliveries over links of these railroads, and their names: 1, “1 UP↑, IC”."""
    owned = Counter({railroad: state.stocks[seat].get(railroad, 0) for railroad in railroads})
    named = [
        f"{own} {railroad}↑" if (own := owned[railroad]) else str(railroad) for railroad in dict.fromkeys(railroads)
    ]
    return owned.total(), ", ".join(named)


def _facing_short_label(state: RailroadRivals, action: Place) -> ShortLabel:
    """“UP · N CBQ, E MP, S blank”: the links that it makes, and the edges that are then free."""
    _, made = _rise_text(state, action.seat, [link.railroad for link in _links_of_placement(state, action)])
    owned = state.stocks[action.seat]
    free = [f"{side.upper()} {railroad}{'↑' * (railroad in owned)}" for side, railroad in free_edges(state, action)]
    sides = edges_text(state, action.city, action.facing)
    head = made or "No link"
    label = fit_label(f"{head} · free {', '.join(free)}", f"{head} · {' '.join(free)}", sides) if free else head
    return ShortLabel(label, f"Edges {sides}")


def _whole_placement_short_label(state: RailroadRivals, action: Place) -> ShortLabel:
    """“Omaha (2) W of Denver · 1 UP↑”: the cubes, the place, and the links, those of own stock with its rise."""
    city, made, cubes = action.city, _links_of_placement(state, action), state.count_cubes_to_draw(action.city)
    near = place_text(state, action.at).split(", ")[0]
    first = _compass(side_text(state, action.at, made[0].b) if made else near)
    rise, links = _rise_text(state, action.seat, [link.railroad for link in made])
    head, links = f"{city} ({cubes})", links or "no link"
    label = fit_label(
        f"{head} {first} · {links}",
        f"{head} {first.replace(' of ', ' ')} · {links}",
        f"{head} · {links}",
        head,
        max_length=MAX_LABEL,
    )
    detail = fit_detail(_capitalize(place_text(state, action.at)), f"draw {_cubes_text(cubes)}", between="; ")
    gains = (cubes, rise) if label.endswith(links) else (cubes,)
    return ShortLabel(label, detail, gains=tuple(filter(None, gains)))


def _compass(where: str) -> str:
    """“W of Denver”."""
    side, _, rest = where.partition(" ")
    return f"{side[:1].upper()} {rest}"


def _links_of_placement(state: RailroadRivals, action: Place) -> tuple[Link, ...]:
    return tuple(new_links(state.board, PlacedTile(action.city, action.at, action.facing, action.seat)))


def _cubes_text(cubes: int) -> str:
    return count_noun(cubes, "cube") if cubes else "no cubes"


def _capitalize(words: str) -> str:
    return words[:1].upper() + words[1:]

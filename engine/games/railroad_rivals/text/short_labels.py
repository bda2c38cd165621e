"""Choices as their buttons say them: what tells them apart, and what they gain and cost."""

from collections.abc import Sequence

from engine.core import Action, NameOfSeat, Seat, View, count_noun
from engine.core.short_label import MAX_LABEL, ShortLabel, fit_detail, fit_label, shorten_name
from engine.games.railroad_rivals.game_data.pieces import is_city
from engine.games.railroad_rivals.game_data.printed_data import RAILROAD_NAMES, City, Goods, Railroad
from engine.games.railroad_rivals.rules.delivery import delivery_points, link_fee, trip_of_delivery
from engine.games.railroad_rivals.rules.place_names import edges_text, fit_text, place_text, side_text
from engine.games.railroad_rivals.state import active_modules
from engine.games.railroad_rivals.state.actions import Bid, Deliver, Draft, Pass, Place
from engine.games.railroad_rivals.state.board import Link, PlacedTile, new_links, touching_edges
from engine.games.railroad_rivals.state.game_module import Trip
from engine.games.railroad_rivals.state.phases import Bidding
from engine.games.railroad_rivals.state.state import RailroadRivals


def short_label(view: View[RailroadRivals], action: Action, field: str, name: NameOfSeat) -> ShortLabel | None:
    """The words of a button for ``field``, or for the whole action; None where the label is short enough."""
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
            return (
                _city_short_label(state, City(tile))
                if is_city(tile)
                else _stock_short_label(state, action.seat, Railroad(tile))
            )
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


def question_context(view: View[RailroadRivals], action: Action, field: str) -> str:
    """The bidder’s points, and the price of the first place in the last turns."""
    if not isinstance(action, Bid):
        return ""
    have, lately = (
        f"You have {count_noun(view.state.score[action.seat], 'point')}.",
        view.state.firsts.price_range_text(),
    )
    return f"{have} First place lately: {lately}." if lately else have


def legend(view: View[RailroadRivals], action: Action, field: str) -> str:
    """The meaning of the figures on tiles and deliveries."""
    match action:
        case Place() if field in ("", "city"):
            return "(2): cubes you draw. UP N of Omaha: the link."
        case Deliver() if field in ("", "goods", "city", "to"):
            return "+3: your points. 2 UP↑: your stock gains 2."
        case _:
            return ""


def preview(view: View[RailroadRivals], action: Action, name: NameOfSeat) -> str:
    """A warning of a bid that is far above what the first place cost lately."""
    if isinstance(action, Bid) and view.state.firsts.is_high(action.amount):
        return f"⚠ That’s more than twice what first place cost lately ({view.state.firsts.price_range_text()})."
    return ""


def _stock_short_label(state: RailroadRivals, seat: Seat, railroad: Railroad) -> ShortLabel:
    """“CBQ stock worth 3, you own 1”."""
    value = state.value[railroad]
    label = f"{railroad} stock worth {value}"
    own = state.stocks[seat].get(railroad, 0)
    rivals = sum(stocks.get(railroad, 0) for other, stocks in state.stocks.items() if other != seat)
    owned = [f"{who} {number}" for who, number in (("you own", own), ("rivals", rivals)) if number]
    fitting_label = fit_label(", ".join([label, *owned]), ", ".join([label, *owned[:1]]))
    return ShortLabel(
        fitting_label,
        fit_detail(RAILROAD_NAMES[railroad], f"you own {own}, rivals {rivals}"),
        gains=(value,),
        short=f"{railroad} worth {value}",
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
    """“+3 wood Omaha→Denver, Ben +2, 2 CBQ↑”: the points, who else gets some, and one’s own stock that rises."""
    own = delivery_points(state, trip.goods)
    own += sum(bonus.points for bonus in active_modules.delivery_bonuses(state, trip) if bonus.seat == trip.seat)
    way = f"{trip.goods} {trip.city}→{trip.destination}" if is_whole_action else str(trip.destination)
    railroad = trip.links[-1].railroad
    rises, stocks = _stock_rise_text(state, trip)
    paid = [f"{shorten_name(name(seat))} +{points}" for seat, points in _points_for_others(state, trip).items()]
    tails = [", ".join(filter(None, [*paid, rises])), rises, ", ".join(paid), str(railroad), ""]
    labels = [", ".join(filter(None, [f"+{own} {way}", tail])) for tail in tails]
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
    return ShortLabel(
        _city_text(state, city, cubes), f"Edges {edges}", gains=(cubes,), short=f"{city} · {_cubes_text(cubes)}"
    )


def _city_text(state: RailroadRivals, city: City, cubes: int) -> str:
    """“Kansas City · 2 cubes, fits 2”."""
    short = fit_text(state, city).removesuffix(" places").removesuffix(" place")
    return fit_label(
        f"{city} · {_cubes_text(cubes)}, {short}",
        f"{city} · {_cubes_text(cubes)}, {short.removesuffix(' only').removesuffix(' yet')}",
    )


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
    """“North of Chicago · CBQ”: a place, and the railroads that end there."""
    where = place_text(state, action.at)
    short = where.replace(" of ", " ").split(", ")
    laid = PlacedTile(action.city, action.at, action.facing, action.seat)
    ends = "+".join(str(other) for _, other, _ in touching_edges(state.board, laid) if other is not None)
    named = [where.replace(", ", " and "), *(", ".join(short[:n]) for n in (3, 2, 1))]
    with_ends = [f"{words} · {ends}" for words in named] if ends else []
    return ShortLabel(_capitalize(fit_label(*with_ends[:2], *named[:1], *with_ends[2:], *named[1:])))


def _facing_short_label(state: RailroadRivals, action: Place) -> ShortLabel:
    """“UP · N CBQ, E MP, S blank, W UP”: the links that it makes, and all edges."""
    made = "+".join(link.railroad for link in _links_of_placement(state, action)) or "No link"
    sides = edges_text(state, action.city, action.facing)
    short = sides.replace(",", "").replace("blank", "–")
    return ShortLabel(fit_label(f"{made} · {sides}", f"{made} · {short}", short))


def _whole_placement_short_label(state: RailroadRivals, action: Place) -> ShortLabel:
    """“Omaha (2) · UP W of Denver”: the cubes, the first link, and the railroads of more."""
    city, made, cubes = action.city, _links_of_placement(state, action), state.count_cubes_to_draw(action.city)
    near = place_text(state, action.at).split(", ")[0]
    link, *more = made or (None,)
    first = _compass(side_text(state, action.at, link.b)) if link else _compass(near)
    railroad = link.railroad if link else "no link,"
    others = "".join(f", {other.railroad}" for other in more if other)
    head = f"{city} ({cubes}) · {railroad}"
    label = fit_label(
        f"{head} {first}{others}", f"{head} {first}", f"{head} {first.replace(' of ', ' ')}", head, max_length=MAX_LABEL
    )
    sides = edges_text(state, city, action.facing)
    detail = fit_detail(_capitalize(place_text(state, action.at)), sides, f"draw {_cubes_text(cubes)}", between="; ")
    return ShortLabel(label, detail, gains=(cubes,) if cubes else ())


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

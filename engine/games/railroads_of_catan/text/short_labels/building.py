"""Tracks, trains and plans of track, as their buttons say them."""

from collections.abc import Collection

from engine.core import Action, NameOfSeat, Seat, count_noun, dollar_amount
from engine.core.short_label import MAX_LABEL, SMALL, ShortLabel, fit_detail, fit_label
from engine.games.railroads_of_catan.game_data.constants import (
    MOVES_PER_TURN,
    TRAIN_CAPACITY,
    UPGRADE_PRICE,
)
from engine.games.railroads_of_catan.game_data.distance_tables import track_distances
from engine.games.railroads_of_catan.game_data.island import NodeId
from engine.games.railroads_of_catan.game_data.pieces import TrainPiece
from engine.games.railroads_of_catan.rules.building import LayingCost, quote_tracks
from engine.games.railroads_of_catan.rules.plan_timing import state_when_building
from engine.games.railroads_of_catan.rules.trips import Journey, travel
from engine.games.railroads_of_catan.search.build_paths import few_laying_proposals, laying_proposals
from engine.games.railroads_of_catan.search.proposals import trip_proposals
from engine.games.railroads_of_catan.state.actions import Lay, PlanTrack, Toward, Train, Upgrade
from engine.games.railroads_of_catan.state.display_names import goods_text
from engine.games.railroads_of_catan.state.path_notation import Path
from engine.games.railroads_of_catan.state.phases import Building
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from engine.games.railroads_of_catan.text.labels.building import building_of, whole_path
from engine.games.railroads_of_catan.text.short_labels.place_names import capitalize, ends_name, line_name, place_name


def short_label(state: RailroadsOfCatan, action: Action, field: str, name: NameOfSeat) -> ShortLabel | None:
    """The short label of an action of this phase; None for others."""
    match action:
        case Lay(path=path):
            return _lay_short_label(state, action.seat, path, name)
        case Toward():
            return _toward_short_label(state, action, field, name)
        case Train(city=city):
            return _train_short_label(state, action.seat, city, field, name)
        case Upgrade():
            return _upgrade_short_label(state, action, field, name)
        case PlanTrack():
            return _plan_short_label(state, action, field, name)
        case _:
            return None


def question_context(state: RailroadsOfCatan, action: Action, field: str) -> str:
    """“You carry 2 ore on train 1.”: what distinguishes the trains that may be upgraded."""
    if not isinstance(action, Upgrade) or field != "number":
        return ""
    trains = [train for train in state.trains_of(action.seat) if not train.large]
    cargo = [f"{goods_text(train.goods)} on train {train.number}" for train in trains if train.goods]
    return f"You carry {', '.join(cargo)}." if cargo else "All your small trains are empty."


def legend(state: RailroadsOfCatan, action: Action, field: str) -> str:
    """The meaning of an order’s good and money if a city has one; and what trains are."""
    match action:
        case Toward() if field in ("", "city"):
            return _orders_text(state, action)
        case Train() if not field:
            return "First trip: what it brings on today’s track."
        case Upgrade() if not field:
            return f"Large: {_size_text(', not ')}."
        case _:
            return ""


def _orders_text(state: RailroadsOfCatan, action: Toward) -> str:
    """“+$: once, for bringing brick (from your 2).”, of the cities to which the seat can lay track."""
    seat = action.seat
    proposals = few_laying_proposals(state, building_of(state, seat))
    labels = [_toward_short_label(state, Toward(seat, city, path), "", str) for city, path in proposals]
    if not state.orders or not labels:
        return ""
    most = max(label.worth for label in labels)
    best = [label for label in labels if label.worth == most]
    is_equal = len(best) > 1 and len({(label.gains, label.costs) for label in best}) == 1
    if is_equal:
        return f"+$: order, paid once. First {len(best)} equal: take any."
    sources = _source_texts(state, seat, {action.city, *(city for city, _ in proposals)})
    texts = [f"+$: once, for bringing {', '.join(sources[:count])}." for count in (2, 1)]
    return fit_label(*texts, max_length=SMALL) if sources else ""


def _source_texts(state: RailroadsOfCatan, seat: Seat, cities: Collection[NodeId]) -> list[str]:
    """“brick (from your 2)”, “ore (from rivals)”: the goods that orders of the cities want, and where they are made."""
    texts = []
    for good in dict.fromkeys(order.good for order in state.orders if order.city in cities):
        own_dots = [state.layout.dots_of(city) for city in state.cities_of(seat) if state.layout.good_of(city) is good]
        is_made = any(state.layout.good_of(city) is good for city in state.cities)
        texts.append(f"{good} ({f'from your {own_dots[0]}' if own_dots else 'from rivals' if is_made else 'no city'})")
    return texts


def _size_text(between: str) -> str:
    """“5 barrels, not 2; 6 moves, not 8”."""
    barrels = f"{TRAIN_CAPACITY[True]} barrels{between}{TRAIN_CAPACITY[False]}"
    return f"{barrels}; {MOVES_PER_TURN[True]} moves{between}{MOVES_PER_TURN[False]}"


def _train_short_label(state: RailroadsOfCatan, seat: Seat, city: NodeId, field: str, name: NameOfSeat) -> ShortLabel:
    """“Your 5 · first trip +$2,600”, “Train in your 5, first trip +$2,600”: the best trip of a train bought there."""
    gain = _first_trip_gain(state, seat, city)
    trip_text = f"first trip +{dollar_amount(gain)}" if gain else "no trip yet"
    where = place_name(state, city, seat, name)
    label = f"{capitalize(where)} · {trip_text}" if field else f"Train in {where}, {trip_text}"
    detail = f"{TRAIN_CAPACITY[False]} barrels, {MOVES_PER_TURN[False]} moves"
    return ShortLabel(fit_label(label, max_length=MAX_LABEL), detail, gains=(gain,) if gain else ())


def _first_trip_gain(state: RailroadsOfCatan, seat: Seat, city: NodeId) -> int:
    """Dollars that the best trip of a new train brings on the track of now, fees paid; 0 where none brings any."""
    train = TrainPiece(seat, len(state.trains_of(seat)) + 1, city)
    journeys = (travel(state, {}, train, trip) for trip in trip_proposals(state, {}, train))
    return max([0, *(journey.bill.net for journey in journeys if isinstance(journey, Journey))])


def _upgrade_short_label(state: RailroadsOfCatan, action: Upgrade, field: str, name: NameOfSeat) -> ShortLabel:
    """“Train 2 · your 5, 2 wheat”, “Upgrade train 2, $3,000”."""
    detail = f"Large: {_size_text(', not ')}; {dollar_amount(UPGRADE_PRICE)}"
    if not field:
        label = f"Upgrade train {action.number}, {dollar_amount(UPGRADE_PRICE)}"
        return ShortLabel(label, detail, costs=(UPGRADE_PRICE,))
    train = state.find_train(action.seat, action.number)
    label = f"Train {action.number}"
    if train is None:
        return ShortLabel(label, detail)
    place = f"{label} · {place_name(state, train.at, action.seat, name)}"
    return ShortLabel(fit_label(f"{place}, {goods_text(train.goods)}", place), detail)


def _lay_short_label(state: RailroadsOfCatan, seat: Seat, path: Path, name: NameOfSeat) -> ShortLabel:
    """“Your 5–V85 · $1,000”."""
    works = quote_tracks(state, building_of(state, seat), path.tracks)
    cost = works.total if isinstance(works, LayingCost) else 0
    price = dollar_amount(cost) if cost else "free" if isinstance(works, LayingCost) else "not possible now"
    lines = ", ".join(line_name(state, line, seat, name) for line in path.lines)
    ends = ", ".join(ends_name(state, line, seat, name) for line in path.lines)
    label = fit_label(f"{capitalize(lines)} · {price}", f"{capitalize(ends)} · {price}")
    return ShortLabel(label, fit_detail(capitalize(lines)), costs=(cost,) if cost else ())


def _toward_short_label(state: RailroadsOfCatan, action: Toward, field: str, name: NameOfSeat) -> ShortLabel:
    """“Ada’s 4 · 2 tracks $3,000, ore +$4,000”: what the whole path costs, and the goods that orders want there."""
    seat, city = action.seat, action.city
    works = quote_tracks(state, building_of(state, seat), action.path.tracks)
    cost_now, tracks_now = works.total if isinstance(works, LayingCost) else 0, len(action.path.tracks)
    path_cost = whole_path(state, action)
    tracks, cost = (
        (path_cost.tracks, path_cost.cost) if path_cost and path_cost.tracks > tracks_now else (tracks_now, cost_now)
    )
    tracks_text = f"{tracks_now} of {tracks} tracks" if tracks > tracks_now else count_noun(tracks, "track")
    orders = [order for order in state.orders if order.city == city]
    bonus_sum = sum(order.bonus for order in orders)
    good = state.layout.good_of(city)
    goods_wanted = "+".join(dict.fromkeys(order.good for order in orders))
    sum_text = f"+{dollar_amount(bonus_sum)}"
    order_text = f", {goods_wanted} {sum_text}" if orders else f", makes {good}"
    orders_named = f", {goods_wanted} {'order' if len(orders) == 1 else 'orders'} {sum_text}"
    head = capitalize(place_name(state, city, seat, name)) if field != "path" else _start_text(state, action, name)
    price = dollar_amount(cost) if cost else "free"
    wanted_labels = [
        f"{head} · {tracks_text} {price}{orders_named}",
        f"{head} · {price}{orders_named}",
        f"{head} · {tracks_text} {price}{order_text}",
        f"{head} · {price}{order_text}",
    ]
    plain_labels = [f"{head} · {tracks_text} {price}{text}" for text in (order_text, f", {good}")]
    label = fit_label(
        *(wanted_labels if orders else plain_labels), f"{head} · {tracks_text} {price}", f"{head} · {price}"
    )
    cost_now_text = f"{dollar_amount(cost_now) if cost_now else 'free'} now" if tracks > tracks_now else ""
    wanted = [f"order {order.letter}: {order.good} for {dollar_amount(order.bonus)}" for order in orders]
    points = _points_text(state, action, name) if field == "path" else ""
    detail = fit_detail(cost_now_text, points, f"makes {good}", *wanted, between="; ")
    gains, costs = (bonus_sum,) if sum_text in label else (), (cost,) if cost else ()
    return ShortLabel(label, capitalize(detail), gains=gains, costs=costs, short="" if orders else f"{head} · {price}")


def _start_text(state: RailroadsOfCatan, action: Toward, name: NameOfSeat) -> str:
    """“From your 5”, “From near Ada’s 4”: where a way begins."""
    start = action.path.lines[0][0]
    if start in state.cities:
        return f"From {place_name(state, start, action.seat, name)}"
    nearest = min(state.cities, key=lambda city: (track_distances(city)[start], city))
    return f"From near {place_name(state, nearest, action.seat, name)}"


def _points_text(state: RailroadsOfCatan, action: Toward, name: NameOfSeat) -> str:
    """“Your 5–V85–V90”, or the ends of a long path."""
    (line,) = action.path.lines
    line_text = capitalize(line_name(state, line, action.seat, name))
    return line_text if len(line_text) <= MAX_LABEL // 2 else capitalize(ends_name(state, line, action.seat, name))


def _plan_short_label(state: RailroadsOfCatan, action: PlanTrack, field: str, name: NameOfSeat) -> ShortLabel:
    """“Toward Ada’s 4 · 3 tracks”, or its limit."""
    if field == "limit":
        return ShortLabel(f"Up to {dollar_amount(action.limit)}")
    state_then, seat, path = state_when_building(state, action.seat), action.seat, action.path
    paths = laying_proposals(state_then, Building(seat))
    nodes = {place for line in path.lines for place in line}
    goals = [city for city, way in paths if {*way.tracks} == {*path.tracks} and city not in nodes]
    cities_at_ends = [place for place in (path.lines[-1][-1], path.lines[0][0]) if place in state.cities]
    lines = ", ".join(line_name(state, line, seat, name) for line in path.lines)
    tracks_text = count_noun(len(path.tracks), "track")
    goal = next(iter(goals or [place for place in cities_at_ends if place in state.cities][:1]), None)
    ends = ", ".join(ends_name(state, line, seat, name) for line in path.lines)
    goal_text = f"Toward {place_name(state, goal, seat, name)}" if goals and goal else capitalize(ends)
    works = quote_tracks(state_then, Building(seat), path.tracks)
    cost = f" {dollar_amount(works.total)}" if isinstance(works, LayingCost) and works.total else ""
    label = fit_label(f"{goal_text} · {tracks_text}{cost}", f"{goal_text} · {tracks_text}")
    costs = (works.total,) if cost and cost in label and isinstance(works, LayingCost) else ()
    limit = f"Up to {dollar_amount(action.limit)}" if not field else ""
    return ShortLabel(label, fit_detail(limit, capitalize(lines), between="; "), costs=costs)

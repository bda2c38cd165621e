"""Texts of laying and planning track. (RC Phase 5)"""

from collections import Counter
from collections.abc import Collection

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
from engine.core.short_label import MAX_LABEL, SMALL, ShortLabel, fit_detail, fit_label
from engine.games.railroads_of_catan.game_data.distance_tables import track_distances
from engine.games.railroads_of_catan.game_data.island import NodeId, kind_of
from engine.games.railroads_of_catan.game_data.pieces import DeliveryOrder
from engine.games.railroads_of_catan.rules.building import LayingCost, quote_tracks
from engine.games.railroads_of_catan.rules.plan_timing import state_when_building
from engine.games.railroads_of_catan.rules.scoring import has_joined_all_cities
from engine.games.railroads_of_catan.search.build_paths import (
    WholePathCost,
    few_laying_proposals,
    full_build_paths,
    goals_of_tracks,
    laying_proposals,
    whole_path_cost,
)
from engine.games.railroads_of_catan.state.actions import Lay, PlanTrack, Toward
from engine.games.railroads_of_catan.state.display_names import (
    city_text,
    line_text,
    name_to_reader,
    seat_sums_text,
    spot_text,
)
from engine.games.railroads_of_catan.state.events import TrackLaid
from engine.games.railroads_of_catan.state.obstacle import Obstacle
from engine.games.railroads_of_catan.state.path_notation import Path
from engine.games.railroads_of_catan.state.phases import Building
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from engine.games.railroads_of_catan.text.place_names import (
    capitalize,
    capitalize_your,
    ends_name,
    line_name,
    place_name,
)

_View = View[RailroadsOfCatan]


# -- laying track


def _lay_label(view: _View, action: Lay, field: str, name: NameOfSeat) -> str:
    """Return “Lay your 5–V75 (1 plain track) for $1,000: $14,000 left”; for a field, only the path and its price."""
    state, seat, path, own_name = view.state, action.seat, action.path, name_to_reader(name, view.seat)
    path_text = f"{_path_text(state, path, own_name)}{_price_text(state, seat, path, own_name)}"
    if field:
        return capitalize_your(path_text)
    return f"Lay {path_text}{_effects_text(_cash_after_text(state, seat, path))}"


def _lay_short_label(view: _View, action: Lay, field: str, name: NameOfSeat) -> ShortLabel:
    """“Your 5–V85 · $1,000”."""
    state, seat, path = view.state, action.seat, action.path
    quote = quote_tracks(state, _building_of(state, seat), path.tracks)
    cost = quote.total if isinstance(quote, LayingCost) else 0
    price = dollar_amount(cost) if cost else "free" if isinstance(quote, LayingCost) else "not possible now"
    lines, ends = _lines_text(state, path, seat, name), _ends_text(state, path, seat, name)
    label = fit_label(f"{lines} · {price}", f"{ends} · {price}")
    return ShortLabel(label, fit_detail(lines), costs=(cost,) if cost else ())


def _building_of(state: RailroadsOfCatan, seat: Seat) -> Building:
    """Return the phase in which the seat builds now, or a new one if the seat is not building."""
    phase = state.flow[-1] if state.flow else None
    return phase if isinstance(phase, Building) and phase.seat == seat else Building(seat)


def _lines_text(state: RailroadsOfCatan, path: Path, seat: Seat, name: NameOfSeat) -> str:
    """“Your 5–V85–V90”: all points of a path."""
    return capitalize(", ".join(line_name(state, line, seat, name) for line in path.lines))


def _ends_text(state: RailroadsOfCatan, path: Path, seat: Seat, name: NameOfSeat) -> str:
    """“Your 5 to V90”: the two ends of each line of a path."""
    return capitalize(", ".join(ends_name(state, line, seat, name) for line in path.lines))


def _path_text(state: RailroadsOfCatan, path: Path, name: NameOfSeat) -> str:
    """“Ada’s 5–V75–V81 (2 plain tracks)”."""
    lines = join_words([line_text(state.cities, _start_at_city(state, line), name) for line in path.lines])
    return f"{lines} ({_tracks_text(state, path)})"


def _start_at_city(state: RailroadsOfCatan, line: tuple[NodeId, ...]) -> tuple[NodeId, ...]:
    """Return the line, reversed if it is a single track of which only the last point is a city."""
    if len(line) != 2 or line[0] in state.cities or line[1] not in state.cities:
        return line
    return line[::-1]


def _tracks_text(state: RailroadsOfCatan, path: Path) -> str:
    """“1 plain track”, “2 plain tracks”, “1 plain and 1 water track”."""
    kinds = Counter(kind_of(state.layout, track) for track in path.tracks)
    kinds_text = join_words([f"{count} {kind}" for kind, count in sorted(kinds.items())])
    return f"{kinds_text} {'track' if kinds_text.rpartition('and ')[2].startswith('1 ') else 'tracks'}"


def _price_text(state: RailroadsOfCatan, seat: Seat, path: Path, name: NameOfSeat) -> str:
    """Return “ for $4,000 (1 free) and $1,000 to Ben”, or “ (not possible now)”."""
    quote = quote_tracks(state, _building_of(state, seat), path.tracks)
    if isinstance(quote, Obstacle):
        return " (not possible now)"
    free_text = f" ({quote.free} free)" if quote.free and quote.cost else ""
    price = dollar_amount(quote.cost) if quote.cost or not quote.free else "free"
    fees_text = f" and {seat_sums_text(quote.fees, name)}" if quote.fees else ""
    return f" for {price}{free_text}{fees_text}"


def _cash_after_text(state: RailroadsOfCatan, seat: Seat, path: Path) -> str:
    """Return “$14,000 left”, with a note if the track connects all of the seat's cities. (ruling 90)"""
    quote = quote_tracks(state, _building_of(state, seat), path.tracks)
    if not isinstance(quote, LayingCost):
        return ""
    is_game_end = has_joined_all_cities(state.add_tracks(seat, *path.tracks), seat)
    game_end_text = ", connects all your cities: the game ends after this turn" if is_game_end else ""
    return f"{dollar_amount(state.cash[seat] - quote.total)} left{game_end_text}"


def _effects_text(*effects: str) -> str:
    """Return “: 2 tracks to go, $9,000 left”; empty effects are omitted."""
    effects_joined = ", ".join(filter(None, effects))
    return f": {effects_joined}" if effects_joined else ""


# -- laying track toward a city


def _toward_label(view: _View, action: Toward, field: str, name: NameOfSeat) -> str:
    """“Build toward Ben’s 5-dot city from your 4-dot city with 3 plain tracks for $3,000: …”."""
    state, seat, path, own_name = view.state, action.seat, action.path, name_to_reader(name, view.seat)
    if field == "city":
        return capitalize_your(_city_label(state, action, own_name))
    price, remaining = _price_text(state, seat, path, own_name), _remaining_tracks_text(state, action)
    if field:
        return capitalize_your(f"{_path_text(state, path, own_name)}{price}{_effects_text(remaining)}")
    goal = city_text(state.cities, action.city, own_name)
    start = spot_text(state.cities, path.lines[0][0], own_name).removeprefix("in ")
    effects = _effects_text(remaining, _cash_after_text(state, seat, path))
    return f"Build toward {goal} from {start} with {_tracks_text(state, path)}{price}{effects}"


def _city_label(state: RailroadsOfCatan, action: Toward, name: NameOfSeat) -> str:
    """“Ben’s 5-dot city (ore): 5 tracks for $6,000 in total (1 free), $2,000 now”."""
    goal = f"{city_text(state.cities, action.city, name)} ({state.layout.good_of(action.city)})"
    path_cost = _whole_path(state, action)
    if path_cost is None:
        return goal
    price = f"for {dollar_amount(path_cost.cost)} in total" if path_cost.cost or not path_cost.free else "for free"
    free_text = f" ({path_cost.free} free)" if path_cost.free and path_cost.cost else ""
    cost_text = f"{count_noun(path_cost.tracks, 'track')} {price}{free_text}"
    return f"{goal}: {cost_text}{_cost_now_text(state, action)}{_other_goals_text(state, action, name)}"


def _cost_now_text(state: RailroadsOfCatan, action: Toward) -> str:
    """Return “, $2,000 now” if only a part of the path can be laid now; otherwise ""."""
    quote = quote_tracks(state, _building_of(state, action.seat), action.path.tracks)
    if not isinstance(quote, LayingCost) or not _remaining_tracks_text(state, action):
        return ""
    return f", {dollar_amount(quote.total) if quote.total else 'free'} now"


def _other_goals_text(state: RailroadsOfCatan, action: Toward, name: NameOfSeat) -> str:
    """Return “, also toward Ben’s 5-dot city”: the other cities toward which the same tracks lead."""
    goals = goals_of_tracks(state, _building_of(state, action.seat), action.path)
    names = join_words([city_text(state.cities, city, name) for city in goals if city != action.city])
    return f", also toward {names}" if names else ""


def _remaining_tracks_text(state: RailroadsOfCatan, action: Toward) -> str:
    """Return “2 tracks to go” if only a part of the path can be laid now; otherwise ""."""
    path_cost = _whole_path(state, action, must_begin_so=True)
    remaining = path_cost.tracks - len(action.path.tracks) if path_cost else 0
    return f"{count_noun(remaining, 'track')} to go" if remaining else ""


def _whole_path(state: RailroadsOfCatan, action: Toward, *, must_begin_so: bool = False) -> WholePathCost | None:
    """Return the cost of the cheapest whole path to the city that begins with the tracks of the action.

    If no path begins with these tracks, return the cost of the cheapest path to the city, or None with
    ``must_begin_so``.
    """
    (points,) = action.path.lines
    paths_to_city = [path for path in full_build_paths(state, action.seat) if path.city == action.city]
    paths_with_beginning = [path for path in paths_to_city if path.points[: len(points)] == points]
    building = _building_of(state, action.seat)
    paths = paths_with_beginning if must_begin_so else paths_with_beginning or paths_to_city
    return min((whole_path_cost(state, building, path) for path in paths), default=None)


def _toward_short_label(view: _View, action: Toward, field: str, name: NameOfSeat) -> ShortLabel:
    """Return “Ada’s 4 · 2 tracks $3,000, ore +$4,000”: the cost of the whole path, and the orders of the city."""
    state, seat, city = view.state, action.seat, action.city
    quote = quote_tracks(state, _building_of(state, seat), action.path.tracks)
    cost_now, tracks_now = quote.total if isinstance(quote, LayingCost) else 0, len(action.path.tracks)
    path_cost = _whole_path(state, action)
    is_part = path_cost is not None and path_cost.tracks > tracks_now
    tracks, cost = (path_cost.tracks, path_cost.cost) if path_cost and is_part else (tracks_now, cost_now)
    tracks_text = f"{tracks_now} of {tracks} tracks" if is_part else count_noun(tracks, "track")
    price = dollar_amount(cost) if cost else "free"
    head = _start_text(state, action, name) if field == "path" else capitalize(place_name(state, city, seat, name))
    orders = [order for order in state.orders if order.city == city]
    bonus_sum = sum(order.bonus for order in orders)
    label = _toward_label_that_fits(head, tracks_text, price, orders, f"makes {state.layout.good_of(city)}")
    cost_now_text = f"{dollar_amount(cost_now) if cost_now else 'free'} now" if is_part else ""
    points = _points_text(state, action, name) if field == "path" else ""
    wanted = [f"order {order.letter}: {order.good} for {dollar_amount(order.bonus)}" for order in orders]
    detail = fit_detail(cost_now_text, points, f"makes {state.layout.good_of(city)}", *wanted, between="; ")
    return ShortLabel(
        label,
        capitalize(detail),
        gains=(bonus_sum,) if f"+{dollar_amount(bonus_sum)}" in label else (),
        costs=(cost,) if cost else (),
        short="" if orders else f"{head} · {price}",
    )


def _toward_label_that_fits(
    head: str, tracks_text: str, price: str, orders: Collection[DeliveryOrder], makes_good: str
) -> str:
    """Return the longest label that fits, with the orders of the city, or, if it has none, the good that it makes."""
    ends = (f"{head} · {tracks_text} {price}", f"{head} · {price}")
    if not orders:
        good_labels = [f"{ends[0]}, {text}" for text in (makes_good, makes_good.removeprefix("makes "))]
        return fit_label(*good_labels, *ends)
    goods = "+".join(dict.fromkeys(order.good for order in orders))
    bonus_sum = f"+{dollar_amount(sum(order.bonus for order in orders))}"
    order_texts = (f"{goods} {'order' if len(orders) == 1 else 'orders'} {bonus_sum}", f"{goods} {bonus_sum}")
    return fit_label(*(f"{end}, {text}" for text in order_texts for end in ends), *ends)


def _start_text(state: RailroadsOfCatan, action: Toward, name: NameOfSeat) -> str:
    """Return “From your 5” or “From near Ada’s 4”: the place where a path starts."""
    start = action.path.lines[0][0]
    if start in state.cities:
        return f"From {place_name(state, start, action.seat, name)}"
    nearest = min(state.cities, key=lambda city: (track_distances(city)[start], city))
    return f"From near {place_name(state, nearest, action.seat, name)}"


def _points_text(state: RailroadsOfCatan, action: Toward, name: NameOfSeat) -> str:
    """Return “Your 5–V85–V90”, or only the ends if the path is long."""
    lines = _lines_text(state, action.path, action.seat, name)
    return lines if len(lines) <= MAX_LABEL // 2 else _ends_text(state, action.path, action.seat, name)


def _toward_legend(view: _View, action: Toward, field: str) -> str:
    """Explain the bonuses of orders in the menu: “+$: once, for bringing brick (from your 2).”"""
    state, seat = view.state, action.seat
    if field not in ("", "city"):
        return ""
    proposals = few_laying_proposals(state, _building_of(state, seat))
    labels = [_toward_short_label(view, Toward(seat, city, path), "", str) for city, path in proposals]
    if not state.orders or not labels:
        return ""
    most = max(label.worth for label in labels)
    best = [label for label in labels if label.worth == most]
    if len(best) > 1 and len({(label.gains, label.costs) for label in best}) == 1:
        return f"+$: order, paid once. First {len(best)} equal: take any."
    sources = _source_texts(state, seat, {action.city, *(city for city, _ in proposals)})
    legends = [f"+$: once, for bringing {', '.join(sources[:count])}." for count in (2, 1)]
    return fit_label(*legends, max_length=SMALL) if sources else ""


def _source_texts(state: RailroadsOfCatan, seat: Seat, cities: Collection[NodeId]) -> list[str]:
    """Return “brick (from your 2)”, “ore (from rivals)”: the goods that ``cities`` have ordered, and who makes them."""
    texts = []
    for good in dict.fromkeys(order.good for order in state.orders if order.city in cities):
        own_dots = [state.layout.dots_of(city) for city in state.cities_of(seat) if state.layout.good_of(city) is good]
        is_made = any(state.layout.good_of(city) is good for city in state.cities)
        texts.append(f"{good} ({f'from your {own_dots[0]}' if own_dots else 'from rivals' if is_made else 'no city'})")
    return texts


# -- planning track


def _plan_track_label(view: _View, action: PlanTrack, field: str, name: NameOfSeat) -> str:
    """“Plan to lay your 5–V75 (1 plain track) for up to $1,000, and build nothing else …”."""
    state, limit, own_name = view.state, dollar_amount(action.limit), name_to_reader(name, view.seat)
    if field == "limit":
        return f"{limit}, including city fees"
    path = _path_text(state, action.path, own_name)
    if not field:
        return f"Plan to lay {path} for up to {limit}, and build nothing else that turn"
    goals = join_words([city_text(state.cities, city, own_name) for city in _goals_of_plan(state, action)])
    return capitalize_your(f"{path}, toward {goals}" if goals else path)


def _plan_track_short_label(view: _View, action: PlanTrack, field: str, name: NameOfSeat) -> ShortLabel:
    """Return “Toward Ada’s 4 · 3 tracks $3,000”; for the limit, “Up to $3,000”."""
    state, seat, path = view.state, action.seat, action.path
    limit = f"Up to {dollar_amount(action.limit)}"
    if field == "limit":
        return ShortLabel(limit)
    goals = _goals_of_plan(state, action)
    head = f"Toward {place_name(state, goals[0], seat, name)}" if goals else _ends_text(state, path, seat, name)
    tracks_text = f"{head} · {count_noun(len(path.tracks), 'track')}"
    quote = quote_tracks(state_when_building(state, seat), Building(seat), path.tracks)
    cost = quote.total if isinstance(quote, LayingCost) else 0
    label = fit_label(f"{tracks_text} {dollar_amount(cost)}", tracks_text) if cost else fit_label(tracks_text)
    detail = fit_detail("" if field else limit, _lines_text(state, path, seat, name), between="; ")
    return ShortLabel(label, detail, costs=(cost,) if cost and f" {dollar_amount(cost)}" in label else ())


def _goals_of_plan(state: RailroadsOfCatan, action: PlanTrack) -> list[NodeId]:
    """Return the cities that the planned track does not reach, if a proposed path to them begins with it."""
    proposals = laying_proposals(state_when_building(state, action.seat), Building(action.seat))
    points = {place for line in action.path.lines for place in line}
    return [city for city, path in proposals if {*path.tracks} == {*action.path.tracks} and city not in points]


def _laying_sentence(event: TrackLaid, name: NameOfSeat) -> str:
    """“Ada laid 2 tracks from their 5-dot city to Ben’s 4-dot city for $2,000.”"""
    lines = join_words(
        [f"{count_noun(len(line) - 1, 'track')} {_direction_text(event, line, name)}" for line in event.path.lines]
    )
    free_text = f" ({event.free} free)" if event.free else ""
    price = f"for {dollar_amount(event.cost)}{free_text}" if event.cost or not event.free else "for free"
    fees_text = f" and paid {seat_sums_text(event.fees, name)}" if event.fees else ""
    return f"{name(event.seat)} laid {lines} {price}{fees_text}."


def _narrate_track(event: TrackLaid, name: NameOfSeat) -> Narration:
    """Narrate laying track; the short clause is “laid 3 tracks toward Ben’s 5 for $3,000”."""
    tracks, line = count_noun(len(event.path.tracks), "track"), event.path.lines[-1]
    price = dollar_amount(event.cost + sum(event.fees.values()))
    direction = _end_text(event, line, name, event.seat) or _direction_text(event, line, name)
    clause = f"laid {tracks} {direction.replace('-dot city', '')} for {price}"
    return Narration(_laying_sentence(event, name), clause)


def _direction_text(event: TrackLaid, line: tuple[NodeId, ...], name: NameOfSeat) -> str:
    """Return “from their 5-dot city toward Cleo’s 3-dot city”, or “near Ben’s 4-dot city”.

    If the line starts at a rival’s city, “their” is not used later, because it could mean the rival.
    """
    first, *between, last = line
    start = event.cities.get(first)
    start_text = f"from {city_text(event.cities, first, name, event.seat)}" if start else ""
    towns = [city_text(event.cities, place, name) for place in between if place in event.cities]
    through_text = f"through {join_words(towns)}" if towns else ""
    about = event.seat if start is None or start.seat == event.seat else None
    direction = " ".join(filter(None, (start_text, through_text, _end_text(event, line, name, about))))
    return direction or spot_text(event.cities, last, name, event.seat)


def _end_text(event: TrackLaid, line: tuple[NodeId, ...], name: NameOfSeat, about: Seat | None) -> str:
    """Return “to Ben’s 4-dot city” or “toward Ben’s 5-dot city”; "" if the line leads to no city."""
    if line[-1] in event.cities:
        return f"to {city_text(event.cities, line[-1], name, about)}"
    if event.toward:
        return f"toward {city_text(event.cities, event.toward, name, about)}"
    return ""


ACTION_TEXTS: ActionTexts = {
    Lay: ActionText(label=_lay_label, short_label=_lay_short_label),
    Toward: ActionText(label=_toward_label, short_label=_toward_short_label, legend=_toward_legend),
    PlanTrack: ActionText(label=_plan_track_label, short_label=_plan_track_short_label),
}
EVENT_TEXTS: EventTexts = {TrackLaid: _narrate_track}

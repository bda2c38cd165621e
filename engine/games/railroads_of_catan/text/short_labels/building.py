"""Tracks, trains and plans of track, as their buttons say them."""

from engine.core import Action, NameOfSeat, Seat, count_noun, dollar_amount
from engine.core.short_label import MAX_LABEL, ShortLabel, fit_detail, fit_label
from engine.games.railroads_of_catan.game_data.constants import (
    MOVES_PER_TURN,
    SMALL_TRAIN_PRICE,
    TRAIN_CAPACITY,
    UPGRADE_PRICE,
)
from engine.games.railroads_of_catan.rules.building import LayingCost, quote_tracks
from engine.games.railroads_of_catan.rules.plan_timing import state_when_building
from engine.games.railroads_of_catan.search.build_paths import laying_proposals
from engine.games.railroads_of_catan.state.actions import Lay, PlanTrack, Toward, Train, Upgrade
from engine.games.railroads_of_catan.state.path_notation import Path
from engine.games.railroads_of_catan.state.phases import Building
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from engine.games.railroads_of_catan.text.labels.building import building_of, whole_path
from engine.games.railroads_of_catan.text.short_labels.place_names import capitalize, ends_name, line_name, place_name


def short_label(state: RailroadsOfCatan, action: Action, field: str, name: NameOfSeat) -> ShortLabel | None:
    """The words of a button for an action of this phase; None for others."""
    match action:
        case Lay(path=path):
            return _lay_short_label(state, action.seat, path, name)
        case Toward():
            return _toward_short_label(state, action, field, name)
        case Train(city=city):
            where, good = place_name(state, city, action.seat, name), state.layout.good_of(city)
            price = dollar_amount(SMALL_TRAIN_PRICE)
            label = f"{capitalize(where)} · makes {good}" if field else f"Train in {where} · {price}"
            return ShortLabel(
                label,
                f"Small train, {dollar_amount(SMALL_TRAIN_PRICE)}; makes {good}",
                costs=() if field else (SMALL_TRAIN_PRICE,),
            )
        case Upgrade(number=number):
            label = f"Train {number} to large" if field else f"Upgrade train {number}, {dollar_amount(UPGRADE_PRICE)}"
            detail = f"{TRAIN_CAPACITY[True]} barrels, {MOVES_PER_TURN[True]} moves, {dollar_amount(UPGRADE_PRICE)}"
            return ShortLabel(label, detail, costs=(UPGRADE_PRICE,))
        case PlanTrack():
            return _plan_short_label(state, action, field, name)
        case _:
            return None


def legend(state: RailroadsOfCatan, action: Action, field: str) -> str:
    """The meaning of an order’s letter and money, where a city has one."""
    if not isinstance(action, Toward) or field not in ("", "city") or not state.orders:
        return ""
    order = state.orders[0]
    return f"{order.letter} +{dollar_amount(order.bonus)}: order {order.letter} pays it. Choices: N and on."


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
    """“Ada’s 4 · 2 tracks $3,000 · B +$4,000”: what the whole path costs, and the orders that go there."""
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
    order_text = (
        f" · {'+'.join(order.letter for order in orders)} +{dollar_amount(bonus_sum)}" if orders else f", {good}"
    )
    head = capitalize(place_name(state, city, seat, name)) if field != "path" else _points_text(state, action, name)
    price = dollar_amount(cost) if cost else "free"
    label = fit_label(
        f"{head} · {tracks_text} {price}{order_text}",
        *([f"{head} · {price}{order_text}"] if orders else []),
        f"{head} · {tracks_text} {price}",
        f"{head} · {price}",
        max_length=MAX_LABEL,
    )
    cost_now_text = f"{dollar_amount(cost_now) if cost_now else 'free'} now" if tracks > tracks_now else ""
    wanted = [f"order {order.letter}: {order.good} for {dollar_amount(order.bonus)}" for order in orders]
    detail = fit_detail(cost_now_text, f"makes {good}", *wanted, between="; ")
    gains, costs = (bonus_sum,) if bonus_sum and order_text in label else (), (cost,) if cost else ()
    return ShortLabel(label, capitalize(detail), gains=gains, costs=costs, short="" if orders else f"{head} {price}")


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

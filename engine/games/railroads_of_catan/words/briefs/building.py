"""Tracks, trains and plans of track, as their buttons say them."""

from engine.core import Action, Name, Seat, counted, dollars
from engine.core.brief import LONGEST, Brief, detail_of, label_that_fits
from engine.games.railroads_of_catan.box.figures import CAPACITY, MOVES, SMALL_TRAIN, UPGRADE
from engine.games.railroads_of_catan.rules.building import Works, survey
from engine.games.railroads_of_catan.rules.when import when_building
from engine.games.railroads_of_catan.search.ways import ways
from engine.games.railroads_of_catan.state.actions import Lay, PlanTrack, Toward, Train, Upgrade
from engine.games.railroads_of_catan.state.paths import Path
from engine.games.railroads_of_catan.state.phases import Building
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from engine.games.railroads_of_catan.words.briefs.places import capital, ends_name, line_name, place_name
from engine.games.railroads_of_catan.words.labels.building import building_of, whole_way


def brief(state: RailroadsOfCatan, action: Action, field: str, name: Name) -> Brief | None:
    """The words of a button for an action of this phase; None for others."""
    match action:
        case Lay(path=path):
            return _track(state, action.seat, path, name)
        case Toward():
            return _toward(state, action, field, name)
        case Train(city=city):
            where, good = place_name(state, city, action.seat, name), state.layout.good(city)
            price = dollars(SMALL_TRAIN)
            label = f"{capital(where)} · makes {good}" if field else f"Train in {where} · {price}"
            return Brief(
                label, f"Small train, {dollars(SMALL_TRAIN)}; makes {good}", costs=() if field else (SMALL_TRAIN,)
            )
        case Upgrade(number=number):
            label = f"Train {number} to large" if field else f"Upgrade train {number}, {dollars(UPGRADE)}"
            detail = f"{CAPACITY[True]} barrels, {MOVES[True]} moves, {dollars(UPGRADE)}"
            return Brief(label, detail, costs=(UPGRADE,))
        case PlanTrack():
            return _plan(state, action, field, name)
        case _:
            return None


def legend(state: RailroadsOfCatan, action: Action, field: str) -> str:
    """The meaning of an order’s letter and money, where a city has one."""
    if not isinstance(action, Toward) or field not in ("", "city") or not state.orders:
        return ""
    order = state.orders[0]
    return f"{order.letter} +{dollars(order.bonus)}: order {order.letter} pays it. Choices: N and on."


def _track(state: RailroadsOfCatan, seat: Seat, path: Path, name: Name) -> Brief:
    """“Your 5–V85 · $1,000”."""
    works = survey(state, building_of(state, seat), path.tracks)
    cost = works.total if isinstance(works, Works) else 0
    price = dollars(cost) if cost else "free" if isinstance(works, Works) else "not possible now"
    lines = ", ".join(line_name(state, line, seat, name) for line in path.lines)
    ends = ", ".join(ends_name(state, line, seat, name) for line in path.lines)
    label = label_that_fits(f"{capital(lines)} · {price}", f"{capital(ends)} · {price}")
    return Brief(label, detail_of(capital(lines)), costs=(cost,) if cost else ())


def _toward(state: RailroadsOfCatan, action: Toward, field: str, name: Name) -> Brief:
    """“Ada’s 4 · 2 tracks $3,000 · B +$4,000”: what the whole way costs, and the orders that go there."""
    seat, city = action.seat, action.city
    works = survey(state, building_of(state, seat), action.path.tracks)
    now, laid = works.total if isinstance(works, Works) else 0, len(action.path.tracks)
    whole = whole_way(state, action)
    tracks, cost = (whole.tracks, whole.cost) if whole and whole.tracks > laid else (laid, now)
    many = f"{laid} of {tracks} tracks" if tracks > laid else counted(tracks, "track")
    orders = [order for order in state.orders if order.city == city]
    pays = sum(order.bonus for order in orders)
    good = state.layout.good(city)
    more = f" · {'+'.join(order.letter for order in orders)} +{dollars(pays)}" if orders else f", {good}"
    head = capital(place_name(state, city, seat, name)) if field != "path" else _first_points(state, action, name)
    price = dollars(cost) if cost else "free"
    label = label_that_fits(
        f"{head} · {many} {price}{more}",
        *([f"{head} · {price}{more}"] if orders else []),
        f"{head} · {many} {price}",
        f"{head} · {price}",
        room=LONGEST,
    )
    partly = f"{dollars(now) if now else 'free'} now" if tracks > laid else ""
    wanted = [f"order {order.letter}: {order.good} for {dollars(order.bonus)}" for order in orders]
    detail = detail_of(partly, f"makes {good}", *wanted, between="; ")
    gains, costs = (pays,) if pays and more in label else (), (cost,) if cost else ()
    return Brief(label, capital(detail), gains=gains, costs=costs, short="" if orders else f"{head} {price}")


def _first_points(state: RailroadsOfCatan, action: Toward, name: Name) -> str:
    """“Your 5–V85–V90”, or the ends of a long way."""
    (line,) = action.path.lines
    whole = capital(line_name(state, line, action.seat, name))
    return whole if len(whole) <= LONGEST // 2 else capital(ends_name(state, line, action.seat, name))


def _plan(state: RailroadsOfCatan, action: PlanTrack, field: str, name: Name) -> Brief:
    """“Toward Ada’s 4 · 3 tracks”, or its limit."""
    if field == "limit":
        return Brief(f"Up to {dollars(action.limit)}")
    then, seat, path = when_building(state, action.seat), action.seat, action.path
    proposed = ways(then, Building(seat))
    reached = {place for line in path.lines for place in line}
    goals = [city for city, way in proposed if {*way.tracks} == {*path.tracks} and city not in reached]
    ended = [place for place in (path.lines[-1][-1], path.lines[0][0]) if place in state.cities]
    lines = ", ".join(line_name(state, line, seat, name) for line in path.lines)
    many = counted(len(path.tracks), "track")
    goal = next(iter(goals or [place for place in ended if place in state.cities][:1]), None)
    ends = ", ".join(ends_name(state, line, seat, name) for line in path.lines)
    named = f"Toward {place_name(state, goal, seat, name)}" if goals and goal else capital(ends)
    works = survey(then, Building(seat), path.tracks)
    cost = f" {dollars(works.total)}" if isinstance(works, Works) and works.total else ""
    label = label_that_fits(f"{named} · {many}{cost}", f"{named} · {many}")
    costs = (works.total,) if cost and cost in label and isinstance(works, Works) else ()
    limit = f"Up to {dollars(action.limit)}" if not field else ""
    return Brief(label, detail_of(limit, capital(lines), between="; "), costs=costs)

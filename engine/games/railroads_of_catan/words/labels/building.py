"""Tracks, trains and plans of track, as a menu says them."""

from collections import Counter

from engine.core import Action, Name, Seat, counted, dollars, listed
from engine.games.railroads_of_catan.box.figures import CAPACITY, CITIES, MOVES, SMALL_TRAIN, UPGRADE
from engine.games.railroads_of_catan.box.island import Place, kind_of
from engine.games.railroads_of_catan.rules.building import Works, survey
from engine.games.railroads_of_catan.rules.ending import joined
from engine.games.railroads_of_catan.rules.when import when_building
from engine.games.railroads_of_catan.search.ways import Whole, full_ways, goals, ways, whole_price
from engine.games.railroads_of_catan.state import naming
from engine.games.railroads_of_catan.state.actions import Done, Lay, PlanTrack, Toward, Train, Upgrade
from engine.games.railroads_of_catan.state.obstacle import Obstacle
from engine.games.railroads_of_catan.state.paths import Path
from engine.games.railroads_of_catan.state.phases import Building
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan


def label(state: RailroadsOfCatan, action: Action, field: str, name: Name) -> str:
    """The label of an action of this phase; empty for others."""
    match action:
        case Lay(path=path):
            words = f"{_path(state, path, name)}{_price(state, action.seat, path, name)}"
            return words if field else f"Lay {words}{_effect(_left(state, action.seat, path))}"
        case Toward():
            return _way(state, action, field, name)
        case Train() | Upgrade():
            return _train(state, action, field, name)
        case PlanTrack():
            return _plan(state, action, field, name)
        case Done():
            return "Stop building" if isinstance(state.flow[-1], Building) else ""
        case _:
            return ""


def _way(state: RailroadsOfCatan, action: Toward, field: str, name: Name) -> str:
    if field == "city":
        return _toward(state, action, name)
    seat, path = action.seat, action.path
    words = f"{_path(state, path, name)}{_price(state, seat, path, name)}"
    if field:
        return f"{words}{_effect(_to_go(state, action))}"
    goal = naming.city_words(state.cities, action.city, name)
    return f"Build toward {goal} along {words}{_effect(_to_go(state, action), _left(state, seat, path))}"


def _effect(*effects: str) -> str:
    """“: 2 tracks to go, $9,000 left”, of those effects that there are."""
    said = ", ".join(filter(None, effects))
    return f": {said}" if said else ""


def _plan(state: RailroadsOfCatan, action: PlanTrack, field: str, name: Name) -> str:
    path, limit = action.path, dollars(action.limit)
    if field == "limit":
        return f"{limit}, including city fees"
    words = _path(state, path, name)
    return f"{words}{goal_words(state, action, name)}" if field else f"Plan to lay {words} for up to {limit}, {_ONLY}"


_ONLY = "and build nothing else that turn"
"""What planned track costs besides its price."""


def building_of(state: RailroadsOfCatan, seat: Seat) -> Building:
    """The phase in which the seat builds, or one that would begin now."""
    phase = state.flow[-1] if state.flow else None
    return phase if isinstance(phase, Building) and phase.seat == seat else Building(seat)


def _path(state: RailroadsOfCatan, path: Path, name: Name) -> str:
    """“Ada’s 5–V75–V81 (2 plain)”."""
    lines = listed([naming.line_words(state.cities, _from_city(state, line), name) for line in path.lines])
    return f"{lines} ({_kinds(state, path)})"


def _from_city(state: RailroadsOfCatan, line: tuple[Place, ...]) -> tuple[Place, ...]:
    """A single track is told from its city."""
    if len(line) != 2 or line[0] in state.cities or line[1] not in state.cities:
        return line
    return line[::-1]


def _kinds(state: RailroadsOfCatan, path: Path) -> str:
    """“plain”, or “2 plain and 1 water” of several."""
    kinds = Counter(kind_of(state.layout, new) for new in path.tracks)
    if len(path.tracks) == 1:
        return str(next(iter(kinds)))
    return listed([f"{count} {kind}" for kind, count in sorted(kinds.items())])


def _price(state: RailroadsOfCatan, seat: Seat, path: Path, name: Name) -> str:
    """“ for $4,000 (1 free) and $1,000 to Ben”."""
    works = survey(state, building_of(state, seat), path.tracks)
    if isinstance(works, Obstacle):
        return " (not possible now)"
    free = f" ({works.free} free)" if works.free and works.cost else ""
    price = dollars(works.cost) if works.cost or not works.free else "free"
    paid = f" and {naming.seat_sums(works.fees, name)}" if works.fees else ""
    return f" for {price}{free}{paid}"


def _left(state: RailroadsOfCatan, seat: Seat, path: Path) -> str:
    """The cash after it, and whether it is the last track of the game. (ruling 90)"""
    works = survey(state, building_of(state, seat), path.tracks)
    if not isinstance(works, Works):
        return ""
    ends = len(joined(state.lay(seat, *path.tracks), seat)) == CITIES
    last = ", connects all your cities: the game ends after this turn" if ends else ""
    return f"{dollars(state.cash[seat] - works.total)} left{last}"


def whole_way(state: RailroadsOfCatan, action: Toward, *, begun: bool = False) -> Whole | None:
    """The cheapest whole way to the city of those that begin with the path, or else of any; ``begun``: of no others."""
    (points,) = action.path.lines
    there = [way for way in full_ways(state, action.seat) if way.city == action.city]
    first = [way for way in there if way.points[: len(points)] == points]
    building = building_of(state, action.seat)
    ways = first if begun else first or there
    return min((whole_price(state, building, way) for way in ways), default=None)


def _to_go(state: RailroadsOfCatan, action: Toward) -> str:
    """“2 tracks to go”, if the way is longer than what can be laid now."""
    whole = whole_way(state, action, begun=True)
    left = whole.tracks - len(action.path.tracks) if whole else 0
    return f"{counted(left, 'track')} to go" if left else ""


def goal_words(state: RailroadsOfCatan, action: PlanTrack, name: Name) -> str:
    """“, toward Ben’s 5-dot city”, if it is the beginning of the ways proposed to cities that it does not reach."""
    proposed = ways(when_building(state, action.seat), Building(action.seat))
    found = [city for city, path in proposed if {*path.tracks} == {*action.path.tracks}]
    reached = {place for line in action.path.lines for place in line}
    goals = [naming.city_words(state.cities, city, name) for city in found if city not in reached]
    return f", toward {listed(goals)}" if goals else ""


def _toward(state: RailroadsOfCatan, action: Toward, name: Name) -> str:
    """“Ben’s 5, ore: 5 tracks for $6,000 in total (1 free), $2,000 now”."""
    goal = f"{naming.place_words(state.cities, action.city, name)}, {state.layout.good(action.city)}"
    found = whole_way(state, action)
    if found is None:
        return goal
    price = f"for {dollars(found.cost)} in total" if found.cost or not found.free else "for free"
    whole = f"{counted(found.tracks, 'track')} {price}{f' ({found.free} free)' if found.free and found.cost else ''}"
    return f"{goal}: {whole}{_now(state, action)}{_also(state, action, name)}"


def _now(state: RailroadsOfCatan, action: Toward) -> str:
    """“, $2,000 now”, if the way is longer than what can be laid now."""
    works = survey(state, building_of(state, action.seat), action.path.tracks)
    if not isinstance(works, Works) or not _to_go(state, action):
        return ""
    return f", {dollars(works.total) if works.total else 'free'} now"


def _also(state: RailroadsOfCatan, action: Toward, name: Name) -> str:
    """“, also toward Ben’s 5”: the other cities to which the same track leads."""
    others = [city for city in goals(state, building_of(state, action.seat), action.path) if city != action.city]
    called = listed([naming.place_words(state.cities, city, name) for city in others])
    return f", also toward {called}" if others else ""


def _train(state: RailroadsOfCatan, action: Train | Upgrade, field: str, name: Name) -> str:
    cash = state.cash[action.seat]
    if isinstance(action, Train):
        where = naming.city_words(state.cities, action.city, name)
        if field:
            return f"{where} ({state.layout.good(action.city)}): small train for {dollars(SMALL_TRAIN)}"
        return f"Buy a small train in {where} for {dollars(SMALL_TRAIN)}: {dollars(cash - SMALL_TRAIN)} left"
    train, words = state.train(action.seat, action.number), f"train {action.number}"
    if field:
        words = naming.train_words(state.cities, train, name) if train else words
        return f"{words[0].upper()}{words[1:]}"
    words += f" {naming.at_words(state.cities, train.at, name)}" if train else ""
    effect = f"{CAPACITY[True]} barrels, {MOVES[True]} moves"
    return f"Upgrade {words} to large for {dollars(UPGRADE)}: {effect}, {dollars(cash - UPGRADE)} left"

"""Labels of tracks, trains, and plans of track."""

from collections import Counter

from engine.core import Action, NameOfSeat, Seat, count_noun, dollar_amount, join_words
from engine.games.railroads_of_catan.game_data.constants import (
    CITIES_PER_PLAYER,
    MOVES_PER_TURN,
    SMALL_TRAIN_PRICE,
    TRAIN_CAPACITY,
    UPGRADE_PRICE,
)
from engine.games.railroads_of_catan.game_data.island import NodeId, kind_of
from engine.games.railroads_of_catan.rules.building import LayingCost, quote_tracks
from engine.games.railroads_of_catan.rules.plan_timing import state_when_building
from engine.games.railroads_of_catan.rules.scoring import largest_city_group
from engine.games.railroads_of_catan.search.build_paths import (
    WholePathCost,
    full_build_paths,
    goals_of_tracks,
    laying_proposals,
    whole_path_cost,
)
from engine.games.railroads_of_catan.state import display_names
from engine.games.railroads_of_catan.state.actions import Done, Lay, PlanTrack, Toward, Train, Upgrade
from engine.games.railroads_of_catan.state.obstacle import Obstacle
from engine.games.railroads_of_catan.state.path_notation import Path
from engine.games.railroads_of_catan.state.phases import Building
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan


def label(state: RailroadsOfCatan, action: Action, field: str, name: NameOfSeat) -> str:
    """The label of an action of this phase; empty for others."""
    match action:
        case Lay(path=path):
            words = f"{_path_text(state, path, name)}{_price_text(state, action.seat, path, name)}"
            return words if field else f"Lay {words}{_effects_text(_cash_after_text(state, action.seat, path))}"
        case Toward():
            return _toward_label(state, action, field, name)
        case Train() | Upgrade():
            return _train_label(state, action, field, name)
        case PlanTrack():
            return _plan_label(state, action, field, name)
        case Done():
            return "Stop building" if isinstance(state.flow[-1], Building) else ""
        case _:
            return ""


def _toward_label(state: RailroadsOfCatan, action: Toward, field: str, name: NameOfSeat) -> str:
    if field == "city":
        return _city_label(state, action, name)
    seat, path = action.seat, action.path
    words = f"{_path_text(state, path, name)}{_price_text(state, seat, path, name)}"
    if field:
        return f"{words}{_effects_text(_remaining_tracks_text(state, action))}"
    goal = display_names.city_text(state.cities, action.city, name)
    tracks = f"{_start_text(state, path, name)} with {_tracks_text(state, path)}{_price_text(state, seat, path, name)}"
    effects = _effects_text(_remaining_tracks_text(state, action), _cash_after_text(state, seat, path))
    return f"Build toward {goal} {tracks}{effects}"


def _effects_text(*effects: str) -> str:
    """“: 2 tracks to go, $9,000 left”, of those effects that there are."""
    effects_joined = ", ".join(filter(None, effects))
    return f": {effects_joined}" if effects_joined else ""


def _plan_label(state: RailroadsOfCatan, action: PlanTrack, field: str, name: NameOfSeat) -> str:
    path, limit = action.path, dollar_amount(action.limit)
    if field == "limit":
        return f"{limit}, including city fees"
    words = _path_text(state, path, name)
    return (
        f"{words}{goal_text(state, action, name)}" if field else f"Plan to lay {words} for up to {limit}, {_PLAN_NOTE}"
    )


_PLAN_NOTE = "and build nothing else that turn"
"""A note on the costs of planned track besides its price."""


def building_of(state: RailroadsOfCatan, seat: Seat) -> Building:
    """The phase in which the seat builds, or one that would begin now."""
    phase = state.flow[-1] if state.flow else None
    return phase if isinstance(phase, Building) and phase.seat == seat else Building(seat)


def _path_text(state: RailroadsOfCatan, path: Path, name: NameOfSeat) -> str:
    """“Ada’s 5–V75–V81 (2 plain tracks)”."""
    lines = join_words(
        [display_names.line_text(state.cities, _start_at_city(state, line), name) for line in path.lines]
    )
    return f"{lines} ({_tracks_text(state, path)})"


def _start_at_city(state: RailroadsOfCatan, line: tuple[NodeId, ...]) -> tuple[NodeId, ...]:
    """Turn a single track around so that it begins at its city."""
    if len(line) != 2 or line[0] in state.cities or line[1] not in state.cities:
        return line
    return line[::-1]


def _start_text(state: RailroadsOfCatan, path: Path, name: NameOfSeat) -> str:
    """“from your 5-dot city”, “from near Ada’s 4-dot city”: the start of a path, without the names of points."""
    start = path.lines[0][0]
    return f"from {display_names.spot_text(state.cities, start, name).removeprefix('in ')}"


def _tracks_text(state: RailroadsOfCatan, path: Path) -> str:
    """“2 plain tracks”, “1 plain and 1 water track”."""
    kinds = f"1 {_kinds_text(state, path)}" if len(path.tracks) == 1 else _kinds_text(state, path)
    return f"{kinds} {'track' if kinds.rpartition('and ')[2].startswith('1 ') else 'tracks'}"


def _kinds_text(state: RailroadsOfCatan, path: Path) -> str:
    """“plain”, or “2 plain and 1 water” of several."""
    kinds = Counter(kind_of(state.layout, new) for new in path.tracks)
    if len(path.tracks) == 1:
        return str(next(iter(kinds)))
    return join_words([f"{count} {kind}" for kind, count in sorted(kinds.items())])


def _price_text(state: RailroadsOfCatan, seat: Seat, path: Path, name: NameOfSeat) -> str:
    """“ for $4,000 (1 free) and $1,000 to Ben”."""
    works = quote_tracks(state, building_of(state, seat), path.tracks)
    if isinstance(works, Obstacle):
        return " (not possible now)"
    free_text = f" ({works.free} free)" if works.free and works.cost else ""
    price = dollar_amount(works.cost) if works.cost or not works.free else "free"
    fees_text = f" and {display_names.seat_sums_text(works.fees, name)}" if works.fees else ""
    return f" for {price}{free_text}{fees_text}"


def _cash_after_text(state: RailroadsOfCatan, seat: Seat, path: Path) -> str:
    """The cash after it, and whether it is the last track of the game. (ruling 90)"""
    works = quote_tracks(state, building_of(state, seat), path.tracks)
    if not isinstance(works, LayingCost):
        return ""
    is_game_end = len(largest_city_group(state.add_tracks(seat, *path.tracks), seat)) == CITIES_PER_PLAYER
    game_end_text = ", connects all your cities: the game ends after this turn" if is_game_end else ""
    return f"{dollar_amount(state.cash[seat] - works.total)} left{game_end_text}"


def whole_path(state: RailroadsOfCatan, action: Toward, *, is_begun: bool = False) -> WholePathCost | None:
    """The cheapest whole path to the city that begins with this path, or else any; ``is_begun``: no other."""
    (points,) = action.path.lines
    paths_to_city = [way for way in full_build_paths(state, action.seat) if way.city == action.city]
    paths_with_beginning = [way for way in paths_to_city if way.points[: len(points)] == points]
    building = building_of(state, action.seat)
    paths = paths_with_beginning if is_begun else paths_with_beginning or paths_to_city
    return min((whole_path_cost(state, building, way) for way in paths), default=None)


def _remaining_tracks_text(state: RailroadsOfCatan, action: Toward) -> str:
    """“2 tracks to go”, if the path is longer than what can be laid now."""
    path_cost = whole_path(state, action, is_begun=True)
    remaining = path_cost.tracks - len(action.path.tracks) if path_cost else 0
    return f"{count_noun(remaining, 'track')} to go" if remaining else ""


def goal_text(state: RailroadsOfCatan, action: PlanTrack, name: NameOfSeat) -> str:
    """“, toward Ben’s 5-dot city”, if the track begins proposed paths to cities that it does not reach."""
    paths = laying_proposals(state_when_building(state, action.seat), Building(action.seat))
    cities = [city for city, path in paths if {*path.tracks} == {*action.path.tracks}]
    nodes = {place for line in action.path.lines for place in line}
    goals = [display_names.city_text(state.cities, city, name) for city in cities if city not in nodes]
    return f", toward {join_words(goals)}" if goals else ""


def _city_label(state: RailroadsOfCatan, action: Toward, name: NameOfSeat) -> str:
    """“Ben’s 5-dot city (ore): 5 tracks for $6,000 in total (1 free), $2,000 now”."""
    goal = f"{display_names.city_text(state.cities, action.city, name)} ({state.layout.good_of(action.city)})"
    path_cost = whole_path(state, action)
    if path_cost is None:
        return goal
    price = f"for {dollar_amount(path_cost.cost)} in total" if path_cost.cost or not path_cost.free else "for free"
    cost_text = (
        f"{count_noun(path_cost.tracks, 'track')} "
        f"{price}{f' ({path_cost.free} free)' if path_cost.free and path_cost.cost else ''}"
    )
    return f"{goal}: {cost_text}{_cost_now_text(state, action)}{_other_goals_text(state, action, name)}"


def _cost_now_text(state: RailroadsOfCatan, action: Toward) -> str:
    """“, $2,000 now”, if the path is longer than what can be laid now."""
    works = quote_tracks(state, building_of(state, action.seat), action.path.tracks)
    if not isinstance(works, LayingCost) or not _remaining_tracks_text(state, action):
        return ""
    return f", {dollar_amount(works.total) if works.total else 'free'} now"


def _other_goals_text(state: RailroadsOfCatan, action: Toward, name: NameOfSeat) -> str:
    """“, also toward Ben’s 5-dot city”: the other cities to which the same track leads."""
    others = [
        city for city in goals_of_tracks(state, building_of(state, action.seat), action.path) if city != action.city
    ]
    names = join_words([display_names.city_text(state.cities, city, name) for city in others])
    return f", also toward {names}" if others else ""


def _train_label(state: RailroadsOfCatan, action: Train | Upgrade, field: str, name: NameOfSeat) -> str:
    cash = state.cash[action.seat]
    if isinstance(action, Train):
        where = display_names.city_text(state.cities, action.city, name)
        if field:
            return f"{where} ({state.layout.good_of(action.city)}): small train for {dollar_amount(SMALL_TRAIN_PRICE)}"
        return (
            f"Buy a small train in {where} for {dollar_amount(SMALL_TRAIN_PRICE)}: "
            f"{dollar_amount(cash - SMALL_TRAIN_PRICE)} left"
        )
    train, words = state.find_train(action.seat, action.number), f"train {action.number}"
    if field:
        words = display_names.train_text(state.cities, train, name) if train else words
        return f"{words[0].upper()}{words[1:]}"
    words += f" {display_names.location_text(state.cities, train.at, name)}" if train else ""
    effect = f"{TRAIN_CAPACITY[True]} barrels, {MOVES_PER_TURN[True]} moves"
    return (
        f"Upgrade {words} to large for {dollar_amount(UPGRADE_PRICE)}: {effect}, "
        f"{dollar_amount(cash - UPGRADE_PRICE)} left"
    )

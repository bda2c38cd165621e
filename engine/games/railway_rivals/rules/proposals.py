"""The offered actions of building: paths toward towns and special runs, single steps, and any legal path."""

from collections.abc import Collection, Iterator
from functools import lru_cache
from itertools import chain, pairwise

from engine.core import MAX_LENGTH, Action, Seat, shorten, write_action
from engine.games.railway_rivals.game_data.constants import TOWN_BONUS
from engine.games.railway_rivals.game_data.hex_map import Hex
from engine.games.railway_rivals.rules.build_simulator import BuildSimulator
from engine.games.railway_rivals.rules.search.build_paths import plain_build_paths
from engine.games.railway_rivals.rules.search.distance_maps import BuildPath, goal_hexes
from engine.games.railway_rivals.rules.search.fee_minimal_paths import fee_minimal_paths
from engine.games.railway_rivals.state.actions import Build, Lay, PlanTrack
from engine.games.railway_rivals.state.path_notation import Branches
from engine.games.railway_rivals.state.state import RailwayRivals


class BuildOffers(Collection[Action]):
    """The actions of building for a simulated company.

    The list has paths toward goals, as far as capital and gold suffice, and all single steps. ``in`` also accepts the
    beginnings of these paths, and any legal path. The list is computed on demand and cached.
    """

    __slots__ = ("simulator",)

    is_open_ended = True

    def __init__(self, simulator: BuildSimulator) -> None:
        self.simulator = simulator

    def __len__(self) -> int:
        key = _SimulatorKey(self.simulator)
        return len(_path_offers(key)) + len(_step_offers(key))

    def __iter__(self) -> Iterator[Action]:
        key = _SimulatorKey(self.simulator)
        return chain(_path_offers(key), _step_offers(key))

    def __contains__(self, action: object) -> bool:
        return (
            isinstance(action, Build | Lay)
            and action.seat == self.simulator.seat
            and not build_refusal(self.simulator, action)
        )


class PlanOffers(Collection[Action]):
    """Plans for the paths toward goals; each plan has a limit and a condition.

    The list has small limits; ``in`` accepts any limit up to ``max_limit`` gold. (ruling 18)
    """

    __slots__ = ("simulator",)

    def __init__(self, simulator: BuildSimulator) -> None:
        self.simulator = simulator

    def __len__(self) -> int:
        paths = _path_offers(_SimulatorKey(self.simulator))
        with_bonus = [build for build in paths if has_first_bonus(self.simulator, build.toward)]
        return len(self._limit_range) * (len(paths) + len(with_bonus))

    def __iter__(self) -> Iterator[Action]:
        for build in _path_offers(_SimulatorKey(self.simulator)):
            has_bonus = has_first_bonus(self.simulator, build.toward)
            for gold in self._limit_range:
                yield PlanTrack(build.seat, build.toward, build.path, gold, "always")
                if has_bonus:
                    yield PlanTrack(build.seat, build.toward, build.path, gold, "first")

    def __contains__(self, action: object) -> bool:
        return (
            isinstance(action, PlanTrack)
            and action.seat == self.simulator.seat
            and not plan_refusal(self.simulator, action)
        )

    @property
    def _limit_range(self) -> range:
        return range(min(_MAX_LISTED_LIMIT, max_limit(self.simulator.state, self.simulator.seat)) + 1)


_MAX_LISTED_LIMIT = 3
"""Maximum limit that is listed, in gold; plans rarely need more."""

_CAUTIOUS_LIMIT = 2
"""The suggested limit of plans, in gold; most skipped plans lack one or two gold."""


def default_limit(simulator: BuildSimulator) -> int:
    """The suggested limit of a plan, in gold: the limit that the seat set, or else a small part of its gold."""
    limit = simulator.state.limits[simulator.seat].open()
    return limit or min(_CAUTIOUS_LIMIT, max(0, simulator.gold))


def max_limit(state: RailwayRivals, seat: Seat) -> int:
    """The highest limit that a seat may set, in gold; a future bonus is included. (ruling 18)"""
    return state.gold[seat] + TOWN_BONUS


def limit_refusal(state: RailwayRivals, seat: Seat) -> str:
    """The refusal of a limit that is too high, as a sentence."""
    most = max_limit(state, seat)
    return f"Your plans can pay rivals at most {most} gold more: your gold plus {TOWN_BONUS} for a town."


def has_first_bonus(simulator: BuildSimulator, toward: str) -> bool:
    """Whether the first company to reach a goal gets a bonus, so that a plan may have the condition to be first."""
    town = simulator.chart.find_town(toward)
    paying = not simulator.state.operating or simulator.state.options.late_towns
    return (
        paying
        and town is not None
        and town.hex not in simulator.state.first
        and town.hex not in simulator.towns_reached
    )


def plan_refusal(simulator: BuildSimulator, plan: PlanTrack) -> str:
    """A sentence that says why a plan is illegal; empty if it is legal."""
    if wrong := build_refusal(simulator, Build(plan.seat, plan.toward, plan.path)):
        return wrong
    if not 0 <= plan.gold <= max_limit(simulator.state, plan.seat):
        return limit_refusal(simulator.state, plan.seat)
    if plan.when == "first" and not has_first_bonus(simulator, plan.toward):
        return f"You can’t plan to be first in {plan.toward}: there is no bonus left. Plan it with “always”."
    return (
        "" if plan.when in ("first", "always") else f"“{shorten(plan.when)}” isn’t a valid condition. Example: always."
    )


class _SimulatorKey:
    """A simulator as a cache key: keys are equal if the same steps are legal at the same cost."""

    __slots__ = ("_key", "simulator")

    def __init__(self, simulator: BuildSimulator) -> None:
        self.simulator, self._key = simulator, simulator.cache_key

    def __hash__(self) -> int:
        return hash(self._key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _SimulatorKey) and self._key == other._key


@lru_cache(16)
def _path_offers(key: _SimulatorKey) -> tuple[Build, ...]:
    return tuple(_find_path_offers(key.simulator))


@lru_cache(16)
def _step_offers(key: _SimulatorKey) -> tuple[Lay, ...]:
    return tuple(_lay_action(key.simulator.seat, step.a, step.b) for step in key.simulator.legal_steps())


@lru_cache(8_192)
def _lay_action(seat: Seat, a: Hex, b: Hex) -> Lay:
    """The action of laying one step; cached, because the same steps are listed often."""
    return Lay(seat, Branches(((a, b),)))


def build_refusal(simulator: BuildSimulator, action: Build | Lay) -> str:
    """A sentence with numbers that says why an action is illegal; empty if it is legal."""
    length = len(write_action(action))
    if length > MAX_LENGTH:
        return f"This line has {length} characters, and a move can have {MAX_LENGTH}. Build it in two moves."
    if isinstance(action, Build):
        hexes_by_goal = goal_hexes(simulator.chart.key)
        if action.toward not in hexes_by_goal:
            return f"{shorten(action.toward)} isn’t a town or special run on this map."
        if simulator.is_connected(hexes_by_goal[action.toward]):
            return f"Your track already leads to {action.toward}. Build toward another town, or lay any hexes."
    if (wrong := simulator.path_refusal(action.path)) or isinstance(action, Lay) or _is_proposed(simulator, action):
        return wrong
    return f"That isn’t one of the suggested ways toward {action.toward}. Use lay to build along any hexes."


def _is_proposed(simulator: BuildSimulator, action: Build) -> bool:
    """Whether an action follows a listed path toward its goal, or a beginning of the path."""
    (line, *others) = action.path.lines
    builds = [build for build in _path_offers(_SimulatorKey(simulator)) if build.toward == action.toward]
    return not others and any(build.path.lines[0][: len(line)] == line for build in builds)


def _find_path_offers(simulator: BuildSimulator) -> Iterator[Build]:
    """Find the cheapest, the least paying, and the shortest path to each goal, nearest goals first.

    Paths with the same affordable beginning are offered once. The path that pays rivals least is computed only for the
    nearest goals.
    """
    beginnings = _PathBeginnings(simulator)
    plain_paths = plain_build_paths(simulator.chart.key, simulator.network_hexes)
    parts = {goal: beginnings.affordable_part(cheapest) for goal, (cheapest, _) in plain_paths.items()}
    goals_that_pay = [goal for goal, hexes in parts.items() if not hexes or beginnings.has_payment(hexes)]
    fee_minimal: dict[str, BuildPath] = {}
    if near_goals := tuple(goals_that_pay[:_MAX_SPARING_GOALS]):
        fee_minimal = fee_minimal_paths(
            simulator.chart.key, simulator.state.track, simulator.seat, simulator.network_hexes, near_goals
        )
    for goal, (_, shortest) in plain_paths.items():
        others = [beginnings.affordable_part(path) for path in (fee_minimal.get(goal), shortest) if path is not None]
        for hexes in dict.fromkeys((parts[goal], *others)):
            if len(line_hexes := _cut_to_line(simulator, goal, hexes)) > 1:
                yield Build(simulator.seat, goal, Branches((line_hexes,)))


_MAX_SPARING_GOALS = 8
"""Maximum number of goals for which the path that pays rivals least is computed."""


class _PathBeginnings:
    """The beginnings of paths that can be built now; cached, because many paths begin in the same way."""

    def __init__(self, simulator: BuildSimulator) -> None:
        self._simulator = simulator
        self._parts: dict[tuple[Hex, ...], tuple[Hex, ...]] = {}

    def affordable_part(self, path: BuildPath) -> tuple[Hex, ...]:
        """The first hexes of a path, as far as capital and gold suffice; empty if no step is affordable."""
        hexes = path.hexes[: self._simulator.capital + 1]
        if (part := self._parts.get(hexes)) is None:
            trial, reached = self._simulator.copy(), 1
            for a, b in pairwise(hexes):
                if not trial.can_afford(step := trial.step_between(a, b)):
                    break
                trial.apply_step(step)
                reached += 1
            self._parts[hexes] = part = hexes[:reached] if reached > 1 else ()
        return part

    def has_payment(self, hexes: tuple[Hex, ...]) -> bool:
        return any(self._simulator.step_between(a, b).payments for a, b in pairwise(hexes))


def _cut_to_line(simulator: BuildSimulator, goal: str, hexes: tuple[Hex, ...]) -> tuple[Hex, ...]:
    if len(hexes) <= _HEXES_OF_ANY_LINE:
        return hexes
    while len(write_action(Build(simulator.seat, goal, Branches((hexes,))))) > MAX_LENGTH:
        hexes = hexes[:-1]
    return hexes


_HEXES_OF_ANY_LINE = 8
"""Number of hexes that always fit in a line of notation."""

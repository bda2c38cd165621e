"""Simulates building by one company: legality, cost, and payments of steps. (R Rules of Building)

Building, plans, offers, and refusals use ``BuildSimulator``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from engine.core import Seat, count_noun, join_words
from engine.games.railway_rivals.game_data.constants import BUILDING_POINT, TOWN_BONUS
from engine.games.railway_rivals.game_data.hex_map import HEX_MAPS, Hex, HexMap, Side, side_between
from engine.games.railway_rivals.rules.costs import building_cost, rival_payments
from engine.games.railway_rivals.state.path_notation import Branches
from engine.games.railway_rivals.state.state import RailwayRivals
from engine.games.railway_rivals.state.track import (
    Track,
    count_pieces,
    is_beginning_of,
    is_passable,
    network_of,
    owners_by_side,
    seats_by_hex,
)
from engine.kit.incremental_cache import IncrementalCache


class BuildStep(NamedTuple):
    """A step of track from ``a`` into ``b``; ``fees`` is the sum of its payments to rivals.

    ``bonus`` is the gold for the first company in a town.
    """

    a: Hex
    b: Hex
    cost: int
    payments: Mapping[Seat, int]
    fees: int
    bonus: int


def payments_by_rival(steps: Iterable[BuildStep]) -> dict[Seat, int]:
    """The gold that steps pay to each rival, by seat."""
    payments: dict[Seat, int] = {}
    for step in steps:
        for rival, gold in step.payments.items():
            payments[rival] = payments.get(rival, 0) + gold
    return payments


class BuildSimulator:
    """A company's network, capital, and gold. Steps change them, so that a path can be tried.

    In the building stage, ``capital`` is building points: it buys track only, and rivals are paid from ``gold``. In the
    operating stage, ``capital`` limits cost and payments together, and both are paid from ``gold``. (R Rules of
    Building; R Building Track in the Operating Stage; rulings 21, 23, 99)
    """

    __slots__ = (
        "_new_hexes",
        "_new_sides",
        "_old_hexes",
        "_owners",
        "_passages",
        "_step_prices",
        "_track",
        "capital",
        "chart",
        "gold",
        "seat",
        "state",
        "towns_reached",
    )

    def __init__(self, state: RailwayRivals, seat: Seat, capital: int) -> None:
        self.state, self.seat, self.capital = state, seat, capital
        self.chart, self._track, self.gold = state.hex_map, state.track, state.gold[seat]
        self._old_hexes, self._owners = network_of(state.track, seat), owners_by_side(state.track)
        self._new_hexes: set[Hex] = set()
        self._new_sides: set[Side] = set()
        self._step_prices = _step_prices(self.chart.key, state.track, seat)
        self._passages = _passable_pairs(self.chart.key)
        self.towns_reached: list[Hex] = []

    def copy(self) -> BuildSimulator:
        """A copy that can be changed independently."""
        other = BuildSimulator(self.state, self.seat, self.capital)
        other.gold = self.gold
        other._new_hexes, other._new_sides = self._new_hexes.copy(), self._new_sides.copy()
        other.towns_reached = self.towns_reached.copy()
        return other

    # -- the network

    def has_hex(self, hex: Hex) -> bool:
        """Whether the company has track or its start town in a hex."""
        return hex in self._old_hexes or hex in self._new_hexes

    def has_track(self, side: Side) -> bool:
        """Whether the company has track over a side."""
        return side in self._new_sides or self.seat in self._owners.get(side, ())

    @property
    def cache_key(self) -> tuple[object, ...]:
        """A cache key: all facts on which legal building depends."""
        money = (self.capital, self.gold, self.state.operating, self.state.options)
        towns = (frozenset(self.state.first), tuple(self.towns_reached))
        return (self._track, self.seat, frozenset(self._new_sides), *money, *towns)

    @property
    def network_hexes(self) -> frozenset[Hex]:
        """The hexes of the company's network, including new steps."""
        return self._old_hexes | self._new_hexes if self._new_hexes else self._old_hexes

    def is_connected(self, hexes: tuple[Hex, ...]) -> bool:
        """Whether any of these hexes is on the network."""
        return any(map(self.has_hex, hexes))

    # -- one step

    def step_between(self, a: Hex, b: Hex) -> BuildStep:
        """The step between two neighbors; if the company is in both hexes, in the cheaper direction. (ruling 36)"""
        step = self._step_prices.get((a, b)) or self._compute_step(a, b)
        if (b in self._old_hexes or b in self._new_hexes) and self.has_hex(a) and (b, a) in self._passages:
            back = self._step_prices.get((b, a)) or self._compute_step(b, a)
            if back.fees < step.fees:
                step = back
        return self._add_bonus(step) if step.b in self.chart.town_at else step

    def _compute_step(self, a: Hex, b: Hex) -> BuildStep:
        """Compute the cost and payments of a step. The company's own track does not change them."""
        alone = seats_by_hex(self._track).get(b, frozenset()) <= {self.seat}
        paid = {} if alone else rival_payments(self.chart, self._track, self.seat, a, b)
        cost, fees = building_cost(self.chart, a, b), sum(paid.values())
        self._step_prices[a, b] = step = BuildStep(a, b, cost, paid, fees, bonus=0)
        return step

    def _add_bonus(self, step: BuildStep) -> BuildStep:
        """Add the bonus for the first company in a town, if it is paid. (R Income; rulings 14, 48 to 50)"""
        paid = not self.state.operating or self.state.options.late_towns
        if not paid or step.b in self.state.first or step.b in self.towns_reached:
            return step
        return step._replace(bonus=TOWN_BONUS)

    def can_afford(self, step: BuildStep) -> bool:
        """Whether the step is within the capital and the gold in hand. (rulings 22 to 24, 99)"""
        if self.state.operating:
            return step.cost + step.fees <= min(self.capital, self.gold)
        return step.cost <= self.capital and step.fees <= self.gold

    def can_build(self, a: Hex, b: Hex) -> bool:
        """Whether track may be built from ``a`` into its neighbor ``b``, regardless of its cost."""
        if not self.has_hex(a) or not is_passable(self.chart, a, b):
            return False
        return not self.has_track(side_between(a, b))

    def apply_step(self, step: BuildStep) -> None:
        """Build a step; a bonus can pay for later steps. (ruling 23)"""
        own = step.cost if self.state.operating else 0
        self.capital -= step.cost + (step.fees if self.state.operating else 0)
        self.gold += step.bonus - step.fees - own
        self._new_hexes.add(step.b)
        self._new_sides.add(side_between(step.a, step.b))
        if step.b in self.chart.town_at and step.b not in self.state.first:
            self.towns_reached.append(step.b)

    def legal_steps(self) -> Iterator[BuildStep]:
        """All legal steps, by hex and then clockwise; each side only once."""
        old_hexes, inner_sides = self.network_hexes, set[Side]()
        for step in self._legal_steps_from(sorted(old_hexes)):
            if step.b in old_hexes:
                side = side_between(step.a, step.b)
                if side in inner_sides:
                    continue
                inner_sides.add(side)
            yield step

    @property
    def has_legal_step(self) -> bool:
        return next(self._legal_steps_from(self.network_hexes), None) is not None

    def _legal_steps_from(self, hexes: Iterable[Hex]) -> Iterator[BuildStep]:
        if self.capital <= 0:
            return
        open_steps, sides = _steps_by_hex(self.chart.key), self._owners
        for a in hexes:
            for b, side, cost in open_steps[a]:
                if cost <= self.capital and side not in self._new_sides and self.seat not in sides.get(side, ()):
                    step = self.step_between(a, b)
                    if self.can_afford(step):
                        yield step

    # -- a path

    def apply_path(self, path: Branches) -> tuple[BuildStep, ...]:
        """Build the legal steps of a path, and return them; each line ends before its first illegal step."""
        steps_taken: list[BuildStep] = []
        for line in path.lines:
            for a, b in pairwise(line):
                if not self.can_build(a, b) or not self.can_afford(step := self.step_between(a, b)):
                    break
                self.apply_step(step)
                steps_taken.append(step)
        return tuple(steps_taken)

    def path_refusal(self, path: Branches) -> str:
        """A sentence about the first illegal step of a path; empty if the path is legal."""
        if not path.lines:
            return "A line of track needs at least 2 hexes. Example: K12-K13."
        trial = self.copy()
        for a, b in path.steps:
            if (side := side_between(a, b)) in trial._new_sides and side not in self._new_sides:
                return f"You can’t build from {a} to {b} twice in one move."
            if refusal := trial.step_refusal(a, b):
                return refusal
            trial.apply_step(trial.step_between(a, b))
        return ""

    def step_refusal(self, a: Hex, b: Hex) -> str:
        """A sentence with numbers that says why a step is illegal; empty if it is legal."""
        for hex in (a, b):
            if hex not in self.chart.terrain:
                last = list(self.chart.terrain)[-1]
                return f"{hex} isn’t a hex on this map. The last one is {last}."
        if b not in self.chart.neighbors(a):
            return f"You can’t build from {a} to {b}: {a} is next to {join_words(self.chart.neighbors(a))}."
        refusal = _map_refusal(self.chart, a, b) or self._connection_refusal(a, b)
        return refusal or self._money_refusal(self.step_between(a, b))

    def _connection_refusal(self, a: Hex, b: Hex) -> str:
        if self.has_track(side := side_between(a, b)):
            have = "have or planned" if side in self._new_sides else "have"
            return f"You already {have} track from {a} to {b}."
        if self.has_hex(a):
            return ""
        if self.has_hex(b) and is_passable(self.chart, b, a):
            return f"Your track leads to {b}, not to {a}. Write {b}-{a}."
        return f"You can’t build from {a}: your track doesn’t lead there. Start on your own track."

    def _money_refusal(self, step: BuildStep) -> str:
        """A sentence that says which capital or gold is missing for a step; empty if the step can be paid."""
        if self.can_afford(step):
            return ""
        head = f"You can’t build from {step.a} to {step.b}"
        costs = f"it costs {step.cost}{cost_reason_text(self.chart, step.a, step.b)}"
        payees_text = join_words([f"{paid} gold to player {rival}" for rival, paid in step.payments.items()])
        if self.state.operating:
            pays = f" and pays {payees_text}" if payees_text else ""
            if step.cost + step.fees > self.capital:
                return f"{head}: {costs}{pays}. You may spend {self.capital} more gold in this building phase."
            return f"{head}: {costs}{pays}. You have {self.gold} gold."
        if step.cost > self.capital:
            return f"{head}: {costs}, and you have {count_noun(self.capital, BUILDING_POINT)} left."
        return f"{head}: it pays {payees_text}, and you have {self.gold} gold."


_StepPrices = dict[tuple[Hex, Hex], BuildStep]

_PRICE_CACHE = IncrementalCache[tuple[str, Seat], Track, _StepPrices](is_beginning_of, count_pieces)


@lru_cache(16)
def _step_prices(key: str, track: Track, seat: Seat) -> _StepPrices:
    """The cached prices of steps for a company on this track; simulators add prices to the result.

    When rivals build, only the prices of steps into their new hexes are computed again.
    """

    def extend(part: Track, known_prices: _StepPrices) -> _StepPrices:
        prices, hex_map = known_prices.copy(), HEX_MAPS[key]
        added = [piece for piece in track.pieces[count_pieces(part) :] if piece.seat != seat]
        for hex in {hex for piece in added for hex in (piece.a, piece.b)}:
            for other in hex_map.neighbors(hex):
                prices.pop((other, hex), None)
        return prices

    return _PRICE_CACHE.get((key, seat), track, dict, extend)


@lru_cache(8)
def _steps_by_hex(key: str) -> Mapping[Hex, tuple[tuple[Hex, Side, int], ...]]:
    """The possible steps of track from each hex of a map, as (neighbor, side, cost) triples."""
    hex_map = HEX_MAPS[key]
    return {
        a: tuple(
            (b, side_between(a, b), building_cost(hex_map, a, b))
            for b in hex_map.neighbors(a)
            if is_passable(hex_map, a, b)
        )
        for a in hex_map.terrain
    }


@lru_cache(8)
def _passable_pairs(key: str) -> frozenset[tuple[Hex, Hex]]:
    """The possible steps of track on a map, as (from, into) pairs."""
    return frozenset((a, b) for a, steps in _steps_by_hex(key).items() for b, _, _ in steps)


def cost_reason_text(hex_map: HexMap, a: Hex, b: Hex) -> str:
    """“ (hill to hill, over the Trent)”: reasons for the cost of a step; empty on plain land."""
    side = side_between(a, b)
    if side in hex_map.tunnels:
        return f" (the {hex_map.tunnel_names[side]})"
    match hex_map.is_hill(a), hex_map.is_hill(b):
        case True, True:
            hills = ["hill to hill"]
        case False, True:
            hills = ["up a hill"]
        case True, False:
            hills = ["down a hill"]
        case _:
            hills = []
    river = next((name for name, sides in hex_map.rivers.items() if side in sides), "")
    over = [f"over the {river}"] if side in hex_map.river_sides else []
    return f" ({', '.join(hills + over)})" if hills or over else ""


def _map_refusal(hex_map: HexMap, a: Hex, b: Hex) -> str:
    """A sentence that says why the map allows no track; empty if it does. (R Crossing Borders; rulings 4, 5, 51)"""
    if is_passable(hex_map, a, b):
        return ""
    for hex in (a, b):
        if hex_map.is_closed(hex):
            obstacle = "too far across the border" if hex_map.is_abroad(hex) else "sea"
            return f"You can’t build from {a} to {b}: {hex} is {obstacle}."
    if hex_map.is_abroad(a):
        return f"You can’t build from {a}: it’s across the border, where track ends."
    side = side_between(a, b)
    name = next((name for name, sides in hex_map.estuaries.items() if side in sides), "water")
    return f"You can’t build from {a} to {b}: the {name} is between them."

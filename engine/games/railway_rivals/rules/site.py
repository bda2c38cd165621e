"""One company building, tried out step by step: what is legal, what it costs, whom it pays. (R Rules of Building)

It knows no phase: a real build, a plan, a proposal and a refusal all go through ``Site``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from engine.core import Seat, counted, listed
from engine.games.railway_rivals.box.chart import CHARTS, Chart, Hex, Side, side_between
from engine.games.railway_rivals.box.figures import POINT, TOWN_BONUS
from engine.games.railway_rivals.rules.costs import building_cost, payments
from engine.games.railway_rivals.state.paths import Branches
from engine.games.railway_rivals.state.state import RailwayRivals
from engine.games.railway_rivals.state.track import Track, begins, network, owners, passable, size, tracks_in
from engine.kit.growing import Growing


class Step(NamedTuple):
    """One step of track, in the direction in which it is built; ``fees`` is what all rivals are paid together.

    ``bonus`` is for the first in a town.
    """

    a: Hex
    b: Hex
    cost: int
    paid: Mapping[Seat, int]
    fees: int
    bonus: int


class Site:
    """A company's place to build, and its means. It changes as steps are taken, so that a path can be tried.

    ``capital`` is what may still be spent. In the building stage it is the bank's, buys track only, and rivals are
    paid from ``gold`` in hand; in the operating stage it limits cost and payments together, and all is paid from gold.
    (R Rules of Building; R Building Track in the Operating Stage; rulings 21, 23, 99)
    """

    __slots__ = (
        "_hexes",
        "_own",
        "_owners",
        "_passages",
        "_prices",
        "_sides",
        "_track",
        "capital",
        "chart",
        "gold",
        "reached",
        "seat",
        "state",
    )

    def __init__(self, state: RailwayRivals, seat: Seat, capital: int) -> None:
        self.state, self.seat, self.capital = state, seat, capital
        self.chart, self._track, self.gold = state.chart, state.track, state.gold[seat]
        self._own, self._owners = network(state.track, seat), owners(state.track)
        self._hexes: set[Hex] = set()
        self._sides: set[Side] = set()
        self._prices = _prices(self.chart.key, state.track, seat)
        self._passages = _passages(self.chart.key)
        self.reached: list[Hex] = []

    def copy(self) -> Site:
        """Another one to try things at."""
        other = Site(self.state, self.seat, self.capital)
        other.gold = self.gold
        other._hexes, other._sides = self._hexes.copy(), self._sides.copy()
        other.reached = self.reached.copy()
        return other

    # -- what there is

    def has(self, hex: Hex) -> bool:
        """Whether the company's track lies there, or it began there."""
        return hex in self._own or hex in self._hexes

    def built(self, side: Side) -> bool:
        """Whether the company has track over a side."""
        return side in self._sides or self.seat in self._owners.get(side, ())

    @property
    def key(self) -> tuple[object, ...]:
        """Everything that what can be built depends on, as a value."""
        money = (self.capital, self.gold, self.state.operating, self.state.options)
        towns = (frozenset(self.state.first), tuple(self.reached))
        return (self._track, self.seat, frozenset(self._sides), *money, *towns)

    @property
    def hexes(self) -> frozenset[Hex]:
        """The company's network."""
        return self._own | self._hexes if self._hexes else self._own

    def connected(self, hexes: tuple[Hex, ...]) -> bool:
        """Whether any of these hexes is on the network."""
        return any(map(self.has, hexes))

    # -- one step

    def step(self, a: Hex, b: Hex) -> Step:
        """A possible step between neighbors; between two own hexes it is built the cheaper way round. (ruling 36)"""
        step = self._prices.get((a, b)) or self._priced(a, b)
        if (b in self._own or b in self._hexes) and self.has(a) and (b, a) in self._passages:
            back = self._prices.get((b, a)) or self._priced(b, a)
            if back.fees < step.fees:
                step = back
        return self._with_bonus(step) if step.b in self.chart.town_at else step

    def _priced(self, a: Hex, b: Hex) -> Step:
        """Cost and payments, worked out; what the company itself adds does not change them."""
        alone = tracks_in(self._track).get(b, frozenset()) <= {self.seat}
        paid = {} if alone else payments(self.chart, self._track, self.seat, a, b)
        cost, fees = building_cost(self.chart, a, b), sum(paid.values())
        self._prices[a, b] = step = Step(a, b, cost, paid, fees, bonus=0)
        return step

    def _with_bonus(self, step: Step) -> Step:
        """6 for the first in a town; in the operating stage only by an option. (R Income; rulings 14, 48 to 50)"""
        paid = not self.state.operating or self.state.options.late_towns
        if not paid or step.b in self.state.first or step.b in self.reached:
            return step
        return step._replace(bonus=TOWN_BONUS)

    def affords(self, step: Step) -> bool:
        """Whether the step keeps within the capital and the gold in hand. (rulings 22 to 24, 99)"""
        if self.state.operating:
            return step.cost + step.fees <= min(self.capital, self.gold)
        return step.cost <= self.capital and step.fees <= self.gold

    def open(self, a: Hex, b: Hex) -> bool:
        """Whether track may be built from ``a`` into its neighbor ``b``, money aside."""
        if not self.has(a) or not passable(self.chart, a, b):
            return False
        return not self.built(side_between(a, b))

    def take(self, step: Step) -> None:
        """Builds a step: gold received counts at once. (ruling 23)"""
        own = step.cost if self.state.operating else 0
        self.capital -= step.cost + (step.fees if self.state.operating else 0)
        self.gold += step.bonus - step.fees - own
        self._hexes.add(step.b)
        self._sides.add(side_between(step.a, step.b))
        if step.b in self.chart.town_at and step.b not in self.state.first:
            self.reached.append(step.b)

    def steps(self) -> Iterator[Step]:
        """Every step that is possible now, by hex and then clockwise; each side once."""
        own, within = self.hexes, set[Side]()
        for step in self._steps(sorted(own)):
            if step.b in own:
                side = side_between(step.a, step.b)
                if side in within:
                    continue
                within.add(side)
            yield step

    @property
    def possible(self) -> bool:
        """Whether any step is."""
        return next(self._steps(self.hexes), None) is not None

    def _steps(self, hexes: Iterable[Hex]) -> Iterator[Step]:
        if self.capital <= 0:
            return
        open_steps, sides = _open_steps(self.chart.key), self._owners
        for a in hexes:
            for b, side, cost in open_steps[a]:
                if cost <= self.capital and side not in self._sides and self.seat not in sides.get(side, ()):
                    step = self.step(a, b)
                    if self.affords(step):
                        yield step

    # -- a path

    def follow(self, path: Branches) -> tuple[Step, ...]:
        """Builds all of a path that is possible; of a line, what follows an impossible step is left out."""
        taken: list[Step] = []
        for line in path.lines:
            for a, b in pairwise(line):
                if not self.open(a, b) or not self.affords(step := self.step(a, b)):
                    break
                self.take(step)
                taken.append(step)
        return tuple(taken)

    def wrong(self, path: Branches) -> str:
        """Why a path cannot be built: a full sentence about its first impossible step; empty if it can be."""
        if not path.lines:
            return "A line of track needs at least 2 hexes. Example: K12-K13."
        tried = self.copy()
        for a, b in path.steps:
            if (side := side_between(a, b)) in tried._sides and side not in self._sides:
                return f"You can’t build from {a} to {b} twice in one move."
            if why := tried.wrong_step(a, b):
                return why
            tried.take(tried.step(a, b))
        return ""

    def wrong_step(self, a: Hex, b: Hex) -> str:
        """Why there can be no step from ``a`` to ``b``, with the number that matters; empty if there can."""
        for hex in (a, b):
            if hex not in self.chart.terrain:
                last = list(self.chart.terrain)[-1]
                return f"{hex} isn’t a hex on this map. The last one is {last}."
        if b not in self.chart.neighbors(a):
            return f"You can’t build from {a} to {b}: {a} is next to {listed(self.chart.neighbors(a))}."
        wrong = _barred(self.chart, a, b) or self._unconnected(a, b)
        return wrong or self._unaffordable(self.step(a, b))

    def _unconnected(self, a: Hex, b: Hex) -> str:
        if self.built(side := side_between(a, b)):
            have = "have or planned" if side in self._sides else "have"
            return f"You already {have} track from {a} to {b}."
        if self.has(a):
            return ""
        if self.has(b) and passable(self.chart, b, a):
            return f"Your track leads to {b}, not to {a}. Write {b}-{a}."
        return f"You can’t build from {a}: your track doesn’t lead there. Start on your own track."

    def _unaffordable(self, step: Step) -> str:
        """R Rules of Building: the capital buys track, and gold in hand pays rivals."""
        if self.affords(step):
            return ""
        refused = f"You can’t build from {step.a} to {step.b}"
        costs = f"it costs {step.cost}{cost_words(self.chart, step.a, step.b)}"
        to = listed([f"{paid} gold to player {rival}" for rival, paid in step.paid.items()])
        if self.state.operating:
            pays = f" and pays {to}" if to else ""
            if step.cost + step.fees > self.capital:
                return f"{refused}: {costs}{pays}. You may spend {self.capital} more gold in this building phase."
            return f"{refused}: {costs}{pays}. You have {self.gold} gold."
        if step.cost > self.capital:
            return f"{refused}: {costs}, and you have {counted(self.capital, POINT)} left."
        return f"{refused}: it pays {to}, and you have {self.gold} gold."


_Prices = dict[tuple[Hex, Hex], Step]

_KNOWN = Growing[tuple[str, Seat], Track, _Prices](begins, size)


@lru_cache(16)
def _prices(key: str, track: Track, seat: Seat) -> _Prices:
    """The costs of steps for a company and whom they pay on a map with this track, as far as it was asked.

    Many sites are of one position: its questions, what is tried at them, and what computers think of its offers. On
    more track, only steps into the hexes that rivals built in are asked about again.
    """

    def extend(part: Track, known: _Prices) -> _Prices:
        prices, chart = known.copy(), CHARTS[key]
        added = [piece for piece in track.pieces[size(part) :] if piece.seat != seat]
        for hex in {hex for piece in added for hex in (piece.a, piece.b)}:
            for other in chart.neighbors(hex):
                prices.pop((other, hex), None)
        return prices

    return _KNOWN.get((key, seat), track, dict, extend)


@lru_cache(8)
def _open_steps(key: str) -> Mapping[Hex, tuple[tuple[Hex, Side, int], ...]]:
    """The steps that track may take from every hex of a map: the neighbor, the side between, and the cost."""
    chart = CHARTS[key]
    return {
        a: tuple(
            (b, side_between(a, b), building_cost(chart, a, b)) for b in chart.neighbors(a) if passable(chart, a, b)
        )
        for a in chart.terrain
    }


@lru_cache(8)
def _passages(key: str) -> frozenset[tuple[Hex, Hex]]:
    """The same steps, from a hex into its neighbor, without their costs."""
    return frozenset((a, b) for a, steps in _open_steps(key).items() for b, _, _ in steps)


def cost_words(chart: Chart, a: Hex, b: Hex) -> str:
    """Tell what makes a step cost more than plain land, in brackets: “ (hill to hill, over the Trent)”."""
    side = side_between(a, b)
    if side in chart.tunnels:
        return f" (the {chart.tunnel_names[side]})"
    match chart.hilly(a), chart.hilly(b):
        case True, True:
            hills = ["hill to hill"]
        case False, True:
            hills = ["up a hill"]
        case True, False:
            hills = ["down a hill"]
        case _:
            hills = []
    river = next((name for name, sides in chart.rivers.items() if side in sides), "")
    over = [f"over the {river}"] if side in chart.wet else []
    return f" ({', '.join(hills + over)})" if hills or over else ""


def _barred(chart: Chart, a: Hex, b: Hex) -> str:
    """Why the map allows no track from ``a`` to its neighbor ``b``. (R Crossing Borders; rulings 4, 5, 51)"""
    if passable(chart, a, b):
        return ""
    for hex in (a, b):
        if chart.closed(hex):
            what = "too far across the border" if chart.abroad(hex) else "sea"
            return f"You can’t build from {a} to {b}: {hex} is {what}."
    if chart.abroad(a):
        return f"You can’t build from {a}: it’s across the border, where track ends."
    side = side_between(a, b)
    name = next((name for name, sides in chart.estuaries.items() if side in sides), "water")
    return f"You can’t build from {a} to {b}: the {name} is between them."

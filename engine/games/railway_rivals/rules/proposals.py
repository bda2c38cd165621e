"""Offers to a company to build: ways toward towns and special runs, every single step, and any legal path."""

from collections.abc import Collection, Iterator
from functools import lru_cache
from itertools import chain, pairwise

from engine.core import MAX_LENGTH, Action, Seat, shortened, write
from engine.games.railway_rivals.box.chart import Hex
from engine.games.railway_rivals.box.figures import TOWN_BONUS
from engine.games.railway_rivals.rules.search.grid import Way, goals
from engine.games.railway_rivals.rules.search.sparing import sparing_ways
from engine.games.railway_rivals.rules.search.ways import plain_ways
from engine.games.railway_rivals.rules.site import Site
from engine.games.railway_rivals.state.actions import Build, Lay, PlanTrack
from engine.games.railway_rivals.state.paths import Branches
from engine.games.railway_rivals.state.state import RailwayRivals


class Builds(Collection[Action]):
    """Everything a company may build at a site.

    Listed are the ways ahead, as far as capital and gold reach, and all single steps. In it are also the first steps
    of a way ahead, and any legal path to lay.
    The list is made when it is first asked for, and kept for when the same seat is asked the same again.
    """

    __slots__ = ("site",)

    open_ended = True

    def __init__(self, site: Site) -> None:
        self.site = site

    def __len__(self) -> int:
        question = _Question(self.site)
        return len(_ahead(question)) + len(_single(question))

    def __iter__(self) -> Iterator[Action]:
        question = _Question(self.site)
        return chain(_ahead(question), _single(question))

    def __contains__(self, action: object) -> bool:
        return isinstance(action, Build | Lay) and action.seat == self.site.seat and not refused(self.site, action)


class Plans(Collection[Action]):
    """The ways toward towns as plans, each with what it may pay beyond what it pays now, and with a condition.

    Listed are small limits; any up to ``most_more`` gold may be said. (ruling 18)
    """

    __slots__ = ("site",)

    def __init__(self, site: Site) -> None:
        self.site = site

    def __len__(self) -> int:
        ways = _ahead(_Question(self.site))
        first = [way for way in ways if pays_first(self.site, way.toward)]
        return len(self._limits) * (len(ways) + len(first))

    def __iter__(self) -> Iterator[Action]:
        for way in _ahead(_Question(self.site)):
            first = pays_first(self.site, way.toward)
            for gold in self._limits:
                yield PlanTrack(way.seat, way.toward, way.path, gold, "always")
                if first:
                    yield PlanTrack(way.seat, way.toward, way.path, gold, "first")

    def __contains__(self, action: object) -> bool:
        return isinstance(action, PlanTrack) and action.seat == self.site.seat and not refused_plan(self.site, action)

    @property
    def _limits(self) -> range:
        return range(min(_LISTED_LIMIT, most_more(self.site.state, self.site.seat)) + 1)


_LISTED_LIMIT = 3
"""Limits that are listed go so far; more is rarely at stake for one plan."""

_PATIENCE = 2
"""Gold that a plan may well pay more than was foreseen: most plans that fail do for one or two."""


def proposed_limit(site: Site) -> int:
    """The limit that is proposed for a plan: the one that the seat has said, or else a little of what is in hand."""
    said = site.state.limits[site.seat].open()
    return said or min(_PATIENCE, max(0, site.gold))


def most_more(state: RailwayRivals, seat: Seat) -> int:
    """The highest limit, in gold; it may count on a bonus that is still to come. (ruling 18)"""
    return state.gold[seat] + TOWN_BONUS


def too_much(state: RailwayRivals, seat: Seat) -> str:
    """Why a limit is refused."""
    most = most_more(state, seat)
    return f"Your plans can pay rivals at most {most} gold more: your gold plus {TOWN_BONUS} for a town."


def pays_first(site: Site, toward: str) -> bool:
    """Whether a bonus waits there, so that a plan may be built only by the first in it."""
    town = site.chart.town_named(toward)
    paying = not site.state.operating or site.state.options.late_towns
    return paying and town is not None and town.hex not in site.state.first and town.hex not in site.reached


def refused_plan(site: Site, plan: PlanTrack) -> str:
    """Why that cannot be planned: a full sentence; empty if it can."""
    if wrong := refused(site, Build(plan.seat, plan.toward, plan.path)):
        return wrong
    if not 0 <= plan.gold <= most_more(site.state, plan.seat):
        return too_much(site.state, plan.seat)
    if plan.when == "first" and not pays_first(site, plan.toward):
        return f"You can’t plan to be first in {plan.toward}: there is no bonus left. Plan it with “always”."
    return (
        ""
        if plan.when in ("first", "always")
        else f"“{shortened(plan.when)}” isn’t a valid condition. Example: always."
    )


class _Question:
    """A site to look up a list by: two are equal if the same can be built for the same."""

    __slots__ = ("_key", "site")

    def __init__(self, site: Site) -> None:
        self.site, self._key = site, site.key

    def __hash__(self) -> int:
        return hash(self._key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Question) and self._key == other._key


@lru_cache(16)
def _ahead(question: _Question) -> tuple[Build, ...]:
    return tuple(_ways_ahead(question.site))


@lru_cache(16)
def _single(question: _Question) -> tuple[Lay, ...]:
    site = question.site
    return tuple(_lay(site.seat, step.a, step.b) for step in site.steps())


@lru_cache(8_192)
def _lay(seat: Seat, a: Hex, b: Hex) -> Lay:
    """The same few are listed again and again."""
    return Lay(seat, Branches(((a, b),)))


def refused(site: Site, action: Build | Lay) -> str:
    """Why it cannot be built: a full sentence with the number that matters; empty if it can."""
    length = len(write(action))
    if length > MAX_LENGTH:
        return f"This line has {length} characters, and a move can have {MAX_LENGTH}. Build it in two moves."
    if isinstance(action, Build):
        named = goals(site.chart.key)
        if action.toward not in named:
            return f"{shortened(action.toward)} isn’t a town or special run on this map."
        if site.connected(named[action.toward]):
            return f"Your track already leads to {action.toward}. Build toward another town, or lay any hexes."
    if (wrong := site.wrong(action.path)) or isinstance(action, Lay) or _proposed(site, action):
        return wrong
    return f"That isn’t one of the suggested ways toward {action.toward}. Use lay to build along any hexes."


def _proposed(site: Site, action: Build) -> bool:
    """Whether it is a way that is listed for its goal, or the first steps of one."""
    (line, *others) = action.path.lines
    ways = [way.path.lines[0] for way in _ahead(_Question(site)) if way.toward == action.toward]
    return not others and any(way[: len(line)] == line for way in ways)


def _ways_ahead(site: Site) -> Iterator[Build]:
    """Toward every goal, nearest first, up to three ways: the cheapest, the one that pays least, the shortest.

    Ways of which the same is built now are one. What pays least is sought for the nearest goals alone.
    """
    begin = _Beginnings(site)
    plain = plain_ways(site.chart.key, site.hexes)
    begun = {goal: begin.of(cheapest) for goal, (cheapest, _) in plain.items()}
    paying = [goal for goal, hexes in begun.items() if not hexes or begin.pays(hexes)]
    sparing: dict[str, Way] = {}
    if near := tuple(paying[:_SPARING]):
        sparing = sparing_ways(site.chart.key, site.state.track, site.seat, site.hexes, near)
    for goal, (_, shortest) in plain.items():
        others = [begin.of(way) for way in (sparing.get(goal), shortest) if way is not None]
        for hexes in dict.fromkeys((begun[goal], *others)):
            if len(fitting := _fitting(site, goal, hexes)) > 1:
                yield Build(site.seat, goal, Branches((fitting,)))


_SPARING = 8
"""Goals for which a way that pays less is sought; farther ones will come nearer."""


class _Beginnings:
    """The beginnings of ways that can be built now; many ways begin alike, so each beginning is tried once."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._known: dict[tuple[Hex, ...], tuple[Hex, ...]] = {}

    def of(self, way: Way) -> tuple[Hex, ...]:
        """Its first hexes as far as capital and gold reach; nothing if not even one step."""
        hexes = way.hexes[: self._site.capital + 1]
        if (known := self._known.get(hexes)) is None:
            tried, reached = self._site.copy(), 1
            for a, b in pairwise(hexes):
                if not tried.affords(step := tried.step(a, b)):
                    break
                tried.take(step)
                reached += 1
            self._known[hexes] = known = hexes[:reached] if reached > 1 else ()
        return known

    def pays(self, hexes: tuple[Hex, ...]) -> bool:
        """Whether any step pays a rival."""
        return any(self._site.step(a, b).paid for a, b in pairwise(hexes))


def _fitting(site: Site, goal: str, hexes: tuple[Hex, ...]) -> tuple[Hex, ...]:
    """The first hexes of a way, as many as a line of notation holds."""
    if len(hexes) <= _SHORT:
        return hexes
    while len(write(Build(site.seat, goal, Branches((hexes,))))) > MAX_LENGTH:
        hexes = hexes[:-1]
    return hexes


_SHORT = 8
"""So many hexes fit any line."""

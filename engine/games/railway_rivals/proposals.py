"""What a company is offered to build: ways toward towns and special runs, every single step, and any legal path."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import pairwise

from engine.core.action import Action
from engine.core.notation import MAX_LENGTH, write
from engine.games.railway_rivals.actions import Build, Lay
from engine.games.railway_rivals.building import Site
from engine.games.railway_rivals.paths import Branches
from engine.games.railway_rivals.ways import Way, goals, plain_ways, sparing_ways

__all__ = ["Builds", "refused"]


class Builds(Collection[Action]):
    """Everything a company may build at a site.

    Listed are the ways ahead, as far as capital and gold reach, and all single steps; any legal path is in it.
    The list is made when it is first asked for.
    """

    __slots__ = ("_listed", "site")

    def __init__(self, site: Site) -> None:
        self.site = site
        self._listed: tuple[Action, ...] | None = None

    def __len__(self) -> int:
        return len(self._all())

    def __iter__(self) -> Iterator[Action]:
        return iter(self._all())

    def __contains__(self, action: object) -> bool:
        return isinstance(action, Build | Lay) and action.seat == self.site.seat and not refused(self.site, action)

    def _all(self) -> tuple[Action, ...]:
        if self._listed is None:
            steps = (Lay(self.site.seat, Branches(((step.a, step.b),))) for step in self.site.steps())
            self._listed = (*_ahead(self.site), *steps)
        return self._listed


def refused(site: Site, action: Build | Lay) -> str:
    """Why it cannot be built: a full sentence with the number that matters; empty if it can."""
    length = len(write(action))
    if length > MAX_LENGTH:
        return f"This line has {length} characters, and a move may have {MAX_LENGTH}: build it in two moves."
    if isinstance(action, Build):
        named = goals(site.chart.key)
        if action.toward not in named:
            return f"There is no town or special run {action.toward[:40]} on this map."
        if site.connected(named[action.toward]):
            return f"Your track leads to {action.toward} already; build toward another town, or lay any hexes."
    return site.wrong(action.path)


def _ahead(site: Site) -> Iterator[Action]:
    """Toward every goal, nearest first, up to three ways: the cheapest, the one that pays least, the shortest.

    Ways of which the same is built now are one.
    """
    toward = tuple(name for name, hexes in goals(site.chart.key).items() if not site.connected(hexes))
    plain = plain_ways(site.chart.key, site.hexes, toward)
    begun = {goal: _affordable(site, goal, cheapest) for goal, (cheapest, _) in plain.items()}
    paying = tuple(goal for goal, path in begun.items() if path is None or _pays(site, path))
    sparing = sparing_ways(site.chart.key, site.state.track, site.seat, site.hexes, paying) if paying else {}
    for goal, (_, shortest) in plain.items():
        others = ([sparing[goal]] if goal in sparing else []) + [shortest]
        paths = dict.fromkeys((begun[goal], *(_affordable(site, goal, way) for way in others)))
        yield from (Build(site.seat, goal, path) for path in paths if path is not None)


def _pays(site: Site, path: Branches) -> bool:
    return any(site.step(a, b).paid for a, b in path.steps)


def _affordable(site: Site, goal: str, way: Way) -> Branches | None:
    """As much of a way as can be built now and fits a line of notation; None: not even one step."""
    tried, reached = site.copy(), 1
    room = MAX_LENGTH - len(write(Build(site.seat, goal, Branches((way.hexes[:1],)))))
    for a, b in pairwise(way.hexes):
        room -= len(f"-{b}")
        if room < 0 or not tried.affords(step := tried.step(a, b)):
            break
        tried.take(step)
        reached += 1
    return Branches((way.hexes[:reached],)) if reached > 1 else None

"""What a company is offered to build: ways toward towns and special runs, every single step, and any legal path."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import pairwise

from engine.core.action import Action
from engine.core.notation import MAX_LENGTH, write
from engine.games.railway_rivals.actions import Build, Lay
from engine.games.railway_rivals.building import Site
from engine.games.railway_rivals.paths import Branches
from engine.games.railway_rivals.ways import Way, targets, ways

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
        goals = targets(site.chart.key)
        if action.toward not in goals:
            return f"There is no town or special run {action.toward[:40]} on this map."
        if site.connected(goals[action.toward]):
            return f"Your track leads to {action.toward} already; build toward another town, or lay any hexes."
    return site.wrong(action.path)


def _ahead(site: Site) -> Iterator[Action]:
    """Toward every goal, nearest first, up to three ways; those that begin in the same way are one."""
    for goal, found in ways(site.chart.key, site.state.track, site.seat, site.hexes).items():
        offers = dict.fromkeys(Build(site.seat, goal, path) for way in found if (path := _affordable(site, goal, way)))
        yield from offers


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

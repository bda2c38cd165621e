"""The lightest ways over a net of places, by the method of Dijkstra."""

from collections.abc import Callable, Iterable, Mapping
from heapq import heappop, heappush
from typing import Generic, NamedTuple, TypeVar

P = TypeVar("P", bound=str)
W = TypeVar("W", int, float)


class Ways(NamedTuple, Generic[P, W]):
    """The lightest ways from one place: what each weighs, and the place that comes before its last one."""

    weights: Mapping[P, W]
    before: Mapping[P, P]

    def to(self, goal: P) -> tuple[P, ...]:
        """The places after the first of the way to ``goal``, which must be among ``weights``."""
        places: list[P] = []
        while goal in self.before:
            places.append(goal)
            goal = self.before[goal]
        return tuple(reversed(places))


def lightest(start: P, beside: Callable[[P], Iterable[tuple[P, W]]], nothing: W) -> Ways[P, W]:
    """The ways from ``start`` to every place that can be reached from it.

    ``beside`` gives a place's neighbors, each with the weight of the step to it, which is not negative; ``nothing`` is
    the weight of no step. Of equal ways the one found first is kept: places of equal weight are left in the order of
    their names.
    """
    weights, before = {start: nothing}, dict[P, P]()
    waiting = [(nothing, start)]
    while waiting:
        so_far, here = heappop(waiting)
        if so_far > weights[here]:
            continue
        for there, weight in beside(here):
            total = so_far + weight
            if there not in weights or total < weights[there]:
                weights[there], before[there] = total, here
                heappush(waiting, (total, there))
    return Ways(weights, before)

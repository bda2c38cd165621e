"""Ways from a company's network to towns and special runs it does not have: the cheapest and the shortest to build.

They are proposals, not rules: whatever ``building.Site`` allows may be built. Both are read off the tables of the map;
of a network that has grown, only the new hexes are looked at.
"""

from collections.abc import Collection, Mapping
from functools import lru_cache

from engine.games.railway_rivals.box.chart import Hex
from engine.games.railway_rivals.rules.search.grid import (
    BITS,
    MOST,
    NEVER,
    ONE,
    Way,
    from_table,
    goals,
    grid_of,
    tables,
)
from engine.kit.growing import Growing

_Reach = tuple[int, ...]
"""From a hex or a network to each goal, by cost and by steps: how far it is, and the hex the way begins at, as one
number. The nearer, and of equally near hexes the first on the map, is the smaller."""


def plain_ways(key: str, network: frozenset[Hex], toward: Collection[str] = ()) -> Mapping[str, tuple[Way, Way]]:
    """The cheapest way to build and the shortest one to each of these goals, the cheapest to reach first.

    Without any, to all that are off the network.
    """
    return _plain_ways(key, network, tuple(toward))


def way_left(key: str, network: frozenset[Hex], toward: str) -> Way | None:
    """The cheapest way from a network to the goal; None: it is reached."""
    if not network.isdisjoint(goals(key)[toward]):
        return None
    return plain_ways(key, network, (toward,))[toward][0]


@lru_cache(64)
def _plain_ways(key: str, network: frozenset[Hex], toward: tuple[str, ...]) -> Mapping[str, tuple[Way, Way]]:
    reach, index = _reach(key, network), _index(key)
    wanted = toward or [name for name, hexes in goals(key).items() if network.isdisjoint(hexes)]
    pairs = {name: _pair(key, name, reach[index[name]], reach[index[name] + 1]) for name in wanted}
    found = {name: pair for name, pair in pairs.items() if pair is not None}
    return dict(sorted(found.items(), key=lambda item: item[1][0].cost))


@lru_cache(8)
def _index(key: str) -> Mapping[str, int]:
    """The place of each goal in a reach."""
    return {name: 2 * place for place, name in enumerate(goals(key))}


@lru_cache(8_192)
def _pair(key: str, goal: str, cheapest: int, shortest: int) -> tuple[Way, Way] | None:
    """The two ways of a reach to a goal; None: there is none."""
    cheap, short = tables(key, goal)
    if cheapest >> BITS >= NEVER:
        return None
    cost, steps = divmod(cheapest >> BITS, ONE)
    fewer, dearer = divmod(shortest >> BITS, ONE)
    first = Way(from_table(key, cheap, cheapest & MOST), cost, steps)
    return first, Way(from_table(key, short, shortest & MOST), dearer, fewer)


# -- how far the goals are


_KNOWN = Growing[str, frozenset[Hex], _Reach](frozenset.issubset, len)


def _reach(key: str, network: frozenset[Hex]) -> _Reach:
    number = grid_of(key).number

    def begin() -> _Reach:
        return _nearest([_reach_of(key, number[hex]) for hex in network])

    def extend(part: frozenset[Hex], known: _Reach) -> _Reach:
        return _nearest([known, *(_reach_of(key, number[hex]) for hex in network - part)])

    return begin() if len(network) == 1 else _KNOWN.get(key, network, begin, extend)


def _nearest(reaches: list[_Reach]) -> _Reach:
    return tuple(map(min, *reaches)) if len(reaches) > 1 else reaches[0]


@lru_cache(2_048)
def _reach_of(key: str, hex: int) -> _Reach:
    """A single hex's."""
    return tuple(table.far[hex] << BITS | hex for goal in goals(key) for table in tables(key, goal))

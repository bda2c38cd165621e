"""Ways from a company's network to towns and special runs it does not have: the cheapest and the shortest to build.

They are proposals, not rules: whatever ``building.Site`` allows may be built. Both are read off the tables of the map;
of a network that has grown, only the new hexes are looked at.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache, partial

from engine.games.railway_rivals.box.chart import Hex
from engine.games.railway_rivals.rules.search.grid import NEVER, ONE, Table, Way, from_table, goals, grid_of, tables
from engine.games.railway_rivals.state.paths import Branches
from engine.kit.growing import Growing

_Starts = Mapping[str, tuple[int, int]]
"""For each goal the hexes of a network, by number, from which the cheapest and the shortest way lead to it."""


def plain_ways(key: str, network: frozenset[Hex], toward: Collection[str] = ()) -> Mapping[str, tuple[Way, Way]]:
    """The cheapest way to build and the shortest one to each of these goals, the cheapest to reach first.

    Without any, to all that are off the network.
    """
    return _plain_ways(key, network, tuple(toward))


def way_left(key: str, path: Branches, toward: str) -> Way | None:
    """The cheapest way from where ``path`` ends to the goal; None: it is reached."""
    if not set(path.hexes).isdisjoint(goals(key)[toward]):
        return None
    return plain_ways(key, frozenset(path.hexes[-1:]), (toward,))[toward][0]


@lru_cache(64)
def _plain_ways(key: str, network: frozenset[Hex], toward: tuple[str, ...]) -> Mapping[str, tuple[Way, Way]]:
    starts = _starts(key, network) if len(network) > 1 else _only(key, toward, network)
    wanted = toward or [name for name, hexes in goals(key).items() if network.isdisjoint(hexes)]
    found = {name: _pair(key, name, *starts[name]) for name in wanted if starts[name][0] >= 0}
    return dict(sorted(found.items(), key=lambda item: item[1][0].cost))


@lru_cache(8_192)
def _pair(key: str, goal: str, cheapest: int, shortest: int) -> tuple[Way, Way]:
    cheap, short = tables(key, goal)
    cost, steps = divmod(cheap.far[cheapest], ONE)
    fewer, dearer = divmod(short.far[shortest], ONE)
    return Way(from_table(key, cheap, cheapest), cost, steps), Way(from_table(key, short, shortest), dearer, fewer)


# -- where on a network the ways begin


_KNOWN = Growing[str, frozenset[Hex], _Starts](frozenset.issubset, len)


def _starts(key: str, network: frozenset[Hex]) -> _Starts:
    begin = partial(_only, key, (), network)

    def extend(part: frozenset[Hex], known: _Starts) -> _Starts:
        return _extended(key, known, network - part)

    return _KNOWN.get(key, network, begin, extend)


def _only(key: str, toward: Collection[str], network: frozenset[Hex]) -> _Starts:
    """Of the goals ``toward``, or of all."""
    return _extended(key, dict.fromkeys(toward or goals(key), (-1, -1)), network)


def _extended(key: str, known: _Starts, added: Iterable[Hex]) -> _Starts:
    """Those of a larger network: of starts that are equally near it is the first on the map."""
    number = grid_of(key).number
    more = sorted(number[hex] for hex in added)
    found = {}
    for name, (cheapest, shortest) in known.items():
        cheap, short = tables(key, name)
        found[name] = _nearer(cheap, cheapest, more), _nearer(short, shortest, more)
    return found


def _nearer(table: Table, known: int, more: list[int]) -> int:
    """The start that is nearest to a goal; -1: none leads there."""
    far = table.far
    nearest = min(more, key=far.__getitem__, default=known)
    if far[nearest] == NEVER:
        return known
    if known < 0 or (far[nearest], nearest) < (far[known], known):
        return nearest
    return known

"""A company's track in words: chains of towns, forks, and ends, as a reader without the map needs them."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from engine.core import Seat
from engine.games.railway_rivals.box.chart import Hex
from engine.games.railway_rivals.state.state import RailwayRivals

_Links = dict[Hex, list[Hex]]
"""For every hex the hexes to which track leads from it."""


class _Stretch(NamedTuple):
    """Track between two places that are worth a name."""

    first: Hex
    last: Hex


def trails(state: RailwayRivals, seat: Seat) -> tuple[str, ...]:
    """“Liverpool–Warrington–K12”: all track of a company, each piece once; towns by name, forks and ends by hex."""
    names = _names(state)
    chains = _chains(_stretches(state, seat))
    named = ([names.get(hex, hex) for hex in chain] for chain in chains)
    return tuple(map("–".join, named))


def _names(state: RailwayRivals) -> Mapping[Hex, str]:
    special = {hex: f"{hex} ({run.name})" for run in state.chart.special_runs for hex in run.hexes}
    return {**special, **{hex: town.name for hex, town in state.chart.town_at.items()}}


def _stretches(state: RailwayRivals, seat: Seat) -> list[_Stretch]:
    """The company's track, cut at towns, forks, and ends."""
    links: _Links = {}
    for piece in state.track.pieces:
        if piece.seat == seat:
            links.setdefault(piece.a, []).append(piece.b)
            links.setdefault(piece.b, []).append(piece.a)
    named = [hex for hex in links if hex in state.chart.town_at or len(links[hex]) != 2]
    found, gone = list[_Stretch](), set[tuple[Hex, Hex]]()
    for first in named:
        for second in links[first]:
            if (first, second) not in gone:
                before, last = _followed(links, named, first, second)
                gone.add((last, before))
                found.append(_Stretch(first, last))
    return found


def _followed(links: _Links, named: list[Hex], before: Hex, at: Hex) -> tuple[Hex, Hex]:
    """The next named place along the track, and the hex before it."""
    while at not in named:
        ahead = next(hex for hex in links[at] if hex != before)
        before, at = at, ahead
    return before, at


def _chains(left: list[_Stretch]) -> Iterator[list[Hex]]:
    """The stretches joined to chains that are as long as they come; each stretch is in one of them."""
    left = list(left)
    while left:
        first = _start(left)
        chain = [first]
        while (on := next((one for one in left if chain[-1] in one), None)) is not None:
            left.remove(on)
            chain.append(on.last if on.first == chain[-1] else on.first)
        yield chain


def _start(left: list[_Stretch]) -> Hex:
    """An end of what is left, or any place of a ring."""
    places = [place for one in left for place in one]
    return next((place for place in places if places.count(place) == 1), places[0])
